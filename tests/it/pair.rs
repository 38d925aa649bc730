//! Pages of more than one recording: two sides held against each other, the failing cases of a
//! grading, a course, a match.

use serde_json::Value;

use super::harness::{Place, program, project};
use super::view::{blocks, head_of};

fn text(place: &Place, name: &str) -> String {
    String::from_utf8(place.read(name)).expect("a page is UTF-8")
}

/// The words that compare a folder of tests/causes, scenario and all.
fn compared(folder: &str) -> String {
    let folder = project(&format!("tests/causes/{folder}"));
    let words = std::fs::read_to_string(format!("{folder}/game.txt")).expect("hours and a seed");
    format!(
        "{folder}/ours.txt {folder}/ref.txt --scenario {folder}/cities.data {folder}/agents.data {}",
        words.trim()
    )
}

#[test]
fn a_page_of_two_sides_says_what_diff_says() {
    let place = Place::new();
    let sides = compared("path-by-length");
    let told = place.chase(&format!("diff {sides} --html diff.html")).status(1);
    assert!(told.stderr.contains("wrote diff.html"), "{told}");
    place.chase(&format!("diff {sides}")).stdout_is(&told.stdout);
    place.chase(&format!("view {sides} -o view.html")).fine();
    assert!(place.read("view.html") == place.read("diff.html"), "the same page");
    let pair = &head_of(&text(&place, "view.html"))["pair"];
    assert_eq!(pair["told"]["text"], told.stdout);
    assert_eq!(pair["differing"], serde_json::json!([[4, 4]]));
    let json = place.chase(&format!("diff {sides} --format json")).stdout;
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(pair["told"]["cause"], json["cause"]);
    let printed = |line: &Value| {
        let line = line.as_str().expect("a line");
        assert!(told.stdout.contains(line), "`{line}`");
    };
    let verdicts = pair["told"]["verdicts"].as_array().expect("verdicts");
    assert_eq!(verdicts.len(), 2);
    verdicts.iter().for_each(|verdict| printed(&verdict[1]));
    let diagnoses = pair["told"]["diagnoses"].as_array().expect("causes");
    assert_eq!(diagnoses.len(), 2, "a table and a cause");
    printed(&diagnoses[0]["headline"]);
    let details = diagnoses[0]["details"].as_array().expect("evidence");
    details.iter().for_each(printed);
}

#[test]
fn every_differing_cycle_is_known_to_the_page_and_a_part_has_its_own() {
    let place = Place::new();
    let sides = [project("replays/police/S2.json"), project("replays/police/S3.json")].join(" ");
    let json = place.chase(&format!("diff {sides} --format json --max 1000"));
    let json: Value = serde_json::from_str(&json.stdout).expect("JSON");
    let further = json["further"].as_array().expect("places").iter();
    let cycles = [&json["first"]["place"]].into_iter().chain(further);
    let cycles: Vec<_> = cycles.map(|place| place["cycle"].as_u64()).collect();
    place.chase(&format!("view {sides} -o p.html")).fine();
    let of_page = |name: &str| {
        let pair = head_of(&text(&place, name));
        let runs = pair["pair"]["differing"].as_array().expect("runs").clone();
        let cycles = runs.iter().flat_map(|run| {
            let ends = [run[0].as_u64(), run[1].as_u64()].map(|end| end.expect("a cycle"));
            (ends[0]..=ends[1]).map(Some)
        });
        cycles.collect::<Vec<_>>()
    };
    assert_eq!(of_page("p.html"), cycles);
    assert!(cycles.len() > 2);
    place.chase(&format!("view {sides} --from 2 --to 2 -o q.html")).fine();
    assert_eq!(of_page("q.html"), [Some(2)]);
    let (found, _) = blocks(&text(&place, "q.html"));
    let lines: usize = found[..2].iter().map(|block| block.lines().count()).sum();
    assert_eq!(lines, 2, "a cycle of each side");
}

#[test]
fn a_page_of_two_sides_needs_two_files_of_one_game() {
    let place = Place::new();
    let file = project("replays/police/S3.json");
    let replay = std::fs::read(&file).expect("a replay");
    let line = format!("diff - {file} --html p.html");
    let words: Vec<_> = line.split(' ').collect();
    place.chase_with(&words, replay).trouble(&["reads each of them twice"]);
    place.write("a.txt", "one\n");
    place.write("b.txt", "two\n");
    place.chase("diff a.txt b.txt --html p.html").trouble(&["there is nothing to draw"]);
    place.chase("view a.txt b.txt -o p.html").trouble(&["there is nothing to draw"]);
    let checkers = project("replays/animal-checkers/capture.json");
    place
        .chase(&format!("view {file} {checkers} -o p.html"))
        .trouble(&["traces of different games"]);
    place
        .chase(&format!("view {file} {file} --as D2 -o p.html"))
        .status(2)
        .stderr_has("cannot be used with");
    assert_eq!(place.names(), ["a.txt", "b.txt"], "nothing is left behind");
    place.write("p.html", "mine");
    place.chase(&format!("diff {file} {file} --html p.html")).trouble(&["p.html"]);
    assert_eq!(place.read("p.html"), b"mine");
    place.chase(&format!("diff {file} {file} --html p.html --force")).status(0);
    assert_eq!(head_of(&text(&place, "p.html"))["pair"]["told"]["same"], true);
}

#[test]
fn a_part_that_only_one_side_has_is_shown_and_one_that_none_has_is_refused() {
    let place = Place::new();
    let [long, short] = ["S1", "S3"].map(|name| project(&format!("replays/police/{name}.json")));
    for part in ["--from 100", "--to 100", "--from 100 --to 120"] {
        let line = format!("view {long} {short} {part} -o p.html");
        place.chase(&line).trouble(&["the last on either side is"]);
    }
    let sides = [format!("{long} {short}"), format!("{short} {long}")];
    for (n, sides) in sides.iter().enumerate() {
        let line = format!("view {sides} --from 7 -o part-{n}.html");
        place.chase(&line).status(0);
        let head = head_of(&text(&place, &format!("part-{n}.html")));
        let chunks = |n: usize| head["sides"][n]["chunks"].as_array().expect("chunks").len();
        assert_eq!((chunks(n), chunks(1 - n)), (1, 0));
        assert_eq!(head["pair"]["overlay"], true, "the board of both is known");
        assert_ne!(head["stage"]["places"], serde_json::json!([]));
    }
}

#[test]
fn a_transcript_has_its_detectives_where_the_replay_has_them() {
    let place = Place::new();
    let line = "record scotland-yard --detectives white,blue,red --seed 1 -o x.json --trace never";
    place.chase(line).status(0);
    let transcript = place.chase("replay x.json").status(0).stdout;
    place.write("x.txt", &transcript);
    place.chase("view x.json x.txt -o p.html").fine();
    let (found, _) = blocks(&text(&place, "p.html"));
    // What a patch says of the pieces of the first round: all of those but Mr X's stand in both.
    let detectives = |side: usize| {
        let first = found[side].lines().next().expect("a line");
        let patch: Value = serde_json::from_str(first).expect("JSON");
        let pieces = patch["P"].as_array().expect("pieces").clone();
        pieces.into_iter().filter(|piece| piece[0] != 0).collect::<Vec<_>>()
    };
    assert_eq!(detectives(0).len(), 3);
    assert_eq!(detectives(0), detectives(1));
}

#[test]
fn nobody_moves_over_an_hour_that_a_transcript_lacks() {
    let place = Place::new();
    let file = project("replays/police/S3.json");
    let transcript = place.chase(&format!("replay {file}")).fine().stdout;
    let hour = |n: usize| transcript.find(&format!("Hour {n}\n")).expect("an hour");
    let gap = format!("{}{}", &transcript[..hour(2)], &transcript[hour(3)..]);
    place.write("gap.txt", &gap);
    place.chase(&format!("view gap.txt {file} -o p.html")).status(0);
    let (found, _) = blocks(&text(&place, "p.html"));
    let arrows = |line: &str| {
        let patch: Value = serde_json::from_str(line).expect("JSON");
        patch.get("a").is_some()
    };
    let after: Vec<_> = found[1].lines().map(arrows).collect();
    assert_eq!(after.len(), 3, "hours 3 to 5");
    assert!(!after[0]);
}

/// The folder of the program with known faults: see tests/faulty.
#[cfg(unix)]
fn examples() -> std::path::PathBuf {
    std::path::PathBuf::from(program()).with_file_name("examples")
}

#[cfg(unix)]
#[test]
fn every_kept_case_has_a_page_with_its_report() {
    let place = Place::new();
    let faulty = examples().join("faulty");
    let line =
        format!("grade --part stage-1 --cases 3 --keep kept -- {} wrong-tie", faulty.display());
    place.chase(&line).status(1);
    let cases: Vec<_> = std::fs::read_dir(place.file("kept")).expect("cases").collect();
    assert!(!cases.is_empty());
    for case in cases {
        let name = case.expect("a case").file_name();
        let name = format!("kept/{}", name.to_string_lossy());
        let head = head_of(&text(&place, &format!("{name}/report.html")));
        let told = head["pair"]["told"]["text"].as_str().expect("the report");
        let report = text(&place, &format!("{name}/report.txt"));
        assert_eq!(told, report, "the page says all that the report says");
        let headline = head["pair"]["told"]["headline"].as_str();
        assert_eq!(headline, report.lines().next());
        let places = head["stage"]["places"].as_array().expect("a board");
        assert!(!places.is_empty(), "the scenario is known");
        assert_eq!(head["pair"]["sides"][0]["name"], "actual.txt");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_course_has_an_index_and_each_student_a_page_of_its_own() {
    const HOSTILE: &str = "<img src=x onerror=alert(1)>&\"#%41";
    let place = Place::new();
    let faulty = examples().join("faulty");
    for (name, fault) in
        [(HOSTILE, "wrong-tie"), ("zoe", "garbage"), ("max", "wrong-tie"), ("ok", "none")]
    {
        let folder = place.file("all").join(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        let script = format!("#!/bin/sh\nexec {} {fault} \"$@\"\n", faulty.display());
        std::fs::write(folder.join("game"), script).expect("a program");
    }
    place.shell("chmod +x all/*/game").status(0);
    let allow = examples();
    let line = format!(
        "grade --all all --program ./game -o report --part stage-1 --cases 2 --allow {}",
        allow.display()
    );
    place.chase(&line).status(1);
    let index = text(&place, "report/index.html");
    let folder = "./submissions/%3Cimg%20src%3Dx%20onerror%3Dalert%281%29%3E%26%22%23%2541";
    let link = format!("<a href=\"{folder}/feedback.html\">&lt;img");
    assert!(index.contains(&link), "{index}");
    assert!(!index.contains("<img") && index.contains("./submissions/zoe/feedback.html"));
    for name in ["zoe", "max"] {
        let own = text(&place, &format!("report/submissions/{name}/feedback.html"));
        assert!(own.contains("score: 0.0 of 20"), "{own}");
        let mut all = own.clone();
        let pages = own.split("href=\"./cases/").skip(1);
        let pages: Vec<_> = pages.filter_map(|rest| rest.split('"').next()).collect();
        assert!(!pages.is_empty(), "{own}");
        for page in pages {
            let page = text(&place, &format!("report/submissions/{name}/cases/{page}"));
            let (found, around) = blocks(&page);
            assert!(around.contains("default-src 'none'"), "{around}");
            // The page's own parts name nobody.
            all += &found.concat();
        }
        let others = [HOSTILE, "zoe"].into_iter().filter(|other| *other != name);
        for other in others {
            let is_there = all.contains(&other.replace('<', "&lt;")) || all.contains(other);
            assert!(!is_there, "{other} in {name}'s");
        }
    }
    let own = text(&place, &format!("report/submissions/{HOSTILE}/feedback.html"));
    assert!(!own.contains("<img") && own.contains("&lt;img src=x"), "{own}");
    // What was graded is not done again, and has its page still.
    place.chase(&format!("{line} --resume")).status(1);
    assert_eq!(text(&place, "report/index.html"), index);
}

#[test]
fn a_match_has_a_page_with_the_lost_games_first() {
    let place = Place::new();
    let line = "match animal-checkers --player greedy --player random --games 4 --seed 3";
    let shown = place.chase(&format!("{line} --replays games --html out.html")).status(0);
    let page = text(&place, "out.html");
    let words = "<pre tabindex=\"0\" role=\"region\" aria-label=\"the whole report\">";
    let (_, report) = page.split_once(words).expect("the report");
    assert!(report.starts_with(&shown.stdout), "{page}");
    let mut links = 0;
    for link in page.split("href=\"./games/").skip(1) {
        let name = link.split('"').next().expect("a link");
        assert!(text(&place, &format!("games/{name}")).starts_with("<!DOCTYPE html>"));
        links += 1;
    }
    assert_eq!(links, 12, "four games, for each player and in all");
    let sections = page.split("<h2").filter(|it| it.starts_with(" id=\"player-"));
    assert_eq!(sections.clone().count(), 2, "{page}");
    for section in sections {
        let results = section.split("<td>").filter_map(|cell| cell.split('<').next());
        let results: Vec<_> = results
            .filter_map(|it| ["lost", "shared", "won"].iter().position(|word| *word == it))
            .collect();
        assert_eq!(results.len(), 4, "{section}");
        assert!(results.is_sorted(), "{section}");
    }
    place.chase(&format!("{line} --html out.html")).trouble(&["this file exists already"]);
    assert_eq!(text(&place, "out.html"), page);
    place.chase(&format!("{line} --html bare.html")).status(0);
    assert!(!text(&place, "bare.html").contains("href=\"./"));
}

/// The rows of a table of a page, by its label: the text of each cell.
fn rows_of(page: &str, label: &str) -> Vec<Vec<String>> {
    let table = page.split_once(&format!("aria-label=\"{label}\"><table>"));
    let (_, table) = table.expect("the table");
    let (table, _) = table.split_once("</table>").expect("its end");
    let words = |cell: &str| {
        let tags = cell.split('<').skip(1);
        tags.filter_map(|it| it.split_once('>')).map(|it| it.1).collect::<String>()
    };
    let rows = table.split("<tr>").skip(2);
    let cells = |row: &str| {
        let cells = row.split("</td>").filter(|cell| cell.contains("<td"));
        cells.map(|cell| words(cell).trim().to_owned()).collect()
    };
    rows.map(cells).collect()
}

#[test]
fn a_page_of_a_match_has_the_ratings_of_the_report_and_a_cross_table() {
    let place = Place::new();
    let line = "match animal-checkers --player random --player greedy --player alphabeta:depth=1 \
                --games 4 --seed 3 --html out.html";
    let report = place.chase(line).status(0).stdout.clone();
    let page = text(&place, "out.html");
    let standings = rows_of(&page, "standings");
    // The second table of the report is sorted by the ratings: so is the page.
    let (_, rated) = report.split_once("     Elo\n").expect("ratings");
    let rated = rated.lines().take(3).map(|line| {
        let (name, elo) = line.split_once(' ').expect("two columns");
        (name.to_owned(), elo.trim().to_owned())
    });
    let shown = standings.iter().map(|row| (row[1].clone(), row[2].clone()));
    assert_eq!(shown.collect::<Vec<_>>(), rated.collect::<Vec<_>>());
    assert_eq!(standings[0][0], "1");
    for row in &standings {
        let line = report.lines().find(|it| it.starts_with(&row[1])).expect("its line");
        for cell in [&row[7], &row[8], &row[9]] {
            assert!(line.contains(&**cell), "{cell} is not in {line}");
        }
    }
    let crossed = rows_of(&page, "cross table");
    let names = |rows: &[Vec<String>]| rows.iter().map(|row| row[1].clone()).collect::<Vec<_>>();
    assert_eq!(names(&crossed), names(&standings));
    for (n, row) in crossed.iter().enumerate() {
        let cell = |n: usize, other: usize| {
            crossed[n][2 + other].split_once('/').map(|(points, games)| {
                (points.parse::<f64>().expect("points"), games.parse::<f64>().expect("games"))
            })
        };
        let met: Vec<_> = (0..3).filter_map(|other| cell(n, other)).collect();
        assert_eq!(met.len(), 2, "nobody plays itself: {row:?}");
        let sums = met.iter().fold((0.0, 0.0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
        assert_eq!(format!("{:.2}", sums.0), standings[n][7], "{row:?}");
        assert_eq!(sums.1.to_string(), standings[n][3], "{row:?}");
        for other in (0..3).filter(|other| *other != n) {
            let (mine, theirs) = (cell(n, other), cell(other, n));
            let (mine, theirs) = (mine.expect("games"), theirs.expect("games"));
            assert_eq!(mine.0 + theirs.0, mine.1, "every point of a game is somebody's");
        }
    }
    // A name leads to the games of the player.
    let links: Vec<_> =
        page.split("href=\"#").skip(1).filter_map(|it| it.split('"').next()).collect();
    assert_eq!(links.len(), 6, "{links:?}");
    for link in links {
        assert!(page.contains(&format!("<h2 id=\"{link}\">")), "{link}");
    }
}

#[test]
fn a_page_of_a_duel_has_the_elo_of_its_report_and_the_winner_first() {
    let place = Place::new();
    let line = "match animal-checkers --player random --player alphabeta:depth=1 --games 4 --seed 3 --html out.html";
    let report = place.chase(line).status(0).stdout.clone();
    let page = text(&place, "out.html");
    let elo = report.lines().find(|line| line.starts_with("Elo of random against"));
    assert!(page.contains(&format!("<p>{}</p>", elo.expect("the Elo"))), "{page}");
    let standings = rows_of(&page, "standings");
    assert_eq!(standings[0][1], "alphabeta:depth=1");
}

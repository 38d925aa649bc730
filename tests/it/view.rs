//! `chase view`: a page that needs nothing but itself, for whoever may see it.

use std::io::Read as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use serde_json::Value;

use super::harness::{Place, project};

crate::tables::table!();

/// The blocks of data of a page, unpacked, the head last; and the page without them.
pub fn blocks(page: &str) -> (Vec<String>, String) {
    const OPEN: &str = "<script type=\"application/octet-stream\"";
    let (mut rest, mut around, mut found) = (page, String::new(), Vec::new());
    while let Some(start) = rest.find(OPEN) {
        around.push_str(&rest[..start]);
        let text = &rest[start..];
        let (begin, end) = (text.find('>'), text.find("</script>"));
        let (begin, end) = (begin.expect("an open tag"), end.expect("a closed one"));
        let packed = STANDARD.decode(&text[begin + 1..end]).expect("base64");
        let mut unpacked = String::new();
        let read = GzDecoder::new(&packed[..]).read_to_string(&mut unpacked);
        read.expect("gzip of text");
        found.push(unpacked);
        rest = &text[end..];
    }
    around.push_str(rest);
    (found, around)
}

fn page_of(arguments: &str) -> String {
    let place = Place::new();
    let line = format!("view {arguments} -o {}", place.file("p.html").display());
    place.chase(&line).fine();
    String::from_utf8(place.read("p.html")).expect("a page is UTF-8")
}

pub fn head_of(page: &str) -> Value {
    let (blocks, _) = blocks(page);
    serde_json::from_str(blocks.last().expect("a head")).expect("the head is JSON")
}

#[test]
fn a_page_is_small_and_names_nothing_outside_itself() {
    let page = page_of(&project("replays/police/S3.json"));
    assert!(page.len() < 150_000, "{} bytes", page.len());
    let (_, around) = blocks(&page);
    // A hash may hold any two letters of base64.
    let hashes = around.split('\'').filter(|part| !part.starts_with("sha256-"));
    let around: String = hashes.collect();
    for word in [
        "{game}",
        "http:",
        "https",
        "//",
        "import",
        "fetch(",
        "innerHTML",
        "@SCRIPT@",
        " style=",
        "onload=",
    ] {
        assert!(!around.contains(word), "`{word}` stands in the page");
    }
}

#[test]
fn a_page_says_in_its_head_how_a_game_ended_and_to_whom_it_may() {
    for (arguments, title) in [
        ("police/S3.json", "D1 caught the thief in darwin, hour 5"),
        ("police/S3.json --as D2", "The detectives caught the thief, hour 5"),
        ("animal-checkers/illegal_move.json", "greedy beat agent: by an illegal move, move 5"),
        ("scotland-yard/captured.json --as detectives", "The detectives caught Mr X, round 5"),
    ] {
        let page = page_of(&project(&format!("replays/{arguments}")));
        let title_tag = format!("<title>{title}</title>");
        let preview = format!("<meta property=\"og:title\" content=\"{title}\">");
        assert!(page.contains(&title_tag), "{arguments}");
        assert!(page.contains(&preview), "{arguments}");
        let head = head_of(&page);
        assert_eq!(head["summary"]["is_over"], true, "{arguments}");
        let is_open = !arguments.contains("--as");
        let players = head["summary"]["players"].as_array().expect("a list");
        assert!(players.iter().all(|it| (it["player"] != "") == is_open), "{players:?}");
    }
}

#[test]
fn a_page_holds_every_cycle_once() {
    for (file, last) in [("replays/police/S3.json", 5), ("replays/scotland-yard/escaped.json", 7)] {
        let page = page_of(&project(file));
        let (blocks, _) = blocks(&page);
        let head = head_of(&page);
        let lines: usize =
            blocks[..blocks.len() - 1].iter().map(|block| block.lines().count()).sum();
        assert_eq!(head["sides"][0]["last"], last, "{file}");
        assert_eq!(lines as u64, last + 1, "{file}");
    }
}

#[test]
fn every_game_is_drawn() {
    for game in chase::project_games().all() {
        let folder = project(&format!("replays/{}", game.name()));
        let mut files = std::fs::read_dir(folder).expect("a folder of replays");
        let file = files.next().expect("a replay").expect("a replay").path();
        let page = page_of(&file.display().to_string());
        let stage = &head_of(&page)["stage"];
        for part in ["places", "actors", "heads"] {
            let part = stage[part].as_array().expect("a list");
            assert!(!part.is_empty(), "{}: {stage}", game.name());
        }
    }
}

#[test]
fn a_page_for_a_viewer_names_no_file_no_seed_and_no_seal() {
    let file = project("replays/scotland-yard/escaped.json");
    let page = page_of(&format!("{file} --as detectives"));
    let (blocks, around) = blocks(&page);
    let all = blocks.concat() + &around;
    let replay = std::fs::read_to_string(&file).expect("a replay");
    let replay: Value = serde_json::from_str(&replay).expect("a replay");
    let seal = replay["cycles"][1]["seal"].as_str().expect("a seal").to_owned();
    for secret in ["escaped.json", "\"seed\"", &seal] {
        assert!(!all.contains(secret), "`{secret}` stands in the page");
    }
    assert_eq!(head_of(&page)["statements"], Value::Array(Vec::new()));
    let open = page_of(&file);
    assert_eq!(head_of(&open)["name"], "escaped.json");
}

#[test]
fn a_span_of_cycles_is_a_page_of_its_own() {
    let file = project("replays/police/S3.json");
    let head = head_of(&page_of(&format!("{file} --from 2 --to 3")));
    assert_eq!(head["sides"][0]["first"], 2);
    assert_eq!(head["sides"][0]["last"], 3);
    let place = Place::new();
    let page = place.file("p.html");
    let line = |more: &str| format!("view {file} -o {} {more}", page.display());
    place.chase(&line("--from 3 --to 2")).trouble(&["--from 3 comes after --to 2"]);
    place.chase(&line("--to 9")).trouble(&["hour 9"]);
    place.chase(&line("--as nobody")).trouble(&["there is no view `nobody`"]);
    assert_eq!(place.names(), Vec::<String>::new(), "nothing is left behind");
}

#[test]
fn a_page_replaces_no_file_unless_told_to() {
    let place = Place::new();
    let page = place.write("p.html", "mine");
    let file = project("replays/police/S3.json");
    let line = format!("view {file} -o {}", page.display());
    place.chase(&line).trouble(&["p.html"]);
    assert_eq!(place.read("p.html"), b"mine");
    place.chase(&format!("{line} --force")).fine();
    assert!(place.read("p.html").starts_with(b"<!DOCTYPE html>"));
    // The same page again is no other file.
    place.chase(&line).fine();
}

#[test]
fn without_a_terminal_a_page_needs_a_file() {
    let file = project("replays/police/S3.json");
    Place::new().chase(&format!("view {file}")).trouble(&["-o FILE"]);
}

#[test]
fn names_stay_data() {
    let place = Place::new();
    let replay = std::fs::read_to_string(project("replays/police/S3.json")).expect("a replay");
    let page = page_of(&project("replays/police/S3.json"));
    assert!(replay.contains("hobart") && !page.contains("hobart"));
    let svg = place.file("m.svg");
    let file = project("replays/police/S3.json");
    let line = format!("view {file} --svg --hour 3 -o {}", svg.display());
    place.chase(&line).fine();
    let drawing = String::from_utf8(place.read("m.svg")).expect("a drawing is UTF-8");
    assert!(drawing.starts_with("<svg xmlns=") && drawing.contains(">hobart</text>"));
    assert_eq!(drawing.matches("class=\"piece\"").count(), 5);
    assert_eq!(drawing.matches("class=\"arrow plans\"").count(), 4);
    // Without a cycle it is the last one, and without a file it goes to standard output.
    let last = place.chase(&format!("view {file} --svg --hour -1 -o -")).fine().stdout;
    place.chase(&format!("view {file} --svg")).fine().stdout_is(&last);
}

#[test]
fn a_page_for_a_detective_of_the_chase_holds_no_getaway_and_no_other_agent() {
    let file = project("replays/police/S3.json");
    let page = page_of(&format!("{file} --as D2"));
    let stage = &head_of(&page)["stage"];
    let places = stage["places"].as_array().expect("cities");
    assert!(places.iter().all(|place| place["kind"] != 2), "no getaway");
    assert!(!stage.to_string().contains("getaway"), "no word of it: {stage}");
    let (blocks, _) = blocks(&page);
    let first = blocks[0].lines().next().expect("hour 0");
    let scene: Value = serde_json::from_str(first).expect("a scene");
    let hidden = scene["P"].as_array().expect("pieces").iter();
    let hidden = hidden.filter(|piece| piece[1] == -1).count();
    assert_eq!(hidden, 4, "all but D2, as far as no tip tells: {first}");
    // The thief's stamina and those of the others stand nowhere.
    assert_eq!(first.matches(",100]").count(), 1, "{first}");
}

#[test]
fn a_map_stands_where_a_file_of_places_says() {
    let place = Place::new();
    // Every city on one line, the highest ID on the left.
    let lines: String = (0..10).map(|n| format!("{n} {} 7\n", 100 - n)).collect();
    place.write("pos.txt", &lines);
    let file = project("replays/police/S3.json");
    let at = place.file("pos.txt").display().to_string();
    let stage = head_of(&page_of(&format!("{file} --places {at}")))["stage"].clone();
    let cities = stage["places"].as_array().expect("cities").iter();
    let xs: Vec<_> = cities.map(|city| city["at"][0].as_i64()).collect();
    assert!(xs.windows(2).all(|pair| pair[0] > pair[1]), "{xs:?}");
    let own = project("data/scotland-yard/tiny/pos.txt");
    let board = project("replays/scotland-yard/escaped.json");
    let page = place.file("p.html");
    let line =
        |file: &str, places: &str| format!("view {file} --places {places} -o {}", page.display());
    place.write("bad.txt", "0 1 1\n1 1\n");
    let bad = place.file("bad.txt").display().to_string();
    let found = "bad.txt:2: `1 1`; expected a place, its x and its y";
    place.chase(&line(&file, &bad)).trouble(&[found]);
    place.chase(&line(&board, &at)).trouble(&["pos.txt:1: there is no place 0"]);
    place.chase(&line(&board, &own)).fine();
    let grid = project("replays/robots/won.json");
    let said = "the rules of robots fix its places";
    place.chase(&line(&grid, &own)).trouble(&[said]);
}

#[test]
fn a_page_for_everybody_shows_of_what_is_hidden_only_what_the_public_may_work_out() {
    let heat = |arguments: &str| {
        let (blocks, _) = blocks(&page_of(arguments));
        let scenes = blocks[..blocks.len() - 1].iter().flat_map(|it| it.lines());
        let scenes = scenes.map(|line| serde_json::from_str::<Value>(line).expect("a scene"));
        scenes.map(|scene| scene["h"].clone()).collect::<Vec<_>>()
    };
    let file = project("replays/scotland-yard/escaped.json");
    let open = heat(&file);
    assert!(open.iter().filter(|heat| heat.is_array()).count() > 2, "{open:?}");
    assert_eq!(open, heat(&format!("{file} --as detectives")));
}

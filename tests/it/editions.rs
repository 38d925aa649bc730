//! Editions of the chase: programs that print as those of other terms do are held against their own
//! edition, and told so.

use crate::harness::{Place, Ran, data, faulty};

/// A right program of the edition of 2023 and 2024.
const DETECTIVES: &str = r#"
    sed -e 's/^POLICE ACADEMY 2521$/DETECTIVE ACADEMY 2521/' \
        -e 's/^Agents, to your cars/Detectives, to your cars/'
"#;

/// A right program of COMP1927.
const COMP1927: &str = r#"
    sed -e 's/^POLICE ACADEMY 2521$/POLICE ACADEMY 1927/' -e '
        /Number of cities: /{
            N
            s/Number of cities: \([0-9]*\)\nNumber of roads: \([0-9]*\)$/V=\1, E=\2/
        }
        / has roads to:/{
            s/^\[\([0-9]*\)\] .* has roads to:\(.*\)$/\1@\2,#/
            :road
            s/^\([0-9]*\)@ \[\([0-9]*\)\] [^(]*(\([0-9]*\)),\([^#]*\)#\(.*\)$/\1@\4#\5\1-\2 : \3 /
            t road
            s/^[0-9]*@,*#//
            /^$/d
        }
        s/^\(.*\) is at \[\([0-9]*\)\] \(.*\) with \([0-9]*\) stamina$/\1 \4 \3 (\2)/
    '
"#;

/// Grades a right program whose output goes through a filter.
fn grade(place: &Place, words: &str, filter: &str) -> Ran {
    let faulty = faulty();
    let folder = faulty.parent().expect("a folder of examples");
    let script = format!("#!/bin/sh\n{} none \"$@\" |{filter}", faulty.display());
    place.write("game", script);
    place.shell("chmod +x game").status(0);
    place.chase(&format!("grade {words} --allow {} -- ./game", folder.display()))
}

#[test]
fn programs_of_each_edition_pass_and_are_told_so() {
    for (filter, names, banner) in [
        (DETECTIVES, "2023 and 2024", "DETECTIVE ACADEMY 2521"),
        (COMP1927, "comp1927", "POLICE ACADEMY 1927"),
    ] {
        let place = Place::new();
        let ran = grade(&place, "--exact", filter).status(0);
        ran.stdout_has("\nscore: 80.0 of 80\n").stdout_has(&format!(
            "edition {names}, guessed from the banner `{banner}`; name another with --edition\n"
        ));
    }
}

#[test]
fn an_edition_that_is_asked_for_is_the_one_that_counts() {
    for (words, filter, first) in [
        (
            "--edition 2022",
            DETECTIVES,
            "line 2 is `DETECTIVE ACADEMY 2521` where the reference has `POLICE ACADEMY 2521`",
        ),
        (
            "--edition 2024",
            COMP1927,
            "line 2 is `POLICE ACADEMY 1927` where the reference has `DETECTIVE ACADEMY 2521`",
        ),
        (
            "--edition COMP1927",
            " cat",
            "line 2 is `POLICE ACADEMY 2521` where the reference has `POLICE ACADEMY 1927`",
        ),
    ] {
        let place = Place::new();
        let ran = grade(&place, &format!("--part stage-0 {words}"), filter);
        ran.stdout_has(first).stdout_has(", as --edition asks\n");
    }
    let place = Place::new();
    let ran = grade(&place, "--edition 2521", DETECTIVES);
    ran.trouble(&["no edition is called `2521`", "the editions are 2022, 2023, 2024, comp1927"]);
}

#[test]
fn a_map_without_names_is_held_against_the_roads() {
    for (mistake, what) in [
        ("s/^0-1 : [0-9]*/0-1 : 99/", "`map` shows the roads of city 0 as `0-1 : 99"),
        ("/^1-/d", "`map` ends before the roads of city 1"),
        ("s/E=\\([0-9]*\\)/E=1\\1/", "roads, there are"),
    ] {
        let place = Place::new();
        let filter = format!("{} | sed -e '{mistake}'", COMP1927.trim_end());
        let ran = grade(&place, "--part map", &filter).status(1);
        ran.stdout_has(what);
    }
    // Who prints no names has to print them in the other editions.
    let place = Place::new();
    let filter = format!("{} | sed -e 's/ACADEMY 1927/ACADEMY 2521/'", COMP1927.trim_end());
    let ran = grade(&place, "--part map", &filter).status(1);
    ran.stdout_has("`map` printed no `Number of cities:`");
}

#[test]
fn verify_and_diff_go_by_the_banner() {
    let place = Place::new();
    let [cities, agents] = ["citiesMedium", "agentsS1"].map(data);
    let scenario = format!("{cities} {agents} 10 1");
    for (name, filter) in [("2022", " cat"), ("2023", DETECTIVES), ("1927", COMP1927)] {
        let (program, filter) = (faulty(), filter.trim_end());
        let script = format!("{} none {scenario} |{filter} > {name}.txt", program.display());
        place.write("game", format!("printf 'map stats step stats run' | {script}"));
        place.shell("sh game").status(0);
    }
    place.chase(&format!("verify --exact 2022.txt --scenario {scenario}")).fine();
    for (file, remark) in [
        ("2023.txt", "the banner `DETECTIVE ACADEMY 2521` is that of edition 2023 and 2024"),
        ("1927.txt", "the banner `POLICE ACADEMY 1927` is that of edition comp1927"),
    ] {
        let ran = place.chase(&format!("verify --exact {file} --scenario {scenario}"));
        ran.status(0).stdout_has(remark);
        let ran = place.chase(&format!("diff {file} 2022.txt"));
        ran.status(0).stdout_has(remark);
        place.chase(&format!("diff --exact {file} 2022.txt")).status(1);
    }
}

/// The output of a right program for a chase of ten hours, through a filter.
fn transcript(
    place: &Place,
    name: &str,
    [cities, agents]: [&str; 2],
    input: &str,
    filter: &str,
) -> String {
    let scenario = format!("{} {} 10 2", data(cities), data(agents));
    let (program, filter) = (faulty(), filter.trim_end());
    let script =
        format!("printf '{input}' | {} none {scenario} |{filter} > {name}", program.display());
    place.write("transcript", script);
    place.shell("sh transcript").status(0);
    scenario
}

#[test]
fn prints_before_the_banner_hide_no_edition() {
    let place = Place::new();
    let filter = format!("{} | {{ seq 5; cat; }}", COMP1927.trim_end());
    let ran = grade(&place, "--part map", &filter);
    ran.status(0).stdout_has("edition comp1927, guessed from the banner `POLICE ACADEMY 1927`");
}

const TOLD: [&str; 2] = ["citiesInformants", "agentsS3"];
const INPUT: &str = "stats step stats step stats step stats run";

#[test]
fn goals_and_stars_of_comp1927_are_checked_where_they_are_shown() {
    let place = Place::new();
    // D1 starts beside an informant and hears where the thief is: in brisbane.
    let document = format!(
        r"{} | sed -e 's/^\(T [0-9]* .*([0-9]*)\)$/\1 melbourne (2)/' \
            -e '/^[TD][1-4]* [0-9]/s/ (\([18]\))/ (\1*)/'",
        COMP1927.trim_end()
    );
    let scenario = transcript(&place, "ours.txt", TOLD, INPUT, &document);
    let verify = |name: &str| place.chase(&format!("verify {name} --scenario {scenario}"));
    verify("ours.txt").fine();
    place.chase("diff ours.txt ours.txt").fine();
    for (n, (mistake, what)) in [
        (
            "/^T /s/melbourne (2)/perth (3)/",
            "the transcript says getaway: [3], but the scenario has [2]",
        ),
        ("0,/(8\\*)/s//(8)/", "D1.informant was 1, now it is 0"),
        ("0,/^\\(D2 .*\\)(2)/s//\\1(2*)/", "D2.informant was 0, now it is 1"),
        (
            "0,/^D1 .*(8\\*)/s//& perth (3)/",
            "it shows a tip that leads to [3] perth, but should show",
        ),
        (
            "0,/^D1 [0-9]*/s//D1 -7/",
            "it shows stamina -7 (it has spent more than it had), but should",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("wrong{n}.txt");
        transcript(&place, &name, TOLD, INPUT, &format!("{document} | sed -e '{mistake}'"));
        verify(&name).status(1).stdout_has(what);
    }
}

#[test]
fn values_that_there_cannot_be_are_wrong_values() {
    for (mistake, what) in [
        (
            "0,/with [0-9]* stamina/s//with -1 stamina/",
            "T: it shows stamina -1 (it has spent more than it had), but should show stamina 500",
        ),
        (
            "0,/with [0-9]* stamina/s//with 99999999999999999999 stamina/",
            "T: it shows stamina 99999999999999999999, but should show stamina 500",
        ),
        ("/Hour 1$/,/^$/s/^  [ 0-9]/ -1/", "T: it is in [-1], but there is no such city"),
        ("/Hour 1$/,/^$/s/^  [ 0-9]/999/", "[999] (no such city)"),
        ("/Hour 2$/,/^$/s/^  [ 0-9]/2147483648/", "T: it is in [2147483648], but there is no"),
    ] {
        let place = Place::new();
        let filter = format!(" sed -e '{mistake}'");
        let scenario = transcript(&place, "ours.txt", TOLD, INPUT, &filter);
        let ran = place.chase(&format!("verify ours.txt --scenario {scenario}"));
        ran.status(1).stdout_has(what);
        transcript(&place, "ref.txt", TOLD, INPUT, " cat");
        place.chase("diff ours.txt ref.txt").status(1);
    }
}

#[test]
fn a_client_that_goes_on_when_its_input_has_ended_is_not_held_against_a_program() {
    // With the last command until the chase is over; and once, without another prompt.
    for (more, filter) in
        [("yes step | head -n 200", "cat"), ("echo step", "sed -e '$s/Enter command: $//'")]
    {
        let place = Place::new();
        let (faulty, folder) = (faulty(), faulty().parent().map(|it| it.display().to_string()));
        let script = format!(
            "#!/bin/sh\n(cat; {more}) 2>/dev/null | {} none \"$@\" | {filter}",
            faulty.display()
        );
        place.write("game", script);
        place.shell("chmod +x game").status(0);
        let folder = folder.expect("a folder of examples");
        let ran = place.chase(&format!("grade --exact --part stage-0 --allow {folder} -- ./game"));
        ran.status(0);
    }
    let place = Place::new();
    let scenario = transcript(&place, "two.txt", TOLD, "step step", " cat");
    let cut = " sed -e '$s/Enter command: $//'";
    transcript(&place, "three.txt", TOLD, "step step step", cut);
    place.chase(&format!("verify two.txt --scenario {scenario}")).fine();
    let ran = place.chase("diff three.txt two.txt").status(0);
    ran.stdout_has("ours goes on for 1 hour, each after a prompt, where theirs ends at a prompt");
    // Hours that nobody asked for do count, and so does one hour without a prompt behind it.
    transcript(&place, "run.txt", TOLD, "step step run", " cat");
    place.chase("diff run.txt two.txt").status(1);
    transcript(&place, "one.txt", TOLD, "step", cut);
    place.chase(&format!("verify one.txt --scenario {scenario}")).status(1);
}

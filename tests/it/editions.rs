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

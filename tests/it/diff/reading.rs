//! Transcripts as people have them: captured, piped, edited, cut off.

use super::{against_reference, json, reference};
use crate::harness::{Place, project};

#[track_caller]
fn same(ours: impl AsRef<[u8]>) {
    let ran = against_reference(ours, "").fine();
    ran.stdout_has("\nthe same: all 6 hours\n");
}

/// Example S3 as our own program writes it to a pipe, with these commands.
fn piped(commands: &str) -> String {
    let place = Place::new();
    let [cities, agents] = [
        "data/police/citiesInformants.data",
        "data/police/agentsS3.data",
    ];
    let (cities, agents) = (project(cities), project(agents));
    let args = ["play", "police", &cities, &agents, "10", "2"];
    place.chase_with(&args, commands).fine().stdout
}

#[test]
fn line_ends_and_trailing_blanks_do_not_matter() {
    same(reference().replace('\n', "\r\n"));
    same(reference().replace('\n', "  \t\n"));
    same(reference().trim_end());
    same(format!("\u{feff}{}", reference()));
}

#[test]
fn banners_of_any_edition_and_none_are_passed_over() {
    let text = reference();
    let hours = text.find("Hour 0").expect("hour 0");
    same(&text[hours..]);
    same(format!(
        "POLICE ACADEMY 1927\nwelcome, officer\n\n{}",
        &text[hours..]
    ));
    same(format!("$ gcc -o game *.c\n$ {text}"));
}

#[test]
fn prompts_commands_stats_maps_and_repeated_displays_are_no_difference() {
    same(piped("run"));
    same(piped(
        "map stats step\nstats display nonsense\nstep display display run\n",
    ));
    // typed at a terminal, where the commands are echoed
    same(reference().replace(
        "Hour 3\n",
        "Enter command: what now\nEnter command: display\nHour 2\n  T  D1  D2  D3  D4\n  9   5   \
         5   0   5\n\nEnter command: \nEnter command: run\nHour 3\n",
    ));
    same(reference().replace("Enter command: run\n", "run\n"));
}

#[test]
fn an_hour_that_is_first_seen_in_stats_is_an_hour() {
    // given hour 2 shown by stats alone
    let ours = piped("step step\nstats run");
    let start = ours.rfind("Hour 2\n  T  D1").expect("hour 2");
    let end = start + ours[start..].find("\n\n").expect("its end") + 2;
    let ours = format!("{}{}", &ours[..start], &ours[end..]);
    assert_eq!(ours.matches("Hour 2\n").count(), 1, "{ours}");
    same(ours);
}

#[test]
fn a_display_that_contradicts_an_earlier_one_is_told_with_its_line() {
    let again = "Hour 2\n  T  D1  D2  D3  D4\n  9   5   5   0   5\n\n";
    let other = again.replace("  5   0   5", "  5   1   5");
    let ours = reference().replace(again, &format!("{again}{other}"));
    let ran = against_reference(ours, "").status(1);
    ran.stdout_has("remark: ours, line 23: hour 2 is shown again with D3 1, before it was 0");
}

#[test]
fn hours_out_of_order_are_told_and_those_in_order_compared() {
    let early = "Hour 1\n  T  D1  D2  D3  D4\n  4   0   1*  0   0\n\n";
    let ours = reference().replace("Hour 4\n", &format!("{early}Hour 4\n"));
    let ran = against_reference(ours, "").status(1);
    ran.stdout_has("hour 1 stands after hour 3");
}

#[test]
fn what_cannot_be_understood_is_told_with_line_and_column() {
    let text = reference();
    for (from, to, place, what) in [
        (
            "Hour 2\n",
            "Hour two\n",
            "ours.txt:17:6: ",
            "expected an hour's number",
        ),
        (
            "  9   5   5   0   5",
            "  9   5   5   x   5",
            "ours.txt:19:15: ",
            "expected a city's ID, for D3",
        ),
        (
            "  9   5   5   0   5",
            "  9   5   5   0   5   6",
            "ours.txt:19:20: ",
            "after five cities",
        ),
        (
            "  9   5   5   0   5",
            "  9   5",
            "ours.txt:19:8: ",
            "expected a city's ID, for D2",
        ),
        (
            "  9   5   5   0   5",
            " 99999999999  5 5 0 5",
            "ours.txt:19:2: ",
            "too large",
        ),
        (
            "Hour 3\n  T  D1  D2  D3  D4\n",
            "Hour 3\nsegmentation fault\n",
            "ours.txt:22:1: ",
            "expected the agents' line",
        ),
        (
            "Hour 3\n",
            "oops\nHour 3\n",
            "ours.txt:21:1: ",
            "`oops` is no line of a police transcript",
        ),
    ] {
        let ours = text.replacen(from, to, 1);
        assert_ne!(ours, text, "{from}");
        against_reference(ours, "").trouble(&[place, what]);
    }
    let twice = text.replace("YOU WIN", "YOU LOSE") + &text;
    let twice = twice.replace("YOU LOSE - THIEF CAUGHT!", "YOU WIN - THIEF CAUGHT!");
    let two = against_reference(twice, "").status(2);
    two.stdout_is("").stderr_has("a second game begins here");
}

#[test]
fn files_that_are_no_trace_are_trouble_and_never_a_difference() {
    against_reference("", "").trouble(&["ours.txt: an empty file"]);
    against_reference("hello\n", "").trouble(&["ours.txt: there is no transcript in it"]);
    against_reference([0u8, 1, 2, 3], "").trouble(&["ours.txt", "no text"]);
    let place = Place::new();
    place.write("ref.txt", reference());
    place
        .chase("diff missing.txt ref.txt")
        .trouble(&["missing.txt: cannot read"]);
    place
        .chase("diff ref.txt missing.txt")
        .trouble(&["missing.txt: cannot read"]);
    place
        .chase("diff . ref.txt")
        .trouble(&["it is a directory"]);
    place
        .chase("diff - -")
        .trouble(&["only one side can be standard input"]);
}

#[test]
fn a_transcript_cut_at_any_byte_differs_only_by_what_is_missing() {
    let text = reference();
    let first_row = text.find("9   8*").expect("hour 0");
    for end in 0..text.len() {
        let ran = against_reference(&text[..end], "--format json");
        if end <= first_row {
            assert_eq!(ran.status, Some(2), "{ran}");
            continue;
        }
        assert!(matches!(ran.status, Some(0 | 1)), "cut at {end}: {ran}");
        let report = json(&ran);
        let wrong = report["first"]["place"]["columns"].as_array();
        let wrong = wrong.into_iter().flatten();
        let wrong: Vec<_> = wrong
            .filter(|unlike| unlike["column"] != "ending")
            .collect();
        assert!(wrong.is_empty(), "cut at {end}: {wrong:?}");
        assert_eq!(report["counts"]["extra"], 0, "cut at {end}");
        let is_whole = text[end..].trim().is_empty();
        assert_eq!(report["same"], is_whole, "cut at {end}: {report}");
    }
}

#[test]
fn wide_ids_and_huge_hours_are_read() {
    let ours = "Hour 0\n  T  D1  D2  D3  D4\n100000 99999*12345 1 2\n\n\
                Hour 18446744073709551615\n  T  D1  D2  D3  D4\n  1   1   1   1   1\n";
    let place = Place::new();
    place.write("ours.txt", ours);
    place.chase("diff ours.txt ours.txt").fine();
    let past = ours.replace("Hour 18446744073709551615", "Hour 18446744073709551616");
    place.write("past.txt", past);
    place
        .chase("diff past.txt ours.txt")
        .trouble(&["past.txt:5:6", "expected an hour's number"]);
}

#[test]
fn long_transcripts_need_no_more_memory_than_short_ones() {
    let place = Place::new();
    place
        .chase("new police --cities 10 --two-coloured --seed 1 -o ten")
        .status(0);
    let files = "ten-cities.data ten-agents.data";
    let run = format!("echo run | $CHASE play police {files} 150000 7 > ours.txt");
    place.shell(&run).fine();
    let ours = String::from_utf8(place.read("ours.txt")).expect("text");
    assert!(ours.len() > 7_000_000, "{} bytes", ours.len());
    place.write("ref.txt", ours.replace("Hour 149999\n", "Hour 149999 \n"));
    let limited =
        format!("ulimit -v 64000; $CHASE diff ours.txt ref.txt --scenario {files} 150000 7");
    place
        .shell(&limited)
        .fine()
        .stdout_has("the same: all 150001 hours");
}

#[test]
fn hours_that_are_numbered_one_off_are_told() {
    let place = Place::new();
    place
        .chase("new police --cities 10 --two-coloured --seed 1 -o ten")
        .status(0);
    let words = "play police ten-cities.data ten-agents.data 30 7";
    let args: Vec<_> = words.split(' ').collect();
    let text = place.chase_with(&args, "run").fine().stdout;
    // given a program that leaves hour 5 out and numbers on
    let mut ours = String::new();
    for block in text.split("Hour ") {
        match block
            .split_once('\n')
            .and_then(|(hour, rest)| Some((hour.parse::<u32>().ok()?, rest)))
        {
            Some((5, _)) => {}
            Some((hour, rest)) if hour > 5 => ours += &format!("Hour {}\n{rest}", hour - 1),
            Some((hour, rest)) => ours += &format!("Hour {hour}\n{rest}"),
            None => ours += block,
        }
    }
    place.write("ours.txt", ours);
    place.write("ref.txt", text);
    let ran = place.chase("diff ours.txt ref.txt").status(1);
    ran.stdout_has("first difference: hour 5, ")
        .stdout_has("from here on ours shows what theirs shows 1 hour later");
}

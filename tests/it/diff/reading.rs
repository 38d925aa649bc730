//! Transcripts as people have them: captured, piped, edited, cut off.

use super::{against_reference, json, piped, reference};
use crate::harness::Place;

crate::tables::table!();

#[track_caller]
fn same(ours: impl AsRef<[u8]>) {
    let ran = against_reference(ours, "").fine();
    ran.stdout_has("\nthe same: all 6 hours\n");
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
    same(format!("POLICE ACADEMY 1927\nwelcome, officer\n\n{}", &text[hours..]));
    same(format!("$ gcc -o game *.c\n$ {text}"));
}

#[test]
fn prompts_commands_stats_maps_and_repeated_displays_are_no_difference() {
    same(piped("run"));
    same(piped("map stats step\nstats display nonsense\nstep display display run\n"));
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
    ran.stdout_has("remark: ours, line 23: hour 2 is shown again: D3 was 0, now it is 1");
}

#[test]
fn hours_out_of_order_are_told_and_those_in_order_compared() {
    let early = "Hour 1\n  T  D1  D2  D3  D4\n  4   0   1*  0   0\n\n";
    let ours = reference().replace("Hour 4\n", &format!("{early}Hour 4\n"));
    let ran = against_reference(ours, "").status(1);
    ran.stdout_has("hour 1 comes after hour 3");
}

#[test]
fn what_cannot_be_understood_is_told_with_line_and_column() {
    let text = reference();
    for (from, to, place, what) in [
        ("Hour 2\n", "Hour two\n", "ours.txt:17:6: ", "expected an hour's number"),
        (
            "  9   5   5   0   5",
            "  9   5   5   x   5",
            "ours.txt:19:15: ",
            "expected a city's ID, for D3",
        ),
        ("  9   5   5   0   5", "  9   5   5   0   5   6", "ours.txt:19:20: ", "after five cities"),
        ("  9   5   5   0   5", "  9   5", "ours.txt:19:8: ", "expected a city's ID, for D2"),
        ("  9   5   5   0   5", " 99999999999  5 5 0 5", "ours.txt:19:2: ", "too large"),
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
            "`oops` is not a line of a police transcript",
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

/// What could be read in spite of its layout is the same, and the report says how it was read.
#[track_caller]
fn read_with(ours: impl AsRef<[u8]>, remark: &str) {
    let ran = against_reference(ours, "").fine();
    ran.stdout_has("\nthe same: all 6 hours\n")
        .stdout_has(&format!("\nremark: ours, line {remark}\n"));
}

#[test]
fn an_hour_whose_head_is_laid_out_otherwise_is_read_with_a_remark() {
    let text = reference();
    for head in ["Hour: 3", "Hour  3", "hour 3", "Hour 3:", "HOUR #3", "Hour 3 of 10", "Hour=3"] {
        let ours = text.replace("Hour 3\n", &format!("{head}\n"));
        read_with(ours, &format!("21: `{head}` was read as `Hour 3`"));
    }
    // every hour so
    let every = text.replace("Hour ", "Hour: ");
    read_with(&every, "8: `Hour: 0` was read as `Hour 0`, and 5 more lines likewise");
}

#[test]
fn a_debug_print_in_a_line_does_not_hide_the_hour() {
    let text = piped("run");
    let ours = text.replace("Enter command: Hour 1", "Enter command: 2Hour 1");
    read_with(ours, "11: `Enter command: 2Hour 1` was read as `Hour 1`");
    let ours = text.replace("Hour 3\n", "at 4, x=17Hour 3\n");
    read_with(ours, "19: `at 4, x=17Hour 3` was read as `Hour 3`");
    let ours = text.replace("  9   5   5   0   5 ", "  9   5   5   0   5 <- tipped: D3");
    read_with(ours, "17: `<- tipped: D3` after the cities was ignored");
    // but the hour is compared as it stands there
    let ours = text.replace("Hour 3\n", "at 4, x=17Hour 4\n");
    against_reference(ours, "").status(1).stdout_has("hour 3 is only in theirs");
    let ours = text
        .replace("Hour 3\n  T  D1  D2  D3  D4\n  4   3", "17Hour 3\n  T  D1  D2  D3  D4\n  4   1");
    against_reference(ours, "").status(1).stdout_has("hour 3, D1: ours 1");
}

#[test]
fn what_only_looks_like_an_hours_head_is_none() {
    let text = reference();
    let ours = text.replace("Enter command: run\n", "Enter command: go to Hour 1\n");
    read_with(ours, "12: `Enter command: go to Hour 1` was ignored");
    for head in ["Hour -3", "Hour 3.5", "Hour three", "Hour 3rd"] {
        let ours = text.replace("Hour 3\n", &format!("{head}\n"));
        let parts = ["ours.txt:21:6: expected an hour's number", &format!("`{head}`")];
        against_reference(ours, "").trouble(&parts);
    }
}

#[test]
fn another_prompt_is_read_with_one_remark() {
    let session = "step\nstep\nmap\nstats\nrun\n";
    for prompt in ["> ", "Command: ", "cmd$ ", "What now? "] {
        let ours = piped(session).replace("Enter command: ", prompt);
        let shown = prompt.trim_end();
        let what = format!("the prompt is `{shown}`; the reference prints `Enter command: `");
        read_with(&ours, &format!("11: {what}"));
        let ran = against_reference(ours, "").fine();
        assert_eq!(ran.stdout.matches("remark").count(), 1, "{ran}");
        // typed at a terminal, too
        let ours = reference().replace("Enter command: run\n", &format!("{prompt}run\n"));
        read_with(ours, &format!("12: {what}"));
    }
    // who quits there has quit
    let ours = piped("step quit").replace("Enter command: ", "> ");
    let ran = against_reference(ours, "").status(1);
    ran.stdout_has("ours ends: somebody quit before the end");
}

#[test]
fn asides_between_hours_are_passed_over_with_one_remark() {
    let aside = "*** No such path from 1 to 2\n";
    let ours = reference().replace("Hour 3\n", &format!("{aside}Hour 3\n"));
    read_with(ours, "21: `*** No such path from 1 to 2` was ignored");
    let three = format!("{aside}{aside}Hour 3\n");
    let ours = reference().replace("Hour 3\n", &three);
    let ours = ours.replace("Hour 5\n", &format!("{aside}Hour 5\n"));
    read_with(ours, "21: `*** No such path from 1 to 2` and 2 more lines were ignored");
    let ours = piped("run").replace("command: Hour 1", &format!("command: {aside}Hour 1"));
    read_with(ours, "11: `*** No such path from 1 to 2` was ignored");
}

/// `map` and `stats` as the edition of 2019 prints them.
const MAP_2019: &str = "V=10, E=9\n0-1 : 41 0-5 : 29\n1-0 : 41 1-2 : 51\n2-1 : 51\n\n";
const STATS_2019: &str = "Hour 0\nT 500 brisbane (9) melbourne (2)\nD1 100 new york (8)\nD2 100 \
                          melbourne (2)\nD3 100 auckland (6)\nD4 1000 new york (8)\n\n";

#[test]
fn the_map_of_another_edition_is_passed_over_with_one_remark() {
    let text = piped("run");
    let map = MAP_2019.replace("V=10, E=9", "cities=10 roads=9");
    // from a pipe, its first line stands behind the prompt
    let answer = format!("Enter command: {map}Enter command: Hour 1");
    let ours = text.replace("Enter command: Hour 1", &answer);
    read_with(&ours, "12: `0-1 : 41 0-5 : 29` and 2 more lines after a prompt were ignored");
    let twice =
        ours.replace("Enter command: cities", &format!("Enter command: {map}Enter command: V"));
    let ran = against_reference(twice, "").fine();
    assert_eq!(ran.stdout.matches("remark").count(), 1, "{ran}");
    // typed at a terminal
    let answer = format!("Enter command: map\n{map}Enter command: Hour 1");
    let ours = text.replace("Enter command: Hour 1", &answer);
    read_with(ours, "12: `cities=10 roads=9` and 3 more lines after a prompt were ignored");
    // that of an edition that is known is read
    let answer = format!("Enter command: {MAP_2019}Enter command: Hour 1");
    let ours = text.replace("Enter command: Hour 1", &answer);
    let ran = against_reference(ours, "").fine();
    assert!(!ran.stdout.contains("remark"), "{ran}");
    // and its stats are read
    let answer = format!("Enter command: {STATS_2019}Enter command: Hour 1");
    let ours = text.replace("Enter command: Hour 1", &answer);
    let ran = against_reference(&ours, "").fine();
    assert!(!ran.stdout.contains("remark"), "{ran}");
    let other = ours.replace("melbourne (2)\nD3", "perth (3)\nD3");
    against_reference(other, "")
        .status(1)
        .stdout_has("hour 0 is shown again: D2 was 2, now it is 3");
}

#[test]
fn no_hour_is_lost_behind_a_prompt() {
    // given an hour whose head cannot be read, where another edition's answers are passed over
    let ours = piped("run").replace("Enter command: Hour 1", "Enter command: Huor 1");
    against_reference(ours, "").trouble(&[
        "ours.txt:12:",
        "`T  D1  D2  D3  D4`",
        "the reference prints `Hour 1` above it; line 11 has `Huor 1` after its prompt",
    ]);
    let ours =
        piped("run").replace("Enter command: Hour 1\n  T  D1  D2  D3  D4\n", "Enter command: \n");
    against_reference(ours, "")
        .trouble(&["ours.txt:12:", "the reference prints `Hour 1` above it"]);
}

#[test]
fn what_cannot_be_understood_is_quoted_with_the_nearest_line_of_the_reference() {
    let text = reference();
    for (from, to, told) in [
        (
            "Hour 2\n",
            "Hour two\n",
            "ours.txt:17:6: expected an hour's number, in `Hour two`; the nearest line of the \
             reference is `Hour 2`\n",
        ),
        (
            "Hour 3\n",
            "Huor 3\n",
            "ours.txt:21:1: `Huor 3` is not a line of a police transcript; the nearest line of the \
             reference is `Hour 3`\n",
        ),
        (
            "YOU WIN - THIEF CAUGHT!",
            "YOU WON - THIEF CAUGHT!",
            "ours.txt:34:1: `YOU WON - THIEF CAUGHT!` is not a line of a police transcript; the \
             nearest line of the reference is `YOU WIN - THIEF CAUGHT!`\n",
        ),
        (
            "Hour 3\n  T  D1",
            "Hour 3\n  1  D1",
            "ours.txt:22:1: expected the agents' line under `Hour 3`, in `  1  D1  D2  D3  D4`; \
             the reference prints `  T  D1  D2  D3  D4` there\n",
        ),
        (
            "  9   5   5   0   5",
            "  9   5   5   x   5",
            "ours.txt:19:15: expected a city's ID, for D3, in `  9   5   5   x   5`; the \
             reference prints five cities there, as in `  4   0   1*  0   0 `\n",
        ),
        (
            "Hour 3\n",
            "  Enter command\nHour 3\n",
            "ours.txt:21:3: `Enter command` is not a line of a police transcript; the nearest line \
             of the reference is `Enter command: `\n",
        ),
    ] {
        let ours = text.replacen(from, to, 1);
        assert_ne!(ours, text, "{from}");
        against_reference(ours, "").trouble(&[told]);
    }
    // the column counts what stands before a command's answer
    let ours = piped("step run").replace("Enter command: Hour 2", "Enter command: Hour two");
    against_reference(ours, "").trouble(&["ours.txt:15:21: expected an hour's number"]);
}

#[test]
fn files_that_are_no_trace_are_trouble_and_never_a_difference() {
    against_reference("", "").trouble(&["ours.txt: an empty file"]);
    against_reference("hello\n", "").trouble(&["ours.txt: there is no transcript in it"]);
    against_reference([0u8, 1, 2, 3], "").trouble(&["ours.txt", "no text"]);
    let place = Place::new();
    place.write("ref.txt", reference());
    place.chase("diff missing.txt ref.txt").trouble(&["missing.txt: cannot read"]);
    place.chase("diff ref.txt missing.txt").trouble(&["missing.txt: cannot read"]);
    place.chase("diff . ref.txt").trouble(&["it is a directory"]);
    place.chase("diff - -").trouble(&["only one side can be standard input"]);
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
        let wrong: Vec<_> = wrong.filter(|unlike| unlike["column"] != "ending").collect();
        assert!(wrong.is_empty(), "cut at {end}: {wrong:?}");
        assert_eq!(report["counts"]["extra"], 0, "cut at {end}");
        let is_whole = text[end..].trim().is_empty();
        assert_eq!(report["same"], is_whole, "cut at {end}: {report}");
    }
}

#[test]
fn long_transcripts_need_no_more_memory_than_short_ones() {
    let place = Place::new();
    place.chase("new police --cities 10 --two-coloured --seed 1 -o ten").status(0);
    let files = "ten-cities.data ten-agents.data";
    let run = format!("echo run | $CHASE play police {files} 150000 7 > ours.txt");
    place.shell(&run).fine();
    let ours = String::from_utf8(place.read("ours.txt")).expect("text");
    assert!(ours.len() > 7_000_000, "{} bytes", ours.len());
    place.write("ref.txt", ours.replace("Hour 149999\n", "Hour 149999 \n"));
    let limited =
        format!("ulimit -v 76000; $CHASE diff ours.txt ref.txt --scenario {files} 150000 7");
    place.shell(&limited).fine().stdout_has("the same: all 150001 hours");
}

#[test]
fn hours_that_are_numbered_one_off_are_told() {
    let place = Place::new();
    place.chase("new police --cities 10 --two-coloured --seed 1 -o ten").status(0);
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

//! Transcripts as people have them: ours, sessions of the specification, and damaged ones.

use super::*;
use crate::reading::Reading;
use chase_kit::blocks::BlockReader;
use chase_kit::faces::{Playable as _, Transcript as _};
use chase_kit::trace::{TextEnd, TraceError, TraceReader, TraceRow, read_all};

const START: &str = ". m . x . e .\n. . t . d . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . D . T . .\n. E . X . M .\n";
const TIGER_LEFT: &str = ". m . x . e .\n. . . t d . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . D . T . .\n. E . X . M .\n";
const DEN: &str = ". m . T . e .\n. . . t d . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . D . . . .\n. E . X . M .\n";

fn read(text: &str) -> Result<(Vec<TraceRow>, BlockReader<Reading>), (u64, TraceError)> {
    let mut reader = BlockReader::of::<AnimalCheckers>(Reading::default());
    let rows = read_all(&mut reader, text)?;
    Ok((rows, reader))
}

#[test]
fn a_session_of_the_specification_is_read_with_and_without_what_was_typed() {
    for prompt in ["Move? ", "Move? tu\n", "Move? Move? xx\nMove? tu\n"] {
        let text = format!(
            "init\nstart\n{START}\n{TIGER_LEFT}\n{prompt}{DEN}\nHuman Wins!\nPlay again? n\n"
        );
        let (rows, reader) = read(&text).unwrap();
        let numbers: Vec<_> = rows.iter().map(|row| row.cycle).collect();
        assert_eq!(numbers, [0, 1, 2], "{prompt:?}");
        // The cause is what the board shows.
        assert_eq!(rows[2].ending, "Side 0 wins: DEN");
        assert_eq!(reader.how_it_ended(), TextEnd::Over);
    }
}

#[test]
fn line_ends_and_blanks_do_not_matter() {
    let plain = format!("{START}\n{TIGER_LEFT}");
    let (rows, _) = read(&plain).unwrap();
    for text in [
        plain.replace('\n', "\r\n"),
        plain.replace('\n', "  \n"),
        plain.trim_end().to_owned(),
        plain.replace(". .", ".   ."),
    ] {
        assert_eq!(read(&text).unwrap().0, rows, "{text:?}");
    }
}

#[test]
fn what_breaks_off_within_a_board_is_cut_before_it() {
    let whole = format!("Move 0\n{START}\nMove 1: side 1 tiger left\n{TIGER_LEFT}");
    for end in whole.len() - TIGER_LEFT.len()..whole.len() - 3 {
        let (rows, reader) = read(&whole[..end]).unwrap();
        assert_eq!(rows.len(), 1, "{end}");
        assert_eq!(reader.how_it_ended(), TextEnd::Cut);
    }
}

#[test]
fn what_is_no_transcript_is_told_with_its_line() {
    let broken = START.replace(". . D . T . .", ". . D . T .");
    for (text, line, told) in [
        (format!("Move 0\n{broken}"), 7, "expected a row of the board"),
        (format!("Move zero\n{START}"), 1, "expected `Move N`"),
        (START.replace(". E . X", ". E X X"), 7, "`X` on c1"),
        (format!("start\n{START}\nHuman Wins!\nstart\n{START}"), 11, "a second game"),
        (format!("start\n{START}\nTaken back: the board\n{START}"), 10, "moves were taken back"),
    ] {
        let (at, misread) = read(&text).unwrap_err();
        assert!(misread.what.contains(told), "{}", misread.what);
        assert_eq!(at, line, "{text}");
    }
}

#[test]
fn move_numbers_that_do_not_follow_each_other_are_remarked() {
    let text = format!("Move 0\n{START}\nMove 3: side 0 dog up\n{START}\nMove 2\n{START}");
    let (rows, reader) = read(&text).unwrap();
    assert_eq!(rows.len(), 3);
    let told: Vec<_> = reader.remarks().iter().map(|remark| remark.what.as_str()).collect();
    assert_eq!(told, ["found move 3, expected move 1", "found move 2, expected move 4"]);
    assert!(reader.remarks()[1].contradicts);
}

#[test]
fn boards_and_banners_are_recognised_and_other_texts_are_not() {
    assert!(AnimalCheckers::transcript().recognises(START));
    assert!(AnimalCheckers::transcript().recognises("\nANIMAL CHECKERS\n"));
    assert!(AnimalCheckers::transcript().recognises(&format!("Move? {START}")));
    for text in ["", "Hour 0\n  T  D1  D2  D3  D4\n", "7 7\n1 2 3\n", "a b c d e f g\n"] {
        assert!(!AnimalCheckers::transcript().recognises(text), "{text}");
    }
}

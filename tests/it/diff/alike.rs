//! Comparisons that pass over what both sides show alike, held against those that read all of it.

use std::path::Path;

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use chase::diff::{
    ReportStyle, Selection, brief, compare, compare_to_first, layout_between, write_text,
};
use chase::kit::trace::{ColumnSet, Remark, TextEnd, TraceError, TraceReader, TraceRow};
use chase::project_games;
use chase::record::any::AnyGame;
use chase::record::replay::to_json;
use chase::store::TraceSource;
use chase::world::File;

/// A reader of transcripts that passes over nothing.
struct Thorough(Box<dyn TraceReader>);

impl TraceReader for Thorough {
    fn line(&mut self, line: &[u8]) -> Result<bool, TraceError> {
        self.0.line(line)
    }

    fn end(&mut self, rest: &[u8]) -> Result<bool, TraceError> {
        self.0.end(rest)
    }

    fn row(&self) -> &TraceRow {
        self.0.row()
    }

    fn remarks(&self) -> &[Remark] {
        self.0.remarks()
    }

    fn statements(&self) -> Vec<(String, String)> {
        self.0.statements()
    }

    fn how_it_ended(&self) -> TextEnd {
        self.0.how_it_ended()
    }

    fn tell(&self, column: usize, number: u64) -> Option<String> {
        self.0.tell(column, number)
    }
}

/// What `run` prints of so many hours, where the dice decide who stands where.
fn transcript(hours: u64, dice: &mut ChaCha8Rng) -> Vec<String> {
    let mut lines: Vec<String> = ["", "POLICE ACADEMY 2521", ""].map(str::to_owned).into();
    lines.push("Red alert! A thief is on the run.".into());
    lines.push(format!("Agents, to your cars. You have {hours} hours."));
    for hour in 0..hours {
        lines.extend([String::new(), format!("Hour {hour}"), HEAD.into(), row(dice)]);
    }
    lines.push(String::new());
    lines
}

const HEAD: &str = "  T  D1  D2  D3  D4";

fn row(dice: &mut ChaCha8Rng) -> String {
    let mut cell = || {
        let city = dice.random_range(0..1_200u64);
        let mark = if dice.random_ratio(1, 4) { '*' } else { ' ' };
        format!("{:>3}{mark}", city.min(city % 37 + 980))
    };
    (0..5).map(|_| cell()).collect()
}

/// Changes a line, or what stands round it, in one of the ways that texts differ.
fn change(lines: &mut Vec<String>, at: usize, dice: &mut ChaCha8Rng) {
    let line = lines[at].clone();
    match dice.random_range(0..12) {
        0..4 if line.len() >= 20 => lines[at] = row(dice),
        4 => lines[at].push(' '),
        5 => lines[at].push('\r'),
        6 => lines.insert(at, "Enter command: ".into()),
        7 => lines.insert(at, "D2 is at [4] darwin with 20 stamina".into()),
        8 => lines.insert(at, String::new()),
        9 if line.starts_with("Hour ") => drop(lines.drain(at..(at + 4).min(lines.len()))),
        10 => lines[at] = line.replace('*', " "),
        11 => lines.insert(at, "YOU WIN - THIEF CAUGHT!".into()),
        _ => {}
    }
}

/// Both texts as files.
fn files(ours: &str, theirs: &str) -> [File; 2] {
    [ours, theirs].map(|text| {
        let mut file = File::nameless();
        std::io::Write::write_all(&mut file, text.as_bytes()).expect("its text");
        std::io::Seek::rewind(&mut file).expect("its beginning");
        file
    })
}

/// Both texts on their way from cycle to cycle.
fn sides(ours: &str, theirs: &str, is_thorough: bool) -> (TraceSource, TraceSource) {
    let game: &dyn AnyGame = project_games().all()[0];
    let mut names = ["ours.txt", "ref.txt"].into_iter();
    let [ours, theirs] = files(ours, theirs).map(|file| {
        let reader = match is_thorough {
            true => Box::new(Thorough(game.reader())),
            false => game.reader(),
        };
        TraceSource::read_by(Path::new(names.next().unwrap_or_default()), file, game, reader)
    });
    (ours, theirs)
}

/// What is printed of two texts, or why they cannot be compared.
fn told(ours: &str, theirs: &str, selection: Selection, is_thorough: bool) -> String {
    let sides = sides(ours, theirs, is_thorough);
    match compare(project_games().all()[0], sides, None, None, selection, 0, None) {
        Ok(report) => format!("{}{}", write_text(&report, ReportStyle::PLAIN), to_json(&report)),
        Err(error) => error.to_string(),
    }
}

/// Texts that are the same at first, with some changes in either.
fn pair(hours: u64, changes: u64, dice: &mut ChaCha8Rng) -> [String; 2] {
    let ours = transcript(hours, dice);
    let mut both = [ours.clone(), ours];
    for side in &mut both {
        for _ in 0..changes {
            let at = dice.random_range(6..side.len());
            change(side, at, dice);
        }
    }
    // As an editor leaves them, or broken off.
    if dice.random_ratio(1, 4) {
        both[1].iter_mut().for_each(|line| line.truncate(line.trim_end().len()));
    }
    // Or laid out in a way of its own.
    let laid_out = |line: String, way: u8| match way {
        0 => format!("  {line}"),
        1 => line + "\r",
        2 => line.replace("Hour ", "Enter command: Hour "),
        _ => line,
    };
    both.map(|lines| {
        let way = dice.random_range(0..8);
        let lines: Vec<_> = lines.into_iter().map(|line| laid_out(line, way)).collect();
        let mut text = lines.join("\n");
        if dice.random_ratio(1, 4) {
            text.truncate(dice.random_range(text.len() / 2..text.len()));
        }
        text
    })
}

#[test]
fn what_is_passed_over_changes_nothing_that_is_told() {
    let mut dice = ChaCha8Rng::seed_from_u64(34);
    for n in 0..600u64 {
        let [ours, theirs] = pair(20 + n, n % 5, &mut dice);
        let selection = Selection {
            columns: ColumnSet::ALL,
            context: [0, 3, 60][n as usize % 3],
            shown_max: [0, 5, 500][n as usize / 3 % 3],
        };
        let told = |is_thorough| told(&ours, &theirs, selection, is_thorough);
        assert_eq!(told(false), told(true), "{n}:\n{ours}\n-----\n{theirs}");
    }
}

#[test]
fn the_first_difference_alone_is_told_in_the_same_line() {
    let mut dice = ChaCha8Rng::seed_from_u64(37);
    for n in 0..600u64 {
        let [ours, theirs] = pair(20 + n, n % 5, &mut dice);
        let sides = |is_thorough| sides(&ours, &theirs, is_thorough);
        let whole = compare(project_games().all()[0], sides(true), None, None, SELECTION, 0, None);
        let first = compare_to_first(project_games().all()[0], sides(false), SELECTION, 0);
        // Of two sides that cannot be read either may be named.
        let told = [whole, first].map(|report| report.ok().as_ref().map(brief));
        assert_eq!(told[0], told[1], "{n}:\n{ours}\n-----\n{theirs}");
    }
}

#[test]
fn texts_of_many_pieces_are_told_alike() {
    let mut dice = ChaCha8Rng::seed_from_u64(35);
    for changes in [0, 1, 40] {
        let [ours, theirs] = pair(30_000, changes, &mut dice);
        let told = |is_thorough| told(&ours, &theirs, SELECTION, is_thorough);
        assert!(told(false) == told(true), "{changes} changes");
    }
}

const SELECTION: Selection = Selection {
    columns: ColumnSet::ALL,
    context: Selection::CONTEXT,
    shown_max: Selection::SHOWN_MAX,
};

#[test]
fn a_layout_fault_behind_much_that_is_the_same_is_found_on_its_line() {
    let mut dice = ChaCha8Rng::seed_from_u64(36);
    let layout = project_games().all()[0].layout().expect("a layout that is known");
    for changes in [0, 1, 2, 300] {
        let theirs = transcript(30_000, &mut dice);
        let mut ours = theirs.clone();
        let fault = dice.random_range(20_000..25_000) * 4 + 6;
        assert_eq!(ours[fault], format!("Hour {}", fault / 4 - 1));
        ours[fault].push(' ');
        for _ in 0..changes {
            // The rows of hours: what they say is no layout.
            let at = dice.random_range(0..5_000) * 4 + 8;
            ours[at] = row(&mut dice);
        }
        let [mine, others] = files(&ours.join("\n"), &theirs.join("\n"));
        let found = layout_between(&*layout, &mine, &others, false);
        let found = found.expect("texts that can be read").map(|fault| fault.line);
        assert_eq!(found, Some(fault as u64 + 1), "{changes} changes");
    }
}

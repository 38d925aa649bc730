//! The chase as a grading suite: the parts of the assignment with their marks, scenarios that tell
//! right programs from wrong ones, and how a mistake is made small.

mod cases;
mod city_names;
mod map_check;
mod shrink;
mod situations;
mod written;

use std::sync::Arc;

use crate::causes::conclude::{self, of_shown};
use crate::causes::run::TraceRun;
use crate::causes::shown;
use crate::causes::world::Listing;
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::Game;
use chase_engine::session::GameSession;
use chase_kit::budget::StopFlag;
use chase_kit::diagnosis::Inquiry;
use chase_kit::grading::{
    GradingCase, GradingSuite, InputDocument, PartDiagnosis, SuitePart, TestInput, WrittenCase,
};
use chase_kit::player_name::seated;
use chase_kit::referee::{Referee, TraceFinding};
use chase_kit::rules_referee::referee;
use chase_kit::text_layout::{LayoutFollower, ReferenceEdition};
use chase_kit::trace::{TextEnd, TraceReader};
use chase_police::console_layout::ConsoleLayout;
use chase_police::edition::{EDITIONS, Edition};
use chase_police::lines::{MapText, PROMPT};
use chase_police::loader::{agent_file, city_file_with};
use chase_police::players::known_strategy::dice_stay_known;
use chase_police::reading::Reading;
use chase_police::scenario::Scenario;
use chase_police::{AGENTS, Police, players};
use chase_record::any::AnyRecording;
use chase_record::compile::compile;
use chase_record::recording::GameRecording;
use chase_record::replay::Header;
use chase_record::replayer::Replayer;
use chase_world::error::{Error, quoted};
use map_check::check_map;

/// The parts of the assignment. Stage 0 is given to the students and brings no marks.
const PARTS: &[SuitePart] = &[
    SuitePart { name: "map", marks: 15 },
    SuitePart { name: "stage 0", marks: 0 },
    SuitePart { name: "stage 1", marks: 20 },
    SuitePart { name: "stage 2", marks: 25 },
    SuitePart { name: "stage 3", marks: 20 },
];

const MAP: usize = 0;
const STAGE_0: usize = 1;
const STAGE_1: usize = 2;
const STAGE_2: usize = 3;
const STAGE_3: usize = 4;

/// The grading suite of the chase.
pub struct PoliceSuite;

impl GradingSuite for PoliceSuite {
    fn game(&self) -> &'static str {
        Police::NAME
    }

    fn inquiry(&self, header: &Header, dice_known: bool) -> Option<Box<dyn Inquiry>> {
        let game = compile::<Police>(&mut header.clone()).ok()?;
        let dice_known = dice_known && dice_stay_known(header);
        Some(Box::new(TraceRun::new(game, header, dice_known, None)))
    }

    fn parts(&self) -> &'static [SuitePart] {
        PARTS
    }

    fn editions(&self) -> &'static [ReferenceEdition] {
        &EDITIONS
    }

    fn edition_of(&self, printed: &[u8]) -> Option<usize> {
        // The banner stands before the first hour, perhaps behind lines of the program's own.
        let lines = printed.split(|byte| *byte == b'\n');
        let lines = lines.take_while(|line| !line.starts_with(b"Hour "));
        let mut lines = lines.filter_map(|line| std::str::from_utf8(line).ok());
        let edition = lines.find_map(Edition::of_banner)?;
        Some(edition as usize)
    }

    fn cases_of(&self, seed: i64, parts: &[usize]) -> Vec<GradingCase> {
        cases::of(seed, parts)
    }

    fn written(&self, case: WrittenCase) -> Result<GradingCase, Error> {
        written::read(case)
    }

    fn input(&self, case: &GradingCase) -> TestInput {
        let game = game(case);
        let scenario = game.scenario();
        let codes: [i64; AGENTS - 1] = std::array::from_fn(|n| {
            players::code_of(&case.header.players[n + 1]).unwrap_or_default()
        });
        let made = || {
            let roads = laid_out(scenario, case.layout);
            [city_file_with(scenario, &roads), agent_file(scenario, codes)]
        };
        let [cities, agents] = written::texts(case).unwrap_or_else(made);
        let cities =
            InputDocument { placeholder: "{cities}", name: written::CITIES, content: cities };
        let agents =
            InputDocument { placeholder: "{agents}", name: written::AGENTS, content: agents };
        let edition = case.edition.map(Edition::at).unwrap_or_default();
        let expected = expected(&game, case, edition);
        TestInput {
            values: vec![
                ("{cycles}", scenario.hours.to_string()),
                ("{seed}", case.header.seed.to_string()),
            ],
            files: vec![cities, agents],
            expected,
        }
    }

    fn judge(&self, case: &GradingCase, printed: &[u8]) -> Result<(), Box<TraceFinding>> {
        let game = game(case);
        let mut reading = Reading::default();
        let mut referee = referee(Arc::clone(&game), &case.header, true, &StopFlag::default());
        let is_map = case.part == MAP;
        let mut hours = 0;
        read(&mut reading, printed, |row| {
            hours += 1;
            if is_map { Ok(()) } else { referee.judge(row) }
        })?;
        if hours == 0 {
            let what = "it prints no hour that could be read";
            return Err(TraceFinding::general(0, "no-output", what));
        }
        if let Some(remark) = reading.remarks().iter().find(|remark| remark.contradicts) {
            let what = format!("line {}: {}", remark.line, remark.what);
            return Err(TraceFinding::general(0, "contradiction", what));
        }
        let due = game.scenario().getaway.map(|city| format!("[{city}]"));
        if let Some(goal) = reading.getaway().filter(|goal| due.as_deref() != Some(goal)) {
            let due = due.unwrap_or_else(|| "none".into());
            let what = format!("`stats` says that the thief's goal is {goal}; it is {due}");
            return Err(TraceFinding::general(0, "getaway", what));
        }
        if is_map {
            // A chase that is over at hour 0 never asks for a command.
            let mut opening = recording(&game, case);
            opening.advance();
            return match opening.now().outcome() {
                Some(_) => Ok(()),
                None => check_map(&game, reading.map(), self.edition(case, printed)),
            };
        }
        let mut end = reading.how_it_ended();
        // Some clients of the course repeat the last command once when their input has ended, and stop.
        let is_beyond = reading.hours_asked() > typed(&case.input).count() as u64;
        if case.input == cases::STEP && is_beyond && half_a_line(printed).is_none() {
            end = if end == TextEnd::Cut { TextEnd::Quit } else { end };
        }
        check_end(case, hours - 1, end, half_a_line(printed), &*referee)
    }

    fn diagnose(&self, runs: &[(&GradingCase, &[u8])]) -> Vec<PartDiagnosis> {
        let runs: Vec<_> =
            runs.iter().map(|(case, printed)| (*case, seen(case, printed))).collect();
        let maps: Vec<_> = runs
            .iter()
            .enumerate()
            .filter(|(_, (case, (_, map)))| case.part == MAP && map.cities.is_some())
            .map(|(n, (case, (_, map)))| (n, map.clone(), game(case)))
            .collect();
        let texts: Vec<_> = maps.iter().map(|(n, map, game)| (*n, map, &**game)).collect();
        let maps = of_shown("map", "map", &shown::maps(&texts, &[]));
        let (cases, runs): (Vec<&GradingCase>, Vec<TraceRun>) =
            runs.into_iter().map(|(case, (run, _))| (case, run)).unzip();
        let all = conclude::conclude(&runs, &[]).into_iter().chain(maps);
        all.map(|diagnosis| {
            let mut parts: Vec<usize> = diagnosis.runs.iter().map(|n| cases[*n].part).collect();
            parts.sort_unstable();
            parts.dedup();
            let parts = parts.into_iter().map(|part| PARTS[part].name).collect();
            PartDiagnosis { parts, diagnosis }
        })
        .collect()
    }

    fn explained(&self, case: &GradingCase, printed: &[u8], key: &str) -> Option<Vec<u64>> {
        let (run, map) = seen(case, printed);
        let game = game(case);
        let maps = shown::maps(&[(0, &map, &*game)], &[]);
        let is_map = case.part == MAP && maps.fits.iter().any(|fit| fit.name == key);
        match is_map {
            true => Some(Vec::new()),
            false => conclude::explained(key, &run),
        }
    }

    fn layout(&self, case: &GradingCase, printed: &[u8]) -> Result<(), Box<TraceFinding>> {
        let edition = case.edition.map(Edition::at);
        let layout = ConsoleLayout::with_prompts(prompts(&case.input), edition);
        if printed.is_empty() {
            return Err(TraceFinding::general(0, "layout", "it prints nothing"));
        }
        let followed = LayoutFollower::new(Box::new(layout), true).follow(printed);
        followed.map_err(|fault| TraceFinding::general(0, "layout", fault.to_string()))
    }

    fn smaller(&self, case: &GradingCase, finding: &TraceFinding) -> Vec<GradingCase> {
        shrink::candidates(case, finding)
    }
}

impl PoliceSuite {
    /// The edition that a case asks for, or that a program's output says.
    fn edition(&self, case: &GradingCase, printed: &[u8]) -> Edition {
        let place = case.edition.or_else(|| self.edition_of(printed));
        place.map(Edition::at).unwrap_or_default()
    }
}

/// The missing end of a transcript whose hours are right, up to the last: the rest of a line, the ending, a prompt,
/// or hours.
fn check_end(
    case: &GradingCase,
    last: u64,
    end: TextEnd,
    half_a_line: Option<&[u8]>,
    referee: &dyn Referee,
) -> Result<(), Box<TraceFinding>> {
    let unfinished = |what| Err(TraceFinding::general(last, "unfinished", what));
    if end == TextEnd::Over {
        return referee.end(false);
    }
    if end == TextEnd::Cut
        && let Some(half) = half_a_line
    {
        let half = quoted(&String::from_utf8_lossy(half));
        return unfinished(format!("it breaks off inside a line, after hour {last}: `{half}`"));
    }
    // The game being over, it is the ending that is missing, whatever else is.
    referee.end(false)?;
    match (end, case.input == cases::STEP) {
        (TextEnd::Quit, true) => Ok(()),
        (TextEnd::Quit, false) => unfinished(format!(
            "it asks for a command after hour {last}, but `run` must play on to the end of the chase"
        )),
        (_, true) if last > 0 => {
            let what = format!("the prompt is missing after hour {last}: the chase goes on");
            Err(TraceFinding::general(last, "prompt", what))
        }
        _ => unfinished(format!(
            "it stops after hour {last}; more hours, the ending or a prompt must follow"
        )),
    }
}

/// The unfinished line at the end, apart from prompts; nothing if the text ends with a full line.
fn half_a_line(printed: &[u8]) -> Option<&[u8]> {
    let rest = printed.rsplit(|byte| *byte == b'\n').next()?.trim_ascii();
    (!rest.is_empty()).then_some(rest)
}

/// The game of a case. Cases are made from scenarios that were checked.
fn game(case: &GradingCase) -> Arc<Police> {
    compile::<Police>(&mut case.header.clone()).expect("an grading suite's scenario can be played")
}

/// A case as evidence of which nothing was seen yet.
fn unseen(case: &GradingCase) -> TraceRun {
    let game = game(case);
    let roads = laid_out(game.scenario(), case.layout);
    let made = || roads.iter().map(|&(a, b, _)| (a, b)).collect();
    let mut listing: Listing =
        written::texts(case).map_or_else(made, |[cities, _]| written::listing(&cities));
    // The file has a line for each city, in the order of their IDs.
    listing.sort_by_key(|road| road.0);
    TraceRun::new(game, &case.header, true, Some(listing))
}

/// The evidence in a program's output for a case, as far as it can be read, and its `map`.
fn seen(case: &GradingCase, printed: &[u8]) -> (TraceRun, MapText) {
    let mut run = unseen(case);
    let mut reading = Reading::default();
    // What cannot be read ends the evidence and is told elsewhere.
    let _ = read(&mut reading, printed, |row| {
        run.take(row);
        Ok(())
    });
    (run, reading.map().clone())
}

/// Feeds a whole text to a reader, row by row.
fn read(
    reading: &mut Reading,
    text: &[u8],
    mut take: impl FnMut(&chase_kit::trace::TraceRow) -> Result<(), Box<TraceFinding>>,
) -> Result<(), Box<TraceFinding>> {
    let garbage = |line: usize, misread: chase_kit::trace::TraceError| {
        let what = format!("line {line}, column {}: {}", misread.column, misread.what);
        TraceFinding::general(0, "garbage", what)
    };
    let mut lines = text.split(|byte| *byte == b'\n').enumerate().peekable();
    while let Some((n, line)) = lines.next() {
        if lines.peek().is_some() {
            let finished = reading.line(line);
            if finished.map_err(|misread| garbage(n + 1, misread))? {
                take(reading.row())?;
            }
            continue;
        }
        let mut rest = line;
        while reading.end(rest).map_err(|misread| garbage(n + 1, misread))? {
            rest = b"";
            take(reading.row())?;
        }
    }
    Ok(())
}

/// The words that are typed and read before nothing is asked for any more: `run` plays to the
/// end, and so does not come back.
fn typed(input: &str) -> impl Iterator<Item = &str> {
    let mut is_over = false;
    input.split_whitespace().take_while(move |word| {
        let is_read = !is_over;
        is_over |= ["run", "quit"].contains(word);
        is_read
    })
}

/// The number of prompts that a program prints for an input. There may be any number where the input
/// ends first: some clients of the course then go on with the last command.
fn prompts(input: &str) -> u64 {
    let is_closed = typed(input).any(|word| ["run", "quit"].contains(&word));
    if is_closed { typed(input).count() as u64 } else { u64::MAX }
}

/// A transcript as the reference of an edition prints it, to the byte.
fn expected(game: &Arc<Police>, case: &GradingCase, edition: Edition) -> Vec<u8> {
    let mut text = Vec::new();
    let mut recording = recording(game, case);
    edition.opening(game.scenario().hours, &mut text);
    show_hour(&mut recording, &mut text);
    for word in typed(&case.input) {
        if recording.now().outcome().is_some() {
            return text;
        }
        text.extend_from_slice(PROMPT.as_bytes());
        match word {
            "map" => edition.map(game, &mut text),
            "stats" => {
                let now = recording.now().as_any().downcast_ref::<Replayer<Police>>();
                if let Some(now) = now {
                    edition.stats(game, now.state(), &mut text);
                }
            }
            "run" => while show_hour(&mut recording, &mut text) {},
            "step" => {
                show_hour(&mut recording, &mut text);
            }
            _ => {}
        }
    }
    if recording.now().outcome().is_none() {
        text.extend_from_slice(PROMPT.as_bytes());
    }
    text
}

/// Plays an hour and shows it, and the ending behind the last; false when the chase was over.
fn show_hour(recording: &mut GameRecording<Police>, text: &mut Vec<u8>) -> bool {
    let is_played = recording.advance();
    if is_played {
        recording.now().cycle_text(text);
        recording.now().ending_text(text);
    }
    is_played
}

fn recording(game: &Arc<Police>, case: &GradingCase) -> GameRecording<Police> {
    let players =
        seated(game, &case.header.players).expect("an grading suite's players are built in");
    let session = GameSession::new(Arc::clone(game), players, case.header.dice());
    GameRecording::new(session, Replayer::new(Arc::clone(game), &case.header))
}

/// The roads of a scenario as a file may list them: from the lower end, from both ends, or each
/// from any end, in any order.
fn laid_out(scenario: &Scenario, layout: u64) -> Vec<(u32, u32, u32)> {
    let mut roads = scenario.roads.to_vec();
    if layout == 0 {
        return roads;
    }
    let mut dice = Dice::new(Generator::Chacha8, 0, layout);
    match layout % 3 {
        0 => {}
        1 => {
            let back = roads.iter().map(|&(a, b, length)| (b, a, length));
            roads.extend(back.collect::<Vec<_>>());
        }
        _ => {
            for road in &mut roads {
                if dice.below(2) == 1 {
                    *road = (road.1, road.0, road.2);
                }
            }
        }
    }
    for n in (1..roads.len()).rev() {
        let other = dice.below(u32::try_from(n + 1).unwrap_or(u32::MAX));
        roads.swap(n, other as usize);
    }
    roads
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::causes::table::of;
    use crate::causes::tell_apart::SwitchEvidence;

    #[test]
    fn every_known_mistake_shows_in_the_cases_of_its_part_and_no_two_look_alike() {
        for seed in [1, 2, 77] {
            let cases = PoliceSuite.cases_of(seed, &[]);
            for (part, strategies, tips) in [
                (STAGE_0, of::RANDOM, false),
                (STAGE_1, of::LEAST, false),
                (STAGE_2, of::DFS, false),
                (STAGE_3, of::ALL, true),
            ] {
                let mut telling = SwitchEvidence::new(strategies, tips);
                let mine: Vec<_> = cases.iter().filter(|case| case.part == part).collect();
                for case in &mine {
                    telling.look(&mut unseen(case));
                }
                let what = format!("seed {seed}, {}", PARTS[part].name);
                let alike: Vec<_> = telling.alike().collect();
                assert!(alike.is_empty(), "{what}: {alike:?}");
                let little: Vec<_> = telling.too_little().collect();
                // The one that shows so rarely that no bounded search for cases finds enough.
                let is_rare =
                    |(name, bits): &(&str, f64)| *name == "path-from-full-stamina" && *bits > 5.0;
                assert!(little.iter().all(is_rare), "{what}: {little:?}");
            }
        }
    }
}

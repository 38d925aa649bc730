//! The laws that every game keeps, checked on one game played from its header.
//!
//! Tests call this for every game there is; so can whoever writes the next one.

mod states;
mod wire_form;

use std::sync::Arc;

use super::any::{AnyReplay, Projections};
use super::audit::Audit;
use super::compile::compile;
use super::game::{Game, Turn};
use super::header::Header;
use super::history::{History, Log};
use super::player::{BuiltInPlayers, seated};
use super::protocol::WireForm;
use super::replayer::Replayer;
use super::session::Session;
use super::trace::{Cell, Row, read_all};
use super::transcript::Transcript;
use super::wire;

/// Plays the header's game to its end and checks, in this order:
///
/// 1. after every turn the fold of the events is the live state;
/// 2. every action is legal, and deciding it again with the same dice gives the same events;
/// 3. every cycle and every state comes back from JSON and from the binary form as it was;
/// 4. the same seed gives the same history again;
/// 5. a session resumed in the middle goes on as the first one did;
/// 6. the transcript, read back, shows what the states show;
/// 7. the referee finds nothing wrong with it;
/// 8. every legal action is decided and listed once, its first event is its own and no other
///    action's, and what is not listed is refused;
/// 9. every state reached is valid, a damaged one is refused or can be gone on from, and the bound
///    on cycles holds;
/// 10. actions in words are told apart and read back;
/// 11. a lost turn changes the state, and the end has words and points for every side;
/// 12. what a seat knows, sees and learns comes through JSON as it was, and its player then
///     chooses the same.
///
/// # Errors
/// The law that was broken, and where.
pub fn check<G: WireForm>(header: &Header) -> Result<(), String> {
    let mut header = header.clone();
    let game = compile::<G>(&mut header).map_err(|why| format!("{why:?}"))?;
    let from_scenario =
        G::new(serde_json::from_str(header.scenario.get()).map_err(|e| e.to_string())?);
    if from_scenario.map_err(|fault| fault.to_string())?.start() != game.start() {
        return Err("the scenario is not the one the game was made of".into());
    }
    states::walk(&game, &header)?;
    let history = play_and_refold(&game, &header)?;
    decide_again(&game, &header, &history)?;
    there_and_back(&game, &header, &history)?;
    again_from_the_seed(&game, &header, &history)?;
    resumed(&game, &header, &history)?;
    told_and_read(&game, &header, &history)?;
    judged(&game, &header, &history)?;
    states::check(&game, &header, &history)?;
    wire_form::check(&game, &header, &history)
}

/// No game that the laws are checked on is longer.
const TURNS_MAX: usize = 100_000;

fn session<G: BuiltInPlayers>(game: &Arc<G>, header: &Header) -> Result<Session<G>, String> {
    let players = seated(&**game, &header.players)?;
    Ok(Session::new(Arc::clone(game), players, header.dice()))
}

fn play_and_refold<G: BuiltInPlayers>(
    game: &Arc<G>,
    header: &Header,
) -> Result<History<G>, String> {
    let mut session = session(game, header)?;
    let (mut history, mut turn) = (History::default(), History::default());
    let mut state = game.start();
    let mut turns = 0;
    while session.step(&mut turn) {
        turns += 1;
        if turns > TURNS_MAX {
            return Err(format!("it does not end in {TURNS_MAX} turns"));
        }
        for cycle in turn.cycles() {
            for event in cycle.events {
                game.apply(&mut state, event).map_err(|e| e.to_string())?;
            }
            for (entry, events) in cycle.turns() {
                history.entry(cycle.number, entry.by.clone(), entry.words, events);
            }
        }
        if state != *session.state() {
            return Err(format!(
                "the fold is {state:?}, live is {:?}",
                session.state()
            ));
        }
        turn.clear();
    }
    Ok(history)
}

/// Every turn again, with the header's dice and players asked once more.
fn decide_again<G: BuiltInPlayers>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
) -> Result<(), String> {
    let mut audit = Audit::new(Arc::clone(game), header);
    for cycle in history.cycles() {
        audit.cycle(cycle).map_err(|broken| broken.to_string())?;
    }
    match audit.turn_now() {
        Turn::Over(_) => Ok(()),
        turn => Err(format!("the game stopped at {turn:?}")),
    }
}

fn there_and_back<G: Transcript>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
) -> Result<(), String> {
    let seals = Projections {
        seals: true,
        ..Projections::default()
    };
    let mut moments = [(); 3].map(|()| Replayer::new(Arc::clone(game), header));
    moments.iter_mut().for_each(|moment| moment.project(seals));
    let [original, from_json, from_payload] = &mut moments;
    for cycle in history.cycles() {
        let fail = |what: &str| format!("{} {}: {what}", G::CYCLE, cycle.number);
        original.blank().push(cycle);
        original
            .apply_cycle()
            .map_err(|broken| broken.to_string())?;
        let (mut line, mut payload, mut state) = (Vec::new(), Vec::new(), Vec::new());
        original.put_json(&mut line);
        original.put_payload(&mut payload);
        original.put_state(&mut state);
        let line = String::from_utf8(line).map_err(|error| error.to_string())?;
        from_json
            .read_json(&line)
            .map_err(|why| fail(&format!("JSON: {why:?}")))?;
        let used = from_payload
            .read_payload(&payload)
            .map_err(|why| fail(&format!("payload: {why:?}")))?;
        if used != payload.len() {
            return Err(fail("a payload that is longer than its cycle"));
        }
        if wire::whole::<G::State>(&state).as_ref() != Some(original.state()) {
            return Err(fail("the state does not come back from its snapshot"));
        }
        for other in [&*from_json, &*from_payload] {
            let same = other.state() == original.state() && other.seal() == original.seal();
            if !same {
                return Err(fail("a form changed the history"));
            }
        }
    }
    Ok(())
}

fn again_from_the_seed<G: BuiltInPlayers>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
) -> Result<(), String> {
    let mut again = History::default();
    session(game, header)?.run(&mut again);
    same(history, &again, "the same seed played another game")
}

fn resumed<G: BuiltInPlayers>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
) -> Result<(), String> {
    let mut session = session(game, header)?;
    let mut joined = History::default();
    for cycle in history.cycles().take(history.len() / 2) {
        session.resume(cycle).map_err(|why| why.to_string())?;
        joined.push(cycle);
    }
    session.run(&mut joined);
    same(history, &joined, "a resumed game went another way")
}

fn same<G: Game>(one: &History<G>, other: &History<G>, law: &str) -> Result<(), String> {
    for (a, b) in one.cycles().zip(other.cycles()) {
        if a.entries != b.entries || a.events != b.events {
            return Err(format!("{} {}: {law}", G::CYCLE, a.number));
        }
    }
    if one.len() == other.len() {
        Ok(())
    } else {
        Err(format!("{law}: {} and {} cycles", one.len(), other.len()))
    }
}

fn told_and_read<G: Transcript>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
) -> Result<(), String> {
    let mut moment = Replayer::new(Arc::clone(game), header);
    let (mut text, mut rows) = (Vec::new(), Vec::new());
    moment.opening_text(&mut text);
    for cycle in history.cycles() {
        moment.blank().push(cycle);
        moment.apply_cycle().map_err(|broken| broken.to_string())?;
        moment.cycle_text(&mut text);
        let mut row = Row::unknown(G::columns().len());
        moment.row(&mut row);
        rows.push(row);
    }
    moment.ending_text(&mut text);
    let text = String::from_utf8(text).map_err(|error| error.to_string())?;
    if !G::recognises(&text) {
        return Err("the transcript is not known as one".into());
    }
    let read = read_all(&mut *G::reader(), &text);
    let read = read.map_err(|(line, misread)| format!("line {line}: {}", misread.what))?;
    let shows = |read: &Row| {
        let mut cells = read.cells.iter().zip(G::columns());
        cells.all(|(cell, column)| !column.shown || *cell != Cell::Unknown)
    };
    let same = read.len() == rows.len()
        && read.iter().zip(&rows).all(|(read, row)| {
            read.cycle == row.cycle && read.differing(row).is_empty() && shows(read)
        });
    if same {
        Ok(())
    } else {
        Err("the transcript, read back, shows something else".into())
    }
}

/// The trace that was just played is one the referee has nothing against.
fn judged<G: Transcript>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
) -> Result<(), String> {
    let mut referee = G::referee(Arc::clone(game), header, true);
    let mut moment = Replayer::new(Arc::clone(game), header);
    for cycle in history.cycles() {
        moment.blank().push(cycle);
        moment.apply_cycle().map_err(|broken| broken.to_string())?;
        let mut row = Row::unknown(G::columns().len());
        moment.row(&mut row);
        let judged = referee.judge(&row);
        judged.map_err(|found| format!("{} {}: {found}", G::CYCLE, found.cycle))?;
    }
    referee.end(false).map_err(|found| found.to_string())
}

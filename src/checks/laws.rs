//! The laws that every game keeps, checked on one game played from its header.
//!
//! Tests call this for every game there is; so can whoever writes the next one.

mod changed;
mod forms;
mod joint;
mod law_rules;
mod played;
mod search;
mod secrets;
mod states;
mod turn_outcomes;
mod wire_form;

use std::sync::Arc;

use super::audit::Audit;
use chase_engine::fold::Broken;
use chase_engine::game::{Game, Turn};
use chase_engine::header::Header;
use chase_engine::history::{History, SessionLog};
use chase_kit::budget::StopFlag;
use chase_kit::faces::{Playable, Transcript as _};
use chase_kit::rules_referee::referee;
use chase_kit::trace::{Cell, TraceRow, read_all};
use chase_record::any::{DescribedHistory as _, Projections, RecordedHistory as _};
use chase_record::compile::compile;
use chase_record::entry::GameEntry;
use chase_record::replayer::Replayer;
use chase_study::any_rules::RulesOf;

pub use super::broken_law::{BrokenLaw, CheckCoverage, Law};
use forms::come_back;
use played::{fold, session};
pub use search::{
    BreachPlace, Budget, CycleWalk, LawBreach, SearchCoverage, SearchProgress, search,
};

/// A game of which the laws can be checked.
pub trait KeepsLaws {
    /// Plays the header's game and holds it against every law that all games keep, as [`check`] does.
    ///
    /// # Errors
    /// The law that was broken, and where.
    fn check_laws(&self, header: &Header) -> Result<CheckCoverage, BrokenLaw>;

    /// Searches the header's game for a state in which a law is broken, as [`search`] does, as far as
    /// the budget goes. `watch` is told how far it is.
    ///
    /// # Errors
    /// The law that was broken, and the way to where it is.
    fn search_laws(
        &self,
        header: &Header,
        budget: &Budget,
        watch: &mut dyn FnMut(SearchProgress),
    ) -> Result<SearchCoverage, Box<LawBreach>>;
}

/// Plays the header's game to its end and checks:
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
/// 10. actions are told apart in words, which are read back, and by what is clicked;
/// 11. a lost turn changes the state, and the end has words and points for every side;
/// 12. what a seat knows, sees and learns comes through JSON as it was, and its player then
///     chooses the same;
/// 13. only the audience of an event learns from it, and what a seat is shown is the same in any
///     two histories that differ only in what it may not know.
///
/// # Errors
/// The law that was broken, and where.
pub fn check<G: Playable>(header: &Header) -> Result<CheckCoverage, BrokenLaw> {
    let mut header = header.clone();
    let no_game = |what: String| Law::Scenario.broken(what);
    let game = compile::<G>(&mut header).map_err(|why| no_game(why.to_string()))?;
    let scenario = serde_json::from_str(header.scenario.get());
    let again = G::new(scenario.map_err(|error| no_game(error.to_string()))?);
    if again.map_err(|fault| no_game(fault.to_string()))?.start() != game.start() {
        return Err(no_game("the scenario is not the one the game was made of".into()));
    }
    let rules = RulesOf { game: Arc::clone(&game) };
    let turns = states::walk(&rules, &header)?;
    let history = play_and_refold(&game, &header)?;
    forms::check(&*game, &history)?;
    decide_again(&game, &header, &history)?;
    there_and_back(&game, &header, &history)?;
    again_from_the_seed(&game, &header, &history)?;
    resumed(&game, &header, &history)?;
    told_and_read(&game, &header, &history)?;
    judged(&game, &header, &history)?;
    states::check(&rules, &header, &history)?;
    wire_form::check(&game, &header, &history)?;
    Ok(CheckCoverage { turns, pairs: secrets::check(&game, &header, &history)? })
}

/// No game that the laws are checked on is longer.
const TURNS_MAX: usize = 100_000;

fn play_and_refold<G: Playable>(game: &Arc<G>, header: &Header) -> Result<History<G>, BrokenLaw> {
    let mut session = session(game, header)?;
    let (mut history, mut turn) = (History::default(), History::default());
    let mut state = game.start();
    let mut turns = 0;
    while session.step(&mut turn) {
        turns += 1;
        if turns > TURNS_MAX {
            let what = format!("it does not end in {TURNS_MAX} turns");
            return Err(Law::Turns.broken(what));
        }
        for cycle in turn.cycles() {
            fold(&**game, &mut state, cycle.events)?;
            for (entry, events) in cycle.turns() {
                history.entry(cycle.number, entry.by.clone(), entry.words, events);
            }
        }
        if state != *session.state() {
            let live = session.state();
            let what = format!("the events lead to {state:?}, but the live game is in {live:?}");
            return Err(Law::Fold.broken(what));
        }
        turn.clear();
    }
    Ok(history)
}

/// Every turn again, with the header's dice and players asked once more.
fn decide_again<G: Playable>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
) -> Result<(), BrokenLaw> {
    let mut audit = Audit::new(Arc::clone(game), header);
    for cycle in history.cycles() {
        let same = audit.cycle(cycle);
        same.map_err(|broken| Law::Audit.broken(broken.to_string()))?;
    }
    match audit.turn_now() {
        Turn::Over(_) => Ok(()),
        turn => Err(Law::Turns.broken(format!("the game stopped at {turn:?}"))),
    }
}

/// A cycle that was just played is folded again.
fn folded(applied: Result<(), Broken>) -> Result<(), BrokenLaw> {
    applied.map_err(|broken| Law::Fold.broken(broken.to_string()))
}

fn there_and_back<G: Playable>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
) -> Result<(), BrokenLaw> {
    let seals = Projections { seals: true, ..Projections::default() };
    let mut moments = [(); 3].map(|()| Replayer::new(Arc::clone(game), header));
    moments.iter_mut().for_each(|moment| moment.project(seals));
    let [original, from_json, from_payload] = &mut moments;
    for cycle in history.cycles() {
        original.blank().push(cycle);
        folded(original.apply_cycle())?;
        come_back(original, original.state(), from_json, from_payload)
            .map_err(|broken| broken.at(G::CYCLE, cycle.number))?;
    }
    Ok(())
}

fn again_from_the_seed<G: Playable>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
) -> Result<(), BrokenLaw> {
    let mut again = History::default();
    session(game, header)?.run(&mut again);
    let what = "the same seed played another game";
    same(history, &again, Law::Seed, what)
}

fn resumed<G: Playable>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
) -> Result<(), BrokenLaw> {
    let mut session = session(game, header)?;
    let mut joined = History::default();
    for cycle in history.cycles().take(history.len() / 2) {
        let resumed = session.resume(cycle);
        resumed.map_err(|why| Law::Resume.broken(why.to_string()))?;
        joined.push(cycle);
    }
    session.run(&mut joined);
    let what = "a resumed game went another way";
    same(history, &joined, Law::Resume, what)
}

fn same<G: Game>(
    one: &History<G>,
    other: &History<G>,
    law: Law,
    what: &str,
) -> Result<(), BrokenLaw> {
    for (a, b) in one.cycles().zip(other.cycles()) {
        if a.entries != b.entries || a.events != b.events {
            return Err(law.broken(what).at(G::CYCLE, a.number));
        }
    }
    let (mine, others) = (one.len(), other.len());
    if mine != others {
        return Err(law.broken(format!("{what}: {mine} and {others} cycles")));
    }
    Ok(())
}

fn told_and_read<G: Playable>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
) -> Result<(), BrokenLaw> {
    let mut moment = Replayer::new(Arc::clone(game), header);
    let (mut text, mut rows) = (Vec::new(), Vec::new());
    moment.opening_text(&mut text);
    for cycle in history.cycles() {
        moment.blank().push(cycle);
        folded(moment.apply_cycle())?;
        moment.cycle_text(&mut text);
        let mut row = TraceRow::unknown(G::CELLS.len());
        moment.row(&mut row);
        rows.push(row);
    }
    moment.ending_text(&mut text);
    let text =
        String::from_utf8(text).map_err(|error| Law::Transcript.broken(error.to_string()))?;
    if !G::transcript().recognises(&text) {
        return Err(Law::Transcript.broken("the game does not recognise its own transcript"));
    }
    let read = read_all(&mut *G::transcript().reader(), &text);
    let read = read.map_err(|(line, misread)| {
        Law::Transcript.broken(format!("line {line}: {}", misread.what))
    })?;
    let shows = |read: &TraceRow| {
        let mut cells = read.cells.iter().zip(G::CELLS);
        cells.all(|(cell, column)| !column.shown || *cell != Cell::Unknown)
    };
    let same = read.len() == rows.len()
        && read.iter().zip(&rows).all(|(read, row)| {
            read.cycle == row.cycle && read.differing(row).is_empty() && shows(read)
        });
    if !same {
        let what = "the transcript, read back, shows something else";
        return Err(Law::Transcript.broken(what));
    }
    Ok(())
}

/// The trace that was just played is one the referee has nothing against.
fn judged<G: Playable>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
) -> Result<(), BrokenLaw> {
    let mut referee = referee(Arc::clone(game), header, true, &StopFlag::default());
    let mut moment = Replayer::new(Arc::clone(game), header);
    for cycle in history.cycles() {
        moment.blank().push(cycle);
        folded(moment.apply_cycle())?;
        let mut row = TraceRow::unknown(G::CELLS.len());
        moment.row(&mut row);
        let judged = referee.judge(&row);
        judged.map_err(|found| {
            let cycle = found.cycle;
            Law::Referee.broken(found.to_string()).at(G::CYCLE, cycle)
        })?;
    }
    let ended = referee.end(false);
    ended.map_err(|found| Law::Referee.broken(found.to_string()))
}

impl<G: Playable> KeepsLaws for GameEntry<G> {
    fn check_laws(&self, header: &Header) -> Result<CheckCoverage, BrokenLaw> {
        check::<G>(header)
    }

    fn search_laws(
        &self,
        header: &Header,
        budget: &Budget,
        watch: &mut dyn FnMut(SearchProgress),
    ) -> Result<SearchCoverage, Box<LawBreach>> {
        search::<G>(header, budget, watch)
    }
}

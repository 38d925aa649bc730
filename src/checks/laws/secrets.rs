//! The law of secrets: what a seat is shown is the same in any two histories that differ only in
//! what it may not know. The game makes the second history of each pair.

use std::sync::Arc;

use super::played::session;
use crate::broken_law::{BrokenLaw, Law};
use chase_engine::dice::Dice;
use chase_engine::fold::GameFold;
use chase_engine::game::{Game, Masks as _, SeatSight, Twin, known};
use chase_engine::header::{Header, to_json};
use chase_engine::history::{History, HistoryCycle};
use chase_engine::seat::{Seat, Seats};
use chase_engine::seated_players::show;
use chase_kit::faces::{
    NumericForm as _, Playable, Transcript as _, sent_event, sent_known, sent_view, stage,
};
use chase_kit::picture::Scene;
use chase_kit::trace::TraceRow;
use chase_record::any::{
    DescribedHistory as _, DrawnHistory as _, Projections, RecordedHistory as _,
};
use chase_record::replayer::Replayer;
use chase_world::error::quoted_to;

/// Games in which a twin is looked for.
const GAMES_MAX: u32 = 20;
/// The number of characters that are quoted of what is shown.
const QUOTED_CHARS_MAX: usize = 200;

/// Holds the history of every seat, and of every group of seats that the game can be shown for,
/// against a twin, where the game has one. How many there were.
pub(super) fn check<G: Playable>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
) -> Result<u64, BrokenLaw> {
    audiences(game, history)?;
    let mut pairs = 0;
    let mut untried = Seats::default();
    let mut dice = header.dice();
    let alone = (0..game.seats()).map(|n| Seats::from(Seat(n)));
    let viewers = G::transcript().viewers(game).into_iter().map(|viewer| viewer.seats);
    let groups = viewers.filter(|seats| seats.count() > 1);
    for seats in alone.chain(groups) {
        if let Some(twin) = G::masks().twin(game, history, seats, &mut dice) {
            is_twin(game, history, &twin)?;
            compare(game, header, history, &twin, seats)?;
            pairs += 1;
        } else if seats.count() == 1 {
            untried = untried.iter().chain(seats.iter()).collect();
        }
    }
    for seat in untried.iter().filter(|seat| G::masks().hides_from(game, *seat)) {
        pairs += elsewhere(game, header, seat, &mut dice)?;
    }
    Ok(pairs)
}

/// Holds one of the games that come after the header's against its twin for a seat that has none in
/// the header's own. How many there were: one.
fn elsewhere<G: Playable>(
    game: &Arc<G>,
    header: &Header,
    seat: Seat,
    dice: &mut Dice,
) -> Result<u64, BrokenLaw> {
    let mut header = header.clone();
    for _ in 0..GAMES_MAX {
        header.number += 1;
        let mut history = History::default();
        session(game, &header)?.run(&mut history);
        if let Some(twin) = G::masks().twin(game, &history, seat.into(), dice) {
            is_twin(game, &history, &twin)?;
            compare(game, &header, &history, &twin, seat.into())?;
            return Ok(1);
        }
    }
    let name = game.seat_name(seat);
    Err(broken(format!(
        "something is hidden from {name}, but no other game was found that looks the same to {name}"
    )))
}

fn broken(what: impl Into<String>) -> BrokenLaw {
    Law::Secrets.broken(what)
}

/// Only a seat of an event's audience learns from it.
fn audiences<G: Game>(game: &Arc<G>, history: &History<G>) -> Result<(), BrokenLaw> {
    let mut fold = GameFold::new(&**game);
    let seats = Seats::first(game.seats());
    for cycle in history.cycles() {
        let mut outsider = None;
        let fed = fold.feed(game, cycle, |before, event| {
            let mut learned = Vec::new();
            show(&**game, before, event, seats, |seat, _| {
                learned.push(seat);
            });
            let learns =
                |seat: &Seat| G::masks().event(game, before, event, (*seat).into()).is_some();
            let mut others = seats.iter().filter(|seat| !learned.contains(seat));
            if let Some(seat) = others.find(learns) {
                outsider.get_or_insert((seat, event.clone()));
            }
        });
        fed.map_err(|rule| broken(rule.to_string()))?;
        if let Some((seat, event)) = outsider {
            let name = game.seat_name(seat);
            let what = format!("{name} learns from {event:?} and is not in its audience");
            return Err(broken(what).at(G::CYCLE, cycle.number));
        }
    }
    Ok(())
}

/// The game has made a twin that is one: it can be played, and something in it is different.
fn is_twin<G: Game>(game: &Arc<G>, history: &History<G>, twin: &Twin<G>) -> Result<(), BrokenLaw> {
    let mut fold = GameFold::new(&*twin.game);
    for cycle in twin.history.cycles() {
        let fed = fold.feed(&twin.game, cycle, |_, _| {});
        fed.map_err(|rule| broken(format!("a twin that the rules refuse: {rule}")))?;
    }
    let alike = |(one, other): (HistoryCycle<'_, G>, HistoryCycle<'_, G>)| {
        one.entries == other.entries && one.events == other.events
    };
    let has_same_cycles = history.cycles().zip(twin.history.cycles()).all(alike);
    if has_same_cycles && to_json(game.scenario()) == to_json(twin.game.scenario()) {
        return Err(broken("the twin does not differ from the game"));
    }
    Ok(())
}

/// Holds what seats are shown of a history against what they are shown of the twin.
fn compare<G: Playable>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
    twin: &Twin<G>,
    seats: Seats,
) -> Result<(), BrokenLaw> {
    let cycles: Vec<_> = history.cycles().take(twin.history.len()).collect();
    let mine = shown(game, header, &cycles, seats)?;
    let cycles: Vec<_> = twin.history.cycles().collect();
    let others = shown(&twin.game, header, &cycles, seats)?;
    let names: Vec<_> = seats.iter().map(|seat| game.seat_name(seat)).collect();
    let name = names.join(" and ");
    let pairs = mine.iter().zip(&others);
    if let Some((one, other)) = pairs.into_iter().find(|(one, other)| one != other) {
        let [a, b] = [one, other].map(|shown| quoted_to(&shown.text, QUOTED_CHARS_MAX));
        let what = format!(
            "{name} can deduce a secret from {}: it is `{a}`, but `{b}` in the twin",
            one.what
        );
        return Err(broken(what).at(G::CYCLE, one.cycle));
    }
    if mine.len() != others.len() {
        let what = format!("{name} can deduce a secret from how much it is shown");
        return Err(broken(what));
    }
    Ok(())
}

/// One thing that a seat is shown or sent.
#[derive(PartialEq)]
struct ShownItem {
    cycle: u64,
    what: &'static str,
    text: String,
}

/// Everything that seats are shown and sent of a history, in order.
fn shown<G: Playable>(
    game: &Arc<G>,
    header: &Header,
    cycles: &[HistoryCycle<'_, G>],
    seats: Seats,
) -> Result<Vec<ShownItem>, BrokenLaw> {
    let mut all = Vec::new();
    for seat in seats.iter() {
        all.extend(messages(game, cycles, seat)?);
    }
    all.push(ShownItem {
        cycle: 0,
        what: "the stage",
        text: format!("{:?}", stage(&**game, Some(seats))),
    });
    if G::transcript().viewers(game).iter().any(|viewer| viewer.seats == seats) {
        views(game, header, cycles, seats, &mut all)?;
    }
    Ok(all)
}

/// The messages to a player in a seat.
fn messages<G: Playable>(
    game: &Arc<G>,
    cycles: &[HistoryCycle<'_, G>],
    seat: Seat,
) -> Result<Vec<ShownItem>, BrokenLaw> {
    let mut all = Vec::new();
    let mut add = |cycle, what, text| all.push(ShownItem { cycle, what, text });
    add(0, "what it knows", to_json(&sent_known(&known(game, seat))));
    let mut state = game.start();
    for cycle in cycles {
        for (entry, events) in cycle.turns() {
            if entry.by.seats().has(seat) {
                let view = to_json(&sent_view(&SeatSight::new(&**game, &state, seat).view()));
                add(cycle.number, "what it sees", view);
                let mut buffer = Vec::new();
                let legal = to_json(&game.legal_in(&state, seat, &mut buffer));
                add(cycle.number, "what it can do", legal);
            }
            for event in events {
                show(&**game, &state, event, Seats::from_iter([seat]), |_, seen| {
                    add(cycle.number, "what it learns", sent_event(&**game, &state, seen));
                });
                let applied = game.apply(&mut state, event);
                applied.map_err(|rule| broken(rule.to_string()))?;
            }
            let seen = G::masks().state(game, &state, seat.into());
            let mut numbers = Vec::new();
            G::numbers().observation(game, &seen, seat, &mut numbers);
            let numbers = format!("{numbers:?}");
            add(cycle.number, "what it sees in numbers", numbers);
        }
        if let Some(outcome) = game.turn(&state).outcome() {
            add(cycle.number, "how it ended", to_json(&outcome));
        }
    }
    Ok(all)
}

/// The views of a replay through the eyes of seats.
fn views<G: Playable>(
    game: &Arc<G>,
    header: &Header,
    cycles: &[HistoryCycle<'_, G>],
    seats: Seats,
    all: &mut Vec<ShownItem>,
) -> Result<(), BrokenLaw> {
    let mut replayer = Replayer::new(Arc::clone(game), header);
    replayer.project(Projections {
        events: true,
        tally: true,
        insight: true,
        scenes: true,
        turns: true,
        viewer: Some(seats),
        ..Projections::default()
    });
    for cycle in cycles {
        replayer.blank().push(*cycle);
        let applied = replayer.apply_cycle();
        applied.map_err(|rule| broken(rule.to_string()))?;
        let mut add = |what, text| {
            all.push(ShownItem { cycle: cycle.number, what, text });
        };
        let written = |write: &dyn Fn(&mut Vec<u8>)| {
            let mut out = Vec::new();
            write(&mut out);
            String::from_utf8_lossy(&out).into_owned()
        };
        add("the opening", written(&|out| replayer.opening_text(out)));
        add("the transcript", written(&|out| replayer.cycle_text(out)));
        add("the events", written(&|out| out.extend_from_slice(replayer.events_text())));
        add("the cycle for programs", written(&|out| replayer.put_shown_json(out)));
        add("the moment", written(&|out| replayer.moment_text(out)));
        add("the moment for programs", replayer.moment_json());
        add("what can be done", written(&|out| replayer.legal_text(out)));
        add("what can be done, for programs", replayer.legal_json());
        add("what can be worked out", written(&|out| replayer.insight_text(out)));
        add("what can be worked out, for programs", replayer.insight_json());
        add("the counts", written(&|out| replayer.totals_text(out)));
        add("the counts for programs", replayer.totals_json());
        add("the ending", written(&|out| replayer.ending_text(out)));
        let (turns, mut scene) = (replayer.turns(), Scene::default());
        for turn in (0..turns.len()).map(Some).chain([None]) {
            replayer.scene(turn, &mut scene);
            add("the picture", format!("{scene:?}"));
        }
        add("the turns", format!("{turns:?}"));
        let mut row = TraceRow::unknown(G::CELLS.len());
        replayer.row(&mut row);
        add("the trace", format!("{row:?}"));
    }
    Ok(())
}

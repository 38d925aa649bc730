//! The laws that every game keeps, checked on one game played from its header.
//!
//! Tests call this for every game there is; so can whoever writes the next one.

use std::sync::Arc;

use super::any::{AnyReplay, Moment, Watch, compile};
use super::dice::{Dice, Luck};
use super::game::{Game, Turn};
use super::player::seated;
use super::replay::{By, Header, History, Log};
use super::session::Session;
use super::transcript::Transcript;
use super::wire;

/// Plays the header's game to its end and checks, in this order:
///
/// 1. after every turn the fold of the events is the live state;
/// 2. every action is legal, and deciding it again with the same dice gives the same events;
/// 3. every cycle and every state comes back from JSON and from the binary form as it was;
/// 4. the same seed gives the same history again;
/// 5. a session resumed in the middle goes on as the first one did;
/// 6. the transcript, parsed, shows what the states show.
///
/// # Errors
/// The law that was broken, and where.
pub fn check<G: Transcript>(header: &Header) -> Result<(), String> {
    let mut header = header.clone();
    let game = compile::<G>(&mut header).map_err(|why| format!("{why:?}"))?;
    let history = play_and_refold(&game, &header)?;
    decide_again(&*game, &header, &history)?;
    there_and_back(&game, &header, &history)?;
    again_from_the_seed(&game, &header, &history)?;
    resumed(&game, &header, &history)?;
    told_and_read(&game, &header, &history)
}

fn session<G: Game>(game: &Arc<G>, header: &Header) -> Result<Session<G>, String> {
    let players = seated(&**game, &header.players)?;
    Ok(Session::new(Arc::clone(game), players, header.dice()))
}

fn play_and_refold<G: Game>(game: &Arc<G>, header: &Header) -> Result<History<G>, String> {
    let mut session = session(game, header)?;
    let (mut history, mut turn) = (History::default(), History::default());
    let mut state = game.start();
    while session.step(&mut turn) {
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

/// Actions and the world's turns again, with the dice taken along by the stored word counts.
/// Words a player drew for itself come before those of the rules; a game in which both draw for
/// one turn would need to tell them apart, and none does.
fn decide_again<G: Game>(game: &G, header: &Header, history: &History<G>) -> Result<(), String> {
    let (mut state, mut dice) = (game.start(), header.dice());
    let (mut legal, mut events) = (Vec::new(), Vec::new());
    for cycle in history.cycles() {
        for (entry, stored) in cycle.turns() {
            events.clear();
            let fail = |what: String| format!("{} {}: {what}", G::CYCLE, cycle.number);
            let from = match &entry.by {
                By::World => {
                    dice.turn_to(Luck::World);
                    let from = dice.clone();
                    game.world(&state, &mut dice, &mut events);
                    from
                }
                By::Action(seat, action) => {
                    legal.clear();
                    if !game.legal(&state, *seat, &mut legal).contains(action) {
                        return Err(fail(format!("{action:?} is not legal")));
                    }
                    dice.turn_to(Luck::Seat(*seat));
                    let from = dice.clone();
                    game.decide(&state, *seat, action, &mut dice, &mut events)
                        .map_err(|rule| fail(rule.to_string()))?;
                    from
                }
                By::Forfeit(seat, why) => {
                    dice.turn_to(Luck::Seat(*seat));
                    game.forfeit(&state, *seat, why, &mut events);
                    dice.clone()
                }
            };
            dice = go_on(from, u64::from(entry.words));
            if events != stored {
                return Err(fail(format!("decided {events:?}, stored {stored:?}")));
            }
            for event in stored {
                game.apply(&mut state, event)
                    .map_err(|rule| fail(rule.to_string()))?;
            }
        }
    }
    match game.turn(&state) {
        Turn::Over(_) => Ok(()),
        turn => Err(format!("the game stopped at {turn:?}")),
    }
}

fn go_on(mut dice: Dice, words: u64) -> Dice {
    dice.skip(words);
    dice
}

fn there_and_back<G: Transcript>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
) -> Result<(), String> {
    let seals = Watch {
        seals: true,
        ..Watch::default()
    };
    let mut moments = [(); 3].map(|()| Moment::new(Arc::clone(game), header));
    moments.iter_mut().for_each(|moment| moment.watch(seals));
    let [original, from_json, from_payload] = &mut moments;
    for cycle in history.cycles() {
        let fail = |what: &str| format!("{} {}: {what}", G::CYCLE, cycle.number);
        original.blank().push(cycle);
        original.take_in().map_err(|broken| broken.to_string())?;
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

fn again_from_the_seed<G: Game>(
    game: &Arc<G>,
    header: &Header,
    history: &History<G>,
) -> Result<(), String> {
    let mut again = History::default();
    session(game, header)?.run(&mut again);
    same(history, &again, "the same seed played another game")
}

fn resumed<G: Game>(game: &Arc<G>, header: &Header, history: &History<G>) -> Result<(), String> {
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
    let mut moment = Moment::new(Arc::clone(game), header);
    let (mut text, mut rows) = (Vec::new(), Vec::new());
    moment.opening_text(&mut text);
    for cycle in history.cycles() {
        moment.blank().push(cycle);
        moment.take_in().map_err(|broken| broken.to_string())?;
        moment.cycle_text(&mut text);
        rows.push(game.row(moment.state()));
    }
    moment.ending_text(&mut text);
    let text = String::from_utf8(text).map_err(|error| error.to_string())?;
    let read = G::parse(&text).map_err(|error| error.to_string())?;
    if read == rows {
        Ok(())
    } else {
        Err("the transcript, parsed, shows something else".into())
    }
}

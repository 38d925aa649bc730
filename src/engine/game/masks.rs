//! What a game hides from its seats, and the twins that put it to the test.

use std::sync::Arc;

use super::{Fault, Forfeit, Game, Known, Seat, Turn, View, after};
use crate::dice::{Dice, DrawOwner, one_of};
use crate::history::{By, History, Joint, SessionLog as _};
use crate::seat::Seats;

/// The number of draws that are tried to find one that looks the same to a seat.
const DRAWS_MAX: u32 = 64;
/// The number of twins that are begun, of which the longest is taken.
const TWINS_MAX: u32 = 16;

/// The seats that can see an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Nobody learns from it.
    Nobody,
    /// One seat at most.
    One(Seat),
    /// Any seat may learn from it; each is asked about.
    All,
}

/// Another game that some seats could be in, as far as they may know.
pub struct Twin<G: Game> {
    /// The game with the same scenario, or with one that differs only in what the seats may not
    /// know.
    pub game: Arc<G>,
    /// The history of that game from the first cycle on, at least one cycle.
    pub history: History<G>,
}

/// The masks of a game with secrets: they take out what seats may not know. [`Game::masks`]
/// names the type that implements them.
///
/// A mask takes something away and puts nothing else in its place, so states and events need a value
/// for what is hidden, such as `None`. Seats are asked about together: what one of them may know all of
/// them may. Where there are none, what is left is what everybody may know.
///
/// From the masks come the views and messages of players, what `--as` and the pages show, and what an
/// environment observes. A state that is masked twice is the state that was masked once.
///
/// # Examples
/// A card that its holder alone sees:
/// ```
/// # mod chase { pub use chase_engine as engine; pub use chase_kit::prelude; }
/// use chase::prelude::*;
///
/// /// The card of each seat; nothing where a seat may not know it.
/// type Hands = [Option<char>; 2];
///
/// fn mask(hands: Hands, eyes: Seats) -> Hands {
///     [0, 1].map(|n| hands[n].filter(|_| eyes.has(Seat(n as u8))))
/// }
/// let dealt = [Some('J'), Some('K')];
/// assert_eq!(mask(dealt, Seats::from(Seat(1))), [None, Some('K')]);
/// // What everybody may know.
/// assert_eq!(mask(dealt, Seats::default()), [None, None]);
/// ```
pub trait Masks<G: Game> {
    /// True if anything is hidden at all.
    #[inline(always)]
    fn hides(&self) -> bool {
        true
    }

    /// True if there is anything that this seat may not know; false for one that knows all, such as
    /// a dealer.
    fn hides_from(&self, _game: &G, _seat: Seat) -> bool {
        self.hides()
    }

    /// A state without what these seats may not know.
    fn state(&self, game: &G, state: &G::State, eyes: Seats) -> G::State;

    /// An event as these seats learn of it; nothing where they do not. `before` is the true state that
    /// the event changes.
    fn event(&self, game: &G, before: &G::State, event: &G::Event, eyes: Seats)
    -> Option<G::Event>;

    /// An action of a seat as these seats see it; `before` is the true state in which it was chosen. By
    /// default, they see all of it.
    fn action(
        &self,
        _game: &G,
        _before: &G::State,
        _by: Seat,
        action: &G::Action,
        _eyes: Seats,
    ) -> G::Action {
        action.clone()
    }

    /// The seats that could learn anything from an event. Only these are asked about in [`Masks::event`].
    fn audience(&self, _before: &G::State, _event: &G::Event) -> Audience {
        Audience::All
    }

    /// True if these seats see that it was this seat's turn. By default, they do.
    fn sees_turn(&self, _eyes: Seats, _by: Seat) -> bool {
        true
    }

    /// The scenario without what a seat may not know before the game. By default, nothing of it is
    /// hidden.
    fn scenario(&self, _game: &G, _eyes: Seats) -> Option<G::Scenario> {
        None
    }

    /// The game as these seats know it, where that is not all of it. By default, [`Game::new`] makes it
    /// of [`Masks::scenario`], at every choice of a seat; a game that prepares much when it is made shares
    /// that here.
    fn game(&self, game: &G, eyes: Seats) -> Option<Result<Arc<G>, Fault>> {
        self.scenario(game, eyes).map(|scenario| G::new(scenario).map(Arc::new))
    }

    /// Another game that these seats could be in, for the laws, which hold what seats are shown of a history
    /// against what they are shown of its twin: both must be the same to the letter. The twin may be shorter;
    /// it is then compared with the beginning of the history. By default, what they do not see is drawn
    /// again, turn by turn.
    fn twin(
        &self,
        game: &Arc<G>,
        history: &History<G>,
        seats: Seats,
        dice: &mut Dice,
    ) -> Option<Twin<G>> {
        drawn_twin(game, history, seats, dice)
    }

    /// Draws again what these seats do not see of an event of the world's turn; `before` is the state in
    /// which it is to happen. By default, the world's turn is drawn until it looks the same, which does
    /// for games that hide little.
    fn redeal(
        &self,
        _game: &G,
        _before: &G::State,
        _event: &G::Event,
        _eyes: Seats,
        _dice: &mut Dice,
    ) -> Option<G::Event> {
        None
    }
}

/// Nothing is hidden.
#[derive(Clone, Copy, Debug)]
pub struct NothingHidden;

impl<G: Game> Masks<G> for NothingHidden {
    fn hides(&self) -> bool {
        false
    }

    fn state(&self, _: &G, state: &G::State, _: Seats) -> G::State {
        state.clone()
    }

    fn twin(&self, _: &Arc<G>, _: &History<G>, _: Seats, _: &mut Dice) -> Option<Twin<G>> {
        None
    }

    fn event(&self, _: &G, _: &G::State, event: &G::Event, _: Seats) -> Option<G::Event> {
        Some(event.clone())
    }
}

/// The game that a mask leaves.
#[inline(always)]
fn whole<G>(game: Result<Arc<G>, Fault>) -> Arc<G> {
    game.expect("what a mask leaves of a scenario makes a game")
}

/// The game as these seats know it.
#[must_use]
pub fn game_for<G: Game>(game: &Arc<G>, eyes: Seats) -> Arc<G> {
    G::masks().game(game, eyes).map_or_else(|| Arc::clone(game), whole)
}

/// Everything that a seat may know before the game.
#[must_use]
pub fn known<G: Game>(game: &Arc<G>, seat: Seat) -> Known<G> {
    Known { seat, game: game_for(game, seat.into()) }
}

/// A state in which a seat must choose, without what this seat may not know.
pub struct SeatSight<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    masked: Option<Masked<G>>,
}

/// A game, where the seat knows another, and a state without what the seat may not know.
struct Masked<G: Game> {
    game: Option<Arc<G>>,
    state: G::State,
}

impl<'a, G: Game> SeatSight<'a, G> {
    /// Takes out of a state everything that a seat may not know.
    #[inline(always)]
    pub fn new(game: &'a G, state: &'a G::State, seat: Seat) -> Self {
        let masks = G::masks();
        let masked = masks.hides().then(|| Masked {
            game: masks.game(game, seat.into()).map(whole),
            state: masks.state(game, state, seat.into()),
        });
        SeatSight { game, state, seat, masked }
    }

    /// The view that the seat's player is given.
    #[inline(always)]
    pub fn view(&self) -> View<'_, G> {
        let seat = self.seat;
        match &self.masked {
            None => View { game: self.game, state: self.state, seat },
            Some(Masked { game, state }) => {
                View { game: game.as_deref().unwrap_or(self.game), state, seat }
            }
        }
    }
}

/// The longest of several twins of a history of which the hidden part was drawn, turn by turn.
pub fn drawn_twin<G: Game>(
    game: &Arc<G>,
    history: &History<G>,
    seats: Seats,
    dice: &mut Dice,
) -> Option<Twin<G>> {
    let mut longest: Option<History<G>> = None;
    for _ in 0..TWINS_MAX {
        let mut telling = HistoryPair {
            game: &**game,
            eyes: seats,
            dice,
            one: game.start(),
            other: game.start(),
            differs: false,
        };
        let told = telling.tell(history);
        let known = longest.as_ref().map_or(0, History::len);
        if telling.differs && told.len() > known {
            longest = Some(told);
        }
        if longest.as_ref().map(History::len) == Some(history.len()) {
            break;
        }
    }
    longest.map(|history| Twin { game: Arc::clone(game), history })
}

/// A history, and another that is told beside it.
struct HistoryPair<'a, G: Game> {
    game: &'a G,
    eyes: Seats,
    dice: &'a mut Dice,
    /// The state of the history.
    one: G::State,
    /// The state of the other history.
    other: G::State,
    /// True once they differ.
    differs: bool,
}

/// The owner of a turn with its action, and the events of the turn.
type TurnWithEvents<G> = (By<<G as Game>::Action>, Vec<<G as Game>::Event>);

/// The joint action of several seats and its events.
type JointTurnWithEvents<G> = (Joint<<G as Game>::Action>, Vec<<G as Game>::Event>);

impl<G: Game> HistoryPair<'_, G> {
    /// The other history, up to the last cycle in which both look the same to the seats.
    fn tell(&mut self, history: &History<G>) -> History<G> {
        let mut told = History::default();
        for cycle in history.cycles() {
            let mut other = History::<G>::default();
            let mut differs = self.differs;
            for (entry, events) in cycle.turns() {
                let Some((by, drawn)) = self.turn(&entry.by, events) else {
                    return told;
                };
                differs |= by != entry.by || drawn != events;
                other.entry(cycle.number, by, entry.words, &drawn);
            }
            self.differs = differs;
            if let Some(cycle) = other.last() {
                told.push(cycle);
            }
        }
        told
    }

    /// A turn of the other history that looks to the seats as one of the history does.
    fn turn(&mut self, by: &By<G::Action>, events: &[G::Event]) -> Option<TurnWithEvents<G>> {
        let due = seen(self.game, &self.one, events, self.eyes)?;
        let turned = match (by, self.game.turn(&self.other)) {
            (By::World, Turn::World) => {
                let drawn = self.world(events, &due)?;
                (By::World, drawn)
            }
            (By::Action(seat, action), Turn::Seat(other)) if *seat == other => {
                let (action, drawn) = self.action(*seat, action, &due)?;
                (By::Action(*seat, action), drawn)
            }
            (By::Forfeit(seat, why), Turn::Seat(other)) if *seat == other => {
                (By::Forfeit(*seat, why.clone()), self.forfeit(*seat, why, &due)?)
            }
            (By::Joint(joint), Turn::Seats(seats)) if joint.seats() == seats => {
                let (joint, drawn) = self.joint(joint, &due)?;
                (By::Joint(Box::new(joint)), drawn)
            }
            _ => return None,
        };
        self.one = after(self.game, &self.one, events)?;
        self.other = after(self.game, &self.other, &turned.1)?;
        Some(turned)
    }

    /// The world's turn.
    fn world(&mut self, events: &[G::Event], due: &[G::Event]) -> Option<Vec<G::Event>> {
        let mut state = self.other.clone();
        let again = events.iter().map(|event| {
            let (game, eyes) = (self.game, self.eyes);
            let event = G::masks().redeal(game, &state, event, eyes, self.dice)?;
            game.apply(&mut state, &event).ok()?;
            Some(event)
        });
        if let Some(again) = again.collect::<Option<Vec<_>>>()
            && seen(self.game, &self.other, &again, self.eyes).as_deref() == Some(due)
        {
            return Some(again);
        }
        self.dice.turn_to(DrawOwner::World);
        (0..DRAWS_MAX).find_map(|_| {
            let drawn = self.game.world(&self.other, self.dice);
            self.looks(drawn, due)
        })
    }

    /// A turn of several seats: what each did, or something else where these seats cannot tell.
    fn joint(
        &mut self,
        did: &Joint<G::Action>,
        due: &[G::Event],
    ) -> Option<JointTurnWithEvents<G>> {
        let game = self.game;
        for _ in 0..DRAWS_MAX {
            let mut choices = did.choices().to_vec();
            for choice in &mut choices {
                if let Ok(action) = &mut choice.chosen {
                    let alike = self.alike(choice.seat, action);
                    if alike.is_empty() {
                        return None;
                    }
                    self.dice.turn_to(DrawOwner::Seat(choice.seat));
                    action.clone_from(one_of(&alike, self.dice));
                }
            }
            let joint = Joint::new(choices)?;
            self.dice.turn_to(DrawOwner::World);
            let drawn = game.decide_joint(&self.other, &joint.chosen(), self.dice);
            if let Some(drawn) = self.looks(drawn, due) {
                return Some((joint, drawn));
            }
        }
        None
    }

    fn alike(&self, seat: Seat, did: &G::Action) -> Vec<G::Action> {
        alike(self.game, &self.other, seat, did, self.eyes)
    }

    /// A seat's turn: what it did, or something else where these seats cannot tell.
    fn action(
        &mut self,
        seat: Seat,
        did: &G::Action,
        due: &[G::Event],
    ) -> Option<(G::Action, Vec<G::Event>)> {
        self.dice.turn_to(DrawOwner::Seat(seat));
        let game = self.game;
        let mut actions = self.alike(seat, did);
        while !actions.is_empty() {
            let count = u32::try_from(actions.len()).ok()?;
            let action = actions.swap_remove(self.dice.below(count) as usize);
            for _ in 0..DRAWS_MAX {
                let words = self.dice.words();
                let decided = game.decide(&self.other, seat, &action, self.dice);
                let drawn = decided.ok().and_then(|drawn| self.looks(drawn, due));
                if let Some(drawn) = drawn {
                    return Some((action, drawn));
                }
                if self.dice.words() == words {
                    break;
                }
            }
        }
        None
    }

    fn forfeit(&self, seat: Seat, why: &Forfeit, due: &[G::Event]) -> Option<Vec<G::Event>> {
        let events = self.game.forfeit(&self.other, seat, why);
        self.looks(events, due)
    }

    /// Events that look as they are due to.
    fn looks(&self, events: Vec<G::Event>, due: &[G::Event]) -> Option<Vec<G::Event>> {
        let seen = seen(self.game, &self.other, &events, self.eyes)?;
        (seen == due).then_some(events)
    }
}

/// The actions of a seat in a state that look to these seats like the one that it chose.
pub fn alike<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    did: &G::Action,
    eyes: Seats,
) -> Vec<G::Action> {
    let masks = G::masks();
    let shown = masks.action(game, state, seat, did, eyes);
    let mut actions = game.legal(state, seat);
    actions.retain(|action| match eyes.has(seat) {
        true => action == did,
        false => masks.action(game, state, seat, action, eyes) == shown,
    });
    actions
}

/// The facts that these seats learn from events that happen one after the other.
pub fn seen<G: Game>(
    game: &G,
    before: &G::State,
    events: &[G::Event],
    eyes: Seats,
) -> Option<Vec<G::Event>> {
    let (mut state, mut seen) = (before.clone(), Vec::new());
    for event in events {
        seen.extend(G::masks().event(game, &state, event, eyes));
        game.apply(&mut state, event).ok()?;
    }
    Some(seen)
}

//! What was played: turns with their events, cycle by cycle, and what takes them down.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};

use super::dice::DrawOwner;
use super::forfeit::Forfeit;
use super::game::Game;
use super::seat::{Seat, Seats};

/// The types of a history's actions and events: those of a game.
pub trait TurnTypes {
    /// The action that a seat asks for.
    type Action: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// An event that changes the state.
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
}

impl<G: Game> TurnTypes for G {
    type Action = <G as Game>::Action;
    type Event = <G as Game>::Event;
}

/// The owner of a turn, with the action that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum By<A> {
    /// The world's turn.
    World,
    /// A seat's action.
    Action(Seat, A),
    /// A seat's failure to give one.
    Forfeit(Seat, Box<Forfeit>),
    /// The joint action of several seats.
    Joint(Box<Joint<A>>),
}

impl<A> By<A> {
    /// The same turn with actions of another type.
    pub fn map_action<B>(&self, of: impl Fn(&A) -> B) -> By<B> {
        match self {
            By::World => By::World,
            By::Action(seat, action) => By::Action(*seat, of(action)),
            By::Forfeit(seat, why) => By::Forfeit(*seat, why.clone()),
            By::Joint(joint) => {
                let choices = joint.choices().iter().map(|choice| SeatChoice {
                    seat: choice.seat,
                    chosen: choice.chosen.as_ref().map(&of).map_err(Clone::clone),
                    words: choice.words,
                });
                let joint =
                    Joint::new(choices.collect()).expect("it has the seats of a joint action");
                By::Joint(Box::new(joint))
            }
        }
    }

    /// The seat whose turn it was, where it was the turn of one.
    #[inline]
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        match self {
            By::Action(seat, _) | By::Forfeit(seat, _) => Some(*seat),
            By::World | By::Joint(_) => None,
        }
    }

    /// The seats whose turn it was; none for the world's.
    #[must_use]
    pub fn seats(&self) -> Seats {
        match self {
            By::Action(seat, _) | By::Forfeit(seat, _) => Seats::from(*seat),
            By::World => Seats::default(),
            By::Joint(joint) => joint.seats(),
        }
    }

    /// The action of a seat in this turn, if it made one.
    pub fn action_of(&self, seat: Seat) -> Option<&A> {
        match self {
            By::Action(by, action) => Some(action).filter(|_| *by == seat),
            By::World | By::Forfeit(..) => None,
            By::Joint(joint) => {
                let mut choices = joint.0.iter();
                choices.find(|it| it.seat == seat)?.chosen.as_ref().ok()
            }
        }
    }

    /// The turns that were lost: whose, and why.
    pub fn forfeits(&self) -> impl Iterator<Item = (Seat, &Forfeit)> {
        let (alone, joint) = match self {
            By::Forfeit(seat, why) => (Some((*seat, &**why)), None),
            By::Joint(joint) => (None, Some(joint)),
            By::World | By::Action(..) => (None, None),
        };
        let choices = joint.into_iter().flat_map(|joint| joint.choices());
        let lost = choices.filter_map(|it| Some((it.seat, &**it.chosen.as_ref().err()?)));
        alone.into_iter().chain(lost)
    }
}

/// A joint action: what each of several seats chose without seeing what the others chose, in the order of
/// play.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint<A>(Vec<SeatChoice<A>>);

/// The choice of one seat of several that act at once.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatChoice<A> {
    /// The seat that chose.
    pub seat: Seat,
    /// Its action, or its failure to give one.
    pub chosen: Result<A, Box<Forfeit>>,
    /// Words that its player drew from the dice.
    pub words: u32,
}

impl<A> Joint<A> {
    /// The joint action of seats that stand in the order of play, each once; nothing where they do not, or
    /// where there are none.
    #[must_use]
    pub fn new(choices: Vec<SeatChoice<A>>) -> Option<Self> {
        let last = choices.last()?.seat;
        let in_order = choices.is_sorted_by(|one, next| one.seat < next.seat);
        (in_order && last.0 < Seat::COUNT_MAX).then_some(Joint(choices))
    }

    /// The choices of all seats, in the order of play.
    #[must_use]
    pub fn choices(&self) -> &[SeatChoice<A>] {
        &self.0
    }

    /// The seats that chose.
    #[must_use]
    pub fn seats(&self) -> Seats {
        self.0.iter().map(|choice| choice.seat).collect()
    }

    /// The action of each seat, as the rules are asked about it: nothing where it lost its turn.
    #[must_use]
    pub fn chosen(&self) -> Vec<(Seat, Option<A>)>
    where
        A: Clone,
    {
        let chosen = |it: &SeatChoice<A>| (it.seat, it.chosen.as_ref().ok().cloned());
        self.0.iter().map(chosen).collect()
    }
}

/// One turn of a history, without its events, which the history keeps beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnEntry<A> {
    /// The owner of the turn and the action that was asked for.
    pub by: By<A>,
    /// Words drawn from the dice for it, by the player and the rules together.
    pub words: u32,
    /// The number of events that the turn led to.
    pub events: u32,
}

impl<A> TurnEntry<A> {
    /// The owners of the drawn words and the number of words of each, in the order in which they
    /// were drawn.
    pub fn draws(&self) -> impl Iterator<Item = (DrawOwner, u64)> {
        let choices = match &self.by {
            By::Joint(joint) => joint.choices(),
            By::World | By::Action(..) | By::Forfeit(..) => &[],
        };
        let by_players: u64 = choices.iter().map(|it| u64::from(it.words)).sum();
        let rest = u64::from(self.words).saturating_sub(by_players);
        let choices = choices.iter().map(|it| (DrawOwner::Seat(it.seat), u64::from(it.words)));
        choices.chain([(self.by.seat().map_or(DrawOwner::World, DrawOwner::Seat), rest)])
    }

    /// The most words of one turn. A history that claims more is refused: to go past so many takes
    /// time with dice that have one sequence.
    pub const WORDS_MAX: u32 = 1 << 24;
}

/// One cycle of a history.
#[derive(Debug)]
pub struct HistoryCycle<'a, T: TurnTypes> {
    /// Its number, from 0.
    pub number: u64,
    /// Its turns in order.
    pub entries: &'a [TurnEntry<T::Action>],
    /// The events of all its turns in order.
    pub events: &'a [T::Event],
}

impl<T: TurnTypes> Clone for HistoryCycle<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: TurnTypes> Copy for HistoryCycle<'_, T> {}

impl<'a, T: TurnTypes> HistoryCycle<'a, T> {
    /// Each turn with its events.
    pub fn turns(self) -> impl Iterator<Item = (&'a TurnEntry<T::Action>, &'a [T::Event])> {
        let mut rest = self.events;
        self.entries.iter().map(move |entry| {
            let (mine, others) = rest.split_at(entry.events as usize);
            rest = others;
            (entry, mine)
        })
    }
}

/// Takes down what a session plays.
pub trait SessionLog<G: Game> {
    /// One turn, as it was played.
    fn entry(&mut self, cycle: u64, by: By<G::Action>, words: u32, events: &[G::Event]);
}

/// Takes down nothing, and costs nothing.
impl<G: Game> SessionLog<G> for () {
    #[inline]
    fn entry(&mut self, _: u64, _: By<G::Action>, _: u32, _: &[G::Event]) {}
}

/// A history in memory: all turns in one vector, all events in another.
#[derive(Debug)]
pub struct History<T: TurnTypes> {
    entries: Vec<TurnEntry<T::Action>>,
    events: Vec<T::Event>,
    cycles: Vec<CycleStart>,
}

/// The index of a cycle's first turn, and that of its first event.
#[derive(Clone, Copy, Debug)]
struct CycleStart {
    number: u64,
    entry: usize,
    event: usize,
}

impl<T: TurnTypes> Default for History<T> {
    fn default() -> Self {
        History { entries: Vec::new(), events: Vec::new(), cycles: Vec::new() }
    }
}

impl<T: TurnTypes> History<T> {
    /// Forgets everything and keeps the memory for what comes next.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.events.clear();
        self.cycles.clear();
    }

    /// The number of cycles.
    pub fn len(&self) -> usize {
        self.cycles.len()
    }

    /// True if there is no cycle yet.
    pub fn is_empty(&self) -> bool {
        self.cycles.is_empty()
    }

    /// The n-th cycle it holds.
    pub fn get(&self, n: usize) -> Option<HistoryCycle<'_, T>> {
        let from = self.cycles.get(n)?;
        let (entry, event) = match self.cycles.get(n + 1) {
            Some(next) => (next.entry, next.event),
            None => (self.entries.len(), self.events.len()),
        };
        Some(HistoryCycle {
            number: from.number,
            entries: &self.entries[from.entry..entry],
            events: &self.events[from.event..event],
        })
    }

    /// The newest cycle.
    #[must_use]
    pub fn last(&self) -> Option<HistoryCycle<'_, T>> {
        self.get(self.len().checked_sub(1)?)
    }

    /// The number of turns.
    pub fn turns(&self) -> usize {
        self.entries.len()
    }

    /// Everything after the first `turns` turns, cycle by cycle. If that begins inside a cycle,
    /// only the rest of this cycle is given.
    pub fn since(&self, turns: usize) -> impl Iterator<Item = HistoryCycle<'_, T>> {
        let first = self.cycles.partition_point(|cycle| cycle.entry <= turns);
        (first.saturating_sub(1)..self.len())
            .filter_map(move |n| {
                let (cycle, before) = (self.get(n)?, self.cycles[n].entry);
                let (gone, entries) =
                    cycle.entries.split_at_checked(turns.saturating_sub(before))?;
                let events = gone.iter().map(|entry| entry.events as usize).sum();
                Some(HistoryCycle {
                    number: cycle.number,
                    entries,
                    events: &cycle.events[events..],
                })
            })
            .filter(|cycle| !cycle.entries.is_empty())
    }

    /// All cycles in order.
    pub fn cycles(&self) -> impl Iterator<Item = HistoryCycle<'_, T>> {
        (0..self.len()).filter_map(|n| self.get(n))
    }

    /// Keeps only the first `entries` turns.
    pub fn truncate(&mut self, entries: usize) {
        let gone = self.entries.drain(entries.min(self.entries.len())..);
        let events: usize = gone.map(|entry| entry.events as usize).sum();
        self.events.truncate(self.events.len() - events);
        let left = self.entries.len();
        self.cycles.retain(|cycle| cycle.entry < left);
    }

    /// Adds a cycle as it is.
    pub fn push(&mut self, cycle: HistoryCycle<'_, T>) {
        self.open(cycle.number);
        self.entries.extend_from_slice(cycle.entries);
        self.events.extend_from_slice(cycle.events);
    }

    /// Begins a cycle; turns then follow through [`History::turn`].
    pub fn open(&mut self, number: u64) {
        self.cycles.push(CycleStart {
            number,
            entry: self.entries.len(),
            event: self.events.len(),
        });
    }

    /// Adds an event to the newest cycle; `History::turn_of_last` then says whose turn led to it.
    #[inline]
    pub fn event(&mut self, event: T::Event) {
        self.events.push(event);
    }

    /// Adds a turn to the newest cycle, which led to the last so many events.
    #[inline]
    pub fn turn_of_last(&mut self, events: u32, by: By<T::Action>, words: u32) {
        self.entries.push(TurnEntry { by, words, events });
    }

    /// Adds a turn to the newest cycle. Part of the loop that asks players, wherever else it is used.
    #[inline(always)]
    pub fn turn(&mut self, by: By<T::Action>, words: u32, events: &[T::Event]) {
        self.entries.push(TurnEntry {
            by,
            words,
            events: u32::try_from(events.len()).expect("a turn has fewer than 2^32 events"),
        });
        self.events.extend_from_slice(events);
    }
}

impl<G: Game> SessionLog<G> for History<G> {
    #[inline(always)]
    fn entry(&mut self, cycle: u64, by: By<G::Action>, words: u32, events: &[G::Event]) {
        if self.cycles.last().is_none_or(|last| last.number != cycle) {
            self.open(cycle);
        }
        self.turn(by, words, events);
    }
}

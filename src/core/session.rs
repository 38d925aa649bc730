//! A game being played: the only loop that asks players.

use std::sync::Arc;

use super::dice::{Dice, Luck};
use super::fold::{Broken, Fold};
use super::game::{Forfeit, ForfeitCause, Game, Outcome, Seat, Sight, Turn};
use super::history::{By, Cycle, History, Log};
use super::player::Player;
use super::seated_players::SeatedPlayers;

/// Players round a table, with the state and the dice between them.
///
/// What is played goes to the [`Log`] given with each call: a history in memory, or `()` for
/// nothing.
pub struct Session<G: Game> {
    game: Arc<G>,
    state: G::State,
    players: SeatedPlayers<G>,
    dice: Dice,
    legal: Vec<G::Action>,
    events: Vec<G::Event>,
}

impl<G: Game> Session<G> {
    /// A game that has not begun. `players` has one for each seat.
    ///
    /// # Panics
    /// If a seat has no player.
    #[must_use]
    pub fn new(game: Arc<G>, players: Vec<Box<dyn Player<G>>>, dice: Dice) -> Self {
        assert_eq!(
            players.len(),
            usize::from(game.seats()),
            "one player for each seat"
        );
        Session {
            state: game.start(),
            players: SeatedPlayers::new(&*game, players.into_iter().map(Some).collect()),
            game,
            dice,
            legal: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Begins another game of the same series in the memory of this one; `reseat` makes each player
    /// what it is before a game. What is played then is what a new session with the dice of that
    /// game plays.
    pub fn restart(&mut self, number: u64, reseat: impl FnMut(Seat, &mut Box<dyn Player<G>>)) {
        self.state = self.game.start();
        self.players.each(reseat);
        self.players.join(&self.game);
        self.dice.restart(number);
    }

    /// Tells every player, before a game's first turn, what it would remember of earlier turns.
    pub fn remind(&mut self, tell: impl FnMut(Seat, &mut Box<dyn Player<G>>)) {
        self.players.each(tell);
    }

    /// The game being played.
    #[must_use]
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The state now.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// How it ended, once it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.turn(&self.state).outcome()
    }

    /// Whether nothing more can happen.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.game.turn(&self.state), Turn::Over(_))
    }

    /// Plays one turn. False when the game was over already.
    #[inline]
    pub fn step(&mut self, log: &mut impl Log<G>) -> bool {
        let words = self.dice.words();
        self.events.clear();
        let by = match self.game.turn(&self.state) {
            Turn::Over(_) => return false,
            Turn::Seat(seat) => self.ask(seat),
            Turn::World => {
                self.dice.turn_to(Luck::World);
                self.game
                    .world(&self.state, &mut self.dice, &mut self.events);
                By::World
            }
        };
        self.append(by, words, log);
        true
    }

    /// Plays the turn of a seat whose action comes from outside, such as a person's. False when
    /// it is no seat's turn.
    ///
    /// # Errors
    /// The rule that forbids the action; nothing changes then.
    pub fn act(&mut self, action: G::Action, log: &mut impl Log<G>) -> Result<bool, G::Illegal> {
        let Turn::Seat(seat) = self.game.turn(&self.state) else {
            return Ok(false);
        };
        let words = self.dice.words();
        self.events.clear();
        self.dice.turn_to(Luck::Seat(seat));
        self.game
            .decide(&self.state, seat, &action, &mut self.dice, &mut self.events)?;
        self.append(By::Action(seat, action), words, log);
        Ok(true)
    }

    /// Has the seat whose turn it is lose it, as a player that fails does. False when it is no
    /// seat's turn.
    pub fn lose(&mut self, failure: Forfeit, log: &mut impl Log<G>) -> bool {
        let Turn::Seat(seat) = self.game.turn(&self.state) else {
            return false;
        };
        let words = self.dice.words();
        self.events.clear();
        let by = self.lose_turn(seat, Box::new(failure));
        self.append(by, words, log);
        true
    }

    /// Plays to the end of the current cycle. False when the game was over already.
    pub fn cycle(&mut self, log: &mut impl Log<G>) -> bool {
        let now = self.game.clock(&self.state);
        let mut played = false;
        while self.game.clock(&self.state) == now && self.step(log) {
            played = true;
        }
        played
    }

    /// Plays to the end of the game.
    pub fn run(&mut self, log: &mut impl Log<G>) {
        while self.step(log) {}
    }

    /// Goes to a state that was reached otherwise; who sits here knows of it what they know.
    pub fn go_to(&mut self, state: &G::State) {
        self.state.clone_from(state);
    }

    /// Takes over a cycle that was played earlier: state, dice and every player's memory are
    /// then what they were after it.
    ///
    /// # Errors
    /// A cycle that the rules do not allow here.
    pub fn resume(&mut self, cycle: Cycle<'_, G>) -> Result<(), Broken> {
        let game = &*self.game;
        let mut fold = Fold::from_state(self.state.clone());
        fold.feed(game, cycle, |before, event| {
            self.players.show(game, before, event);
        })?;
        self.state = fold.state().clone();
        for entry in cycle.entries {
            self.dice.turn_to(match entry.by {
                By::World => Luck::World,
                By::Action(seat, _) | By::Forfeit(seat, _) => Luck::Seat(seat),
            });
            self.dice.skip(u64::from(entry.words));
        }
        Ok(())
    }

    /// Goes back to just after the first `entries` turns of what was played: the history is cut
    /// there, and state, dice and memories are rebuilt from what is left. `players` and `dice`
    /// are fresh ones, as they were at the beginning.
    ///
    /// # Errors
    /// A history that the rules could not have produced.
    pub fn back_to(
        &mut self,
        entries: usize,
        history: &mut History<G>,
        players: Vec<Box<dyn Player<G>>>,
        dice: Dice,
    ) -> Result<(), Broken> {
        history.truncate(entries);
        *self = Session::new(Arc::clone(&self.game), players, dice);
        for cycle in history.cycles() {
            self.resume(cycle)?;
        }
        Ok(())
    }

    /// Asks the seat's player and lets the rules decide. An illegal answer is a forfeit.
    #[inline(always)]
    fn ask(&mut self, seat: Seat) -> By<G::Action> {
        self.dice.turn_to(Luck::Seat(seat));
        self.legal.clear();
        let legal = self.game.legal(&self.state, seat, &mut self.legal);
        let answer = {
            let sight = Sight::new(&*self.game, &self.state, seat);
            let player = self.players.at(seat).expect("every seat has a player");
            player.choose(&sight.view(), legal, &mut self.dice)
        };
        let action = match answer {
            Ok(action) => action,
            Err(failure) => return self.lose_turn(seat, failure),
        };
        let decided =
            self.game
                .decide(&self.state, seat, &action, &mut self.dice, &mut self.events);
        match decided {
            Ok(()) => By::Action(seat, action),
            Err(rule) => {
                let failure = Forfeit::new(ForfeitCause::Illegal, &rule.to_string());
                self.lose_turn(seat, Box::new(failure))
            }
        }
    }

    #[cold]
    fn lose_turn(&mut self, seat: Seat, failure: Box<Forfeit>) -> By<G::Action> {
        self.game
            .forfeit(&self.state, seat, &failure, &mut self.events);
        By::Forfeit(seat, failure)
    }

    /// Writes the new events down and hands the turn to the log; `words` were drawn before it.
    #[inline(always)]
    fn append(&mut self, by: By<G::Action>, words: u64, log: &mut impl Log<G>) {
        let cycle = self.game.clock(&self.state);
        self.write_down();
        let words = u32::try_from(self.dice.words() - words).expect("a turn draws few words");
        log.entry(cycle, by, words, &self.events);
    }

    /// Tells every seat what it may see of the new events, and applies them.
    #[inline(always)]
    fn write_down(&mut self) {
        for event in &self.events {
            self.players.show(&self.game, &self.state, event);
            if let Err(rule) = self.game.apply(&mut self.state, event) {
                unreachable!("the rules decided {event:?} and then refused it: {rule}");
            }
        }
    }
}

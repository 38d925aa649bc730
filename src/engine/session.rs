//! A game being played: the loop that asks players and carries out what they choose.

use std::sync::Arc;

use super::dice::{Dice, DrawOwner};
use super::fold::{Broken, GameFold};
use super::game::{BrokenRule, Forfeit, ForfeitCause, Game, Outcome, Seat, SeatSight, Turn};
use super::history::{By, History, HistoryCycle, Joint, SeatChoice, SessionLog};
use super::joint::ask_at_once;
use super::player::Player;
use super::seat::Seats;
use super::seated_players::SeatedPlayers;

/// Players round a table, with the state and the dice between them.
///
/// What is played goes to the [`SessionLog`] given with each call: a history in memory, or `()` for
/// nothing.
pub struct GameSession<G: Game> {
    game: Arc<G>,
    state: G::State,
    players: SeatedPlayers<G>,
    dice: Dice,
    legal: Vec<G::Action>,
    events: Vec<G::Event>,
    /// The choices that seats made from outside in a turn of several, in the order of play.
    chosen: Vec<SeatChoice<G::Action>>,
}

impl<G: Game> GameSession<G> {
    /// A game that has not begun. `players` has one for each seat.
    ///
    /// # Panics
    /// If a seat has no player.
    #[must_use]
    pub fn new(game: Arc<G>, players: Vec<Box<dyn Player<G>>>, dice: Dice) -> Self {
        assert_eq!(players.len(), usize::from(game.seats()), "one player for each seat");
        GameSession {
            state: game.start(),
            players: SeatedPlayers::new(&game, players.into_iter().map(Some).collect()),
            game,
            dice,
            legal: Vec::new(),
            events: Vec::new(),
            chosen: Vec::new(),
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
        self.chosen.clear();
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

    /// The outcome, once the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.turn(&self.state).outcome()
    }

    /// True once the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.game.turn(&self.state), Turn::Over(_))
    }

    /// True if anything was drawn since the game began or was gone on with.
    pub fn has_drawn(&self) -> bool {
        self.dice.words() > 0
    }

    /// Plays one turn. False when the game was over already.
    #[inline]
    pub fn step(&mut self, log: &mut impl SessionLog<G>) -> bool {
        let words = self.dice.words();
        self.events.clear();
        let by = match self.game.turn(&self.state) {
            Turn::Over(_) => return false,
            Turn::Seat(seat) => self.ask(seat),
            Turn::Seats(seats) => self.ask_all(seats),
            Turn::World => {
                self.dice.turn_to(DrawOwner::World);
                self.game.world_in(&self.state, &mut self.dice, &mut self.events);
                By::World
            }
        };
        self.append(by, words, log);
        true
    }

    /// Takes a seat's action that comes from outside, such as a person's. Its turn is played, unless
    /// others act at once with it: then the turn is played by the next [`GameSession::step`], which asks the
    /// players of the seats that have not chosen. False when it is not this seat's turn.
    ///
    /// # Errors
    /// The rule that forbids the action; nothing changes then.
    pub fn act(
        &mut self,
        seat: Seat,
        action: G::Action,
        log: &mut impl SessionLog<G>,
    ) -> Result<bool, BrokenRule> {
        match self.game.turn(&self.state) {
            Turn::Seat(due) if due == seat => {}
            Turn::Seats(seats) if seats.has(seat) => {
                self.choose(seat, Ok(action));
                return Ok(true);
            }
            _ => return Ok(false),
        }
        let words = self.dice.words();
        self.events.clear();
        self.dice.turn_to(DrawOwner::Seat(seat));
        self.game.decide_in(&self.state, seat, &action, &mut self.dice, &mut self.events)?;
        self.append(By::Action(seat, action), words, log);
        Ok(true)
    }

    /// Has a seat lose its turn, as a player that fails does; where others act at once with it, as
    /// [`GameSession::act`] does. False when it is not this seat's turn.
    pub fn lose(&mut self, seat: Seat, failure: Forfeit, log: &mut impl SessionLog<G>) -> bool {
        match self.game.turn(&self.state) {
            Turn::Seat(due) if due == seat => {}
            Turn::Seats(seats) if seats.has(seat) => {
                self.choose(seat, Err(Box::new(failure)));
                return true;
            }
            _ => return false,
        }
        let words = self.dice.words();
        self.events.clear();
        let by = self.lose_turn(seat, Box::new(failure));
        self.append(by, words, log);
        true
    }

    /// Keeps what a seat of several chose from outside.
    fn choose(&mut self, seat: Seat, chosen: Result<G::Action, Box<Forfeit>>) {
        self.chosen.retain(|choice| choice.seat != seat);
        let place = self.chosen.partition_point(|choice| choice.seat < seat);
        let (seat, words) = (seat, 0);
        let choice = SeatChoice { seat, chosen, words };
        self.chosen.insert(place, choice);
    }

    /// The seats that have chosen from outside in a turn of several that is not played yet.
    #[must_use]
    pub fn chosen(&self) -> Seats {
        self.chosen.iter().map(|choice| choice.seat).collect()
    }

    /// Plays to the end of the current cycle. False when the game was over already.
    pub fn cycle(&mut self, log: &mut impl SessionLog<G>) -> bool {
        let now = self.game.clock(&self.state);
        let mut played = false;
        while self.game.clock(&self.state) == now && self.step(log) {
            played = true;
        }
        played
    }

    /// Plays to the end of the game.
    pub fn run(&mut self, log: &mut impl SessionLog<G>) {
        while self.step(log) {}
    }

    /// Goes to a state that was reached otherwise; who sits here knows of it what they know.
    pub fn go_to(&mut self, state: &G::State) {
        self.state.clone_from(state);
        self.chosen.clear();
    }

    /// Takes over a cycle that was played earlier: state, dice and every player's memory are
    /// then what they were after it.
    ///
    /// # Errors
    /// A cycle that the rules do not allow here.
    pub fn resume(&mut self, cycle: HistoryCycle<'_, G>) -> Result<(), Broken> {
        let game = &*self.game;
        let mut fold = GameFold::from_state(self.state.clone());
        fold.feed(game, cycle, |before, event| {
            self.players.show(game, before, event);
        })?;
        self.state = fold.state().clone();
        self.chosen.clear();
        for entry in cycle.entries {
            for (luck, words) in entry.draws() {
                self.dice.turn_to(luck);
                self.dice.skip(words);
            }
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
        *self = GameSession::new(Arc::clone(&self.game), players, dice);
        for cycle in history.cycles() {
            self.resume(cycle)?;
        }
        Ok(())
    }

    /// Asks the seat's player and lets the rules decide. An illegal answer is a forfeit.
    #[inline(always)]
    fn ask(&mut self, seat: Seat) -> By<G::Action> {
        self.dice.turn_to(DrawOwner::Seat(seat));
        self.legal.clear();
        let legal = self.game.legal_in(&self.state, seat, &mut self.legal);
        let answer = {
            let sight = SeatSight::new(&*self.game, &self.state, seat);
            let player = self.players.at(seat).expect("every seat has a player");
            player.choose(&sight.view(), legal, &mut self.dice)
        };
        let action = match answer {
            Ok(action) => action,
            Err(failure) => return self.lose_turn(seat, failure),
        };
        let decided =
            self.game.decide_in(&self.state, seat, &action, &mut self.dice, &mut self.events);
        match decided {
            Ok(()) => By::Action(seat, action),
            Err(rule) => {
                let failure = Forfeit::new(ForfeitCause::Illegal, &rule.to_string());
                self.lose_turn(seat, Box::new(failure))
            }
        }
    }

    /// Asks the players of all seats that have not chosen from outside, and lets the rules decide.
    #[cold]
    fn ask_all(&mut self, seats: Seats) -> By<G::Action> {
        let mut choices = std::mem::take(&mut self.chosen);
        let asked = seats.iter().filter(|seat| choices.iter().all(|choice| choice.seat != *seat));
        choices.extend(ask_at_once(
            &*self.game,
            &self.state,
            &mut self.players,
            asked.collect(),
            &mut self.dice,
        ));
        choices.sort_by_key(|choice| choice.seat);
        let joint = Joint::new(choices).expect("the seats of a turn are those of the game");
        self.dice.turn_to(DrawOwner::World);
        self.events.extend(self.game.decide_joint(&self.state, &joint.chosen(), &mut self.dice));
        By::Joint(Box::new(joint))
    }

    #[cold]
    fn lose_turn(&mut self, seat: Seat, failure: Box<Forfeit>) -> By<G::Action> {
        self.events.extend(self.game.forfeit(&self.state, seat, &failure));
        By::Forfeit(seat, failure)
    }

    /// Writes the new events down and hands the turn to the log; `words` were drawn before it.
    #[inline(always)]
    fn append(&mut self, by: By<G::Action>, words: u64, log: &mut impl SessionLog<G>) {
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

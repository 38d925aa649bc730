//! A game whose seats are played from outside, action by action, for programs that learn. What a
//! seat sees comes from [`Masks::state`](chase_engine::game::Masks::state), so no observation holds what it may not know.
//! The actions are kept, so that every game can be played again as a recording.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};
use std::vec::IntoIter;

use chase_engine::dice::Dice;
use chase_engine::forfeit::{Forfeit, ForfeitCause};
use chase_engine::game::{Game, Masks as _, Outcome, Turn, View, known};
use chase_engine::header::{Header, to_json};
use chase_engine::player::Player;
use chase_engine::seat::{Seat, Seats};
use chase_engine::session::GameSession;
use chase_kit::budget::StopFlag;
use chase_kit::faces::{NumericForm as _, Playable, Transcript as _};
use chase_kit::numbers::{Feature, number};
use chase_kit::player_name::{BuiltInSeat, PlayerSpec, Unseated};
use chase_record::any::{AnyRecording, RecordError};
use chase_record::choices::choices;
use chase_record::compile::compile;
use chase_record::entry::GameEntry;
use chase_record::recording::{GameRecording, PersonPlayer};

/// A game of an environment: its luck, and what was chosen in the seats that are played from
/// outside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Episode {
    /// The seed of the dice.
    pub seed: i64,
    /// The number of the game within the seed, from 0.
    pub number: u64,
    /// The choices, turn by turn: positions among the legal actions from 0, or
    /// [`Episode::ILLEGAL`].
    pub choices: Vec<u32>,
}

impl Episode {
    /// An action that was not legal: the turn was lost.
    pub const ILLEGAL: u32 = u32::MAX;
}

/// A game that is played from outside. It stands at the turn of a seat that is, or at its end;
/// built-in players have the other seats.
pub trait AnyEnvironment: Send {
    /// The number of sides.
    fn sides(&self) -> usize;

    /// The number of action numbers: actions are numbered from 0 to one less.
    fn action_count(&self) -> usize;

    /// The meanings of an observation's numbers, in their order: the seat first, then those of the
    /// game.
    fn features(&self) -> Vec<Feature>;

    /// Begins game `number` of a seed and plays to the first turn of a seat that is played from
    /// outside.
    fn reset(&mut self, seed: i64, number: u64);

    /// The seat whose turn it is; nothing at the end.
    fn turn(&self) -> Option<Seat>;

    /// The outside seat that had the latest turn; the first such seat before any of them had one.
    fn newest(&self) -> Seat;

    /// The seats played from outside that still have to choose in this turn, of which
    /// [`AnyEnvironment::turn`] is the first: one seat, or in a turn of several seats all that have not
    /// chosen yet; none at the end. What they see, and what they can do, does not depend on what others
    /// have chosen in this turn.
    fn due(&self) -> Seats;

    /// The numbers of the legal actions of the seat whose turn it is, in their order; none at the end.
    fn legal(&self) -> &[u32];

    /// The numbers of the legal actions of a seat that is due, in their order; none of another seat.
    fn legal_of(&self, seat: Seat) -> Vec<u32>;

    /// The legal actions of the seat whose turn it is in words, in the same order.
    fn legal_words(&self) -> Vec<String>;

    /// Carries out the action of this number for the seat whose turn it is, and plays to the next turn
    /// of a seat that is played from outside. Any other number loses the turn, as an illegal answer of
    /// any player does; false then. At the end nothing happens.
    fn act(&mut self, action: u32) -> bool;

    /// Appends what a seat sees now: a number for each of [`AnyEnvironment::features`].
    fn observe(&self, seat: Seat, out: &mut Vec<i32>);

    /// The observation of a seat as a JSON object, in the words of the game.
    fn observe_json(&self, seat: Seat) -> String;

    /// The outcome, once the game is over.
    fn outcome(&self) -> Option<&Outcome>;

    /// The number of seats' turns since the environment was made, those of built-in players
    /// included.
    fn turns(&self) -> u64;

    /// The game so far.
    fn episode(&self) -> &Episode;

    /// The newest game that came to its end.
    fn finished(&self) -> Option<&Episode>;

    /// Plays a game of this environment again as a recording, and its header.
    ///
    /// # Errors
    /// As [`AnyGame::record`](chase_record::any::AnyGame::record).
    fn record(&self, episode: &Episode) -> Result<(Header, Box<dyn AnyRecording>), RecordError>;
}

/// A game that can be played from outside.
pub trait MakesEnvironments {
    /// The header's game, played from outside in some seats and by the header's players in the
    /// others; nothing for a game that has no numeric encoding.
    ///
    /// # Errors
    /// As [`AnyGame::record`](chase_record::any::AnyGame::record).
    fn environment(
        &self,
        header: &mut Header,
        outside: Seats,
    ) -> Result<Option<Box<dyn AnyEnvironment>>, RecordError>;
}

/// The environment of any game.
pub struct GameEnvironment<G: Playable> {
    header: Header,
    game: Arc<G>,
    /// The seats that are played from outside.
    outside: Seats,
    /// By seat; nothing where it is played from outside.
    sitters: Vec<Option<BuiltInSeat<G>>>,
    session: GameSession<G>,
    turn: Option<Seat>,
    newest: Seat,
    buffer: Vec<G::Action>,
    /// The actions that are legal now, and their numbers.
    actions: Vec<G::Action>,
    legal: Vec<u32>,
    outcome: Option<Outcome>,
    turns: u64,
    episode: Episode,
    finished: Option<Episode>,
}

/// The failure of a seat whose action is not legal.
fn not_legal() -> Forfeit {
    Forfeit::new(ForfeitCause::Illegal, "no legal action has this number")
}

impl<G: Playable> GameEnvironment<G> {
    /// A game of a header that stands at its first turn of a seat of `outside`. The other seats have
    /// the header's players.
    ///
    /// # Errors
    /// A player that is not built in, where one must sit.
    pub fn new(game: Arc<G>, header: &Header, outside: Seats) -> Result<Self, Unseated> {
        let sitter = |(seat, name): (Seat, &String)| {
            if outside.has(seat) {
                return Ok(None);
            }
            let named = PlayerSpec::in_seat(&*game, seat, name)?;
            let known = known(&game, seat);
            Ok(Some(BuiltInSeat { named, known }))
        };
        let sitters = (0..).map(Seat).zip(&header.players).map(sitter);
        let sitters = sitters.collect::<Result<Vec<_>, _>>()?;
        let mut environment = GameEnvironment {
            session: session(&game, &sitters, header.dice()),
            header: header.clone(),
            game,
            outside,
            sitters,
            turn: None,
            newest: outside.iter().next().unwrap_or(Seat(0)),
            buffer: Vec::new(),
            actions: Vec::new(),
            legal: Vec::new(),
            outcome: None,
            turns: 0,
            episode: Episode { seed: header.seed, number: header.number, choices: Vec::new() },
            finished: None,
        };
        environment.play_on();
        Ok(environment)
    }

    /// Plays the turns of others.
    fn play_on(&mut self) {
        self.legal.clear();
        self.actions.clear();
        self.turn = None;
        loop {
            match self.game.turn(self.session.state()) {
                Turn::Seat(seat) if self.outside.has(seat) => return self.stand_at(seat),
                Turn::Seat(_) => self.turns += 1,
                Turn::Seats(seats) => {
                    if let Some(seat) = self.due_of(seats).iter().next() {
                        return self.stand_at(seat);
                    }
                    // Those that are played from outside were counted as they chose.
                    let chosen = self.session.chosen();
                    self.turns += u64::from(seats.count() - chosen.count());
                }
                Turn::World => {}
                Turn::Over(outcome) => {
                    self.outcome = Some(outcome);
                    self.finished = Some(self.episode.clone());
                    return;
                }
            }
            self.session.step(&mut ());
        }
    }

    /// Of the seats of a turn those that are played from outside and have not chosen yet.
    fn due_of(&self, seats: Seats) -> Seats {
        let chosen = self.session.chosen();
        let waiting = |seat: &Seat| self.outside.has(*seat) && !chosen.has(*seat);
        seats.iter().filter(waiting).collect()
    }

    /// Finds what a seat can do.
    fn stand_at(&mut self, seat: Seat) {
        let (game, state) = (&*self.game, self.session.state());
        self.buffer.clear();
        let able = game.legal_in(state, seat, &mut self.buffer);
        self.legal.extend(numbers_of(game, state, seat, able));
        self.actions.extend_from_slice(able);
        (self.turn, self.newest) = (Some(seat), seat);
    }
}

/// The numbers of what a seat can do.
#[inline(always)]
fn numbers_of<G: Playable>(
    game: &G,
    state: &G::State,
    seat: Seat,
    able: &[G::Action],
) -> impl Iterator<Item = u32> {
    let seen = seen_by(game, state, seat);
    let number = move |action| G::numbers().action_number(game, &seen, seat, action);
    able.iter().map(number).map(|it| u32::try_from(it).unwrap_or(Episode::ILLEGAL))
}

/// The state as a seat sees it.
#[inline(always)]
fn seen_by<'a, G: Playable>(game: &G, state: &'a G::State, seat: Seat) -> Cow<'a, G::State> {
    match G::masks().hides() {
        true => Cow::Owned(G::masks().state(game, state, seat.into())),
        false => Cow::Borrowed(state),
    }
}

/// A game that has not begun.
fn session<G: Playable>(
    game: &Arc<G>,
    sitters: &[Option<BuiltInSeat<G>>],
    dice: Dice,
) -> GameSession<G> {
    let player = |sitter: &Option<BuiltInSeat<G>>| match sitter {
        Some(sitter) => sitter.make(),
        None => Box::new(PersonPlayer) as Box<dyn Player<G>>,
    };
    GameSession::new(Arc::clone(game), sitters.iter().map(player).collect(), dice)
}

impl<G: Playable> AnyEnvironment for GameEnvironment<G> {
    fn sides(&self) -> usize {
        self.game.sides().len()
    }

    fn action_count(&self) -> usize {
        G::numbers().action_count(&self.game)
    }

    fn features(&self) -> Vec<Feature> {
        let seat = Feature::new("seat", 0, number(self.game.seats()) - 1);
        let mut all = vec![seat];
        all.extend(G::numbers().features(&self.game));
        all
    }

    fn reset(&mut self, seed: i64, number: u64) {
        if seed == self.episode.seed {
            let sitters = &self.sitters;
            self.session.restart(number, |seat, player| {
                if let Some(sitter) = &sitters[seat.index()] {
                    sitter.renew(player);
                }
            });
        } else {
            let dice = Dice::new(self.header.dice, seed, number);
            self.session = session(&self.game, &self.sitters, dice);
        }
        self.episode.choices.clear();
        (self.episode.seed, self.episode.number) = (seed, number);
        self.outcome = None;
        self.play_on();
    }

    fn turn(&self) -> Option<Seat> {
        self.turn
    }

    fn newest(&self) -> Seat {
        self.newest
    }

    fn due(&self) -> Seats {
        match self.game.turn(self.session.state()) {
            Turn::Seats(seats) => self.due_of(seats),
            _ => self.turn.into_iter().collect(),
        }
    }

    fn legal(&self) -> &[u32] {
        &self.legal
    }

    fn legal_of(&self, seat: Seat) -> Vec<u32> {
        if self.turn == Some(seat) {
            return self.legal.clone();
        }
        if !self.due().has(seat) {
            return Vec::new();
        }
        let (game, state) = (&*self.game, self.session.state());
        let mut buffer = Vec::new();
        let able = game.legal_in(state, seat, &mut buffer);
        numbers_of(game, state, seat, able).collect()
    }

    fn legal_words(&self) -> Vec<String> {
        let Some(seat) = self.turn else {
            return Vec::new();
        };
        let seen = seen_by(&*self.game, self.session.state(), seat);
        choices(&*self.game, &seen, seat, &self.actions).into_iter().map(|it| it.words).collect()
    }

    fn act(&mut self, action: u32) -> bool {
        let Some(seat) = self.turn else {
            return false;
        };
        self.turns += 1;
        let place = self.legal.iter().position(|it| *it == action);
        let done = match place {
            Some(place) => {
                let action = self.actions[place].clone();
                self.session.act(seat, action, &mut ()).is_ok()
            }
            None => !self.session.lose(seat, not_legal(), &mut ()),
        };
        let choice = place.and_then(|it| u32::try_from(it).ok()).unwrap_or(Episode::ILLEGAL);
        self.episode.choices.push(choice);
        self.play_on();
        done
    }

    fn observe(&self, seat: Seat, out: &mut Vec<i32>) {
        out.push(seat.0.into());
        let seen = seen_by(&*self.game, self.session.state(), seat);
        G::numbers().observation(&self.game, &seen, seat, out);
    }

    fn observe_json(&self, seat: Seat) -> String {
        let seen = seen_by(&*self.game, self.session.state(), seat);
        to_json(&G::transcript().facts(&self.game, &seen, &self.header.players))
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    fn turns(&self) -> u64 {
        self.turns
    }

    fn episode(&self) -> &Episode {
        &self.episode
    }

    fn finished(&self) -> Option<&Episode> {
        self.finished.as_ref()
    }

    fn record(&self, episode: &Episode) -> Result<(Header, Box<dyn AnyRecording>), RecordError> {
        let mut header = self.header.clone();
        (header.seed, header.number) = (episode.seed, episode.number);
        let choices = Arc::new(Mutex::new(episode.choices.clone().into_iter()));
        let made = self.outside.iter().map(|seat| {
            let choices = Arc::clone(&choices);
            (seat, Box::new(Repeater { choices }) as Box<dyn Player<G>>)
        });
        let made = made.collect();
        let recording = GameRecording::<G>::begin(&mut header, &[], made, &StopFlag::default())?;
        Ok((header, Box::new(recording)))
    }
}

/// Chooses what was chosen before. All seats that are played from outside share one list.
struct Repeater {
    choices: Arc<Mutex<IntoIter<u32>>>,
}

impl<G: Game> Player<G> for Repeater {
    fn watches(&self) -> bool {
        false
    }

    fn choose(
        &mut self,
        _: &View<'_, G>,
        legal: &[G::Action],
        _: &mut Dice,
    ) -> Result<G::Action, Box<Forfeit>> {
        let mut choices = self.choices.lock().unwrap_or_else(PoisonError::into_inner);
        let place = choices.next().unwrap_or(Episode::ILLEGAL);
        legal.get(place as usize).cloned().ok_or_else(|| Box::new(not_legal()))
    }
}

impl<G: Playable> MakesEnvironments for GameEntry<G> {
    fn environment(
        &self,
        header: &mut Header,
        outside: Seats,
    ) -> Result<Option<Box<dyn AnyEnvironment>>, RecordError> {
        let game = compile::<G>(header).map_err(RecordError::Unopened)?;
        // The events to come are of this number, whatever those of an older recording were.
        header.rules = G::RULES;
        if G::numbers().action_count(&game) == 0 {
            return Ok(None);
        }
        let environment = GameEnvironment::new(game, header, outside);
        Ok(Some(Box::new(environment.map_err(RecordError::Player)?)))
    }
}

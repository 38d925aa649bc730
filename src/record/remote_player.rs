//! Players outside the process: a channel that carries lines, a desk that
//! gathers what the player's seats see, and a chair at the table for each seat.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::value::RawValue;

use chase_engine::dice::Dice;
use chase_engine::game::{Forfeit, ForfeitCause, Game, Outcome, Seat, ThinkingTime, View, known};
use chase_engine::header::to_json;
use chase_engine::player::Player;
use chase_kit::faces::{Playable, follow, sent_event, sent_known, sent_view};
use chase_kit::protocol::{
    ActionMessage, EndMessage, HelloMessage, PROTOCOL, PlayerAnswer, PlayerResult, PlayerSeat,
    SeenBy, TurnMessage, answer, error_line, kind, line,
};
use chase_world::error::{quoted, quoted_to};

/// Carries lines to a player and back, and keeps its time.
pub trait Channel: Send {
    /// A game begins, with as much time to think as its scenario gives: whoever must be there is
    /// there, and its time to say so begins.
    ///
    /// # Errors
    /// Nobody is there.
    fn open(&mut self, given: ThinkingTime) -> Result<(), Forfeit>;

    /// The player is ready: it plays this game, and nobody else in its place.
    fn seat(&mut self);

    /// A move begins.
    fn begin_move(&mut self);

    /// The thinking time that is left, once a move began.
    fn clock(&self) -> ThinkingTime;

    /// Sends a line and waits for the next one.
    ///
    /// # Errors
    /// It did not come, or not in time, or not as a line.
    fn ask(&mut self, line: &str) -> Result<Vec<u8>, Forfeit>;

    /// Sends a line. Who does not take it in is not waited for.
    fn tell(&mut self, line: &str);

    /// The player failed, and is done with. True when another takes its place, which is told of the
    /// game first: one that comes before the time to begin is up, or the same program started again
    /// because it had ended before it was asked.
    fn fail(&mut self, why: &Forfeit) -> bool;

    /// The game is over.
    fn end(&mut self);
}

/// A channel that seats share.
pub type SharedChannel = Arc<Mutex<dyn Channel>>;

/// A lock whose holder died is still a lock: the desk's game is over then.
fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The game of one player outside the process, shared by all seats of that player.
pub struct RemoteGame<G: Playable> {
    game: Arc<G>,
    seats: Vec<Seat>,
    channel: SharedChannel,
    /// The state before what is seen next, as far as the game follows it.
    before: G::State,
    /// The facts that the seats learned since the last turn.
    seen: Vec<SeenBy<Box<RawValue>>>,
    turns: u64,
    /// The reason why the player is not asked any more.
    lost: Option<Forfeit>,
}

impl<G: Playable> RemoteGame<G> {
    /// Greets the player: it has these seats.
    #[must_use]
    pub fn open(game: Arc<G>, seats: Vec<Seat>, channel: SharedChannel) -> Self {
        let mut desk = RemoteGame {
            before: game.start(),
            game,
            seats,
            channel,
            seen: Vec::new(),
            turns: 0,
            lost: None,
        };
        let channel = Arc::clone(&desk.channel);
        desk.lost = desk.greet(&mut *locked(&*channel)).err();
        desk
    }

    fn hello(&self, clock: ThinkingTime) -> String {
        let game = &*self.game;
        let sides: Vec<_> = game.sides().iter().map(|&side| side.to_owned()).collect();
        let known = |seat: &Seat| sent_known(&known(&self.game, *seat));
        let places = self.seats.iter().map(|seat| PlayerSeat {
            seat: *seat,
            name: game.seat_name(*seat),
            side: sides[game.side(*seat)].clone(),
            known: known(seat).1,
        });
        let seats = places.collect();
        let hello = HelloMessage {
            protocol: PROTOCOL,
            program: chase_engine::header::WRITER.to_owned(),
            game: G::NAME.to_owned(),
            rules: G::RULES,
            sides,
            seats,
            scenario: known(&self.seats[0]).0,
            clock,
        };
        line(kind::HELLO, &hello)
    }

    fn greet(&self, channel: &mut dyn Channel) -> Result<(), Forfeit> {
        let given = self.game.clock_given();
        loop {
            channel.open(given)?;
            let hello = self.hello(channel.clock());
            let Err(why) = be_ready(channel, &hello) else {
                channel.seat();
                return Ok(());
            };
            if !channel.fail(&why) {
                return Err(why);
            }
        }
    }

    /// Takes down what a seat learns. What several seats learn in the same words at the same time
    /// is sent once.
    fn observe(&mut self, seat: Seat, seen: &G::Event) {
        if self.lost.is_some() {
            return;
        }
        let text = sent_event(&*self.game, &self.before, seen);
        if self.seats.last() == Some(&seat) {
            follow(&*self.game, &mut self.before, seen);
        }
        if let Some(last) = self.seen.last_mut()
            && last.seen.get() == text
            && !last.seats.contains(&seat)
        {
            last.seats.push(seat);
            return;
        }
        let seen = RawValue::from_string(text).expect("it was JSON a moment ago");
        let seats = vec![seat];
        self.seen.push(SeenBy { seats, seen });
    }

    fn choose(
        &mut self,
        seat: Seat,
        view: &View<'_, G>,
        legal: &[G::Action],
    ) -> Result<G::Action, Forfeit> {
        if let Some(why) = &self.lost {
            return Err(why.clone());
        }
        self.turns += 1;
        let channel = Arc::clone(&self.channel);
        let mut channel = locked(&*channel);
        channel.begin_move();
        let turn = line(
            kind::TURN,
            &TurnMessage {
                turn: self.turns,
                seat,
                seen: std::mem::take(&mut self.seen),
                view: sent_view(view),
                legal: legal.to_vec(),
                clock: channel.clock(),
            },
        );
        match self.ask(&mut *channel, &turn) {
            Ok(action) => {
                if !legal.contains(&action) {
                    let what = format!(
                        "`{}` is not legal here; {} is one of {} legal actions",
                        quoted(&to_json(&action)),
                        to_json(&legal[0]),
                        legal.len()
                    );
                    channel.tell(&error_line(&what));
                }
                Ok(action)
            }
            Err(why) => {
                self.lost =
                    Some(Forfeit::new(why.cause, &format!("not asked any more: {}", why.detail)));
                Err(why)
            }
        }
    }

    /// Asks for a turn that has begun.
    fn ask(&self, channel: &mut dyn Channel, turn: &str) -> Result<G::Action, Forfeit> {
        loop {
            match chosen::<G>(channel, turn, self.turns) {
                Err(why) if channel.fail(&why) => {
                    self.greet(channel)?;
                    channel.begin_move();
                }
                chosen => return chosen,
            }
        }
    }

    /// Tells how the game ended.
    pub fn dismiss(&mut self, outcome: &Outcome) {
        let mut channel = locked(&*self.channel);
        if self.lost.is_none() {
            let side = self.game.side(self.seats[0]);
            let points = &outcome.points;
            let winners = points.iter().filter(|points| **points > 0).count();
            let end = EndMessage {
                seen: std::mem::take(&mut self.seen),
                cause: outcome.cause.to_string(),
                points: points.clone(),
                result: match (points[side], winners) {
                    (0, _) => PlayerResult::Loss,
                    (_, 1) => PlayerResult::Win,
                    _ => PlayerResult::Draw,
                },
            };
            channel.tell(&line(kind::END, &end));
        }
        channel.end();
    }
}

fn garbage(what: &str) -> Forfeit {
    Forfeit::new(ForfeitCause::Garbage, what)
}

/// Sends a line until something that can be an answer comes back; who sends what nobody knows is
/// told so.
///
/// # Errors
/// Nothing came in time, or what came is no message.
pub fn heard(channel: &mut dyn Channel, line: &str) -> Result<PlayerAnswer, Forfeit> {
    let mut bytes = channel.ask(line)?;
    loop {
        if bytes.trim_ascii().is_empty() {
            // A blank line is nothing.
            bytes = channel.ask("")?;
            continue;
        }
        match answer(&bytes).map_err(|why| garbage(&why.to_string()))? {
            PlayerAnswer::Unknown(kind) => {
                let what = format!("there is no message of the kind `{}`", quoted(&kind));
                bytes = channel.ask(&error_line(&what))?;
            }
            answer => return Ok(answer),
        }
    }
}

/// Asks as [`heard`] does, and takes an error in answer as a failure of the player.
fn answered(channel: &mut dyn Channel, line: &str) -> Result<PlayerAnswer, Forfeit> {
    match heard(channel, line)? {
        PlayerAnswer::Error(what) => Err(garbage(&format!(
            "it answered with an error: {}",
            quoted_to(&what, SAID_CHARS_MAX)
        ))),
        answer => Ok(answer),
    }
}

/// The number of characters of a player's message that are quoted.
const SAID_CHARS_MAX: usize = 120;

fn be_ready(channel: &mut dyn Channel, hello: &str) -> Result<(), Forfeit> {
    match answered(channel, hello)? {
        PlayerAnswer::Ready => Ok(()),
        _ => Err(garbage("it sent an action where `ready` was expected")),
    }
}

fn chosen<G: Game>(channel: &mut dyn Channel, line: &str, due: u64) -> Result<G::Action, Forfeit> {
    let PlayerAnswer::Action { turn, action } = answered(channel, line)? else {
        return Err(garbage("it sent `ready` where an action was expected"));
    };
    if let Some(turn) = turn.filter(|turn| *turn != due) {
        let what = format!("the answer is for turn {turn}, but it is turn {due}");
        return Err(garbage(&what));
    }
    let Some(action) = action else {
        return Err(garbage("a message of type `action` without the field `action`"));
    };
    serde_json::from_str(action.get()).map_err(|_| {
        let what = format!("`{}` is no action of the game", quoted(action.get()));
        garbage(&what)
    })
}

/// A seat of a player outside the process.
pub struct RemoteSeat<G: Playable> {
    desk: Arc<Mutex<RemoteGame<G>>>,
    seat: Seat,
}

impl<G: Playable> RemoteSeat<G> {
    /// Sits a desk's player down.
    #[must_use]
    pub fn new(desk: &Arc<Mutex<RemoteGame<G>>>, seat: Seat) -> Self {
        let desk = Arc::clone(desk);
        RemoteSeat { desk, seat }
    }
}

impl<G: Playable> Player<G> for RemoteSeat<G> {
    fn observe(&mut self, seen: &G::Event) {
        locked(&self.desk).observe(self.seat, seen);
    }

    fn is_outside(&self) -> bool {
        true
    }

    fn choose(
        &mut self,
        view: &View<'_, G>,
        legal: &[G::Action],
        _: &mut Dice,
    ) -> Result<G::Action, Box<Forfeit>> {
        let chosen = locked(&self.desk).choose(self.seat, view, legal);
        chosen.map_err(Box::new)
    }
}

/// Tells everybody at the desks how the game ended.
pub fn dismiss<G: Playable>(desks: &[Arc<Mutex<RemoteGame<G>>>], outcome: &Outcome) {
    for desk in desks {
        locked(desk).dismiss(outcome);
    }
}

/// An `action`, as a player sends it.
pub fn action_line<G: Game>(turn: u64, action: &G::Action) -> String {
    let action = action.clone();
    line(kind::ACTION, &ActionMessage { turn, action })
}

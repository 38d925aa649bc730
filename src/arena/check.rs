//! One player outside the process through the protocol alone: good and hostile exchanges, and what
//! it does wrong in each.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;

use super::checked::CheckedCase;
use super::exchange_fault::ExchangeFault;
use super::file_check::check_stop;
use super::seat_groups::SeatLayout;
use chase_engine::game::{Forfeit, ForfeitCause, Seat, ThinkingTime};
use chase_kit::budget::StopFlag;
use chase_kit::protocol::{PROTOCOL, PlayerAnswer, kind, kind_of};
use chase_outside::address::Address;
use chase_outside::door::SeatDoor;
use chase_outside::remote::{Allowance, OutsidePlayer, Restart};
use chase_play::file_protocol::Requirement;
use chase_play::openings::{Openings, Seated};
use chase_record::any::{AnyGame, SeatOccupant};
use chase_record::remote_player::{Channel, SharedChannel, heard};
use chase_record::replay::Header;
use chase_replay::store::unrecorded;
use chase_world::error::{Error, quoted};

/// A player to be checked.
pub struct CheckSubject<'a> {
    /// The game it shall play.
    pub game: &'a dyn AnyGame,
    /// The openings that the games begin with.
    pub openings: &'a dyn Openings,
    /// The seats of the game: those that players fill, and those of the house.
    pub layout: &'a SeatLayout,
    /// The address at which it is found.
    pub address: Address,
    /// The door at which it comes in, if it comes to us.
    pub door: Option<Arc<SeatDoor>>,
    /// The limits on its time and memory.
    pub allowance: Allowance,
    /// The seats it shall have; all groups of them, one after another, when nothing is said.
    pub seats: Option<Vec<Seat>>,
}

type SharedPlayer = Arc<Mutex<OutsidePlayer>>;

/// Runs every case. `told` is told of each when it is done, and how many there are.
///
/// # Errors
/// No game can be played from the openings, or nobody is there.
pub fn check(
    subject: &CheckSubject<'_>,
    told: &mut dyn FnMut(&CheckedCase, usize),
) -> Result<Vec<CheckedCase>, Error> {
    let groups = subject.groups();
    let all = groups.len() * (CASES.len() + 1) + usize::from(!subject.address.is_socket());
    let mut checked = Vec::with_capacity(all);
    let mut tell = |case: CheckedCase| {
        check_stop()?;
        told(&case, all);
        checked.push(case);
        Ok(())
    };
    // A program is started for every case; who is at a socket stays there.
    let is_started = !subject.address.is_socket();
    let always = subject.player(Restart::Always);
    let failed = subject.player(Restart::Failed);
    let player = if is_started { &always } else { &failed };
    let found = locked(player).open(ThinkingTime::default());
    if let Err(why) = found {
        return Err(Error::new(ExchangeFault::from(why).to_string()).at(&subject.address));
    }
    for (name, seats) in &groups {
        let lines = subject.recorded(seats)?;
        for case in CASES {
            let done = run(case, &lines, player);
            let requirement = match &done {
                Err(ExchangeFault::EndedBetweenGames(_)) => Requirement::Better,
                _ => case.requirement,
            };
            let name = format!("{} ({name})", case.name);
            tell(CheckedCase { requirement, ..CheckedCase::new(name, done, case.change) })?;
        }
        let name = format!("four games, every action legal and in time ({name})");
        let done = subject.games(seats, &failed)?;
        tell(CheckedCase::new(name, done, ACTION))?;
    }
    if is_started {
        let done = ends(&mut locked(&failed));
        let name = "it ends when its input ends";
        tell(CheckedCase {
            requirement: Requirement::Better,
            ..CheckedCase::new(name, done, "end the program when its input ends")
        })?;
    }
    Ok(checked)
}

fn locked(player: &SharedPlayer) -> MutexGuard<'_, OutsidePlayer> {
    player.lock().unwrap_or_else(PoisonError::into_inner)
}

fn run(
    case: &ProtocolCase,
    lines: &RefereeLines,
    player: &SharedPlayer,
) -> Result<(), ExchangeFault> {
    let mut player = locked(player);
    player.open(ThinkingTime::default())?;
    let done = (case.run)(&mut Exchange { player: &mut player, lines });
    if let Err(fault) = &done {
        player.fail(&Forfeit::new(ForfeitCause::Garbage, &fault.to_string()));
    }
    player.end();
    done
}

/// A program that was not started has ended.
fn ends(player: &mut OutsidePlayer) -> Result<(), ExchangeFault> {
    player.open(ThinkingTime::default())?;
    match player.ends_with_its_input() {
        Some(false) => Err(ExchangeFault::Other(
            "it was still running two seconds after its input ended".into(),
        )),
        Some(true) | None => Ok(()),
    }
}

/// A case: what is sent, in which order, and what must come.
struct ProtocolCase {
    name: &'static str,
    /// Matches send nothing of the kind in the cases that are only better passed.
    requirement: Requirement,
    /// What to change where it fails.
    change: &'static str,
    run: fn(&mut Exchange<'_>) -> Result<(), ExchangeFault>,
}

const READY: &str = "answer every `hello` with {\"type\":\"ready\"}, and flush the line";
const ACTION: &str = "answer every `turn` in time with {\"type\":\"action\",\"turn\":N,\"action\":A}, where A is one of \
                      `legal`, and flush the line";
const JSON: &str =
    "read each line as JSON, and use only the fields that are needed, by their names";
const ERROR: &str = "answer such a line with {\"type\":\"error\",\"what\":\"...\"}, and read on";
const NEXT_GAME: &str =
    "after `end` read on: the next `hello` begins a new game, with turns from 1";

const CASES: &[ProtocolCase] = &[
    must("a hello is answered with ready", READY, |it| it.hello()),
    must("a turn is answered with a legal action", ACTION, |it| {
        it.hello()?;
        it.turn()
    }),
    better("unknown fields are ignored", JSON, |it| {
        let more = "\"weather\":{\"sky\":[\"blue\",7,null]},\"zzz\":\"\"";
        it.expect_ready(&with(&it.lines.hello, more))?;
        it.expect_action(&with(&it.lines.turn, more))
    }),
    better("a line may end with CR LF", JSON, |it| {
        it.expect_ready(&with_crlf(&it.lines.hello))?;
        it.expect_action(&with_crlf(&it.lines.turn))
    }),
    better("the fields of a message may come in any order", JSON, |it| {
        it.expect_ready(&in_other_order(&it.lines.hello))?;
        it.expect_action(&in_other_order(&it.lines.turn))
    }),
    must(
        "a line may be long",
        "read lines of any length: on a large map a line has hundreds of kilobytes",
        |it| {
            it.hello()?;
            let long = format!("\"long\":\"{}\"", "x".repeat(1 << 20));
            it.expect_action(&with(&it.lines.turn, &long))
        },
    ),
    better(
        "a message of an unknown kind is answered with an error and otherwise ignored",
        ERROR,
        |it| {
            it.hello()?;
            it.expect_error("{\"type\":\"weather\",\"sky\":\"blue\"}\n")
        },
    ),
    better(
        "a line that is no message is answered with an error and otherwise ignored",
        ERROR,
        |it| {
            it.hello()?;
            it.expect_error("good morning\n")?;
            it.hello()?;
            it.expect_error("[1,2,3]\n")?;
            it.hello()?;
            it.expect_error("{\"turn\":1}\n")
        },
    ),
    better("half a message is answered with an error and otherwise ignored", ERROR, |it| {
        it.hello()?;
        let half = &it.lines.turn[..it.lines.turn.len() / 2];
        it.expect_error(&format!("{half}\n"))
    }),
    better(
        "another protocol number is answered with an error",
        "answer a `hello` whose `protocol` is another number with an error",
        |it| {
            let other = changed(&it.lines.hello, "protocol", &Value::from(PROTOCOL + 1000));
            match it.answer_to_hello(&other)? {
                PlayerAnswer::Error(_) => Ok(()),
                found => Err(ExchangeFault::unexpected(&found, Some(kind::ERROR))),
            }
        },
    ),
    better(
        "an unknown game is answered with ready or an error",
        "answer every `hello` with `ready` or an error",
        |it| {
            let other = changed(&it.lines.hello, "game", &Value::from("no-such-game"));
            match it.answer_to_hello(&other)? {
                PlayerAnswer::Ready | PlayerAnswer::Error(_) => Ok(()),
                found => Err(ExchangeFault::unexpected(&found, None)),
            }
        },
    ),
    must(
        "an error is not answered",
        "send nothing in answer to a line of the type `error`",
        |it| {
            it.hello()?;
            it.tell("{\"type\":\"error\",\"what\":\"never mind\"}\n");
            it.turn()
        },
    ),
    better(
        "a new game can begin before the last one has ended",
        "begin a new game with every `hello`",
        |it| {
            it.hello()?;
            it.turn()?;
            it.hello()?;
            it.turn()
        },
    ),
    must("a game ends, and another begins", NEXT_GAME, |it| {
        it.hello()?;
        it.turn()?;
        it.tell(&it.lines.end.clone());
        it.hello().map_err(|fault| match fault {
            ExchangeFault::Failed(why) if why.cause == ForfeitCause::Crash => {
                ExchangeFault::EndedBetweenGames(why)
            }
            fault => fault,
        })?;
        it.turn()
    }),
];

const fn must(
    name: &'static str,
    change: &'static str,
    run: fn(&mut Exchange<'_>) -> Result<(), ExchangeFault>,
) -> ProtocolCase {
    ProtocolCase { name, requirement: Requirement::Must, change, run }
}

const fn better(
    name: &'static str,
    change: &'static str,
    run: fn(&mut Exchange<'_>) -> Result<(), ExchangeFault>,
) -> ProtocolCase {
    ProtocolCase { requirement: Requirement::Better, ..must(name, change, run) }
}

/// The lines that a referee sends in a game: the hello, a turn and the end, with the legal actions
/// of the turn.
struct RefereeLines {
    hello: String,
    turn: String,
    end: String,
    legal: Vec<Value>,
}

/// A talk with the player, and what is to be said.
struct Exchange<'a> {
    player: &'a mut OutsidePlayer,
    lines: &'a RefereeLines,
}

impl Exchange<'_> {
    fn ask(&mut self, line: &str) -> Result<PlayerAnswer, ExchangeFault> {
        self.player.begin_move();
        Ok(heard(self.player, line)?)
    }

    fn tell(&mut self, line: &str) {
        self.player.tell(line);
    }

    fn hello(&mut self) -> Result<(), ExchangeFault> {
        self.expect_ready(&self.lines.hello.clone())
    }

    fn turn(&mut self) -> Result<(), ExchangeFault> {
        self.expect_action(&self.lines.turn.clone())
    }

    fn expect_ready(&mut self, line: &str) -> Result<(), ExchangeFault> {
        match self.ask(line)? {
            PlayerAnswer::Ready => Ok(()),
            found => Err(ExchangeFault::unexpected(&found, Some(kind::READY))),
        }
    }

    fn expect_action(&mut self, line: &str) -> Result<(), ExchangeFault> {
        let answer = self.ask(line)?;
        self.check_action(answer)
    }

    fn check_action(&self, answer: PlayerAnswer) -> Result<(), ExchangeFault> {
        let (turn, action) = match answer {
            PlayerAnswer::Action { turn, action } => (turn, action),
            found => return Err(ExchangeFault::unexpected(&found, Some(kind::ACTION))),
        };
        if turn.is_some_and(|turn| turn != 1) {
            return Err(ExchangeFault::Other("it answered for the wrong turn".into()));
        }
        let action = action.ok_or_else(|| {
            let what = "a message of type `action` without the field `action`";
            ExchangeFault::Other(what.into())
        })?;
        let named: Option<Value> = serde_json::from_str(action.get()).ok();
        if named.is_some_and(|named| self.lines.legal.contains(&named)) {
            return Ok(());
        }
        let what = format!("`{}` is not among the legal actions", quoted(action.get()));
        Err(ExchangeFault::Other(what))
    }

    /// Sends a line that is due an error, with the turn behind it: a player that ignores the line
    /// answers the turn, and nobody waits.
    fn expect_error(&mut self, line: &str) -> Result<(), ExchangeFault> {
        match self.ask(&format!("{line}{}", self.lines.turn))? {
            PlayerAnswer::Error(_) => self.expect_action(""),
            answer @ PlayerAnswer::Action { .. } => {
                self.check_action(answer)?;
                Err(ExchangeFault::Other("it sent no answer to this line".into()))
            }
            found => Err(ExchangeFault::unexpected(&found, Some(kind::ERROR))),
        }
    }

    /// The answer to a `hello` that may be refused, with a right one and a turn behind it, as in
    /// [`Exchange::expect_error`].
    fn answer_to_hello(&mut self, hello: &str) -> Result<PlayerAnswer, ExchangeFault> {
        let lines = [hello, &self.lines.hello, &self.lines.turn].concat();
        let first = self.ask(&lines)?;
        match self.ask("")? {
            PlayerAnswer::Ready => self.expect_action("").map(|()| first),
            action @ PlayerAnswer::Action { .. } => {
                self.check_action(action)?;
                Err(ExchangeFault::Other("it sent no answer to this `hello`".into()))
            }
            found => Err(ExchangeFault::unexpected(&found, Some(kind::READY))),
        }
    }
}

fn object(line: &str) -> serde_json::Map<String, Value> {
    match serde_json::from_str(line) {
        Ok(Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    }
}

/// A line with more fields, which nobody knows.
fn with(line: &str, more: &str) -> String {
    match line.trim_end().strip_suffix('}') {
        Some(fields) => format!("{fields},{more}}}\n"),
        None => line.to_owned(),
    }
}

fn with_crlf(line: &str) -> String {
    format!("{}\r\n", line.trim_end())
}

fn in_other_order(line: &str) -> String {
    let fields = object(line);
    let mut words: Vec<_> = fields
        .iter()
        .map(|(name, value)| format!("{}:{value}", Value::from(name.as_str())))
        .collect();
    words.reverse();
    format!("{{{}}}\n", words.join(","))
}

fn changed(line: &str, field: &str, value: &Value) -> String {
    let mut fields = object(line);
    fields.insert(field.into(), value.clone());
    format!("{}\n", Value::Object(fields))
}

impl CheckSubject<'_> {
    fn groups(&self) -> Vec<(String, Vec<Seat>)> {
        if let Some(seats) = &self.seats {
            let names: Vec<_> = seats.iter().map(|it| self.layout.seat_name(*it)).collect();
            return vec![(names.join(" "), seats.clone())];
        }
        self.layout.slots.iter().map(|slot| (slot.name.clone(), slot.seats())).collect()
    }

    fn player(&self, restart: Restart) -> SharedPlayer {
        let allowance = Allowance { restart, ..self.allowance };
        let (address, door) = (self.address.clone(), self.door.clone());
        Arc::new(Mutex::new(OutsidePlayer::new(address, door, allowance)))
    }

    fn header(&self, n: u64) -> Result<Header, Error> {
        let seated = (0..self.openings.seats()).map(|seat| Seated {
            name: self.stand_in(seat),
            id: Some(format!("player-{}", seat + 1)),
        });
        self.openings.header(n, n, &seated.collect::<Vec<_>>())
    }

    /// A built-in player for a seat of somebody else.
    fn stand_in(&self, seat: usize) -> String {
        let mut given = self.layout.house.iter().filter(|(taken, _)| taken.index() == seat);
        given.next().map_or_else(|| "random".into(), |(_, name)| name.clone())
    }

    /// The lines for the seats in the first game in which they have a turn.
    fn recorded(&self, seats: &[Seat]) -> Result<RefereeLines, Error> {
        const OPENINGS_MAX: u64 = 100;
        for opening in 0..OPENINGS_MAX {
            let heard = Arc::new(Mutex::new(Listener::default()));
            let channel: SharedChannel = Arc::<Mutex<Listener>>::clone(&heard);
            self.play(seats, &channel, opening)?;
            let heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(lines) = heard.lines() {
                return Ok(lines);
            }
        }
        Err(Error::new("every game is over before the player has a turn"))
    }

    /// Plays a game; those in the other seats are built-in players. What the seats' player did
    /// wrong.
    fn play(
        &self,
        seats: &[Seat],
        channel: &SharedChannel,
        opening: u64,
    ) -> Result<Option<Forfeit>, Error> {
        let mut header = self.header(opening)?;
        let mut chairs = vec![SeatOccupant::BuiltIn; header.players.len()];
        for seat in seats {
            chairs[seat.index()] = SeatOccupant::Outside(Arc::clone(channel));
        }
        let recording = self.game.record_with(&mut header, &chairs, &StopFlag::default());
        let mut recording = recording.map_err(|why| unrecorded(self.game.name(), why))?;
        let mut failed = None;
        while failed.is_none() && recording.advance() {
            let forfeits = recording.now().forfeits();
            let mut mine = forfeits.into_iter().filter(|it| seats.contains(&it.0));
            failed = mine.next().map(|(_, why)| why);
        }
        recording.dismiss();
        Ok(failed)
    }

    /// Plays four games with the player.
    fn games(
        &self,
        seats: &[Seat],
        player: &SharedPlayer,
    ) -> Result<Result<(), ExchangeFault>, Error> {
        let player: SharedChannel = Arc::<Mutex<OutsidePlayer>>::clone(player);
        for game in 1..=4 {
            if let Some(why) = self.play(seats, &player, game)? {
                let what = format!("game {game}: {}: {}", why.cause.word(), why.detail);
                return Ok(Err(ExchangeFault::Other(what)));
            }
        }
        Ok(Ok(()))
    }
}

/// Takes down what is said, and answers with the first legal action.
#[derive(Default)]
struct Listener {
    lines: Vec<String>,
}

impl Listener {
    /// The first message of each kind, where there was a turn.
    fn lines(&self) -> Option<RefereeLines> {
        let of_kind = |wanted: &str| {
            self.lines.iter().find(|line| kind_of(line).is_ok_and(|kind| kind == wanted)).cloned()
        };
        let turn = of_kind(kind::TURN)?;
        let legal = object(&turn).get("legal").and_then(Value::as_array).cloned();
        Some(RefereeLines {
            hello: of_kind(kind::HELLO)?,
            end: of_kind(kind::END)?,
            turn,
            legal: legal.unwrap_or_default(),
        })
    }
}

impl Channel for Listener {
    fn open(&mut self, _: ThinkingTime) -> Result<(), Forfeit> {
        Ok(())
    }

    fn seat(&mut self) {}

    fn begin_move(&mut self) {}

    fn clock(&self) -> ThinkingTime {
        const MOVE: Duration = Duration::from_secs(10);
        ThinkingTime { move_ms: u64::try_from(MOVE.as_millis()).ok(), game_ms: None }
    }

    fn ask(&mut self, line: &str) -> Result<Vec<u8>, Forfeit> {
        self.lines.push(line.to_owned());
        let fields = object(line);
        let first = fields.get("legal").and_then(|legal| legal.get(0));
        let answer = match first {
            Some(action) => format!("{{\"type\":\"action\",\"action\":{action}}}"),
            None => "{\"type\":\"ready\"}".into(),
        };
        Ok(answer.into_bytes())
    }

    fn tell(&mut self, line: &str) {
        self.lines.push(line.to_owned());
    }

    fn fail(&mut self, _: &Forfeit) -> bool {
        false
    }

    fn end(&mut self) {}
}

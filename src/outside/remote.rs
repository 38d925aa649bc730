//! A player outside the process as the channel of a recording: found, timed, and stopped when it fails. It decides
//! that the time for a start, an answer or a game is over, and what that costs the player.

use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fmt, io};

use super::address::{Address, connect};
use super::door::SeatDoor;
use super::folder::{OwnFolder, own_folder};
use super::limited::{UNSTARTED, UNSTARTED_NOW};
use super::limits::{
    MemoryLimit, ProgramEnd, RESIDENT_BYTES_MAX, RunLimits, TimeLimit, stopped_words,
};
use super::link::ProgramLink;
use super::link_fault::{LinkFault, Sizes};
use super::process::{StartedProgram, is_stopped, left, now, stop_all_for};
use super::program::ProgramCommand;
use super::sandbox::is_on;
use super::withheld_file::refusal;
use chase_engine::game::{Forfeit, ForfeitCause, ThinkingTime};
use chase_kit::protocol::error_line;
use chase_record::remote_player::Channel;
use chase_world::error::quoted_to;

/// The games before which a player is started or connected anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Restart {
    /// For the next game after one in which it failed
    Failed,
    /// For every game
    Always,
    /// Never: one that failed loses all its further games
    Never,
}

/// The limits of a player outside the process.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// The time from its start, and from every hello, until it is ready.
    pub start: Duration,
    /// For a move, where the scenario gives no other.
    pub move_time: Duration,
    /// For all moves of a game, where the scenario gives no other.
    pub game_time: Option<Duration>,
    /// The most bytes that it may send.
    pub sizes: Sizes,
    /// The address space of each of its processes, in bytes; nothing for a limit on the resident memory
    /// of all of them together.
    pub memory_bytes_max: Option<u64>,
    /// The games before which it is started anew.
    pub restart: Restart,
}

/// In words, as far as games depend on it.
impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sizes { line_bytes_max, all_bytes_max } = self.sizes;
        let (start, one) = (self.start.as_millis(), self.move_time.as_millis());
        write!(f, "start {start} ms, move {one} ms")?;
        if let Some(game) = self.game_time {
            write!(f, ", game {} ms", game.as_millis())?;
        }
        write!(f, ", line {line_bytes_max} bytes, game {all_bytes_max} bytes")?;
        if let Some(memory) = self.memory_bytes_max {
            write!(f, ", memory {memory} bytes")?;
        }
        // Journals hold these words.
        let restart = match self.restart {
            Restart::Failed => "Failed",
            Restart::Always => "Always",
            Restart::Never => "Never",
        };
        write!(f, ", restart {restart}")
    }
}

impl Allowance {
    /// Starts a program in a folder of its own, shut in and limited. The folder is to be removed
    /// after the program.
    ///
    /// # Errors
    /// It cannot be started.
    pub(super) fn start(
        &self,
        program: &ProgramCommand,
    ) -> io::Result<(ProgramLink, StartedProgram, OwnFolder)> {
        let folder = own_folder().inspect_err(|error| stop_all_for(error.to_string()))?;
        let mut started = StartedProgram::new(program.argv(), folder.path(), self.limits())?;
        let link = ProgramLink::of_program(&mut started, self.sizes)?;
        Ok((link, started, folder))
    }

    fn limits(&self) -> RunLimits {
        RunLimits {
            is_perturbed: false,
            time: TimeLimit::Wall(self.move_time),
            output_bytes_max: self.sizes.all_bytes_max,
            memory: Some(match self.memory_bytes_max {
                Some(bytes) => MemoryLimit::AddressSpace(bytes),
                None => MemoryLimit::Resident(RESIDENT_BYTES_MAX),
            }),
            file_bytes_max: Some(FILE_BYTES_MAX),
        }
    }
}

/// The largest file a program may write, in bytes.
const FILE_BYTES_MAX: u64 = 1 << 30;
/// The time that a player has to read a message that needs no answer.
const TELL_MAX: Duration = Duration::from_millis(200);
/// The time that a program has to end by itself after its input was closed.
const LEAVE_MAX: Duration = Duration::from_millis(300);
/// The time that a program has to end by itself if its end is looked for.
const ENDS_MAX: Duration = Duration::from_secs(2);
/// The time that a program has to end after it closed its output, so that its end can be reported.
const ENDING_MAX: Duration = Duration::from_millis(100);

/// The link to a player, with the program and the folder that exist as long as it does.
struct Conversation {
    link: ProgramLink,
    program: Option<StartedProgram>,
    /// The program's folder, removed with it.
    folder: Option<OwnFolder>,
}

impl Drop for Conversation {
    fn drop(&mut self) {
        if let Some(mut program) = self.program.take() {
            self.link.close_input();
            program.ended(LEAVE_MAX);
            drop(program);
        }
        drop(self.folder.take());
    }
}

/// A player outside the process.
pub struct OutsidePlayer {
    address: Address,
    door: Option<Arc<SeatDoor>>,
    allowance: Allowance,
    talk: Option<Conversation>,
    /// True if the player was ready once: no other may come in its place then.
    is_seated: bool,
    /// True if a program was ready once: it is one that can be started.
    has_started: bool,
    /// The reason why it failed, since it was last started.
    failed: Option<Forfeit>,
    /// True as long as it has answered no turn of this game, if it was there before the game began.
    is_kept: bool,
    /// True if it was found ended, with nothing asked of it in this game.
    has_ended_unasked: bool,
    /// How it had ended each time that it was found so, since this was last taken.
    unasked_ends: Vec<String>,
    /// Until when it must be ready, before the first move.
    ready_until: Option<Instant>,
    /// The time for a move in this game, and the part of it that is left in this move.
    move_given: Duration,
    move_left: Duration,
    /// The moment for which the time that is left was computed.
    counted_at: Instant,
    game_left: Option<Duration>,
}

impl OutsidePlayer {
    /// A player that is not there yet. `door` is where it comes in, if it is one that comes.
    #[must_use]
    pub fn new(address: Address, door: Option<Arc<SeatDoor>>, allowance: Allowance) -> Self {
        OutsidePlayer {
            address,
            door,
            move_given: allowance.move_time,
            move_left: allowance.move_time,
            game_left: allowance.game_time,
            allowance,
            talk: None,
            is_seated: false,
            has_started: false,
            failed: None,
            is_kept: false,
            has_ended_unasked: false,
            unasked_ends: Vec::new(),
            ready_until: None,
            counted_at: now(),
        }
    }

    /// Marks the player as one that failed in an earlier game, so that it stays away from this one.
    pub fn failed_before(mut self, why: Forfeit) -> Self {
        self.failed = Some(why);
        self
    }

    /// Tells a started program that there are no more games, and returns whether it ended by itself.
    /// Nothing for players that were not started here.
    pub fn ends_with_its_input(&mut self) -> Option<bool> {
        let Conversation { link, program, .. } = self.talk.as_mut()?;
        let program = program.as_mut()?;
        link.close_input();
        Some(program.ended(ENDS_MAX).is_some())
    }

    /// Takes how it had ended, as in `code 0`, each time that it was found ended with nothing asked of
    /// it, and was started again.
    pub fn take_unasked_ends(&mut self) -> Vec<String> {
        std::mem::take(&mut self.unasked_ends)
    }

    /// Returns true if a program had ended before it was asked for anything in this game. Before it is ready
    /// nothing is asked of it: it may have read the first message together with the last game's end.
    fn is_unasked(&self, cut: &LinkFault) -> bool {
        let talk = self.talk.as_ref().filter(|talk| talk.program.is_some() && self.is_kept);
        let is_unheard = talk.is_some_and(|it| self.ready_until.is_some() || it.link.is_unheard());
        is_unheard && matches!(cut, LinkFault::Closed)
    }

    /// How a program ended that was there before, for the table of a match.
    fn unasked_end(&mut self) -> String {
        let program = self.talk.as_mut().and_then(|talk| talk.program.as_mut());
        match program.map(|program| program.ended(ENDS_MAX)) {
            Some(Some(ProgramEnd::Exit(code))) => format!("code {code}"),
            Some(Some(ProgramEnd::Signal(signal))) => format!("signal {signal}"),
            Some(Some(ProgramEnd::Stopped(_))) => "stopped at a limit".into(),
            Some(None) | None => "closed output".into(),
        }
    }

    fn leave(&mut self) {
        self.talk = None;
        self.is_seated = false;
        if let Some(door) = &self.door {
            door.clear();
        }
    }

    fn find(&self, until: Instant) -> Result<Conversation, Forfeit> {
        let sizes = self.allowance.sizes;
        match (&self.address, &self.door) {
            (Address::Exec(program), _) => {
                let started = self.allowance.start(program);
                let (link, program, folder) = started.map_err(|error| crashed(&error))?;
                Ok(Conversation { link, program: Some(program), folder: Some(folder) })
            }
            (Address::Tcp(at), _) => {
                let socket = connect(at, left(until)).map_err(|error| {
                    let what = format!("cannot connect to {at}: {error}");
                    Forfeit::new(ForfeitCause::Crash, &what)
                })?;
                talk_over(socket, sizes)
            }
            (Address::Listen(..), Some(door)) => {
                let mut guest = None;
                while guest.is_none() && !left(until).is_zero() && !is_stopped() {
                    guest = door.guest(left(until).min(LOOK));
                }
                let nobody = || nobody_came(door, self.allowance.start);
                talk_over(guest.ok_or_else(nobody)?, sizes)
            }
            (Address::Listen(at, _), None) => {
                let what = format!("no program listens at {at}");
                Err(Forfeit::new(ForfeitCause::Crash, &what))
            }
        }
    }

    /// The longest time that an answer may take from now on.
    fn within(&self) -> Duration {
        if let Some(until) = self.ready_until {
            return left(until);
        }
        let most = self.move_left.min(self.game_left.unwrap_or(Duration::MAX));
        most.saturating_sub(self.counted_at.elapsed())
    }

    fn why(&mut self, cut: &LinkFault) -> Forfeit {
        let Sizes { line_bytes_max, all_bytes_max } = self.allowance.sizes;
        let queued_ms_max = QUEUED_MAX.as_millis();
        let what = match cut {
            LinkFault::TimeUp => self.late_words(),
            LinkFault::OthersWait => {
                format!("not ready within {queued_ms_max} ms, while other connections were waiting")
            }
            LinkFault::LineTooLong => format!("a line of more than {line_bytes_max} bytes"),
            LinkFault::TooMuch => format!("more than {all_bytes_max} bytes in a game"),
            LinkFault::Closed => self.ending_words(),
        };
        let cause = match cut {
            LinkFault::TimeUp | LinkFault::OthersWait => ForfeitCause::Timeout,
            LinkFault::LineTooLong | LinkFault::TooMuch => ForfeitCause::Flood,
            LinkFault::Closed => ForfeitCause::Crash,
        };
        Forfeit::new(cause, &what)
    }

    fn late_words(&mut self) -> String {
        let mut what = self.limit_words();
        let Some(talk) = &mut self.talk else {
            return what;
        };
        if talk.link.has_half_a_line() {
            what.push_str("; it sent a line without a newline at its end");
        } else if talk.program.is_some() && talk.link.held_back(LEAVE_MAX) {
            what.push_str("; its first line came only after its input was closed: flush the output after every line");
        }
        what
    }

    fn limit_words(&self) -> String {
        if self.ready_until.is_some() {
            let most = self.allowance.start.as_millis();
            return format!("not ready within {most} ms");
        }
        match self.game_left {
            Some(Duration::ZERO) => "its time for the game is used up".into(),
            Some(left) if left <= self.move_left => {
                format!("no answer within the {} ms left for the game", left.as_millis())
            }
            _ => format!("no answer within {} ms", self.move_given.as_millis()),
        }
    }

    fn ending_words(&mut self) -> String {
        let Some(Conversation { link, program, folder }) = &mut self.talk else {
            return "it is not connected".into();
        };
        let Some(program) = program else {
            return "it hung up".into();
        };
        link.drain(ENDING_MAX);
        let mut what = match program.ended(ENDING_MAX) {
            Some(ProgramEnd::Exit(code)) => format!("it ended with code {code}"),
            Some(ProgramEnd::Signal(signal)) => format!("it was ended by signal {signal}"),
            Some(ProgramEnd::Stopped(stop)) => stopped_words(stop, self.allowance.memory_bytes_max),
            _ => "it closed its output".into(),
        };
        if link.has_half_a_line() {
            what.push_str(", in the middle of a line");
        }
        let said = link.last_said();
        let refused = match (&self.address, folder) {
            (Address::Exec(program), Some(it)) => refusal(program.argv(), it.path(), &said),
            _ => None,
        };
        let is_unstarted = [UNSTARTED, UNSTARTED_NOW].map(|words| said.starts_with(words));
        if is_unstarted.contains(&true) && !self.has_started {
            let more = refused.as_ref().map_or(String::new(), |it| format!("; {it}"));
            stop_all_for(format!("{}: {said}{more}", self.address));
        }
        if let Some(refused) = refused {
            return format!("{what}; {refused}");
        }
        let hint = denied_hint(&said);
        let said = quoted_to(&said, SAID_CHARS_MAX);
        if !said.is_empty() {
            what.push_str(&format!("; it said `{said}`"));
        }
        what + hint
    }
}

/// The pause between two checks whether everything was stopped.
const LOOK: Duration = Duration::from_millis(100);
/// The time that a guest has to be ready when others queue behind it.
const QUEUED_MAX: Duration = Duration::from_secs(1);
/// The most characters that are quoted of a program's last words.
const SAID_CHARS_MAX: usize = 120;

/// Advice for an honest program that the sandbox stopped.
pub fn denied_hint(said: &str) -> &'static str {
    if is_on() && said.to_lowercase().contains("permission denied") {
        "; --allow lets it read more"
    } else {
        ""
    }
}

fn crashed(error: &io::Error) -> Forfeit {
    Forfeit::new(ForfeitCause::Crash, &error.to_string())
}

fn nobody_came(door: &SeatDoor, within: Duration) -> Forfeit {
    let (at, most) = (door.at(), within.as_millis());
    let strangers = match door.strangers() {
        0 => String::new(),
        strangers => format!("; connections without the token: {strangers}"),
    };
    let what = format!("no player connected to {at} within {most} ms{strangers}");
    Forfeit::new(ForfeitCause::Timeout, &what)
}

fn talk_over(socket: std::net::TcpStream, sizes: Sizes) -> Result<Conversation, Forfeit> {
    Ok(Conversation {
        link: ProgramLink::of_socket(socket, sizes).map_err(|error| crashed(&error))?,
        program: None,
        folder: None,
    })
}

impl Drop for OutsidePlayer {
    fn drop(&mut self) {
        self.leave();
    }
}

impl Channel for OutsidePlayer {
    fn open(&mut self, given: ThinkingTime) -> Result<(), Forfeit> {
        let until = match self.ready_until {
            // Another may come in the place of one that was sent away.
            Some(until) => until,
            None => now() + self.allowance.start,
        };
        self.ready_until = Some(until);
        if let Some(why) = &self.failed {
            if self.allowance.restart == Restart::Never {
                self.ready_until = None;
                return Err(again(why));
            }
            self.failed = None;
            self.leave();
        }
        let millis = Duration::from_millis;
        self.move_given = given.move_ms.map_or(self.allowance.move_time, millis);
        self.game_left = given.game_ms.map(millis).or(self.allowance.game_time);
        self.is_kept = self.talk.is_some();
        if self.talk.is_none() {
            self.talk = Some(self.find(until).inspect_err(|why| {
                self.failed = Some(why.clone());
                self.ready_until = None;
            })?);
        }
        if let Some(talk) = &mut self.talk {
            talk.link.count_anew();
        }
        Ok(())
    }

    fn seat(&mut self) {
        self.ready_until = None;
        self.is_seated = true;
        self.has_started = true;
        if let Some(door) = &self.door {
            door.take();
        }
    }

    fn begin_move(&mut self) {
        self.ready_until = None;
        self.move_left = self.move_given;
        self.counted_at = now();
    }

    fn clock(&self) -> ThinkingTime {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let move_time = self.move_given.min(self.game_left.unwrap_or(Duration::MAX));
        ThinkingTime { move_ms: Some(millis(move_time)), game_ms: self.game_left.map(millis) }
    }

    fn ask(&mut self, line: &str) -> Result<Vec<u8>, Forfeit> {
        let within = self.within();
        let asked = match (&mut self.talk, &self.door) {
            (Some(talk), Some(door)) if self.ready_until.is_some() => {
                ask_guest(&mut talk.link, line, within, door)
            }
            (Some(talk), _) => talk.link.ask(line.as_bytes(), within),
            (None, _) => Err(LinkFault::Closed),
        };
        let heard = asked.map_err(|cut| {
            self.has_ended_unasked = self.is_unasked(&cut);
            self.why(&cut)
        })?;
        if self.ready_until.is_none() {
            self.is_kept = false;
            if self.within().is_zero() {
                return Err(self.why(&LinkFault::TimeUp));
            }
            // Several messages of one move are counted together.
            let used = self.counted_at.elapsed();
            self.game_left = self.game_left.map(|left| left.saturating_sub(used));
            self.move_left = self.move_left.saturating_sub(used);
            self.counted_at = now();
        }
        Ok(heard)
    }

    fn tell(&mut self, line: &str) {
        if let Some(talk) = &mut self.talk {
            // Who does not listen is found out when it is asked.
            let _ = talk.link.send(line.as_bytes(), TELL_MAX);
        }
    }

    fn fail(&mut self, why: &Forfeit) -> bool {
        let is_unasked = std::mem::take(&mut self.has_ended_unasked);
        if is_unasked && self.allowance.restart != Restart::Never && !is_stopped() {
            let end = self.unasked_end();
            self.unasked_ends.push(end);
            self.leave();
            return true;
        }
        if self.door.is_some() {
            self.tell(&error_line(&format!("refused: {}", why.detail)));
        }
        let may_come = self.door.is_some()
            && !self.is_seated
            && self.ready_until.is_some_and(|until| !left(until).is_zero())
            && !is_stopped();
        self.leave();
        if !may_come {
            self.failed = Some(why.clone());
            self.ready_until = None;
        }
        may_come
    }

    fn end(&mut self) {
        self.ready_until = None;
        if self.allowance.restart == Restart::Always {
            self.leave();
        }
    }
}

/// Asks a guest that may be no player: when others queue, it has not all the time there is.
fn ask_guest(
    link: &mut ProgramLink,
    line: &str,
    within: Duration,
    door: &SeatDoor,
) -> Result<Vec<u8>, LinkFault> {
    let began = now();
    let mut line = line.as_bytes();
    loop {
        let left = within.saturating_sub(began.elapsed());
        match link.ask(line, left.min(LOOK)) {
            Err(LinkFault::TimeUp) if left > LOOK && !is_stopped() => {}
            asked => return asked,
        }
        if began.elapsed() > QUEUED_MAX && door.has_queue() {
            return Err(LinkFault::OthersWait);
        }
        // What was not taken in yet is sent on with the next.
        line = b"";
    }
}

/// The reason of a player that stays away.
fn again(why: &Forfeit) -> Forfeit {
    let what = format!("it failed earlier and does not play again: {}", why.detail);
    Forfeit::new(why.cause, &what)
}

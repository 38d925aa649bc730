//! A program that is told lines and never asked anything. They wait for it in a queue with bounds;
//! what finds no room there is lost to it, and it is told how much. Nobody ever waits for it while
//! there are lines to tell.

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::folder::OwnFolder;
use super::limits::ProgramEnd;
use super::link::ProgramLink;
use super::link_fault::LinkFault;
use super::process::{StartedProgram, is_stopped, left, now};
use super::program::ProgramCommand;
use super::remote::Allowance;
use chase_kit::protocol::line;
use chase_world::error::Error;
use chase_world::object;

/// The lines that wait for a spectator at most.
const QUEUE_LINES_MAX: usize = 1 << 12;
/// The bytes of the lines that wait for a spectator at most; a longer line waits alone.
const QUEUE_BYTES_MAX: usize = 1 << 22;
/// The time that a spectator has at the end to read the lines that wait for it.
const REST_MAX: Duration = Duration::from_secs(1);
/// The time that a program has to end by itself after its input was closed.
const LEAVE_MAX: Duration = Duration::from_millis(300);
/// The pause between two checks whether the game is over.
const LOOK: Duration = Duration::from_millis(100);

/// A program that watches.
pub struct Spectator {
    name: String,
    queue: Arc<SharedQueue>,
    telling: Option<JoinHandle<Option<String>>>,
}

/// The lines that a spectator lost, and why it left, if it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpectatorResult {
    /// The command of the spectator, as the user typed it.
    pub name: String,
    /// The lines that it was not told.
    pub lost: u64,
    /// The reason why it got no more lines, if it left before the end.
    pub left: Option<String>,
}

impl Spectator {
    /// Starts the program in a folder of its own, shut in and limited as players are.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(
        name: &str,
        program: &ProgramCommand,
        allowance: &Allowance,
    ) -> Result<Self, Error> {
        let started = allowance.start(program);
        let (link, program, folder) = started.map_err(|error| Error::io(name, "start", &error))?;
        let queue = Arc::new(SharedQueue::default());
        let seat = SpectatorSeat { link, program, _folder: folder };
        let theirs = Arc::clone(&queue);
        let telling = std::thread::spawn(move || seat.tell_all(&theirs));
        Ok(Spectator { name: name.to_owned(), queue, telling: Some(telling) })
    }

    /// Has it told a line, which comes with its end, when it reads on; at once, whatever it does.
    pub fn tell(&self, line: &Arc<str>) {
        self.queue.put(line);
    }

    /// Notes that there are no more lines. The spectator has a second to read the lines that wait.
    pub fn close(&self) {
        self.queue.close();
    }

    /// Waits until it has gone, and says how it fared.
    pub fn gone(mut self) -> SpectatorResult {
        let left = self.leave();
        SpectatorResult {
            name: std::mem::take(&mut self.name),
            lost: self.queue.queue.lock().lost_in_all,
            left,
        }
    }

    fn leave(&mut self) -> Option<String> {
        self.close();
        let telling = self.telling.take()?;
        // A thread that panicked has told it nothing more either.
        telling.join().unwrap_or_else(|_| Some("it is gone".into()))
    }
}

impl Drop for Spectator {
    fn drop(&mut self) {
        let _ = self.leave();
    }
}

/// The line that tells a spectator how many lines it lost.
fn lost_line(lines: u64) -> Arc<str> {
    line("lost", &object!(LostLinesNotice { lines })).into()
}

/// The lines that wait.
#[derive(Default)]
struct Queue {
    lines: VecDeque<Arc<str>>,
    bytes: usize,
    /// Lines that found no room, since it was last told of some.
    lost: u64,
    lost_in_all: u64,
    /// Until when it may read what is left, once there are no more.
    closed_until: Option<Instant>,
    /// True if it has left: nothing waits for it any more.
    is_gone: bool,
}

#[derive(Default)]
struct SharedQueue {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl SharedQueue {
    fn put(&self, line: &Arc<str>) {
        let mut queue = self.queue.lock();
        if queue.is_gone {
            return;
        }
        if !queue.has_room(line.len()) {
            queue.lost += 1;
            queue.lost_in_all += 1;
            return;
        }
        if queue.lost > 0 {
            let told = lost_line(std::mem::take(&mut queue.lost));
            queue.push(told);
        }
        queue.push(Arc::clone(line));
        self.changed.notify_one();
    }

    fn close(&self) {
        let mut queue = self.queue.lock();
        queue.closed_until.get_or_insert_with(|| now() + REST_MAX);
        self.changed.notify_one();
    }

    /// The next line; waits for one. Nothing when there are no more.
    fn next(&self) -> Option<Arc<str>> {
        let mut queue = self.queue.lock();
        loop {
            if let Some(line) = queue.lines.pop_front() {
                queue.bytes -= line.len();
                return Some(line);
            }
            if queue.lost > 0 {
                return Some(lost_line(std::mem::take(&mut queue.lost)));
            }
            if queue.closed_until.is_some() || is_stopped() {
                return None;
            }
            self.changed.wait_for(&mut queue, LOOK);
        }
    }

    /// Returns true if a line has waited too long for the spectator to read it.
    fn is_over(&self) -> bool {
        let until = self.queue.lock().closed_until;
        is_stopped() || until.is_some_and(|until| left(until).is_zero())
    }

    /// It went away.
    fn end(&self) {
        let mut queue = self.queue.lock();
        queue.is_gone = true;
        queue.lines.clear();
    }
}

impl Queue {
    fn has_room(&self, bytes: usize) -> bool {
        self.lines.is_empty()
            || (self.lines.len() < QUEUE_LINES_MAX && self.bytes + bytes <= QUEUE_BYTES_MAX)
    }

    fn push(&mut self, line: Arc<str>) {
        self.bytes += line.len();
        self.lines.push_back(line);
    }
}

/// The thread's end of a spectator: its program, its link and its queue.
struct SpectatorSeat {
    link: ProgramLink,
    program: StartedProgram,
    /// Removed after the program.
    _folder: OwnFolder,
}

impl SpectatorSeat {
    /// Tells it all lines. Why it was told no more of them, if it was not told all.
    fn tell_all(mut self, queue: &SharedQueue) -> Option<String> {
        let mut why = None;
        while !is_stopped()
            && let Some(line) = queue.next()
        {
            // Who ended does not read what its pipe still takes in.
            let ended = self.program.ended(Duration::ZERO);
            let told = match &ended {
                Some(_) => Err(LinkFault::Closed),
                None => self.tell(line.as_bytes(), queue),
            };
            if let Err(cut) = told {
                why = Some(self.why(&cut, ended));
                break;
            }
        }
        queue.end();
        self.link.close_input();
        self.program.ended(LEAVE_MAX);
        why
    }

    /// Tells it a line, however long it takes, until it is over.
    fn tell(&mut self, mut line: &[u8], queue: &SharedQueue) -> Result<(), LinkFault> {
        loop {
            match self.link.send(line, LOOK) {
                Err(LinkFault::TimeUp) if !queue.is_over() => {}
                told => return told,
            }
            // What was not taken in yet is sent on with the next.
            line = b"";
        }
    }

    fn why(&mut self, cut: &LinkFault, ended: Option<ProgramEnd>) -> String {
        match cut {
            LinkFault::TimeUp | LinkFault::OthersWait => "it did not read to the end".into(),
            LinkFault::TooMuch | LinkFault::LineTooLong => {
                "it printed more than --output-bytes".into()
            }
            LinkFault::Closed => match ended.or_else(|| self.program.ended(LEAVE_MAX)) {
                Some(ProgramEnd::Exit(code)) => format!("it ended with code {code}"),
                Some(ProgramEnd::Signal(signal)) => format!("it was ended by signal {signal}"),
                Some(ProgramEnd::Stopped(_)) => {
                    "it was stopped: it used more than a player may".into()
                }
                None => "it closed its output".into(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_finds_no_room_is_lost_and_told_of_in_its_place() {
        let queue = SharedQueue::default();
        let line: Arc<str> = "a line\n".into();
        (0..QUEUE_LINES_MAX + 3).for_each(|_| queue.put(&line));
        (0..2).for_each(|_| assert_eq!(queue.next(), Some(Arc::clone(&line))));
        queue.put(&"the next\n".into());
        (2..QUEUE_LINES_MAX).for_each(|_| assert_eq!(queue.next(), Some(Arc::clone(&line))));
        assert_eq!(queue.next().as_deref(), Some("{\"type\":\"lost\",\"lines\":3}\n"));
        assert_eq!(queue.next().as_deref(), Some("the next\n"));
        queue.close();
        assert_eq!(queue.next(), None);
        assert_eq!(queue.queue.lock().bytes, 0);
        assert_eq!(queue.queue.lock().lost_in_all, 3);
    }

    #[test]
    fn the_queue_is_bounded_in_bytes_and_a_longer_line_waits_alone() {
        let queue = SharedQueue::default();
        let long: Arc<str> = "x".repeat(QUEUE_BYTES_MAX + 1).into();
        queue.put(&long);
        queue.put(&"short\n".into());
        assert_eq!(queue.next(), Some(long));
        assert_eq!(queue.next().as_deref(), Some("{\"type\":\"lost\",\"lines\":1}\n"));
    }
}

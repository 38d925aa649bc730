//! Lines to and from a player outside the process, over pipes or a socket, with limits on time and
//! size. Nothing is waited for longer than it may take, neither to be sent nor to come.

use std::io;
use std::net::TcpStream;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::link_fault::{LinkFault, Sizes};
use super::process::{StartedProgram, is_stopped, left, now};

/// Two ends to talk through, and one that is only listened to.
pub struct ProgramLink {
    to: Option<OwnedFd>,
    from: OwnedFd,
    errors: Option<OwnedFd>,
    sizes: Sizes,
    /// The bytes that could not be sent yet.
    unsent: Vec<u8>,
    /// Bytes of the newest line that were sent.
    sent: usize,
    received: Vec<u8>,
    /// The start of the next line in `received`.
    begin: usize,
    /// Up to where no end of a line was found.
    searched: usize,
    /// Bytes received since the count began.
    counted: usize,
    /// The end of what came on standard error.
    said: Vec<u8>,
    is_closed: bool,
}

/// The most bytes of standard error that are kept: its last lines.
const SAID_BYTES_MAX: usize = 1 << 12;
/// The longest wait before it is checked whether everything was stopped.
const LOOK: Duration = Duration::from_millis(100);
/// The most bytes that are read at once.
const CHUNK: usize = 1 << 16;

impl ProgramLink {
    /// The pipes of a program that was started.
    ///
    /// # Errors
    /// They were taken already.
    pub fn of_program(program: &mut StartedProgram, sizes: Sizes) -> io::Result<Self> {
        let pipes = program.pipes();
        let (to, from, errors) = pipes.ok_or(io::ErrorKind::NotConnected)?;
        Self::new(to.into(), from.into(), Some(errors.into()), sizes)
    }

    /// Makes a link of a socket.
    pub(crate) fn of_socket(socket: TcpStream, sizes: Sizes) -> io::Result<Self> {
        socket.set_nodelay(true)?;
        let other = socket.try_clone()?;
        Self::new(socket.into(), other.into(), None, sizes)
    }

    fn new(to: OwnedFd, from: OwnedFd, errors: Option<OwnedFd>, sizes: Sizes) -> io::Result<Self> {
        for end in [Some(&to), Some(&from), errors.as_ref()].into_iter().flatten() {
            rustix::io::ioctl_fionbio(end, true)?;
        }
        Ok(ProgramLink {
            to: Some(to),
            from,
            errors,
            sizes,
            unsent: Vec::new(),
            sent: 0,
            received: Vec::new(),
            begin: 0,
            searched: 0,
            counted: 0,
            said: Vec::new(),
            is_closed: false,
        })
    }

    /// Lets the other end know that nothing more is sent.
    pub(crate) fn close_input(&mut self) {
        self.to = None;
    }

    /// Starts the count again that [`Sizes::all_bytes_max`] limits.
    pub(crate) fn count_anew(&mut self) {
        self.counted = self.received.len() - self.begin;
    }

    /// Returns true if a program has read nothing of the newest line: all that was sent of it is still
    /// in the pipe.
    pub(crate) fn is_unheard(&self) -> bool {
        let unread = self.to.as_ref().map(rustix::io::ioctl_fionread);
        let unread = unread.and_then(Result::ok).unwrap_or(0);
        self.sent == 0 || unread >= self.sent as u64
    }

    /// Returns true if a line has begun and not ended.
    pub(crate) fn has_half_a_line(&self) -> bool {
        let rest = &self.received[self.begin..];
        !rest.is_empty() && !rest.contains(&b'\n')
    }

    /// The last line on standard error.
    pub(crate) fn last_said(&self) -> String {
        let said = String::from_utf8_lossy(&self.said);
        let last = said.lines().rev().find(|line| !line.trim().is_empty());
        last.unwrap_or_default().trim().to_owned()
    }

    /// Sends a line, for so long at most.
    ///
    /// # Errors
    /// It was not taken in.
    pub fn send(&mut self, line: &[u8], within: Duration) -> Result<(), LinkFault> {
        self.exchange(line, false, within).map(drop)
    }

    /// Sends a line, and waits for one, which comes without its end.
    ///
    /// # Errors
    /// It was not taken in, or none came.
    pub fn ask(&mut self, line: &[u8], within: Duration) -> Result<Vec<u8>, LinkFault> {
        self.exchange(line, true, within)
    }

    /// Closes the other end's input, and returns true if a line comes then, where none came before. A
    /// program that collects its output without flushing it writes it when its input ends.
    pub(crate) fn held_back(&mut self, within: Duration) -> bool {
        if !self.received.is_empty() {
            return false;
        }
        self.close_input();
        let began = now();
        while !self.is_closed && !self.received.contains(&b'\n') && began.elapsed() < within {
            self.wait(LOOK.min(within));
            self.hear();
        }
        self.received.contains(&b'\n')
    }

    /// Reads the rest of standard error, once the other end is closed.
    pub fn drain(&mut self, within: Duration) {
        let began = now();
        while self.errors.is_some() && began.elapsed() < within {
            self.wait(LOOK.min(within));
            self.hear_errors();
        }
    }

    fn exchange(
        &mut self,
        line: &[u8],
        wants_line: bool,
        within: Duration,
    ) -> Result<Vec<u8>, LinkFault> {
        let until = now() + within;
        if self.unsent.is_empty() {
            self.sent = 0;
        }
        self.unsent.extend_from_slice(line);
        loop {
            self.say();
            if self.unsent.is_empty() && !wants_line {
                return Ok(Vec::new());
            }
            if self.unsent.is_empty()
                && let Some(line) = self.take_line()?
            {
                return Ok(line);
            }
            if self.is_closed {
                return Err(LinkFault::Closed);
            }
            if self.counted > self.sizes.all_bytes_max {
                return Err(LinkFault::TooMuch);
            }
            let left = left(until);
            if left.is_zero() || is_stopped() {
                return Err(LinkFault::TimeUp);
            }
            self.wait(left.min(LOOK));
            self.hear();
            self.hear_errors();
        }
    }

    /// Waits until something can be done.
    fn wait(&self, most: Duration) {
        let mut ends: Vec<PollFd<'_>> = Vec::with_capacity(3);
        if let Some(to) = self.to.as_ref().filter(|_| !self.unsent.is_empty()) {
            ends.push(PollFd::new(to, PollFlags::OUT));
        }
        if !self.is_closed {
            ends.push(PollFd::new(&self.from, PollFlags::IN));
        }
        if let Some(errors) = &self.errors {
            ends.push(PollFd::new(errors, PollFlags::IN));
        }
        let time = Timespec::try_from(most).ok();
        // A wait that was interrupted is one that was short.
        let _ = poll(&mut ends, time.as_ref());
    }

    /// Sends as many bytes as the other end takes now. A failure is ignored: the other end may have
    /// answered before it stopped listening.
    fn say(&mut self) {
        while let Some(to) = self.to.as_ref().filter(|_| !self.unsent.is_empty()) {
            match rustix::io::write(to, &self.unsent) {
                Ok(written) => {
                    self.sent += written;
                    self.unsent.drain(..written);
                }
                Err(rustix::io::Errno::AGAIN) => return,
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => break,
            }
        }
        self.unsent.clear();
    }

    fn hear(&mut self) {
        if self.is_closed {
            return;
        }
        match read(self.from.as_fd(), &mut self.received) {
            Some(count) => self.counted += count,
            None => self.is_closed = true,
        }
    }

    fn hear_errors(&mut self) {
        let Some(errors) = &self.errors else {
            return;
        };
        if read(errors.as_fd(), &mut self.said).is_none() {
            self.errors = None;
        }
        let old = self.said.len().saturating_sub(SAID_BYTES_MAX);
        self.said.drain(..old);
    }

    /// The first line that is there whole.
    fn take_line(&mut self) -> Result<Option<Vec<u8>>, LinkFault> {
        let end = memchr::memchr(b'\n', &self.received[self.searched..]);
        let Some(end) = end.map(|end| end + self.searched) else {
            // Moved to the front once for many lines.
            self.received.drain(..self.begin);
            self.begin = 0;
            self.searched = self.received.len();
            return self.fits(self.received.len()).map(|()| None);
        };
        self.fits(end - self.begin)?;
        let line = &self.received[self.begin..end];
        let line = line.strip_suffix(b"\r").unwrap_or(line).to_vec();
        self.begin = end + 1;
        self.searched = self.begin;
        Ok(Some(line))
    }

    fn fits(&self, bytes: usize) -> Result<(), LinkFault> {
        if bytes > self.sizes.line_bytes_max {
            return Err(LinkFault::LineTooLong);
        }
        Ok(())
    }
}

/// Reads what is there now, up to a chunk, and returns how much that was; nothing at the end.
fn read(from: BorrowedFd<'_>, into: &mut Vec<u8>) -> Option<usize> {
    let before = into.len();
    into.resize(before + CHUNK, 0);
    let read = rustix::io::read(from, &mut into[before..]);
    into.truncate(before + read.unwrap_or(0));
    match read {
        Ok(0) => None,
        Ok(count) => Some(count),
        Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => Some(0),
        Err(_) => None,
    }
}

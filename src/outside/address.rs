//! Where a player outside the process is found, as its user names it.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::process::{is_stopped, left, now};
use super::program::{Program, Unusable};
use crate::engine::protocol::error_line;

/// Where a player is.
#[derive(Clone, Debug)]
pub enum Address {
    /// A program to be started.
    Exec(Program),
    /// It waits there.
    Tcp(String),
    /// It comes here.
    Listen(String),
}

impl Address {
    /// Takes a name with one of the beginnings `exec:`, `tcp:`, `listen:`; nothing for others.
    ///
    /// # Errors
    /// What is wrong behind the beginning.
    pub fn parse(name: &str) -> Result<Option<Self>, Unusable> {
        if let Some(command) = name.strip_prefix("exec:") {
            return Program::from_line(command).map(|program| Some(Address::Exec(program)));
        }
        if let Some(at) = name.strip_prefix("tcp:") {
            check_host_port(at)?;
            return Ok(Some(Address::Tcp(at.to_owned())));
        }
        match name.strip_prefix("listen:") {
            Some(at) => Ok(Some(Address::Listen(host_port(at)?))),
            None => Ok(None),
        }
    }

    /// Whether it is at a socket, where it plays one game at a time.
    #[must_use]
    pub fn is_socket(&self) -> bool {
        !matches!(self, Address::Exec(_))
    }
}

fn check_host_port(at: &str) -> Result<(), Unusable> {
    let is_there = |(host, port): (&str, &str)| !host.is_empty() && port.parse::<u16>().is_ok();
    if at.rsplit_once(':').is_some_and(is_there) {
        return Ok(());
    }
    let at = crate::error::quoted(at);
    Err(Unusable(format!(
        "`{at}` is no HOST:PORT, as in 127.0.0.1:4000"
    )))
}

/// A host and a port: the host is loopback when none is given.
///
/// # Errors
/// It is neither `PORT` nor `HOST:PORT`.
pub fn host_port(at: &str) -> Result<String, Unusable> {
    if at.parse::<u16>().is_ok() {
        return Ok(format!("{}:{at}", IpAddr::V4(Ipv4Addr::LOCALHOST)));
    }
    check_host_port(at)?;
    Ok(at.to_owned())
}

/// Connects, before a time is over.
///
/// # Errors
/// Nobody is there, or the name of the host is unknown.
pub fn connect(at: &str, within: Duration) -> io::Result<TcpStream> {
    const SLICE: Duration = Duration::from_secs(1);
    let until = now() + within;
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in at.to_socket_addrs()? {
        while !left(until).is_zero() && !is_stopped() {
            match TcpStream::connect_timeout(&address, left(until).min(SLICE)) {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
            if last.kind() != io::ErrorKind::TimedOut {
                break;
            }
        }
    }
    Err(last)
}

/// A door that one guest at a time may enter. Who comes while somebody is seated is told so and
/// sent away; till then they queue.
#[derive(Debug)]
pub struct Door {
    at: SocketAddr,
    hall: Arc<Hall>,
}

/// Where guests wait.
#[derive(Debug, Default)]
struct Hall {
    queue: Mutex<VecDeque<TcpStream>>,
    is_taken: AtomicBool,
    is_closed: AtomicBool,
}

impl Hall {
    fn queue(&self) -> MutexGuard<'_, VecDeque<TcpStream>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How often is looked for a guest.
const LOOK: Duration = Duration::from_millis(5);
/// How many may queue.
const QUEUE_MAX: usize = 32;

impl Door {
    /// Opens it.
    ///
    /// # Errors
    /// Nobody may listen there, or somebody does.
    pub fn open(at: &str) -> io::Result<Self> {
        let listener = TcpListener::bind(at)?;
        listener.set_nonblocking(true)?;
        let door = Door {
            at: listener.local_addr()?,
            hall: Arc::default(),
        };
        let hall = Arc::clone(&door.hall);
        std::thread::spawn(move || attend(&listener, &hall));
        Ok(door)
    }

    /// Where it is.
    #[must_use]
    pub fn at(&self) -> SocketAddr {
        self.at
    }

    /// The first in the queue, if there is or comes one within a time.
    #[must_use]
    pub fn guest(&self, within: Duration) -> Option<TcpStream> {
        let mut looks = within.as_millis() / LOOK.as_millis();
        loop {
            let guest = self.hall.queue().pop_front();
            if guest.is_some() || looks == 0 {
                return guest;
            }
            looks -= 1;
            std::thread::sleep(LOOK);
        }
    }

    /// Whether somebody queues who has not left again.
    #[must_use]
    pub fn has_queue(&self) -> bool {
        let mut queue = self.hall.queue();
        queue.retain(is_there);
        !queue.is_empty()
    }

    /// The guest is seated: nobody else may enter, and who queues is sent away.
    pub fn take(&self) {
        self.hall.is_taken.store(true, Ordering::Relaxed);
        for waiting in self.hall.queue().drain(..) {
            send_away(&waiting);
        }
    }

    /// The guest is gone; another may enter.
    pub fn clear(&self) {
        self.hall.is_taken.store(false, Ordering::Relaxed);
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        self.hall.is_closed.store(true, Ordering::Relaxed);
    }
}

fn attend(listener: &TcpListener, hall: &Hall) {
    while !hall.is_closed.load(Ordering::Relaxed) {
        let Ok((stream, _)) = listener.accept() else {
            std::thread::sleep(LOOK);
            continue;
        };
        // Some systems hand the listener's mode on.
        if stream.set_nonblocking(false).is_err() {
            continue;
        }
        let mut queue = hall.queue();
        if hall.is_taken.load(Ordering::Relaxed) || queue.len() >= QUEUE_MAX {
            drop(queue);
            send_away(&stream);
        } else {
            queue.push_back(stream);
        }
    }
}

/// Whether a guest has not hung up.
fn is_there(guest: &TcpStream) -> bool {
    let silent = guest
        .set_nonblocking(true)
        .and_then(|()| guest.peek(&mut [0]));
    let is_there = match silent {
        Ok(bytes) => bytes > 0,
        Err(error) => error.kind() == io::ErrorKind::WouldBlock,
    };
    guest.set_nonblocking(false).is_ok() && is_there
}

/// Tells a guest that somebody else is seated. One that does not listen is not waited for.
fn send_away(mut stream: &TcpStream) {
    const PATIENCE: Duration = Duration::from_millis(100);
    let line = error_line("another player has this seat already");
    let _ = stream.set_write_timeout(Some(PATIENCE));
    let _ = io::Write::write_all(&mut stream, line.as_bytes());
    let _ = stream.shutdown(std::net::Shutdown::Both);
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Exec(program) => write!(f, "exec:{}", program.shown()),
            Address::Tcp(at) => write!(f, "tcp:{at}"),
            Address::Listen(at) => write!(f, "listen:{at}"),
        }
    }
}

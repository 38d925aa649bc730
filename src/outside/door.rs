//! A door for players that connect to us. Who has no token stays outside, and costs those who have
//! it nothing: all who came and have not said theirs yet are looked at in turn, and none is waited for.

use std::collections::VecDeque;
use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::process::{left, now};
use super::token::Token;
use chase_kit::protocol::{error_line, joined_with};

/// A listening socket for one seat, which one guest at a time may take. Guests who come while the seat is
/// taken are told so and sent away. Until then the guests who have said the token wait in a queue.
#[derive(Debug)]
pub struct SeatDoor {
    at: SocketAddr,
    hall: Arc<WaitingGuests>,
}

/// The queue of guests, and the state of the seat.
#[derive(Debug, Default)]
struct WaitingGuests {
    /// The token that a guest must say; nothing if everybody may enter.
    token: Option<Token>,
    queue: Mutex<VecDeque<TcpStream>>,
    is_taken: AtomicBool,
    is_closed: AtomicBool,
    /// The number of guests who were sent away because they did not say the token.
    strangers: AtomicU64,
}

/// The pause between two looks for guests and for their first lines.
const LOOK: Duration = Duration::from_millis(5);
/// The most guests in the queue.
const QUEUE_MAX: usize = 32;
/// The most guests who have not said their token yet: when one more comes, the oldest is sent away.
const ARRIVALS_MAX: usize = 64;
/// The time that each guest has to say the token.
const ARRIVAL_MAX: Duration = Duration::from_secs(10);
/// The longest first line, in bytes.
const FIRST_LINE_BYTES_MAX: usize = 1 << 10;

impl SeatDoor {
    /// Opens the door to guests who say the token, or to all if there is none.
    ///
    /// # Errors
    /// Nobody may listen there, or somebody does.
    pub fn open(at: &str, token: Option<Token>) -> io::Result<Self> {
        let listener = TcpListener::bind(at)?;
        listener.set_nonblocking(true)?;
        let hall = WaitingGuests { token, ..WaitingGuests::default() };
        let door = SeatDoor { at: listener.local_addr()?, hall: Arc::new(hall) };
        let hall = Arc::clone(&door.hall);
        std::thread::spawn(move || attend(&listener, &hall));
        Ok(door)
    }

    /// The address at which the door listens.
    #[must_use]
    pub fn at(&self) -> SocketAddr {
        self.at
    }

    /// The token, where it was drawn and must be told.
    pub fn drawn_token(&self) -> Option<&str> {
        let token = self.hall.token.as_ref();
        token.filter(|token| token.is_drawn()).map(Token::words)
    }

    /// The number of guests who came and left without saying the token.
    pub fn strangers(&self) -> u64 {
        self.hall.strangers.load(Ordering::Relaxed)
    }

    /// The first in the queue, if there is or comes one within a time.
    pub fn guest(&self, within: Duration) -> Option<TcpStream> {
        let mut looks = within.as_millis() / LOOK.as_millis();
        loop {
            let guest = self.hall.queue.lock().pop_front();
            if guest.is_some() || looks == 0 {
                return guest;
            }
            looks -= 1;
            std::thread::sleep(LOOK);
        }
    }

    /// Returns true if the queue holds a guest who has not left again.
    pub fn has_queue(&self) -> bool {
        let mut queue = self.hall.queue.lock();
        queue.retain(is_there);
        !queue.is_empty()
    }

    /// Notes that the seat is taken: no other guest may enter, and those in the queue are sent away.
    pub fn take(&self) {
        self.hall.is_taken.store(true, Ordering::Relaxed);
        for waiting in self.hall.queue.lock().drain(..) {
            send_away(&waiting, SEAT_TAKEN);
        }
    }

    /// The guest is gone; another may enter.
    pub fn clear(&self) {
        self.hall.is_taken.store(false, Ordering::Relaxed);
    }
}

impl Drop for SeatDoor {
    fn drop(&mut self) {
        self.hall.is_closed.store(true, Ordering::Relaxed);
    }
}

/// The reason that a guest is given who finds the seat taken.
const SEAT_TAKEN: &str = "another player has this seat already";
const NO_TOKEN: &str = "refused: the first line does not join with this match's token";
const TOO_LATE: &str = "refused: no token came in time";
const TOO_MANY: &str = "refused: too many others connected without a token";

/// Somebody who has not said the token yet.
struct Arrival {
    stream: TcpStream,
    /// The moment when the guest is sent away.
    until: Instant,
}

fn attend(listener: &TcpListener, hall: &WaitingGuests) {
    let mut arrivals: VecDeque<Arrival> = VecDeque::new();
    while !hall.is_closed.load(Ordering::Relaxed) {
        let came = listener.accept().ok();
        let is_quiet = came.is_none();
        if let Some((stream, _)) = came {
            arrive(stream, hall, &mut arrivals);
        }
        arrivals.retain(|arrival| is_kept(arrival, hall));
        if is_quiet {
            std::thread::sleep(LOOK);
        }
    }
}

fn arrive(stream: TcpStream, hall: &WaitingGuests, arrivals: &mut VecDeque<Arrival>) {
    if hall.token.is_none() {
        return enter(stream, hall);
    }
    // Some systems hand the listener's mode on, others do not.
    if stream.set_nonblocking(true).is_err() {
        return;
    }
    if arrivals.len() >= ARRIVALS_MAX
        && let Some(oldest) = arrivals.pop_front()
    {
        refuse(&oldest.stream, hall, TOO_MANY);
    }
    let until = now() + ARRIVAL_MAX;
    arrivals.push_back(Arrival { stream, until });
}

/// Returns true if an arrival must be looked at again.
fn is_kept(arrival: &Arrival, hall: &WaitingGuests) -> bool {
    let stream = &arrival.stream;
    if hall.is_taken.load(Ordering::Relaxed) {
        send_away(stream, SEAT_TAKEN);
        return false;
    }
    match first_line(stream) {
        FirstLine::Waiting if !left(arrival.until).is_zero() => return true,
        FirstLine::Waiting => refuse(stream, hall, TOO_LATE),
        FirstLine::Said(line) if is_token(&line, hall) => {
            if let Ok(stream) = stream.try_clone() {
                enter(stream, hall);
            }
        }
        FirstLine::Said(_) => refuse(stream, hall, NO_TOKEN),
        FirstLine::Gone => {}
    }
    false
}

fn is_token(line: &[u8], hall: &WaitingGuests) -> bool {
    let said = joined_with(line);
    said.is_some() && said.as_deref() == hall.token.as_ref().map(Token::words)
}

/// Lets somebody into the queue.
fn enter(stream: TcpStream, hall: &WaitingGuests) {
    if stream.set_nonblocking(false).is_err() {
        return;
    }
    let mut queue = hall.queue.lock();
    if hall.is_taken.load(Ordering::Relaxed) || queue.len() >= QUEUE_MAX {
        drop(queue);
        send_away(&stream, SEAT_TAKEN);
    } else {
        queue.push_back(stream);
    }
}

/// The first line of a guest.
enum FirstLine {
    /// Nothing yet, or not all of it.
    Waiting,
    /// This; or as much of it as is looked at.
    Said(Vec<u8>),
    /// It hung up.
    Gone,
}

/// Takes the first line out of what came, and leaves what follows it where it is.
fn first_line(mut stream: &TcpStream) -> FirstLine {
    use io::ErrorKind::{Interrupted, WouldBlock};
    let mut bytes = [0; FIRST_LINE_BYTES_MAX];
    let came = match stream.peek(&mut bytes) {
        Ok(0) => return FirstLine::Gone,
        Ok(came) => came,
        Err(error) if matches!(error.kind(), WouldBlock | Interrupted) => {
            return FirstLine::Waiting;
        }
        Err(_) => return FirstLine::Gone,
    };
    let line = match memchr::memchr(b'\n', &bytes[..came]) {
        Some(end) => end + 1,
        None if came == bytes.len() => came,
        None => return FirstLine::Waiting,
    };
    match stream.read_exact(&mut bytes[..line]) {
        Ok(()) => FirstLine::Said(bytes[..line].to_vec()),
        Err(_) => FirstLine::Gone,
    }
}

/// Returns true if a guest has not hung up.
fn is_there(guest: &TcpStream) -> bool {
    let silent = guest.set_nonblocking(true).and_then(|()| guest.peek(&mut [0]));
    let is_there = match silent {
        Ok(bytes) => bytes > 0,
        Err(error) => error.kind() == io::ErrorKind::WouldBlock,
    };
    guest.set_nonblocking(false).is_ok() && is_there
}

/// Sends somebody away who did not say the token.
fn refuse(stream: &TcpStream, hall: &WaitingGuests, why: &str) {
    hall.strangers.fetch_add(1, Ordering::Relaxed);
    send_away(stream, why);
}

/// Tells a guest why it is sent away. One that does not listen is not waited for.
fn send_away(mut stream: &TcpStream, why: &str) {
    const PATIENCE: Duration = Duration::from_millis(100);
    let _ = stream.set_write_timeout(Some(PATIENCE));
    let _ = stream.write_all(error_line(why).as_bytes());
    let _ = stream.shutdown(Shutdown::Both);
}

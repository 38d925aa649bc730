//! How a player talks to a match that runs elsewhere: on standard input and output, or at a socket.

use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use clap::Args;

use crate::verb::Done;
use chase_kit::protocol::join_line;
use chase_outside::address::{connect, host_port};
use chase_outside::door::SeatDoor;
use chase_outside::token::Token;
use chase_world::error::Error;
use chase_world::world::World;

/// Where a match is found, and what it wants to hear.
#[derive(Args)]
pub struct ConnectionOptions {
    #[command(flatten)]
    place: TransportOptions,
    /// Token that the match printed, or `@FILE` whose first line is the token
    #[arg(long, value_name = "TOKEN", requires = "connect", value_parser = Token::parse)]
    token: Option<Token>,
}

#[derive(Args)]
#[group(id = "way", required = true, multiple = false)]
struct TransportOptions {
    /// Use standard input and output
    #[arg(long)]
    stdio: bool,
    /// Connect to a match that listens, as in 127.0.0.1:4711, and play until it ends the
    /// connection; needs --token
    #[arg(long, value_name = "HOST:PORT", requires = "token")]
    connect: Option<String>,
    /// Wait for matches to connect, one after another, as in 4711; without HOST on loopback only
    #[arg(long, value_name = "HOST:PORT")]
    serve: Option<String>,
}

/// Plays by the protocol until the input ends.
pub type ProtocolTalk<'a> = dyn FnMut(&mut dyn BufRead, &mut dyn Write) -> io::Result<()> + 'a;

/// The time spent on trying to connect to a match that may not listen yet.
const CONNECT_MAX: Duration = Duration::from_secs(10);
/// The wait between two tries.
const PAUSE: Duration = Duration::from_millis(50);

impl ConnectionOptions {
    /// Talks this way, as `name`.
    ///
    /// # Errors
    /// Nobody can be reached, or nobody may listen there, or the talk broke off.
    pub fn hold(
        &self,
        world: &World,
        name: &str,
        talk: &mut ProtocolTalk<'_>,
        out: &mut dyn Write,
    ) -> Done {
        match (&self.place.connect, &self.place.serve) {
            (Some(at), _) => {
                let mut socket = reach(at)?;
                let token = self.token.as_ref().expect("--connect requires it");
                let joined = socket.write_all(join_line(token.words()).as_bytes());
                joined
                    .and_then(|()| talk_over(talk, socket))
                    .map_err(|error| lost(at, &error).into())
            }
            (_, Some(at)) => serve(world, name, talk, at),
            _ => Ok(talk(&mut **world.input(), out)?),
        }
    }
}

fn lost(at: &str, error: &io::Error) -> Error {
    Error::new(format!("lost the connection to the match: {error}")).at(at)
}

/// Connects; a match may still be on its way.
fn reach(at: &str) -> Result<TcpStream, Error> {
    let at = host_port(at).map_err(|why| Error::new(why.to_string()))?;
    let mut tries = CONNECT_MAX.as_millis() / PAUSE.as_millis();
    loop {
        match connect(&at, CONNECT_MAX) {
            Ok(socket) => return Ok(socket),
            Err(error) if tries == 0 || error.kind() != io::ErrorKind::ConnectionRefused => {
                let error = Error::new(format!("cannot connect: {error}")).at(&at);
                return Err(error.help("start the match first, with --player listen:PORT"));
            }
            Err(_) => std::thread::sleep(PAUSE),
        }
        tries -= 1;
    }
}

fn serve(world: &World, name: &str, talk: &mut ProtocolTalk<'_>, at: &str) -> Done {
    let at = host_port(at).map_err(|why| Error::new(why.to_string()))?;
    let door = SeatDoor::open(&at, None)
        .map_err(|error| Error::new(format!("cannot listen: {error}")).at(&at))?;
    world.note(&format_args!("{name} waits for a match at {}", door.at()));
    loop {
        const LOOK: Duration = Duration::from_secs(3600);
        let guest = door.guest(LOOK);
        if let Some(socket) = guest.filter(|guest| speaks(guest, &door)) {
            door.take();
            // One that is lost is followed by the next.
            if let Err(error) = talk_over(talk, socket) {
                world.warn(&lost(&at, &error));
            }
            door.clear();
        }
    }
}

/// Returns whether a guest says anything. When others queue, it has not all the time there is.
fn speaks(guest: &TcpStream, door: &SeatDoor) -> bool {
    const LOOK: Duration = Duration::from_millis(100);
    const LOOKS_WITH_QUEUE: u32 = 10;
    let mut looks = 0;
    if guest.set_read_timeout(Some(LOOK)).is_err() {
        return false;
    }
    while looks < LOOKS_WITH_QUEUE || !door.has_queue() {
        match guest.peek(&mut [0]) {
            Ok(0) => return false,
            Ok(_) => return guest.set_read_timeout(None).is_ok(),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => looks += 1,
            Err(error) if error.kind() == io::ErrorKind::TimedOut => looks += 1,
            Err(_) => return false,
        }
    }
    false
}

fn talk_over(talk: &mut ProtocolTalk<'_>, socket: TcpStream) -> io::Result<()> {
    socket.set_nodelay(true)?;
    let mut input = BufReader::new(socket.try_clone()?);
    let mut output = socket;
    talk(&mut input, &mut output)
}

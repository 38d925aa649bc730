//! `chase player`: a built-in player as a player outside the process.

use std::io::{self, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::{Failure, Verb, clap_error, terminal};
use crate::engine::dice::fresh_seed;
use crate::engine::game::Seat;
use crate::engine::protocol::join_line;
use crate::error::Error;
use crate::games::{CommandLine, all, find};
use crate::outside::address::{connect, host_port};
use crate::outside::door::Door;
use crate::outside::token::Token;

pub const VERB: Verb = Verb {
    name: "player",
    command,
    run,
};

#[derive(Args)]
#[group(id = "way", required = true, multiple = false)]
struct Way {
    /// Talk on standard input and output
    #[arg(long)]
    stdio: bool,
    /// Connect to a match that listens, and play until it hangs up; needs --token
    #[arg(long, value_name = "HOST:PORT", requires = "token")]
    connect: Option<String>,
    /// Wait for matches that connect, one after another; without HOST on loopback only
    #[arg(long, value_name = "HOST:PORT")]
    serve: Option<String>,
}

#[derive(Args)]
struct Options {
    /// The player's name, with its limit if it searches: alphabeta:nodes=1000
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    way: Way,
    /// The token that the match printed, or `@FILE` with it in its first line
    #[arg(long, value_name = "TOKEN", requires = "connect", value_parser = Token::parse)]
    token: Option<Token>,
    /// Seed of its dice [drawn when not given]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<i64>,
}

/// How long is tried to connect to a match that may not listen yet.
const CONNECT_MAX: Duration = Duration::from_secs(10);
/// How long is waited between two tries.
const PAUSE: Duration = Duration::from_millis(50);

fn command() -> Command {
    let games = all().iter().map(|game| {
        Options::augment_args(Command::new(game.name()))
            .about(game.about())
            .after_help(format!(
                "Example:\n  chase match {0} --check 'exec:chase player {0} random --stdio'",
                game.name()
            ))
    });
    Command::new("player")
        .about("Run a built-in player as one outside, as docs/players.md tells the protocol")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(games)
        .after_help(
            "Examples:\n  \
             chase player animal-checkers greedy --serve 4000\n  \
             chase match animal-checkers --player tcp:127.0.0.1:4000 --player random --games 2",
        )
}

fn run(matches: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let (game, matches) = matches.subcommand().expect("clap asks for a game");
    let options = Options::from_arg_matches(matches).map_err(clap_error)?;
    let game = find(game)?;
    game.built_in(&options.name, Seat::COUNT_MAX)
        .map_err(|why| Error::new(why.to_string()))?;
    let seed = options.seed.unwrap_or_else(fresh_seed);
    // A referee that sends what no game could have is told so; nothing else needs to be said.
    std::panic::set_hook(Box::new(|_| {}));
    match (&options.way.connect, &options.way.serve) {
        (Some(at), _) => {
            let mut socket = reach(at)?;
            let token = options.token.as_ref().expect("--connect requires it");
            let joined = socket.write_all(join_line(token.words()).as_bytes());
            joined
                .and_then(|()| talk(game, &options.name, seed, socket))
                .map_err(|error| lost(at, &error).into())
        }
        (_, Some(at)) => serve(game, &options.name, seed, at),
        _ => Ok(game.serve(&options.name, seed, &mut io::stdin().lock(), out)?),
    }
}

fn lost(at: &str, error: &io::Error) -> Error {
    Error::new(format!("the match is gone: {error}")).at(at)
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

fn serve(game: &dyn CommandLine, name: &str, seed: i64, at: &str) -> Result<(), Failure> {
    let at = host_port(at).map_err(|why| Error::new(why.to_string()))?;
    let door = Door::open(&at, None)
        .map_err(|error| Error::new(format!("cannot listen: {error}")).at(&at))?;
    terminal::note(&format_args!("{name} waits at {}", door.at()));
    loop {
        const LOOK: Duration = Duration::from_secs(3600);
        let guest = door.guest(LOOK);
        if let Some(socket) = guest.filter(|guest| speaks(guest, &door)) {
            door.take();
            // One that is lost is followed by the next.
            if let Err(error) = talk(game, name, seed, socket) {
                terminal::warn(&lost(&at, &error));
            }
            door.clear();
        }
    }
}

/// Whether a guest says anything. When others queue, it has not all the time there is.
fn speaks(guest: &TcpStream, door: &Door) -> bool {
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

fn talk(game: &dyn CommandLine, name: &str, seed: i64, socket: TcpStream) -> io::Result<()> {
    socket.set_nodelay(true)?;
    let mut input = BufReader::new(socket.try_clone()?);
    let mut output = socket;
    game.serve(name, seed, &mut input, &mut output)
}

//! The address of a player outside the process, as its user names it.

use std::net::{IpAddr, Ipv4Addr, TcpStream, ToSocketAddrs};
use std::time::Duration;
use std::{fmt, io};

use super::process::{is_stopped, left, now};
use super::program::{ProgramCommand, UnusableProgram};
use super::token::Token;

/// Before the address of a player that comes here.
const LISTEN: &str = "listen:";
/// Between that address and the file of its token.
const TOKEN: &str = ",token=";

/// The address of a player: a program, a socket, or a door.
#[derive(Clone, Debug)]
pub enum Address {
    /// A program to be started.
    Exec(ProgramCommand),
    /// A player that waits for a connection at this address.
    Tcp(String),
    /// A player that connects to this address and sends a token: this one, or one that is drawn.
    Listen(String, Option<Token>),
}

impl Address {
    /// Takes a name with one of the beginnings `exec:`, `tcp:`, `listen:`; nothing for others.
    ///
    /// # Errors
    /// What is wrong behind the beginning.
    pub fn parse(name: &str) -> Result<Option<Self>, UnusableProgram> {
        if let Some(command) = name.strip_prefix("exec:") {
            return ProgramCommand::from_line(command).map(|program| Some(Address::Exec(program)));
        }
        if let Some(at) = name.strip_prefix("tcp:") {
            check_host_port(at)?;
            return Ok(Some(Address::Tcp(at.to_owned())));
        }
        let Some(rest) = name.strip_prefix(LISTEN) else {
            return Ok(None);
        };
        let (at, token) = match rest.split_once(TOKEN) {
            Some((at, file)) => (at, Some(token_in(file)?)),
            None => (rest, None),
        };
        Ok(Some(Address::Listen(host_port(at)?, token)))
    }

    /// A player's name as recordings and journals have it: without the file of its token.
    pub fn without_token(name: &str) -> &str {
        token_of(name).map_or(name, |(before, _)| before)
    }

    /// The file of the token in a player's name, where it has one.
    pub fn token_file(name: &str) -> Option<&str> {
        token_of(name)?.1.strip_prefix('@')
    }

    /// Returns true if it is at a socket, where it plays one game at a time.
    pub fn is_socket(&self) -> bool {
        !matches!(self, Address::Exec(_))
    }
}

/// A player that comes here, alone or as `WHO=PLAYER`: what stands before its token, and what behind.
fn token_of(name: &str) -> Option<(&str, &str)> {
    let (before, token) = name.split_once(TOKEN)?;
    let player = match before.split_once('=') {
        // In other names a colon comes first.
        Some((who, player)) if !who.contains(':') => player,
        _ => before,
    };
    player.starts_with(LISTEN).then_some((before, token))
}

/// The token behind `,token=`. On a command line itself everybody on the machine could read it.
fn token_in(given: &str) -> Result<Token, UnusableProgram> {
    let Some(path) = given.strip_prefix('@') else {
        let what = "`token=` takes a file, as in token=@FILE";
        return Err(UnusableProgram(what.to_owned()));
    };
    Token::from_file(path).map_err(|error| UnusableProgram(error.to_string()))
}

fn check_host_port(at: &str) -> Result<(), UnusableProgram> {
    let is_there = |(host, port): (&str, &str)| !host.is_empty() && port.parse::<u16>().is_ok();
    if at.rsplit_once(':').is_some_and(is_there) {
        return Ok(());
    }
    let at = chase_world::error::quoted(at);
    Err(UnusableProgram(format!("`{at}` is not of the form HOST:PORT, as in 127.0.0.1:4000")))
}

/// A host and a port: the host is loopback when none is given.
///
/// # Errors
/// It is neither `PORT` nor `HOST:PORT`.
pub fn host_port(at: &str) -> Result<String, UnusableProgram> {
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

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Exec(program) => write!(f, "exec:{}", program.shown()),
            Address::Tcp(at) => write!(f, "tcp:{at}"),
            Address::Listen(at, _) => write!(f, "listen:{at}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn a_token_is_cut_from_players_that_come_here_and_from_no_other() {
        for (name, plain, file) in [
            ("listen:1,token=@x", "listen:1", Some("x")),
            ("mr-x=listen:1,token=@x", "mr-x=listen:1", Some("x")),
            ("listen:1", "listen:1", None),
        ] {
            assert_eq!(Address::without_token(name), plain);
            assert_eq!(Address::token_file(name), file);
        }
        for name in
            ["exec:./bot --at listen:1,token=@x --level 3", "D1=exec:./bot a=listen:1,token=@x"]
        {
            assert_eq!(Address::without_token(name), name);
            assert_eq!(Address::token_file(name), None);
        }
    }
}

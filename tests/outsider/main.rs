//! A player outside the process, with one known fault or with none.
//!
//! `outsider FAULT` speaks the protocol of docs/players/protocol.md on standard input and output,
//! `outsider FAULT --connect HOST:PORT TOKEN` on a connection to a match that listens, and `outsider FAULT --serve
//! HOST:PORT` on those that it is given there, one after the other; where it waits stands in the
//! first line of standard error. `outsider --list` lists the faults. A referee is tested with it:
//! what is right must be let play, and every fault must be found and outlived.

mod answers;
mod fault;
mod illegal;
mod wire;

use std::io::{self, BufReader, ErrorKind, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::ExitCode;

use answers::Outsider;
use fault::{Chosen, Fault};
use wire::Wire;

const USAGE: &str =
    "outsider FAULT[@TURN] [--connect HOST:PORT TOKEN | --serve HOST:PORT] | --list";

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) if is_gone(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // There is nowhere left to tell that standard error is gone.
            let _ = writeln!(io::stderr(), "outsider: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether there is nobody to play with any more.
fn is_gone(error: &io::Error) -> bool {
    use ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    matches!(error.kind(), BrokenPipe | ConnectionAborted | ConnectionReset)
}

fn run() -> io::Result<ExitCode> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (word, way) = match words[..] {
        ["--list"] => return list(),
        [word] => (word, None),
        [word, way, address] => (word, Some((way, address, ""))),
        [word, way, address, token] => (word, Some((way, address, token))),
        _ => return Err(io::Error::other(USAGE)),
    };
    let chosen = Chosen::parse(word).map_err(io::Error::other)?;
    if chosen.fault == Fault::NoStart {
        return Ok(ExitCode::from(1));
    }
    match way {
        None => play_standard(chosen)?,
        Some(("--connect", address, token)) => play_stream(chosen, join(address, token)?)?,
        Some(("--serve", address, "")) => serve(chosen, address)?,
        Some(_) => return Err(io::Error::other(USAGE)),
    }
    Ok(ExitCode::SUCCESS)
}

#[expect(clippy::disallowed_methods, reason = "a program of its own")]
fn list() -> io::Result<ExitCode> {
    let mut out = io::stdout().lock();
    for (fault, name, about) in Fault::ALL {
        let turn = if fault.has_turn() { "[@TURN]" } else { "" };
        writeln!(out, "{name}{turn}: {}", about.trim())?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

#[expect(clippy::disallowed_methods, reason = "a program of its own")]
fn play_standard(chosen: Chosen) -> io::Result<()> {
    let wire = Wire::standard(chosen.fault, Box::new(io::stdout()));
    Outsider::new(chosen, wire).play(io::stdin().lock())
}

fn join(address: &str, token: &str) -> io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    let join = serde_json::json!({"type": "join", "token": token});
    stream.write_all(format!("{join}\n").as_bytes())?;
    Ok(stream)
}

fn play_stream(chosen: Chosen, stream: TcpStream) -> io::Result<()> {
    let input = BufReader::new(stream.try_clone()?);
    Outsider::new(chosen, Wire::socket(chosen.fault, stream)?).play(input)
}

/// Plays with whoever connects, for ever.
fn serve(chosen: Chosen, address: &str) -> io::Result<()> {
    let listener = TcpListener::bind(address)?;
    writeln!(io::stderr(), "{}", listener.local_addr()?)?;
    for stream in listener.incoming() {
        match play_stream(chosen, stream?) {
            Err(error) if !is_gone(&error) => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

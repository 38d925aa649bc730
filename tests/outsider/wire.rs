//! How lines leave: to standard output or a socket, whole or in pieces, and without end.

use std::io::{self, ErrorKind, Write};
use std::net::{Shutdown, TcpStream};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::fault::Fault;

/// How long it sleeps that is asked to stay.
pub const STAY: Duration = Duration::from_secs(300);
const BETWEEN_PIECES: Duration = Duration::from_millis(5);
const PIECES: usize = 3;
const CHUNK_BYTES: usize = 1 << 16;

pub struct Wire {
    output: Box<dyn Write>,
    /// Nothing on standard output.
    stream: Option<TcpStream>,
    ending: &'static str,
    pieces: usize,
}

impl Wire {
    pub fn standard(fault: Fault, output: Box<dyn Write>) -> Self {
        Wire {
            output,
            stream: None,
            ending: if fault == Fault::Crlf { "\r\n" } else { "\n" },
            pieces: if fault == Fault::SplitWrites { PIECES } else { 1 },
        }
    }

    pub fn socket(fault: Fault, stream: TcpStream) -> io::Result<Self> {
        // Pieces shall arrive as such.
        stream.set_nodelay(true)?;
        let output = Box::new(stream.try_clone()?);
        Ok(Wire { stream: Some(stream), ..Wire::standard(fault, output) })
    }

    /// Sends a message on a line of its own.
    pub fn say(&mut self, message: &Value) -> io::Result<()> {
        self.line(message.to_string().as_bytes())
    }

    /// Sends a line of any bytes.
    pub fn line(&mut self, text: &[u8]) -> io::Result<()> {
        let line = [text, self.ending.as_bytes()].concat();
        for (number, piece) in line.chunks(line.len().div_ceil(self.pieces)).enumerate() {
            if number > 0 {
                sleep(BETWEEN_PIECES);
            }
            self.output.write_all(piece)?;
            self.output.flush()?;
        }
        Ok(())
    }

    /// Sends short messages until nobody takes them any more.
    pub fn flood(&mut self) -> io::Result<()> {
        let mut number = 0_u64;
        loop {
            self.say(&json!({"type": "flood", "number": number}))?;
            number += 1;
        }
    }

    /// Sends a line that does not end until nobody takes it any more.
    pub fn flood_line(&mut self) -> io::Result<()> {
        self.output.write_all(br#"{"type":"action","more":""#)?;
        let chunk = [b'x'; CHUNK_BYTES];
        loop {
            self.output.write_all(&chunk)?;
        }
    }

    /// Closes both ways. On standard input and output it does not return.
    pub fn hang_up(&self) -> io::Result<()> {
        match &self.stream {
            Some(stream) => stream.shutdown(Shutdown::Both)?,
            None => return Err(become_sleeper()),
        }
        Err(ErrorKind::ConnectionAborted.into())
    }
}

/// Standard input and output cannot be closed safely from within, but a program that takes the
/// place of this one can begin without them.
#[cfg(unix)]
fn become_sleeper() -> io::Error {
    use std::os::unix::process::CommandExt as _;
    use std::process::{Command, Stdio};

    let seconds = STAY.as_secs().to_string();
    let mut sleeper = Command::new("sleep");
    sleeper.arg(seconds).stdin(Stdio::null()).stdout(Stdio::null());
    sleeper.exec()
}

#[cfg(not(unix))]
fn become_sleeper() -> io::Error {
    io::Error::other("standard output can only be closed on Unix")
}

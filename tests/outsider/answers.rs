//! What the player answers to each message, and what it does wrong there.

use std::io::{self, BufRead, Write as _};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::fault::{Chosen, Fault};
use crate::illegal::illegal;
use crate::wire::{STAY, Wire};

const SLOW_START: Duration = Duration::from_secs(5);
const LATE: Duration = Duration::from_secs(3);
const BIG_BYTES: usize = 900 << 10;
const HUGE_BYTES: usize = 2 << 20;
const MEMORY_BYTES: usize = 2 << 30;
const STDERR_BYTES: usize = 50_000_000;
const CRASH_CODE: i32 = 3;
const TURNS_WRONG: u64 = 1_000;

pub struct Outsider {
    chosen: Chosen,
    wire: Wire,
    game: String,
    /// The turn of this game that was answered before it was asked.
    answered: Option<u64>,
    /// Held until the end.
    children: Vec<Child>,
    memory: Vec<u8>,
}

/// The number of the protocol.
const PROTOCOL: u64 = 1;

impl Outsider {
    pub fn new(chosen: Chosen, wire: Wire) -> Self {
        Outsider {
            chosen,
            wire,
            game: String::new(),
            answered: None,
            children: Vec::new(),
            memory: Vec::new(),
        }
    }

    /// Answers line after line, until there are no more.
    pub fn play(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line)? > 0 {
            let message = serde_json::from_slice(&line).unwrap_or_default();
            self.answer(&message)?;
            line.clear();
        }
        if self.chosen.fault == Fault::IgnoresEnd {
            sleep(STAY);
        }
        Ok(())
    }

    fn answer(&mut self, message: &Value) -> io::Result<()> {
        match message["type"].as_str() {
            Some("hello") => self.hello(message),
            Some("turn") => self.turn(message),
            Some("end" | "error") => Ok(()),
            _ => self.wire.say(&error("this is no message that I know")),
        }
    }

    fn hello(&mut self, message: &Value) -> io::Result<()> {
        self.game = message["game"].as_str().unwrap_or_default().to_owned();
        self.answered = None;
        if message["protocol"] != PROTOCOL {
            return self.wire.say(&error("I do not speak this protocol"));
        }
        match self.chosen.fault {
            Fault::StartCrash => crash()?,
            Fault::SlowStart => sleep(SLOW_START),
            Fault::NeverReady => return Ok(()),
            Fault::WrongProtocol => return self.wire.say(&error("I do not speak this protocol")),
            _ => {}
        }
        self.say_rightly(json!({"type": "ready"}))
    }

    fn turn(&mut self, message: &Value) -> io::Result<()> {
        let turn = message["turn"].as_u64();
        if turn.is_some() && turn == self.answered {
            return Ok(());
        }
        let legal = message["legal"].as_array();
        let action = match self.chosen.fault {
            Fault::Last => legal.and_then(|legal| legal.last()),
            _ => legal.and_then(|legal| legal.first()),
        };
        let answer = json!({"type": "action", "turn": turn, "action": action});
        sleep(self.chosen.pause);
        if turn.is_some() && turn == self.chosen.turn {
            self.misbehave(message, answer)
        } else {
            self.say_rightly(answer)
        }
    }

    /// Sends an answer as the protocol allows it, oddly perhaps.
    fn say_rightly(&mut self, mut answer: Value) -> io::Result<()> {
        match self.chosen.fault {
            Fault::UnknownKind => self.wire.say(&json!({"type": "chat", "text": "hm"}))?,
            Fault::UnknownFields => {
                answer["mood"] = json!("good");
                answer["plan"] = json!({"type": "hello", "turn": [null, -1, 0.5]});
            }
            _ => {}
        }
        self.wire.say(&answer)
    }

    /// The fault that shows at one turn.
    fn misbehave(&mut self, message: &Value, mut answer: Value) -> io::Result<()> {
        match self.chosen.fault {
            Fault::Crash => return crash(),
            Fault::Abort => std::process::abort(),
            Fault::Hang => {
                sleep(STAY);
                return Ok(());
            }
            Fault::Late => sleep(LATE),
            Fault::Disconnect => return self.wire.hang_up(),
            Fault::Flood => return self.wire.flood(),
            Fault::FloodLine => return self.wire.flood_line(),
            Fault::Garbage => return self.wire.line(b"no JSON at all"),
            Fault::GarbageBytes => return self.wire.line(b"{\"type\":\"\xff\xfe\x80\"}"),
            Fault::NotObject => return self.wire.line(b"[1,2]"),
            Fault::SaysError => return self.wire.say(&error("this turn is too hard")),
            Fault::Early => return self.answer_early(answer),
            Fault::EmptyLines => self.wire.line(b"")?,
            Fault::FloodStderr => flood_stderr()?,
            Fault::WritesFiles => std::fs::write("outsider.txt", "This was here.\n")?,
            Fault::Fork => self.fork()?,
            Fault::Flees => flee()?,
            Fault::Memory => self.memory = vec![1; MEMORY_BYTES],
            _ => self.spoil(message, &mut answer),
        }
        self.wire.say(&answer)
    }

    /// The faults that are in the answer itself.
    fn spoil(&self, message: &Value, answer: &mut Value) {
        match self.chosen.fault {
            Fault::NoType => remove(answer, "type"),
            Fault::NoAction => remove(answer, "action"),
            Fault::NonsenseAction => answer["action"] = json!({"fly": 1}),
            Fault::Illegal => answer["action"] = illegal(&self.game, message),
            Fault::WrongTurn => answer["turn"] = json!(turn_after(answer, TURNS_WRONG)),
            Fault::Big => answer["more"] = json!("x".repeat(BIG_BYTES)),
            Fault::Huge => answer["more"] = json!("x".repeat(HUGE_BYTES)),
            _ => {}
        }
    }

    /// Sends the answer, and before anybody asks the same for the next turn.
    fn answer_early(&mut self, mut answer: Value) -> io::Result<()> {
        self.wire.say(&answer)?;
        let next = turn_after(&answer, 1);
        answer["turn"] = json!(next);
        self.answered = Some(next);
        self.wire.say(&answer)
    }

    /// In the own process group, and in a session of its own. Both keep what this program's input
    /// and output are connected to.
    fn fork(&mut self) -> io::Result<()> {
        let seconds = STAY.as_secs().to_string();
        let child = Command::new("sleep").arg(&seconds).spawn()?;
        self.children.push(child);
        let child = Command::new("setsid").args(["sleep", &seconds]).spawn()?;
        self.children.push(child);
        Ok(())
    }
}

fn error(what: &str) -> Value {
    json!({"type": "error", "what": what})
}

fn remove(answer: &mut Value, field: &str) {
    if let Some(fields) = answer.as_object_mut() {
        fields.remove(field);
    }
}

fn turn_after(answer: &Value, turns: u64) -> u64 {
    answer["turn"].as_u64().unwrap_or(0) + turns
}

/// Ends the program.
fn crash() -> io::Result<()> {
    writeln!(io::stderr(), "something is wrong here")?;
    writeln!(io::stderr(), "outsider: crashed on purpose")?;
    std::process::exit(CRASH_CODE)
}

/// Starts this program so that nothing ties it to this one: in a session of its own, without an
/// environment, and without the parent that started it.
fn flee() -> io::Result<()> {
    let own = std::env::args().next().unwrap_or_default();
    let line = "setsid env -i \"$0\" ignores-end < /dev/null > /dev/null 2>&1 &";
    let mut shell = Command::new("sh");
    shell.args(["-c", line, &own]).status().map(drop)
}

fn flood_stderr() -> io::Result<()> {
    let line = b"many words that nobody wants to read in a game\n";
    let mut out = io::BufWriter::new(io::stderr());
    for _ in 0..STDERR_BYTES / line.len() {
        out.write_all(line)?;
    }
    out.flush()
}

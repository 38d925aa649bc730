//! People who play in a match or a recording: asked on standard error, since standard output is for
//! the report.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use crate::print::terminal;
use chase_kit::budget::StopFlag;
use chase_outside::process::{is_stopped, stop_all};
use chase_play::people::Asker;
use chase_play::{Input, Prompt};
use chase_record::any::{ActionChoice, People};
use chase_world::world::World;

/// Asks at the terminal.
pub struct AtTerminal {
    input: AwaitedLines,
    /// Ends the game: without its person it cannot go on.
    stop: StopFlag,
    /// True if programs play too, which are ended then.
    beside_programs: bool,
    world: World,
}

impl AtTerminal {
    /// Whoever sits there, until `stop` says that nobody waits for an answer. Who leaves sets it.
    pub fn new(world: &World, stop: &StopFlag, beside_programs: bool) -> Self {
        AtTerminal {
            input: AwaitedLines::open(world, stop),
            stop: stop.clone(),
            beside_programs,
            world: world.clone(),
        }
    }
}

/// The lines of a person or a pipe, which are waited for only until everything is told to stop: reading a line hears of
/// nothing else.
struct AwaitedLines {
    /// Wants a line, after this prompt where it is typed into an editor; true if the line is a secret.
    wanted: Sender<(String, bool)>,
    lines: Receiver<io::Result<Option<String>>>,
    stop: StopFlag,
    world: World,
}

impl AwaitedLines {
    /// The interval at which the stop flag is looked at.
    const TICK: Duration = Duration::from_millis(50);

    fn open(world: &World, stop: &StopFlag) -> Self {
        let (wanted, asked) = channel::<(String, bool)>();
        let (said, lines) = channel();
        let theirs = world.clone();
        // It reads no line that nobody wants, and ends with the process.
        std::thread::spawn(move || {
            let mut input = terminal::input(&theirs);
            while let Ok((shown, is_secret)) = asked.recv() {
                let prompt = if is_secret { Prompt::Secret } else { Prompt::Again };
                let line = input.line(&mut io::sink(), prompt(&shown));
                if said.send(line).is_err() {
                    return;
                }
            }
        });
        AwaitedLines { wanted, lines, stop: stop.clone(), world: world.clone() }
    }
}

impl Input for AwaitedLines {
    fn line(&mut self, out: &mut dyn Write, prompt: Prompt<'_>) -> io::Result<Option<String>> {
        let (Prompt::New(shown) | Prompt::Again(shown) | Prompt::Secret(shown)) = prompt;
        if !matches!(prompt, Prompt::Again(_)) && !terminal::has_editor(&self.world) {
            out.write_all(shown.as_bytes())?;
        }
        out.flush()?;
        if self.wanted.send((shown.to_owned(), matches!(prompt, Prompt::Secret(_)))).is_err() {
            return Ok(None);
        }
        while !is_stopped() && !self.stop.is_stopped() {
            match self.lines.recv_timeout(Self::TICK) {
                Ok(line) => return line,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(None)
    }

    fn aside(&mut self, what: &str) {
        self.world.note(&what);
    }
}

impl People for AtTerminal {
    fn ask(&mut self, seat: &str, moment: &str, actions: &[ActionChoice]) -> Option<usize> {
        let mut asker = Asker {
            input: &mut self.input,
            out: &mut terminal::standard_error(&self.world),
            gone: &self.stop,
        };
        let chosen = asker.ask(seat, moment, actions);
        if self.stop.is_stopped() && self.beside_programs {
            stop_all();
        }
        chosen
    }
}

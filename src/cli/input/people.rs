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
    input: Box<dyn Input>,
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
            input: match terminal::is_a_screen(world) {
                true => terminal::input(world),
                false => Box::new(Piped::open(world, stop)),
            },
            stop: stop.clone(),
            beside_programs,
            world: world.clone(),
        }
    }
}

/// The lines of a pipe, which are waited for only until everything is told to stop: reading a pipe
/// hears of nothing else, and a terminal's editor takes Ctrl-C for the end of the input itself.
struct Piped {
    wanted: Sender<()>,
    lines: Receiver<io::Result<Option<String>>>,
    stop: StopFlag,
    world: World,
}

impl Piped {
    /// The interval at which the stop flag is looked at.
    const TICK: Duration = Duration::from_millis(50);

    fn open(world: &World, stop: &StopFlag) -> Self {
        let (wanted, asked) = channel();
        let (said, lines) = channel();
        let theirs = world.clone();
        // It reads no line that nobody wants, and ends with the process.
        std::thread::spawn(move || {
            let mut input = terminal::input(&theirs);
            while let Ok(()) = asked.recv() {
                let line = input.line(&mut io::sink(), Prompt::Again(""));
                if said.send(line).is_err() {
                    return;
                }
            }
        });
        Piped { wanted, lines, stop: stop.clone(), world: world.clone() }
    }
}

impl Input for Piped {
    fn line(&mut self, out: &mut dyn Write, prompt: Prompt<'_>) -> io::Result<Option<String>> {
        if let Prompt::New(prompt) | Prompt::Secret(prompt) = prompt {
            out.write_all(prompt.as_bytes())?;
        }
        out.flush()?;
        if self.wanted.send(()).is_err() {
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
            input: &mut *self.input,
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

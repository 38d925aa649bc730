//! A person who takes one turn: asked at the terminal of the process, whatever its standard input
//! and output are, since the protocol has uses of its own for these.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};

use super::console::{FishingTalk, list, parse, prompt, refusal, say};
use super::refusal::NoTurn;
use super::{Action, FieldPlace, Fishing, State};
use chase_core::dice::{Dice, Generator};
use chase_core::error::Error;
use chase_core::escape::EscapingWriter;
use chase_core::game::{Game as _, Seat};
use chase_kit::console::Asked;

/// The terminal of a process.
const TERMINAL: &str = "/dev/tty";
/// The longest line that is read, in bytes.
const LINE_MAX: u64 = 1 << 12;

/// A turn that a person must choose.
pub(crate) struct PersonTurn<'a> {
    /// The game that is played.
    pub game: &'a Fishing,
    /// The state of the game.
    pub state: &'a State,
    /// The seat whose turn it is.
    pub seat: Seat,
    /// The legal actions.
    pub legal: &'a [Action],
}

struct Terminal {
    input: BufReader<File>,
    out: EscapingWriter<File>,
}

impl Terminal {
    fn open() -> io::Result<Self> {
        let out = OpenOptions::new().read(true).write(true).open(TERMINAL)?;
        Ok(Terminal { input: BufReader::new(out.try_clone()?), out: EscapingWriter::new(out) })
    }

    fn show(&mut self, text: &[u8]) -> io::Result<()> {
        self.out.write_all(text)?;
        self.out.flush()
    }

    /// A line; nothing at the end of the input.
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let mut limited = io::Read::take(&mut self.input, LINE_MAX);
        let count = limited.read_until(b'\n', &mut line)?;
        Ok((count > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}

impl PersonTurn<'_> {
    /// Asks the person at the terminal.
    ///
    /// # Errors
    /// There is no terminal, or the person left without a turn.
    pub fn ask(&self) -> Result<Action, NoTurn> {
        let no_terminal = |error: &io::Error| {
            let what = format!("a person can only play at a terminal, and there is none: {error}");
            let help = "run it at a terminal, or name another --player";
            NoTurn::trouble(Error::new(what).help(help))
        };
        let mut terminal = Terminal::open().map_err(|error| no_terminal(&error))?;
        let chosen = self.ask_at(&mut terminal).map_err(|error| no_terminal(&error))?;
        chosen.ok_or_else(|| NoTurn::trouble(Error::new("the person left without a turn")))
    }

    /// Nothing when the person leaves.
    fn ask_at(&self, terminal: &mut Terminal) -> io::Result<Option<Action>> {
        let mut text = Vec::new();
        self.board(None, &mut text);
        loop {
            text.extend_from_slice(prompt(self.game, self.state, self.seat).as_bytes());
            terminal.show(&text)?;
            text.clear();
            let Some(line) = terminal.line()? else {
                return Ok(None);
            };
            match parse(&line) {
                Asked::Do(action) if self.legal.contains(&action) => return Ok(Some(action)),
                Asked::Do(action) => self.forbid(&action, &mut text),
                Asked::Look(only) => self.look(only, &mut text),
                Asked::Undo => say(&mut text, "There is nothing to take back in a single turn."),
                Asked::Quit => return Ok(None),
                Asked::Nothing => {}
                Asked::Nonsense(why) => say(&mut text, &refusal(self.state, &why)),
            }
        }
    }

    fn board(&self, from: Option<FieldPlace>, text: &mut Vec<u8>) {
        FishingTalk::default().board(self.game, self.state, from, Some(self.seat), text);
    }

    fn forbid(&self, action: &Action, text: &mut Vec<u8>) {
        // The rules draw nothing here, and what they decide is thrown away.
        let mut dice = Dice::new(Generator::Chacha8, 0, 0);
        let decided = self.game.decide(self.state, self.seat, action, &mut dice, &mut Vec::new());
        let why = decided.map_or_else(|rule| rule.to_string(), |()| "this is no turn".into());
        say(text, &refusal(self.state, &why));
    }

    fn look(&self, only: Option<FieldPlace>, text: &mut Vec<u8>) {
        list(self.game, self.state, self.seat, only, text);
        say(text, "  quit leaves without a turn");
    }
}

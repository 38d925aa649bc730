//! A person at the board, line by line.
//!
//! A line is an action: a direction in letters (`n`, `ne`, ...), `stay`, `teleport N` by number,
//! `teleport` for any. Beside them there are `?` for what can be
//! done, `safe` (`on`, `steps` or `off`; alone, the next of them), `undo`, `redo`, `save FILE`, `load FILE`, `hint`, `stats`, `debug` and `quit`. What is refused says
//! why and costs nothing.

use std::io::{self, Write};
use std::path::PathBuf;

use super::Action;
use super::board::{BoardCell, Direction};
use super::danger::SafeMode;
use super::play::Play;
use super::trace::BANNER;
use chase_core::any::RecordedHistory;
use chase_core::error::quoted;
use chase_core::game::{Game as _, Turn};
use chase_core::replay::Broken;
use chase_core::transcript::Transcript as _;
use chase_core::turn_sink::TurnSink;
use chase_kit::hints::hint_lines;
use chase_kit::table::{After, Went};
use chase_kit::{Console, Input, Played as _, Prompt, Saver, Then};

/// A request typed at the prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ConsoleRequest {
    /// The action that the player is to take.
    Do(Action),
    /// The teleport of this number, from 1.
    TeleportNumber(usize),
    Help,
    /// Another safe mode: this one, or the next.
    Safe(Option<SafeMode>),
    Undo,
    Redo,
    Save(PathBuf),
    Load(PathBuf),
    Debug,
    Stats,
    Hint,
    Quit,
    Nothing,
    Nonsense(String),
}

fn parse(line: &str) -> ConsoleRequest {
    let words: Vec<_> = line.split_whitespace().collect();
    let lower: Vec<_> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
    let lower: Vec<_> = lower.iter().map(String::as_str).collect();
    match lower.as_slice() {
        [] => ConsoleRequest::Nothing,
        ["q" | "quit" | "exit"] => ConsoleRequest::Quit,
        ["?" | "help"] => ConsoleRequest::Help,
        ["safe"] => ConsoleRequest::Safe(None),
        ["safe", "on"] => ConsoleRequest::Safe(Some(SafeMode::On)),
        ["safe", "steps"] => ConsoleRequest::Safe(Some(SafeMode::Steps)),
        ["safe", "off"] => ConsoleRequest::Safe(Some(SafeMode::Off)),
        ["undo"] => ConsoleRequest::Undo,
        ["redo"] => ConsoleRequest::Redo,
        ["debug"] => ConsoleRequest::Debug,
        ["stats"] => ConsoleRequest::Stats,
        ["hint"] => ConsoleRequest::Hint,
        ["stay" | "."] => ConsoleRequest::Do(Action::Stay),
        ["teleport" | "t"] | ["teleport" | "t", "anywhere"] => {
            ConsoleRequest::Do(Action::TeleportAnywhere)
        }
        ["teleport" | "t", number] if BoardCell::parse(number).is_none() => match number.parse() {
            Ok(number) => ConsoleRequest::TeleportNumber(number),
            Err(_) => {
                ConsoleRequest::Nonsense(format!("`{}` is no teleport's number", quoted(number)))
            }
        },
        ["teleport" | "t", "to", cell] | ["teleport" | "t", cell]
            if BoardCell::parse(cell).is_some() =>
        {
            let to = BoardCell::parse(cell).expect("asked just now");
            ConsoleRequest::Do(Action::Teleport { to })
        }
        // A path keeps its case.
        ["save", _] => ConsoleRequest::Save(words[1].into()),
        ["load", _] => ConsoleRequest::Load(words[1].into()),
        ["walk", way] | [way] => match Direction::parse(way) {
            Some(direction) => ConsoleRequest::Do(Action::Walk { direction }),
            None => ConsoleRequest::Nonsense(format!("`{}` is no action", quoted(line.trim()))),
        },
        _ => ConsoleRequest::Nonsense(format!("`{}` is no action", quoted(line.trim()))),
    }
}

impl Play {
    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut text = Vec::new();
        let (game, state) = (self.table.game(), self.table.state());
        text.extend_from_slice(format!("Turn {}\n", state.turn).as_bytes());
        game.board_text(state, &mut text);
        let figures = game.figures(state);
        let line = format!(
            "robots {}, debris {}, teleports {} of {}, pushes {}\n",
            figures.robots_left,
            figures.debris_cells,
            figures.teleports_available,
            game.scenario().teleports.len(),
            figures.pushes
        );
        text.extend_from_slice(line.as_bytes());
        game.ending(state, &mut text);
        out.write_all(&text)
    }

    fn help(&self, out: &mut dyn Write) -> io::Result<()> {
        let (game, state) = (self.table.game(), self.table.state());
        let mut legal = Vec::new();
        let mut text = Vec::new();
        for action in game.legal(state, super::PLAYER, &mut legal) {
            text.extend_from_slice(b"  ");
            game.action(state, super::PLAYER, action, &mut text);
            text.push(b'\n');
        }
        let teleports = game.scenario().teleports.iter().zip(1..);
        for (cell, n) in teleports {
            let n: usize = n;
            text.extend_from_slice(format!("  teleport {n} is on {cell}\n").as_bytes());
        }
        text.extend_from_slice(
            b"  undo, redo, safe on, safe steps, safe off, save FILE, load FILE, hint, stats, debug, quit\n",
        );
        out.write_all(&text)
    }

    /// Plays on until a person is to act or it is over. Where a player that is no person plays, each
    /// of its turns is shown. False when it was interrupted.
    fn watch(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        self.settle();
        while let Turn::Seat(seat) = self.table.turn()
            && !self.table.is_person(seat)
        {
            self.show(out)?;
            out.flush()?;
            let before = self.table.entries();
            if self.table.step() == Went::Interrupted {
                return Ok(false);
            }
            self.settle();
            for lost in self.table.lost_turns(before) {
                writeln!(out, "{lost}")?;
            }
            writeln!(out, "{}", self.news())?;
        }
        Ok(true)
    }

    /// Plays line by line, and returns what the program does next.
    fn lines(&mut self, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<Then> {
        writeln!(out, "\n{BANNER}\n")?;
        if !self.watch(out)? {
            return Ok(Then::Done);
        }
        self.show(out)?;
        loop {
            if self.is_over() {
                self.table.dismiss();
                out.write_all(self.statistics().as_bytes())?;
                match self.table.offer_another(input, out)? {
                    After::Another => return Ok(Then::Another),
                    After::Done => return Ok(Then::Done),
                    After::Undone => self.show(out)?,
                }
                continue;
            }
            if self.table.stop().is_stopped() {
                return Ok(Then::Done);
            }
            let waited = self.table.stop().clock().start();
            let line = input.line(out, Prompt::New("Your action? "))?;
            self.table.add_time(waited.elapsed());
            let Some(line) = line else {
                out.write_all(b"\n")?;
                return Ok(Then::Done);
            };
            let answer = match parse(&line) {
                ConsoleRequest::Nothing => continue,
                ConsoleRequest::Quit => return Ok(Then::Done),
                ConsoleRequest::Help => {
                    self.help(out)?;
                    continue;
                }
                ConsoleRequest::Debug => {
                    for line in self.debug() {
                        writeln!(out, "{line}")?;
                    }
                    continue;
                }
                ConsoleRequest::Stats => {
                    out.write_all(self.statistics().as_bytes())?;
                    continue;
                }
                ConsoleRequest::Hint => match self.table.hint() {
                    Ok(hint) => {
                        writeln!(out, "{}", hint_lines(&hint).join("\n"))?;
                        continue;
                    }
                    Err(why) => Err(why.to_string()),
                },
                ConsoleRequest::Load(path) => match self.load(&path) {
                    Ok(then) => return Ok(then),
                    Err(why) => Err(why),
                },
                ConsoleRequest::Nonsense(what) => Err(format!("{what}; ? lists what can be done")),
                ConsoleRequest::Do(action) => self.act(action),
                ConsoleRequest::TeleportNumber(number) => self.teleport(number),
                ConsoleRequest::Safe(mode) => {
                    let mode = mode.unwrap_or_else(|| self.safe_mode.next());
                    self.switch_safe(mode)
                }
                ConsoleRequest::Undo => self.undo(),
                ConsoleRequest::Redo => self.redo(),
                ConsoleRequest::Save(path) => self.save(&path),
            };
            match answer {
                Ok(words) => {
                    writeln!(out, "{words}")?;
                    self.show(out)?;
                }
                Err(why) => writeln!(out, "Refused: {}.", why.trim_end_matches('.'))?,
            }
        }
    }
}

impl Console for Play {
    fn past(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken> {
        self.table.past(now)
    }

    fn take_down_with(&mut self, turns: Box<dyn TurnSink>) {
        self.table.take_down_with(turns);
    }

    fn saver(&mut self, saver: Box<dyn Saver>) {
        self.saver = Some(saver);
    }

    fn played_ms(&self) -> Option<u64> {
        self.table.played_ms()
    }

    fn run(&mut self, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<Then> {
        let then = self.lines(input, out);
        out.flush()?;
        then
    }
}

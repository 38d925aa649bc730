//! The session of a game of the kit: an action is typed in the game's own words.

use std::io::{self, Write};

use super::Entry;
use crate::engine::any::{AnyReplay, RecordError, Sink};
use crate::engine::game::{Game, Seat, Turn};
use crate::engine::kit::OpenGame;
use crate::engine::replay::{Broken, By, Header};
use crate::engine::transcript::Transcript;
use crate::error::quoted;
use crate::games::table::{After, Table, Went};
use crate::games::{Console, Input, Prompt, Then};

/// People and built-in players at one terminal: an action is typed in the game's own words.
pub struct LineConsole<G: Entry> {
    table: Table<G>,
}

impl<G: Entry> LineConsole<G> {
    /// Sits the header's players down. In a game without a person one takes the first seat.
    ///
    /// # Errors
    /// A header that this program cannot play.
    pub fn open(header: &mut Header) -> Result<Self, RecordError> {
        Ok(LineConsole {
            table: Table::open(header)?,
        })
    }

    /// The newest turn in words, and the cells after it.
    fn tell(&self, from: usize, out: &mut dyn Write) -> io::Result<()> {
        let game = &**self.table.game();
        let cycles = self.table.history().cycles();
        let turns = cycles.flat_map(|cycle| cycle.turns().collect::<Vec<_>>());
        for (entry, events) in turns.skip(from) {
            let seat = match entry.by {
                By::Action(seat, _) | By::Forfeit(seat, _) => Some(seat),
                By::World => None,
            };
            for event in events {
                let words = game.event_text(seat, event);
                if !words.is_empty() {
                    writeln!(out, "{words}")?;
                }
            }
        }
        Ok(())
    }

    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut text = Vec::new();
        let header = self.table.header();
        let game = self.table.game();
        game.moment(self.table.state(), &header.players, &mut text);
        out.write_all(&text)
    }

    /// The turns of the world and of players that are no people. False when it was interrupted.
    fn play_on(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        loop {
            match self.table.turn() {
                Turn::Over(_) => return Ok(true),
                Turn::Seat(seat) if self.table.is_person(seat) => return Ok(true),
                Turn::World | Turn::Seat(_) => {
                    let before = self.table.entries();
                    if self.table.step() == Went::Interrupted {
                        return Ok(false);
                    }
                    self.tell(before, out)?;
                }
            }
        }
    }

    fn help(&self, seat: Seat, out: &mut dyn Write) -> io::Result<()> {
        let game = &**self.table.game();
        let state = self.table.state();
        for action in OpenGame::legal(game, state, seat) {
            writeln!(out, "  {}", game.action_text(state, seat, &action))?;
        }
        writeln!(out, "  undo takes your last turn back, quit ends the game")
    }

    /// One question to a person. False when the session ends.
    fn ask(&mut self, seat: Seat, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<bool> {
        self.show(out)?;
        let question = format!("{}? ", Game::seat_name(&**self.table.game(), seat));
        loop {
            let Some(line) = input.line(out, Prompt::New(&question))? else {
                out.write_all(b"\n")?;
                return Ok(false);
            };
            match line.trim().to_ascii_lowercase().as_str() {
                "" => {}
                "q" | "quit" | "exit" => return Ok(false),
                "?" | "help" => self.help(seat, out)?,
                "undo" if self.table.undo() => {
                    writeln!(out, "Taken back: as it was before your last turn.")?;
                    return Ok(true);
                }
                "undo" => writeln!(out, "{}", Table::<G>::nothing_to_undo())?,
                text => {
                    let state = self.table.state();
                    let meant = OpenGame::parse_action(&**self.table.game(), state, seat, text);
                    let before = self.table.entries();
                    let why = match meant.map(|action| self.table.act(action)) {
                        Some(Ok(())) => {
                            self.tell(before, out)?;
                            return Ok(true);
                        }
                        Some(Err(rule)) => rule.to_string(),
                        None => format!("`{}` is nothing that can be done here", quoted(text)),
                    };
                    writeln!(out, "{why}; ? lists what can be done.")?;
                }
            }
        }
    }

    fn session(&mut self, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<Then> {
        loop {
            if !self.play_on(out)? {
                return Ok(Then::Done);
            }
            let goes_on = match self.table.turn() {
                Turn::Seat(seat) => self.ask(seat, input, out)?,
                Turn::World | Turn::Over(_) => {
                    self.show(out)?;
                    match self.table.offer_another(input, out)? {
                        After::Another => return Ok(Then::Another),
                        After::Done => return Ok(Then::Done),
                        After::Undone => true,
                    }
                }
            };
            if !goes_on {
                return Ok(Then::Done);
            }
        }
    }
}

impl<G: Entry> Console for LineConsole<G> {
    fn past(&mut self, now: &dyn AnyReplay) -> Result<(), Broken> {
        self.table.past(now)
    }

    fn keeps_its_past(&self) -> bool {
        true
    }

    fn now(&self) -> &dyn AnyReplay {
        self.table.kept()
    }

    fn run(
        &mut self,
        input: &mut dyn Input,
        out: &mut dyn Write,
        sink: Option<&mut dyn Sink>,
    ) -> io::Result<Then> {
        let then = self.session(input, out);
        self.table.keep(sink)?;
        out.flush()?;
        then
    }
}

//! A person who takes one turn: asked at the terminal of the process, whatever its standard input
//! and output are, since the protocol has uses of its own for these.

use std::fs::OpenOptions;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};

use super::{Action, Fishing, State};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::{Game as _, Seat};
use chase_kit::faces::{Playable, Transcript as _};
use chase_kit::transcript::text;
use chase_play::player_name::HUMAN;
use chase_world::error::{Error, quoted};
use chase_world::escape::EscapingWriter;

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

impl PersonTurn<'_> {
    /// Asks the person at the terminal.
    ///
    /// # Errors
    /// There is no terminal, or the person left without a turn.
    pub fn ask(&self) -> Result<Action, Error> {
        let chosen = self.ask_at_terminal().map_err(|error| {
            let what = format!("a person can only play at a terminal, and there is none: {error}");
            Error::new(what).help("run it at a terminal, or name another --player")
        })?;
        chosen.ok_or_else(|| Error::new("the person left without a turn"))
    }

    /// Nothing when the person leaves.
    fn ask_at_terminal(&self) -> io::Result<Option<Action>> {
        let terminal = OpenOptions::new().read(true).write(true).open(TERMINAL)?;
        let mut input = BufReader::new(terminal.try_clone()?);
        let mut screen = EscapingWriter::new(terminal);
        let (game, state, seat) = (self.game, self.state, self.seat);
        let mut out = Vec::new();
        let seats = (0..game.scenario.ids.len()).map(|n| n == seat.index());
        let players = seats.map(|is_own| if is_own { HUMAN } else { "another" }.to_owned());
        Fishing::transcript().moment(game, state, &players.collect::<Vec<_>>(), &mut out);
        loop {
            text(&mut out, format_args!("{}? ", game.id(seat)));
            screen.write_all(&out)?;
            screen.flush()?;
            out.clear();
            let mut line = Vec::new();
            if (&mut input).take(LINE_MAX).read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            let line = String::from_utf8_lossy(&line);
            match line.trim().to_ascii_lowercase().as_str() {
                "" => continue,
                "q" | "quit" | "exit" => return Ok(None),
                "?" | "help" => {
                    for action in self.legal {
                        text(
                            &mut out,
                            format_args!("  {}\n", game.action_text(state, seat, action)),
                        );
                    }
                    text(&mut out, format_args!("  quit leaves without a turn\n"));
                    continue;
                }
                _ => {}
            }
            let why = match game.parse_action(state, seat, &line) {
                Some(action) if self.legal.contains(&action) => return Ok(Some(action)),
                // The rules draw nothing here, and what they decide is thrown away.
                Some(action) => {
                    let dice = &mut Dice::new(Generator::Chacha8, 0, 0);
                    let decided = game.decide(state, seat, &action, dice);
                    decided.map_or_else(|rule| rule.to_string(), |_| "this is no turn".into())
                }
                None => format!("`{}` cannot be done here", quoted(line.trim())),
            };
            text(&mut out, format_args!("{why}; ? lists what can be done.\n"));
        }
    }
}

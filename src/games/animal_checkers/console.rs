//! The specification's session: a person against an agent, a board after every move.
//!
//! A move is two letters, piece and direction (`tu`). Beside moves there are `undo`, `?` for the
//! legal moves, and `quit`; the end of the input ends the session like `quit`.

use std::io::{self, Write};

use super::reading::{AGENT_WINS, DRAW, HUMAN_WINS, PROMPT, START, UNDONE};
use super::transcript::{board, text};
use super::{Action, Animal, AnimalCheckers, Direction, Ending, rules};
use crate::engine::any::{AnyReplay, RecordError, Sink};
use crate::engine::budget::StopFlag;
use crate::engine::game::{Seat, Turn};
use crate::engine::replay::{Broken, Header};
use crate::engine::transcript::Transcript;
use crate::error::quoted;
use crate::games::table::{After, Table, Went};
use crate::games::{Console, Input, Prompt, Then};

/// The session of one game.
pub struct CheckersConsole {
    table: Table<AnimalCheckers>,
    /// The person's side.
    human: usize,
    text: Vec<u8>,
}

/// What a person asked for.
enum Asked {
    Move(Action),
    Undo,
    Help,
    Quit,
    Nothing,
    Nonsense(String),
}

fn parse(line: &str) -> Asked {
    let letters: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
    match line.trim().to_ascii_lowercase().as_str() {
        "" => return Asked::Nothing,
        "undo" => return Asked::Undo,
        "?" | "help" => return Asked::Help,
        "quit" | "exit" => return Asked::Quit,
        _ => {}
    }
    let nonsense = |what: String| Asked::Nonsense(what);
    let [piece, direction] = letters.as_slice() else {
        let what = format!("`{}` is no move", quoted(line.trim()));
        return nonsense(what);
    };
    match (Animal::by_letter(*piece), Direction::by_letter(*direction)) {
        (Some(piece), Some(direction)) => Asked::Move(Action::Move { piece, direction }),
        (None, _) => nonsense(format!("`{}` is no piece", quoted(&piece.to_string()))),
        (_, None) => nonsense(format!(
            "`{}` is no direction",
            quoted(&direction.to_string())
        )),
    }
}

impl CheckersConsole {
    /// Sits the header's players down. In a game without a person the person takes side 0.
    ///
    /// # Errors
    /// A header that this program cannot play.
    pub fn open(header: &mut Header, stop: &StopFlag) -> Result<Self, RecordError> {
        let table = Table::open(header, stop)?;
        let people: Vec<_> = (0..2)
            .filter(|side| table.is_person(rules::seat(*side)))
            .collect();
        let [human] = people[..] else {
            let what = "both sides are people; one of them must be a built-in player";
            return Err(RecordError::Player(what.into()));
        };
        Ok(CheckersConsole {
            table,
            human,
            text: Vec::new(),
        })
    }

    fn show_board(&mut self) {
        board(&self.table.state().position, self.human, &mut self.text);
        self.text.push(b'\n');
    }

    fn hand_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.text)?;
        self.text.clear();
        Ok(())
    }

    fn say(&mut self, what: &str) {
        text(&mut self.text, format_args!("{what}\n"));
    }

    /// Plays on until the person is to move, or the game is over. True when the session was
    /// interrupted.
    fn play_on(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        loop {
            match self.table.turn() {
                Turn::Over(_) => return Ok(false),
                Turn::Seat(seat) if seat.index() == self.human => return Ok(false),
                Turn::World => {
                    self.table.step();
                }
                Turn::Seat(_) => {
                    // The board stands there while the agent thinks.
                    self.hand_on(out)?;
                    out.flush()?;
                    if self.table.step() == Went::Interrupted {
                        return Ok(true);
                    }
                    self.show_board();
                }
            }
        }
    }

    fn make_move(&mut self, action: Action) {
        match self.table.act(action) {
            Ok(()) => self.show_board(),
            Err(rule) => self.refuse(&rule.to_string()),
        }
    }

    fn refuse(&mut self, why: &str) {
        let line = format!(
            "{why}. A move is a piece (m d t e) and a direction (r u l d), as in tu; ? lists them."
        );
        self.say(&line);
    }

    fn undo(&mut self) {
        if self.table.undo() {
            self.show_undone();
        } else {
            self.say(&Table::<AnimalCheckers>::nothing_to_undo());
        }
    }

    fn show_undone(&mut self) {
        self.say(&format!("{UNDONE}: the board before your last move."));
        self.show_board();
    }

    fn list_moves(&mut self) {
        let state = self.table.state();
        let mut legal = Vec::new();
        rules::legal(&state.position, self.human, &mut legal);
        for action in legal {
            let Action::Move { piece, direction } = action;
            let letters = (piece.letter().to_ascii_lowercase(), direction.letter());
            text(
                &mut self.text,
                format_args!("  {}{}  ", letters.0, letters.1),
            );
            self.table
                .game()
                .action(state, rules::seat(self.human), &action, &mut self.text);
            self.text.push(b'\n');
        }
        self.say("  undo takes your last move back, quit ends the game");
    }

    /// One question to the person. False when the session ends.
    fn ask(&mut self, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<bool> {
        self.hand_on(out)?;
        let mut prompt = Prompt::New(PROMPT);
        loop {
            let Some(line) = input.line(out, prompt)? else {
                out.write_all(b"\n")?;
                return Ok(false);
            };
            match parse(&line) {
                Asked::Nothing => {
                    prompt = Prompt::Again(PROMPT);
                    continue;
                }
                Asked::Quit => return Ok(false),
                Asked::Move(action) => self.make_move(action),
                Asked::Undo => self.undo(),
                Asked::Help => self.list_moves(),
                Asked::Nonsense(what) => self.refuse(&what),
            }
            return Ok(true);
        }
    }

    fn show_result(&mut self, ending: Ending) {
        let winner = ending.winner.map(Seat::index);
        let line = match winner {
            None => DRAW,
            Some(side) if side == self.human => HUMAN_WINS,
            Some(_) => AGENT_WINS,
        };
        self.say(line);
    }

    fn session(&mut self, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<Then> {
        loop {
            if self.play_on(out)? {
                return Ok(Then::Done);
            }
            if let Some(ending) = self.table.state().ending {
                self.show_result(ending);
                self.hand_on(out)?;
                match self.table.offer_another(input, out)? {
                    After::Another => return Ok(Then::Another),
                    After::Done => return Ok(Then::Done),
                    After::Undone => self.show_undone(),
                }
            } else if !self.ask(input, out)? {
                self.hand_on(out)?;
                return Ok(Then::Done);
            }
        }
    }
}

impl Console for CheckersConsole {
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
        if self.table.header().number == 0 {
            self.say("init");
        }
        self.say(START);
        let moves = self.table.state().moves;
        if moves > 0 {
            self.say(&format!("Move {moves}"));
        }
        self.show_board();
        let then = self.session(input, out);
        self.table.keep(sink)?;
        out.flush()?;
        then
    }
}

//! People and built-in players at one terminal: a session whose turns can be taken back, and
//! that is kept without what was.

use std::io::{self, Write};
use std::sync::Arc;

use super::{Input, Played, Prompt};
use crate::engine::any::{AnyReplay, Projections, RecordError, Sink};
use crate::engine::budget::StopFlag;
use crate::engine::compile::compile;
use crate::engine::game::{Seat, Turn};
use crate::engine::player::{Named, Player, Unseated};
use crate::engine::recording::Person;
use crate::engine::replay::{Broken, Header, History};
use crate::engine::replayer::Replayer;
use crate::engine::session::Session;
use crate::engine::transcript::Transcript;

/// The name of a person among the players.
pub const HUMAN: &str = "human";

/// What is asked after the end of a game.
pub const AGAIN: &str = "Play again? (y or n, undo takes back) ";

/// What comes after the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// Another game of the series is wanted.
    Another,
    /// The newest action of a person was taken back, and the game goes on.
    Undone,
    /// The session is over.
    Done,
}

/// A game at the terminal.
pub struct Table<G: Transcript> {
    game: Arc<G>,
    header: Header,
    session: Session<G>,
    history: History<G>,
    /// How many turns had been played before each action of a person.
    marks: Vec<usize>,
    /// What is kept at the end.
    kept: Replayer<G>,
    stop: StopFlag,
}

fn sit_down<G: Transcript>(
    game: &G,
    names: &[String],
    stop: &StopFlag,
) -> Result<Vec<Box<dyn Player<G>>>, Unseated> {
    let seats = (0..).map(Seat).zip(names);
    let player = |(seat, name): (Seat, &String)| -> Result<Box<dyn Player<G>>, Unseated> {
        if name == HUMAN {
            return Ok(Box::new(Person));
        }
        let named = Named::<G>::for_seat(name, seat).map_err(|why| Unseated::Seat {
            seat: String::new(),
            why,
        })?;
        Ok(named.stopped_by(stop).make(game.known(seat)))
    };
    seats.map(player).collect()
}

/// What a player's turn came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Went {
    /// The turn was played, and the game goes on.
    On,
    /// It was interrupted, and not played.
    Interrupted,
}

impl<G: Transcript> Table<G> {
    /// Sits the header's players down. Where there is no person among them, one takes the first
    /// seat. `stop` ends a player's turn before it has thought to the end; it is not played then.
    ///
    /// # Errors
    /// A header that this program cannot play.
    pub fn open(header: &mut Header, stop: &StopFlag) -> Result<Self, RecordError> {
        let game = compile::<G>(header).map_err(RecordError::Unopened)?;
        if header.players.iter().all(|name| name != HUMAN) {
            HUMAN.clone_into(&mut header.players[0]);
        }
        let players = sit_down(&*game, &header.players, stop).map_err(RecordError::Player)?;
        Ok(Table {
            session: Session::new(Arc::clone(&game), players, header.dice()),
            kept: Replayer::new(Arc::clone(&game), header),
            header: header.clone(),
            history: History::default(),
            marks: Vec::new(),
            stop: stop.clone(),
            game,
        })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// What was opened.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The state now.
    #[must_use]
    pub fn state(&self) -> &G::State {
        self.session.state()
    }

    /// What ends the session while a player thinks.
    #[must_use]
    pub fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.game.turn(self.session.state())
    }

    /// Whether a person sits there.
    #[must_use]
    pub fn is_person(&self, seat: Seat) -> bool {
        self.header.players[seat.index()] == HUMAN
    }

    /// What was played and not taken back.
    #[must_use]
    pub fn history(&self) -> &History<G> {
        &self.history
    }

    /// How many turns that were.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.history.cycles().map(|cycle| cycle.entries.len()).sum()
    }

    /// Plays the turn of the world or of a player that is no person.
    pub fn step(&mut self) -> Went {
        let _listening = self.stop.listen();
        let before = self.entries();
        self.session.step(&mut self.history);
        if self.stop.is_stopped() {
            // Who was interrupted has not thought to the end.
            self.history.truncate(before);
            return Went::Interrupted;
        }
        Went::On
    }

    /// Plays a person's turn.
    ///
    /// # Errors
    /// The rule that forbids the action; nothing changes then.
    pub fn act(&mut self, action: G::Action) -> Result<(), G::Illegal> {
        // The players may think about what they see of it.
        let _listening = self.stop.listen();
        let before = self.entries();
        self.session.act(action, &mut self.history)?;
        self.marks.push(before);
        Ok(())
    }

    /// Goes back to before the newest action of a person. False when there is none.
    ///
    /// # Panics
    /// Never: what was just played folds.
    pub fn undo(&mut self) -> bool {
        let Some(mark) = self.marks.pop() else {
            return false;
        };
        let players = sit_down(&*self.game, &self.header.players, &self.stop);
        let players = players.expect("they sat down before");
        let (history, dice) = (&mut self.history, self.header.dice());
        let back = self.session.back_to(mark, history, players, dice);
        back.expect("what was just played folds");
        true
    }

    /// Says that there is nothing to take back.
    #[must_use]
    pub fn nothing_to_undo() -> String {
        let what = match G::PART {
            // A cycle is more than one person's turn.
            Some(_) => "move",
            None => G::CYCLE,
        };
        format!("There is no {what} of yours to take back.")
    }

    /// Offers another game after the end of this one, or to take back its last action.
    ///
    /// # Errors
    /// Reading or writing failed.
    pub fn offer_another(
        &mut self,
        input: &mut dyn Input,
        out: &mut dyn Write,
    ) -> io::Result<After> {
        loop {
            let Some(line) = input.line(out, Prompt::New(AGAIN))? else {
                out.write_all(b"\n")?;
                return Ok(After::Done);
            };
            match line.trim().to_ascii_lowercase().as_str() {
                "y" | "yes" => return Ok(After::Another),
                "" | "n" | "no" | "quit" | "exit" => return Ok(After::Done),
                "undo" if self.undo() => return Ok(After::Undone),
                "undo" => writeln!(out, "{}", Self::nothing_to_undo())?,
                _ => {}
            }
        }
    }

    /// Takes over a cycle that was played earlier.
    ///
    /// # Errors
    /// A cycle that the rules do not allow here.
    ///
    /// # Panics
    /// If the replay is of another game.
    pub fn past(&mut self, now: &dyn AnyReplay) -> Result<(), Broken> {
        let moment = now.as_any().downcast_ref::<Replayer<G>>();
        let moment = moment.expect("the header named this game");
        if let Some(cycle) = moment.newest() {
            self.session.resume(cycle)?;
            self.history.push(cycle);
        }
        Ok(())
    }

    /// Hands what was played and not taken back to the sink.
    ///
    /// # Errors
    /// It could not be written.
    pub fn keep(&mut self, sink: Option<&mut dyn Sink>) -> io::Result<()> {
        let Some(sink) = sink else {
            return Ok(());
        };
        self.kept = Replayer::new(Arc::clone(&self.game), &self.header);
        // Seals are watched behind the rim.
        let kept: &mut dyn AnyReplay = &mut self.kept;
        kept.project(Projections {
            seals: true,
            ..Projections::default()
        });
        for cycle in self.history.cycles() {
            self.kept.blank().push(cycle);
            if let Err(broken) = self.kept.apply_cycle() {
                unreachable!("what was just played does not fold: {broken}");
            }
            sink.cycle(&self.kept)?;
        }
        Ok(())
    }

    /// What was kept.
    #[must_use]
    pub fn kept(&self) -> &dyn AnyReplay {
        &self.kept
    }
}

impl<G: Transcript> Played for Table<G> {
    fn keep(&mut self, sink: &mut dyn Sink) -> io::Result<()> {
        Table::keep(self, Some(sink))
    }

    fn kept(&self) -> &dyn AnyReplay {
        Table::kept(self)
    }
}

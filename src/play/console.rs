//! The session of a game at one terminal: people are asked, built-in players and the world take
//! their turns, what was done can be taken back, and after the end another game is offered.
//!
//! The loop is here, once; what a game shows and understands it says in [`Talk`].

use std::io::{self, Write};

use super::hints::hint_lines;
use super::seating::Seating;
use super::table::{After, Table, Went};
use super::{Console, Input, Played as _, Prompt, Then};
use chase_engine::game::{BrokenRule, Game, Seat, Turn};
use chase_kit::faces::Playable;
use chase_record::any::{RecordError, RecordedHistory};
use chase_record::replay::{Broken, Header};
use chase_record::turn_sink::TurnSink;
use chase_world::escape;

/// Clears a screen and what was scrolled off it.
const CLEAR: &str = "\x1b[H\x1b[2J\x1b[3J";

/// Has a screen cleared on which stood what others may not see.
pub fn clear_screen(out: &mut Vec<u8>) {
    escape::put_own(out, CLEAR.as_bytes());
}

/// A person's input, parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked<A, Q> {
    /// An action, which is to be played.
    Do(A),
    /// Something to be shown: what can be done, and what else a game tells.
    Look(Q),
    /// The newest action of a person is to be taken back.
    Undo,
    /// The session is to end.
    Quit,
    /// An empty line.
    Nothing,
    /// Nothing of these: why.
    Nonsense(String),
}

/// A turn that was just played.
#[derive(Clone, Copy, Debug)]
pub struct PlayedTurn {
    /// The seat that played it; none for the world and for several seats.
    pub seat: Option<Seat>,
    /// The number of turns played before it.
    pub turns_before: usize,
}

/// The texts and inputs of a game in its session. Text goes to `out` and is shown before the
/// next question and while a player thinks.
pub trait Talk {
    /// The game that is played in the session.
    type Game: Playable;
    /// A request to look at something, which is no action.
    type Question;

    /// True if a pipe is not prompted again after an empty line.
    const PROMPTS_ONCE: bool = false;

    /// Writes the text before the first question.
    fn greet(&mut self, _: &Table<Self::Game>, _out: &mut Vec<u8>) {}

    /// Tells a turn that was just played.
    fn tell(&mut self, table: &Table<Self::Game>, played: PlayedTurn, out: &mut Vec<u8>);

    /// A cycle that was played earlier was taken over.
    fn resumed(&mut self, _: &Table<Self::Game>) {}

    /// The question that the seat confirms first where nobody else may see its turn: that only its
    /// person looks at the screen. Nothing where everybody may look.
    fn call(&self, _: &Table<Self::Game>, _: Seat) -> Option<String> {
        None
    }

    /// Writes the text that a person sees before the question.
    fn show(&mut self, _: &Table<Self::Game>, _: Seat, _out: &mut Vec<u8>) {}

    /// Returns the question to the person in this seat, behind which the answer is typed.
    fn prompt(&self, table: &Table<Self::Game>, seat: Seat) -> String;

    /// Reads a line.
    fn parse(
        &self,
        table: &Table<Self::Game>,
        seat: Seat,
        line: &str,
    ) -> Asked<Action<Self>, Self::Question>;

    /// Shows what was asked for.
    fn look(
        &mut self,
        table: &Table<Self::Game>,
        seat: Seat,
        at: Self::Question,
        out: &mut Vec<u8>,
    );

    /// The reason why an action is not done before its person types it once more; nothing where it is done at
    /// once.
    fn doubt(&mut self, _: &Table<Self::Game>, _: Seat, _: &Action<Self>) -> Option<String> {
        None
    }

    /// Says why a line is nothing, or an action is forbidden.
    fn refuse(&mut self, table: &Table<Self::Game>, why: &str, out: &mut Vec<u8>);

    /// Says which rule forbids an action.
    fn forbid(&mut self, table: &Table<Self::Game>, rule: &BrokenRule, out: &mut Vec<u8>) {
        self.refuse(table, &rule.to_string(), out);
    }

    /// Says that an action was taken back, in the middle of a game or at its end.
    fn undone(&mut self, table: &Table<Self::Game>, at_the_end: bool, out: &mut Vec<u8>);

    /// A person's turn, or the session in it, is over: the screen may be somebody else's.
    fn leave(&mut self, _: &Table<Self::Game>, _: Seat, _out: &mut Vec<u8>) {}

    /// Shows how the game ended.
    fn result(&mut self, table: &Table<Self::Game>, out: &mut Vec<u8>);

    /// Says if the output is a screen that can be cleared.
    fn screen(&mut self, _is_one: bool) {}

    /// Sets the width of the terminal, in characters. It is not called where there is no terminal.
    fn width(&mut self, _columns: usize) {}
}

/// The state of a talk's game.
pub type State<T> = <<T as Talk>::Game as Game>::State;
/// An action of a seat in a talk's game.
pub type Action<T> = <<T as Talk>::Game as Game>::Action;

/// The session of one game.
pub struct TableConsole<T: Talk> {
    table: Table<T::Game>,
    talk: T,
    text: Vec<u8>,
}

impl<T: Talk> TableConsole<T> {
    /// Sits the header's players down, as [`Table::open`] does.
    ///
    /// # Errors
    /// A header that this program cannot play.
    pub fn open(header: &mut Header, talk: T, seating: &Seating) -> Result<Self, RecordError> {
        Ok(TableConsole::at(Table::open(header, seating)?, talk))
    }

    /// A session of those who sit there already.
    #[must_use]
    pub fn at(table: Table<T::Game>, talk: T) -> Self {
        TableConsole { table, talk, text: Vec::new() }
    }

    fn hand_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.text)?;
        self.text.clear();
        Ok(())
    }

    fn say(&mut self, what: &str) {
        self.text.extend_from_slice(what.as_bytes());
        self.text.push(b'\n');
    }

    /// Plays a turn and tells it; nothing is told of one that `play` did not play.
    fn played(&mut self, seat: Option<Seat>, play: impl FnOnce(&mut Self) -> bool) -> bool {
        let turns_before = self.table.entries();
        if !play(self) {
            return false;
        }
        let played = PlayedTurn { seat, turns_before };
        for lost in self.table.lost_turns(turns_before) {
            self.say(&lost);
        }
        self.talk.tell(&self.table, played, &mut self.text);
        true
    }

    /// The turns of the world and of players that are no people. False when it was interrupted.
    fn play_on(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        loop {
            let seat = match self.table.turn() {
                Turn::Over(_) => return Ok(true),
                Turn::Seat(seat) if self.table.is_person(seat) => return Ok(true),
                Turn::Seat(seat) => Some(seat),
                Turn::World | Turn::Seats(_) => None,
            };
            // What was told stands there while somebody thinks.
            self.hand_on(out)?;
            out.flush()?;
            if !self.played(seat, |it| it.table.step() == Went::On) {
                return Ok(false);
            }
        }
    }

    /// One question to a person. False when the session ends.
    fn ask(&mut self, seat: Seat, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<bool> {
        if self.table.stop().is_stopped() {
            // It came when nobody looked, and nothing would end the question.
            return Ok(false);
        }
        let call = self.talk.call(&self.table, seat);
        let mut typed = None;
        if let Some(question) = &call {
            self.hand_on(out)?;
            let Some(line) = input.line(out, Prompt::Secret(question))? else {
                out.write_all(b"\n")?;
                return Ok(false);
            };
            if matches!(self.talk.parse(&self.table, seat, &line), Asked::Quit) {
                return Ok(false);
            }
            // An action typed at once is no less an action.
            typed = Some(line).filter(|line| !line.trim().is_empty());
        }
        self.talk.show(&self.table, seat, &mut self.text);
        let question = self.talk.prompt(&self.table, seat);
        let new = match call {
            Some(_) => Prompt::Secret(&question),
            None => Prompt::New(&question),
        };
        let mut prompt = new;
        loop {
            self.hand_on(out)?;
            let line = match typed.take() {
                Some(line) => Some(line),
                None => self.typed(input, out, prompt)?,
            };
            let Some(line) = line else {
                out.write_all(b"\n")?;
                return Ok(false);
            };
            if line.trim().eq_ignore_ascii_case("hint") {
                self.hint();
                prompt = new;
                continue;
            }
            let asked = self.talk.parse(&self.table, seat, &line);
            prompt = match asked {
                Asked::Nothing if T::PROMPTS_ONCE => Prompt::Again(&question),
                _ => new,
            };
            match self.answer(seat, asked) {
                ConsoleReply::Ask => {}
                ConsoleReply::GoOn => return Ok(true),
                ConsoleReply::Quit => return Ok(false),
            }
        }
    }

    /// A line that somebody typed. The time until then is counted where that is wanted.
    fn typed(
        &mut self,
        input: &mut dyn Input,
        out: &mut dyn Write,
        prompt: Prompt<'_>,
    ) -> io::Result<Option<String>> {
        if self.table.played().is_none() {
            return input.line(out, prompt);
        }
        let waited = self.table.stop().clock().start();
        let line = input.line(out, prompt)?;
        self.table.add_time(waited.elapsed());
        Ok(line)
    }

    /// Shows what the actions of the person who is asked are worth.
    fn hint(&mut self) {
        let lines = match self.table.hint() {
            Ok(hint) => hint_lines(&hint),
            Err(why) => vec![why.to_string()],
        };
        for line in lines {
            self.say(&line);
        }
    }

    fn answer(&mut self, seat: Seat, asked: Asked<Action<T>, T::Question>) -> ConsoleReply {
        match asked {
            Asked::Nothing => ConsoleReply::Ask,
            Asked::Quit => ConsoleReply::Quit,
            Asked::Look(at) => {
                self.talk.look(&self.table, seat, at, &mut self.text);
                ConsoleReply::Ask
            }
            Asked::Nonsense(why) => {
                self.talk.refuse(&self.table, &why, &mut self.text);
                ConsoleReply::Ask
            }
            Asked::Undo if self.table.undo() => {
                self.talk.leave(&self.table, seat, &mut self.text);
                self.talk.undone(&self.table, false, &mut self.text);
                ConsoleReply::GoOn
            }
            Asked::Undo => {
                self.say(&Table::<T::Game>::nothing_to_undo());
                ConsoleReply::Ask
            }
            Asked::Do(action) => match self.talk.doubt(&self.table, seat, &action) {
                Some(why) => {
                    self.say(&why);
                    ConsoleReply::Ask
                }
                None => self.act(seat, action),
            },
        }
    }

    fn act(&mut self, seat: Seat, action: Action<T>) -> ConsoleReply {
        let played = self.played(Some(seat), |it| match it.table.act(action) {
            Ok(()) => {
                it.talk.leave(&it.table, seat, &mut it.text);
                true
            }
            Err(rule) => {
                it.talk.forbid(&it.table, &rule, &mut it.text);
                false
            }
        });
        if played { ConsoleReply::GoOn } else { ConsoleReply::Ask }
    }

    fn session(&mut self, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<Then> {
        self.talk.greet(&self.table, &mut self.text);
        if self.table.may_ask_for_hints() {
            self.say("Hints are on: type hint to see what your actions are worth.");
        }
        loop {
            if !self.play_on(out)? {
                return Ok(Then::Done);
            }
            if let Turn::Seat(seat) = self.table.turn() {
                if !self.ask(seat, input, out)? {
                    self.talk.leave(&self.table, seat, &mut self.text);
                    self.hand_on(out)?;
                    return Ok(Then::Done);
                }
                continue;
            }
            self.table.dismiss();
            self.talk.result(&self.table, &mut self.text);
            self.hand_on(out)?;
            match self.table.offer_another(input, out)? {
                After::Another => return Ok(Then::Another),
                After::Done => return Ok(Then::Done),
                After::Undone => self.talk.undone(&self.table, true, &mut self.text),
            }
        }
    }
}

/// The session's next step after an answer.
enum ConsoleReply {
    /// Ask the same seat again.
    Ask,
    /// The game goes on.
    GoOn,
    /// The session ends.
    Quit,
}

impl<T: Talk> Console for TableConsole<T> {
    fn past(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken> {
        self.table.past(now)?;
        self.talk.resumed(&self.table);
        Ok(())
    }

    fn take_down_with(&mut self, turns: Box<dyn TurnSink>) {
        self.table.take_down_with(turns);
    }

    fn screen(&mut self, is_one: bool) {
        self.talk.screen(is_one);
    }

    fn width(&mut self, columns: usize) {
        self.talk.width(columns);
    }

    fn played_ms(&self) -> Option<u64> {
        self.table.played_ms()
    }

    fn run(&mut self, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<Then> {
        let then = self.session(input, out);
        out.flush()?;
        then
    }
}

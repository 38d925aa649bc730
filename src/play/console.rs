//! The session of a game at one terminal: people are asked, built-in players and the world take
//! their turns, what was done can be taken back, and after the end another game is offered. An action is typed in
//! the game's own words, or in its notation. What somebody hardly means, while there is something else to do, is
//! done when it is typed a second time.
//!
//! Where a game has secrets and one person plays, all is told as that person's seat sees it. Where
//! several do, or several choose at once, whoever sees what another person may not is called before its
//! turn, and its screen is cleared after it; everybody sees what its seat has seen since its turn before.
//!
//! A game whose document fixes what is printed says it in [`SessionText`].

mod telling;

use std::io::{self, Write};

use super::hints::hint_lines;
use super::table::{After, Table, Went};
use super::{Console, Input, Played as _, Prompt, Then};
use chase_engine::game::{Masks as _, Seat, Turn};
use chase_engine::seat::Seats;
use chase_kit::faces::{Kit, Picture as _, Playable, Transcript as _};
use chase_record::any::RecordedHistory;
use chase_record::replay::Broken;
use chase_record::turn_sink::TurnSink;
use chase_world::error::quoted;
use chase_world::escape;

pub use telling::tell_turns;
use telling::{everybody, is_private, is_shared, line, people, put_list, tell_knowledge};

/// Clears a screen and what was scrolled off it.
const CLEAR: &str = "\x1b[H\x1b[2J\x1b[3J";

/// The width of lists where there is no terminal, in characters.
const WIDTH: usize = 80;
/// The most actions that are listed one below the other.
const LINES_MAX: usize = 24;

/// A person's input, parsed.
enum Asked<A> {
    /// An action, which is to be played.
    Do(A),
    /// What can be done is to be shown.
    Actions,
    /// What can be worked out about what is hidden is to be shown.
    Knowledge,
    /// The newest action of a person is to be taken back.
    Undo,
    /// The session is to end.
    Quit,
    /// An empty line.
    Nothing,
    /// Nothing of these.
    Nonsense,
}

/// A turn that was just played.
#[derive(Clone, Copy, Debug)]
pub struct PlayedTurn {
    /// The seat that played it; none for the world and for several seats.
    pub seat: Option<Seat>,
    /// The number of turns played before it.
    pub turns_before: usize,
    /// The seats of those to whom it is told.
    pub eyes: Seats,
    /// True if the output is a screen.
    pub on_screen: bool,
}

/// What a session prints, in a game whose document fixes that. By default it is made of the words of the game, as its
/// people may know them.
pub trait SessionText<G: Playable> {
    /// True if a pipe is not prompted again after an empty line.
    fn prompts_once(&self) -> bool {
        false
    }

    /// Writes the text before the first question, on a screen or not.
    fn greet(&self, _: &Table<G>, _on_screen: bool, _out: &mut Vec<u8>) {}

    /// Tells a turn that was just played.
    fn tell(&self, table: &Table<G>, played: PlayedTurn, out: &mut Vec<u8>) {
        tell_turns(table, played.turns_before, played.eyes, out);
    }

    /// Writes the text that a person sees before the question: the moment.
    fn show(&self, table: &Table<G>, seat: Seat, out: &mut Vec<u8>) {
        let (game, players) = (table.game(), &table.header().players);
        let seen = G::masks().state(game, table.state(), seat.into());
        G::transcript().moment(game, &seen, players, out);
    }

    /// Returns the question to the person in this seat, behind which the answer is typed.
    fn prompt(&self, table: &Table<G>, seat: Seat) -> String {
        format!("{}? ", table.game().seat_name(seat))
    }

    /// Says that an action was taken back, in the middle of a game or at its end.
    fn undone(&self, table: &Table<G>, at_the_end: bool, _on_screen: bool, out: &mut Vec<u8>) {
        if !at_the_end {
            let whose = if is_shared(table) { "the last" } else { "your last" };
            line(out, &format!("Taken back to before {whose} turn."));
        }
    }

    /// Shows how the game ended, with what was hidden.
    fn result(&self, table: &Table<G>, out: &mut Vec<u8>) {
        G::transcript().moment(table.game(), table.state(), &table.header().players, out);
    }
}

impl<G: Playable> SessionText<G> for Kit {}

/// The session of one game.
pub struct TableConsole<G: Playable> {
    table: Table<G>,
    session: Box<dyn SessionText<G>>,
    text: Vec<u8>,
    /// For each seat, the number of turns it was told, where several people play a game with
    /// secrets.
    told: Vec<usize>,
    is_screen: bool,
    /// The most characters in a line of a list.
    width: usize,
    /// The action of this turn that was refused as a risk.
    doubted: Option<G::Action>,
}

impl<G: Playable> TableConsole<G> {
    /// A session of those who sit at the table.
    #[must_use]
    pub fn at(table: Table<G>, session: Box<dyn SessionText<G>>) -> Self {
        TableConsole {
            table,
            session,
            text: Vec::new(),
            told: Vec::new(),
            is_screen: false,
            width: WIDTH,
            doubted: None,
        }
    }

    fn hand_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.text)?;
        self.text.clear();
        Ok(())
    }

    fn say(&mut self, what: &str) {
        line(&mut self.text, what);
    }

    /// Everybody knows what was played until now.
    fn all_are_told(&mut self) {
        self.told = vec![self.table.entries(); everybody(&self.table).count() as usize];
    }

    /// Nobody else sees what stood on a person's screen.
    fn clear(&mut self, seat: Seat) {
        if self.is_screen && is_private(&self.table, seat) {
            escape::put_own(&mut self.text, CLEAR.as_bytes());
        }
    }

    /// Plays a turn and tells it; nothing is told of one that `play` did not play.
    fn played(&mut self, seat: Option<Seat>, play: impl FnOnce(&mut Self) -> bool) -> bool {
        let turns_before = self.table.entries();
        if !play(self) {
            return false;
        }
        for lost in self.table.lost_turns(turns_before) {
            self.say(&lost);
        }
        self.doubted = None;
        if !is_shared(&self.table) {
            self.all_are_told();
            let people = people(&self.table);
            let eyes = if people.count() == 0 { everybody(&self.table) } else { people };
            let played = PlayedTurn { seat, turns_before, eyes, on_screen: self.is_screen };
            self.session.tell(&self.table, played, &mut self.text);
        }
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

    /// The question that a seat confirms first where nobody else may see its turn: that only its
    /// person looks at the screen.
    fn call(&self, seat: Seat) -> Option<String> {
        let name = self.table.game().seat_name(seat);
        is_private(&self.table, seat)
            .then(|| format!("{name}'s turn: the others look away, {name} presses Enter "))
    }

    /// Shows what a person sees before the question.
    fn show(&mut self, seat: Seat) {
        if is_shared(&self.table) {
            self.clear(seat);
            let table = &self.table;
            self.told.resize(everybody(table).count() as usize, 0);
            tell_turns(table, self.told[seat.index()], seat.into(), &mut self.text);
            self.told[seat.index()] = table.entries();
            if !is_private(table, seat) {
                // Others who look at the screen see the same.
                for other in people(table).iter().filter(|other| !is_private(table, *other)) {
                    self.told[other.index()] = table.entries();
                }
            }
        }
        self.session.show(&self.table, seat, &mut self.text);
    }

    /// One question to a person. False when the session ends.
    fn ask(&mut self, seat: Seat, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<bool> {
        if self.table.stop().is_stopped() {
            // It came when nobody looked, and nothing would end the question.
            return Ok(false);
        }
        let call = self.call(seat);
        let mut typed = None;
        if let Some(question) = &call {
            self.hand_on(out)?;
            let Some(line) = input.line(out, Prompt::Secret(question))? else {
                out.write_all(b"\n")?;
                return Ok(false);
            };
            if matches!(self.parse(seat, &line), Asked::Quit) {
                return Ok(false);
            }
            // An action typed at once is no less an action.
            typed = Some(line).filter(|line| !line.trim().is_empty());
        }
        self.show(seat);
        let question = self.session.prompt(&self.table, seat);
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
            let asked = self.parse(seat, &line);
            prompt = match asked {
                Asked::Nothing if self.session.prompts_once() => Prompt::Again(&question),
                _ => new,
            };
            match self.answer(seat, asked, line.trim()) {
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

    fn parse(&self, seat: Seat, line: &str) -> Asked<G::Action> {
        match line.trim().to_ascii_lowercase().as_str() {
            "" => Asked::Nothing,
            "q" | "quit" | "exit" => Asked::Quit,
            "?" | "help" => Asked::Actions,
            "knowledge" => Asked::Knowledge,
            "undo" => Asked::Undo,
            text => {
                let (game, state) = (&**self.table.game(), self.table.state());
                let seen = G::masks().state(game, state, seat.into());
                game.parse_action(&seen, seat, text).map_or(Asked::Nonsense, Asked::Do)
            }
        }
    }

    /// Does what a line asks for.
    fn answer(&mut self, seat: Seat, asked: Asked<G::Action>, line: &str) -> ConsoleReply {
        match asked {
            Asked::Nothing => {}
            Asked::Quit => return ConsoleReply::Quit,
            Asked::Actions => self.list_actions(seat),
            Asked::Knowledge => tell_knowledge(&self.table, seat, &mut self.text),
            Asked::Nonsense => {
                let typed = line.to_ascii_lowercase();
                self.refuse(&format!("`{}` cannot be done here", quoted(&typed)));
            }
            Asked::Undo if self.table.undo() => {
                self.clear(seat);
                self.undone(false);
                return ConsoleReply::GoOn;
            }
            Asked::Undo => self.say(&Table::<G>::nothing_to_undo()),
            Asked::Do(action) => match self.doubt(seat, &action) {
                Some(why) => self.say(&why),
                None => return self.act(seat, action),
            },
        }
        ConsoleReply::Ask
    }

    fn act(&mut self, seat: Seat, action: G::Action) -> ConsoleReply {
        let played = self.played(Some(seat), |it| match it.table.act(action) {
            Ok(()) => {
                it.clear(seat);
                true
            }
            Err(rule) => {
                it.refuse(&rule.to_string());
                false
            }
        });
        if played { ConsoleReply::GoOn } else { ConsoleReply::Ask }
    }

    fn refuse(&mut self, why: &str) {
        self.say(&format!("{why}; ? lists what can be done."));
    }

    fn undone(&mut self, at_the_end: bool) {
        self.doubted = None;
        for told in &mut self.told {
            *told = self.table.entries().min(*told);
        }
        self.session.undone(&self.table, at_the_end, self.is_screen, &mut self.text);
    }

    /// Shows what a seat can do.
    fn list_actions(&mut self, seat: Seat) {
        let (game, state, out) = (&**self.table.game(), self.table.state(), &mut self.text);
        let seen = G::masks().state(game, state, seat.into());
        let legal = game.legal(state, seat);
        let notation = |action| game.notation(&seen, action).unwrap_or_default();
        let width = legal.iter().map(|action| notation(action).chars().count()).max().unwrap_or(0);
        let words: Vec<_> =
            legal.iter().map(|action| game.action_text(&seen, seat, action)).collect();
        if width == 0 && words.len() > LINES_MAX {
            put_list(&words, self.width, out);
        } else {
            for (action, words) in legal.iter().zip(&words) {
                match width {
                    0 => line(out, &format!("  {words}")),
                    _ => line(out, &format!("  {:<width$}  {words}", notation(action))),
                }
            }
        }
        if G::masks().hides() {
            line(out, "  knowledge tells what can be worked out about what is hidden");
        }
        line(out, "  undo takes your last turn back, quit ends the game");
    }

    /// The reason why an action is not done before its person types it once more; nothing where it is done at
    /// once.
    fn doubt(&mut self, seat: Seat, action: &G::Action) -> Option<String> {
        let (game, state) = (&**self.table.game(), self.table.state());
        let legal = game.legal(state, seat);
        if !legal.contains(action) {
            return None;
        }
        let seen = G::masks().state(game, state, seat.into());
        let is_safe = |action: &G::Action| G::picture().risk(game, &seen, seat, action).is_none();
        let risk = G::picture().risk(game, &seen, seat, action)?;
        let is_meant = self.doubted.replace(action.clone()).as_ref() == Some(action);
        (legal.iter().any(is_safe) && !is_meant).then(|| {
            format!(
                "Refused: {}, and another action is safe. Type it again to do it nevertheless.",
                risk.why
            )
        })
    }

    /// Shows how the game ended, and at the end what was hidden.
    fn result(&mut self) {
        let (table, out) = (&self.table, &mut self.text);
        if is_shared(table) {
            // From the first turn that one of the people was not told yet.
            let told = people(table).iter().map(|seat| self.told.get(seat.index()));
            let told = told.map(|told| told.copied().unwrap_or(0)).min().unwrap_or(0);
            tell_turns(table, told, everybody(table), out);
        }
        self.session.result(table, out);
        if let Some(time) = table.played() {
            let seconds = time.as_secs();
            line(out, &format!("people played {}:{:02}", seconds / 60, seconds % 60));
        }
    }

    fn hold(&mut self, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<Then> {
        self.session.greet(&self.table, self.is_screen, &mut self.text);
        if self.table.may_ask_for_hints() {
            self.say("Hints are on: type hint to see what your actions are worth.");
        }
        loop {
            if !self.play_on(out)? {
                return Ok(Then::Done);
            }
            if let Turn::Seat(seat) = self.table.turn() {
                if !self.ask(seat, input, out)? {
                    self.clear(seat);
                    self.hand_on(out)?;
                    return Ok(Then::Done);
                }
                continue;
            }
            self.table.dismiss();
            self.result();
            self.hand_on(out)?;
            match self.table.offer_another(input, out)? {
                After::Another => return Ok(Then::Another),
                After::Done => return Ok(Then::Done),
                After::Undone => self.undone(true),
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

impl<G: Playable> Console for TableConsole<G> {
    fn past(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken> {
        self.table.past(now)?;
        self.all_are_told();
        Ok(())
    }

    fn take_down_with(&mut self, turns: Box<dyn TurnSink>) {
        self.table.take_down_with(turns);
    }

    fn screen(&mut self, is_one: bool) {
        self.is_screen = is_one;
    }

    fn width(&mut self, columns: usize) {
        self.width = columns;
    }

    fn played_ms(&self) -> Option<u64> {
        self.table.played_ms()
    }

    fn run(&mut self, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<Then> {
        let then = self.hold(input, out);
        out.flush()?;
        then
    }
}

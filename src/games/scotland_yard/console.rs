//! People and built-in players at one terminal.
//!
//! Moves are typed as `taxi 46`, `double bus 13 secret 23`, `pass`. Beside them there are `?` for
//! the set of moves, `where` for the stations where Mr X can be, `undo` and `quit`; the end of the
//! input ends the session like `quit`. Where people play both sides, Mr X's screen is cleared
//! before anybody else looks, and his moves stay out of the line history.

use std::io::{self, Write};

use super::board::{Station, Ticket};
use super::knowledge::Knowledge;
use super::transcript::text;
use super::{Action, Event, Illegal, Leg, MR_X, ScotlandYard};
use crate::engine::any::{AnyReplay, RecordError, Sink};
use crate::engine::budget::StopFlag;
use crate::engine::game::{Game, Seat, Turn};
use crate::engine::replay::{Broken, Header};
use crate::engine::transcript::{Insight as _, Transcript};
use crate::error::quoted;
use crate::games::table::{After, Table, Went};
use crate::games::{Console, Input, Prompt, Then};

/// Clears a screen and what was scrolled off it.
const CLEAR: &str = "\x1b[H\x1b[2J\x1b[3J";
/// A longer set of moves is not shown whole unless it is asked for.
const SET_CHARS_MAX: usize = 400;

/// The session of one game.
pub struct YardConsole {
    table: Table<ScotlandYard>,
    is_screen: bool,
    text: Vec<u8>,
    /// Turns that were told already.
    told: usize,
}

/// What a person asked for.
enum Asked {
    Do(Action),
    Help,
    Where,
    Undo,
    Quit,
    Nothing,
    Nonsense(String),
}

fn leg(ticket: &str, to: &str) -> Result<Leg, String> {
    let kind = Ticket::parse(ticket).filter(|ticket| *ticket != Ticket::Double);
    let ticket = kind.ok_or_else(|| format!("`{}` is no ticket for a step", quoted(ticket)))?;
    let to = to.parse::<Station>();
    let to = to.map_err(|_| "a station is a number".to_owned())?;
    Ok(Leg { ticket, to })
}

fn parse(line: &str) -> Asked {
    let lower = line.trim().to_ascii_lowercase();
    let words: Vec<_> = lower.split_whitespace().collect();
    let action = match words.as_slice() {
        [] => return Asked::Nothing,
        ["undo"] => return Asked::Undo,
        ["quit" | "exit"] => return Asked::Quit,
        ["?" | "help"] => return Asked::Help,
        ["where"] => return Asked::Where,
        ["pass"] => return Asked::Do(Action::Pass),
        [ticket, to] => leg(ticket, to).map(Action::Move),
        ["double", first, one, second, other] => leg(first, one).and_then(|first| {
            let second = leg(second, other)?;
            Ok(Action::Double { first, second })
        }),
        _ => Err(format!("`{}` is no move", quoted(&lower))),
    };
    action.map_or_else(Asked::Nonsense, Asked::Do)
}

impl YardConsole {
    /// Sits the header's players down. In a game without a person one takes Mr X's seat.
    ///
    /// # Errors
    /// A header that this program cannot play.
    pub fn open(header: &mut Header, stop: &StopFlag) -> Result<Self, RecordError> {
        Ok(YardConsole {
            table: Table::open(header, stop)?,
            is_screen: false,
            text: Vec::new(),
            told: 0,
        })
    }

    fn say(&mut self, what: &str) {
        text(&mut self.text, format_args!("{what}\n"));
    }

    fn hand_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.text)?;
        self.text.clear();
        Ok(())
    }

    /// Whether a person detects.
    fn has_detective(&self) -> bool {
        let seats = self.table.game().setting().detectives();
        seats.into_iter().any(|seat| self.table.is_person(seat))
    }

    /// Whether Mr X's screen must be hidden from people.
    fn hides(&self) -> bool {
        self.table.is_person(MR_X) && self.has_detective()
    }

    /// Whose eyes look at what is told to all.
    fn eyes(&self) -> Seat {
        if self.has_detective() { Seat(1) } else { MR_X }
    }

    /// Everything a seat sees of the moment.
    fn show(&mut self, seat: Seat) {
        let game = self.table.game();
        let state = game.viewed_state(self.table.state(), seat);
        let players = self.table.header().players.clone();
        self.text.push(b'\n');
        game.moment(&state, &players, &mut self.text);
    }

    /// Tells the turns since the last ones told, as everybody may hear them.
    fn tell_news(&mut self) {
        let eyes = self.eyes();
        let game = self.table.game();
        let mut state = game.start();
        let turns = self
            .table
            .history()
            .cycles()
            .flat_map(|cycle| cycle.turns());
        let mut count = 0;
        for (_, events) in turns {
            for event in events {
                if count >= self.told && is_news(event) {
                    let before = game.viewed_state(&state, eyes);
                    if let Some(seen) = game.seen(&state, event, eyes) {
                        game.event(&before, &seen, &mut self.text);
                        self.text.push(b'\n');
                    }
                }
                // It was played, so it can happen.
                let _ = game.apply(&mut state, event);
            }
            count += 1;
        }
        self.told = count;
    }

    /// The turns of the world and of players that are no people. True when it was interrupted.
    fn play_on(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        loop {
            match self.table.turn() {
                Turn::Over(_) => return Ok(false),
                Turn::Seat(seat) if self.table.is_person(seat) => return Ok(false),
                Turn::World | Turn::Seat(_) => {
                    self.hand_on(out)?;
                    out.flush()?;
                    if self.table.step() == Went::Interrupted {
                        return Ok(true);
                    }
                    self.tell_news();
                }
            }
        }
    }

    fn refuse(&mut self, rule: &Illegal) {
        let all = rule.to_string();
        if all.len() <= SET_CHARS_MAX {
            self.say(&all);
            return;
        }
        if let Illegal::NotInTheSet { action, set } = rule {
            let is_double = |it: &&Action| matches!(it, Action::Double { .. });
            let singles: Vec<_> = set.iter().filter(|it| !is_double(it)).copied().collect();
            let doubles = set.len() - singles.len();
            let singles = super::rules::set_words(&singles);
            self.say(&format!(
                "`{action}` is not in the set: {singles}; and {doubles} doubles, which ? lists"
            ));
        }
    }

    fn help(&mut self, seat: Seat) {
        let mut legal = Vec::new();
        let legal = self
            .table
            .game()
            .legal(self.table.state(), seat, &mut legal);
        let words = super::rules::set_words(legal);
        let lines = words.replace("; ", "\n  ");
        self.say(&format!("The set of moves:\n  {lines}"));
        self.say(
            "  where lists the stations where Mr X can be, undo takes back, quit ends the game",
        );
    }

    /// Where everybody can work out that Mr X is.
    fn tell_where(&mut self) {
        let game = self.table.game();
        let mut knowledge = Knowledge::new(game.setting());
        let mut state = game.start();
        for event in self.table.history().cycles().flat_map(|cycle| cycle.events) {
            knowledge.take_in(&game.setting().shown(&state.public, event));
            // It was played, so it can happen.
            let _ = game.apply(&mut state, event);
        }
        knowledge.text(&mut self.text);
    }

    fn prompt(&self, seat: Seat) -> String {
        let game = self.table.game();
        let name = game.setting().name(seat);
        if seat == MR_X {
            let round = self.table.state().public.round + 1;
            let reveals = game.setting().reveals(round);
            let note = if reveals { ", which reveals" } else { "" };
            format!("{name} (Mr X), round {round}{note}, your move? ")
        } else {
            format!("{name}, your move? ")
        }
    }

    /// Lets only Mr X look. What was typed instead of nothing, or nothing at the end of the input.
    fn call_mr_x(
        &mut self,
        input: &mut dyn Input,
        out: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        self.hand_on(out)?;
        let question = "Mr X's turn: the detectives look away, Mr X presses Enter ";
        input.line(out, Prompt::Secret(question))
    }

    /// Clears the screen, where there is one.
    fn clear(&mut self) {
        if self.is_screen {
            self.text.extend_from_slice(CLEAR.as_bytes());
        }
    }

    /// One question to a person. False when the session ends.
    fn ask(&mut self, seat: Seat, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<bool> {
        let is_hidden = seat == MR_X && self.hides();
        let mut typed = None;
        if is_hidden {
            let Some(line) = self.call_mr_x(input, out)? else {
                out.write_all(b"\n")?;
                return Ok(false);
            };
            typed = Some(line).filter(|line| !line.trim().is_empty());
            self.clear();
        }
        self.show(seat);
        let question = self.prompt(seat);
        loop {
            self.hand_on(out)?;
            let prompt = if is_hidden {
                Prompt::Secret(&question)
            } else {
                Prompt::New(&question)
            };
            let line = match typed.take() {
                Some(line) => Some(line),
                None => input.line(out, prompt)?,
            };
            let Some(line) = line else {
                out.write_all(b"\n")?;
                return Ok(false);
            };
            match parse(&line) {
                Asked::Nothing => {}
                Asked::Quit => return Ok(false),
                Asked::Help => self.help(seat),
                Asked::Where => self.tell_where(),
                Asked::Nonsense(what) => {
                    self.say(&format!("{what}. As in taxi 46; ? lists the set of moves."));
                }
                Asked::Undo if self.table.undo() => {
                    self.leave(is_hidden);
                    self.say("Taken back.");
                    self.told = self.table.entries();
                    return Ok(true);
                }
                Asked::Undo => self.say("There is no move of yours to take back."),
                Asked::Do(action) => match self.table.act(action) {
                    Ok(()) => {
                        self.leave(is_hidden);
                        self.tell_news();
                        return Ok(true);
                    }
                    Err(rule) => self.refuse(&rule),
                },
            }
        }
    }

    /// Nobody else sees what stood on Mr X's screen.
    fn leave(&mut self, is_hidden: bool) {
        if is_hidden {
            self.clear();
        }
    }

    fn session(&mut self, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<Then> {
        loop {
            if self.play_on(out)? {
                return Ok(Then::Done);
            }
            let goes_on = match self.table.turn() {
                Turn::Seat(seat) => self.ask(seat, input, out)?,
                Turn::World | Turn::Over(_) => {
                    self.show(self.eyes());
                    self.hand_on(out)?;
                    match self.table.offer_another(input, out)? {
                        After::Another => return Ok(Then::Another),
                        After::Done => return Ok(Then::Done),
                        After::Undone => {
                            self.told = self.table.entries();
                            true
                        }
                    }
                }
            };
            if !goes_on {
                // Nothing of Mr X's stays on the screen.
                self.leave(self.hides() && self.table.turn() == Turn::Seat(MR_X));
                self.hand_on(out)?;
                return Ok(Then::Done);
            }
        }
    }
}

/// Whether an event is told by itself; the others stand in what is shown.
fn is_news(event: &Event) -> bool {
    !matches!(event, Event::Opened { .. } | Event::GameOver { .. })
}

impl Console for YardConsole {
    fn past(&mut self, now: &dyn AnyReplay) -> Result<(), Broken> {
        self.table.past(now)?;
        self.told = self.table.entries();
        Ok(())
    }

    fn keeps_its_past(&self) -> bool {
        true
    }

    fn screen(&mut self, is_one: bool) {
        self.is_screen = is_one;
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

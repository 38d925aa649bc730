//! People and built-in players at one terminal.
//!
//! A placement is a field (`c2`), a move two (`c2 c5`). Beside them there are `?` for what can be
//! done (`? c2` for one penguin), `undo` and `quit`; the end of the input ends the session like
//! `quit`.

use std::io::{self, Write};

use anstyle::{AnsiColor, Color, Style};

use super::transcript::count;
use super::{Action, Field, Fishing, Place, rules};
use crate::engine::any::{AnyReplay, RecordError, Sink};
use crate::engine::budget::StopFlag;
use crate::engine::game::{Seat, Turn};
use crate::engine::replay::{Broken, Header};
use crate::engine::transcript::Transcript;
use crate::error::quoted;
use crate::games::table::{After, Table, Went};
use crate::games::{Console, Input, Prompt, Then};

pub use crate::games::table::HUMAN;

/// A penguin's colour by its player.
const COLOURS: [AnsiColor; 9] = [
    AnsiColor::BrightRed,
    AnsiColor::BrightGreen,
    AnsiColor::BrightYellow,
    AnsiColor::BrightMagenta,
    AnsiColor::BrightCyan,
    AnsiColor::Red,
    AnsiColor::Green,
    AnsiColor::Yellow,
    AnsiColor::Magenta,
];

/// The session of one game.
pub struct FishingConsole {
    table: Table<Fishing>,
    colour: bool,
    text: String,
}

/// What a person asked for.
enum Asked {
    Place(Place),
    Move(Place, Place),
    Help(Option<Place>),
    Undo,
    Quit,
    Nothing,
    Nonsense(String),
}

fn parse(line: &str) -> Asked {
    let lower = line.trim().to_ascii_lowercase();
    let words: Vec<_> = lower.split_whitespace().collect();
    let place = |word: &str| {
        let place = word.parse::<Place>();
        place.map_err(|_| format!("`{}` is no field", quoted(word)))
    };
    let asked = match words.as_slice() {
        [] => return Asked::Nothing,
        ["undo"] => return Asked::Undo,
        ["quit" | "exit"] => return Asked::Quit,
        ["?" | "help"] => return Asked::Help(None),
        ["?" | "help", from] => place(from).map(|from| Asked::Help(Some(from))),
        [at] => place(at).map(Asked::Place),
        [from, to] => place(from).and_then(|from| Ok(Asked::Move(from, place(to)?))),
        _ => Err(format!("`{}` is no turn", quoted(&lower))),
    };
    asked.unwrap_or_else(Asked::Nonsense)
}

impl FishingConsole {
    /// Sits the header's players down. In a game without a person one takes the first seat.
    ///
    /// # Errors
    /// A header that this program cannot play.
    pub fn open(header: &mut Header, stop: &StopFlag) -> Result<Self, RecordError> {
        Ok(FishingConsole {
            table: Table::open(header, stop)?,
            colour: false,
            text: String::new(),
        })
    }

    fn say(&mut self, what: &str) {
        self.text.push_str(what);
        self.text.push('\n');
    }

    fn hand_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.text.as_bytes())?;
        self.text.clear();
        Ok(())
    }

    fn paint(&self, text: &str, style: Style) -> String {
        if self.colour {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    /// A field, three columns wide: fish as a digit, a penguin as `P` and its player, water as a
    /// blank; a floe that a turn can reach has a mark behind it.
    fn cell(&self, field: Field, is_target: bool) -> String {
        let mark = if is_target { '*' } else { ' ' };
        match (field.fish(), field.player()) {
            (0, 0) => {
                let water = Style::new().bg_color(Some(Color::Ansi(AnsiColor::Blue)));
                if self.colour {
                    self.paint("   ", water)
                } else {
                    " . ".into()
                }
            }
            (0, player) => {
                let colour = COLOURS[usize::from(player - 1) % COLOURS.len()];
                self.paint(&format!("P{player} "), colour.on_default().bold())
            }
            (fish, _) => {
                let style = if is_target {
                    Style::new().bold()
                } else {
                    Style::new()
                };
                self.paint(&format!(" {fish}{mark}"), style)
            }
        }
    }

    /// The board with coordinates, what can be reached from `from` or by a placement marked, and
    /// the players' fish.
    fn show(&mut self, from: Option<Place>) {
        let state = self.table.state();
        let grid = &state.grid;
        let mut targets: Vec<Place> = Vec::new();
        match (state.next, from) {
            (Some(_), Some(from)) => targets.extend(grid.lines(from)),
            (Some(seat), None) if self.table.is_person(seat) => {
                let mut legal = Vec::new();
                if state.moving {
                    rules::moves(grid, state.players[seat.index()].number, &mut legal);
                } else {
                    rules::placements(grid, &mut legal);
                }
                targets.extend(legal.iter().map(|action| match *action {
                    Action::Place { at } => at,
                    Action::Move { to, .. } => to,
                }));
            }
            _ => {}
        }
        let mut text = String::from("   ");
        for column in 0..grid.columns() {
            let name = Place { row: 0, column }.to_string();
            text.push_str(&format!("{:>2} ", name.trim_end_matches('1')));
        }
        for row in 0..grid.rows() {
            text.truncate(text.trim_end().len());
            text.push_str(&format!("\n{:>2} ", row + 1));
            for column in 0..grid.columns() {
                let place = Place { row, column };
                text.push_str(&self.cell(grid.get(place), targets.contains(&place)));
            }
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        let scores: Vec<_> = (0..)
            .zip(&state.players)
            .map(|(seat, player)| {
                let number = match player.number {
                    0 => String::new(),
                    number => format!("P{number} "),
                };
                format!(
                    "{number}{}: {}",
                    self.table.game().id(Seat(seat)),
                    count(player.fish.into())
                )
            })
            .collect();
        text.push_str(&scores.join(", "));
        self.say(&text);
    }

    /// Tells the turn that was just played.
    fn tell(&mut self, words: &str) {
        self.say(words);
    }

    fn prompt(&self, seat: Seat) -> String {
        let id = self.table.game().id(seat);
        if self.table.state().moving {
            format!("{id}, from and to? ")
        } else {
            format!("{id}, place where? ")
        }
    }

    /// The turns of the world and of players that are no people. True when it was interrupted.
    fn play_on(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        loop {
            match self.table.turn() {
                Turn::Over(_) => return Ok(false),
                Turn::Seat(seat) if self.table.is_person(seat) => return Ok(false),
                Turn::World => {
                    self.table.step();
                }
                Turn::Seat(seat) => {
                    self.hand_on(out)?;
                    out.flush()?;
                    let before = self.table.state().clone();
                    if self.table.step() == Went::Interrupted {
                        return Ok(true);
                    }
                    let words = self.difference(&before, seat);
                    self.tell(&words);
                }
            }
        }
    }

    /// What a seat did between two states.
    fn difference(&self, before: &super::State, seat: Seat) -> String {
        let (id, now) = (self.table.game().id(seat), self.table.state());
        let own = now.players[seat.index()].number;
        let changed = before
            .grid
            .places()
            .filter(|at| before.grid.get(*at) != now.grid.get(*at));
        let (mut from, mut to) = (None, None);
        for place in changed {
            if now.grid.get(place).player() == own {
                to = Some(place);
            } else {
                from = Some(place);
            }
        }
        let fish = now.players[seat.index()].fish - before.players[seat.index()].fish;
        let fish = count(u64::from(fish));
        match (from, to) {
            (Some(from), Some(to)) => format!("{id} moves {from} to {to}: {fish}"),
            (None, Some(at)) => format!("{id} places a penguin on {at}: {fish}"),
            _ => format!("{id} is out"),
        }
    }

    fn act(&mut self, seat: Seat, action: Action) {
        let before = self.table.state().clone();
        match self.table.act(action) {
            Ok(()) => {
                let words = self.difference(&before, seat);
                self.tell(&words);
            }
            Err(rule) => self.refuse(&rule.to_string()),
        }
    }

    fn refuse(&mut self, why: &str) {
        let how = if self.table.state().moving {
            "A move is two fields, as in c2 c5"
        } else {
            "A placement is a field, as in c2"
        };
        self.say(&format!("{why}. {how}; ? lists what can be done."));
    }

    fn help(&mut self, seat: Seat, only: Option<Place>) {
        let state = self.table.state();
        let mut legal = Vec::new();
        if state.moving {
            rules::moves(&state.grid, state.players[seat.index()].number, &mut legal);
        } else {
            rules::placements(&state.grid, &mut legal);
        }
        legal.retain(|action| match (action, only) {
            (Action::Move { from, .. }, Some(only)) => *from == only,
            _ => true,
        });
        let mut lines = Vec::new();
        for action in legal {
            lines.extend_from_slice(b"  ");
            self.table.game().action(state, seat, &action, &mut lines);
            lines.push(b'\n');
        }
        let lines = String::from_utf8_lossy(&lines).into_owned();
        self.text.push_str(&lines);
        if only.is_some_and(|from| state_has(self.table.state(), from)) {
            self.show(only);
        }
        self.say("  undo takes your last turn back, quit ends the game");
    }

    /// One question to a person. False when the session ends.
    fn ask(&mut self, seat: Seat, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<bool> {
        self.show(None);
        let question = self.prompt(seat);
        loop {
            self.hand_on(out)?;
            let Some(line) = input.line(out, Prompt::New(&question))? else {
                out.write_all(b"\n")?;
                return Ok(false);
            };
            match parse(&line) {
                Asked::Nothing => {}
                Asked::Quit => return Ok(false),
                Asked::Help(only) => self.help(seat, only),
                Asked::Nonsense(what) => self.refuse(&what),
                Asked::Undo if self.table.undo() => {
                    self.say("Taken back: the board before your last turn.");
                    return Ok(true);
                }
                Asked::Undo => self.say(&Table::<Fishing>::nothing_to_undo()),
                Asked::Place(at) => {
                    self.act(seat, Action::Place { at });
                    return Ok(true);
                }
                Asked::Move(from, to) => {
                    self.act(seat, Action::Move { from, to });
                    return Ok(true);
                }
            }
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
                    self.show(None);
                    let words = self.table.game().ending_words(self.table.state());
                    self.say(&words);
                    self.hand_on(out)?;
                    match self.table.offer_another(input, out)? {
                        After::Another => return Ok(Then::Another),
                        After::Done => return Ok(Then::Done),
                        After::Undone => true,
                    }
                }
            };
            if !goes_on {
                self.hand_on(out)?;
                return Ok(Then::Done);
            }
        }
    }
}

fn state_has(state: &super::State, place: Place) -> bool {
    state.grid.holds(place) && state.grid.get(place).player() > 0
}

impl Console for FishingConsole {
    fn past(&mut self, now: &dyn AnyReplay) -> Result<(), Broken> {
        self.table.past(now)
    }

    fn keeps_its_past(&self) -> bool {
        true
    }

    fn colours(&mut self, on: bool) {
        self.colour = on;
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

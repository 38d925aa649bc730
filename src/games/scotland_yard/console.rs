//! People and built-in players at one terminal.
//!
//! Moves are typed as `taxi 46`, `double bus 13 secret 23`, `pass`. Beside them there are `?` for
//! the set of moves, `where` for the stations where Mr X can be, `undo` and `quit`; the end of the
//! input ends the session like `quit`. Where people play both sides, Mr X's screen is cleared
//! before anybody else looks, and his moves stay out of the line history.

use super::board::{Station, Ticket};
use super::knowledge::Knowledge;
use super::{Action, Event, Illegal, MR_X, ScotlandYard, TicketLeg};
use chase_core::error::quoted;
use chase_core::extras::Insight as _;
use chase_core::game::{Game, Seat};
use chase_core::transcript::{Transcript, text};
use chase_kit::console::{Asked, PlayedTurn, TableConsole, Talk, clear_screen};
use chase_kit::table::Table;

/// A longer set of moves is not shown whole unless it is asked for.
const SET_CHARS_MAX: usize = 400;
/// The width of lists where there is no terminal, in characters.
const WIDTH: usize = 80;

/// The game's part of a terminal session: it parses commands and prints events.
#[derive(Debug)]
pub(crate) struct YardTalk {
    is_screen: bool,
    /// The greatest number of characters in a line of a list.
    width: usize,
    /// Turns that were told already.
    told: usize,
}

impl Default for YardTalk {
    fn default() -> Self {
        YardTalk { is_screen: false, width: WIDTH, told: 0 }
    }
}

/// The session of one game.
pub(crate) type YardConsole = TableConsole<YardTalk>;

/// A question that a person can ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TalkQuestion {
    /// The set of moves.
    Moves,
    /// The stations where Mr X can be.
    Where,
}

fn leg(ticket: &str, to: &str) -> Result<TicketLeg, String> {
    let kind = Ticket::parse(ticket).filter(|ticket| *ticket != Ticket::Double);
    let ticket = kind.ok_or_else(|| format!("`{}` is no ticket for a step", quoted(ticket)))?;
    let to = to.parse::<Station>().map_err(|_| "a station is a number")?;
    Ok(TicketLeg { ticket, to })
}

fn say(out: &mut Vec<u8>, what: &str) {
    text(out, format_args!("{what}\n"));
}

/// Returns true if a person plays a detective.
fn has_detective(table: &Table<ScotlandYard>) -> bool {
    let seats = table.game().setting().detectives();
    seats.into_iter().any(|seat| table.is_person(seat))
}

/// Returns true if a seat's screen must be hidden from other people: Mr X's, where others play
/// detectives.
fn hides(table: &Table<ScotlandYard>, seat: Seat) -> bool {
    seat == MR_X && table.is_person(MR_X) && has_detective(table)
}

/// The seat from whose view events are told to all.
fn eyes(table: &Table<ScotlandYard>) -> Seat {
    if has_detective(table) { Seat(1) } else { MR_X }
}

/// Everything a seat sees of the moment.
fn moment(table: &Table<ScotlandYard>, seat: Seat, out: &mut Vec<u8>) {
    let game = table.game();
    let state = game.viewed_state(table.state(), seat.into());
    out.push(b'\n');
    game.moment(&state, &table.header().players, out);
}

/// The set of moves, in lines of at most `width` characters as far as a move is not longer.
fn tell_moves(table: &Table<ScotlandYard>, seat: Seat, width: usize, out: &mut Vec<u8>) {
    let mut legal = Vec::new();
    let legal = table.game().legal(table.state(), seat, &mut legal);
    say(out, "Legal moves:");
    for entry in super::rules::set_words(legal).split("; ") {
        tell_list(entry, width, out);
    }
    let more =
        "type where for the stations where Mr X can be, undo to take back, quit to end the game";
    tell_list(more, width, out);
}

/// A list in indented lines that end behind a comma.
fn tell_list(list: &str, width: usize, out: &mut Vec<u8>) {
    let mut line = String::from("  ");
    let mut items = list.split(", ").peekable();
    while let Some(item) = items.next() {
        let comma = if items.peek().is_some() { "," } else { "" };
        let is_first = line.trim_start().is_empty();
        if !is_first && line.len() + 1 + item.len() + comma.len() > width {
            say(out, &line);
            line = String::from("   ");
        }
        let gap = if is_first { "" } else { " " };
        line.push_str(&format!("{gap}{item}{comma}"));
    }
    say(out, &line);
}

/// Prints where everybody can work out that Mr X is.
fn tell_where(table: &Table<ScotlandYard>, out: &mut Vec<u8>) {
    let game = table.game();
    let mut knowledge = Knowledge::new(game.setting());
    let mut state = game.start();
    for event in table.history().cycles().flat_map(|cycle| cycle.events) {
        knowledge.take_in(&game.setting().shown(&state.public, event));
        // It was played, so it can happen.
        let _ = game.apply(&mut state, event);
    }
    knowledge.text(out);
}

/// Returns true if an event is told by itself; the others can be seen in the display.
fn is_news(event: &Event) -> bool {
    !matches!(event, Event::Opened { .. } | Event::GameOver { .. })
}

impl YardTalk {
    /// Clears the screen, where there is one and it must be hidden.
    fn clear(&self, table: &Table<ScotlandYard>, seat: Seat, out: &mut Vec<u8>) {
        if self.is_screen && hides(table, seat) {
            clear_screen(out);
        }
    }
}

impl Talk for YardTalk {
    type Game = ScotlandYard;
    type Question = TalkQuestion;

    fn resumed(&mut self, table: &Table<ScotlandYard>) {
        self.told = table.entries();
    }

    /// Tells the turns since the last ones told, as everybody may hear them.
    fn tell(&mut self, table: &Table<ScotlandYard>, _: PlayedTurn, out: &mut Vec<u8>) {
        let (game, eyes) = (table.game(), eyes(table));
        let mut state = game.start();
        let turns = table.history().cycles().flat_map(|cycle| cycle.turns());
        let mut count = 0;
        for (_, events) in turns {
            for event in events {
                if count >= self.told && is_news(event) {
                    let before = game.viewed_state(&state, eyes.into());
                    if let Some(seen) = game.seen(&state, event, eyes) {
                        game.event(&before, &seen, out);
                        out.push(b'\n');
                    }
                }
                // It was played, so it can happen.
                let _ = game.apply(&mut state, event);
            }
            count += 1;
        }
        self.told = count;
    }

    fn call(&self, table: &Table<ScotlandYard>, seat: Seat) -> Option<String> {
        let question = "Mr X's turn: the detectives look away, Mr X presses Enter ";
        hides(table, seat).then(|| question.to_owned())
    }

    fn show(&mut self, table: &Table<ScotlandYard>, seat: Seat, out: &mut Vec<u8>) {
        self.clear(table, seat, out);
        moment(table, seat, out);
    }

    fn prompt(&self, table: &Table<ScotlandYard>, seat: Seat) -> String {
        let setting = table.game().setting();
        let name = setting.name(seat);
        if seat == MR_X {
            let round = table.state().public.round + 1;
            let reveals = setting.reveals(round);
            let note = if reveals { ", which reveals you" } else { "" };
            format!("{name} (Mr X), round {round}{note}, your move? ")
        } else {
            format!("{name}, your move? ")
        }
    }

    fn parse(&self, _: &Table<ScotlandYard>, _: Seat, line: &str) -> Asked<Action, TalkQuestion> {
        let lower = line.trim().to_ascii_lowercase();
        let words: Vec<_> = lower.split_whitespace().collect();
        let action = match words.as_slice() {
            [] => return Asked::Nothing,
            ["undo"] => return Asked::Undo,
            ["q" | "quit" | "exit"] => return Asked::Quit,
            ["?" | "help"] => return Asked::Look(TalkQuestion::Moves),
            ["where"] => return Asked::Look(TalkQuestion::Where),
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

    fn look(
        &mut self,
        table: &Table<ScotlandYard>,
        seat: Seat,
        at: TalkQuestion,
        out: &mut Vec<u8>,
    ) {
        match at {
            TalkQuestion::Moves => tell_moves(table, seat, self.width, out),
            TalkQuestion::Where => tell_where(table, out),
        }
    }

    fn refuse(&mut self, _: &Table<ScotlandYard>, why: &str, out: &mut Vec<u8>) {
        say(out, &format!("{why}. Type a move as in taxi 46; ? lists the legal moves."));
    }

    fn forbid(&mut self, _: &Table<ScotlandYard>, rule: &Illegal, out: &mut Vec<u8>) {
        let all = rule.to_string();
        if all.len() <= SET_CHARS_MAX {
            say(out, &all);
            return;
        }
        if let Illegal::NotInTheSet { action, set } = rule {
            let is_double = |it: &&Action| matches!(it, Action::Double { .. });
            let singles: Vec<_> = set.iter().filter(|it| !is_double(it)).copied().collect();
            let doubles = set.len() - singles.len();
            let singles = super::rules::set_words(&singles);
            let line = format!(
                "`{action}` is not a legal move; legal: {singles}; and {doubles} doubles (? lists them)"
            );
            say(out, &line);
        }
    }

    fn undone(&mut self, table: &Table<ScotlandYard>, at_the_end: bool, out: &mut Vec<u8>) {
        if !at_the_end {
            say(out, "Taken back.");
        }
        self.told = table.entries();
    }

    /// Nobody else sees what stood on Mr X's screen.
    fn leave(&mut self, table: &Table<ScotlandYard>, seat: Seat, out: &mut Vec<u8>) {
        self.clear(table, seat, out);
    }

    fn result(&mut self, table: &Table<ScotlandYard>, out: &mut Vec<u8>) {
        moment(table, eyes(table), out);
    }

    fn screen(&mut self, is_one: bool) {
        self.is_screen = is_one;
    }

    fn width(&mut self, columns: usize) {
        self.width = columns;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_breaks_between_its_items() {
        let list = "double taxi 2 and then taxi 3, bus 3, secret 11, taxi 19";
        let told = |width| {
            let mut out = Vec::new();
            tell_list(list, width, &mut out);
            String::from_utf8(out).expect("text")
        };
        let narrow = "  double taxi 2 and then taxi 3,\n    bus 3, secret 11,\n    taxi 19\n";
        assert_eq!(told(22), narrow);
        let exact = "  double taxi 2 and then taxi 3, bus 3,\n    secret 11, taxi 19\n";
        assert_eq!(told(39), exact);
        assert_eq!(told(58), format!("  {list}\n"));
    }
}

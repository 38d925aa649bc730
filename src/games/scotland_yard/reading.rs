//! Reads transcripts of Scotland Yard: our own, and those made for the detectives, in which Mr X's
//! station stays unknown.

use super::board::Ticket;
use super::scenario::{Colour, PLAYERS_MAX};
use super::trace::{
    BANNER, COMPLETE, DOUBLE, FOR_DETECTIVES, LAST_KNOWN, LOST, MOVE, OVER, ROTATION, ROUND,
    TOLD_GAP, column, lost,
};
use chase_core::blocks::{BlockLines, Blocks, in_one_line};
use chase_core::trace::{Cell, TraceError};

const LAST_SEEN: &str = "Mr X was last seen: ";

/// A transcript being read.
#[derive(Debug)]
pub struct Reading {
    /// Rounds started, as far as the lines told them.
    round: u64,
    /// A double was told, and its legs come next.
    in_double: bool,
    /// True once the newest block's places were read to the end.
    is_whole: bool,
    /// The announcements of the newest block, line by line.
    told: Vec<String>,
    /// The colours whose places the newest block has shown.
    placed: [bool; PLAYERS_MAX],
    /// True if the text was made for the detectives.
    is_public: bool,
}

impl Default for Reading {
    fn default() -> Self {
        Reading {
            round: 0,
            in_double: false,
            is_whole: true,
            told: Vec::new(),
            placed: [true; PLAYERS_MAX],
            is_public: false,
        }
    }
}

/// A colour at the beginning of a line, and the rest.
fn coloured(line: &str) -> Option<(usize, &str)> {
    let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
    let colour = Colour::ALL.into_iter().find(|it| it.name() == name)?;
    Some((colour as usize, rest.trim()))
}

/// Returns true if words are an action: tickets with stations, or a pass.
fn is_action(words: &str) -> bool {
    let words: Vec<_> = words.split(' ').collect();
    let is_leg = |leg: &[&str]| {
        Ticket::parse(leg[0]).is_some_and(|ticket| ticket != Ticket::Double)
            && leg[1].parse::<u16>().is_ok()
    };
    match words.as_slice() {
        ["pass"] => true,
        [_, _] => is_leg(&words),
        ["double", _, _, _, _] => is_leg(&words[1..3]) && is_leg(&words[3..5]),
        _ => false,
    }
}

impl BlockLines for Reading {
    fn take(&mut self, blocks: &mut Blocks, line: &str, is_last: bool) -> Result<bool, TraceError> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(false);
        }
        if let Some(number) = line.strip_prefix(ROTATION)
            && line != COMPLETE
        {
            return self.begin(blocks, number, is_last);
        }
        if !blocks.is_open() {
            self.opening(blocks, line);
            return Ok(false);
        }
        let taken = self.told(blocks, line) || self.place(blocks, line);
        if taken && !self.is_whole && !self.placed.contains(&true) && !line.starts_with(OVER) {
            self.told.push(line.to_owned());
        }
        match () {
            () if taken => Ok(false),
            () if line == BANNER => Err(Blocks::second_game()),
            () if is_last => Ok(false),
            () => Err(Blocks::no_line_of("Scotland Yard", line)),
        }
    }

    fn complete(&mut self, blocks: &mut Blocks) -> Result<bool, TraceError> {
        if self.is_whole {
            self.check_places(blocks);
        }
        Ok(false)
    }

    fn is_in_a_block(&self) -> bool {
        !self.is_whole
    }
}

impl Reading {
    fn begin(
        &mut self,
        blocks: &mut Blocks,
        number: &str,
        is_last: bool,
    ) -> Result<bool, TraceError> {
        if !blocks.take_head(number, is_last, "`Rotation N`")? {
            return Ok(false);
        }
        self.check_places(blocks);
        self.in_double = false;
        self.is_whole = false;
        self.told.clear();
        self.placed = [false; PLAYERS_MAX];
        let finished = blocks.begin(column::ROUND);
        blocks.now().cells[column::ROUND] = Cell::Number(self.round);
        Ok(finished)
    }

    /// A block that ends has a line for everybody, and one for where Mr X was last seen.
    fn check_places(&self, blocks: &mut Blocks) {
        if !blocks.is_open() {
            return;
        }
        let players = blocks.said.iter().find(|(what, _)| what == "players");
        let players = players.map_or("", |(_, colours)| colours.as_str());
        let missing = |colour: &&Colour| {
            let is_playing = players.split(", ").any(|name| name == colour.name());
            is_playing && !self.placed[**colour as usize]
        };
        let missing: Vec<_> = Colour::ALL.iter().filter(missing).map(|it| it.name()).collect();
        for name in missing {
            blocks.remark(format!("the line of {name} is missing above"), true);
        }
        if !self.is_whole {
            let what = format!("the line `{LAST_SEEN}` is missing above");
            blocks.remark(what, true);
        }
    }

    fn opening(&mut self, blocks: &mut Blocks, line: &str) {
        let said = [("Board: ", "board"), ("Players: ", "players")];
        let plain = line.trim_end_matches('.');
        for (head, what) in said {
            if let Some(value) = plain.strip_prefix(head) {
                blocks.say(what, value);
            }
        }
        if let Some((rounds, reveals)) =
            plain.strip_prefix("Rounds: ").and_then(|rest| rest.split_once(", "))
        {
            let reveals = reveals.strip_prefix("revealing in ").unwrap_or("");
            blocks.say("rounds", rounds);
            blocks.say("reveals", reveals);
        }
        if line == FOR_DETECTIVES {
            self.is_public = true;
            let what =
                "it was made for the detectives, so it gives Mr X's station only where he was seen";
            blocks.remark(what.into(), false);
        }
    }

    /// A line that tells something. False when it is none.
    fn told(&mut self, blocks: &mut Blocks, line: &str) -> bool {
        if let Some(ending) = line.strip_prefix(OVER) {
            blocks.ends_with(&format!("{OVER}{ending}"));
            return true;
        }
        if line == COMPLETE {
            return true;
        }
        if let Some(round) = line.strip_prefix(ROUND) {
            let round = round.split_once(" started").map(|(round, _)| round);
            let Some(round) = round.and_then(|round| round.parse().ok()) else {
                return false;
            };
            self.round = round;
            blocks.now().cells[column::ROUND] = Cell::Number(round);
            return true;
        }
        if let Some(words) = line.strip_prefix(DOUBLE) {
            self.in_double = true;
            return moved(blocks, words);
        }
        if let Some(words) = line.strip_prefix(MOVE) {
            let is_leg = self.in_double && words.starts_with(Colour::Black.name());
            return is_leg || moved(blocks, words);
        }
        let lost_turn = line.strip_prefix(LOST);
        if let Some((name, cause)) = lost_turn.and_then(|words| words.split_once(", "))
            && let Some((n, "")) = coloured(name)
        {
            blocks.now().cells[column::MOVE + n] = Cell::Text(lost(cause).into());
            return true;
        }
        false
    }

    /// A line that says where somebody is, or where Mr X was seen. False when it is none.
    fn place(&mut self, blocks: &mut Blocks, line: &str) -> bool {
        if let Some(seen) = line.strip_prefix(LAST_SEEN) {
            let station = if seen == "nowhere" { Some(0) } else { seen.parse().ok() };
            let Some(station) = station else {
                return false;
            };
            blocks.now().cells[column::LAST_KNOWN] = Cell::Number(station);
            if !self.is_public {
                let told = self.told.join(TOLD_GAP);
                blocks.now().cells[column::TOLD] = Cell::Text(told.into());
            }
            self.is_whole = true;
            return true;
        }
        let Some((n, rest)) = coloured(line) else {
            return false;
        };
        let (station, tickets) = rest.split_once(' ').unwrap_or((rest, ""));
        match station.parse() {
            Ok(station) => blocks.now().cells[column::STATION + n] = Cell::Number(station),
            Err(_) if station == "?" => {}
            Err(_) => return false,
        }
        if std::mem::replace(&mut self.placed[n], true) {
            let what = format!("a second line of {}", Colour::ALL[n].name());
            blocks.remark(what, true);
        }
        let tickets = in_one_line(tickets);
        if !tickets.is_empty() {
            blocks.now().cells[column::TICKETS + n] = Cell::Text(tickets.into());
        }
        true
    }
}

/// Reads the action of a player from a line. A move whose end is not told stays unknown.
fn moved(blocks: &mut Blocks, words: &str) -> bool {
    let Some((n, action)) = coloured(words) else {
        return false;
    };
    if action.contains(LAST_KNOWN) || !is_action(action) {
        // Only Mr X hides where he goes.
        return n == Colour::Black as usize;
    }
    blocks.now().cells[column::MOVE + n] = Cell::Text(action.into());
    true
}

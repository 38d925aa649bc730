//! Reads transcripts of the chase from wherever they come: any edition's banner, prompts with or
//! without what was typed, repeated displays, `stats` and `map`, CRLF, an end that is cut off.
//!
//! What is laid out otherwise is read as far as its meaning is beyond doubt, with a remark. A
//! remark never makes a cell known that the text does not show.

mod alike;
mod map_lines;
mod notes;

use std::collections::BTreeMap;

use notes::{Common, Notes};

use super::edition::Edition;
use super::exact_lines::{AWAY_TO, CAUGHT_IN};
use super::lines::{
    COMMANDS, MAP_CITIES, MapText, PROMPT, StatsLine, cities_line, city_statement, digits,
    hours_promised, is_banner, is_head, is_of_an_hour, is_prompt, loose_hour, other_prompt,
};
use super::trace::{COLUMNS, TRACE, column, is_last_line, names_a_city};
use super::{AGENTS, THIEF, nearest};
use chase_kit::trace::{AlikeCycles, Cell, Remark, TextEnd, TraceError, TraceReader, TraceRow};
use chase_world::error::quoted;

/// The prompt as it is known by: a blank at its end may be lost.
const ASKED: &[u8] = PROMPT.as_bytes().trim_ascii_end();
/// The beginning of lines that another edition prints between hours when it finds no path.
const ASIDE: &str = "*** ";

/// A transcript of the chase being read.
#[derive(Debug)]
pub struct Reading {
    /// The newest hour that is finished, and the one being read.
    done: TraceRow,
    now: TraceRow,
    is_open: bool,
    /// The display being read, of a new hour or again of the present one.
    block: TraceRow,
    expect: Expect,
    line: u64,
    notes: Notes,
    /// True if the head of the newest hour is not laid out as the reference's.
    is_loose: bool,
    /// The doubt about the head of the hour being read, where its layout is not the reference's,
    /// until the next lines settle whether it is an hour.
    doubt: Option<Doubt>,
    /// The prompt of this program, where it is not the reference's.
    prompt: Option<Vec<u8>>,
    /// True if a command was asked for and nothing that is known stands behind it yet.
    is_asked: bool,
    /// The hours in a row, up to the newest, each of which a prompt stands before.
    hours_asked: u64,
    /// The newest line on which something unknown stands behind a prompt: typed, or printed.
    answer: Option<(u64, String)>,
    hours: Option<String>,
    /// The city where the thief is heading.
    getaway: Option<String>,
    map: MapText,
    names: BTreeMap<i64, String>,
    end: TextEnd,
}

/// An hour's head that is not laid out as the reference's.
#[derive(Debug)]
struct Doubt {
    line: u64,
    text: String,
    hour: u64,
    /// A prompt that seems to stand before it.
    prompt: Option<String>,
    /// The end of the text if this is no hour.
    end: TextEnd,
}

/// The lines that the line before promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expect {
    Anything,
    /// Under `Hour N`: the agents' line, or the first of `stats`.
    Block,
    /// Under the agents' line: their cities.
    Cities,
    /// Within `stats`: this agent's line.
    Stats(usize),
}

impl Default for Reading {
    fn default() -> Self {
        let row = TraceRow::unknown(column::COUNT);
        Reading {
            done: row.clone(),
            now: row.clone(),
            block: row,
            is_open: false,
            expect: Expect::Anything,
            line: 0,
            notes: Notes::default(),
            is_loose: false,
            doubt: None,
            prompt: None,
            is_asked: false,
            hours_asked: 0,
            answer: None,
            hours: None,
            getaway: None,
            map: MapText::default(),
            names: BTreeMap::new(),
            end: TextEnd::Cut,
        }
    }
}

impl Reading {
    /// The city where `stats` says that the thief is heading: `[3]`.
    pub fn getaway(&self) -> Option<&str> {
        self.getaway.as_deref()
    }

    /// The hours in a row, up to the newest, each of which a prompt stands before.
    pub fn hours_asked(&self) -> u64 {
        self.hours_asked
    }

    /// The text that `map` printed, if it was called.
    pub fn map(&self) -> &MapText {
        &self.map
    }

    fn remark(&mut self, what: String, contradicts: bool) {
        self.notes.add(self.line, what, contradicts);
    }

    /// A line without prompts and trailing blanks. True when it finished an hour.
    fn take(&mut self, line: &[u8], is_last: bool) -> Result<bool, TraceError> {
        if let Some(number) = line.strip_prefix(b"Hour ")
            && let Some(hour) = digits(number)
        {
            if self.doubt.is_some() {
                self.disbelieve();
            }
            self.is_loose = false;
            self.hour_line(hour, is_last);
            return Ok(false);
        }
        match self.expect {
            Expect::Block if line == COLUMNS.as_bytes() || is_head(line) => {
                self.expect = Expect::Cities;
                if self.doubt.is_some() {
                    self.believe();
                }
                return Ok(false);
            }
            Expect::Cities if !line.is_empty() => {
                self.expect = Expect::Anything;
                self.block.cut = is_last;
                let behind = cities_line(line, &mut self.block)?;
                if !behind.is_empty() {
                    let behind = quoted(&String::from_utf8_lossy(behind));
                    self.remark(format!("`{behind}` after the cities was ignored"), false);
                }
                return Ok(self.absorb());
            }
            _ => {}
        }
        if line.is_empty() {
            return Ok(false);
        }
        self.rare(line, is_last)
    }

    #[inline]
    fn hour_line(&mut self, hour: u64, is_last: bool) {
        if !is_last {
            self.block.reset(hour);
            self.block.is_asked = std::mem::take(&mut self.is_asked);
            self.expect = Expect::Block;
        }
        self.end = TextEnd::Cut;
    }

    /// Everything that does not stand in every hour.
    #[cold]
    fn rare(&mut self, line: &[u8], is_last: bool) -> Result<bool, TraceError> {
        let text = std::str::from_utf8(line).map_err(|error| TraceError {
            column: String::from_utf8_lossy(&line[..error.valid_up_to()]).chars().count() + 1,
            what: "bytes that are not UTF-8".into(),
        })?;
        if matches!(self.expect, Expect::Block | Expect::Stats(_))
            && let Some(stats) = StatsLine::of(text)
        {
            self.believe();
            return Ok(self.stats_line(&stats));
        }
        self.disbelieve();
        let promised = std::mem::replace(&mut self.expect, Expect::Anything);
        if is_last && promised != Expect::Anything {
            return Ok(false);
        }
        if promised == Expect::Block {
            return Err(TraceError {
                column: 1,
                what: format!("expected the agents' line under `Hour {}`", self.block.cycle),
            });
        }
        if self.map_line(text, is_last)? || self.ending_line(text, is_last) {
            self.is_asked = false;
            return Ok(false);
        }
        if self.loose_hour(text, is_last) {
            return Ok(false);
        }
        if text.starts_with("Hour ") {
            return Err(TraceError {
                column: "Hour ".len() + 1,
                what: "expected an hour's number".into(),
            });
        }
        if !self.is_open {
            if let Some(hours) = hours_promised(text) {
                self.hours = Some(hours.to_owned());
            }
            if let Some(edition) = Edition::of_banner(text)
                && edition != Edition::default()
            {
                let (banner, names) = (edition.title(), edition.names());
                let what = format!("the banner `{banner}` is that of edition {names}");
                self.remark(what, false);
            }
            return Ok(false);
        }
        if is_banner(text) {
            let what = "a second game begins here; give one game at a time".into();
            return Err(TraceError { column: 1, what });
        }
        if self.is_no_output(text, is_last) {
            return Ok(false);
        }
        let first = text.find(|c: char| !c.is_whitespace()).unwrap_or(0);
        Err(TraceError {
            column: text[..first].chars().count() + 1,
            what: format!("`{}` is not a line of a police transcript", quoted(text.trim())),
        })
    }

    /// Returns true if a line says nothing about the chase and may be skipped: typed words,
    /// prompts, and lines of other editions. The remarks say so.
    fn is_no_output(&mut self, text: &str, is_last: bool) -> bool {
        if text.split_whitespace().all(|word| COMMANDS.contains(&word)) {
            self.is_asked = true;
            self.typed(text);
        } else if text.starts_with(ASIDE) {
            self.pass_over(text, Common::Aside);
        } else if self.is_asked && self.end != TextEnd::Over && !is_of_an_hour(text) {
            self.pass_over(text, Common::Answer);
        } else if let Some(prompt) = other_prompt(text).filter(|_| self.end != TextEnd::Over) {
            self.learn(self.line, prompt.to_owned());
            self.asked();
            self.typed(&text[prompt.len()..]);
        } else if self.end == TextEnd::Over || is_last {
            self.remark(format!("`{}` was ignored", quoted(text)), false);
        } else {
            return false;
        }
        true
    }

    /// Passes over what a program printed. A text that ends there ends in the middle of things,
    /// for it may be the last word of a program that crashed.
    fn pass_over(&mut self, text: &str, common: Common) {
        self.notes.share(self.line, text, common);
        if self.end != TextEnd::Over {
            self.end = TextEnd::Cut;
        }
    }

    /// Takes an hour's head that is laid out otherwise. Only what stands under it shows that it
    /// was one.
    fn loose_hour(&mut self, text: &str, is_last: bool) -> bool {
        let Some(found) = loose_hour(text).filter(|_| !is_last) else {
            return false;
        };
        self.doubt = Some(Doubt {
            line: self.line,
            text: text.trim().to_owned(),
            hour: found.hour,
            prompt: is_prompt(found.before).then(|| found.before.trim_end().to_owned()),
            end: self.end,
        });
        self.hour_line(found.hour, is_last);
        true
    }

    /// Takes the doubtful head as an hour's, since the lines under it show that it is one.
    fn believe(&mut self) {
        let Some(doubt) = self.doubt.take() else {
            return;
        };
        if let Some(prompt) = doubt.prompt {
            self.block.is_asked = true;
            self.learn(doubt.line, prompt);
            return;
        }
        let common = Common::Head(doubt.hour);
        self.notes.share(doubt.line, &doubt.text, common);
        self.is_loose = true;
    }

    /// Takes the doubtful head as no hour's, since the lines under it show that it is none.
    fn disbelieve(&mut self) {
        if let Some(doubt) = self.doubt.take() {
            let what = format!("`{}` was ignored", quoted(&doubt.text));
            self.notes.add(doubt.line, what, false);
            self.expect = Expect::Anything;
            self.end = doubt.end;
        }
    }

    /// Remembers what this program asks for commands with.
    fn learn(&mut self, line: u64, prompt: String) {
        if self.prompt.is_none() && prompt.as_bytes() != ASKED {
            let shown = quoted(&prompt);
            let what = format!("the prompt is `{shown}`; the reference prints `{PROMPT}`");
            self.notes.add(line, what, false);
            self.prompt = Some(prompt.into_bytes());
        }
    }

    fn typed(&mut self, text: &str) {
        if text.split_whitespace().any(|word| word == "quit") {
            self.end = TextEnd::Quit;
        }
    }

    fn stats_line(&mut self, stats: &StatsLine<'_>) -> bool {
        let agent = match self.expect {
            Expect::Stats(agent) => agent,
            _ => 0,
        };
        self.expect = if agent + 1 < AGENTS { Expect::Stats(agent + 1) } else { Expect::Anything };
        if let Some(id) = stats.city.number().and_then(|id| i64::try_from(id).ok()) {
            self.names.entry(id).or_insert_with(|| stats.name.to_owned());
        }
        match &stats.goal {
            Some((city, _)) if agent == THIEF => self.heads_for(city),
            Some((city, _)) => self.block.cells[column::TIP + agent] = city.clone(),
            None => {}
        }
        if stats.has_star || self.getaway.is_some() {
            let informant = Cell::Number(stats.has_star.into());
            self.block.cells[column::INFORMANT + agent] = informant;
        }
        self.block.cells[column::CITY + agent] = stats.city.clone();
        self.block.cells[column::STAMINA + agent] = stats.stamina.clone();
        let hour = self.block.cycle;
        let finished = self.absorb();
        // The other agents' lines belong to the same hour.
        self.block.reset(hour);
        finished
    }

    fn heads_for(&mut self, getaway: &Cell) {
        let now = format!("[{getaway}]");
        if let Some(old) = self.getaway.as_ref().filter(|old| **old != now) {
            self.notes.add_once(self.line, format!("T's goal was {old}, now it is {now}"), true);
        }
        self.getaway.get_or_insert(now);
    }

    /// Takes the display that was just read: a new hour, or the present one again. True when
    /// that finished the hour before it.
    fn absorb(&mut self) -> bool {
        if !self.is_open {
            self.is_open = true;
            std::mem::swap(&mut self.now, &mut self.block);
            return false;
        }
        if self.block.cycle > self.now.cycle {
            self.hours_asked = if self.block.is_asked { self.hours_asked + 1 } else { 0 };
            std::mem::swap(&mut self.done, &mut self.now);
            std::mem::swap(&mut self.now, &mut self.block);
            return true;
        }
        self.again();
        false
    }

    /// A display of an hour that was shown before.
    #[cold]
    fn again(&mut self) {
        let (shown, now) = (self.block.cycle, self.now.cycle);
        if shown < now {
            self.remark(format!("hour {shown} comes after hour {now}"), true);
            return;
        }
        // A line of `stats` comes with the lines before it: the first mismatch is enough.
        let mut mismatch = None;
        for (n, new) in self.block.cells.iter().enumerate() {
            let old = &mut self.now.cells[n];
            match (&*old, new) {
                (_, Cell::Unknown) => {}
                (Cell::Unknown, new) => *old = new.clone(),
                (old, new) if old != new => {
                    mismatch = mismatch.or(Some((n, old.clone(), new.clone())));
                }
                _ => {}
            }
        }
        self.now.cut |= self.block.cut;
        if let Some((n, old, new)) = mismatch {
            let name = TRACE[n].name;
            let what = format!("hour {now} is shown again: {name} was {old}, now it is {new}");
            self.notes.add_once(self.line, what, true);
        }
    }

    /// Lines of an ending. One may be broken off, and is then known by its beginning.
    fn ending_line(&mut self, text: &str, is_last: bool) -> bool {
        let has = |words| text.contains(words);
        let is_of_somebody = has(CAUGHT_IN) || has(AWAY_TO);
        let text = text.trim();
        let is_ending =
            text.starts_with("YOU WIN") || text.starts_with("GAME OVER") || is_of_somebody;
        if !is_ending || !self.is_open {
            return false;
        }
        let whole = text.starts_with("YOU WIN") || text.starts_with("GAME OVER");
        if !self.now.ending.is_empty() {
            self.now.ending.push('\n');
        }
        self.now.ending.push_str(text);
        self.now.cut = is_last && !is_last_line(text);
        self.end = if whole && !self.now.cut { TextEnd::Over } else { TextEnd::Cut };
        true
    }

    /// Takes prompts off a line; what a person typed behind one is no output.
    fn after_prompts<'a>(&mut self, mut line: &'a [u8]) -> &'a [u8] {
        while let Some(rest) = self.without_prompt(line) {
            line = rest.trim_ascii_start();
            self.disbelieve();
            self.expect = Expect::Anything;
            self.asked();
            let is_output = line.starts_with(b"Hour ")
                || line.starts_with(MAP_CITIES.as_bytes())
                || line.starts_with(b"V=")
                || line.starts_with(b"GAME OVER")
                || line.starts_with(ASIDE.as_bytes())
                || self.without_prompt(line).is_some();
            if !is_output && loose_hour(&String::from_utf8_lossy(line)).is_none() {
                let typed = String::from_utf8_lossy(line).into_owned();
                self.answer = Some((self.line, typed)).filter(|(_, typed)| !typed.is_empty());
                return b"";
            }
        }
        line
    }

    fn without_prompt<'a>(&self, line: &'a [u8]) -> Option<&'a [u8]> {
        let other = || line.strip_prefix(self.prompt.as_deref()?);
        line.strip_prefix(ASKED).or_else(other)
    }

    fn asked(&mut self) {
        self.is_asked = true;
        if self.end != TextEnd::Over {
            self.end = TextEnd::Quit;
        }
    }

    /// A line as it stands in the text, without its trailing blanks.
    fn whole(&mut self, whole: &[u8], is_last: bool) -> Result<bool, TraceError> {
        let expect = self.expect;
        let mut line = whole;
        if line.starts_with(b"E") || self.prompt.is_some() {
            line = self.after_prompts(line);
        }
        if is_last && line.is_empty() {
            return Ok(false);
        }
        let taken = self.take(line, is_last);
        if let Some(doubt) = self.doubt.as_mut().filter(|doubt| doubt.line == self.line) {
            doubt.text = String::from_utf8_lossy(whole).trim().to_owned();
        }
        taken.map_err(|misread| self.told(misread, whole, whole.len() - line.len(), expect))
    }

    /// An error with the text that was not understood and what the reference prints in its place.
    /// `from` is the number of bytes before the text that was read.
    #[cold]
    fn told(&self, misread: TraceError, whole: &[u8], from: usize, expect: Expect) -> TraceError {
        let before = String::from_utf8_lossy(&whole[..from]).chars().count();
        let text = String::from_utf8_lossy(whole);
        let next = self.is_open.then(|| self.now.cycle.saturating_add(1));
        let due = match expect {
            Expect::Cities => nearest::row(self.is_open.then_some(&self.now)),
            Expect::Block | Expect::Stats(_) => nearest::agents(),
            Expect::Anything if is_of_an_hour(&text) => {
                nearest::head(self.answer.as_ref(), next.unwrap_or(0))
            }
            Expect::Anything => nearest::line(&text, next.unwrap_or(0)),
        };
        let shown = quoted(text.trim_end());
        let mut what = misread.what;
        if !what.contains(&format!("`{}`", quoted(text.trim()))) {
            what.push_str(&format!(", in `{shown}`"));
        }
        TraceError { column: before + misread.column, what: format!("{what}; {due}") }
    }
}

impl TraceReader for Reading {
    fn line(&mut self, line: &[u8]) -> Result<bool, TraceError> {
        self.line += 1;
        self.whole(line.trim_ascii_end(), false)
    }

    fn end(&mut self, rest: &[u8]) -> Result<bool, TraceError> {
        self.line += 1;
        if self.whole(rest.trim_ascii_end(), true)? {
            return Ok(true);
        }
        self.disbelieve();
        let was_open = std::mem::take(&mut self.is_open);
        if was_open {
            std::mem::swap(&mut self.done, &mut self.now);
        }
        Ok(was_open)
    }

    fn row(&self) -> &TraceRow {
        &self.done
    }

    fn remarks(&self) -> &[Remark] {
        self.notes.remarks()
    }

    fn statements(&self) -> Vec<(String, String)> {
        let mut said = Vec::new();
        let mut say = |what: &str, value: String| said.push((what.to_owned(), value));
        if let Some(hours) = &self.hours {
            say("hours", hours.clone());
        }
        if let Some(getaway) = &self.getaway {
            say("getaway", getaway.clone());
        }
        if let Some(cities) = self.map.cities {
            say("cities", cities.to_string());
        }
        if let Some(roads) = self.map.roads {
            say("roads", roads.to_string());
        }
        let named = self.map.lines.iter();
        for line in named.filter(|_| !self.map.is_unnamed) {
            let mut roads: Vec<_> = line.roads.iter().map(|road| (road.0, road.2)).collect();
            roads.sort_unstable();
            say(&format!("[{}]", line.id), city_statement(&line.name, &roads));
        }
        said
    }

    fn how_it_ended(&self) -> TextEnd {
        self.end
    }

    fn tell(&self, column: usize, number: u64) -> Option<String> {
        names_a_city(column)
            .then(|| self.names.get(&i64::try_from(number).ok()?))
            .flatten()
            .map(|name| format!("[{number}] {name}"))
    }

    fn pending(&self) -> Option<&TraceRow> {
        let is_plain = self.expect == Expect::Anything
            && self.doubt.is_none()
            && self.prompt.is_none()
            && self.now.ending.is_empty()
            && !self.now.cut;
        (self.is_open && is_plain).then_some(&self.now)
    }

    fn alike(&self, ours: &[u8], theirs: &[u8], kept: usize) -> Option<AlikeCycles> {
        alike::hours(self.now.cycle, ours, theirs, kept)
    }

    fn pass_lines(&mut self, lines: u64) {
        self.line += lines;
        if self.is_loose {
            self.notes.share_more(lines / alike::LINES);
        }
    }
}

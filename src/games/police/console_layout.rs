//! The layout of the reference's console, line by line, whatever happens in the chase: a program
//! that plays wrongly can be laid out rightly, and the other way round.
//!
//! The reference prints an empty line, the banner, hour 0; then a prompt before each command, and
//! behind it the answer. `run` prints hour after hour, so that after an hour that came without a
//! prompt no prompt comes any more.

use super::AGENTS;
use super::edition::Edition;
use super::exact_lines::{AWAY_TO, CAUGHT_IN, exact_hour, exact_row, exact_who, is_exact_row};
use super::hour_line::{HourLine, asked};
use super::lines::{
    MAP_CITIES, MAP_ROADS, PROMPT, StatsLine, counted, hours_promised, is_banner, is_head,
    is_map_line, loose_hour, unnamed_counts, unnamed_roads,
};
use super::nearest::nearest;
use super::trace::{CAUGHT, COLUMNS, ESCAPED, TIME_UP};
use chase_kit::text_layout::{LineLikeness, ReferenceLine, TextLayout, TextLine};

const ASKED: &[u8] = PROMPT.as_bytes();
const ALERT: &str = "Red alert! A thief is on the run.";

/// The kind of a line by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineKind {
    Empty,
    Title,
    Alert,
    Cars,
    Hour,
    Head,
    Cities,
    Stats,
    MapCities,
    MapRoads,
    MapCity,
    /// The detective that caught the thief and the city, or the city where it escaped.
    Who,
    /// The line that an ending closes with.
    Over,
    Other,
}

impl LineKind {
    /// Returns true if the line belongs to the chase and comes and goes with its events.
    fn is_of_the_chase(self) -> bool {
        use LineKind::{Cities, Hour, MapCities, MapCity, MapRoads, Over, Stats, Who};
        matches!(self, Hour | Cities | Stats | MapCities | MapRoads | MapCity | Who | Over)
    }

    /// The kind of a line without prompts, in any layout.
    fn of(line: &[u8]) -> Self {
        if let Some(kind) = LineKind::of_exact(line) {
            return kind;
        }
        let Ok(text) = std::str::from_utf8(line) else {
            return LineKind::Other;
        };
        let text = text.trim();
        match text {
            "" => LineKind::Empty,
            CAUGHT | ESCAPED | TIME_UP => LineKind::Over,
            _ if StatsLine::parse(text).is_some() => LineKind::Stats,
            _ if text.starts_with(MAP_CITIES) => LineKind::MapCities,
            _ if unnamed_counts(text).is_some() => LineKind::MapCities,
            _ if text.starts_with(MAP_ROADS) => LineKind::MapRoads,
            _ if is_map_line(text) => LineKind::MapCity,
            _ if text.contains(CAUGHT_IN) || text.contains(AWAY_TO) => LineKind::Who,
            _ if is_banner(text) => LineKind::Title,
            _ if text.starts_with("Red alert") => LineKind::Alert,
            _ if hours_promised(text).is_some() => LineKind::Cars,
            _ if loose_hour(text).is_some() => LineKind::Hour,
            _ if is_head(text.as_bytes()) => LineKind::Head,
            _ if is_row(text) => LineKind::Cities,
            _ if StatsLine::of(text).is_some() => LineKind::Stats,
            _ if unnamed_roads(text).is_some() => LineKind::MapCity,
            _ => LineKind::Other,
        }
    }

    /// The kind of a line of an hour that is laid out exactly as the reference's.
    #[inline]
    fn of_exact(line: &[u8]) -> Option<Self> {
        match line {
            b"" => Some(LineKind::Empty),
            [b'H', ..] => exact_hour(line).map(|_| LineKind::Hour),
            [b' ', ..] if line == COLUMNS.as_bytes() => Some(LineKind::Head),
            [b' ' | b'0'..=b'9', ..] if is_exact_row(line) => Some(LineKind::Cities),
            _ => None,
        }
    }

    /// The line as the reference of an edition prints what it shows; nothing where that is not
    /// known.
    fn exact(self, line: &[u8], edition: Edition) -> Option<Vec<u8>> {
        let text = std::str::from_utf8(line).ok()?.trim();
        let exact = match self {
            LineKind::Empty => String::new(),
            LineKind::Title => edition.title().into(),
            LineKind::Alert => ALERT.into(),
            LineKind::Cars => format!("{}{} hours.", edition.cars(), hours_promised(text)?),
            LineKind::Hour => format!("Hour {}", loose_hour(text)?.hour),
            LineKind::Head => COLUMNS.into(),
            LineKind::Cities => exact_row(text)?,
            LineKind::Stats => edition.stats_line(&StatsLine::of(text)?),
            LineKind::MapCities => edition.map_head(text)?,
            LineKind::MapRoads => counted(text, MAP_ROADS)?,
            LineKind::MapCity => edition.map_city(text)?,
            LineKind::Who => exact_who(text)?,
            LineKind::Over => text.into(),
            LineKind::Other => return None,
        };
        Some(exact.into_bytes())
    }

    fn is_exact(self, line: &[u8], edition: Edition) -> bool {
        LineKind::of_exact(line) == Some(self) || self.exact(line, edition).as_deref() == Some(line)
    }
}

fn is_row(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.clone().any(|byte| byte.is_ascii_digit())
        && bytes.all(|byte| byte.is_ascii_digit() || b"* \t-".contains(&byte))
}

/// The lines that may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// This line of the banner, from 0.
    Banner(usize),
    /// The first hour's head.
    First,
    /// Under an hour's head, the agents.
    Head,
    Cities,
    /// Within `stats`, the line of this agent.
    Stats(usize),
    /// The empty line that closes an answer.
    Gap,
    /// A prompt and its answer; in `run` the next hour; an ending.
    Answer,
    MapRoads,
    MapCity,
    LastOfEnding,
    /// No more lines: the transcript is complete.
    End,
}

/// The layout of one transcript.
#[derive(Debug)]
pub struct ConsoleLayout {
    next: Next,
    /// The newest hour.
    hour: u64,
    /// True if the newest answer is an hour that was not shown before.
    is_new: bool,
    /// True once hours come without prompts.
    is_running: bool,
    /// The greatest number of prompts that can still come.
    prompts_left: u64,
    /// The edition that it is held against. Where none is asked for, the banner says it.
    edition: Edition,
    is_edition_asked: bool,
}

impl ConsoleLayout {
    /// Of a program that is asked for so many commands and no more, in an edition or in that whose
    /// banner it prints.
    pub fn with_prompts(prompts: u64, edition: Option<Edition>) -> Self {
        ConsoleLayout {
            next: Next::Banner(0),
            hour: 0,
            is_new: true,
            is_running: false,
            prompts_left: prompts,
            edition: edition.unwrap_or_default(),
            is_edition_asked: edition.is_some(),
        }
    }

    /// A line that stands where only one kind of line may stand.
    fn fixed(&mut self, kind: LineKind, line: &[u8], then: Next) -> Result<(), ReferenceLine> {
        let edition = self.edition;
        if LineKind::of(line) == kind && kind.is_exact(line, edition) {
            self.next = then;
            return Ok(());
        }
        let is_of_kind = kind == LineKind::Cities || LineKind::of(line) == kind;
        let exact = is_of_kind.then(|| kind.exact(line, edition)).flatten();
        Err(match (exact, kind) {
            (Some(exact), _) => ReferenceLine::Line(exact),
            (None, LineKind::Empty) => ReferenceLine::Line(Vec::new()),
            (None, LineKind::Title) => ReferenceLine::Line(edition.title().into()),
            (None, LineKind::Alert) => ReferenceLine::Line(ALERT.into()),
            (None, LineKind::Hour) => ReferenceLine::Line(format!("Hour {}", self.hour).into()),
            (None, LineKind::Head) => ReferenceLine::Line(COLUMNS.into()),
            (None, LineKind::Cars) => ReferenceLine::Words(edition.cars_words()),
            (None, LineKind::Cities) => ReferenceLine::Words("five cities"),
            (None, LineKind::Stats) => ReferenceLine::Words(edition.stats_words()),
            (None, LineKind::MapCities) if edition == Edition::Comp1927 => {
                ReferenceLine::Words("`V=N, E=N`")
            }
            (None, LineKind::MapCity) => ReferenceLine::Words("a city of the map"),
            (None, LineKind::MapRoads) => ReferenceLine::Words("`Number of roads: N`"),
            (None, _) => ReferenceLine::Words("the closing line of an ending"),
        })
    }

    fn banner(&mut self, n: usize, line: &[u8]) -> Result<(), ReferenceLine> {
        const BANNER: [LineKind; 6] = [
            LineKind::Empty,
            LineKind::Title,
            LineKind::Empty,
            LineKind::Alert,
            LineKind::Cars,
            LineKind::Empty,
        ];
        let then = if n + 1 < BANNER.len() { Next::Banner(n + 1) } else { Next::First };
        if BANNER[n] == LineKind::Title
            && !self.is_edition_asked
            && let Some(edition) = std::str::from_utf8(line).ok().and_then(Edition::of_banner)
        {
            self.edition = edition;
        }
        self.fixed(BANNER[n], line, then)
    }

    /// Under an hour's head: the agents, or the first line of `stats`, which is asked for.
    fn under_hour(&mut self, line: &[u8]) -> Result<(), ReferenceLine> {
        if !self.is_new && LineKind::of(line) == LineKind::Stats {
            return self.fixed(LineKind::Stats, line, Next::Stats(1));
        }
        self.fixed(LineKind::Head, line, Next::Cities)
    }

    fn map_city(&mut self, text: TextLine<'_>) -> Result<(), ReferenceLine> {
        let line = text.bytes;
        if line.is_empty() {
            self.next = Next::Answer;
            return Ok(());
        }
        match LineKind::of(line) {
            LineKind::MapCity => self.fixed(LineKind::MapCity, line, Next::MapCity),
            // Nothing is known of an empty line behind the map of this edition.
            _ if self.edition == Edition::Comp1927 => {
                self.next = Next::Answer;
                self.line(text)
            }
            _ => Err(ReferenceLine::Words("a city of the map, or an empty line")),
        }
    }

    /// Behind an answer: what was asked for next, or what comes without being asked for.
    fn answer(&mut self, prompts: u64, line: TextLine<'_>) -> Result<(), ReferenceLine> {
        let text = line.bytes;
        let is_asked = prompts > 0;
        if is_asked && text.is_empty() && !line.is_ended {
            self.next = Next::End;
            return Ok(());
        }
        let may_come = is_asked || (self.is_new && self.hour > 0);
        let kind = LineKind::of(text);
        match kind {
            LineKind::Hour if may_come => {
                self.fixed(kind, text, Next::Head)?;
                let hour = exact_hour(text).unwrap_or(self.hour);
                self.is_running = !is_asked;
                self.is_new = hour > self.hour;
                self.hour = hour;
                Ok(())
            }
            LineKind::MapCities if is_asked => {
                self.is_new = false;
                let then = match self.edition {
                    Edition::Comp1927 => Next::MapCity,
                    _ => Next::MapRoads,
                };
                self.fixed(kind, text, then)
            }
            LineKind::Who if !is_asked && self.is_new => self.fixed(kind, text, Next::LastOfEnding),
            LineKind::Over if !is_asked && self.is_new => self.fixed(kind, text, Next::End),
            _ => Err(self.due_behind_an_answer(prompts, text)),
        }
    }

    /// The reference line that is nearest to a line, among those that may come after an answer.
    fn due_behind_an_answer(&self, prompts: u64, text: &[u8]) -> ReferenceLine {
        let hour = match LineKind::of(text) {
            LineKind::Hour => LineKind::Hour.exact(text, self.edition),
            _ => None,
        };
        let hour = hour.unwrap_or_else(|| format!("Hour {}", self.hour.saturating_add(1)).into());
        let hour = String::from_utf8_lossy(&hour).into_owned();
        let found =
            format!("{}{}", if prompts > 0 { PROMPT } else { "" }, String::from_utf8_lossy(text));
        let mut lines = Vec::new();
        if self.is_new && self.hour > 0 {
            lines.push(hour.clone());
        }
        if !self.is_running {
            lines.push(format!("{PROMPT}{hour}"));
        }
        if self.is_new && prompts == 0 && !text.is_empty() {
            lines.extend([CAUGHT, ESCAPED, TIME_UP].map(str::to_owned));
        }
        ReferenceLine::Line(nearest(&found, &lines).as_bytes().to_vec())
    }
}

impl TextLayout for ConsoleLayout {
    fn line(&mut self, line: TextLine<'_>) -> Result<(), ReferenceLine> {
        let text = line.bytes;
        let is_rest = !line.is_ended && text.is_empty();
        match self.next {
            _ if is_rest => Ok(()),
            Next::Head if text == COLUMNS.as_bytes() => {
                self.next = Next::Cities;
                Ok(())
            }
            Next::Cities => self.fixed(LineKind::Cities, text, Next::Gap),
            Next::Gap => self.fixed(LineKind::Empty, text, Next::Answer),
            Next::Answer => {
                let (prompts, text) = asked(text);
                if prompts > 0 && (self.is_running || prompts > self.prompts_left) {
                    return Err(ReferenceLine::Line(text.to_vec()));
                }
                self.prompts_left -= prompts;
                let answer = TextLine { bytes: text, ..line };
                self.answer(prompts, answer).map_err(|due| match due {
                    ReferenceLine::Line(due) if prompts > 0 && !due.starts_with(ASKED) => {
                        ReferenceLine::Line([ASKED, &due].concat())
                    }
                    due => due,
                })
            }
            Next::Head => self.under_hour(text),
            Next::Stats(agent) => {
                let then = match agent + 1 {
                    AGENTS => Next::Gap,
                    agent => Next::Stats(agent),
                };
                self.fixed(LineKind::Stats, text, then)
            }
            Next::Banner(n) => self.banner(n, text),
            Next::First => self.fixed(LineKind::Hour, text, Next::Head),
            Next::MapRoads => self.fixed(LineKind::MapRoads, text, Next::MapCity),
            Next::MapCity => self.map_city(line),
            Next::LastOfEnding => self.fixed(LineKind::Over, text, Next::End),
            Next::End => Err(ReferenceLine::Words("its end")),
        }
    }

    fn may_stop_in(&self, line: &[u8]) -> bool {
        line.ends_with(ASKED)
    }

    fn compare(&self, ours: Option<TextLine<'_>>, theirs: Option<TextLine<'_>>) -> LineLikeness {
        let (Some(ours), Some(theirs)) = (ours, theirs) else {
            let more = ours.or(theirs).map_or(&b""[..], |line| line.bytes);
            let is_of_the_chase = LineKind::of(asked(more).1).is_of_the_chase();
            return parted_if(is_of_the_chase || more == ASKED);
        };
        let both_ended = ours.is_ended && theirs.is_ended;
        if both_ended
            && let Some(kind) = LineKind::of_exact(ours.bytes)
            && LineKind::of_exact(theirs.bytes) == Some(kind)
        {
            return LineLikeness::Contents;
        }
        if both_ended
            && let Some(line) = HourLine::of(ours.bytes)
            && HourLine::of(theirs.bytes).is_some_and(|other| line.is_like(&other))
        {
            return LineLikeness::Contents;
        }
        if is_broken_off(ours, theirs) || is_broken_off(theirs, ours) {
            return LineLikeness::Parted;
        }
        let ((prompts, ours), (others_prompts, theirs)) = (asked(ours.bytes), asked(theirs.bytes));
        let (kind, other) = (LineKind::of(ours), LineKind::of(theirs));
        if kind != other {
            return parted_if(kind.is_of_the_chase() && other.is_of_the_chase());
        }
        if kind == LineKind::Other {
            return LineLikeness::Layout;
        }
        let exact = |line| kind.exact(line, Edition::default());
        let is_exact = |line| kind.is_exact(line, Edition::default());
        if prompts != others_prompts {
            let is_all = ours == theirs || (is_exact(ours) && is_exact(theirs));
            return match (others_prompts, is_all) {
                (0, true) if theirs == b"Hour 1" => LineLikeness::Unasked,
                (_, true) => LineLikeness::Prompts,
                _ => LineLikeness::Layout,
            };
        }
        match (is_exact(ours), is_exact(theirs)) {
            (true, true) => LineLikeness::Contents,
            (false, false) if exact(ours) != exact(theirs) => LineLikeness::Contents,
            _ => LineLikeness::Layout,
        }
    }
}

fn parted_if(is_parted: bool) -> LineLikeness {
    if is_parted { LineLikeness::Parted } else { LineLikeness::Layout }
}

/// Returns true if a text ends within a line that goes on in the other text.
fn is_broken_off(line: TextLine<'_>, other: TextLine<'_>) -> bool {
    !line.is_ended && line.bytes.len() < other.bytes.len() && other.bytes.starts_with(line.bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first line that is not laid out as the reference's, with what is due there.
    fn first_fault(text: &str) -> Option<(usize, ReferenceLine)> {
        let mut layout = ConsoleLayout::with_prompts(u64::MAX, None);
        let mut lines: Vec<_> = text.split('\n').collect();
        let rest = lines.pop().unwrap_or_default();
        let whole = lines.into_iter().map(|line| (line, true));
        let faults = whole.chain([(rest, false)]).enumerate();
        faults
            .map(|(n, (line, is_ended))| {
                let bytes = line.as_bytes();
                (n + 1, layout.line(TextLine { bytes, is_ended }))
            })
            .find_map(|(n, due)| due.err().map(|due| (n, due)))
    }

    const START: &str = "\nPOLICE ACADEMY 2521\n\nRed alert! A thief is on the run.\nAgents, to \
                         your cars. You have 10 hours.\n\nHour 0\n  T  D1  D2  D3  D4\n  9   8*  \
                         2   6   8*\n\n";
    const HOUR_1: &str = "Hour 1\n  T  D1  D2  D3  D4\n  4   0   1*  0   0 \n\n";
    const HOUR_2: &str = "Hour 2\n  T  D1  D2  D3  D4\n  4 100   1*1000   0 \n\n";

    fn line(text: &str) -> ReferenceLine {
        ReferenceLine::Line(text.as_bytes().to_vec())
    }

    #[test]
    fn what_the_console_prints_has_no_fault() {
        let ending = "D1 caught the thief in new york (8)\nYOU WIN - THIEF CAUGHT!\n";
        let map = "Number of cities: 2\nNumber of roads: 1\n[0] a has roads to: [1] b c (4)\n[1] \
                   b c has roads to: [0] a (4)\n\n";
        for text in [
            START.to_owned(),
            format!("{START}Enter command: "),
            format!("{START}Enter command: {HOUR_1}{HOUR_2}{ending}"),
            format!("{START}Enter command: {HOUR_1}Enter command: {HOUR_2}Enter command: "),
            format!("{START}Enter command: {map}Enter command: Enter command: {HOUR_1}"),
            format!("{START}{ending}"),
        ] {
            assert_eq!(first_fault(&text), None, "{text}");
        }
    }

    #[test]
    fn prompts_stand_before_commands_and_nowhere_else() {
        let without = format!("{START}{HOUR_1}");
        assert_eq!(first_fault(&without), Some((11, line("Enter command: Hour 1"))));
        let in_run = format!("{START}Enter command: {HOUR_1}{HOUR_2}Enter command: {HOUR_2}");
        assert_eq!(first_fault(&in_run), Some((19, line("Hour 2"))));
    }

    #[test]
    fn a_blank_line_more_or_less_is_a_fault() {
        let more = format!("{START}Enter command: {HOUR_1}\n{HOUR_2}");
        assert_eq!(first_fault(&more), Some((15, line("Hour 2"))));
        let fewer = START.replace("8*\n\n", "8*\n") + "Enter command: ";
        assert_eq!(first_fault(&fewer), Some((10, line(""))));
    }

    #[test]
    fn cells_are_three_wide_or_as_wide_as_they_must_be() {
        assert!(is_exact_row(b"  9   8*  2   6   8*"));
        assert!(is_exact_row(b"  9 100*  2 1000   8 "));
        for row in [
            &b"  9   8*  2   6   8"[..],
            b"   9   8*  2   6   8*",
            b"  9   8*  2   6   8* ",
            b"  9   8*  2   6 ",
            b" 09   8*  2   6   8*",
            b"  9   8*  2   6  1000*",
        ] {
            assert!(!is_exact_row(row), "{}", String::from_utf8_lossy(row));
        }
    }
}

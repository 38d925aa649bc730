//! Stretches of both logs that are the same to the byte: they are passed without being compared.

use super::LogComparer;
use crate::bits;
use crate::forms::PlainLine;
use chase_world::error::Error;

/// Memory for what is passed of two logs of changes.
#[derive(Debug, Default)]
pub(super) struct SameChanges {
    /// The bytes that both sides have next.
    bytes: Vec<u8>,
    /// The changes of a tick: the pairs of columns, and where their values begin and end.
    changes: Vec<(usize, usize, usize)>,
}

/// The lines of a tick within bytes that both sides have, and the line of the next time.
struct TickLines {
    /// The index behind the last of the tick.
    to: usize,
    lines: u64,
    /// Where the text of the next time begins and ends.
    next: (usize, usize),
    /// The index behind its line.
    behind: usize,
}

impl LogComparer<'_> {
    /// Goes past rows that are the same on both sides to the byte; the tick of the last.
    pub(super) fn skip_the_same(&mut self, before: Option<i128>) -> Result<Option<i128>, Error> {
        if self.same_changes.is_some() {
            return Ok(self.skip_the_same_changes(before));
        }
        if !self.skips || !self.ours.is_between_cycles() || !self.theirs.is_between_cycles() {
            return Ok(None);
        }
        let mut line = String::new();
        let mut last = None;
        while self.ours.log.is_at_the_line_of(&mut self.theirs.log)? {
            let Some(tick) = self.ours.skip_row(Some(&mut line))? else {
                break;
            };
            self.theirs.skip_row(None)?;
            if last.or(before) != Some(tick) {
                self.pass_cycle(tick);
                self.findings.end();
            }
            last = Some(tick);
            self.findings.kept.open(|it| it.fill("", &[&line], &[&line]));
        }
        if let Some(tick) = last {
            self.ours.reached(tick);
            self.theirs.reached(tick);
        }
        Ok(last)
    }

    /// A cycle begins that both sides have.
    fn pass_cycle(&mut self, tick: i128) {
        if let Some(meetings) = &mut self.meetings {
            meetings.take(tick, [true, true]);
        }
        self.findings.begin(true, false);
    }

    /// Goes past ticks whose changes are the same on both sides to the byte: then what changed is the same
    /// on both sides, whatever held before. Returns the last tick.
    fn skip_the_same_changes(&mut self, before: Option<i128>) -> Option<i128> {
        let mut tick = self.ours.bare_tick_ahead()?;
        if self.theirs.bare_tick_ahead() != Some(tick) || before == Some(tick) {
            return None;
        }
        let mut same = self.same_changes.take()?;
        same.bytes.clear();
        same.bytes.extend_from_slice(self.ours.log.lines.same_ahead(&self.theirs.log.lines));
        let (mut at, mut last) = (0, None);
        let (mut passed, mut lines, mut ahead_lines) = (0, 0, 0);
        let mut shown = None;
        while let Some(of_tick) = self.tick_lines(&mut same, at) {
            let (from, to) = of_tick.next;
            let next = self.ours.log.tick_of(same.text(from, to));
            // A time that is told again goes on with its tick.
            let Some(next) = next.filter(|next| *next > tick) else {
                break;
            };
            self.pass_changes(tick, shown, &same);
            last = Some(tick);
            passed = of_tick.to;
            lines += ahead_lines + of_tick.lines;
            (tick, shown, at, ahead_lines) = (next, Some((from, to)), of_tick.behind, 1);
        }
        if let Some(last) = last {
            self.ours.passed(last, passed, lines);
            self.theirs.passed(last, passed, lines);
        }
        self.same_changes = Some(same);
        last
    }

    /// Reads the changes of a tick; nothing where the bytes do not hold all of them and the next time, or where
    /// a line says more than a time or one change.
    fn tick_lines(&self, same: &mut SameChanges, from: usize) -> Option<TickLines> {
        same.changes.clear();
        let (mut to, mut lines) = (from, 0);
        loop {
            let end = to + memchr::memchr(b'\n', &same.bytes[to..])?;
            let line = &same.bytes[to..end];
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            match self.ours.log.reader.dump()?.plain_line(line)? {
                PlainLine::Time(span) => {
                    let [from, until] = [span.from, span.to].map(|it| to + it as usize);
                    return Some(TickLines { to, lines, next: (from, until), behind: end + 1 });
                }
                PlainLine::Value(columns, span) => {
                    let [from, until] = [span.from, span.to].map(|it| to + it as usize);
                    for column in columns {
                        if let Some(n) = self.pairing.of_both(*column)? {
                            same.changes.push((n, from, until));
                        }
                    }
                }
            }
            (to, lines) = (end + 1, lines + 1);
        }
    }

    /// Takes in the changes of a tick that both sides have; `shown` is where the text of the tick stands,
    /// but for the first one.
    fn pass_changes(&mut self, tick: i128, shown: Option<(usize, usize)>, same: &SameChanges) {
        let shown = shown.map(|(from, to)| same.text(from, to));
        self.ours.pass(tick, shown);
        self.theirs.pass(tick, shown);
        self.pass_cycle(tick);
        if let Some(folded) = &mut self.folded {
            folded.begin();
            for (n, from, to) in &same.changes {
                folded.take_same(*n, same.text(*from, *to), &self.pairing);
            }
            let shown = shown.unwrap_or(&self.ours.report.last);
            for told in folded.told(&self.pairing) {
                let pair = &self.pairing.pairs[told.pair];
                if !pair.is_of_all && !self.selection.has_all_of(told.entity) {
                    continue;
                }
                self.findings.kept.open(|it| {
                    let value = bits::shown(told.ours, pair.width);
                    let line = self.pairing.line(shown, told.entity, told.pair, &value);
                    it.fill(shown, &line, &line);
                });
            }
            folded.compared(&self.pairing, false);
        }
        self.findings.end();
    }
}

impl SameChanges {
    /// A part of the bytes, which is of letters of ASCII.
    fn text(&self, from: usize, to: usize) -> &str {
        std::str::from_utf8(&self.bytes[from..to]).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use crate::{
        ComparisonSettings, Description, LogForm, LogInput, LogReader, SyncSettings, compare,
    };

    fn log(text: &str) -> LogReader {
        let bytes = Box::new(Cursor::new(text.as_bytes().to_vec()));
        let name = "log.vcd".to_owned();
        let like = Description::of(LogForm::Vcd);
        LogReader::open(LogInput { name, bytes }, Some(&like)).unwrap()
    }

    /// What is said of two logs, with as many lines around the first difference.
    fn said(ours: &str, theirs: &str) -> String {
        let rules = Description::of(LogForm::Vcd);
        let ignore = ["t.skipped".to_owned()];
        let sync = SyncSettings::default();
        let settings = ComparisonSettings {
            ignore: &ignore,
            context: 7,
            followers: 10,
            ..ComparisonSettings::new(&rules, &sync)
        };
        match compare(log(ours), log(theirs), settings) {
            Ok(compared) => serde_json::to_string(&compared.report).unwrap(),
            Err(error) => error.to_string(),
        }
    }

    const HEAD: &str = "$timescale 1ns $end\n$scope module t $end\n$var wire 1 ! a $end\n\
        $var reg 4 \" b $end\n$var wire 1 #$ skipped $end\n$upscope $end\n$enddefinitions $end\n";

    /// Lines of changes, drawn with a number.
    fn drawn(mut number: u64) -> Vec<String> {
        let mut draw = |below: u64| {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (number >> 33) % below
        };
        let mut time = 0;
        let mut lines = vec!["#0".to_owned(), "$dumpvars".to_owned(), "0!".to_owned()];
        lines.extend(["bxxxx \"", "1#$", "$end"].map(str::to_owned));
        for _ in 0..60 {
            match draw(12) {
                0..=3 => {
                    time += draw(3) * 5 + u64::from(draw(8) > 0);
                    lines.push(format!("#{time}"));
                }
                4 | 5 => lines.push(format!("{}!", ["0", "1", "x"][draw(3) as usize])),
                6 | 7 => lines.push(format!("b{:b} \"", draw(16))),
                8 | 9 => lines.push(format!("{}#$", draw(2))),
                10 if draw(4) == 0 => lines.push("$comment #7 $end".to_owned()),
                _ => {}
            }
        }
        lines
    }

    #[test]
    fn what_is_passed_says_what_is_compared() {
        let mut differences = 0;
        for number in 0..400_u64 {
            let theirs = drawn(number);
            let mut ours = theirs.clone();
            // A few lines more, fewer, or others.
            for n in 0..number % 4 {
                let at = 6 + (number * 31 + n * 17) as usize % (ours.len() - 6);
                match (number / 4 + n) % 3 {
                    0 => drop(ours.remove(at)),
                    1 => ours.insert(at, "1!".to_owned()),
                    _ => ours[at] = "b101 \"".to_owned(),
                }
            }
            let text = |lines: &[String], end: &str| HEAD.to_owned() + &lines.join(end);
            let (ours, same) = (text(&ours, "\n"), text(&theirs, "\n"));
            // No line is the same to the byte where ends of lines are others.
            let others = text(&theirs, "\r\n");
            let passed = said(&ours, &same);
            assert_eq!(passed, said(&ours, &others), "{number}");
            differences += usize::from(!passed.contains("\"same\":true"));
        }
        assert!((100..350).contains(&differences), "{differences}");
    }
}

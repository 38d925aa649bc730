//! What the program is given: recordings, transcripts and logs of two sizes.

use std::fmt::Write as _;

use crate::Anyhow;
use crate::callgrind::Callgrind;

/// How large an input is.
pub struct Size {
    /// What its files are called.
    pub name: &'static str,
    /// Hours of a recording.
    pub hours: u64,
    /// Rows of a transcript or a log.
    pub rows: u64,
    /// Games of a sweep.
    pub games: u64,
}

/// The difference between the two is what counts: it is long enough that what a run takes once, such as
/// a buffer that grows, vanishes in it.
pub const SMALL: Size = Size { name: "small", hours: 1_000, rows: 4_000, games: 1_000 };

/// The larger one.
pub const LARGE: Size = Size { name: "large", hours: 4_000, rows: 20_000, games: 5_000 };

/// One row in so many differs where many do.
const CHANGED_EVERY: usize = 40;
/// One row in so many where few do.
const CHANGED_FEW: usize = 1_000;

impl Size {
    /// The words that record a chase of so many hours.
    pub fn record(&self, file: &str) -> String {
        recording(self.hours, 3, file)
    }
}

fn recording(hours: u64, seed: u32, file: &str) -> String {
    format!("record police --two-coloured --hours {hours} --seed {seed} --trace never -o {file}")
}

/// Makes all of them.
pub fn make(callgrind: &Callgrind) -> Anyhow<()> {
    for size in [&SMALL, &LARGE] {
        let name = size.name;
        let write =
            |file: &str, text: &str| std::fs::write(callgrind.file(&format!("{name}{file}")), text);
        callgrind.plainly(&size.record(&format!("{name}.chase")))?;
        callgrind.plainly(&size.record(&format!("{name}.json")))?;
        let transcript = |seed| -> Anyhow<String> {
            callgrind.plainly(&recording(size.rows, seed, "rows.chase --force"))?;
            Ok(String::from_utf8(callgrind.plainly("replay rows.chase")?)?)
        };
        let text = transcript(3)?;
        write(".txt", &text)?;
        write("-one.txt", &changed(&text, |row| row == size.rows as usize / 2))?;
        write("-many.txt", &changed(&text, |row| row % CHANGED_EVERY == 1))?;
        let trimmed = |text: &str| text.replace(" \n", "\n");
        write("-trimmed.txt", &trimmed(&text))?;
        let few = changed(&text, |row| row % CHANGED_FEW == 1);
        write("-gap.txt", &trimmed(&without(&few, "Hour 100\n", "Hour 110\n")))?;
        write("-other.txt", &transcript(4)?)?;
        write(".csv", &log(size.rows, |_| false))?;
        write("-many.csv", &log(size.rows, |row| row % CHANGED_EVERY as u64 == 1))?;
    }
    Ok(())
}

/// A transcript in which the last detective of some of its rows stands in another city.
fn changed(transcript: &str, is_changed: impl Fn(usize) -> bool) -> String {
    let mut text = String::with_capacity(transcript.len());
    let mut rows = 0;
    for line in transcript.lines() {
        let row = line.strip_suffix(' ').and_then(|row| {
            let digit = row.chars().last()?.to_digit(10)?;
            Some((&row[..row.len() - 1], (digit + 1) % 10))
        });
        rows += usize::from(row.is_some());
        match row.filter(|_| is_changed(rows - 1)) {
            Some((row, digit)) => writeln!(text, "{row}{digit} "),
            None => writeln!(text, "{line}"),
        }
        .expect("a text takes a line");
    }
    text
}

/// A text without what stands between two lines, the first of them included.
fn without(text: &str, from: &str, to: &str) -> String {
    let begin = text.find(from).expect("a line of it");
    let end = text.find(to).expect("a line of it");
    [&text[..begin], &text[end..]].concat()
}

/// A log as tables have it, in which one value of some of its rows is another.
fn log(rows: u64, is_changed: impl Fn(u64) -> bool) -> String {
    let mut text = String::from("tick,x,y,heat,left,name\n");
    for row in 0..rows {
        let (x, y) = (row * 7919 % 10_007, row * 104_729 % 99_991);
        let heat = row * 31 % 977 + u64::from(is_changed(row));
        let left = rows - row;
        writeln!(text, "{row},{x}.25,-{y}.0625,{heat},{left},part {}", row % 12)
            .expect("a text takes a line");
    }
    text
}

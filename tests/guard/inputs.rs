//! What the program is given: recordings, transcripts and logs of two sizes.

use std::fmt::Write as _;

use crate::Anyhow;
use crate::callgrind::Callgrind;

/// How large an input is.
pub struct Size {
    /// What its files are called.
    pub name: &'static str,
    /// Hours or rotations of a recording.
    pub hours: u64,
    /// Rows of a transcript or a log.
    pub rows: u64,
    /// Games of a sweep.
    pub games: u64,
    /// Games of a match, which are kept.
    pub kept: u64,
}

/// The difference between the two is what counts: it is long enough that what a run takes once, such as
/// a buffer that grows, vanishes in it.
pub const SMALL: Size = Size { name: "small", hours: 1_000, rows: 4_000, games: 1_000, kept: 5 };

/// The larger one.
pub const LARGE: Size = Size { name: "large", hours: 4_000, rows: 20_000, games: 5_000, kept: 20 };

/// One row in so many differs where many do.
const CHANGED_EVERY: usize = 40;
/// One row in so many where few do.
const CHANGED_FEW: usize = 1_000;

/// A chase that goes on until its last hour.
pub const POLICE: &str = "police --two-coloured --hours {hours}";

/// A hunt that goes on until its last round: Mr X and the detectives are on different rings.
pub const YARD: &str = "scotland-yard --board rings.txt --rounds {hours} --detectives 2 \
    --start mr-x=1 --start detectives=9,12 --tickets mr-x=99999,0,0,0,0 \
    --tickets detectives=99999,0,0,0,0 --player random --player random";

impl Size {
    /// Words in which the numbers of this size stand in place of their names.
    pub fn words(&self, words: &str) -> String {
        words
            .replace("{}", self.name)
            .replace("{hours}", &self.hours.to_string())
            .replace("{rows}", &self.rows.to_string())
            .replace("{games}", &self.games.to_string())
            .replace("{kept}", &self.kept.to_string())
    }
}

/// The words that record a game.
pub fn recording(game: &str, seed: u32, file: &str) -> String {
    format!("record {game} --seed {seed} --trace never -o {file}")
}

/// Stations on two rings, and no edge between these.
fn rings() -> String {
    const RING: u32 = 8;
    let mut text = format!("{0} {0}\n", 2 * RING);
    for station in 1..=2 * RING {
        text += &format!("{station}\n");
    }
    for station in 0..2 * RING {
        let next = station / RING * RING + (station + 1) % RING;
        text += &format!("{} {} Taxi\n", station + 1, next + 1);
    }
    text
}

/// Makes all of them.
pub fn make(callgrind: &Callgrind) -> Anyhow<()> {
    std::fs::write(callgrind.file("rings.txt"), rings())?;
    let short = "police --two-coloured --hours 3";
    callgrind.plainly(&recording(short, 3, "short.chase"))?;
    let ice = "fishing --rows 4 --cols 4 --penguins 1 --player random --player random";
    callgrind.plainly(&recording(ice, 3, "ice.chase"))?;
    for size in [&SMALL, &LARGE] {
        let name = size.name;
        let write =
            |file: &str, text: &str| std::fs::write(callgrind.file(&format!("{name}{file}")), text);
        let record =
            |game, seed, file| callgrind.plainly(&size.words(&recording(game, seed, file)));
        record(POLICE, 3, "{}.chase")?;
        record(POLICE, 3, "{}.json")?;
        let transcript = |seed| -> Anyhow<String> {
            record("police --two-coloured --hours {rows}", seed, "rows.chase --force")?;
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
        let many = |row| row % CHANGED_EVERY as u64 == 1;
        write(".csv", &log(size.rows, |_| false))?;
        write("-many.csv", &log(size.rows, many))?;
        write(".vcd", &signals(size.rows, 1, |_| false))?;
        write("-many.vcd", &signals(size.rows, 1, many))?;
        write("-padded.vcd", &signals(size.rows, 16, |_| false))?;
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

/// A log of changes in which a bus of some of its rows has another value; its values have at least so
/// many digits.
fn signals(rows: u64, digits: usize, is_changed: impl Fn(u64) -> bool) -> String {
    let mut text = String::from(
        "$timescale 1ns $end\n$scope module top $end\n$var wire 1 ! clk $end\n\
         $var wire 16 # bus [15:0] $end\n$upscope $end\n$enddefinitions $end\n",
    );
    for row in 0..rows {
        let bus = row * 7919 % 10_007 + u64::from(is_changed(row));
        writeln!(text, "#{row}0\n{}!\nb{bus:0digits$b} #", row % 2).expect("a text takes a line");
    }
    text
}

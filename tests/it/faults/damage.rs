//! Damage of every kind, drawn or one after the other, to the recordings of every game in every form.

use chase::project_games;
use chase::record::replay::Header;
use chase::store::ReplayReader;
use chase::world::WorldPath;
use serde_json::Value;

use super::container::File;
use super::{Told, Xorshift, count_in_parallel, full, open, played, recorded};
use crate::harness::project;

/// Cycles in a frame of the binary forms below.
const IN_A_FRAME: u32 = 4;

/// A good recording in one form.
struct Good {
    what: String,
    header: Header,
    bytes: Vec<u8>,
    /// The parts of a binary one.
    file: Option<File>,
    whole: Told,
}

/// What must be said of a damaged recording.
enum Due {
    /// An error that holds these.
    Error(Vec<String>),
    /// An error, or the very same replay.
    ErrorOrSame,
    /// So many cycles, and that it is unfinished.
    Unfinished(usize),
}

type Damaged = (Vec<u8>, Due);

/// A kind of damage: its name, how many there are of it, and each of them.
type Kind = (&'static str, fn(&Good) -> usize, fn(&Good, usize) -> Damaged);

const KINDS: [Kind; 9] = [
    ("a flipped bit", |good| 8 * good.bytes.len(), flipped),
    ("a burst of wrong bits", |_| 300, burst),
    ("a file cut", |good| good.bytes.trim_ascii_end().len(), cut),
    ("a hole", |good| if good.frames() > 1 { 300 } else { 0 }, hole),
    ("zeros at the end", |good| good.body(), zeros_at_the_end),
    ("frames that do not follow one another", |good| 9 * (good.frames().max(1) - 1), misplaced),
    ("frames of another recording", |good| 2 * good.frames(), foreign),
    ("an end that tells another story", |good| 9 * good.frames().min(1), other_end),
    ("a state that is another", |good| 4 * good.states().len(), other_state),
];

impl Good {
    fn new(what: &str, header: &Header, bytes: Vec<u8>, file: Option<File>) -> Self {
        let whole = super::read(&bytes).expect("a good file");
        Good { what: format!("{} {what}", header.game), header: header.clone(), bytes, file, whole }
    }

    fn binary(what: &str, header: &Header, file: File) -> Self {
        Good::new(what, header, file.bytes(), Some(file))
    }

    fn file(&self) -> &File {
        self.file.as_ref().expect("a binary file")
    }

    fn frames(&self) -> usize {
        self.file.as_ref().map_or(0, |file| file.frames.len())
    }

    /// How many bytes stand behind the header of a binary file.
    fn body(&self) -> usize {
        self.file.as_ref().map_or(0, |file| self.bytes.len() - file.starts()[0])
    }

    /// The frame and the place in it of each byte of the states that a file keeps.
    fn states(&self) -> Vec<(usize, usize)> {
        let frames = self.file.iter().flat_map(|file| file.frames.iter().enumerate());
        frames.flat_map(|(n, frame)| (0..frame.state.len()).map(move |at| (n, at))).collect()
    }

    /// What is said where the first wrong byte stands there: of JSON that only its white space is
    /// other white space, and otherwise that it is damaged, of a frame with the last hour before it.
    fn wrong_at(&self, first: usize) -> Due {
        let Some(file) = &self.file else {
            return Due::Error(Vec::new());
        };
        let starts = file.starts();
        let frames = file.frames.iter().zip(&starts);
        let Some((frame, start)) = frames.rev().find(|(_, start)| first >= **start) else {
            return Due::Error(Vec::new());
        };
        let mut parts = Vec::new();
        if first < starts[file.frames.len()] {
            parts.push(format!("byte {start}: "));
            let last = frame.first.checked_sub(1);
            parts.extend(last.map(|last| format!("the last good cycle is {last}")));
        }
        Due::Error(parts)
    }

    /// What is due of as many bytes, of which some are others.
    fn wrong(&self, bytes: Vec<u8>) -> Damaged {
        let mut wrong = (0..bytes.len()).filter(|at| bytes[*at] != self.bytes[*at]);
        let first = wrong.next().expect("a wrong byte");
        let is_white = |at: usize| self.file.is_none() && self.bytes[at].is_ascii_whitespace();
        let due = match is_white(first) && wrong.all(is_white) {
            true => Due::ErrorOrSame,
            false => self.wrong_at(first),
        };
        (bytes, due)
    }
}

fn flipped(good: &Good, bit: usize) -> Damaged {
    let mut bytes = good.bytes.clone();
    bytes[bit / 8] ^= 1 << (bit % 8);
    good.wrong(bytes)
}

/// As bad cables and bad memory make them: 2 to 64 bits long, both ends wrong, those between as they
/// are drawn.
fn burst(good: &Good, n: usize) -> Damaged {
    let (mut luck, mut bytes) = (Xorshift::of(n as u64), good.bytes.clone());
    let length = 2 + luck.below(63);
    let first = luck.below(8 * bytes.len() as u64 - length + 1);
    for bit in first..first + length {
        let is_end = bit == first || bit == first + length - 1;
        if is_end || luck.below(2) == 0 {
            bytes[(bit / 8) as usize] ^= 1 << (bit % 8);
        }
    }
    good.wrong(bytes)
}

fn cut(good: &Good, end: usize) -> Damaged {
    let due = match &good.file {
        Some(file) if end >= file.starts()[0] => Due::Unfinished(file.whole_cycles(end)),
        Some(_) if end > 0 => Due::Error(vec!["ends within".into()]),
        Some(_) => Due::Error(vec!["empty".into()]),
        None => Due::Error(Vec::new()),
    };
    (good.bytes[..end].to_vec(), due)
}

/// Zeros before a good frame, with which the file may end.
fn hole(good: &Good, n: usize) -> Damaged {
    let (mut luck, mut bytes) = (Xorshift::of(n as u64), good.bytes.clone());
    let (starts, last) = (good.file().starts(), good.frames() - 1);
    let mut below = |n: usize| luck.below(n as u64) as usize;
    let from = starts[0] + below(starts[last] - starts[0]);
    let to = from + 1 + below(starts[last] - from);
    let is_hole = bytes[from..to].iter().all(|byte| *byte == 0);
    bytes[from..to].fill(if is_hole { 0xFF } else { 0 });
    let (mut bytes, due) = good.wrong(bytes);
    bytes.truncate(if below(2) == 0 { starts[last + 1] } else { bytes.len() });
    (bytes, due)
}

/// A file whose last blocks were promised and never written, as a power failure leaves it.
fn zeros_at_the_end(good: &Good, n: usize) -> Damaged {
    let end = good.file().starts()[0] + n;
    let zeros = good.bytes[end..].iter().take_while(|byte| **byte == 0);
    let due = Due::Unfinished(good.file().whole_cycles(end + zeros.count()));
    ([&good.bytes[..end], &[0; 5_000]].concat(), due)
}

/// A frame that is lost, doubled or moved; with the old index, with one that fits, and with frames
/// numbered anew.
fn misplaced(good: &Good, n: usize) -> Damaged {
    let mut file = good.file().clone();
    let at = n / 9;
    match n / 3 % 3 {
        0 => drop(file.frames.remove(at)),
        1 => file.frames.insert(at, file.frames[at].clone()),
        _ => file.frames.swap(at, at + 1),
    }
    if n % 3 == 2 {
        file.frames.iter_mut().zip(0..).for_each(|(frame, n)| frame.sequence = n);
    }
    let file = if n.is_multiple_of(3) { file } else { file.settle() };
    (file.bytes(), Due::Error(Vec::new()))
}

/// A frame with the salt of its own header, and one summed up again as if it belonged here.
fn foreign(good: &Good, n: usize) -> Damaged {
    let mut header = good.header.clone();
    header.seed += 1;
    let other = File::reframed(&recorded(header, "chase"), IN_A_FRAME, false);
    let (at, from) = (n / 2, (n / 2).min(other.frames.len() - 1));
    if n.is_multiple_of(2) {
        let (mut bytes, starts, of) = (good.bytes.clone(), good.file().starts(), other.starts());
        bytes.splice(starts[at]..starts[at + 1], other.bytes()[of[from]..of[from + 1]].to_vec());
        return (bytes, Due::Error(Vec::new()));
    }
    let mut file = good.file().clone();
    file.frames[at] = other.frames[from].clone();
    // The same hours may have been played there.
    (file.settle().bytes(), Due::ErrorOrSame)
}

/// A footer that is wrong and summed up again, and bytes behind it.
fn other_end(good: &Good, n: usize) -> Damaged {
    let mut file = good.file().clone();
    let footer = &mut file.footer;
    let mut outcome: Value = serde_json::from_slice(&footer.outcome).expect("an outcome");
    match n {
        0..4 => footer.counts[n] += 1,
        4 => footer.history[0] ^= 1,
        5 => footer.file[0] ^= 1,
        6 => footer.outcome = b"null".to_vec(),
        7 => {
            let points = &mut outcome["points"][0];
            *points = (points.as_i64().expect("points") + 1).into();
            footer.outcome = outcome.to_string().into();
        }
        _ => return ([&good.bytes[..], b"\n"].concat(), Due::Error(Vec::new())),
    }
    (file.settle().bytes(), Due::Error(Vec::new()))
}

/// A state kept in a frame that is another, and every checksum right.
fn other_state(good: &Good, n: usize) -> Damaged {
    let mut file = good.file().clone();
    let (frame, at) = good.states()[n / 4];
    let frame = &mut file.frames[frame];
    let byte = &mut frame.state[at];
    *byte = [byte.wrapping_add(1), byte.wrapping_sub(1), !*byte, *byte ^ 0x40][n % 4];
    let due = Due::Error(vec![format!("the last good cycle is {}", frame.first - 1)]);
    (file.settle().bytes(), due)
}

/// For each game the header of its shortest golden replay of built-in players that is long
/// enough to be cut into frames.
pub fn headers() -> Vec<Header> {
    project_games().all().iter().map(|game| header(game.name())).collect()
}

fn header(game: &str) -> Header {
    let folder = project(&format!("replays/{game}"));
    let entries = std::fs::read_dir(folder).expect("golden replays");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let replays = paths.filter_map(|path| {
        let header = ReplayReader::open(&WorldPath::on_disk(&path), &open).ok()?.header().clone();
        let entry = project_games().find(game).expect("a game");
        let can_be_played = entry.record(&mut header.clone()).is_ok();
        let text = std::fs::read_to_string(path).expect("JSON");
        let is_long = text.matches("\n{\"cycle\":").count() > IN_A_FRAME as usize;
        (can_be_played && is_long).then_some((text.len(), header))
    });
    let shortest = replays.min_by_key(|(size, _)| *size);
    shortest.unwrap_or_else(|| panic!("{game} has no golden replay to break")).1
}

/// Recordings of every game, and one with every field that there may be, in every form.
fn goods() -> Vec<Good> {
    let headers = headers().into_iter().map(|header| (header, None));
    let all = headers.chain([(full(), Some(61_000))]).flat_map(|(header, ms)| {
        let (binary, json) =
            (played(header.clone(), "chase", ms), played(header.clone(), "json", ms));
        [
            Good::new("as JSON", &header, json, None),
            Good::binary("as written", &header, File::reframed(&binary, 4_096, false)),
            Good::binary("in frames", &header, File::reframed(&binary, IN_A_FRAME, false)),
            Good::binary("in columns", &header, File::reframed(&binary, IN_A_FRAME, true)),
        ]
    });
    all.collect()
}

/// Holds what was read of a damaged file against what is due.
fn hold(good: &Good, read: Result<Told, String>, due: &Due, what: &str) {
    match (due, read) {
        (Due::Error(_), Ok(told)) => panic!("{what} was read: {told:?}"),
        (Due::Error(parts), Err(error)) => {
            let error = error.to_string();
            assert!(
                parts.iter().all(|part| error.contains(part)),
                "{what}: {error}, not {parts:?}"
            );
        }
        (Due::ErrorOrSame, read) => {
            assert!(read.is_err() || read == Ok(good.whole.clone()), "{what}")
        }
        (Due::Unfinished(_), Err(error)) => panic!("{what}: {error}"),
        (Due::Unfinished(cycles), Ok(told)) => {
            assert_eq!(told.cycles, good.whole.cycles[..*cycles], "{what}");
            assert_eq!(told.tail, None, "{what}");
            assert!(told.warning.is_some_and(|text| text.contains("unfinished")), "{what}");
        }
    }
}

/// What is read, or the words of an error without the file's name and without the column in a first line.
fn read(bytes: &[u8]) -> Result<Told, String> {
    super::read(bytes).map_err(|error| {
        let told = error.to_string();
        let told = told.strip_prefix("bytes:").unwrap_or(&told);
        let behind = told.strip_prefix("1:");
        let behind = behind.map(|it| it.trim_start_matches(|it: char| it.is_ascii_digit()));
        behind.unwrap_or(told).to_owned()
    })
}

#[test]
fn of_a_damaged_file_a_prefix_is_read_or_nothing_or_the_very_same() {
    for good in goods() {
        for (kind, count, damaged) in KINDS {
            count_in_parallel(count(&good), |n| {
                let what = format!("{}: {kind}, {n}", good.what);
                let (bytes, due) = damaged(&good, n);
                let told = read(&bytes);
                if good.file.is_none() && !bytes.is_empty() {
                    // With a blank before it JSON is read value by value, not line by line.
                    assert_eq!(told, read(&[b" ", &bytes[..]].concat()), "{what}");
                }
                hold(&good, told, &due, &what);
                true
            });
        }
    }
}

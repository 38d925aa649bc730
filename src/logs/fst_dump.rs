//! Value-change dumps in the FST form of GTKWave, which simulators write in place of VCD: on the way in they become VCD, a page at
//! a time. The crate holds a block of the file, unpacked; a simulator ends a block at some 128 MiB. Nothing is written.

mod blocks;

use std::collections::BTreeMap;
use std::io::{self, BufReader, Cursor, Read, Seek};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use fst_reader::{
    FstFilter, FstHierarchyEntry, FstReader, FstSignalHandle, FstSignalValue, FstVarType,
    ReadSignalsError, ReaderError,
};

use super::bits;
use super::decimal::plain;
use super::input::LogInput;
use super::pages::Pages;
use chase_world::error::{Error, IoAt};
use chase_world::panics::guarded;
use chase_world::world::File;

/// The bytes of a dump: a file, or what was unpacked from one.
trait DumpBytes: Read + Seek + Send {}

impl<T: Read + Seek + Send> DumpBytes for T {}

type DumpReader = FstReader<BufReader<Box<dyn DumpBytes>>>;

/// The bytes of VCD that are handed over at once.
const PAGE: usize = 1 << 16;

/// The pages that wait to be read.
const PAGES_WAITING: usize = 4;

/// What the reader's thread hands over: a page, or what is wrong with the file.
type DumpPage = Result<Vec<u8>, String>;

/// Opens a dump as a log. `name` is its name in messages.
///
/// # Errors
/// It is no FST, is damaged, or is of a kind that is not read.
pub fn fst_log(name: String, mut file: File) -> Result<LogInput, Error> {
    let wrong = |what: String| {
        let help = "the simulator may not have ended yet; fst2vcd of GTKWave converts other FST files to VCD";
        Error::new(what).at(&name).help(help)
    };
    let unpacked = blocks::unpacked(&mut file).map_err(|what| wrong(unread(&what)))?;
    let mut bytes: Box<dyn DumpBytes> = match unpacked {
        Some(unpacked) => Box::new(Cursor::new(unpacked)),
        None => Box::new(file),
    };
    blocks::check(&mut bytes).map_err(|what| wrong(unread(&what)))?;
    let opened = guarded(|| opened(bytes)).unwrap_or_else(|| Err(UNSOUND.to_owned()));
    let (mut reader, head, known) = opened.map_err(|what| wrong(unread(&what)))?;
    let (sender, pages) = sync_channel(PAGES_WAITING);
    let work = move || {
        let done = guarded(|| put_changes(&mut reader, &known, &sender));
        let done = done.unwrap_or_else(|| Err(UNSOUND.to_owned()));
        if let Err(what) = done {
            // Nobody waits for it any more where this fails.
            let _ = sender.send(Err(unread(&what)));
        }
    };
    thread::Builder::new().name("fst".to_owned()).spawn(work).io_at(&name, "read")?;
    let lines = Pages::new(head, move |page| {
        // The thread has ended, and nothing is left.
        let Ok(next) = pages.recv() else {
            return Ok(false);
        };
        *page = next.map_err(io::Error::other)?;
        Ok(true)
    });
    Ok(LogInput { bytes: Box::new(lines), name })
}

/// Words for a damaged file at which the crate panics.
const UNSOUND: &str = "its blocks are not what they are said to be";

/// Words for why a file cannot be read.
fn unread(what: &str) -> String {
    format!("an FST file that cannot be read: {}", what.replace('\n', " "))
}

fn told(error: ReaderError) -> String {
    error.to_string()
}

/// The codes of signals by their indices, and their kinds as VCD names them.
type SignalCodes = BTreeMap<usize, (String, &'static str)>;

/// The reader of a file, the definitions of its signals as VCD, and these signals.
fn opened(bytes: Box<dyn DumpBytes>) -> Result<(DumpReader, Vec<u8>, SignalCodes), String> {
    let mut reader = FstReader::open(BufReader::new(bytes)).map_err(told)?;
    let (mut head, mut known) = (String::new(), SignalCodes::new());
    if let Some(scale) = scale(reader.get_header().timescale_exponent) {
        head += &format!("$timescale {scale} $end\n");
    }
    let entries = |entry| match entry {
        FstHierarchyEntry::Scope { name, .. } if name.is_empty() => head += "$scope module $end\n",
        FstHierarchyEntry::Scope { name, .. } => {
            head += &format!("$scope module {} $end\n", word(&name));
        }
        FstHierarchyEntry::UpScope => head += "$upscope $end\n",
        FstHierarchyEntry::Var { tpe, name, length, handle, .. } => {
            let kind = match tpe {
                FstVarType::GenericString => "string",
                FstVarType::Event => "event",
                real if real.is_real() => "real",
                _ => "wire",
            };
            let index = handle.get_index();
            let code = code(index);
            let name: String = name.split_whitespace().map(word).collect();
            head += &format!("$var {kind} {length} {code} {name} $end\n");
            known.entry(index).or_insert((code, kind));
        }
        _ => {}
    };
    reader.read_hierarchy(entries).map_err(told)?;
    head += "$enddefinitions $end\n";
    Ok((reader, head.into_bytes(), known))
}

/// A unit of time as VCD has it: `10ns` for -8.
fn scale(exponent: i8) -> Option<String> {
    const UNITS: [&str; 6] = ["s", "ms", "us", "ns", "ps", "fs"];
    let exponent = i32::from(exponent);
    let thousandths = ((-exponent).max(0) + 2) / 3;
    let unit = UNITS.get(usize::try_from(thousandths).ok()?)?;
    let zeros = usize::try_from(exponent + 3 * thousandths).ok()?;
    (zeros <= 2).then(|| format!("1{}{unit}", "0".repeat(zeros)))
}

/// A name as a word of VCD: without what separates words, and not the one that ends a definition.
fn word(name: &str) -> String {
    match name {
        "" | "$end" => "_".to_owned(),
        name => name.replace(|it: char| it.is_whitespace() || it.is_control(), "_"),
    }
}

/// The short name of a signal: its index in printable characters.
fn code(index: usize) -> String {
    let (mut left, mut code) = (index, String::new());
    loop {
        code.push(char::from(b'!' + (left % 94) as u8));
        left /= 94;
        if left == 0 {
            return code;
        }
    }
}

/// A text as a word of VCD: what is no visible ASCII is written as a backslash and three octal digits.
fn put_text(text: &[u8], page: &mut Vec<u8>) {
    for byte in text {
        match byte {
            b'\\' => page.extend_from_slice(b"\\\\"),
            b'!'..=b'~' => page.push(*byte),
            _ => page.extend_from_slice(format!("\\{byte:03o}").as_bytes()),
        }
    }
}

/// Writes a change of a signal as a line of VCD.
fn put_change(value: &FstSignalValue, code: &str, is_text: bool, page: &mut Vec<u8>) {
    match value {
        FstSignalValue::Real(number) => {
            page.push(b'r');
            page.extend_from_slice(plain(*number).as_bytes());
            page.push(b' ');
        }
        FstSignalValue::String(text) if is_text => {
            page.push(b's');
            put_text(text, page);
            page.push(b' ');
        }
        FstSignalValue::String([bit]) if bits::is_bit(*bit) => page.push(*bit),
        FstSignalValue::String(bits) => {
            page.push(b'b');
            put_text(bits, page);
            page.push(b' ');
        }
    }
    page.extend_from_slice(code.as_bytes());
    page.push(b'\n');
}

/// The pages of changes, on their way to who reads the log.
struct ChangePages<'a> {
    signals: &'a SignalCodes,
    sender: &'a SyncSender<DumpPage>,
    page: Vec<u8>,
    /// The first time of the file.
    begins: u64,
    time: Option<u64>,
}

/// Nobody reads the log any more.
struct NobodyReads;

impl ChangePages<'_> {
    fn time(&mut self, time: u64) {
        if self.time.replace(time) != Some(time) {
            self.page.extend_from_slice(format!("#{time}\n").as_bytes());
        }
    }

    fn send(&mut self) -> Result<(), NobodyReads> {
        let page = std::mem::take(&mut self.page);
        self.sender.send(Ok(page)).map_err(|_| NobodyReads)
    }

    fn change(
        &mut self,
        time: u64,
        index: usize,
        value: &FstSignalValue,
    ) -> Result<(), NobodyReads> {
        let Some((code, kind)) = self.signals.get(&index) else {
            return Ok(());
        };
        self.time(time);
        // What a file tells of its first time are the values of all signals: no event occurs in them.
        if *kind == "event" && time == self.begins {
            return Ok(());
        }
        put_change(value, code, *kind == "string", &mut self.page);
        match self.page.len() < PAGE {
            true => Ok(()),
            false => self.send(),
        }
    }
}

/// Hands all changes over, and the time at which the dump ends.
fn put_changes(
    reader: &mut DumpReader,
    signals: &SignalCodes,
    sender: &SyncSender<DumpPage>,
) -> Result<(), String> {
    let mut pages = ChangePages {
        signals,
        sender,
        page: Vec::new(),
        begins: reader.get_header().start_time,
        time: None,
    };
    let change = |time, signal: FstSignalHandle, value: FstSignalValue| {
        pages.change(time, signal.get_index(), &value)
    };
    match reader.read_signals(&FstFilter::all(), change) {
        Ok(()) => {}
        Err(ReadSignalsError::CallbackError(NobodyReads)) => return Ok(()),
        Err(ReadSignalsError::ReadError(error)) => return Err(told(error)),
    }
    let end = reader.get_header().end_time;
    if pages.time.is_none_or(|time| time < end) {
        pages.time(end);
    }
    // Where nobody reads it there is nobody to tell.
    let _ = pages.send();
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;
    use crate::input::is_fst;

    /// The serial line of data/traces/icarus, as Icarus Verilog wrote it.
    const UART: &[u8] = include_bytes!("../../data/traces/icarus/uart-golden.fst");

    fn lines(dump: &[u8]) -> Result<String, String> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(dump).unwrap();
        file.rewind().unwrap();
        let log = fst_log("t.fst".into(), file.into()).map_err(|error| error.to_string())?;
        let (mut text, mut bytes) = (String::new(), log.bytes);
        let read = bytes.read_to_string(&mut text);
        read.map_err(|error| error.to_string())?;
        Ok(text)
    }

    #[test]
    fn a_dump_is_the_same_in_vcd() {
        let text = lines(UART).unwrap();
        assert!(text.starts_with("$timescale 1ns $end\n$scope module test $end\n"), "{text}");
        assert!(text.contains("\n$var wire 8 # byte_out[7:0] $end\n"), "{text}");
        assert!(text.contains("\n#5\n"), "{text}");
        assert!(text.ends_with("\n#4000\n"), "{text}");
    }

    #[test]
    fn a_dump_that_is_packed_as_a_whole_is_the_same() {
        let pack = |length: usize| {
            let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
            gzip.write_all(UART).unwrap();
            let gzip = gzip.finish().unwrap();
            let numbers = [gzip.len() + 16, length].map(|it| (it as u64).to_be_bytes());
            [&[254], numbers.concat().as_slice(), &gzip].concat()
        };
        let packed = pack(UART.len());
        assert!(is_fst(&packed) && is_fst(UART));
        assert_eq!(lines(&packed), lines(UART));
        let damaged = (0..packed.len()).flat_map(|at| {
            let mut flipped = packed.clone();
            flipped[at] ^= 0x10;
            [packed[..at].to_vec(), flipped]
        });
        let others =
            [pack(UART.len() - 1), pack(UART.len() + 1), [packed.as_slice(), &[0]].concat()];
        for damaged in damaged.chain(others) {
            let found = lines(&damaged);
            // Some bytes of the head of a gzip say nothing.
            assert!(found.is_err() || found == lines(UART), "{found:?}");
        }
    }

    #[test]
    fn damage_is_told_or_gives_other_values_and_never_ends_in_a_panic() {
        let mut told = 0;
        for at in 0..UART.len() {
            for flip in [0x01, 0x80, 0xff] {
                let mut damaged = UART.to_vec();
                damaged[at] ^= flip;
                // Other values are no error.
                let found = lines(&damaged);
                told += u32::from(
                    found.is_err_and(|it| it.contains("an FST file that cannot be read: ")),
                );
            }
            let told = lines(&UART[..at]).unwrap_err();
            assert!(told.contains("an FST file that cannot be read: "), "{at}: {told}");
        }
        assert!(told > 100, "{told}");
    }

    /// Several bytes changed, by fixed numbers: among these files are some at which the crate panics.
    #[test]
    fn what_the_crate_panics_at_is_told() {
        let (mut number, mut told) = (88_172_645_463_325_252_u64, 0);
        for _ in 0..3_000 {
            let mut damaged = UART.to_vec();
            for _ in 0..3 {
                number ^= number << 13;
                number ^= number >> 7;
                number ^= number << 17;
                damaged[number as usize % UART.len()] = (number >> 40) as u8;
            }
            told += u32::from(lines(&damaged).is_err_and(|it| it.contains(UNSOUND)));
        }
        assert!(told > 0, "none of these files needs the guard");
    }

    #[test]
    fn times_names_and_texts_are_words_of_vcd() {
        let found = [2, 0, -1, -3, -8, -9, -15].map(scale);
        let due = ["100s", "1s", "100ms", "1ms", "10ns", "1ns", "1fs"];
        assert_eq!(found.map(Option::unwrap_or_default), due);
        assert_eq!([scale(3), scale(-16), scale(-128)], [None, None, None]);
        assert_eq!([code(0), code(93), code(94)], ["!", "~", "!\""]);
        assert_eq!(["$end", "a b", "$x"].map(word), ["_", "a_b", "$x"]);
        let mut page = Vec::new();
        put_change(&FstSignalValue::String(b"a b\\"), "!", true, &mut page);
        put_change(&FstSignalValue::Real(0.1), "!", false, &mut page);
        put_change(&FstSignalValue::String(b"u"), "!", false, &mut page);
        assert_eq!(page, b"sa\\040b\\\\ !\nr0.1 !\nu!\n");
    }
}

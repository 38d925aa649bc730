//! Forms of logs that are named and not read, each with a program that converts it.

use super::compression::{Compression, sniff};
use chase_world::error::Error;

/// The end of the message that names a form which is not read.
pub const NOT_READ: &str = ", which is not read";

/// Refuses a log of a form that is named here, and not read.
///
/// # Errors
/// It begins like one; what converts it is told.
pub fn check_form(name: &str, beginning: &[u8]) -> Result<(), Error> {
    let (what, help) = match sniff(beginning) {
        Compression::Xz => ("it is compressed by xz", "unpack it, as in `xz -dc FILE > log.csv`"),
        Compression::Bzip2 => {
            ("it is compressed by bzip2", "unpack it, as in `bzip2 -dc FILE > log.csv`")
        }
        Compression::Ghw => (
            "it is a waveform of GHDL (GHW)",
            "let the simulator write FST or VCD: `ghdl -r TOP --fst=run.fst`, `ghdl -r TOP --vcd=run.vcd`, or \
             `nvc -r --wave=run.fst TOP`",
        ),
        Compression::Plain if is_extended_vcd(&String::from_utf8_lossy(beginning)) => (
            "it is extended VCD (EVCD)",
            "convert it with GTKWave's `evcd2vcd FILE > run.vcd`, or dump by $dumpvars in place of $dumpports",
        ),
        _ => return Ok(()),
    };
    let error = Error::new(format!("{what}{NOT_READ}")).at(name);
    Err(error.help(help))
}

/// Returns true if a text begins as a log in VCD does.
pub(crate) fn looks_like_vcd(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let keywords = ["$date", "$version", "$timescale", "$comment", "$scope", "$var"];
    keywords.contains(&first)
}

/// Returns true if a text is a log in VCD that has ports with their strengths, as `$dumpports` writes them.
fn is_extended_vcd(text: &str) -> bool {
    if !looks_like_vcd(text) {
        return false;
    }
    let mut words = text.split_ascii_whitespace();
    while let Some(word) = words.next() {
        match word {
            "$comment" | "$date" | "$version" => drop(words.find(|it| *it == "$end")),
            "$var" if words.next() == Some("port") => return true,
            _ if word.starts_with("$dumpports") => return true,
            _ => {}
        }
    }
    false
}

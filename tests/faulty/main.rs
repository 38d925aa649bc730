//! Plays the police chase as an outside implementation would, with known faults or with none.
//!
//! `faulty FAULTS CITIES AGENTS CYCLES [SEED]` reads commands from standard input and answers as
//! the reference console does; FAULTS is one fault or several with `+` between them, and `faulty`
//! alone lists them. What grades implementations is tested with it: `none` must pass, and every
//! other fault must be found.

#![expect(clippy::panic, reason = "what the files cannot hold is not asked for")]

mod console;
#[path = "../naive/mod.rs"]
mod naive;

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use console::Console;
use naive::fault::{Fault, Faults};
use naive::{Scenario, files};

const USAGE: &str = "faulty FAULTS CITIES AGENTS CYCLES [SEED]";

#[expect(clippy::disallowed_methods, reason = "a program of its own")]
fn main() -> ExitCode {
    let mut out = io::BufWriter::new(io::stdout().lock());
    match run(&mut out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // There is nowhere left to tell that standard error is gone.
            let _ = writeln!(io::stderr(), "faulty: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(out: &mut impl io::Write) -> Result<(), String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (faults, [cities, agents, hours], seed) = match words[..] {
        [] => return list(out).map_err(|error| error.to_string()),
        [faults, cities, agents, hours] => (faults, [cities, agents, hours], fresh_seed()),
        [faults, cities, agents, hours, seed] => {
            (faults, [cities, agents, hours], number(seed)? as u32)
        }
        _ => return Err(USAGE.to_string()),
    };
    let faults: Faults = faults.split('+').map(named).collect::<Result<_, _>>()?;
    let mut s = files::read(&text(cities)?, &text(agents)?, number(hours)?)?;
    spoil_names(&mut s, faults);
    let mut console = Console::new(&s, seed, faults);
    console.run(out).map_err(|error| error.to_string())
}

fn list(out: &mut impl io::Write) -> io::Result<()> {
    for (_, name, about) in Fault::ALL {
        writeln!(out, "{name}: {}", about.trim())?;
    }
    out.flush()
}

fn named(word: &str) -> Result<Fault, String> {
    let found = Fault::ALL.iter().find(|fault| fault.1 == word);
    let fault = found.ok_or_else(|| format!("no fault is called `{word}`"))?;
    Ok(fault.0)
}

fn number(word: &str) -> Result<i64, String> {
    word.parse().map_err(|_| format!("`{word}` is not a number; {USAGE}"))
}

fn text(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

/// A seed nobody gave, shown so that the game can be repeated.
fn fresh_seed() -> u32 {
    let seed = (RandomState::new().hash_one(0) >> 33) as u32;
    // A seed that cannot be shown is no reason not to play.
    let _ = writeln!(io::stderr(), "seed {seed} was drawn");
    seed
}

/// Faults and the characters that they leave of a name.
const LENGTHS: [(Fault, usize); 7] = [
    (Fault::NamesCutAfter9, 9),
    (Fault::NamesCutAfter10, 10),
    (Fault::NamesCutAfter14, 14),
    (Fault::NamesCutAfter15, 15),
    (Fault::NamesCutAfter19, 19),
    (Fault::NamesCutAfter20, 20),
    (Fault::NamesCutAfter31, 31),
];

/// Ends the names of cities at the first blank or a length, or takes the last for all.
fn spoil_names(s: &mut Scenario, faults: Faults) {
    let last = s.cities.last().map(|city| city.0.clone());
    for (name, _) in &mut s.cities {
        if faults.has(Fault::NamesCut) {
            let end = name.find(' ').unwrap_or(name.len());
            name.truncate(end);
        }
        for (fault, length) in LENGTHS {
            if faults.has(fault) {
                *name = name.chars().take(length).collect();
            }
        }
        if let Some(last) = last.as_ref().filter(|_| faults.has(Fault::LastName)) {
            name.clone_from(last);
        }
    }
}

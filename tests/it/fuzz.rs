//! The fuzz targets of tests/fuzz over a bounded number of cases: every input of the corpus, and
//! changes of each that a fixed seed draws, so that each case can be played again.
//!
//! `CHASE_FUZZ_SECONDS=600 cargo test --locked --test it fuzz -- --include-ignored` goes on for so
//! many seconds per target, from a seed that `CHASE_FUZZ_SEED` gives.

#[path = "../fuzz/targets.rs"]
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use targets::{TARGETS, Target};

use crate::harness::project;

/// Cases of one run of the tests, for each target.
const CASES: u64 = 150;

/// Numbers at which arithmetic on input goes wrong where it is not checked.
const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "255",
    "256",
    "65535",
    "65536",
    "2147483648",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "1e308",
];

/// SplitMix64: one number after another from a seed.
struct Luck(u64);

impl Luck {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let n = n.max(1) as u64;
        usize::try_from((z ^ (z >> 31)) % n).expect("below a usize")
    }
}

/// The inputs of a target.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(project(&format!("tests/fuzz/corpus/{target}")));
    let entries = std::fs::read_dir(&folder).expect("every target has a corpus");
    let mut paths: Vec<_> = entries.map(|it| it.expect("an entry").path()).collect();
    paths.sort();
    let read = |path: &PathBuf| std::fs::read(path).expect("an input");
    paths.iter().map(read).collect()
}

/// Where the run of digits around or behind a place is.
fn digits(text: &[u8], from: usize) -> Option<(usize, usize)> {
    let start = from + text[from..].iter().position(u8::is_ascii_digit)?;
    let is_other = |byte: &u8| !byte.is_ascii_digit();
    let count = text[start..].iter().position(is_other);
    Some((start, count.map_or(text.len(), |count| start + count)))
}

/// One to four changes of an input.
fn changed(corpus: &[Vec<u8>], luck: &mut Luck) -> Vec<u8> {
    const PART_MAX: usize = 64;
    const LENGTH_MAX: usize = 1 << 16;
    let mut bytes = corpus[luck.below(corpus.len())].clone();
    for _ in 0..=luck.below(4) {
        let from = luck.below(bytes.len());
        let to = (from + luck.below(PART_MAX)).min(bytes.len());
        match luck.below(8) {
            0 if from < bytes.len() => bytes[from] ^= 1 << luck.below(8),
            1 if from < bytes.len() => bytes[from] = [0, 1, 0x7F, 0x80, 0xFF][luck.below(5)],
            2 | 3 => {
                if let Some((start, end)) = digits(&bytes, from) {
                    bytes.splice(start..end, NUMBERS[luck.below(NUMBERS.len())].bytes());
                }
            }
            4 => drop(bytes.drain(from..to)),
            5 => {
                let part = bytes[from..to].to_vec();
                let at = luck.below(bytes.len());
                bytes.splice(at..at, part);
            }
            6 => {
                let other = &corpus[luck.below(corpus.len())];
                let start = luck.below(other.len());
                let part = &other[start..(start + luck.below(PART_MAX)).min(other.len())];
                bytes.splice(from..to, part.iter().copied());
            }
            _ => {
                let drawn = (0..luck.below(5)).map(|_| u8::try_from(luck.below(256)));
                let drawn: Vec<_> = drawn.map(|byte| byte.expect("a byte")).collect();
                bytes.splice(from..from, drawn);
            }
        }
        bytes.truncate(LENGTH_MAX);
    }
    bytes
}

#[track_caller]
fn survives((name, target): Target, what: &str, input: &[u8]) {
    if catch_unwind(AssertUnwindSafe(|| target(input))).is_err() {
        let path = std::env::temp_dir().join(format!("chase-fuzz-{name}"));
        let kept = std::fs::write(&path, input).map(|()| path.display().to_string());
        panic!("{name}, {what}, panicked; the input is in {kept:?}");
    }
}

fn run(target: Target, seed: u64, mut goes_on: impl FnMut(u64) -> bool) -> u64 {
    let corpus = corpus(target.0);
    assert!(!corpus.is_empty(), "{} has no corpus", target.0);
    for (n, input) in corpus.iter().enumerate() {
        survives(target, &format!("input {n} of the corpus"), input);
    }
    let mut case = 0;
    while goes_on(case) {
        let mut luck = Luck(seed.wrapping_mul(0x1_0000_0001).wrapping_add(case << 20));
        let input = changed(&corpus, &mut luck);
        survives(target, &format!("case {case} of seed {seed}"), &input);
        case += 1;
    }
    case
}

#[test]
fn every_target_survives_its_corpus_and_changes_of_it() {
    std::thread::scope(|scope| {
        for target in TARGETS {
            scope.spawn(move || run(target, 1, |case| case < CASES));
        }
    });
}

/// The targets without a folder, and folders without a target.
#[test]
fn every_target_has_a_program_for_cargo_fuzz_and_a_corpus() {
    let manifest = std::fs::read_to_string(project("tests/fuzz/cargo/Cargo.toml"));
    let manifest = manifest.expect("the package of the programs");
    let folders = std::fs::read_dir(project("tests/fuzz/corpus")).expect("a folder");
    assert_eq!(folders.count(), TARGETS.len());
    assert_eq!(manifest.matches("[[bin]]").count(), TARGETS.len());
    for (name, _) in TARGETS {
        assert!(manifest.contains(&format!("name = \"{name}\"\n")), "{name}");
        let program = project(&format!("tests/fuzz/cargo/fuzz_targets/{name}.rs"));
        let program = std::fs::read_to_string(program).expect("its program");
        assert!(program.contains(&format!("targets::{name}(data)")), "{name}");
        assert!(!corpus(name).is_empty(), "{name}");
    }
}

#[expect(clippy::disallowed_methods, reason = "it goes on for as long as is asked")]
fn now() -> Instant {
    Instant::now()
}

#[expect(clippy::print_stderr, reason = "somebody waits for the counts")]
#[test]
#[ignore = "goes on for as long as CHASE_FUZZ_SECONDS says"]
fn targets_for_a_time() {
    let number = |name: &str, otherwise: u64| {
        let value = std::env::var(name).ok();
        value.map_or(otherwise, |it| it.parse().expect("a number"))
    };
    let time = Duration::from_secs(number("CHASE_FUZZ_SECONDS", 1));
    let seed = number("CHASE_FUZZ_SEED", 2);
    let only = std::env::var("CHASE_FUZZ_TARGET").ok();
    for target in TARGETS {
        if only.as_deref().is_some_and(|only| only != target.0) {
            continue;
        }
        let begun = now();
        let cases = run(target, seed, |_| begun.elapsed() < time);
        eprintln!("{}: {cases} cases in {time:?}", target.0);
    }
}

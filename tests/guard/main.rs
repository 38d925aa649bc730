//! Counts the instructions that the built program takes for a unit of work, an hour recorded or a row
//! compared, and holds them against the numbers that stand in `instructions.toml`. It fails where one
//! is more than 5 % above its number, or more than is allowed for it. Time is not measured, so that a
//! busy machine changes nothing.
//!
//! `guard` compares; `guard --retake` writes anew those that are off; `guard --repeat 10` shows how far
//! apart repeated counts are. `tests/guard/run` is what CI runs; docs/contributing.md says more.

#![expect(clippy::print_stdout, reason = "the result of a measurement")]

mod callgrind;
mod cases;
mod inputs;
mod machine;
mod numbers;

use std::path::PathBuf;
use std::process::ExitCode;

use callgrind::Callgrind;
use cases::Case;
use machine::Machine;
use numbers::{Numbers, Verdict};

type Anyhow<T> = Result<T, Box<dyn std::error::Error>>;

/// What is asked for.
struct Asked {
    retake: bool,
    repeat: usize,
}

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let asked = match words.as_slice() {
        [] => (false, 1),
        ["--retake"] => (true, 1),
        ["--repeat", times] => (false, times.parse().unwrap_or(2).max(1)),
        // What this prints depends on the processor as valgrind shows it.
        [machine::FEATURES] => {
            println!("{}", machine::features());
            return ExitCode::SUCCESS;
        }
        _ => {
            println!("expected nothing, --retake or --repeat N");
            return ExitCode::from(2);
        }
    };
    let (retake, repeat) = asked;
    match guard(&Asked { retake, repeat }) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            println!("guard: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether everything is as it should be.
fn guard(asked: &Asked) -> Anyhow<bool> {
    let folder = tempfile::tempdir()?;
    let program = std::env::var_os("CHASE").map_or_else(built, PathBuf::from);
    let callgrind = Callgrind::of(&program, folder.path())?;
    let machine = Machine::seen_by(&callgrind)?;
    inputs::make(&callgrind)?;
    let mut counted = Vec::new();
    for case in cases::all() {
        let counts: Vec<f64> =
            (0..asked.repeat).map(|_| case.count(&callgrind)).collect::<Anyhow<_>>()?;
        if asked.repeat > 1 {
            spread(&case, &counts);
        }
        counted.push((case, counts.iter().copied().fold(f64::MAX, f64::min)));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/guard/instructions.toml");
    if asked.retake {
        let text = Numbers::read(path)?.retaken(&machine, &counted);
        std::fs::write(path, text)?;
        println!("written: {path}; say in the commit why, in a line that begins `Instructions: `");
        return Ok(true);
    }
    compare(&Numbers::read(path)?, &machine, &counted)
}

/// The program that cargo built beside this one.
fn built() -> PathBuf {
    let me = std::env::current_exe().unwrap_or_default();
    let folder = me.parent().and_then(|it| it.parent());
    folder.unwrap_or(&me).join("chase")
}

fn spread(case: &Case, counts: &[f64]) {
    let least = counts.iter().copied().fold(f64::MAX, f64::min);
    let most = counts.iter().copied().fold(f64::MIN, f64::max);
    println!(
        "{:<36} {least:>14.1} to {most:>14.1}, {:.4} % apart, in {} counts",
        case.name,
        (most - least) / least * 100.0,
        counts.len()
    );
}

fn compare(numbers: &Numbers, machine: &Machine, counted: &[(Case, f64)]) -> Anyhow<bool> {
    let mut is_fine = true;
    let is_compared = numbers.machine == *machine;
    println!("{:<36} {:>14} {:>14}", "instructions for", "counted", "number");
    for (case, count) in counted {
        let number = numbers.of(case.name);
        let told = match number {
            Some(number) => format!("{number:>14.1} {:>+8.2} %", (count / number - 1.0) * 100.0),
            None => format!("{:>14}", "none"),
        };
        let verdict = numbers.judge(case.name, *count);
        let word = match verdict {
            Verdict::Fine => String::new(),
            Verdict::Less => "  fewer: retake the numbers, so that it stays so".to_owned(),
            Verdict::More => {
                let percent = (numbers.allowed(case.name) - 1.0) * 100.0;
                format!("  MORE THAN {percent:.0} % ABOVE")
            }
            Verdict::Unknown => "  THERE IS NO NUMBER".to_owned(),
        };
        println!("{:<36} {count:>14.1} {told}{word}", case.name);
        is_fine &= matches!(verdict, Verdict::Fine | Verdict::Less);
    }
    for name in numbers.without(counted.iter().map(|(case, _)| case.name)) {
        println!("{name:<36} has a number and is not counted");
        is_fine = false;
    }
    if !is_compared {
        println!(
            "\nNOT COMPARED: the numbers are those of\n  {}\nand this is\n  {}\n\
             so that nothing is said of this program's speed. `tests/guard/run --retake` takes the \
             numbers here.",
            numbers.machine, machine
        );
        return Ok(true);
    }
    if !is_fine {
        println!(
            "\nMake it as fast as it was, or run `tests/guard/run --retake` and say in the commit \
             why, in a line that begins `Instructions: `."
        );
    }
    Ok(is_fine)
}

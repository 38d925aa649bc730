//! The commands, and the faults that lie in the program rather than in the rules.

use std::collections::VecDeque;
use std::hint::black_box;
use std::io::{self, BufRead as _, Write};
use std::process::{Command, abort};
use std::thread::sleep;
use std::time::Duration;

use crate::naive::fault::{Fault, Faults};
use crate::naive::{Chase, Hour, Scenario, banner, hour_block};

const PROMPT: &str = "Enter command: ";

pub struct Console<'a> {
    s: &'a Scenario,
    faults: Faults,
    chase: Chase<'a>,
    /// The newest hour.
    now: Hour,
    /// What was typed and not yet obeyed.
    words: VecDeque<Vec<u8>>,
}

impl<'a> Console<'a> {
    pub fn new(s: &'a Scenario, seed: u32, faults: Faults) -> Console<'a> {
        let mut chase = Chase::new(s, seed, faults);
        Console { s, faults, now: chase.opening(), chase, words: VecDeque::new() }
    }

    /// Prints hour 0 and obeys commands until the game or the input ends.
    pub fn run(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.befall(out)?;
        out.write_all(banner(self.s).as_bytes())?;
        self.show_hour(out)?;
        self.show_ending(out)?;
        while self.chase.ending().is_none() {
            out.write_all(PROMPT.as_bytes())?;
            match self.next_word(out)?.as_deref() {
                None => {
                    self.input_ended(out)?;
                    break;
                }
                Some(b"quit") => return out.flush(),
                Some(word) => self.obey(word, out)?,
            }
        }
        if self.faults.has(Fault::LoopAtEndOfInput) {
            prompt_for_ever(out)?;
        }
        out.flush()
    }

    fn input_ended(&self, out: &mut impl Write) -> io::Result<()> {
        if self.faults.has(Fault::LoopWithoutQuit) {
            prompt_for_ever(out)?;
        }
        Ok(())
    }

    /// The next word typed, whatever its bytes.
    fn next_word(&mut self, out: &mut impl Write) -> io::Result<Option<Vec<u8>>> {
        while self.words.is_empty() {
            out.flush()?;
            let mut line = Vec::new();
            if io::stdin().lock().read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            let words = line.split(|byte| matches!(byte, b' ' | b'\t'..=b'\r'));
            let words = words.filter(|word| !word.is_empty());
            self.words.extend(words.map(<[u8]>::to_vec));
        }
        Ok(self.words.pop_front())
    }

    fn obey(&mut self, word: &[u8], out: &mut impl Write) -> io::Result<()> {
        match word {
            b"run" => {
                while self.chase.ending().is_none() {
                    self.step(out)?;
                }
                Ok(())
            }
            b"step" => self.step(out),
            b"stats" => self.stats(out),
            b"display" => self.show_hour(out),
            b"map" => self.map(out),
            _ => Ok(()),
        }
    }

    fn step(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.now = self.chase.play();
        self.befall(out)?;
        self.show_hour(out)?;
        self.show_ending(out)
    }

    fn show_hour(&self, out: &mut impl Write) -> io::Result<()> {
        let block = hour_block(self.s, self.chase.hour, self.now.cities);
        out.write_all(block.as_bytes())
    }

    fn show_ending(&self, out: &mut impl Write) -> io::Result<()> {
        let ending = self.chase.ending().unwrap_or_default();
        out.write_all(ending.as_bytes())
    }

    fn stats(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "Hour {}", self.chase.hour)?;
        for (agent, runner) in self.s.agents.iter().zip(&self.chase.runners) {
            let (name, stamina) = (&agent.name, runner.stamina);
            let city = self.city(runner.city);
            writeln!(out, "{name} is at {city} with {stamina} stamina")?;
        }
        writeln!(out)
    }

    fn map(&self, out: &mut impl Write) -> io::Result<()> {
        let map = &self.chase.map;
        let times = if self.faults.has(Fault::MapCountsDouble) { 2 } else { 1 };
        writeln!(out, "Number of cities: {}", self.s.cities.len())?;
        writeln!(out, "Number of roads: {}", times * map.count())?;
        for city in 0..self.s.cities.len() {
            let roads = map.neighbours(city).iter();
            let roads = roads.map(|&(other, length)| format!(" {} ({length})", self.city(other)));
            let roads: Vec<_> = roads.collect();
            writeln!(out, "{} has roads to:{}", self.city(city), roads.join(","))?;
        }
        writeln!(out)
    }

    /// A city as `[4] darwin`.
    fn city(&self, id: usize) -> String {
        format!("[{id}] {}", self.s.cities[id].0)
    }

    /// What happens to the program before it prints an hour.
    fn befall(&self, out: &mut impl Write) -> io::Result<()> {
        let hour = self.chase.hour;
        let has = |fault| self.faults.has(fault);
        if has(Fault::Leaks) {
            leak();
        }
        if has(Fault::Forks) && hour == 0 {
            fork()?;
        }
        if has(Fault::Garbage) && hour == 2 {
            out.write_all(b"\x7fELF \xff\xfe\xc3(\n")?;
        }
        if has(Fault::CrashOnTip) && !self.now.tips.is_empty() {
            abort();
        }
        if has(Fault::PrintsForever) && hour == 1 {
            self.print_for_ever(out)?;
        }
        if has(Fault::Hangs) && hour == 3 {
            hang(out)?;
        }
        if has(Fault::EatsMemory) && hour == 1 {
            eat_memory()?;
        }
        Ok(())
    }

    fn print_for_ever(&self, out: &mut impl Write) -> io::Result<()> {
        loop {
            self.show_hour(out)?;
        }
    }
}

fn prompt_for_ever(out: &mut impl Write) -> io::Result<()> {
    loop {
        out.write_all(PROMPT.as_bytes())?;
    }
}

fn hang(out: &mut impl Write) -> io::Result<()> {
    out.flush()?;
    loop {
        sleep(Duration::from_secs(60));
    }
}

/// Forgets a kilobyte that nobody can find again.
fn leak() {
    std::mem::forget(black_box(vec![1_u8; 1 << 10]));
}

fn fork() -> io::Result<()> {
    Command::new("sleep").arg("60").spawn().map(|_| ())
}

/// A quarter of a gigabyte a second, so that a limit is met before the machine's end.
fn eat_memory() -> io::Result<()> {
    let mut eaten = Vec::new();
    loop {
        eaten.push(black_box(vec![1_u8; 1 << 20]));
        sleep(Duration::from_millis(4));
    }
}

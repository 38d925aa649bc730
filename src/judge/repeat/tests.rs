//! Programs that are made up: what is said of them, and how often that is wrong.

use super::*;
use crate::engine::dice::{Dice, Generator};

/// A program: what it prints under a setting, with luck of its own.
struct Made<F> {
    luck: Dice,
    print: F,
    runs: usize,
}

impl<F: FnMut(&Setting, &mut Dice) -> usize> Runs for Made<F> {
    fn run(&mut self, setting: &Setting) -> Result<Outcome, Error> {
        self.runs += 1;
        Ok(Outcome::Output((self.print)(setting, &mut self.luck)))
    }

    fn found(&mut self, _: &Finding) -> Result<(), Error> {
        Ok(())
    }
}

fn setting(words: &str) -> Setting {
    Setting {
        words: words.to_owned(),
        ..Setting::default()
    }
}

/// Ten factors, of which two can be held still.
fn ten() -> Vec<Factor> {
    let names = &NAMES[..10];
    let factor = |(n, name): (usize, &&'static str)| Factor {
        varied: vec![setting(name)],
        held: (n < 2).then(|| setting(&format!("held {name}"))),
        ..Factor::named(name)
    };
    names.iter().enumerate().map(factor).collect()
}

fn look(seed: i64, print: impl FnMut(&Setting, &mut Dice) -> usize) -> (Examined, usize) {
    let luck = Dice::new(Generator::Chacha8, seed, 1);
    let mut made = Made {
        luck,
        print,
        runs: 0,
    };
    let examined = examine(&ten(), 3, seed, &mut made).expect("nothing fails");
    (examined, made.runs)
}

fn causes(examined: &Examined) -> Vec<&'static str> {
    examined.causes().collect()
}

#[test]
fn a_program_that_repeats_is_run_three_times_for_each_thing() {
    let (examined, runs) = look(1, |_, _| 7);
    assert!(examined.repeats() && !examined.by_itself);
    assert_eq!(runs, 33);
}

#[test]
fn what_makes_a_steady_program_differ_is_named_and_nothing_else() {
    let (examined, _) = look(2, |setting, _| usize::from(setting.words == "locale"));
    assert_eq!(causes(&examined), ["locale"]);
    assert!(!examined.by_itself);
    // Every output another one, as with a random seed.
    let mut next = 10;
    let (examined, _) = look(3, |setting, _| {
        next += 1;
        if setting.words == "load" { next } else { 0 }
    });
    assert_eq!(causes(&examined), ["load"]);
}

#[test]
fn what_makes_it_differ_at_times_is_named_after_more_runs() {
    let (examined, _) = look(5, |setting, luck| {
        usize::from(setting.words == "environment" && luck.below(2) == 0)
    });
    assert_eq!(causes(&examined), ["environment"]);
    assert!(!examined.by_itself);
}

#[test]
fn what_differs_by_itself_is_told_by_what_holds_it_still() {
    let mut next = 0;
    let (examined, _) = look(6, |setting, _| {
        next += 1;
        if setting.words == "held addresses" {
            0
        } else {
            next
        }
    });
    assert!(examined.by_itself);
    assert_eq!(causes(&examined), ["addresses"]);
    let mut next = 0;
    let (examined, _) = look(7, |_, _| {
        next += 1;
        next
    });
    assert!(examined.by_itself && causes(&examined).is_empty());
}

/// Two things at once, neither of which alone makes it steady.
#[test]
fn things_that_only_together_hold_it_still_are_named_together() {
    let mut next = 0;
    let (examined, _) = look(8, |setting, _| {
        next += 1;
        if setting.words == "all of these held still" {
            0
        } else {
            next
        }
    });
    assert_eq!(causes(&examined), [TOGETHER]);
}

/// Programs that differ in one of five runs whatever is varied: some thing often looks guilty in a
/// few runs, and is hardly ever named.
#[test]
fn a_program_that_differs_at_times_accuses_nothing() {
    const PROGRAMS: i64 = 2_000;
    let (mut accused, mut seen) = (0, 0);
    for seed in 0..PROGRAMS {
        let often = 2 + u32::try_from(seed % 9).expect("small");
        let (examined, _) = look(seed, |_, luck| usize::from(luck.below(often) == 0));
        accused += usize::from(!causes(&examined).is_empty());
        seen += usize::from(examined.by_itself);
    }
    assert!(accused <= 2, "{accused} of {PROGRAMS} accused something");
    assert!(
        seen > 1_900,
        "only {seen} of {PROGRAMS} were seen to differ"
    );
}

/// What drifts with time, as a counter in a file does, is drawn by lot onto both sides.
#[test]
fn a_program_that_drifts_accuses_nothing() {
    for seed in 0..200 {
        let every = 5 + usize::try_from(seed).expect("small") % 40;
        let mut run = 0;
        let (examined, _) = look(seed, |_, _| {
            run += 1;
            run / every
        });
        assert_eq!(causes(&examined), [""; 0], "seed {seed}");
        assert!(examined.by_itself || examined.repeats(), "seed {seed}");
    }
}

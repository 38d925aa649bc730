//! Programs that are made up: what is said of them, and how often that is wrong.

use super::*;
use chase_engine::dice::{Dice, Generator};

/// A program: what it prints under a setting, with luck of its own.
struct TestProgram<F> {
    luck: Dice,
    print: F,
    runs: usize,
}

impl<F: FnMut(&RunSetting, &mut Dice) -> usize> Runs for TestProgram<F> {
    fn run(&mut self, setting: &RunSetting) -> Result<RunOutcome, Error> {
        self.runs += 1;
        Ok(RunOutcome::Output((self.print)(setting, &mut self.luck)))
    }

    fn found(&mut self, _: &Finding) -> Result<(), Error> {
        Ok(())
    }
}

fn setting(words: &str) -> RunSetting {
    RunSetting { words: words.to_owned(), ..RunSetting::default() }
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

fn look(seed: i64, print: impl FnMut(&RunSetting, &mut Dice) -> usize) -> (Examined, usize) {
    look_at(&ten(), seed, print)
}

fn look_at(
    factors: &[Factor],
    seed: i64,
    print: impl FnMut(&RunSetting, &mut Dice) -> usize,
) -> (Examined, usize) {
    let luck = Dice::new(Generator::Chacha8, seed, 1);
    let mut made = TestProgram { luck, print, runs: 0 };
    let examined = examine(factors, 3, seed, &mut made).expect("nothing fails");
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

/// Factors that are varied by a variable of their own, and one of no meaning.
fn by_variables() -> Vec<Factor> {
    let factor = |name: &'static str, variables: &[&str]| {
        let varied = variables.iter().map(|value| {
            let mut setting = setting(name);
            let variable = (name.to_uppercase(), (*value).to_owned());
            setting.conditions.variables.push(variable);
            setting
        });
        Factor { varied: varied.collect(), ..Factor::named(name) }
    };
    vec![
        factor("environment", &["x"]),
        factor("hash-seeds", &["1", "2"]),
        factor("time-zone", &["AAA"]),
    ]
}

/// Any variable makes such a program differ: that is one cause, and not one for each variable.
#[test]
fn what_any_variable_does_is_the_environment() {
    let (examined, _) =
        look_at(&by_variables(), 4, |setting, _| setting.conditions.variables.len());
    assert_eq!(causes(&examined), ["environment"]);
    assert_eq!(examined.findings[2].note, "as with any other variable");
    assert!(!examined.by_itself);
    let (examined, _) = look_at(&by_variables(), 5, |setting, _| {
        let variables = &setting.conditions.variables;
        let has_zone = variables.iter().any(|(name, _)| name == "TIME-ZONE");
        variables.len() + 5 * usize::from(has_zone)
    });
    assert_eq!(causes(&examined), ["environment", "time-zone"]);
    // Nor is another thing named where the environment is not among those that are varied.
    let (examined, _) =
        look_at(&by_variables()[1..], 6, |setting, _| setting.conditions.variables.len());
    assert_eq!(causes(&examined), [] as [&str; 0]);
    assert!(!examined.repeats());
}

#[test]
fn what_makes_it_differ_at_times_is_named_after_more_runs() {
    let (examined, _) =
        look(5, |setting, luck| usize::from(setting.words == "environment" && luck.below(2) == 0));
    assert_eq!(causes(&examined), ["environment"]);
    assert!(!examined.by_itself);
}

#[test]
fn what_differs_by_itself_is_told_by_what_holds_it_still() {
    let mut next = 0;
    let (examined, _) = look(6, |setting, _| {
        next += 1;
        if setting.words == "held addresses" { 0 } else { next }
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
        if setting.words == "all of these held still" { 0 } else { next }
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
    assert!(seen > 1_900, "only {seen} of {PROGRAMS} were seen to differ");
}

/// A drift with time, as of a counter in a file, is spread by lot over both sides.
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

/// A copy of the working folder, and copies with the names in two orders.
fn copied() -> [Factor; 2] {
    [
        Factor { varied: vec![setting("a copy")], ..Factor::named("working-folder") },
        Factor {
            base: setting("a copy in order"),
            varied: vec![setting("a copy turned")],
            ..Factor::named("file-order")
        },
    ]
}

/// As one that prints the numbers of inodes: every copy has others, the folder itself has not.
#[test]
fn what_differs_in_every_copy_does_not_differ_by_itself() {
    let mut next = 0;
    let (examined, _) = look_at(&copied(), 9, |setting, _| {
        next += usize::from(!setting.words.is_empty());
        if setting.words.is_empty() { 0 } else { next }
    });
    assert!(!examined.by_itself && !examined.repeats());
    assert_eq!(causes(&examined), ["working-folder"]);
    let order = &examined.findings[2];
    assert_eq!(order.why_not, "runs in a copy in order differ from each other");
    assert_eq!(order.note, "12 more with nothing varied are the same");
}

/// Runs that differ only after the first three are found out by more runs with nothing varied.
#[test]
fn what_differs_later_is_looked_at_again_with_nothing_varied() {
    let mut run = 0;
    let (examined, _) = look_at(&copied()[1..], 10, |_, _| {
        run += 1;
        if run <= 3 { 0 } else { run }
    });
    assert!(examined.by_itself);
    assert_eq!(causes(&examined), [""; 0]);
}

/// A program that prints the second, where one of six runs falls into the next one.
#[test]
fn the_clock_is_named_after_more_pairs_of_runs() {
    let clock = Factor {
        varied: vec![RunSetting { later: true, ..setting("more than a second later") }],
        ..Factor::named("clock")
    };
    let (mut named, mut larger) = (0, 0);
    for seed in 0..100 {
        let (mut runs, mut second) = (0, 0);
        let (examined, _) = look_at(std::slice::from_ref(&clock), seed, |setting, luck| {
            runs += 1;
            let passes = runs > 3 && luck.below(6) == 0;
            second += usize::from(setting.later || passes);
            second
        });
        assert!(!examined.by_itself, "seed {seed}");
        named += usize::from(causes(&examined) == ["clock"]);
        let experiment = examined.findings[1].experiment.as_ref();
        larger += usize::from(experiment.is_some_and(|it| it.runs == 30));
    }
    assert!(named >= 95, "named in {named} of 100");
    assert!(larger >= 20, "a larger experiment in {larger} of 100");
}

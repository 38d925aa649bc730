//! What a watch decides, told of runs that never were.

use super::*;
use crate::limits::HeldResources;

const MIB: u64 = 1 << 20;

/// A run that is looked at every so many milliseconds.
struct SampledRun {
    watch: Watch,
    began: Instant,
    every: Duration,
    looks: u32,
}

impl SampledRun {
    fn new(every_ms: u64) -> Self {
        let limits = RunLimits {
            is_perturbed: false,
            time: TimeLimit::Processor(Duration::from_secs(4)),
            output_bytes_max: 1 << 20,
            memory: Some(MemoryLimit::Resident(100 * MIB)),
            file_bytes_max: None,
        };
        let began = crate::process::now();
        SampledRun {
            watch: Watch::new(limits, |used| used, began),
            began,
            every: Duration::from_millis(every_ms),
            looks: 0,
        }
    }

    /// The wall time at which it is stopped, and why. `seen` makes of the time on the wall what is
    /// used, the pulse and the bytes printed.
    fn until(
        &mut self,
        seen: impl Fn(Duration) -> (Duration, Option<u64>, usize),
    ) -> (Duration, ExceededLimit) {
        loop {
            self.looks += 1;
            let passed = self.every * self.looks;
            let (used, pulse, printed) = seen(passed);
            let sight = ResourceUse {
                used,
                resident_bytes: MIB,
                tasks: 1,
                held: HeldResources::default(),
                pulse,
            };
            let stop = self.watch.look(Some(&sight), printed, self.began + passed);
            if let Some(stop) = stop {
                return (passed, stop);
            }
        }
    }
}

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn a_program_that_gets_a_tenth_of_a_processor_is_no_hang_before_its_time_is_used() {
    let (at, stop) = SampledRun::new(50).until(|wall| (wall / 9, None, 0));
    assert_eq!(stop, ExceededLimit::Processor);
    assert!(at > 36 * SECOND, "{at:?}");
}

#[test]
fn a_program_that_gets_a_fiftieth_of_a_processor_has_its_time_too() {
    let (at, stop) = SampledRun::new(50).until(|wall| (wall / 50, None, 0));
    assert_eq!(stop, ExceededLimit::Processor);
    assert!(at > 200 * SECOND, "{at:?}");
    let (at, stop) = SampledRun::new(50).until(|_| (Duration::ZERO, None, 0));
    assert_eq!((at, stop), (400 * SECOND, ExceededLimit::Wall), "and no run has for ever");
}

#[test]
fn processor_time_counts_as_on_the_machine_at_its_best() {
    let mut slowed = SampledRun::new(50);
    slowed.watch.at_best = |used| used / 3;
    let (at, stop) = slowed.until(|wall| (wall, None, 0));
    assert_eq!(stop, ExceededLimit::Processor);
    assert_eq!(at, 12 * SECOND + Duration::from_millis(50));
}

#[test]
fn what_computes_and_sleeps_in_turn_ends_at_ten_times_its_time() {
    let (at, stop) = SampledRun::new(50).until(|wall| (Duration::ZERO, Some(wall.as_secs()), 0));
    assert_eq!((at, stop), (40 * SECOND, ExceededLimit::Wall));
}

#[test]
fn five_seconds_of_sleep_are_a_hang_however_seldom_it_is_looked_at() {
    for every in [10, 50, 300, 900] {
        let (at, stop) = SampledRun::new(every).until(|wall| {
            let is_asleep = wall > 2 * SECOND;
            (Duration::ZERO, is_asleep.then_some(7), 0)
        });
        assert_eq!(stop, ExceededLimit::Sleep);
        assert!(at >= 7 * SECOND && at <= 9 * SECOND, "{every}: {at:?}");
    }
}

#[test]
fn time_in_which_nobody_could_look_is_not_held_against_it() {
    let (_, stop) = SampledRun::new(60_000).until(|wall| {
        let looks = wall.as_secs() / 60;
        (SECOND * u32::try_from(looks / 7).expect("few"), None, 0)
    });
    assert_eq!(stop, ExceededLimit::Processor, "one minute counts as a second");
}

#[test]
fn memory_is_what_all_of_it_uses() {
    let mut told = SampledRun::new(50);
    let sight = |bytes| ResourceUse {
        used: Duration::ZERO,
        resident_bytes: bytes,
        held: HeldResources::default(),
        tasks: 1,
        pulse: None,
    };
    let at = told.began + SECOND;
    assert_eq!(told.watch.look(Some(&sight(100 * MIB)), 0, at), None);
    let stop = told.watch.look(Some(&sight(100 * MIB + 1)), 0, at);
    assert_eq!(stop, Some(ExceededLimit::Memory));
}

#[test]
fn what_was_printed_in_the_first_half_does_not_depend_on_the_machine() {
    let mut early = SampledRun::new(50);
    early.until(|wall| (wall, None, if wall > SECOND { 80 } else { 40 }));
    assert!(!early.watch.was_printing(80));
    assert!(early.watch.was_printing(81), "the rest came after a look");
    let mut late = SampledRun::new(50);
    late.until(|wall| (wall, None, usize::try_from(wall.as_millis()).expect("few")));
    assert!(late.watch.was_printing(0));
}

#[test]
fn what_is_used_at_the_end_counts_too() {
    let told = SampledRun::new(50);
    let most = Duration::from_secs(4);
    assert!(!told.watch.is_too_much(Some(most)));
    assert!(told.watch.is_too_much(Some(most + Duration::from_millis(10))));
    assert!(!told.watch.is_too_much(None), "it cannot be seen here");
}

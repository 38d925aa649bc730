//! The ways through earlier cycles, as a tree. Most cycles are made as one before them: their numbers go
//! the same way, without a look at what they mean.

/// How a number stands in a payload, and whether what follows it depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberKind {
    /// One byte on which it depends: the head of a turn, whether an option has a value.
    Byte,
    /// A varint on which it depends: a count, the number of a variant.
    Varint,
    /// One byte that is only a number.
    FreeByte,
    /// A varint that is only a number.
    FreeVarint,
}

/// A number of a cycle that was gone through: its column, its kind, and the number itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub column: u32,
    pub kind: NumberKind,
    pub number: u64,
}

/// If there are more steps, all are forgotten.
const STEPS_MAX: usize = 1 << 14;

/// A step of a way; the step after it stands behind it, unless it is the last one. What follows depends on
/// its number, unless numbers of its kind are only numbers.
struct RouteStep {
    step: Step,
    is_last: bool,
    /// The step in the same place with another number; 0 if there is none.
    other: u32,
    /// The step before it.
    before: Option<u32>,
}

impl RouteStep {
    #[inline]
    fn allows(&self, number: u64) -> bool {
        let is_free = matches!(
            self.step.kind,
            NumberKind::FreeByte | NumberKind::FreeVarint
        );
        is_free || number == self.step.number
    }
}

/// The ways through earlier cycles.
#[derive(Default)]
pub(super) struct Routes {
    steps: Vec<RouteStep>,
}

impl Routes {
    /// Takes a cycle's numbers step by step. True at the end of a known way. Otherwise `put_back` has undone
    /// all steps, the last first; `take` changes nothing if it returns nothing.
    #[inline]
    pub fn follow<C>(
        &self,
        cycle: &mut C,
        take: impl Fn(&mut C, &Step) -> Option<u64>,
        put_back: impl Fn(&mut C, &Step),
    ) -> bool {
        let (mut n, mut taken) = (0, None);
        while let Some(here) = self.steps.get(n)
            && let Some(number) = take(cycle, &here.step)
        {
            taken = Some(n);
            let Some(chosen) = self.chosen(n, number) else {
                break;
            };
            if self.steps[chosen].is_last {
                return true;
            }
            n = chosen + 1;
        }
        while let Some(n) = taken {
            put_back(cycle, &self.steps[n].step);
            taken = self.steps[n].before.map(|n| n as usize);
        }
        false
    }

    /// The step in the place of the n-th that leads on with this number.
    #[inline]
    fn chosen(&self, mut n: usize, number: u64) -> Option<usize> {
        while !self.steps[n].allows(number) {
            n = self.steps[n].other as usize;
            if n == 0 {
                return None;
            }
        }
        Some(n)
    }

    /// Keeps the way through a cycle, and takes its steps.
    pub fn keep(&mut self, way: &mut Vec<Step>) {
        if self.steps.len() + way.len() > STEPS_MAX {
            self.steps.clear();
        }
        if way.len() > STEPS_MAX {
            way.clear();
        }
        let (shared, mut before) = self.branch_off(way);
        let count = way.len();
        for (n, step) in way.drain(..).enumerate().skip(shared) {
            let (is_last, other) = (n + 1 == count, 0);
            self.steps.push(RouteStep {
                step,
                is_last,
                other,
                before,
            });
            before = Some(index(self.steps.len() - 1));
        }
    }

    /// The number of steps that a way has in common with a known one, and the last of them. From there the way
    /// goes on at the end of the list, where the rest is to be added.
    fn branch_off(&mut self, way: &[Step]) -> (usize, Option<u32>) {
        let end = self.steps.len();
        let (mut n, mut last) = (0, None);
        for (shared, step) in way.iter().enumerate() {
            while let Some(here) = self.steps.get_mut(n)
                && !here.allows(step.number)
            {
                if here.other == 0 {
                    here.other = index(end);
                }
                n = here.other as usize;
            }
            if n == end {
                return (shared, last);
            }
            last = Some(index(n));
            n += 1;
        }
        (way.len(), last)
    }
}

fn index(n: usize) -> u32 {
    u32::try_from(n).expect("few steps are kept")
}

//! The ways through earlier cycles, as a tree. Most cycles are made as one before them: their numbers go
//! the same way, without a look at what they mean.

/// How a number stands in a payload, and whether what follows it depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberKind {
    /// One byte that decides what follows: the head of a turn, whether an option has a value.
    Byte,
    /// A varint that decides what follows: a count, the number of a variant.
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

/// The tree is emptied before it has more steps. A longer way is not kept.
const STEPS_MAX: usize = 1 << 14;

/// A step of a way. The next step stands behind it in the list, unless it is the last one.
struct RouteStep {
    step: Step,
    is_last: bool,
    /// The step in the same place with another number.
    other: Option<u32>,
    /// The step before it.
    before: Option<u32>,
}

impl RouteStep {
    /// Returns whether a cycle with this number in this place goes on as behind this step.
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
    /// Takes the numbers of a cycle along the known ways. Returns true at the end of one; else it puts back
    /// what it took, the last number first. A `take` that returns nothing must have changed nothing.
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
            n = self.steps[n].other? as usize;
        }
        Some(n)
    }

    /// Keeps the way through a cycle, and takes its steps.
    pub fn keep(&mut self, way: &mut Vec<Step>) {
        if way.len() > STEPS_MAX {
            way.clear();
            return;
        }
        if self.steps.len() + way.len() > STEPS_MAX {
            self.steps.clear();
        }
        let (shared, mut before) = self.branch_off(way);
        let count = way.len();
        for (n, step) in way.drain(..).enumerate().skip(shared) {
            let (is_last, other) = (n + 1 == count, None);
            self.steps.push(RouteStep {
                step,
                is_last,
                other,
                before,
            });
            before = Some(index(self.steps.len() - 1));
        }
    }

    /// Returns how many steps a way has in common with a known one, and the last of them, and lets the way go
    /// on from there at the end of the list, where the caller adds the rest.
    fn branch_off(&mut self, way: &[Step]) -> (usize, Option<u32>) {
        let end = self.steps.len();
        let (mut n, mut last) = (0, None);
        for (shared, step) in way.iter().enumerate() {
            while let Some(here) = self.steps.get_mut(n)
                && !here.allows(step.number)
            {
                n = *here.other.get_or_insert(index(end)) as usize;
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

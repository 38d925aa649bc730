//! The chase hour by hour: the thief's class, and of each detective either how likely it is in which
//! class or the class alone, with how likely all that is.
//!
//! Why detectives may be kept apart: a detective's turn depends on its own place, on its own luck and on
//! the thief's city, and on nothing else. Given the cities of the thief so far, the places of the four are
//! therefore independent: the probability of all four is the product. That no detective has met the thief
//! yet keeps this so, as it is asked of each by itself. So a state of the chase can be the thief's class
//! and one distribution for each detective, and states with the same class and distributions go on alike
//! and are merged. Along one way of the thief that makes one state, however much luck the detectives need;
//! but different ways of the thief may leave different distributions. Where that makes more states than
//! there are combinations of classes, the states are these combinations: distributions that are certain.

use super::classes::{AgentClasses, NOWHERE};
use super::interner::Interner;
use crate::AGENTS;
use crate::kernel::moment::{ESCAPED, EndSums, TIME_UP};

/// The number of detectives.
pub(super) const DETECTIVES: usize = AGENTS - 1;

/// Words of memory that the states may take which wait for their turn, of all hours together.
const WORDS_MAX: usize = 1 << 22;

/// Multiplications that are worth waiting for, of a number that is expected.
const WORK_MAX: f64 = 3e9;

/// States, and multiplications, after which it is first asked how many there will be.
const FIRST_LOOK: (u64, u64) = (1 << 15, 1 << 26);

/// The agents of a chase, each by itself.
pub(super) struct Joint {
    pub thief: AgentClasses,
    pub detectives: [AgentClasses; DETECTIVES],
    /// The cities where the thief can be, after each hour from now on.
    pub cities: Vec<Vec<u32>>,
    /// The city in which the thief escapes.
    pub getaway: Option<u32>,
}

/// The way in which a state tells where the detectives are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// One distribution for each detective.
    Apart,
    /// One class for each detective.
    Together,
}

/// States after the same hour.
#[derive(Default)]
struct Front {
    /// The thief's class and the numbers of four distributions.
    states: Interner,
    /// How likely each state is.
    weights: Vec<f64>,
    /// Distributions: pairs of a class and the bits of its probability, by class.
    beliefs: [Interner; DETECTIVES],
}

impl Front {
    fn add(&mut self, [thief, d1, d2, d3, d4]: [u32; AGENTS], weight: f64) {
        let pair = |one: u32, other: u32| u64::from(one) << 32 | u64::from(other);
        let key = [u64::from(thief), pair(d1, d2), pair(d3, d4)];
        let number = self.states.number(&key) as usize;
        match self.weights.get_mut(number) {
            Some(sum) => *sum += weight,
            None => self.weights.push(weight),
        }
    }

    fn state(&self, number: usize) -> (u32, [u32; DETECTIVES]) {
        let pair = |word: u64| [(word >> 32) as u32, word as u32];
        let key = self.states.get(number as u32);
        let ([d1, d2], [d3, d4]) = (pair(key[1]), pair(key[2]));
        (key[0] as u32, [d1, d2, d3, d4])
    }

    fn words(&self) -> usize {
        let beliefs = self.beliefs.iter().map(|it| it.words() + 3 * it.len());
        7 * self.weights.len() + beliefs.sum::<usize>()
    }
}

/// The turn of a detective, from a distribution, while the thief is in a city.
#[derive(Clone, Copy)]
struct Update {
    /// The probability that it is with the thief then, and that it is not.
    caught: f64,
    missed: f64,
    /// The distributions where it is not, as a part of `JointRun::after`.
    after: (usize, usize),
}

/// Follows the chase to its end, with at most so many states of all hours together. For each hour from
/// now on, the states are not more than its bound, or about as many. Gives the endings by hour, and how
/// many states there were. Fails with the number of states expected.
pub(super) fn run(
    joint: &Joint,
    form: Form,
    states_max: u64,
    bounds: &[f64],
) -> Result<(Vec<EndSums>, u64), f64> {
    let hours = joint.thief.layers.len() - 1;
    let mut run = JointRun {
        joint,
        form,
        sums: vec![[0.0; AGENTS + 1]; hours + 1],
        counts: vec![0; hours + 1],
        work: 0,
        after: Vec::new(),
        chances: Vec::new(),
        touched: Vec::new(),
    };
    let mut first = Front::default();
    for belief in &mut first.beliefs {
        belief.number(&[0, 1f64.to_bits()]);
    }
    first.add([0; AGENTS], 1.0);
    run.counts[0] = 1;
    let words_max = (WORDS_MAX / (hours + 1)).max(1 << 14);
    // Hours whose states are not all known, as those of an hour before wait.
    let mut known = 0;
    let mut look = FIRST_LOOK;
    let mut open = vec![(0, first, 0)];
    while let Some((before, front, mut done)) = open.pop() {
        let hour = before + 1;
        let next = run.expand(hour, &front, &mut done, words_max);
        if done < front.weights.len() {
            open.push((before, front, done));
        } else if known == before {
            known = hour;
        }
        let states: u64 = run.counts.iter().sum();
        let is_over = states > states_max;
        if is_over || states > look.0 || run.work > look.1 {
            let expected = run.expected(known, bounds);
            let work = expected / states as f64 * run.work as f64;
            if is_over || expected > 4.0 * states_max as f64 || work > WORK_MAX {
                return Err(expected);
            }
            look = (2 * states, 2 * run.work);
        }
        if !next.weights.is_empty() {
            open.push((hour, next, 0));
        }
    }
    let states = run.counts.iter().sum();
    Ok((run.sums, states))
}

struct JointRun<'a> {
    joint: &'a Joint,
    form: Form,
    sums: Vec<EndSums>,
    /// The states after each hour.
    counts: Vec<u64>,
    /// Multiplications of all turns.
    work: u64,
    /// Numbers of distributions, each with its share of the missed.
    after: Vec<(u32, f64)>,
    /// How likely the next classes are; all 0 between two turns.
    chances: Vec<f64>,
    touched: Vec<u32>,
}

/// The turns of one detective that were worked out: for each of its distributions and each city of the
/// thief.
struct Turns {
    cities: usize,
    numbers: Vec<u32>,
    updates: Vec<Update>,
}

impl Turns {
    fn new(beliefs: &Interner, cities: usize) -> Self {
        Turns { cities, numbers: vec![0; beliefs.len() * cities], updates: Vec::new() }
    }
}

impl JointRun<'_> {
    /// The states after the hour that follow from states before it, until these take too much memory.
    fn expand(&mut self, hour: usize, front: &Front, done: &mut usize, words_max: usize) -> Front {
        let mut next = Front::default();
        let joint = self.joint;
        let cities = &joint.cities[hour];
        let hears = joint.detectives.iter().any(|it| it.layers[hour - 1].hears_tips());
        let mut turns: [Turns; DETECTIVES] =
            std::array::from_fn(|n| Turns::new(&front.beliefs[n], cities.len() + 1));
        self.after.clear();
        while *done < front.weights.len() && next.words() < words_max {
            let (thief, beliefs) = front.state(*done);
            let weight = front.weights[*done];
            *done += 1;
            for &(to, chance) in joint.thief.layers[hour - 1].leads[thief as usize].iter().flatten()
            {
                let city = joint.thief.layers[hour].labels[to as usize];
                // A thief whose city does not matter names none.
                let input = cities.binary_search(&city).unwrap_or(cities.len());
                debug_assert!(!hears || input < cities.len(), "tips need a city");
                let mut updates = [Update { caught: 0.0, missed: 0.0, after: (0, 0) }; DETECTIVES];
                for n in 0..DETECTIVES {
                    let place = beliefs[n] as usize * turns[n].cities + input;
                    if turns[n].numbers[place] == 0 {
                        let belief = front.beliefs[n].get(beliefs[n]);
                        let update =
                            self.turn(n, hour, belief, (input, city), &mut next.beliefs[n]);
                        turns[n].updates.push(update);
                        turns[n].numbers[place] = turns[n].updates.len() as u32;
                    }
                    updates[n] = turns[n].updates[turns[n].numbers[place] as usize - 1];
                }
                self.close(hour, (to, city), weight * chance, &updates, &mut next);
            }
        }
        self.counts[hour] += next.weights.len() as u64;
        next
    }

    /// One turn of a detective.
    fn turn(
        &mut self,
        n: usize,
        hour: usize,
        belief: &[u64],
        (input, city): (usize, u32),
        next: &mut Interner,
    ) -> Update {
        let [from, to] = [hour - 1, hour].map(|hour| &self.joint.detectives[n].layers[hour]);
        self.chances.resize(self.chances.len().max(to.labels.len()), 0.0);
        self.touched.clear();
        for pair in belief.chunks_exact(2) {
            let (class, chance) = (pair[0] as usize, f64::from_bits(pair[1]));
            let rows = &from.leads[class];
            let Some(row) = rows.get(input).or(rows.first()) else {
                continue;
            };
            self.work += row.len() as u64;
            for &(class, share) in row {
                if self.chances[class as usize] == 0.0 {
                    self.touched.push(class);
                }
                self.chances[class as usize] += chance * share;
            }
        }
        self.touched.sort_unstable();
        self.touched.dedup();
        let mut update = Update { caught: 0.0, missed: 0.0, after: (self.after.len(), 0) };
        let mut missed = Vec::with_capacity(2 * self.touched.len());
        for class in &self.touched {
            let chance = std::mem::take(&mut self.chances[*class as usize]);
            if city != NOWHERE && to.labels[*class as usize] == city {
                update.caught += chance;
            } else if chance > 0.0 {
                update.missed += chance;
                missed.extend([u64::from(*class), chance.to_bits()]);
            }
        }
        if self.form == Form::Together {
            for pair in missed.chunks_exact(2) {
                let number = next.number(&[pair[0], 1f64.to_bits()]);
                self.after.push((number, f64::from_bits(pair[1])));
            }
        } else if update.missed > 0.0 {
            if update.caught > 0.0 {
                for bits in missed.iter_mut().skip(1).step_by(2) {
                    *bits = (f64::from_bits(*bits) / update.missed).to_bits();
                }
            }
            self.after.push((next.number(&missed), update.missed));
        }
        update.after.1 = self.after.len();
        update
    }

    /// The end of an hour in which the thief came to a class and the detectives had these turns.
    fn close(
        &mut self,
        hour: usize,
        (thief, city): (u32, u32),
        weight: f64,
        updates: &[Update; DETECTIVES],
        next: &mut Front,
    ) {
        let mut left = weight;
        for (n, update) in updates.iter().enumerate() {
            self.sums[hour][n + 1] += left * update.caught;
            left *= update.missed;
        }
        if left == 0.0 {
            return;
        }
        if self.joint.getaway == Some(city) {
            self.sums[hour][ESCAPED] += left;
        } else if hour + 1 == self.sums.len() {
            self.sums[hour][TIME_UP] += left;
        } else {
            let [d1, d2, d3, d4] =
                updates.map(|update| &self.after[update.after.0..update.after.1]);
            for (n1, p1) in d1 {
                for (n2, p2) in d2 {
                    for (n3, p3) in d3 {
                        for (n4, p4) in d4 {
                            let chance = weight * p1 * p2 * p3 * p4;
                            next.add([thief, *n1, *n2, *n3, *n4], chance);
                        }
                    }
                }
            }
            self.work += (d1.len() * d2.len() * d3.len() * d4.len()) as u64;
        }
    }

    /// The number of states of all hours, where those of some hours are known: the others are in the same
    /// proportion to their bounds as the last that are known.
    fn expected(&self, known: usize, bounds: &[f64]) -> f64 {
        let counted = self.counts[..=known].iter().map(|count| *count as f64);
        let ratio = self.counts[known] as f64 / bounds[known];
        let later = &bounds[known + 1..];
        let expected = counted.sum::<f64>() + later.iter().map(|bound| bound * ratio).sum::<f64>();
        expected.max(self.counts.iter().map(|count| *count as f64).sum())
    }
}

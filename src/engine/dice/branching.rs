//! Dice that do not draw: they give every number in turn, so that all outcomes can be followed.

/// The draws of one way through a turn, and how to come to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Branching {
    /// Each draw: what it gave, and of how many.
    draws: Vec<(u32, u32)>,
    /// How many of them were asked for again.
    used: usize,
}

impl Branching {
    pub(super) fn below(&mut self, n: u32) -> u32 {
        if self.used == self.draws.len() {
            self.draws.push((0, n));
        }
        self.used += 1;
        self.draws[self.used - 1].0
    }

    /// How likely this way is.
    pub(super) fn chance(&self) -> f64 {
        let chances = self.draws.iter().map(|draw| 1.0 / f64::from(draw.1));
        chances.product()
    }

    /// Goes on to the next way: the last draw that has a number left gives it. False after the last
    /// way.
    pub(super) fn next(&mut self) -> bool {
        self.used = 0;
        while let Some((given, n)) = self.draws.pop() {
            if given + 1 < n {
                self.draws.push((given + 1, n));
                return true;
            }
        }
        false
    }
}

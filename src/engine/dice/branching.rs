//! Dice that do not draw: they give every number in turn, so that all outcomes can be followed.

/// The draws of one way through a turn, and how to come to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Branching {
    /// Each draw: what it gave, and of how many.
    draws: Vec<(u32, u32)>,
    /// The number of draws that the present way has asked for.
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

    /// The probability of this way.
    pub(super) fn chance(&self) -> f64 {
        let chances = self.draws.iter().map(|draw| 1.0 / f64::from(draw.1));
        chances.product()
    }

    /// The number of equally likely ways of which this is one, as far as that is a number.
    pub(super) fn ways(&self) -> Option<i128> {
        let mut draws = self.draws.iter();
        draws.try_fold(1_i128, |ways, draw| ways.checked_mul(draw.1.into()))
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

#[cfg(test)]
mod tests {
    use super::super::Dice;

    /// A die, and after a six another: eleven ways, in their order.
    #[test]
    fn every_way_is_given_once_with_its_chance() {
        let mut dice = Dice::branching();
        let mut ways = Vec::new();
        loop {
            let first = dice.below(6);
            let second = (first == 5).then(|| dice.below(6));
            ways.push((first, second, dice.chance()));
            if !dice.next_branch() {
                break;
            }
        }
        assert_eq!(ways.len(), 11);
        assert_eq!(ways[4], (4, None, 1.0 / 6.0));
        assert_eq!(ways[10].0, 5);
        assert_eq!(ways[10].1, Some(5));
        let sum: f64 = ways.iter().map(|way| way.2).sum();
        assert!((sum - 1.0).abs() < 1e-12);
    }
}

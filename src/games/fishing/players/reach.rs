//! Who reaches which floe first, counted in moves over the ice as it is now.

/// No player reaches it.
pub(crate) const NEVER: u8 = u8::MAX;

/// A board for searching: fish of free floes, with a border of water all round.
#[derive(Clone)]
pub(crate) struct Ice {
    /// Columns of the board and two of border.
    pub width: usize,
    /// Fish of the free floes; 0 for water and penguins.
    pub fish: Vec<u8>,
}

impl Ice {
    /// The steps right, down, left, up.
    #[must_use]
    pub fn steps(&self) -> [isize; 4] {
        let width = isize::try_from(self.width).expect("a board is small");
        [1, width, -1, -width]
    }

    /// The free floes in a line from a field, nearest first.
    #[inline]
    pub fn line(&self, from: usize, step: isize) -> impl Iterator<Item = usize> + '_ {
        let next = move |at: &usize| {
            let at = at.checked_add_signed(step)?;
            (self.fish[at] > 0).then_some(at)
        };
        std::iter::successors(next(&from), next)
    }

    /// Moves needed from any of these fields to every free floe, into `moves`.
    pub fn reach(&self, from: &[usize], moves: &mut Vec<u8>, queue: &mut Vec<usize>) {
        moves.clear();
        moves.resize(self.fish.len(), NEVER);
        queue.clear();
        queue.extend_from_slice(from);
        let mut done = 0;
        while let Some(&at) = queue.get(done) {
            // Penguins themselves stand at 0 moves, and no floe is one.
            let far = if done < from.len() { 1 } else { moves[at] + 1 };
            done += 1;
            if far == NEVER {
                continue;
            }
            for step in self.steps() {
                for to in self.line(at, step) {
                    if moves[to] == NEVER {
                        moves[to] = far;
                        queue.push(to);
                    } else if moves[to] < far {
                        // Whoever stands there goes on in this line as well.
                        break;
                    }
                }
            }
        }
    }
}

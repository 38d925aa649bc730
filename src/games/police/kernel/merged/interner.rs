//! Numbers for lists of words: equal lists have the same number, and a new list has the next one.

/// Different lists of words, numbered from 0 in the order in which they came first.
pub(in crate::kernel) struct Interner {
    words: Vec<u64>,
    /// Where each list ends in `words`.
    ends: Vec<usize>,
    /// A list's number and 1, at a place that its words decide; 0 where there is none. At most half of
    /// the places are taken.
    slots: Vec<u32>,
}

impl Default for Interner {
    fn default() -> Self {
        Interner { words: Vec::new(), ends: Vec::new(), slots: vec![0; 16] }
    }
}

impl Interner {
    /// The number of different lists.
    pub(in crate::kernel) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of words of all lists together.
    pub(in crate::kernel) fn words(&self) -> usize {
        self.words.len()
    }

    /// The list with a number.
    pub(in crate::kernel) fn get(&self, number: u32) -> &[u64] {
        let number = number as usize;
        let first = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.words[first..self.ends[number]]
    }

    /// The number of a list.
    pub(in crate::kernel) fn number(&mut self, list: &[u64]) -> u32 {
        if 2 * self.len() >= self.slots.len() {
            self.grow();
        }
        let mut slot = self.slot(list);
        loop {
            match self.slots[slot].checked_sub(1) {
                None => break,
                Some(known) if self.get(known) == list => return known,
                Some(_) => slot = (slot + 1) % self.slots.len(),
            }
        }
        let number = self.len() as u32;
        self.words.extend(list);
        self.ends.push(self.words.len());
        self.slots[slot] = number + 1;
        number
    }

    fn slot(&self, list: &[u64]) -> usize {
        const MIX: u128 = 0x9e37_79b9_7f4a_7c15;
        let mixed = list.iter().fold(list.len() as u64, |mixed, word| {
            let wide = u128::from(mixed ^ word ^ 0x51_7cc1_b727_220a) * MIX;
            (wide >> 64) as u64 ^ (wide as u64).rotate_left(17)
        });
        mixed as usize % self.slots.len()
    }

    fn grow(&mut self) {
        self.slots = vec![0; 2 * self.slots.len()];
        for number in 0..self.len() as u32 {
            let mut slot = self.slot(self.get(number));
            while self.slots[slot] != 0 {
                slot = (slot + 1) % self.slots.len();
            }
            self.slots[slot] = number + 1;
        }
    }
}

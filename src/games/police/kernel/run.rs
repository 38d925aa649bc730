//! One call of the kernel: games by their numbers, taken down one by one. It is compiled once for
//! each set of vector instructions there may be; everything it calls is part of it.

use pulp::{Simd, WithSimd};

use super::play::{Chase, Luck};
use super::sink::Sink;
use super::tables::KernelTable;
use chase_kit::sweep_engine::GameNumbers;

/// Games to be played.
pub(super) struct KernelRun<'a, 'e, T: KernelTable> {
    pub chase: &'a Chase<T>,
    pub luck: Luck,
    pub numbers: GameNumbers,
    pub sink: Sink<'a, 'e>,
}

impl<T: KernelTable> WithSimd for KernelRun<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, _: S) {
        self.chase.play(self.luck, self.numbers, &mut self.sink);
    }
}

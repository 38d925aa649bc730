//! One call of the kernel: games by their numbers, taken down one by one. It is compiled once for
//! each set of vector instructions there may be; everything it calls is part of it.

use pulp::{Simd, WithSimd};

use super::play::{Chase, End, Ended, Luck};
use super::tables::Table;
use crate::engine::check_value::CheckValue;
use crate::engine::sweep_engine::{EachGame, Numbers};
use crate::engine::totals::{Ending, GamePlayed, Totals};
use crate::games::police::check_words;

/// The ways to end, as totals count them and as check values have them: caught, escaped, time up.
pub(super) type Endings = [(Ending, u64); 3];

/// Takes down what came of games.
pub(super) struct Sink<'a, 'e> {
    endings: &'a Endings,
    /// Where the totals have each ending, once they do.
    places: [Option<usize>; 3],
    totals: &'a mut Totals,
    each: Option<&'a mut EachGame<'e>>,
}

impl<'a, 'e> Sink<'a, 'e> {
    pub(super) fn new(
        endings: &'a Endings,
        totals: &'a mut Totals,
        each: Option<&'a mut EachGame<'e>>,
    ) -> Self {
        Sink {
            endings,
            places: [None; 3],
            totals,
            each,
        }
    }

    #[inline(always)]
    pub(super) fn take(&mut self, game: &Ended) {
        let (n, by) = match game.end {
            End::Caught(by) => (0, Some(by)),
            End::Escaped => (1, None),
            End::TimeUp => (2, None),
        };
        let (ending, word) = &self.endings[n];
        let place = match self.places[n] {
            Some(place) => place,
            None => *self.places[n].insert(self.totals.ending(ending)),
        };
        let check = CheckValue::of_game(game.number, *word);
        let played = GamePlayed {
            number: game.number,
            ending: place,
            cycles: game.hour,
            by,
            check: check_words(check, game.hour, by, game.places).finish(),
        };
        self.totals.add(&played);
        if let Some(each) = &mut self.each {
            each(&played, ending);
        }
    }
}

/// Games to be played.
pub(super) struct Run<'a, 'e, T: Table> {
    pub chase: &'a Chase<T>,
    pub luck: Luck,
    pub numbers: Numbers,
    pub sink: Sink<'a, 'e>,
}

impl<T: Table> WithSimd for Run<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, _: S) {
        self.chase.play(self.luck, self.numbers, &mut self.sink);
    }
}

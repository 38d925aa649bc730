//! What comes of chases, on its way to the totals.

use super::ask::AgentPlace;
use crate::{AGENTS, Ending, check_words};
use chase_engine::check_value::CheckValue;
use chase_kit::sweep_engine::EachGame;
use chase_kit::totals::{EndingKind, GamePlayed, GameTotals};

/// A chase that is over.
pub(super) struct FinishedChase {
    pub number: u64,
    pub hour: u32,
    pub end: Ending,
    pub places: [AgentPlace; AGENTS],
}

/// The ways to end, as totals count them and as check values have them: caught, escaped, time up.
pub(super) type Endings = [(EndingKind, u64); 3];

/// Takes down what came of games.
pub(super) struct Sink<'a, 'e> {
    endings: &'a Endings,
    /// The place of each ending in the totals, once they have it.
    places: [Option<usize>; 3],
    totals: &'a mut GameTotals,
    each: Option<&'a mut EachGame<'e>>,
}

impl<'a, 'e> Sink<'a, 'e> {
    pub(super) fn new(
        endings: &'a Endings,
        totals: &'a mut GameTotals,
        each: Option<&'a mut EachGame<'e>>,
    ) -> Self {
        Sink { endings, places: [None; 3], totals, each }
    }

    #[inline(always)]
    pub(super) fn take(&mut self, game: &FinishedChase) {
        let (n, by) = match game.end {
            Ending::Caught(by) => (0, Some(by)),
            Ending::Escaped => (1, None),
            Ending::TimeUp => (2, None),
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

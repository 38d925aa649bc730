//! The worth of a position for an analysis: the share of a win that the search of `alphabeta` expects.

use super::learned::Learned;
use super::past::Past;
use super::search::{AnimalSearch, AnimalSearchLimits, WIN};
use crate::{AnimalCheckers, Event, State};
use chase_engine::game::{Game as _, Turn};
use chase_kit::extras::SearchedShares;
use chase_study::analysis::{WIN as WHOLE, share_of_win};

/// Scores beyond this are wins that the search has seen.
const SEEN: i32 = WIN - 1_000;

/// The score at which the share is 1/2 + 1/sqrt(8), about 85 %. `cargo bench --bench calibration` holds these
/// shares against how games ended.
const SCALE: f64 = 220.0;

/// The share of a win of each side, by a search of so many positions; nothing where nobody is to move.
/// `past` are the events so far, with the state before each.
pub(crate) fn shares(
    game: &AnimalCheckers,
    state: &State,
    past: &[(State, Event)],
    nodes: u64,
) -> Option<SearchedShares> {
    let Turn::Seat(seat) = game.turn(state) else {
        return None;
    };
    let mut before = Past::of(game.scenario());
    past.iter().for_each(|(_, event)| before.take(event));
    let limits = AnimalSearchLimits { nodes, ..AnimalSearchLimits::NONE };
    let here = (&state.position, seat.index());
    let mut search = AnimalSearch::new(Learned::usual(), nodes).knowing_endings();
    let found = search.best(here, before.positions(), game.moves_left(state), limits);
    let share = share(found.score);
    let mut shares = vec![WHOLE - share; 2];
    shares[game.side(seat)] = share;
    Some(SearchedShares { shares, may_mark: true })
}

/// The share of a win of a score for its side.
fn share(score: i32) -> i64 {
    if score.abs() >= SEEN {
        return if score > 0 { WHOLE } else { 0 };
    }
    share_of_win(score.into(), SCALE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_rises_with_the_score_and_is_whole_only_where_the_end_is_seen() {
        assert_eq!(share(0), WHOLE / 2);
        assert_eq!(share(WIN - 3), WHOLE);
        assert_eq!(share(3 - WIN), 0);
        let shares: Vec<i64> = (-40..=40).map(|n| share(100 * n)).collect();
        assert!(shares.is_sorted_by(|one, other| one < other));
        assert!(shares.iter().all(|it| (1..WHOLE).contains(it)));
        assert_eq!(share(250) + share(-250), WHOLE);
    }
}

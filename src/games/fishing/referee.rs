//! What the referee must know of Fishing: which board an action leads to, and why a board cannot
//! be.

use super::players::{greedy_best, number_of, territory_best, territory_worth};
use super::trace::column;
use super::transcript::field_words;
use super::{Action, FieldPlace, Fishing, FloeField, Grid, State, View};
use chase_core::game::{Forfeit, Seat};
use chase_core::kit::{OpenGame as _, OpenReferee};
use chase_core::rules_referee::{after, lost_turn_in};
use chase_core::trace::{Cell, TraceRow};
use chase_core::transcript::Transcript as _;

/// Checks turns against the boards of a log: a board tells the turn that led to it.
pub(super) struct Rules;

impl OpenReferee<Fishing> for Rules {
    fn options(&self) -> &'static [&'static str] {
        &["action", "fish", "fish and territory"]
    }

    fn shows(&self, game: &Fishing, state: &State, row: &TraceRow) -> bool {
        let mut due = TraceRow::unknown(column::COUNT);
        game.show(state, &mut due);
        // Without a cell here, the file of the state has no line for that player.
        let players_fit = (0..column::PENGUINS).all(|n| {
            row.cells[column::ICE] == Cell::Unknown
                || (row.cells[n] == Cell::Unknown) == (due.cells[n] == Cell::Unknown)
        });
        players_fit && row.can_show(&due)
    }

    /// The board tells which turn it was, whatever the words above it say.
    fn fits(
        &self,
        game: &Fishing,
        state: &State,
        seat: Seat,
        action: &Action,
        row: &TraceRow,
    ) -> bool {
        let event = game.decide_action(state, seat.index(), *action).ok();
        let next = event.and_then(|event| after(game, state, &[event]));
        next.is_some_and(|next| self.shows(game, &next, row))
    }

    fn lost_turn(
        &self,
        game: &Fishing,
        state: &State,
        seat: Seat,
        row: &TraceRow,
    ) -> Option<Forfeit> {
        let forfeit = lost_turn_in(&row.cells[column::ACTION], |cause| {
            format!("{} is out: {}", game.id(seat), cause.word())
        })?;
        let events = game.forfeit(state, seat, &forfeit);
        let next = after(game, state, &events)?;
        self.shows(game, &next, row).then_some(forfeit)
    }

    fn misdeed(
        &self,
        game: &Fishing,
        state: &State,
        seat: Seat,
        row: &TraceRow,
    ) -> (String, String) {
        let own = number_of(&View { game, state, seat });
        let Some(shown) = board_of(row, &state.grid) else {
            return ("another board".into(), "its board has another size".into());
        };
        let changed: Vec<_> = state
            .grid
            .places()
            .filter(|place| state.grid.get(*place) != shown.get(*place))
            .collect();
        let change = |place: &FieldPlace| {
            let (before, now) = (state.grid.get(*place), shown.get(*place));
            format!("{place} from {} to {}", field_words(before), field_words(now))
        };
        let what = match changed.len() {
            0 => "nothing on the board".into(),
            1..=3 => changed.iter().map(change).collect::<Vec<_>>().join(", "),
            more => format!("{more} fields"),
        };
        (what, game.why_not(state, seat, &shown, &changed, own))
    }

    fn option(&self, game: &Fishing, state: &State, seat: Seat, action: &Action) -> Vec<String> {
        let mut words = Vec::new();
        let (name, fish) = match *action {
            Action::Place { at } => (format!("place on {at}"), 1),
            Action::Move { from, to } => (format!("{from} to {to}"), state.grid.get(to).fish()),
        };
        let worth = territory_worth(&View { game, state, seat }, *action);
        words.extend([name, fish.to_string()]);
        words.push(format!("{}{}", worth / 2, if worth % 2 == 1 { ".5" } else { "" }));
        words
    }

    fn situation(&self, game: &Fishing, state: &State, seat: Seat, player: &str) -> String {
        let id = game.id(seat);
        let fish = state.players[seat.index()].fish;
        let verb = if state.moving { "move" } else { "place" };
        format!("{id}, {player}, has {fish} fish and is to {verb} a penguin")
    }

    fn choices(
        &self,
        game: &Fishing,
        state: &State,
        seat: Seat,
        player: &str,
        legal: &[Action],
    ) -> Option<Vec<Action>> {
        match player {
            "greedy" => Some(greedy_best(&state.grid, legal)),
            "territory" => Some(territory_best(&View { game, state, seat }, legal)),
            _ => None,
        }
    }
}

/// The board that a row shows.
fn board_of(row: &TraceRow, like: &Grid) -> Option<Grid> {
    let Cell::Text(ice) = &row.cells[column::ICE] else {
        return None;
    };
    let mut grid = Grid::water(like.rows(), like.columns());
    let rows: Vec<_> = ice.split('/').collect();
    let fits = rows.len() == usize::from(like.rows())
        && rows.iter().all(|row| row.len() == usize::from(like.columns()));
    if !fits {
        return None;
    }
    let digits = rows.iter().flat_map(|row| row.bytes());
    for (place, digit) in like.places().zip(digits) {
        grid.set(place, FloeField::floe(digit.saturating_sub(b'0').min(3)));
    }
    for player in 0u8..9 {
        if let Cell::Text(places) = &row.cells[column::PENGUINS + usize::from(player)] {
            for place in places.split_whitespace().filter_map(|place| place.parse().ok()) {
                if grid.holds(place) {
                    grid.set(place, FloeField::penguin(player + 1));
                }
            }
        }
    }
    Some(grid)
}

impl Fishing {
    /// The rule that a board breaks.
    fn why_not(
        &self,
        state: &State,
        seat: Seat,
        shown: &Grid,
        changed: &[FieldPlace],
        own: u8,
    ) -> String {
        let was_own = |place: &&FieldPlace| state.grid.get(**place).player() == own;
        let is_own = |place: &&FieldPlace| shown.get(**place).player() == own;
        let left: Vec<_> = changed.iter().filter(was_own).collect();
        let reached: Vec<_> = changed.iter().filter(is_own).collect();
        let action = match (state.moving, left.as_slice(), reached.as_slice()) {
            (false, [], [at]) => Action::Place { at: **at },
            (true, [from], [to]) => Action::Move { from: **from, to: **to },
            _ if changed.is_empty() => return "a turn changes the board".into(),
            (false, ..) => return "a turn places one own penguin and changes nothing else".into(),
            (true, ..) => return "a turn moves one own penguin and changes nothing else".into(),
        };
        match self.decide_action(state, seat.index(), action) {
            Err(rule) => rule.to_string(),
            Ok(_) => {
                "this is legal, but the score, a row or another field after it is wrong".into()
            }
        }
    }
}

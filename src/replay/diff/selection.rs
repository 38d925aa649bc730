//! The columns of two traces that are compared.

use chase_kit::trace::ColumnSet;
use chase_record::any::AnyGame;
use chase_world::error::Error;

/// The columns that are compared, and the number of differences that are shown.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    /// The columns that are compared.
    pub columns: ColumnSet,
    /// Cycles shown before and after the first difference.
    pub context: usize,
    /// The most differing cycles that are listed.
    pub shown_max: usize,
}

impl Selection {
    /// The number of cycles shown before and after the first difference, unless another is given.
    pub const CONTEXT: usize = 3;

    /// The number of differing cycles listed, unless another is given.
    pub const SHOWN_MAX: usize = 5;

    /// Cycles that the referee sees after a difference, to tell shifted dice from others.
    pub(super) const AFTERMATH: usize = 48;

    /// Only these seats, kinds of column or columns (all when there are none), without those.
    ///
    /// # Errors
    /// A word that names nothing.
    pub fn columns(
        game: &dyn AnyGame,
        only: &[String],
        ignore: &[String],
    ) -> Result<ColumnSet, Error> {
        let all = if only.is_empty() { ColumnSet::ALL } else { named(game, only)? };
        Ok(all.without(named(game, ignore)?))
    }

    /// The names of the columns that are compared; empty if all are.
    pub(super) fn names(&self, game: &dyn AnyGame) -> Vec<&'static str> {
        if self.columns == ColumnSet::ALL {
            return Vec::new();
        }
        names(game, self.columns).collect()
    }
}

/// The names of columns, of the ending and of the events.
pub(super) fn names(game: &dyn AnyGame, columns: ColumnSet) -> impl Iterator<Item = &'static str> {
    let others = [(ColumnSet::ENDING, "ending"), (ColumnSet::EVENTS, "events")];
    let others = others.into_iter().filter(move |(one, _)| columns.has(*one));
    let known = columns.numbers().filter_map(|n| Some(game.columns().get(n)?.name));
    known.chain(others.map(|(_, name)| name))
}

fn named(game: &dyn AnyGame, words: &[String]) -> Result<ColumnSet, Error> {
    let mut columns = ColumnSet::NONE;
    for word in words.iter().flat_map(|words| words.split(',')) {
        let word = word.trim();
        let is = |name: &str| name.eq_ignore_ascii_case(word);
        let mut found = match word {
            "ending" => ColumnSet::ENDING,
            "events" => ColumnSet::EVENTS,
            _ => ColumnSet::NONE,
        };
        // A seat's name means all its columns, also where one of them bears it.
        for (n, column) in game.columns().iter().enumerate() {
            let whole = format!("{}.{}", column.seat, column.kind);
            if is(column.name) || is(column.seat) || is(column.kind) || is(&whole) {
                found = found.with(ColumnSet::only(n));
            }
        }
        if found.is_empty() {
            let mut known: Vec<&str> = Vec::new();
            let columns = game.columns().iter();
            for name in columns.flat_map(|column| [column.seat, column.kind]) {
                if !name.is_empty() && !known.contains(&name) {
                    known.push(name);
                }
            }
            return Err(Error::new(format!("`{word}` is not the name of a seat or column")).help(
                format!(
                    "{} has {}, ending, events, and columns like {}",
                    game.name(),
                    known.join(", "),
                    game.columns().last().map_or("", |column| column.name)
                ),
            ));
        }
        columns = columns.with(found);
    }
    Ok(columns)
}

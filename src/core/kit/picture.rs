//! An open game drawn: the numbers of its cells in squares, and its cells in words.

use super::{Kit, OpenGame};
use crate::game::Seat;
use crate::history::By;
use crate::picture::{Actor, Change, Icon, PanelCell, Passage, Picture, Scene, Spots, Stage};
use crate::seat::Seats;
use crate::trace::Row;

/// The numbers of a cell that is a list of them (`3,4,5`, `3 + 4 + 5`); none where it is no such list.
fn numbers(cell: &str) -> Vec<&str> {
    let is_other = |letter: char| letter.is_alphabetic() || "-.".contains(letter);
    if cell.contains(is_other) {
        return Vec::new();
    }
    let parts = cell.split(|letter: char| !letter.is_ascii_digit());
    parts.filter(|part| !part.is_empty()).collect()
}

/// How a game is drawn.
pub trait OpenPicture<G: OpenGame> {
    /// What never moves: places, kinds of places, who acts. As it stands, the cells that are lists of
    /// numbers, as rows of squares.
    fn stage(&self, game: &G) -> Stage {
        let cells = game.cells(&OpenGame::start(game));
        let lists: Vec<_> = cells.iter().map(|cell| numbers(cell)).collect();
        let width = lists.iter().map(Vec::len).max().unwrap_or(0);
        let columns = (1..=width).map(|n| n.to_string()).collect();
        let named = G::CELLS
            .iter()
            .zip(&lists)
            .filter(|(_, list)| !list.is_empty());
        let rows = named.map(|(cell, _)| cell.name.to_owned()).collect();
        let mut stage = Stage::grid(columns, rows, |column, row| format!("{row} {column}"));
        let there = lists.iter().filter(|list| !list.is_empty());
        for (row, list) in stage.places.chunks_mut(width.max(1)).zip(there) {
            for (place, number) in row.iter_mut().zip(list) {
                place.label = (*number).to_owned();
            }
        }
        let actor = |n: u8| Actor {
            name: OpenGame::seat_name(game, Seat(n)),
            side: n,
            icon: Icon::Letter,
        };
        stage.actors = (0..OpenGame::seats(game)).map(actor).collect();
        stage.heads = vec!["did".into()];
        stage
    }

    /// Fills an empty scene with the moment after a cycle.
    fn scene(&self, game: &G, passage: &Passage<'_, G>, out: &mut Scene) {
        put_changes(game, &game.cells(passage.after), out);
        for n in 0..OpenGame::seats(game) {
            let turns = passage.cycle.turns();
            let mine = turns.filter(|(entry, _)| match &entry.by {
                By::Action(seat, _) | By::Forfeit(seat, _) => seat.0 == n,
                By::World => false,
            });
            let words = mine.flat_map(|(_, events)| events);
            let words: Vec<_> = words.map(|it| game.event_text(Some(Seat(n)), it)).collect();
            out.row(n.into(), [PanelCell::Text(words.join("; "))]);
        }
    }

    /// How a legal action is said with a mouse. As it stands, with a button that has its words.
    fn spots(&self, _: &G, _state: &G::State, _seat: Seat, _action: &G::Action) -> Spots {
        Spots::default()
    }

    /// The action that somebody means with clicks or a button that belong to no legal action, for the
    /// rules to say what forbids it.
    ///
    /// # Errors
    /// Why they mean nothing that could be done; empty where nothing is to be said about it.
    fn meant(
        &self,
        _: &G,
        _state: &G::State,
        _seat: Seat,
        _meant: &Spots,
    ) -> Result<G::Action, String> {
        Err(String::new())
    }

    /// Why an action that the rules allow is one that people do not mean: they are asked again first.
    fn risk(&self, _: &G, _state: &G::State, _: Seat, _action: &G::Action) -> Option<String> {
        None
    }

    /// Fills an empty scene with what a row of a transcript shows.
    fn row_scene(&self, game: &G, row: &Row, out: &mut Scene) {
        let cells: Vec<_> = row.cells.iter().map(ToString::to_string).collect();
        put_changes(game, &cells, out);
    }

    /// The kinds of places, as indices into [`Stage::kinds`], that a transcript does not tell from
    /// what the stage has there.
    fn untold_kinds(&self) -> &'static [u8] {
        &[]
    }
}

impl<G: OpenGame> OpenPicture<G> for Kit {}

impl<G: OpenGame> Picture for G {
    fn stage(&self, _: Option<Seats>) -> Stage {
        G::picture().stage(self)
    }

    fn scene(&self, passage: &Passage<'_, Self>, out: &mut Scene) {
        G::picture().scene(self, passage, out);
    }

    fn spots(&self, state: &G::State, seat: Seat, action: &G::Action) -> Spots {
        G::picture().spots(self, state, seat, action)
    }

    fn meant(&self, state: &G::State, seat: Seat, meant: &Spots) -> Result<G::Action, String> {
        G::picture().meant(self, state, seat, meant)
    }

    fn risk(&self, state: &G::State, seat: Seat, action: &G::Action) -> Option<String> {
        G::picture().risk(self, state, seat, action)
    }

    fn row_scene(&self, row: &Row, out: &mut Scene) {
        G::picture().row_scene(self, row, out);
    }

    fn untold_kinds(&self) -> &'static [u8] {
        G::picture().untold_kinds()
    }
}

/// The numbers that are others than at the beginning.
fn put_changes<G: OpenGame>(game: &G, cells: &[String], out: &mut Scene) {
    let (start, mut place) = (game.cells(&OpenGame::start(game)), 0);
    let lists: Vec<_> = start.iter().map(|cell| numbers(cell)).collect();
    let width = lists.iter().map(Vec::len).max().unwrap_or(0);
    for (cell, was) in cells.iter().zip(&lists).filter(|(_, was)| !was.is_empty()) {
        for (n, (number, was)) in (place..).zip(numbers(cell).iter().zip(was)) {
            if number != was {
                out.changes.push(Change {
                    place: n,
                    kind: 0,
                    label: (*number).to_owned(),
                });
            }
        }
        place += u32::try_from(width).unwrap_or(0);
    }
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn lists_of_numbers_are_drawn_and_other_cells_are_not() {
        assert_eq!(numbers("3 + 4 + 5"), ["3", "4", "5"]);
        assert_eq!(numbers("7"), ["7"]);
        for other in ["", "P1 to move", "-3", "2.5"] {
            assert!(numbers(other).is_empty(), "{other}");
        }
    }
}

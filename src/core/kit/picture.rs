//! An open game drawn: the numbers of its cells in squares, and its cells in words.

use super::OpenGame;
use crate::game::Seat;
use crate::history::By;
use crate::picture::{Actor, Change, Icon, PanelCell, Passage, Picture, Scene, Stage};
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

impl<G: OpenGame> Picture for G {
    fn stage(&self, _: Option<Seats>) -> Stage {
        let cells = self.cells(&OpenGame::start(self));
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
            name: OpenGame::seat_name(self, Seat(n)),
            side: n,
            icon: Icon::Letter,
        };
        stage.actors = (0..OpenGame::seats(self)).map(actor).collect();
        stage.heads = vec!["did".into()];
        stage
    }

    fn scene(&self, passage: &Passage<'_, Self>, out: &mut Scene) {
        put_changes(self, &self.cells(passage.after), out);
        for n in 0..OpenGame::seats(self) {
            let turns = passage.cycle.turns();
            let mine = turns.filter(|(entry, _)| match &entry.by {
                By::Action(seat, _) | By::Forfeit(seat, _) => seat.0 == n,
                By::World => false,
            });
            let words = mine.flat_map(|(_, events)| events);
            let words: Vec<_> = words.map(|it| self.event_text(Some(Seat(n)), it)).collect();
            out.row(n.into(), [PanelCell::Text(words.join("; "))]);
        }
    }

    fn row_scene(&self, row: &Row, out: &mut Scene) {
        let cells: Vec<_> = row.cells.iter().map(ToString::to_string).collect();
        put_changes(self, &cells, out);
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

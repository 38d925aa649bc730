//! A game drawn: its board, or its cells in squares.

use super::squares::{SquareContents, are_numbers, board_in, is_hidden};
use super::{Kit, Playable};
use crate::picture::{
    ActionRisk, Actor, Change, ClickFault, GameEnd, Icon, Kind, PanelCell, Passage, Scene, Spots,
    Stage, Tone,
};
use crate::trace::{Cell, TraceRow};
use chase_engine::game::{Masks as _, Seat};
use chase_engine::history::{By, HistoryCycle};
use chase_engine::seat::Seats;

/// The pictures of a game. A board is given with [`Picture::board`], the squares that are
/// clicked with [`Picture::squares`]; all else is made of these.
///
/// # Examples
/// The game `Race` of the [front page](crate) on a track, of which the square is clicked that the sum
/// gets to:
/// ```
/// # mod chase { pub use chase_kit::*; pub use {chase_engine as engine, chase_kit as kit, chase_record as record}; }
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/race.rs"));
/// use chase::kit::picture::Spots;
/// struct Track;
///
/// impl Picture<Race> for Track {
///     fn board(&self, race: &Race, state: &State) -> Vec<String> {
///         let sign = |sum| if sum == state.sum { 'O' } else { '.' };
///         vec![(0..=race.0.goal).map(sign).collect()]
///     }
///     fn squares(&self, _: &Race, state: &State, _: Seat, more: &u32) -> Vec<(usize, usize)> {
///         vec![((state.sum + more) as usize, 0)]
///     }
/// }
///
/// # fn main() {
/// let race = Race(Goal { goal: 10 });
/// assert_eq!(Track.stage(&race).places.len(), 11);
/// let spots = Track.spots(&race, &race.start(), Seat(0), &2);
/// assert_eq!(spots, Spots::at([2]));
/// # }
/// ```
pub trait Picture<G: Playable> {
    /// The rows of the board from the top, each a text with one sign for every square, in a game that
    /// has a board; `.`, `_`, `-`, `·` and blanks are empty squares, and `?` is a hidden piece. There
    /// are as many squares in every state. By default, the board that the cells hold: in one cell
    /// whose rows are parted by `/`, or in cells that follow each other, each a row. It is looked for
    /// in the cells of the beginning, and must have an empty square there.
    fn board(&self, game: &G, state: &G::State) -> Vec<String> {
        let start = game.cells(&game.start());
        board_in(&start, &game.cells(state))
    }

    /// The signs of each seat's pieces, seat by seat: `&["X", "O"]`. They are drawn in the seat's
    /// colour; other signs are written in their squares.
    fn signs(&self) -> &'static [&'static str] {
        &[]
    }

    /// The squares of [`Picture::board`] that are clicked for an action, one after the other: the
    /// column from the left and the row from the top, from 0. No two legal actions of a turn have the
    /// same. By default none: every action has a button.
    fn squares(
        &self,
        _: &G,
        _state: &G::State,
        _seat: Seat,
        _action: &G::Action,
    ) -> Vec<(usize, usize)> {
        Vec::new()
    }

    /// The stage: places, kinds of places and actors. By default, the squares of the board; in a
    /// game without one, each cell as a row of what it lists.
    fn stage(&self, game: &G) -> Stage {
        let start = game.start();
        let squares = squares_of(self, game, &start);
        let (columns, rows) = (squares.columns.clone(), squares.rows.clone());
        let mut stage = Stage::grid(columns, rows, |column, row| squares.name(column, row));
        for (place, word) in stage.places.iter_mut().zip(&squares.words) {
            (place.kind, place.label) = shown_as(word, self.signs());
        }
        if squares.is_board || !are_numbers(&game.cells(&start)) {
            stage.kinds = vec![Kind::default(), Kind::of("hidden", Tone::Blocked, None)];
        }
        let seats = (0..game.seats()).map(|n| Actor {
            name: game.seat_name(Seat(n)),
            side: n,
            icon: Icon::Letter,
            paint: None,
        });
        let pieces = pieces(self.signs()).map(|(side, sign)| Actor {
            name: sign.into(),
            side,
            icon: Icon::Letter,
            paint: None,
        });
        stage.actors = seats.chain(pieces).collect();
        stage.heads = vec!["did".into()];
        stage
    }

    /// Gives the places of a stage their positions, in a game whose places can stand anywhere.
    fn lay_out(&self, _: &G, _stage: &mut Stage) {}

    /// Fills an empty scene with the moment after a cycle.
    fn scene(&self, game: &G, passage: &Passage<'_, G>, out: &mut Scene) {
        put_squares(self, game, &squares_of(self, game, passage.after), out);
        for n in 0..game.seats() {
            let mut words = Vec::new();
            for (entry, events) in passage.cycle.turns() {
                match &entry.by {
                    By::Joint(joint) => {
                        let action = joint.chosen().into_iter().find(|it| it.0 == Seat(n));
                        let action = action.and_then(|(_, action)| action);
                        words.extend(
                            action.map(|it| game.action_text(passage.before, Seat(n), &it)),
                        );
                    }
                    by if by.seat() == Some(Seat(n)) => {
                        words.extend(events.iter().map(|it| game.event_text(by.seat(), it)));
                    }
                    _ => {}
                }
            }
            out.row(n.into(), [PanelCell::Text(words.join("; "))]);
        }
    }

    /// How the game ended, once it is over. By default the cause of the outcome is told.
    fn game_end(&self, _: &G, _newest: HistoryCycle<'_, G>, _state: &G::State) -> Option<GameEnd> {
        None
    }

    /// The mouse input for a legal action. By default, with clicks on [`Picture::squares`] and
    /// a button that has its words.
    fn spots(&self, game: &G, state: &G::State, seat: Seat, action: &G::Action) -> Spots {
        let squares = self.squares(game, state, seat, action);
        if squares.is_empty() {
            return Spots::default();
        }
        let rows = self.board(game, state);
        let width = rows.iter().map(|row| row.chars().count()).max();
        let place = |(column, row)| row * width.unwrap_or(0) + column;
        let places = squares.into_iter().map(place);
        Spots {
            clicks: places.map(|n| u32::try_from(n).unwrap_or(u32::MAX)).collect(),
            button: String::new(),
        }
    }

    /// The action that somebody means with clicks or a button that belong to no legal action, for the
    /// rules to say what forbids it.
    ///
    /// # Errors
    /// The reason why the clicks mean no action.
    fn meant(
        &self,
        _: &G,
        _state: &G::State,
        _seat: Seat,
        _meant: &Spots,
    ) -> Result<G::Action, ClickFault> {
        Err(ClickFault::NoAction)
    }

    /// The risk of an action that the rules allow and people hardly mean: people are asked whether they mean it.
    fn risk(&self, _: &G, _state: &G::State, _: Seat, _action: &G::Action) -> Option<ActionRisk> {
        None
    }

    /// Fills an empty scene with what a row of a transcript shows. By default, with what cells show;
    /// a board that is not in the cells is left empty.
    fn row_scene(&self, game: &G, row: &TraceRow, out: &mut Scene) {
        let start = game.start();
        let first = game.cells(&start);
        let cells = first.iter().zip(&row.cells).map(|(was, cell)| match cell {
            Cell::Unknown => was.clone(),
            cell => cell.to_string(),
        });
        let (board, cells) = (self.board(game, &start), cells.collect::<Vec<_>>());
        if board.is_empty() {
            put_squares(self, game, &listed::<G>(&first, &cells), out);
        } else if board == board_in(&first, &first) {
            let board = SquareContents::of_board(&board_in(&first, &cells));
            put_squares(self, game, &board, out);
        }
    }

    /// The kinds of places, as indices into [`Stage::kinds`], that a transcript does not tell from
    /// what the stage has there.
    fn untold_kinds(&self) -> &'static [u8] {
        &[]
    }
}

impl<G: Playable> Picture<G> for Kit {}

/// The stage as a viewer's seats may know it, or as it is where there is no viewer.
pub fn stage<G: Playable>(game: &G, viewer: Option<Seats>) -> Stage {
    let masked = viewer.and_then(|eyes| G::masks().game(game, eyes)?.ok());
    G::picture().stage(masked.as_deref().unwrap_or(game))
}

/// The contents of the squares in a state: of the board, or of the cells where there is none.
fn squares_of<G: Playable>(
    picture: &(impl Picture<G> + ?Sized),
    game: &G,
    state: &G::State,
) -> SquareContents {
    let board = picture.board(game, state);
    if board.is_empty() {
        let start = game.cells(&game.start());
        return listed::<G>(&start, &game.cells(state));
    }
    SquareContents::of_board(&board)
}

/// Cells as rows of what they list.
fn listed<G: Playable>(start: &[String], cells: &[String]) -> SquareContents {
    let names = G::CELLS.iter().zip(start).map(|(cell, _)| cell.name.to_owned());
    SquareContents::of_cells(names.collect(), start, cells)
}

/// The pieces that signs stand for, each with its seat.
fn pieces(signs: &'static [&'static str]) -> impl Iterator<Item = (u8, char)> {
    let of_seat =
        |(seat, signs): (u8, &'static &'static str)| signs.chars().map(move |it| (seat, it));
    (0..).zip(signs).flat_map(of_seat)
}

/// The number of the piece that a word names, if it names one.
fn piece(word: &str, signs: &'static [&'static str]) -> Option<u32> {
    let mut pieces = (0..).zip(pieces(signs));
    let found = pieces.find(|(_, (_, sign))| word.chars().eq([*sign]));
    found.map(|(n, _)| n)
}

/// The kind of a square with a word in it, and what is written there.
fn shown_as(word: &str, signs: &'static [&'static str]) -> (u8, String) {
    let is_piece = piece(word, signs).is_some();
    let label = if is_piece { "" } else { word };
    (u8::from(is_hidden(label)), label.to_owned())
}

/// The pieces, and the squares that are others than at the beginning.
fn put_squares<G: Playable>(
    picture: &(impl Picture<G> + ?Sized),
    game: &G,
    squares: &SquareContents,
    out: &mut Scene,
) {
    let (signs, seats) = (picture.signs(), u32::from(game.seats()));
    let start = squares_of(picture, game, &game.start());
    for (n, (word, was)) in (0..).zip(squares.words.iter().zip(&start.words)) {
        if let Some(piece) = piece(word, signs) {
            out.piece(seats + piece, Some(n));
        }
        let now = shown_as(word, signs);
        if now != shown_as(was, signs) {
            let (kind, label) = now;
            out.changes.push(Change { place: n, kind, label });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{piece, shown_as};

    #[test]
    fn signs_of_seats_are_pieces_and_what_is_hidden_is_no_word() {
        let signs = &["Kk", "Q"];
        assert_eq!(
            ["K", "k", "Q", "X", "KQ", ""].map(|it| piece(it, signs)),
            [Some(0), Some(1), Some(2), None, None, None]
        );
        assert_eq!(shown_as("Q", signs), (0, String::new()));
        assert_eq!(shown_as("A♥", signs), (0, "A♥".into()));
        assert_eq!(shown_as("?", signs), (1, "?".into()));
        assert_eq!(shown_as("", signs), (0, String::new()));
    }
}

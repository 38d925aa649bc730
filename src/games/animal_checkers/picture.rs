//! The board drawn as side 0 sees it: dens, animals, the step of the move, and who was captured.

use super::board::{Animal, BoardSquare, DEN, SIZE};
use super::trace::{CAPTURED, column, shown_square, square_words};
use super::{Action, AnimalCheckers, Cause, Event, State, rules};
use chase_engine::history::HistoryCycle;
use chase_engine::seat::Seat;
use chase_kit::faces::Picture;
use chase_kit::picture::{
    Act, Actor, ClickFault, GameEnd, Icon, Kind, PanelCell, Passage, Piece, Scene, Spots, Stage,
    Standing, Tone,
};
use chase_kit::trace::TraceRow;

const DENS: [u8; 2] = [1, 2];

/// The rules in short, for people who watch.
const RULES: [&str; 4] = [
    "Each side has an elephant, a tiger, a dog and a mouse, and a den. A move is one step right, up, left or down.",
    "The elephant captures elephant, tiger and dog; the tiger captures tiger, dog and mouse; the dog captures dog and mouse; the mouse captures elephant and mouse.",
    "A side wins when an animal of its own enters the enemy's den, when the enemy has no animal left, or when the enemy cannot move.",
    "No side wins when the moves of the game are used up.",
];

/// The board as side 0 sees it.
pub(super) struct BoardPicture;

impl Picture<AnimalCheckers> for BoardPicture {
    fn stage(&self, _: &AnimalCheckers) -> Stage {
        let columns = (0..SIZE).map(|n| char::from(b'a' + n).to_string());
        let rows = (1..=SIZE).rev().map(|n| n.to_string());
        let name = |column: &str, row: &str| format!("{column}{row}");
        let mut stage = Stage::grid(columns.collect(), rows.collect(), name);
        for (den, kind) in DEN.into_iter().zip(DENS) {
            stage.places[place(den) as usize].kind = kind;
        }
        stage.kinds = vec![
            Kind::default(),
            Kind::of("den of side 0", Tone::Special, Some(Icon::Den)),
            Kind::of("den of side 1", Tone::Special, Some(Icon::Den)),
        ];
        stage.actors = (0..8).map(animal).collect();
        stage.heads = vec!["square".into()];
        stage.rules = RULES.map(String::from).to_vec();
        stage
    }

    fn scene(&self, _: &AnimalCheckers, passage: &Passage<'_, AnimalCheckers>, out: &mut Scene) {
        let position = &passage.after.position;
        for (n, (side, animal)) in (0..).zip(pieces()) {
            let at = position.square(side, animal);
            out.pieces.push(Piece {
                actor: n,
                at: at.map(place),
                standing: match at {
                    Some(_) => Standing::Plain,
                    None => Standing::Out,
                },
            });
            let square = at.map_or("captured".into(), |square| square.to_string());
            out.row(n, [PanelCell::Text(square)]);
        }
        for event in passage.cycle.events {
            match event {
                Event::Moved { from, to, captured, .. } => {
                    let mover = position.piece_on(*to).map(index);
                    out.arrow(Act::Moved, mover.unwrap_or(0), place(*from), place(*to));
                    if captured.is_some() {
                        out.mark("capture");
                    }
                }
                Event::Forfeited { .. } => out.mark("forfeit"),
                Event::Ended { .. } => out.mark("end"),
                Event::Opened => {}
            }
        }
    }

    fn game_end(
        &self,
        _: &AnimalCheckers,
        newest: HistoryCycle<'_, AnimalCheckers>,
        _: &State,
    ) -> Option<GameEnd> {
        let mut events = newest.events.iter();
        let cause = events.find_map(|event| match event {
            Event::Ended { cause, .. } => Some(*cause),
            _ => None,
        })?;
        let last = newest.events.iter().rev().find_map(|event| match event {
            Event::Moved { piece, to, .. } => Some((*piece, *to)),
            _ => None,
        });
        let at = last.map(|(_, to)| place(to));
        Some(match (cause, last) {
            (Cause::Den, Some((piece, _))) => GameEnd::how(format!("{piece} into the den")).at(at),
            (Cause::Den, None) => GameEnd::how("into the den"),
            (Cause::Capture, _) => GameEnd::how("all animals captured").at(at),
            (Cause::NoMove, _) => GameEnd::how("no legal move was left"),
            (Cause::IllegalMove, _) => GameEnd::how("by an illegal move"),
            (Cause::Timeout, _) => GameEnd::how("on time"),
            (Cause::MoveLimit, _) => GameEnd::how("all moves of the game were used"),
        })
    }

    /// The animal's square, then the one it goes to.
    fn spots(&self, _: &AnimalCheckers, state: &State, seat: Seat, action: &Action) -> Spots {
        let step = rules::step(&state.position, seat.index(), *action);
        step.map_or_else(|_| Spots::default(), |step| Spots::at([place(step.from), place(step.to)]))
    }

    fn meant(
        &self,
        _: &AnimalCheckers,
        state: &State,
        seat: Seat,
        meant: &Spots,
    ) -> Result<Action, ClickFault> {
        let square = |n: &u32| BoardSquare::all().find(|square| place(*square) == *n);
        let squares: Option<Vec<_>> = meant.clicks.iter().map(square).collect();
        let squares = squares.unwrap_or_default();
        let first = squares.first().ok_or(ClickFault::NoAction)?;
        let Some((_, piece)) =
            state.position.piece_on(*first).filter(|(owner, _)| *owner == seat.index())
        else {
            return Err(ClickFault::Because(format!("no animal of yours stands on {first}")));
        };
        let Some(to) = squares.get(1) else {
            return Err(ClickFault::Because(format!(
                "nothing can be done with the animal on {first}"
            )));
        };
        let direction = rules::direction_to(seat.index(), *first, *to);
        let direction =
            direction.ok_or_else(|| ClickFault::Because(format!("{to} is not next to {first}")))?;
        Ok(Action::Move { piece, direction })
    }

    fn row_scene(&self, _: &AnimalCheckers, row: &TraceRow, out: &mut Scene) {
        for (n, cell) in (0..).zip(&row.cells[..column::PIECES]) {
            let square = cell.number().and_then(shown_square);
            let standing = match cell.number() {
                Some(CAPTURED) => Standing::Out,
                Some(_) => Standing::Plain,
                None => Standing::Untold,
            };
            out.pieces.push(Piece { actor: n, at: square.map(place), standing });
            let words = cell.number().map(square_words).unwrap_or_default();
            out.row(n, [PanelCell::Text(words)]);
        }
    }
}

/// All pieces, in the order of the cells.
pub(super) fn pieces() -> impl Iterator<Item = (usize, Animal)> {
    [0, 1].into_iter().flat_map(|side| Animal::ALL.map(|animal| (side, animal)))
}

fn index((side, animal): (usize, Animal)) -> u32 {
    4 * u32::from(side > 0) + animal as u32
}

fn animal(n: u8) -> Actor {
    let (side, animal) = (n / 4, Animal::ALL[usize::from(n % 4)]);
    let icons = [Icon::Mouse, Icon::Dog, Icon::Tiger, Icon::Elephant];
    Actor { name: format!("{animal} {side}"), side, icon: icons[animal as usize], paint: None }
}

/// A square's index: rows from the top, which is row 7.
fn place(square: BoardSquare) -> u32 {
    u32::from(SIZE - square.row()) * u32::from(SIZE) + u32::from(square.column() - 1)
}

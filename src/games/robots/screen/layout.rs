//! Where everything is on a screen of some size.

use ratatui::layout::{Position, Rect, Size};

use super::super::board::{BoardCell, Direction, SIDE};
use super::command::Command;

/// The smallest screen that everything has a place on.
pub(super) const NEEDED: Size = Size::new(80, 24);

const SIDE_ROWS: u16 = SIDE as u16;
const CELL_WIDTH: u16 = 2;
/// The numbers of the rows, left of the board.
const NUMBERS_WIDTH: u16 = 3;
const BOARD_WIDTH: u16 = NUMBERS_WIDTH + SIDE_ROWS * CELL_WIDTH;
/// The board under the numbers of its columns.
const BOARD_HEIGHT: u16 = 1 + SIDE_ROWS;
/// From here on the whole board is seen at once, and the pad has room; below it, the rows round the
/// player are seen.
const WHOLE_HEIGHT: u16 = BOARD_HEIGHT + MESSAGE_ROWS_MIN;
const MESSAGE_ROWS_MIN: u16 = 2;
const MESSAGE_ROWS_MAX: u16 = 4;
const PANEL_WIDTH_MAX: u16 = 84;
/// From here on the figures have their full names.
pub(super) const FIGURES_WIDTH: u16 = 34;
/// From here on there is room for figures and debug side by side.
const BOTH_WIDTH: u16 = 66;
/// From here on the buttons have room between them.
const ROOMY_HEIGHT: u16 = 40;

/// The pad, row by row.
const PAD: [[(Command, &str); 3]; 3] = [
    [
        (Command::Walk(Direction::Nw), "7 ↖"),
        (Command::Walk(Direction::N), "8 ↑"),
        (Command::Walk(Direction::Ne), "9 ↗"),
    ],
    [
        (Command::Walk(Direction::W), "4 ←"),
        (Command::Stay, "stay"),
        (Command::Walk(Direction::E), "6 →"),
    ],
    [
        (Command::Walk(Direction::Sw), "1 ↙"),
        (Command::Walk(Direction::S), "2 ↓"),
        (Command::Walk(Direction::Se), "3 ↘"),
    ],
];
const PAD_BUTTON_MAX: u16 = 9;

/// The other buttons, row by row, each after its key.
const BUTTONS: [&[(Command, &str)]; 7] = [
    &[(Command::TeleportTo, "t teleport to")],
    &[(Command::TeleportAnywhere, "r teleport any")],
    &[(Command::Safe, "s safe"), (Command::Debug, "d debug")],
    &[(Command::Undo, "z undo"), (Command::Redo, "x redo")],
    &[(Command::Save, "w save"), (Command::Load, "o load")],
    &[(Command::Help, "? help"), (Command::Quit, "q quit")],
    &[(Command::Again, "a play again")],
];
const BUTTON_ROW_MAX: u16 = 29;

/// A button: what it asks for, its words, its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Button {
    pub command: Command,
    pub label: &'static str,
    pub place: Rect,
}

impl Button {
    /// The key that does the same, where the label begins with it.
    pub fn key(&self) -> Option<&'static str> {
        self.label.split_once(' ').map(|(key, _)| key)
    }
}

/// The places of everything on the screen, in columns and rows of the terminal.
#[derive(Debug)]
pub(super) struct ScreenLayout {
    /// The cells of the board that are seen.
    pub board: Rect,
    /// The number of the board's rows above the visible ones.
    rows_above: u16,
    /// The area of the messages.
    pub messages: Rect,
    /// The turn and the mode.
    pub title: Rect,
    pub buttons: Vec<Button>,
    /// The figures and the signs.
    pub figures: Rect,
    /// Robots and teleports; where there is no room for both, the place of the figures.
    pub debug: Rect,
}

impl ScreenLayout {
    /// Everything has its place, and the player is seen. Nothing when the screen is too small.
    pub fn of(size: Size, player: BoardCell) -> Option<Self> {
        if size.width < NEEDED.width || size.height < NEEDED.height {
            return None;
        }
        // On a low screen the messages take its whole width, below everything.
        let is_low = size.height < BOARD_HEIGHT + MESSAGE_ROWS_MAX;
        let messages_width = if is_low { size.width } else { BOARD_WIDTH };
        let is_whole = size.height >= WHOLE_HEIGHT;
        let board_height = match is_whole {
            true => BOARD_HEIGHT,
            false => size.height - MESSAGE_ROWS_MIN,
        };
        let messages_height = (size.height - board_height).min(MESSAGE_ROWS_MAX);
        let panel = Rect {
            x: BOARD_WIDTH + 1,
            y: 0,
            width: (size.width - BOARD_WIDTH - 1).min(PANEL_WIDTH_MAX),
            height: if is_low { board_height } else { size.height },
        };
        let title = Rect { height: 2, ..panel };
        let (buttons, below) = match is_whole {
            true => buttons(panel, title.bottom() + 1, &PAD),
            false => buttons(panel, title.bottom(), &[]),
        };
        let rest = Rect { y: below + 1, height: panel.bottom() - below - 1, ..panel };
        let (figures, debug) = split(rest);
        let rows = board_height - 1;
        let middle = (u16::from(player.0) - 1).saturating_sub(rows / 2);
        Some(ScreenLayout {
            board: Rect::new(NUMBERS_WIDTH, 1, BOARD_WIDTH - NUMBERS_WIDTH, rows),
            rows_above: middle.min(SIDE_ROWS - rows),
            messages: Rect::new(0, board_height, messages_width, messages_height),
            title,
            buttons,
            figures,
            debug,
        })
    }

    /// The two columns of a cell, if it is seen.
    pub fn cell(&self, cell: BoardCell) -> Option<Rect> {
        let column = self.column(cell.1);
        let row = (u16::from(cell.0) - 1).checked_sub(self.rows_above)?;
        let y = self.board.y + row;
        (y < self.board.bottom()).then_some(Rect { y, ..column })
    }

    /// Two columns of the board, in the row above its cells.
    pub fn column(&self, column: u8) -> Rect {
        Rect {
            x: self.board.x + CELL_WIDTH * (u16::from(column) - 1),
            y: self.board.y - 1,
            width: CELL_WIDTH,
            height: 1,
        }
    }

    /// The cell at a place.
    pub(crate) fn cell_at(&self, place: Position) -> Option<BoardCell> {
        BoardCell::all().find(|cell| self.cell(*cell).is_some_and(|it| it.contains(place)))
    }

    /// The command of the button at a place, if there is one.
    pub(crate) fn command_at(&self, place: Position) -> Option<Command> {
        let mut buttons = self.buttons.iter();
        let button = buttons.find(|button| button.place.contains(place))?;
        Some(button.command)
    }
}

/// The buttons, those of the pad above the others, and the first row below them.
fn buttons(panel: Rect, top: u16, pad: &[[(Command, &'static str); 3]]) -> (Vec<Button>, u16) {
    let step = if panel.height < ROOMY_HEIGHT { 1 } else { 2 };
    let mut all = Vec::new();
    let mut y = top;
    let pad_width = (panel.width - 2).min(3 * PAD_BUTTON_MAX) / 3 * 3 + 2;
    for row in pad {
        push_row(&mut all, row, Rect::new(panel.x, y, pad_width, 1));
        y += step;
    }
    if !pad.is_empty() {
        y += 2 - step;
    }
    for row in BUTTONS {
        let width = panel.width.min(BUTTON_ROW_MAX);
        push_row(&mut all, row, Rect::new(panel.x, y, width, 1));
        y += step;
    }
    (all, y + 1 - step)
}

/// Buttons side by side, with a column between them; the last takes what is left.
fn push_row(all: &mut Vec<Button>, row: &[(Command, &'static str)], place: Rect) {
    let mut count = u16::try_from(row.len()).expect("a row is short");
    let mut place = place;
    for (command, label) in row {
        let width = (place.width - (count - 1)) / count;
        all.push(Button { command: *command, label, place: Rect { width, ..place } });
        place.x += width + 1;
        place.width = place.width.saturating_sub(width + 1);
        count -= 1;
    }
}

fn split(rest: Rect) -> (Rect, Rect) {
    if rest.width < BOTH_WIDTH {
        return (rest, rest);
    }
    let figures = Rect { width: FIGURES_WIDTH, ..rest };
    let debug = Rect { x: figures.right() + 2, width: rest.width - FIGURES_WIDTH - 2, ..rest };
    (figures, debug)
}

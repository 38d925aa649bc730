//! The board as people see it: coordinates, fish, penguins and water.

use anstyle::{AnsiColor, Color, Style};

use super::{FieldPlace, Fishing, FloeField, Grid, State};
use chase_core::escape;
use chase_core::game::Seat;
use chase_core::transcript::text;

/// A penguin's colour by its player.
const COLOURS: [AnsiColor; 9] = [
    AnsiColor::BrightRed,
    AnsiColor::BrightGreen,
    AnsiColor::BrightYellow,
    AnsiColor::BrightMagenta,
    AnsiColor::BrightCyan,
    AnsiColor::Red,
    AnsiColor::Green,
    AnsiColor::Yellow,
    AnsiColor::Magenta,
];

/// Returns a number of fish in words, as in `2 fish`.
pub(super) fn count(fish: u64) -> String {
    format!("{fish} fish")
}

/// Draws, in colours or without.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pen {
    pub has_colour: bool,
}

impl Pen {
    fn paint(self, text: &str, style: Style) -> String {
        if self.has_colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// A field, three columns wide: fish as a digit, a penguin as `P` and its player, water as a
    /// blank; a floe that a turn can reach has a mark behind it.
    fn cell(self, field: FloeField, is_target: bool) -> String {
        let mark = if is_target { '*' } else { ' ' };
        match (field.fish(), field.player()) {
            (0, 0) => {
                let water = Style::new().bg_color(Some(Color::Ansi(AnsiColor::Blue)));
                if self.has_colour { self.paint("   ", water) } else { " . ".into() }
            }
            (0, player) => {
                let colour = COLOURS[usize::from(player - 1) % COLOURS.len()];
                self.paint(&format!("P{player} "), colour.on_default().bold())
            }
            (fish, _) => {
                let style = if is_target { Style::new().bold() } else { Style::new() };
                self.paint(&format!(" {fish}{mark}"), style)
            }
        }
    }

    /// The board with coordinates, some fields marked.
    pub fn board(self, grid: &Grid, targets: &[FieldPlace], out: &mut Vec<u8>) {
        let mut text = String::from("   ");
        for column in 0..grid.columns() {
            let name = FieldPlace { row: 0, column }.to_string();
            text.push_str(&format!("{:>2} ", name.trim_end_matches('1')));
        }
        for row in 0..grid.rows() {
            text.truncate(text.trim_end().len());
            text.push_str(&format!("\n{:>2} ", row + 1));
            for column in 0..grid.columns() {
                let place = FieldPlace { row, column };
                text.push_str(&self.cell(grid.get(place), targets.contains(&place)));
            }
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        if self.has_colour {
            // Fields only, and no text of anybody: its colours are the program's own.
            escape::put_own(out, text.as_bytes());
        } else {
            out.extend_from_slice(text.as_bytes());
        }
    }

    /// The players' fish, in a line.
    pub fn scores(self, game: &Fishing, state: &State, out: &mut Vec<u8>) {
        let score = |(seat, player): (u8, &super::PlayerState)| {
            let number = match player.number {
                0 => String::new(),
                number => format!("P{number} "),
            };
            let fish = count(player.fish.into());
            format!("{number}{}: {fish}", game.id(Seat(seat)))
        };
        let scores: Vec<_> = (0..).zip(&state.players).map(score).collect();
        text(out, format_args!("{}\n", scores.join(", ")));
    }
}

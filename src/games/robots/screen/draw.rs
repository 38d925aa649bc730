//! Draws the screen.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::{Block, Clear, Paragraph, Widget as _, Wrap};

use super::super::board::{BoardCell, SIDE};
use super::super::danger::SafeMode;
use super::super::play::{Play, time_words};
use super::super::trace::{BANNER, sign};
use super::super::transcript::sign_of;
use super::super::{Ending, Scenario, State, rules};
use super::app::{RobotsScreen, ScreenMessage, ScreenPrompt, ScreenQuestion};
use super::command::Command;
use super::help::HELP;
use super::layout::{FIGURES_WIDTH, NEEDED, ScreenLayout};
use chase_core::escape;
use chase_core::game::Game as _;

/// The figures' names where the full ones have no room, in the same order.
const SHORT_NAMES: [&str; 10] = [
    "moves",
    "tele used",
    "tele free",
    "pushes",
    "collided",
    "in debris",
    "crushed",
    "debris",
    "robots",
    "closest",
];

/// The things on the screen that have a style of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScreenStyle {
    Player,
    Dead,
    Robot,
    Debris,
    Teleport,
    Faint,
    Plain,
    Strong,
    Button,
    Key,
    Refused,
    Won,
    Lost,
}

impl ScreenStyle {
    /// Without colours what matters stands out by other means.
    pub fn style(self, has_colour: bool) -> Style {
        let plain = Style::new();
        if !has_colour {
            return plain.add_modifier(match self {
                ScreenStyle::Player | ScreenStyle::Dead | ScreenStyle::Won | ScreenStyle::Lost => {
                    Modifier::REVERSED | Modifier::BOLD
                }
                ScreenStyle::Robot | ScreenStyle::Strong | ScreenStyle::Refused => Modifier::BOLD,
                ScreenStyle::Teleport => Modifier::UNDERLINED,
                ScreenStyle::Button => Modifier::REVERSED,
                ScreenStyle::Key => Modifier::REVERSED | Modifier::BOLD | Modifier::UNDERLINED,
                ScreenStyle::Faint => Modifier::DIM,
                ScreenStyle::Plain | ScreenStyle::Debris => Modifier::empty(),
            });
        }
        match self {
            ScreenStyle::Player | ScreenStyle::Won => {
                plain.fg(Color::Black).bg(Color::LightGreen).bold()
            }
            ScreenStyle::Dead => plain.fg(Color::White).bg(Color::Magenta).bold(),
            ScreenStyle::Robot | ScreenStyle::Lost => plain.fg(Color::White).bg(Color::Red).bold(),
            ScreenStyle::Debris => plain.fg(Color::White).bg(Color::DarkGray),
            ScreenStyle::Teleport => plain.fg(Color::Black).bg(Color::Cyan),
            // Some palettes make dark grey the background.
            ScreenStyle::Faint => plain.dim(),
            ScreenStyle::Plain => plain,
            ScreenStyle::Strong => plain.bold(),
            ScreenStyle::Button => plain.fg(Color::White).bg(Color::Blue),
            ScreenStyle::Key => plain.fg(Color::LightYellow).bg(Color::Blue).bold(),
            ScreenStyle::Refused => plain.fg(Color::Yellow).bold(),
        }
    }
}

/// The two columns of a cell, and their look.
pub(super) fn tile(scenario: &Scenario, state: &State, cell: BoardCell) -> (String, ScreenStyle) {
    match sign_of(state, &scenario.teleports, cell) {
        sign::PLAYER if state.dead => ("XX".into(), ScreenStyle::Dead),
        sign::PLAYER => (" @".into(), ScreenStyle::Player),
        sign::UNDER_ROBOT => ("XX".into(), ScreenStyle::Dead),
        sign::UNDER_DEBRIS => ("%%".into(), ScreenStyle::Dead),
        sign::ROBOT => ("[]".into(), ScreenStyle::Robot),
        sign::DEBRIS => ("##".into(), ScreenStyle::Debris),
        sign::TELEPORT => teleport_tile(scenario, state, cell),
        _ => (" ·".into(), ScreenStyle::Faint),
    }
}

fn teleport_tile(scenario: &Scenario, state: &State, cell: BoardCell) -> (String, ScreenStyle) {
    let mut teleports = scenario.teleports.iter().enumerate();
    let left = teleports.find(|(n, it)| **it == cell && state.used >> n & 1 == 0);
    match left {
        Some((n, _)) => (format!("{:>2}", n + 1), ScreenStyle::Teleport),
        None => ("--".into(), ScreenStyle::Faint),
    }
}

/// Lines of at most so many columns, broken between words.
fn wrapped(text: &str, width: u16) -> Vec<String> {
    if text.chars().count() <= usize::from(width) {
        return vec![text.to_owned()];
    }
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a first");
        let columns = line.chars().count() + 1 + word.chars().count();
        if line.is_empty() {
            line.push_str(word);
        } else if columns <= usize::from(width) {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(format!("  {word}"));
        }
    }
    lines
}

impl RobotsScreen {
    /// Draws the whole screen, with its help on top while that is asked for. A terminal that is too
    /// small shows only how large it must be.
    pub fn draw(&self, frame: &mut Frame<'_>, play: &Play) {
        let Some(layout) = ScreenLayout::of(frame.area().as_size(), play.table.state().player)
        else {
            return self.draw_too_small(frame);
        };
        let pen = ScreenPen { buffer: frame.buffer_mut(), has_colour: self.has_colour };
        let cursor = self.draw_all(&layout, pen, play);
        if self.is_helping {
            self.draw_help(frame, &layout);
        } else if let Some(cursor) = cursor {
            frame.set_cursor_position(cursor);
        }
    }

    fn draw_too_small(&self, frame: &mut Frame<'_>) {
        let size = frame.area();
        let words = format!(
            "{BANNER} needs {} columns and {} rows; this terminal has {} and {}. \
             Make it larger, or press q to quit.",
            NEEDED.width, NEEDED.height, size.width, size.height
        );
        let style = ScreenStyle::Strong.style(self.has_colour);
        let words = Paragraph::new(words).style(style);
        frame.render_widget(words.wrap(Wrap { trim: true }), size);
    }

    fn draw_help(&self, frame: &mut Frame<'_>, layout: &ScreenLayout) {
        let all = frame.area();
        // Lines between paragraphs are left out where they have no room.
        let rows = usize::from(all.height - 2);
        let is_roomy = HELP.len() <= rows;
        let lines = HELP.iter().filter(|line| is_roomy || !line.is_empty());
        let lines: Vec<_> = lines.copied().collect();
        let height = u16::try_from(lines.len()).expect("the help is short") + 2;
        let place = Rect {
            x: layout.board.x - 1,
            y: (layout.board.y + layout.board.height.saturating_sub(height) / 2)
                .min(all.height - height),
            width: layout.board.width + 1,
            height,
        };
        Clear.render(place, frame.buffer_mut());
        let block = Block::bordered().title(" ROBOTS ");
        let style = ScreenStyle::Plain.style(self.has_colour);
        let lines = Paragraph::new(lines.join("\n")).block(block).style(style);
        frame.render_widget(lines, place);
    }

    /// Draws everything, and returns the place of the cursor if a question is open.
    fn draw_all(
        &self,
        layout: &ScreenLayout,
        mut pen: ScreenPen<'_>,
        play: &Play,
    ) -> Option<Position> {
        self.draw_board(layout, &mut pen, play);
        self.draw_title(layout, &mut pen, play);
        self.draw_buttons(layout, &mut pen, play);
        let is_beside = layout.debug != layout.figures;
        if !self.is_debugging || is_beside {
            self.draw_figures(layout.figures, &mut pen, play);
        }
        if self.is_debugging {
            self.draw_debug(layout.debug, &mut pen, play);
        }
        self.draw_messages(layout.messages, &mut pen, play)
    }

    fn draw_board(&self, layout: &ScreenLayout, pen: &mut ScreenPen<'_>, play: &Play) {
        for n in (1..=SIDE).filter(|n| *n == 1 || n % 5 == 0) {
            pen.write(layout.column(n), &format!("{n:>2}"), ScreenStyle::Faint);
        }
        for n in 1..=SIDE {
            if let Some(first) = layout.cell(BoardCell(n, 1)) {
                let before = Rect { x: 0, ..first };
                pen.write(before, &format!("{n:>2}"), ScreenStyle::Faint);
            }
        }
        let (game, state) = (play.table.game(), play.table.state());
        for (cell, place) in BoardCell::all().filter_map(|cell| Some((cell, layout.cell(cell)?))) {
            let (mut text, look) = tile(game.scenario(), state, cell);
            if self.trace == Some(cell) && text == " ·" {
                text = " ○".into();
            }
            pen.write(place, &text, look);
        }
    }

    fn draw_title(&self, layout: &ScreenLayout, pen: &mut ScreenPen<'_>, play: &Play) {
        let turn = format!("{BANNER} turn {}", play.table.state().turn);
        pen.line(layout.title, 0, &turn, ScreenStyle::Strong);
        let (mode, look) = match play.safe_mode {
            SafeMode::On => ("safe mode on", ScreenStyle::Plain),
            SafeMode::Steps => ("safe mode: steps only", ScreenStyle::Refused),
            SafeMode::Off => ("safe mode OFF", ScreenStyle::Refused),
        };
        pen.line(layout.title, 1, mode, look);
    }

    fn draw_buttons(&self, layout: &ScreenLayout, pen: &mut ScreenPen<'_>, play: &Play) {
        for button in &layout.buttons {
            if button.command == Command::Again && !play.is_over() {
                continue;
            }
            let width = usize::from(button.place.width);
            let is_on_pad = matches!(button.command, Command::Walk(_) | Command::Stay);
            let label = if is_on_pad {
                format!("{:^width$}", button.label)
            } else {
                format!("{:<width$}", button.label)
            };
            pen.write(button.place, &label, ScreenStyle::Button);
            if let Some(key) = button.key() {
                let before = label.chars().take_while(|letter| *letter == ' ').count();
                let before = u16::try_from(before).expect("a button is narrow");
                let place = Rect { x: button.place.x + before, width: 1, ..button.place };
                pen.write(place, key, ScreenStyle::Key);
            }
        }
    }

    fn draw_figures(&self, place: Rect, pen: &mut ScreenPen<'_>, play: &Play) {
        let (game, state) = (play.table.game(), play.table.state());
        let is_wide = place.width >= FIGURES_WIDTH;
        let width = usize::from(place.width.min(FIGURES_WIDTH));
        let figures = game.figures(state).named();
        let named = figures.into_iter().zip(SHORT_NAMES);
        let named = named.map(|((name, value), short)| (if is_wide { name } else { short }, value));
        let time = time_words(play.table.played().unwrap_or_default());
        let mut row = 0;
        for (name, value) in named.chain([("time", time)]) {
            let left = width.saturating_sub(value.len());
            pen.line(place, row, &format!("{name:<left$}{value}"), ScreenStyle::Plain);
            row += 1;
        }
        self.draw_signs(place, row + 1, pen);
    }

    fn draw_signs(&self, place: Rect, first: u16, pen: &mut ScreenPen<'_>) {
        let signs = [
            (" @", ScreenStyle::Player, "you"),
            ("[]", ScreenStyle::Robot, "robot"),
            ("##", ScreenStyle::Debris, "debris"),
            (" 1", ScreenStyle::Teleport, "teleport"),
            ("--", ScreenStyle::Faint, "used up"),
        ];
        for (row, (text, look, what)) in (first..).zip(signs) {
            pen.line(place, row, text, look);
            let beside = Rect { x: place.x + 3, width: place.width - 3, ..place };
            pen.line(beside, row, what, ScreenStyle::Plain);
        }
    }

    fn draw_debug(&self, place: Rect, pen: &mut ScreenPen<'_>, play: &Play) {
        let is_wide = place.width >= FIGURES_WIDTH;
        let lines = if is_wide { play.debug() } else { short_debug(play) };
        let count = lines.len();
        let mut left = place.height.saturating_sub(2);
        let mut row = 1;
        let mut shown = self.scrolled.min(count);
        pen.line(place, 0, "[ ] scroll", ScreenStyle::Faint);
        for line in &lines[shown..] {
            let pieces = wrapped(line, place.width);
            let height = u16::try_from(pieces.len()).expect("a line is short");
            if height > left {
                break;
            }
            for piece in pieces {
                pen.line(place, row, &piece, ScreenStyle::Plain);
                row += 1;
            }
            left -= height;
            shown += 1;
        }
        if shown < count {
            let more = format!("...and {} more", count - shown);
            pen.line(place, row, &more, ScreenStyle::Faint);
        }
    }

    fn draw_messages(&self, place: Rect, pen: &mut ScreenPen<'_>, play: &Play) -> Option<Position> {
        let mut lines = Vec::new();
        let mut add = |text: &str, look| {
            let pieces = wrapped(text, place.width);
            lines.extend(pieces.into_iter().map(|piece| (piece, look)));
        };
        let ending = play.table.state().ended;
        if self.prompt.is_none()
            && let Some(ending) = ending
        {
            let words = ending.words();
            let text = format!("{words}. a: again, z: undo, q: quit.");
            add(&text, look_of(ending));
        }
        match &self.message {
            ScreenMessage::News(words) => add(words, ScreenStyle::Plain),
            ScreenMessage::Refused(why) => add(&format!("Refused: {why}."), ScreenStyle::Refused),
        }
        let first = u16::from(self.prompt.is_some());
        for (row, (text, look)) in (first..place.height).zip(lines) {
            pen.line(place, row, &text, look);
        }
        let prompt = self.prompt.as_ref()?;
        Some(draw_prompt(prompt, place, pen, play))
    }
}

/// Robots with their distances, and whether teleports are available, where there is little room.
fn short_debug(play: &Play) -> Vec<String> {
    let (game, state) = (play.table.game(), play.table.state());
    let robots = state.robots.iter().zip(1..).map(|(cell, n): (_, usize)| {
        let away = cell.distance(state.player);
        format!("{n:>2} {cell} {away}")
    });
    let teleports = game.scenario().teleports.iter().zip(1..);
    let teleports = teleports.map(|(cell, n): (_, usize)| {
        let check = rules::check_teleport(game.scenario(), state, *cell);
        let is_free = if check.is_ok() { "yes" } else { "no" };
        format!("{n:>2} {cell} {is_free}")
    });
    let robots = std::iter::once("robot, away".to_owned()).chain(robots);
    let teleports = std::iter::once("teleport, free".to_owned()).chain(teleports);
    robots.chain(teleports).collect()
}

fn look_of(ending: Ending) -> ScreenStyle {
    match ending {
        Ending::Won => ScreenStyle::Won,
        _ => ScreenStyle::Lost,
    }
}

/// The question and the end of what was typed; where the cursor is.
fn draw_prompt(
    prompt: &ScreenPrompt,
    place: Rect,
    pen: &mut ScreenPen<'_>,
    play: &Play,
) -> Position {
    let question = match prompt.question {
        ScreenQuestion::Teleport => {
            let teleports = play.table.game().scenario().teleports.len();
            format!("Teleport to number (1 to {teleports}, Esc cancels): ")
        }
        ScreenQuestion::Save => "Save as (Esc cancels): ".into(),
        ScreenQuestion::Load => "Load board file (Esc cancels): ".into(),
    };
    let room = usize::from(place.width).saturating_sub(question.chars().count() + 1);
    let hidden = prompt.typed.chars().count().saturating_sub(room);
    let typed: String = prompt.typed.chars().skip(hidden).collect();
    let text = format!("{question}{typed}");
    pen.line(place, 0, &text, ScreenStyle::Strong);
    let columns = u16::try_from(text.chars().count()).unwrap_or(place.width);
    Position::new(place.x + columns.min(place.width - 1), place.y)
}

/// Writes on the screen.
struct ScreenPen<'a> {
    buffer: &'a mut Buffer,
    has_colour: bool,
}

impl ScreenPen<'_> {
    /// Text at the beginning of a place, cut at its end.
    fn write(&mut self, place: Rect, text: &str, look: ScreenStyle) {
        let style = look.style(self.has_colour);
        let width = usize::from(place.width);
        let text = escape::in_line(text);
        self.buffer.set_stringn(place.x, place.y, &text, width, style);
    }

    /// Text on a row of a place, counted from its top, if it has so many.
    fn line(&mut self, place: Rect, row: u16, text: &str, look: ScreenStyle) {
        if row < place.height {
            let line = Rect { y: place.y + row, height: 1, ..place };
            self.write(line, text, look);
        }
    }
}

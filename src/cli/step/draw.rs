//! Draws the screen: the moment, and beside it, where there is room, what happened, what differs and
//! what can be done; else below it.

use std::rc::Rc;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::{Block, Clear, Paragraph, Widget as _};

use super::app::{MomentsShown, StepApp};
use super::help::HELP;
use super::marked::{LinePiece, Marked, Tint, mark};
use super::moments::MomentText;
use crate::escape;

/// Blanks and a line between what stands side by side.
const GAP: usize = 3;
/// The least width of the text beside the moment, unless it needs less.
const BESIDE_MIN: usize = 30;
/// The title and the bar above, the keys below.
const ROWS_ABOVE: u16 = 2;
const ROWS_BELOW: u16 = 1;

/// The colours of those who act, by their numbers.
const COLOURS: [Color; 8] = [
    Color::LightRed,
    Color::LightGreen,
    Color::LightYellow,
    Color::LightMagenta,
    Color::LightCyan,
    Color::LightBlue,
    Color::Green,
    Color::Yellow,
];

/// The style of a piece. Without colours what matters stands out by other means.
fn style(piece: &LinePiece, has_colour: bool) -> Style {
    let plain = Style::new();
    let mut style = match piece.tint {
        Tint::Plain => plain,
        Tint::Faint => plain.dim(),
        Tint::Title => plain.bold().add_modifier(Modifier::UNDERLINED),
        Tint::Name(_) | Tint::Upper if !has_colour => plain.bold(),
        Tint::Name(who) => plain.fg(COLOURS[usize::from(who) % COLOURS.len()]).bold(),
        Tint::Upper => plain.fg(Color::LightGreen).bold(),
        Tint::Lower | Tint::Digit | Tint::Other if !has_colour => plain,
        Tint::Lower => plain.fg(Color::LightYellow).bold(),
        Tint::Digit => plain.fg(Color::LightCyan),
        Tint::Other => plain.fg(Color::LightRed).bold(),
    };
    if piece.is_new && has_colour {
        style = style.fg(Color::Black).bg(Color::LightYellow);
    } else if piece.is_new {
        style = style.add_modifier(Modifier::REVERSED);
    }
    if piece.is_unlike {
        style = style.add_modifier(Modifier::UNDERLINED);
        if has_colour && !piece.is_new {
            style = style.fg(Color::White).bg(Color::Magenta);
        }
    }
    style
}

/// A part of the screen with its lines, and which of them are seen.
struct Pane {
    place: Rect,
    lines: Vec<Marked>,
}

impl Pane {
    fn hidden(&self) -> usize {
        self.lines.len().saturating_sub(usize::from(self.place.height))
    }

    fn draw(&self, down: usize, right: usize, has_colour: bool, buffer: &mut Buffer) {
        let lines = self.lines.iter().skip(down.min(self.hidden()));
        for (y, line) in (self.place.y..self.place.bottom()).zip(lines) {
            let mut skipped = if line.is_row { right } else { 0 };
            let mut x = self.place.x;
            for piece in &line.pieces {
                let left: String = piece.text.chars().skip(skipped).collect();
                skipped = skipped.saturating_sub(piece.text.chars().count());
                let room = usize::from(self.place.right().saturating_sub(x));
                let style = style(piece, has_colour);
                (x, _) = buffer.set_stringn(x, y, &left, room, style);
            }
        }
    }
}

impl StepApp {
    /// Draws all of it, and takes down how far can be scrolled.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let body = Rect {
            y: area.y + ROWS_ABOVE.min(area.height),
            height: area.height.saturating_sub(ROWS_ABOVE + ROWS_BELOW),
            ..area
        };
        let (panes, line) = self.panes(body);
        self.page = usize::from(body.height);
        self.most_down = panes.iter().map(Pane::hidden).max().unwrap_or(0);
        self.follow(line);
        let buffer = frame.buffer_mut();
        for pane in &panes {
            pane.draw(self.scrolled.down, self.scrolled.right, self.has_colour, buffer);
        }
        if let [left, right] = panes.as_slice() {
            for y in body.y..body.bottom() {
                let x = right.place.x.saturating_sub(2).max(left.place.right());
                buffer.set_stringn(x, y, "│", 1, Style::new().dim());
            }
        }
        if area.height > 0 {
            self.draw_title(area, buffer);
        }
        if area.height > ROWS_ABOVE {
            self.draw_bar(area, buffer);
            self.draw_keys(area, buffer);
        }
        if self.is_helping {
            draw_help(frame);
        }
    }

    /// Brings the newest move into view, if it is not.
    fn follow(&mut self, line: Option<usize>) {
        self.scrolled.down = self.scrolled.down.min(self.most_down);
        let Some(line) = line.filter(|_| self.scrolled.follows) else {
            return;
        };
        // With a line above and one below it, where there are some.
        let (first, last) = (line.saturating_sub(1), line + 1);
        let down = self.scrolled.down;
        if first < down || last >= down + self.page {
            let middle = line.saturating_sub(self.page / 2);
            self.scrolled.down = middle.min(self.most_down);
        }
    }

    /// The moment with what belongs to it, and the line of the moment where the newest move ended.
    fn panes(&mut self, body: Rect) -> (Vec<Pane>, Option<usize>) {
        let names = self.ours.names();
        let words = |moment: &Option<Rc<MomentText>>| moment.as_ref().map(|it| it.words.clone());
        let (before, other) = (words(&self.before), words(&self.other));
        let moment = mark(&self.shown.words, before.as_deref(), other.as_deref(), &names);
        let beside = self.beside();
        let width = usize::from(body.width);
        let widest = |lines: &[Marked]| lines.iter().map(Marked::width).max().unwrap_or(0);
        let (left, right) = (widest(&moment), widest(&beside).min(BESIDE_MIN));
        if left + GAP + right > width {
            // From now on: a screen that is ordered otherwise at every step is hard to read.
            self.stacked_width = body.width;
        }
        let is_wide = self.stacked_width != body.width;
        let wrap = |lines: Vec<Marked>, most: usize| -> Vec<Marked> {
            lines.into_iter().flat_map(|it| it.wrapped(most)).collect()
        };
        let moment = wrap(moment, width);
        let line = self.line_of_move(&moment);
        if !is_wide {
            let mut lines = moment;
            lines.push(Marked::default());
            lines.extend(wrap(beside, width));
            return (vec![Pane { place: body, lines }], line);
        }
        let narrow = |width: usize| u16::try_from(width).unwrap_or(body.width);
        let left_place = Rect { width: narrow(left), ..body };
        let right_place =
            Rect { x: body.x + narrow(left + GAP), width: body.width - narrow(left + GAP), ..body };
        let beside = wrap(beside, usize::from(right_place.width));
        let panes = [(left_place, moment), (right_place, beside)];
        let panes = panes.map(|(place, lines)| Pane { place, lines });
        (panes.into(), line)
    }

    /// The line where the newest move ended: the row of the board that is called so, or the first
    /// row that changed.
    fn line_of_move(&self, moment: &[Marked]) -> Option<usize> {
        let rows = || moment.iter().enumerate().filter(|(_, line)| line.is_row);
        let is_called = |line: &Marked| {
            let mut words = line.pieces.iter().map(|piece| piece.text.trim());
            let first = words.find(|word| !word.is_empty());
            first.is_some() && first == self.shown.row.as_deref()
        };
        let by_name = rows().find(|(_, line)| is_called(line));
        let changed = || rows().find(|(_, line)| line.pieces.iter().any(|piece| piece.is_new));
        by_name.or_else(changed).map(|(n, _)| n)
    }

    /// The lines beside the moment.
    fn beside(&self) -> Vec<Marked> {
        let names = self.ours.names();
        let mut lines = self.differing();
        let mut add = |title: &str, words: &[String]| {
            if words.is_empty() {
                return;
            }
            if !lines.is_empty() {
                lines.push(Marked::default());
            }
            lines.push(Marked::title(title));
            let marked = mark(words, None, None, &names).into_iter();
            lines.extend(marked.map(|line| Marked { is_row: false, ..line }));
        };
        add("What happened", &self.shown.events);
        add("What is known", &self.shown.knowledge);
        add("What can be done", &self.shown.legal);
        lines
    }

    /// The differences between the two traces here.
    fn differing(&self) -> Vec<Marked> {
        let Some(differences) = &self.differences else {
            return Vec::new();
        };
        let unit = self.ours.unit();
        let Some(place) = differences.at(self.cycle) else {
            return vec![Marked::title(&format!("The same in this {unit}"))];
        };
        let mut lines = vec![Marked::title("What differs")];
        let mut words = Vec::new();
        if let Some(whose) = place.only_in {
            words.push(format!("only {whose} has this {unit}"));
        }
        for unlike in &place.columns {
            let (ours, theirs) = (&unlike.ours, &unlike.theirs);
            words.push(format!("{}: ours {ours}, theirs {theirs}", unlike.column));
        }
        let marked = mark(&words, None, None, &self.ours.names()).into_iter();
        lines.extend(marked.map(|line| Marked { is_row: false, ..line }));
        lines
    }

    fn draw_title(&self, area: Rect, buffer: &mut Buffer) {
        let (unit, last) = (self.ours.unit(), self.ours.last());
        let mut title = format!(" {}, {unit} {} of {last}", self.ours.game(), self.cycle);
        let name = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
        let ours = name(self.ours.name());
        match &self.differences {
            None => title.push_str(&format!(": {ours}")),
            Some(differences) => {
                let (theirs, count) = (name(&differences.name), differences.count);
                title.push_str(match self.whose {
                    MomentsShown::Ours => "",
                    MomentsShown::Theirs => ", THEIRS",
                });
                title.push_str(&format!("; {count} differ: {ours} beside {theirs}"));
                title.push_str(&format!(" ({})", differences.form));
            }
        }
        let style = Style::new().add_modifier(Modifier::REVERSED);
        let title = escape::in_line(&title).into_owned();
        let width = usize::from(area.width);
        let fill = " ".repeat(width);
        buffer.set_stringn(area.x, area.y, &fill, width, style);
        buffer.set_stringn(area.x, area.y, &title, width, style);
    }

    /// Draws the position in the recording, and where the traces differ.
    fn draw_bar(&self, area: Rect, buffer: &mut Buffer) {
        let width = u64::from(area.width.saturating_sub(1));
        let last = self.ours.last();
        let column = |cycle: u64| {
            let at = u128::from(cycle) * u128::from(width) / u128::from(last.max(1));
            area.x + u16::try_from(at).unwrap_or(0)
        };
        let y = area.y + 1;
        let line = "─".repeat(usize::from(area.width));
        buffer.set_stringn(area.x, y, &line, usize::from(area.width), Style::new().dim());
        if let Some(differences) = &self.differences {
            let style = match self.has_colour {
                true => Style::new().fg(Color::LightMagenta),
                false => Style::new().bold(),
            };
            for cycle in differences.cycles(last) {
                buffer.set_stringn(column(cycle), y, "┼", 1, style);
            }
        }
        let style = match self.has_colour {
            true => Style::new().fg(Color::LightYellow).bold(),
            false => Style::new().bold(),
        };
        buffer.set_stringn(column(self.cycle), y, "●", 1, style);
    }

    fn draw_keys(&self, area: Rect, buffer: &mut Buffer) {
        let unit = self.ours.unit();
        let line = if let Some(typed) = &self.typed {
            format!("{unit} (Enter goes, Esc cancels): {typed}_")
        } else if !self.message.is_empty() {
            self.message.clone()
        } else if self.is_playing {
            format!("playing, {}: Space pauses, . faster, , slower", self.speed())
        } else {
            let more = match &self.differences {
                Some(_) => "  n p difference",
                None => "",
            };
            format!("? keys  q quit  Left Right step  Space play  g jump{more}")
        };
        let (y, width) = (area.bottom() - 1, usize::from(area.width));
        let line = format!(" {}", escape::in_line(&line));
        buffer.set_stringn(area.x, y, &line, width, Style::new().bold());
        let (down, most) = (self.scrolled.down, self.most_down);
        let scrolled = format!("  Up Down {down}/{most}");
        let needed = scrolled.len() + line.chars().count();
        if most > 0 && needed <= width {
            let x = area.right() - u16::try_from(scrolled.len()).unwrap_or(0);
            buffer.set_stringn(x, y, &scrolled, width, Style::new());
        }
    }
}

/// The keys, over the middle of the screen.
fn draw_help(frame: &mut Frame<'_>) {
    let area = frame.area();
    let width = HELP.iter().map(|line| line.chars().count()).max();
    let width = u16::try_from(width.unwrap_or(0) + 4).unwrap_or(area.width);
    let height = u16::try_from(HELP.len() + 2).unwrap_or(area.height);
    let (width, height) = (width.min(area.width), height.min(area.height));
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    Clear.render(place, frame.buffer_mut());
    let block = Block::bordered().title(" Keys ");
    let lines = HELP.iter().map(|line| format!(" {line}"));
    let text = lines.collect::<Vec<_>>().join("\n");
    frame.render_widget(Paragraph::new(text).block(block), place);
}

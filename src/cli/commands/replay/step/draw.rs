//! Draws the screen: the moment, and beside it, where there is room, what happened, what differs and
//! what can be done; else below it.

use std::rc::Rc;

use crossterm::style::{Color, ContentStyle, Stylize as _};

use super::app::{MomentsShown, StepApp};
use super::canvas::Canvas;
use super::help::HELP;
use super::marked::{LinePiece, Marked, Tint, mark};
use super::moments::MomentText;

/// Blanks and a line between what stands side by side.
const GAP: usize = 3;
/// The least width of the text beside the moment, unless it needs less.
const BESIDE_MIN: usize = 30;
/// The title and the bar above, the keys below.
const ROWS_ABOVE: usize = 2;
const ROWS_BELOW: usize = 1;

/// The colours of those who act, by their numbers.
const COLOURS: [Color; 8] = [
    Color::Red,
    Color::Green,
    Color::Yellow,
    Color::Magenta,
    Color::Cyan,
    Color::Blue,
    Color::DarkGreen,
    Color::DarkYellow,
];

/// The style of a piece. Without colours what matters stands out by other means.
fn style(piece: &LinePiece, has_colour: bool) -> ContentStyle {
    let plain = ContentStyle::new();
    let mut style = match piece.tint {
        Tint::Plain => plain,
        Tint::Faint => plain.dim(),
        Tint::Title => plain.bold().underlined(),
        Tint::Name(_) | Tint::Upper if !has_colour => plain.bold(),
        Tint::Name(who) => plain.with(COLOURS[usize::from(who) % COLOURS.len()]).bold(),
        Tint::Upper => plain.with(Color::Green).bold(),
        Tint::Lower | Tint::Digit | Tint::Other if !has_colour => plain,
        Tint::Lower => plain.with(Color::Yellow).bold(),
        Tint::Digit => plain.with(Color::Cyan),
        Tint::Other => plain.with(Color::Red).bold(),
    };
    if piece.is_new && has_colour {
        style = style.with(Color::Black).on(Color::Yellow);
    } else if piece.is_new {
        style = style.reverse();
    }
    if piece.is_unlike {
        style = style.underlined();
        if has_colour && !piece.is_new {
            style = style.with(Color::White).on(Color::DarkMagenta);
        }
    }
    style
}

/// Lines from a column on, and which of them are seen.
struct Pane {
    x: usize,
    lines: Vec<Marked>,
}

impl Pane {
    fn draw(&self, app: &StepApp, canvas: &mut Canvas) {
        let hidden = self.lines.len().saturating_sub(app.page);
        let lines = self.lines.iter().skip(app.scrolled.down.min(hidden));
        for (y, line) in (ROWS_ABOVE..ROWS_ABOVE + app.page).zip(lines) {
            let mut skipped = if line.is_row { app.scrolled.right } else { 0 };
            let mut x = self.x;
            for piece in &line.pieces {
                let left: String = piece.text.chars().skip(skipped).collect();
                skipped = skipped.saturating_sub(piece.text.chars().count());
                x = canvas.put(x, y, &left, style(piece, app.has_colour));
            }
        }
    }
}

impl StepApp {
    /// Draws all of it, and takes down how far can be scrolled.
    pub fn draw(&mut self, canvas: &mut Canvas) {
        let height = canvas.rows.len();
        self.page = height.saturating_sub(ROWS_ABOVE + ROWS_BELOW);
        let (panes, line) = self.panes(canvas.width);
        let longest = panes.iter().map(|it| it.lines.len()).max().unwrap_or(0);
        self.most_down = longest.saturating_sub(self.page);
        self.follow(line);
        for pane in &panes {
            pane.draw(self, canvas);
        }
        if let [_, right] = panes.as_slice() {
            for y in ROWS_ABOVE..ROWS_ABOVE + self.page {
                canvas.put(right.x - 2, y, "│", ContentStyle::new().dim());
            }
        }
        self.draw_title(canvas);
        if height > ROWS_ABOVE {
            self.draw_bar(canvas);
            self.draw_keys(canvas);
        }
        if self.is_helping {
            draw_help(canvas);
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
    fn panes(&mut self, width: usize) -> (Vec<Pane>, Option<usize>) {
        let names = self.ours.names();
        let words = |moment: &Option<Rc<MomentText>>| moment.as_ref().map(|it| it.words.clone());
        let (before, other) = (words(&self.before), words(&self.other));
        let moment = mark(&self.shown.words, before.as_deref(), other.as_deref(), &names);
        let beside = self.beside();
        let widest = |lines: &[Marked]| lines.iter().map(Marked::width).max().unwrap_or(0);
        let (left, right) = (widest(&moment), widest(&beside).min(BESIDE_MIN));
        if left + GAP + right > width {
            // From now on: a screen that is ordered otherwise at every step is hard to read.
            self.stacked_width = width;
        }
        let is_wide = self.stacked_width != width;
        let wrap = |lines: Vec<Marked>, most: usize| -> Vec<Marked> {
            lines.into_iter().flat_map(|it| it.wrapped(most)).collect()
        };
        let moment = wrap(moment, width);
        let line = self.line_of_move(&moment);
        if !is_wide {
            let mut lines = moment;
            lines.push(Marked::default());
            lines.extend(wrap(beside, width));
            return (vec![Pane { x: 0, lines }], line);
        }
        let x = left + GAP;
        let beside = wrap(beside, width - x);
        (vec![Pane { x: 0, lines: moment }, Pane { x, lines: beside }], line)
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

    fn draw_title(&self, canvas: &mut Canvas) {
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
        let style = ContentStyle::new().reverse();
        canvas.put(0, 0, &" ".repeat(canvas.width), style);
        canvas.put(0, 0, &title, style);
    }

    /// Draws the position in the recording, and where the traces differ.
    fn draw_bar(&self, canvas: &mut Canvas) {
        let width = canvas.width.saturating_sub(1) as u64;
        let last = self.ours.last();
        let column = |cycle: u64| {
            let at = u128::from(cycle) * u128::from(width) / u128::from(last.max(1));
            usize::try_from(at).unwrap_or(0)
        };
        let style = ContentStyle::new().dim();
        canvas.put(0, 1, &"─".repeat(canvas.width), style);
        if let Some(differences) = &self.differences {
            let style = if self.has_colour { style.with(Color::Magenta) } else { style.bold() };
            for cycle in differences.cycles(last) {
                canvas.put(column(cycle), 1, "┼", style);
            }
        }
        let style = if self.has_colour { style.with(Color::Yellow) } else { style };
        canvas.put(column(self.cycle), 1, "●", style.bold());
    }

    fn draw_keys(&self, canvas: &mut Canvas) {
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
        let y = canvas.rows.len() - 1;
        let end = canvas.put(0, y, &format!(" {line}"), ContentStyle::new().bold());
        let (down, most) = (self.scrolled.down, self.most_down);
        let scrolled = format!("  Up Down {down}/{most}");
        if most > 0 && end + scrolled.len() <= canvas.width {
            canvas.put(canvas.width - scrolled.len(), y, &scrolled, ContentStyle::new());
        }
    }
}

/// The keys, over the middle of the screen.
fn draw_help(canvas: &mut Canvas) {
    let (width, height) = (canvas.width.saturating_sub(2), canvas.rows.len().saturating_sub(2));
    let widest = HELP.iter().map(|line| line.len()).max().unwrap_or(0);
    let inside = width.min(widest + 2);
    let shown = &HELP[..height.min(HELP.len())];
    let mut lines = vec![format!("┌{:─<inside$.inside$}┐", " Keys ")];
    lines.extend(shown.iter().map(|it| format!("│{:inside$.inside$}│", format!(" {it}"))));
    lines.push(format!("└{}┘", "─".repeat(inside)));
    for (y, line) in ((height - shown.len()) / 2..).zip(&lines) {
        canvas.put((width - inside) / 2, y, line, ContentStyle::new());
    }
}

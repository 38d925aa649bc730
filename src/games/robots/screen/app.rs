//! What the screen knows beside the game, and what becomes of keys and clicks.

use std::path::Path;

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position, Size};

use super::super::Action;
use super::super::board::Cell;
use super::super::play::{Answer, Play, Refusal};
use super::command::Command;
use super::layout::Layout;
use chase_core::game::Game as _;
use chase_kit::Then;

const WELCOME: &str = "Your turn: after it every robot comes one cell nearer. ? explains it all.";
/// A file name can be long, but not endless.
const TYPED_MAX: usize = 200;
const SCROLL_STEP: usize = 3;

/// What was said last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    News(String),
    Refused(Refusal),
}

/// What is asked for at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Teleport,
    Save,
    Load,
}

/// A question, and what was typed so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prompt {
    pub question: Question,
    pub typed: String,
}

/// The state of the screen.
pub(super) struct App {
    pub has_colour: bool,
    pub message: Message,
    pub prompt: Option<Prompt>,
    pub is_helping: bool,
    pub is_debugging: bool,
    /// The first line of the debug panel that is shown.
    pub scrolled: usize,
    /// Where the player came from.
    pub trace: Option<Cell>,
    size: Size,
}

impl App {
    pub fn new(has_colour: bool) -> Self {
        App {
            has_colour,
            message: Message::News(WELCOME.into()),
            prompt: None,
            is_helping: false,
            is_debugging: false,
            scrolled: 0,
            trace: None,
            size: Size::ZERO,
        }
    }

    /// Takes down how large the screen is.
    pub fn resized(&mut self, size: Size) {
        self.size = size;
    }

    fn layout(&self, play: &Play) -> Option<Layout> {
        Layout::of(self.size, play.table.state().player)
    }

    /// A key; what comes after the session, if it ends that.
    pub fn on_key(&mut self, key: KeyEvent, play: &mut Play) -> Option<Then> {
        if key.kind == KeyEventKind::Release {
            return None;
        }
        let command = Command::of(key);
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if command == Some(Command::Quit) && (is_control || self.prompt.is_none()) {
            return Some(Then::Done);
        }
        // Nobody plays what is not seen.
        self.layout(play)?;
        if self.is_helping {
            self.is_helping = false;
            return None;
        }
        if self.prompt.is_some() {
            return self.on_typed(key, play);
        }
        self.obey(command?, play)
    }

    /// A click or a turn of the wheel.
    pub fn on_mouse(&mut self, mouse: MouseEvent, play: &mut Play) -> Option<Then> {
        let layout = self.layout(play)?;
        let place = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::ScrollUp => self.obey(Command::ScrollUp, play),
            MouseEventKind::ScrollDown => self.obey(Command::ScrollDown, play),
            MouseEventKind::Down(MouseButton::Left) if self.is_helping => {
                self.is_helping = false;
                None
            }
            MouseEventKind::Down(MouseButton::Left) => {
                if let Some(command) = layout.command_at(place) {
                    self.prompt = None;
                    return self.obey(command, play);
                }
                if let Some(cell) = layout.cell_at(place) {
                    self.prompt = None;
                    self.click(cell, play);
                }
                None
            }
            _ => None,
        }
    }

    fn obey(&mut self, command: Command, play: &mut Play) -> Option<Then> {
        match command {
            Command::Walk(direction) => self.act(Action::Walk { direction }, play),
            Command::Stay => self.act(Action::Stay, play),
            Command::TeleportAnywhere => self.act(Action::TeleportAnywhere, play),
            Command::TeleportTo => self.ask(Question::Teleport),
            Command::Save => self.ask(Question::Save),
            Command::Load => self.ask(Question::Load),
            Command::Undo => self.go(play, Play::undo),
            Command::Redo => self.go(play, Play::redo),
            Command::Safe => self.tell(play.switch_safe()),
            Command::Debug => {
                self.is_debugging = !self.is_debugging;
                self.scrolled = 0;
            }
            Command::ScrollUp => self.scrolled = self.scrolled.saturating_sub(SCROLL_STEP),
            Command::ScrollDown => self.scroll_down(play),
            Command::Help => self.is_helping = true,
            Command::Again if play.is_over() => return Some(Then::Another),
            Command::Again => self.tell(Err(Refusal::NotOver)),
            Command::Quit => return Some(Then::Done),
        }
        None
    }

    fn act(&mut self, action: Action, play: &mut Play) {
        self.go(play, |play| play.act(action));
    }

    /// Does what may take the player elsewhere.
    fn go(&mut self, play: &mut Play, deed: impl FnOnce(&mut Play) -> Answer) {
        let from = play.table.state().player;
        let answer = deed(play);
        if answer.is_ok() {
            let has_moved = play.table.state().player != from;
            self.trace = has_moved.then_some(from);
        }
        self.tell(answer);
    }

    fn tell(&mut self, answer: Answer) {
        self.message = match answer {
            Ok(words) => Message::News(words),
            Err(why) => Message::Refused(why),
        };
    }

    fn ask(&mut self, question: Question) {
        self.prompt = Some(Prompt {
            question,
            typed: String::new(),
        });
    }

    fn scroll_down(&mut self, play: &Play) {
        let last = play.debug().len().saturating_sub(1);
        self.scrolled = (self.scrolled + SCROLL_STEP).min(last);
    }

    fn click(&mut self, cell: Cell, play: &mut Play) {
        let player = play.table.state().player;
        if cell == player {
            return self.act(Action::Stay, play);
        }
        if let Some(direction) = player.way_to(cell) {
            return self.act(Action::Walk { direction }, play);
        }
        if play.table.game().scenario().teleports.contains(&cell) {
            return self.act(Action::Teleport { to: cell }, play);
        }
        self.tell(Err(Refusal::OutOfReach(cell)));
    }

    fn on_typed(&mut self, key: KeyEvent, play: &mut Play) -> Option<Then> {
        let prompt = self.prompt.as_mut()?;
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => self.prompt = None,
            KeyCode::Enter => return self.answer(play),
            KeyCode::Backspace => {
                prompt.typed.pop();
            }
            KeyCode::Char('u') if is_control => prompt.typed.clear(),
            KeyCode::Char(letter) if !is_control && prompt.takes(letter) => {
                prompt.typed.push(letter);
            }
            _ => {}
        }
        None
    }

    /// What was typed is meant.
    fn answer(&mut self, play: &mut Play) -> Option<Then> {
        let Prompt { question, typed } = self.prompt.take()?;
        let words = typed.trim();
        if words.is_empty() {
            return None;
        }
        match question {
            Question::Teleport => {
                // More digits than fit are a number that no teleport has.
                let number = words.parse().unwrap_or(usize::MAX);
                self.go(play, |play| play.teleport(number));
            }
            Question::Save => self.tell(play.save(Path::new(words))),
            Question::Load => match play.load(Path::new(words)) {
                Ok(then) => return Some(then),
                Err(why) => self.tell(Err(why)),
            },
        }
        let is_file = question != Question::Teleport;
        if is_file && matches!(self.message, Message::Refused(_)) {
            // A mistyped name is mended, not typed again.
            self.prompt = Some(Prompt { question, typed });
        }
        None
    }
}

impl Prompt {
    fn takes(&self, letter: char) -> bool {
        let fits = match self.question {
            Question::Teleport => letter.is_ascii_digit(),
            Question::Save | Question::Load => !letter.is_control(),
        };
        fits && self.typed.len() < TYPED_MAX
    }
}

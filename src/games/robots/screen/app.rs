//! What the screen knows beside the game, and what becomes of keys and clicks.

use std::path::Path;

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position, Size};

use super::super::Action;
use super::super::board::BoardCell;
use super::super::play::{Play, PlayRefusal, RobotsReply};
use super::command::Command;
use super::layout::ScreenLayout;
use chase_core::game::Game as _;
use chase_kit::Then;
use chase_kit::hints::hint_line;

const WELCOME: &str = "Your turn: after it every robot comes one cell nearer. ? explains it all.";
/// A file name can be long, but not endless.
const TYPED_MAX: usize = 200;
const SCROLL_STEP: usize = 3;

/// The last message on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ScreenMessage {
    News(String),
    Refused(PlayRefusal),
}

/// A question at the bottom of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScreenQuestion {
    Teleport,
    Save,
    Load,
}

/// A question, and what was typed so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScreenPrompt {
    pub question: ScreenQuestion,
    pub typed: String,
}

/// The state of the screen.
pub(super) struct RobotsScreen {
    pub has_colour: bool,
    pub message: ScreenMessage,
    pub prompt: Option<ScreenPrompt>,
    pub is_helping: bool,
    pub is_debugging: bool,
    /// The first line of the debug panel that is shown.
    pub scrolled: usize,
    /// The cell that the player came from.
    pub trace: Option<BoardCell>,
    size: Size,
}

impl RobotsScreen {
    pub fn new(has_colour: bool) -> Self {
        RobotsScreen {
            has_colour,
            message: ScreenMessage::News(WELCOME.into()),
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

    fn layout(&self, play: &Play) -> Option<ScreenLayout> {
        ScreenLayout::of(self.size, play.table.state().player)
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
    pub(crate) fn on_mouse(&mut self, mouse: MouseEvent, play: &mut Play) -> Option<Then> {
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
            Command::TeleportTo => self.ask(ScreenQuestion::Teleport),
            Command::Save => self.ask(ScreenQuestion::Save),
            Command::Load => self.ask(ScreenQuestion::Load),
            Command::Undo => self.go(play, Play::undo),
            Command::Redo => self.go(play, Play::redo),
            Command::Safe => self.tell(play.switch_safe(play.safe_mode.next())),
            Command::Hint => self.tell(play.hint().map(|hint| hint_line(&hint))),
            Command::Debug => {
                self.is_debugging = !self.is_debugging;
                self.scrolled = 0;
            }
            Command::ScrollUp => self.scrolled = self.scrolled.saturating_sub(SCROLL_STEP),
            Command::ScrollDown => self.scroll_down(play),
            Command::Help => self.is_helping = true,
            Command::Again if play.is_over() => return Some(Then::Another),
            Command::Again => self.tell(Err(PlayRefusal::NotOver)),
            Command::Quit => return Some(Then::Done),
        }
        None
    }

    fn act(&mut self, action: Action, play: &mut Play) {
        self.go(play, |play| play.act(action));
    }

    /// Does what may take the player elsewhere.
    fn go(&mut self, play: &mut Play, deed: impl FnOnce(&mut Play) -> RobotsReply) {
        let from = play.table.state().player;
        let answer = deed(play);
        if answer.is_ok() {
            let has_moved = play.table.state().player != from;
            self.trace = has_moved.then_some(from);
        }
        self.tell(answer);
    }

    fn tell(&mut self, answer: RobotsReply) {
        self.message = match answer {
            Ok(words) => ScreenMessage::News(words),
            Err(why) => ScreenMessage::Refused(why),
        };
    }

    fn ask(&mut self, question: ScreenQuestion) {
        self.prompt = Some(ScreenPrompt { question, typed: String::new() });
    }

    fn scroll_down(&mut self, play: &Play) {
        let last = play.debug().len().saturating_sub(1);
        self.scrolled = (self.scrolled + SCROLL_STEP).min(last);
    }

    fn click(&mut self, cell: BoardCell, play: &mut Play) {
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
        self.tell(Err(PlayRefusal::OutOfReach(cell)));
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

    /// Takes the text that was typed as the answer to the open question.
    fn answer(&mut self, play: &mut Play) -> Option<Then> {
        let ScreenPrompt { question, typed } = self.prompt.take()?;
        let words = typed.trim();
        if words.is_empty() {
            return None;
        }
        match question {
            ScreenQuestion::Teleport => {
                // More digits than fit are a number that no teleport has.
                let number = words.parse().unwrap_or(usize::MAX);
                self.go(play, |play| play.teleport(number));
            }
            ScreenQuestion::Save => self.tell(play.save(Path::new(words))),
            ScreenQuestion::Load => match play.load(Path::new(words)) {
                Ok(then) => return Some(then),
                Err(why) => self.tell(Err(why)),
            },
        }
        let is_file = question != ScreenQuestion::Teleport;
        if is_file && matches!(self.message, ScreenMessage::Refused(_)) {
            // A mistyped name is mended, not typed again.
            self.prompt = Some(ScreenPrompt { question, typed });
        }
        None
    }
}

impl ScreenPrompt {
    fn takes(&self, letter: char) -> bool {
        let fits = match self.question {
            ScreenQuestion::Teleport => letter.is_ascii_digit(),
            ScreenQuestion::Save | ScreenQuestion::Load => !letter.is_control(),
        };
        fits && self.typed.len() < TYPED_MAX
    }
}

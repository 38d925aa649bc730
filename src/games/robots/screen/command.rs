//! What can be asked for on the screen, and its keys.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::super::board::Direction;

/// A command given with a key or a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Walk(Direction),
    Stay,
    TeleportTo,
    TeleportAnywhere,
    Safe,
    Debug,
    Hint,
    Undo,
    Redo,
    Save,
    Load,
    Help,
    Quit,
    Again,
    ScrollUp,
    ScrollDown,
}

impl Command {
    /// The command of a key, if it has one.
    pub fn of(key: KeyEvent) -> Option<Self> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Some(Command::Quit),
                KeyCode::Char('z') => Some(Command::Undo),
                KeyCode::Char('y' | 'r') => Some(Command::Redo),
                _ => None,
            };
        }
        Some(match key.code {
            KeyCode::Up => Command::Walk(Direction::N),
            KeyCode::Down => Command::Walk(Direction::S),
            KeyCode::Left => Command::Walk(Direction::W),
            KeyCode::Right => Command::Walk(Direction::E),
            KeyCode::Home => Command::Walk(Direction::Nw),
            KeyCode::PageUp => Command::Walk(Direction::Ne),
            KeyCode::End => Command::Walk(Direction::Sw),
            KeyCode::PageDown => Command::Walk(Direction::Se),
            KeyCode::KeypadBegin => Command::Stay,
            KeyCode::Char(letter) => return Self::of_letter(letter.to_ascii_lowercase()),
            _ => return None,
        })
    }

    fn of_letter(letter: char) -> Option<Self> {
        Some(match letter {
            '7' | 'y' => Command::Walk(Direction::Nw),
            '8' | 'k' => Command::Walk(Direction::N),
            '9' | 'u' => Command::Walk(Direction::Ne),
            '4' | 'h' => Command::Walk(Direction::W),
            '6' | 'l' => Command::Walk(Direction::E),
            '1' | 'b' => Command::Walk(Direction::Sw),
            '2' | 'j' => Command::Walk(Direction::S),
            '3' | 'n' => Command::Walk(Direction::Se),
            '5' | '.' | ' ' => Command::Stay,
            't' => Command::TeleportTo,
            'r' => Command::TeleportAnywhere,
            's' => Command::Safe,
            'd' => Command::Debug,
            'i' => Command::Hint,
            'z' | '<' => Command::Undo,
            'x' | '>' => Command::Redo,
            'w' => Command::Save,
            'o' => Command::Load,
            '?' => Command::Help,
            'q' => Command::Quit,
            'a' => Command::Again,
            '[' => Command::ScrollUp,
            ']' => Command::ScrollDown,
            _ => return None,
        })
    }
}

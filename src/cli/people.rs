//! People who play in a match: what they see, and what they can do, as a list to choose from.

use std::io::Write as _;

use super::terminal;
use crate::engine::any::People;
use crate::games::{Input, Prompt};
use crate::outside::process::stop_all;

/// How often somebody is asked again whose answers are none.
const TRIES_MAX: u32 = 1_000;

/// Asks at the terminal.
pub struct AtTerminal {
    input: Box<dyn Input>,
    is_gone: bool,
}

impl AtTerminal {
    /// Whoever sits there.
    pub fn new() -> Self {
        AtTerminal {
            input: terminal::input(),
            is_gone: false,
        }
    }

    /// The action that was typed: its number, or its words.
    fn chosen(line: &str, actions: &[String]) -> Option<usize> {
        let line = line.trim();
        let number = line.parse::<usize>().ok();
        let by_number = number.filter(|n| (1..=actions.len()).contains(n));
        let by_words = || actions.iter().position(|it| it.eq_ignore_ascii_case(line));
        by_number.map(|n| n - 1).or_else(by_words)
    }
}

impl People for AtTerminal {
    fn ask(&mut self, seat: &str, moment: &str, actions: &[String]) -> Option<usize> {
        if self.is_gone {
            return None;
        }
        let mut out = terminal::standard_error();
        let list = actions.iter().zip(1..);
        let list: String = list
            .map(|(words, n)| format!("{n:>4}  {words}\n"))
            .collect();
        let prompt = format!(
            "{seat}, your choice (1 to {}, or its words)? ",
            actions.len()
        );
        // Who cannot be shown anything cannot answer either.
        let shown = write!(out, "\n{moment}\n{list}");
        let mut left = TRIES_MAX;
        while shown.is_ok() && left > 0 {
            left -= 1;
            let line = self.input.line(&mut out, Prompt::New(&prompt));
            let Ok(Some(line)) = line else {
                break;
            };
            if let Some(n) = Self::chosen(&line, actions) {
                return Some(n);
            }
            if !line.trim().is_empty() {
                let _ = writeln!(
                    out,
                    "`{}` is none of them",
                    crate::error::quoted(line.trim())
                );
            }
        }
        // Without its person a match cannot go on; it can be gone on with.
        self.is_gone = true;
        stop_all();
        None
    }
}

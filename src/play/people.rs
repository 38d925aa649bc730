//! People who are asked among other players: what they see, and what they can do, as a list to
//! choose from.

use std::io::Write;

use super::{Input, Prompt};
use chase_kit::budget::StopFlag;
use chase_record::any::{ActionChoice, People};
use chase_world::error::quoted;

/// The help below a list of actions.
const HELP: &str = "Type a number from the list, or the text beside it. ? shows the list again, q leaves the game.";

/// The number of answers that one question allows before the asker gives up.
const TRIES_MAX: u32 = 1_000;

/// Asks whoever answers at an input.
pub struct Asker<'a> {
    /// The input that answers come from.
    pub input: &'a mut dyn Input,
    /// The output that questions go to.
    pub out: &'a mut dyn Write,
    /// Set when nobody answers any more.
    pub gone: &'a StopFlag,
}

/// The typed text in one form: small letters, one blank between words.
fn plain(text: &str) -> String {
    let lower = text.to_lowercase();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The action that was typed: its number, its notation or its words.
fn chosen(line: &str, actions: &[ActionChoice]) -> Option<usize> {
    let line = plain(line);
    let number = line.parse::<usize>().ok();
    let by_number = number.filter(|n| (1..=actions.len()).contains(n));
    let is_meant = |action: &ActionChoice| {
        let notation = action.notation.as_deref().map(plain);
        notation.as_ref() == Some(&line) || plain(&action.words) == line
    };
    by_number.map(|n| n - 1).or_else(|| actions.iter().position(is_meant))
}

/// The actions as a list, with their numbers and notations.
fn list(actions: &[ActionChoice]) -> String {
    let width = actions.iter().filter_map(|it| it.notation.as_ref()).map(String::len).max();
    let line = |(n, action): (usize, &ActionChoice)| {
        let words = &action.words;
        match width {
            None => format!("{n:>4}  {words}\n"),
            Some(width) => {
                let notation = action.notation.as_deref().unwrap_or_default();
                format!("{n:>4}  {notation:<width$}  {words}\n")
            }
        }
    };
    (1..).zip(actions).map(line).collect()
}

impl People for Asker<'_> {
    fn ask(&mut self, seat: &str, moment: &str, actions: &[ActionChoice]) -> Option<usize> {
        if self.gone.is_stopped() {
            return None;
        }
        let prompt = format!("{seat}, your choice (1 to {}, or its text)? ", actions.len());
        // Who cannot be shown anything cannot answer either.
        let shown = write!(self.out, "\n{moment}\n{}", list(actions));
        let mut left = TRIES_MAX;
        while shown.is_ok() && left > 0 {
            left -= 1;
            let Ok(Some(line)) = self.input.line(self.out, Prompt::New(&prompt)) else {
                break;
            };
            if let Some(n) = chosen(&line, actions) {
                return Some(n);
            }
            let _ = match plain(&line).as_str() {
                "" => Ok(()),
                "?" | "help" => writeln!(self.out, "{}{HELP}", list(actions)),
                "q" | "quit" | "exit" => break,
                _ => writeln!(self.out, "`{}` is not in the list", quoted(line.trim())),
            };
        }
        self.gone.stop();
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chase_kit::picture::Spots;

    #[test]
    fn an_action_is_typed_by_number_notation_or_words() {
        let choice = |notation: Option<&str>, words: &str| ActionChoice {
            notation: notation.map(str::to_owned),
            words: words.to_owned(),
            spots: Spots::default(),
            risk: None,
        };
        let actions = [
            choice(Some("tu"), "tiger up, e2 to e3"),
            choice(Some("c2 c5"), "move c2 to c5, 2 fish"),
            choice(None, "rest at ulm"),
        ];
        for (typed, expected) in [
            ("1", Some(0)),
            (" TU\n", Some(0)),
            ("tiger up, e2 to e3", Some(0)),
            ("c2   C5", Some(1)),
            ("Rest at Ulm", Some(2)),
            ("0", None),
            ("4", None),
            ("c2", None),
        ] {
            assert_eq!(chosen(typed, &actions), expected, "{typed}");
        }
        let list = list(&actions);
        assert!(list.starts_with("   1  tu     tiger up"), "{list}");
    }
}

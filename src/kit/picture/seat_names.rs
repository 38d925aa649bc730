//! Seats that the board calls by another name than events and turns do: `BLACK` is `Mr X` there.

use serde::Serialize;

/// The seats of a game that have another name on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SeatNames(
    /// Each seat's name in events and turns, and that of its one piece.
    Vec<(String, String)>,
);

impl SeatNames {
    /// Returns true if every seat has one name.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the name that a seat's one piece has on the board.
    pub fn add(&mut self, seat: String, piece: &str) {
        if seat != piece && !seat.is_empty() {
            self.0.push((seat, piece.to_owned()));
        }
    }

    /// Words in which every seat has its name on the board. A name within a longer word is none.
    #[must_use]
    pub fn on_board(&self, words: &str) -> String {
        let is_in_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let mut named = String::with_capacity(words.len());
        let mut left = words;
        while let Some(next) = left.chars().next() {
            let begins = !named.ends_with(is_in_word) || !is_in_word(next);
            let seat = self.0.iter().find(|(seat, _)| {
                let rest = left.strip_prefix(seat.as_str()).filter(|_| begins);
                rest.is_some_and(|rest| !rest.starts_with(is_in_word))
            });
            let (taken, told) = match seat {
                Some((seat, piece)) => (seat.len(), piece.as_str()),
                None => (next.len_utf8(), &left[..next.len_utf8()]),
            };
            named.push_str(told);
            left = &left[taken..];
        }
        named
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_the_names_of_the_board() {
        let mut names = SeatNames::default();
        assert!(names.is_empty());
        names.add("RED".into(), "RED");
        assert!(names.is_empty());
        names.add("BLACK".into(), "Mr X");
        names.add("player 1".into(), "fox");
        let told = [
            ("BLACK goes to 5", "Mr X goes to 5"),
            ("BLACK's: RED, BLACK", "Mr X's: RED, Mr X"),
            ("BLACKS, BLACK_1, aBLACK", "BLACKS, BLACK_1, aBLACK"),
            ("player 1 and player 12", "fox and player 12"),
            ("\u{fc}BLACK\u{fc}", "\u{fc}Mr X\u{fc}"),
            ("", ""),
        ];
        for (words, expected) in told {
            assert_eq!(names.on_board(words), expected);
        }
    }
}

//! The words of a moment with marks: who is named, what is another sign on a board, what changed
//! since the cycle before, what is otherwise in the other trace. Found in the words themselves,
//! which every game has. Strangers' texts are written out here, before anything is measured.

use std::collections::BTreeMap;

use super::canvas::width;
use super::moments::Name;
use crate::print::columns::parted;
use chase_world::escape::in_line;

/// The kind of a piece of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tint {
    #[default]
    Plain,
    /// Nothing worth a look: an empty field.
    Faint,
    /// The title of a part.
    Title,
    /// Somebody, by the number of who it is.
    Name(u8),
    /// A sign on a board: what stands there in capitals, in small letters, a number, others.
    Upper,
    Lower,
    Digit,
    Other,
}

/// A piece of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinePiece {
    pub text: String,
    pub tint: Tint,
    /// True if it is another than a cycle before.
    pub is_new: bool,
    /// True if the other trace has another there.
    pub is_unlike: bool,
}

/// A line of pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marked {
    pub pieces: Vec<LinePiece>,
    /// True if it is a row of a board or a table, which is not broken.
    pub is_row: bool,
}

impl Marked {
    /// A line that is a title.
    pub fn title(text: &str) -> Self {
        let piece = LinePiece { text: text.to_owned(), tint: Tint::Title, ..LinePiece::default() };
        Marked { pieces: vec![piece], is_row: false }
    }

    /// Returns the number of columns that it takes.
    pub fn width(&self) -> usize {
        self.pieces.iter().map(|piece| width(&piece.text)).sum()
    }

    /// Broken into lines of at most so many columns; what goes on is set in.
    pub fn wrapped(self, most: usize) -> Vec<Marked> {
        const INDENT: &str = "  ";
        if self.is_row || self.width() <= most {
            return vec![self];
        }
        let width = |piece: &LinePiece| (width(&piece.text), piece.text.trim().is_empty());
        let mut lines = parted(self.pieces, width, most, INDENT.len());
        for line in lines.iter_mut().skip(1) {
            let text = INDENT.into();
            line.insert(0, LinePiece { text, ..LinePiece::default() });
        }
        let marked = |pieces| Marked { pieces, is_row: false };
        lines.into_iter().map(marked).collect()
    }
}

/// Marks lines: against those of the cycle before and those of the other trace, as far as there
/// are any.
pub fn mark(
    lines: &[String],
    before: Option<&[String]>,
    other: Option<&[String]>,
    names: &[Name],
) -> Vec<Marked> {
    let (before, other) = (before.map(Partners::of), other.map(Partners::of));
    let mut counts = WordCounts::default();
    let marked = lines.iter().map(|line| {
        let key = counts.key(line);
        let was = before.as_ref().map(|before| before.of_key(&key));
        let theirs = other.as_ref().map(|other| other.of_key(&key));
        mark_line(line, was, theirs, names)
    });
    marked.collect()
}

/// Lines by how they begin: the n-th that begins with a word.
struct Partners<'a>(BTreeMap<(&'a str, usize), &'a str>);

/// For each word, the number of lines that began with it.
#[derive(Default)]
struct WordCounts<'a>(BTreeMap<&'a str, usize>);

impl<'a> WordCounts<'a> {
    fn key(&mut self, line: &'a str) -> (&'a str, usize) {
        let word = line.split_whitespace().next().unwrap_or_default();
        let count = self.0.entry(word).or_default();
        *count += 1;
        (word, *count)
    }
}

impl<'a> Partners<'a> {
    fn of(lines: &'a [String]) -> Self {
        let mut counts = WordCounts::default();
        let keyed = lines.iter().map(|line| (counts.key(line), line.as_str()));
        Partners(keyed.collect())
    }

    /// The line's partner; an empty one where it has none.
    fn of_key(&self, key: &(&str, usize)) -> &'a str {
        self.0.get(key).copied().unwrap_or_default()
    }
}

/// Words of at most so many letters make a row of a board.
const SIGN_CHARS_MAX: usize = 3;

/// Returns whether a line is a row of a board or a table, and no sentence.
fn is_row(line: &str) -> bool {
    let words: Vec<_> = line.split_whitespace().collect();
    let is_sign = |word: &&str| word.chars().count() <= SIGN_CHARS_MAX;
    words.iter().all(is_sign) || (words.len() == 2 && is_sign(&words[0]) && is_picture(words[1]))
}

/// Returns whether a word is a row of signs without blanks between them.
fn is_picture(word: &str) -> bool {
    let dots = word.chars().filter(|c| *c == '.').count();
    word.chars().count() > SIGN_CHARS_MAX && 2 * dots > word.chars().count()
}

fn mark_line(line: &str, was: Option<&str>, theirs: Option<&str>, names: &[Name]) -> Marked {
    let is_row = is_row(line);
    let words_of = |line: Option<&str>| -> Option<Vec<String>> {
        Some(line?.split_whitespace().map(str::to_owned).collect())
    };
    let (was, theirs) = (words_of(was), words_of(theirs));
    let differs = |old: &Option<Vec<String>>, n: usize, word: &str| match old {
        Some(words) => words.get(n).map(String::as_str) != Some(word),
        None => false,
    };
    let mut marked = Marked { pieces: Vec::new(), is_row };
    for (n, word) in parts(line) {
        let Some(n) = n else {
            marked
                .pieces
                .push(LinePiece { text: in_line(word).into_owned(), ..LinePiece::default() });
            continue;
        };
        if is_picture(word) {
            let old = |words: &Option<Vec<String>>| words.as_ref()?.get(n).cloned();
            put_picture(word, old(&was), old(&theirs), &mut marked.pieces);
            continue;
        }
        marked.pieces.push(LinePiece {
            text: in_line(word).into_owned(),
            tint: tint(word, is_row, n, names),
            is_new: differs(&was, n, word),
            is_unlike: differs(&theirs, n, word),
        });
    }
    marked
}

/// A row of signs, each marked by itself.
fn put_picture(word: &str, was: Option<String>, theirs: Option<String>, out: &mut Vec<LinePiece>) {
    let differs = |old: &Option<String>, n: usize, sign: char| {
        let old = old.as_deref().filter(|old| old.chars().count() == word.chars().count());
        old.is_some_and(|old| old.chars().nth(n) != Some(sign))
    };
    for (n, sign) in word.chars().enumerate() {
        out.push(LinePiece {
            text: in_line(&sign.to_string()).into_owned(),
            tint: tint_of_sign(sign),
            is_new: differs(&was, n, sign),
            is_unlike: differs(&theirs, n, sign),
        });
    }
}

/// Words with their numbers, and the blanks between them.
fn parts(line: &str) -> Vec<(Option<usize>, &str)> {
    let mut parts = Vec::new();
    let (mut rest, mut count) = (line, 0);
    while let Some(first) = rest.chars().next() {
        let is_blank = first.is_whitespace();
        let end = rest.find(|c: char| c.is_whitespace() != is_blank);
        let (part, after) = rest.split_at(end.unwrap_or(rest.len()));
        parts.push(((!is_blank).then_some(count), part));
        count += usize::from(!is_blank);
        rest = after;
    }
    parts
}

fn tint(word: &str, is_row: bool, n: usize, names: &[Name]) -> Tint {
    let bare = word.trim_end_matches([',', ':', ';', '.', '*']);
    if let Some((_, who)) = names.iter().find(|(name, _)| name == bare && !bare.is_empty()) {
        return Tint::Name(*who);
    }
    let mut signs = bare.chars().rev();
    let number = signs.next().and_then(|last| last.to_digit(10));
    let is_numbered = number.is_some() && signs.next().is_some_and(char::is_uppercase);
    match (word.chars().next(), number) {
        (Some(_), Some(number)) if is_numbered => Tint::Name(u8::try_from(number).unwrap_or(0)),
        (Some(_), _) if is_row && n == 0 => Tint::Faint,
        (Some(first), _) if is_row => tint_of_sign(first),
        _ => Tint::Plain,
    }
}

fn tint_of_sign(sign: char) -> Tint {
    match sign {
        '.' | '-' => Tint::Faint,
        '@' => Tint::Upper,
        sign if sign.is_uppercase() => Tint::Upper,
        sign if sign.is_lowercase() => Tint::Lower,
        sign if sign.is_numeric() => Tint::Digit,
        _ => Tint::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    /// The pieces that changed, with the blanks between.
    fn new_in(now: &str, before: &str) -> Vec<String> {
        let marked = mark(&lines(now), Some(&lines(before)), None, &[]);
        let new = marked.into_iter().flat_map(|line| line.pieces).filter(|piece| piece.is_new);
        new.map(|piece| piece.text).collect()
    }

    #[test]
    fn what_changed_is_found_in_rows_and_sentences() {
        let before = "Turn 2\n 1 ..@..+\n 2 ......\n 7 . m .\nD1 is at [5] hobart";
        let now = "Turn 3\n 1 ...@.+\n 2 ......\n 7 m . .\nD1 is at [3] perth\nit is over";
        let new = new_in(now, before);
        assert_eq!(new, ["3", ".", "@", "m", ".", "[3]", "perth", "it", "is", "over"]);
        assert_eq!(new_in(now, now), [""; 0]);
    }

    #[test]
    fn a_line_is_compared_with_the_one_that_begins_alike() {
        let before = "side 0: 4 pieces\nside 1: 4 pieces";
        let now = "capture!\nside 0: 4 pieces\nside 1: 3 pieces";
        assert_eq!(new_in(now, before), ["capture!", "3"]);
    }

    #[test]
    fn what_the_other_trace_has_otherwise_is_marked() {
        let (ours, theirs) = (lines("T at 4"), lines("T at 5"));
        let marked = mark(&ours, None, Some(&theirs), &[("T".into(), 0)]);
        let piece = |n: usize| &marked[0].pieces[n];
        assert_eq!(piece(0).tint, Tint::Name(0));
        assert!(piece(4).is_unlike && !piece(4).is_new && !piece(2).is_unlike);
    }

    #[test]
    fn sentences_are_broken_and_rows_are_not() {
        let marked = mark(&lines("one three fourteen\n7 a b c d e f g h i"), None, None, &[]);
        let [sentence, row] = marked.try_into().expect("two lines");
        let broken: Vec<String> = sentence
            .wrapped(11)
            .iter()
            .map(|line| line.pieces.iter().map(|piece| piece.text.as_str()).collect())
            .collect();
        assert_eq!(broken, ["one three ", "  fourteen"]);
        assert_eq!(row.wrapped(8).len(), 1);
    }
}

//! Tokens: a player that connects to us sends its token first, so that no other takes its seat. A token
//! is printed once, where it was drawn, and never written to a file.

use std::fmt;
use std::io::{self, BufRead as _, Read as _};

use chase_engine::dice::system_bits;
use chase_world::error::Error;

/// The words that open a door.
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    words: String,
    is_drawn: bool,
}

/// The longest token, in bytes.
const BYTES_MAX: usize = 256;

impl Token {
    /// Draws a token that cannot be guessed: 128 bits, as 32 digits of base 16.
    #[must_use]
    pub fn drawn() -> Self {
        Token { words: format!("{:032x}", system_bits()), is_drawn: true }
    }

    /// These words, without the white space around them.
    ///
    /// # Errors
    /// They are none, or more than 256 bytes. They are not quoted.
    pub fn new(words: &str) -> Result<Self, Error> {
        let words = words.trim();
        if words.is_empty() || words.len() > BYTES_MAX {
            let what = format!("a token has 1 to {BYTES_MAX} bytes");
            return Err(Error::new(what));
        }
        Ok(Token { words: words.to_owned(), is_drawn: false })
    }

    /// The first line of a file.
    ///
    /// # Errors
    /// It cannot be read, or holds no token there.
    pub fn from_file(path: &str) -> Result<Self, Error> {
        let first = first_line(path).map_err(|error| Error::io(path, "read", &error))?;
        Token::new(&first).map_err(|error| error.at(path))
    }

    /// Reads a token that a user gives: the token itself, or `@FILE`.
    ///
    /// # Errors
    /// It is none, or its file has none.
    pub fn parse(given: &str) -> Result<Self, Error> {
        match given.strip_prefix('@') {
            Some(path) => Token::from_file(path),
            None => Token::new(given),
        }
    }

    /// The words of the token.
    #[must_use]
    pub fn words(&self) -> &str {
        &self.words
    }

    /// True if it was drawn here, so that its user does not know it yet.
    pub fn is_drawn(&self) -> bool {
        self.is_drawn
    }
}

/// The first bytes of a file: as many as a token may have and one more, white space around it included.
fn first_line(path: &str) -> io::Result<String> {
    let mut line = String::new();
    let file = std::fs::File::open(path)?.take(BYTES_MAX as u64 * 2);
    io::BufReader::new(file).read_line(&mut line)?;
    Ok(line)
}

/// Without the words: it may be printed by accident.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

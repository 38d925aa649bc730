//! Players as their users name them: the one grammar of all commands. What the names stand for is
//! found elsewhere; here is only what they look like.

use chase_engine::seat::Seat;
use chase_kit::player_name::NotBuiltIn;
use chase_record::any::NamedSide;
use chase_world::error::Error;

/// The name of a person among the players.
pub const HUMAN: &str = "human";

/// The name of a person who may ask the program for hints.
pub const HUMAN_WITH_HINTS: &str = "human:hints";

/// The name in headers of a program that plays through `chase env`.
pub const OUTSIDE: &str = "outside";

/// True if a player's name is that of a person.
#[must_use]
pub fn is_human(name: &str) -> bool {
    name == HUMAN || name == HUMAN_WITH_HINTS
}

/// A form that a player's name can have, with the player that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The name as it is written, for a line of a table.
    pub written: &'static str,
    /// The player that the name stands for.
    pub who: &'static str,
    /// True if only games have it whose programs meet through files.
    pub is_for_files: bool,
}

/// All forms, in the order of the docs.
pub const FORMS: [Form; 8] = [
    form("NAME, NAME:LIMIT", "a built-in player of the game"),
    form("human", "a person at the terminal"),
    form("human:hints", "a person who may ask for hints"),
    form("exec:COMMAND", "a program to start; it talks on its standard input and output"),
    form("tcp:HOST:PORT", "a program that waits there for a connection"),
    form(
        "listen:HOST:PORT, listen:PORT",
        "a program that connects here and sends the printed token; without HOST only from this \
         machine (loopback); port 0 takes any free port",
    ),
    form("listen:PORT,token=@FILE", "the same, with the token in the first line of FILE"),
    Form {
        is_for_files: true,
        ..form(
            "file:COMMAND, file:COMMAND,id=ID",
            "a program that plays through files, called once a turn; add its ID if it does not print \
             one when it is called with `id`",
        )
    },
];

const fn form(written: &'static str, who: &'static str) -> Form {
    Form { written, who, is_for_files: false }
}

/// A player's name, parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerName<'n> {
    /// A built-in player, with its limit.
    BuiltIn(&'n str),
    /// A person at this computer.
    Person,
    /// A player that speaks the protocol; the whole name, which says where it is found.
    Protocol(&'n str),
    /// A program that meets others through files: its command line, with its ID where one is given.
    Files(&'n str),
}

impl<'n> PlayerName<'n> {
    /// Understands a name. Every text that has no other form is a built-in player's.
    #[must_use]
    pub fn of(name: &'n str) -> Self {
        match name.split_once(':') {
            _ if is_human(name) => PlayerName::Person,
            Some(("exec" | "tcp" | "listen", _)) => PlayerName::Protocol(name),
            Some(("file", command)) => PlayerName::Files(command),
            _ => PlayerName::BuiltIn(name),
        }
    }

    /// Returns true if the player runs outside the process.
    #[must_use]
    pub fn is_outside(self) -> bool {
        matches!(self, PlayerName::Protocol(_) | PlayerName::Files(_))
    }
}

/// The side or seat that `WHO=PLAYER` names, and the player; nothing for a player alone.
pub fn who_and_player(name: &str) -> Option<(&str, &str)> {
    // In a built-in player's limit, or an address, a colon comes first.
    name.split_once('=').filter(|(who, _)| !who.contains(':'))
}

/// True if a side or seat is meant by a word, as every command takes it: in any case, with `-` for a blank.
pub fn is_called(name: &str, word: &str) -> bool {
    let plain = |name: &str| name.replace(' ', "-").to_lowercase();
    plain(name) == plain(word)
}

/// The seats of a name, as [`is_called`] takes it: one seat's, or all of a side's. Nothing where nobody
/// is called so.
pub fn seats_called(sides: &[NamedSide], who: &str) -> Option<Vec<Seat>> {
    // A side of which nobody sits at the table has no players.
    let mut with_seats = sides.iter().filter(|side| !side.seats.is_empty());
    if let Some(side) = with_seats.find(|side| is_called(&side.name, who)) {
        return Some(side.seats.iter().map(|(seat, _)| *seat).collect());
    }
    let mut seats = sides.iter().flat_map(|side| &side.seats);
    let (seat, _) = seats.find(|(_, name)| is_called(name, who))?;
    Some(vec![*seat])
}

/// The names of sides and then of seats, as [`seats_called`] takes them.
pub fn names_of_seats(sides: &[NamedSide]) -> Vec<String> {
    let mut seats: Vec<_> = sides.iter().flat_map(|side| &side.seats).collect();
    seats.sort_by_key(|(seat, _)| *seat);
    let sides = sides.iter().filter(|side| !side.seats.is_empty());
    let names = sides.map(|side| &side.name).chain(seats.into_iter().map(|(_, name)| name));
    let mut known: Vec<_> = names.map(|it| it.replace(' ', "-")).collect();
    known.dedup();
    known
}

/// The forms that a game has, in a line: what to type where a name is no player's.
pub fn forms_in_words(has_files: bool) -> String {
    let all = FORMS.iter().filter(|form| has_files || !form.is_for_files);
    // Said with its token it is one of these too.
    let all = all.filter(|form| !form.written.contains(",token="));
    let written = all.map(|form| form.written.split(',').next().unwrap_or_default());
    let mut written: Vec<_> = written.collect();
    // The built-in ones are listed by name before this.
    written[0] = "a built-in player (NAME or NAME:LIMIT)";
    let last = written.pop().unwrap_or_default();
    format!("{} or {last}", written.join(", "))
}

/// Says that a name is no player's, and what players are called.
pub fn no_player(why: &NotBuiltIn, has_files: bool) -> Error {
    Error::new(why.to_string()).help(help_for(why, has_files))
}

/// What to type in place of a name that is no player's: the forms that players have, or the command
/// that runs a program whose name it is.
pub fn help_for(why: &NotBuiltIn, has_files: bool) -> String {
    let forms = forms_in_words(has_files);
    match why {
        NotBuiltIn::Unknown { name, .. } => match command_for(name) {
            Some(command) => {
                format!("to run your program, write 'exec:{command}' with the quotation marks")
            }
            None => forms,
        },
        _ => forms,
    }
}

/// The command that a name was perhaps meant to be: a script with what runs it, or a path.
fn command_for(name: &str) -> Option<String> {
    let script = |ends: &str| name.ends_with(ends);
    if name.contains(char::is_whitespace) {
        // It is a whole command already.
        return Some(name.to_owned());
    }
    if script(".py") {
        return Some(format!("python3 {name}"));
    }
    if script(".js") {
        return Some(format!("node {name}"));
    }
    if script(".jar") {
        return Some(format!("java -jar {name}"));
    }
    let is_path = name.contains('/') || std::path::Path::new(name).is_file();
    let is_here = is_path && !name.contains('/');
    is_path.then(|| format!("{}{name}", if is_here { "./" } else { "" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_forms() {
        let of = PlayerName::of;
        assert_eq!(of("human"), PlayerName::Person);
        assert_eq!(of("human:hints"), PlayerName::Person);
        assert_eq!(of("strong:nodes=5"), PlayerName::BuiltIn("strong:nodes=5"));
        assert_eq!(of("exec:./a b"), PlayerName::Protocol("exec:./a b"));
        assert_eq!(of("listen:0"), PlayerName::Protocol("listen:0"));
        assert_eq!(of("file:./a,id=b"), PlayerName::Files("./a,id=b"));
        assert_eq!(who_and_player("a=exec:./b c=d"), Some(("a", "exec:./b c=d")));
        assert_eq!(who_and_player("exec:./b c=d"), None);
        assert_eq!(who_and_player("strong:nodes=5"), None);
    }

    #[test]
    fn a_game_without_files_does_not_offer_them() {
        assert!(forms_in_words(true).ends_with("listen:HOST:PORT or file:COMMAND"));
        assert!(forms_in_words(false).ends_with("tcp:HOST:PORT or listen:HOST:PORT"));
    }
}

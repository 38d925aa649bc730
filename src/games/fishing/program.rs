//! A player as the assignment's program: it reads a state file, takes one turn, writes the state
//! and says by its return code how that went.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::board::PLAYERS_MAX;
use super::person::PersonTurn;
use super::rules::seat_of;
use super::scenario::{TURN_MS, rows};
use super::state_file::{PlayerRow, StateFile};
use super::{Action, Fishing, PlayerState, Scenario, State};
use chase_engine::dice::{Dice, fresh_seed};
use chase_engine::game::{Fault, Game, Seat, View, known};
use chase_kit::player_name::PlayerSpec;
use chase_play::OwnFailure;
use chase_world::error::{Error, IoAt as _};

/// The argument that asks for a move.
pub(super) const MOVEMENT: &str = "phase=movement";

/// The argument that asks for a placement.
pub(super) const PLACEMENT: &str = "phase=placement";

/// Why the program takes no turn.
#[derive(Clone, Debug)]
pub enum NoTurn {
    /// It can do nothing: all is placed, all are blocked, or no floe has one fish.
    NoMove,
    /// The state file is wrong.
    BadState(Error),
    /// The arguments are wrong, or something else went wrong.
    Trouble(Error),
}

/// The return code of [`NoTurn::Trouble`].
pub(super) const TROUBLE: u8 = 3;

/// With the return codes; 0 is of a program that took its turn. A player that can do nothing is no error, so
/// there is no message then.
impl From<NoTurn> for OwnFailure {
    fn from(why: NoTurn) -> Self {
        let (code, told) = match why {
            NoTurn::NoMove => (1, None),
            NoTurn::BadState(error) => (2, Some(error)),
            NoTurn::Trouble(error) => (TROUBLE, Some(error)),
        };
        OwnFailure::Code { code, told }
    }
}

impl From<Error> for NoTurn {
    fn from(error: Error) -> Self {
        NoTurn::Trouble(error)
    }
}

/// The one who chooses the turn: a built-in player or a person.
pub enum Chooser {
    /// A built-in player.
    BuiltIn(PlayerSpec<Fishing>),
    /// The person at the terminal.
    Person,
}

/// A turn that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestedTurn {
    /// Penguins of each player, in placement; nothing in movement.
    pub penguins: Option<u8>,
    /// The file to read.
    pub input: PathBuf,
    /// The file to write; it may be the same.
    pub output: PathBuf,
}

/// Understands the program's arguments, in any order: a turn, or nothing where the player's ID is asked for.
///
/// # Errors
/// The argument that is missing or wrong.
pub fn parse(words: &[String]) -> Result<Option<RequestedTurn>, Error> {
    if words.iter().any(|word| word == "id" || word == "name") {
        return Ok(None);
    }
    let wrong = |what: String| {
        Error::new(what).help("as in: chase fishing phase=placement penguins=3 IN OUT")
    };
    let (mut phase, mut penguins, mut files) = (None, None, Vec::new());
    for word in words {
        match word.split_once('=') {
            Some(("phase", "placement")) => phase = Some(true),
            Some(("phase", "movement")) => phase = Some(false),
            Some(("phase", _)) => {
                let what = format!("`{word}`: expected phase=placement or phase=movement");
                return Err(wrong(what));
            }
            Some(("penguins", value)) => {
                let number = value.parse::<u8>().ok().filter(|number| *number > 0);
                let what = || wrong(format!("`{word}`: expected 1 to 255 penguins"));
                penguins = Some(number.ok_or_else(what)?);
            }
            _ => files.push(PathBuf::from(word)),
        }
    }
    let is_placement = phase.ok_or_else(|| wrong("no phase is given".into()))?;
    if is_placement && penguins.is_none() {
        return Err(wrong("phase=placement needs penguins=N".into()));
    }
    let found = files.len();
    let [input, output]: [PathBuf; 2] = files
        .try_into()
        .map_err(|_| wrong(format!("{found} files are named, expected two: IN and OUT")))?;
    Ok(Some(RequestedTurn { penguins: penguins.filter(|_| is_placement), input, output }))
}

/// Writes a file beside its place and moves it there. Until then the place holds what it held before.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    #[cfg_attr(not(unix), expect(unused_mut, reason = "there are no modes there"))]
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        const ANYBODY: u32 = 0o666;
        // What is left of this the user's mask decides, as for any new file.
        builder.permissions(std::fs::Permissions::from_mode(ANYBODY));
    }
    let mut file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

impl RequestedTurn {
    /// Reads the state, takes the turn of the player with this ID, and writes the state. Nothing
    /// is written unless the turn was taken.
    ///
    /// # Errors
    /// The reason why there is no turn, with the return code.
    pub fn take(&self, id: &str, player: &Chooser) -> Result<(), NoTurn> {
        let input = self.input.display();
        let bytes = std::fs::read(&self.input).io_at(&input, "read")?;
        let mut file = StateFile::parse(&bytes).map_err(|bad| NoTurn::BadState(bad.of(&input)))?;
        let action = self.choose(&file, id, player)?;
        file.carry_out(id, action);
        replace(&self.output, file.to_string().as_bytes()).io_at(self.output.display(), "write")?;
        Ok(())
    }

    fn choose(&self, file: &StateFile, id: &str, player: &Chooser) -> Result<Action, NoTurn> {
        let own = file.row(id).map(|row| row.number);
        if own.is_none() && file.players.len() == PLAYERS_MAX {
            let what =
                format!("there are {PLAYERS_MAX} players already, and {id} is not one of them");
            return Err(NoTurn::BadState(Error::new(what).at(self.input.display())));
        }
        let placed = own.map_or(0, |own| file.grid.penguins(own).count());
        let has_none = match self.penguins {
            Some(penguins) => placed >= usize::from(penguins),
            None => own.is_none(),
        };
        if has_none {
            return Err(NoTurn::NoMove);
        }
        let (game, state, seat) = game_in(file, id, self.penguins)
            .map_err(|fault| Error::new(fault.to_string()).at(self.input.display()))?;
        let game = Arc::new(game);
        let mut buffer = Vec::new();
        let legal = game.legal_in(&state, seat, &mut buffer);
        if legal.is_empty() {
            return Err(NoTurn::NoMove);
        }
        let player = match player {
            Chooser::BuiltIn(player) => player,
            Chooser::Person => {
                let (game, state) = (&game, &state);
                return Ok((PersonTurn { game, state, seat, legal }).ask()?);
            }
        };
        let mut dice = Dice::new(Fishing::DICE, fresh_seed(), 0);
        let mut player = player.make(known(&game, seat));
        let chosen = player.choose(&View { game: &game, state: &state, seat }, legal, &mut dice);
        chosen.map_err(|why| NoTurn::Trouble(Error::new(why.detail)))
    }
}

/// The game that a state file stands in, and the seat of an ID, which need not have a row yet.
fn game_in(
    file: &StateFile,
    id: &str,
    penguins: Option<u8>,
) -> Result<(Fishing, State, Seat), Fault> {
    let mut players: Vec<PlayerRow> = file.players.clone();
    players.sort_by_key(|row| row.number);
    if file.row(id).is_none() {
        players.push(PlayerRow { id: id.to_owned(), number: 0, fish: 0 });
    }
    let scenario = Scenario {
        board: rows(&file.grid),
        ids: players.iter().map(|row| row.id.clone()).collect(),
        penguins: penguins.unwrap_or(u8::MAX),
        turn_ms: TURN_MS,
    };
    let game = Fishing::new(scenario)?;
    let seat = seat_of(players.iter().position(|row| row.id == id).unwrap_or(0));
    let state = State {
        opened: true,
        turns: 0,
        moving: penguins.is_none(),
        next: Some(seat),
        out: 0,
        ended: false,
        players: players
            .iter()
            .map(|row| PlayerState {
                number: row.number,
                placed: match row.number {
                    0 => 0,
                    number => u8::try_from(file.grid.penguins(number).count()).unwrap_or(u8::MAX),
                },
                fish: row.fish,
            })
            .collect(),
        grid: file.grid.clone(),
    };
    Ok((game, state, seat))
}

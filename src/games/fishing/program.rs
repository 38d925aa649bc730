//! A player as the assignment's program: it reads a state file, takes one turn, writes the state
//! and says by its return code how that went.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::board::{FloeField, PLAYERS_MAX};
use super::person::PersonTurn;
pub use super::refusal::{Code, NoTurn};
use super::scenario::{TURN_MS, rows};
use super::state_file::{PlayerRow, StateFile};
use super::{Action, Fishing, PlayerState, Scenario, State};
use chase_engine::dice::{Dice, fresh_seed};
use chase_engine::game::{Game, Seat, View, known};
use chase_kit::player_name::PlayerSpec;
use chase_world::error::Error;

/// The one who chooses the turn: a built-in player or a person.
pub enum Chooser {
    /// A built-in player.
    BuiltIn(PlayerSpec<Fishing>),
    /// The person at the terminal.
    Person,
}

/// The request that the program was started with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramRequest {
    /// The player's ID.
    Id,
    /// A turn of a player, on the board of a state file.
    Turn(RequestedTurn),
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

/// Understands the program's arguments, in any order.
///
/// # Errors
/// The argument that is missing or wrong.
pub fn parse(words: &[String]) -> Result<ProgramRequest, NoTurn> {
    if words.iter().any(|word| word == "id" || word == "name") {
        return Ok(ProgramRequest::Id);
    }
    let wrong = |what: String| {
        let help = "as in: chase fishing phase=placement penguins=3 IN OUT";
        NoTurn::trouble(Error::new(what).help(help))
    };
    let (mut phase, mut penguins, mut files) = (None, None, Vec::new());
    for word in words {
        if let Some(value) = word.strip_prefix("phase=") {
            phase = Some(match value {
                "placement" => true,
                "movement" => false,
                _ => {
                    return Err(wrong(format!(
                        "`{word}`: expected phase=placement or phase=movement"
                    )));
                }
            });
        } else if let Some(value) = word.strip_prefix("penguins=") {
            let number = value.parse::<u8>().ok().filter(|number| *number > 0);
            let number =
                number.ok_or_else(|| wrong(format!("`{word}`: expected 1 to 255 penguins")))?;
            penguins = Some(number);
        } else {
            files.push(PathBuf::from(word));
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
    Ok(ProgramRequest::Turn(RequestedTurn {
        penguins: penguins.filter(|_| is_placement),
        input,
        output,
    }))
}

/// Writes a file beside its place and moves it there. Until then the place holds what it held before.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    #[cfg_attr(not(unix), expect(unused_mut, reason = "there are no modes there"))]
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        const ANYBODY: u32 = 0o666;
        // What is left of this the user's mask decides, as for any new file.
        builder.permissions(std::fs::Permissions::from_mode(ANYBODY));
    }
    let mut file = builder.tempfile_in(folder)?;
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
        let bytes = std::fs::read(&self.input)
            .map_err(|error| NoTurn::trouble(Error::io(self.input.display(), "read", &error)))?;
        let mut file = StateFile::parse(&bytes).map_err(|bad| NoTurn {
            code: Code::BadState,
            error: Error::new(bad.what).at(format!(
                "{}:{}:{}",
                self.input.display(),
                bad.line,
                bad.column
            )),
        })?;
        let action = self.choose(&file, id, player)?;
        carry_out(&mut file, id, action);
        let text = file.to_string();
        replace(&self.output, text.as_bytes())
            .map_err(|error| NoTurn::trouble(Error::io(self.output.display(), "write", &error)))
    }

    fn choose(&self, file: &StateFile, id: &str, player: &Chooser) -> Result<Action, NoTurn> {
        let no_move = |what: &str| NoTurn { code: Code::NoMove, error: Error::new(what) };
        let own = file.row(id).map(|row| row.number);
        if own.is_none() && file.players.len() == PLAYERS_MAX {
            return Err(NoTurn {
                code: Code::BadState,
                error: Error::new(format!(
                    "there are {PLAYERS_MAX} players already, and {id} is not one of them"
                ))
                .at(self.input.display()),
            });
        }
        let placed = own.map_or(0, |own| file.grid.penguins(own).count());
        match self.penguins {
            Some(penguins) if placed >= usize::from(penguins) => {
                return Err(no_move("all penguins are placed"));
            }
            None if own.is_none() => return Err(no_move("no own penguin stands on the board")),
            _ => {}
        }
        let (game, state, seat) = game_in(file, id, self.penguins)
            .map_err(|error| NoTurn::trouble(error.at(self.input.display())))?;
        let game = Arc::new(game);
        let mut buffer = Vec::new();
        let legal = game.legal_in(&state, seat, &mut buffer);
        if legal.is_empty() {
            return Err(no_move(match self.penguins {
                Some(_) => "no free floe has exactly one fish",
                None => "all own penguins are blocked",
            }));
        }
        let player = match player {
            Chooser::BuiltIn(player) => player,
            Chooser::Person => {
                let (game, state) = (&game, &state);
                return (PersonTurn { game, state, seat, legal }).ask();
            }
        };
        let mut dice = Dice::new(Fishing::DICE, fresh_seed(), 0);
        let mut player = player.make(known(&game, seat));
        let chosen = player.choose(&View { game: &game, state: &state, seat }, legal, &mut dice);
        chosen.map_err(|why| NoTurn::trouble(Error::new(why.detail)))
    }
}

/// The game that a state file stands in, and the seat of an ID, which need not have a row yet.
fn game_in(
    file: &StateFile,
    id: &str,
    penguins: Option<u8>,
) -> Result<(Fishing, State, Seat), Error> {
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
    let game = Fishing::new(scenario).map_err(|fault| Error::new(fault.to_string()))?;
    let seat = players.iter().position(|row| row.id == id).unwrap_or(0);
    let seat = Seat(u8::try_from(seat).expect("at most nine players"));
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

/// Changes the two fields and the own row, and nothing else.
pub(super) fn carry_out(file: &mut StateFile, id: &str, action: Action) {
    let fish = match action {
        Action::Place { .. } => 1,
        Action::Move { to, .. } => u32::from(file.grid.get(to).fish()),
    };
    let at = match file.players.iter().position(|row| row.id == id) {
        Some(at) => at,
        None => {
            let taken = |number: &u8| file.players.iter().any(|row| row.number == *number);
            let next = u8::try_from(file.players.len() + 1).expect("at most nine players");
            // Numbers follow each other, unless somebody numbered otherwise.
            let number = (next..=9).chain(1..next).find(|number| !taken(number));
            file.players.push(PlayerRow {
                id: id.to_owned(),
                number: number.unwrap_or(next),
                fish: 0,
            });
            file.players.len() - 1
        }
    };
    let row = &mut file.players[at];
    row.fish += fish;
    let penguin = FloeField::penguin(row.number);
    match action {
        Action::Place { at } => file.grid.set(at, penguin),
        Action::Move { from, to } => {
            file.grid.set(from, FloeField::WATER);
            file.grid.set(to, penguin);
        }
    }
}

//! The boards that the options ask for: random ones, or one from a file.

use super::board::{FloeField, Grid, PLAYERS_MAX};
use super::options::IceArgs;
use super::scenario::{TURN_MS, rows};
use super::state_file::StateFile;
use super::{Fishing, Scenario};
use chase_engine::dice::{Dice, Generator};
use chase_play::commands::{Purpose, Scenarios};
use chase_play::openings::{Seated, Wanted, names};
use chase_play::plain;
use chase_world::error::{Error, IoAt as _};
use chase_world::world::{World, WorldPath};

/// Boards to begin with.
pub(super) struct OpeningBoards {
    options: IceArgs,
    seats: usize,
    grid: Option<Grid>,
    /// True if players without IDs of their own get their names as IDs.
    is_named: bool,
    wanted: Wanted,
}

impl OpeningBoards {
    pub(super) fn new(
        world: &World,
        options: IceArgs,
        purpose: Purpose,
        wanted: Wanted,
    ) -> Result<Self, Error> {
        let seats = options.seats.map_or(wanted.players, usize::from);
        if !(1..=PLAYERS_MAX).contains(&seats) {
            let what = format!("players named: {seats}, expected 1 to {PLAYERS_MAX}");
            return Err(Error::new(what).help("as in: --player strong --player file:./ours"));
        }
        let grid = options.board.as_ref().map(|path| read_board(&world.at(path))).transpose()?;
        Ok(OpeningBoards {
            seats,
            is_named: matches!(purpose, Purpose::Record | Purpose::Play),
            grid,
            wanted,
            options,
        })
    }
}

/// The IDs of the players on a board: the ID that a player brings, else the one in `named` if it is
/// free, else one made from the seat's number, so that the board does not reveal who the others
/// are.
pub(super) fn board_ids(seated: &[Seated], named: &[String]) -> Vec<String> {
    let given: Vec<_> = seated.iter().filter_map(|it| it.id.as_ref()).collect();
    let ids = seated.iter().enumerate().map(|(n, seated)| {
        let is_free = |id: &String| given.iter().all(|given| *given != id);
        let numbered = (0..).map(|more| format!("P{}{}", n + 1, "-".repeat(more)));
        let mut ids = named.get(n).cloned().into_iter().chain(numbered);
        let free = || ids.find(is_free).unwrap_or_default();
        seated.id.clone().unwrap_or_else(free)
    });
    ids.collect()
}

/// Reads a board that nobody has played on.
///
/// # Errors
/// The file, line and column of what is wrong.
fn read_board(path: &WorldPath) -> Result<Grid, Error> {
    let bytes = path.read().io_at(path.display(), "read")?;
    let file = StateFile::parse(&bytes).map_err(|bad| bad.of(path.display()))?;
    let has_penguin = file.grid.fields().iter().any(|field| field.player() > 0);
    if has_penguin || !file.players.is_empty() {
        let what = "a game has begun on this board";
        return Err(Error::new(what)
            .at(path.display())
            .help("take one without penguins and players"));
    }
    Ok(file.grid)
}

/// IDs for players that have none of their own: their names, numbered.
pub(super) fn ids(names: &[String]) -> Vec<String> {
    let numbered = names.iter().zip(1..);
    numbered.map(|(name, n)| format!("{}-{n}", plain(name))).collect()
}

impl Scenarios<Fishing> for OpeningBoards {
    fn seats(&self) -> usize {
        self.seats
    }

    fn nth(&self, n: u64, seated: &[Seated]) -> Result<Scenario, Error> {
        let grid = match &self.grid {
            Some(grid) => grid.clone(),
            None => {
                let mut dice = Dice::new(Generator::Chacha8, self.wanted.seed, n);
                self.options.plan(self.seats).make(&mut dice)?
            }
        };
        let named = if self.is_named { ids(&names(seated)) } else { Vec::new() };
        Ok(Scenario {
            board: rows(&grid),
            ids: board_ids(seated, &named),
            penguins: self.options.penguins,
            turn_ms: self.wanted.move_ms.unwrap_or(TURN_MS),
        })
    }

    fn about(&self) -> String {
        let penguins = self.options.penguins;
        let board = match &self.options.board {
            Some(path) => format!("the board of {}", path.display()),
            None => format!("random boards of {} x {}", self.options.rows, self.options.cols),
        };
        format!("on {board}, {penguins} penguins each")
    }

    /// A board that is given may be playable but odd.
    fn warnings(&self) -> Vec<String> {
        let needed = self.seats * usize::from(self.options.penguins);
        let has_one = |field: &&FloeField| field.fish() == 1;
        let ones = |grid: &Grid| grid.fields().iter().filter(has_one).count();
        let few = self.grid.as_ref().map(ones).filter(|one_fish| *one_fish < needed);
        let warning = few.map(|one_fish| {
            format!(
                "only {one_fish} floes have one fish, too few for {needed} penguins: some cannot be placed"
            )
        });
        warning.into_iter().collect()
    }
}

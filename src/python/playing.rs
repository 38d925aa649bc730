//! Games set up and played in one go, with built-in players and with players written in Python.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use chase::Error;
use chase::cli::in_process::Opening;
use chase::engine::forfeit::{Forfeit, ForfeitCause};
use chase::engine::game::ThinkingTime;
use chase::games::project_games;
use chase::kit::budget::StopFlag;
use chase::opener::opener;
use chase::record::any::{Projections, RecordingSink as _, SeatOccupant};
use chase::record::remote_player::{Channel, SharedChannel};
use chase::record::replay::Header;
use chase::store::{JsonStream, Overwrite, ReplayWriter, unopened, unrecorded};
use chase::world::WorldPath;
use pyo3::prelude::*;

use super::failure::told;

/// The games there are, as (name, about, what a cycle is called, built-in players).
#[pyfunction]
pub fn games() -> Vec<(String, String, String, Vec<String>)> {
    let games = project_games().all().iter().map(|game| {
        let [name, about, unit] = [game.name(), game.about(), game.unit()].map(str::to_owned);
        (name, about, unit, game.built_in_names())
    });
    games.collect()
}

/// The header of a game about to be played, as JSON, and what is playable but odd.
#[pyfunction]
pub fn set_up(
    py: Python<'_>,
    game: &str,
    words: Vec<String>,
    number: u64,
) -> PyResult<(String, Vec<String>)> {
    let setup = py.detach(|| chase::cli::in_process::set_up(project_games(), game, &words, number));
    let setup = setup.map_err(told)?;
    Ok((setup.header.to_json(), setup.warnings))
}

/// The first exception that a player written in Python raised, kept for the caller of the game;
/// nothing while none did.
type PlayerException = Arc<Mutex<Option<PyErr>>>;

/// A player written in Python: an object with `ask(line)`, which answers with a line, and
/// `tell(line)`.
struct Callback {
    player: Py<PyAny>,
    raised: PlayerException,
    stop: StopFlag,
}

impl Callback {
    /// Calls a method with a line; what it returns is read by `read`.
    fn call<T>(
        &self,
        method: &str,
        line: &str,
        read: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>,
    ) -> Result<T, Forfeit> {
        Python::attach(|py| {
            let answer = self.player.bind(py).call_method1(method, (line,));
            answer.and_then(|it| read(&it)).map_err(|error| {
                let why = Forfeit::new(ForfeitCause::Crash, &error.to_string());
                let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
                raised.get_or_insert(error);
                self.stop.stop();
                why
            })
        })
    }
}

impl Channel for Callback {
    fn open(&mut self, _: ThinkingTime) -> Result<(), Forfeit> {
        Ok(())
    }

    fn seat(&mut self) {}

    fn begin_move(&mut self) {}

    fn clock(&self) -> ThinkingTime {
        ThinkingTime::default()
    }

    fn ask(&mut self, line: &str) -> Result<Vec<u8>, Forfeit> {
        let answer = self.call("ask", line, |it| it.extract::<String>())?;
        Ok(answer.into_bytes())
    }

    fn tell(&mut self, line: &str) {
        // Who was told of the end has nothing to lose any more; the exception is raised.
        let _ = self.call("tell", line, |_| Ok(()));
    }

    fn fail(&mut self, _: &Forfeit) -> bool {
        false
    }

    fn end(&mut self) {}
}

/// Plays a header's game and writes its replay. `seats` has for each seat the place of its player
/// among `players`, or nothing for the built-in player of the header. A file that is not to be kept
/// is JSON that no crash is survived by.
#[pyfunction]
#[pyo3(signature = (header, players, seats, path, *, replace = false, keep = true))]
pub fn play(
    py: Python<'_>,
    header: &str,
    players: Vec<Py<PyAny>>,
    seats: Vec<Option<usize>>,
    path: PathBuf,
    replace: bool,
    keep: bool,
) -> PyResult<()> {
    let (raised, stop) = (PlayerException::default(), StopFlag::default());
    let channels = players.into_iter().map(|player| {
        let (raised, stop) = (Arc::clone(&raised), stop.clone());
        let callback = Callback { player, raised, stop };
        Arc::new(Mutex::new(callback)) as SharedChannel
    });
    let channels: Vec<SharedChannel> = channels.collect();
    let chair = |seat: &Option<usize>| match seat.and_then(|n| channels.get(n)) {
        Some(channel) => SeatOccupant::Outside(Arc::clone(channel)),
        None => SeatOccupant::BuiltIn,
    };
    let chairs: Vec<SeatOccupant> = seats.iter().map(chair).collect();
    let overwrite = keep.then(|| Overwrite::by(replace));
    let played = py.detach(|| record(header, &chairs, &stop, &path, overwrite));
    let raised = raised.lock().unwrap_or_else(PoisonError::into_inner).take();
    match raised {
        Some(error) => Err(error),
        None => played.map_err(told),
    }
}

/// Plays and writes; nothing says how to overwrite a file that is not to be kept.
fn record(
    header: &str,
    chairs: &[SeatOccupant],
    stop: &StopFlag,
    path: &Path,
    overwrite: Option<Overwrite>,
) -> Result<(), Error> {
    let mut header = read_header(header)?;
    let game = project_games().find(&header.game)?;
    let recording = game.record_with(&mut header, chairs, stop);
    let mut recording = recording.map_err(|why| unrecorded(game.name(), why))?;
    recording.project(Projections { seals: true, ..Projections::default() });
    let failed = |error: io::Error| Error::io(path.display(), "write", &error);
    let Some(overwrite) = overwrite else {
        let file = BufWriter::new(File::create(path).map_err(failed)?);
        let mut stream = JsonStream::new(file, &header).map_err(failed)?;
        while recording.advance() {
            stream.cycle(recording.now()).map_err(failed)?;
        }
        recording.dismiss();
        return stream.finish(recording.now()).map_err(failed);
    };
    let place = WorldPath::on_disk(path);
    let mut recorder = ReplayWriter::create(&place, &header, overwrite, &opener(project_games()))?;
    while recording.advance() {
        recorder.cycle(recording.now()).map_err(failed)?;
    }
    recording.dismiss();
    if stop.is_stopped() {
        recorder.abandon()?;
        return Ok(());
    }
    recorder.finish(recording.now(), &opener(project_games()))?;
    Ok(())
}

/// The header of a match's game as JSON: the game of this number, from its n-th opening, between
/// players of these names; with no names as it is before anybody sits down.
#[pyfunction]
#[pyo3(signature = (game, words, seed, players, n, number, names))]
#[expect(clippy::too_many_arguments, reason = "the package has a class for them")]
pub fn opening(
    py: Python<'_>,
    game: &str,
    words: Vec<String>,
    seed: i64,
    players: usize,
    n: u64,
    number: u64,
    names: Vec<String>,
) -> PyResult<String> {
    let words = &words;
    let opening = Opening { games: project_games(), game, words, seed, players };
    py.detach(|| opening.header(n, number, &names)).map_err(told)
}

/// The sides of a header's game, each with its seats and their names, and the seats of the house
/// with its players.
#[pyfunction]
pub fn sides(header: &str) -> PyResult<(Vec<SideSeats>, Vec<(u8, &'static str)>)> {
    let mut header = read_header(header).map_err(told)?;
    let game = project_games().find(&header.game).map_err(told)?;
    let sides = game.sides(&mut header).map_err(|why| told(unopened(game.name(), &why)))?;
    let sides = sides.into_iter().map(|side| {
        let seats = side.seats.into_iter().map(|(seat, name)| (seat.0, name));
        (side.name, seats.collect())
    });
    let house = game.house().into_iter().map(|(seat, name)| (seat.0, name));
    Ok((sides.collect(), house.collect()))
}

/// The seats, of so many, that a built-in player plays for.
#[pyfunction]
pub fn plays_for(game: &str, player: &str, seats: u8) -> PyResult<Vec<u8>> {
    let game = project_games().find(game).map_err(told)?;
    let built_in = game.built_in(player, seats).map_err(|why| told(Error::new(why.to_string())))?;
    Ok(built_in.seats.into_iter().map(|seat| seat.0).collect())
}

/// A side with its seats.
type SideSeats = (String, Vec<(u8, String)>);

/// A header from its JSON.
pub fn read_header(json: &str) -> Result<Header, Error> {
    let header = serde_json::from_str(json);
    header.map_err(|why| Error::new(format!("not a header: {why}")))
}

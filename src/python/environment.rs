//! A game played from Python action by action.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use chase::Error;
use chase::engine::seat::{Seat, Seats};
use chase::episode::write_episode;
use chase::games::project_games;
use chase::store::{Overwrite, unrecorded};
use chase::study::environment::AnyEnvironment;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::failure::told;
use super::playing::read_header;
use super::replay::bytes;

/// A header's game with these seats played from outside.
pub fn opened(header: &str, outside: &[u8]) -> Result<Box<dyn AnyEnvironment>, Error> {
    let mut header = read_header(header)?;
    let game = project_games().find(&header.game)?;
    let outside: Seats = outside.iter().map(|seat| Seat(*seat)).collect();
    let made =
        game.environment(&mut header, outside).map_err(|why| unrecorded(game.name(), why))?;
    made.ok_or_else(|| Error::new(format!("{} has no numeric encoding", game.name())))
}

/// Writes the newest game of an environment that came to its end; nothing for none.
pub fn written(
    environment: &dyn AnyEnvironment,
    path: &Path,
    overwrite: Overwrite,
) -> Option<Result<(), Error>> {
    let finished = environment.finished()?;
    let games = project_games();
    Some(write_episode(games, environment, finished, path, overwrite))
}

/// The features of an environment, as (name, least, most).
pub fn features(environment: &dyn AnyEnvironment) -> Vec<(String, i32, i32)> {
    let features = environment.features().into_iter();
    features.map(|it| (it.name, it.least, it.most)).collect()
}

/// A game played from outside.
#[pyclass(name = "Environment", frozen, module = "chase_sim._native")]
pub struct PyEnvironment {
    inner: Mutex<Box<dyn AnyEnvironment>>,
}

impl PyEnvironment {
    fn inner(&self) -> MutexGuard<'_, Box<dyn AnyEnvironment>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl PyEnvironment {
    #[new]
    fn open(py: Python<'_>, header: &str, outside: Vec<u8>) -> PyResult<Self> {
        let opened = py.detach(|| opened(header, &outside)).map_err(told)?;
        Ok(PyEnvironment { inner: Mutex::new(opened) })
    }

    fn action_count(&self) -> usize {
        self.inner().action_count()
    }

    fn features(&self) -> Vec<(String, i32, i32)> {
        features(&**self.inner())
    }

    fn reset(&self, py: Python<'_>, seed: i64, number: u64) {
        py.detach(|| self.inner().reset(seed, number));
    }

    fn turn(&self) -> Option<u8> {
        self.inner().turn().map(|seat| seat.0)
    }

    /// The seats that still have to choose in this turn.
    fn due(&self) -> Vec<u8> {
        self.inner().due().iter().map(|seat| seat.0).collect()
    }

    fn legal_of(&self, seat: u8) -> Vec<u32> {
        self.inner().legal_of(Seat(seat))
    }

    fn legal(&self) -> Vec<u32> {
        self.inner().legal().to_vec()
    }

    fn legal_words(&self) -> Vec<String> {
        self.inner().legal_words()
    }

    /// Plays one action for each of the first seats that are due, and returns for each whether it
    /// was legal.
    fn act(&self, py: Python<'_>, actions: Vec<u32>) -> Vec<bool> {
        py.detach(|| {
            let mut inner = self.inner();
            actions.into_iter().map(|it| inner.act(it)).collect()
        })
    }

    fn observe<'py>(&self, py: Python<'py>, seat: u8) -> Bound<'py, PyBytes> {
        let mut numbers = Vec::new();
        self.inner().observe(Seat(seat), &mut numbers);
        PyBytes::new(py, &bytes(&numbers, i32::to_ne_bytes))
    }

    fn observe_json(&self, seat: u8) -> String {
        self.inner().observe_json(Seat(seat))
    }

    fn outcome(&self) -> Option<(String, Vec<u8>)> {
        let inner = self.inner();
        let outcome = inner.outcome()?;
        Some((outcome.cause.to_string(), outcome.points.clone()))
    }

    /// Writes the newest game that came to its end.
    fn write(&self, py: Python<'_>, path: PathBuf, replace: bool) -> PyResult<()> {
        let overwrite = Overwrite::by(replace);
        let written = py.detach(|| written(&**self.inner(), &path, overwrite));
        let none = || Error::new("no game has ended yet").help("play one to its end first");
        written.unwrap_or_else(|| Err(none())).map_err(told)
    }

    /// The seat that was last to move.
    fn newest(&self) -> u8 {
        self.inner().newest().0
    }
}

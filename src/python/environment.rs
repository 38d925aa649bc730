//! A game played from Python action by action.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chase::Error;
use chase::engine::any::{Projections, Sink as _};
use chase::engine::environment::{Environment as AnyEnvironment, Episode};
use chase::engine::seat::{Seat, Seats};
use chase::games::Games;
use chase::library::opener;
use chase::store::{Overwrite, Recorder, unrecorded};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::failure::told;
use super::playing::read_header;
use super::replay::bytes;

/// A header's game with these seats played from outside.
pub fn opened(header: &str, outside: &[u8]) -> Result<Box<dyn AnyEnvironment>, Error> {
    let mut header = read_header(header)?;
    let game = Games::project().find(&header.game)?;
    let outside: Seats = outside.iter().map(|seat| Seat(*seat)).collect();
    let made = game.environment(&mut header, outside);
    let made = made.map_err(|why| unrecorded(game.name(), why))?;
    made.ok_or_else(|| Error::new(format!("{} is not told in numbers", game.name())))
}

/// Plays a game again and writes its replay.
pub fn written(
    environment: &dyn AnyEnvironment,
    episode: &Episode,
    path: PathBuf,
    overwrite: Overwrite,
) -> Result<(), Error> {
    let (header, mut recording) = environment
        .record(episode)
        .map_err(|why| Error::new(why.to_string()))?;
    let mut recorder = Recorder::create(&path, &header, overwrite, &opener(Games::project()))?;
    recording.project(Projections {
        seals: true,
        ..Projections::default()
    });
    while recording.advance() {
        let cycle = recorder.cycle(recording.now());
        cycle.map_err(|error| Error::io(path.display(), "write", &error))?;
    }
    recorder.finish(recording.now(), &opener(Games::project()))?;
    Ok(())
}

/// The features of an environment, as (name, least, most).
pub fn features(environment: &dyn AnyEnvironment) -> Vec<(String, i32, i32)> {
    let features = environment.features().into_iter();
    features.map(|it| (it.name, it.least, it.most)).collect()
}

/// A game played from outside.
#[pyclass(frozen, module = "chase_sim._native")]
pub struct Environment {
    inner: Mutex<Box<dyn AnyEnvironment>>,
}

impl Environment {
    fn inner(&self) -> MutexGuard<'_, Box<dyn AnyEnvironment>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Environment {
    #[new]
    fn open(py: Python<'_>, header: &str, outside: Vec<u8>) -> PyResult<Self> {
        let opened = py.detach(|| opened(header, &outside)).map_err(told)?;
        Ok(Environment {
            inner: Mutex::new(opened),
        })
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

    fn legal(&self) -> Vec<u32> {
        self.inner().legal().to_vec()
    }

    fn legal_words(&self) -> Vec<String> {
        self.inner().legal_words()
    }

    fn act(&self, py: Python<'_>, action: u32) -> bool {
        py.detach(|| self.inner().act(action))
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

    fn episode(&self) -> (i64, u64, Vec<u32>) {
        let Episode {
            seed,
            number,
            choices,
        } = self.inner().episode().clone();
        (seed, number, choices)
    }

    fn write(
        &self,
        py: Python<'_>,
        episode: (i64, u64, Vec<u32>),
        path: PathBuf,
        replace: bool,
    ) -> PyResult<()> {
        let (seed, number, choices) = episode;
        let episode = Episode {
            seed,
            number,
            choices,
        };
        let overwrite = Overwrite::by(replace);
        let write = || written(&**self.inner(), &episode, path, overwrite);
        py.detach(write).map_err(told)
    }
    /// The seat that was last to move.
    fn newest(&self) -> u8 {
        self.inner().newest().0
    }
}

//! Many games of one scenario, each a step at a time, without Python in between.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chase::Error;
use chase::store::Overwrite;
use chase::study::environment::{AnyEnvironment, Episode};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::environment::{features, opened, written};
use super::failure::told;
use super::replay::bytes;

/// The number in place of the points of an outcome while a game goes on: no game gives so many.
const GOING_ON: u8 = u8::MAX;

/// Games of one scenario that are played side by side, one step of each at a time.
struct Lanes {
    lanes: Vec<Box<dyn AnyEnvironment>>,
    seed: i64,
    /// The number of the next game to begin.
    next: u64,
    actions: usize,
    sides: usize,
    shown: StepArrays,
}

/// The arrays that a step returns, with one row for each game.
#[derive(Default)]
struct StepArrays {
    observations: Vec<i32>,
    masks: Vec<u8>,
    /// Points of every side at the end of a game, else [`GOING_ON`].
    points: Vec<u8>,
    /// The seat to move; -1 at the end.
    seats: Vec<i8>,
    numbers: Vec<u64>,
    /// 1 if the action that was given was legal, else 0.
    legal: Vec<u8>,
}

impl Lanes {
    fn new(header: &str, outside: &[u8], count: usize) -> Result<Self, Error> {
        let lanes: Vec<_> =
            (0..count).map(|_| opened(header, outside)).collect::<Result<_, _>>()?;
        let first = lanes.first().ok_or_else(|| Error::new("expected at least one game"))?;
        Ok(Lanes {
            actions: first.action_count(),
            sides: first.sides(),
            seed: 0,
            next: 0,
            shown: StepArrays::default(),
            lanes,
        })
    }

    fn begin(&mut self, seed: i64, first: u64) {
        (self.seed, self.next) = (seed, first);
        self.shown.clear();
        for lane in &mut self.lanes {
            lane.reset(seed, self.next);
            self.next += 1;
            self.shown.add(&**lane, true, self.actions, self.sides);
        }
    }

    /// A game that is over begins another in its next step, whatever the action.
    fn step(&mut self, actions: impl Iterator<Item = u32>) {
        self.shown.clear();
        for (lane, action) in self.lanes.iter_mut().zip(actions) {
            let mut legal = true;
            if lane.turn().is_some() {
                legal = lane.act(action);
            } else {
                lane.reset(self.seed, self.next);
                self.next += 1;
            }
            self.shown.add(&**lane, legal, self.actions, self.sides);
        }
    }
}

impl StepArrays {
    fn clear(&mut self) {
        self.observations.clear();
        self.masks.clear();
        self.points.clear();
        self.seats.clear();
        self.numbers.clear();
        self.legal.clear();
    }

    /// Adds a game. At its end the observation is that of the seat that moved last.
    fn add(&mut self, game: &dyn AnyEnvironment, legal: bool, actions: usize, sides: usize) {
        let seat = game.turn();
        game.observe(seat.unwrap_or(game.newest()), &mut self.observations);
        let from = self.masks.len();
        self.masks.resize(from + actions, 0);
        for action in game.legal() {
            self.masks[from + *action as usize] = 1;
        }
        match game.outcome() {
            Some(outcome) => self.points.extend_from_slice(&outcome.points),
            None => self.points.resize(self.points.len() + sides, GOING_ON),
        }
        let seat = seat.and_then(|seat| i8::try_from(seat.0).ok());
        self.seats.push(seat.unwrap_or(-1));
        self.numbers.push(game.episode().number);
        self.legal.push(legal.into());
    }
}

/// Observations (i32), masks (u8), points by side (u8), seats (i8), numbers (u64), whether the
/// actions were legal (u8): one row for each game.
type StepBytes<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
);

fn rows<'py>(py: Python<'py>, lanes: &Lanes) -> StepBytes<'py> {
    let shown = &lanes.shown;
    let shared = |it: &[u8]| PyBytes::new(py, it);
    (
        shared(&bytes(&shown.observations, i32::to_ne_bytes)),
        shared(&shown.masks),
        shared(&shown.points),
        shared(&bytes(&shown.seats, i8::to_ne_bytes)),
        shared(&bytes(&shown.numbers, u64::to_ne_bytes)),
        shared(&shown.legal),
    )
}

/// Many games of one scenario.
#[pyclass(frozen, module = "chase_sim._native")]
pub struct VectorEnvironment {
    inner: Mutex<Lanes>,
}

impl VectorEnvironment {
    fn inner(&self) -> MutexGuard<'_, Lanes> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl VectorEnvironment {
    #[new]
    fn open(py: Python<'_>, header: &str, outside: Vec<u8>, count: usize) -> PyResult<Self> {
        let lanes = py.detach(|| Lanes::new(header, &outside, count));
        Ok(VectorEnvironment { inner: Mutex::new(lanes.map_err(told)?) })
    }

    fn action_count(&self) -> usize {
        self.inner().actions
    }

    fn features(&self) -> Vec<(String, i32, i32)> {
        features(&*self.inner().lanes[0])
    }

    fn reset<'py>(&self, py: Python<'py>, seed: i64, first: u64) -> StepBytes<'py> {
        py.detach(|| self.inner().begin(seed, first));
        rows(py, &self.inner())
    }

    /// `actions` holds an i64 for each game.
    fn step<'py>(&self, py: Python<'py>, actions: &[u8]) -> PyResult<StepBytes<'py>> {
        const WIDTH: usize = size_of::<i64>();
        let count = self.inner().lanes.len();
        let (numbers, rest) = actions.as_chunks::<WIDTH>();
        if numbers.len() != count || !rest.is_empty() {
            let found = numbers.len();
            let what = format!("actions for {found} games; there are {count}");
            return Err(told(Error::new(what)));
        }
        // A number that fits nowhere is the number of no action.
        let numbers = numbers.iter().map(|it| i64::from_ne_bytes(*it));
        let numbers = numbers.map(|it| u32::try_from(it).unwrap_or(Episode::ILLEGAL));
        py.detach(|| self.inner().step(numbers));
        Ok(rows(py, &self.inner()))
    }

    /// The turns of seats that were played in all games together.
    fn turns(&self) -> u64 {
        self.inner().lanes.iter().map(|lane| lane.turns()).sum()
    }

    /// Writes the newest game of a lane that came to its end.
    fn write(&self, py: Python<'_>, lane: usize, path: PathBuf, replace: bool) -> PyResult<()> {
        let write = || {
            let inner = self.inner();
            let lane = inner.lanes.get(lane).ok_or_else(|| Error::new("there is no such game"))?;
            let written = written(&**lane, &path, Overwrite::by(replace));
            written.unwrap_or_else(|| Err(Error::new("no game of this place has ended yet")))
        };
        py.detach(write).map_err(told)
    }
}

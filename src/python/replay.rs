//! A replay on disk, for Python.

use std::path::PathBuf;

use chase::cli::in_process;
use chase::games::project_games;
use chase::record::event_table::EventTable;
use chase::traces::SignalValues;
use chase::world::WorldPath;
use chase::{Moment, ReplayFile};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::failure::told;

/// A replay on disk.
#[pyclass(name = "Replay", frozen, module = "chase_sim._native")]
pub struct PyReplay {
    file: ReplayFile,
}

/// A moment: its cycle, the state as JSON and as text, the cycle as it is stored, what can be done
/// as JSON, and how the game ended, as a cause and the points of each side.
type MomentParts = (u64, String, String, String, String, Option<(String, Vec<u8>)>);

fn tell(moment: &Moment) -> MomentParts {
    let outcome = moment.outcome();
    (
        moment.cycle(),
        moment.json(),
        moment.text(),
        moment.events_json(),
        moment.legal_json(),
        outcome.map(|it| (it.cause.into_owned(), it.points)),
    )
}

/// Columns: cycles (u64), turns (u32), seats (i8), kinds (i32), the names of the kinds, fields as
/// UTF-8 and where each ends (u64).
type EventColumns<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Vec<String>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
);

#[pymethods]
impl PyReplay {
    #[new]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let file = py.detach(|| chase::open(path)).map_err(told)?;
        Ok(PyReplay { file })
    }

    fn header(&self) -> String {
        self.file.header().to_json()
    }

    fn moment(&self, py: Python<'_>, cycle: u64) -> PyResult<MomentParts> {
        let told_of = || self.file.state_at(cycle).map(|moment| tell(&moment));
        py.detach(told_of).map_err(told)
    }

    fn end(&self, py: Python<'_>) -> PyResult<Option<MomentParts>> {
        let told_of = || self.file.end().map(|moment| moment.as_ref().map(tell));
        py.detach(told_of).map_err(told)
    }

    fn events<'py>(&self, py: Python<'py>) -> PyResult<EventColumns<'py>> {
        let columns = || {
            let table = self.file.events()?;
            let cycles = bytes(&table.cycles, u64::to_ne_bytes);
            let turns = bytes(&table.turns, u32::to_ne_bytes);
            let seats = bytes(&table.seats, i8::to_ne_bytes);
            let kinds = bytes(&table.kinds, i32::to_ne_bytes);
            let ends = bytes(&table.field_ends, u64::to_ne_bytes);
            let EventTable { kind_names, fields, .. } = table;
            Ok((cycles, turns, seats, kinds, kind_names, fields, ends))
        };
        let (cycles, turns, seats, kinds, names, fields, ends) =
            py.detach(columns).map_err(told)?;
        let shared = |it: Vec<u8>| PyBytes::new(py, &it);
        Ok((
            shared(cycles),
            shared(turns),
            shared(seats),
            shared(kinds),
            names,
            shared(fields),
            shared(ends),
        ))
    }
}

/// The signals of a log as columns; `words` are options that say how it is read.
#[pyfunction]
pub fn signals(
    py: Python<'_>,
    path: PathBuf,
    words: Vec<String>,
) -> PyResult<Vec<SignalColumn<'_>>> {
    let table = py
        .detach(|| in_process::signals(&WorldPath::on_disk(path), project_games(), &words))
        .map_err(told)?;
    let ticks = std::iter::once((table.tick, table.ticks));
    let columns = ticks.chain(table.entities).chain(table.columns);
    columns.map(|(name, values)| signal_column(py, name, values)).collect()
}

/// A column of signals: its name, its kind (`integers`, `floats`, `texts` or `instants`), its values as bytes
/// or as texts, and for each row a byte that is 1 if it has a value.
type SignalColumn<'py> = (String, &'static str, Bound<'py, PyAny>, Bound<'py, PyBytes>);

fn signal_column(py: Python<'_>, name: String, values: SignalValues) -> PyResult<SignalColumn<'_>> {
    fn known<T>(values: &[Option<T>]) -> Vec<u8> {
        values.iter().map(|it| u8::from(it.is_some())).collect()
    }
    fn numbers<T: Copy, const N: usize>(
        values: &[Option<T>],
        other: T,
        bytes_of: fn(T) -> [u8; N],
    ) -> Vec<u8> {
        let filled: Vec<_> = values.iter().map(|it| it.unwrap_or(other)).collect();
        bytes(&filled, bytes_of)
    }
    let shared = |it: Vec<u8>| PyBytes::new(py, &it);
    let (kind, known, values) = match values {
        SignalValues::Integers(values) => {
            let all = numbers(&values, 0, i64::to_ne_bytes);
            ("integers", known(&values), shared(all).into_any())
        }
        SignalValues::Instants(values) => {
            // The number that numpy takes for no instant.
            let all = numbers(&values, i64::MIN, i64::to_ne_bytes);
            ("instants", known(&values), shared(all).into_any())
        }
        SignalValues::Floats(values) => {
            let all = numbers(&values, f64::NAN, f64::to_ne_bytes);
            ("floats", known(&values), shared(all).into_any())
        }
        SignalValues::Texts(values) => {
            let known = known(&values);
            ("texts", known, values.into_pyobject(py)?.into_any())
        }
    };
    Ok((name, kind, values, shared(known)))
}

/// Numbers as the bytes that they have in memory here.
pub fn bytes<T: Copy, const N: usize>(numbers: &[T], bytes_of: fn(T) -> [u8; N]) -> Vec<u8> {
    let mut all = Vec::with_capacity(N * numbers.len());
    for number in numbers {
        all.extend_from_slice(&bytes_of(*number));
    }
    all
}

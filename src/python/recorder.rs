//! A log recorded from inside a program in Python.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use chase::trace::{Entity, Recorder as Inner};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use super::failure::told;

/// A recording that is being written; nothing once it is finished.
#[pyclass(name = "Recorder", module = "chase_sim._native")]
pub struct PyRecorder {
    inner: Mutex<Option<Inner>>,
    entities: Vec<Entity>,
    columns: usize,
    tick: Option<u64>,
}

/// A column of a table: its number, whether its numbers are integers, and the numbers, of 64 bits as they
/// are in memory here.
type TableColumn = (usize, bool, PyBackedBytes);

#[pymethods]
impl PyRecorder {
    /// Begins a log; `units` are those of the ticks and of the columns, or none.
    #[new]
    fn create(path: PathBuf, columns: Vec<String>, units: Vec<String>) -> PyResult<Self> {
        let names: Vec<_> = columns.iter().map(String::as_str).collect();
        let units: Vec<_> = units.iter().map(String::as_str).collect();
        let mut inner = Inner::create(path, &names).map_err(told)?;
        if let [tick, columns @ ..] = units.as_slice() {
            inner.set_units(tick, columns).map_err(told)?;
        }
        Ok(PyRecorder {
            inner: Mutex::new(Some(inner)),
            entities: Vec::new(),
            columns: columns.len(),
            tick: None,
        })
    }

    /// A number for an entity; who asks keeps it.
    fn entity(&mut self, name: &str) -> PyResult<usize> {
        let entity = self.inner()?.entity(name).map_err(told)?;
        self.entities.push(entity);
        Ok(self.entities.len() - 1)
    }

    fn cycle(&mut self, tick: u64) -> PyResult<()> {
        self.inner()?.cycle(tick).map_err(told)?;
        self.tick = Some(tick);
        Ok(())
    }

    fn set(&mut self, entity: usize, column: usize, value: f64) -> PyResult<()> {
        let entity = self.checked(entity, column)?;
        self.inner()?.set(entity, column, value);
        Ok(())
    }

    fn set_integer(&mut self, entity: usize, column: usize, value: i64) -> PyResult<()> {
        let entity = self.checked(entity, column)?;
        self.inner()?.set_integer(entity, column, value);
        Ok(())
    }

    /// Rows of a table: the tick (u64) and the entity (u32) of each, and columns.
    fn rows(
        &mut self,
        py: Python<'_>,
        ticks: &[u8],
        entities: &[u8],
        columns: Vec<TableColumn>,
    ) -> PyResult<()> {
        let ticks: Vec<_> = words(ticks).map(u64::from_ne_bytes).collect();
        let entities: Vec<_> = words(entities).map(u32::from_ne_bytes).collect();
        let lengths = columns.iter().map(|(_, _, bytes)| bytes.len() / 8);
        if entities.len() != ticks.len() || lengths.into_iter().any(|it| it != ticks.len()) {
            return Err(PyValueError::new_err("columns of different lengths"));
        }
        py.detach(|| self.put_rows(&ticks, &entities, &columns))
    }

    fn finish(&mut self) -> PyResult<()> {
        let inner = self.there().take();
        inner.map_or(Ok(()), |inner| inner.finish().map_err(told))
    }

    /// Leaves it unfinished.
    fn abandon(&mut self) {
        *self.there() = None;
    }
}

impl PyRecorder {
    fn there(&mut self) -> &mut Option<Inner> {
        let there = self.inner.get_mut();
        there.unwrap_or_else(PoisonError::into_inner)
    }

    fn inner(&mut self) -> PyResult<&mut Inner> {
        let over = || PyValueError::new_err("the recording is over");
        self.there().as_mut().ok_or_else(over)
    }

    fn checked(&self, entity: usize, column: usize) -> PyResult<Entity> {
        let entity = self.entities.get(entity).copied();
        match (entity, self.tick) {
            (_, None) => Err(PyValueError::new_err("no cycle has begun")),
            (Some(entity), _) if column < self.columns => Ok(entity),
            _ => Err(PyValueError::new_err("no such entity or column")),
        }
    }

    fn put_rows(
        &mut self,
        ticks: &[u64],
        entities: &[u32],
        columns: &[TableColumn],
    ) -> PyResult<()> {
        for (n, (tick, entity)) in ticks.iter().zip(entities).enumerate() {
            if self.tick != Some(*tick) {
                self.cycle(*tick)?;
            }
            for (column, is_integer, bytes) in columns {
                let entity = self.checked(*entity as usize, *column)?;
                let mut word = [0; 8];
                word.copy_from_slice(&bytes[8 * n..8 * n + 8]);
                let inner = self.inner()?;
                match is_integer {
                    true => inner.set_integer(entity, *column, i64::from_ne_bytes(word)),
                    false => inner.set(entity, *column, f64::from_ne_bytes(word)),
                }
            }
        }
        Ok(())
    }
}

/// Numbers of so many bytes each.
fn words<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u8; N]> {
    bytes.chunks_exact(N).map(|chunk| {
        let mut word = [0; N];
        word.copy_from_slice(chunk);
        word
    })
}

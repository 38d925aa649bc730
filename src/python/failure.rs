//! Errors of the library as exceptions of Python.

use pyo3::exceptions::PyException;
use pyo3::{PyErr, create_exception};

create_exception!(
    chase_sim,
    Error,
    PyException,
    "An error of chase, with the text of the command line: where, what, and what to do."
);

/// An error of the library as an exception with the same words.
pub fn told(error: chase::Error) -> PyErr {
    Error::new_err(error.to_string())
}

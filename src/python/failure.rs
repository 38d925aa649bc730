//! Errors of the library as exceptions of Python.

use pyo3::exceptions::PyException;
use pyo3::{PyErr, create_exception};

create_exception!(
    chase_sim,
    Error,
    PyException,
    "What chase cannot do, in the words of the command line: where, what, and the way out."
);

/// An error of the library as an exception with the same words.
pub fn told(error: chase::Error) -> PyErr {
    Error::new_err(error.to_string())
}

//! The module `chase_sim._native`: what the Python package asks of the library. Values cross as
//! numbers, texts, JSON and bytes; the package makes objects and arrays of them. What takes long
//! lets other threads of Python go on.

mod commands;
mod environment;
mod failure;
mod playing;
mod recorder;
mod replay;
mod vector;

/// The native module: the functions and classes of which the Python package is made.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use super::commands::{begin_sweep, command, sweep_game};
    #[pymodule_export]
    use super::environment::PyEnvironment;
    #[pymodule_export]
    use super::failure::Error;
    #[pymodule_export]
    use super::playing::{games, opening, play, plays_for, set_up, sides};
    #[pymodule_export]
    use super::recorder::PyRecorder;
    #[pymodule_export]
    use super::replay::{PyReplay, signals};
    #[pymodule_export]
    use super::vector::VectorEnvironment;
}

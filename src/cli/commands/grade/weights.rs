//! The marks of a course of one's own: a small TOML file, a line for each part that brings marks.

use std::collections::BTreeMap;
use std::path::Path;

use crate::options::suite::part_number;
use chase_kit::grading::GradingSuite;
use chase_world::error::{Error, IoAt};

/// Marks that a part may bring at most.
const MARKS_MAX: u32 = 10_000;

/// The marks of all parts in their order; those that the file does not name bring none.
pub(super) fn read(file: &Path, suite: &dyn GradingSuite) -> Result<Vec<u32>, Error> {
    let at = |error: Error| error.at(file.display());
    let text = std::fs::read_to_string(file).io_at(file.display(), "read")?;
    let named: BTreeMap<String, u32> = toml::from_str(&text).map_err(|error| {
        at(Error::new(error.message().to_owned())
            .help("write a line for each part, with a whole number of marks: stage-1 = 30"))
    })?;
    let mut marks = vec![0; suite.parts().len()];
    for (name, value) in named {
        if value > MARKS_MAX {
            let what = format!("{name} = {value}: a part brings at most {MARKS_MAX} marks");
            return Err(at(Error::new(what)));
        }
        marks[part_number(&name, suite.parts()).map_err(at)?] = value;
    }
    Ok(marks)
}

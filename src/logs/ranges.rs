//! The ranges of a log's columns, of which a tolerance may be a part.

use std::cmp::Ordering;

use super::description::Description;
use super::exact::Exact;
use super::log::LogReader;
use super::record::Record;
use super::tolerance::finite;
use chase_world::error::Error;

/// Makes differences of all tolerances that are parts of ranges. The reference is read to its end for it.
///
/// # Errors
/// It cannot be read.
pub fn set_ranges(rules: &mut Description, reference: &mut LogReader) -> Result<(), Error> {
    let columns = reference.description().columns.clone();
    let mut ends: Vec<Option<[Exact; 2]>> = vec![None; columns.len()];
    let mut record = Record::default();
    while reference.next(&mut record)? {
        for cell in &record.cells {
            let n = cell.column as usize;
            let Some(value) = finite(record.at(cell.span), columns[n].kind) else {
                continue;
            };
            let [least, most] = ends[n].get_or_insert_with(|| [value.clone(), value.clone()]);
            if value.compared(least) == Ordering::Less {
                *least = value;
            } else if value.compared(most) == Ordering::Greater {
                *most = value;
            }
        }
    }
    for (column, ends) in columns.iter().zip(&ends) {
        let wide = ends.as_ref().and_then(|[least, most]| least.apart(most));
        rules.set_range(column.shown(), &wide.unwrap_or_default());
    }
    Ok(())
}

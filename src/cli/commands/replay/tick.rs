//! One cycle of a log of another program, by what the log numbers it: `chase replay LOG --tick 812`.

use std::collections::BTreeMap;
use std::io::Write;

use crate::print::printout::{Format, Printout};
use crate::verb::Done;
use chase_logs::{LogColumn, LogReader, Record, RowMeaning, tick_with_unit, with_unit};
use chase_world::error::{Error, quoted};
use chase_world::object;

/// The newest values by entity, one for each column.
type Newest = BTreeMap<String, Vec<String>>;

/// Prints the first cycle that has a tick.
///
/// # Errors
/// No cycle has it; a line that cannot be read.
pub fn show(mut log: LogReader, typed: &str, format: Format, out: &mut dyn Write) -> Done {
    let unknown =
        || Error::new(format!("expected a number, found `{}`", quoted(typed))).at("--tick");
    let wanted = log.tick_of(typed.trim()).ok_or_else(unknown)?;
    let (mut record, mut newest) = (Record::default(), Newest::new());
    // The number of the newest cycle, its tick and its tick in letters.
    let mut now: Option<(u64, i128, String)> = None;
    while log.next(&mut record)? {
        let tick = log.tick(&record)?.filter(|_| !record.is_note);
        let was = now.as_ref().map(|(_, tick, _)| *tick);
        if let Some(tick) = tick.filter(|tick| was != Some(*tick)) {
            if was == Some(wanted) {
                break;
            }
            let cycle = now.map_or(0, |(cycle, ..)| cycle + 1);
            let letters = record.tick.map(|span| record.at(span).to_owned());
            now = Some((cycle, tick, letters.unwrap_or_else(|| cycle.to_string())));
            if log.description().rows == RowMeaning::All {
                newest.clear();
            }
        }
        if record.cells.is_empty() {
            continue;
        }
        let columns = log.description().columns.len();
        let entity = record.entity.map_or("", |span| record.at(span)).to_owned();
        let values = newest.entry(entity).or_insert_with(|| vec![String::new(); columns]);
        for cell in &record.cells {
            record.at(cell.span).clone_into(&mut values[cell.column as usize]);
        }
    }
    let Some((cycle, _, tick)) = now.filter(|(_, tick, _)| *tick == wanted) else {
        let help = "`chase trace FILE` shows the first and the last tick";
        return Err(Error::new(format!("no cycle has the tick {typed}")).help(help).into());
    };
    let text = |out: &mut dyn Write| {
        let unit = log.description().tick_unit.as_deref();
        writeln!(out, "Cycle {cycle}: tick {}", tick_with_unit(&tick, unit))?;
        for (entity, values) in &newest {
            let told = told(&log, values).map(|(column, value)| {
                format!("{} {value}", with_unit(column.shown(), column.unit.as_deref()))
            });
            let told = told.collect::<Vec<_>>().join(", ");
            match entity.as_str() {
                "" => writeln!(out, "  {told}")?,
                entity => writeln!(out, "  {entity}: {told}")?,
            }
        }
        Ok(())
    };
    let entities = newest.iter().map(|(entity, values)| {
        let told = told(&log, values).map(|(column, value)| (column.shown(), value));
        (entity, told.collect::<BTreeMap<_, _>>())
    });
    let moment = object!(LogMoment {
        /// The number of the cycle, from 0.
        cycle,
        /// The tick of the cycle, as it stands in the log.
        tick: &tick,
        /// The values of all entities that are there, by entity and column, as they stand in the log.
        entities: entities.collect::<BTreeMap<_, _>>(),
    });
    Printout::default().text(text).json(&moment).print(format, out)
}

/// The columns in which an entity has a value, with that.
fn told<'a>(
    log: &'a LogReader,
    values: &'a [String],
) -> impl Iterator<Item = (&'a LogColumn, &'a String)> {
    log.description().columns.iter().zip(values).filter(|(_, value)| !value.is_empty())
}

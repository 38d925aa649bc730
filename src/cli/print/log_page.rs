//! Pages of logs of other programs, put together: the signals of one log or of two that were compared, and the page
//! that draws them.

use std::io::{self, Write};
use std::path::{Component, Path};

use crate::options::cycle_number::SpanEnd;
use crate::verb::Done;
use chase_logs::{
    LogComparison, LogReader, LogSignals, SignalSettings, SignalWords, brief, signals,
};
use chase_view::SignalPage;
use chase_world::error::Error;
use chase_world::world::World;

/// The first and the last tick of a page, as far as they are asked for.
pub(crate) type TickSpan<'a> = [Option<&'a SpanEnd>; 2];

/// The ticks of a span.
///
/// # Errors
/// An end that is no tick, or a span that ends before it begins.
fn ticks(span: TickSpan<'_>) -> Result<[Option<i128>; 2], Error> {
    let [from, to] = span.map(|end| end.and_then(SpanEnd::tick));
    match from.zip(to) {
        Some((from, to)) if from > to => Err(Error::new("--from comes after --to")),
        _ => Ok([from, to]),
    }
}

/// Writes the page of one log.
///
/// # Errors
/// A line that cannot be read; writing failed.
pub(crate) fn put_one(
    world: &World,
    log: LogReader,
    path: &Path,
    span: TickSpan<'_>,
    out: &mut dyn Write,
) -> Done {
    let [from, to] = ticks(span)?;
    let name = log.name().to_owned();
    let ending = log.ending().clone();
    let settings = SignalSettings { from, to, ..SignalSettings::default() };
    let signals = signals(vec![log], &settings)?;
    if let Some(unfinished) = ending.unfinished() {
        world.warn(&format_args!("{name}: {unfinished}"));
    }
    let words = SignalWords {
        title: last_names(path, 1),
        part: "`chase view FILE --from A --to B`".to_owned(),
        notes: Vec::new(),
    };
    let preview = "Signals of a log.";
    let head = signals.head(&words, None);
    Ok(put(&signals, &words.title, preview, &head, out)?)
}

/// Writes the page of two logs that were compared. Without `logs`, which are read once more, it has the report and no
/// signals.
///
/// # Errors
/// A line that cannot be read; writing failed.
pub(crate) fn put_pair(
    logs: Option<[LogReader; 2]>,
    [ours, theirs]: [&Path; 2],
    outcome: &LogComparison,
    settings: SignalSettings<'_>,
    span: TickSpan<'_>,
    out: &mut dyn Write,
) -> Done {
    let [from, to] = ticks(span)?;
    let settings = SignalSettings { from, to, parted: &outcome.parted, ..settings };
    let mut notes = Vec::new();
    let signals = match logs {
        Some(logs) => signals(logs.into(), &settings)?,
        None => {
            notes.push(
                "The signals are not drawn: standard input and pipes can be read only once."
                    .to_owned(),
            );
            LogSignals::none()
        }
    };
    if outcome.report.sync.is_some() {
        notes.push(
            "Both logs are drawn at their own ticks; the report says at which they were compared."
                .to_owned(),
        );
    }
    let [one, other] = names_apart(ours, theirs);
    let words = SignalWords {
        title: format!("{one} against {other}"),
        part: "`chase view OURS REF --from A --to B`".to_owned(),
        notes,
    };
    let preview = brief(&outcome.report);
    let head = signals.head(&words, Some(outcome));
    Ok(put(&signals, &words.title, &preview, &head, out)?)
}

fn put(
    signals: &LogSignals,
    title: &str,
    preview: &str,
    head: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut page = SignalPage::new(out, title, preview, head)?;
    signals.put_blocks(&mut |name, bytes| page.block(name, bytes))?;
    page.finish()
}

/// The last names of a path, so many of them.
fn last_names(path: &Path, count: usize) -> String {
    let names: Vec<_> = path
        .components()
        .filter_map(|part| match part {
            Component::Normal(name) => Some(name.to_string_lossy()),
            Component::ParentDir => Some("..".into()),
            _ => None,
        })
        .collect();
    match names.as_slice() {
        [] => path.display().to_string(),
        names => names[names.len().saturating_sub(count)..].join("/"),
    }
}

/// The names of two files, with as many folders as it takes to tell them apart.
fn names_apart(ours: &Path, theirs: &Path) -> [String; 2] {
    let most = ours.components().count().max(theirs.components().count());
    let both = |count| [ours, theirs].map(|path| last_names(path, count));
    let differ = |count: &usize| {
        let [one, other] = both(*count);
        one != other
    };
    both((1..=most).find(differ).unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::names_apart;

    #[test]
    fn a_title_has_as_many_folders_as_tell_the_files_apart() {
        let of = |one, other| names_apart(Path::new(one), Path::new(other)).join(" ");
        assert_eq!(of("/a/b/run.csv", "/a/b/ref.csv"), "run.csv ref.csv");
        assert_eq!(of("/a/b/run.csv", "/a/c/run.csv"), "b/run.csv c/run.csv");
        assert_eq!(of("/x/b/run.csv", "b/run.csv"), "x/b/run.csv b/run.csv");
        assert_eq!(of("run.csv", "../run.csv"), "run.csv ../run.csv");
        assert_eq!(of("/a/run.csv", "/a/run.csv"), "run.csv run.csv");
        assert_eq!(of("-", "/a/run.csv"), "- run.csv");
    }
}

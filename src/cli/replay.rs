//! `chase replay`: rebuilds and shows any moment of a recording, by folding its events.

use std::io::Write;
use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use super::{Failure, Verb, clap_error, open_replay, past_the_end, terminal};
use crate::engine::any::{AnyReplay, Watch};
use crate::error::Error;
use crate::store::Reader;

pub const VERB: Verb = Verb {
    name: "replay",
    command,
    run,
};

#[derive(Args)]
struct Options {
    /// A replay of either form; `-` is standard input
    file: PathBuf,
    /// One cycle: everything known about that moment
    #[arg(long, visible_aliases = ["cycle", "round", "turn", "move"], value_name = "N")]
    hour: Option<u64>,
    /// The first cycle of a span
    #[arg(long, value_name = "A", conflicts_with = "hour")]
    from: Option<u64>,
    /// The last cycle of a span
    #[arg(long, value_name = "B", conflicts_with = "hour")]
    to: Option<u64>,
    /// What happened in the cycles shown, in words
    #[arg(long)]
    events: bool,
    /// What the seat to move can do after the cycle asked for, or at the end
    #[arg(long, conflicts_with_all = ["stats", "from", "to", "events"])]
    legal: bool,
    /// Counts from the beginning to the cycle asked for, or to the end
    #[arg(long, conflicts_with_all = ["events", "from"])]
    stats: bool,
    /// How to print: for people, or one JSON object per line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

fn command() -> Command {
    let command = Command::new("replay")
        .about("Rebuild and show any moment of a recording")
        .after_help(
            "Examples:\n  \
             chase replay replays/police/S3.json\n  \
             chase replay replays/police/S3.json --hour 5 --events\n  \
             chase replay replays/police/S3.json --from 2 --to 4\n  \
             chase replay replays/police/S3.json --hour 2 --legal\n  \
             chase replay replays/police/S3.json --stats --format json",
        );
    Options::augment_args(command)
}

fn run(matches: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let options = Options::from_arg_matches(matches).map_err(clap_error)?;
    let mut reader = Reader::open(&options.file, &open_replay)?;
    reader.watch(Watch {
        events: options.events,
        tally: options.stats,
        ..Watch::default()
    });
    if let (Some(from), Some(to)) = (options.from, options.to)
        && from > to
    {
        return Err(Error::new(format!("--from {from} comes after --to {to}")).into());
    }
    if options.stats {
        stats(&mut reader, &options, out)?;
    } else if options.legal {
        legal(&mut reader, &options, out)?;
    } else if let Some(hour) = options.hour {
        one(&mut reader, hour, &options, out)?;
    } else {
        span(&mut reader, &options, out)?;
    }
    if let Some(warning) = reader.unfinished() {
        terminal::warn(&warning);
    }
    Ok(())
}

fn stats(reader: &mut Reader, options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let until = options.hour.or(options.to);
    while reader.now().last() < until.or(Some(u64::MAX)) {
        if !reader.next_cycle()? {
            break;
        }
    }
    if let Some(until) = until
        && reader.now().last() != Some(until)
    {
        return Err(past_the_end(reader.now(), until).into());
    }
    match options.format {
        Format::Json => writeln!(out, "{}", reader.now().totals_json())?,
        Format::Text => {
            let mut text = Vec::new();
            reader.now().totals_text(&mut text);
            out.write_all(&text)?;
        }
    }
    Ok(())
}

fn legal(reader: &mut Reader, options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    match options.hour {
        Some(hour) if !reader.go_to(hour)? => {
            return Err(past_the_end(reader.now(), hour).into());
        }
        Some(_) => {}
        None => while reader.next_cycle()? {},
    }
    match options.format {
        Format::Json => writeln!(out, "{}", reader.now().legal_json())?,
        Format::Text => {
            let mut text = Vec::new();
            reader.now().legal_text(&mut text);
            out.write_all(&text)?;
        }
    }
    Ok(())
}

fn one(
    reader: &mut Reader,
    hour: u64,
    options: &Options,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if !reader.go_to(hour)? {
        return Err(past_the_end(reader.now(), hour).into());
    }
    let now = reader.now();
    match options.format {
        Format::Json => json(now, options.events, out),
        Format::Text => {
            let mut text = Vec::new();
            now.moment_text(&mut text);
            if options.events {
                text.push(b'\n');
                text.extend_from_slice(now.events_text());
            }
            Ok(out.write_all(&text)?)
        }
    }
}

/// A span of cycles, or all of them with what a transcript has before and after.
fn span(reader: &mut Reader, options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let text = options.format == Format::Text;
    let mut buffer = Vec::new();
    if text && options.from.is_none() {
        reader.now().opening_text(&mut buffer);
        out.write_all(&buffer)?;
    }
    let from = options.from.unwrap_or(0);
    let mut more = match options.from {
        Some(from) => reader.go_to(from)?,
        None => reader.next_cycle()?,
    };
    if !more && from > 0 {
        return Err(past_the_end(reader.now(), from).into());
    }
    while more {
        let now = reader.now();
        if text {
            buffer.clear();
            now.cycle_text(&mut buffer);
            if options.events {
                buffer.extend_from_slice(now.events_text());
                buffer.push(b'\n');
            }
            now.ending_text(&mut buffer);
            out.write_all(&buffer)?;
        } else {
            json(now, options.events, out)?;
        }
        if options.to.is_some() && now.last() >= options.to {
            return Ok(());
        }
        more = reader.next_cycle()?;
    }
    match options.to {
        Some(to) => Err(past_the_end(reader.now(), to).into()),
        None => Ok(()),
    }
}

/// A moment as one line; with events the stored cycle stands in it.
fn json(now: &dyn AnyReplay, events: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let mut line = now.moment_json().into_bytes();
    if events && line.pop() == Some(b'}') {
        line.extend_from_slice(b",\"cycle\":");
        now.put_json(&mut line);
        line.push(b'}');
    }
    line.push(b'\n');
    Ok(out.write_all(&line)?)
}

//! `chase replay`: rebuilds and shows any moment of a recording, by folding its events.

#[cfg(feature = "tui")]
pub mod step;
mod tick;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::input::cut_off;
use crate::input::input_max::InputOptions;
use crate::input::logs::{self, LikeOption};
use crate::input::newest_recording::named_or_newest;
use crate::options::cycle_number::{CycleNumber, check_span, numbers};
use crate::options::eyes;
use crate::print::printout::{Format, TEXT_JSON, any_of};
use crate::verb::{Context, Done, PlainVerb, Verb};
use chase_engine::seat::Seats;
use chase_record::any::{DrawnHistory, Projections, RecordedHistory};
use chase_replay::opener::{opener, past_the_end};
use chase_replay::store::ReplayReader;
use chase_world::error::Error;
#[cfg(feature = "tui")]
use step::Stepped;

pub const VERB: &dyn Verb = &PlainVerb { name: "replay", run };

/// Rebuild any moment of a recording and show it
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    chase replay replays/police/S3.json\n  \
    chase replay replays/police/S3.json --hour 5 --events\n  \
    chase replay replays/police/S3.json --from 2 --to 4\n  \
    chase replay replays/police/S3.json --hour -1\n  \
    chase replay replays/police/S3.json --hour 2 --legal\n  \
    chase replay replays/police/S3.json --as D2 --hour 3\n  \
    chase replay replays/police/S3.json --stats --format json\n  \
    chase replay data/traces/mesa/golden.csv --tick 3")]
struct ReplayOptions {
    /// A recording; `-` is standard input [default: the newest recording in the current folder]
    #[arg(value_name = "FILE")]
    named: Option<PathBuf>,
    #[arg(skip)]
    file: PathBuf,
    /// With --step: a second run, a replay or a transcript, to step through the differences
    #[arg(value_name = "REF", requires = "step", conflicts_with_all = ["viewer", "knowledge"])]
    reference: Option<PathBuf>,
    /// Step through the recording at the terminal with keys; ? lists them
    #[arg(long, conflicts_with_all = ["round", "from", "to", "stats", "events", "legal", "trust", "format"])]
    step: bool,
    /// Show everything about one cycle, as in 5; -1 is the last, -2 the one before
    #[arg(long, visible_aliases = ["cycle", "rotation", "turn", "move"], value_name = "N", allow_negative_numbers = true)]
    hour: Option<CycleNumber>,
    /// Of the log of another program: show the cycle with this tick, as in 12.5
    #[arg(long, value_name = "T", conflicts_with_all = ["hour", "round", "from", "to", "step", "events", "legal", "stats", "viewer", "knowledge", "trust"], allow_negative_numbers = true)]
    tick: Option<String>,
    /// With --tick: a file that describes the log, as `chase trace FILE --describe` writes it [default: guessed]
    #[arg(long, value_name = "FILE.toml", requires = "tick")]
    like: Option<PathBuf>,
    /// Show the moment after this round's move, as in 3, in games whose cycles have several rounds
    #[arg(long, value_name = "N", conflicts_with = "hour")]
    round: Option<u64>,
    /// Show cycles from this one on, as in 2; -5 is the fifth from the end
    #[arg(long, value_name = "A", conflicts_with_all = ["hour", "round"], allow_negative_numbers = true)]
    from: Option<CycleNumber>,
    /// Show cycles up to this one, as in 4; -1 is the last
    #[arg(long, value_name = "B", conflicts_with_all = ["hour", "round"], allow_negative_numbers = true)]
    to: Option<CycleNumber>,
    /// Show what happened in these cycles, in words
    #[arg(long)]
    events: bool,
    /// List the actions allowed to the seat to move after that cycle, or at the end
    #[arg(long, conflicts_with_all = ["stats", "from", "to"])]
    legal: bool,
    /// Show counts from the beginning to that cycle, or to the end
    #[arg(long, conflicts_with_all = ["events", "from"])]
    stats: bool,
    /// Show only what these seats can see, in games with hidden information, as in detectives, D2
    /// or mr-x
    #[arg(long = "as", value_name = "WHO")]
    viewer: Option<String>,
    /// Show what follows about hidden facts after each cycle, as where Mr X can be
    #[arg(long, conflicts_with_all = ["stats", "legal"])]
    knowledge: bool,
    /// Use the nearest snapshot in a binary file unchecked. Without it the snapshot is rebuilt from
    /// the one before and compared
    #[arg(long)]
    trust: bool,
    /// Output format: for people, or one JSON object per line
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = any_of(TEXT_JSON))]
    format: Format,
    #[command(flatten)]
    input: InputOptions,
}

fn run(context: Context<'_>, mut options: ReplayOptions, out: &mut dyn Write) -> Done {
    options.input.set(context.world);
    options.file = named_or_newest(context, options.named.as_ref())?;
    cut_off::tell_of(context.world, &options.file);
    if let Some(tick) = &options.tick {
        let log = LikeOption::of(options.like.clone()).open(context, &options.file)?;
        return tick::show(log, tick, options.format, out);
    }
    if logs::is_log(context.world, &options.file)? {
        let error = Error::new("a log of another program is shown by its ticks");
        let help = "`chase replay FILE --tick T` shows one cycle, `chase view FILE` all of them";
        return Err(error.at(options.file.display()).help(help).into());
    }
    if options.step {
        return at_the_terminal(context, &options, out);
    }
    let round = options.round.map(CycleNumber::FromStart);
    let asked = [options.hour.or(round), options.from, options.to];
    let open = match (options.is_of_a_moment(), options.to) {
        (true, _) => ReplayReader::open_for_moment,
        (false, Some(_)) => ReplayReader::open_checked,
        (false, None) => ReplayReader::open,
    };
    let mut reader = open(&context.world.at(&options.file), &opener(context.games))?;
    let [moment, from, to] = numbers(context.games, &mut reader, asked)?;
    check_span([options.from, options.to], [from, to])?;
    let shown = ReplayPrintout { options: &options, moment, from, to };
    if options.trust {
        reader.trust_snapshots();
    }
    reader.project(Projections {
        events: options.events,
        tally: options.stats,
        insight: options.knowledge,
        viewer: viewer(&reader, &options)?,
        part: options.round.filter(|_| part_unit(reader.now()).is_some()),
        ..Projections::default()
    });
    if options.is_of_a_moment() {
        // Nothing is told of a file that turns out to be damaged.
        let mut told = Vec::new();
        tell(&mut reader, &shown, &mut told)?;
        reader.check_rest()?;
        out.write_all(&told)?;
    } else {
        tell(&mut reader, &shown, out)?;
    }
    if let Some(warning) = reader.unfinished().or_else(|| reader.damaged_footer()) {
        context.world.warn(&warning);
    }
    Ok(())
}

fn tell(reader: &mut ReplayReader, shown: &ReplayPrintout<'_>, out: &mut dyn Write) -> Done {
    if shown.options.stats {
        stats(reader, shown, out)
    } else if shown.options.legal {
        legal(reader, shown, out)
    } else if shown.moment.is_some() {
        one(reader, shown, out)
    } else {
        span(reader, shown, out)
    }
}

#[cfg(not(feature = "tui"))]
fn at_the_terminal(_: Context<'_>, _: &ReplayOptions, _: &mut dyn Write) -> Done {
    let what = "--step is not in this program: it was built without the feature `tui`";
    Err(Error::new(what).into())
}

#[cfg(feature = "tui")]
fn at_the_terminal(context: Context<'_>, options: &ReplayOptions, out: &mut dyn Write) -> Done {
    let files = [Some(&options.file), options.reference.as_ref()];
    let files: Vec<_> = files.into_iter().flatten().map(PathBuf::as_path).collect();
    step::check(context.world, &files)?;
    let mut reader = ReplayReader::open(&context.world.at(&options.file), &opener(context.games))?;
    let [begin] = numbers(context.games, &mut reader, [options.hour])?;
    let viewer = viewer(&reader, options)?;
    let stepped = Stepped {
        ours: &options.file,
        theirs: options.reference.as_ref(),
        begin,
        projections: Projections { insight: options.knowledge, viewer, ..Projections::default() },
    };
    step::run(context, &stepped, out)
}

/// The seats whose eyes are asked for.
fn viewer(reader: &ReplayReader, options: &ReplayOptions) -> Result<Option<Seats>, Error> {
    let game = &reader.header().game;
    if options.knowledge && !reader.now().has_insight() {
        let what = format!("{game} hides nothing that could be worked out");
        return Err(Error::new(what));
    }
    eyes::viewer(reader, options.viewer.as_deref())
}

/// The part of one recording that is shown: cycles by the numbers that they have in it.
struct ReplayPrintout<'a> {
    options: &'a ReplayOptions,
    /// The cycle or part asked for.
    moment: Option<u64>,
    /// The first cycle of a span.
    from: Option<u64>,
    /// The last cycle of a span.
    to: Option<u64>,
}

impl ReplayOptions {
    /// Returns whether one moment is asked for.
    fn is_of_a_moment(&self) -> bool {
        self.hour.is_some() || self.round.is_some()
    }

    /// Returns whether a part is asked for that is not a cycle.
    fn by_part(&self, now: &dyn RecordedHistory) -> bool {
        self.round.is_some() && part_unit(now).is_some()
    }
}

/// The unit of the parts of a cycle, in a game whose cycles have several.
fn part_unit(now: &dyn RecordedHistory) -> Option<&'static str> {
    now.parts().map(|parts| parts.unit)
}

/// The number of parts that have begun.
fn part(now: &dyn RecordedHistory) -> u64 {
    now.parts().map_or(0, |parts| parts.count)
}

/// Goes to the moment asked for, or to the end; from the beginning where the way counts.
fn go(reader: &mut ReplayReader, shown: &ReplayPrintout<'_>) -> Done {
    let options = shown.options;
    let by_part = options.by_part(reader.now());
    let Some(due) = shown.moment else {
        while reader.next_cycle()? {}
        return Ok(());
    };
    let is_there = |now: &dyn RecordedHistory| match (now.last(), by_part) {
        (None, _) => false,
        (Some(_), true) => part(now) >= due,
        (Some(last), false) => last >= due,
    };
    if by_part || options.knowledge || options.stats || options.viewer.is_some() {
        while !is_there(reader.now()) && reader.next_cycle()? {}
    } else {
        reader.go_to(due)?;
    }
    let now = reader.now();
    match part_unit(now).filter(|_| by_part) {
        Some(unit) if part(now) < due => {
            let what = format!("there is no {unit} {due}; the last is {unit} {}", part(now));
            Err(Error::new(what).into())
        }
        None if now.last() != Some(due) => Err(past_the_end(now, due).into()),
        _ => Ok(()),
    }
}

fn stats(reader: &mut ReplayReader, shown: &ReplayPrintout<'_>, out: &mut dyn Write) -> Done {
    let options = shown.options;
    match shown.to {
        Some(to) => {
            while reader.now().last() < Some(to) && reader.next_cycle()? {}
            if reader.now().last() != Some(to) {
                return Err(past_the_end(reader.now(), to).into());
            }
        }
        None => go(reader, shown)?,
    }
    // The time is that of the whole recording.
    let is_whole = shown.to.is_none() && shown.moment.is_none();
    let tail = reader.tail().filter(|_| is_whole);
    let played_ms = tail.and_then(|tail| tail.played_ms);
    let now = reader.now();
    let text = |text: &mut Vec<u8>| {
        now.totals_text(text);
        if let Some(played_ms) = played_ms {
            text.extend_from_slice(format!("people played {played_ms} ms\n").as_bytes());
        }
    };
    let json = || {
        let mut line = now.totals_json().into_bytes();
        if let Some(played_ms) = played_ms {
            add(&mut line, "played_ms", played_ms.to_string().as_bytes());
        }
        line
    };
    print(options, text, json, out)
}

/// Prints what was found: its text, or its JSON in a line.
fn print(
    options: &ReplayOptions,
    text: impl FnOnce(&mut Vec<u8>),
    json: impl FnOnce() -> Vec<u8>,
    out: &mut dyn Write,
) -> Done {
    let mut found = Vec::with_capacity(1 << 10);
    if options.format == Format::Text {
        text(&mut found);
    } else {
        found = json();
        found.push(b'\n');
    }
    Ok(out.write_all(&found)?)
}

/// Prints the legal actions, below the events where those are asked for too.
fn legal(reader: &mut ReplayReader, shown: &ReplayPrintout<'_>, out: &mut dyn Write) -> Done {
    let options = shown.options;
    go(reader, shown)?;
    let now = reader.now();
    let text = |text: &mut Vec<u8>| {
        if options.events {
            text.extend_from_slice(now.events_text());
            text.push(b'\n');
        }
        now.legal_text(text);
    };
    let json = || {
        let mut line = now.legal_json().into_bytes();
        if options.events {
            add_cycle(now, &mut line);
        }
        line
    };
    print(options, text, json, out)
}

fn one(reader: &mut ReplayReader, shown: &ReplayPrintout<'_>, out: &mut dyn Write) -> Done {
    let options = shown.options;
    go(reader, shown)?;
    let now = reader.now();
    let text = |text: &mut Vec<u8>| {
        now.moment_text(text);
        if options.events {
            text.push(b'\n');
            text.extend_from_slice(now.events_text());
        }
        if options.knowledge {
            text.push(b'\n');
            now.insight_text(text);
        }
    };
    print(options, text, || json(now, options), out)
}

/// Goes to a cycle through all before it. False when there is none.
fn walk_to(reader: &mut ReplayReader, due: u64) -> Result<bool, Error> {
    while reader.now().last() != Some(due) {
        if !reader.next_cycle()? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A span of cycles, or all of them with what a transcript has before and after.
fn span(reader: &mut ReplayReader, shown: &ReplayPrintout<'_>, out: &mut dyn Write) -> Done {
    let options = shown.options;
    if options.format == Format::Text && shown.from.is_none() {
        let mut text = Vec::new();
        reader.now().opening_text(&mut text);
        out.write_all(&text)?;
    }
    let from = shown.from.unwrap_or(0);
    let mut more = match shown.from {
        // A viewer remembers what it was told on the way, and so does who works something out.
        Some(from) if options.viewer.is_some() || options.knowledge => walk_to(reader, from)?,
        Some(from) => reader.go_to(from)?,
        None => reader.next_cycle()?,
    };
    if !more && from > 0 {
        return Err(past_the_end(reader.now(), from).into());
    }
    while more {
        let now = reader.now();
        let text = |text: &mut Vec<u8>| {
            now.cycle_text(text);
            if options.events {
                text.extend_from_slice(now.events_text());
                text.push(b'\n');
            }
            if options.knowledge {
                now.insight_text(text);
                text.push(b'\n');
            }
            now.ending_text(text);
        };
        print(options, text, || json(now, options), out)?;
        if shown.to.is_some() && now.last() >= shown.to {
            return Ok(());
        }
        more = reader.next_cycle()?;
    }
    match shown.to {
        Some(to) => Err(past_the_end(reader.now(), to).into()),
        None => Ok(()),
    }
}

/// Adds a value to a JSON object.
fn add(line: &mut Vec<u8>, name: &str, value: &[u8]) {
    if line.pop() == Some(b'}') {
        line.extend_from_slice(format!(",\"{name}\":").as_bytes());
        line.extend_from_slice(value);
        line.push(b'}');
    }
}

fn add_cycle(now: &dyn DrawnHistory, line: &mut Vec<u8>) {
    let mut cycle = Vec::new();
    now.put_shown_json(&mut cycle);
    // A moment whose game calls a cycle so has its number there.
    let name = match now.unit() {
        "cycle" => "recorded",
        _ => "cycle",
    };
    add(line, name, &cycle);
}

/// A moment as JSON; with events the stored cycle stands in it, for a viewer what it sees
/// of it; with knowledge what can be worked out.
fn json(now: &dyn DrawnHistory, options: &ReplayOptions) -> Vec<u8> {
    let mut line = now.moment_json().into_bytes();
    if options.events {
        add_cycle(now, &mut line);
    }
    if options.knowledge {
        add(&mut line, "knowledge", now.insight_json().as_bytes());
    }
    line
}

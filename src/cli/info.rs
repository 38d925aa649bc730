//! `chase info`: what a recording says about itself.

use std::io::Write;
use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;

use super::replay::Format;
use super::{Failure, Verb, clap_error, terminal};
use crate::engine::game::Outcome;
use crate::engine::replay::to_json;
use crate::engine::seal::Seal;
use crate::error::Error;
use crate::escape::in_line;
use crate::library::open_replay;
use crate::store::{Form, Reader};

pub const VERB: Verb = Verb {
    name: "info",
    command,
    run,
};

#[derive(Args)]
struct Options {
    /// A replay of either form; `-` is standard input
    file: PathBuf,
    /// How to print: for people, or as a JSON object
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

fn command() -> Command {
    let command = Command::new("info")
        .about("Tell a recording's header, length, outcome and seals")
        .after_help("Example:\n  chase info replays/police/S3.json");
    Options::augment_args(command)
}

/// What is told, in this order.
#[derive(Serialize)]
struct Info {
    form: &'static str,
    format: u32,
    game: String,
    rules: u32,
    writer: String,
    dice: &'static str,
    seed: i64,
    number: u64,
    players: Vec<String>,
    finished: bool,
    unit: &'static str,
    cycles: u64,
    turns: u64,
    events: u64,
    words_drawn: u64,
    outcome: Option<Outcome>,
    history_seal: Seal,
    file_seal: Option<Seal>,
}

fn run(matches: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let options = Options::from_arg_matches(matches).map_err(clap_error)?;
    let mut reader = Reader::open(&options.file, &open_replay)?;
    let info = gather(&mut reader)?;
    match options.format {
        Format::Json => writeln!(out, "{}", to_json(&info))?,
        Format::Text => text(&info, out)?,
    }
    if let Some(warning) = reader.unfinished() {
        terminal::warn(&warning);
    }
    Ok(())
}

/// A finished binary file says it all in its footer; others are read through.
fn gather(reader: &mut Reader) -> Result<Info, Error> {
    let said = reader
        .tail()
        .and_then(|tail| Some((tail.counts?, tail.history?)));
    let (counts, history) = match said {
        Some(said) => said,
        None => {
            while reader.next_cycle()? {}
            (reader.now().counts(), reader.now().seal())
        }
    };
    let tail = reader.tail();
    let header = reader.header();
    Ok(Info {
        form: match reader.form() {
            Form::Json => "json",
            Form::Binary => "binary",
        },
        format: header.chase,
        game: header.game.clone(),
        rules: header.rules,
        writer: header.writer.clone(),
        dice: header.dice.name(),
        seed: header.seed,
        number: header.number,
        players: header.players.clone(),
        finished: tail.is_some(),
        unit: reader.now().unit(),
        cycles: counts.cycles,
        turns: counts.entries,
        events: counts.events,
        words_drawn: counts.words,
        outcome: match &tail {
            Some(tail) => tail.outcome.clone(),
            None => reader.now().outcome(),
        },
        history_seal: history,
        file_seal: tail.map(|tail| tail.file),
    })
}

fn text(info: &Info, out: &mut dyn Write) -> std::io::Result<()> {
    let Info {
        form, format, unit, ..
    } = info;
    let outcome = match &info.outcome {
        Some(outcome) => in_line(&outcome.cause.replace('_', " ")).into_owned(),
        None => "none: the game was not over".into(),
    };
    let length = match info.cycles.checked_sub(1) {
        Some(last) => format!("{unit}s 0 to {last}"),
        None => "nothing".into(),
    };
    let file_seal = match info.file_seal {
        Some(seal) => seal.to_string(),
        None => "none: the recording is unfinished".into(),
    };
    writeln!(out, "form          {form}, format {format}")?;
    writeln!(
        out,
        "game          {}, rules {}",
        in_line(&info.game),
        info.rules
    )?;
    writeln!(out, "writer        {}", in_line(&info.writer))?;
    writeln!(out, "dice          {}, seed {}", info.dice, info.seed)?;
    if info.number > 0 {
        writeln!(out, "number        {} of its series", info.number)?;
    }
    writeln!(out, "players       {}", in_line(&info.players.join(", ")))?;
    writeln!(
        out,
        "length        {length}: {} turns, {} events, {} words drawn",
        info.turns, info.events, info.words_drawn
    )?;
    writeln!(out, "outcome       {outcome}")?;
    writeln!(out, "history seal  {}", info.history_seal)?;
    writeln!(out, "file seal     {file_seal}")
}

//! `chase info`: what a recording says about itself.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::input::cut_off;
use crate::input::input_max::InputOptions;
use crate::input::newest_recording::named_or_newest;
use crate::print::printout::{Format, Printout, TEXT_JSON, any_of};
use crate::verb::{Context, Done, PlainVerb, Verb};
use chase_engine::game::Outcome;
use chase_engine::seal::Seal;
use chase_record::replay::Origin;
use chase_replay::opener::opener;
use chase_replay::store::{ReplayForm, ReplayReader};
use chase_world::error::Error;
use chase_world::escape::in_line;

pub const VERB: &dyn Verb = &PlainVerb { name: "info", run };

/// Show a recording's header, length, outcome and seals
#[derive(Args)]
#[command(after_help = "Example:\n  chase info replays/police/S3.json")]
struct InfoOptions {
    /// A recording; `-` is standard input [default: the newest recording in the current folder]
    #[arg(value_name = "FILE")]
    named: Option<PathBuf>,
    /// Output format: for people, or one JSON object
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = any_of(TEXT_JSON))]
    format: Format,
    #[command(flatten)]
    input: InputOptions,
}

/// The facts that are printed, in this order.
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
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<Origin>,
    #[serde(skip_serializing_if = "Option::is_none")]
    played_ms: Option<u64>,
    finished: bool,
    unit: &'static str,
    cycles: u64,
    /// The counts of the cycles: recounted, or those that the footer claims.
    #[serde(flatten)]
    counted: CycleSource,
    checked: InfoCheck,
    #[serde(skip)]
    has_bad_footer: bool,
}

/// The source of the facts about the cycles.
#[derive(Serialize)]
#[serde(untagged)]
enum CycleSource {
    /// They were folded.
    Here(Numbers),
    /// The footer says it, and nobody looked.
    Claimed { claims: Numbers },
}

impl CycleSource {
    fn numbers(&self) -> &Numbers {
        match self {
            CycleSource::Here(numbers) | CycleSource::Claimed { claims: numbers } => numbers,
        }
    }
}

/// The facts about the cycles besides their number.
#[derive(Serialize)]
struct Numbers {
    turns: u64,
    events: u64,
    words_drawn: u64,
    outcome: Option<Outcome>,
    history_seal: Seal,
    file_seal: Option<Seal>,
}

/// The depth of the check that was made before anything was printed.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum InfoCheck {
    /// The header by its hash, the footer by its checksum, the index and the number of cycles by the
    /// heads of the frames. The cycles were not read: what the footer says of them are claims.
    Heads,
    /// Every cycle was folded, and the seals are theirs.
    Cycles,
}

fn run(context: Context<'_>, options: InfoOptions, out: &mut dyn Write) -> Done {
    options.input.set(context.world);
    let file = named_or_newest(context, options.named.as_ref())?;
    cut_off::tell_of(context.world, &file);
    let mut reader = ReplayReader::open(&context.world.at(&file), &opener(context.games))?;
    let (info, damage) = gather(&mut reader)?;
    Printout::default().text(|out| text(&info, out)).json(&info).print(options.format, out)?;
    if let Some(warning) = reader.unfinished() {
        context.world.warn(&warning);
    }
    damage.map_or(Ok(()), |error| Err(error.into()))
}

/// A finished binary file says it all in its footer; others are read through. So is one whose
/// footer or index is damaged: what its frames hold is told, and the damage beside it.
fn gather(reader: &mut ReplayReader) -> Result<(Info, Option<Error>), Error> {
    let said = reader.tail().and_then(|tail| Some((tail.counts?, tail.history?)));
    let mut damage = said.and_then(|_| reader.check_index().err());
    let said = said.filter(|_| damage.is_none());
    let (counts, history) = match said {
        Some(said) => said,
        None => {
            if let Err(error) = read_through(reader) {
                if damage.is_none() && reader.damaged_footer().is_none() {
                    return Err(error);
                }
                damage.get_or_insert(error);
            }
            (reader.now().counts(), reader.now().seal())
        }
    };
    let tail = reader.tail();
    let header = reader.header();
    let numbers = Numbers {
        turns: counts.entries,
        events: counts.events,
        words_drawn: counts.words,
        outcome: match &tail {
            Some(tail) => tail.outcome.clone(),
            None => reader.now().outcome(),
        },
        history_seal: history,
        file_seal: tail.as_ref().map(|tail| tail.file),
    };
    let info = Info {
        form: match reader.form() {
            ReplayForm::Json => "json",
            ReplayForm::Binary => "binary",
            ReplayForm::Journal => "journal",
        },
        format: header.chase,
        game: header.game.clone(),
        rules: header.rules,
        writer: header.writer.clone(),
        dice: header.dice.name(),
        seed: header.seed,
        number: header.number,
        players: header.players.clone(),
        origin: header.origin.clone(),
        played_ms: reader.played_ms(),
        finished: tail.is_some(),
        unit: reader.now().unit(),
        cycles: counts.cycles,
        counted: match said {
            Some(_) => CycleSource::Claimed { claims: numbers },
            None => CycleSource::Here(numbers),
        },
        checked: said.map_or(InfoCheck::Cycles, |_| InfoCheck::Heads),
        has_bad_footer: tail.is_none() && damage.is_some(),
    };
    Ok((info, damage))
}

fn read_through(reader: &mut ReplayReader) -> Result<(), Error> {
    while reader.next_cycle()? {}
    Ok(())
}

fn text(info: &Info, out: &mut dyn Write) -> std::io::Result<()> {
    let Info { form, format, unit, .. } = info;
    let numbers = info.counted.numbers();
    let outcome = match &numbers.outcome {
        Some(outcome) => in_line(&outcome.cause.replace('_', " ")).into_owned(),
        None => "none: the game was not over".into(),
    };
    let length = match info.cycles.checked_sub(1) {
        Some(last) => format!("{unit}s 0 to {last}"),
        None => "nothing".into(),
    };
    let file_seal = match numbers.file_seal {
        Some(seal) => seal.to_string(),
        None if info.has_bad_footer => "none: the footer is damaged".into(),
        None => "none: the recording is unfinished".into(),
    };
    let checked = match info.checked {
        InfoCheck::Heads => {
            format!(
                "; header, footer and index are checked; only `chase verify` checks the {unit}s"
            )
        }
        InfoCheck::Cycles => String::new(),
    };
    writeln!(out, "form          {form}, format {format}{checked}")?;
    writeln!(out, "game          {}, rules {}", in_line(&info.game), info.rules)?;
    writeln!(out, "writer        {}", in_line(&info.writer))?;
    writeln!(out, "dice          {}, seed {}", info.dice, info.seed)?;
    if info.number > 0 {
        writeln!(out, "number        {} within the seed", info.number)?;
    }
    writeln!(out, "players       {}", in_line(&info.players.join(", ")))?;
    provenance(info, out)?;
    let counts = format!(
        "{} turns, {} events, {} random words drawn",
        numbers.turns, numbers.events, numbers.words_drawn
    );
    match info.counted {
        CycleSource::Here(_) => writeln!(out, "length        {length}: {counts}")?,
        CycleSource::Claimed { .. } => {
            writeln!(out, "length        {length}")?;
            writeln!(
                out,
                "claims        {counts}; `chase verify` recounts them, the outcome and the seals"
            )?;
        }
    }
    writeln!(out, "outcome       {outcome}")?;
    writeln!(out, "history seal  {}", numbers.history_seal)?;
    writeln!(out, "file seal     {file_seal}")
}

/// Where it comes from and how long people played, as far as that is known.
fn provenance(info: &Info, out: &mut dyn Write) -> std::io::Result<()> {
    if let Some(Origin::Continued { seal, cycle }) = &info.origin {
        writeln!(out, "goes on from  {} {cycle}, seal {seal}", info.unit)?;
    }
    if let Some(played_ms) = info.played_ms {
        writeln!(out, "people played {played_ms} ms")?;
    }
    Ok(())
}

//! `chase convert`: one form into the other, without loss.

use std::io::{Seek as _, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::input::cut_off;
use crate::input::input_max::InputOptions;
use crate::verb::{Context, Done, PlainVerb, Verb};
use chase_outside::process::{check_going, stop_all};
use chase_play::Games;
use chase_record::any::RecordingSink;
use chase_record::replay::Header;
use chase_replay::opener::opener;
use chase_replay::store::{
    JsonStream, Overwrite, ReplayForm, ReplayReader, ReplayWriter, WriteOutcome, open_replay_file,
};
use chase_world::error::{Error, IoAt};
use chase_world::world::File;

pub const VERB: &dyn Verb = &PlainVerb { name: "convert", run };

/// Convert a replay between JSON and binary
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    chase convert long.chase long.json\n  \
    chase convert replays/police/S3.json S3.chase\n  \
    chase convert long.chase - | jq '.cycles[5]'")]
struct ConvertOptions {
    /// A replay of either form; `-` is standard input
    from: PathBuf,
    /// Where it goes: binary for FILE.chase, else JSON; `-` is standard output
    to: PathBuf,
    /// Replace a file that exists and differs
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    input: InputOptions,
}

fn run(context: Context<'_>, options: ConvertOptions, out: &mut dyn Write) -> Done {
    options.input.set(context.world);
    // Else Ctrl-C ends this process, and leaves the new file behind in part.
    context.world.caller().when_interrupted(stop_all);
    cut_off::tell_of(context.world, &options.from);
    let file = open_replay_file(&context.world.at(&options.from))?;
    let whole = examine(reader(context.games, &options, &file)?)?;
    let mut reader = reader(context.games, &options, &file)?;
    if options.to == Path::new("-") {
        to_standard_output(&mut reader, &whole, out)
    } else {
        to_file(context, &mut reader, &whole, &options, out)
    }
}

/// A whole recording, as the new file is to have it.
struct Original {
    header: Header,
    cycles: u64,
    played_ms: Option<u64>,
}

/// The file from its beginning.
fn reader(games: Games, options: &ConvertOptions, file: &File) -> Result<ReplayReader, Error> {
    let name = options.from.display().to_string();
    let mut file = file.try_clone().io_at(&name, "read")?;
    file.rewind().io_at(&name, "read")?;
    ReplayReader::from_file(name, file, &opener(games))
}

/// Fails once the command was interrupted: the new file is written whole or not at all.
fn check_uninterrupted() -> Result<(), Error> {
    check_going().map_err(|_| Error::new("interrupted; nothing was written"))
}

/// Reads a recording to its end.
///
/// # Errors
/// It is damaged or unfinished.
fn examine(mut reader: ReplayReader) -> Result<Original, Error> {
    let mut cycles = 0;
    while reader.next_cycle()? {
        check_uninterrupted()?;
        cycles += 1;
    }
    // Of a game that was cut off all that was played is there.
    if reader.form() != ReplayForm::Journal && reader.unfinished().is_some() {
        return Err(unfinished(&reader));
    }
    Ok(Original { header: reader.header().clone(), cycles, played_ms: reader.played_ms() })
}

fn unfinished(reader: &ReplayReader) -> Error {
    let what = match reader.now().last() {
        Some(last) => format!("it ends after {} {last}", reader.now().unit()),
        None => "nothing was recorded yet".into(),
    };
    Error::new(format!("an unfinished recording; {what}")).at(reader.name())
}

fn to_standard_output(reader: &mut ReplayReader, whole: &Original, out: &mut dyn Write) -> Done {
    let mut stream = JsonStream::new(&mut *out, &whole.header)?;
    for _ in 0..whole.cycles {
        check_uninterrupted()?;
        reader.next_cycle()?;
        stream.cycle(reader.now())?;
    }
    stream.finish_played(reader.now(), whole.played_ms)?;
    Ok(())
}

fn to_file(
    context: Context<'_>,
    reader: &mut ReplayReader,
    whole: &Original,
    options: &ConvertOptions,
    out: &mut dyn Write,
) -> Done {
    let overwrite = Overwrite::by(options.force);
    let (to, header) = (&options.to, &whole.header);
    let mut recorder = ReplayWriter::create_whole(
        &context.world.at(to),
        header,
        overwrite,
        &opener(context.games),
    )?;
    for _ in 0..whole.cycles {
        check_uninterrupted()?;
        reader.next_cycle()?;
        recorder.cycle(reader.now()).io_at(options.to.display(), "write")?;
    }
    recorder.set_played_ms(whole.played_ms);
    let written = recorder.finish(reader.now(), &opener(context.games))?;
    let to = options.to.display();
    match written {
        WriteOutcome::Same => writeln!(out, "{to} already has this content")?,
        WriteOutcome::New | WriteOutcome::Replaced => writeln!(out, "wrote {to}")?,
    }
    Ok(())
}

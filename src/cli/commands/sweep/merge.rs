//! `chase sweep merge`: the parts of a sweep, played elsewhere, put together.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::commands::sweep::plan::warn_of_luck;
use crate::commands::sweep::show;
use crate::verb::{Context, Done, PlainVerb, Verb};
use chase_sweep::{Folder, check_kept, is_folder, merge_games};
use chase_world::error::Error;

pub const VERB: &dyn Verb = &PlainVerb { name: "merge", run };

/// Put the parts of a sweep together: in any order, each game once, none missing
#[derive(Args)]
#[command(after_help = "Example:\n  chase sweep merge run shard-0 shard-1 shard-2")]
struct SweepMergeOptions {
    /// New folder for the whole sweep
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Folders of the parts
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,
}

fn run(context: Context<'_>, options: SweepMergeOptions, out: &mut dyn Write) -> Done {
    let (first, others) = options.parts.split_first().expect("clap asks for one");
    let first = Folder::read(&context.world.at(first))?;
    let others = others.iter().map(|path| first.read_part(&context.world.at(path)));
    let others = others.collect::<Result<Vec<_>, _>>()?;
    let parts: Vec<_> = std::iter::once(first).chain(others).collect();
    let spec = parts[0].spec().clone();
    let game = context.games.find(&spec.game)?;
    let mut all = chase_sweep::Coverage::new(&spec);
    for (part, path) in parts.iter().zip(&options.parts) {
        let place = |error: Error| error.at(path.display());
        let mut repeated = 0;
        for piece in part.coverage.compact(&spec) {
            repeated += u64::from(!all.add(piece).map_err(place)?);
        }
        if repeated > 0 {
            context.world.note(&format_args!(
                "{}: some games are in an earlier part too, with the same results; counted once",
                path.display()
            ));
        }
    }
    let gaps: Vec<_> = (0..spec.cells.len())
        .filter(|cell| !all.counted(*cell, &spec).1)
        .flat_map(|cell| all.missing(cell, 0..spec.games).into_iter().map(move |it| (cell, it)))
        .collect();
    if let Some((cell, gap)) = gaps.first() {
        let (first, last) = (gap.start, gap.end - 1);
        let more = match gaps.len() - 1 {
            0 => String::new(),
            1 => ", and 1 more gap".to_owned(),
            more => format!(", and {more} more gaps"),
        };
        let what = format!("games {first} to {last} of cell {cell} are missing{more}");
        return Err(Error::new(what)
            .help("play the parts that are not there, and merge all")
            .into());
    }
    check_kept(&parts)?;
    if is_folder(&context.world.at(&options.folder)) {
        let error = Error::new("there is a sweep in this folder").at(options.folder.display());
        return Err(error
            .help("name a new folder for the whole sweep; the parts come after it")
            .into());
    }
    warn_of_luck(context.world, &spec);
    let mut whole = Folder::begin(&context.world.at(&options.folder), spec)?;
    for piece in all.compact(whole.spec()) {
        whole.add(piece)?;
    }
    whole.rewrite()?;
    merge_games(&whole, &parts)?;
    show::write_tables(&whole, game)?;
    show::text(&whole, game, out)?;
    Ok(show::kept(context.world, &whole, out)?)
}

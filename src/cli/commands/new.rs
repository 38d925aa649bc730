//! `chase new`: makes a scenario.

use std::io::{self, Write};

use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::options::setup::{named_game, with_games};
use crate::print::usage::clap_error;
use crate::program;
use crate::verb::{Context, Done, GamesVerb, Verb};
use chase_play::Games;
use chase_play::commands::Purpose;
use chase_world::error::Error;
use chase_world::world::WorldPath;

pub const VERB: &dyn Verb = &GamesVerb { name: "new", command, run };

#[derive(Args)]
struct NewOptions {
    /// Replace files that exist
    #[arg(long, global = true)]
    force: bool,
}

fn command(games: Games) -> Command {
    let command = Command::new("new").about("Make a scenario: map, board, pieces").after_help(
        "Examples:\n  \
             chase new police --cities 20 --roads 40 --informants 3 --seed 1 -o town\n  \
             chase new police --cities 1000 --roads 3000 --informants 10% --two-coloured",
    );
    let of_games = games.all().iter().map(|game| {
        let example = format!("chase new {} {}", game.name(), game.example(Purpose::New));
        game.args(Purpose::New, Command::new(game.name()))
            .about(game.about())
            .after_help(format!("Example:\n  {example}"))
    });
    NewOptions::augment_args(with_games(command, of_games))
}

fn run(context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done {
    let (game, matches) = named_game(context.games, matches)?;
    let options = NewOptions::from_arg_matches(matches).map_err(clap_error)?;
    let made = game.new_files(context.world, matches)?;
    for (path, text) in &made.files {
        let folder = context.world.at(path).folder();
        if !folder.is_folder() {
            let error = Error::new("no folder of this name").at(folder.display());
            return Err(error.help("create it first, or write elsewhere with -o").into());
        }
        write(&context.world.at(path), text, options.force)?;
    }
    if let Some(seed) = made.seed_drawn {
        context.world.note_drawn(seed, "make the same again");
    }
    writeln!(out, "{}", made.about)?;
    for (path, _) in &made.files {
        writeln!(out, "wrote {}", path.display())?;
    }
    writeln!(out, "try next:\n  {}", program::named(context.world.name(), &made.next))?;
    Ok(())
}

/// Writes a file that must not be there, unless with the very same content.
fn write(path: &WorldPath, text: &str, force: bool) -> Result<(), Error> {
    let failed = |error: &io::Error| Error::io(path.display(), "write", error);
    match if force { path.create() } else { path.create_new() } {
        Ok(mut file) => file.write_all(text.as_bytes()).map_err(|e| failed(&e)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            if path.read().is_ok_and(|there| there == text.as_bytes()) {
                return Ok(());
            }
            Err(Error::new("there is another file of this name already")
                .at(path.display())
                .help("choose another name with -o NAME, or replace it with --force"))
        }
        Err(error) => Err(failed(&error)),
    }
}

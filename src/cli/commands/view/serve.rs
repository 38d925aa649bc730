//! `chase view --serve`: a recording of any length, or a folder of them, through a server that only this
//! machine reaches.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::channel;

use clap::Args;

use super::shelf::FileShelf;
use super::{ViewOptions, Viewed};
use crate::input::files_in_folder::files_of;
use crate::print::terminal;
use crate::verb::{Context, Done};
use chase_replay::store::glance;
use chase_view::served_page;
use chase_web::replays::{Catalogue, CatalogueEntry, Replays, routes};
use chase_web::{Keys, Server, ShownKey};
use chase_world::error::Error;

#[derive(Args, Clone)]
pub struct ServeOptions {
    /// Serve the page of FILE, or of all replays in a folder, to this machine only: for long
    /// recordings, to compare two, or to play on from a moment (docs/view.md)
    #[arg(long, conflicts_with_all = ["theirs", "output", "svg", "from", "to", "embed"])]
    pub serve: bool,
    /// With --serve: port of the server on 127.0.0.1, as in 8080 [default: any free port]
    #[arg(long, value_name = "N", requires = "serve")]
    port: Option<u16>,
}

/// Serves until Ctrl-C.
pub fn serve(context: Context<'_>, options: &ViewOptions, out: &mut dyn Write) -> Done {
    let (catalogue, shelf) = match context.world.at(&options.file).is_folder() {
        true => folder(context, options)?,
        false => one(context, options)?,
    };
    let server = Server::bind(options.serving.port)?;
    let keys = Keys::drawn(1);
    let address = server.address(keys.key(ShownKey(0)));
    let (page, policy) = served_page();
    let replays = Replays::new(catalogue, Arc::clone(&shelf) as _);
    let (interrupt, interrupted) = channel();
    context.world.caller().when_interrupted(move || {
        // Whoever waits no more has ended already.
        let _ = interrupt.send(());
    });
    let running = server.start(keys, page, &policy, routes(&replays))?;
    drop(replays);
    let what = options.file.display();
    writeln!(out, "{what} is shown at  {address}\nCtrl-C ends it")?;
    out.flush()?;
    if !options.no_open {
        terminal::open_browser(context.world, &address);
    }
    // An end without a signal has no other way to come.
    let _ = interrupted.recv();
    drop(running);
    shelf.close();
    Ok(())
}

type ServedCatalogue = (Arc<Catalogue>, Arc<FileShelf>);

/// A single recording.
fn one(context: Context<'_>, options: &ViewOptions) -> Result<ServedCatalogue, Error> {
    if options.file == Path::new("-") {
        let error = Error::new("the server reads the file again and again");
        return Err(error.help("give a file instead of standard input"));
    }
    let viewed = Viewed::of(context, options);
    // What cannot be shown is told here, where somebody reads it.
    let shown = viewed.open(&options.file)?;
    let catalogue = Catalogue::of("", 1, false);
    catalogue
        .add(CatalogueEntry { game: shown.header().game.clone(), ..CatalogueEntry::default() });
    let shelf = FileShelf::new(viewed);
    shelf.add(options.file.clone());
    Ok((Arc::new(catalogue), Arc::new(shelf)))
}

/// All replays of a folder. They are looked at on a thread of its own, one after another.
fn folder(context: Context<'_>, options: &ViewOptions) -> Result<ServedCatalogue, Error> {
    let is_for_one = [options.viewer.is_some(), options.places.is_some()];
    if is_for_one.contains(&true) {
        let error = Error::new("--as and --places are for one recording");
        return Err(error.at(options.file.display()).help("name a file of the folder"));
    }
    let files = files_of(context.world, &options.file, &["json", "chase"])?;
    let about = format!("Replays in {}", options.file.display());
    let catalogue = Arc::new(Catalogue::of(&about, files.len(), true));
    let shelf = Arc::new(FileShelf::new(Viewed::of(context, options)));
    let (list, books, root) =
        (Arc::downgrade(&catalogue), Arc::downgrade(&shelf), options.file.clone());
    let (world, games) = (context.world.clone(), context.games);
    std::thread::spawn(move || {
        for file in files {
            let (Some(list), Some(books)) = (list.upgrade(), books.upgrade()) else {
                return;
            };
            match entry(Context { games, world: &world }, &file, &root) {
                Some(entry) => {
                    books.add(file);
                    list.add(entry);
                }
                None => list.leave_out(),
            }
        }
    });
    Ok((catalogue, shelf))
}

/// A line of the catalogue; nothing for a file that is no replay.
fn entry(context: Context<'_>, file: &Path, root: &Path) -> Option<CatalogueEntry> {
    let name = file.strip_prefix(root).unwrap_or(file).display().to_string();
    let seen = match glance(&context.world.at(file)) {
        Ok(seen) => seen?,
        Err(error) => {
            let trouble = error.to_string().lines().next().unwrap_or_default().to_owned();
            return Some(CatalogueEntry { name, trouble, ..CatalogueEntry::default() });
        }
    };
    let unit = context.games.find(&seen.header.game).map_or("cycle", |game| game.unit());
    let result = seen.outcome.map(|outcome| {
        let points: Vec<_> = outcome.points.iter().map(ToString::to_string).collect();
        format!("{} ({})", outcome.cause.replace('_', " "), points.join(":"))
    });
    Some(CatalogueEntry {
        name,
        game: seen.header.game,
        unit: unit.to_owned(),
        players: seen.header.players,
        result: result.unwrap_or_default(),
        last: seen.cycles.and_then(|cycles| cycles.checked_sub(1)),
        trouble: String::new(),
    })
}

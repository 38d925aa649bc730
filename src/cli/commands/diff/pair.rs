//! Two compared traces as a page: what `view OURS REF` and `diff --html` write.

use std::io::Write;
use std::path::Path;

use crate::commands::analyse::on_page;
use crate::commands::diff::DiffOptions;
use crate::options::setup::setup_from;
use crate::print::page_file::{BYTES_MAX, limited, to_file};
use crate::verb::{Context, Done};
use chase_play::{CommandLine, Games};
use chase_record::any::DrawnHistory;
use chase_replay::diff::Report;
use chase_replay::opener::opener;
use chase_replay::store::{Content, Overwrite, TraceSource, contents, unopened};
use chase_view::{PageAnalysis, TracePair};
use chase_world::error::Error;
use chase_world::world::{FileKind, World, WorldPath};

/// Two traces that were compared.
pub(crate) struct Compared<'a> {
    /// The games of the program.
    pub games: Games,
    /// The traces and what was asked of them; where they are analysed for the page, both are recordings.
    pub options: &'a DiffOptions,
    pub game: &'static dyn CommandLine,
    pub report: &'a Report,
}

impl Compared<'_> {
    /// Writes the page into a file, and says so beside what is printed.
    pub fn write_file(&self, world: &World, path: &Path, overwrite: Overwrite) -> Done {
        to_file(world, path, overwrite, &|file| {
            limited(&self.options.ours, file, BYTES_MAX, &|page| {
                self.write(world, page, (None, None))
            })
        })?;
        world.note(&format_args!("wrote {}", path.display()));
        Ok(())
    }

    /// Writes the page, from a cycle to a cycle where these are given.
    pub fn write(&self, world: &World, out: impl Write, span: (Option<u64>, Option<u64>)) -> Done {
        let analyses = match self.options.analyse {
            true => Some(self.analyses(world, span)?),
            false => None,
        };
        let (ours, theirs) = (
            self.reopened(world, &self.options.ours)?,
            self.reopened(world, &self.options.theirs)?,
        );
        let board = self.board(world, &ours, &theirs)?;
        let pair = TracePair {
            game: self.game,
            report: self.report,
            sides: (
                TraceSource::new(&self.options.ours, ours, self.game),
                TraceSource::new(&self.options.theirs, theirs, self.game),
            ),
            board: board.as_deref(),
            span,
            before: "",
            analyses,
        };
        pair.write(out)
    }

    /// What each side could expect in the cycles of the page.
    fn analyses(
        &self,
        world: &World,
        span: (Option<u64>, Option<u64>),
    ) -> Result<[PageAnalysis; 2], Error> {
        let firsts = [self.report.ours.first, self.report.theirs.first];
        let from = firsts.into_iter().flatten().min().unwrap_or(0).max(span.0.unwrap_or(0));
        let context = Context { games: self.games, world };
        let of = |path: &Path| on_page(context, path, from, span.1.unwrap_or(u64::MAX));
        Ok([of(&self.options.ours)?, of(&self.options.theirs)?])
    }

    /// A side from its beginning: what was compared is read to its end.
    fn reopened(&self, world: &World, path: &Path) -> Result<Content, Error> {
        contents(&world.at(path), &opener(self.games))
    }

    /// The game of the scenario that is given, or of the one that a side names.
    fn board(
        &self,
        world: &World,
        ours: &Content,
        theirs: &Content,
    ) -> Result<Option<Box<dyn DrawnHistory>>, Error> {
        let game = self.game;
        let named = [theirs, ours].into_iter().find_map(|side| match side {
            Content::Replay(reader) => Some(reader.header().clone()),
            Content::Text(..) => None,
        });
        let given = self
            .options
            .scenario
            .as_deref()
            .map(|words| setup_from(world, game, words))
            .transpose()?;
        let Some(mut header) = given.map(|setup| setup.header).or(named) else {
            return Ok(None);
        };
        let opened = game.open(&mut header);
        Ok(Some(opened.map_err(|why| unopened(game.name(), &why))?))
    }
}

/// Returns true if a path is standard input or a pipe with a name, which nobody reads twice.
pub(crate) fn is_read_once(path: &WorldPath) -> bool {
    path.is_input() || path.metadata().is_ok_and(|it| it.kind == FileKind::Stream)
}

/// Refuses what cannot be read twice.
pub(crate) fn check_files(world: &World, ours: &Path, theirs: &Path) -> Result<(), Error> {
    match [ours, theirs].into_iter().any(|it| is_read_once(&world.at(it))) {
        false => Ok(()),
        true => Err(Error::new("a page of two sides reads each of them twice")
            .help("give a file instead of standard input or a pipe")),
    }
}

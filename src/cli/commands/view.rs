//! `chase view`: a recording as one page for a browser, or one moment of it as a drawing.

mod log;
mod positions_file;
#[cfg(feature = "web")]
mod serve;
#[cfg(feature = "web")]
mod shelf;
#[cfg(feature = "web")]
mod try_here;

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::analyse::on_page;
use super::diff;
use crate::commands::view::positions_file::put_places;
use crate::input::cut_off;
use crate::input::input_max::InputOptions;
use crate::input::logs::LikeOption;
use crate::input::newest_recording::named_or_newest;
use crate::options::cycle_number::{CycleNumber, SpanEnd, check_span, number};
use crate::options::eyes::viewer;
use crate::print::page_file::{BYTES_MAX, into_file, limited, temporary, to_file};
use crate::print::terminal;
use crate::print::usage::IN_PLACE_OF_PIXELS;
use crate::verb::{Context, Done, PlainVerb, Verb, options_of};
use chase_kit::picture::{Scene, Stage};
#[cfg(feature = "web")]
use chase_play::Games;
use chase_record::any::Projections;
use chase_replay::opener::{opener, past_the_end};
use chase_replay::store::{Overwrite, ReplayReader};
#[cfg(feature = "web")]
use chase_view::ServedReplay;
use chase_view::{About, PageWriter, Windows, moment};
use chase_world::error::Error;
use chase_world::world::World;

pub const VERB: &dyn Verb = &PlainVerb { name: "view", run };

/// Show a recording as a page in the browser
#[derive(Args, Clone)]
#[command(after_help = "Examples:\n  \
    chase view replays/police/S3.json\n  \
    chase view replays/police/S3.json -o page.html\n  \
    chase view replays/fishing/few_floes.json --analyse -o page.html\n  \
    chase view replays/police/S3.json --embed -o frame.html\n  \
    chase view ours.txt replays/police/S3.json -o page.html\n  \
    chase view replays/scotland-yard/escaped.json --as detectives -o page.html\n  \
    chase view replays/police/S3.json --svg --hour 3 -o moment.svg")]
struct ViewOptions {
    /// A recording, or the log of another program; with a REF also a transcript; `-` is standard
    /// input [default: the newest recording in the current folder]
    #[arg(value_name = "FILE")]
    named: Option<PathBuf>,
    #[arg(skip)]
    file: PathBuf,
    /// The reference, to compare FILE with it on one page: for a game a replay or a transcript of the
    /// same game, for a log another log
    #[arg(value_name = "REF", conflicts_with_all = ["viewer", "svg", "places"])]
    theirs: Option<PathBuf>,
    /// For the log of another program: a file that describes it [default: guessed]
    #[arg(long, value_name = "FILE.toml", conflicts_with = "svg")]
    like: Option<PathBuf>,
    /// With a REF: scenario and seed, as for `diff`, so that transcripts get a board and
    /// explanations
    #[arg(long, num_args = 1..=4, value_name = "WORDS", allow_negative_numbers = true, requires = "theirs")]
    scenario: Option<Vec<String>>,
    /// With a REF: game of a transcript that does not name it, one of those that `games` lists
    #[arg(long, value_name = "GAME", requires = "theirs")]
    game: Option<String>,
    /// Write the page to this file, as in `-o game.html`; `-` is standard output. Without it a
    /// temporary page opens in the browser
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the file of -o if it exists
    #[arg(long, requires = "output")]
    force: bool,
    /// First cycle of the page, as in 10; -5 is the fifth from the end. For logs the first tick
    #[arg(long, value_name = "A", allow_negative_numbers = true)]
    from: Option<SpanEnd>,
    /// Last cycle of the page, as in 20; -1 is the last of the recording. For logs the last tick
    #[arg(long, value_name = "B", allow_negative_numbers = true)]
    to: Option<SpanEnd>,
    /// Show only what these seats can see, in games with hidden information, as in detectives, D2
    /// or mr-x
    #[arg(long = "as", value_name = "WHO")]
    viewer: Option<String>,
    /// Analyse the recording as `chase analyse` does: each side's expected share of a win over time stands
    /// under the board, with marks at choices that lose; with a REF, of both recordings
    #[arg(long, conflicts_with_all = ["viewer", "svg"])]
    analyse: bool,
    /// Write a small page for a frame of another page: the board, who plays and the controls
    #[arg(long, conflicts_with_all = ["theirs", "svg"])]
    embed: bool,
    /// File with the positions of cities or stations on the map, a line `ID X Y` for each
    #[arg(long, value_name = "FILE")]
    places: Option<PathBuf>,
    /// Draw one moment of a game as SVG, to standard output or the file of -o
    #[arg(long, conflicts_with_all = ["from", "to", "theirs", "no_open"])]
    svg: bool,
    /// With --svg: the cycle to draw, as in 5; -1 is the last, -2 the one before [default: -1]
    #[arg(long, visible_aliases = ["cycle", "rotation", "turn", "move"], value_name = "N",
          requires = "svg", conflicts_with_all = ["from", "to"], allow_negative_numbers = true)]
    hour: Option<CycleNumber>,
    /// Print where the page is, and open no browser
    #[arg(long, conflicts_with = "output")]
    no_open: bool,
    #[command(flatten)]
    input: InputOptions,
    #[cfg(feature = "web")]
    #[command(flatten)]
    serving: serve::ServeOptions,
}

/// Writes the page of a replay into a file, in place of one that is there.
pub(crate) fn write_page(context: Context<'_>, replay: &Path, page: &Path) -> Done {
    let options = ViewOptions {
        file: replay.to_owned(),
        output: Some(page.to_owned()),
        force: true,
        ..options_of("view", [""; 0]).expect("no option is required")
    };
    make_file(context, &options, page, &mut io::sink())
}

fn run(context: Context<'_>, mut options: ViewOptions, out: &mut dyn Write) -> Done {
    options.input.set(context.world);
    options.file = named_or_newest(context, options.named.as_ref())?;
    cut_off::tell_of(context.world, &options.file);
    options.theirs.iter().for_each(|it| cut_off::tell_of(context.world, it));
    #[cfg(feature = "web")]
    if options.serving.serve {
        return serve::serve(context, &options, out);
    }
    if let Some(path) = &options.output {
        check_name(options.svg, path)?;
    }
    match &options.output {
        Some(path) if path.as_os_str() != "-" => make_file(context, &options, path, out),
        None if !options.svg => to_browser(context, &options, out),
        Some(_) | None => make(context, &options, out),
    }
}

/// Refuses a file whose name promises a picture of another kind.
fn check_name(is_svg: bool, output: &Path) -> Result<(), Error> {
    let ending = output.extension().and_then(OsStr::to_str).unwrap_or_default();
    let (what, help) = match ending.to_ascii_lowercase().as_str() {
        "svg" if !is_svg => {
            ("a name that ends in .svg is for --svg", "add --svg, or choose another name")
        }
        "png" | "gif" => ("chase makes no PNG and no GIF", IN_PLACE_OF_PIXELS),
        _ => return Ok(()),
    };
    Err(Error::new(what).at(output.display()).help(help))
}

fn make_file(
    context: Context<'_>,
    options: &ViewOptions,
    path: &Path,
    out: &mut dyn Write,
) -> Done {
    to_file(context.world, path, Overwrite::by(options.force), &|file| {
        make(context, options, file)
    })?;
    writeln!(out, "wrote {}", path.display())?;
    Ok(())
}

fn to_browser(context: Context<'_>, options: &ViewOptions, out: &mut dyn Write) -> Done {
    if !terminal::is_a_screen(context.world) && !options.no_open {
        let what = "no terminal, so no browser was opened";
        return Err(Error::new(what).help("save the page with -o FILE").into());
    }
    let (file, path) = temporary()?;
    into_file(file, "a temporary file", &|file| make(context, options, file)).inspect_err(
        |_| {
            // What is half written is of no use to anybody.
            let _ = std::fs::remove_file(&path);
        },
    )?;
    writeln!(out, "wrote {}", path.display())?;
    out.flush()?;
    if !options.no_open {
        terminal::open_browser(context.world, &path);
    }
    Ok(())
}

fn make(context: Context<'_>, options: &ViewOptions, out: &mut dyn Write) -> Done {
    match options.svg {
        true => draw(context, options, out),
        false => page(context, options, out, BYTES_MAX),
    }
}

/// The page of a span of cycles, if it is no longer than so many bytes.
fn page(context: Context<'_>, options: &ViewOptions, out: &mut dyn Write, bytes_max: u64) -> Done {
    limited(&options.file, out, bytes_max, &|out| {
        let unmeant = [
            (options.viewer.is_some(), "--as"),
            (options.places.is_some(), "--places"),
            (options.analyse, "--analyse"),
            (options.embed, "--embed"),
        ];
        if log::put(
            context,
            &options.file,
            options.theirs.as_deref(),
            LikeOption::of(options.like.clone()),
            [options.from.as_ref(), options.to.as_ref()],
            &unmeant,
            out,
        )? {
            return Ok(());
        }
        match &options.theirs {
            Some(theirs) => put_pair(context, options, theirs, out),
            None => put_page(context, options, out),
        }
    })
}

fn put_pair(
    context: Context<'_>,
    options: &ViewOptions,
    theirs: &Path,
    out: &mut dyn Write,
) -> Done {
    let sides = sides_of_pair(options, theirs);
    let span = span_of_pair(options)?;
    let (game, report) = diff::compared(context, &sides)?;
    let compared = diff::Compared { games: context.games, options: &sides, game, report: &report };
    compared.write(context.world, out, span)
}

fn sides_of_pair(options: &ViewOptions, theirs: &Path) -> diff::DiffOptions {
    let mut sides = diff::DiffOptions::of(&options.file, theirs);
    sides.scenario.clone_from(&options.scenario);
    sides.game.clone_from(&options.game);
    sides.analyse = options.analyse;
    sides
}

/// The cycles that a span of a game begins and ends with, as they are typed.
fn cycles_asked(options: &ViewOptions) -> Result<[Option<CycleNumber>; 2], Error> {
    let cycle =
        |option, asked: &Option<SpanEnd>| asked.as_ref().map(|it| it.cycle(option)).transpose();
    Ok([cycle("--from", &options.from)?, cycle("--to", &options.to)?])
}

/// The number of a cycle of two traces that an option asks for. They may end in different cycles, so that
/// nothing is counted from an end.
fn from_start(option: &str, asked: Option<CycleNumber>) -> Result<Option<u64>, Error> {
    match asked {
        None => Ok(None),
        Some(CycleNumber::FromStart(number)) => Ok(Some(number)),
        Some(back) => Err(Error::new(format!(
            "{option} {back}: the cycles of two traces can only be counted from the beginning"
        ))),
    }
}

/// The span of a page of two traces.
fn span_of_pair(options: &ViewOptions) -> Result<(Option<u64>, Option<u64>), Error> {
    let asked = cycles_asked(options)?;
    let (from, to) = (from_start("--from", asked[0])?, from_start("--to", asked[1])?);
    check_span(asked, [from, to])?;
    Ok((from, to))
}

fn put_page(context: Context<'_>, options: &ViewOptions, out: &mut dyn Write) -> Done {
    let mut reader = ReplayReader::open(&context.world.at(&options.file), &opener(context.games))?;
    let viewer = viewer(&reader, options.viewer.as_deref())?;
    reader.project(Projections { viewer, ..Projections::default() });
    let last = last_cycle(&mut reader)?;
    let summary = reader.now().summary();
    let number_of = |asked: Option<CycleNumber>| asked.map(|it| it.number_in(&reader)).transpose();
    let asked = cycles_asked(options)?;
    let (from, to) = (number_of(asked[0])?, number_of(asked[1])?);
    check_span(asked, [from, to])?;
    let from = from.unwrap_or(0);
    let to = to.unwrap_or(last);
    if to.max(from) > last {
        return Err(past_the_end(reader.now(), to.max(from)).into());
    }
    let windows = Windows::new(from, to);
    reader.begin_again(&opener(context.games))?;
    let mut projections =
        Projections { scenes: true, insight: has_heat(&reader), viewer, ..Projections::default() };
    let shown = context.games.find(&reader.header().game)?;
    let about = about(&reader, options, shown.name()).summed_up(summary);
    reader.project(projections);
    let mut stage = stage(context.world, &reader, options)?;
    if options.embed {
        // There is no button for them in a frame.
        stage.rules.clear();
    }
    let begin = match options.embed {
        true => PageWriter::embedded,
        false => PageWriter::new,
    };
    let mut page = begin(out, about, shown.columns(), windows.clone())?;
    page.set_stage(stage);
    if options.analyse {
        if options.file.as_os_str() == "-" {
            let what = "a recording from standard input cannot be analysed for a page";
            return Err(Error::new(what).help("write it to a file first").into());
        }
        page = page.analysed(on_page(context, &options.file, from, to)?);
    }
    loop {
        // A frame has no list of events, and goes from cycle to cycle.
        let words = !options.embed && windows.has(reader.now().next().max(from));
        if words != projections.events || reader.now().last().is_none() {
            (projections.events, projections.turns) = (words, words);
            reader.project(projections);
        }
        let more = match (reader.now().last(), from) {
            (None, from @ 1..) if !projections.insight => reader.go_to(from)?,
            _ => reader.next_cycle()?,
        };
        if !more {
            break;
        }
        if reader.now().last() >= Some(from) {
            page.cycle(reader.now())?;
        }
        if options.to.is_some() && reader.now().last() >= Some(to) {
            break;
        }
    }
    page.finish()?;
    if let Some(warning) = reader.unfinished().or_else(|| reader.damaged_footer()) {
        context.world.warn(&warning);
    }
    Ok(())
}

/// The number of the last cycle there is.
fn last_cycle(reader: &mut ReplayReader) -> Result<u64, Error> {
    // No file has this one: where there is an index it is looked for from near the end.
    reader.go_to(u64::MAX)?;
    let last = reader.now().last();
    last.ok_or_else(|| Error::new("the recording has no cycle to show").at(reader.name()))
}

fn about(reader: &ReplayReader, options: &ViewOptions, game: &'static str) -> About {
    let now = reader.now();
    let name = options.file.file_name().unwrap_or_default();
    About {
        game,
        unit: now.unit(),
        viewer: options.viewer.clone(),
        // A file's default name holds the seed.
        name: match &options.viewer {
            Some(_) => String::new(),
            None => name.to_string_lossy().into_owned(),
        },
        statements: match &options.viewer {
            Some(_) => Vec::new(),
            None => now.statements(),
        },
        ..About::default()
    }
}

/// Returns whether what can be worked out about what is hidden is drawn.
fn has_heat(reader: &ReplayReader) -> bool {
    reader.now().has_heat()
}

/// The stage of a replay, with its places where the options put them.
fn stage(world: &World, reader: &ReplayReader, options: &ViewOptions) -> Result<Stage, Error> {
    let Some(places) = &options.places else {
        return Ok(reader.now().stage());
    };
    let mut stage = reader.now().stage_without_positions();
    put_places(world, &mut stage, places, &reader.header().game)?;
    Ok(stage)
}

/// Replays as the options ask for them to be seen.
#[cfg(feature = "web")]
struct Viewed {
    world: World,
    /// The games of the program.
    games: Games,
    options: ViewOptions,
    /// The name of the viewer whose eyes are used.
    viewer: Option<String>,
}

#[cfg(feature = "web")]
impl Viewed {
    fn of(context: Context<'_>, options: &ViewOptions) -> Self {
        Viewed {
            world: context.world.clone(),
            games: context.games,
            viewer: options.viewer.clone(),
            options: options.clone(),
        }
    }

    fn context(&self) -> Context<'_> {
        Context { games: self.games, world: &self.world }
    }

    /// A replay, ready to be shown span by span.
    fn open(&self, file: &Path) -> Result<ServedReplay, Error> {
        self.open_copy(file, file)
    }

    /// A replay ready to be shown from a copy, under the name of the original.
    fn open_copy(&self, file: &Path, copy: &Path) -> Result<ServedReplay, Error> {
        let mut reader = ReplayReader::open(&self.world.at(copy), &opener(self.games))?;
        let options = ViewOptions { file: file.to_owned(), ..self.options.clone() };
        let seen = Projections {
            insight: has_heat(&reader),
            viewer: viewer(&reader, options.viewer.as_deref())?,
            ..Projections::default()
        };
        reader.project(seen);
        let shown = self.games.find(&reader.header().game)?;
        let about = about(&reader, &options, shown.name());
        let stage = stage(&self.world, &reader, &options)?;
        ServedReplay::new(reader, opener(self.games), about, stage, seen)
    }
}

/// The whole page of two replays.
#[cfg(feature = "web")]
pub(crate) fn pair_page(
    context: Context<'_>,
    ours: &Path,
    theirs: &Path,
    out: &mut dyn Write,
) -> Done {
    let sides = diff::DiffOptions::of(ours, theirs);
    let (game, report) = diff::compared(context, &sides)?;
    let compared = diff::Compared { games: context.games, options: &sides, game, report: &report };
    compared.write(context.world, out, (None, None))
}

/// One moment as a drawing.
fn draw(context: Context<'_>, options: &ViewOptions, out: &mut dyn Write) -> Done {
    log::check_board(context.world, &options.file, "--svg")?;
    let mut reader =
        ReplayReader::open_checked(&context.world.at(&options.file), &opener(context.games))?;
    let hour = options.hour.unwrap_or(CycleNumber::FromEnd(1));
    let hour = number(context.games, &mut reader, hour)?;
    let viewer = viewer(&reader, options.viewer.as_deref())?;
    reader.project(Projections { scenes: true, viewer, ..Projections::default() });
    reader.go_to(hour)?;
    if reader.now().last() != Some(hour) {
        return Err(past_the_end(reader.now(), hour).into());
    }
    let mut scene = Scene::default();
    reader.now().scene(None, &mut scene);
    let end = reader.now().summary();
    let ended = end.place.filter(|_| end.is_over);
    let drawing = moment(&stage(context.world, &reader, options)?, &scene, ended);
    Ok(out.write_all(drawing.as_bytes())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verb::Failure;
    use chase::project_games;

    #[test]
    fn a_page_that_is_too_long_is_refused_with_a_way_out() {
        let world = &World::of_process("chase");
        let context = Context { games: project_games(), world };
        let replay = concat!(env!("CARGO_MANIFEST_DIR"), "/../../replays/police/S3.json");
        let options = options_of("view", [replay, "-o", "-"]).expect("arguments");
        let options = ViewOptions { file: replay.into(), ..options };
        let mut out = Vec::new();
        let Err(Failure::Told(refused)) = page(context, &options, &mut out, 50_000) else {
            panic!("{} bytes are written", out.len());
        };
        let said = refused.to_string();
        assert!(said.contains("its page would be longer than"), "{said}");
        assert!(said.contains("--from A --to B"), "{said}");
        assert!(out.len() <= 50_000, "{} bytes", out.len());
        assert!(page(context, &options, &mut Vec::new(), 150_000).is_ok());
    }
}

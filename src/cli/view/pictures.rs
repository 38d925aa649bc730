//! `chase view --png` and `--gif`: a moment, or a stretch, as pixels.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::{
    ViewOptions, cycles_asked, from_start, last_cycle, sides_of_pair, span_of_pair, stage,
};
use crate::cli::cycle_number::{CycleNumber, check_span};
use crate::cli::eyes::viewer;
use crate::cli::{Failure, diff, terminal, view_log};
use crate::diff::Report;
use crate::engine::any::Projections;
use crate::error::Error;
use crate::games::Games;
use crate::library::{opener, past_the_end};
use crate::store::ReplayReader;
use crate::view::{HAS_PICTURES, PairShots, Picture, PictureForm, PictureShot, gif, png};

/// The most cycles of a moving picture.
const CYCLES_MAX: u64 = 500;
/// The cycles before and after the first difference of two traces.
const BEFORE: u64 = 5;
const AFTER: u64 = 10;
/// The width of a picture in pixels, where none is asked for, and the least and the greatest one.
const WIDTH: u32 = 800;
const WIDTH_MIN: u64 = 200;
const WIDTH_MAX: u64 = 4_000;

#[derive(Args, Clone, Default)]
pub struct PictureOptions {
    /// Draw one moment of a game as PNG; with a REF the one in which both first differ
    #[arg(long, groups = ["moment", "picture"], conflicts_with_all = ["from", "to", "no_open", "embed", "analyse"])]
    pub png: bool,
    /// Draw a game, or its part from A to B, as a GIF that moves; with a REF what is around the first
    /// difference
    #[arg(long, group = "picture", conflicts_with_all = ["svg", "hour", "no_open", "embed", "analyse"])]
    pub gif: bool,
    /// With --png or --gif: the width in pixels, as in 480 [default: 800]
    #[arg(long, value_name = "N", requires = "picture",
          value_parser = RangedU64ValueParser::<u32>::new().range(WIDTH_MIN..=WIDTH_MAX))]
    width: Option<u32>,
    /// With --png or --gif: light figures on a dark ground
    #[arg(long, requires = "picture")]
    dark: bool,
}

impl PictureOptions {
    /// Returns whether pixels are asked for.
    pub fn is_asked(&self) -> bool {
        self.png || self.gif
    }

    fn form(&self) -> PictureForm {
        PictureForm { width: self.width.unwrap_or(WIDTH), is_dark: self.dark }
    }

    /// Refuses a file whose name promises another kind of picture; `is_svg` where a drawing is asked for.
    pub fn check_name(&self, is_svg: bool, output: &Path) -> Result<(), Error> {
        let ending = output.extension().and_then(OsStr::to_str).unwrap_or_default();
        let ending = ending.to_ascii_lowercase();
        let (is_right, option) = match ending.as_str() {
            "png" => (self.png, "--png"),
            "gif" => (self.gif, "--gif"),
            "svg" => (is_svg, "--svg"),
            _ => return Ok(()),
        };
        if is_right {
            return Ok(());
        }
        let what = format!("a name that ends in .{ending} is for {option}");
        Err(Error::new(what)
            .at(output.display())
            .help(format!("add {option}, or choose another name")))
    }
}

/// Writes a picture to standard output, unless that is a screen.
pub fn to_output(games: Games, options: &ViewOptions) -> Result<(), Failure> {
    if terminal::shows_output() {
        let what = "a picture is not for a terminal, and there is no name for its file";
        return Err(Error::new(what)
            .help("save it with -o FILE, or send it through a pipe")
            .into());
    }
    let bytes = picture(games, options)?;
    let mut out = terminal::output_of_bytes();
    out.write_all(&bytes)?;
    out.flush()?;
    Ok(())
}

/// The bytes of the picture.
pub fn picture(games: Games, options: &ViewOptions) -> Result<Vec<u8>, Error> {
    if !HAS_PICTURES {
        // Before anything is read: it says so.
        return png(&Picture::default(), &PictureShot::default());
    }
    let option = if options.pictures.png { "--png" } else { "--gif" };
    view_log::check_board(games, &options.file, option)?;
    match &options.theirs {
        Some(theirs) => picture_of_two(games, options, theirs),
        None => picture_of_one(games, options),
    }
}

fn picture_of_one(games: Games, options: &ViewOptions) -> Result<Vec<u8>, Error> {
    let mut reader = ReplayReader::open_checked(&options.file, &opener(games))?;
    let seen = Projections {
        viewer: viewer(&reader, options.viewer.as_deref())?,
        ..Projections::default()
    };
    reader.project(seen);
    let last = last_cycle(&mut reader)?;
    let Some(contest) = reader.now().as_game().map(|it| it.summary().contest) else {
        let what = "a log of another program has no board to draw";
        return Err(Error::new(what).at(reader.name()).help("`chase view FILE` shows its page"));
    };
    let (from, to) = span(options, &reader, last)?;
    reader.begin_again(&opener(games))?;
    reader.project(Projections { scenes: true, events: true, ..seen });
    let heading = format!("{}: {contest}", reader.header().game);
    let stage = stage(&reader, options)?;
    let picture = Picture {
        stages: std::slice::from_ref(&stage),
        heading: &heading,
        form: options.pictures.form(),
    };
    let mut shots = Vec::new();
    reader.go_to(from)?;
    while reader.now().last() <= Some(to) {
        shots.push(PictureShot::of(reader.now(), &stage, last));
        if !reader.next_cycle()? {
            break;
        }
    }
    if let Some(warning) = reader.unfinished().or_else(|| reader.damaged_footer()) {
        terminal::warn(&warning);
    }
    drawn(options, &picture, &shots)
}

fn picture_of_two(games: Games, options: &ViewOptions, theirs: &Path) -> Result<Vec<u8>, Error> {
    let sides = sides_of_pair(options, theirs);
    let (subject, report) = diff::compared(games, &sides)?;
    let span = span_of_two(options, &report)?;
    let PairShots { stages, shots } = sides.compared(games, subject, &report).shots(span)?;
    let [ours, theirs] = [&options.file, theirs].map(|path: &Path| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    });
    let heading = match stages.len() {
        1 => format!("{ours} (filled) and {theirs} (dashed)"),
        _ => format!("{ours} (left) and {theirs} (right)"),
    };
    let picture = Picture { stages: &stages, heading: &heading, form: options.pictures.form() };
    drawn(options, &picture, &shots)
}

fn drawn(
    options: &ViewOptions,
    picture: &Picture<'_>,
    shots: &[PictureShot],
) -> Result<Vec<u8>, Error> {
    match shots {
        [] => Err(Error::new("there is no moment to draw in this part")),
        [shot, ..] if options.pictures.png => png(picture, shot),
        shots => gif(picture, shots),
    }
}

/// The first and the last cycle that are drawn of two traces: what is asked for, or what is around the first
/// difference, or the end of two that do not differ.
fn span_of_two(options: &ViewOptions, report: &Report) -> Result<(u64, u64), Error> {
    let lasts = [report.ours.last, report.theirs.last];
    let last = lasts.into_iter().flatten().max().unwrap_or(0);
    let parting = report.differing.all().first().map(|it| it.0);
    if options.pictures.png {
        let hour = from_start("--hour", options.hour)?.or(parting);
        let hour = hour.unwrap_or(last);
        return Ok((hour, hour));
    }
    let (from, to) = span_of_pair(options)?;
    let middle = parting.unwrap_or(last);
    let from_usual = to.map_or(middle, |to| to.min(middle)).saturating_sub(BEFORE);
    let from = from.unwrap_or(from_usual);
    let to_usual = middle.max(from).saturating_add(AFTER).min(last);
    let to = to.unwrap_or(to_usual).max(from);
    check_count(from, to).map(|()| (from, to))
}

/// Refuses a stretch of too many cycles.
fn check_count(from: u64, to: u64) -> Result<(), Error> {
    let count = to - from;
    if count < CYCLES_MAX {
        return Ok(());
    }
    let what = format!(
        "a moving picture has at most {CYCLES_MAX} moments, not {}",
        count.saturating_add(1)
    );
    Err(Error::new(what).help("--from A --to B draws a part of the recording"))
}

/// The first and the last cycle that are drawn, of a reader that has read to the end.
fn span(options: &ViewOptions, reader: &ReplayReader, last: u64) -> Result<(u64, u64), Error> {
    let number_of = |asked: Option<CycleNumber>| asked.map(|it| it.number_in(reader)).transpose();
    if options.pictures.png {
        let hour = number_of(options.hour)?.unwrap_or(last);
        return match hour > last {
            true => Err(past_the_end(reader.now(), hour)),
            false => Ok((hour, hour)),
        };
    }
    let asked = cycles_asked(options)?;
    let (from, to) = (number_of(asked[0])?, number_of(asked[1])?);
    check_span(asked, [from, to])?;
    let (from, to) = (from.unwrap_or(0), to.unwrap_or(last));
    if to.max(from) > last {
        return Err(past_the_end(reader.now(), to.max(from)));
    }
    check_count(from, to).map_err(|error| error.at(reader.name()))?;
    Ok((from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_of_too_many_cycles_is_refused_with_a_way_out() {
        assert!(check_count(7, 506).is_ok());
        let refused = check_count(7, 507).expect_err("501 cycles").to_string();
        assert!(refused.contains("at most 500 moments, not 501"), "{refused}");
        assert!(refused.contains("--from A --to B"), "{refused}");
        assert!(check_count(0, u64::MAX).is_err());
    }
}

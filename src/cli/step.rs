//! `chase replay --step`: a recording at the terminal, cycle by cycle, with keys; beside it the
//! cycles in which another trace differs. Nothing here knows a game: what is shown is what
//! `chase replay` prints of a moment.

mod app;
mod differences;
mod draw;
mod help;
mod marked;
mod moments;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ratatui::crossterm::event::{self, Event};

use super::{Failure, terminal};
use crate::engine::any::Projections;
use crate::error::Error;
use crate::games::clock::Clock;
use crate::games::full_screen::{Board, Mouse, hold, wait};
use app::{App, Then};
use differences::Differences;
use moments::Moments;

/// How long nothing is looked at when nothing happens and nothing is played.
const IDLE: Duration = Duration::from_secs(1);

/// What is stepped through.
pub struct Stepped<'a> {
    /// A replay.
    pub ours: &'a Path,
    /// What it is held against, if anything: a replay or a transcript.
    pub theirs: Option<&'a PathBuf>,
    /// The cycle to begin with; nothing for the first, or the first difference.
    pub begin: Option<u64>,
    /// Whose eyes are used, and what is worked out.
    pub projections: Projections,
}

/// Whether there is a terminal to step at, and files that can be read beside its keys.
///
/// # Errors
/// What is in the way.
pub fn check(stepped: &[&Path]) -> Result<(), Error> {
    if stepped.contains(&Path::new("-")) {
        return Err(
            Error::new("--step reads keys from standard input").help("name a file in place of `-`")
        );
    }
    if !terminal::is_a_screen() {
        let what = "--step needs a terminal on standard input and standard output";
        return Err(Error::new(what).help("leave --step away to print the whole recording"));
    }
    Ok(())
}

/// Steps until somebody has seen enough.
///
/// # Errors
/// Damage in what is shown.
pub fn run(stepped: &Stepped<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let ours = Moments::open(stepped.ours, stepped.projections)?;
    let differences = stepped
        .theirs
        .map(|theirs| Differences::between(stepped.ours, theirs, stepped.projections))
        .transpose()?;
    let warnings = ours.warning();
    let mut app = App::new(ours, differences, terminal::look().colour);
    app.begin(stepped.begin)?;
    out.flush()?;
    let ended = hold(out, Mouse::Left, |board| session(&mut app, board))?;
    if let Some(warning) = warnings {
        terminal::warn(&warning);
    }
    Ok(ended?)
}

/// Draws and hears. What is damaged ends it, and is told once the terminal is given back.
fn session(app: &mut App, board: &mut Board<'_>) -> io::Result<Result<(), Error>> {
    let mut clock = Clock::start();
    loop {
        board.draw(|frame| app.draw(frame))?;
        let time = match app.pause() {
            Some(pause) => pause.saturating_sub(clock.elapsed()),
            None => IDLE,
        };
        if !wait(time)? {
            return Ok(Ok(()));
        }
        let was_playing = app.pause().is_some();
        while event::poll(Duration::ZERO)? {
            let Event::Key(key) = event::read()? else {
                continue;
            };
            match app.on_key(key) {
                Ok(Then::Stay) => {}
                Ok(Then::Leave) => return Ok(Ok(())),
                Err(error) => return Ok(Err(error)),
            }
        }
        match app.pause() {
            Some(_) if !was_playing => clock = Clock::start(),
            Some(pause) if clock.elapsed() >= pause => {
                clock = Clock::start();
                if let Err(error) = app.play_on() {
                    return Ok(Err(error));
                }
            }
            _ => {}
        }
    }
}

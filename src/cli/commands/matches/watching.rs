//! `chase match`: who watches its games, programs and people.

use std::io::Write as _;
use std::time::Duration;

use clap::Args;

use crate::commands::matches::games::result;
use crate::print::terminal;
use chase_arena::entrant::seated;
use chase_arena::game_result::GameResult;
use chase_arena::public_stream::{MomentDisplay, Onlookers};
use chase_arena::series::MatchSeries;
use chase_arena::standings::Standings;
use chase_kit::budget::parse_time;
use chase_outside::address::Address;
use chase_outside::process::is_stopped;
use chase_outside::program::ProgramCommand;
use chase_outside::remote::Allowance;
use chase_outside::spectator::{Spectator, SpectatorResult};
use chase_world::error::Error;
use chase_world::world::World;

#[derive(Args)]
pub struct WatchOptions {
    /// Print a line for each finished game to standard error
    #[arg(long)]
    pub follow: bool,
    /// Show the running game on standard error cycle by cycle, as spectators may see it, and wait
    /// TIME after each, as in --show=1s [default: 500ms]
    #[arg(long, value_name = "TIME", num_args = 0..=1, require_equals = true, default_missing_value = "500ms", value_parser = parse_time)]
    pub show: Option<Duration>,
    /// Program that receives what spectators may know of the running games, as in exec:./watch
    /// (docs/players.md); repeatable
    #[arg(long, value_name = "exec:COMMAND")]
    pub spectator: Vec<String>,
}

impl WatchOptions {
    /// Returns whether something is written below what a progress bar would show.
    pub fn is_on_screen(&self) -> bool {
        self.follow || self.show.is_some()
    }

    /// The programs that watch, with their names.
    ///
    /// # Errors
    /// One that cannot be started, or a game that is shown to a person who plays in it.
    pub fn programs(&self, has_person: bool) -> Result<Vec<(&str, ProgramCommand)>, Error> {
        if has_person && self.show.is_some() {
            let what = "--show is for matches without people";
            return Err(Error::new(what)
                .help("leave out --show: a person may see only what their seat sees"));
        }
        self.spectator.iter().map(|name| spectator(name)).collect()
    }

    /// Starts the programs.
    ///
    /// # Errors
    /// One that cannot be started.
    pub fn onlookers(
        &self,
        world: &World,
        programs: &[(&str, ProgramCommand)],
        allowance: &Allowance,
    ) -> Result<Onlookers, Error> {
        let start =
            |(name, program): &(&str, ProgramCommand)| Spectator::start(name, program, allowance);
        let spectators: Result<_, Error> = programs.iter().map(start).collect();
        let screen = self.show.map(|time| -> Box<MomentDisplay> {
            let world = world.clone();
            Box::new(move |words| {
                show(&world, words);
                pause(time);
            })
        });
        Ok(Onlookers { spectators: spectators?, screen })
    }
}

/// The program of a spectator.
fn spectator(name: &str) -> Result<(&str, ProgramCommand), Error> {
    let at = format!("--spectator {name}");
    match Address::parse(name) {
        Ok(Some(Address::Exec(program))) => Ok((name, program)),
        Err(why) => Err(Error::new(why.to_string()).at(at)),
        Ok(_) => Err(Error::new("a spectator is a program that is started")
            .at(at)
            .help("as in: --spectator 'exec:./ours'")),
    }
}

/// Shows a moment, in the place of the one before where the screen can be cleared.
fn show(world: &World, words: &[u8]) {
    terminal::clear_screen(world);
    // Who cannot be shown it does not see it; the match goes on.
    let _ = terminal::standard_error(world).write_all(words);
}

/// Waits, unless everything is stopped.
fn pause(time: Duration) {
    const LOOK: Duration = Duration::from_millis(50);
    let mut left = time;
    while !left.is_zero() && !is_stopped() {
        let now = left.min(LOOK);
        std::thread::sleep(now);
        left -= now;
    }
}

/// A finished game in a line: who sat where, what came of it, and how long it was.
pub fn finished_line(
    series: &MatchSeries<'_>,
    standings: &Standings,
    played: &GameResult,
) -> String {
    let (game, slots) = (series.game, &series.layout.slots);
    let amount = game.amount();
    let one = |n: usize| {
        let verdict = result(played.points[n]);
        let name = &series.entrants[played.entrants[n]].name;
        let who = seated(&slots[n].name, name);
        match amount {
            Some(what) => format!("{who} {verdict} with {} {what}", played.amounts[n]),
            None => format!("{who} {verdict}"),
        }
    };
    let mut words: Vec<_> = (0..slots.len()).map(one).collect();
    words.push(played.cause.clone());
    if let (None, Some(length)) = (amount, played.amounts.first()) {
        words.push(format!("{length} {}s", game.unit()));
    }
    let lost = played.faults.iter();
    words.extend(lost.map(|fault| format!("{}: {}", fault.seat, fault.cause.word())));
    let (_, planned) = standings.progress();
    let number = played.game + 1;
    format!("game {number} of {planned}: {}", words.join(", "))
}

/// Lets those who watch go, and says who did not see everything.
pub fn take_leave(world: &World, onlookers: Onlookers) {
    onlookers.spectators.iter().for_each(Spectator::close);
    for spectator in onlookers.spectators {
        let SpectatorResult { name, lost, left } = spectator.gone();
        if let Some(why) = left {
            world.warn(&format_args!("the spectator {name} went away: {why}"));
        }
        if lost > 0 {
            world.warn(&format_args!("the spectator {name} missed {lost} lines"));
        }
    }
}

/// Warns of players that ended between two games otherwise than a program ends that is done.
pub fn warn_of_restarts(world: &World, standings: &Standings) {
    for row in standings.rows() {
        for (after, count) in row.restarts.iter().filter(|(after, _)| *after != "code 0") {
            let player = &row.player;
            world.warn(&format_args!(
                "{player} had ended between two games ({after}) and was started again, {count} times"
            ));
        }
    }
}

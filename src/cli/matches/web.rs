//! `chase match --web`: a match that browsers look at while it is played.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::MatchOptions;
use super::shelf::EndedShelf;
use crate::arena::entrant::{Entrant, seated};
use crate::arena::game_result::GameResult;
use crate::arena::public_stream::Gallery;
use crate::arena::schedule::Schedule;
use crate::arena::seat_groups::SeatLayout;
use crate::arena::series::MatchEnding;
use crate::arena::standings::{PlayerStanding, Standings};
use crate::cli::play::is_browser_wanted;
use crate::cli::terminal;
use crate::engine::budget::StopFlag;
use crate::engine::replay::Header;
use crate::error::Error;
use crate::games::{CommandLine, Games};
use crate::outside::process::is_stopped;
use crate::view::match_page;
use crate::web::matches::{MatchHall, Painter, StandingRow, routes};
use crate::web::replays::{self, Replays};
use crate::web::{Keys, RunningServer, Server, ShownKey};

#[derive(Args)]
pub struct MatchBrowserOptions {
    /// Show the running match in the browser, through a server that only this machine can reach; it
    /// stays until Ctrl-C (docs/playing.md)
    #[arg(long, conflicts_with = "check")]
    web: bool,
    /// With --web: port of the server on 127.0.0.1, as in 8080 [default: any free port]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// With --web: print where the page is, and open no browser
    #[arg(long)]
    no_open: bool,
}

impl MatchBrowserOptions {
    /// Returns whether the browser is asked for.
    ///
    /// # Errors
    /// What is for the browser alone stands there without it.
    pub fn is_wanted(&self) -> Result<bool, Error> {
        is_browser_wanted(self.web, self.port, self.no_open)
    }
}

/// Tells the page what is played, in the words of the match.
struct PageAnnouncer {
    hall: Arc<MatchHall>,
    /// The players, and the names of what they fill.
    entrants: Vec<String>,
    slots: Vec<String>,
}

impl PageAnnouncer {
    fn players(&self, entrants: &[usize]) -> Vec<String> {
        let slots = self.slots.iter().zip(entrants);
        let name = |(slot, entrant): (&String, &usize)| seated(slot, &self.entrants[*entrant]);
        slots.map(name).collect()
    }

    fn result(&self, played: &GameResult) -> String {
        let points: Vec<_> = played.points.iter().map(ToString::to_string).collect();
        format!("{} ({})", played.cause.replace('_', " "), points.join(":"))
    }
}

impl Gallery for PageAnnouncer {
    fn begins(&self, game: u64, header: &Header, entrants: &[usize]) {
        self.hall.begins(game, header, self.players(entrants));
    }

    fn goes_on(&self, game: u64, cycle: &str) {
        self.hall.goes_on(game, cycle);
    }

    fn ends(&self, result: &GameResult) {
        self.hall.ends(result.game, &self.result(result));
    }
}

/// A match that is shown.
pub struct ShownMatch {
    told: Arc<PageAnnouncer>,
    address: String,
    // The server ends before the thread that paints for it.
    _running: RunningServer,
    _painter: Painter,
}

impl ShownMatch {
    /// Begins to show a match, and says where.
    ///
    /// # Errors
    /// The port cannot be had.
    pub fn begin(
        games: Games,
        game: &'static dyn CommandLine,
        options: &MatchOptions,
        layout: &SeatLayout,
        entrants: &[Entrant],
        schedule: &Schedule,
        jobs: usize,
    ) -> Result<Self, Error> {
        let replays = options.replays.clone();
        let planned = schedule.fixtures.len();
        let names = entrants.iter().map(|it| it.name.as_str());
        let before = Standings::new(names, schedule, None);
        let before = before.rows().iter().map(row).collect();
        let hall = MatchHall::new(game, planned, jobs, replays.is_none(), before);
        let hall = Arc::new(hall);
        let shelf = Arc::new(EndedShelf::new(games, Arc::clone(&hall), replays)?);
        let served = Replays::new(Arc::clone(&hall.catalogue), shelf);
        let server = Server::bind(options.browser.port)?;
        let keys = Keys::drawn(1);
        let address = server.address(keys.key(ShownKey(0)));
        let (page, policy) = match_page();
        let painter = Painter::start(Arc::clone(&hall))?;
        let routes = routes(&hall).merge(replays::routes(&served));
        let running = server.start(keys, page, &policy, routes)?;
        terminal::note(&format_args!("the match is shown at {address}"));
        if !options.browser.no_open {
            terminal::open_browser(&address);
        }
        let told = PageAnnouncer {
            hall,
            entrants: entrants.iter().map(|it| it.name.clone()).collect(),
            slots: layout.slots.iter().map(|it| it.name.clone()).collect(),
        };
        Ok(ShownMatch { told: Arc::new(told), address, _running: running, _painter: painter })
    }

    /// The gallery that is told of the games.
    pub fn gallery(&self) -> Arc<dyn Gallery> {
        Arc::clone(&self.told) as _
    }

    /// A game counts.
    pub fn counted(&self, standings: &Standings, played: &GameResult) {
        let rows = standings.rows().iter().map(row).collect();
        let told = || (self.told.players(&played.entrants), self.told.result(played));
        let hall = &self.told.hall;
        hall.counted(played.game, rows, standings.progress(), told);
    }

    /// The match is over: its page stays until Ctrl-C, unless that has ended the match.
    pub fn stay(self, stop: &StopFlag, ending: MatchEnding) {
        const LOOK: Duration = Duration::from_millis(50);
        self.told.hall.end();
        if ending != MatchEnding::Done {
            return;
        }
        let is_stopped = || stop.is_stopped() || is_stopped();
        if !is_stopped() {
            terminal::note(&format_args!(
                "the match is over; it is shown at {} until Ctrl-C",
                self.address
            ));
        }
        while !is_stopped() {
            std::thread::sleep(LOOK);
        }
    }
}

fn row(one: &PlayerStanding) -> StandingRow {
    StandingRow {
        player: one.player.clone(),
        games: one.games,
        wins: one.wins,
        draws: one.draws,
        losses: one.losses,
        points: one.points,
        score: one.score,
        forfeits: one.forfeit_words(),
    }
}

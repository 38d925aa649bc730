//! A match: a series of games between players, one after another or several at a time. What comes
//! of it does not depend on how many.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender};

use super::cast::{Cast, Doors};
use super::entrant::{Entrant, PlayerSource, replay_path};
use super::files::CalledProgram;
use super::game_result::{GameResult, PlayerFault};
use super::journal::{Journal, SharedOpener, rewrite};
use super::public_stream::{Onlookers, PublicStream};
use super::schedule::{Fixture, Schedule};
use super::seat_groups::SeatLayout;
use super::standings::Standings;
use super::stats::Sprt;
use chase_engine::game::{Forfeit, ForfeitCause, Outcome, Seat};
use chase_kit::budget::StopFlag;
use chase_outside::process::is_stopped;
use chase_outside::program::ProgramCommand;
use chase_outside::remote::{Allowance, Restart};
use chase_play::CommandLine;
use chase_play::file_protocol::SeatedPrograms;
use chase_play::openings::{Openings, Seated, Unrecorded, UnrecordedOutcome};
use chase_record::any::{AnyRecording, People, Projections, RecordingSink as _, SeatOccupant};
use chase_record::replay::Header;
use chase_replay::store::{Overwrite, ReplayReader, ReplayWriter, unrecorded};
use chase_world::error::{Error, IoAt};
use chase_world::world::{WorldPath, gathered};

/// All that a match is made of.
pub struct MatchSeries<'a> {
    /// The game that all matches are of.
    pub game: &'static dyn CommandLine,
    /// The openings that its games begin with.
    pub openings: &'a dyn Openings,
    /// The seats of a game, and those of them that are the house's.
    pub layout: SeatLayout,
    /// The players that meet, in the order of the command line.
    pub entrants: Vec<Entrant>,
    /// The doors at which players come in.
    pub doors: Doors,
    /// The limits of players outside the process.
    pub allowance: Allowance,
    /// The schedule of the games: the players who meet in each, and its opening.
    pub schedule: Schedule,
    /// The number of games that are played at the same time.
    pub jobs: usize,
    /// The folder that the replays go to.
    pub replays: Option<WorldPath>,
    /// The test that ends the match early.
    pub sprt: Option<Sprt>,
    /// Makes games of replays' headers.
    pub opener: &'a SharedOpener,
    /// Ends the match before its last game.
    pub stop: StopFlag,
    /// Those who watch.
    pub onlookers: Onlookers,
}

/// Told after every game that counts, in their order: how the match stands, and what came of the
/// game.
pub(crate) type AfterGame<'a> = dyn FnMut(&Standings, &GameResult) + 'a;

/// The way in which a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEnding {
    /// All games were played, or the test was over.
    Done,
    /// The series was interrupted before its last game.
    Interrupted {
        /// Games that were played, counted or not.
        kept: u64,
    },
}

type GameDone = Result<Option<GameResult>, Error>;

impl MatchSeries<'_> {
    /// Holds what a journal has read of an interrupted match against this one's schedule and replays, and
    /// writes it down anew. The games that must be played again, and why.
    ///
    /// # Errors
    /// A line that cannot be one of this match.
    pub fn check_journal(&self, journal: &mut Journal) -> Result<Vec<(u64, String)>, Error> {
        let (Some(file), Some(replays)) = (&mut journal.file, &self.replays) else {
            return Ok(Vec::new());
        };
        let mut again = Vec::new();
        for (line, played) in std::mem::take(&mut journal.read) {
            if let Some(what) = self.alien(&played) {
                let error = Error::new(format!("the game is not from this match: {what}"));
                let place = format!("{}:{line}", file.path().display());
                return Err(error.at(place).help("take another folder"));
            }
            match self.differs(&played, replays) {
                Some(why) => again.push((played.game, why)),
                None => drop(journal.known.insert(played.game, played)),
            }
        }
        again.retain(|(game, _)| !journal.known.contains_key(game));
        again.sort();
        again.dedup_by_key(|(game, _)| *game);
        rewrite(file, &journal.known)?;
        Ok(again)
    }

    /// The reason why a line cannot be one of the match, if there is one.
    fn alien(&self, played: &GameResult) -> Option<String> {
        let fixtures = &self.schedule.fixtures;
        let fixture = usize::try_from(played.game).ok().and_then(|n| fixtures.get(n));
        let Some(&fixture) = fixture else {
            return Some(format!("game {} of {}", played.game, fixtures.len()));
        };
        if played.opening != fixture.opening || played.entrants != self.schedule.seated(fixture) {
            return Some("its opening or its players are different".into());
        }
        let slots = played.entrants.len();
        let is_known = |entrant: usize| entrant < self.entrants.len();
        let of_faults = played.faults.iter().map(|it| it.entrant);
        let mut named = of_faults.chain(played.restarts.iter().map(|it| it.entrant));
        if played.amounts.len() != slots || !named.all(is_known) {
            return Some("its players are different".into());
        }
        None
    }

    /// The reason why a game must be played again, if there is one: its replay says something else than
    /// the journal.
    fn differs(&self, played: &GameResult, replays: &WorldPath) -> Option<String> {
        let path = replay_path(replays, played.game);
        if !path.is_file() {
            return Some("its replay is not there".into());
        }
        let read = || -> Result<(String, Vec<u8>, String), Error> {
            let mut reader = ReplayReader::open(&path, &self.opener)?;
            while reader.next_cycle()? {}
            let now = reader.now();
            let outcome = now.outcome().ok_or_else(|| Error::new("it is unfinished"))?;
            let points = self.layout.points(&outcome);
            Ok((outcome.cause.into_owned(), points, now.seal().to_string()))
        };
        match read() {
            Err(error) => Some(error.to_string()),
            Ok(found) => {
                let told = (played.cause.clone(), played.points.clone(), played.seal.clone());
                (found != told).then(|| "its replay is another game's".into())
            }
        }
    }

    /// Plays all games that `journal` does not know yet; `each` is told after every game.
    ///
    /// # Errors
    /// An opening that cannot be played, or a replay that cannot be written.
    pub fn play(
        &self,
        journal: &mut Journal,
        people: Option<&mut dyn People>,
        each: &mut AfterGame<'_>,
    ) -> Result<(Standings, MatchEnding), Error> {
        let players = self.entrants.iter().map(|entrant| entrant.name.as_str());
        let mut counting = Counting {
            series: self,
            standings: Standings::new(players, &self.schedule, self.sprt),
            waiting: journal.take_known(),
            next: 0,
            faults: Vec::new(),
        };
        let earlier = counting.waiting.values().flat_map(|played| &played.faults);
        counting.faults = earlier.cloned().collect();
        let known: Vec<bool> = (0..self.schedule.fixtures.len() as u64)
            .map(|game| counting.waiting.contains_key(&game))
            .collect();
        counting.count(each);
        let todo = |from: usize| (from..known.len()).find(|game| !known[*game]);
        if self.jobs <= 1 {
            self.play_in_turn(&mut counting, &todo, journal, people, each)?;
        } else {
            self.play_at_once(&mut counting, &todo, journal, each)?;
        }
        journal.sync()?;
        let ending = if self.is_stopped() && !counting.is_over() {
            let (counted, _) = counting.standings.progress();
            MatchEnding::Interrupted { kept: counted + counting.waiting.len() as u64 }
        } else {
            MatchEnding::Done
        };
        Ok((counting.standings, ending))
    }

    fn play_in_turn(
        &self,
        counting: &mut Counting<'_, '_>,
        todo: &dyn Fn(usize) -> Option<usize>,
        journal: &mut Journal,
        mut people: Option<&mut dyn People>,
        each: &mut AfterGame<'_>,
    ) -> Result<(), Error> {
        let mut cast = Cast::new(&self.entrants, &self.doors, self.allowance);
        if self.allowance.restart == Restart::Never {
            counting.failed_before(&mut cast);
        }
        let mut next = todo(0);
        let mut quick = self.unrecorded();
        while let Some(game) = next.filter(|_| !counting.is_over()) {
            let Some(played) = self.play_game(&mut cast, &mut quick, game, &mut people)? else {
                return Ok(());
            };
            counting.take(played, journal, each)?;
            next = todo(game + 1);
        }
        Ok(())
    }

    fn play_at_once(
        &self,
        counting: &mut Counting<'_, '_>,
        todo: &(dyn Fn(usize) -> Option<usize> + Sync),
        journal: &mut Journal,
        each: &mut AfterGame<'_>,
    ) -> Result<(), Error> {
        let (next, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = |sender: &Sender<GameDone>| {
            let mut cast = Cast::new(&self.entrants, &self.doors, self.allowance);
            let mut quick = self.unrecorded();
            while !enough.load(Ordering::Relaxed)
                && let Some(game) = take_one(&next, todo)
            {
                let played = self.play_game(&mut cast, &mut quick, game, &mut None);
                let goes_on = matches!(played, Ok(Some(_)));
                if sender.send(played).is_err() || !goes_on {
                    return;
                }
            }
        };
        gathered(self.jobs, work, |done| {
            let counted = gather(&done, counting, journal, &enough, each);
            enough.store(true, Ordering::Relaxed);
            counted
        })
    }

    /// Returns whether nobody waits for its end any more.
    fn is_stopped(&self) -> bool {
        self.stop.is_stopped() || is_stopped()
    }

    /// Plays a game. Nothing when it was interrupted.
    fn play_game(
        &self,
        cast: &mut Cast<'_>,
        quick: &mut Option<Box<dyn Unrecorded + '_>>,
        game: usize,
        people: &mut Option<&mut dyn People>,
    ) -> Result<Option<GameResult>, Error> {
        let fixture = self.schedule.fixtures[game];
        let number = game as u64;
        if let Some(quick) = quick.as_deref_mut() {
            return self.play_unrecorded(quick, number, fixture);
        }
        let mut table = self.table(cast, number, fixture)?;
        let path = self.replays.as_ref().map(|it| replay_path(it, number));
        let recorder = path
            .as_ref()
            .map(|path| ReplayWriter::create(path, &table.header, Overwrite::Force, &self.opener));
        let mut recorder = recorder.transpose()?;
        let mut public = PublicStream::begin(&self.onlookers, self.game, &table.header, number)?;
        let mut faults = Vec::new();
        while !self.is_stopped()
            && match people {
                Some(people) => table.game.advance_with(&mut **people),
                None => table.game.advance(),
            }
        {
            if self.is_stopped() {
                break;
            }
            let now = table.game.now();
            if let (Some(recorder), Some(path)) = (&mut recorder, &path) {
                recorder.cycle(now).io_at(path.display(), "write")?;
            }
            if let Some(public) = &mut public {
                public.cycle(now);
            }
            let cycle = now.last();
            for (seat, is_turn, why) in forfeits(&mut *table.game) {
                let cycle = cycle.filter(|_| is_turn);
                self.accuse(&mut faults, &table.seated, seat, cycle, why);
            }
        }
        table.game.dismiss();
        if self.is_stopped() {
            if let Some(recorder) = recorder {
                recorder.abandon()?;
            }
            return Ok(None);
        }
        if let Some(recorder) = recorder {
            recorder.finish(table.game.now(), &self.opener)?;
        }
        let now = table.game.now();
        let outcome =
            now.outcome().unwrap_or_else(|| Outcome { cause: "".into(), points: Vec::new() });
        Ok(Some(GameResult {
            game: number,
            opening: fixture.opening,
            points: self.layout.points(&outcome),
            cause: outcome.cause.into_owned(),
            amounts: self.amounts(now.last().unwrap_or(0), now.amounts()),
            seal: now.seal().to_string(),
            entrants: table.seated,
            faults,
            restarts: cast.take_restarts(),
        }))
    }

    /// The fast way to play games of which nothing but the results is wanted. There is one only
    /// where all players are built in, nothing is recorded and nobody watches.
    fn unrecorded(&self) -> Option<Box<dyn Unrecorded + '_>> {
        let mut parts = self.entrants.iter().flat_map(|entrant| &entrant.parts);
        let are_built_in = parts.all(|part| matches!(part.kind, PlayerSource::BuiltIn));
        let is_told = self.replays.is_some() || !self.onlookers.are_none();
        (are_built_in && !is_told).then(|| self.openings.unrecorded(&self.stop))
    }

    /// Plays a game of which nothing is kept. Nothing when it was interrupted.
    fn play_unrecorded(
        &self,
        quick: &mut dyn Unrecorded,
        game: u64,
        fixture: Fixture,
    ) -> Result<Option<GameResult>, Error> {
        let entrants = self.schedule.seated(fixture);
        let named: Vec<_> = self.sitters(&entrants).iter().map(Sitter::named).collect();
        let played = quick.play(fixture.opening, game, &named, &|| self.is_stopped())?;
        let Some(UnrecordedOutcome { outcome, last, amounts, lost }) = played else {
            return Ok(None);
        };
        let mut faults = Vec::new();
        for (seat, cycle, why) in lost {
            self.accuse(&mut faults, &entrants, seat, Some(cycle), why);
        }
        Ok(Some(GameResult {
            game,
            opening: fixture.opening,
            points: self.layout.points(&outcome),
            amounts: self.amounts(last, amounts),
            cause: outcome.cause.into_owned(),
            // Only a journal has seals, and it stands beside replays.
            seal: String::new(),
            entrants,
            faults,
            restarts: Vec::new(),
        }))
    }

    /// The player in each seat, in the order of the seats.
    fn sitters(&self, seated: &[usize]) -> Vec<Sitter<'_>> {
        let house =
            self.layout.house.iter().map(|(seat, name)| Sitter { seat: *seat, name, by: None });
        let players = self.layout.slots.iter().zip(seated).flat_map(|(slot, &entrant)| {
            let parts = &self.entrants[entrant].parts;
            let sitter = move |seat: Seat| {
                let part = parts.iter().find(|part| part.seats.contains(&seat))?;
                Some(Sitter { seat, name: &part.name, by: Some((entrant, &part.kind)) })
            };
            slot.seats().into_iter().filter_map(sitter)
        });
        let mut sitters: Vec<_> = house.chain(players).collect();
        sitters.sort_by_key(|sitter| sitter.seat);
        sitters
    }

    /// Sits everybody down.
    fn table(&self, cast: &mut Cast<'_>, game: u64, fixture: Fixture) -> Result<SeatedGame, Error> {
        let seated = self.schedule.seated(fixture);
        let sitters = self.sitters(&seated);
        let named: Vec<_> = sitters.iter().map(Sitter::named).collect();
        let mut header = self.openings.header(fixture.opening, game, &named)?;
        let chair = |sitter: &Sitter<'_>| match sitter.by {
            Some((entrant, _)) => cast.chair(entrant, sitter.seat),
            None => SeatOccupant::BuiltIn,
        };
        let chairs: Vec<_> = sitters.iter().map(chair).collect();
        let mut game = match self.game.extras().file_protocol {
            Some(protocol) if sitters.iter().any(|it| it.files().is_some()) => {
                let called = sitters.iter().filter_map(Sitter::files).map(|(seat, program, _)| {
                    let move_time = self.allowance.move_time;
                    Ok((seat, CalledProgram::shared(program.clone(), move_time)?))
                });
                let programs = called.collect::<Result<SeatedPrograms, Error>>()?;
                protocol.record(&header, &chairs, programs, &self.stop)
            }
            _ => self.game.record_with(&mut header, &chairs, &self.stop),
        }
        .map_err(|why| unrecorded(self.game.name(), why))?;
        game.project(Projections { seals: true, ..Projections::default() });
        Ok(SeatedGame { seated, header, game })
    }

    /// Writes a failure down, once for a player and a kind.
    fn accuse(
        &self,
        faults: &mut Vec<PlayerFault>,
        seated: &[usize],
        seat: Seat,
        cycle: Option<u64>,
        why: Forfeit,
    ) {
        let slots = &self.layout.slots;
        let Some(slot) = slots.iter().position(|slot| slot.seats().contains(&seat)) else {
            return;
        };
        let entrant = seated[slot];
        let is_known = |it: &PlayerFault| it.entrant == entrant && it.cause == why.cause;
        if faults.iter().any(is_known) {
            return;
        }
        faults.push(PlayerFault {
            entrant,
            seat: self.layout.seat_name(seat).to_owned(),
            cycle,
            cause: why.cause,
            what: why.detail,
        });
    }

    /// The amount that counts for each slot: the one that its first seat collected, or the length
    /// of the game in cycles.
    fn amounts(&self, last: u64, of_seats: Option<Vec<i64>>) -> Vec<i64> {
        let length = i64::try_from(last).unwrap_or(i64::MAX);
        let amount = |seat: Seat| of_seats.as_ref().map_or(length, |all| all[seat.index()]);
        self.layout.slots.iter().map(|it| amount(it.seats[0].0)).collect()
    }
}

/// The next game that was not played yet.
fn take_one(next: &AtomicUsize, todo: &dyn Fn(usize) -> Option<usize>) -> Option<usize> {
    let mut from = next.load(Ordering::Relaxed);
    loop {
        let game = todo(from)?;
        let taken = next.compare_exchange(from, game + 1, Ordering::Relaxed, Ordering::Relaxed);
        match taken {
            Ok(_) => return Some(game),
            Err(moved_on) => from = moved_on,
        }
    }
}

fn gather(
    done: &Receiver<GameDone>,
    counting: &mut Counting<'_, '_>,
    journal: &mut Journal,
    enough: &AtomicBool,
    each: &mut AfterGame<'_>,
) -> Result<(), Error> {
    for played in done {
        if let Some(played) = played? {
            counting.take(played, journal, each)?;
            if counting.is_over() {
                enough.store(true, Ordering::Relaxed);
            }
        }
    }
    Ok(())
}

/// Games counted in the order of the schedule, whatever order they are played in.
struct Counting<'a, 's> {
    series: &'a MatchSeries<'s>,
    standings: Standings,
    waiting: BTreeMap<u64, GameResult>,
    next: u64,
    /// The faults of players in games that were played earlier.
    faults: Vec<PlayerFault>,
}

impl Counting<'_, '_> {
    fn take(
        &mut self,
        played: GameResult,
        journal: &mut Journal,
        each: &mut AfterGame<'_>,
    ) -> Result<(), Error> {
        journal.write(&played)?;
        self.waiting.insert(played.game, played);
        self.count(each);
        Ok(())
    }

    fn count(&mut self, each: &mut AfterGame<'_>) {
        while !self.is_over()
            && let Some(played) = self.waiting.remove(&self.next)
        {
            let fixture = self.series.schedule.fixtures[usize::try_from(self.next).unwrap_or(0)];
            self.standings.count(fixture, &played);
            self.next += 1;
            each(&self.standings, &played);
        }
    }

    /// Lets those who failed in games that were played earlier stay away.
    fn failed_before(&self, cast: &mut Cast<'_>) {
        for fault in &self.faults {
            if fault.cause == ForfeitCause::Illegal {
                continue;
            }
            let named = self.series.layout.named(&fault.seat).unwrap_or_default();
            if let [seat] = named[..] {
                let why = Forfeit::new(fault.cause, &fault.what);
                cast.remember(fault.entrant, seat, why);
            }
        }
    }

    /// Returns whether nothing that is still played counts.
    fn is_over(&self) -> bool {
        self.next >= self.series.schedule.fixtures.len() as u64 || self.standings.is_decided()
    }
}

/// The player in a seat.
struct Sitter<'a> {
    seat: Seat,
    name: &'a str,
    /// The entrant and what plays for it; nothing for the house.
    by: Option<(usize, &'a PlayerSource)>,
}

impl Sitter<'_> {
    fn named(&self) -> Seated {
        let id = self.files().map(|(_, _, id)| id.to_owned());
        let name = self.name.to_owned();
        Seated { name, id }
    }

    /// The program and its ID, if it meets others through files.
    fn files(&self) -> Option<(Seat, &ProgramCommand, &str)> {
        match self.by {
            Some((_, PlayerSource::Files(program, id))) => Some((self.seat, program, id)),
            _ => None,
        }
    }
}

/// A game with everybody at it.
struct SeatedGame {
    seated: Vec<usize>,
    header: Header,
    game: Box<dyn AnyRecording>,
}

/// Failures in the newest cycle, and whether each was in a turn.
fn forfeits(game: &mut dyn AnyRecording) -> Vec<(Seat, bool, Forfeit)> {
    let in_turns = game.now().forfeits().into_iter();
    let mut all: Vec<_> = in_turns.map(|(seat, why)| (seat, true, why)).collect();
    let between = game.take_faults().into_iter();
    all.extend(between.map(|(seat, why)| (seat, false, why)));
    all
}

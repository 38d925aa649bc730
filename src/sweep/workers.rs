//! Workers that play what of a sweep is not there yet. What comes of it does not depend on how many
//! they are, nor on when they were interrupted.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use super::condition::Condition;
use super::folder::Folder;
use super::pieces::SweepPiece;
use super::rows::{COLUMNS, GAMES, GameRow, Names, place};
use super::spec::{Shard, Spec};
use chase_kit::budget::StopFlag;
use chase_kit::sweep_engine::{EngineKind, GameNumbers, SweepEngine};
use chase_kit::totals::GameTotals;
use chase_play::CommandLine;
use chase_record::replay::Header;
use chase_replay::store::unrecorded;
use chase_world::error::{Error, IoAt};
use chase_world::world::gathered;

/// After how long a worker tells what it has played: what is lost when the program is killed.
const TOLD: Duration = Duration::from_secs(2);
/// The time that a worker means to play, at most, before it looks at the flag that stops it.
const LOOK: Duration = Duration::from_millis(20);
/// The folder of rows that are not put together yet.
const PARTS: &str = "games";
/// The name of that folder from the moment they are.
const JOINED: &str = "games.joined";

/// The settings with which a sweep is played.
pub struct SweepRun<'a> {
    /// The game that the sweep plays.
    pub game: &'a dyn CommandLine,
    /// The engine that plays, where one is asked for.
    pub engine: Option<EngineKind>,
    /// The number of workers.
    pub jobs: usize,
    /// The part of the sweep to be played; nothing for all of it.
    pub shard: Option<Shard>,
    /// Of how many games one is played once more by the rules with players made anew; 0 for none.
    pub check_every: u64,
    /// True if games are kept as rows.
    pub keeps_games: bool,
    /// The conditions that a game must all meet to be kept.
    pub keep: Vec<Condition>,
    /// Ends it early.
    pub stop: StopFlag,
}

/// The way in which a sweep ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepEnding {
    /// All of it was played.
    Done,
    /// It was interrupted.
    Interrupted,
}

/// Told after each piece: how many games are there, of how many.
pub type Progress<'a> = dyn FnMut(u64, u64) + 'a;

/// A worker's report: the piece that it played, and its rows.
struct WorkerReport {
    piece: SweepPiece,
    rows: Vec<(u64, String)>,
}

/// An engine for a header's games.
///
/// # Errors
/// A game that cannot be played, or an engine that there is not for it.
pub fn engine_of(
    game: &dyn CommandLine,
    header: &mut Header,
    wanted: Option<EngineKind>,
    stop: &StopFlag,
) -> Result<Box<dyn SweepEngine>, Error> {
    let engine = game.sweep_engine(header, wanted, stop);
    engine.map_err(|why| unrecorded(game.name(), why))?.ok_or_else(|| {
        let what = format!("{} has no compiled engine for these players", game.name());
        Error::new(what).help("--engine general plays every game")
    })
}

impl SweepRun<'_> {
    /// Plays what is not there, and puts the rows of the games together.
    ///
    /// # Errors
    /// A game that cannot be played, an engine that plays another game than the rules, a file that
    /// cannot be written.
    pub fn play(&self, folder: &mut Folder, told: &mut Progress<'_>) -> Result<SweepEnding, Error> {
        self.check_rows(folder)?;
        let spec = folder.spec().clone();
        let units = self.units(&spec, folder);
        let closed: Vec<AtomicBool> = spec.cells.iter().map(|_| AtomicBool::new(false)).collect();
        self.close(&spec, folder, &closed, None);
        let all = self.games(&spec);
        told(folder.coverage.games(), all);
        let next = AtomicUsize::new(0);
        let work = |sender: &Sender<Result<WorkerReport, Error>>| {
            let mut worker = Worker::new(self, &spec);
            while let Some((cell, numbers)) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                if self.stop.is_stopped() {
                    return;
                }
                if closed[*cell].load(Ordering::Relaxed) {
                    continue;
                }
                if let Err(error) = worker.play(*cell, numbers.clone(), sender) {
                    let _ = sender.send(Err(error));
                    return;
                }
            }
        };
        gathered(self.jobs, work, |pieces| {
            let taken = pieces.iter().try_for_each(|piece| {
                let WorkerReport { piece, rows } = piece?;
                let cell = piece.cell as usize;
                self.write_rows(folder, &piece, rows)?;
                folder.add(piece)?;
                self.close(&spec, folder, &closed, Some(cell));
                told(folder.coverage.games(), all);
                Ok(())
            });
            // Who still plays after an error plays for nothing.
            if taken.is_err() {
                self.stop.stop();
            }
            taken
        })?;
        folder.sync()?;
        if self.stop.is_stopped() {
            return Ok(SweepEnding::Interrupted);
        }
        self.join_rows(folder, &spec)?;
        folder.rewrite()?;
        Ok(SweepEnding::Done)
    }

    /// Returns the number of games to be played in all.
    #[must_use]
    pub fn games(&self, spec: &Spec) -> u64 {
        let cells = 0..spec.cells.len();
        cells.map(|cell| spec.numbers(cell, self.shard)).map(|it| it.end - it.start).sum()
    }

    /// The ranges of games that are missing, each with its cell, cut at the borders of shards.
    fn units(&self, spec: &Spec, folder: &Folder) -> Vec<(usize, Range<u64>)> {
        let mut units = Vec::new();
        for cell in 0..spec.cells.len() {
            let within = spec.numbers(cell, self.shard);
            for gap in folder.coverage.missing(cell, within) {
                let mut at = gap.start;
                while at < gap.end {
                    let border = (at / spec.shard_games + 1).saturating_mul(spec.shard_games);
                    let end = border.min(gap.end);
                    units.push((cell, at..end));
                    at = end;
                }
            }
        }
        units
    }

    /// Notes which cells have games enough.
    fn close(&self, spec: &Spec, folder: &Folder, closed: &[AtomicBool], cell: Option<usize>) {
        if spec.until.is_none() {
            return;
        }
        let cells = cell.map_or(0..closed.len(), |cell| cell..cell + 1);
        for cell in cells {
            let (_, is_enough) = folder.coverage.counted(cell, spec);
            closed[cell].store(is_enough, Ordering::Relaxed);
        }
    }

    fn write_rows(
        &self,
        folder: &Folder,
        piece: &SweepPiece,
        mut rows: Vec<(u64, String)>,
    ) -> Result<(), Error> {
        if !self.keeps_games {
            return Ok(());
        }
        rows.sort();
        let text: String = rows.into_iter().map(|(_, row)| row).collect();
        let name = format!("{PARTS}/{:08}-{:016}.csv", piece.cell, piece.first);
        folder.write(&name, text.as_bytes())
    }

    /// Sees to it that all runs of a sweep keep the same games.
    ///
    /// # Errors
    /// An earlier one kept others, or none; a condition that no game can meet.
    fn check_rows(&self, folder: &Folder) -> Result<(), Error> {
        let is_begun = folder.coverage.games() > 0;
        match folder.kept()? {
            None if !self.keeps_games => return Ok(()),
            None if !is_begun => {
                let names = Names::of(self.game, &mut folder.spec().header(0, 0))?;
                self.keep.iter().try_for_each(|it| it.check(&names))?;
                folder.keep(&self.keep)?;
            }
            Some(before) if self.keeps_games && before == self.keep => {}
            _ => {
                let what = "this sweep was begun with other settings for the games to keep";
                let help = "give the same --per-game and --keep as then";
                return Err(Error::new(what).help(help));
            }
        }
        let parts = folder.file(PARTS);
        parts.create_folders().io_at(parts.display(), "write")
    }

    /// Puts the rows of all pieces, and those that were put together before, into one table by cell
    /// and number. Where a rule ended a cell, those of games that do not count are left away.
    fn join_rows(&self, folder: &Folder, spec: &Spec) -> Result<(), Error> {
        let parts = folder.file(PARTS);
        if !self.keeps_games || !parts.exists() {
            return Ok(());
        }
        let unread = |error| Error::io(parts.display(), "read", &error);
        let mut paths: Vec<_> =
            parts.list().map_err(unread)?.into_iter().map(|(path, _)| path).collect();
        paths.retain(|path| path.path().extension().is_some_and(|it| it == "csv"));
        let table = folder.file(GAMES);
        paths.extend(table.exists().then_some(table));
        let mut text = String::new();
        for path in &paths {
            text.push_str(&path.read_to_string().io_at(path.display(), "read")?);
        }
        let cells = 0..spec.cells.len();
        let counted: Vec<u64> = cells
            .map(|cell| match spec.until {
                Some(_) => folder.coverage.counted(cell, spec).0.games,
                None => u64::MAX,
            })
            .collect();
        folder.write(GAMES, joined(&text, &counted).as_bytes())?;
        // At one blow: who is killed here leaves all parts, or a folder that nobody reads.
        let joined = folder.file(JOINED);
        let _ = joined.remove_folder();
        parts.rename(&joined).map_err(unread)?;
        joined.remove_folder().map_err(unread)
    }
}

/// A table of the lines that have a place, each place once, in their order; of each cell the games
/// that count.
fn joined(text: &str, counted: &[u64]) -> String {
    let counts = |&((cell, number), _): &((u64, u64), &str)| {
        let cell = usize::try_from(cell).ok();
        let counted = cell.and_then(|cell| counted.get(cell));
        counted.is_some_and(|counted| number < *counted)
    };
    let lines = text.lines().filter_map(|line| Some((place(line)?, line)));
    let mut lines: Vec<_> = lines.filter(counts).collect();
    lines.sort_by_key(|(place, _)| *place);
    lines.dedup_by_key(|(place, _)| *place);
    let mut table = format!("{COLUMNS}\n");
    for (_, line) in lines {
        table.push_str(line);
        table.push('\n');
    }
    table
}

/// One of those who play.
struct Worker<'a> {
    run: &'a SweepRun<'a>,
    spec: &'a Spec,
    /// The cell that the engines are of.
    cell: Option<usize>,
    /// One for each scenario of the cell, made when it is first needed.
    engines: Vec<Option<Box<dyn SweepEngine>>>,
    names: Names,
    /// The number of games that are played before the next look at the stop flag.
    chunk: u64,
    /// The number after the last game of the unit that is played.
    end: u64,
}

impl<'a> Worker<'a> {
    fn new(run: &'a SweepRun<'a>, spec: &'a Spec) -> Self {
        Worker {
            run,
            spec,
            cell: None,
            engines: Vec::new(),
            names: Names::default(),
            chunk: 1,
            end: 0,
        }
    }

    fn turn_to(&mut self, cell: usize) -> Result<(), Error> {
        if self.cell == Some(cell) {
            return Ok(());
        }
        self.cell = Some(cell);
        self.engines.clear();
        self.engines.resize_with(self.spec.cells[cell].scenarios.len(), || None);
        self.chunk = 1;
        self.names = Names::of(self.run.game, &mut self.spec.header(cell, 0))?;
        Ok(())
    }

    /// Plays the numbers of a cell, and tells now and then what came of them.
    fn play(
        &mut self,
        cell: usize,
        numbers: Range<u64>,
        sender: &Sender<Result<WorkerReport, Error>>,
    ) -> Result<(), Error> {
        self.turn_to(cell)?;
        self.end = numbers.end;
        let maps = self.engines.len() as u64;
        for engine in self.engines.iter_mut().flatten() {
            engine.expect_games((numbers.end - numbers.start).div_ceil(maps));
        }
        let blank = |first| WorkerReport {
            piece: SweepPiece {
                cell: u32::try_from(cell).unwrap_or(u32::MAX),
                first,
                totals: GameTotals::default(),
            },
            rows: Vec::new(),
        };
        let mut told = blank(numbers.start);
        let mut since = self.run.stop.clock().start();
        let mut at = numbers.start;
        while at < numbers.end {
            let end = at.saturating_add(self.chunk).min(numbers.end);
            let looked = self.run.stop.clock().start();
            let is_played = self.play_chunk(cell, at..end, &mut told)?;
            if is_played {
                at = end;
                self.chunk = match looked.elapsed() {
                    time if time < LOOK / 2 => self.chunk.saturating_mul(2),
                    time if time > LOOK => (self.chunk / 2).max(1),
                    _ => self.chunk,
                };
            }
            let is_over = !is_played || self.run.stop.is_stopped();
            if (is_over || at == numbers.end || since.elapsed() >= TOLD)
                && told.piece.totals.games > 0
            {
                let full = std::mem::replace(&mut told, blank(at));
                since.restart();
                if sender.send(Ok(full)).is_err() {
                    return Ok(());
                }
            }
            if is_over {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Plays some numbers. False when it was stopped among them; nothing came of them then.
    fn play_chunk(
        &mut self,
        cell: usize,
        numbers: Range<u64>,
        told: &mut WorkerReport,
    ) -> Result<bool, Error> {
        let maps = self.engines.len() as u64;
        let mut totals = GameTotals::default();
        let measures = &self.spec.measures;
        let mut measured = vec![0; measures.len()];
        let mut rows = Vec::new();
        let mut checked = Vec::new();
        for first in numbers.start..numbers.end.min(numbers.start + maps) {
            let map = usize::try_from(first % maps).unwrap_or(0);
            if self.engines[map].is_none() {
                let mut header = self.spec.header(cell, first);
                let mut engine =
                    engine_of(self.run.game, &mut header, self.run.engine, &self.run.stop)?;
                engine.expect_games((self.end - first).div_ceil(maps));
                self.engines[map] = Some(engine);
            }
            let Some(engine) = &mut self.engines[map] else {
                continue;
            };
            let count = (numbers.end - first).div_ceil(maps);
            let (run, names) = (self.run, &self.names);
            let cell = told.piece.cell;
            let mut each = |game: &_, ending: &_| {
                let row = GameRow { cell, game, ending };
                for (count, measure) in measured.iter_mut().zip(measures) {
                    *count += u64::from(measure.holds(&row, names));
                }
                if run.keeps_games && run.keep.iter().all(|it| it.holds(&row, names)) {
                    let mut line = String::new();
                    row.put(names, &mut line);
                    rows.push((game.number, line));
                }
                if run.check_every > 0 && game.number % run.check_every == 0 {
                    checked.push((game.number, game.check, game.cycles));
                }
            };
            let step = GameNumbers { first, step: maps, count };
            let looks = run.keeps_games || run.check_every > 0 || !measures.is_empty();
            if !engine.play(step, &mut totals, looks.then_some(&mut each)) {
                return Ok(false);
            }
        }
        for (number, check, cycles) in checked {
            self.check(cell, number, check, cycles)?;
        }
        totals.measured = measured;
        told.piece.totals.merge(&totals);
        told.rows.append(&mut rows);
        Ok(true)
    }

    /// Plays a game by its rules, with players made anew, and holds it against what came of it.
    fn check(&self, cell: usize, number: u64, check: u64, cycles: u32) -> Result<(), Error> {
        let (run, mut header) = (self.run, self.spec.header(cell, number));
        let mut engine = engine_of(run.game, &mut header, Some(EngineKind::General), &run.stop)?;
        let alone = GameNumbers { first: number, step: 1, count: 1 };
        let mut again = GameTotals::default();
        let mut found = None;
        let mut each = |game: &chase_kit::totals::GamePlayed, _: &_| {
            found = Some((game.check, game.cycles));
        };
        let is_played = engine.play(alone, &mut again, Some(&mut each));
        if !is_played || found == Some((check, cycles)) {
            return Ok(());
        }
        let what =
            format!("game {number} of cell {cell} came out differently with the general engine");
        Err(Error::new(what).help("play the sweep with --engine general, and report this"))
    }
}

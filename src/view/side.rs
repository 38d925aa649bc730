//! One history on its way into a page: chunks of scenes, and what there is to say of them all.

use std::io::{self, Write};

use base64::engine::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use super::marks::CycleMarks;
use super::patch::ScenePatch;
use super::plot::{PlotLine, Plots};
use super::windows::Windows;
use chase_kit::picture::{Act, Arrow, Scene, Stage};
use chase_kit::trace::{Column, TraceRow};
use chase_record::any::DrawnHistory;

/// Scenes of one chunk at most.
const CHUNK_CYCLES_MAX: u64 = 4_096;
/// The size in bytes, before compression, at which a chunk ends although it has fewer scenes.
const CHUNK_BYTES: usize = 1 << 20;

/// One history. It keeps one chunk in memory.
pub(super) struct PageSide {
    /// The number of the history on its page, from 0.
    number: usize,
    pub(super) stage: Option<Stage>,
    chunk: Vec<u8>,
    chunks: Vec<(u64, u64, bool)>,
    /// The scene before, in the chunk that is open.
    before: Option<Scene>,
    scene: Scene,
    turn: Scene,
    row: TraceRow,
    plots: Plots,
    marks: CycleMarks,
    ending: String,
    last: u64,
}

/// A history, for the page.
#[derive(Serialize)]
pub(super) struct SideHeader<'a> {
    first: u64,
    last: u64,
    chunks: &'a [(u64, u64, bool)],
    marks: &'a [(u64, &'static str)],
    plots: Vec<PlotLine<'a>>,
    ending: &'a str,
}

impl SideHeader<'_> {
    /// A history up to a cycle, of which nothing else is known yet.
    pub(super) fn until(last: u64) -> Self {
        SideHeader { first: 0, last, chunks: &[], marks: &[], plots: Vec::new(), ending: "" }
    }
}

impl PageSide {
    pub(super) fn new(number: usize, columns: &'static [Column]) -> Self {
        PageSide {
            number,
            stage: None,
            chunk: Vec::new(),
            chunks: Vec::new(),
            before: None,
            scene: Scene::default(),
            turn: Scene::default(),
            row: TraceRow::unknown(columns.len()),
            plots: Plots::new(columns),
            marks: CycleMarks::new(),
            ending: String::new(),
            last: 0,
        }
    }

    /// Adds the newest cycle of a replay.
    pub(super) fn cycle(
        &mut self,
        out: &mut impl Write,
        windows: &Windows,
        now: &dyn DrawnHistory,
    ) -> io::Result<()> {
        let Some(cycle) = now.last() else {
            return Ok(());
        };
        let words = windows.has(cycle);
        self.make_room(out, cycle, words)?;
        if self.stage.is_none() {
            self.stage = Some(now.stage());
        }
        self.look(now, cycle);
        let patch = ScenePatch { before: self.before.as_ref(), now: &self.scene, words };
        match words {
            true => put_told(now, patch, &mut self.chunk),
            false => put_json(&patch, &mut self.chunk),
        }
        self.close_cycle(cycle);
        Ok(())
    }

    /// Takes in what there is to say of the whole, and no scene: for histories whose scenes are elsewhere.
    pub(super) fn note(&mut self, now: &dyn DrawnHistory) {
        if let Some(cycle) = now.last() {
            self.look(now, cycle);
            self.last = cycle;
        }
    }

    /// Looks at the newest cycle: the scene after it, the ending, marks and plots.
    fn look(&mut self, now: &dyn DrawnHistory, cycle: u64) {
        now.scene(None, &mut self.scene);
        self.put_ending(&ending_of(now));
        for mark in &self.scene.marks {
            self.marks.add(cycle, mark);
        }
        now.row(&mut self.row);
        self.plots.add(&self.row);
    }

    /// Adds a row of a transcript; `game` is of its scenario, with nothing played, where that is
    /// known.
    pub(super) fn row(
        &mut self,
        out: &mut impl Write,
        windows: &Windows,
        game: Option<&dyn DrawnHistory>,
        row: &TraceRow,
    ) -> io::Result<()> {
        let words = windows.has(row.cycle);
        let follows = !self.chunks.is_empty() && Some(self.last) == row.cycle.checked_sub(1);
        self.make_room(out, row.cycle, words)?;
        if let Some(game) = game {
            self.stage.get_or_insert_with(|| game.stage());
            let was = std::mem::take(&mut self.turn);
            game.row_scene(row, &mut self.scene);
            if follows {
                self.scene.arrows = moved(&was, &self.scene);
            }
            self.turn = self.scene.clone();
        }
        self.put_ending(&row.ending);
        self.plots.add(row);
        let patch = ScenePatch { before: self.before.as_ref(), now: &self.scene, words };
        put_json(&patch, &mut self.chunk);
        self.close_cycle(row.cycle);
        Ok(())
    }

    /// The words of the ending are the headline of the cycle they stand after.
    fn put_ending(&mut self, ending: &str) {
        if !ending.is_empty() {
            self.ending = ending.trim().to_owned();
            self.scene.headline.clone_from(&self.ending);
        }
    }

    /// Ends the line of a cycle.
    fn close_cycle(&mut self, cycle: u64) {
        self.chunk.push(b'\n');
        let before = self.before.get_or_insert_default();
        std::mem::swap(before, &mut self.scene);
        self.last = cycle;
    }

    /// Closes the chunk where it is full, where words begin or end, or where cycles are missing.
    fn make_room(&mut self, out: &mut impl Write, cycle: u64, words: bool) -> io::Result<()> {
        match self.chunks.last_mut() {
            Some((first, count, open))
                if *open == words
                    && cycle == *first + *count
                    && *count < CHUNK_CYCLES_MAX
                    && self.chunk.len() < CHUNK_BYTES =>
            {
                *count += 1;
            }
            _ => {
                self.close(out)?;
                self.chunks.push((cycle, 1, words));
            }
        }
        Ok(())
    }

    /// Writes the chunk that is open.
    pub(super) fn close(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.before = None;
        let Some(n) = self.chunks.len().checked_sub(1) else {
            return Ok(());
        };
        let name = format!("data-side=\"{}\" data-chunk=\"{n}\"", self.number);
        put_block(out, &name, &self.chunk)?;
        self.chunk.clear();
        Ok(())
    }

    /// The facts about all of it, for the head of a page.
    pub(super) fn told(&self) -> SideHeader<'_> {
        SideHeader {
            first: self.chunks.first().map_or(0, |chunk| chunk.0),
            last: self.last,
            chunks: &self.chunks,
            marks: self.marks.all(),
            plots: self.plots.lines(),
            ending: &self.ending,
        }
    }
}

/// Appends the newest cycle: what differs from the scene before it, or all of it, and its words. Gives
/// its scene back.
pub(super) fn put_scene(
    now: &dyn DrawnHistory,
    before: Option<&Scene>,
    out: &mut Vec<u8>,
) -> Scene {
    let mut scene = Scene::default();
    now.scene(None, &mut scene);
    let ending = ending_of(now);
    if !ending.is_empty() {
        scene.headline = ending;
    }
    put_told(now, ScenePatch { before, now: &scene, words: true }, out);
    scene
}

fn put_json(value: &impl Serialize, out: &mut Vec<u8>) {
    // Nothing in a page has a key that could fail, and a vector takes everything.
    let _ = serde_json::to_writer(out, value);
}

/// The words of the ending, on one line or more; empty while it goes on.
fn ending_of(now: &dyn DrawnHistory) -> String {
    let mut ending = Vec::new();
    now.ending_text(&mut ending);
    String::from_utf8_lossy(&ending).trim().to_owned()
}

/// The arrows of those that are told apart from all others and are in another place.
pub(super) fn moved(before: &Scene, now: &Scene) -> Vec<Arrow> {
    let places = |scene: &Scene, actor: u32| {
        let mut mine = scene.pieces.iter().filter(|piece| piece.actor == actor);
        let first = mine.next()?;
        first.at.filter(|_| mine.next().is_none())
    };
    let arrow = |actor: u32| {
        let (from, to) = (places(before, actor)?, places(now, actor)?);
        let act = Act::Moved;
        (from != to).then_some(Arrow { act, actor, from, to })
    };
    let actors = now.pieces.iter().map(|piece| piece.actor);
    actors.filter_map(arrow).collect()
}

/// Writes data as a block that no name or text in it can end.
pub(super) fn put_block(out: &mut impl Write, name: &str, data: &[u8]) -> io::Result<()> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(data)?;
    let text = STANDARD.encode(packed.finish()?);
    writeln!(out, "<script type=\"application/octet-stream\" {name}>{text}</script>")
}

/// A cycle in a page, with its words.
#[derive(Serialize)]
struct CycleData<'a> {
    #[serde(flatten)]
    patch: ScenePatch<'a>,
    #[serde(rename = "e", skip_serializing_if = "Vec::is_empty")]
    events: Vec<&'a str>,
    #[serde(rename = "u", skip_serializing_if = "Vec::is_empty")]
    turns: Vec<TurnData<'a>>,
}

/// A turn of a cycle: whose, how many lines were told up to there, and the scene after it; the last
/// one's scene is the cycle's.
#[derive(Serialize)]
#[serde(untagged)]
enum TurnData<'a> {
    Before(&'a str, usize, ScenePatch<'a>),
    Last(&'a str, usize),
}

/// Appends a cycle with its events and turns.
fn put_told(now: &dyn DrawnHistory, patch: ScenePatch<'_>, out: &mut Vec<u8>) {
    let told = now.events_text();
    // What a single turn led to is the cycle's own scene.
    let turns = Some(now.turns()).filter(|turns| turns.len() > 1).unwrap_or_default();
    let scene = |n| {
        let mut scene = Scene::default();
        now.scene(Some(n), &mut scene);
        scene
    };
    let scenes: Vec<_> = (1..turns.len()).map(|n| scene(n - 1)).collect();
    let befores = [patch.before].into_iter().chain(scenes.iter().map(Some));
    let data = turns.iter().zip(befores).enumerate().map(|(n, (turn, before))| {
        let seat = turn.seat.as_deref().unwrap_or("");
        let lines = told[..turn.told].iter().filter(|byte| **byte == b'\n').count();
        match scenes.get(n) {
            Some(now) => TurnData::Before(seat, lines, ScenePatch { before, now, words: true }),
            None => TurnData::Last(seat, lines),
        }
    });
    let text = String::from_utf8_lossy(told);
    let cycle = CycleData { patch, events: text.lines().collect(), turns: data.collect() };
    put_json(&cycle, out);
}

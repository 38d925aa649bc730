//! One self-contained page, written while a replay is read: chunks of scenes first, then what there
//! is to say of the whole. docs/view.md has the layout.

use std::io::{self, Write};

use base64::engine::{Engine as _, general_purpose::STANDARD};
use flate2::{Compression, write::GzEncoder};
use serde::Serialize;

use super::labels::Labels;
use super::marks::Marks;
use super::patch::{Fields, put_list, put_patch, put_text};
use super::plot::{Line, Plots};
use super::policy;
use crate::engine::any::AnyReplay;
use crate::engine::picture::{Scene, Stage};
use crate::engine::trace::{Column, Row};

const HTML: &str = include_str!("page/page.html");
const ICONS: &str = include_str!("page/icons.svg");
const STYLE: &str = concat!(
    include_str!("page/board.css"),
    include_str!("page/page.css")
);
const SCRIPT: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("page/data.js"),
    include_str!("page/board.js"),
    include_str!("page/panels.js"),
    include_str!("page/main.js"),
    "})();\n"
);

/// Scenes of one chunk at most.
const CHUNK_CYCLES_MAX: u64 = 4_096;
/// Where a chunk ends although it has fewer, in bytes before compression.
const CHUNK_BYTES: usize = 1 << 20;

/// The cycles of which a page has words, tables and turns; of the others it has the board.
#[derive(Clone, Copy, Debug)]
pub struct Windows {
    first: u64,
    last: u64,
}

impl Windows {
    /// The most cycles that all have words.
    const ALL_MAX: u64 = 20_000;
    /// In a longer game, so many at the beginning and at the end.
    const EACH: u64 = 2_000;

    /// Of a page that goes from one cycle to another.
    #[must_use]
    pub fn new(first: u64, last: u64) -> Self {
        Windows { first, last }
    }

    /// Whether a page has words of a cycle.
    #[must_use]
    pub fn has(&self, cycle: u64) -> bool {
        self.last - self.first < Self::ALL_MAX
            || cycle < self.first + Self::EACH
            || cycle + Self::EACH > self.last
    }
}

/// What there is to say of a page as a whole.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// The game.
    pub game: &'static str,
    /// What a cycle is called.
    pub unit: &'static str,
    /// Whose eyes are used, if not everybody's.
    pub viewer: Option<String>,
    /// What the page is called; the file's name, where that may be known.
    pub name: String,
    /// What there is to say about the scenario, as (what, value); nothing for a viewer.
    pub statements: Vec<(String, String)>,
}

/// Everything that is not scenes, for the page.
#[derive(Serialize)]
struct Head<'a> {
    format: u32,
    #[serde(flatten)]
    about: &'a About,
    labels: Labels,
    stage: Stage,
    sides: [Side<'a>; 1],
}

/// One history.
#[derive(Serialize)]
struct Side<'a> {
    first: u64,
    last: u64,
    chunks: &'a [(u64, u64, bool)],
    marks: &'a [(u64, &'static str)],
    plots: Vec<Line<'a>>,
    ending: &'a str,
}

/// A page on its way into a file. It keeps one chunk in memory.
pub struct PageWriter<W: Write> {
    out: W,
    about: About,
    windows: Windows,
    stage: Option<Stage>,
    chunk: Vec<u8>,
    chunks: Vec<(u64, u64, bool)>,
    /// The scene before, in the chunk that is open.
    before: Option<Scene>,
    scene: Scene,
    turn: Scene,
    row: Row,
    plots: Plots,
    marks: Marks,
    ending: String,
    last: u64,
}

impl<W: Write> PageWriter<W> {
    /// Begins a page.
    ///
    /// # Errors
    /// Writing failed.
    pub fn new(
        mut out: W,
        about: About,
        columns: &'static [Column],
        windows: Windows,
    ) -> io::Result<Self> {
        let policy = format!(
            "default-src 'none'; script-src '{}'; style-src '{}'; img-src data:",
            policy::SCRIPT,
            policy::STYLE
        );
        let (start, _) = halves();
        let start = start
            .replacen("{policy}", &policy, 1)
            .replacen("{game}", about.game, 1)
            .replacen("{style}", STYLE, 1)
            .replacen("{icons}", ICONS, 1);
        out.write_all(start.as_bytes())?;
        Ok(PageWriter {
            out,
            about,
            windows,
            stage: None,
            chunk: Vec::new(),
            chunks: Vec::new(),
            before: None,
            scene: Scene::default(),
            turn: Scene::default(),
            row: Row::unknown(columns.len()),
            plots: Plots::new(columns),
            marks: Marks::new(),
            ending: String::new(),
            last: 0,
        })
    }

    /// The same on a stage that is there already.
    #[must_use]
    pub fn on(mut self, stage: Stage) -> Self {
        self.stage = Some(stage);
        self
    }

    /// Adds the newest cycle of a replay, whose scenes are watched; its events in words and its
    /// turns where the page has words of it.
    ///
    /// # Errors
    /// Writing failed.
    pub fn cycle(&mut self, now: &dyn AnyReplay) -> io::Result<()> {
        let Some(cycle) = now.last() else {
            return Ok(());
        };
        let words = self.windows.has(cycle);
        self.make_room(cycle, words)?;
        if self.stage.is_none() {
            self.stage = Some(now.stage());
        }
        now.scene(None, &mut self.scene);
        self.put_ending(now);
        for mark in &self.scene.marks {
            self.marks.add(cycle, mark);
        }
        now.shown_row(&mut self.row);
        self.plots.add(&self.row);
        let mut fields = Fields::open(&mut self.chunk);
        put_patch(&mut fields, self.before.as_ref(), &self.scene, words);
        if words {
            put_events(&mut fields, now.events_text());
            put_turns(&mut fields, now, self.before.as_ref(), &mut self.turn);
        }
        fields.close();
        self.chunk.push(b'\n');
        let before = self.before.get_or_insert_default();
        std::mem::swap(before, &mut self.scene);
        self.last = cycle;
        Ok(())
    }

    /// The words of the ending are the headline of the cycle they stand after.
    fn put_ending(&mut self, now: &dyn AnyReplay) {
        let mut ending = Vec::new();
        now.ending_text(&mut ending);
        if !ending.is_empty() {
            self.ending = String::from_utf8_lossy(&ending).trim().to_owned();
            self.scene.headline.clone_from(&self.ending);
        }
    }

    /// Closes the chunk where it is full, or where words begin or end.
    fn make_room(&mut self, cycle: u64, words: bool) -> io::Result<()> {
        match self.chunks.last_mut() {
            Some((first, count, open))
                if *open == words
                    && cycle - *first < CHUNK_CYCLES_MAX
                    && self.chunk.len() < CHUNK_BYTES =>
            {
                *count += 1;
            }
            _ => {
                self.close_chunk()?;
                self.chunks.push((cycle, 1, words));
            }
        }
        Ok(())
    }

    fn close_chunk(&mut self) -> io::Result<()> {
        self.before = None;
        let Some(n) = self.chunks.len().checked_sub(1) else {
            return Ok(());
        };
        let name = format!("data-side=\"0\" data-chunk=\"{n}\"");
        put_block(&mut self.out, &name, &self.chunk)?;
        self.chunk.clear();
        Ok(())
    }

    /// Ends the page, and gives back where it went.
    ///
    /// # Errors
    /// Writing failed.
    pub fn finish(mut self) -> io::Result<W> {
        self.close_chunk()?;
        let stage = self.stage.take().unwrap_or_default();
        let head = Head {
            format: 1,
            about: &self.about,
            labels: Labels::of(&stage),
            stage,
            sides: [Side {
                first: self.chunks.first().map_or(0, |chunk| chunk.0),
                last: self.last,
                chunks: &self.chunks,
                marks: self.marks.all(),
                plots: self.plots.lines(),
                ending: &self.ending,
            }],
        };
        let head = serde_json::to_vec(&head)?;
        put_block(&mut self.out, "id=\"head\"", &head)?;
        let (_, end) = halves();
        self.out
            .write_all(end.replacen("{script}", SCRIPT, 1).as_bytes())?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// What stands before the data and after it.
fn halves() -> (&'static str, &'static str) {
    HTML.split_once("{data}").unwrap_or((HTML, ""))
}

/// Writes data as a block that no name or text in it can end.
fn put_block(out: &mut impl Write, name: &str, data: &[u8]) -> io::Result<()> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(data)?;
    let text = STANDARD.encode(packed.finish()?);
    writeln!(
        out,
        "<script type=\"application/octet-stream\" {name}>{text}</script>"
    )
}

fn put_events(fields: &mut Fields<'_>, told: &[u8]) {
    if !told.is_empty() {
        let told = String::from_utf8_lossy(told);
        put_list(fields.field("e"), told.lines(), put_text);
    }
}

/// The turns of a cycle: whose, how many lines were told up to there, and the scene after it; the
/// last one's scene is the cycle's.
fn put_turns(
    fields: &mut Fields<'_>,
    now: &dyn AnyReplay,
    before: Option<&Scene>,
    scene: &mut Scene,
) {
    let turns = now.turns();
    if turns.len() < 2 {
        return;
    }
    let told = now.events_text();
    let mut newest = before.cloned();
    put_list(
        fields.field("u"),
        turns.iter().enumerate(),
        |out, (n, turn)| {
            let lines = told[..turn.told].iter().filter(|byte| **byte == b'\n');
            out.push(b'[');
            put_text(out, turn.seat.as_deref().unwrap_or(""));
            out.extend_from_slice(format!(",{}", lines.count()).as_bytes());
            if n + 1 < turns.len() {
                now.scene(Some(n), scene);
                out.push(b',');
                let mut fields = Fields::open(out);
                put_patch(&mut fields, newest.as_ref(), scene, true);
                fields.close();
                newest = Some(scene.clone());
            }
            out.push(b']');
        },
    );
}

//! A replay of any length, shown by a server: spans of scenes that are folded when they are asked for.

use super::page::{About, PageHead, SERVED};
use super::side::{PageSide, SideHeader, put_scene};
use chase_kit::picture::{Scene, Stage};
use chase_kit::trace::Column;
use chase_record::any::{DrawnHistory, Projections};
use chase_record::replay::{Header, to_json};
use chase_replay::store::{ReplayForm, ReplayReader};
use chase_world::error::Error;
use chase_world::object;

/// Cycles of a span. The first one begins at cycle 0.
pub const SPAN: u64 = 256;

/// Opens the game of a header.
type HistoryOpener = Box<dyn Fn(&mut Header) -> Result<Box<dyn DrawnHistory>, Error> + Send>;

/// A replay that is shown span by span, in any order. It holds one moment of it in memory.
pub struct ServedReplay {
    reader: ReplayReader,
    open: HistoryOpener,
    about: About,
    stage: Stage,
    /// True if a moment can be reached without those before it.
    jumps: bool,
    last: u64,
    seen: Projections,
}

/// The overview while it is being worked out, as JSON.
pub const NO_OVERVIEW: &str = "{\"done\":false}";

/// The page that asks for everything, and the Content-Security-Policy that it stands under.
pub fn served_page() -> (String, String) {
    let policy = format!("{}; connect-src 'self'", SERVED.policy());
    let (start, end) = SERVED.around("chase", "Recordings of games.", &policy);
    let page = start.replacen("<body>", "<body data-served>", 1) + &end;
    (page, policy)
}

impl ServedReplay {
    /// A replay whose reader has projections that say who looks. `open` opens the game of a header, and
    /// `stage` is what never moves, as they see it.
    ///
    /// # Errors
    /// Damage, or no cycle at all.
    pub fn new(
        mut reader: ReplayReader,
        open: impl Fn(&mut Header) -> Result<Box<dyn DrawnHistory>, Error> + Send + 'static,
        about: About,
        stage: Stage,
        seen: Projections,
    ) -> Result<Self, Error> {
        reader.trust_snapshots();
        // Whoever looks through eyes, or works something out, remembers everything before.
        let jumps = reader.form() == ReplayForm::Binary && seen.viewer.is_none() && !seen.insight;
        reader.begin_again(&open)?;
        reader.project(Projections { viewer: seen.viewer, ..Projections::default() });
        reader.go_to(u64::MAX)?;
        let Some(last) = reader.now().last() else {
            return Err(Error::new("the recording has no cycle to show").at(reader.name()));
        };
        let about = about.summed_up(reader.now().summary());
        let mut served =
            ServedReplay { reader, open: Box::new(open), about, stage, jumps, last, seen };
        served.begin_again()?;
        Ok(served)
    }

    /// The last cycle.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.last
    }

    /// The replay's header.
    #[must_use]
    pub fn header(&self) -> &Header {
        self.reader.header()
    }

    /// The head of a page without scenes, as JSON: the parts that never change.
    #[must_use]
    pub fn head(&self) -> String {
        let sides = vec![SideHeader::until(self.last)];
        let head = PageHead::of(&self.about, self.stage.clone(), sides);
        to_json(&head)
    }

    /// The cycles of the n-th span from 0, a line each, the first of them whole. Nothing past the end.
    ///
    /// # Errors
    /// Damage on the way.
    pub fn span(&mut self, n: u64) -> Result<Vec<u8>, Error> {
        let lines = self.lines(n);
        lines.map_err(|error| self.told(error))
    }

    /// The message about damage: a place in the file, and with it the file's name, which may hold
    /// the seed, is not for everybody's eyes.
    fn told(&self, error: Error) -> Error {
        match self.seen.viewer {
            None => error,
            Some(_) => Error::new("the recording is damaged"),
        }
    }

    fn lines(&mut self, n: u64) -> Result<Vec<u8>, Error> {
        let first = n.saturating_mul(SPAN);
        let mut lines = Vec::new();
        if first > self.last {
            return Ok(lines);
        }
        self.stand_before(first)?;
        self.reader.project(Projections { scenes: true, events: true, turns: true, ..self.seen });
        let mut before: Option<Scene> = None;
        for _ in first..(first + SPAN).min(self.last + 1) {
            if !self.reader.next_cycle()? {
                break;
            }
            let now = self.reader.now();
            before = Some(put_scene(now, before.as_ref(), &mut lines));
            lines.push(b'\n');
        }
        Ok(lines)
    }

    /// The overview of all of it, as JSON; nothing when `is_wanted` says that nobody waits for it
    /// any more. It reads everything.
    ///
    /// # Errors
    /// Damage on the way.
    pub fn overview(
        mut self,
        columns: &'static [Column],
        is_wanted: impl Fn() -> bool,
    ) -> Result<Option<String>, Error> {
        let overview = self.look_through(columns, is_wanted);
        overview.map_err(|error| self.told(error))
    }

    fn look_through(
        &mut self,
        columns: &'static [Column],
        is_wanted: impl Fn() -> bool,
    ) -> Result<Option<String>, Error> {
        self.begin_again()?;
        self.reader.project(Projections { scenes: true, ..self.seen });
        let mut side = PageSide::new(0, columns);
        while self.reader.next_cycle()? {
            if !is_wanted() {
                return Ok(None);
            }
            side.note(self.reader.now());
        }
        Ok(Some(to_json(&object!(Overview {
            done: true,
            #[serde(flatten)]
            side: side.told(),
        }))))
    }

    fn begin_again(&mut self) -> Result<(), Error> {
        self.reader.begin_again(&self.open)?;
        self.reader.project(self.seen);
        Ok(())
    }

    /// Stands so that the next cycle is this one.
    fn stand_before(&mut self, cycle: u64) -> Result<(), Error> {
        /// So far it is quicker to go on than to begin at a frame.
        const NEAR: u64 = 2 * SPAN;
        let next = |reader: &ReplayReader| reader.now().last().map_or(0, |last| last + 1);
        let is_near =
            next(&self.reader) <= cycle && (!self.jumps || cycle - next(&self.reader) <= NEAR);
        if is_near {
            self.reader.project(self.seen);
        } else {
            self.begin_again()?;
            if self.jumps && cycle > 0 {
                self.reader.go_to(cycle - 1)?;
            }
        }
        while next(&self.reader) < cycle && self.reader.next_cycle()? {}
        Ok(())
    }
}

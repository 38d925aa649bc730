//! One self-contained page, written while a replay is read: chunks of scenes first, then what there
//! is to say of the whole. docs/view.md has the layout.

use std::io::{self, Write};

use serde::Serialize;

use super::document::quoted;
use super::labels::StageLabels;
use super::page_analysis::PageAnalysis;
use super::side::{PageSide, SideHeader, put_block};
use super::windows::Windows;
use super::{embedded, policy::policy};
use chase_kit::picture::Stage;
use chase_kit::trace::{Column, TraceRow};
use chase_record::any::DrawnHistory;
use chase_record::summary::{GameSummary, PlayerSummary};

const HTML: &str = include_str!("page/page.html");
const ICONS: &str = include_str!("page/icons.svg");

/// The style sheet of a page: what every page has, then files of its own.
macro_rules! style {
    ($($own:literal),*) => {
        concat!(include_str!("page/board.css"), include_str!("page/page.css") $(, include_str!($own))*)
    };
}

/// The script of a page with a board: what all of them have, with files of its own before the main one.
macro_rules! script {
    ($($own:literal),*) => {
        concat!(
            "(() => {\n\"use strict\";\n",
            include_str!("page/data.js"),
            include_str!("page/motion.js"),
            include_str!("page/viewport.js"),
            include_str!("page/board.js"),
            include_str!("page/chart.js"),
            include_str!("page/panels.js"),
            $(include_str!($own),)*
            include_str!("page/main.js"),
            "})();\n"
        )
    };
}

const STYLE: &str = style!();
const SCRIPT: &str = script!();

/// The script and the style of a page.
pub(super) struct Dress {
    script: &'static str,
    style: &'static str,
}

/// A page for a frame of another page loads its script and its style from what is packed in it.
const EMBEDDED: Dress = Dress { script: embedded::LOADER, style: STYLE };
const ONE: Dress = Dress { script: SCRIPT, style: STYLE };
/// A page of two histories.
pub(super) const TWO: Dress =
    Dress { script: script!("page/pair.js"), style: style!("page/overlay.css", "page/pair.css") };

/// A page of a game that is being played.
pub(super) const LIVE: Dress = Dress {
    script: script!(
        "page/server.js",
        "page/moments.js",
        "page/drag.js",
        "page/spots.js",
        "page/clock.js",
        "page/live.js"
    ),
    style: style!("page/live.css"),
};

/// A page that shows what lies on a server has the list of it too, and may have two histories.
pub(super) const SERVED: Dress = Dress {
    script: script!("page/pair.js", "page/server.js", "page/served.js", "page/library.js"),
    style: style!("page/overlay.css", "page/pair.css", "page/served.css"),
};

/// A page of signals has no board. Its curves are drawn by uPlot, whose licence is in the page.
const SIGNALS_SCRIPT: &str = concat!(
    "/*\n",
    include_str!("page/uplot-licence.txt"),
    "\n*/\n(() => {\n\"use strict\";\n",
    include_str!("page/uplot.js"),
    "\n",
    include_str!("page/signal-data.js"),
    include_str!("page/signal-touch.js"),
    include_str!("page/signal-plots.js"),
    include_str!("page/signals.js"),
    "})();\n"
);

pub(super) const SIGNALS: Dress =
    Dress { script: SIGNALS_SCRIPT, style: style!("page/uplot.css", "page/signals.css") };

impl Dress {
    /// The Content-Security-Policy of the page.
    pub(super) fn policy(&self) -> String {
        policy(&[self.script], self.style)
    }

    /// The parts of the page before the data and after it; `title` and `preview`, which is what a
    /// link to the page shows below its title, may hold names of anybody.
    pub(super) fn around(&self, title: &str, preview: &str, policy: &str) -> (String, String) {
        self.around_in(HTML, title, preview, policy)
    }

    /// The parts of a page of another kind: `html` has the places for them.
    pub(super) fn around_in(
        &self,
        html: &str,
        title: &str,
        preview: &str,
        policy: &str,
    ) -> (String, String) {
        let (start, end) = html.split_once("{data}").unwrap_or((html, ""));
        // Names come last: what they hold is replaced by nothing.
        let start = start
            .replacen("{policy}", policy, 1)
            .replacen("{style}", self.style, 1)
            .replacen("{icons}", ICONS, 1);
        let (title, preview) = (&quoted(title), &quoted(preview));
        let parts: Vec<_> = start.split("{preview}").collect();
        let parts = parts.iter().map(|part| part.replace("{title}", title));
        let start = parts.collect::<Vec<_>>().join(preview);
        (start, end.replacen("{script}", self.script, 1))
    }
}

/// The description of a page as a whole.
#[derive(Clone, Debug, Default, Serialize)]
pub struct About {
    /// The name of the game that is shown.
    pub game: &'static str,
    /// The game's word for a cycle.
    pub unit: &'static str,
    /// The name of the viewer whose eyes are used, if not everybody's.
    pub viewer: Option<String>,
    /// The file's name, where that may be known.
    pub name: String,
    /// The heading of the page, which its title and the preview of a link show too; empty for the
    /// game and the name.
    pub title: String,
    /// Who played, and how it ended; nothing where that is not known yet, or is not of one game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<GameSummary>,
    /// Statements about the scenario, as (what, value); none for a viewer.
    pub statements: Vec<(String, String)>,
}

impl About {
    /// The same page of a game that is summed up.
    #[must_use]
    pub fn summed_up(mut self, summary: GameSummary) -> Self {
        self.title.clone_from(&summary.title);
        self.summary = Some(summary);
        self
    }

    /// The heading of the page.
    fn heading(&self) -> String {
        match (self.title.as_str(), self.name.as_str()) {
            ("", "") => self.game.to_owned(),
            ("", name) => format!("{}: {name}", self.game),
            (title, _) => title.to_owned(),
        }
    }

    /// What a link to the page shows below its title.
    fn preview(&self) -> String {
        let Some(summary) = &self.summary else {
            return format!("A recording of {}.", self.game);
        };
        let player = |player: &PlayerSummary| {
            let words = [player.name.as_str(), player.player.as_str(), player.result];
            let words: Vec<_> = words.into_iter().filter(|word| !word.is_empty()).collect();
            words.join(" ")
        };
        let players: Vec<_> = summary.players.iter().map(player).collect();
        format!("A game of {}: {}.", self.game, players.join(", "))
    }
}

/// Everything that is not scenes, for the page.
#[derive(Serialize)]
pub(super) struct PageHead<'a> {
    format: u32,
    #[serde(flatten)]
    about: &'a About,
    labels: StageLabels,
    stage: Stage,
    sides: Vec<SideHeader<'a>>,
    /// The comparison of two histories side by side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pair: Option<&'a serde_json::Value>,
    /// What each side could expect when.
    #[serde(skip_serializing_if = "Option::is_none")]
    analysis: Option<&'a PageAnalysis>,
}

impl<'a> PageHead<'a> {
    /// Of histories without a comparison and an analysis.
    pub(super) fn of(about: &'a About, stage: Stage, sides: Vec<SideHeader<'a>>) -> Self {
        let labels = StageLabels::of(&stage);
        PageHead { format: 1, about, labels, stage, sides, pair: None, analysis: None }
    }
}

/// A page on its way into a file. It keeps one chunk in memory.
pub struct PageWriter<W: Write> {
    out: W,
    about: About,
    columns: &'static [Column],
    windows: Windows,
    dress: &'static Dress,
    analysis: Option<PageAnalysis>,
    /// The histories, the last of them on its way.
    sides: Vec<PageSide>,
}

impl<W: Write> PageWriter<W> {
    /// Begins a page.
    ///
    /// # Errors
    /// Writing failed.
    pub fn new(
        out: W,
        about: About,
        columns: &'static [Column],
        windows: Windows,
    ) -> io::Result<Self> {
        Self::begin(out, about, columns, windows, &ONE)
    }

    /// Begins a page for a frame of another page: smaller, with the board and the controls alone.
    ///
    /// # Errors
    /// Writing failed.
    pub fn embedded(
        mut out: W,
        about: About,
        columns: &'static [Column],
        windows: Windows,
    ) -> io::Result<Self> {
        let script = embedded::bare(SCRIPT);
        let policy = policy(&[EMBEDDED.script, &script], STYLE);
        let (start, _) = EMBEDDED.around(&about.heading(), &about.preview(), &policy);
        embedded::put_start(&mut out, &start, STYLE, &script)?;
        Ok(Self::begun(out, about, columns, windows, &EMBEDDED))
    }

    /// Begins a page with a script and a style.
    pub(super) fn begin(
        mut out: W,
        about: About,
        columns: &'static [Column],
        windows: Windows,
        dress: &'static Dress,
    ) -> io::Result<Self> {
        let (start, _) = dress.around(&about.heading(), &about.preview(), &dress.policy());
        out.write_all(start.as_bytes())?;
        Ok(Self::begun(out, about, columns, windows, dress))
    }

    /// A page whose first part is written.
    fn begun(
        out: W,
        about: About,
        columns: &'static [Column],
        windows: Windows,
        dress: &'static Dress,
    ) -> Self {
        PageWriter {
            out,
            about,
            columns,
            windows,
            dress,
            analysis: None,
            sides: vec![PageSide::new(0, columns)],
        }
    }

    /// Draws what each side could expect under the board.
    #[must_use]
    pub fn analysed(mut self, analysis: PageAnalysis) -> Self {
        self.analysis = Some(analysis);
        self
    }

    /// Draws the newest history on a stage that is there already.
    pub fn set_stage(&mut self, stage: Stage) {
        if let Some(side) = self.sides.last_mut() {
            side.stage = Some(stage);
        }
    }

    /// Adds the newest cycle of a replay, whose scenes are watched; its events in words and its
    /// turns where the page has words of it.
    ///
    /// # Errors
    /// Writing failed.
    pub fn cycle(&mut self, now: &dyn DrawnHistory) -> io::Result<()> {
        match self.sides.last_mut() {
            Some(side) => side.cycle(&mut self.out, &self.windows, now),
            None => Ok(()),
        }
    }

    /// Adds a row of a transcript; `game` is of its scenario, with nothing played, where that is
    /// known.
    pub(super) fn row(
        &mut self,
        game: Option<&dyn DrawnHistory>,
        row: &TraceRow,
    ) -> io::Result<()> {
        match self.sides.last_mut() {
            Some(side) => side.row(&mut self.out, &self.windows, game, row),
            None => Ok(()),
        }
    }

    /// Ends a history and begins another.
    pub(super) fn next_side(&mut self) -> io::Result<()> {
        if let Some(side) = self.sides.last_mut() {
            side.close(&mut self.out)?;
        }
        self.sides.push(PageSide::new(self.sides.len(), self.columns));
        Ok(())
    }

    /// The stage of each history, as far as it is known.
    pub(super) fn stages(&self) -> Vec<Option<&Stage>> {
        self.sides.iter().map(|side| side.stage.as_ref()).collect()
    }

    /// Ends the page, and gives back where it went.
    ///
    /// # Errors
    /// Writing failed.
    pub fn finish(self) -> io::Result<W> {
        self.finish_with(None)
    }

    /// Ends a page of two histories with what there is to say of them.
    pub(super) fn finish_with(mut self, pair: Option<&serde_json::Value>) -> io::Result<W> {
        if let Some(side) = self.sides.last_mut() {
            side.close(&mut self.out)?;
        }
        let mut stages = self.sides.iter_mut().map(|side| side.stage.take());
        let stage = stages.next().flatten().unwrap_or_default();
        let sides = self.sides.iter().map(PageSide::told).collect();
        let analysis = self.analysis.as_ref();
        let head = PageHead { pair, analysis, ..PageHead::of(&self.about, stage, sides) };
        let head = serde_json::to_vec(&head)?;
        put_block(&mut self.out, "id=\"head\"", &head)?;
        let (_, end) = self.dress.around("", "", "");
        self.out.write_all(end.as_bytes())?;
        self.out.flush()?;
        Ok(self.out)
    }
}

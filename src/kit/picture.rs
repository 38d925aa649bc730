//! What a game looks like: where things are and what they mean. Integers and words, no colours and
//! no pixels, so that a page, a terminal and a file of lines can be made of one and the same.

mod game_end;
mod paint;
mod seat_names;

use serde::Serialize;

use super::trace::Cell;
use chase_engine::game::Game;
use chase_engine::history::HistoryCycle;
use chase_engine::seat::Seats;

pub use game_end::GameEnd;
pub use paint::Paint;
pub use seat_names::SeatNames;

/// The width of a place in the units of [`Stage::size`], whatever its form.
pub const PLACE: i32 = 100;

/// A drawing that everybody who draws scenes has. Anything else is drawn as a letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is the word for what it shows")]
pub enum Icon {
    #[default]
    Letter,
    Thief,
    Detective,
    Secret,
    Double,
    Taxi,
    Bus,
    Underground,
    Ferry,
    Getaway,
    Informant,
    Player,
    Robot,
    Debris,
    Teleport,
    Penguin,
    Fish1,
    Fish2,
    Fish3,
    Mouse,
    Dog,
    Tiger,
    Elephant,
    Den,
}

/// The outline of a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is the word for what it shows")]
pub enum Form {
    #[default]
    Disc,
    Square,
}

/// The meaning of a kind of place for the viewer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// Like most others.
    #[default]
    Plain,
    /// Worth a second look.
    Special,
    /// A place that somebody wants to reach.
    Goal,
    /// Open water: nothing can stand there.
    Water,
    /// In the way.
    Blocked,
    /// A place that has lost its former meaning.
    Spent,
}

/// A kind of place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Kind {
    /// The name of the kind; empty for the ordinary one.
    pub name: String,
    /// The meaning of the kind.
    pub tone: Tone,
    /// The drawing inside each place of the kind.
    pub icon: Option<Icon>,
}

/// The line of a kind of link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is the word for what it shows")]
pub enum Line {
    #[default]
    Plain,
    Dotted,
    Dashed,
    Thick,
    DashDotted,
}

/// A kind of link.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Way {
    /// The name of the kind of link; empty for the ordinary one.
    pub name: String,
    /// The style of the line.
    pub line: Line,
    /// The colour of the line; nothing for that of all lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paint: Option<Paint>,
}

/// A place that pieces can occupy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Its name: `hobart`, `c4`.
    pub name: String,
    /// Its middle, right and down from the upper left corner.
    pub at: (i32, i32),
    /// The outline of the place.
    pub form: Form,
    /// Its kind, an index into [`Stage::kinds`].
    pub kind: u8,
    /// The text in the place; empty for none.
    pub label: String,
}

/// A way between two places.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Link {
    /// Its ends, indices into [`Stage::places`].
    pub ends: (u32, u32),
    /// Its kind, an index into [`Stage::ways`].
    pub kind: u8,
    /// The text at the link, such as its length; empty for none. Empty for nothing.
    pub text: String,
}

/// Somebody or something that moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Actor {
    /// Its name, short enough to stand in a place: `D2`.
    pub name: String,
    /// The number of the owning side: actors with the same number look alike.
    pub side: u8,
    /// The drawing of the actor.
    pub icon: Icon,
    /// The colour that it is called by; nothing for its side's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paint: Option<Paint>,
}

/// A strip of numbered steps beside the board, such as the rounds of a game, of which some are special.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StepTrack {
    /// The word for a step: `round`.
    pub unit: String,
    /// The number of steps.
    pub count: u32,
    /// The special steps, from 1, by rising number.
    pub special: Vec<u32>,
    /// What happens in them: `Mr X shows himself`.
    pub meaning: String,
}

/// Everything that never moves, as a viewer may know it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stage {
    /// Width and height, in hundredths of a place.
    pub size: (i32, i32),
    /// The places that pieces can occupy.
    pub places: Vec<Place>,
    /// The ways between places.
    pub links: Vec<Link>,
    /// The actors: everybody and everything that moves.
    pub actors: Vec<Actor>,
    /// The kinds of places; none for the ordinary one only.
    pub kinds: Vec<Kind>,
    /// The kinds of links; none for the ordinary one only.
    pub ways: Vec<Way>,
    /// The names of columns from left to right and of rows from the top, where places are a grid.
    pub axes: (Vec<String>, Vec<String>),
    /// The headings of the cells of [`Scene::rows`], after the actor.
    pub heads: Vec<String>,
    /// The rules in a few sentences, for people who watch.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// The strip of steps beside the board, in a game that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub track: Option<StepTrack>,
    /// The seats that the board calls by another name. A game leaves them out: its history adds them.
    #[serde(skip_serializing_if = "SeatNames::is_empty")]
    pub seats: SeatNames,
}

/// The state in which a piece is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// It is there.
    #[default]
    Plain,
    /// It was last seen there.
    LastSeen,
    /// It is out of the game.
    Out,
    /// A piece of unknown position, because a transcript shows less than there is. It has no place.
    Untold,
}

/// Something that stands somewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// The actor that the piece is or belongs to, an index into [`Stage::actors`].
    pub actor: u32,
    /// Its place; nothing for the tray beside the board.
    pub at: Option<u32>,
    /// The state in which the piece is shown.
    pub standing: Standing,
}

/// The meaning of an arrow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Act {
    /// It went there.
    #[default]
    Moved,
    /// It was pushed there.
    Pushed,
    /// It means to go there.
    Plans,
}

/// From where to where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrow {
    /// The meaning of the arrow.
    pub act: Act,
    /// The actor that the arrow belongs to, an index into [`Stage::actors`].
    pub actor: u32,
    /// The place where the arrow begins, an index into [`Stage::places`].
    pub from: u32,
    /// The place where the arrow ends, an index into [`Stage::places`].
    pub to: u32,
}

/// A cell of the table beside the board, which has a row for each actor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PanelCell {
    /// Words, or a number.
    Text(String),
    /// So much of so much.
    Of(u32, u32),
    /// So many of a thing.
    Count(Icon, u32),
}

/// A line of the table of who and what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The actor of the row, an index into [`Stage::actors`].
    pub actor: u32,
    /// The cells of the row, under [`Stage::heads`].
    pub cells: Vec<PanelCell>,
}

/// A place that is another than the stage has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// The changed place, an index into [`Stage::places`].
    pub place: u32,
    /// Its kind now.
    pub kind: u8,
    /// The new text in the place.
    pub label: String,
}

/// The probability that something hidden is in a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heat {
    /// The place, an index into [`Stage::places`].
    pub place: u32,
    /// The probability in thousandths.
    pub per_mille: u16,
}

/// A moment: where things are after a cycle or a turn of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The places that are another than the stage has them, by rising index.
    pub changes: Vec<Change>,
    /// The pieces. A piece keeps its index as long as it is there.
    pub pieces: Vec<Piece>,
    /// The moves that were made, and those that are intended.
    pub arrows: Vec<Arrow>,
    /// The probabilities of hidden pieces, by place.
    pub heat: Vec<Heat>,
    /// The rows of the table beside the board.
    pub rows: Vec<Row>,
    /// The names of events that a reader may want to jump to, one word each: `tip`, `capture`.
    pub marks: Vec<&'static str>,
    /// The moment in one line; empty where nothing is to be said.
    pub headline: String,
    /// The number of steps of [`Stage::track`] that have begun.
    pub steps: u32,
    /// What everybody may know of the steps that began in this cycle: the number of each, and words.
    pub step_words: Vec<(u32, String)>,
}

impl Stage {
    /// A stage of squares: columns from the left, rows from the top, by their names. `name` makes
    /// the name of a place of its column's and its row's.
    #[must_use]
    pub fn grid(
        columns: Vec<String>,
        rows: Vec<String>,
        name: impl Fn(&str, &str) -> String,
    ) -> Self {
        let at = |n: usize| PLACE * i32::try_from(n).unwrap_or(0);
        let places = rows.iter().enumerate().flat_map(|(y, row)| {
            let columns = columns.iter().enumerate();
            let name = &name;
            columns.map(move |(x, column)| Place {
                name: name(column, row),
                at: (at(x) + PLACE / 2, at(y) + PLACE / 2),
                form: Form::Square,
                ..Place::default()
            })
        });
        Stage {
            size: (at(columns.len()), at(rows.len())),
            places: places.collect(),
            axes: (columns.clone(), rows.clone()),
            ..Stage::default()
        }
    }

    /// Puts the places where they stand, in their order.
    pub fn put_at(&mut self, size: (i32, i32), positions: &[(i32, i32)]) {
        self.size = size;
        for (place, at) in self.places.iter_mut().zip(positions) {
            place.at = *at;
        }
    }

    /// Moves the places to the positions of a stage that has the same places.
    #[must_use]
    pub fn placed_as(mut self, other: &Stage) -> Self {
        let positions: Vec<_> = other.places.iter().map(|place| place.at).collect();
        self.put_at(other.size, &positions);
        self
    }

    /// Moves the places to positions that somebody else chose, in any unit: they are stretched so
    /// that each place has a square of its own, two and a half places wide.
    pub fn put_stretched(&mut self, positions: &[(i32, i32)]) {
        let least = |n: fn(&(i32, i32)) -> i32| positions.iter().map(n).min().unwrap_or(0);
        let (left, top) = (least(|at| at.0), least(|at| at.1));
        let most = |n: fn(&(i32, i32)) -> i32| positions.iter().map(n).max().unwrap_or(0);
        let (width, height) = (most(|at| at.0) - left, most(|at| at.1) - top);
        let count = f64::from(u32::try_from(positions.len().max(1)).unwrap_or(u32::MAX));
        let area = f64::from(width.max(1)) * f64::from(height.max(1));
        let scale = 250.0 / (area / count).sqrt();
        let grown = |at: i32| (f64::from(at) * scale).round() as i32;
        let moved: Vec<_> =
            positions.iter().map(|(x, y)| (grown(x - left), grown(y - top))).collect();
        self.put_at((grown(width), grown(height)), &moved);
    }
}

impl Kind {
    /// A kind of place.
    #[must_use]
    pub fn of(name: &str, tone: Tone, icon: Option<Icon>) -> Self {
        let name = name.to_owned();
        Kind { name, tone, icon }
    }
}

impl Scene {
    /// Empties it, and keeps its memory.
    pub fn clear(&mut self) {
        self.changes.clear();
        self.pieces.clear();
        self.arrows.clear();
        self.heat.clear();
        self.rows.clear();
        self.marks.clear();
        self.headline.clear();
        self.steps = 0;
        self.step_words.clear();
    }

    /// Puts a piece somewhere.
    pub fn piece(&mut self, actor: u32, at: Option<u32>) {
        let standing = Standing::Plain;
        self.pieces.push(Piece { actor, at, standing });
    }

    /// Puts a piece where a cell of a transcript shows it.
    pub fn piece_of_row(&mut self, actor: u32, cell: &Cell, at: Option<u32>) {
        let standing = match cell {
            Cell::Unknown => Standing::Untold,
            _ => Standing::Plain,
        };
        self.pieces.push(Piece { actor, at, standing });
    }

    /// Draws an arrow, unless it leads nowhere.
    pub fn arrow(&mut self, act: Act, actor: u32, from: u32, to: u32) {
        if from != to {
            self.arrows.push(Arrow { act, actor, from, to });
        }
    }

    /// Adds a line to the table.
    pub fn row(&mut self, actor: u32, cells: impl IntoIterator<Item = PanelCell>) {
        let cells = cells.into_iter().collect();
        self.rows.push(Row { actor, cells });
    }

    /// Marks the moment, once by each word.
    pub fn mark(&mut self, word: &'static str) {
        if !self.marks.contains(&word) {
            self.marks.push(word);
        }
    }
}

/// From one moment to the next, as it may be shown.
#[derive(Debug)]
pub struct Passage<'a, G: Game> {
    /// The cycle that was played.
    pub cycle: HistoryCycle<'a, G>,
    /// The state before it.
    pub before: &'a G::State,
    /// The state after it.
    pub after: &'a G::State,
    /// The seats of the viewer; nothing for a viewer who may know everything.
    pub viewer: Option<Seats>,
}

/// The mouse input for an action: places that are clicked on the board, or a button.
///
/// Among the legal actions of a turn no two have the same clicks and the same button. Clicks narrow
/// the actions down to those that begin with them; where several are left, those with no click
/// left are told apart by their buttons.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Spots {
    /// Places in the order in which they are clicked, indices into [`Stage::places`]; none where
    /// there is only the button.
    pub clicks: Vec<u32>,
    /// The text of the button; empty for the action in words.
    pub button: String,
}

impl Spots {
    /// Clicks on places, and a button with the action in words.
    #[must_use]
    pub fn at<const N: usize>(clicks: [u32; N]) -> Self {
        Spots { clicks: clicks.into(), button: String::new() }
    }

    /// Puts another text on the button.
    #[must_use]
    pub fn button(mut self, words: impl Into<String>) -> Self {
        self.button = words.into();
        self
    }
}

/// The reason why clicks or a button mean no action.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
pub enum ClickFault {
    /// They are the clicks of no action; there is no more to say.
    #[default]
    #[error("you cannot do that now")]
    NoAction,
    /// This message tells the person why.
    #[error("{0}")]
    Because(String),
}

/// The reason why a person hardly means an action that the rules allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionRisk {
    /// What would happen, in words.
    pub why: String,
    /// True if the action itself does it, false if it takes what others do next.
    pub is_at_once: bool,
}

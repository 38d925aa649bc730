//! What is shown of a game in a session, to everybody who looks at it: each sees what they may, and
//! once the game is over all see everything.

use serde::Serialize;
use serde_json::value::RawValue;

use super::game_views::{Looks, PlayHall};
use chase_engine::game::Seat;
use chase_kit::picture::Stage;
use chase_play::live::LiveGame;
use chase_view::{About, live_head};
use chase_world::object;

/// The views of a game that are open.
pub(super) struct OpenedViews<'a> {
    /// What the pages say of the game.
    about: &'a About,
    /// The names of the files that come with the game.
    examples: &'a [String],
    /// The number of each view in the game, in the order of the hall.
    pub numbers: Vec<usize>,
    /// True once everybody sees everything.
    pub hides_nothing: bool,
}

impl<'a> OpenedViews<'a> {
    /// No view is open yet.
    pub fn of(about: &'a About, examples: &'a [String]) -> Self {
        OpenedViews { about, examples, numbers: Vec::new(), hides_nothing: false }
    }

    /// Opens the views again: everybody sees everything from now on, from the first cycle.
    pub fn reveal(&mut self, hall: &PlayHall, game: &mut dyn LiveGame, series: (u64, u64)) {
        self.hides_nothing = true;
        self.open(hall, game, series);
    }

    /// Opens the views of a game, which has these numbers of game and epoch.
    pub fn open(&mut self, hall: &PlayHall, game: &mut dyn LiveGame, series: (u64, u64)) {
        let seats: Vec<_> = game.seats();
        let numbers = || (0..).map(Seat).take(seats.len());
        let open = |one: Seat| {
            let open = numbers().filter(|other| game.are_open(one, *other));
            open.map(|seat| seat.0).collect()
        };
        let open: Vec<Vec<u8>> = numbers().map(open).collect();
        self.numbers.clear();
        let mut drawn: Option<Stage> = None;
        for (looks, view) in hall.views() {
            let looks = match self.hides_nothing {
                true => Looks::All,
                false => looks,
            };
            let number = game.watch(view.eyes.filter(|_| looks != Looks::All));
            let now = game.seen(number);
            let eyes = match looks {
                Looks::Of(seat) => Some(seat),
                Looks::All | Looks::Public => None,
            };
            let about = About {
                viewer: match (looks, eyes) {
                    (Looks::All, _) => None,
                    (_, Some(seat)) => Some(seats[usize::from(seat)].name.clone()),
                    (_, None) => Some("everybody".into()),
                },
                // What there is to say of a scenario may be what a seat must not know.
                statements: match looks {
                    Looks::All => now.statements(),
                    Looks::Public | Looks::Of(_) => Vec::new(),
                },
                ..self.about.clone()
            };
            // Whoever looks sees the same places; to lay them out is work.
            let stage = match &drawn {
                Some(drawn) => now.stage_without_positions().placed_as(drawn),
                None => now.stage(),
            };
            let head = live_head(&about, &stage);
            drawn.get_or_insert(stage);
            let told = object!(HeadTold {
                head: raw(head),
                seats: &seats,
                /// The seat whose eyes these are, in a game that hides something.
                eyes,
                /// For each seat, those whose people can look at its screen.
                open: &open,
                examples: self.examples,
            });
            view.moments().forget(series);
            view.set_head(&text_of(&told));
            self.numbers.push(number);
        }
    }
}

/// A value as JSON.
pub(super) fn text_of(told: &impl Serialize) -> String {
    serde_json::to_string(told).expect("strings and numbers are JSON")
}

/// JSON that stands within other JSON.
pub(super) fn raw(json: String) -> Box<RawValue> {
    RawValue::from_string(json).expect("it was just written as JSON")
}

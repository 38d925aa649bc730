//! The board drawn: floes with their fish, water, the penguins of every player, who moved where.

use super::board::{FieldPlace, FloeField};
use super::trace::column;
use super::{Action, Event, Fishing, State, rules};
use chase_engine::game::Seat;
use chase_engine::history::HistoryCycle;
use chase_kit::faces::Picture;
use chase_kit::picture::{
    Act, Actor, Change, ClickFault, GameEnd, Icon, Kind, PanelCell, Passage, Scene, Spots, Stage,
    Tone,
};
use chase_kit::trace::TraceRow;

const WATER: u8 = 0;
const TAKEN: u8 = 4;

/// The rules in short, for people who watch.
const RULES: [&str; 3] = [
    "First the players place their penguins, one in each turn, on free floes with one fish, and take that fish.",
    "Then a penguin moves in each turn, in a straight line along a row or a column over free floes. It takes the fish of the floe it reaches; the floe it left turns into water.",
    "A player who can move must move. The game ends when nobody can, and the most fish win.",
];

/// The board of floes.
pub(super) struct FloePicture;

impl Picture<Fishing> for FloePicture {
    fn stage(&self, game: &Fishing) -> Stage {
        let (rows, columns) = (game.start.rows(), game.start.columns());
        let column = |column| FieldPlace { row: 0, column }.to_string();
        let columns = (0..columns).map(|n| column(n).trim_end_matches('1').to_owned());
        let rows = (1..=rows).map(|n| n.to_string());
        let name = |column: &str, row: &str| format!("{column}{row}");
        let mut stage = Stage::grid(columns.collect(), rows.collect(), name);
        for (place, field) in stage.places.iter_mut().zip(game.start.fields()) {
            place.kind = kind(*field);
        }
        let floe = |name, icon| Kind::of(name, Tone::Plain, Some(icon));
        stage.kinds = vec![
            Kind::of("water", Tone::Water, None),
            floe("1 fish", Icon::Fish1),
            floe("2 fish", Icon::Fish2),
            floe("3 fish", Icon::Fish3),
            Kind::of("floe", Tone::Plain, None),
        ];
        let player = |n: u8| Actor {
            name: game.id(Seat(n)).to_owned(),
            side: n,
            icon: Icon::Penguin,
            paint: None,
        };
        stage.actors = (0..).take(game.scenario.ids.len()).map(player).collect();
        stage.heads = ["fish", "penguins"].map(String::from).to_vec();
        stage.rules = RULES.map(String::from).to_vec();
        stage
    }

    fn scene(&self, game: &Fishing, passage: &Passage<'_, Fishing>, out: &mut Scene) {
        let state = passage.after;
        let (now, start) = (state.grid.fields(), game.start.fields());
        for (place, (now, start)) in (0..).zip(now.iter().zip(start)) {
            if kind(*now) != kind(*start) {
                let (kind, label) = (kind(*now), String::new());
                out.changes.push(Change { place, kind, label });
            }
        }
        for (n, player) in (0..).zip(&state.players) {
            let penguins = state.grid.penguins(player.number);
            for place in penguins.filter(|_| player.number > 0) {
                out.piece(n, Some(game.index(place)));
            }
            let count = PanelCell::Text(format!("{} of {}", player.placed, game.scenario.penguins));
            out.row(n, [PanelCell::Text(player.fish.to_string()), count]);
        }
        for event in passage.cycle.events {
            match event {
                Event::Moved { from, to, .. } => {
                    let number = state.grid.get(*to).player();
                    let mut players = state.players.iter();
                    let mover = players.position(|player| player.number == number);
                    let mover = u32::try_from(mover.unwrap_or(0)).unwrap_or(0);
                    out.arrow(Act::Moved, mover, game.index(*from), game.index(*to));
                }
                Event::Forfeited { .. } => out.mark("forfeit"),
                Event::Ended { .. } => out.mark("end"),
                Event::Opened | Event::Placed { .. } => {}
            }
        }
    }

    fn game_end(
        &self,
        _: &Fishing,
        _: HistoryCycle<'_, Fishing>,
        state: &State,
    ) -> Option<GameEnd> {
        if !state.ended {
            return None;
        }
        let winners = rules::winners_of(&state.players);
        let fish = |n: usize| state.players[n].fish.to_string();
        let most = fish(winners.first()?.index());
        let has_lost = |n: &usize| winners.iter().all(|winner| winner.index() != *n);
        let others: Vec<_> = (0..state.players.len()).filter(has_lost).map(fish).collect();
        Some(GameEnd::how(match (winners.len(), others.is_empty()) {
            (_, true) => format!("{most} fish each"),
            (1, false) => format!("{most} fish to {}", others.join(" and ")),
            (_, false) => format!("{most} fish each to {}", others.join(" and ")),
        }))
    }

    /// The field of a penguin that moves, then the field it goes to.
    fn spots(&self, game: &Fishing, _: &State, _: Seat, action: &Action) -> Spots {
        match action {
            Action::Place { at } => Spots::at([game.index(*at)]),
            Action::Move { from, to } => Spots::at([game.index(*from), game.index(*to)]),
        }
    }

    fn meant(
        &self,
        game: &Fishing,
        state: &State,
        _: Seat,
        meant: &Spots,
    ) -> Result<Action, ClickFault> {
        let place = |n: &u32| state.grid.places().find(|place| game.index(*place) == *n);
        let places: Option<Vec<_>> = meant.clicks.iter().map(place).collect();
        match (state.moving, places.as_deref()) {
            (false, Some(&[at])) => Ok(Action::Place { at }),
            (true, Some(&[from, to])) => Ok(Action::Move { from, to }),
            (true, Some(&[at])) => {
                Err(ClickFault::Because(format!("no penguin of yours can move from {at}")))
            }
            _ => Err(ClickFault::NoAction),
        }
    }

    /// Players are numbered as they place their first penguins, which is the order of their seats
    /// unless one of them lost that turn.
    fn row_scene(&self, game: &Fishing, row: &TraceRow, out: &mut Scene) {
        for n in 0..game.scenario.ids.len() {
            let standing = row.cells[column::PENGUINS + n].text().unwrap_or_default();
            let places = standing.split_whitespace().filter_map(|it| it.parse().ok());
            for place in places.filter(|place: &FieldPlace| game.start.holds(*place)) {
                out.piece(n as u32, Some(game.index(place)));
            }
            let fish = row.cells[column::FISH + n].number();
            let shown = fish.map_or(String::new(), |fish| fish.to_string());
            out.row(n as u32, [PanelCell::Text(shown)]);
        }
        let taken: Vec<_> = out.pieces.iter().filter_map(|piece| piece.at).collect();
        let ice = row.cells[column::ICE].text().unwrap_or_default();
        let fish = ice.bytes().filter(u8::is_ascii_digit).map(|it| it - b'0');
        for (place, (fish, start)) in (0..).zip(fish.zip(game.start.fields())) {
            let is_taken = taken.contains(&place);
            let now = if is_taken { TAKEN } else { fish.min(TAKEN - 1) };
            if now != kind(*start) {
                let (kind, label) = (now, String::new());
                out.changes.push(Change { place, kind, label });
            }
        }
    }
}

impl Fishing {
    fn index(&self, place: FieldPlace) -> u32 {
        u32::try_from(self.start.index(place)).expect("at most 9,801 fields")
    }
}

fn kind(field: FloeField) -> u8 {
    match field {
        FloeField::WATER => WATER,
        field if field.player() > 0 => TAKEN,
        field => field.fish(),
    }
}

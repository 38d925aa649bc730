//! The board drawn: floes with their fish, water, the penguins of every player, who moved where.

use super::board::{Field, Place};
use super::{Action, Event, Fishing, State};
use crate::engine::game::Seat;
use crate::engine::picture::{
    Act, Actor, Change, Icon, Kind, PanelCell, Passage, Picture, Scene, Spots, Stage, Tone,
};
use crate::engine::seat::Seats;

const WATER: u8 = 0;
const TAKEN: u8 = 4;

impl Picture for Fishing {
    fn stage(&self, _: Option<Seats>) -> Stage {
        let (rows, columns) = (self.start.rows(), self.start.columns());
        let column = |column| Place { row: 0, column }.to_string();
        let columns = (0..columns).map(|n| column(n).trim_end_matches('1').to_owned());
        let rows = (1..=rows).map(|n| n.to_string());
        let name = |column: &str, row: &str| format!("{column}{row}");
        let mut stage = Stage::grid(columns.collect(), rows.collect(), name);
        for (place, field) in stage.places.iter_mut().zip(self.start.fields()) {
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
            name: self.id(Seat(n)).to_owned(),
            side: n,
            icon: Icon::Penguin,
        };
        stage.actors = (0..).take(self.scenario.ids.len()).map(player).collect();
        stage.heads = ["fish", "penguins"].map(String::from).to_vec();
        stage
    }

    fn scene(&self, passage: &Passage<'_, Self>, out: &mut Scene) {
        let state = passage.after;
        let (now, start) = (state.grid.fields(), self.start.fields());
        for (place, (now, start)) in (0..).zip(now.iter().zip(start)) {
            if kind(*now) != kind(*start) {
                let (kind, label) = (kind(*now), String::new());
                out.changes.push(Change { place, kind, label });
            }
        }
        for (n, player) in (0..).zip(&state.players) {
            let penguins = state.grid.penguins(player.number);
            for place in penguins.filter(|_| player.number > 0) {
                out.piece(n, Some(self.index(place)));
            }
            let count = PanelCell::Text(format!("{} of {}", player.placed, self.scenario.penguins));
            out.row(n, [PanelCell::Text(player.fish.to_string()), count]);
        }
        for event in passage.cycle.events {
            match event {
                Event::Moved { from, to, .. } => {
                    let number = state.grid.get(*to).player();
                    let mut players = state.players.iter();
                    let mover = players.position(|player| player.number == number);
                    let mover = u32::try_from(mover.unwrap_or(0)).unwrap_or(0);
                    out.arrow(Act::Moved, mover, self.index(*from), self.index(*to));
                }
                Event::Forfeited { .. } => out.mark("forfeit"),
                Event::Ended { .. } => out.mark("end"),
                Event::Opened | Event::Placed { .. } => {}
            }
        }
    }

    /// The field of a penguin that moves, then the field it goes to.
    fn spots(&self, _: &State, _: Seat, action: &Action) -> Spots {
        match action {
            Action::Place { at } => Spots::at([self.index(*at)]),
            Action::Move { from, to } => Spots::at([self.index(*from), self.index(*to)]),
        }
    }
}

impl Fishing {
    fn index(&self, place: Place) -> u32 {
        u32::try_from(self.start.index(place)).expect("at most 9,801 fields")
    }
}

fn kind(field: Field) -> u8 {
    match field {
        Field::WATER => WATER,
        field if field.player() > 0 => TAKEN,
        field => field.fish(),
    }
}

//! The chase drawn: cities and roads, five agents, their moves of the hour and the tips they follow.

use super::trace::column;
use super::viewed::UNSEEN;
use super::{AGENTS, Action, Ending, Event, Police, State, THIEF};
use chase_board::place_positions::placed;
use chase_engine::history::{By, HistoryCycle};
use chase_engine::seat::Seat;
use chase_kit::faces::Picture;
use chase_kit::picture::{
    Act, Actor, ClickFault, GameEnd, Icon, Kind, Link, PanelCell, Passage, Place, Scene, Spots,
    Stage, Tone,
};
use chase_kit::trace::TraceRow;

const INFORMANT: u8 = 1;
const GETAWAY: u8 = 2;

/// The rules in short, for people who watch.
const RULES: [&str; 5] = [
    "In every hour the thief moves first, then D1 to D4. Each moves along one road or rests.",
    "A road costs its length in stamina. A road longer than the stamina that is left cannot be taken; a rest brings all of it back.",
    "A detective whose turn ends in a city with an informant is told where the thief is. Most strategies then go there in the fewest turns.",
    "A detective who is in the thief's city at the end of an hour has caught him.",
    "Otherwise the thief wins: when he has got away, or when the hours are used up.",
];

/// Cities and roads.
pub(super) struct MapPicture;

impl Picture<Police> for MapPicture {
    fn stage(&self, game: &Police) -> Stage {
        let scenario = &game.scenario;
        let lines: Vec<_> = scenario.roads.iter().map(|road| (road.0, road.1)).collect();
        let getaway = scenario.getaway;
        let cities = (0..).zip(scenario.cities.iter());
        let place = |(n, city): (u32, &super::scenario::City)| Place {
            name: city.name.clone(),
            kind: match getaway == Some(n) {
                true => GETAWAY,
                false => INFORMANT * u8::from(city.informant),
            },
            label: n.to_string(),
            ..Place::default()
        };
        let link = |(ends, road): ((u32, u32), &(u32, u32, u32))| Link {
            ends,
            text: road.2.to_string(),
            ..Link::default()
        };
        let mut kinds =
            vec![Kind::default(), Kind::of("informant", Tone::Special, Some(Icon::Informant))];
        kinds.extend(getaway.map(|_| Kind::of("getaway", Tone::Goal, Some(Icon::Getaway))));
        Stage {
            places: cities.map(place).collect(),
            links: lines.into_iter().zip(scenario.roads.iter()).map(link).collect(),
            actors: (0..5).map(agent).collect(),
            kinds,
            heads: ["city", "stamina", "heading to"].map(String::from).to_vec(),
            rules: RULES.map(String::from).to_vec(),
            ..Stage::default()
        }
    }

    fn lay_out(&self, game: &Police, stage: &mut Stage) {
        let placed = placed(game.scenario.cities.len(), &game.scenario.roads);
        stage.put_at(placed.size, &placed.places);
    }

    fn scene(&self, game: &Police, passage: &Passage<'_, Police>, out: &mut Scene) {
        let (before, after) = (passage.before, passage.after);
        let on_map = |city: u32| ((city as usize) < game.map.cities()).then_some(city);
        for (n, (was, is)) in (0..).zip(before.agents.iter().zip(&after.agents)) {
            out.piece(n, on_map(is.city));
            if let (Some(from), Some(to)) = (on_map(was.city), on_map(is.city)) {
                out.arrow(Act::Moved, n, from, to);
            }
            let tip = is.tip.and_then(on_map);
            if let (Some(from), Some(to)) = (on_map(is.city), tip) {
                out.arrow(Act::Plans, n, from, to);
            }
            let name = |city: u32| PanelCell::Text(format!("{city} {}", game.map.name(city)));
            let nothing = || PanelCell::Text(String::new());
            let full = game.scenario.agents[n as usize].stamina;
            let stamina = match on_map(is.city) {
                Some(_) if is.stamina != UNSEEN => PanelCell::Of(is.stamina, full),
                _ => nothing(),
            };
            let city = on_map(is.city).map_or_else(nothing, name);
            out.row(n, [city, stamina, tip.map_or_else(nothing, name)]);
        }
        mark(passage, out);
    }

    fn game_end(
        &self,
        game: &Police,
        _: HistoryCycle<'_, Police>,
        state: &State,
    ) -> Option<GameEnd> {
        let thief = state.agents[THIEF].city;
        // Where it ended and by whom is told to no seat.
        let is_open = !state.is_viewed();
        let end = GameEnd::sentence(match state.ending? {
            Ending::Caught(by) if is_open => {
                let (name, city) = (game.name(by.index()), game.map.name(thief));
                format!("{name} caught the thief in {city}")
            }
            Ending::Caught(_) => "The detectives caught the thief".into(),
            Ending::Escaped if is_open => {
                format!("The thief got away to {}", game.map.name(thief))
            }
            Ending::Escaped => "The thief got away".into(),
            Ending::TimeUp => "The detectives ran out of time".into(),
        });
        let place = ((thief as usize) < game.map.cities()).then_some(thief);
        let is_somewhere = !matches!(state.ending, Some(Ending::TimeUp));
        Some(end.at(place.filter(|_| is_open && is_somewhere)))
    }

    /// The city that an agent goes to; its own, to rest.
    fn spots(&self, _: &Police, state: &State, seat: Seat, action: &Action) -> Spots {
        Spots::at([match action {
            Action::Move { to } => *to,
            Action::Rest => state.agents[seat.index()].city,
        }])
    }

    fn meant(
        &self,
        game: &Police,
        _: &State,
        _: Seat,
        meant: &Spots,
    ) -> Result<Action, ClickFault> {
        match meant.clicks[..] {
            [to] if (to as usize) < game.map.cities() => Ok(Action::Move { to }),
            _ => Err(ClickFault::NoAction),
        }
    }

    fn row_scene(&self, game: &Police, row: &TraceRow, out: &mut Scene) {
        for (n, cell) in (0..).zip(&row.cells[column::CITY..column::CITY + AGENTS]) {
            let city = cell.number().and_then(|city| u32::try_from(city).ok());
            let city = city.filter(|city| (*city as usize) < game.map.cities());
            out.piece_of_row(n, cell, city);
            let name = city.map(|city| format!("{city} {}", game.map.name(city)));
            out.row(n, [PanelCell::Text(name.unwrap_or_else(|| cell.words()))]);
        }
    }
}

fn mark(passage: &Passage<'_, Police>, out: &mut Scene) {
    for (entry, events) in passage.cycle.turns() {
        if matches!(entry.by, By::Forfeit(..)) {
            out.mark("forfeit");
        }
        for event in events {
            match event {
                Event::Tipped { .. } => out.mark("tip"),
                Event::Caught { .. } => out.mark("capture"),
                Event::Escaped | Event::TimeUp => out.mark("end"),
                Event::Moved { .. } | Event::Rested | Event::HourPassed => {}
            }
        }
    }
}

fn agent(n: u8) -> Actor {
    let (name, icon) = match n {
        0 => ("T".to_owned(), Icon::Thief),
        n => (format!("D{n}"), Icon::Detective),
    };
    Actor { name, side: n, icon, paint: None }
}

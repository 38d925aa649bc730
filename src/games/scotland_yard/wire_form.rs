//! What a seat outside the process is sent. A detective's is made of what everybody knows, and of
//! nothing else.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::board::{Edge, Station, Transport};
use super::scenario::{Colour, PlayerSetup, StartLots};
use super::{MR_X, PendingLegs, Public, PublicSetting, Purse, Scenario, ScotlandYard, State};
use chase_engine::game::Seat;
use chase_kit::faces::{WireForm, received};
use chase_kit::protocol::WireError;

/// The part of the scenario that all players know, in its JSON form.
#[derive(Serialize, Deserialize)]
pub struct PublicScenario {
    stations: Vec<Station>,
    edges: Vec<Edge>,
    rounds: u32,
    reveals: Vec<u32>,
    /// The players' colours, and the tickets with which they begin, by seat.
    players: Vec<TeamMember>,
    /// The stations where Mr X may begin.
    hideouts: Vec<Station>,
}

#[derive(Serialize, Deserialize)]
struct TeamMember {
    colour: Colour,
    tickets: Purse,
}

/// The view of a seat in its JSON form.
#[derive(Serialize, Deserialize)]
pub struct Sight {
    rotation: u32,
    /// The number of rounds that have started.
    round: u32,
    /// The station where Mr X was last seen; 0 before he ever was.
    last_known: Station,
    /// The station where he is, for his own seat.
    mr_x: Option<Station>,
    /// The stations of the detectives, by seat from 1.
    detectives: Vec<Station>,
    /// The numbers of tickets that the players have left, by seat.
    tickets: Vec<Purse>,
}

fn edges(setting: &PublicSetting) -> Vec<Edge> {
    let board = &setting.board;
    let ways = board.stations().iter().flat_map(|&from| {
        let ways = board.ways(from).iter();
        // Each is there from both of its ends.
        let once = ways.filter(move |way| way.to > from);
        once.flat_map(move |way| {
            let served = Transport::ALL.into_iter().filter(|it| way.has(*it));
            served.map(move |transport| Edge(from, way.to, transport))
        })
    });
    ways.collect()
}

fn town(setting: &PublicSetting) -> PublicScenario {
    let members = setting.colours.iter().zip(&setting.tickets);
    PublicScenario {
        stations: setting.board.stations().to_vec(),
        edges: edges(setting),
        rounds: setting.rounds(),
        reveals: (1..=setting.rounds()).filter(|round| setting.reveals(*round)).collect(),
        players: members
            .map(|(&colour, tickets)| TeamMember { colour, tickets: Purse::of(*tickets) })
            .collect(),
        hideouts: setting.hideouts.clone(),
    }
}

fn scenario(town: PublicScenario) -> Scenario {
    let players = town.players.into_iter().map(|member| PlayerSetup {
        colour: member.colour,
        start: None,
        tickets: member.tickets,
    });
    Scenario {
        stations: town.stations,
        edges: town.edges,
        rounds: town.rounds,
        reveals: town.reveals,
        players: players.collect(),
        draw: StartLots::default(),
    }
}

/// The messages of the game: everybody is sent what the detectives know, Mr X his station too.
pub(super) struct Messages;

impl WireForm<ScotlandYard> for Messages {
    fn scenario(&self, game: &ScotlandYard) -> impl Serialize {
        town(&game.setting)
    }

    fn received_game(&self, sent: &RawValue, _: &RawValue) -> Result<ScotlandYard, WireError> {
        let town: PublicScenario = received(sent)?;
        let hideouts = town.hideouts.clone();
        let scenario = scenario(town);
        scenario.check()?;
        let mut setting = PublicSetting::of(&scenario);
        if let Some(unknown) = hideouts.iter().find(|it| !setting.board.has(**it)) {
            return Err(WireError::there_is_no("station", unknown));
        }
        setting.hideouts = hideouts;
        Ok(ScotlandYard::of(scenario, setting))
    }

    fn sight(&self, _: &ScotlandYard, state: &State, seat: Seat) -> impl Serialize {
        let public = &state.public;
        // Behind the last player there are no detectives and no tickets.
        let there = public.detectives.iter().take_while(|it| **it != 0).count();
        Sight {
            rotation: public.rotation,
            round: public.round,
            last_known: public.last_known,
            mr_x: (seat == MR_X).then_some(state.mr_x),
            detectives: public.detectives[..there].to_vec(),
            tickets: public.tickets[..=there].iter().map(|it| Purse::of(*it)).collect(),
        }
    }

    fn sighted_state(
        &self,
        game: &ScotlandYard,
        seat: Seat,
        sent: &RawValue,
    ) -> Result<State, WireError> {
        let sent: Sight = received(sent)?;
        let setting = &game.setting;
        let seats = setting.colours.len();
        if sent.detectives.len() + 1 != seats || sent.tickets.len() != seats {
            let what = format!("expected the stations and tickets of {seats} players");
            return Err(WireError::new(what));
        }
        let hidden = (sent.last_known != 0).then_some(sent.last_known);
        let mut named = sent.detectives.iter().chain(&hidden).chain(&sent.mr_x);
        if let Some(unknown) = named.find(|it| !setting.board.has(**it)) {
            return Err(WireError::there_is_no("station", unknown));
        }
        if seat == MR_X && sent.mr_x.is_none() {
            return Err(WireError::new("Mr X's own station is missing"));
        }
        let mut public = Public {
            opened: true,
            rotation: sent.rotation,
            round: sent.round,
            last_known: sent.last_known,
            current: seat,
            ..Public::new(setting)
        };
        for (into, purse) in public.tickets.iter_mut().zip(&sent.tickets) {
            *into = purse.counts();
        }
        public.detectives[..sent.detectives.len()].copy_from_slice(&sent.detectives);
        let mr_x = sent.mr_x.unwrap_or(0);
        Ok(State { public, mr_x, due: PendingLegs::default(), verdict: None })
    }
}

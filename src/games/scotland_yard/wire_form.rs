//! What a seat outside the process is sent. A detective's is made of what everybody knows, and of
//! nothing else.

use serde::{Deserialize, Serialize};

use super::board::{Edge, Station, Transport};
use super::scenario::{Colour, DETECTIVES_MAX, PLAYERS_MAX, PlayerSetup, StartLots};
use super::{Known, MR_X, Public, PublicSetting, Purse, Scenario, ScotlandYard, View};
use chase_core::game::Seat;
use chase_core::protocol::{Nothing, WireError, WireForm, check_seat};

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

/// A view, and what it is of.
pub struct ViewMessage {
    seat: Seat,
    public: Public,
    mr_x: Option<Station>,
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

impl WireForm for ScotlandYard {
    type Common = PublicScenario;
    type Own = Nothing;
    type SentView = Sight;
    type Held = ViewMessage;

    fn send_known(known: &Known) -> (PublicScenario, Nothing) {
        (town(&known.setting), Nothing {})
    }

    fn receive_known(seat: Seat, town: PublicScenario, _: Nothing) -> Result<Known, WireError> {
        let hideouts = town.hideouts.clone();
        let scenario = scenario(town);
        scenario.check()?;
        check_seat(seat, scenario.players.len())?;
        let mut setting = PublicSetting::of(&scenario);
        if let Some(unknown) = hideouts.iter().find(|it| !setting.board.has(**it)) {
            return Err(WireError::there_is_no("station", unknown));
        }
        setting.hideouts = hideouts;
        Ok(Known { seat, setting: setting.into() })
    }

    fn send_view(view: &View<'_>) -> Sight {
        let public = view.public;
        // Behind the last player there are no detectives and no tickets.
        let there = public.detectives.iter().take_while(|it| **it != 0).count();
        Sight {
            rotation: public.rotation,
            round: public.round,
            last_known: public.last_known,
            mr_x: view.mr_x,
            detectives: public.detectives[..there].to_vec(),
            tickets: public.tickets[..=there].iter().map(|it| Purse::of(*it)).collect(),
        }
    }

    fn receive_view(seat: Seat, known: &Known, sent: Sight) -> Result<ViewMessage, WireError> {
        let setting = &known.setting;
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
        let mut tickets = [[0; 5]; PLAYERS_MAX];
        let mut detectives = [0; DETECTIVES_MAX];
        for (into, purse) in tickets.iter_mut().zip(&sent.tickets) {
            *into = purse.counts();
        }
        detectives[..sent.detectives.len()].copy_from_slice(&sent.detectives);
        Ok(ViewMessage {
            seat,
            public: Public {
                opened: true,
                rotation: sent.rotation,
                round: sent.round,
                last_known: sent.last_known,
                current: seat,
                answered: false,
                tickets,
                detectives,
                ended: None,
            },
            mr_x: sent.mr_x,
        })
    }

    fn held(held: &ViewMessage) -> View<'_> {
        View { seat: held.seat, public: &held.public, mr_x: held.mr_x }
    }
}

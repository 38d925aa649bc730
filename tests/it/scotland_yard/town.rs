//! Random towns: small boards with random edges, tickets, rounds and starts.

use chase::engine::dice::Dice;
use chase::engine::game::{Game, Seat, Turn};
use chase::games::scotland_yard::scenario::PlayerSetup;
use chase::games::scotland_yard::{
    Action, Colour, Edge, Event, Purse, Scenario, ScotlandYard, StartLots, State, Transport,
};
use chase::prelude::Masks as _;

use super::naive;

/// How a town is drawn.
#[derive(Clone, Copy)]
pub struct Plan {
    pub stations: u32,
    pub edges: u32,
    pub rounds: u32,
    /// The most tickets of a kind.
    pub tickets: u32,
    pub detectives: u32,
    /// One round in so many reveals.
    pub one_reveal_in: u32,
}

fn number<T: TryFrom<u32>>(n: u32) -> T {
    T::try_from(n).unwrap_or_else(|_| panic!("{n} is small"))
}

/// Draws a town in which every start is given.
pub fn scenario(plan: Plan, dice: &mut Dice) -> Scenario {
    let mut stations: Vec<u16> = (1..=number(plan.stations)).collect();
    let edges = (0..plan.edges).map(|_| {
        let a = dice.below(plan.stations);
        let b = (a + 1 + dice.below(plan.stations - 1)) % plan.stations;
        // Few stations have a ferry.
        let transport = Transport::ALL[[0, 0, 0, 1, 1, 2, 3][dice.below(7) as usize]];
        Edge(number(a + 1), number(b + 1), transport)
    });
    let edges = edges.collect();
    let rounds = 1 + dice.below(plan.rounds);
    let reveals = (1..=rounds).filter(|_| dice.below(plan.one_reveal_in) == 0).collect();
    let detectives = 1 + dice.below(plan.detectives.min(plan.stations - 1));
    let players = (0..=detectives).map(|seat| {
        let start = stations.swap_remove(
            dice.below(number(number(u32::try_from(stations.len()).expect("few")))) as usize,
        );
        let mut count = || dice.below(plan.tickets + 1);
        let mut tickets = [count(), count(), count(), count(), count()];
        if seat > 0 {
            tickets[3..].fill(0);
        }
        PlayerSetup {
            colour: Colour::ALL[seat as usize],
            start: Some(start),
            tickets: Purse::of(tickets),
        }
    });
    let players = players.collect();
    Scenario {
        stations: (1..=number(plan.stations)).collect(),
        edges,
        rounds,
        reveals,
        players,
        draw: StartLots::default(),
    }
}

/// The same town for the second implementation.
pub fn naive(scenario: &Scenario) -> naive::Game {
    let stations: Vec<u32> = scenario.stations.iter().map(|it| (*it).into()).collect();
    let edges: Vec<_> = scenario
        .edges
        .iter()
        .map(|Edge(a, b, transport)| {
            let transport = match transport {
                Transport::Taxi => "taxi",
                Transport::Bus => "bus",
                Transport::Underground => "underground",
                Transport::Ferry => "ferry",
            };
            (u32::from(*a), u32::from(*b), transport)
        })
        .collect();
    let reveals: Vec<_> =
        (1..=scenario.rounds).map(|round| scenario.reveals.contains(&round)).collect();
    let players: Vec<_> = scenario
        .players
        .iter()
        .map(|player| {
            let start = player.start.expect("every start is given");
            (u32::from(start), player.tickets.counts())
        })
        .collect();
    naive::Game::new(&stations, &edges, &reveals, &players)
}

/// An event in the words of the second implementation.
pub fn words(event: &Event) -> Option<String> {
    Some(match event {
        Event::Opened { .. } => return None,
        Event::Doubled { first, second } => format!("double {first} {second}"),
        Event::RoundStarted { round, ticket, to } => {
            format!("round {round} started: {} {to}", ticket.name())
        }
        Event::Moved { seat, ticket, to } => format!("move {} {} {to}", seat.0, ticket.name()),
        Event::Passed { seat } => format!("pass {}", seat.0),
        Event::Forfeited { seat, .. } => format!("forfeit {}", seat.0),
        Event::RotationCompleted => "rotation complete".into(),
        Event::GameOver { cause } => format!("over {}", cause.word()),
    })
}

/// A game driven by hand.
pub struct Played {
    pub game: ScotlandYard,
    pub state: State,
    dice: Dice,
}

/// An event, true and as the detectives see it.
pub type Told = (Event, Event);

impl Played {
    /// Everybody stands at a start.
    pub fn begin(game: ScotlandYard, dice: Dice) -> (Self, Vec<Told>) {
        let state = game.start();
        let mut played = Played { game, state, dice };
        let told = played.world();
        (played, told)
    }

    pub fn to_move(&self) -> Option<Seat> {
        match self.game.turn(&self.state) {
            Turn::Seat(seat) => Some(seat),
            Turn::World | Turn::Seats(_) | Turn::Over(_) => None,
        }
    }

    pub fn legal(&self) -> Vec<Action> {
        let seat = self.to_move().expect("somebody is to move");
        let mut legal = Vec::new();
        self.game.legal_in(&self.state, seat, &mut legal).to_vec()
    }

    pub fn happen(&mut self, events: Vec<Event>) -> Vec<Told> {
        let each = events.into_iter().map(|event| {
            let seen = ScotlandYard::masks().event(&self.game, &self.state, &event, Seat(1).into());
            let applied = self.game.apply(&mut self.state, &event);
            applied.unwrap_or_else(|rule| panic!("{event:?}: {rule}"));
            assert!(self.game.is_valid_state(&self.state), "{:?}", self.state);
            (event, seen.expect("detectives see something of everything"))
        });
        each.collect()
    }

    /// The world's turns, as many as there are.
    pub fn world(&mut self) -> Vec<Told> {
        let mut told = Vec::new();
        while self.game.turn(&self.state) == Turn::World {
            let mut events = Vec::new();
            self.game.world_in(&self.state, &mut self.dice, &mut events);
            told.extend(self.happen(events));
        }
        told
    }

    /// A seat's turn, and the world's after it.
    pub fn play(&mut self, action: Action) -> Vec<Told> {
        let seat = self.to_move().expect("somebody is to move");
        let mut events = Vec::new();
        let (state, dice) = (&self.state, &mut self.dice);
        let decided = self.game.decide_in(state, seat, &action, dice, &mut events);
        decided.unwrap_or_else(|rule| panic!("{action:?}: {rule}"));
        assert!(self.game.event_matches(state, seat, &action, &events[0]));
        let mut told = self.happen(events);
        told.extend(self.world());
        told
    }
}

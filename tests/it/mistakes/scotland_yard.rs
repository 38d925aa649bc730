//! Scotland Yard with one mistake of its author: a game that implements the traits of the engine itself. A search
//! finds each mistake in every seed, by a law that names it.

pub mod game;
mod rules;

use chase::engine::dice::Generator;
use chase::engine::entry::GameEntry;
use chase::engine::game::Game as _;
use chase::engine::laws::{Budget, KeepsLaws as _, LawBreach, SearchCoverage};
use chase::engine::replay::Header;
use chase::games::scotland_yard::scenario::PlayerSetup;
use chase::games::scotland_yard::{
    Colour, Edge, Purse, Scenario, StartLots, Station, Tickets, Transport,
};

use game::{BrokenScenario, BrokenYard};

/// Where a mistake is looked for, and how far.
struct Ground {
    town: Scenario,
    mirror: &'static [(Station, Station)],
    budget: Budget,
}

fn player(colour: Colour, tickets: Tickets) -> PlayerSetup {
    PlayerSetup { colour, start: None, tickets: Purse::of(tickets) }
}

/// A town that is alike on both sides, in which every end of a game is near: a blind alley above, a ferry over the
/// middle, and buses below.
///
/// ```text
///       1
///       |
///   3 - 2 - 4
///   |   :   |
///   5 = : = 6
///    \\ : //
///       7
/// ```
fn small(rounds: u32, tickets: [Tickets; 3]) -> Ground {
    use Transport::{Bus, Ferry, Taxi};
    let taxis = [(1, 2), (2, 3), (2, 4), (3, 5), (4, 6), (5, 6), (5, 7), (6, 7)];
    let others = [Edge(5, 6, Bus), Edge(5, 7, Bus), Edge(6, 7, Bus), Edge(2, 7, Ferry)];
    let taxis = taxis.into_iter().map(|(a, b)| Edge(a, b, Taxi));
    let colours = [Colour::Black, Colour::Blue, Colour::Green].into_iter();
    let players = colours.zip(tickets).map(|(colour, tickets)| player(colour, tickets));
    Ground {
        town: Scenario {
            stations: (1..=7).collect(),
            edges: taxis.chain(others).collect(),
            rounds,
            reveals: vec![2],
            players: players.collect(),
            draw: StartLots { mr_x: vec![1, 7], detectives: vec![3, 4] },
        },
        mirror: &[(3, 4), (5, 6)],
        budget: Budget { states: 60, games: 6, played: 2, draws: 16 },
    }
}

/// Mr X has tickets of all kinds, and a detective passes after its first move.
fn with_tickets() -> Ground {
    small(3, [[3, 1, 0, 1, 1], [1, 0, 0, 0, 0], [2, 0, 0, 0, 0]])
}

/// There are few ways to go, so that a game is followed to its last round in order.
fn near_the_end() -> Ground {
    let mut ground = small(2, [[3, 0, 0, 1, 0], [1, 0, 0, 0, 0], [2, 0, 0, 0, 0]]);
    ground.budget.states = 250;
    ground
}

/// The detectives can move once.
fn without_tickets() -> Ground {
    small(3, [[3, 0, 0, 0, 0], [1, 0, 0, 0, 0], [1, 0, 0, 0, 0]])
}

/// A town with room to hide: a ring of twelve stations by taxi, each joined with the one opposite by bus. Mr X can
/// begin in half of them.
fn with_room() -> Ground {
    use Transport::{Bus, Taxi};
    let nth = |n: Station| (n - 1) % 12 + 1;
    let edges = (1..=12).flat_map(|n| [Edge(n, nth(n + 1), Taxi), Edge(n, nth(n + 6), Bus)]);
    Ground {
        town: Scenario {
            stations: (1..=12).collect(),
            edges: edges.collect(),
            rounds: 5,
            reveals: vec![2, 4],
            players: vec![
                player(Colour::Black, [5, 0, 0, 1, 3]),
                player(Colour::Blue, [5, 0, 0, 0, 0]),
                player(Colour::Green, [5, 0, 0, 0, 0]),
            ],
            draw: StartLots { mr_x: vec![2, 4, 6, 8, 10, 12], detectives: vec![1, 7] },
        },
        mirror: &[],
        budget: Budget { states: 2, games: 6, played: 6, draws: 16 },
    }
}

fn searched(ground: &Ground, mistake: &str, seed: i64) -> Result<SearchCoverage, Box<LawBreach>> {
    let scenario = BrokenScenario {
        town: ground.town.clone(),
        mistake: mistake.to_owned(),
        mirror: ground.mirror.to_vec(),
    };
    let game = BrokenYard::new(scenario).expect("it can be played");
    let players = vec!["random".to_owned(); usize::from(game.seats())];
    let header = Header::new(&game, &players, Generator::Chacha8, seed);
    GameEntry::<BrokenYard>::new().search_laws(&header, &ground.budget, &mut |_| {})
}

/// Every mistake of a group is found on a ground, and no law is broken there without one.
fn each_is_found(group: &str, ground: &Ground) {
    super::each_is_found(group, 20, |name, seed| {
        searched(ground, name, seed).map(drop).map_err(|found| found.broken)
    });
}

#[test]
fn every_mistake_of_scotland_yard_is_found_where_there_are_tickets() {
    each_is_found("with-tickets", &with_tickets());
}

#[test]
fn every_mistake_of_scotland_yard_is_found_near_the_end() {
    each_is_found("near-the-end", &near_the_end());
    each_is_found("without-tickets", &without_tickets());
}

#[test]
fn every_mistake_of_secrecy_in_scotland_yard_is_found() {
    each_is_found("secrecy", &with_room());
}

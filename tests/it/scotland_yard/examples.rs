//! The rules by small examples: a town is a list of edges.

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Forfeit, ForfeitCause, Game, Seat, Turn};
use chase::games::scotland_yard::scenario::PlayerSetup;
use chase::games::scotland_yard::{
    Action, Colour, Edge, Event, Purse, Scenario, ScotlandYard, StartLots, Station, Ticket,
    TicketLeg, Tickets, Transport,
};

use super::town::{Played, Told, words};

const NONE: Tickets = [0; 5];

/// Edges as in `1-2 taxi, 2-3 ferry`.
fn edges(text: &str) -> Vec<Edge> {
    let edges = text.split(", ").map(|edge| {
        let (ends, transport) = edge.split_once(' ').expect("ends and a transport");
        let (a, b) = ends.split_once('-').expect("two ends");
        let number = |end: &str| end.parse::<Station>().expect("a station");
        let is_it = |it: &&Transport| it.name().eq_ignore_ascii_case(transport);
        let transport = Transport::ALL.iter().find(is_it).expect("a transport");
        Edge(number(a), number(b), *transport)
    });
    edges.collect()
}

/// A town of which players, Mr X first, have these starts and tickets.
fn town(text: &str, rounds: u32, reveals: &[u32], players: &[(Station, Tickets)]) -> Scenario {
    let edges = edges(text);
    let mut stations: Vec<_> = edges.iter().flat_map(|edge| [edge.0, edge.1]).collect();
    stations.extend(players.iter().map(|player| player.0));
    stations.sort_unstable();
    stations.dedup();
    let setup = |((start, tickets), colour): (&(Station, Tickets), &Colour)| PlayerSetup {
        colour: *colour,
        start: Some(*start),
        tickets: Purse::of(*tickets),
    };
    Scenario {
        stations,
        edges,
        rounds,
        reveals: reveals.to_vec(),
        players: players.iter().zip(&Colour::ALL).map(setup).collect(),
        draw: StartLots::default(),
    }
}

fn begin(scenario: Scenario) -> (Played, Vec<Told>) {
    let game = ScotlandYard::new(scenario).expect("playable");
    Played::begin(game, Dice::new(Generator::Chacha8, 1, 0))
}

fn set(played: &Played) -> Vec<String> {
    played.legal().iter().map(Action::to_string).collect()
}

fn leg(ticket: Ticket, to: Station) -> TicketLeg {
    TicketLeg { ticket, to }
}

fn taxi(to: Station) -> Action {
    Action::Move(leg(Ticket::Taxi, to))
}

/// What is told, as detectives hear it.
fn heard(told: &[Told]) -> Vec<String> {
    told.iter().filter_map(|(_, public)| words(public)).collect()
}

fn cause(played: &Played) -> String {
    match played.game.turn(&played.state) {
        Turn::Over(outcome) => outcome.cause.into_owned(),
        turn => format!("{turn:?}"),
    }
}

/// The edges of the London board around station 104.
const AROUND_104: &str = "52-86 bus, 69-86 taxi, 86-87 bus, 86-102 bus, 86-103 taxi, 86-104 taxi, \
    86-116 bus, 104-116 taxi, 108-116 bus, 116-117 taxi, 116-118 taxi, 116-127 taxi, \
    116-127 bus, 116-142 bus";

#[test]
fn london_at_104_with_a_detective_at_117_has_58_moves() {
    let players = [(104, [4, 3, 3, 2, 5]), (117, [11, 8, 4, 0, 0])];
    let (played, _) = begin(town(AROUND_104, 24, &[3, 8, 13, 18, 24], &players));
    assert_eq!(set(&played).len(), 58);
}

#[test]
fn a_capture_in_the_last_round_counts() {
    // Mr X must go next to the detective with his last move.
    let players = [(1, [1, 0, 0, 0, 0]), (3, [1, 0, 0, 0, 0])];
    let (mut played, _) = begin(town("1-2 taxi, 2-3 taxi", 1, &[], &players));
    played.play(taxi(2));
    assert_eq!(played.to_move(), Some(Seat(1)));
    let told = played.play(taxi(2));
    assert_eq!(heard(&told), ["move 1 taxi 2", "over captured"]);
}

#[test]
fn the_detectives_answer_his_last_move_and_then_he_has_escaped() {
    let players = [(1, [2, 0, 0, 0, 0]), (4, [1, 0, 0, 0, 0])];
    let (mut played, _) = begin(town("1-2 taxi, 3-4 taxi", 1, &[], &players));
    let told = played.play(taxi(2));
    assert_eq!(heard(&told).len(), 2);
    let told = played.play(taxi(3));
    assert_eq!(heard(&told), ["move 1 taxi 3", "over escaped"]);
}

#[test]
fn after_a_capture_nobody_else_moves() {
    let players = [(1, [1, 0, 0, 0, 0]), (3, [1, 0, 0, 0, 0]), (4, [1, 0, 0, 0, 0])];
    let (mut played, _) = begin(town("1-2 taxi, 2-3 taxi, 2-4 taxi", 9, &[], &players));
    played.play(taxi(2));
    played.play(taxi(2));
    assert_eq!(cause(&played), "captured");
}

#[test]
fn a_double_needs_its_own_ticket_and_both_legs() {
    let around = "1-2 taxi, 2-3 taxi, 2-4 bus";
    let far = (9, [1, 0, 0, 0, 0]);
    let doubles = |tickets: Tickets, rounds: u32| {
        let town = town(&format!("{around}, 8-9 taxi"), rounds, &[], &[(1, tickets), far]);
        let mut set = set(&begin(town).0);
        set.retain(|words| words.starts_with("double"));
        set
    };
    // One taxi ticket does not pay two taxis; going back is allowed.
    assert_eq!(doubles([1, 1, 0, 1, 0], 2), ["double taxi 2 bus 4"]);
    assert_eq!(doubles([2, 0, 0, 1, 0], 2), ["double taxi 2 taxi 1", "double taxi 2 taxi 3"]);
    // One secret ticket pays one leg.
    assert_eq!(
        doubles([1, 0, 0, 1, 1], 2),
        [
            "double taxi 2 secret 1",
            "double taxi 2 secret 3",
            "double taxi 2 secret 4",
            "double secret 2 taxi 1",
            "double secret 2 taxi 3",
        ]
    );
    assert_eq!(doubles([2, 2, 0, 0, 5], 2), [""; 0]);
    // The last round has no room for it.
    assert_eq!(doubles([2, 0, 0, 1, 0], 1), [""; 0]);
}

#[test]
fn no_leg_ends_on_a_detective() {
    let players = [(1, [9, 0, 0, 2, 0]), (3, [1, 0, 0, 0, 0])];
    let (played, _) = begin(town("1-2 taxi, 2-3 taxi, 3-4 taxi, 1-3 taxi", 9, &[], &players));
    assert_eq!(set(&played), ["taxi 2", "double taxi 2 taxi 1"]);
}

#[test]
fn only_a_secret_ticket_pays_a_ferry_and_a_secret_pays_anything_once() {
    let edges = "1-2 ferry, 1-3 taxi, 1-3 bus, 4-5 ferry, 5-6 taxi";
    let players = [(1, [1, 0, 1, 0, 1]), (4, [9, 9, 9, 0, 0]), (6, [1, 0, 0, 0, 0])];
    let (mut played, _) = begin(town(edges, 9, &[], &players));
    assert_eq!(set(&played), ["secret 2", "taxi 3", "secret 3"]);
    played.play(taxi(3));
    // The detective at the ferry passes.
    assert_eq!(set(&played), ["pass"]);
    let told = played.play(Action::Pass);
    assert_eq!(heard(&told), ["pass 1"]);
}

#[test]
fn a_detectives_ticket_is_mr_xs_at_once() {
    let players = [(1, [1, 0, 0, 0, 0]), (4, [0, 2, 0, 0, 0])];
    let (mut played, _) = begin(town("1-2 taxi, 2-3 bus, 4-5 bus", 9, &[], &players));
    played.play(taxi(2));
    played.play(Action::Move(leg(Ticket::Bus, 5)));
    // It is the only ticket he can move with.
    assert_eq!(set(&played), ["bus 3"]);
}

#[test]
fn what_is_told_shows_him_in_the_rounds_that_reveal() {
    let edges = "1-2 taxi, 2-3 taxi, 3-4 taxi, 4-5 taxi, 5-6 taxi, 8-9 taxi";
    let players = [(1, [9, 0, 0, 2, 0]), (9, [9, 0, 0, 0, 0])];
    let (mut played, _) = begin(town(edges, 6, &[3, 5], &players));
    let first = played.play(taxi(2));
    // Before he was ever seen it is station 0.
    assert_eq!(heard(&first), ["round 1 started: taxi 0", "move 0 taxi 0"]);
    played.play(taxi(8));
    let double = |one, other| Action::Double {
        first: leg(Ticket::Taxi, one),
        second: leg(Ticket::Taxi, other),
    };
    let second = played.play(double(3, 4));
    assert_eq!(
        heard(&second),
        [
            "double taxi 0 taxi 4",
            "round 2 started: taxi 0",
            "move 0 taxi 0",
            "round 3 started: taxi 4",
            "move 0 taxi 4",
        ]
    );
    assert_eq!(played.state.public.rotation, 2);
    played.play(taxi(9));
    played.play(taxi(5));
    played.play(taxi(8));
    // A hidden second leg shows the first one's station.
    let third = played.play(double(6, 5));
    assert_eq!(heard(&third)[0], "double taxi 6 taxi 6");
    assert_eq!(played.state.mr_x, 5);
    assert_eq!(played.state.public.last_known, 6);
}

#[test]
fn the_turn_passes_on_first_and_then_it_is_told() {
    let players = [(1, [9, 0, 0, 2, 0]), (9, [9, 0, 0, 0, 0])];
    let (played, _) = begin(town("1-2 taxi, 8-9 taxi", 6, &[], &players));
    let mut state = played.state.clone();
    let mut events = Vec::new();
    let mut dice = Dice::new(Generator::Chacha8, 1, 0);
    let decided = played.game.decide_in(&state, Seat(0), &taxi(2), &mut dice, &mut events);
    decided.expect("legal");
    // With the first event he has paid, and the detective is next.
    played.game.apply(&mut state, &events[0]).expect("decided");
    assert!(matches!(events[0], Event::RoundStarted { round: 1, .. }));
    assert_eq!(state.public.current, Seat(1));
    assert_eq!(state.public.tickets[0][0], 8);
}

#[test]
fn it_may_be_over_as_it_begins() {
    let over = |mr_x: Tickets, detective: Tickets| {
        let players = [(1, mr_x), (4, detective)];
        let (played, told) = begin(town("1-2 taxi, 3-4 taxi", 9, &[], &players));
        assert_eq!(played.game.clock(&played.state), 0);
        (cause(&played), told.len())
    };
    assert_eq!(over(NONE, [1, 0, 0, 0, 0]), ("cornered".into(), 2));
    assert_eq!(over([1, 0, 0, 0, 0], NONE), ("stuck".into(), 2));
    // If both cannot move, the detectives win.
    assert_eq!(over(NONE, NONE), ("cornered".into(), 2));
}

#[test]
fn the_game_ends_when_the_last_detective_is_stuck_in_the_middle_of_a_rotation() {
    let players = [(1, [9, 0, 0, 0, 0]), (5, [1, 0, 0, 0, 0]), (8, NONE)];
    let (mut played, _) = begin(town("1-2 taxi, 4-5 taxi, 7-8 taxi", 9, &[], &players));
    played.play(taxi(2));
    let told = played.play(taxi(4));
    assert_eq!(heard(&told), ["move 1 taxi 4", "over stuck"]);
}

#[test]
fn a_mr_x_who_cannot_move_has_lost_even_when_all_rounds_are_used() {
    let players = [(1, [1, 0, 0, 0, 0]), (4, [0, 2, 0, 0, 0])];
    let (mut played, _) = begin(town("1-2 taxi, 4-5 bus", 1, &[], &players));
    played.play(taxi(2));
    let told = played.play(Action::Move(leg(Ticket::Bus, 5)));
    assert_eq!(heard(&told), ["move 1 bus 5", "over cornered"]);
}

#[test]
fn a_lost_turn_leaves_a_detective_where_it_is_and_costs_mr_x_the_game() {
    let players = [(1, [9, 0, 0, 0, 0]), (4, [2, 0, 0, 0, 0])];
    let (played, _) = begin(town("1-2 taxi, 4-5 taxi", 9, &[], &players));
    let why = Forfeit::new(ForfeitCause::Timeout, "5 s");
    let lose = |played: &mut Played, seat: Seat| {
        played.happen(played.game.forfeit(&played.state, seat, &why));
        played.world();
    };
    let (mut played, _) = (played, ());
    played.play(taxi(2));
    lose(&mut played, Seat(1));
    assert_eq!(played.state.public.detectives[0], 4);
    assert_eq!(played.to_move(), Some(Seat(0)));
    lose(&mut played, Seat(0));
    assert_eq!(cause(&played), "forfeited");
}

/// A scenario's fault in words.
fn fault(change: impl Fn(&mut Scenario)) -> String {
    let players = [(1, [9, 0, 0, 0, 0]), (4, [2, 0, 0, 0, 0])];
    let mut scenario = town("1-2 taxi, 4-5 taxi", 9, &[3], &players);
    change(&mut scenario);
    match ScotlandYard::new(scenario) {
        Ok(_) => String::new(),
        Err(fault) => fault.to_string(),
    }
}

#[test]
fn what_cannot_be_played_is_named() {
    let detective = |scenario: &Scenario| scenario.players[1].clone();
    let faults = [
        (fault(|it| it.players[0].colour = Colour::Red), "no Mr X"),
        (fault(|it| it.players[1].colour = Colour::Black), "two Mr X"),
        (fault(|it| it.players.swap(0, 1)), "must come first"),
        (fault(|it| it.players.truncate(1)), "no detective"),
        (fault(|it| it.players.push(detective(it))), "two players have the colour BLUE"),
        (fault(|it| it.players[1].start = Some(1)), "two players begin at station 1"),
        (fault(|it| it.players[1].start = Some(7)), "no station 7"),
        (fault(|it| it.players[1].tickets.double = 1), "BLUE is a detective"),
        (fault(|it| it.players[1].tickets.secret = 1), "no double or secret"),
        (fault(|it| it.rounds = 0), "rounds: 0"),
        (fault(|it| it.reveals = vec![10]), "round 10; the last round is 9"),
        (fault(|it| it.reveals = vec![3, 3]), "3 after 3"),
        (fault(|it| it.stations.clear()), "board: empty"),
        (fault(|it| it.stations.push(1)), "station 1 is listed twice"),
        (fault(|it| it.edges[0] = Edge(1, 9, Transport::Taxi)), "edge 1: there is no station 9"),
        (fault(|it| it.edges[0] = Edge(1, 1, Transport::Taxi)), "with itself"),
        (fault(|it| it.draw.mr_x = vec![9]), "draw: there is no station 9"),
    ];
    for (said, due) in faults {
        assert!(said.contains(due), "{said:?} does not say {due:?}");
    }
    assert_eq!(fault(|_| {}), "");
}

//! What the players decide, on small boards made by hand; and that they are folds of what they saw.

mod beliefs;

use crate::masks::UnseenMrX;
use std::sync::Arc;

use super::posterior::{Posterior, StationWeights};
use super::prune::Pruned;
use super::suspects::Suspects;
use super::trail::PossibleStations;
use crate::board::{Edge, Station, Ticket, Tickets, Transport};
use crate::knowledge::Knowledge;
use crate::plan::make;
use crate::scenario::{PlayerSetup, StartLots};
use crate::{Action, Colour, Event, MR_X, Purse, Scenario, ScotlandYard, State, TicketLeg};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::{Game as _, Masks as _, Seat, Turn, View, known};
use chase_engine::player::Player;
use chase_kit::budget::StopFlag;
use chase_kit::player_name::{PlayerSpec, seated};

/// A game of 24 rounds; Mr X begins at one of these stations, the detectives at theirs.
fn scenario(
    edges: &[Edge],
    mr_x: &[Station],
    detectives: &[Station],
    tickets: Tickets,
) -> Scenario {
    let last = edges.iter().map(|Edge(a, b, _)| *a.max(b)).max();
    let player = |(n, start): (usize, Option<Station>)| PlayerSetup {
        colour: Colour::ALL[n],
        start,
        tickets: if n == 0 { Purse::of(tickets) } else { Purse::DETECTIVE },
    };
    let starts = std::iter::once(None).chain(detectives.iter().copied().map(Some));
    Scenario {
        stations: (1..=last.expect("edges")).collect(),
        edges: edges.to_vec(),
        rounds: 24,
        reveals: vec![3, 8, 13, 18, 24],
        players: starts.enumerate().map(player).collect(),
        draw: StartLots { mr_x: mr_x.to_vec(), detectives: Vec::new() },
    }
}

fn taxis(edges: &[(Station, Station)]) -> Vec<Edge> {
    let taxi = |&(a, b): &(Station, Station)| Edge(a, b, Transport::Taxi);
    edges.iter().map(taxi).collect()
}

/// A game that is played by hand, and all that happened in it.
struct HandPlayedGame {
    game: Arc<ScotlandYard>,
    state: State,
    names: Vec<String>,
    players: Vec<Box<dyn Player<ScotlandYard>>>,
    seen: Vec<Vec<Event>>,
    dice: Dice,
}

impl HandPlayedGame {
    fn new(scenario: Scenario, mr_x: &str, detectives: &str, seed: i64) -> Self {
        let game = Arc::new(ScotlandYard::new(scenario).expect("a scenario"));
        let mut names = vec![mr_x.to_owned()];
        names.resize(usize::from(game.seats()), detectives.to_owned());
        let mut table = HandPlayedGame {
            state: game.start(),
            players: seated(&game, &names).expect("players"),
            seen: vec![Vec::new(); names.len()],
            dice: Dice::new(Generator::Chacha8, seed, 0),
            game,
            names,
        };
        table.world();
        table
    }

    fn happen(&mut self, events: Vec<Event>) {
        for event in events {
            for seat in (0..self.game.seats()).map(Seat) {
                let seen =
                    UnseenMrX.event(&self.game, &self.state, &event, seat.into()).expect("all see");
                self.players[seat.index()].observe(&seen);
                self.seen[seat.index()].push(seen);
            }
            self.game.apply(&mut self.state, &event).expect("possible");
        }
    }

    fn world(&mut self) {
        let mut events = Vec::new();
        self.game.world_in(&self.state, &mut self.dice, &mut events);
        self.happen(events);
    }

    fn act(&mut self, seat: Seat, action: Action) {
        let mut events = Vec::new();
        self.game
            .decide_in(&self.state, seat, &action, &mut self.dice, &mut events)
            .expect("a legal move");
        self.happen(events);
    }

    fn legal(&self, seat: Seat) -> Vec<Action> {
        let mut buffer = Vec::new();
        self.game.legal_in(&self.state, seat, &mut buffer).to_vec()
    }

    /// The action that a seat's player would take.
    fn ask(&mut self, seat: Seat) -> Action {
        let legal = self.legal(seat);
        let view = View { game: &*self.game, state: &self.state, seat };
        let player = &mut self.players[seat.index()];
        let chosen = player.choose(&view, &legal, &mut self.dice);
        chosen.expect("a built-in player answers")
    }

    /// A player that was made anew and has seen the same.
    fn again(&self, seat: Seat) -> Box<dyn Player<ScotlandYard>> {
        let named = PlayerSpec::<ScotlandYard>::for_seat(&self.names[seat.index()], seat);
        let mut player = named.expect("a player").make(known(&self.game, seat));
        for seen in &self.seen[seat.index()] {
            player.observe(seen);
        }
        player
    }
}

fn single(ticket: Ticket, to: Station) -> Action {
    Action::Move(TicketLeg { ticket, to })
}

fn double(first: (Ticket, Station), second: (Ticket, Station)) -> Action {
    let leg = |(ticket, to)| TicketLeg { ticket, to };
    Action::Double { first: leg(first), second: leg(second) }
}

use Ticket::{Bus, Secret, Taxi};

#[test]
fn of_tickets_to_a_place_the_most_plentiful_stays() {
    let mut edges = taxis(&[(1, 2), (2, 3), (3, 4)]);
    edges.push(Edge(1, 2, Transport::Bus));
    let held = |tickets| {
        let table =
            HandPlayedGame::new(scenario(&edges, &[1], &[4], tickets), "report", "random", 1);
        let public = &table.state.public;
        Pruned::of(&table.legal(MR_X), public, false)
    };
    assert_eq!(held([1, 3, 0, 0, 2]).singles, [single(Bus, 2)]);
    assert_eq!(held([2, 2, 0, 0, 2]).singles, [single(Taxi, 2)]);
    assert_eq!(held([1, 1, 0, 0, 4]).singles, [single(Secret, 2)]);
    let both = held([3, 3, 0, 1, 2]).doubles;
    assert_eq!(
        both,
        [double((Taxi, 2), (Bus, 1)), double((Bus, 2), (Taxi, 3))],
        "once a taxi is paid there are more buses, and the other way round"
    );
}

#[test]
fn no_double_ends_where_a_single_does() {
    let edges = taxis(&[(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6)]);
    let table =
        HandPlayedGame::new(scenario(&edges, &[1], &[6], [9, 0, 0, 1, 0]), "report", "random", 1);
    let pruned = Pruned::of(&table.legal(MR_X), &table.state.public, false);
    assert_eq!(pruned.singles, [single(Taxi, 2), single(Taxi, 3)]);
    let ends: Vec<_> = pruned.doubles.into_iter().filter_map(super::reach::end).collect();
    assert_eq!(ends, [1, 1, 4]);
}

#[test]
fn doubles_are_for_reveals_and_end_secretly() {
    let edges = taxis(&[(1, 2), (2, 3), (3, 4), (4, 5), (5, 6)]);
    let mut scenario = scenario(&edges, &[1], &[6], [9, 0, 0, 1, 1]);
    let moves = |scenario: &Scenario| {
        let table = HandPlayedGame::new(scenario.clone(), "report", "random", 1);
        let setting = table.game.setting();
        Pruned::tactical(&table.legal(MR_X), &table.state.public, setting)
    };
    assert_eq!(moves(&scenario), [single(Taxi, 2)]);
    scenario.reveals = vec![1];
    assert_eq!(moves(&scenario), [double((Taxi, 2), (Secret, 1)), double((Taxi, 2), (Secret, 3))]);
    scenario.players[0].tickets.secret = 0;
    assert_eq!(moves(&scenario), [double((Taxi, 2), (Taxi, 1)), double((Taxi, 2), (Taxi, 3))]);
    scenario.players[0].tickets.double = 0;
    assert_eq!(moves(&scenario), [single(Taxi, 2)]);
}

#[test]
fn doubles_are_allowed_if_nothing_else_is_left() {
    let edges = taxis(&[(1, 2), (2, 3), (3, 4)]);
    let table =
        HandPlayedGame::new(scenario(&edges, &[1], &[4], [9, 0, 0, 1, 0]), "report", "random", 1);
    let only = [double((Taxi, 2), (Taxi, 3))];
    let setting = table.game.setting();
    assert_eq!(Pruned::tactical(&only, &table.state.public, setting), only);
}

/// From 1 Mr X can go to 2, with a detective 1 and one 4 away, or to 3, with both 2 away.
fn fooled(mr_x: &str) -> Action {
    let edges = taxis(&[(1, 2), (1, 3), (2, 4), (4, 5), (5, 3), (3, 6), (6, 7)]);
    let scenario = scenario(&edges, &[1], &[4, 7], [9, 0, 0, 0, 0]);
    HandPlayedGame::new(scenario, mr_x, "random", 1).ask(MR_X)
}

#[test]
fn only_the_sum_of_distances_is_fooled_by_a_far_detective() {
    assert_eq!(fooled("report"), single(Taxi, 2));
    assert_eq!(fooled("inverse"), single(Taxi, 3));
    assert_eq!(fooled("closest"), single(Taxi, 3));
    assert_eq!(fooled("lookahead"), single(Taxi, 3));
}

/// The number of edges to the nearest of these stations.
fn steps_to_any(edges: &[Edge], from: Station, those: &[Station]) -> Option<usize> {
    let mut reached = vec![from];
    for steps in 0..=edges.len() {
        if reached.iter().any(|at| those.contains(at)) {
            return Some(steps);
        }
        let ends = edges.iter().flat_map(|Edge(a, b, _)| [(*a, *b), (*b, *a)]);
        let next: Vec<_> = ends.filter(|(a, _)| reached.contains(a)).collect();
        reached.extend(next.into_iter().map(|(_, b)| b));
        reached.sort_unstable();
        reached.dedup();
    }
    None
}

/// For each of the pruned moves how far the nearest detective is from where it ends, worked out on
/// the edges alone; no way at all is farther than any.
fn nearest_detectives(table: &HandPlayedGame, edges: &[Edge]) -> Vec<(Action, usize)> {
    let (setting, public) = (table.game.setting(), &table.state.public);
    let places: Vec<_> = setting.detectives().map(|seat| public.detective(seat)).collect();
    let distance = |action| match action {
        Action::Move(leg) | Action::Double { second: leg, .. } => {
            steps_to_any(edges, leg.to, &places).unwrap_or(usize::MAX)
        }
        Action::Pass => 0,
    };
    let moves = Pruned::tactical(&table.legal(MR_X), public, setting);
    moves.iter().map(|&action| (action, distance(action))).collect()
}

#[test]
fn closest_goes_where_the_nearest_detective_is_farthest() {
    let mut choices = 0;
    for seed in 0..40 {
        let edges = some_board(seed);
        let scenario = scenario(&edges, &[], &[1, 9, 17], [4, 3, 3, 2, 5]);
        let mut table = HandPlayedGame::new(scenario, "closest", "random", seed);
        loop {
            match table.game.turn(&table.state) {
                Turn::Over(_) => break,
                Turn::World | Turn::Seats(_) => table.world(),
                Turn::Seat(seat) => {
                    let chosen = table.ask(seat);
                    if seat == MR_X {
                        let moves = nearest_detectives(&table, &edges);
                        let farthest = moves.iter().map(|it| it.1).max().expect("a move");
                        assert!(moves.contains(&(chosen, farthest)), "{chosen}: {moves:?}");
                        choices += u32::from(moves.iter().any(|it| it.1 < farthest));
                    }
                    table.act(seat, chosen);
                }
            }
        }
    }
    assert!(choices > 50, "{choices} turns in which it matters");
}

#[test]
fn risk_doubles_out_of_danger_only() {
    let line = [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6)];
    let ask = |detective| {
        let scenario = scenario(&taxis(&line), &[1], &[detective], [9, 0, 0, 1, 0]);
        HandPlayedGame::new(scenario, "risk", "random", 1).ask(MR_X)
    };
    assert_eq!(ask(6), single(Taxi, 2));
    assert_eq!(ask(3), double((Taxi, 2), (Taxi, 1)));
}

#[test]
fn closing_steps_towards_the_nearest_possible_station() {
    let line = [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8), (8, 9)];
    let scenario = scenario(&taxis(&line), &[1, 9], &[6], [9, 0, 0, 0, 0]);
    let mut table = HandPlayedGame::new(scenario, "random", "closing", 1);
    let first = table.ask(MR_X);
    table.act(MR_X, first);
    assert_eq!(table.ask(Seat(1)), single(Taxi, 7), "8 is nearer than 2");
}

/// Mr X is at 2 or 8. The detectives at 5 and 10 can both step to either side.
#[test]
fn detectives_share_the_possible_stations_out() {
    let mut edges = vec![(1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8), (8, 9)];
    edges.extend([(10, 11), (11, 3), (10, 12), (12, 7)]);
    let scenario = scenario(&taxis(&edges), &[1, 9], &[5, 10], [9, 0, 0, 0, 0]);
    for name in ["tracking", "belief"] {
        let mut table = HandPlayedGame::new(scenario.clone(), "random", name, 1);
        let first = table.ask(MR_X);
        table.act(MR_X, first);
        let one = table.ask(Seat(1));
        table.act(Seat(1), one);
        let other = table.ask(Seat(2));
        let is_left = |action| [single(Taxi, 4), single(Taxi, 11)].contains(&action);
        assert_ne!(is_left(one), is_left(other), "{name}: {one} and {other}");
    }
}

/// Mr X can only be at 2, right beside it.
#[test]
fn detectives_catch_whom_they_know() {
    let edges = taxis(&[(1, 2), (2, 3), (3, 4), (4, 5), (5, 6)]);
    let scenario = scenario(&edges, &[1], &[3], [9, 0, 0, 0, 0]);
    for name in ["tracking", "belief"] {
        let mut table = HandPlayedGame::new(scenario.clone(), "random", name, 1);
        table.act(MR_X, single(Taxi, 2));
        assert_eq!(table.ask(Seat(1)), single(Taxi, 2), "{name}");
    }
}

fn some_board(seed: i64) -> Vec<Edge> {
    let mut dice = Dice::new(Generator::Chacha8, seed, 0);
    make(30, &mut |n| dice.below(n)).edges
}

/// Plays a game out; every choice must be in the set, and the one that a new player would make
/// who has seen the same.
fn play(mr_x: &str, detectives: &str, seed: i64) {
    let scenario = scenario(&some_board(seed), &[], &[1, 9, 17], [4, 3, 3, 2, 5]);
    let mut table = HandPlayedGame::new(scenario, mr_x, detectives, seed);
    loop {
        match table.game.turn(&table.state) {
            Turn::Over(_) => break,
            Turn::World | Turn::Seats(_) => table.world(),
            Turn::Seat(seat) => {
                let legal = table.legal(seat);
                let mut dice = table.dice.clone();
                let chosen = table.ask(seat);
                assert!(legal.contains(&chosen), "{chosen}");
                let view = View { game: &*table.game, state: &table.state, seat };
                let again = table.again(seat).choose(&view, &legal, &mut dice);
                assert_eq!(again.expect("an answer"), chosen);
                table.act(seat, chosen);
            }
        }
    }
}

#[test]
fn every_player_moves_as_the_rules_have_it() {
    let detectives = ["random", "closing", "tracking", "belief"];
    for (n, mr_x) in
        (1..).zip(["random", "report", "risk", "inverse", "lookahead", "closest", "mixed"])
    {
        for detectives in detectives {
            // What these remember takes long to work out again at every turn.
            let is_slow = mr_x == "mixed" || detectives.starts_with("belief");
            for seed in 0..if is_slow { 3 } else { 14 } {
                play(mr_x, detectives, 100 * n + seed);
            }
        }
    }
}

#[test]
fn lookahead_under_a_limit_moves_as_the_rules_have_it() {
    for (n, limit) in (6..).zip(["nodes=1", "nodes=7", "depth=2"]) {
        for seed in 0..14 {
            play(&format!("lookahead:{limit}"), "tracking", 100 * n + seed);
        }
    }
}

/// The action of a player of this name as Mr X here, and the number of words it draws.
fn asked(table: &HandPlayedGame, name: &str, dice: &mut Dice) -> (Action, u64) {
    let named = PlayerSpec::<ScotlandYard>::for_seat(name, MR_X).expect("a player");
    let mut player = named.make(known(&table.game, MR_X));
    for seen in &table.seen[MR_X.index()] {
        player.observe(seen);
    }
    let (legal, words) = (table.legal(MR_X), dice.words());
    let view = View { game: &*table.game, state: &table.state, seat: MR_X };
    let chosen = player.choose(&view, &legal, dice).expect("an answer");
    (chosen, dice.words() - words)
}

#[test]
fn a_limit_that_is_never_reached_only_takes_the_draw_from_lookahead() {
    let mut turns = 0;
    for seed in 0..6 {
        let scenario = scenario(&some_board(seed), &[], &[1, 9, 17], [4, 3, 3, 2, 5]);
        let mut table = HandPlayedGame::new(scenario, "lookahead", "tracking", seed);
        loop {
            match table.game.turn(&table.state) {
                Turn::Over(_) => break,
                Turn::World | Turn::Seats(_) => table.world(),
                Turn::Seat(MR_X) => {
                    // given all that lookahead draws from here
                    let mut dice = Dice::new(Generator::Chacha8, seed, 0);
                    let drawn = (0..40).map(|_| asked(&table, "lookahead", &mut dice));
                    let drawn: Vec<_> = drawn.collect();
                    assert!(drawn.iter().all(|(_, words)| *words == 1));
                    // then each limit leaves the first of them
                    let limits = ["nodes=1000000000", "depth=4", "depth=9", "time=1h"];
                    let limited = limits.map(|limit| {
                        let name = format!("lookahead:{limit}");
                        asked(&table, &name, &mut dice)
                    });
                    assert_eq!(limited, [limited[0]; 4]);
                    let (action, words) = limited[0];
                    assert_eq!(words, 0);
                    assert!(drawn.iter().any(|(drawn, _)| *drawn == action));
                    turns += 1;
                    table.act(MR_X, action);
                }
                Turn::Seat(seat) => {
                    let chosen = table.ask(seat);
                    table.act(seat, chosen);
                }
            }
        }
    }
    assert!(turns > 30, "{turns} turns");
}

/// A player that was stopped before it looked at anything takes the first of the set, or draws from
/// it.
#[test]
fn whoever_may_think_for_long_looks_at_nothing_once_stopped() {
    let line = [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8)];
    let scenario = scenario(&taxis(&line), &[6], &[4], [9, 0, 0, 0, 0]);
    let mut table = HandPlayedGame::new(scenario, "random", "random", 1);
    let asks = |table: &HandPlayedGame, seat: Seat, name: &str, stop: &StopFlag| {
        let named = PlayerSpec::<ScotlandYard>::for_seat(name, seat).expect("a player");
        let mut player = named.stopped_by(stop).make(known(&table.game, seat));
        for seen in &table.seen[seat.index()] {
            player.observe(seen);
        }
        let legal = table.legal(seat);
        let view = View { game: &*table.game, state: &table.state, seat };
        let choose = |seed| {
            let mut dice = Dice::new(Generator::Chacha8, seed, 0);
            player.choose(&view, &legal, &mut dice).expect("an answer")
        };
        (0..20).map(choose).collect::<Vec<_>>()
    };
    let (going, stopped) = (StopFlag::default(), StopFlag::default());
    stopped.stop();
    // He flees to 7, away from the detective, unless he is stopped.
    let searching = ["lookahead", "lookahead:nodes=1000", "lookahead:time=1h"];
    for name in searching.into_iter().chain(["mixed"]) {
        assert_eq!(asks(&table, MR_X, name, &going), [single(Taxi, 7); 20]);
        assert_eq!(asks(&table, MR_X, name, &stopped), [single(Taxi, 5); 20]);
    }
    // They hunt him there, from 4 over 5.
    table.act(MR_X, single(Taxi, 7));
    for name in ["tracking", "closing", "belief"] {
        assert_eq!(asks(&table, Seat(1), name, &going), [single(Taxi, 5); 20]);
        let lost = asks(&table, Seat(1), name, &stopped);
        assert!(lost.contains(&single(Taxi, 3)), "{name}: {lost:?}");
    }
}

/// The weights differ, the stations hardly: a trail may also have those that he cannot leave.
#[test]
fn beliefs_hold_where_he_is_and_all_that_is_known_to_be_possible() {
    for seed in 0..30 {
        let scenario = scenario(&some_board(seed), &[], &[1, 9, 17], [4, 3, 3, 2, 5]);
        let table = HandPlayedGame::new(scenario, "random", "random", seed);
        let setting = Arc::clone(table.game.setting());
        with_beliefs(table, |table, beliefs| {
            let (mut trail, mut knowledge) =
                (PossibleStations::new(&setting), Knowledge::new(&setting));
            for seen in &table.seen[1] {
                trail.observe(seen);
                knowledge.take_in(seen);
            }
            assert!(trail.weights()[usize::from(table.state.mr_x)] > 0.0);
            for belief in beliefs {
                assert!(belief.weights()[usize::from(table.state.mr_x)] > 0.0);
            }
            for (station, _) in knowledge.stations() {
                assert!(trail.weights()[usize::from(station)] > 0.0, "{station}");
                for belief in beliefs {
                    assert!(belief.weights()[usize::from(station)] > 0.0, "{station}");
                }
            }
        });
    }
}

/// Plays a game to its end, and shows after each turn but the last what the first detective believes: the
/// posterior of two kinds of Mr X, and that of three.
fn with_beliefs(
    mut table: HandPlayedGame,
    mut show: impl FnMut(&HandPlayedGame, [&dyn StationWeights; 2]),
) {
    let mut posterior = Posterior::new(table.game.setting(), StopFlag::default());
    let mut suspects = Suspects::new(known(&table.game, Seat(1)), StopFlag::default());
    let mut taken_in = 0;
    while !matches!(table.game.turn(&table.state), Turn::Over(_)) {
        match table.game.turn(&table.state) {
            Turn::Seat(seat) => {
                let chosen = table.ask(seat);
                table.act(seat, chosen);
            }
            _ => table.world(),
        }
        for seen in &table.seen[1][taken_in..] {
            posterior.observe(seen);
            suspects.observe(seen);
        }
        taken_in = table.seen[1].len();
        if table.state.verdict.is_some() {
            break;
        }
        show(&table, [&posterior, &suspects]);
    }
}

//! A second implementation of the Scotland Yard rules, written from the rules page alone
//! (`rules/scotland-yard.md`), naive and slow on purpose: nothing is cached, every question is
//! answered from the state by going through all edges. It shares no type with the fast one;
//! moves and events are words. `Beliefs` is brute force over whole games, for small boards.

use std::collections::{BTreeMap, BTreeSet};

/// Tickets in the order of a player's counts.
const TICKETS: [&str; 5] = ["taxi", "bus", "underground", "double", "secret"];
const DOUBLE: usize = 3;
const SECRET: usize = 4;
const MR_X: usize = 0;

type Tickets = [u32; 5];
/// A ticket's index and the station it leads to.
type Leg = (usize, u32);
/// One told event: its true words and its public words.
type Told = (String, String);

/// A game in play; whether it is over follows from the state alone.
#[derive(Clone, Debug)]
pub struct Game {
    edges: Vec<(u32, u32, String)>,
    reveals: Vec<bool>,
    rounds_used: usize,
    /// The seat whose turn it would be, were the game not over.
    turn: usize,
    stations: Vec<u32>,
    tickets: Vec<Tickets>,
    last_known: u32,
}

impl Game {
    /// Players are (start station, tickets), Mr X first.
    pub fn new(
        stations: &[u32],
        edges: &[(u32, u32, &str)],
        reveals: &[bool],
        players: &[(u32, [u32; 5])],
    ) -> Game {
        let known = |station: &u32| stations.contains(station);
        for (a, b, transport) in edges {
            let kind = ["taxi", "bus", "underground", "ferry"].contains(transport);
            assert!(known(a) && known(b) && kind, "edge {a} {b} {transport}");
        }
        assert!(players.iter().all(|player| known(&player.0)), "a start");
        assert!(players.len() >= 2, "Mr X and at least one detective");
        let own = |&(a, b, transport): &(u32, u32, &str)| (a, b, transport.to_string());
        Game {
            edges: edges.iter().map(own).collect(),
            reveals: reveals.to_vec(),
            rounds_used: 0,
            turn: MR_X,
            stations: players.iter().map(|player| player.0).collect(),
            tickets: players.iter().map(|player| player.1).collect(),
            last_known: 0,
        }
    }

    /// Whose turn it is: 0 is Mr X; `None` when the game is over.
    pub fn to_move(&self) -> Option<usize> {
        self.over().is_none().then_some(self.turn)
    }

    /// The moves of whose turn it is; none when the game is over.
    pub fn moves(&self) -> BTreeSet<String> {
        let seat = self.to_move();
        seat.map_or_else(BTreeSet::new, |seat| self.moves_of(seat))
    }

    /// Plays one of the moves and returns the told events.
    pub fn play(&mut self, m: &str) -> Vec<(String, String)> {
        let moves = self.moves();
        assert!(moves.contains(m), "{m:?} is not one of {moves:?}");
        let seat = self.turn;
        self.turn = (seat + 1) % self.stations.len();
        let mut told = match seat {
            MR_X => self.play_mr_x(m),
            _ => self.play_detective(seat, m),
        };
        if let Some(cause) = self.over() {
            told.push(open(format!("over {cause}")));
        } else if self.turn == MR_X {
            told.push(open("rotation complete".to_string()));
        }
        told
    }

    /// Why the game is over, if it is.
    pub fn over(&self) -> Option<&'static str> {
        let his_turn = self.turn == MR_X;
        if self.detective_on(self.stations[MR_X]) {
            Some("captured")
        } else if his_turn && self.moves_of(MR_X).is_empty() {
            Some("cornered")
        } else if his_turn && self.rounds_left() == 0 {
            Some("escaped")
        } else if (1..self.stations.len()).all(|seat| self.only_pass(seat)) {
            Some("stuck")
        } else {
            None
        }
    }

    /// The true stations, by seat.
    pub fn stations(&self) -> Vec<u32> {
        self.stations.clone()
    }

    /// The tickets, by seat.
    pub fn tickets(&self) -> Vec<[u32; 5]> {
        self.tickets.clone()
    }

    /// Where Mr X was last revealed; 0 before the first reveal.
    pub fn last_known(&self) -> u32 {
        self.last_known
    }

    /// How many rounds Mr X has used.
    pub fn rounds_used(&self) -> usize {
        self.rounds_used
    }

    fn detective_on(&self, station: u32) -> bool {
        self.stations[1..].contains(&station)
    }

    fn rounds_left(&self) -> usize {
        self.reveals.len() - self.rounds_used
    }

    fn only_pass(&self, seat: usize) -> bool {
        self.moves_of(seat) == BTreeSet::from(["pass".to_string()])
    }

    /// The moves a seat would have were it its turn.
    fn moves_of(&self, seat: usize) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        let doubles = seat == MR_X && self.tickets[MR_X][DOUBLE] > 0 && self.rounds_left() >= 2;
        for first in self.legs(seat, self.stations[seat], self.tickets[seat]) {
            moves.insert(leg_words(first));
            if doubles {
                let left = paid(paid(self.tickets[MR_X], DOUBLE), first.0);
                for second in self.legs(MR_X, first.1, left) {
                    moves.insert(double_words(first, second));
                }
            }
        }
        if moves.is_empty() && seat != MR_X {
            moves.insert("pass".to_string());
        }
        moves
    }

    /// The single steps of a seat from a station with these tickets in hand.
    fn legs(&self, seat: usize, from: u32, tickets: Tickets) -> BTreeSet<Leg> {
        let mut legs = BTreeSet::new();
        for (a, b, transport) in &self.edges {
            for (start, target) in [(*a, *b), (*b, *a)] {
                if start != from || self.detective_on(target) {
                    continue;
                }
                // A ferry is no ticket's name: only a secret pays it.
                let own = TICKETS.iter().position(|ticket| ticket == transport);
                let secret = (seat == MR_X).then_some(SECRET);
                for ticket in [own, secret].into_iter().flatten() {
                    if tickets[ticket] > 0 {
                        legs.insert((ticket, target));
                    }
                }
            }
        }
        legs
    }

    fn play_mr_x(&mut self, m: &str) -> Vec<Told> {
        let legs = parse_legs(m);
        let mut told = Vec::new();
        if let [first, second] = legs[..] {
            self.tickets[MR_X] = paid(self.tickets[MR_X], DOUBLE);
            let shown_first = self.shown(first.1, self.rounds_used + 1, self.last_known);
            let shown_second = self.shown(second.1, self.rounds_used + 2, shown_first);
            let public = double_words((first.0, shown_first), (second.0, shown_second));
            told.push((double_words(first, second), public));
        }
        for leg in legs {
            told.extend(self.play_mr_x_leg(leg));
        }
        told
    }

    fn play_mr_x_leg(&mut self, leg: Leg) -> [Told; 2] {
        let (ticket, station) = leg;
        self.tickets[MR_X] = paid(self.tickets[MR_X], ticket);
        self.stations[MR_X] = station;
        self.rounds_used += 1;
        self.last_known = self.shown(station, self.rounds_used, self.last_known);
        let (truth, shown) = (leg_words(leg), leg_words((ticket, self.last_known)));
        let round = |leg: &str| format!("round {} started: {leg}", self.rounds_used);
        let moved = |leg: &str| format!("move {MR_X} {leg}");
        let started = (round(&truth), round(&shown));
        [started, (moved(&truth), moved(&shown))]
    }

    /// What is shown of a station Mr X enters in a round (counted from 1).
    fn shown(&self, station: u32, round: usize, shown_before: u32) -> u32 {
        let revealed = self.reveals[round - 1];
        if revealed { station } else { shown_before }
    }

    fn play_detective(&mut self, seat: usize, m: &str) -> Vec<Told> {
        if m == "pass" {
            return vec![open(format!("pass {seat}"))];
        }
        for (ticket, station) in parse_legs(m) {
            self.tickets[seat] = paid(self.tickets[seat], ticket);
            self.tickets[MR_X][ticket] += 1;
            self.stations[seat] = station;
        }
        vec![open(format!("move {seat} {m}"))]
    }
}

/// An event that everybody is told alike.
fn open(words: String) -> Told {
    (words.clone(), words)
}

fn paid(mut tickets: Tickets, ticket: usize) -> Tickets {
    tickets[ticket] -= 1;
    tickets
}

fn leg_words((ticket, station): Leg) -> String {
    format!("{} {station}", TICKETS[ticket])
}

fn double_words(first: Leg, second: Leg) -> String {
    format!("double {} {}", leg_words(first), leg_words(second))
}

/// The legs of a move in words: one, or two of a double.
fn parse_legs(m: &str) -> Vec<Leg> {
    let words: Vec<&str> = m.strip_prefix("double ").unwrap_or(m).split(' ').collect();
    let leg = |pair: &[&str]| {
        let ticket = TICKETS.iter().position(|ticket| *ticket == pair[0]);
        let station = pair[1].parse().expect("a station's number");
        (ticket.expect("a ticket's name"), station)
    };
    words.chunks(2).map(leg).collect()
}

/// All worlds consistent with what the detectives were told, each with its weight under a Mr X
/// who picks uniformly from his set of moves.
#[derive(Clone, Debug)]
pub struct Beliefs {
    worlds: Vec<(Game, f64)>,
    after_first_leg: Option<BTreeMap<u32, f64>>,
}

impl Beliefs {
    /// The base game with Mr X put on each of the starts, all equally likely.
    pub fn new(base: &Game, starts: &[u32]) -> Beliefs {
        let mut worlds = vec![(base.clone(), 1.0); starts.len()];
        for ((game, _), start) in worlds.iter_mut().zip(starts) {
            game.stations[MR_X] = *start;
        }
        Beliefs { worlds, after_first_leg: None }
    }

    /// Whether and why the game is over as it begins was told.
    pub fn told_start(&mut self, over: Option<&'static str>) {
        self.worlds.retain(|(game, _)| game.over() == over);
    }

    /// Mr X made some move that told these public words.
    pub fn mr_x_moved(&mut self, public: &[String]) {
        let mut worlds = Vec::new();
        let mut first_legs = Vec::new();
        for (game, weight) in &self.worlds {
            let moves = game.moves();
            let share = weight / moves.len() as f64;
            for m in &moves {
                if let Some(next) = played(game, m, public) {
                    worlds.push((next, share));
                    if let [first, _] = parse_legs(m)[..] {
                        first_legs.push((first.1, share));
                    }
                }
            }
        }
        self.worlds = merged(worlds);
        self.after_first_leg = (!first_legs.is_empty()).then(|| normalised(first_legs));
    }

    /// A detective made this move, which told these public words.
    pub fn detective_moved(&mut self, m: &str, public: &[String]) {
        self.worlds.retain(|(game, _)| game.moves().contains(m));
        let next = |(game, weight): &(Game, f64)| Some((played(game, m, public)?, *weight));
        self.worlds = merged(self.worlds.iter().filter_map(next).collect());
        self.after_first_leg = None;
    }

    /// Each station where Mr X can be with its probability; empty if no world is left.
    pub fn where_is_he(&self) -> BTreeMap<u32, f64> {
        let place = |(game, weight): &(Game, f64)| (game.stations[MR_X], *weight);
        normalised(self.worlds.iter().map(place).collect())
    }

    /// The same for the station after the first leg, right after a double was told.
    pub fn after_first_leg(&self) -> Option<BTreeMap<u32, f64>> {
        self.after_first_leg.clone()
    }
}

/// The game after a move, if the move tells exactly these public words.
fn played(game: &Game, m: &str, public: &[String]) -> Option<Game> {
    let mut next = game.clone();
    let told = next.play(m);
    let same = told.iter().map(|(_, words)| words).eq(public);
    same.then_some(next)
}

/// Joins the worlds with the same station of Mr X: all else is public, so they are equal. The
/// weights are scaled to sum to 1, so that long games do not run out of small numbers.
fn merged(worlds: Vec<(Game, f64)>) -> Vec<(Game, f64)> {
    let total: f64 = worlds.iter().map(|world| world.1).sum();
    let mut by_station: BTreeMap<u32, (Game, f64)> = BTreeMap::new();
    for (game, weight) in worlds {
        let station = game.stations[MR_X];
        by_station.entry(station).or_insert((game, 0.0)).1 += weight / total;
    }
    by_station.into_values().collect()
}

/// The weights summed by station and scaled to sum to 1.
fn normalised(weights: Vec<(u32, f64)>) -> BTreeMap<u32, f64> {
    let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
    let mut sums = BTreeMap::new();
    for (station, weight) in weights {
        *sums.entry(station).or_insert(0.0) += weight / total;
    }
    sums
}

//! Police: how much a team of detectives loses by not seeing the thief.
//!
//! `cargo bench --bench team -- 1000 20`: the games of each map [1000], the number of maps [20], the cities of a map
//! [50], the seed [1]. Each map is a map of towns, once without informants and once with one in each tenth city; the
//! thief walks at random, all stamina is as the map's, a chase has 50 hours. The same games are played by `team` and by a
//! team that is told where the thief is before each of its turns, and by nothing else: so the second is no bound for
//! every plan, but for what the team could gain by knowing more. Hours are compared game by game, ± is a 95 % interval.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Forfeit, Game as _, Known, Seat, View};
use chase::engine::player::Player;
use chase::engine::session::GameSession;
use chase::games::police::new::MapPlan;
use chase::games::police::{AGENTS, Action, Event, Police};
use chase::kit::player_name::seated;

const HOURS: i32 = 50;

/// Where the thief is, and how many turns it has had.
#[derive(Default)]
struct Thief {
    city: AtomicU32,
    turns: AtomicU32,
}

/// The thief's player, which tells where it is.
struct Watched {
    player: Box<dyn Player<Police>>,
    thief: Arc<Thief>,
}

impl Player<Police> for Watched {
    fn observe(&mut self, seen: &Event) {
        if let Event::Moved { to } = seen {
            self.thief.city.store(*to, Ordering::Relaxed);
        }
        self.player.observe(seen);
    }

    fn choose(
        &mut self,
        view: &View<'_, Police>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let city = view.state.agents[view.seat.index()].city;
        self.thief.city.store(city, Ordering::Relaxed);
        self.thief.turns.fetch_add(1, Ordering::Relaxed);
        self.player.choose(view, legal, dice)
    }
}

/// A detective of the team that is told where the thief is.
struct Seeing {
    player: Box<dyn Player<Police>>,
    thief: Arc<Thief>,
}

impl Player<Police> for Seeing {
    fn team(&self) -> Option<&'static str> {
        self.player.team()
    }

    fn join(&mut self, seat: Seat, team: &[(Seat, Known<Police>)]) {
        self.player.join(seat, team);
    }

    fn hear(&mut self, mate: Seat, seen: &Event) {
        self.player.hear(mate, seen);
    }

    fn observe(&mut self, seen: &Event) {
        self.player.observe(seen);
    }

    fn choose(
        &mut self,
        view: &View<'_, Police>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        // The first choice begins the hour; what is told comes after that.
        self.player.choose(view, legal, dice)?;
        let city = self.thief.city.load(Ordering::Relaxed);
        self.player.observe(&Event::Tipped { detective: view.seat, city });
        self.player.choose(view, legal, dice)
    }
}

/// The hours of a chase, and whether the thief was caught.
fn play(game: &Arc<Police>, sees: bool, seed: i64, number: u64) -> (f64, bool) {
    let mut names = vec!["team".to_owned(); AGENTS];
    names[0] = "random".to_owned();
    let thief = Arc::new(Thief::default());
    let players = seated(game, &names).expect("built-in players");
    let watched =
        players.into_iter().enumerate().map(|(seat, player)| -> Box<dyn Player<Police>> {
            let thief = Arc::clone(&thief);
            match seat {
                0 => Box::new(Watched { player, thief }),
                _ if sees => Box::new(Seeing { player, thief }),
                _ => player,
            }
        });
    let dice = Dice::new(Generator::Chacha8, seed, number);
    let mut session = GameSession::new(Arc::clone(game), watched.collect(), dice);
    session.run(&mut ());
    let outcome = session.outcome().expect("every chase ends");
    let hours = thief.turns.load(Ordering::Relaxed);
    (hours.into(), outcome.cause == "caught")
}

/// The mean of some numbers, and half its interval.
#[expect(clippy::cast_precision_loss, reason = "few numbers")]
fn mean(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares: f64 = numbers.iter().map(|it| (it - mean).powi(2)).sum();
    (mean, 1.96 * (squares / (count - 1.0) / count).sqrt())
}

#[expect(clippy::print_stdout, reason = "the result of a bench")]
fn main() {
    let words: Vec<_> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let number = |n: usize, usual: u64| -> u64 {
        let word = words.get(n).map(|word| word.parse().expect("a number"));
        word.unwrap_or(usual)
    };
    let (games, maps, seed) = (number(0, 1000), number(1, 20), number(3, 1));
    let cities = u32::try_from(number(2, 50)).expect("few cities");
    let luck = i64::try_from(seed).expect("a seed");
    for informants in [0, cities / 10] {
        let mut gaps = Vec::new();
        println!(
            "| map | informants | caught % | hours | caught % seeing | hours seeing | hours more |"
        );
        println!("|---|---|---|---|---|---|---|");
        for map in 0..maps {
            let plan = MapPlan { cities, roads: None, informants, two_coloured: false };
            let mut scenario = plan.scenario(&mut Dice::new(Generator::Chacha8, luck, map));
            scenario.hours = HOURS;
            let game = Arc::new(Police::new(scenario).expect("a planned scenario is playable"));
            let sides = [false, true].map(|sees| -> Vec<(f64, bool)> {
                (0..games).map(|n| play(&game, sees, luck, n)).collect()
            });
            let [(blind, _), (seeing, _)] = sides.each_ref().map(|side| {
                let hours: Vec<_> = side.iter().map(|it| it.0).collect();
                mean(&hours)
            });
            let [caught, caught_seeing] = sides.each_ref().map(|side| {
                let caught: Vec<_> = side.iter().map(|it| if it.1 { 100.0 } else { 0.0 }).collect();
                mean(&caught).0
            });
            let pairs = sides[0].iter().zip(&sides[1]);
            let more: Vec<_> = pairs.map(|(blind, seeing)| blind.0 - seeing.0).collect();
            let (gap, half) = mean(&more);
            gaps.push(gap);
            println!(
                "| {map} | {informants} | {caught:.1} | {blind:.2} | {caught_seeing:.1} | {seeing:.2} | {gap:.2} ± {half:.2} |"
            );
        }
        let (gap, half) = mean(&gaps);
        println!("hours more on {maps} maps with {informants} informants: {gap:.2} ± {half:.2}\n");
    }
}

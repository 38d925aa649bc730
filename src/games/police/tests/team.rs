//! A team of detectives who talk: who hears what, and that nobody else does.

use chase_engine::game::{Known, Masks as _, View, known};
use std::sync::Mutex;

use super::*;
use crate::new::MapPlan;
use crate::players::{by_code, code_of};
use chase_engine::seat::Seats;
use chase_engine::seated_players::SeatedPlayers;
use chase_kit::player_name::{PlayerSpec, seated};
use chase_record::replay::Replay;

/// The observations of a player: the seat that learned each, and the news.
type SeenLog = Arc<Mutex<Vec<(Seat, Event)>>>;

/// Rests, and writes down what it takes in.
struct Ear {
    own: Seat,
    team: Option<&'static str>,
    joined: Arc<Mutex<Vec<Seat>>>,
    taken: SeenLog,
}

impl Player<Police> for Ear {
    fn team(&self) -> Option<&'static str> {
        self.team
    }

    fn join(&mut self, seat: Seat, team: &[(Seat, Known<Police>)]) {
        assert_eq!(seat, self.own);
        *self.joined.lock().unwrap() = team.iter().map(|it| it.0).collect();
    }

    fn observe(&mut self, seen: &Event) {
        self.taken.lock().unwrap().push((self.own, *seen));
    }

    fn hear(&mut self, mate: Seat, seen: &Event) {
        self.taken.lock().unwrap().push((mate, *seen));
    }

    fn choose(
        &mut self,
        _: &View<'_, Police>,
        _: &[Action],
        _: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        Ok(Action::Rest)
    }
}

/// A town with informants and a chase in it by these players.
fn chase(seed: i64, names: [&str; 5]) -> Replay<Police> {
    let plan = MapPlan { cities: 25, roads: Some(40), informants: 4, two_coloured: false };
    let mut scenario = plan.scenario(&mut Dice::new(Generator::Chacha8, seed, 0));
    scenario.hours = 12;
    let names = names.map(str::to_owned);
    Replay::record(Police::new(scenario).unwrap(), &names, Generator::Chacha8, seed).unwrap()
}

/// The actions that members in these seats choose at each of their turns in a history, asked and
/// shown as [`Audit`](chase_checks::audit::Audit) does it.
fn chosen(game: &Arc<Police>, history: &History<Police>, hours: usize, team: Seats) -> Vec<Action> {
    let made = |n: u8| {
        let named = PlayerSpec::<Police>::parse("team").unwrap();
        team.has(Seat(n)).then(|| named.make(known(game, Seat(n))))
    };
    let mut players = SeatedPlayers::new(game, (0..5).map(made).collect());
    let (mut state, mut all) = (game.start(), Vec::new());
    let mut dice = Dice::new(Generator::Glibc, 1, 0);
    for cycle in history.cycles().take(hours) {
        for (entry, events) in cycle.turns() {
            if let By::Action(seat, _) = entry.by
                && let Some(player) = players.at(seat)
            {
                let view = View { game: &**game, state: &state, seat };
                let legal = legal(game, &state, seat);
                all.push(player.choose(&view, &legal, &mut dice).unwrap());
            }
            for event in events {
                players.show(game, &state, event);
                game.apply(&mut state, event).unwrap();
            }
        }
    }
    assert_eq!(dice.words(), 0, "a team draws nothing");
    all
}

#[test]
fn members_hear_what_their_mates_learn_and_nobody_else_hears_anything() {
    // given two talking pairs, a detective by itself, and a thief by itself
    let teams = [None, Some("a"), Some("b"), Some("a"), None];
    let taken: [SeenLog; 5] = Default::default();
    let joined: [Arc<Mutex<Vec<Seat>>>; 5] = Default::default();
    let replay = chase(3, ["random"; 5]);
    let game = Arc::new(Police::new(replay.game().scenario().clone()).unwrap());
    let ear = |n: usize| -> Option<Box<dyn Player<Police>>> {
        Some(Box::new(Ear {
            own: Seat(n as u8),
            team: teams[n],
            joined: Arc::clone(&joined[n]),
            taken: Arc::clone(&taken[n]),
        }))
    };
    let mut players = SeatedPlayers::new(&game, (0..5).map(ear).collect());
    // when a chase with tips happens
    let (mut state, mut due) = (game.start(), [(); 5].map(|()| Vec::new()));
    let mut tips = 0;
    for cycle in replay.history().cycles() {
        for event in cycle.events {
            players.show(&game, &state, event);
            for learner in [T, D1, D2, D3, D4] {
                let Some(seen) = Police::masks().event(&game, &state, event, learner.into()) else {
                    continue;
                };
                tips += u32::from(matches!(seen, Event::Tipped { .. }));
                for (n, due) in due.iter_mut().enumerate() {
                    let is_mate = teams[n].is_some() && teams[n] == teams[learner.index()];
                    if n == learner.index() || is_mate {
                        due.push((learner, seen));
                    }
                }
            }
            game.apply(&mut state, event).unwrap();
        }
    }
    // then each took in what its own seat learned and what its mates' seats did, in that order
    for (n, due) in due.into_iter().enumerate() {
        assert_eq!(*taken[n].lock().unwrap(), due, "seat {n}");
    }
    assert!(tips > 0, "nobody was tipped");
    let joined = joined.map(|it| it.lock().unwrap().clone());
    assert_eq!(joined, [vec![], vec![D1, D3], vec![D2], vec![D1, D3], vec![]]);
}

/// A twin differs from a chase in all that the members together may not know: where the thief and
/// the other detectives are, their starts and stamina, the getaway.
#[test]
fn what_a_team_chooses_depends_on_nothing_but_what_its_members_saw() {
    let groups = [
        ["random", "team", "team", "team", "team"],
        ["random", "team", "random", "team", "dfs"],
        ["random", "cheapest-least-visited", "random", "random", "team"],
    ];
    let (mut pairs, mut turns) = (0, 0);
    for seed in 0..60 {
        for names in groups {
            let replay = chase(seed, names);
            let game = Arc::new(Police::new(replay.game().scenario().clone()).unwrap());
            let history = replay.history();
            let team: Seats =
                (0..5).filter(|n| names[usize::from(*n)] == "team").map(Seat).collect();
            let mut dice = Dice::new(Generator::Chacha8, seed, 1);
            let Some(twin) = Police::masks().twin(&game, history, team, &mut dice) else {
                continue;
            };
            let hours = twin.history.len();
            let mine = chosen(&game, history, hours, team);
            assert_eq!(
                chosen(&twin.game, &twin.history, hours, team),
                mine,
                "{names:?}, seed {seed}"
            );
            (pairs, turns) = (pairs + 1, turns + mine.len());
        }
    }
    assert!(pairs > 100 && turns > 500, "{pairs} pairs, {turns} turns");
}

/// Two arms of a road: 0 - 1 - 2 - 3 - 4, and an informant in 5 behind 2.
const ARMS: &str = "6\n0 1 1 n a\n1 2 1 n b\n2 3 1 5 1 n c\n3 4 1 n d\n4 n e\n5 i f\n";

/// The action of D2, a member in city 2, in hour 1, when D1 was told in hour 0 that the thief is
/// there.
fn after_a_tip(thief: u32, d1: &str) -> Action {
    let agents = format!("9 {thief} -1 T\n9 5 -1 D1\n9 2 -1 D2\n0 5 -1 D3\n0 5 -1 D4\n");
    let game = game(ARMS, &agents, 20);
    let names = ["random", d1, "team", "stationary", "stationary"].map(str::to_owned);
    let replay = Replay::record(game, &names, Generator::Chacha8, 1).unwrap();
    let hour_1 = replay.history().cycles().nth(1).unwrap();
    let mut turns = hour_1.entries.iter();
    let action = turns.find_map(|entry| match entry.by {
        By::Action(seat, action) if seat == D2 => Some(action),
        _ => None,
    });
    action.unwrap()
}

#[test]
fn who_hears_of_a_tip_goes_where_the_thief_must_be() {
    // a thief at the end of an arm is one city nearer an hour later
    assert_eq!(after_a_tip(0, "team"), go(1));
    assert_eq!(after_a_tip(4, "team"), go(3));
    // and who is no mate of the one who was tipped cannot tell the two apart
    assert_eq!(after_a_tip(0, "random"), after_a_tip(4, "random"));
}

#[test]
fn a_team_plays_the_same_chase_again_also_after_an_undo() {
    for seed in 0..10 {
        let names = ["random", "team", "team", "random", "team"];
        let (one, other) = (chase(seed, names), chase(seed, names));
        let cycles = |replay: &Replay<Police>| -> Vec<_> {
            let all = replay.history().cycles();
            all.map(|cycle| (cycle.entries.to_vec(), cycle.events.to_vec())).collect()
        };
        assert_eq!(cycles(&one), cycles(&other));
        // when a session goes back to the middle of it and on
        let game = Arc::new(Police::new(one.game().scenario().clone()).unwrap());
        let players = || seated(&game, &names.map(str::to_owned)).unwrap();
        let dice = || Dice::new(Generator::Chacha8, seed, 0);
        let mut session = GameSession::new(Arc::clone(&game), players(), dice());
        let mut history = History::default();
        session.run(&mut history);
        let entries: usize = history.cycles().map(|cycle| cycle.entries.len()).sum();
        session.back_to(entries / 2, &mut history, players(), dice()).unwrap();
        session.run(&mut history);
        let again: Vec<_> =
            history.cycles().map(|cycle| (cycle.entries.to_vec(), cycle.events.to_vec())).collect();
        assert_eq!(again, cycles(&one), "seed {seed}");
    }
}

#[test]
fn a_team_has_no_code_and_no_thief_is_in_it() {
    assert_eq!(by_code(2), Some("dfs"));
    assert_eq!(by_code(3), None);
    assert_eq!(code_of("team"), None);
    let refused = PlayerSpec::<Police>::for_seat("team", T).err().unwrap();
    assert_eq!(
        refused.to_string(),
        "`team` does not play for this seat; choose one of: stationary, random, \
         cheapest-least-visited, dfs"
    );
    assert!(PlayerSpec::<Police>::for_seat("team", D4).is_ok());
}

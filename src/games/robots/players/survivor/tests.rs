//! That the compact board keeps the rules, and what the search finds on it.

use std::sync::Arc;

use super::field::{Ports, SurvivorField};
use super::*;
use crate::new::board;
use crate::{BoardCell, Ending, Mode, PLAYER, Scenario};
use chase_engine::dice::Generator;
use chase_engine::game::{Seat, Turn, View, known};
use chase_kit::budget::{MoveBudget, StopFlag};

/// A game, its state and what was seen.
struct SurvivorTable {
    game: Arc<RobotsGame>,
    state: State,
    seen: Vec<Event>,
    dice: Dice,
}

impl SurvivorTable {
    fn new(scenario: Scenario) -> Self {
        let game = Arc::new(RobotsGame::new(scenario).expect("a scenario"));
        let mut table = SurvivorTable {
            state: game.start(),
            game,
            seen: Vec::new(),
            dice: Dice::new(Generator::Chacha8, 7, 0),
        };
        table.world();
        table
    }

    fn random(robots: u8, teleports: u8, mode: Mode, number: u64) -> Self {
        let mut dice = Dice::new(Generator::Chacha8, 1, number);
        SurvivorTable::new(board(robots, teleports, &mut dice).scenario(mode))
    }

    fn take(&mut self, events: Vec<Event>) {
        for event in events {
            self.game.apply(&mut self.state, &event).expect("it fits");
            self.seen.push(event);
        }
    }

    fn world(&mut self) {
        while self.game.turn(&self.state) == Turn::World {
            let mut events = Vec::new();
            self.game.world_in(&self.state, &mut self.dice, &mut events);
            self.take(events);
        }
    }

    fn act(&mut self, action: Action) {
        let mut events = Vec::new();
        let (state, dice) = (&self.state, &mut self.dice);
        let decided = self.game.decide_in(state, Seat(0), &action, dice, &mut events);
        decided.expect("it is legal");
        self.take(events);
        self.world();
    }

    /// The state to which an action leads; nothing if the player dies.
    fn after(&self, action: Action) -> Option<State> {
        let mut then = SurvivorTable {
            game: Arc::clone(&self.game),
            state: self.state.clone(),
            seen: Vec::new(),
            dice: Dice::new(Generator::Chacha8, 7, 0),
        };
        then.act(action);
        (!then.state.dead).then_some(then.state)
    }

    fn legal(&self) -> Vec<Action> {
        let mut buffer = Vec::new();
        self.game.legal_in(&self.state, PLAYER, &mut buffer).to_vec()
    }

    /// A new player who sees all that was seen.
    fn player(&self, limit: Limit) -> Survivor {
        self.player_with(limit.into())
    }

    fn player_with(&self, budget: MoveBudget) -> Survivor {
        let mut player = Survivor::new(known(&self.game, PLAYER), budget);
        self.seen.iter().for_each(|seen| player.observe(seen));
        player
    }

    fn choose(&mut self, player: &mut Survivor) -> Action {
        let legal = self.legal();
        let view = View { game: &*self.game, state: &self.state, seat: PLAYER };
        let chosen = player.choose(&view, &legal, &mut self.dice);
        chosen.expect("a legal action")
    }

    /// Plays on until the end, with one player.
    fn play(&mut self, limit: Limit) -> Ending {
        let mut player = self.player(limit);
        while self.state.ended.is_none() {
            let action = self.choose(&mut player);
            let before = self.seen.len();
            self.act(action);
            self.seen[before..].iter().for_each(|seen| player.observe(seen));
        }
        self.state.ended.expect("it is over")
    }
}

/// The field agrees with the rules about every action.
fn agree(table: &SurvivorTable, ports: &Ports) {
    let (field, legal) = (SurvivorField::new(&table.state), table.legal());
    let known: Vec<_> = (0..ports.actions()).map(|n| ports.action(n)).collect();
    for action in &legal {
        assert!(*action == Action::TeleportAnywhere || known.contains(action));
    }
    for (number, action) in known.into_iter().enumerate() {
        let after = Some(action).filter(|action| legal.contains(action));
        let after = after.and_then(|action| table.after(action));
        let expected = after.as_ref().map(SurvivorField::new);
        assert_eq!(field.after(ports, number), expected, "{action:?}");
    }
}

#[test]
fn the_field_agrees_with_the_rules() {
    for (number, mode) in (0..120).zip([Mode::Reuse, Mode::Once].into_iter().cycle()) {
        let robots = [2, 20, 50][number as usize % 3];
        let mut table = SurvivorTable::random(robots, 5, mode, number);
        let ports = Ports::new(&table.game.scenario);
        for _ in 0..60 {
            if table.state.ended.is_some() {
                break;
            }
            agree(&table, &ports);
            let legal = table.legal();
            let count = u32::try_from(legal.len()).expect("few");
            let draw = |dice: &mut Dice| legal[dice.below(count) as usize];
            // The first of some that the player survives, so that games last.
            let drawn: Vec<_> = (0..9).map(|_| draw(&mut table.dice)).collect();
            let safe = drawn.iter().find(|action| table.after(**action).is_some());
            table.act(*safe.unwrap_or(&drawn[0]));
        }
    }
}

#[test]
fn a_teleport_on_one_cell_twice_is_one() {
    let mut scenario = SurvivorTable::random(5, 2, Mode::Once, 1).game.scenario.clone();
    scenario.teleports = vec![BoardCell(1, 1), BoardCell(31, 31), BoardCell(1, 1)];
    let mut table = SurvivorTable::new(scenario);
    let ports = Ports::new(&table.game.scenario);
    assert_eq!(ports.actions(), 9 + 2);
    agree(&table, &ports);
    table.act(Action::Teleport { to: BoardCell(1, 1) });
    agree(&table, &ports);
}

#[test]
fn it_never_loses_at_once_when_it_need_not() {
    for number in 0..60 {
        let mut table = SurvivorTable::random(20, (number % 3) as u8, Mode::Reuse, number);
        let mut player = table.player(Limit::Nodes(1));
        for _ in 0..60 {
            if table.state.ended.is_some() {
                break;
            }
            let action = table.choose(&mut player);
            if table.after(action).is_none() {
                let legal = table.legal();
                assert!(legal.into_iter().all(|it| table.after(it).is_none()));
            }
            table.act(action);
        }
    }
}

#[test]
fn it_lures_robots_into_each_other() {
    for limit in [Limit::Nodes(2000), Limit::Depth(4)] {
        let mut table = SurvivorTable::new(Scenario {
            robots: vec![BoardCell(13, 20), BoardCell(17, 20)],
            teleports: Vec::new(),
            mode: Mode::Reuse,
            turns: 4,
        });
        assert_eq!(table.play(limit), Ending::Won);
        assert_eq!(table.state.stats.by_collision, 2);
    }
}

#[test]
fn it_lives_on_when_it_cannot_win() {
    let mut table = SurvivorTable::new(Scenario {
        robots: vec![BoardCell(13, 20)],
        teleports: vec![BoardCell(1, 1), BoardCell(31, 31)],
        mode: Mode::Reuse,
        turns: 200,
    });
    assert_eq!(table.play(Limit::Nodes(2000)), Ending::TurnLimit);
}

#[test]
fn it_wins_nearly_always_with_teleports() {
    let wins =
        |number| SurvivorTable::random(20, 5, Mode::Reuse, number).play(Limit::Nodes(20_000));
    let count = (0..20).filter(|n| wins(*n) == Ending::Won).count();
    assert!(count >= 19, "{count}");
}

#[test]
fn a_new_player_who_saw_the_same_chooses_the_same() {
    for limit in [Limit::Nodes(500), Limit::Depth(3)] {
        let mut table = SurvivorTable::random(10, 2, Mode::Reuse, 3);
        let mut player = table.player(limit);
        for _ in 0..70 {
            if table.state.ended.is_some() {
                break;
            }
            let action = table.choose(&mut player);
            let mut other = table.player(limit);
            assert_eq!(table.choose(&mut other), action);
            let before = table.seen.len();
            table.act(action);
            let new = table.seen[before..].iter();
            new.for_each(|seen| player.observe(seen));
        }
    }
}

/// It looks at the flag at every 256th state.
#[test]
fn a_stopped_search_is_one_of_few_states() {
    let stop = StopFlag::default();
    stop.stop();
    let mut differing = 0;
    for number in 0..20 {
        let mut table = SurvivorTable::random(20, 5, Mode::Reuse, number);
        let limit = Some(Limit::Nodes(50_000));
        let stop = stop.clone();
        let mut stopped = table.player_with(MoveBudget { limit, stop });
        let mut short = table.player(Limit::Nodes(2 * 255));
        let mut whole = table.player(Limit::Nodes(50_000));
        let chosen = table.choose(&mut stopped);
        assert_eq!(chosen, table.choose(&mut short), "board {number}");
        differing += u32::from(chosen != table.choose(&mut whole));
    }
    assert!(differing > 2, "{differing}");
}

//! What an agent may not know: the twins that the law of secrets is held with.

use super::*;
use crate::new::MapPlan;
use chase_engine::game::Masks as _;
use chase_record::replay::{GameFold, Replay};

/// A long chase of agents who draw, in a town with many informants.
pub(super) fn chase(seed: i64) -> Replay<Police> {
    let plan = MapPlan { cities: 60, roads: Some(90), informants: 10, two_coloured: true };
    let mut scenario = plan.scenario(&mut Dice::new(Generator::Chacha8, seed, 0));
    scenario.hours = 40;
    let game = Police::new(scenario).unwrap();
    let names = vec!["random".to_owned(); 5];
    Replay::record(game, &names, Generator::Chacha8, seed).unwrap()
}

/// Everybody's cities after each cycle.
pub(super) fn places(game: &Police, history: &History<Police>) -> Vec<[u32; 5]> {
    let mut fold = GameFold::new(game);
    let mut after = |cycle| {
        fold.feed(game, cycle, |_, _| {}).unwrap();
        fold.state().agents.map(|agent| agent.city)
    };
    history.cycles().map(&mut after).collect()
}

#[test]
fn in_a_twin_an_agent_is_where_it_was_and_thief_and_others_are_elsewhere() {
    let (mut hours, mut thief_elsewhere, mut other_getaways) = (0, 0, 0);
    for seed in 0..20 {
        let replay = chase(seed);
        let game = Arc::new(Police::new(replay.game().scenario().clone()).unwrap());
        let history = replay.history();
        let truth = places(&game, history);
        for seat in [D1, D2, D3, D4] {
            let mut dice = Dice::new(Generator::Chacha8, seed, 1);
            let twin =
                Police::masks().twin(&game, history, seat.into(), &mut dice).expect("a twin");
            let getaway = |game: &Police| game.scenario().getaway;
            other_getaways += u32::from(getaway(&game) != getaway(&twin.game));
            for (mine, others) in truth.iter().zip(places(&twin.game, &twin.history)) {
                assert_eq!(mine[seat.index()], others[seat.index()], "{seat:?}");
                hours += 1;
                thief_elsewhere += u32::from(mine[0] != others[0]);
            }
        }
    }
    assert!(hours > 400, "{hours} hours");
    assert!(thief_elsewhere > 100, "elsewhere in {thief_elsewhere} of {hours} hours");
    assert!(other_getaways > 40, "{other_getaways} other getaways");
}

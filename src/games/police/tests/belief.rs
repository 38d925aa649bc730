//! What detectives can believe about the thief: it depends on nothing that they may not know, and follows the rules.

use super::*;
use crate::THIEF;
use crate::believed_thief::belief;
use crate::viewed::detectives;
use chase_engine::game::Masks as _;
use chase_record::replay::GameFold;

/// Thieves drawn from the belief before each event of a history, with their getaways; the state is what the
/// detectives see of it.
fn draws(game: &Arc<Police>, history: &History<Police>) -> Vec<(State, Option<u32>)> {
    let mut belief = belief(game, D1).expect("detectives believe something");
    let mut dice = Dice::new(Generator::Chacha8, 7, 0);
    let mut fold = GameFold::new(&**game);
    let mut drawn = Vec::new();
    for cycle in history.cycles() {
        let each = |before: &State, event: &Event| {
            for _ in 0..3 {
                let (other, state) = belief.draw(game, before, &mut dice).unwrap();
                drawn.push((state, other.scenario().getaway));
            }
            belief.take_event(game, before, event);
        };
        fold.feed(game, cycle, each).unwrap();
    }
    drawn
}

#[test]
fn a_belief_depends_on_nothing_that_detectives_may_not_know() {
    let (mut compared, mut elsewhere, mut other_getaways) = (0, 0, 0);
    for seed in 0..10 {
        let replay = secrets::chase(seed);
        let game = Arc::new(Police::new(replay.game().scenario().clone()).unwrap());
        let mut dice = Dice::new(Generator::Chacha8, seed, 1);
        let eyes = detectives().collect();
        let twin = Police::masks().twin(&game, replay.history(), eyes, &mut dice).expect("a twin");
        let (truth, other) = (draws(&game, replay.history()), draws(&twin.game, &twin.history));
        for (one, other) in truth.iter().zip(&other) {
            assert_eq!(one, other, "seed {seed}");
            compared += 1;
        }
        let getaway = |game: &Police| game.scenario().getaway;
        other_getaways += u32::from(getaway(&game) != getaway(&twin.game));
        let places = |game: &Police, history| secrets::places(game, history).into_iter();
        let both = places(&game, replay.history()).zip(places(&twin.game, &twin.history));
        elsewhere += both.filter(|(one, other)| one[0] != other[0]).count();
    }
    assert!(compared > 1_000, "{compared} compared");
    // Tips nail a thief down until the last of them.
    assert!(elsewhere > 5, "{elsewhere} hours");
    assert!(other_getaways > 5, "{other_getaways} of 10");
}

/// A tip names the city; an hour later the thief is there or one road on, and not where a detective is.
#[test]
fn a_thief_is_believed_to_be_where_the_rules_can_have_taken_it() {
    // 0 -2- 1 -2- 2 -2- 3 -2- 4, an informant in 4.
    let cities = "5\n0 1 2 n a\n1 2 2 n b\n2 3 2 n c\n3 4 2 n d\n4 i e\n";
    let agents = "50 0 1 T\n50 4 -1 D1\n50 4 -1 D2\n50 3 -1 D3\n50 3 -1 D4\n";
    let game = Arc::new(game(cities, agents, 9));
    let mut belief = belief(&game, D2).expect("detectives believe something");
    let mut state = game.start();
    let tip = |detective| Event::Tipped { detective, city: 0 };
    let events = [tip(D1), tip(D2), Event::HourPassed, Event::Rested];
    for event in events {
        belief.take_event(&game, &state, &event);
        game.apply(&mut state, &event).unwrap();
    }
    let mut dice = Dice::new(Generator::Chacha8, 7, 0);
    let mut at = [0; 5];
    for _ in 0..4_000 {
        let (other, drawn) = belief.draw(&game, &state, &mut dice).unwrap();
        let thief = drawn.agents[THIEF].city;
        at[thief as usize] += 1;
        assert_ne!(other.scenario().getaway, Some(0), "it passed an hour there");
        assert_eq!(drawn.agents[1..], state.agents[1..]);
    }
    // It rests or takes its one road.
    assert!((1_800..2_200).contains(&at[0]), "{at:?}");
    assert_eq!(at[0] + at[1], 4_000, "{at:?}");
}

#[test]
fn a_thief_has_no_belief() {
    let game = Arc::new(game("2\n0 1 5 n a\n1 n b\n", &alone("9 1 -1", 0), 3));
    assert!(belief(&game, T).is_none());
}

//! Nothing that detectives are shown or sent depends on what they may not know: of every chase
//! another is made that differs in nothing else, and the two are shown in every way there is.

use chase::prelude::{Masks as _, Playable as _};
use std::fmt::Write as _;
use std::sync::Arc;

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Game as _, SeatSight, Turn, known};
use chase::engine::seat::Seats;
use chase::games::police::Police;
use chase::games::police::new::MapPlan;
use chase::kit::faces::{Transcript as _, WireForm as _};
use chase::kit::picture::{Scene, Stage};
use chase::record::any::{
    DescribedHistory as _, DrawnHistory as _, Projections, RecordedHistory as _,
};
use chase::record::replay::{By, Header, HistoryCycle, Replay, to_json};
use chase::record::replayer::Replayer;

const PAIRS: u32 = 10_000;

/// A chase of a few hours in a small town, played by everybody's own strategy.
fn chase(number: i64) -> (Replay<Police>, Header) {
    let mut dice = Dice::new(Generator::Chacha8, 77, u64::try_from(number).expect("a count"));
    let cities = 8 + dice.below(20);
    let plan = MapPlan {
        cities,
        roads: Some(cities + dice.below(cities)),
        informants: dice.below(6),
        two_coloured: false,
    };
    let mut scenario = plan.scenario(&mut dice);
    scenario.hours = 6;
    let strategies = ["stationary", "random", "cheapest-least-visited", "dfs"];
    let mut names = vec!["random".to_owned()];
    for _ in 0..4 {
        names.push(strategies[dice.below(4) as usize].to_owned());
    }
    let game = Police::new(scenario.clone()).expect("a town is playable");
    let header = Header::new(&game, &names, Generator::Glibc, number);
    let replay = Replay::record(game, &names, Generator::Glibc, number).expect("built in");
    (replay, header)
}

/// All that can be printed of these cycles, for everybody or through these eyes.
fn printed(
    game: &Arc<Police>,
    header: &Header,
    cycles: &[HistoryCycle<'_, Police>],
    viewer: Option<Seats>,
) -> String {
    let mut moment = Replayer::new(Arc::clone(game), header);
    moment.project(Projections {
        events: true,
        tally: true,
        insight: true,
        viewer,
        ..Projections::default()
    });
    let mut out = Vec::new();
    moment.opening_text(&mut out);
    for cycle in cycles {
        moment.blank().push(*cycle);
        moment.apply_cycle().expect("it happened");
        moment.cycle_text(&mut out);
        out.extend_from_slice(moment.events_text());
        moment.put_shown_json(&mut out);
        moment.moment_text(&mut out);
        out.extend(moment.moment_json().into_bytes());
        moment.legal_text(&mut out);
        out.extend(moment.legal_json().into_bytes());
        moment.insight_text(&mut out);
        moment.totals_text(&mut out);
        out.extend(moment.totals_json().into_bytes());
        moment.ending_text(&mut out);
    }
    String::from_utf8(out).expect("text")
}

/// The stage and every scene that these eyes see: all that pages are made of but where the cities
/// of the map stand.
fn pictures(
    game: &Arc<Police>,
    header: &Header,
    cycles: &[HistoryCycle<'_, Police>],
    eyes: Seats,
) -> (Stage, Vec<Scene>) {
    let mut moment = Replayer::new(Arc::clone(game), header);
    moment.project(Projections {
        scenes: true,
        turns: true,
        viewer: Some(eyes),
        ..Projections::default()
    });
    let mut all = Vec::new();
    for cycle in cycles {
        moment.blank().push(*cycle);
        moment.apply_cycle().expect("it happened");
        let turns = moment.turns().len();
        for turn in (0..turns).map(Some).chain([None]) {
            let mut scene = Scene::default();
            moment.scene(turn, &mut scene);
            all.push(scene);
        }
    }
    (moment.stage_without_positions(), all)
}

/// All that players and people in these seats are sent and shown in their turns.
fn told(game: &Arc<Police>, cycles: &[HistoryCycle<'_, Police>], eyes: Seats) -> String {
    let mut out = String::new();
    let mut state = game.start();
    for seat in eyes.iter() {
        let known = known(game, seat);
        let scenario = to_json(&Police::wire().scenario(&known.game));
        let _ = write!(out, "[{scenario},{}]", to_json(&Police::wire().own(&known)));
    }
    for cycle in cycles {
        for (entry, events) in cycle.turns() {
            if let By::Action(by, _) = entry.by
                && eyes.has(by)
            {
                let mut legal = Vec::new();
                let legal = game.legal_in(&state, by, &mut legal);
                let sight = SeatSight::new(&**game, &state, by);
                let view = sight.view();
                let view = to_json(&Police::wire().sight(view.game, view.state, by));
                let _ = writeln!(out, "{view} {}", to_json(&legal));
                let mut screen = Vec::new();
                let seen = Police::masks().state(game, &state, by.into());
                Police::transcript().viewed_moment(game, &seen, &[], &[], &mut screen);
                out.push_str(&String::from_utf8(screen).expect("text"));
            }
            for event in events {
                for seat in eyes.iter() {
                    if let Some(seen) = Police::masks().event(game, &state, event, seat.into()) {
                        let _ = writeln!(out, "{seat:?} {}", to_json(&seen));
                    }
                }
                game.apply(&mut state, event).expect("it happened");
            }
        }
    }
    if let Turn::Over(outcome) = game.turn(&state) {
        out.push_str(&to_json(&outcome));
    }
    out
}

/// Holds a chase against its twin for every viewer; how many pairs differ for who sees all.
fn pairs(number: i64) -> u32 {
    let (replay, header) = chase(number);
    let game = Police::new(replay.game().scenario().clone()).expect("a town is playable");
    let (game, history) = (Arc::new(game), replay.history());
    let mut dice = Dice::new(Generator::Chacha8, number, 1);
    let mut pairs = 0;
    for viewer in Police::transcript().viewers(&game) {
        let eyes = viewer.seats;
        let Some(twin) = Police::masks().twin(&game, history, eyes, &mut dice) else {
            continue;
        };
        let mine: Vec<_> = history.cycles().take(twin.history.len()).collect();
        let others: Vec<_> = twin.history.cycles().collect();
        let shown = |game, cycles, viewer| printed(game, &header, cycles, viewer);
        let one = shown(&game, &mine, Some(eyes)) + &told(&game, &mine, eyes);
        let two = shown(&twin.game, &others, Some(eyes)) + &told(&twin.game, &others, eyes);
        let unlike = one.lines().zip(two.lines()).find(|(a, b)| a != b);
        assert_eq!(unlike, None, "chase {number} as {} sees it", viewer.name);
        assert_eq!(one.len(), two.len(), "chase {number}");
        let drawn = |game, cycles| pictures(game, &header, cycles, eyes);
        let same = drawn(&game, &mine) == drawn(&twin.game, &others);
        let name = &viewer.name;
        assert!(same, "chase {number}: the pictures that {name} sees differ");
        pairs += u32::from(shown(&game, &mine, None) != shown(&twin.game, &others, None));
    }
    pairs
}

#[test]
fn nothing_that_detectives_are_shown_depends_on_what_they_may_not_know() {
    let half = |first: i64| {
        let mut made = 0;
        for number in (first..).step_by(2) {
            made += pairs(number);
            if made >= PAIRS / 2 {
                break;
            }
        }
        made
    };
    let made = std::thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        half(0) + other.join().expect("they are the same")
    });
    assert!(made >= PAIRS, "{made} pairs");
}

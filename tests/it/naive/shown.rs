//! Every fault of play shows somewhere.

use super::game::CHEAPEST_LEAST_VISITED;
use super::*;

/// What changes no choice.
const NO_CHOICE: [Fault; 23] = [
    Fault::None,
    // Where the present turn is counted matters to the present city alone, which a program without
    // other faults does not weigh.
    Fault::VisitsBeforeTurn,
    // That the start has its visit all the same matters to those alone who count it later.
    Fault::StartVisitedBefore,
    // The first scenarios list every road once.
    Fault::ListedTwice,
    Fault::MapCountsDouble,
    Fault::NamesCut,
    Fault::NamesCutAfter9,
    Fault::NamesCutAfter10,
    Fault::NamesCutAfter14,
    Fault::NamesCutAfter15,
    Fault::NamesCutAfter19,
    Fault::NamesCutAfter20,
    Fault::NamesCutAfter31,
    Fault::LastName,
    Fault::CrashOnTip,
    Fault::LoopAtEndOfInput,
    Fault::LoopWithoutQuit,
    Fault::PrintsForever,
    Fault::Hangs,
    Fault::Garbage,
    Fault::Leaks,
    Fault::Forks,
    Fault::EatsMemory,
];

/// Whether one of the first scenarios goes otherwise with more faults.
fn shows(fewer: impl Into<Faults>, more: impl Into<Faults>, scenarios: u64) -> bool {
    let (fewer, more) = (fewer.into(), more.into());
    (0..scenarios).any(|number| {
        let (s, seed) = (scenario(number), number as u32);
        faulty_transcript(&s, seed, fewer) != faulty_transcript(&s, seed, more)
    })
}

#[test]
fn every_fault_of_play_shows_on_random_scenarios() {
    let faults = Fault::ALL.iter();
    let of_play = faults.filter(|fault| !NO_CHOICE.contains(&fault.0));
    for (fault, name, _) in of_play {
        assert!(shows(Fault::None, *fault, 700), "{name}");
    }
}

#[test]
fn a_right_program_never_differs_from_itself() {
    for fault in NO_CHOICE {
        assert!(!shows(Faults::default(), fault, 100), "{fault:?}");
    }
    assert_eq!(Faults::default(), Faults::from([Fault::None, Fault::None]));
}

#[test]
fn where_a_turn_is_counted_shows_in_company() {
    let other = Fault::TippedMovesTwice;
    assert!(shows(other, [other, Fault::VisitsBeforeTurn], 700));
}

#[test]
fn a_road_listed_twice_shows_where_one_is() {
    let differs = (0..100).any(|number| {
        let mut s = scenario(number);
        let first = s.roads[..s.roads.len().div_ceil(2)].to_vec();
        s.roads.extend(first.iter().map(|&(a, b, length)| (b, a, length)));
        let transcripts = [Fault::None, Fault::ListedTwice];
        let [right, wrong] = transcripts.map(|fault| faulty_transcript(&s, 1, fault));
        right != wrong
    });
    assert!(differs);
}

#[test]
fn a_start_that_was_visited_before_shows_in_company() {
    let later = [Fault::VisitsBeforeTurn, Fault::VisitsOnLeaving];
    for other in later {
        assert!(shows(other, [other, Fault::StartVisitedBefore], 700));
    }
}

#[test]
fn any_two_faults_go_together() {
    let scenarios: Vec<_> = (0..8).map(scenario).collect();
    let pairs = Fault::ALL.iter().flat_map(|one| {
        let others = Fault::ALL.iter();
        others.map(|other| Faults::from([one.0, other.0]))
    });
    for (pair, s) in pairs.zip(scenarios.iter().cycle()) {
        let hours = faulty_history(s, 1, pair);
        // Also when endings are not checked at hour 0 and time is up late.
        assert!(hours.len() as i64 <= s.hours + 2, "{pair:?}");
        let all_full = s.agents.iter().map(|agent| agent.stamina);
        for hour in hours {
            let mut both = hour.stamina.iter().zip(all_full.clone());
            assert!(both.all(|(&stamina, full)| stamina <= full), "{pair:?}");
        }
    }
}

#[test]
fn random_scenarios_are_read_as_they_were_drawn() {
    for number in 0..50 {
        let s = scenario(number);
        let read = game::files::read(&s.cities_file(), &s.agents_file(), s.hours).unwrap();
        // The thief's strategy is not in the file.
        assert_eq!((s.cities, s.roads), (read.cities, read.roads));
    }
}

/// By turns a scenario as drawn; with hours enough for a second depth-first route; with a thief
/// that nobody can reach; with a single hunter of little stamina, who takes long.
fn scenario(seed: u64) -> Scenario {
    let largest = if seed % 4 == 3 { 60 } else { 20 };
    let mut s = random_scenario(seed, 2 + seed as usize % largest);
    match seed % 4 {
        0 => {}
        1 => (s.hours, s.getaway) = (1000, -1),
        2 => {
            (s.hours, s.getaway) = (100, -1);
            s.agents[THIEF].start = s.cities.len();
            s.cities.push(("away".to_owned(), false));
        }
        _ => {
            (s.hours, s.getaway) = (1000, -1);
            s.agents[THIEF].stamina = 1000;
            s.agents[1].stamina = longest_road(&s.roads);
            s.agents[1].strategy = CHEAPEST_LEAST_VISITED;
            for agent in &mut s.agents[2..] {
                agent.strategy = STATIONARY;
            }
        }
    }
    s
}

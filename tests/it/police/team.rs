//! Detectives who talk, as commands play them.

use crate::harness::{Place, data};

crate::tables::table!();

const MAP: &str = "citiesManyInformants";
const AGENTS: &str = "agentsManyInformants";

/// A recording of a team on a map with informants.
fn recorded(players: &str) -> Place {
    let place = Place::new();
    let (map, agents) = (data(MAP), data(AGENTS));
    let words = format!("record police {map} {agents} 30 5 {players} -o team.json");
    place.chase(&words).fine();
    place
}

#[test]
fn a_recorded_team_is_asked_again_and_does_the_same() {
    for players in
        ["--player team", "--player D2=team", "--player D1=team --player D3=team --player D4=team"]
    {
        let place = recorded(players);
        place.chase("verify team.json").fine().stdout_has("played again from seed 5");
        // and a fork goes on as the recording did
        let fork = "record --from team.json --hour 1 -o same.json";
        place.chase(fork).fine();
        place.chase("verify same.json").fine();
        place.chase("diff team.json same.json").status(0);
    }
}

#[test]
fn a_fork_sits_a_team_down_in_the_middle_of_a_chase() {
    let place = recorded("");
    let fork = "record --from team.json --hour 1 --player detectives=team -o fork.json";
    place.chase(fork).fine();
    place.chase("verify fork.json").fine();
}

/// A member is shown what any other detective is shown.
#[test]
fn what_a_member_is_shown_does_not_tell_of_its_mates() {
    let place = recorded("--player team");
    let shown = place.chase("replay team.json --as D1 --hour 1").fine().stdout;
    let cities = shown.lines().nth(2).expect("the cities").to_owned();
    let mut others = cities.split_whitespace().skip(2);
    assert_eq!(others.clone().count(), 3, "{shown}");
    assert!(others.all(|it| it == "?"), "{shown}");
}

#[test]
fn odds_are_those_of_a_team() {
    let place = recorded("--player team");
    for how in ["", " --games 200 --seed 1"] {
        let ran = place.chase(&format!("odds team.json --hour 1{how}")).fine();
        ran.stdout_has("caught");
    }
}

#[test]
fn the_thief_is_in_no_team() {
    let (map, agents) = (data(MAP), data(AGENTS));
    let words = format!("record police {map} {agents} 30 5 --player T=team -o -");
    let trouble = ["T: `team` does not play for this seat"];
    Place::new().chase(&words).trouble(&trouble);
}

//! Scotland Yard with one small mistake in what a detective is shown or told, in towns that are drawn. Each must be
//! refused by the law of secrets, which says from what the detective could tell where Mr X is.

use chase::checks::broken_law::{BrokenLaw, CheckCoverage, Law};
use chase::checks::laws::{Budget, KeepsLaws as _};
use chase::engine::dice::{Dice, Generator};
use chase::games::scotland_yard::ScotlandYard;
use chase::record::entry::GameEntry;
use chase::record::replay::Header;

use super::town::{Plan, scenario};
use crate::mistakes::{Broken, header as broken_header};

/// The game without a mistake.
const NONE: &str = "NoMistake";

/// The mistakes, and a part of what the law says of each.
const LEAKS: [(&str, &str); 4] = [
    ("RoundToldWithStation", "can deduce a secret from what it learns"),
    ("DoubleToldWithStations", "can deduce a secret from what it learns"),
    ("StateShown", "can deduce a secret from"),
    ("ActionShown", "can deduce a secret from the"),
];

/// The header of a small game of a number, with a mistake or without.
fn header(mistake: &str, number: u64) -> Header {
    let mut dice = Dice::new(Generator::Chacha8, 5, number);
    let plan =
        Plan { stations: 14, edges: 24, rounds: 6, tickets: 6, detectives: 3, one_reveal_in: 3 };
    let mut town = scenario(plan, &mut dice);
    // A start that is given would stand in the scenario.
    town.players.iter_mut().for_each(|player| player.start = None);
    broken_header::<ScotlandYard>(&town, mistake, 1)
}

/// Holds a small game of a number against the laws, with a mistake or without.
fn laws(mistake: &str, number: u64) -> Result<CheckCoverage, BrokenLaw> {
    GameEntry::<Broken<ScotlandYard>>::new().check_laws(&header(mistake, number))
}

#[test]
fn a_game_with_secrets_of_which_none_is_put_to_the_test_breaks_the_law_of_secrets() {
    let search = |mistake| {
        let budget = Budget { states: 100, games: 1, played: 4, draws: 16 };
        GameEntry::<Broken<ScotlandYard>>::new().search_laws(
            &header(mistake, 0),
            &budget,
            &mut |_| {},
        )
    };
    let kept = search(NONE).expect("without a leak");
    assert!(kept.pairs > 0, "{kept:?}");
    let found = search("NothingCompared").expect_err("nothing was compared");
    assert_eq!(found.broken.law, Law::Secrets);
    assert!(
        found.to_string().contains("no other game was found that looks the same to"),
        "{found}"
    );
}

#[test]
fn every_leak_is_refused_by_the_law_of_secrets_which_says_where_it_is() {
    let numbers = 0..40;
    let kept = numbers.clone().map(|number| laws(NONE, number));
    let pairs: u64 = kept.map(|it| it.expect("without a leak").pairs).sum();
    assert!(pairs >= 60, "{pairs} pairs in 40 games");
    for (leak, named) in LEAKS {
        let broken: Vec<_> =
            numbers.clone().filter_map(|number| laws(leak, number).err()).collect();
        assert!(!broken.is_empty(), "{leak} is not found");
        for law in broken {
            let told = law.to_string();
            assert_eq!(law.law, Law::Secrets, "{leak}: {told}");
            assert!(told.contains(named), "{leak}: {told}");
        }
    }
}

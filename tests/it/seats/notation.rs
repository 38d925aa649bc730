//! People in a match type the game's own notation.

use crate::harness::Place;

/// A match in which a person types some lines and leaves.
fn typed(game: &str, options: &str, lines: &str) -> crate::harness::Ran {
    let place = Place::new();
    let words = format!("match {game} --games 1 --seed 1 {options}");
    let args: Vec<_> = words.split_whitespace().collect();
    place.chase_with(&args, lines).status(2)
}

#[test]
fn a_person_types_the_games_own_notation() {
    let checkers = "--player human --player random --plies 0";
    for (game, options, notation, words) in [
        ("animal-checkers", checkers, "tu", "tiger up"),
        ("robots", "--player human", "n ", "walk n to"),
    ] {
        let ran = typed(game, options, "");
        let listed = ran.stderr.lines().find(|line| line.contains(words));
        let listed = listed.unwrap_or_else(|| panic!("no {words}: {ran}"));
        assert!(listed.contains(&format!("  {notation}")), "{listed}");
    }
    let ran = typed("animal-checkers", checkers, "TU\n");
    assert_eq!(ran.stderr.matches("your choice").count(), 2, "{ran}");
    assert!(!ran.stderr.contains("is not in the list"), "{ran}");
    let ran = typed("robots", "--player human", "stay\n");
    assert_eq!(ran.stderr.matches("your choice").count(), 2, "{ran}");
}

#[test]
fn fields_are_typed_in_fishing() {
    let options = "--rows 3 --cols 4 --penguins 1 --player human --player greedy";
    let ran = typed("fishing", options, "");
    let place = ran.stderr.lines().find(|line| line.contains("place on "));
    let field = place.and_then(|line| line.rsplit(' ').next());
    let field = field.unwrap_or_else(|| panic!("no placement: {ran}"));
    let ran = typed("fishing", options, &format!("{field}\n"));
    assert_eq!(ran.stderr.matches("your choice").count(), 2, "{ran}");
}

#[test]
fn stations_are_typed_in_scotland_yard() {
    let options = "--player mr-x=report --player detectives=human";
    let ran = typed("scotland-yard", options, "");
    let first = ran.stderr.lines().find(|line| line.starts_with("   1  "));
    let first = first.unwrap_or_else(|| panic!("no list: {ran}"));
    let ran = typed("scotland-yard", options, &format!("{}\n", &first[6..]));
    assert_eq!(ran.stderr.matches("your choice").count(), 2, "{ran}");
}

#[test]
fn a_person_is_recorded_in_scotland_yard_and_sees_what_the_seat_sees() {
    let place = Place::new();
    let record = |player: &str, file: &str, lines: &str| {
        let words = ["record", "scotland-yard", "--seed", "3", "-o", file];
        place.chase_with(&[&words[..], &["--player", player]].concat(), lines)
    };
    record("mr-x=human", "a.json", &"1\n".repeat(30)).status(0);
    place.chase("verify a.json").fine();
    let ran = record("blue=human", "b.json", "").status(2);
    assert!(ran.stderr.contains("  BLACK: ?\n"), "{ran}");
}

//! `chase play -o FILE` at the terminal, killed at every action.

use std::path::PathBuf;

use super::{GAMES, KILLS, Played, Session, actions, counted, document, legal, turns};
use crate::harness::Place;

/// The next line of a person, made of what can be done; in the police chase an hour is begun first.
fn next_line(game: &Played, place: &Place, nth: usize) -> Option<String> {
    let choices = legal(place, "g.json");
    let choice = (nth * 7) % choices.len().max(1);
    Some((game.line)(choices.get(choice)?))
}

/// Says a line where an action is asked for, and returns what was printed up to the next question if that was
/// waited for.
fn act(session: &mut Session, game: &Played, asked: &str, line: &str) -> Option<String> {
    if asked.ends_with("Enter command: ") {
        session.say("step");
        session.until_asked(game);
    }
    session.say(line);
    if game.name() != "robots" {
        return None;
    }
    // A teleport that is drawn may be deadly, and is done when it is typed again.
    let answer = session.until_asked(game);
    if !answer.contains("Type it again") {
        return Some(answer);
    }
    session.say(line);
    None
}

/// A game is killed after every action, mostly once the program has asked for the next one and at
/// times before it could answer, and gone on with.
fn killed_at_every_action(game: &Played) {
    let place = Place::new();
    let begin = format!("{} -o g.json", game.words);
    let go_on = "--from g.json --hour -1 -o g.json";
    // given a game whose program is killed as soon as it asks
    let session = Session::open(&place, &begin);
    session.until_asked(game);
    session.kill();
    let (mut lines, mut is_answered) = (Vec::new(), true);
    let mut kills = 0;
    while kills < KILLS {
        if !is_answered {
            // Somebody else may be to act, who does as soon as the game goes on.
            let session = Session::open(&place, go_on);
            session.until_asked(game);
            session.kill();
        }
        let Some(line) = next_line(game, &place, lines.len()) else {
            panic!("{}: over after {} actions", game.words, lines.len());
        };
        let mut session = Session::open(&place, go_on);
        let asked = session.until_asked(game);
        let answer = act(&mut session, game, &asked, &line);
        // The last of all is: who is killed between an hour's beginning and the action in it leaves it begun.
        is_answered = answer.is_some() || kills % 3 != 1;
        if is_answered && answer.is_none() {
            session.until_asked(game);
        }
        session.kill();
        kills += 1;
        // then what is found is every action that was accepted, and no other
        let found = document(&place.file("g.json"));
        assert_eq!(counted(&place, "g.json"), turns(&found).len() as u64);
        let accepted = actions(&found);
        let more = accepted - lines.len();
        match is_answered {
            true => assert_eq!(more, 1, "{}: {accepted} actions", game.words),
            false => assert!(more <= 1, "{}: {accepted} actions", game.words),
        }
        lines.extend((more == 1).then_some(line));
        assert_eq!(place.names(), ["g.json.journal"]);
    }
    // and the game that comes to its end is the same as one that nobody ever killed
    let mut session = Session::open(&place, go_on);
    session.until_asked(game);
    drop(session.lines.take());
    let (status, told) = session.ended();
    assert_eq!(status, Some(0), "{told}");
    assert!(told.contains("are recorded in g.json"), "{told}");
    assert_eq!(place.names(), ["g.json"]);
    let mut whole = Session::open(&place, &format!("{} -o whole.json", game.words));
    let mut asked = whole.until_asked(game);
    for line in &lines {
        let answer = act(&mut whole, game, &asked, line);
        asked = answer.unwrap_or_else(|| whole.until_asked(game));
    }
    drop(whole.lines.take());
    assert_eq!(whole.ended().0, Some(0));
    let (killed, whole) = (document(&place.file("g.json")), document(&place.file("whole.json")));
    assert_eq!(killed["cycles"], whole["cycles"], "{}", game.words);
    place.chase("verify g.json").status(0);
}

#[test]
fn animal_checkers_killed_at_every_action() {
    killed_at_every_action(&GAMES[0]);
}

#[test]
fn fishing_killed_at_every_action() {
    killed_at_every_action(&GAMES[1]);
}

#[test]
fn scotland_yard_killed_at_every_action() {
    killed_at_every_action(&GAMES[2]);
}

#[test]
fn robots_killed_at_every_action() {
    killed_at_every_action(&GAMES[3]);
}

#[test]
fn a_police_chase_killed_at_every_action() {
    killed_at_every_action(&GAMES[4]);
}

#[test]
fn what_was_taken_back_is_taken_back_in_what_is_found() {
    let place = Place::new();
    let game = &GAMES[0];
    let mut session = Session::open(&place, &format!("{} -o g.json", game.words));
    session.until_asked(game);
    // when a move is made, taken back and another made in its place
    for (line, moves) in [("mu", 1), ("undo", 0), ("du", 1), ("tu", 2), ("undo", 1)] {
        session.say(line);
        session.until_asked(game);
        let text = String::from_utf8(place.read("g.json.journal")).expect("text");
        std::fs::write(copy(&place), text).expect("a copy");
        let found = document(&copy(&place));
        // then the journal says so at once
        assert_eq!(actions(&found), moves, "{line}");
    }
    session.kill();
    let found = document(&place.file("g.json"));
    assert_eq!(turns(&found)[1]["action"]["move"]["piece"], "dog");
    assert_eq!(counted(&place, "g.json"), 3);
    // and it is the newest recording there is, by its own name
    std::fs::remove_file(copy(&place)).expect("it is there");
    let ran = place.chase("info").status(0);
    ran.stderr_has("g.json: the newest recording in the current folder");
}

/// Where a journal is copied to.
fn copy(place: &Place) -> PathBuf {
    place.file("copy.journal")
}

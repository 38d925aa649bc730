//! Signals that end a program in an orderly way close the file, wherever the game stands.

use super::{GAMES, Session, actions, document};
use crate::harness::Place;

#[test]
fn signals_close_the_file_of_every_game_while_a_person_is_asked() {
    for game in &GAMES {
        for (signal, file) in [("INT", "int.json"), ("TERM", "term.chase"), ("HUP", "hup.json")] {
            let place = Place::new();
            let mut session = Session::open(&place, &format!("{} -o {file}", game.words));
            let mut asked = session.until_asked(game);
            let line = match game.name() {
                "animal-checkers" => "mu",
                "fishing" => "e1",
                "robots" => "teleport",
                "police" => {
                    session.say("step");
                    asked = session.until_asked(game);
                    "1"
                }
                _ => "",
            };
            let is_said = !line.is_empty();
            if is_said {
                session.say(line);
                asked = session.until_asked(game);
            }
            assert!(game.asks(&asked));
            // when the signal comes while the next question stands there
            let (status, told) = session.signalled(signal);
            // then what was accepted is kept, nothing else is left, and it can be gone on with
            assert_eq!(status, Some(130), "{signal}: {told}");
            assert!(told.contains(&format!("are recorded in {file}")), "{told}");
            assert_eq!(place.names(), [file]);
            let path = place.file(file);
            assert_eq!(actions(&document(&path)), usize::from(is_said), "{}", game.words);
            place
                .chase(&format!("verify {file}"))
                .status(0)
                .stdout_has("the game was stopped before its end");
            let on = Session::open(&place, &format!("--from {file} --hour -1 -o on.json"));
            on.until_asked(game);
        }
    }
}

#[test]
fn a_police_chase_that_nobody_plays_is_closed_by_a_signal() {
    let place = Place::new();
    let game = &GAMES[4];
    let mut session = Session::open(&place, "police --hours 10 --seed 1 -o g.chase");
    session.until_asked(game);
    session.say("step");
    session.until_asked(game);
    let (status, told) = session.signalled("TERM");
    assert_eq!(status, Some(130), "{told}");
    assert!(told.contains("hours 0 to 1 are recorded in g.chase"), "{told}");
    assert_eq!(place.names(), ["g.chase"]);
    place.chase("verify g.chase").status(0);
}

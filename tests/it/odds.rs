//! `chase odds`: what is told of every game, and that it says which odds were worked out and which
//! were played for.

use serde_json::Value;

use crate::harness::{Place, project};

crate::tables::table!();

fn json(place: &Place, words: &str) -> Value {
    let told = place.chase(&format!("odds {words} --format json")).fine();
    serde_json::from_str(&told.stdout).expect("one object")
}

fn chance(list: &Value, key: &str, name: &str) -> f64 {
    let items = list.as_array().expect("a list").iter();
    let mine = items.filter(|it| it[key] == name);
    mine.map(|it| it["chance"].as_f64().expect("a number")).sum()
}

/// All endings together are certain, and every table says the same.
fn adds_up(odds: &Value, about: &str) {
    let sum = |list: &Value, of: fn(&Value) -> &Value| -> f64 {
        let items = list.as_array().expect("a list").iter();
        items.map(|it| of(it).as_f64().expect("a number")).sum()
    };
    for (list, sum) in [
        ("endings", sum(&odds["endings"], |it| &it["chance"])),
        ("cycles", sum(&odds["cycles"], |it| &it[1])),
    ] {
        assert!((sum - 1.0).abs() < 1e-9, "{about}: {list} {sum}");
    }
    for winner in odds["winners"].as_array().expect("a list") {
        let name = winner["winner"].as_str().expect("a side");
        let same = chance(&odds["endings"], "winner", name);
        let won = winner["chance"].as_f64().expect("a number");
        assert!((won - same).abs() < 1e-9, "{about}: {name}");
    }
}

/// Of every game a recording, and a cycle from its end; with the players that go on where those of
/// the recording were outside.
const NEAR_THE_END: [(&str, &str); 5] = [
    ("police/S3.json", "--hour 2"),
    ("animal-checkers/move_limit.json", "--move -4"),
    ("fishing/few_floes.json", "--turn -6"),
    ("scotland-yard/report.json", "--rotation -2"),
    ("robots/won.json", "--turn -3"),
];

#[test]
fn every_game_has_odds_that_games_played_confirm() {
    let place = Place::new();
    for (file, moment) in NEAR_THE_END {
        let words = format!("{} {moment}", project(&format!("replays/{file}")));
        let exact = json(&place, &format!("{words} --exact"));
        assert_eq!(exact["method"], "exact", "{file}");
        adds_up(&exact, file);
        let played = json(&place, &format!("{words} --games 100 --seed 5"));
        assert_eq!((&played["method"], &played["games"]), (&"played".into(), &100.into()));
        adds_up(&played, file);
        for ending in played["endings"].as_array().expect("a list") {
            let (low, high) = (ending["low"].as_f64(), ending["high"].as_f64());
            let (low, high) = (low.expect("an interval"), high.expect("an interval"));
            // Five games of one cause each would be an accident: the interval is widened to 4 sigma.
            let exact = exact["endings"].as_array().expect("a list").iter();
            let same = exact.filter(|it| {
                (&it["cause"], &it["winner"]) == (&ending["cause"], &ending["winner"])
            });
            let p: f64 = same.map(|it| it["chance"].as_f64().expect("a number")).sum();
            let middle = f64::midpoint(low, high);
            let width = 2.05 * (high - low) / 2.0;
            assert!((p - middle).abs() <= width, "{file}: {p} of {ending}");
        }
    }
}

/// Seats are called the same here and in a fork; a game that is over has certain odds; a cycle has the
/// game's own name; a rule plays until its intervals hold.
#[test]
fn odds_take_the_names_of_forks_and_the_words_of_the_game() {
    let place = Place::new();
    let file = project("replays/fishing/few_floes.json");
    for who in ["player-2", "PLAYER-2"] {
        place.chase(&format!("odds {file} --turn -6 --player {who}=random --games 5")).fine();
        place
            .chase(&format!("record --from {file} --turn 1 --player {who}=random -o {who}.json"))
            .status(0);
    }
    place
        .chase(&format!("odds {file} --turn 1 --states-max 5 --exact"))
        .trouble(&["are reached by turn "]);
    let over = place.chase(&format!("odds {file} --turn -1 --games 50")).fine();
    assert!(over.stdout.contains("the game is over, so the outcome is certain\n"), "{over}");
    assert!(over.stdout.contains("1.000000000") && !over.stdout.contains(" to "), "{over}");
    let over = json(&place, &format!("{file} --turn -1"));
    assert_eq!(over["method"], "over");
    // a player from outside that is not asked any more
    let file = project("replays/animal-checkers/illegal_move.json");
    let told = json(&place, &format!("{file} --move -1"));
    assert_eq!(told["method"], "over");
    let file = project("replays/police/S3.json");
    let ruled = json(&place, &format!("{file} --hour 2 --until half-width=0.04"));
    assert_eq!((&ruled["until"], &ruled["games"]), (&"half-width=0.04".into(), &4096.into()));
    for ending in ruled["endings"].as_array().expect("a list") {
        let [low, high] = ["low", "high"].map(|it| ending[it].as_f64().expect("an interval"));
        assert!(high - low <= 0.08, "{ending}");
    }
    // no digits of noise
    let digits =
        |text: &str| text.split(|c: char| !c.is_ascii_digit() && c != '.').any(|it| it.len() > 16);
    assert!(!digits(&ruled.to_string()), "{ruled}");
    place
        .chase(&format!("odds {file} --hour 2 --until half-width=0.01 --games 100"))
        .status(0)
        .stderr_is("chase: warning: 100 games are not enough for half-width=0.01\n");
}

/// Of the seeds' files every hour has exact odds, with detectives that need luck or none, and the last
/// one is certain of what was recorded.
#[test]
fn the_seeds_files_have_exact_odds_at_every_hour() {
    use chase::games::police::Police;
    use chase::games::project_games;
    use chase::kit::budget::StopFlag;
    use chase::opener::opener;
    use chase::record::entry::GameEntry;
    use chase::store::ReplayReader;
    use chase::study::odds::Forecaster;
    use chase::world::WorldPath;

    for (name, cause) in [("S0", "escaped"), ("S1", "caught"), ("S2", "caught"), ("S3", "caught")] {
        let path = project(&format!("replays/police/{name}.json"));
        let mut reader = ReplayReader::open(&WorldPath::on_disk(path), &opener(project_games()))
            .expect("a replay");
        let mut header = reader.header().clone();
        let entry = GameEntry::<Police>::new();
        let forecast = entry.forecast(&mut header, &StopFlag::default());
        let mut forecast = forecast.expect("built-in players");
        while reader.next_cycle().expect("a whole file") {
            let now = reader.now();
            forecast.past(now).expect("the same game");
            let exact = forecast.exact(100_000).expect("few states");
            let chances = exact.chances;
            let sum: f64 = chances.endings.values().sum();
            assert!((sum - 1.0).abs() < 1e-9, "{name}: {sum}");
            let of_cause = chances.endings.iter().filter(|(it, _)| it.cause == cause);
            let p: f64 = of_cause.map(|(_, p)| p).sum();
            assert!(p > 0.0, "{name}, hour {:?}", now.last());
            if now.outcome().is_some() {
                assert!((p - 1.0).abs() < 1e-12, "{name}");
            }
        }
    }
}

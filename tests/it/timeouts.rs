//! `chase verify` and `chase diff` of files that name a player who thinks for ever: they end in time,
//! and say what was not found out.

use std::path::Path;

use chase::games::project_games;
use chase::opener::opener;
use chase::record::any::{Projections, RecordingSink as _};
use chase::store::{Overwrite, ReplayReader, ReplayWriter};
use chase::world::WorldPath;

use crate::harness::Place;
use crate::matches::{outsider, play};

/// Who searches 255 moves ahead.
const FOR_EVER: &str = "alphabeta:depth=255";

/// A replay's history under a header that claims other players.
fn forge(from: &Path, to: &Path, players: &[&str]) {
    let mut reader =
        ReplayReader::open(&WorldPath::on_disk(from), &opener(project_games())).expect("a replay");
    reader.project(Projections { seals: true, ..Projections::default() });
    let mut header = reader.header().clone();
    header.players = players.iter().map(|&name| name.to_owned()).collect();
    let mut recorder = ReplayWriter::create(
        &WorldPath::on_disk(to),
        &header,
        Overwrite::Never,
        &opener(project_games()),
    )
    .expect("room");
    while reader.next_cycle().expect("a cycle") {
        recorder.cycle(reader.now()).expect("room");
    }
    recorder.finish(reader.now(), &opener(project_games())).expect("room");
}

/// A transcript `told.txt`, and `forged.json` with the scenario and players that it is judged by.
fn transcript() -> Place {
    let place = Place::new();
    place
        .chase("record animal-checkers --player greedy --player greedy --seed 1 -o g.json")
        .status(0);
    place.write("told.txt", place.chase("replay g.json").fine().stdout);
    forge(&place.file("g.json"), &place.file("forged.json"), &[FOR_EVER; 2]);
    place
}

#[test]
fn a_transcript_that_is_not_judged_in_time_is_trouble() {
    let place = transcript();
    place
        .chase("verify told.txt --against forged.json --timeout 300ms")
        .status(2)
        .stdout_has("????? told.txt: not verified within 300ms (done: 1 move); a player");
    // A measure whose players are known not to think is as fast as ever.
    place.chase("verify told.txt --against g.json --timeout 20s").fine();
}

#[test]
fn a_difference_that_is_not_explained_in_time_is_trouble() {
    let place = transcript();
    let forged = "told.txt forged.json";
    place.chase(&format!("diff {forged} --timeout 300ms")).trouble(&[
        "no explanation within the time limit",
        "--timeout",
        "--brief",
    ]);
    place.chase(&format!("diff {forged} --brief --timeout 20s")).fine();
    let ran = place.chase(&format!("diff {forged} --timeout soon"));
    ran.status(2).stderr_has("expected a time like 30s or 2h");
}

/// A built-in player loses no turn, so that is wrong at once; the rule behind it is not sought for
/// ever.
#[test]
fn a_forged_forfeit_is_a_fault_whose_rule_is_sought_for_a_time() {
    // given a game in which a program lost its first turn, and the claim that it was a player who
    // searches
    let place = Place::new();
    let program = format!("exec:{} illegal@1", outsider());
    let words = "--games 1 --seed 1 --plies 0 --replays games";
    play(&place, "animal-checkers", words, &[&program, "greedy"]).status(1);
    let played = place.file("games/game-0001.json");
    forge(&played, &place.file("forged.json"), &[FOR_EVER, "greedy"]);
    // when it is verified, then that ends in time, and the fault stands
    place
        .chase("verify forged.json --timeout 300ms")
        .status(1)
        .stdout_has("FAIL  forged.json: move 1, S0: the recording has a lost turn, but a built-in player never loses one")
        .stdout_has("no time left to check the rules of the strategies (limit 300ms)");
}

//! A warning before transcripts are judged by `--scenario`: what they say of their scenario is not what
//! was typed, perhaps because two numbers were swapped.

use std::io::{BufRead, BufReader, Read as _};
use std::path::Path;

use chase_play::CommandLine;
use chase_world::world::{World, WorldPath};

/// The beginning of a transcript that is looked at.
const BYTES_MAX: u64 = 1 << 14;

/// Warns where the beginning of a transcript says something else of its scenario than the statements
/// of the scenario that it is to be judged by, which has this seed.
pub fn warn(
    world: &World,
    game: &dyn CommandLine,
    scenario: &[(String, String)],
    seed: i64,
    file: &Path,
) {
    let shown = file.display();
    for (what, said) in said_at_first(game, &world.at(file)) {
        let given = scenario.iter().find(|(other, _)| *other == what);
        let Some((_, given)) = given.filter(|(_, given)| *given != said) else {
            continue;
        };
        let is_swapped = said == seed.to_string();
        let hint = if is_swapped {
            format!("; {said} is the seed that you gave: are the two swapped?")
        } else {
            String::new()
        };
        world.warn(&format_args!(
            "{shown} says {what}: {said}, and --scenario has {what}: {given}{hint}"
        ));
        return;
    }
}

/// The statements in the beginning of a transcript; none where it cannot be read.
fn said_at_first(game: &dyn CommandLine, file: &WorldPath) -> Vec<(String, String)> {
    let Some(file) = file.is_file().then(|| file.open().ok()).flatten() else {
        return Vec::new();
    };
    let mut reader = game.reader();
    for line in BufReader::new(file.take(BYTES_MAX)).split(b'\n') {
        let is_read = line.is_ok_and(|line| reader.line(&line).is_ok());
        if !is_read {
            break;
        }
    }
    reader.statements()
}

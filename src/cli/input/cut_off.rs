//! What stands beside a file that is read: the journal of a game that was cut off, which is read in its
//! place, or of one that is still being played. It is said on standard error.

use std::path::Path;

use chase_replay::store::{NeighbourJournal, beside};
use chase_world::error::counted;
use chase_world::world::World;

/// Says what stands beside a file and changes what is read. What is wrong with it is told by who reads it.
pub(crate) fn tell_of(world: &World, path: &Path) {
    let file = path.display();
    match beside(&world.at(path)) {
        Ok(NeighbourJournal::CutOff(cut_off)) => {
            world.warn(&format_args!(
                "{file}: the game was cut off while it was played; recovered {} of it from {}",
                counted(cut_off.turns, "turn"),
                cut_off.journal.display()
            ));
        }
        Ok(NeighbourJournal::Played) if world.at(path).exists() => world.warn(&format_args!(
            "{file}: a game that is still being played will be written to it; its present content is used"
        )),
        Ok(NeighbourJournal::Overtaken(journal)) => {
            let (program, journal) = (world.name(), journal.display());
            world.warn(&format_args!(
                "{journal}: left by a game that was interrupted; {file} is newer and is used ({program} info {journal} reads the other)"
            ));
        }
        Ok(NeighbourJournal::Nothing | NeighbourJournal::Played) | Err(_) => {}
    }
}

//! Files in memory are held against those on disk: the same is done to both, as it is drawn.

use std::io::{Read as _, Seek as _, SeekFrom, Write as _};

use super::*;
use chase_engine::dice::{Dice, Generator};

/// Does something drawn in a world, and says in words what came of it.
fn step(world: &World, dice: &mut Dice) -> String {
    const PATHS: [&str; 9] = ["a", "b", "./a", "f", "f/a", "f/../b", "f/g/a", "f/g", "none/a"];
    let place = world.at(PATHS[dice.below(9) as usize]);
    let text = format!("{}", dice.below(1_000));
    let kind = |error: std::io::Error| error.kind();
    match dice.below(13) {
        0 => format!("write {:?}", place.write(&text).map_err(kind)),
        1 => format!("read {:?}", place.read_to_string().map_err(kind)),
        2 => format!(
            "{:?}",
            place.metadata().map(|it| (it.kind, it.is_file().then_some(it.bytes))).map_err(kind)
        ),
        3 => {
            let mut names = place.list().map_err(kind);
            if let Ok(names) = &mut names {
                names.sort_by(|one, other| one.0.path().cmp(other.0.path()));
            }
            format!(
                "{:?}",
                names.map(|it| it
                    .into_iter()
                    .map(|(it, kind)| (it.path().to_owned(), kind))
                    .collect::<Vec<_>>())
            )
        }
        4 => format!("folder {:?}", place.create_folder().map_err(kind)),
        // On disk this makes `f` on the way to `f/../b`.
        5 if place.path().starts_with("f/..") => String::new(),
        5 => format!("folders {:?}", place.create_folders().is_ok()),
        6 => format!("remove {:?}", place.remove().is_ok()),
        7 => {
            let added = place.append().and_then(|mut file| file.write_all(text.as_bytes()));
            format!("append {:?}", added.is_ok())
        }
        8 => {
            // Two handles, one place.
            // Some systems open folders, too.
            let Some(file) = place.open().ok().filter(|_| !place.is_folder()) else {
                return "unopened".to_owned();
            };
            let (mut other, mut start) = (file.try_clone().unwrap(), Vec::new());
            let sought = (&file).seek(SeekFrom::End(-i64::from(dice.below(3))));
            let read = other.read_to_end(&mut start).is_ok();
            format!(
                "{sought:?} {read} {start:?} {:?}",
                (&file).stream_position().ok(),
                sought = sought.map_err(kind)
            )
        }
        // A folder that is full keeps its name on some systems.
        10 if place.is_file() => {
            let to = world.at(["c", "f/b"][dice.below(2) as usize]);
            let is_named = place.rename(&to).is_ok();
            format!("rename {is_named} {:?}", to.read_to_string().map_err(kind))
        }
        11 if place.path().starts_with("f") && !place.path().ends_with("b") => {
            format!("remove all {:?}", place.is_folder() && place.remove_folder().is_ok())
        }
        9 => format!("{} {} {}", place.exists(), place.is_file(), place.is_folder()),
        _ => {
            let full = place.full().map_err(kind);
            format!("{:?}", full.map(|it| it.file_name().map(std::ffi::OsStr::to_owned)))
        }
    }
}

#[test]
fn files_in_memory_behave_as_those_on_disk() {
    for seed in 0..200 {
        let folder = tempfile::tempdir().unwrap();
        let on_disk =
            WorldParts { files: Files::Disk(folder.path().to_owned()), ..WorldParts::empty("x") };
        let (on_disk, in_memory) = (World::new(on_disk), World::new(WorldParts::empty("x")));
        let mut dice = Dice::new(Generator::Chacha8, seed, 0);
        for n in 0..40 {
            let mut same = dice.clone();
            let (one, other) = (step(&on_disk, &mut dice), step(&in_memory, &mut same));
            assert_eq!(one, other, "seed {seed}, step {n}");
        }
    }
}

#[test]
fn two_worlds_stand_side_by_side() {
    let (one, other) =
        (World::new(WorldParts::empty("one")), World::new(WorldParts::empty("other")));
    one.at("a").write("1").unwrap();
    one.set_input_max(1);
    assert!(!other.at("a").exists());
    assert_eq!((one.input_max(), other.input_max()), (1 << 20, INPUT_MIB << 20));
    assert_eq!((one.name(), other.name()), ("one", "other"));
}

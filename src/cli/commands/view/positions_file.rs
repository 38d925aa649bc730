//! Where the places of a map stand, from a file: a line `ID X Y` for each, as in the `pos.txt` of a
//! board. X grows to the right, Y downwards; the unit is the file's own.

use std::io::Read as _;
use std::path::Path;

use chase_kit::picture::{Form, Place, Stage};
use chase_world::error::{Error, IoAt, quoted_to};
use chase_world::world::World;

/// No file of places is longer, in bytes.
const BYTES_MAX: u64 = 16 << 20;
/// The largest coordinate of a place, either way from 0.
const FAR: i32 = 1_000_000;
/// The longest part of a wrong line that is quoted, in characters.
const QUOTED_MAX: usize = 40;

/// Puts the places of a stage where a file says.
///
/// # Errors
/// No such file, the first line that is none of this stage's, or a place that it leaves out.
pub fn put_places(world: &World, stage: &mut Stage, path: &Path, game: &str) -> Result<(), Error> {
    let name = path.display();
    if stage.places.is_empty() || stage.places.iter().any(|place| place.form != Form::Disc) {
        let what = format!("the rules of {game} fix its places");
        return Err(Error::new(what).help("leave out --places"));
    }
    let file = world.at(path).open().io_at(&name, "read")?;
    let mut bytes = Vec::new();
    file.take(BYTES_MAX + 1).read_to_end(&mut bytes).io_at(&name, "read")?;
    if bytes.len() as u64 > BYTES_MAX {
        let what = format!("more than {} MiB; no map is that large", BYTES_MAX >> 20);
        return Err(Error::new(what).at(name));
    }
    // Bytes that are no text are on a line that is no place.
    let text = String::from_utf8_lossy(&bytes);
    let positions = positions(stage, text.trim_start_matches('\u{feff}'));
    let positions = positions.map_err(|(line, what)| match line {
        Some(line) => Error::new(what).at(format_args!("{name}:{line}")),
        None => Error::new(what).at(&name),
    })?;
    stage.put_stretched(&positions);
    Ok(())
}

/// A mistake in words, and its line, from 1.
type Wrong = (Option<usize>, String);

/// The positions of the places of a stage, in its order.
fn positions(stage: &Stage, text: &str) -> Result<Vec<(i32, i32)>, Wrong> {
    let mut found = vec![None; stage.places.len()];
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let fail = |what| (Some(number), what);
        let (id, at) = position(line).ok_or_else(|| {
            let line = quoted_to(line.trim(), QUOTED_MAX);
            fail(format!(
                "`{line}`; expected a place, its x and its y, whole numbers from -{FAR} to {FAR}"
            ))
        })?;
        let place = stage.places.iter().position(|place| place.label == id);
        let place = place
            .ok_or_else(|| fail(format!("there is no place {}", quoted_to(id, QUOTED_MAX))))?;
        if found[place].replace(at).is_some() {
            return Err(fail(format!("place {id} is listed twice")));
        }
    }
    let all = found.iter().zip(&stage.places);
    let at = |(at, place): (&Option<(i32, i32)>, &Place)| {
        at.ok_or_else(|| (None, format!("no line for place {}", place.label)))
    };
    all.map(at).collect()
}

fn position(line: &str) -> Option<(&str, (i32, i32))> {
    let mut words = line.split_whitespace();
    let (id, x, y) = (words.next()?, words.next()?, words.next()?);
    let number = |word: &str| {
        let number = word.parse().ok()?;
        (-FAR..=FAR).contains(&number).then_some(number)
    };
    let at = (number(x)?, number(y)?);
    words.next().is_none().then_some((id, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage() -> Stage {
        let place = |label: &str| Place { label: label.into(), ..Place::default() };
        Stage { places: ["3", "5"].map(place).to_vec(), ..Stage::default() }
    }

    #[test]
    fn places_stand_in_any_order() {
        let read = positions(&stage(), "5 -10 20\n\n 3\t7 8 \r\n");
        assert_eq!(read, Ok(vec![(7, 8), (-10, 20)]));
    }

    #[test]
    fn the_first_wrong_line_is_named() {
        for (text, line, what) in [
            ("3 1\n", Some(1), "`3 1`; expected a place, its x and its y"),
            ("3 1 1\n5 1 1 1\n", Some(2), "`5 1 1 1`"),
            ("3 1 1\n\n5 1 1.5\n", Some(3), "`5 1 1.5`"),
            ("3 1 1000001\n", Some(1), "-1000000 to 1000000"),
            ("4 1 1\n", Some(1), "there is no place 4"),
            ("3 1 1\n3 1 1\n", Some(2), "listed twice"),
            ("3 1 1\n", None, "no line for place 5"),
            ("", None, "no line for place 3"),
        ] {
            let (at, said) = positions(&stage(), text).expect_err(text);
            assert_eq!(at, line, "{text:?}: {said}");
            assert!(said.contains(what), "{text:?}: {said}");
        }
    }
}

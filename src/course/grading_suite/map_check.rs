//! Checks what `map` printed, in the words of any edition.

use chase_kit::referee::TraceFinding;
use chase_police::Police;
use chase_police::edition::Edition;
use chase_police::lines::MapText;

/// Holds what `map` printed against the scenario. The order of a city's roads is left open.
pub(super) fn check_map(
    game: &Police,
    text: &MapText,
    edition: Edition,
) -> Result<(), Box<TraceFinding>> {
    let fault = |what: String| Err(TraceFinding::general(0, "map", what));
    let roads = &game.map().roads;
    let (cities, count) = (count_of(roads.places()), count_of(roads.count()));
    let may_be_unnamed = edition == Edition::Comp1927;
    let cities_shown = text.cities.filter(|_| !text.is_unnamed || may_be_unnamed);
    match (cities_shown, text.roads) {
        (None, _) if may_be_unnamed => return fault("`map` printed no `V=N, E=N`".into()),
        (None, _) => return fault("`map` printed no `Number of cities:`".into()),
        (Some(said), _) if said != cities => {
            return fault(format!("`map` says {said} cities, there are {cities}"));
        }
        (_, None) => return fault("`map` printed no `Number of roads:`".into()),
        (_, Some(said)) if said != count => {
            return fault(format!("`map` says {said} roads, there are {count}"));
        }
        _ => {}
    }
    if text.is_unnamed {
        return check_unnamed_map(game, text);
    }
    if count_of(text.lines.len()) != cities {
        let lines = text.lines.len();
        return fault(format!("`map` lists {lines} cities, there are {cities}"));
    }
    for (id, line) in (0u32..).zip(&text.lines) {
        if line.id != i64::from(id) {
            return fault(format!("`map` lists [{}] where it should list [{id}]", line.id));
        }
        let name = game.map().name(id);
        if line.name != name {
            return fault(format!("`map` calls [{id}] `{}`; its name is `{name}`", line.name));
        }
        let mut said = line.roads.clone();
        said.sort_unstable();
        let due: Vec<_> = roads.from(id).iter().collect();
        let right = said.len() == due.len()
            && said.iter().zip(&due).all(|((to, name, length), road)| {
                *to == i64::from(road.to)
                    && *length == i64::from(road.length)
                    && name == game.map().name(road.to)
            });
        if !right {
            let words =
                |(to, name, length): &(i64, String, i64)| format!("[{to}] {name} ({length})");
            let said: Vec<_> = said.iter().map(words).collect();
            let due = due.iter().map(|road| {
                let name = game.map().name(road.to);
                format!("[{}] {name} ({})", road.to, road.length)
            });
            let due: Vec<_> = due.collect();
            let (said, due) = (said.join(", "), due.join(", "));
            return fault(format!("`map` shows the roads of [{id}] as `{said}`; they are `{due}`"));
        }
    }
    Ok(())
}

/// Holds the cities and roads of a `map` without names against the scenario.
fn check_unnamed_map(game: &Police, text: &MapText) -> Result<(), Box<TraceFinding>> {
    let fault = |what: String| Err(TraceFinding::general(0, "map", what));
    let roads = &game.map().roads;
    let mut lines = text.lines.iter();
    for id in (0u32..).take(roads.places()) {
        let from = roads.from(id).iter();
        let due: Vec<_> = from.map(|road| (i64::from(road.to), i64::from(road.length))).collect();
        if due.is_empty() {
            continue;
        }
        let Some(line) = lines.next() else {
            return fault(format!("`map` ends before the roads of city {id}"));
        };
        if line.id != i64::from(id) {
            let said = line.id;
            return fault(format!(
                "`map` lists the roads of city {said} where it should list those of city {id}"
            ));
        }
        let mut said: Vec<_> = line.roads.iter().map(|(to, _, length)| (*to, *length)).collect();
        said.sort_unstable();
        if said != due {
            let words = |roads: &[(i64, i64)]| {
                let roads = roads.iter();
                let roads: Vec<_> =
                    roads.map(|(to, length)| format!("{id}-{to} : {length}")).collect();
                roads.join(" ")
            };
            return fault(format!(
                "`map` shows the roads of city {id} as `{}`; they are `{}`",
                words(&said),
                words(&due)
            ));
        }
    }
    match lines.next() {
        None => Ok(()),
        Some(line) => fault(format!("`map` has a line too many: the roads of city {}", line.id)),
    }
}

fn count_of(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

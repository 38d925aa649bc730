//! Actions of the right form that are not legal.

use serde_json::{Value, json};

/// The first action that the game could know and that is not among the legal ones of a turn.
pub fn illegal(game: &str, turn: &Value) -> Value {
    let legal = turn["legal"].as_array().map_or(&[][..], Vec::as_slice);
    let mut forms = forms(game, turn).into_iter();
    let found = forms.find(|action| !legal.contains(action));
    found.unwrap_or_else(|| json!({"fly": 1}))
}

/// Actions of which one at least is never legal.
fn forms(game: &str, turn: &Value) -> Vec<Value> {
    let view = &turn["view"];
    match game {
        "police" => vec![json!({"move": {"to": view["city"]}})],
        "animal-checkers" => steps(),
        "fishing" => fishing(&turn["legal"][0]),
        "scotland-yard" => vec![json!({"move": {"ticket": "taxi", "to": station(turn)}})],
        "robots" => vec![json!({"teleport": {"to": view["player"]}})],
        _ => Vec::new(),
    }
}

/// All there are: never can all of them be made at once.
fn steps() -> Vec<Value> {
    let pieces = ["mouse", "dog", "tiger", "elephant"];
    let all = pieces.iter().flat_map(|piece| {
        let directions = ["down", "left", "up", "right"];
        directions.map(|to| json!({"move": {"piece": piece, "direction": to}}))
    });
    all.collect()
}

/// Placing where nothing may be placed, or moving to where the penguin stands.
fn fishing(like: &Value) -> Vec<Value> {
    if let Some(from) = like["move"]["from"].as_str() {
        return vec![json!({"move": {"from": from, "to": from}})];
    }
    let fields = (1..=99).flat_map(|row| ('a'..='z').map(move |column| format!("{column}{row}")));
    fields.map(|at| json!({"place": {"at": at}})).collect()
}

/// Where the one to move is: no way leads back there.
fn station(turn: &Value) -> &Value {
    let view = &turn["view"];
    let detective =
        turn["seat"].as_u64().and_then(|seat| usize::try_from(seat.checked_sub(1)?).ok());
    detective.map_or(&view["mr_x"], |number| &view["detectives"][number])
}

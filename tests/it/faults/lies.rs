//! A history that was changed and sealed again: no seal can show it, the rules do.

use std::collections::{BTreeMap, BTreeSet};

use chase::engine::seal::Seal;
use chase::games::project_games;
use chase::kit::budget::StopFlag;
use chase::record::any::Projections;
use chase::record::replay::Header;
use serde::Deserialize;
use serde_json::{Value, json};

use super::damage::headers;
use super::{example, open, recorded};
use crate::harness::{Place, project};

/// The example's replay after an edit, every seal made anew.
pub fn resealed(edit: &dyn Fn(&mut Value)) -> String {
    let mut header = example();
    let mut now = open(&mut header).expect("the example");
    now.project(Projections { seals: true, ..Projections::default() });
    let mut replay: Value =
        serde_json::from_slice(&recorded(example(), "json")).expect("a recording");
    edit(&mut replay);
    for cycle in replay["cycles"].as_array_mut().expect("a list") {
        cycle["seal"] = json!(now.seal().to_string());
        // It is refused for that seal, or for a lie.
        let _ = now.read_json(&cycle.to_string());
        cycle["seal"] = json!(now.seal().to_string());
    }
    let outcome: Option<_> = serde_json::from_value(replay["outcome"].clone()).expect("an outcome");
    let seal = Seal::of_played_file(&header, now.seal(), outcome.as_ref(), None);
    replay["seal"] = json!(seal.to_string());
    replay.to_string()
}

#[derive(Deserialize)]
struct Lies {
    lie: Vec<Lie>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lie {
    /// JSON texts by the JSON pointers where they are put.
    #[serde(default)]
    set: BTreeMap<String, String>,
    /// And those before which they are put into a list.
    #[serde(default)]
    insert: BTreeMap<String, String>,
    /// Parts of what is said.
    told: Vec<String>,
}

impl Lie {
    fn tell(&self, replay: &mut Value) {
        let value = |text: &str| serde_json::from_str(text).expect("JSON");
        for (at, text) in &self.set {
            *replay.pointer_mut(at).expect(at) = value(text);
        }
        for (at, text) in &self.insert {
            let (list, n) = at.rsplit_once('/').expect("a place in a list");
            let list = replay.pointer_mut(list).and_then(Value::as_array_mut).expect(at);
            list.insert(n.parse().expect("a number"), value(text));
        }
    }
}

#[test]
fn every_lie_is_refused_with_hour_agent_and_rule() {
    let text = std::fs::read_to_string(project("tests/it/faults/lies.toml")).expect("lies");
    let lies: Lies = toml::from_str(&text).expect("lies");
    let place = Place::new();
    for lie in lies.lie {
        place.write("x.json", resealed(&|replay| lie.tell(replay)));
        for words in ["replay x.json --events", "info x.json", "replay x.json --stats"] {
            let ran = place.chase(words).status(2).stderr_has("chase: x.json:1:");
            lie.told.iter().fold(ran, |ran, part| ran.stderr_has(part));
        }
    }
}

#[test]
fn sealing_again_without_a_lie_changes_nothing() {
    let place = Place::new();
    place.write("x.json", resealed(&|_| {}));
    place.chase("convert x.json y.json").fine();
    assert_eq!(place.read("y.json"), recorded(example(), "json"));
}

/// Everything that stands under a name somewhere in a recording.
type Seen = BTreeMap<String, Vec<Value>>;

fn gather(value: &Value, name: &str, seen: &mut Seen) {
    let there = seen.entry(name.to_owned()).or_default();
    if !there.contains(value) && there.len() < 6 {
        there.push(value.clone());
    }
    match value {
        Value::Array(items) => items.iter().for_each(|item| gather(item, name, seen)),
        Value::Object(fields) => fields.iter().for_each(|(name, it)| gather(it, name, seen)),
        _ => {}
    }
}

/// Every value one small lie away: a number one more or less, another value that stands under the
/// same name elsewhere, an item left out, told twice or told later.
fn lies(value: &Value, name: &str, seen: &Seen) -> Vec<Value> {
    let mut lies: Vec<Value> = seen.get(name).into_iter().flatten().cloned().collect();
    match value {
        Value::Number(number) => {
            let number = number.as_i64().expect("whole numbers");
            lies.extend([number + 1, number - 1].map(Value::from));
        }
        Value::Array(items) => {
            let mut other = |edit: &dyn Fn(&mut Vec<Value>)| {
                let mut other = items.clone();
                edit(&mut other);
                lies.push(Value::Array(other));
            };
            for (n, item) in items.iter().enumerate() {
                other(&|it| drop(it.remove(n)));
                other(&|it| it.insert(n, item.clone()));
                other(&|it| it.rotate_left(n));
                for lie in self::lies(item, name, seen) {
                    other(&|it| it[n] = lie.clone());
                }
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                for lie in self::lies(field, name, seen) {
                    let mut other = fields.clone();
                    other.insert(name.clone(), lie);
                    lies.push(Value::Object(other));
                }
            }
        }
        _ => {}
    }
    lies.retain(|lie| lie != value);
    lies
}

/// Reads cycles as if every seal had been made anew, and plays them again. Whether all of it is
/// let through, and how far.
fn is_believed(header: &Header, cycles: &[String]) -> bool {
    let mut header = header.clone();
    let game = project_games().find(&header.game).expect("a game");
    let mut now = game.open(&mut header).expect("a scenario");
    let auditor = game.auditor(&*now, &header, &StopFlag::default());
    let mut auditor = auditor.expect("a history of this game");
    now.project(Projections::default());
    for cycle in cycles {
        // The seal is not held against it.
        if now.read_json(cycle).is_err() || auditor.check(&*now).is_err() {
            return false;
        }
    }
    true
}

#[test]
fn no_small_lie_about_what_happened_is_believed_though_every_seal_fits() {
    for header in headers() {
        let bytes = recorded(header.clone(), "json");
        let replay: Value = serde_json::from_slice(&bytes).expect("JSON");
        let cycles = replay["cycles"].as_array().expect("a list").clone();
        let mut seen = Seen::new();
        cycles.iter().for_each(|cycle| gather(&cycle["entries"], "entries", &mut seen));
        let told: Vec<String> = cycles.iter().map(Value::to_string).collect();
        assert!(is_believed(&header, &told), "the truth");
        let mut tried = BTreeSet::new();
        for (n, cycle) in cycles.iter().enumerate() {
            for lie in lies(&cycle["entries"], "entries", &seen) {
                // A history that only stops earlier is no lie.
                let is_shorter = n + 1 == cycles.len() && starts_with(&cycle["entries"], &lie);
                let mut other = cycle.clone();
                other["entries"] = lie;
                let line = other.to_string();
                if is_shorter || !tried.insert(line.clone()) {
                    continue;
                }
                let mut lying = told.clone();
                lying[n] = line;
                assert!(!is_believed(&header, &lying), "{}: {}", header.game, lying[n]);
            }
        }
        assert!(tried.len() > 300, "only {} lies", tried.len());
    }
}

fn starts_with(whole: &Value, part: &Value) -> bool {
    match (whole.as_array(), part.as_array()) {
        (Some(whole), Some(part)) => whole.starts_with(part),
        _ => false,
    }
}

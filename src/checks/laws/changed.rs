//! Values that are almost those of a game: actions and events with one thing in them changed.

use std::collections::BTreeSet;

use serde_json::Value;

/// The most changes of one value.
const CHANGES_MAX: usize = 64;

/// The most words that take each other's place.
const WORDS_MAX: usize = 32;

/// Words that values hold: names of kinds, cards, colours.
#[derive(Default)]
pub(super) struct ValueWords(BTreeSet<String>);

impl ValueWords {
    /// Takes in the words of a value.
    pub fn take(&mut self, value: &Value) {
        match value {
            Value::String(word) if self.0.len() < WORDS_MAX => {
                self.0.insert(word.clone());
            }
            Value::Array(items) => items.iter().for_each(|item| self.take(item)),
            Value::Object(fields) => fields.values().for_each(|field| self.take(field)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

/// The values that have one number, word or item other than this one. Not all are of its type.
pub(super) fn changed(value: &Value, words: &ValueWords) -> Vec<Value> {
    let changes = changes(value, words);
    let step = changes.len().div_ceil(CHANGES_MAX).max(1);
    changes.into_iter().step_by(step).collect()
}

fn changes(value: &Value, words: &ValueWords) -> Vec<Value> {
    match value {
        Value::Null => Vec::new(),
        Value::Bool(is) => vec![Value::Bool(!is)],
        Value::Number(number) => {
            let Some(number) = number.as_i64() else {
                return Vec::new();
            };
            let others = [number.saturating_sub(1), number.saturating_add(1), 0, 100];
            others.into_iter().map(Value::from).collect()
        }
        Value::String(word) => {
            let others = words.0.iter().filter(|other| *other != word);
            others.cloned().map(Value::String).collect()
        }
        Value::Array(items) => changes_of_items(items, words),
        Value::Object(fields) => {
            let mut all = Vec::new();
            for (name, field) in fields {
                // A value that may be missing is.
                let missing = Some(Value::Null).filter(|_| !field.is_null());
                for change in changes(field, words).into_iter().chain(missing) {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), change);
                    all.push(Value::Object(fields));
                }
            }
            all
        }
    }
}

/// One item other, one less, one more, two exchanged.
fn changes_of_items(items: &[Value], words: &ValueWords) -> Vec<Value> {
    let mut all = Vec::new();
    for (n, item) in items.iter().enumerate() {
        for change in changes(item, words) {
            let mut items = items.to_vec();
            items[n] = change;
            all.push(Value::Array(items));
        }
    }
    if let [rest @ .., last] = items {
        all.push(Value::Array(rest.to_vec()));
        all.push(Value::Array([items, std::slice::from_ref(last)].concat()));
        let mut exchanged = items.to_vec();
        exchanged.swap(0, rest.len());
        all.push(Value::Array(exchanged));
    }
    all
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{ValueWords, changed};

    #[test]
    fn a_changed_value_differs_in_one_thing() {
        let seven = json!({"suit": "clubs", "pips": 7, "trump": true});
        let mut words = ValueWords::default();
        words.take(&seven);
        words.take(&json!({"suit": "hearts", "pips": 1, "trump": null}));
        let others = changed(&seven, &words);
        for expected in [
            json!({"suit": "hearts", "pips": 7, "trump": true}),
            json!({"suit": "clubs", "pips": 6, "trump": true}),
            json!({"suit": "clubs", "pips": 8, "trump": true}),
            json!({"suit": "clubs", "pips": 7, "trump": false}),
            json!({"suit": "clubs", "pips": 7, "trump": null}),
        ] {
            assert!(others.contains(&expected), "{expected}: {others:?}");
        }
        assert!(!others.contains(&seven), "{others:?}");
    }
}

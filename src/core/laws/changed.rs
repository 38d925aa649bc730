//! Values that are almost those of a game: actions and events with one thing in them changed.

use std::collections::BTreeSet;

use serde::Serialize;
use serde::de::DeserializeOwned;
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
    pub fn take(&mut self, data: &impl Serialize) {
        if let Ok(value) = serde_json::to_value(data) {
            self.take_value(&value);
        }
    }

    fn take_value(&mut self, value: &Value) {
        match value {
            Value::String(word) if self.0.len() < WORDS_MAX => {
                self.0.insert(word.clone());
            }
            Value::Array(items) => items.iter().for_each(|item| self.take_value(item)),
            Value::Object(fields) => fields.values().for_each(|field| self.take_value(field)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

/// The values that have one number, word or item other than this one, and are of its type.
pub(super) fn changed<T>(data: &T, words: &ValueWords) -> Vec<T>
where
    T: Serialize + DeserializeOwned + PartialEq,
{
    let Ok(value) = serde_json::to_value(data) else {
        return Vec::new();
    };
    let changes = changes(&value, words);
    let step = changes.len().div_ceil(CHANGES_MAX).max(1);
    let read = changes.into_iter().step_by(step).filter_map(|value| {
        // A change that is none of this type's values is no change.
        serde_json::from_value(value).ok()
    });
    read.filter(|other| other != data).collect()
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
    use serde::{Deserialize, Serialize};

    use super::{ValueWords, changed};

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Suit {
        Clubs,
        Hearts,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Card {
        suit: Suit,
        pips: u8,
        trump: Option<bool>,
    }

    #[test]
    fn a_changed_value_differs_in_one_thing_and_is_of_its_type() {
        let card = |suit, pips, trump| Card { suit, pips, trump };
        let seven = card(Suit::Clubs, 7, Some(true));
        let mut words = ValueWords::default();
        words.take(&seven);
        words.take(&card(Suit::Hearts, 1, None));
        let others = changed(&seven, &words);
        for expected in [
            card(Suit::Hearts, 7, Some(true)),
            card(Suit::Clubs, 6, Some(true)),
            card(Suit::Clubs, 8, Some(true)),
            card(Suit::Clubs, 7, Some(false)),
            card(Suit::Clubs, 7, None),
        ] {
            assert!(others.contains(&expected), "{expected:?}: {others:?}");
        }
        assert!(!others.contains(&seven), "{others:?}");
    }
}

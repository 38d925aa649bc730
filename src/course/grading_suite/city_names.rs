//! The names of cities in drawn cases. Nothing else is drawn here.

use std::sync::Arc;

use chase_engine::dice::Dice;
use chase_police::scenario::Scenario;

const FIRST: [&str; 12] =
    ["new", "san", "port", "alice", "st", "los", "old", "north", "el", "upper", "rio", "fort"];
const SECOND: [&str; 12] = [
    "york", "jose", "ford", "springs", "ives", "angeles", "town", "bay", "paso", "hutt", "grande",
    "worth",
];

/// Names as cities have them, with and without blanks, none too long for a small buffer.
pub(super) fn name_cities(scenario: &mut Scenario, dice: &mut Dice) {
    for (n, city) in Arc::make_mut(&mut scenario.cities).iter_mut().enumerate() {
        let [first, second] = [FIRST, SECOND].map(|words| {
            let n = dice.below(u32::try_from(words.len()).unwrap_or(1));
            words[n as usize]
        });
        city.name = match dice.below(3) {
            0 => second.to_owned(),
            1 => format!("{first} {second}"),
            _ => format!("{second} {n}"),
        };
    }
}

//! What detectives remember of the thief: the city that their newest tip named, and its hour.

use std::sync::Arc;

use serde::Serialize;

use super::facts::CityFacts;
use super::{Event, Police};
use chase_kit::extras::Memory;
use chase_kit::transcript::text;
use chase_record::replay::to_json;

/// The city that the newest tip named, and its hour.
#[derive(Clone)]
pub(super) struct LastTold {
    game: Arc<Police>,
    newest: Option<(u32, u64)>,
}

/// The newest tip in its JSON form.
#[derive(Serialize)]
struct ToldFacts {
    city: CityFacts,
    hour: u64,
}

impl LastTold {
    pub(super) fn of(game: &Arc<Police>) -> Self {
        LastTold { game: Arc::clone(game), newest: None }
    }
}

impl Memory<Police> for LastTold {
    fn take(&mut self, hour: u64, seen: &Event) {
        if let Event::Tipped { city, .. } = *seen {
            self.newest = Some((city, hour));
        }
    }

    fn text(&self, out: &mut Vec<u8>) {
        match self.newest {
            Some((city, hour)) => text(
                out,
                format_args!(
                    "newest tip: the thief was at {} in hour {hour}\n",
                    self.game.city(city)
                ),
            ),
            None => text(out, format_args!("no tip yet about where the thief is\n")),
        }
    }

    fn json(&self) -> String {
        let told =
            self.newest.map(|(city, hour)| ToldFacts { city: self.game.city_facts(city), hour });
        to_json(&told)
    }

    fn again(&self) -> Box<dyn Memory<Police>> {
        Box::new(self.clone())
    }
}

//! The lines of `map`, in the words of any edition.

use super::Reading;
use crate::lines::{
    MAP_CITIES, MAP_ROADS, MapLine, MapText, is_map_line, parse_map_line, unnamed_counts,
    unnamed_roads,
};
use chase_kit::trace::TraceError;

impl Reading {
    /// Takes a line of `map`; false where it is none.
    pub(super) fn map_line(&mut self, text: &str, is_last: bool) -> Result<bool, TraceError> {
        let number = |text: &str, column: usize| {
            text.trim()
                .parse::<i64>()
                .map_err(|_| TraceError { column: column + 1, what: "expected a number".into() })
        };
        if let Some(cities) = text.strip_prefix(MAP_CITIES) {
            self.map =
                MapText { cities: Some(number(cities, MAP_CITIES.len())?), ..MapText::default() };
        } else if let Some(roads) = text.strip_prefix(MAP_ROADS) {
            self.map.roads = Some(number(roads, MAP_ROADS.len())?);
        } else if let Some((cities, roads)) = unnamed_counts(text) {
            self.map = MapText {
                cities: Some(cities),
                roads: Some(roads),
                is_unnamed: true,
                ..MapText::default()
            };
        } else if self.map.is_unnamed
            && let Some((id, roads)) = unnamed_roads(text)
        {
            let unnamed = |(to, length)| (to, String::new(), length);
            self.map.lines.push(MapLine {
                id,
                name: String::new(),
                roads: roads.into_iter().map(unnamed).collect(),
            });
        } else if is_map_line(text) {
            match parse_map_line(text) {
                Some(line) => {
                    self.names.insert(line.id, line.name.clone());
                    self.map.lines.push(line);
                }
                None if is_last => {}
                None => {
                    let what = "expected `[ID] name has roads to: [ID] name (length), ...`".into();
                    return Err(TraceError { column: 1, what });
                }
            }
        } else {
            return Ok(false);
        }
        Ok(true)
    }
}

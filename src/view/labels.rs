//! Where links bend and where names and lengths stand, so that nothing of it is covered: reckoned
//! once, for the page and for drawings.

use std::collections::BTreeMap;

use serde::Serialize;

use chase_kit::picture::{Form, Link, Stage};

/// The radius of a place that is a disc.
const DISC: f64 = 36.0;
/// The distance of pieces on a disc from its middle.
pub(super) const RING: f64 = 64.0;
/// Half the width of a piece beside a disc.
pub(super) const PIECE: f64 = 27.0;
/// A map of more places is seen from afar: its pieces are larger.
pub(super) const MANY_PLACES: usize = 60;
/// The distance of larger pieces from the middle of their disc.
pub(super) const NEAR: f64 = 53.0;
/// The distance between parallel links.
const LANE: f64 = 26.0;
/// Half the height of a text, and half the width of a letter.
const HALF_HEIGHT: f64 = 15.0;
const HALF_LETTER: f64 = 8.0;
/// Longer names are cut in a drawing.
const NAME_MAX: usize = 22;
/// Larger maps are seen from afar: their texts stand in the usual place.
const SCORED_MAX: usize = 200;

/// The points of a drawing that a stage does not fix.
#[derive(Clone, Debug, Serialize)]
pub(super) struct StageLabels {
    /// For every link, the point that its curve is drawn to: its middle, beside it for all but the
    /// first between two places.
    pub curves: Vec<(i32, i32)>,
    /// For every link, the middle of its text.
    pub lengths: Vec<(i32, i32)>,
    /// For every place, how far the middle of its name is from its own.
    pub names: Vec<(i32, i32)>,
}

type LabelPoint = (f64, f64);

/// A text on the board: its middle, half its width and height.
#[derive(Clone, Copy)]
struct Text {
    at: LabelPoint,
    half: LabelPoint,
}

impl Text {
    fn new(at: LabelPoint, letters: usize) -> Self {
        let half = (HALF_LETTER * letters.min(NAME_MAX) as f64, HALF_HEIGHT);
        Text { at, half }
    }

    /// The distance of a point from the text; 0 within.
    fn distance(&self, point: LabelPoint) -> f64 {
        let beyond = |a: f64, b: f64, half: f64| ((a - b).abs() - half).max(0.0);
        let x = beyond(point.0, self.at.0, self.half.0);
        x.hypot(beyond(point.1, self.at.1, self.half.1))
    }

    fn covers(&self, other: &Text) -> bool {
        (self.at.0 - other.at.0).abs() < self.half.0 + other.half.0
            && (self.at.1 - other.at.1).abs() < self.half.1 + other.half.1
    }

    /// Returns whether a straight link runs through it.
    fn is_crossed(&self, (a, b): (LabelPoint, LabelPoint)) -> bool {
        let steps = ((b.0 - a.0).hypot(b.1 - a.1) / HALF_HEIGHT).ceil().max(1.0);
        let point = |n: u32| {
            let t = f64::from(n) / steps;
            (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t)
        };
        (0..=steps as u32).any(|n| self.distance(point(n)) == 0.0)
    }
}

impl StageLabels {
    pub(super) fn of(stage: &Stage) -> Self {
        let at = |n: u32| {
            let (x, y) = stage.places[n as usize].at;
            (f64::from(x), f64::from(y))
        };
        let both = |(a, b): (u32, u32)| (at(a.min(b)), at(a.max(b)));
        let ends: Vec<_> = stage.links.iter().map(|link| both(link.ends)).collect();
        let curves = curves(stage, &ends);
        let is_map = stage.places.iter().all(|place| place.form == Form::Disc);
        let is_scored = is_map && ends.len().max(stage.places.len()) <= SCORED_MAX;
        let mut board = OccupiedSpace { discs: Vec::new(), links: ends, texts: Vec::new() };
        if is_scored {
            board.discs = (0..).map(at).take(stage.places.len()).collect();
        }
        let mut names = Vec::new();
        for (n, place) in (0..).zip(&stage.places) {
            names.push(board.name(at(n), place.name.chars().count()));
        }
        let mut lengths = Vec::new();
        for (n, link) in stage.links.iter().enumerate() {
            lengths.push(board.length(n, curves[n], link.text.chars().count()));
        }
        StageLabels {
            curves: curves.into_iter().map(rounded).collect(),
            lengths: lengths.into_iter().map(rounded).collect(),
            names: names.into_iter().map(rounded).collect(),
        }
    }
}

fn rounded((x, y): LabelPoint) -> (i32, i32) {
    (x.round() as i32, y.round() as i32)
}

/// The points that curves are drawn to: links between the same two places get a lane each.
fn curves(stage: &Stage, ends: &[(LabelPoint, LabelPoint)]) -> Vec<LabelPoint> {
    let mut lanes = BTreeMap::new();
    let links = stage.links.iter().zip(ends);
    let curve = |(link, (a, b)): (&Link, &(LabelPoint, LabelPoint))| {
        let pair = (link.ends.0.min(link.ends.1), link.ends.0.max(link.ends.1));
        let lane = lanes.entry(pair).and_modify(|lane| *lane += 1).or_insert(0u32);
        let side = if *lane % 2 == 1 { 1.0 } else { -1.0 };
        let bend = side * f64::from(lane.div_ceil(2)) * LANE;
        let away = (b.0 - a.0).hypot(b.1 - a.1).max(1.0);
        (
            f64::midpoint(a.0, b.0) + bend * (a.1 - b.1) / away,
            f64::midpoint(a.1, b.1) + bend * (b.0 - a.0) / away,
        )
    };
    links.map(curve).collect()
}

/// The things that stand on the board already.
struct OccupiedSpace {
    /// The places that are kept free, with the room for pieces round them; none on a board where
    /// nothing is weighed.
    discs: Vec<LabelPoint>,
    links: Vec<(LabelPoint, LabelPoint)>,
    texts: Vec<Text>,
}

impl OccupiedSpace {
    /// The cost of a text here: the more it covers or is covered by, the higher it is.
    fn cost(&self, text: &Text, own: Option<usize>) -> u32 {
        let mut cost = 0;
        for disc in &self.discs {
            // Pieces stand in the upper half of the ring round a disc, and a little below.
            let is_above = text.at.1 - text.half.1 < disc.1 + RING / 3.0;
            let room = if is_above { RING + PIECE } else { DISC };
            cost += 4 * u32::from(text.distance(*disc) < DISC);
            cost += 2 * u32::from(text.distance(*disc) < room);
        }
        let others = self.texts.iter().filter(|other| text.covers(other));
        cost += 4 * others.count() as u32;
        let links = self.links.iter().enumerate();
        let crossing = links.filter(|(n, link)| Some(*n) != own && text.is_crossed(**link));
        cost + crossing.count() as u32
    }

    /// The cheapest of some places; the first of those that are equally good.
    fn put(&mut self, candidates: &[LabelPoint], letters: usize, own: Option<usize>) -> LabelPoint {
        let texts = candidates.iter().map(|at| Text::new(*at, letters));
        if self.discs.is_empty() || letters == 0 {
            return candidates[0];
        }
        let best = texts.min_by_key(|text| self.cost(text, own)).expect("there are candidates");
        self.texts.push(best);
        best.at
    }

    /// The offset of a place's name from the place's middle; it stands below, or below to one side.
    fn name(&mut self, (x, y): LabelPoint, letters: usize) -> LabelPoint {
        let aside = HALF_LETTER * letters.min(NAME_MAX) as f64 + 24.0;
        let offsets = [(0.0, 54.0), (aside, 46.0), (-aside, 46.0), (0.0, 74.0)];
        let at = self.put(&offsets.map(|it| (x + it.0, y + it.1)), letters, None);
        (at.0 - x, at.1 - y)
    }

    /// The position of a length on its link: in the middle, or as near to it as may be.
    fn length(&mut self, link: usize, curve: LabelPoint, letters: usize) -> LabelPoint {
        let (a, b) = self.links[link];
        let along = |t: f64| {
            let part = |a: f64, c: f64, b: f64| {
                (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * c + t * t * b
            };
            (part(a.0, curve.0, b.0), part(a.1, curve.1, b.1))
        };
        let candidates = [0.5, 0.42, 0.58, 0.34, 0.66].map(along);
        self.put(&candidates, letters, Some(link))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chase_kit::picture::Place;

    fn stage(at: &[(i32, i32)], links: &[(u32, u32)]) -> Stage {
        let place =
            |at: &(i32, i32)| Place { name: "brisbane".into(), at: *at, ..Place::default() };
        let link = |ends: &(u32, u32)| Link { ends: *ends, text: "10".into(), ..Link::default() };
        Stage {
            places: at.iter().map(place).collect(),
            links: links.iter().map(link).collect(),
            ..Stage::default()
        }
    }

    #[test]
    fn a_name_stands_below_its_place_and_a_length_in_the_middle_of_its_link() {
        let labels = StageLabels::of(&stage(&[(0, 0), (600, 0)], &[(0, 1)]));
        assert_eq!(labels.names, [(0, 54), (0, 54)]);
        assert_eq!(labels.lengths, [(300, 0)]);
        assert_eq!(labels.curves, [(300, 0)]);
    }

    #[test]
    fn a_name_makes_way_for_a_road_and_for_pieces() {
        // A road leads straight down.
        let labels = StageLabels::of(&stage(&[(0, 0), (0, 600)], &[(0, 1)]));
        assert_ne!(labels.names[0].0, 0, "{labels:?}");
        // Pieces stand above the other place, where the name would be.
        let labels = StageLabels::of(&stage(&[(0, 0), (70, 120)], &[]));
        assert!(labels.names[0].0 < 0, "{labels:?}");
    }

    #[test]
    fn a_length_makes_way_for_a_road_that_crosses() {
        let at = [(0, 0), (800, 0), (400, -300), (400, 300)];
        let labels = StageLabels::of(&stage(&at, &[(0, 1), (2, 3)]));
        assert_ne!(labels.lengths[0], (400, 0), "{labels:?}");
        assert_eq!(labels.lengths[0].1, 0, "on its own road");
    }

    #[test]
    fn parallel_links_get_a_lane_each() {
        let labels = StageLabels::of(&stage(&[(0, 0), (600, 0)], &[(0, 1), (1, 0), (0, 1)]));
        assert_eq!(labels.curves, [(300, 0), (300, 26), (300, -26)]);
    }
}

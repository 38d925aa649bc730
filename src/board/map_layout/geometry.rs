//! Points, lines between them and rectangles, exact in whole numbers.

use super::{HEIGHT, WIDTH};

/// `(x, y)`, x to the right and y downwards.
pub(crate) type MapPoint = (i32, i32);

/// The widest margin that stays free along the border of a rectangle.
const MARGIN_MAX: i32 = 60;
/// A drawing is stretched in one direction by up to this factor to fill its rectangle.
const STRETCH_MAX: f64 = 1.3;
/// Directions that a drawing is turned to, as right-angled sides.
const TURNS: [(f64, f64); 8] = [
    (1.0, 0.0),
    (5.0, 2.0),
    (1.0, 1.0),
    (2.0, 5.0),
    (0.0, 1.0),
    (-2.0, 5.0),
    (-1.0, 1.0),
    (-5.0, 2.0),
];

fn minus(a: MapPoint, b: MapPoint) -> (i64, i64) {
    (i64::from(a.0) - i64::from(b.0), i64::from(a.1) - i64::from(b.1))
}

/// The square of the distance between two points.
pub fn distance2(a: MapPoint, b: MapPoint) -> i64 {
    let (x, y) = minus(a, b);
    x * x + y * y
}

/// Twice the area of a triangle, negative when its corners turn the other way.
fn turn(a: MapPoint, b: MapPoint, c: MapPoint) -> i64 {
    let ((ux, uy), (vx, vy)) = (minus(b, a), minus(c, a));
    ux * vy - uy * vx
}

/// True if the segments a-b and c-d have exactly one point in common, and it is an end of neither.
pub fn cross(a: MapPoint, b: MapPoint, c: MapPoint, d: MapPoint) -> bool {
    let beside = |a: i32, b: i32, c: i32, d: i32| a.max(b) <= c.min(d) || c.max(d) <= a.min(b);
    // Upright and level lines have no width or height, so only what lies clearly beside counts.
    let apart = |a: i32, b: i32, c: i32, d: i32| beside(a, b, c, d) && a != b && c != d;
    if apart(a.0, b.0, c.0, d.0) || apart(a.1, b.1, c.1, d.1) {
        return false;
    }
    turn(a, b, c).signum() * turn(a, b, d).signum() < 0
        && turn(c, d, a).signum() * turn(c, d, b).signum() < 0
}

/// The square of the distance of a point from a line, or some number not below `limit2` when it is
/// that far away. No remainder of the division counts.
pub(crate) fn distance2_to_line(point: MapPoint, (a, b): (MapPoint, MapPoint), limit: i32) -> i64 {
    let outside = |p: i32, a: i32, b: i32| p < a.min(b) - limit || p > a.max(b) + limit;
    if outside(point.0, a.0, b.0) || outside(point.1, a.1, b.1) {
        return i64::MAX;
    }
    let ((lx, ly), (px, py)) = (minus(b, a), minus(point, a));
    let (along, length2) = (lx * px + ly * py, lx * lx + ly * ly);
    if along <= 0 {
        distance2(point, a)
    } else if along >= length2 {
        distance2(point, b)
    } else {
        let area = lx * py - ly * px;
        area * area / length2
    }
}

/// A rectangle: its left upper corner and its right lower one, both within.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub from: MapPoint,
    pub to: MapPoint,
}

impl Area {
    /// A cut of the whole box, in parts of `of` columns and rows, with a margin inside.
    pub fn cut(from: (usize, usize), to: (usize, usize), of: (usize, usize)) -> Self {
        let (left, right) = inner(from.0, to.0, of.0, WIDTH);
        let (top, bottom) = inner(from.1, to.1, of.1, HEIGHT);
        Area { from: (left, top), to: (right, bottom) }
    }

    /// So many points in rows.
    pub fn rows(self, count: usize) -> Vec<MapPoint> {
        let (cols, rows) = columns_and_rows(count);
        let at = |from: i32, to: i32, at: usize, count: usize| {
            let (low, _) = part(at, at + 1, count, to - from);
            from + low
        };
        (0..count)
            .map(|n| {
                let (x, y) = (n % cols, n / cols);
                (at(self.from.0, self.to.0, x, cols), at(self.from.1, self.to.1, y, rows))
            })
            .collect()
    }

    /// A drawing turned and enlarged so that it fills the area as well as it can, and how long its
    /// unit is now.
    pub(crate) fn fitted(self, drawing: &[(f64, f64)]) -> (Vec<MapPoint>, f64) {
        let fits = TURNS.map(|turn| AreaFit::new(self, turned(drawing, turn)));
        let best = fits.into_iter().reduce(|a, b| if b.scale > a.scale { b } else { a });
        best.map(|fit| fit.points(self)).unwrap_or_default()
    }

    /// The point of the area that is nearest to a point.
    pub fn clamp(self, (x, y): MapPoint) -> MapPoint {
        (x.clamp(self.from.0, self.to.0), y.clamp(self.from.1, self.to.1))
    }

    fn size(self) -> (f64, f64) {
        (f64::from(self.to.0 - self.from.0), f64::from(self.to.1 - self.from.1))
    }
}

/// The points of the box around a point and itself, the nearest first: square after square.
pub fn around(at: MapPoint) -> impl Iterator<Item = MapPoint> {
    (0..WIDTH.max(HEIGHT)).flat_map(move |reach| {
        let rows = (at.1 - reach).max(0)..=(at.1 + reach).min(HEIGHT);
        rows.flat_map(move |y| {
            let is_edge = at.1.abs_diff(y) == reach.unsigned_abs();
            let step = if is_edge || reach == 0 { 1 } else { 2 * reach };
            (at.0 - reach..=at.0 + reach).step_by(step.unsigned_abs() as usize).map(move |x| (x, y))
        })
        .filter(|point| (0..=WIDTH).contains(&point.0))
    })
}

/// The numbers of columns and rows of a grid for this many things, in about the proportions of the
/// box.
pub(crate) fn columns_and_rows(count: usize) -> (usize, usize) {
    let cols = (count * 8 / 5).isqrt().max(1);
    (cols, count.div_ceil(cols).max(1))
}

/// From where to where parts `from..to` of `of` of a length go.
fn part(from: usize, to: usize, of: usize, length: i32) -> (i32, i32) {
    let at = |part: usize| {
        let at = u128::from(length.unsigned_abs()) * part as u128 / of.max(1) as u128;
        i32::try_from(at).unwrap_or(length)
    };
    (at(from), at(to))
}

fn inner(from: usize, to: usize, of: usize, length: i32) -> (i32, i32) {
    let (low, high) = part(from, to, of, length);
    let margin = ((high - low) / 3).min(MARGIN_MAX);
    (low + margin, high - margin)
}

fn turned(drawing: &[(f64, f64)], (x, y): (f64, f64)) -> Vec<(f64, f64)> {
    let length = (x * x + y * y).sqrt();
    let (cos, sin) = (x / length, y / length);
    drawing.iter().map(|(x, y)| (x * cos - y * sin, x * sin + y * cos)).collect()
}

/// A drawing and how it fits into an area.
struct AreaFit {
    drawing: Vec<(f64, f64)>,
    low: (f64, f64),
    high: (f64, f64),
    scale: f64,
}

impl AreaFit {
    fn new(area: Area, drawing: Vec<(f64, f64)>) -> Self {
        let first = drawing.first().copied().unwrap_or_default();
        let low = drawing.iter().fold(first, |low, at| (low.0.min(at.0), low.1.min(at.1)));
        let high = drawing.iter().fold(first, |high, at| (high.0.max(at.0), high.1.max(at.1)));
        let (width, height) = area.size();
        let scale = ratio(width, high.0 - low.0).min(ratio(height, high.1 - low.1));
        AreaFit { drawing, low, high, scale }
    }

    fn points(&self, area: Area) -> (Vec<MapPoint>, f64) {
        let (width, height) = area.size();
        let most = self.scale * STRETCH_MAX;
        let scale_x = ratio(width, self.high.0 - self.low.0).min(most);
        let scale_y = ratio(height, self.high.1 - self.low.1).min(most);
        let left = f64::from(area.from.0) + (width - (self.high.0 - self.low.0) * scale_x) / 2.0;
        let top = f64::from(area.from.1) + (height - (self.high.1 - self.low.1) * scale_y) / 2.0;
        let point = |&(x, y): &(f64, f64)| {
            let x = left + (x - self.low.0) * scale_x;
            let y = top + (y - self.low.1) * scale_y;
            area.clamp((whole(x), whole(y)))
        };
        (self.drawing.iter().map(point).collect(), (scale_x * scale_y).sqrt())
    }
}

/// `whole` divided by `part`. A part without extent sets no limit: the ratio is then very large.
fn ratio(whole: f64, part: f64) -> f64 {
    if part > 1e-6 { whole / part } else { 1e6 }
}

/// The nearest whole number.
pub fn whole(x: f64) -> i32 {
    x.round() as i32
}

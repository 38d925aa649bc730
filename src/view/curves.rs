//! Curves with their intervals, as a drawing in a page: one point for each row of a table.

use std::fmt::Write as _;

use super::document::quoted;

/// A curve through the values that one quantity has in the rows of a table.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The name of the quantity that it shows.
    pub name: String,
    /// A point for each row, where there is one.
    pub points: Vec<Option<CurvePoint>>,
}

/// A value and its interval.
#[derive(Clone, Copy, Debug)]
pub struct CurvePoint {
    /// The value that the curve goes through.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 170.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 64.0;
/// Colours that people who confuse red and green can tell apart (M. Okabe and K. Ito, 2008), on
/// light and dark grounds.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
/// The most labels below a drawing.
const LABELS_MAX: usize = 24;

/// Draws curves over rows with these labels; `most` is the upper end of the scale, where it is fixed.
pub fn curves(along: &str, labels: &[String], curves: &[Curve], most: Option<f64>) -> String {
    let points = curves.iter().flat_map(|it| it.points.iter().flatten());
    let highest = points.map(|it| it.high).fold(0.0, f64::max);
    let most = most.unwrap_or(if highest > 0.0 { highest * 1.05 } else { 1.0 });
    let plot = Plot { rows: labels.len(), most };
    let title = curves.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ");
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"100%\" role=\"img\" aria-label=\"{}\" \
         font-size=\"12\" fill=\"currentColor\">\n",
        quoted(&title)
    );
    plot.scale(&mut out);
    plot.labels(along, labels, &mut out);
    for (n, curve) in curves.iter().enumerate() {
        plot.curve(n, curve, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

struct Plot {
    rows: usize,
    most: f64,
}

impl Plot {
    fn x(&self, row: usize) -> f64 {
        let room = WIDTH - LEFT - RIGHT;
        let at = u32::try_from(row).map_or(0.0, f64::from);
        let last = u32::try_from(self.rows).map_or(1.0, f64::from);
        LEFT + room * (at + 0.5) / last.max(1.0)
    }

    fn y(&self, value: f64) -> f64 {
        TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - value / self.most)
    }

    /// Lines across, with their values.
    fn scale(&self, out: &mut String) {
        const STEPS: u32 = 4;
        for step in 0..=STEPS {
            let value = self.most * f64::from(step) / f64::from(STEPS);
            let y = self.y(value);
            let _ = writeln!(
                out,
                "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"currentColor\" \
                 stroke-opacity=\"0.2\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value:.2}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                y + 4.0
            );
        }
    }

    fn labels(&self, along: &str, labels: &[String], out: &mut String) {
        let step = labels.len().div_ceil(LABELS_MAX).max(1);
        for (row, label) in labels.iter().enumerate().step_by(step) {
            let (x, y) = (self.x(row), HEIGHT - BOTTOM + 14.0);
            let short: String = label.chars().take(14).collect();
            let _ = writeln!(
                out,
                "<text transform=\"translate({x:.1} {y:.1}) rotate(-30)\" text-anchor=\"end\">{}</text>",
                quoted(&short)
            );
        }
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            (LEFT + WIDTH - RIGHT) / 2.0,
            HEIGHT - 6.0,
            quoted(along)
        );
    }

    /// A curve's own place beside a row, so that intervals do not hide each other.
    fn curve(&self, n: usize, curve: &Curve, out: &mut String) {
        let colour = COLOURS[n % COLOURS.len()];
        let beside = 3.0 * (u32::try_from(n % 7).map_or(0.0, f64::from) - 2.0);
        let mut line = String::new();
        let mut marks = String::new();
        for (row, point) in curve.points.iter().enumerate() {
            let Some(point) = point else {
                continue;
            };
            let x = self.x(row) + beside;
            let [y, low, high] = [point.value, point.low, point.high].map(|it| self.y(it));
            let _ = write!(line, "{x:.1},{y:.1} ");
            let _ = writeln!(
                marks,
                "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{low:.1}\" y2=\"{high:.1}\" stroke=\"{colour}\" \
                 stroke-width=\"2\"/><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"><title>{}: \
                 {:.4} ({:.4} to {:.4})</title></circle>",
                quoted(&curve.name),
                point.value,
                point.low,
                point.high
            );
        }
        let y = TOP + 16.0 * u32::try_from(n).map_or(0.0, f64::from) + 8.0;
        let x = WIDTH - RIGHT + 10.0;
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"0.5\"/>\n{marks}\
             <circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{colour}\"/><text x=\"{:.1}\" y=\"{y:.1}\">{}</text>",
            line.trim_end(),
            y - 4.0,
            x + 10.0,
            quoted(&curve.name)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_stands_where_its_value_does_and_names_are_only_text() {
        let point = CurvePoint { value: 0.5, low: 0.25, high: 1.0 };
        let curve = Curve { name: "<b>\"x\"".into(), points: vec![Some(point), None] };
        let labels = ["<a>".to_owned(), "two".to_owned()];
        let drawn = curves("along", &labels, &[curve], Some(1.0));
        let middle = TOP + (HEIGHT - TOP - BOTTOM) / 2.0;
        assert!(drawn.contains(&format!("cy=\"{middle:.1}\" r=\"3\"")), "{drawn}");
        assert!(drawn.contains(&format!("y2=\"{TOP:.1}\"")), "{drawn}");
        assert!(!drawn.contains("<b>") && !drawn.contains("<a>"), "{drawn}");
    }
}

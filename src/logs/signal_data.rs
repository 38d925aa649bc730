//! The signals of logs as data for a page: a head in JSON, and the values as blocks of bytes. docs/view.md has the
//! layout.

use std::io;

use serde::Serialize;

use super::compare::LogComparison;
use super::report::{ComparisonSide, DifferenceDetail, SideReport};
use super::report_text::{Paint, brief, tell, told};
use super::signal_columns::SignalColumn;
use super::signals::{GatheredSignal, LogSignals, SIGNALS_MAX};
use super::thinning::SignalPoint;
use super::tolerance::ToleranceBounds;
use super::units::with_unit;
use chase_world::object;

/// The most entities whose lines are in one plot.
const LINES_MAX: usize = 8;

/// Words that a page has besides what its logs say.
#[derive(Clone, Debug, Default)]
pub struct SignalWords {
    /// The heading of the page.
    pub title: String,
    /// The command that makes a page of a part.
    pub part: String,
    /// Sentences about the page.
    pub notes: Vec<String>,
}

/// A line of a plot, or the lines of both logs.
#[derive(Serialize)]
struct LineData<'a> {
    name: &'a str,
    /// The number of the block of its values.
    values: usize,
    /// The number of the block of its ticks.
    ticks: usize,
    count: usize,
}

/// Where a signal parted, and how.
#[derive(Serialize)]
struct PartedData<'a> {
    tick: &'a str,
    /// The index of the point at which it parted.
    at: Option<usize>,
    words: String,
    is_within: bool,
}

/// A plot.
#[derive(Serialize)]
struct PlotData<'a> {
    name: String,
    /// The words that values are the indexes of; nothing for numbers.
    words: Option<&'a [String]>,
    has_steps: bool,
    gaps: u64,
    lines: Vec<LineData<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parted: Option<PartedData<'a>>,
    /// The one log that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    lone: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<&'a ToleranceBounds>,
    /// The number of bits of a vector whose values are shown in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<u32>,
}

impl LogSignals {
    /// No signals: a page that has the report alone.
    #[must_use]
    pub fn none() -> Self {
        LogSignals { step: 1, ..LogSignals::default() }
    }

    /// The head of the page as JSON.
    #[must_use]
    pub fn head(&self, words: &SignalWords, compared: Option<&LogComparison>) -> String {
        let ticks = self.tick_blocks();
        let sides = self.sides.iter().map(|side| {
            let SideReport { form, cycles, first, last, .. } = side;
            object!(SideData { form, cycles, first, last })
        });
        let compared_data = compared.map(|it| {
            object!(ComparedData {
                verdict: brief(&it.report),
                report: tell(&it.report, Paint::default()),
                /// Words for the signals that are folded.
                others: match it {
                    it if it.report.parted > it.parted.len() => "besides those above",
                    it if it.report.stopped => {
                        "in which no difference was found before the comparison stopped"
                    }
                    _ => "in which no difference was found",
                },
            })
        });
        let head = object!(SignalHead {
            format: 1,
            title: &words.title,
            sides: sides.collect::<Vec<_>>(),
            axis: object!(AxisData {
                words: with_unit(&self.tick, self.tick_unit.as_deref()),
                /// The tick at 0, in units of 10 to the power of -18.
                origin: self.axis.origin.to_string(),
                has_stamps: self.axis.has_stamps,
                /// The first and the last place on the axis.
                span: self.span,
            }),
            notes: self.notes(words, compared.is_some()),
            /// The cycles of a stretch; 1 where the page has every value.
            step: self.step,
            holds: self.are_changes,
            map: self.map_data(&ticks),
            plots: match compared {
                Some(compared) => self.pair_plots(&ticks, compared),
                None => self.plots(&ticks),
            },
            /// Left out of the page of one log.
            #[serde(flatten)]
            compared: compared_data.map(|compared| object!(Compared { compared })),
        });
        serde_json::to_string(&head).unwrap_or_default()
    }

    /// Hands out the blocks of the page: what each is called, and its bytes.
    ///
    /// # Errors
    /// What `put` says.
    pub fn put_blocks(&self, put: &mut dyn FnMut(&str, &[u8]) -> io::Result<()>) -> io::Result<()> {
        let ticks = self.tick_blocks();
        let is_pair = self.sides.len() > 1;
        for (n, signal) in self.signals.iter().enumerate() {
            let points = &signal.points.all;
            if ticks[..n].iter().all(|block| *block != ticks[n]) {
                let places = points.iter().flat_map(|point| point.x.to_le_bytes());
                let bytes: Vec<u8> = places.collect();
                put(&format!("data-ticks=\"{}\"", ticks[n]), &bytes)?;
            }
            let of_side = |side: usize| move |point: &SignalPoint| point.values[side].to_le_bytes();
            let mut bytes: Vec<u8> = points.iter().flat_map(of_side(0)).collect();
            if is_pair {
                bytes.extend(points.iter().flat_map(of_side(1)));
            }
            bytes.extend(points.iter().map(|point| point.flags));
            put(&format!("data-values=\"{n}\""), &bytes)?;
        }
        Ok(())
    }

    /// By signal, the number of the block of its ticks: one for signals whose points have the same ticks.
    fn tick_blocks(&self) -> Vec<usize> {
        const COMPARED_MAX: usize = 8;
        let mut blocks: Vec<usize> = Vec::new();
        // The number of a block is that of the first signal that has it.
        let mut firsts: Vec<usize> = Vec::new();
        for (n, signal) in self.signals.iter().enumerate() {
            let points = &signal.points.all;
            let has_same = |first: &&usize| {
                let others = &self.signals[**first].points.all;
                let places = others.iter().map(|it| it.x.to_bits());
                others.len() == points.len() && places.eq(points.iter().map(|it| it.x.to_bits()))
            };
            let same = firsts.iter().rev().take(COMPARED_MAX).find(has_same);
            let block = same.copied().unwrap_or(n);
            if block == n {
                firsts.push(n);
            }
            blocks.push(block);
        }
        blocks
    }

    fn notes(&self, words: &SignalWords, is_compared: bool) -> Vec<String> {
        let mut notes = words.notes.clone();
        if self.step > 1 {
            let (step, whole) = (self.step, self.whole);
            let (subject, around) = match is_compared {
                true => (
                    "These logs have",
                    format!(", and of the {whole} cycles on either side of its first difference"),
                ),
                false => ("This log has", String::new()),
            };
            notes.push(format!(
                "{subject} too many values for one page. The page has all values of the first and last {whole} points of \
                 each signal{around}; elsewhere one stretch is {step} cycles, of which it has the first, the last, the \
                 least and the largest value. {} makes a page of a part.",
                words.part
            ));
        }
        for (n, side) in self.sides.iter().enumerate() {
            let name = match (self.sides.len(), n) {
                (1, _) => "The log",
                (_, 0) => "Ours",
                _ => "The reference",
            };
            if side.late > 0 {
                notes.push(format!(
                    "{name} has {} lines that go back in time. They are not drawn.",
                    side.late
                ));
            }
            if let Some(undeclared) = &side.undeclared {
                notes.push(format!("{name} has {}. They are not drawn.", undeclared.words()));
            }
            if let Some(unfinished) = &side.unfinished {
                notes.push(format!("{name} is incomplete: {unfinished}."));
            }
        }
        if self.has_more {
            notes.push(format!("The log has more signals than the {SIGNALS_MAX} that are drawn."));
        }
        notes
    }

    fn line<'a>(&'a self, n: usize, name: &'a str, ticks: &[usize]) -> LineData<'a> {
        LineData { name, values: n, ticks: ticks[n], count: self.signals[n].points.all.len() }
    }

    fn plot<'a>(&'a self, column: &'a SignalColumn, name: String) -> PlotData<'a> {
        PlotData {
            name,
            words: (!column.has_numbers).then_some(column.words.as_slice()),
            has_steps: column.has_steps(self.are_changes),
            gaps: column.gaps,
            lines: Vec::new(),
            parted: None,
            lone: column.lone.map(ComparisonSide::words),
            bounds: None,
            width: column.vector_width(),
        }
    }

    /// The plots of one log: one for each column, with a line for each entity.
    fn plots<'a>(&'a self, ticks: &[usize]) -> Vec<PlotData<'a>> {
        let mut plots = Vec::new();
        for (n, column) in self.columns.iter().enumerate() {
            let of_column = self.signals.iter().enumerate();
            let all: Vec<_> =
                of_column.filter(|(_, signal)| signal.column == n && has_values(signal)).collect();
            for part in all.chunks(LINES_MAX) {
                let name = match part {
                    [(_, only)] => name(column, only),
                    [(_, first), .., (_, last)] if all.len() > part.len() => {
                        format!("{} of {} to {}", column.shown(), first.entity, last.entity)
                    }
                    _ => column.shown(),
                };
                let lines = part.iter().map(|(n, it)| self.line(*n, &it.entity, ticks));
                plots.push(PlotData { lines: lines.collect(), ..self.plot(column, name) });
            }
        }
        plots
    }

    /// The plots of two logs: one for each signal, in the order in which they parted; those that did not are behind
    /// those that only one log has.
    fn pair_plots<'a>(&'a self, ticks: &[usize], compared: &'a LogComparison) -> Vec<PlotData<'a>> {
        let drawn = self.signals.iter().enumerate();
        let mut order: Vec<_> = drawn.filter(|(_, signal)| has_values(signal)).collect();
        order.sort_by_key(|(_, signal)| {
            let is_lone = self.columns[signal.column].lone.is_some();
            (signal.parted.unwrap_or(usize::MAX), !is_lone, signal.column)
        });
        let plot = |(n, signal): (usize, &'a GatheredSignal)| {
            let column = &self.columns[signal.column];
            let parted = signal.parted.map(|rank| &compared.parted[rank]);
            PlotData {
                lines: vec![self.line(n, "", ticks)],
                parted: parted.map(|difference| PartedData {
                    tick: &difference.tick,
                    at: signal.parted_point(),
                    words: told(difference, &compared.report),
                    is_within: matches!(
                        difference.what,
                        DifferenceDetail::Value { within: true, .. }
                    ),
                }),
                bounds: column.bounds.as_ref(),
                ..self.plot(column, name(column, signal))
            }
        };
        order.into_iter().map(plot).collect()
    }

    /// A map: for each entity the lines of both columns.
    fn map_data<'a>(&'a self, ticks: &[usize]) -> Option<impl Serialize + use<'a>> {
        let [x, y] = self.map?;
        let drawn = self.signals.iter().enumerate();
        let tracks = drawn.filter(|(_, signal)| signal.column == x).filter_map(|(n, signal)| {
            let mut others = self.signals.iter();
            let up = others.position(|it| it.column == y && it.entity == signal.entity)?;
            Some([n, up].map(|n| self.line(n, &signal.entity, ticks)))
        });
        let names = [x, y].map(|n| self.columns[n].shown());
        Some(object!(MapData { names, tracks: tracks.collect::<Vec<_>>() }))
    }
}

/// The name of a signal.
fn name(column: &SignalColumn, signal: &GatheredSignal) -> String {
    match signal.entity.as_str() {
        "" => column.shown(),
        entity => format!("{} of {entity}", column.shown()),
    }
}

/// Returns true if a signal has a value that can be drawn.
fn has_values(signal: &GatheredSignal) -> bool {
    let mut points = signal.points.all.iter();
    points.any(|point| point.values.iter().any(|value| value.is_finite()))
}

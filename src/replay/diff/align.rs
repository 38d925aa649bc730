//! Two traces in step: one pass, a few cycles of each in memory.

mod cell_pairs;

use std::cmp::Ordering;

use super::inquiries::Inquiries;
use super::judges::{RefereeFinding, SideJudge, is_open, is_wrong, judge_row};
use super::report::{
    Counts, CycleRuns, Difference, Pair, Place, Rejoined, Report, SeatCount, Side, SideDiagnosis,
    unfinished,
};
use super::ring::Ring;
use super::selection::Selection;
use super::setups::{headers, setups};
use super::shift::shifted;
use crate::store::TraceSource;
use chase_kit::diagnosis::Inquiry;
use chase_kit::referee::{Cause, Referee};
use chase_kit::trace::{Cell, ColumnSet, TextEnd, TraceRow};
use chase_record::any::AnyGame;
use chase_world::error::{Error, counted};

/// Compares two sides to their ends.
///
/// `known_equal` is how many cycles from the beginning are known to be equal by their seals;
/// both sides jump over them. `past` is then read in their place, for the referee and the inquiry.
///
/// # Errors
/// A side that cannot be read.
pub fn compare(
    game: &dyn AnyGame,
    sides: (TraceSource, TraceSource),
    referee: Option<Box<dyn Referee>>,
    inquiry: Option<Box<dyn Inquiry>>,
    selection: Selection,
    known_equal: u64,
    past: Option<TraceSource>,
) -> Result<Report, Error> {
    let mut aligner = Aligner::new(game, sides, referee, inquiry, selection);
    aligner.skip(known_equal, past)?;
    aligner.run()?;
    aligner.finish()
}

/// Compares two sides up to the first difference, and reads the rest for the end of each side. Not all of
/// the rest is compared and counted.
///
/// # Errors
/// A side that cannot be read.
pub fn compare_to_first(
    game: &dyn AnyGame,
    sides: (TraceSource, TraceSource),
    selection: Selection,
    known_equal: u64,
) -> Result<Report, Error> {
    let mut aligner = Aligner::new(game, sides, None, None, selection);
    aligner.is_first_enough = true;
    aligner.skip(known_equal, None)?;
    aligner.run()?;
    aligner.finish()
}

struct Aligner<'a> {
    game: &'a dyn AnyGame,
    ours: TraceSource,
    theirs: TraceSource,
    selection: Selection,
    referee: Option<Box<dyn Referee>>,
    inquiries: Inquiries,
    /// The newest equal cycles, for the window before a difference.
    before: Ring,
    counts: Counts,
    seats: Vec<SeatCycles>,
    first: Option<Difference>,
    /// The columns shown by every transcript.
    shown: ColumnSet,
    first_shown: Option<Place>,
    further: Vec<Place>,
    differing: CycleRuns,
    /// Cycles of the window that are still to come.
    after: usize,
    aftermath: (Vec<TraceRow>, Vec<TraceRow>),
    cause: Option<Box<Cause>>,
    is_explained: bool,
    /// Each side's own referee from the first difference on, until it finds a fault.
    judges: [SideJudge; 2],
    together_since: Option<u64>,
    shared_fault: Option<RefereeFinding>,
    endings: (String, String),
    broken_off: Vec<String>,
    /// Cycles that each side was asked for where the input of the other had ended.
    beyond: [u64; 2],
    /// True if anything of what was selected was ever known on both sides.
    has_compared: bool,
    /// True if somebody judges by what both sides show alike.
    is_judged: bool,
    /// True if what stands behind the first difference need not be compared.
    is_first_enough: bool,
    /// The number of cycles in a row, up to now, in which the sides differed.
    apart: u32,
}

/// Two sides that are so many cycles apart are rather read alone: together, equal cycles are passed
/// over faster.
const APART_MIN: u32 = 16;

/// The differing cycles of one seat.
struct SeatCycles {
    name: &'static str,
    columns: ColumnSet,
    different: u64,
    first: Option<u64>,
}

impl<'a> Aligner<'a> {
    fn new(
        game: &'a dyn AnyGame,
        (ours, theirs): (TraceSource, TraceSource),
        referee: Option<Box<dyn Referee>>,
        inquiry: Option<Box<dyn Inquiry>>,
        selection: Selection,
    ) -> Self {
        let mut seats: Vec<SeatCycles> = Vec::new();
        let mut shown = ColumnSet::NONE;
        for (n, column) in game.columns().iter().enumerate() {
            let this = ColumnSet::only(n);
            if column.shown {
                shown = shown.with(this);
            }
            match seats.iter_mut().find(|seat| seat.name == column.seat) {
                Some(seat) => seat.columns = seat.columns.with(this),
                None => seats.push(SeatCycles {
                    name: column.seat,
                    columns: this,
                    different: 0,
                    first: None,
                }),
            }
        }
        seats.retain(|seat| !seat.name.is_empty());
        Aligner {
            game,
            ours,
            theirs,
            selection,
            inquiries: Inquiries::new(inquiry),
            is_judged: referee.is_some(),
            is_first_enough: false,
            apart: 0,
            referee,
            before: Ring::new(selection.context),
            counts: Counts::default(),
            seats,
            first: None,
            shown: shown.with(ColumnSet::ENDING),
            first_shown: None,
            further: Vec::new(),
            differing: CycleRuns::default(),
            after: 0,
            aftermath: (Vec::new(), Vec::new()),
            cause: None,
            is_explained: false,
            judges: Default::default(),
            together_since: None,
            shared_fault: None,
            endings: (String::new(), String::new()),
            broken_off: Vec::new(),
            beyond: [0; 2],
            has_compared: false,
        }
    }

    /// Passes over cycles that are known to be equal; a few of them are read for the window.
    fn skip(&mut self, known_equal: u64, past: Option<TraceSource>) -> Result<(), Error> {
        let window = self.selection.context as u64 + 1;
        let Some(target) = known_equal.checked_sub(window) else {
            return Ok(());
        };
        if let Some(mut past) = past {
            let is_wanted = self.referee.is_some() || self.inquiries.are_wanted();
            while is_wanted && past.next_cycle()? {
                judge_row(&mut self.referee, past.row(), &mut self.shared_fault);
                self.inquiries.take_shared(past.row());
                if past.row().cycle == target {
                    break;
                }
            }
        }
        if !self.ours.go_to(target)? || !self.theirs.go_to(target)? {
            return Err(Error::new("an index that leads nowhere").at(self.ours.name()));
        }
        self.counts.compared = target + 1;
        self.counts.equal = target + 1;
        self.has_compared = true;
        Ok(())
    }

    fn run(&mut self) -> Result<(), Error> {
        let mut ours = self.ours.next_cycle()?;
        let mut theirs = self.theirs.next_cycle()?;
        while ours || theirs {
            if self.is_first_enough && self.has_compared && self.apart >= APART_MIN {
                self.ours.go_to_end()?;
                self.theirs.go_to_end()?;
                break;
            }
            let order = match (ours, theirs) {
                (true, true) => self.ours.row().cycle.cmp(&self.theirs.row().cycle),
                (true, false) => Ordering::Less,
                _ => Ordering::Greater,
            };
            let is_equal = match order {
                Ordering::Equal => self.pair(),
                Ordering::Less if !theirs && goes_on(&self.ours, &self.theirs) => {
                    self.beyond[0] += 1;
                    false
                }
                Ordering::Greater if !ours && goes_on(&self.theirs, &self.ours) => {
                    self.beyond[1] += 1;
                    false
                }
                Ordering::Less => self.alone("ours"),
                Ordering::Greater => self.alone("theirs"),
            };
            if order.is_le() {
                note_ending(&mut self.endings.0, &self.ours);
            }
            if order.is_ge() {
                note_ending(&mut self.endings.1, &self.theirs);
            }
            if is_equal {
                self.apart = 0;
                self.pass_alike()?;
            } else {
                self.apart = self.apart.saturating_add(1);
            }
            if order.is_le() {
                ours = self.ours.next_cycle()?;
            }
            if order.is_ge() {
                theirs = self.theirs.next_cycle()?;
            }
        }
        Ok(())
    }

    /// Passes over equal cycles of texts that would be counted and nothing else.
    fn pass_alike(&mut self) -> Result<(), Error> {
        let is_looked_at = match self.first {
            None => !self.has_compared,
            Some(_) => self.after > 0 || !self.is_explained,
        };
        if !self.is_judged && !is_looked_at {
            let kept = self.selection.context;
            let passed = self.ours.pass_alike(&mut self.theirs, kept)?;
            self.counts.compared += passed;
            self.counts.equal += passed;
        }
        Ok(())
    }

    /// A cycle that both sides have; whether it is equal.
    #[inline]
    fn pair(&mut self) -> bool {
        let (ours, theirs) = (self.ours.row(), self.theirs.row());
        let mut differing = ours.differing(theirs);
        if !self.ours.has_the_same_cycle(&self.theirs) {
            differing = differing.with(ColumnSet::EVENTS);
        }
        differing = differing.and(self.selection.columns);
        self.counts.compared += 1;
        if !self.has_compared {
            self.has_compared = self.knows_anything();
        }
        let (ours, theirs) = (self.ours.row(), self.theirs.row());
        if ours.cut || theirs.cut {
            self.note_broken_off();
        }
        if differing.is_empty() {
            self.equal();
        } else {
            self.different(differing);
        }
        differing.is_empty()
    }

    /// Returns true if both sides know any of the selected columns in this cycle.
    fn knows_anything(&self) -> bool {
        let selected = self.selection.columns;
        let replays = self.ours.replay().is_some() && self.theirs.replay().is_some();
        let cells = self.ours.row().cells.iter().zip(&self.theirs.row().cells);
        let known = |(n, (mine, others)): (usize, (&Cell, &Cell))| {
            let both = *mine != Cell::Unknown && *others != Cell::Unknown;
            both && selected.has(ColumnSet::only(n))
        };
        selected.has(ColumnSet::ENDING)
            || (replays && selected.has(ColumnSet::EVENTS))
            || cells.enumerate().any(known)
    }

    #[inline]
    fn equal(&mut self) {
        self.counts.equal += 1;
        if self.first.is_none() {
            self.before.push(self.ours.row(), self.theirs.row());
            // A replay knows more than a transcript.
            let known =
                if self.theirs.replay().is_some() { self.theirs.row() } else { self.ours.row() };
            judge_row(&mut self.referee, known, &mut self.shared_fault);
            self.inquiries.take_shared(known);
            return;
        }
        let cycle = self.ours.row().cycle;
        if self.together_since.is_none() && self.ours.is_at_the_same_state(&self.theirs) {
            self.together_since = Some(cycle);
        }
        self.gather(true, true);
        if self.after > 0 {
            self.after -= 1;
            let pair = self.side_by_side(ColumnSet::NONE);
            self.window(pair);
        }
    }

    fn different(&mut self, differing: ColumnSet) {
        self.counts.different += 1;
        let cycle = self.ours.row().cycle;
        for seat in &mut self.seats {
            if seat.columns.has(differing) {
                seat.different += 1;
                seat.first = seat.first.or(Some(cycle));
            }
        }
        let seen = differing.has(self.shown);
        if self.first_shown.is_none() && seen {
            self.first_shown = Some(self.place_of(cycle, differing, None));
        }
        self.parted(cycle, differing, None);
    }

    /// A cycle that one side has alone, so that it is not equal.
    #[cold]
    fn alone(&mut self, whose: &'static str) -> bool {
        let row = if whose == "ours" {
            self.counts.extra += 1;
            self.ours.row()
        } else {
            self.counts.missing += 1;
            self.theirs.row()
        };
        let cycle = row.cycle;
        if row.cut {
            self.note_broken_off();
        }
        self.parted(cycle, ColumnSet::NONE, Some(whose));
        false
    }

    /// A cycle that is not the same on both sides.
    fn parted(&mut self, cycle: u64, differing: ColumnSet, only_in: Option<&'static str>) {
        self.differing.add(cycle);
        self.together_since = None;
        self.gather(only_in != Some("theirs"), only_in != Some("ours"));
        let is_first = self.first.is_none();
        if is_first {
            self.begin_window(cycle, differing, only_in);
        } else if self.further.len() + 1 < self.selection.shown_max {
            let place = self.place_of(cycle, differing, only_in);
            self.further.push(place);
        }
        if is_first || self.after > 0 {
            self.after = self.after.saturating_sub(usize::from(!is_first));
            let pair = match only_in {
                None => self.side_by_side(differing),
                Some(whose) => self.one_sided(whose),
            };
            self.window(pair);
        }
    }

    #[cold]
    fn begin_window(&mut self, cycle: u64, differing: ColumnSet, only_in: Option<&'static str>) {
        let rows: Vec<_> = self.before.in_order().cloned().collect();
        let window = rows.iter().map(|(ours, theirs)| Pair {
            cycle: ours.cycle,
            ours: Some(self.cells(ours, ColumnSet::NONE)),
            theirs: Some(self.cells(theirs, ColumnSet::NONE)),
            differing: Vec::new(),
        });
        self.first = Some(Difference {
            window: window.collect(),
            place: self.place_of(cycle, differing, only_in),
            shift: None,
        });
        self.after = self.selection.context;
    }

    /// Keeps what the referee may want to see after the first difference.
    #[inline]
    fn gather(&mut self, ours: bool, theirs: bool) {
        if let (Some(referee), None) = (&self.referee, &self.first) {
            for judge in &mut self.judges {
                judge.referee = Some(referee.fork());
            }
        }
        self.inquiries.part();
        for (shows, side, n) in [(ours, &self.ours, 0), (theirs, &self.theirs, 1)] {
            if shows {
                let SideJudge { referee, fault } = &mut self.judges[n];
                judge_row(referee, side.row(), fault);
                self.inquiries.take(n, side.row());
            }
        }
        let most = Selection::AFTERMATH;
        if ours && self.aftermath.0.len() < most {
            self.aftermath.0.push(self.ours.row().clone());
        }
        if theirs && self.aftermath.1.len() < most {
            self.aftermath.1.push(self.theirs.row().clone());
        }
        if !self.is_explained && self.aftermath.0.len().min(self.aftermath.1.len()) == most {
            self.explain();
        }
    }

    /// Has the first difference explained. Each side is judged on only when both are right there.
    fn explain(&mut self) {
        self.is_explained = true;
        if let (Some(referee), Some(_)) = (&self.referee, &self.first) {
            self.cause = referee.explain(&self.aftermath.0, &self.aftermath.1);
        }
        if !self.cause.as_deref().is_some_and(is_open) {
            self.judges = Default::default();
        }
        let shift = shifted(self.game, &self.aftermath.0, &self.aftermath.1);
        if let Some(first) = &mut self.first {
            first.shift = shift;
        }
    }

    fn window(&mut self, pair: Pair) {
        if let Some(first) = &mut self.first {
            first.window.push(pair);
        }
    }

    #[cold]
    fn note_broken_off(&mut self) {
        for (whose, side) in [("ours", &self.ours), ("theirs", &self.theirs)] {
            if side.row().cut {
                let cycle = side.row().cycle;
                let unit = self.game.unit();
                let line = format!("{whose} breaks off within {unit} {cycle}");
                if !self.broken_off.contains(&line) {
                    self.broken_off.push(line);
                }
            }
        }
    }

    /// Sentences about each side's first wrong step by its own past, if both are right where they part.
    fn later_faults(&self) -> Vec<String> {
        if !self.cause.as_deref().is_some_and(is_open) {
            return Vec::new();
        }
        let unit = self.game.unit();
        let sides = ["ours", "theirs"].into_iter().zip(&self.judges);
        sides
            .map(|(whose, judge)| RefereeFinding::told(judge.fault.as_ref(), whose, unit))
            .collect()
    }

    /// Diagnoses of the sides that break the rules: the mistake that explains each side's whole trace.
    fn diagnoses(&self) -> Vec<SideDiagnosis> {
        let verdicts = self.cause.as_deref().map(|cause| [&cause.ours, &cause.theirs]);
        let mut all = Vec::new();
        for (n, whose) in ["ours", "theirs"].into_iter().enumerate() {
            let verdict = verdicts.and_then(|verdicts| verdicts[n].as_ref());
            let is_right_here = verdict.is_some_and(|verdict| !is_wrong(verdict));
            if is_right_here && self.judges[n].fault.is_none() && self.shared_fault.is_none() {
                continue;
            }
            all.extend(self.inquiries.conclude(n, whose));
        }
        all
    }

    fn finish(self) -> Result<Report, Error> {
        if self.counts.compared > 0 && !self.has_compared {
            return Err(Error::new(
                "nothing was compared: one side has none of the selected columns",
            )
            .help(
                "a transcript shows less than a replay; take other columns with --only and \
                     --ignore",
            ));
        }
        Ok(self.report())
    }

    fn report(mut self) -> Report {
        if !self.is_explained {
            self.explain();
        }
        let mut remarks = std::mem::take(&mut self.broken_off);
        let mut contradicts = !remarks.is_empty();
        let is_equal = self.first.is_none() && !contradicts;
        remarks.extend(unfinished([&self.ours, &self.theirs], is_equal));
        for (whose, other, beyond) in
            [("ours", "theirs", self.beyond[0]), ("theirs", "ours", self.beyond[1])]
        {
            if beyond > 0 {
                let more = counted(beyond, self.game.unit());
                remarks.push(format!(
                    "{whose} goes on for {more}, each after a prompt, where {other} ends at a \
                     prompt; this is not compared"
                ));
            }
        }
        for (whose, side) in [("ours", &self.ours), ("theirs", &self.theirs)] {
            for remark in side.remarks() {
                contradicts |= remark.contradicts;
                remarks.push(format!("{whose}, line {}: {}", remark.line, remark.what));
            }
        }
        if self.first_shown.as_ref().map(|place| place.cycle)
            == self.first.as_ref().map(|first| first.place.cycle)
        {
            self.first_shown = None;
        }
        let since = self.together_since;
        let seats = self.seats.iter().map(|seat| SeatCount {
            seat: seat.name.to_owned(),
            different: seat.different,
            first: seat.first,
        });
        let replays = self.ours.replay().is_some() && self.theirs.replay().is_some();
        Report {
            same: self.first.is_none() && !contradicts,
            unit: self.game.unit(),
            ours: Side::of(&self.ours, &self.endings.0),
            theirs: Side::of(&self.theirs, &self.endings.1),
            setups: setups(&self.ours, &self.theirs),
            headers: if replays { headers(&self.ours, &self.theirs) } else { Vec::new() },
            seats: seats.collect(),
            first: self.first.take(),
            first_shown: self.first_shown.take(),
            later_faults: self.later_faults(),
            diagnoses: self.diagnoses(),
            cause: self.cause.take(),
            shared_fault: self.shared_fault.as_ref().and_then(RefereeFinding::fault),
            further: std::mem::take(&mut self.further),
            counts: self.counts,
            rejoined: self
                .differing
                .last()
                .map(|last_different| Rejoined { since, last_different }),
            differing: std::mem::take(&mut self.differing),
            contradicts,
            selected: self.selection.names(self.game),
            layout: None,
            remarks,
            unexplained: self.shared_fault.as_ref().and_then(RefereeFinding::unexplained),
        }
    }
}

/// True if a side goes on as if it were asked for more where the input of the other had ended.
fn goes_on(side: &TraceSource, ended: &TraceSource) -> bool {
    side.row().is_asked && ended.how_it_ended() == TextEnd::Quit
}

/// Keeps a side's ending: the last one it shows.
#[inline]
fn note_ending(ending: &mut String, source: &TraceSource) {
    if !source.row().ending.is_empty() {
        ending.clone_from(&source.row().ending);
    }
}

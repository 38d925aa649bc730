//! The verdict on one file: it is held against everything that can be known about it.
//!
//! A replay: its seals, the states and the index it keeps, every event by the rules, every
//! action decided again with the recorded dice, and every built-in player asked again.
//!
//! A transcript: every cycle by what the rules allow from its own past. A [`TraceSource`] (`replay/store/source.rs`)
//! turns the lines into rows with the reader of the game (`reading.rs` in the chase, `blocks` of the crate kit in
//! most), the game's [`Referee`] judges one row after the other, and its first finding is the fault of the
//! [`FileVerdict`].

use serde::Serialize;

use super::deadline::Deadline;
use chase_checks::audit::{Auditor, MakesAuditors};
use chase_kit::diagnosis::{Diagnosis, Inquiry};
use chase_kit::referee::{Referee, TraceFinding};
use chase_kit::text_layout::LayoutFault;
use chase_kit::trace::{TextEnd, TraceRow};
use chase_record::any::AnyGame;
use chase_record::replay::{Broken, Header};
use chase_replay::diff::write_options;
use chase_replay::store::{ReplayReader, TraceSource};
use chase_world::error::{Error, counted};

/// The result of verifying one file.
#[derive(Clone, Debug, Default, Serialize)]
pub struct FileVerdict {
    /// The name of the file, as it was given.
    pub name: String,
    /// Its cycles, as far as they were read.
    pub cycles: u64,
    /// The game's word for a cycle.
    pub unit: &'static str,
    /// The checks that were made, in words.
    pub checked: Vec<String>,
    /// The fault that was found, if any.
    pub fault: Option<VerdictFault>,
    /// The first place at which the layout of a transcript differs from the reference's.
    pub layout: Option<LayoutFault>,
    /// Other oddities of a transcript, a line each.
    pub remarks: Vec<String>,
    /// True if it could not be verified at all: that is neither right nor wrong.
    pub is_trouble: bool,
}

impl FileVerdict {
    /// Before anything was looked at.
    #[must_use]
    pub fn open(name: &str, unit: &'static str) -> Self {
        FileVerdict { name: name.to_owned(), unit, ..FileVerdict::default() }
    }

    /// Of a file that cannot be verified, for this reason.
    #[must_use]
    pub fn of_trouble(name: &str, unit: &'static str, error: &Error) -> Self {
        let verdict = FileVerdict::open(name, unit).with_error(error);
        FileVerdict { is_trouble: true, ..verdict }
    }

    /// Sets the fault that a message tells.
    #[must_use]
    pub fn with_error(mut self, error: &Error) -> Self {
        self.fault = Some(VerdictFault::of_error(error));
        self
    }
}

/// The first thing that is wrong with a file.
#[derive(Clone, Debug, Default, Serialize)]
pub struct VerdictFault {
    /// One line: where, and the rule.
    pub what: String,
    /// The rule, as one lasting word, where there is one.
    pub rule: Option<&'static str>,
    /// The cycle, where it is known.
    pub cycle: Option<u64>,
    /// The seat, where it is anybody's turn.
    pub seat: Option<String>,
    /// The numbers behind it, a line each.
    pub details: Vec<String>,
    /// The diagnoses of the program behind a transcript that leaves the rules.
    pub diagnoses: Vec<Diagnosis>,
}

/// The way out for a transcript whose random numbers are not known.
const SEED_WANTED: &str = "help: give --scenario with its seed, or --against REPLAY";

impl VerdictFault {
    /// A fault that is told by a message alone.
    #[must_use]
    pub fn plain(what: impl Into<String>) -> Self {
        VerdictFault { what: what.into(), ..VerdictFault::default() }
    }

    /// A layout that counts.
    #[must_use]
    pub fn of_layout(fault: &LayoutFault) -> Self {
        VerdictFault { rule: Some("layout"), ..VerdictFault::plain(format!("{fault} (layout)")) }
    }

    fn of_finding(unit: &str, finding: &TraceFinding) -> Self {
        VerdictFault {
            rule: Some(finding.rule),
            cycle: Some(finding.cycle),
            seat: finding.seat.clone(),
            details: match finding.wants_seed() {
                true => vec![SEED_WANTED.into()],
                false => details(finding),
            },
            ..VerdictFault::plain(format!("{unit} {}, {finding}", finding.cycle))
        }
    }

    fn of_error(error: &Error) -> Self {
        let told = error.to_string();
        let mut lines = told.lines().map(|line| line.trim().to_owned());
        let what = lines.next().unwrap_or_default();
        VerdictFault { details: lines.collect(), ..VerdictFault::plain(what) }
    }
}

/// The further lines of a finding, beside its first one.
#[must_use]
pub fn details(finding: &TraceFinding) -> Vec<String> {
    let mut lines = Vec::new();
    if !finding.situation.is_empty() {
        lines.push(finding.situation.clone());
    }
    if let Some(options) = &finding.options {
        let mut table = String::new();
        write_options(&mut table, options);
        let rows = table.lines().map(|line| line.replace("<- ours", "<- the trace"));
        lines.extend(rows);
    }
    lines.extend(finding.facts.iter().cloned());
    lines
}

/// Verifies a replay that was just opened until a deadline. `again` opens it once
/// more, to name the rule behind a fault.
pub fn replay(
    mut reader: ReplayReader,
    game: &dyn MakesAuditors,
    quick: bool,
    again: &dyn Fn() -> Result<ReplayReader, Error>,
    deadline: &Deadline,
) -> FileVerdict {
    let unit = reader.now().unit();
    let mut verdict = FileVerdict::open(reader.name(), unit);
    let mut auditor = match quick {
        true => None,
        false => game.auditor(reader.now(), reader.header(), deadline.stop()),
    };
    verdict.checked = vec!["seals".into(), "fold".into()];
    if let Some(auditor) = &auditor {
        verdict.checked.extend(played_again(unit, reader.header(), &**auditor));
    }
    let mut check = |reader: &ReplayReader| match &mut auditor {
        Some(auditor) => auditor.check(reader.now()),
        None => Ok(()),
    };
    let mut read = || -> Result<(), Box<VerdictFault>> {
        while reader.next_cycle().map_err(|e| Box::new(VerdictFault::of_error(&e)))? {
            let checked = check(&reader);
            if deadline.has_passed() {
                return Ok(());
            }
            verdict.cycles += 1;
            checked.map_err(|broken| {
                Box::new(name_the_rule(game, reader.header(), &broken, again, deadline))
            })?;
        }
        Ok(())
    };
    if let Err(fault) = read() {
        verdict.fault = Some(*fault);
        return verdict;
    }
    if deadline.has_passed() {
        verdict.is_trouble = true;
        verdict.fault = Some(out_of_time(&verdict, deadline));
        return verdict;
    }
    if reader.unfinished().is_some() {
        let what = match reader.now().last() {
            Some(last) => format!("an unfinished recording: it ends after {unit} {last}"),
            None => "an unfinished recording: nothing was recorded yet".into(),
        };
        verdict.fault = Some(VerdictFault::plain(what));
    } else if reader.now().outcome().is_none() {
        verdict.checked.push("the game was stopped before its end".into());
    }
    verdict
}

/// The checks that an audit makes, in words.
fn played_again(unit: &str, header: &Header, auditor: &dyn Auditor) -> Vec<String> {
    let seed = header.seed;
    let mut checked = vec!["rules".into(), "dice".into()];
    checked.push(match auditor.players_asked() {
        (asked, all) if asked == all => format!("played again from seed {seed}"),
        (0, _) => "choices of no player checked".into(),
        (asked, all) => format!("choices of {asked} of {all} players checked"),
    });
    if let Some(last) = header.shared_until() {
        for what in &mut checked[1..] {
            what.push_str(&format!(" after {unit} {last}"));
        }
    }
    checked
}

/// The fault of a file that was not judged to its end in time.
fn out_of_time(verdict: &FileVerdict, deadline: &Deadline) -> VerdictFault {
    let done = counted(verdict.cycles, verdict.unit);
    let time = humantime::format_duration(deadline.time());
    let mut fault = VerdictFault::plain(format!(
        "not verified within {time} (done: {done}); a player that is asked again may \
         think for very long"
    ));
    fault.details = vec![
        "help: allow more time with --timeout, or skip rules and players of replays with --quick"
            .into(),
    ];
    fault
}

/// The referee's words about the cycle in which a replay could not be played again.
fn name_the_rule(
    game: &dyn AnyGame,
    header: &Header,
    broken: &Broken,
    again: &dyn Fn() -> Result<ReplayReader, Error>,
    deadline: &Deadline,
) -> VerdictFault {
    let mut fault = VerdictFault {
        cycle: Some(broken.cycle),
        seat: broken.seat.clone(),
        ..VerdictFault::plain(broken.to_string())
    };
    if header.shared_until().is_some() {
        // A referee holds everything before against the players of the header, who did not play it.
        return fault;
    }
    let referee = game.referee_with(&mut header.clone(), true, deadline.stop());
    let (Ok(mut referee), Ok(mut reader)) = (referee, again()) else {
        return fault;
    };
    let mut row = TraceRow::unknown(game.columns().len());
    while let Ok(true) = reader.next_cycle() {
        reader.now().row(&mut row);
        let judged = referee.judge(&row);
        if deadline.has_passed() {
            fault.details.push(format!(
                "no time left to check the rules of the strategies (limit {})",
                humantime::format_duration(deadline.time())
            ));
            return fault;
        }
        if let Err(finding) = judged {
            return VerdictFault::of_finding(game.unit(), &finding);
        }
        if row.cycle >= broken.cycle {
            break;
        }
    }
    fault.details.push("no rule of the strategies is broken".into());
    fault
}

/// Verifies a transcript by what the referee allows, and by what the scenario says, until the
/// deadline that stops the referee's players. The inquiry tells why a transcript with a fault left the rules.
#[must_use]
pub fn transcript(
    unit: &'static str,
    mut source: TraceSource,
    mut referee: Box<dyn Referee>,
    mut inquiry: Option<Box<dyn Inquiry>>,
    scenario: &[(String, String)],
    deadline: &Deadline,
) -> FileVerdict {
    let mut verdict = FileVerdict::open(source.name(), unit);
    verdict.checked.push("rules and strategies".into());
    let mut fault = None;
    // A cause is sought in the whole trace, behind its first fault too.
    loop {
        match source.next_cycle() {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                fault.get_or_insert_with(|| VerdictFault::of_error(&error));
                break;
            }
        }
        if let Some(inquiry) = &mut inquiry {
            inquiry.take(source.row());
        }
        if fault.is_none() {
            let judged = referee.judge(source.row());
            if deadline.has_passed() {
                verdict.is_trouble = true;
                verdict.fault = Some(out_of_time(&verdict, deadline));
                return verdict;
            }
            let found = judged.err();
            verdict.is_trouble = found.as_ref().is_some_and(|it| it.is_undecided());
            fault = found.map(|finding| VerdictFault::of_finding(unit, &finding));
        }
        verdict.cycles += 1;
    }
    let remarks = source.remarks().iter().filter(|remark| !remark.contradicts);
    let remarks = remarks.map(|remark| format!("line {}: {}", remark.line, remark.what));
    verdict.remarks = remarks.collect();
    if let Some(mut fault) = fault {
        fault.diagnoses = inquiry.map_or_else(Vec::new, |inquiry| inquiry.conclude());
        verdict.fault = Some(fault);
        return verdict;
    }
    verdict.fault = end_fault(unit, &source, &*referee, scenario);
    if source.how_it_ended() == TextEnd::Quit {
        verdict.checked.push("somebody quit before its end".into());
    }
    verdict
}

/// The fault of a transcript all of whose cycles are right.
fn end_fault(
    unit: &str,
    source: &TraceSource,
    referee: &dyn Referee,
    scenario: &[(String, String)],
) -> Option<VerdictFault> {
    if let Err(finding) = referee.end(source.how_it_ended() == TextEnd::Cut) {
        return Some(VerdictFault::of_finding(unit, &finding));
    }
    if let Some(remark) = source.remarks().iter().find(|remark| remark.contradicts) {
        return Some(VerdictFault::plain(format!("line {}: {}", remark.line, remark.what)));
    }
    let known: std::collections::BTreeMap<_, _> = scenario.iter().cloned().collect();
    source.statements().into_iter().find_map(|(what, said)| {
        let right = known.get(&what)?;
        (*right != said).then(|| {
            VerdictFault::plain(format!(
                "the transcript says {what}: {said}, but the scenario has {right}"
            ))
        })
    })
}

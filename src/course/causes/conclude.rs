//! What is said of a program: one diagnosis for each strategy, tip rule and ending that the rules
//! do not explain, with what is known of its cause.

use super::assignment;
use super::conduct::Conduct;
use super::hold::{Misses, Phases, WalkedSeats, misses, phase};
use super::place::counted;
use super::run::{HOURS_MAX, TraceRun};
use super::search::{self, Fitting, Hypothesis, StrandOutcome};
use super::shown::{ShownFound, endings};
use super::table::{Family, SWITCHES};
use chase_kit::diagnosis::{Certainty, Diagnosis, Evidence, KnownCause};
use chase_police::players::known_strategy::KnownStrategy;
use chase_police::trace::{TRACE, column};
use chase_police::{AGENTS, THIEF};

/// Bits below which nothing that fits is shown: it would be a guess.
const LITTLE_BITS: f64 = 8.0;

/// What is said where the order of roads in the city file is not known.
const NOT_TRIED: &str =
    "only `chase grade` tries mistakes about the order of roads in the city file";

/// Diagnoses of all that these runs of one program show, `without` some switches of the table.
#[must_use]
pub fn conclude(runs: &[TraceRun], without: &[&str]) -> Vec<Diagnosis> {
    let strategies = [KnownStrategy::Random, KnownStrategy::Least, KnownStrategy::Dfs];
    let mut founds: Vec<StrandOutcome> = strategies
        .iter()
        .flat_map(|strategy| search::search(*strategy, runs, without))
        .filter(|found| !found.is_right())
        .collect();
    agree(&mut founds);
    founds.iter_mut().for_each(StrandOutcome::drop_the_worse);
    let tables = strategies.iter().filter_map(|strategy| table(*strategy, &founds, runs));
    let mut all: Vec<Diagnosis> = tables.collect();
    let mut diagnoses = Vec::new();
    let mut claims: Vec<Claim> = Vec::new();
    for found in &founds {
        if found.fits.is_empty() {
            let mut diagnosis = unknown(found);
            if !runs.iter().all(|run| run.world.knows_listing()) {
                diagnosis.facts.push(NOT_TRIED.into());
            }
            diagnoses.push(diagnosis);
        } else {
            claims.extend(claims_of(found));
        }
    }
    let mut merged = merged(claims);
    merged.iter_mut().for_each(|claim| claim.drop_without_tips(runs));
    let mut claimed: Vec<Diagnosis> = merged.iter().map(Claim::diagnosis).collect();
    // What is named comes before what is not.
    claimed.sort_by_key(|diagnosis| diagnosis.causes.is_empty());
    all.append(&mut claimed);
    all.append(&mut diagnoses);
    all.extend(undrawn(runs));
    if runs.iter().any(|run| run.is_long) {
        for diagnosis in &mut all {
            let fact = format!("only the first {HOURS_MAX} hours of each run are looked at");
            diagnosis.facts.push(fact);
        }
    }
    all.extend(of_shown("endings", "ending", &endings(runs, without)));
    all
}

/// Strategies that share a rule are explained by the same mistake where one explains them all.
fn agree(founds: &mut [StrandOutcome]) {
    let is_shared = |n: usize| SWITCHES[n].strategies.count_ones() > 1;
    let shared_in = |found: &StrandOutcome| {
        let mut shared: Vec<usize> = found
            .fits
            .iter()
            .flat_map(|fitting| fitting.switches.iter().copied())
            .filter(|n| is_shared(*n))
            .collect();
        shared.sort_unstable();
        shared.dedup();
        shared
    };
    let all: Vec<Vec<usize>> = founds.iter().map(shared_in).collect();
    let count = |n: usize| all.iter().filter(|shared| shared.contains(&n)).count();
    let most = all.iter().flatten().map(|n| count(*n)).max().unwrap_or(0);
    if most < 2 {
        return;
    }
    for found in founds {
        let weight = |fitting: &Fitting| {
            let shared = fitting.switches.iter().filter(|n| is_shared(**n));
            shared.map(|n| count(*n)).max().unwrap_or(0)
        };
        let best = found.fits.iter().map(weight).max().unwrap_or(0);
        if best == most {
            found.fits.retain(|fitting| weight(fitting) == most);
        }
    }
}

/// A statement that one of some sets of switches is what a program does.
struct Claim {
    strategies: Vec<KnownStrategy>,
    phases: Phases,
    /// True if every known mistake was tried.
    is_complete: bool,
    alternatives: Vec<Hypothesis>,
    explained_in: Vec<usize>,
    first: Option<(usize, usize, usize)>,
    evidence: Evidence,
    facts: Vec<String>,
    keys: Vec<String>,
}

fn claims_of(found: &StrandOutcome) -> Vec<Claim> {
    let Some(first) = found.fits.first() else {
        return Vec::new();
    };
    let in_all = |n: &usize| found.fits.iter().all(|fitting| fitting.switches.contains(n));
    let core: Vec<usize> = first.switches.iter().copied().filter(in_all).collect();
    // Those that had no occasion before the first tip are listed; the others say how sure it is.
    let all_late = found.fits.iter().all(|fitting| fitting.is_late_route);
    let counts = |fitting: &&Fitting| all_late || !fitting.is_late_route;
    let least = |bits: &dyn Fn(&Fitting) -> f64| {
        let fits = found.fits.iter().filter(counts);
        fits.map(bits).fold(f64::INFINITY, f64::min)
    };
    let claim = |alternatives: Vec<Hypothesis>, bits: f64| Claim {
        strategies: vec![found.strategy],
        phases: found.phases,
        is_complete: !found.is_bounded,
        alternatives,
        explained_in: first.explained_in.clone(),
        // Of several mistakes it is not known which shows there.
        first: first.first.filter(|_| first.switches.len() == 1),
        keys: vec![key(found, first)],
        evidence: Evidence {
            runs_whole: first.runs_whole,
            runs: first.runs,
            steps: first.steps,
            elsewhere: first.explained,
            together: first.switches.len().max(1),
            bits,
            bits_needed: found.needed(),
        },
        facts: found.is_bounded.then(|| BOUNDED.to_owned()).into_iter().collect(),
    };
    let mut claims: Vec<Claim> = core
        .iter()
        .map(|n| {
            let bits = least(&|fitting: &Fitting| {
                let at = fitting.switches.iter().position(|other| other == n);
                at.map_or(0.0, |at| fitting.bits_each[at])
            });
            claim(vec![vec![*n]], bits)
        })
        .collect();
    let mut rest: Vec<Hypothesis> = Vec::new();
    let mut bits = f64::INFINITY;
    for fitting in &found.fits {
        let others = fitting.switches.iter().zip(&fitting.bits_each);
        let others: Vec<_> = others.filter(|(n, _)| !core.contains(n)).collect();
        if counts(&fitting) {
            bits = others.iter().map(|(_, bits)| **bits).fold(bits, f64::min);
        }
        let others: Hypothesis = others.iter().map(|(n, _)| **n).collect();
        if !others.is_empty() && !rest.contains(&others) {
            rest.push(others);
        }
    }
    if !rest.is_empty() {
        claims.push(claim(rest, bits));
    }
    claims
}

/// Claims of several strategies about the same mistakes are one: their evidence is summed up.
fn merged(claims: Vec<Claim>) -> Vec<Claim> {
    let mut merged: Vec<Claim> = Vec::new();
    for claim in claims {
        let common = |other: &Claim| {
            let both = other.alternatives.iter().filter(|one| claim.alternatives.contains(one));
            both.cloned().collect::<Vec<_>>()
        };
        let known = merged.iter_mut().find_map(|other| {
            let both = common(other);
            let is_same = !both.is_empty() && other.phases == claim.phases;
            is_same.then_some((other, both))
        });
        let Some((other, both)) = known else {
            merged.push(claim);
            continue;
        };
        other.alternatives = both;
        other.strategies.extend(claim.strategies);
        other.is_complete &= claim.is_complete;
        other.explained_in.extend(claim.explained_in);
        other.explained_in.sort_unstable();
        other.explained_in.dedup();
        other.first = other.first.into_iter().chain(claim.first).min();
        other.keys.extend(claim.keys);
        let (mine, others) = (&mut other.evidence, claim.evidence);
        // Which runs are cut is not the same for all: none is counted as whole that may be cut.
        let cut = (mine.runs - mine.runs_whole) + (others.runs - others.runs_whole);
        mine.runs = mine.runs.max(others.runs);
        mine.runs_whole = mine.runs.saturating_sub(cut);
        mine.steps += others.steps;
        mine.elsewhere += others.elsewhere;
        mine.together = mine.together.max(others.together);
        mine.bits += others.bits;
        mine.bits_needed = mine.bits_needed.max(others.bits_needed);
        other.facts.extend(claim.facts);
    }
    merged
}

impl Claim {
    /// Drops the runs without informants, if only a tip can show the mistakes: what fits there is another
    /// mistake of the same program.
    fn drop_without_tips(&mut self, runs: &[TraceRun]) {
        let mut switches = self.alternatives.iter().flatten();
        if switches.all(|n| SWITCHES[*n].needs_tips) {
            let has_informants = |n: &usize| runs[*n].world.game.map().has_informants();
            self.explained_in.retain(has_informants);
        }
    }

    fn diagnosis(&self) -> Diagnosis {
        let families: Vec<Family> =
            self.alternatives.iter().flatten().map(|n| SWITCHES[*n].family).collect();
        let family = families.first().copied();
        let family = family.filter(|first| families.iter().all(|other| other == first));
        let Evidence { bits, bits_needed, .. } = self.evidence;
        let is_shown = bits >= LITTLE_BITS;
        let causes = self.alternatives.iter().filter(|_| is_shown);
        Diagnosis {
            about: self.about(),
            phase: phase_words(self.phases),
            certainty: match (bits >= bits_needed && self.is_complete, self.explained_in.len()) {
                (true, 2..) => Certainty::Named,
                (true, _) => Certainty::Fits,
                (false, _) => Certainty::TooLittle,
            },
            family: family.filter(|_| is_shown).map(Family::words),
            causes: causes.map(|switches| cause(switches, self.evidence.together)).collect(),
            evidence: Some(self.evidence),
            // It is said to be in the first of the runs.
            first: self
                .first
                .filter(|(run, ..)| self.explained_in.first() == Some(run))
                .map(|(_, hour, agent)| turn_words(hour, agent)),
            facts: self.facts.clone(),
            table: None,
            runs: self.explained_in.clone(),
            key: self.keys.join(" "),
        }
    }

    fn about(&self) -> String {
        let switches = self.alternatives.iter().flatten();
        let is_dice = switches.clone().all(|n| SWITCHES[*n].family == Family::Dice);
        if is_dice {
            return "dice".into();
        }
        let names = self.strategies.iter().map(|of| of.player());
        names.collect::<Vec<_>>().join(", ")
    }
}

/// `together` is the number of mistakes that fit only together.
fn cause(switches: &[usize], together: usize) -> KnownCause {
    let names: Vec<_> = switches.iter().map(|n| SWITCHES[*n].name).collect();
    let mut words = switches.iter().map(|n| SWITCHES[*n].words).collect::<Vec<_>>().join("; and ");
    if let (1, Some(whose)) = (together, words.strip_prefix("the random numbers are ")) {
        words = format!("right but for the random numbers, which are {whose}");
    }
    let rules = switches.iter().map(|n| assignment::rule(&SWITCHES[*n]));
    let mut rules: Vec<_> = rules.collect();
    rules.dedup();
    KnownCause { name: names.join("+"), words, rule: rules.join("; ") }
}

/// A turn as "hour H, D".
fn turn_words(hour: usize, agent: usize) -> String {
    format!("hour {hour}, {}", TRACE[column::CITY + agent].name)
}

/// The turns of some phases, in words.
fn phase_words(phases: Phases) -> Option<&'static str> {
    match phases {
        phase::BEFORE => Some("before any tip"),
        phase::AFTER => Some("after a tip"),
        phase::ON_TIP => Some("while a tip is followed"),
        phase::OWN => Some("while no tip is followed"),
        _ => None,
    }
}

/// What is said if the runs are too long.
const BOUNDED: &str = "the runs are too long to try all known mistakes";

/// A diagnosis without a cause.
fn without_cause(
    strategy: KnownStrategy,
    certainty: Certainty,
    founds: &[&StrandOutcome],
) -> Diagnosis {
    let misses = founds.iter().flat_map(|found| &found.misses);
    let missed = misses.filter(|(_, misses)| !misses.list.is_empty());
    let mut missed: Vec<usize> = missed.map(|(run, _)| *run).collect();
    missed.sort_unstable();
    missed.dedup();
    Diagnosis {
        about: strategy.player().into(),
        phase: None,
        certainty,
        family: None,
        causes: Vec::new(),
        evidence: None,
        first: None,
        facts: Vec::new(),
        table: None,
        runs: missed,
        key: String::new(),
    }
}

/// Where the turns of a strategy are right and where they are wrong.
fn table(
    strategy: KnownStrategy,
    founds: &[StrandOutcome],
    runs: &[TraceRun],
) -> Option<Diagnosis> {
    let founds: Vec<_> = founds.iter().filter(|found| found.strategy == strategy).collect();
    founds.first()?;
    let table = counted(strategy, runs).table()?;
    let counted = without_cause(strategy, Certainty::Counted, &founds);
    Some(Diagnosis { table: Some(table), ..counted })
}

/// Nothing fits: where it leaves the rules is still known.
fn unknown(found: &StrandOutcome) -> Diagnosis {
    let mut facts = Vec::new();
    facts.extend(off_the_paths(found));
    // A wrong way to a tip draws other numbers, and says nothing about the dice.
    let mut missed = all_misses(found).flat_map(|misses| &misses.list);
    if found.is_by_dice && missed.any(|miss| miss.phase == phase::BEFORE) {
        facts.push(
            "its moves match neither the assignment's random numbers nor any known misuse of them"
                .into(),
        );
    }
    facts.extend(wrong_stamina(found));
    if found.is_bounded {
        facts.push(BOUNDED.into());
    }
    let unknown = without_cause(found.strategy, Certainty::Unknown, &[found]);
    Diagnosis { phase: phase_words(found.phases), facts, ..unknown }
}

fn all_misses(found: &StrandOutcome) -> impl Iterator<Item = &Misses> {
    found.misses.iter().map(|(_, misses)| misses)
}

/// What is said of steps on the way to tips that are on no best path.
fn off_the_paths(found: &StrandOutcome) -> Option<String> {
    let missed = all_misses(found).flat_map(|misses| &misses.list);
    let missed = missed.filter(|miss| !miss.is_stamina).count();
    let is_off = found.phases == phase::ON_TIP && missed > 0;
    is_off.then(|| format!("{missed} of {} turns are not on a best path", turns_of(found)))
}

/// The number of turns of the phases.
fn turns_of(found: &StrandOutcome) -> usize {
    let phases = all_misses(found).flat_map(|misses| &misses.phases);
    phases.filter(|phase| **phase & found.phases != 0).count()
}

/// What is said if only the stamina that is shown is wrong.
fn wrong_stamina(found: &StrandOutcome) -> Option<String> {
    let all = || all_misses(found).flat_map(|misses| &misses.list);
    if all().any(|miss| !miss.is_stamina) {
        return None;
    }
    let steps = turns_of(found);
    let turns = match all().count() {
        0 => return None,
        1 => "1 turn".to_owned(),
        many => format!("{many} turns"),
    };
    Some(format!(
        "all {steps} moves and rests are right; the stamina that is shown is wrong in {turns}"
    ))
}

/// What is said of the steps of RANDOM agents that leave the rules in runs without known dice: it seeks no
/// cause and says only where the steps are.
fn undrawn(runs: &[TraceRun]) -> Vec<Diagnosis> {
    let mut found = StrandOutcome::of(KnownStrategy::Random);
    for (n, run) in runs.iter().enumerate().filter(|(_, run)| run.dice.is_none()) {
        for agent in THIEF..AGENTS {
            if run.strategies[agent] == Some(KnownStrategy::Random) {
                let whose = WalkedSeats::Agent(agent, KnownStrategy::Random);
                found.misses.push((n, misses(run, whose, &Conduct::RULES)));
            }
        }
    }
    if found.is_right() {
        return Vec::new();
    }
    let why = "the moves of a random agent depend on the seed; give the seed to check them".into();
    let not_sought = without_cause(found.strategy, Certainty::NotSought, &[&found]);
    let table = table(found.strategy, std::slice::from_ref(&found), runs);
    table.into_iter().chain([Diagnosis { facts: vec![why], ..not_sought }]).collect()
}

/// A diagnosis of what makes no choices.
#[must_use]
pub fn of_shown(about: &str, place: &str, found: &ShownFound) -> Option<Diagnosis> {
    if found.wrong == 0 {
        return None;
    }
    let fact = match (found.places, found.wrong) {
        (1, _) => format!("the only {place} is wrong"),
        (all, wrong) if all == wrong => {
            format!("all {all} {place}s are wrong")
        }
        (all, 1) => format!("1 of {all} {place}s is wrong"),
        (all, wrong) => format!("{wrong} of {all} {place}s are wrong"),
    };
    let fits = found.fits.iter();
    let causes: Vec<_> = fits
        .map(|fit| KnownCause {
            name: fit.name.into(),
            words: fit.words.into(),
            rule: assignment::rule(fit).into(),
        })
        .collect();
    let family = found.fits.first().map(|fit| fit.family);
    let mut facts = vec![fact];
    if !causes.is_empty() {
        facts.push(match found.places {
            1 => format!("this mistake reproduces the {place}"),
            2 => format!("this mistake reproduces both {place}s"),
            all => format!("this mistake reproduces all {all} {place}s"),
        });
    }
    Some(Diagnosis {
        about: about.into(),
        phase: None,
        certainty: match (causes.is_empty(), found.wrong) {
            (true, _) => Certainty::Unknown,
            (false, 1) => Certainty::Fits,
            (false, _) => Certainty::Named,
        },
        family: family
            .filter(|first| found.fits.iter().all(|fit| fit.family == *first))
            .map(Family::words),
        key: found.fits.first().map_or(String::new(), |fit| fit.name.into()),
        causes,
        evidence: None,
        first: None,
        facts,
        table: None,
        runs: found.wrong_in.clone(),
    })
}

/// The name by which a strategy's hypothesis is found again.
fn key(found: &StrandOutcome, fitting: &Fitting) -> String {
    let names: Vec<_> = fitting.switches.iter().map(|n| SWITCHES[*n].name).collect();
    format!("{}:{}:{}", found.strategy.player(), found.phases, names.join("+"))
}

/// The hours in which a run breaks the rules, where one of the hypotheses in a diagnosis's key fits
/// all of it; none for an ending. `None` where none fits.
#[must_use]
pub fn explained(key: &str, run: &TraceRun) -> Option<Vec<u64>> {
    let one = |key: &str| {
        let Some((strategy, hypothesis)) = key.split_once(':') else {
            let endings = endings(std::slice::from_ref(run), &[]);
            let fits = endings.fits.iter().any(|fit| fit.name == key);
            return fits.then(Vec::new);
        };
        let (phases, names) = hypothesis.split_once(':')?;
        let switches: Option<Vec<usize>> = names
            .split('+')
            .map(|name| SWITCHES.iter().position(|switch| switch.name == name))
            .collect();
        search::explained(KnownStrategy::of(strategy)?, &switches?, phases.parse().ok()?, run)
    };
    let found: Vec<Vec<usize>> = key.split(' ').filter_map(one).collect();
    let mut hours: Vec<u64> = found.iter().flatten().map(|hour| *hour as u64).collect();
    hours.sort_unstable();
    hours.dedup();
    (!found.is_empty()).then_some(hours)
}

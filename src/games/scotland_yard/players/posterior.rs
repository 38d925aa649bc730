//! Where Mr X can be, and who he is: a Bayesian posterior, a fold of what the detectives are told.
//!
//! Two kinds of Mr X are thought possible, and before the first round as likely as each other:
//!
//! - **Careful**: he picks a station next to his, in proportion to how much he likes it by the
//!   distance of the nearest detective (`trail.rs`), and of the tickets that pay it each as
//!   likely, a secret one a fifth as likely.
//! - **Foresighted**: he rates each station with each ticket by his chance to stay free that
//!   `lookahead` works out (`pursuit.rs`; a secret ticket leaves 0.95 of it), and picks in
//!   proportion to its 20th power. A double, while he has one, counts as one more choice of a
//!   chance of 0.7. One time in ten he is careful all the same.
//!
//! For each kind the stations have weights that sum up to 1. A step multiplies a station's weight
//! by how likely that kind makes what was told of it. In a double the first leg is any that fits, and
//! the second is weighed by the same likes and powers, which are not shared out. Once he is shown,
//! all of the weight is there; both kinds are then taken to have been careful in that step. The
//! likelihood of what was told, other than of doubles, and of a station being empty to which a
//! detective moved, is that of the kind too; no kind is ever thought less likely than 0.02.

use std::sync::Arc;

use super::pursuit::{Pursuit, TURNS};
use super::trail::{PossibleStations, StepTidings, scale};
use crate::board::{Station, StationLink, Ticket, TicketSet};
use crate::{Event, MR_X, Public, PublicSetting, TicketLeg};
use chase_kit::budget::{StopFlag, Thinking};

/// The tickets with which Mr X can pay a step.
const FARES: [Ticket; 4] = [Ticket::Taxi, Ticket::Bus, Ticket::Underground, Ticket::Secret];
/// The factor on the chance of a move for each secret ticket.
const SECRET: f64 = 0.95;
/// The chance that a double counts as.
const DOUBLE: f64 = 0.7;
/// The share of moves in which the foresighted one is only careful.
const STRAY: f64 = 0.1;
/// The likelihood of a careless secret ticket, where any other ticket counts 1.
const SECRET_SHARE: f64 = 0.2;
/// No kind of Mr X is less likely.
const LEAST: f64 = 0.02;

/// The weights of the stations where Mr X can be, by kind, and the probability of each kind.
#[derive(Clone, Debug)]
pub(super) struct Kinds {
    /// The weights of the stations by number.
    pub careful: Vec<f64>,
    pub foresighted: Vec<f64>,
    odds: [f64; 2],
    /// How likely each kind made what was last learned from.
    pub likelihoods: [f64; 2],
}

/// The opinion of Mr X about the stations before his move.
pub(super) struct Outlook {
    pub likes: Vec<f64>,
    /// The 20th powers of his chances by number, for each of [`FARES`]; empty where he has no such
    /// ticket, or where nobody looked.
    keen: [Vec<f64>; 4],
    held: TicketSet,
    can_double: bool,
}

/// The place of a step in its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MovePart {
    /// The only one.
    Single,
    /// The first of a double.
    First,
    /// The second of a double.
    Second,
}

/// A belief of where Mr X is: a fold of what a detective is told.
pub(super) trait StationWeights: Send {
    /// Takes in what a seat has seen.
    fn observe(&mut self, seen: &Event);

    /// The weights of the stations, by number.
    fn weights(&self) -> &[f64];
}

/// The probabilities of where Mr X is and of which kind he is, given all that the detectives were
/// told so far.
pub(super) struct Posterior {
    setting: Arc<PublicSetting>,
    /// The detectives' belief as `tracking` and `lookahead` assume it.
    pub trail: PossibleStations,
    pub kinds: Kinds,
    /// The weights of the stations, by number: those of both kinds, each times the probability of
    /// its kind.
    weights: Vec<f64>,
    /// The part of his move that is told next.
    pub step: MovePart,
    stop: StopFlag,
}

impl Posterior {
    /// Before the start. Nothing that is worked out once `stop` is set is of any use.
    pub fn new(setting: &Arc<PublicSetting>, stop: StopFlag) -> Self {
        let nowhere = vec![0.0; setting.board.numbers()];
        Posterior {
            setting: Arc::clone(setting),
            trail: PossibleStations::new(setting),
            kinds: Kinds {
                careful: nowhere.clone(),
                foresighted: nowhere.clone(),
                odds: [0.5; 2],
                likelihoods: [1.0; 2],
            },
            weights: nowhere,
            step: MovePart::Single,
            stop,
        }
    }

    /// Everything that all players know by now.
    pub fn public(&self) -> &Public {
        self.trail.public()
    }

    /// The opinion of Mr X about the stations; without looking ahead, only how much he likes each
    /// of them.
    pub(crate) fn outlook(&self, looks: bool) -> Outlook {
        let tickets = &self.public().tickets[MR_X.index()];
        let likes = self.trail.likes();
        let keen = FARES.map(|ticket| {
            if tickets[ticket as usize] == 0 || !looks {
                return Vec::new();
            }
            self.keen(ticket, &likes)
        });
        Outlook {
            likes,
            keen,
            held: TicketSet::of(tickets),
            can_double: tickets[Ticket::Double as usize] > 0,
        }
    }

    /// The chances that `lookahead` sees with a ticket, as powers, by number.
    fn keen(&self, ticket: Ticket, likes: &[f64]) -> Vec<f64> {
        let told = StepTidings { ticket: Some(ticket), shown: None };
        let belief = self.trail.step(self.trail.weights(), told, likes);
        let pursuit = Pursuit {
            setting: &self.setting,
            public: self.public(),
            trail: &self.trail,
            likes,
            turns: TURNS,
            thinking: &Thinking::begin(None, &self.stop),
        };
        let spread = pursuit.spread(&belief);
        let planned = pursuit.planned(&belief);
        let thrift = if ticket == Ticket::Secret { SECRET } else { 1.0 };
        let both = spread.iter().zip(planned);
        both.map(|(spread, planned)| power(thrift * (0.5 * spread + 0.5 * planned))).collect()
    }

    /// Beliefs once he has made one step more, of which this is told.
    pub fn after(
        &self,
        kinds: &Kinds,
        outlook: &Outlook,
        told: StepTidings,
        step: MovePart,
    ) -> Kinds {
        let nowhere = vec![0.0; self.weights.len()];
        let mut after = Kinds {
            careful: nowhere.clone(),
            foresighted: nowhere,
            odds: kinds.odds,
            likelihoods: kinds.likelihoods,
        };
        for &from in self.setting.board.stations() {
            if self.stop.is_stopped() {
                break;
            }
            let at = usize::from(from);
            let (careful, foresighted) = (kinds.careful[at], kinds.foresighted[at]);
            if careful == 0.0 && foresighted == 0.0 {
                continue;
            }
            let ways = self.setting.board.ways(from);
            outlook.each(ways, told, step, |to, likely, foreseen| {
                after.careful[to] += careful * likely;
                after.foresighted[to] += foresighted * foreseen;
            });
        }
        after.scale(step == MovePart::Single);
        after
    }
}

impl StationWeights for Posterior {
    fn observe(&mut self, seen: &Event) {
        let told = self.setting.shown(self.public(), seen);
        match told {
            Event::Opened { ref stations } => {
                for &start in &self.setting.hideouts {
                    let is_taken = stations[1..].contains(&start);
                    self.kinds.set(start, if is_taken { 0.0 } else { 1.0 });
                }
                self.kinds.scale(false);
            }
            Event::Doubled { .. } => self.step = MovePart::First,
            Event::RoundStarted { round, ticket, to } => {
                let told = StepTidings::of(&self.setting, round, TicketLeg { ticket, to });
                let looks = told.shown.is_none() && self.step != MovePart::First;
                let outlook = self.outlook(looks);
                self.kinds = self.after(&self.kinds, &outlook, told, self.step);
                self.step = match self.step {
                    MovePart::First => MovePart::Second,
                    MovePart::Single | MovePart::Second => MovePart::Single,
                };
            }
            Event::Moved { seat, to, .. } if seat != MR_X => {
                // He is not there, or the game is over next.
                self.kinds.set(to, 0.0);
                self.kinds.scale(true);
            }
            _ => {}
        }
        self.trail.observe(seen);
        self.weights = self.kinds.mean();
    }

    fn weights(&self) -> &[f64] {
        &self.weights
    }
}

impl Outlook {
    /// For every way that fits what was told where it leads, and how likely each kind takes it.
    pub fn each(
        &self,
        ways: &[StationLink],
        told: StepTidings,
        step: MovePart,
        mut each: impl FnMut(usize, f64, f64),
    ) {
        let is_open = |way: &&StationLink| self.held.can_pay(**way) && self.like(**way) > 0.0;
        let open = ways.iter().filter(is_open);
        let (mut liked, mut keen) = (1.0, 1.0);
        if step == MovePart::Single {
            liked = open.clone().map(|way| self.like(*way)).sum();
            keen = open.clone().map(|way| self.any_fare(*way)).sum();
            if self.can_double {
                keen += power(DOUBLE);
            }
        }
        for way in open.filter(|way| told.fits(self.held, **way)) {
            let likely = match (step, told.ticket) {
                (MovePart::First, _) | (_, None) => 1.0,
                (_, Some(ticket)) => self.like(*way) / liked * share(self.held, ticket, *way),
            };
            let foreseen = match self.fare(told, *way) {
                Some(power) if step != MovePart::First && keen > 0.0 => {
                    (1.0 - STRAY) * power / keen + STRAY * likely
                }
                _ => likely,
            };
            each(usize::from(way.to), likely, foreseen);
        }
    }

    fn like(&self, way: StationLink) -> f64 {
        self.likes[usize::from(way.to)]
    }

    /// The power of a way with the ticket that is told, if anybody looked.
    fn fare(&self, told: StepTidings, way: StationLink) -> Option<f64> {
        let place = FARES.iter().position(|fare| Some(*fare) == told.ticket)?;
        self.keen[place].get(usize::from(way.to)).copied()
    }

    /// The powers of a way with all the tickets that pay it.
    fn any_fare(&self, way: StationLink) -> f64 {
        let fares = FARES.iter().zip(&self.keen);
        let paying = fares.filter(|(fare, _)| self.held.pays(**fare, way));
        paying.filter_map(|(_, keen)| keen.get(usize::from(way.to))).sum()
    }
}

impl Kinds {
    /// The weights of both kinds, by how likely each is.
    pub fn mean(&self) -> Vec<f64> {
        let [careful, foresighted] = self.odds;
        let both = self.careful.iter().zip(&self.foresighted);
        both.map(|(one, other)| careful * one + foresighted * other).collect()
    }

    fn set(&mut self, at: Station, weight: f64) {
        self.careful[usize::from(at)] = weight;
        self.foresighted[usize::from(at)] = weight;
    }

    /// Scales the weights to sums of 1. If anything is learned, their sums before tell how likely
    /// each kind made the announced step.
    fn scale(&mut self, learns: bool) {
        let sums = [scale(&mut self.careful), scale(&mut self.foresighted)];
        if learns {
            self.likelihoods = sums;
        }
        learn(&mut self.odds, if learns { sums } else { [1.0; 2] });
    }
}

/// Updates the probabilities of the kinds by how likely each made what was told.
pub(super) fn learn<const N: usize>(odds: &mut [f64; N], likelihoods: [f64; N]) {
    for (odds, likelihood) in odds.iter_mut().zip(likelihoods) {
        *odds *= likelihood;
    }
    for _ in 0..2 {
        let sum: f64 = odds.iter().sum();
        if sum > 0.0 {
            *odds = odds.map(|odds| odds / sum);
        }
        *odds = odds.map(|odds| odds.max(LEAST));
    }
}

/// The probability that a player who does not think about it pays a way with this ticket.
fn share(held: TicketSet, ticket: Ticket, way: StationLink) -> f64 {
    let part = |ticket| match ticket {
        Ticket::Secret => SECRET_SHARE,
        _ => 1.0,
    };
    let all: f64 = held.paying(way).map(part).sum();
    part(ticket) / all
}

/// The 20th power, by multiplications, which come out the same on every machine.
fn power(chance: f64) -> f64 {
    let fourth = chance * chance * chance * chance;
    let eighth = fourth * fourth;
    eighth * eighth * fourth
}

//! What can be worked out about where Mr X is: a fold of what the detectives are told.
//!
//! A station is possible if some Mr X who kept the rules can be there: he paid these tickets (a
//! secret one for any edge), showed himself where he was seen, never moved onto a detective, had a
//! move when it was his turn, and no detective who moved found him. The probabilities are those of
//! a Mr X who begins at any of his possible starts and picks any of his moves, all equally likely.

use crate::masks::UnseenMrX;
use std::sync::Arc;

use serde::Serialize;

use super::board::Station;
use super::{Action, Ending, Event, MR_X, Public, PublicSetting, ScotlandYard, State, TicketLeg};
use chase_engine::dice::Dice;
use chase_engine::game::{Masks as _, Seat};
use chase_kit::budget::StopFlag;
use chase_kit::extras::{Belief, HiddenPart, Insight};
use chase_kit::picture::Heat;
use chase_kit::transcript::text;
use chase_record::replay::to_json;

/// The stations where Mr X can be, as the detectives can know.
#[derive(Clone, Debug)]
pub struct Knowledge {
    setting: Arc<PublicSetting>,
    public: Public,
    /// By station number, not normalised; 0 where he cannot be.
    weights: Vec<f64>,
    /// While a double is told: where its legs end, with their weights.
    double: Vec<(Station, Station, f64)>,
    legs_told: u8,
    /// The newest station that a detective moved to.
    entered: Station,
    buffer: Vec<Action>,
    stop: StopFlag,
}

/// The number of stations in a line.
const IN_A_LINE: usize = 5;

/// The steps into which a probability is divided when a station is drawn.
const STEPS: u32 = 1 << 30;

/// One station for programs.
#[derive(Serialize)]
struct Possible {
    station: Station,
    probability: f64,
}

impl HiddenPart<ScotlandYard> for Knowledge {
    fn take_event(&mut self, game: &ScotlandYard, before: &State, event: &Event) {
        if let Some(seen) = UnseenMrX.event(game, before, event, Seat(1).into()) {
            self.take_in(&seen);
        }
    }
}

/// The detectives are one: all of them are told the same.
impl Belief<ScotlandYard> for Knowledge {
    fn draw(
        &mut self,
        game: &Arc<ScotlandYard>,
        state: &State,
        dice: &mut Dice,
    ) -> Option<(Arc<ScotlandYard>, State)> {
        let stations = self.stations();
        let mut left = f64::from(dice.below(STEPS)) / f64::from(STEPS);
        let drawn = stations.iter().find(|(_, chance)| {
            left -= chance;
            left < 0.0
        });
        let (mr_x, _) = *drawn.or(stations.last())?;
        let state = State { mr_x, ..state.clone() };
        Some((Arc::clone(game), state))
    }
}

impl Insight<ScotlandYard> for Knowledge {
    fn text(&self, out: &mut Vec<u8>) {
        let stations = self.stations();
        let count = stations.len();
        let noun = if count == 1 { "station" } else { "stations" };
        text(out, format_args!("Mr X can be at {count} {noun}\n"));
        for line in stations.chunks(IN_A_LINE) {
            for (station, probability) in line {
                let percent = 100.0 * probability;
                text(out, format_args!("{station:>7} {percent:>5.1} %"));
            }
            out.push(b'\n');
        }
    }

    fn has_heat(&self) -> bool {
        true
    }

    fn heat(&self) -> Vec<Heat> {
        let all = self.setting.board.stations();
        let place = |station| all.iter().position(|there| *there == station);
        let heat = |(station, probability): (Station, f64)| {
            Some(Heat {
                place: u32::try_from(place(station)?).ok()?,
                per_mille: (probability * 1000.0).round() as u16,
            })
        };
        self.stations().into_iter().filter_map(heat).collect()
    }

    fn json(&self) -> String {
        let stations = self.stations().into_iter();
        let stations: Vec<_> =
            stations.map(|(station, probability)| Possible { station, probability }).collect();
        to_json(&stations)
    }

    fn again(&self) -> Box<dyn Insight<ScotlandYard>> {
        Box::new(self.clone())
    }
}

impl Knowledge {
    /// Before the start.
    #[must_use]
    pub fn new(setting: &Arc<PublicSetting>) -> Self {
        Knowledge {
            public: Public::new(setting),
            weights: vec![0.0; setting.board.numbers()],
            double: Vec::new(),
            legs_told: 0,
            entered: 0,
            buffer: Vec::new(),
            stop: StopFlag::default(),
            setting: Arc::clone(setting),
        }
    }

    /// Makes the work stop when the flag is raised: anything that is worked out after that is of no
    /// use.
    pub fn stopped_by(mut self, stop: StopFlag) -> Self {
        self.stop = stop;
        self
    }

    /// Takes in what the detectives are told.
    pub fn take_in(&mut self, told: &Event) {
        match *told {
            Event::Opened { ref stations } => {
                for &start in &self.setting.hideouts {
                    let is_taken = stations[1..].contains(&start);
                    self.weights[usize::from(start)] = if is_taken { 0.0 } else { 1.0 };
                }
            }
            Event::Doubled { first, second } => self.doubled(first, second),
            Event::RoundStarted { round, ticket, to } => {
                if self.double.is_empty() {
                    self.moved(round, TicketLeg { ticket, to });
                } else {
                    self.leg_of_double();
                }
            }
            Event::Moved { seat, to, .. } if seat != MR_X => {
                self.entered = to;
                // He is not there, or the game is over next.
                self.weights[usize::from(to)] = 0.0;
            }
            Event::GameOver { cause } => self.over(cause),
            Event::Moved { .. }
            | Event::Passed { .. }
            | Event::Forfeited { .. }
            | Event::RotationCompleted => {}
        }
        self.public.take_in(told, &self.setting);
        if self.legs_told == 2 {
            self.double.clear();
            self.legs_told = 0;
        }
    }

    /// The stations where he can be, in order, with the probability of each under a Mr X who plays
    /// at random.
    pub fn stations(&self) -> Vec<(Station, f64)> {
        // At his turn he can move, or the game would be over.
        let at_his_turn = self.public.current == MR_X && self.public.ended.is_none();
        let is_possible = |at: Station| {
            self.weights[usize::from(at)] > 0.0
                && (!at_his_turn || self.setting.mr_x_can_move(&self.public, at))
        };
        let all = self.setting.board.stations().iter().copied();
        let possible: Vec<_> = all.filter(|at| is_possible(*at)).collect();
        let weight = |at: &Station| self.weights[usize::from(*at)];
        let sum: f64 = possible.iter().map(weight).sum();
        possible.iter().map(|at| (*at, weight(at) / sum)).collect()
    }

    /// Every weight, and how likely each move is that a random Mr X makes there.
    fn each_move(&mut self, mut each: impl FnMut(Action, f64)) {
        for &from in self.setting.board.stations() {
            if self.stop.is_stopped() {
                break;
            }
            let weight = self.weights[usize::from(from)];
            if weight == 0.0 {
                continue;
            }
            self.buffer.clear();
            self.setting.mr_x_actions(&self.public, from, &mut self.buffer);
            let count = u32::try_from(self.buffer.len()).expect("a set of moves is small");
            let share = weight / f64::from(count);
            for action in &self.buffer {
                each(*action, share);
            }
        }
    }

    fn moved(&mut self, round: u32, told: TicketLeg) {
        let setting = Arc::clone(&self.setting);
        let mut weights = vec![0.0; self.weights.len()];
        self.each_move(|action, share| {
            if let Action::Move(leg) = action
                && fits(&setting, round, told, leg)
            {
                weights[usize::from(leg.to)] += share;
            }
        });
        self.take_over(weights);
    }

    fn doubled(&mut self, first_told: TicketLeg, second_told: TicketLeg) {
        let setting = Arc::clone(&self.setting);
        let round = self.public.round;
        let mut double = Vec::new();
        self.each_move(|action, share| {
            if let Action::Double { first, second } = action
                && fits(&setting, round + 1, first_told, first)
                && fits(&setting, round + 2, second_told, second)
            {
                double.push((first.to, second.to, share));
            }
        });
        self.double = double;
    }

    fn leg_of_double(&mut self) {
        let mut weights = vec![0.0; self.weights.len()];
        for &(first, second, share) in &self.double {
            let at = if self.legs_told == 0 { first } else { second };
            weights[usize::from(at)] += share;
        }
        self.legs_told += 1;
        self.take_over(weights);
    }

    /// New weights, scaled so that they never fade away in a long game.
    fn take_over(&mut self, mut weights: Vec<f64>) {
        let sum: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= sum);
        self.weights = weights;
    }

    fn over(&mut self, cause: Ending) {
        match cause {
            Ending::Captured => {
                self.weights.fill(0.0);
                self.weights[usize::from(self.entered)] = 1.0;
            }
            Ending::Cornered | Ending::Escaped | Ending::Stuck if self.public.current == MR_X => {
                let could_move = cause != Ending::Cornered;
                for &at in self.setting.board.stations() {
                    if self.setting.mr_x_can_move(&self.public, at) != could_move {
                        self.weights[usize::from(at)] = 0.0;
                    }
                }
            }
            // Nothing in these depends on where he is.
            Ending::Cornered | Ending::Escaped | Ending::Stuck | Ending::Forfeited => {}
        }
    }
}

/// Returns true if a leg would be announced in its round just like this one.
fn fits(setting: &PublicSetting, round: u32, told: TicketLeg, leg: TicketLeg) -> bool {
    told.ticket == leg.ticket && (!setting.reveals(round) || told.to == leg.to)
}

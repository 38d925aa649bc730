//! What `mixed` would do, as detectives who do not know where he is can work it out. His opinion of a
//! move depends on what everybody knows, and on the station from which he makes it. So his chances are
//! worked out once for each report that the detectives can get of a move, and looked up for each
//! station from which he may have made it.
//!
//! A move that shows him gives a different report for each station. Such moves are left out, except
//! those of the report that was given.

use super::lookahead::{DOUBLE, chance};
use super::mixed::{self, Mixed};
use super::posterior::Outlook;
use super::trail::{MoveTidings, StepTidings};
use crate::board::Station;
use crate::{Action, Public, PublicSetting};
use chase_kit::budget::Thinking;

/// His opinion before a move.
pub(super) struct Imitation<'a> {
    mixed: &'a Mixed,
    setting: &'a PublicSetting,
    public: &'a Public,
    outlook: &'a Outlook,
    thinking: &'a Thinking,
    /// What the detectives were told of the move.
    told: MoveTidings,
    prospects: Vec<Prospect>,
}

/// The freedom after moves of which the detectives are told the same, by the number of the station.
struct Prospect {
    told: MoveTidings,
    spread: Vec<f64>,
    planned: Vec<f64>,
}

impl<'a> Imitation<'a> {
    /// Before the move of which this was told.
    pub fn new(
        mixed: &'a Mixed,
        setting: &'a PublicSetting,
        outlook: &'a Outlook,
        thinking: &'a Thinking,
        told: MoveTidings,
    ) -> Self {
        Imitation {
            mixed,
            setting,
            public: mixed.posterior.public(),
            outlook,
            thinking,
            told,
            prospects: Vec::new(),
        }
    }

    /// The moves from a station that are told as this one was, each with its probability.
    pub fn moves(&mut self, from: Station) -> Vec<(f64, Action)> {
        let mut legal = Vec::new();
        self.setting.mr_x_actions(self.public, from, &mut legal);
        let is_single = |action: &Action| matches!(action, Action::Move(_));
        let (singles, doubles): (Vec<_>, Vec<_>) = legal.into_iter().partition(is_single);
        let mut rated = Vec::new();
        self.rate(&singles, &mut rated);
        if mixed::best(&rated) < DOUBLE {
            self.rate(&doubles, &mut rated);
        }
        let mut odds = mixed::odds(&rated);
        let sum: f64 = odds.iter().map(|(odds, _)| odds).sum();
        odds.retain(|(_, action)| {
            StepTidings::of_move(self.setting, self.public, *action) == self.told
        });
        odds.iter_mut().for_each(|(odds, _)| *odds /= sum);
        odds
    }

    fn rate(&mut self, moves: &[Action], rated: &mut Vec<(f64, Action)>) {
        for &action in moves {
            if self.thinking.is_over() {
                break;
            }
            let told = StepTidings::of_move(self.setting, self.public, action);
            let shows = told.iter().flatten().any(|step| step.shown.is_some());
            if !shows || told == self.told {
                let prospect = self.prospect(told);
                let chance = chance(action, &prospect.spread, &prospect.planned);
                rated.push((chance, action));
            }
        }
    }

    fn prospect(&mut self, told: MoveTidings) -> &Prospect {
        let place = self.prospects.iter().position(|it| it.told == told).unwrap_or_else(|| {
            let pursuit = self.mixed.pursuit(self.public, self.outlook, self.thinking);
            let belief = self.mixed.believed(self.outlook, told);
            self.prospects.push(Prospect {
                told,
                spread: pursuit.spread(&belief),
                planned: self.mixed.planned(&pursuit, &belief),
            });
            self.prospects.len() - 1
        });
        &self.prospects[place]
    }
}

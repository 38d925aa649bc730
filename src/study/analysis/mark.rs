//! Marks of choices: a choice is marked only where it is proved to lose something.

use super::{Decider, Gain, Look, Method, WIN};

/// A mark of a choice, by the share of a win that it loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// It loses 5 % of a win or more.
    Inaccuracy,
    /// It loses 10 % of a win or more.
    Mistake,
    /// It loses 15 % of a win or more.
    Blunder,
}

impl Mark {
    /// All marks with the least loss of each, largest first.
    pub const ALL: [(Mark, i64); 3] = [
        (Mark::Blunder, 15 * WIN / 100),
        (Mark::Mistake, 10 * WIN / 100),
        (Mark::Inaccuracy, 5 * WIN / 100),
    ];

    /// The sign of the mark.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The mark of a loss.
    fn of(loss: i64) -> Option<Self> {
        let all = Mark::ALL.into_iter();
        all.map(|(mark, least)| (loss >= least).then_some(mark)).find_map(|mark| mark)
    }
}

/// The probability that any choice of a game is marked though no action was better, at most.
const WRONG_MAX: f64 = 0.01;

/// Sets the marks of a game's choices. A gain that is a mean over games counts only if it is proved: a bet on
/// it, game by game, that can win nothing on average if there is no gain, has multiplied its stake so often that this
/// has a probability of 1 % for all choices of the game together (Ville's inequality; Waudby-Smith and Ramdas,
/// Estimating means of bounded random variables by betting, 2024).
///
/// A choice of a seat that sees everything loses no more than the value of the next turn's best choice shows: what can
/// still be had then is not lost. `end` is the value of the last moment by side.
pub fn set_marks(looks: &mut [Look], end: &[i64]) {
    let judged = |look: &&Look| matches!(look.decider, Decider::Choice(_)) && look.gain.is_some();
    let count = looks.iter().filter(judged).count();
    for n in 0..looks.len() {
        let Some(side) = looks[n].side else {
            continue;
        };
        let next = looks.get(n + 1).map_or(end[side], |next| next.before[side]);
        let look = &mut looks[n];
        // The next turn's value is the true one.
        let dropped = match look.method {
            Method::Belief(_) => WIN,
            _ => look.before[side] - next,
        };
        look.loss = dropped.min(-look.choice[side]).max(0);
        let gain = look.gain.filter(|gain| is_sure(gain, count));
        look.mark = gain.and_then(|gain| Mark::of(gain.mean.min(dropped)));
    }
}

/// True if a gain is above 0, with the error shared by so many choices.
fn is_sure(gain: &Gain, choices: usize) -> bool {
    if gain.games == 0 {
        return gain.mean > 0 && gain.is_confirmed;
    }
    #[expect(clippy::cast_precision_loss, reason = "few choices")]
    let choices = choices.max(1) as f64;
    gain.mean > 0 && gain.stake >= choices / WRONG_MAX
}

/// The largest share of the stake that is bet on a game.
const BET_MAX: f64 = 0.9;

/// How many times its stake a bet on gains wins, at its best, over games whose gains lie between -1 and 1. The
/// share that is bet on a game depends on the games before it alone, so that the stake grows on average only if
/// the gains are above 0.
pub(super) fn stake(gains: &[f64]) -> f64 {
    let (mut stake, mut best) = (1.0_f64, 1.0_f64);
    // Begun as if one game of no gain and one of half a win had been seen.
    let (mut sum, mut squares) = (0.5_f64, 0.25_f64);
    for gain in gains {
        let bet = (sum / squares).clamp(0.0, BET_MAX);
        stake *= 1.0 + bet * gain;
        best = best.max(stake);
        sum += gain;
        squares += gain * gain;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(mean: i64) -> Gain {
        Gain { action: 0, mean, games: 0, stake: 1.0, is_confirmed: true }
    }

    #[test]
    fn a_mark_needs_a_loss_that_is_proved() {
        assert_eq!(Mark::of(WIN / 20 - 1), None);
        assert_eq!(Mark::of(WIN / 20), Some(Mark::Inaccuracy));
        assert_eq!(Mark::of(WIN / 10), Some(Mark::Mistake));
        assert_eq!(Mark::of(WIN), Some(Mark::Blunder));
        assert!(is_sure(&exact(1), 50));
        assert!(!is_sure(&exact(0), 50));
        let one_line = Gain { is_confirmed: false, ..exact(WIN) };
        assert!(!is_sure(&one_line, 50));
    }

    /// What the next turn can still have is not lost.
    #[test]
    fn a_choice_loses_no_more_than_the_next_turn_shows() {
        let look = |before: i64, choice: i64| Look {
            turn: 0,
            cycle: 0,
            decider: Decider::Choice(chase_engine::seat::Seat(0)),
            method: Method::Exact,
            before: vec![before],
            choice: vec![choice],
            draws: vec![0],
            hidden: vec![0],
            after: vec![before + choice],
            actions: Vec::new(),
            side: Some(0),
            gain: Some(exact(-choice)),
            loss: 0,
            mark: None,
            line: Vec::new(),
        };
        let mut looks = [look(WIN, -WIN), look(WIN, -WIN), look(WIN / 2, -WIN / 4)];
        set_marks(&mut looks, &[WIN / 4]);
        assert_eq!(looks.each_ref().map(|look| look.loss), [0, WIN / 2, WIN / 4]);
        let marks = looks.each_ref().map(|look| look.mark);
        assert_eq!(marks, [None, Some(Mark::Blunder), Some(Mark::Blunder)]);
    }

    /// Gains that are 0 on average, drawn: the bet seldom wins much. Gains that are not are proved.
    #[test]
    fn a_bet_wins_only_on_gains() {
        let mut dice = chase_engine::dice::Dice::new(chase_engine::dice::Generator::Chacha8, 1, 0);
        let mut won = 0;
        for _ in 0..2_000 {
            let gains: Vec<f64> = (0..200).map(|_| f64::from(dice.below(3)) - 1.0).collect();
            won += u32::from(stake(&gains) >= 20.0);
        }
        // At most 5 % by Ville's inequality.
        assert!(won <= 100, "{won} of 2000");
        assert!(won > 0, "the bound is not far from what happens");
        assert!(stake(&[0.5; 40]) >= 5_000.0);
        // A fifth of a win, in games that vary.
        let gains: Vec<f64> = (0..800).map(|n| if n % 5 < 3 { 1.0 } else { -1.0 }).collect();
        assert!(stake(&gains) >= 5_000.0, "{}", stake(&gains));
        assert!(stake(&[-0.5; 40]) <= 1.0);
        assert!(stake(&[]) <= 1.0);
    }
}

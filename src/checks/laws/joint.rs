//! Turns in which several seats act at once: which joint actions there are.

use super::law_rules::LawRules;
use chase_engine::dice::{Dice, one_of};
use chase_engine::game::{Forfeit, ForfeitCause, Seat};
use chase_engine::history::{By, Joint, SeatChoice};
use chase_engine::seat::Seats;
use chase_study::any_value::Value;

/// The most joint actions of one state that are all followed; of more, so many are drawn.
const JOINTS_MAX: usize = 400;
const DRAWN: usize = 40;

/// Makes a turn of the choices, or the lost turns, of some seats.
fn joint<A>(chosen: impl IntoIterator<Item = (Seat, Result<A, Box<Forfeit>>)>) -> By<A> {
    let choices = chosen.into_iter().map(|(seat, chosen)| SeatChoice { seat, chosen, words: 0 });
    let joint = Joint::new(choices.collect());
    By::Joint(Box::new(joint.expect("seats are in order")))
}

fn legal(game: &dyn LawRules, state: &Value, seats: Seats) -> Vec<(Seat, Vec<Value>)> {
    seats.iter().map(|seat| (seat, game.legal(state, seat))).collect()
}

/// A joint action in which every seat draws what it does.
pub(super) fn drawn(
    game: &dyn LawRules,
    state: &Value,
    seats: Seats,
    dice: &mut Dice,
) -> By<Value> {
    let legal = legal(game, state, seats);
    joint(legal.iter().map(|(seat, all)| (*seat, Ok(one_of(all, dice).clone()))))
}

/// The choices of each seat, lost turns among them.
type SeatOptions<A> = Vec<(Seat, Vec<Result<A, Box<Forfeit>>>)>;

/// The n-th joint choice of all seats, for n below the product of the numbers of their choices.
fn nth<A: Clone>(options: &SeatOptions<A>, mut n: usize) -> By<A> {
    joint(options.iter().map(|(seat, all)| {
        let chosen = all[n % all.len()].clone();
        n /= all.len();
        (*seat, chosen)
    }))
}

/// True if the joint actions, lost turns among them, are few enough to follow all.
fn are_few<A>(legal: &[(Seat, Vec<A>)]) -> bool {
    let sizes = legal.iter().map(|(_, all)| all.len() + 1);
    sizes.fold(1_usize, usize::saturating_mul) <= JOINTS_MAX
}

/// The joint actions of a state, without lost turns, and whether these are all.
pub(super) fn all(
    game: &dyn LawRules,
    state: &Value,
    seats: Seats,
    dice: &mut Dice,
) -> (Vec<By<Value>>, bool) {
    let legal = legal(game, state, seats);
    if !are_few(&legal) {
        let some = (0..DRAWN).map(|_| drawn(game, state, seats, dice));
        return (some.collect(), false);
    }
    let count = legal.iter().map(|(_, all)| all.len()).product();
    let options = legal.into_iter().map(|(seat, all)| (seat, all.into_iter().map(Ok).collect()));
    let options: SeatOptions<_> = options.collect();
    ((0..count).map(|n| nth(&options, n)).collect(), true)
}

/// Joint actions with lost turns. Each seat alone loses its turn, for every cause there is, while the others do
/// their first legal action. Where there are few combinations, all of those with a lost turn are added.
pub(super) fn lost(game: &dyn LawRules, state: &Value, seats: Seats) -> Vec<By<Value>> {
    let legal = legal(game, state, seats);
    let lost = |cause| Err(Box::new(Forfeit::new(cause, "")));
    let mut all = Vec::new();
    for loser in seats.iter() {
        for cause in ForfeitCause::ALL {
            all.push(joint(legal.iter().map(|(seat, actions)| {
                let chosen = match *seat == loser {
                    true => lost(cause),
                    false => Ok(actions[0].clone()),
                };
                (*seat, chosen)
            })));
        }
    }
    if are_few(&legal) {
        let options = legal.into_iter().map(|(seat, actions)| {
            let actions = actions.into_iter().map(Ok);
            (seat, actions.chain([lost(ForfeitCause::Timeout)]).collect())
        });
        let options: SeatOptions<_> = options.collect();
        let count = options.iter().map(|(_, all)| all.len()).product();
        let joints = (0..count).map(|n| nth(&options, n));
        all.extend(joints.filter(|by| by.forfeits().next().is_some()));
    }
    all
}

/// A joint action as a symmetry has it.
pub(super) fn turned<A: Clone>(
    by: &Joint<A>,
    seat: impl Fn(Seat) -> Seat,
    action: impl Fn(&A) -> A,
) -> By<A> {
    let choices = by.choices().iter();
    let mut turned: Vec<_> = choices
        .map(|it| {
            let chosen = it.chosen.as_ref().map(&action).map_err(Clone::clone);
            (seat(it.seat), chosen)
        })
        .collect();
    turned.sort_by_key(|(seat, _)| *seat);
    joint(turned)
}

/// True if in two joint actions all seats but one chose the same.
pub(super) fn differ_in<A: PartialEq>(one: &By<A>, other: &By<A>, seat: Seat) -> bool {
    let (By::Joint(one), By::Joint(other)) = (one, other) else {
        return true;
    };
    let mut pairs = one.choices().iter().zip(other.choices());
    pairs.all(|(one, other)| one.seat == seat || one.chosen == other.chosen)
}

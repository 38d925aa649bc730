//! An analysis as text for people.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::{Analysed, curve, seat_name};
use chase_record::any::NamedSide;
use chase_study::analysis::{
    AnalysisBudget, Decider, Look, Mark, Method, ResultParts, WIN, percent,
};

/// A draw that changes the value by so much is a turning point.
const TURNING: i64 = WIN / 10;

impl Analysed {
    /// The report as text; `is_whole` shows every turn.
    pub(super) fn text(&self, is_whole: bool, out: &mut dyn Write) -> io::Result<()> {
        let mut text = String::new();
        self.put_heading(&mut text);
        self.put_curves(&mut text);
        self.put_turns(is_whole, &mut text);
        self.put_parts(&mut text);
        out.write_all(text.as_bytes())
    }

    fn put_heading(&self, text: &mut String) {
        let (game, unit, last) = (self.game, self.unit, self.last);
        let ending = match &self.ending {
            Some(cause) => cause.replace('_', " "),
            None => "not over".into(),
        };
        let _ = writeln!(text, "{game}, {unit}s 0 to {last}: {ending}");
        let AnalysisBudget { games, nodes, seed, .. } = self.budget;
        let of_games = format!("from {games} games after each outcome (seed {seed})");
        let of_search = format!("by a search of {nodes} positions after each action");
        let of_belief = format!("by what a seat could know, from {games} games after each action,");
        type Is = fn(&Method) -> bool;
        let ways: [(Is, &str, &str); 6] = [
            (|it| matches!(it, Method::Games(_)), &of_games, ""),
            (|it| matches!(it, Method::Search(_)), &of_search, ""),
            (|it| matches!(it, Method::Belief(_)), &of_belief, ""),
            (
                |it| *it == Method::OneGame,
                "from one game after each outcome",
                ", as the players draw nothing",
            ),
            (|it| *it == Method::Solved, "by best play of all sides", " (solved)"),
            (|it| *it == Method::Exact, "exact", ""),
        ];
        let how = ways.iter().filter_map(|(is_it, way, more)| {
            let turns = self.looks.iter().filter(|look| is_it(&look.method)).count();
            (turns > 0).then(|| format!("{way} in {turns} turns{more}"))
        });
        let how: Vec<_> = how.collect();
        let how = match how.is_empty() {
            true => "no turn could have gone otherwise".to_owned(),
            false => how.join(", "),
        };
        let _ = writeln!(text, "values: the share of a win that a side can expect; {how}");
        let is_by_play = |look: &Look| !matches!(look.method, Method::Solved | Method::Search(_));
        if self.looks.is_empty() || self.looks.iter().any(is_by_play) {
            let _ = writeln!(text, "players from each outcome on: {}", self.named(&self.going_on));
        }
    }

    /// Players with their seats; seats with one player together.
    fn named(&self, players: &[String]) -> String {
        let mut named: Vec<(String, Vec<&str>)> = Vec::new();
        let mut seats: Vec<_> = self.sides.iter().flat_map(|side| &side.seats).collect();
        seats.sort_by_key(|it| it.0);
        for (seat, name) in seats {
            let Some(player) = players.get(seat.index()) else {
                continue;
            };
            match named.iter_mut().find(|it| it.0 == *player) {
                Some((_, seats)) => seats.push(name),
                None => named.push((player.clone(), vec![name])),
            }
        }
        let words = named.iter().map(|(player, seats)| {
            let seats = seats.join(" ");
            format!("{seats} {player}").trim().to_owned()
        });
        words.collect::<Vec<_>>().join(", ")
    }

    fn put_curves(&self, text: &mut String) {
        // Of two sides one is enough: a win of one is a loss of the other.
        let shown = match self.sides.len() {
            2 => 1,
            sides => sides,
        };
        text.push('\n');
        for (side, named) in self.sides.iter().enumerate().take(shown) {
            let values = curve::values(&self.looks, side, self.end[side], self.last);
            let opening = self.parts[side].opening;
            let _ = writeln!(
                text,
                "{:<12} {} from {} to {} %",
                named.name,
                curve::blocks(&values),
                percent(opening),
                percent(self.end[side])
            );
        }
    }

    fn put_turns(&self, is_whole: bool, text: &mut String) {
        let is_turning = |look: &Look| {
            look.mark.is_some() || look.draws.iter().any(|change| change.abs() >= TURNING)
        };
        let looks = self.looks.iter();
        let shown: Vec<_> = looks.filter(|look| is_whole || is_turning(look)).collect();
        if shown.is_empty() {
            text.push_str("\nno turning points: no choice is marked, and no draw changed a value by 10 % or more\n");
            return;
        }
        text.push_str(match is_whole {
            true => "\nturns that could have gone otherwise\n",
            false => "\nturning points\n",
        });
        for look in shown {
            self.put_turn(look, text);
        }
        if self.looks.iter().any(|look| look.mark.is_some()) {
            let marks = Mark::ALL.iter().rev();
            let marks: Vec<_> = marks
                .map(|(mark, least)| format!("{} {} %", mark.sign(), least * 100 / WIN))
                .collect();
            let searched = |look: &Look| {
                look.mark.is_some() && matches!(look.method, Method::Search(_) | Method::OneGame)
            };
            let sure = match self.looks.iter().any(searched) {
                true => "and still does when four times as many positions are searched",
                false => "only where a loss is proved",
            };
            let _ = writeln!(
                text,
                "  a mark says that a choice loses at least this share of a win: {}; {sure}",
                marks.join(", ")
            );
        }
    }

    fn put_turn(&self, look: &Look, text: &mut String) {
        let unit = self.unit;
        let mark = look.mark.map_or("", Mark::sign);
        let _ = write!(text, "  {unit} {}: ", look.cycle);
        let side = match &look.decider {
            Decider::Choice(seat) => self.side_of(*seat),
            _ => most_changed(look),
        };
        let name = &self.sides[side].name;
        let (before, after) = (percent(look.before[side]), percent(look.after[side]));
        match &look.decider {
            Decider::Rules => {
                let _ = writeln!(text, "the rules drew: {name} {before} -> {after} %");
            }
            Decider::DrawOf(seat) => {
                let who = seat_name(&self.sides, *seat);
                let _ = writeln!(text, "{who} drew its action: {name} {before} -> {after} %");
            }
            Decider::Unjudged(seats) => {
                let who: Vec<_> = seats.iter().map(|it| seat_name(&self.sides, *it)).collect();
                let _ = writeln!(
                    text,
                    "{} chose: {name} {before} -> {after} % (not judged)",
                    who.join(" ")
                );
            }
            Decider::Choice(seat) => {
                let who = seat_name(&self.sides, *seat);
                let played = look.actions.iter().find(|action| action.is_played);
                let (words, value) = played.map_or(("", 0), |it| (&*it.words, it.value));
                let who = match who {
                    "" => String::new(),
                    who => format!("{who} "),
                };
                let mark = match mark {
                    "" => String::new(),
                    mark => format!(" {mark}"),
                };
                let _ = write!(text, "{who}{words}{mark}: {} %", percent(value));
                if matches!(look.method, Method::Belief(_)) {
                    let _ = write!(text, " as {} could know", seat_name(&self.sides, *seat));
                }
                if let Some(gain) = look.gain.filter(|_| look.mark.is_some()) {
                    let better = &look.actions[gain.action];
                    let _ = write!(text, ", better {}: {} %", better.words, percent(better.value));
                }
                if look.draws[side].abs() >= TURNING {
                    let _ = write!(text, "; then a draw made it {after} %");
                }
                if matches!(look.method, Method::Belief(_)) {
                    let _ = match look.gain.filter(|_| look.mark.is_some()) {
                        Some(_) => write!(text, "; in truth {after} %, the better one {before} %"),
                        None => write!(text, "; in truth {after} %"),
                    };
                }
                text.push('\n');
                if look.mark.is_some() && !look.line.is_empty() {
                    let _ = writeln!(text, "    one game from there: {}", look.line.join("; "));
                }
            }
        }
    }

    fn side_of(&self, seat: chase_engine::seat::Seat) -> usize {
        let has = |side: &NamedSide| side.seats.iter().any(|it| it.0 == seat);
        self.sides.iter().position(has).unwrap_or(0)
    }

    /// The seats whose choices are judged at least once, in the order of play.
    fn choosers(&self) -> Vec<chase_engine::seat::Seat> {
        let mut seats: Vec<_> = self
            .looks
            .iter()
            .filter_map(|look| match look.decider {
                Decider::Choice(seat) => Some(seat),
                _ => None,
            })
            .collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }

    fn put_parts(&self, text: &mut String) {
        let mut rows: Vec<(String, Vec<i64>)> = Vec::new();
        let part = |of: &dyn Fn(&ResultParts) -> i64| self.parts.iter().map(of).collect();
        rows.push(("before the first turn".into(), part(&|it| it.opening)));
        for seat in self.choosers() {
            let name = match seat_name(&self.sides, seat) {
                "" => "choices".to_owned(),
                name => format!("choices of {name}"),
            };
            rows.push((name, part(&|it| it.choices_of(|other| other == seat))));
        }
        rows.push(("draws".into(), part(&|it| it.draws)));
        let has_hidden = |look: &Look| {
            matches!(look.decider, Decider::Unjudged(_)) || matches!(look.method, Method::Belief(_))
        };
        if self.looks.iter().any(has_hidden) {
            rows.push(("hidden, or not judged".into(), part(&|it| it.hidden)));
        }
        rows.push(("corrected estimates".into(), part(&|it| it.estimate)));
        let result = match &self.ending {
            Some(_) => "result",
            None => "value now",
        };
        rows.push((result.into(), part(&|it| it.result)));
        let width = rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
        let _ = write!(text, "\n{:<width$}", "in % of a win");
        for side in &self.sides {
            let _ = write!(text, " {:>12}", side.name);
        }
        text.push('\n');
        for (name, values) in rows {
            let _ = write!(text, "{name:<width$}");
            for value in values {
                let _ = write!(text, " {:>12}", percent(value));
            }
            text.push('\n');
        }
    }
}

/// The side whose value a turn changed most, the first of several; means are rounded by a few units.
fn most_changed(look: &Look) -> usize {
    let change = |side: &usize| (look.after[*side] - look.before[*side]).abs() / 1_000;
    (0..look.after.len()).rev().max_by_key(change).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_rounded_to_a_tenth_of_a_per_cent() {
        assert_eq!(percent(WIN), "100.0");
        assert_eq!(percent(WIN / 3), "33.3");
        assert_eq!(percent(-WIN / 3), "-33.3");
        assert_eq!(percent(-499_999), "0.0");
        assert_eq!(percent(492_500_000), "49.2");
        assert_eq!(percent(507_500_000), "50.8");
        assert_eq!(percent(0), "0.0");
    }
}

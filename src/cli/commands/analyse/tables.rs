//! An analysis as JSON and as a table with a row for each turn.

use std::io::{self, Write};

use serde::Serialize;

use super::{Analysed, seat_name};
use chase_study::analysis::{Decider, Look, Mark, Method, WIN};
use chase_world::escape::csv_text;
use chase_world::object;

/// The number of this form of JSON.
pub(super) const FORM: u32 = 1;

impl Analysed {
    /// The kind of a turn, and the names of the seats whose turn it was.
    fn kind(&self, look: &Look) -> (&'static str, Vec<&str>) {
        let name = |seat| seat_name(&self.sides, seat);
        match &look.decider {
            Decider::Rules => ("draw", Vec::new()),
            Decider::DrawOf(seat) => ("draw", vec![name(*seat)]),
            Decider::Choice(seat) => ("choice", vec![name(*seat)]),
            Decider::Unjudged(seats) => ("not_judged", seats.iter().map(|it| name(*it)).collect()),
        }
    }

    /// The report as one JSON object.
    pub(super) fn json<'a>(&'a self) -> impl Serialize + use<'a> {
        let parts = self.sides.iter().zip(&self.parts).map(|(side, parts)| {
            let choices = parts.choices.iter().map(|(seat, change)| {
                object!(SeatChoices { seat: seat_name(&self.sides, *seat), change })
            });
            object!(Parts {
                side: &side.name,
                opening: parts.opening,
                choices: choices.collect::<Vec<_>>(),
                draws: parts.draws,
                hidden: parts.hidden,
                estimate: parts.estimate,
                result: parts.result,
            })
        });
        let turn = |look: &'a Look| {
            let (kind, seats) = self.kind(look);
            object!(Turn {
                turn: look.turn,
                cycle: look.cycle,
                /// `choice`, `draw`, or `not_judged`.
                kind,
                /// The seats whose turn it was; none for the rules.
                seats,
                /// `solved`, `exact`, `search`, `games`, `belief` or `one_game`.
                method: method(look.method),
                /// Games after each outcome; nothing where values are exact.
                games: look.method.games(),
                before: &look.before,
                choice: &look.choice,
                draws: &look.draws,
                hidden: &look.hidden,
                after: &look.after,
                actions: &look.actions,
                /// What the better action gains over the one that was played, and its place among the actions.
                gain: look.gain.map(|gain| gain.mean),
                better: look.gain.map(|gain| gain.action),
                /// What the choice loses, as the next turn shows; nothing where no choice is judged.
                loss: look.side.map(|_| look.loss),
                mark: look.mark.map(Mark::sign),
                line: &look.line,
            })
        };
        object!(AnalysisJson {
            analysis: FORM,
            game: self.game,
            unit: self.unit,
            last: self.last,
            ending: self.ending.as_deref(),
            players: &self.recorded,
            going_on: &self.going_on,
            games: self.budget.games,
            /// Positions that the game's own search looks at; 0 where games are played instead.
            nodes: self.budget.nodes,
            seed: self.budget.seed,
            /// The value of a win: all values are integers of this unit.
            win: WIN,
            sides: self.sides.iter().map(|side| &*side.name).collect::<Vec<_>>(),
            parts: parts.collect::<Vec<_>>(),
            turns: self.looks.iter().map(turn).collect::<Vec<_>>(),
        })
    }

    /// The report as a table: a row for each turn and side.
    pub(super) fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "turn,cycle,kind,seats,method,games,side,before,choice,draws,hidden,after,played,better,gain,mark"
        )?;
        for look in &self.looks {
            let (kind, seats) = self.kind(look);
            let games = look.method.games().map_or_else(String::new, |it| it.to_string());
            let played = look.actions.iter().find(|it| it.is_played);
            let played = played.map_or_else(String::new, |it| csv_text(&it.words).into_owned());
            let better = look.gain.map_or_else(String::new, |gain| {
                csv_text(&look.actions[gain.action].words).into_owned()
            });
            let gain = look.gain.map_or_else(String::new, |gain| share(gain.mean));
            let mark = look.mark.map_or("", Mark::sign);
            for (side, named) in self.sides.iter().enumerate() {
                writeln!(
                    out,
                    "{},{},{kind},{},{},{games},{},{},{},{},{},{},{played},{better},{gain},{mark}",
                    look.turn,
                    look.cycle,
                    csv_text(&seats.join(" ")),
                    method(look.method),
                    csv_text(&named.name),
                    share(look.before[side]),
                    share(look.choice[side]),
                    share(look.draws[side]),
                    share(look.hidden[side]),
                    share(look.after[side]),
                )?;
            }
        }
        Ok(())
    }
}

/// The word for how the values of a turn were found.
fn method(method: Method) -> &'static str {
    match method {
        Method::Solved => "solved",
        Method::Exact => "exact",
        Method::Games(_) => "games",
        Method::Belief(_) => "belief",
        Method::Search(_) => "search",
        Method::OneGame => "one_game",
    }
}

/// A value as a share of a win with nine digits.
fn share(value: i64) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let value = value.unsigned_abs();
    let win = WIN.unsigned_abs();
    format!("{sign}{}.{:09}", value / win, value % win)
}

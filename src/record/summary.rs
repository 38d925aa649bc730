//! A recorded game in a sentence, and its players with their results: who beat whom, how and when.
//! Nothing is said here that the history does not show.

use serde::Serialize;

use chase_kit::picture::GameEnd;

/// A game as a heading tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GameSummary {
    /// The game in a sentence without a full stop; empty where there is nothing to say.
    pub title: String,
    /// Who plays against whom: `alphabeta against greedy`.
    #[serde(skip)]
    pub contest: String,
    /// True if the game is over.
    pub is_over: bool,
    /// The place on the stage where the game ended, an index into the stage's places.
    pub place: Option<u32>,
    /// The players, by seat.
    pub players: Vec<PlayerSummary>,
}

/// A player, and how the game ended for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayerSummary {
    /// The name of the seat, as events and turns have it: `D1`, `BLACK`.
    pub seat: String,
    /// The name of who sits there, as the board has it: `D1`, `Mr X`.
    pub name: String,
    /// The name of the seat's side: `detectives`.
    pub side: String,
    /// The name of the player that chose the seat's actions; empty for a viewer.
    pub player: String,
    /// `won`, `shared the win` or `lost`; empty while the game goes on.
    pub result: &'static str,
}

/// The moment of a summary.
pub struct SummaryMoment<'a> {
    /// The word for a cycle, or for a part of it, and its number.
    pub when: (&'static str, u64),
    /// How the game ended, and the points of every seat's side; nothing while it goes on.
    pub end: Option<(GameEnd, Vec<u8>)>,
    /// The number of every seat's side.
    pub sides: &'a [usize],
}

impl GameSummary {
    /// Sums a game up; `players` are those of the seats, without results.
    pub fn of(mut players: Vec<PlayerSummary>, moment: SummaryMoment<'_>) -> Self {
        let SummaryMoment { when, end, sides } = moment;
        let when = format!("{} {}", when.0, when.1);
        let names: Vec<_> = names(&players, sides).into_iter().map(|it| it.1).collect();
        let contest = names.join(" against ");
        let Some((end, points)) = end else {
            return GameSummary {
                title: format!("{contest}: not over at {when}"),
                contest,
                players,
                ..GameSummary::default()
            };
        };
        for (player, mine) in players.iter_mut().zip(&points) {
            player.result = match *mine {
                0 => "lost",
                1 => "shared the win",
                _ => "won",
            };
        }
        let said = match end.is_sentence {
            true => end.words,
            false => format!("{}: {}", who_won(&players, sides, &points), end.words),
        };
        GameSummary {
            title: format!("{said}, {when}"),
            contest,
            is_over: true,
            place: end.place,
            players,
        }
    }
}

/// Who won against whom: `alphabeta beat greedy`.
fn who_won(players: &[PlayerSummary], sides: &[usize], points: &[u8]) -> String {
    let best = points.iter().copied().max().unwrap_or(0);
    let (mut won, mut lost) = (Vec::new(), Vec::new());
    for (side, name) in names(players, sides) {
        let mine = sides.iter().zip(points).find(|it| *it.0 == side);
        match mine.is_some_and(|it| *it.1 == best && best > 0) {
            true => won.push(name),
            false => lost.push(name),
        }
    }
    match (won.as_slice(), lost.as_slice()) {
        ([], [one]) => format!("{one} lost"),
        ([], all) => format!("{} all lost", listed(all)),
        ([one], []) => format!("{one} won"),
        (all, []) => format!("{} share the win", listed(all)),
        ([one], all) => format!("{one} beat {}", listed(all)),
        (some, all) => format!("{} share the win over {}", listed(some), listed(all)),
    }
}

/// The sides that have seats, by number, each with a name of its own: its player's, where it has one.
fn names(players: &[PlayerSummary], sides: &[usize]) -> Vec<(usize, String)> {
    let mut names: Vec<(usize, String)> = Vec::new();
    let mut seats = Vec::new();
    for (player, side) in players.iter().zip(sides) {
        if names.iter().any(|it| it.0 == *side) {
            continue;
        }
        let is_alone = sides.iter().filter(|it| *it == side).count() == 1;
        let name = match short_player(&player.player) {
            _ if !is_alone => player.side.as_str(),
            "" => player.name.as_str(),
            name => name,
        };
        names.push((*side, name.to_owned()));
        seats.push(player.name.as_str());
    }
    let all: Vec<_> = names.iter().map(|it| it.1.clone()).collect();
    for ((_, name), seat) in names.iter_mut().zip(seats) {
        if all.iter().filter(|it| *it == name).count() > 1 && name != seat {
            *name = format!("{name} ({seat})");
        }
    }
    names
}

/// A player's name without its settings.
fn short_player(name: &str) -> &str {
    let end = name.find(':').unwrap_or(name.len());
    &name[..end]
}

/// Names one after the other: `a, b and c`.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(seat: &str, side: &str, player: &str) -> PlayerSummary {
        PlayerSummary {
            seat: seat.into(),
            name: seat.into(),
            side: side.into(),
            player: player.into(),
            result: "",
        }
    }

    fn title(players: &[(&str, &str)], points: Option<&[u8]>) -> String {
        let seats = players.iter().map(|it| player(it.0, it.0, it.1)).collect();
        let sides: Vec<_> = (0..players.len()).collect();
        let end = points.map(|points| (GameEnd::how("tiger into the den"), points.to_vec()));
        let moment = SummaryMoment { when: ("move", 21), end, sides: &sides };
        GameSummary::of(seats, moment).title
    }

    #[test]
    fn a_title_says_who_beat_whom_and_how_and_when() {
        let two = [("S0", "alphabeta:nodes=1000"), ("S1", "greedy")];
        let won = title(&two, Some(&[2, 0]));
        assert_eq!(won, "alphabeta beat greedy: tiger into the den, move 21");
        let shared = title(&two, Some(&[1, 1]));
        assert!(shared.starts_with("alphabeta and greedy share the win: "), "{shared}");
        let open = title(&two, None);
        assert_eq!(open, "alphabeta against greedy: not over at move 21");
    }

    #[test]
    fn players_of_one_name_are_told_apart_by_their_seats_and_hidden_ones_named_by_them() {
        let alike = title(&[("S0", "greedy"), ("S1", "greedy")], Some(&[0, 2]));
        assert!(alike.starts_with("greedy (S1) beat greedy (S0): "), "{alike}");
        let hidden = title(&[("S0", ""), ("S1", "")], Some(&[0, 2]));
        assert!(hidden.starts_with("S1 beat S0: "), "{hidden}");
        let three = [("P1", "a"), ("P2", "b"), ("P3", "c")];
        let three = title(&three, Some(&[1, 0, 1]));
        assert!(three.starts_with("a and c share the win over b: "), "{three}");
    }

    #[test]
    fn a_side_of_several_seats_has_its_own_name_and_each_seat_its_result() {
        let seats = vec![
            player("T", "thief", "random"),
            player("D1", "detectives", "dfs"),
            player("D2", "detectives", "dfs"),
        ];
        let moment = SummaryMoment {
            when: ("hour", 3),
            end: Some((GameEnd::how("caught"), vec![0, 2, 2])),
            sides: &[0, 1, 1],
        };
        let summary = GameSummary::of(seats, moment);
        assert_eq!(summary.title, "detectives beat random: caught, hour 3");
        let results: Vec<_> = summary.players.iter().map(|it| it.result).collect();
        assert_eq!(results, ["lost", "won", "won"]);
    }
}

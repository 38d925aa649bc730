//! The game against a second implementation, written from the rules page alone.

use std::collections::BTreeMap;

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Forfeit, ForfeitCause, Game, Turn};
use chase::games::file_protocol::Due;
use chase::games::fishing::plan::{FloePlan, FloeShape};
use chase::games::fishing::scenario::{self, TURN_MS};
use chase::games::fishing::{Action, Event, FieldPlace, Fishing, Scenario, StateFile};
use chase::project_games;

use super::naive::{Deed, Naive, Square};

/// IDs that a reader could take for something else are among them.
const IDS: [&str; 9] = ["zoe", "c103t07", "7", "00", "P1", "anna", "żółw", "-", "a,b"];

/// How often something was seen.
type Seen = BTreeMap<&'static str, u32>;

fn square(place: FieldPlace) -> Square {
    (usize::from(place.row), usize::from(place.column))
}

fn deed(action: Action) -> Deed {
    match action {
        Action::Place { at } => Deed::Place(square(at)),
        Action::Move { from, to } => Deed::Move(square(from), square(to)),
    }
}

/// All actions there are on a board and one field around its lower right.
fn all_actions(rows: u8, columns: u8) -> Vec<Action> {
    let line = |row| (0..=columns).map(move |column| FieldPlace { row, column });
    let places: Vec<_> = (0..=rows).flat_map(line).collect();
    let mut actions = Vec::new();
    for &from in &places {
        actions.push(Action::Place { at: from });
        for &to in &places {
            actions.push(Action::Move { from, to });
        }
    }
    actions
}

/// Columns are letters: a to z, then two of them, from aa on.
#[test]
fn every_field_is_read_from_its_name() {
    for column in 0..99 {
        for row in [0, 8, 98] {
            let place = FieldPlace { row, column };
            assert_eq!(place.to_string().parse(), Ok(place));
        }
    }
    assert_eq!("cu99".parse(), Ok(FieldPlace { row: 98, column: 98 }));
    for wrong in ["cv1", "a0", "a01", "a100", "A1", "1a", "aaa1", "a", "1", ""] {
        assert!(wrong.parse::<FieldPlace>().is_err(), "{wrong}");
    }
}

/// The file is read as what was written, in every form that readers let through.
fn reads_back(file: &StateFile, text: &str) {
    let forms = [
        text.to_owned(),
        text.trim_end().to_owned(),
        text.replace('\n', "\r\n"),
        text.replace('\n', "   \n"),
        text.replace('\n', "  \r\n"),
        format!("{text}\n   \n\n"),
        format!("{text}\r\n\r\n  "),
    ];
    for form in forms {
        let read = StateFile::parse(form.as_bytes());
        assert_eq!(read.as_ref(), Ok(file), "{form:?}");
    }
}

/// Whether a player who is still in was passed over between `player`'s turn and the next.
fn passed_over(naive: &Naive, player: usize, was_moving: bool) -> bool {
    let Some(next) = naive.turn else {
        return false;
    };
    let players = naive.out.len();
    let first = if naive.moving == was_moving { player + 1 } else { 0 };
    let round = (first..first + players).map(|n| n % players);
    let mut between = round.take_while(|&player| player != next);
    between.any(|player| !naive.out[player])
}

/// The points of all players as the winners have earned them.
fn points(winners: &[usize], players: usize) -> Vec<u8> {
    let mut points = vec![0; players];
    for &winner in winners {
        points[winner] = if winners.len() == 1 { 2 } else { 1 };
    }
    points
}

fn note(seen: &mut Seen, what: &'static str) {
    *seen.entry(what).or_insert(0) += 1;
}

/// Notes what was special about a game that is over.
fn note_end(mut naive: Naive, seen: &mut Seen) {
    let winners = naive.winners();
    let several = winners.len() > 1;
    note(seen, if several { "shared win" } else { "sole win" });
    if naive.rows.is_empty() {
        note(seen, "nobody placed");
    }
    if naive.rows.iter().zip(0..).any(|(&player, n)| player != n) {
        note(seen, "number other than seat");
    }
    if winners.iter().any(|&player| naive.out[player]) {
        note(seen, "win of a player who is out");
    }
    naive.out.fill(false);
    if (0..naive.out.len()).any(|player| !naive.legal_for(player).is_empty()) {
        note(seen, "end though one who is out could move");
    }
}

/// Notes what was special about a turn of `player` that both have taken.
fn note_turn(naive: &Naive, player: usize, was_moving: bool, seen: &mut Seen) {
    match (naive.out[player], was_moving) {
        (false, _) => {}
        (true, false) => note(seen, "forfeit in placement"),
        (true, true) => note(seen, "forfeit in movement"),
    }
    if passed_over(naive, player, was_moving) {
        note(seen, "player passed over");
    }
    let is_short = |player: usize| !naive.out[player] && naive.left[player] > 0;
    if naive.moving && !was_moving && (0..naive.out.len()).any(is_short) {
        note(seen, "placement ended early");
    }
}

/// Plays a random game in both and compares them after every turn; one turn in `rarity` is
/// forfeited, none if that is 0.
fn side_by_side(scenario: Scenario, rarity: u32, dice: &mut Dice, seen: &mut Seen) {
    let board: Vec<_> = scenario.board.iter().map(String::as_str).collect();
    let players = scenario.ids.len();
    let ids = scenario.ids.clone();
    let mut naive = Naive::new(&board, players, usize::from(scenario.penguins));
    let game = Fishing::new(scenario).expect("a playable board");
    let mut state = game.start();
    // On the smallest boards `decide` must also refuse whatever is not legal.
    let actions = match (state.grid.rows(), state.grid.columns()) {
        (rows, columns) if rows * columns <= 9 => all_actions(rows, columns),
        _ => Vec::new(),
    };
    let mut events = Vec::new();
    let mut buffer = Vec::new();
    loop {
        let text = naive.state_file(&ids);
        let file = game.state_file(&state);
        assert_eq!(file.to_string(), text);
        reads_back(&file, &text);
        events.clear();
        match game.turn(&state) {
            Turn::Over(outcome) => {
                assert_eq!(naive.turn, None);
                assert_eq!(outcome.points, points(&naive.winners(), players));
                break;
            }
            Turn::World | Turn::Seats(_) => {
                // It opens the game, and it closes it.
                assert!(!state.opened || naive.turn.is_none(), "{text}");
                game.world_in(&state, dice, &mut events);
            }
            Turn::Seat(seat) => {
                let player = seat.index();
                assert_eq!(naive.turn, Some(player), "{text}");
                assert_eq!(state.moving, naive.moving);
                buffer.clear();
                let legal = game.legal_in(&state, seat, &mut buffer);
                let deeds: Vec<_> = legal.iter().copied().map(deed).collect();
                assert_eq!(deeds, naive.legal(), "{text}");
                for action in &actions {
                    let decided = game.decide_in(&state, seat, action, dice, &mut Vec::new());
                    let is_legal = deeds.contains(&deed(*action));
                    assert_eq!(decided.is_ok(), is_legal, "{action:?} {decided:?} {text}");
                }
                let was_moving = naive.moving;
                if rarity > 0 && dice.below(rarity) == 0 {
                    let cause = ForfeitCause::ALL[dice.below(9) as usize];
                    events.extend(game.forfeit(&state, seat, &Forfeit::new(cause, "fell in")));
                    naive.lose_turn();
                } else {
                    let drawn = dice.below(u32::try_from(legal.len()).expect("few actions"));
                    let action = legal[drawn as usize];
                    let decided = game.decide_in(&state, seat, &action, dice, &mut events);
                    decided.expect("a legal action");
                    naive.play(deed(action));
                }
                note_turn(&naive, player, was_moving, seen);
            }
        }
        for event in &events {
            if let Event::Ended { winners } = event {
                let winners: Vec<_> = winners.iter().map(|seat| seat.index()).collect();
                assert_eq!(winners, naive.winners(), "{text}");
            }
            game.apply(&mut state, event).expect("what was decided");
        }
        assert!(game.is_valid_state(&state));
    }
    let fish: Vec<_> = state.players.iter().map(|player| player.fish).collect();
    assert_eq!(fish, naive.fish);
    note_end(naive, seen);
}

/// A random game on a board of this size. Half of the boards have one-fish floes for all
/// penguins, if they are large enough.
fn random_game(
    rows: u8,
    columns: u8,
    shape: FloeShape,
    players: usize,
    dice: &mut Dice,
) -> Scenario {
    let penguins = 1 + dice.below(4) as usize;
    let enough = dice.below(2) as usize * players * penguins;
    let mut make = |one_fish_min| {
        let plan = FloePlan { rows, columns, shape, one_fish_min };
        plan.make(dice)
    };
    let grid = make(enough).or_else(|_| make(0));
    Scenario {
        board: scenario::rows(&grid.expect("a board of any floes")),
        ids: IDS[..players].iter().map(|&id| id.to_owned()).collect(),
        penguins: u8::try_from(penguins).expect("at most 4"),
        turn_ms: TURN_MS,
    }
}

#[test]
fn random_games_go_the_same_way_to_the_same_end() {
    let mut seen = Seen::new();
    let mut number = 0;
    for rows in 1..=8 {
        for columns in 1..=9 {
            for shape in [FloeShape::Full, FloeShape::Island] {
                for players in 1..=9 {
                    for rarity in [0, 30] {
                        let mut dice = Dice::new(Generator::Chacha8, 5, number);
                        let scenario = random_game(rows, columns, shape, players, &mut dice);
                        side_by_side(scenario, rarity, &mut dice, &mut seen);
                        number += 1;
                    }
                }
            }
        }
    }
    assert_eq!(number, 2_592);
    let kinds: Vec<_> = seen.keys().copied().collect();
    let all = [
        "end though one who is out could move",
        "forfeit in movement",
        "forfeit in placement",
        "nobody placed",
        "number other than seat",
        "placement ended early",
        "player passed over",
        "shared win",
        "sole win",
        "win of a player who is out",
    ];
    assert_eq!(kinds, all, "{seen:?}");
}

/// Plays games by the rules as they are told here, each turn the first legal one: a board on which a
/// program is checked for a turn is one of those on which it is called then.
#[test]
fn the_boards_of_a_check_come_from_games() {
    let mut games = project_games().all().iter().filter(|game| game.name() == "fishing");
    let extras = games.next().expect("Fishing").extras();
    let cases = extras.file_protocol.expect("a protocol").cases("A");
    let plain = |text: &str| {
        let lines = text.trim_end().lines();
        lines.map(|line| format!("{}\n", line.trim_end())).collect::<String>()
    };
    let large = cases.iter().find(|case| case.name == "30 x 30").expect("a case");
    let fish = |line: &str| line.split(' ').map(|field| &field[..1]).collect::<String>();
    let large: Vec<_> = large.input.lines().skip(1).map(fish).collect();
    let large: Vec<_> = large.iter().map(String::as_str).collect();
    // The boards on which it is called, and whether it can do something there.
    let mut boards = BTreeMap::new();
    for (board, players, own, penguins) in [
        (&["1213", "2101", "3212"][..], 2, 0, 2),
        (&["1213", "2101", "3212"], 2, 1, 2),
        (&["1013", "0101", "3212"], 2, 0, 1),
        (&["230", "122"], 2, 1, 1),
        (&["213202", "211123", "322011", "313221", "213122"], 9, 8, 1),
        (&large, 2, 0, 2),
        (&large, 2, 1, 2),
    ] {
        let mut ids: Vec<_> = (1..players).map(|n| format!("p{n}")).collect();
        ids.insert(own, "A".to_owned());
        let mut game = Naive::new(board, players, penguins);
        while let Some(deed) = game.legal().first().copied() {
            let is_turn = game.turn == Some(own);
            // Who is passed over, or has placed all its penguins, is called too.
            if is_turn || game.legal_for(own).is_empty() || game.left[own] == 0 {
                boards.insert(game.state_file(&ids), is_turn);
            }
            game.play(deed);
        }
    }
    let of_turns = cases.iter().filter(|case| matches!(case.due, Due::Turn | Due::Code(1)));
    for case in of_turns {
        let is_turn = boards.get(&plain(&case.input));
        let is_due = is_turn.is_some_and(|is_turn| *is_turn || case.due != Due::Turn);
        assert!(is_due, "{}:\n{}", case.name, case.input);
    }
}

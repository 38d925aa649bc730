//! The search against the game's own rules, the slower players' own counting, and plain search.

use std::cmp::Ordering;
use std::sync::Arc;

use super::alone::{Alone, FloeRoutes};
use super::effort::FloeEffort;
use super::field_sets::{Bits, Wide};
use super::floes::{FloeSide, FloeStep, SearchBoard, SearchFloes};
use super::search::FloeSearch;
use super::{Manner, best, floes_of, number_of, worths};
use crate::board::PLAYERS_MAX;
use crate::plan::{FloePlan, FloeShape};
use crate::{Action, Event, FieldPlace, Fishing, FloeField, Grid, Scenario, State};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::{Game as _, Seat, View};
use chase_engine::session::GameSession;
use chase_kit::budget::{Limit, MoveBudget, StopFlag};
use chase_kit::player_name::seated;

/// A game on a random board of so many rows and columns.
fn game(rows: u8, columns: u8, players: u8, penguins: u8, number: u64) -> Fishing {
    let plan = FloePlan {
        rows,
        columns,
        shape: FloeShape::Island,
        one_fish_min: usize::from(players * penguins),
    };
    let mut dice = Dice::new(Generator::Chacha8, 3, number);
    let grid = plan.make(&mut dice).expect("there is room");
    let scenario = Scenario {
        board: crate::scenario::rows(&grid),
        ids: (0..players).map(|n| format!("P{n}")).collect(),
        penguins,
        turn_ms: 1_000,
    };
    Fishing::new(scenario).expect("a board")
}

/// Plays at random, and shows every position in which somebody has to act.
fn wander(game: &Fishing, number: u64, mut show: impl FnMut(&State, Seat)) {
    let mut dice = Dice::new(Generator::Chacha8, 4, number);
    let mut state = game.start();
    game.apply(&mut state, &Event::Opened).expect("it opens");
    while let Some(seat) = state.next {
        show(&state, seat);
        let (mut legal, mut events) = (Vec::new(), Vec::new());
        game.legal_in(&state, seat, &mut legal);
        let drawn = dice.below(u32::try_from(legal.len()).expect("few")) as usize;
        game.decide_in(&state, seat, &legal[drawn], &mut dice, &mut events).expect("legal");
        game.apply(&mut state, &events[0]).expect("it happened");
    }
}

fn effort(limit: Limit) -> FloeEffort {
    let budget = MoveBudget { limit: Some(limit), stop: StopFlag::default() };
    FloeEffort::begin(&budget, std::time::Duration::from_secs(10))
}

/// Row-by-row steps of a position, as the game's actions.
fn actions<B: Bits>(game: &Fishing, floes: &SearchFloes<B>) -> Vec<Action> {
    let at = |field: u16| game.start.place(field.into());
    let action = |step: FloeStep| match step.from {
        Some(from) => Action::Move { from: at(from), to: at(step.to) },
        None => Action::Place { at: at(step.to) },
    };
    floes.steps().into_iter().map(action).collect()
}

/// Holds a search's own rules against those of the game, in sets of one kind.
fn follows_the_rules<B: Bits>(rows: u8, columns: u8, players: u8, penguins: u8) {
    let game = game(rows, columns, players, penguins, 1);
    let mut before: Option<SearchFloes<B>> = None;
    wander(&game, 1, |state, seat| {
        let view = View { game: &game, state, seat };
        let floes = floes_of::<B>(&view);
        let mut legal = Vec::new();
        game.legal_in(state, seat, &mut legal);
        assert_eq!(actions(&game, &floes), legal);
        if let Some(mut before) = before.take() {
            // The step that led here leads here in the search, and back.
            let steps = before.steps();
            let taken = before.free.without(floes.free);
            let was = (before.free, before.next, before.moving);
            let leads_here = steps.into_iter().any(|step| {
                let back = before.play(step);
                let is_here = (before.next, before.moving) == (floes.next, floes.moving)
                    && (0..PLAYERS_MAX)
                        .all(|n| before.sides[n].penguins == floes.sides[n].penguins)
                    && (0..PLAYERS_MAX).all(|n| before.sides[n].fish == floes.sides[n].fish);
                before.take_back(step, back);
                assert!((before.free, before.next, before.moving) == was, "{step:?}");
                is_here && B::of(step.to.into()) == taken
            });
            assert!(leads_here, "turn {}", state.turns);
        }
        before = Some(floes);
    });
}

#[test]
fn the_search_plays_by_the_rules_of_the_game() {
    follows_the_rules::<u64>(8, 8, 2, 2);
    follows_the_rules::<u64>(6, 9, 3, 2);
    follows_the_rules::<u128>(9, 11, 4, 1);
    follows_the_rules::<Wide<16>>(20, 13, 9, 1);
    follows_the_rules::<Wide<154>>(2, 99, 2, 3);
}

/// The moves that penguins of some players need to each field, over the ice as it is now.
fn moves_needed(grid: &Grid, players: impl Fn(u8) -> bool) -> Vec<usize> {
    let is_theirs = |place: &FieldPlace| players(grid.get(*place).player());
    let mut needed = vec![usize::MAX; grid.fields().len()];
    let mut front: Vec<_> = grid.places().filter(is_theirs).collect();
    for moves in 1.. {
        let mut reached = Vec::new();
        for from in front {
            let new = |to: &FieldPlace| needed[grid.index(*to)] == usize::MAX;
            let new: Vec<_> = grid.lines(from).filter(new).collect();
            new.iter().for_each(|to| needed[grid.index(*to)] = moves);
            reached.extend(new);
        }
        if reached.is_empty() {
            break;
        }
        front = reached;
    }
    needed
}

/// Twice the fish of the floes that a player reaches first; those that somebody else reaches as
/// fast count once.
fn first_reached(grid: &Grid, own: u8) -> i32 {
    let mine = moves_needed(grid, |player| player > 0 && player == own);
    let others = moves_needed(grid, |player| player > 0 && player != own);
    let worth = |at: usize| match mine[at].cmp(&others[at]) {
        Ordering::Less => 2 * i32::from(grid.fields()[at].fish()),
        Ordering::Equal if mine[at] < usize::MAX => grid.fields()[at].fish().into(),
        _ => 0,
    };
    (0..mine.len()).map(worth).sum()
}

/// Worth is counted twice over: in sets, and field by field.
#[test]
fn what_is_reached_first_is_what_strong_and_territory_count() {
    for (players, number) in [(2, 1), (2, 2), (3, 3), (4, 4)] {
        let game = game(8, 9, players, 2, number);
        wander(&game, number, |state, seat| {
            let view = View { game: &game, state, seat };
            let strong = floes_of::<u128>(&view).worths();
            for (player, worth) in state.players.iter().zip(strong) {
                let fish = i32::try_from(player.fish).expect("few");
                let counted = 2 * fish + first_reached(&state.grid, player.number);
                assert_eq!(worth, counted, "turn {}", state.turns);
            }
            let mut legal = Vec::new();
            game.legal_in(state, seat, &mut legal);
            let own = number_of(&view);
            for (action, worth) in legal.iter().zip(worths(&view, &legal, || false)) {
                let mut after = state.grid.clone();
                let to = match *action {
                    Action::Place { at } => at,
                    Action::Move { from, to } => {
                        after.set(from, FloeField::WATER);
                        to
                    }
                };
                after.set(to, FloeField::penguin(own));
                let counted = 2 * i32::from(state.grid.get(to).fish()) + first_reached(&after, own);
                assert_eq!(worth, counted, "turn {}, {action:?}", state.turns);
            }
        });
    }
}

#[test]
fn a_row_of_as_many_fields_as_a_word_has_bits_is_weighed() {
    let game = game(1, 64, 2, 2, 7);
    wander(&game, 7, |state, seat| {
        let mut legal = Vec::new();
        game.legal_in(state, seat, &mut legal);
        assert_eq!(worths(&View { game: &game, state, seat }, &legal, || false).len(), legal.len());
    });
}

/// Sets of every kind say the same, so that a board's size decides about speed alone.
#[test]
fn sets_of_all_kinds_lead_to_the_same_choice() {
    let game = game(6, 6, 2, 2, 5);
    wander(&game, 5, |state, seat| {
        let view = View { game: &game, state, seat };
        let limit = || effort(Limit::Nodes(150));
        let small = best::<u64>(&view, limit(), Manner::Play);
        assert!(small.is_some());
        assert_eq!(small, best::<u128>(&view, limit(), Manner::Play));
        assert_eq!(small, best::<Wide<16>>(&view, limit(), Manner::Play));
    });
    let of_three = self::game(6, 6, 3, 2, 5);
    wander(&of_three, 6, |state, seat| {
        let view = View { game: &of_three, state, seat };
        let limit = || effort(Limit::Nodes(150));
        let small = best::<u64>(&view, limit(), Manner::Play);
        assert!(small.is_some());
        assert_eq!(small, best::<Wide<16>>(&view, limit(), Manner::Play));
    });
}

/// A board drawn as text: fish, water as 0, own penguin as A, another's as B.
fn drawn(board: &[&str]) -> SearchFloes<u64> {
    let columns = board[0].len();
    let text: Vec<char> = board.iter().flat_map(|row| row.chars()).collect();
    let all = |is: &dyn Fn(char) -> bool| {
        let fields = (0..text.len()).filter(|at| is(text[*at]));
        fields.fold(0u64, |set, at| set | 1 << at)
    };
    let fish_min = |fish: u32| all(&|c| c.to_digit(10).is_some_and(|there| there >= fish));
    let column = |n: usize| (0..text.len()).filter(move |at| at % columns == n);
    let columns_of = |n: usize| column(n).fold(0u64, |set, at| set | 1 << at);
    let side = |letter: char| FloeSide {
        penguins: all(&|c| c == letter),
        fish: 0,
        placed: 1,
        is_out: false,
    };
    let mut sides = [side('-'); PLAYERS_MAX];
    (sides[0], sides[1]) = (side('A'), side('B'));
    SearchFloes {
        board: SearchBoard {
            rows: board.len(),
            columns,
            two: fish_min(2),
            three: fish_min(3),
            not_first: !columns_of(0),
            not_last: !columns_of(columns - 1),
            sides: 2,
            penguins_max: 1,
        },
        free: fish_min(1),
        sides,
        moving: true,
        next: Some(0),
    }
}

/// The most fish that side 0 can take when nobody else moves, by trying everything.
fn most_fish(floes: &mut SearchFloes<u64>) -> i32 {
    floes.next = Some(0);
    let mut most = 0;
    for step in floes.steps() {
        let before = floes.play(step);
        let fish = floes.board.fish_at(step.to.into());
        most = most.max(fish + most_fish(floes));
        floes.take_back(step, before);
    }
    most
}

#[test]
fn ice_of_its_own_is_fished_as_well_as_can_be() {
    for board in [
        ["A1320", "10110", "11031", "02103"],
        ["12A20", "31A10", "10100", "21200"],
        ["110A0", "01210", "11130", "00300"],
    ] {
        let mut floes = drawn(&board);
        let due = most_fish(&mut floes);
        let keys: Vec<u64> = (1..200).map(|n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let mut taken = 0;
        loop {
            let alone = Alone { penguins: floes.sides[0].penguins, free: floes.reach_of(0) };
            let mut effort = effort(Limit::Nodes(100_000));
            let Some(step) = FloeRoutes::new(&floes.board, &keys, &mut effort).best(alone) else {
                break;
            };
            assert!(!effort.is_over());
            floes.next = Some(0);
            floes.play(step);
            taken += floes.board.fish_at(step.to.into());
        }
        assert_eq!(taken, due, "{board:?}");
    }
}

/// The value for side 0, so many turns ahead, without any cut.
fn plain(floes: &mut SearchFloes<u64>, depth: usize) -> i32 {
    let compared = |worths: [i32; PLAYERS_MAX]| worths[0] - worths[1];
    let Some(next) = floes.next else {
        return compared(floes.counts());
    };
    if depth == 0 {
        return compared(floes.worths());
    }
    let mut values = Vec::new();
    for step in floes.steps() {
        let before = floes.play(step);
        values.push(plain(floes, depth - 1));
        floes.take_back(step, before);
    }
    let best = if next == 0 { values.iter().max() } else { values.iter().min() };
    *best.expect("whoever is next can move")
}

/// Cuts, tables and windows change no value.
#[test]
fn the_search_finds_what_a_plain_one_finds() {
    for board in [
        ["A1321", "11112", "11B31", "12103"],
        ["A2120", "13011", "A1B21", "0311B"],
        ["12B11", "A1321", "21011", "1111B"],
    ] {
        for depth in 1..=4 {
            let mut floes = drawn(&board);
            let found =
                FloeSearch::new(floes.clone(), 0, effort(Limit::Depth(depth)), Manner::Play).best();
            let found = found.expect("it can move");
            let due = plain(&mut floes, depth.into());
            floes.play(found);
            let value = plain(&mut floes, usize::from(depth) - 1);
            assert_eq!(value, due, "{board:?} {depth} turns ahead: {found:?}");
        }
    }
}

/// A lead that is called final is that of plain search to the end, whatever may be searched; and with enough it is
/// final from every position of these boards.
#[test]
fn a_final_lead_is_that_of_best_play() {
    for (number, nodes) in [(1, 50), (2, 400), (3, 400), (4, 20_000), (5, 20_000)] {
        let (game, mut finals) = (game(3, 4, 2, 1, number), 0);
        wander(&game, number, |state, seat| {
            let mut floes = floes_of::<u64>(&View { game: &game, state, seat });
            let search = |nodes| {
                let effort = effort(Limit::Nodes(nodes));
                FloeSearch::new(floes.clone(), seat.index(), effort, Manner::Worth).lead()
            };
            let found = search(nodes);
            assert!(found.is_final || nodes < 20_000, "board {number}");
            let sign = if seat == Seat(0) { 1 } else { -1 };
            if found.is_final {
                assert_eq!(found.lead, sign * plain(&mut floes, usize::MAX), "board {number}");
                finals += 1;
            }
        });
        assert!(finals > 0, "board {number}");
    }
}

/// True if a side wins alone, whatever the others do.
fn wins_surely(floes: &mut SearchFloes<u64>, own: usize) -> bool {
    let Some(next) = floes.next else {
        let counts = floes.counts();
        let most = counts.iter().max();
        let is_most = |count: &&i32| Some(*count) == most;
        return is_most(&&counts[own]) && counts.iter().filter(is_most).count() == 1;
    };
    let mut wins = floes.steps().into_iter().map(|step| {
        let before = floes.play(step);
        let wins = wins_surely(floes, own);
        floes.take_back(step, before);
        wins
    });
    match next == own {
        true => wins.any(|wins| wins),
        false => wins.all(|wins| wins),
    }
}

#[test]
fn a_tree_keeps_a_win_that_nobody_can_take() {
    let mut kept = 0;
    for number in 0..20 {
        let game = game(3, 5, 3, 1, number);
        wander(&game, number, |state, seat| {
            let mut floes = floes_of::<u64>(&View { game: &game, state, seat });
            if floes.free.count_ones() > 8 || !wins_surely(&mut floes, seat.index()) {
                return;
            }
            let limit = effort(Limit::Nodes(4_000));
            let search = FloeSearch::new(floes.clone(), seat.index(), limit, Manner::Play);
            let before = floes.play(search.best().expect("it can move"));
            assert!(wins_surely(&mut floes, before.side()), "board {number}");
            kept += 1;
        });
    }
    assert!(kept > 20, "{kept}");
}

/// Points of the first player, of two a game, on random boards where everybody sits everywhere.
fn points(players: &[&str], boards: u64) -> u32 {
    let seats = u64::try_from(players.len()).expect("few");
    let one = |number: u64| {
        let (count, shift) = (u8::try_from(seats).expect("few"), number % seats);
        let game = Arc::new(game(8, 8, count, 2, 100 + number / seats));
        let mut names: Vec<_> = players.iter().map(|name| (*name).to_owned()).collect();
        names.rotate_left(usize::try_from(shift).expect("few"));
        let mine = names.iter().position(|name| name == players[0]);
        let seated = seated(&game, &names).expect("built-in players");
        let mut session = GameSession::new(game, seated, Dice::new(Generator::Chacha8, 1, number));
        session.run(&mut ());
        let outcome = session.outcome().expect("every game ends");
        u32::from(outcome.points[mine.expect("it plays")])
    };
    (0..boards * seats).map(one).sum()
}

/// Measured at 2,000 positions: 97 of 100 points of two, 90 at tables of three.
#[test]
fn it_beats_territory() {
    let won = points(&["strong:nodes=500", "territory"], 20);
    assert!(won >= 56, "{won} of 80");
    let won = points(&["strong:nodes=500", "territory", "territory"], 10);
    assert!(won >= 28, "{won} of 60");
}

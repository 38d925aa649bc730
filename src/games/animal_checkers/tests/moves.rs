//! What a piece may do: steps, edges, dens, the capture table.

use super::*;

#[test]
fn a_step_leads_right_up_left_or_down_in_the_movers_own_view() {
    // given a dog amid nothing
    let before = "
        . . . x . . m
        . . . . . . .
        . . . . . . .
        . . . D . . .
        . . . . . . .
        . . . . . . .
        . . . X . . .";
    for (step, after) in [
        (
            "dr",
            ". . . x . . m\n. . . . . . .\n. . . . . . .\n. . . . D . .\n. . . . . . .\n. . . . . . .\n. . . X . . .",
        ),
        (
            "du",
            ". . . x . . m\n. . . . . . .\n. . . D . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . X . . .",
        ),
        (
            "dl",
            ". . . x . . m\n. . . . . . .\n. . . . . . .\n. . D . . . .\n. . . . . . .\n. . . . . . .\n. . . X . . .",
        ),
        (
            "dd",
            ". . . x . . m\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . D . . .\n. . . . . . .\n. . . X . . .",
        ),
    ] {
        // when side 0 steps, and when side 1 makes the same step on the board turned
        let mut table = DrawnTable::at(before, 0);
        table.plays(step).unwrap();
        table.shows(after);
        let mut table = DrawnTable::at(&turned(before), 1);
        table.plays(step).unwrap();
        table.shows(&turned(after));
    }
}

#[test]
fn the_capture_table_cell_by_cell() {
    let order = ['e', 't', 'd', 'm'];
    let table = [
        [true, true, true, false],
        [false, true, true, true],
        [false, false, true, true],
        [true, false, false, true],
    ];
    for (hunter, row) in order.into_iter().zip(table) {
        for (prey, can) in order.into_iter().zip(row) {
            // given the hunter below its prey, and another enemy so that the game goes on
            let (own, other) = (hunter.to_ascii_uppercase(), if prey == 'm' { 'd' } else { 'm' });
            let drawn = |far: char, near: char| {
                format!(
                    "{other}..x...\n.......\n...{far}...\n...{near}...\n.......\n.......\n...X..."
                )
            };
            for side in 0..2 {
                let on = |far, near| {
                    let board = drawn(far, near);
                    if side == 0 { board } else { turned(&board) }
                };
                let mut table = DrawnTable::at(&on(prey, own), side);
                let step = format!("{hunter}u");
                let name = typed(&step).to_string();
                if can {
                    assert!(table.legal().contains(&name), "{own} {prey}");
                    table.plays(&step).unwrap();
                    table.shows(&on(own, '.'));
                    assert_eq!(table.ending(), None);
                } else {
                    assert!(!table.legal().contains(&name), "{own} {prey}");
                    let rule = table.plays(&step).unwrap_err();
                    assert!(rule.to_string().contains("cannot capture"), "{rule}");
                    table.shows(&on(prey, own));
                }
            }
        }
    }
}

#[test]
fn no_step_leads_off_any_edge() {
    let corners = [
        (
            "M . . x . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . X . . d",
            ["ml", "mu"],
        ),
        (
            ". . . x . . M\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\nd . . X . . .",
            ["mr", "mu"],
        ),
        (
            "d . . x . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\nM . . X . . .",
            ["ml", "md"],
        ),
        (
            "d . . x . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . X . . M",
            ["mr", "md"],
        ),
    ];
    for (drawn, steps) in corners {
        let mut table = DrawnTable::at(drawn, 0);
        assert_eq!(table.legal().len(), 2);
        for step in steps {
            let rule = table.plays(step).unwrap_err();
            assert!(rule.to_string().contains("leaves the board"), "{rule}");
        }
        table.shows(drawn);
    }
}

#[test]
fn the_own_den_is_closed_from_every_side() {
    for (drawn, step) in [
        ("m..x...\n.......\n.......\n.......\n.......\n...D...\n...X...", "dd"),
        ("m..x...\n.......\n.......\n.......\n.......\n.......\n..DX...", "dr"),
        ("m..x...\n.......\n.......\n.......\n.......\n.......\n...XD..", "dl"),
    ] {
        let own_den = "no piece may enter its own den";
        let mut table = DrawnTable::at(drawn, 0);
        assert_eq!(table.plays(step).unwrap_err().to_string(), own_den);
        let mut table = DrawnTable::at(&turned(drawn), 1);
        assert_eq!(table.plays(step).unwrap_err().to_string(), own_den);
    }
}

#[test]
fn an_own_piece_is_in_the_way() {
    let mut table =
        DrawnTable::at("m..x...\n.......\n.......\n...E...\n...D...\n.......\n...X...", 0);
    let rule = table.plays("du").unwrap_err();
    assert_eq!(rule.to_string(), "the elephant on d4 is of the same side");
    assert!(!table.legal().contains(&"dog up".to_owned()));
}

#[test]
fn a_piece_that_is_not_there_has_no_moves() {
    let mut table =
        DrawnTable::at("m..x...\n.......\n.......\n...E...\n.......\n.......\n...X...", 0);
    let rule = table.plays("du").unwrap_err();
    assert_eq!(rule.to_string(), "the dog is not on the board");
}

#[test]
fn the_legal_moves_at_the_start_have_the_codes_of_the_rules() {
    let table = DrawnTable::with(Scenario::default());
    let mut buffer = Vec::new();
    let legal = table.game.legal_in(&table.state, seat(0), &mut buffer);
    let codes: Vec<_> = legal.iter().map(|action| action.code()).collect();
    assert_eq!(codes, [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    for code in 0..16 {
        assert_eq!(Action::from_code(code).map(Action::code), Some(code));
    }
    assert_eq!(Action::from_code(16), None);
}

#[test]
fn the_specifications_session_begins_with_the_tiger_going_left() {
    // given the start with the agent, side 1, to move
    let scenario = Scenario { side: 1, ..Scenario::default() };
    let mut table = DrawnTable::with(scenario);
    // when its tiger goes left in its own view
    table.plays("tl").unwrap();
    // then the specification prints this
    table.shows(
        ". m . x . e .
         . . . t d . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . D . T . .
         . E . X . M .",
    );
}

#[test]
fn an_event_that_is_not_what_a_move_does_is_refused() {
    let mut table = DrawnTable::with(Scenario::default());
    let square = |text: &str| text.parse().unwrap();
    let moved = |from: &str, to: &str, captured| Event::Moved {
        piece: Animal::Dog,
        from: square(from),
        to: square(to),
        captured,
    };
    let before = table.state.clone();
    for event in [
        moved("c2", "c4", None),
        moved("c2", "d3", None),
        moved("c3", "c4", None),
        moved("c1", "c3", None),
        moved("c2", "c3", Some(Animal::Mouse)),
        Event::Opened,
        Event::Ended { winner: None, cause: crate::Cause::MoveLimit },
        Event::Forfeited { cause: crate::Cause::Den },
    ] {
        assert!(table.game.apply(&mut table.state, &event).is_err(), "{event:?}");
        assert_eq!(table.state, before, "{event:?}");
    }
    assert!(table.game.apply(&mut table.state, &moved("c2", "c3", None)).is_ok());
}

#[test]
fn positions_no_game_can_begin_with_are_refused_with_the_row() {
    let start = || Scenario::default().position;
    let with = |row: usize, text: &str| {
        let mut position = start();
        text.clone_into(&mut position[row]);
        position
    };
    for (position, told) in [
        (start()[1..].to_vec(), "position: rows: 6; expected 7, row 7 first"),
        (with(0, ".m.x.e"), "position: row 7: 6 cells; expected 7"),
        (with(3, "...q..."), "position: row 4: `q` on d4; expected one of . M D T E m d t e X x"),
        (with(3, "...X..."), "position: row 4: `X` on d4; the dens are X on d1, x on d7"),
        (with(3, "...M..."), "position: row 1: `M` on f1 and on d4; a side has one mouse"),
        (with(6, ".E.d.M."), "position: row 2: `d`"),
        (with(0, ".m.d.e."), "position: row 7: `d` on d7, its own den"),
    ] {
        let fault = AnimalCheckers::new(Scenario { position, ..Scenario::default() });
        let fault = fault.err().map(|fault| fault.to_string()).unwrap_or_default();
        // The second dog is found where it stands second.
        assert!(fault.starts_with(told) || told.contains("`d`") && !fault.is_empty(), "{fault}");
    }
}

//! `diff` and `verify` on transcripts that are wrong in one way.

use super::golden;
use crate::harness::{Place, Ran};

/// The transcript of a golden replay, after an edit, against that replay.
fn edited(name: &str, edit: impl FnOnce(String) -> String) -> (Ran, Ran) {
    let place = Place::new();
    let file = golden(name);
    let told = place.chase_with(&["replay", &file], "").fine().stdout;
    let wrong = edit(told.clone());
    assert_ne!(told, wrong, "the edit changes something");
    place.write("ours.txt", wrong);
    let right = std::fs::read(&file).expect("a golden replay");
    place.write("right.json", right);
    let diff = place.chase("diff ours.txt right.json");
    let verify = place.chase("verify ours.txt --against right.json");
    (diff.stderr_is(""), verify.stderr_is(""))
}

/// Another board in place of that of a move, and no words that say which.
fn with_board(
    told: &str,
    number: u32,
    change: impl Fn(Vec<Vec<char>>) -> Vec<Vec<char>>,
) -> String {
    let head = told.lines().position(|line| line.starts_with(&format!("Move {number}")));
    let head = head.expect("the move");
    let mut lines: Vec<String> = told.lines().map(str::to_owned).collect();
    lines[head] = format!("Move {number}");
    let cells = |line: &String| line.split(' ').filter_map(|cell| cell.chars().next()).collect();
    let board: Vec<Vec<char>> = lines[head + 1..head + 8].iter().map(cells).collect();
    for (line, row) in lines[head + 1..].iter_mut().zip(change(board)) {
        let row: Vec<_> = row.iter().map(char::to_string).collect();
        *line = row.join(" ");
    }
    // What follows would be judged by another past.
    lines.truncate(head + 9);
    lines.join("\n") + "\n"
}

/// Swaps what stands on two squares, given as column and row.
fn swap(one: (usize, usize), other: (usize, usize)) -> impl Fn(Vec<Vec<char>>) -> Vec<Vec<char>> {
    move |mut board| {
        let at = |(column, row): (usize, usize)| (7 - row, column - 1);
        let (a, b) = (at(one), at(other));
        let kept = board[a.0][a.1];
        board[a.0][a.1] = board[b.0][b.1];
        board[b.0][b.1] = kept;
        board
    }
}

#[test]
fn a_move_the_player_would_not_make_is_told_with_all_it_could_do() {
    // given move 1, in which alphabeta moved its mouse up; here it stays, and the dog goes right
    let (diff, verify) = edited("den", |told| {
        with_board(&told, 1, |board| {
            let board = swap((4, 2), (3, 2))(board);
            swap((6, 1), (6, 2))(board)
        })
    });
    let report = diff.status(1).stdout;
    insta::assert_snapshot!("checkers_breach", report);
    verify
        .status(1)
        .stdout_has("FAIL  ours.txt: move 1, S0: it plays dog right, c2 to d2; alphabeta:nodes=10 chooses mouse up, f1 to f2 (alphabeta)");
}

#[test]
fn an_illegal_step_is_told_with_its_rule() {
    let (diff, verify) = edited("den", |told| with_board(&told, 1, swap((6, 2), (6, 3))));
    diff.status(1)
        .stdout_has("ours   mouse to f3: illegal (legal-moves): from f1 to f3 is not one step");
    verify.status(1).stdout_has("(legal-moves)");
}

#[test]
fn greedy_must_capture_what_it_can() {
    // given the first capture of a game of two that are greedy
    let place = Place::new();
    let file = golden("capture");
    let told = place.chase_with(&["replay", &file], "").fine().stdout;
    let taking = told.lines().find(|line| line.contains(" takes ")).expect("a capture");
    let number: u32 =
        taking[5..].split(':').next().and_then(|n| n.parse().ok()).expect("its number");
    // when the board stays as it was
    let before = told.lines().position(|line| line.starts_with(&format!("Move {}:", number - 1)));
    let before = before.expect("the move before");
    let head: Vec<_> = told.lines().take(before + 9).collect();
    let board = &head[before + 1..before + 8];
    let wrong = format!("{}\nMove {number}\n{}\n", head.join("\n"), board.join("\n"));
    place.write("ours.txt", wrong);
    let verify = place.chase_with(&["verify", "ours.txt", "--against", &file], "");
    verify.status(1).stdout_has("it plays nothing; the board is as before, and a side must move");
}

#[test]
fn a_wrong_ending_and_wrong_words_are_told() {
    let (diff, verify) = edited("den", |told| told.replace("Side 0 wins: DEN", "Side 1 wins: DEN"));
    diff.status(1).stdout_has("first difference: move 21, ending");
    verify.status(1).stdout_has("it ends with `Side 1 wins: DEN` instead of `Side 0 wins: DEN`");
    let (_, verify) = edited("den", |told| told.replace("Side 0 wins: DEN\n", ""));
    verify.status(1).stdout_has("it breaks off after move 21, without an ending");
    let (diff, verify) =
        edited("den", |told| told.replace("Move 1: side 0 mouse up", "Move 1: side 0 mouse left"));
    diff.status(1).stdout_has("move 1, move: ours side 0 mouse left, theirs side 0 mouse up");
    verify
        .status(1)
        .stdout_has("move is shown as `side 0 mouse left`, but should be `side 0 mouse up`");
    let (_, verify) = edited("den", |told| {
        told.replace("Side 0 moves first; 200 moves.", "Side 0 moves first; 100 moves.")
    });
    verify.status(1).stdout_has("the transcript says moves: 100, but the scenario has 200");
}

#[test]
fn the_scenario_can_be_given_in_words() {
    let place = Place::new();
    let told = place.chase_with(&["replay", &golden("den")], "").fine().stdout;
    place.write("told.txt", told);
    let right = "--scenario=--player alphabeta:nodes=10 --player greedy --seed 14";
    place
        .chase_with(&["verify", "told.txt", right], "")
        .fine()
        .stdout_has("ok    told.txt: 22 moves");
    // Without a seed any luck is right, and greedy is held to what it prefers.
    let lucky = "--scenario=--player alphabeta:nodes=10 --player greedy";
    place.chase_with(&["verify", "told.txt", lucky], "").status(0);
    let wrong = "--scenario=--player greedy --player greedy --seed 14";
    place.chase_with(&["verify", "told.txt", wrong], "").status(1).stdout_has("(greedy)");
    place.chase_with(&["verify", "told.txt", "--scenario=--side 3"], "").trouble(&["--scenario"]);
}

#[test]
fn seats_and_pieces_can_be_chosen() {
    let place = Place::new();
    let (one, other) = (golden("den"), golden("capture"));
    for words in ["--only S0", "--only tiger", "--only S1.dog"] {
        let args: Vec<_> =
            ["diff", &one, &other].into_iter().chain(words.split_whitespace()).collect();
        let ran = place.chase_with(&args, "");
        ran.status(1).stdout_has("first difference: move ");
    }
    place.chase_with(&["diff", &one, &other, "--only", "D2"], "").trouble(&["D2", "tiger"]);
}

#[test]
fn a_board_that_no_game_could_hold_is_told_as_a_wrong_move() {
    // given a dog that walks into its own den
    let (diff, verify) = edited("den", |told| {
        with_board(&told, 1, |board| {
            let mut board = swap((6, 1), (6, 2))(board);
            (board[5][2], board[6][3]) = ('.', 'D');
            board
        })
    });
    diff.status(1).stdout_has("ours   dog to d1: illegal (legal-moves): from c2 to d1");
    verify.status(1);
    // given two mice
    let (_, verify) = edited("den", |told| {
        with_board(&told, 1, |mut board| {
            board[3][3] = 'M';
            board
        })
    });
    verify.status(1);
}

#[test]
fn numbers_that_no_move_has_are_refused() {
    let place = Place::new();
    let file = golden("den");
    let board = ". m . x . e .\n. . t . d . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . D . T . .\n. E . X . M .\n";
    let text = format!("ANIMAL CHECKERS\n\nMove 18446744073709551615\n{board}\nMove 5\n{board}");
    place.write("huge.txt", &text);
    place
        .chase_with(&["diff", "huge.txt", &file], "")
        .trouble(&["huge.txt:3:1", "expected `Move N`"]);
    place.write("large.txt", text.replace("18446744073709551615", "4294967296"));
    place.chase_with(&["diff", "large.txt", &file], "").status(1);
    place.write("two.txt", format!("{text}\n{text}").replace("18446744073709551615", "0"));
    place.chase_with(&["diff", "two.txt", &file], "").trouble(&["a second game begins here"]);
}

#[test]
fn two_games_of_other_players_accuse_nobody() {
    let place = Place::new();
    let record = |words: &str| {
        place.chase(&format!("record animal-checkers --trace never {words}")).fine();
    };
    record("--player greedy --player greedy --seed 1 -o a.json");
    record("--player greedy --player random --seed 1 -o b.json");
    record("--player greedy --player greedy --seed 2 -o c.json");
    for (one, other, told) in [
        ("a", "b", "it is not known what greedy or random would have chosen"),
        ("a", "c", "that greedy draws from"),
    ] {
        let ran = place.chase(&format!("diff {one}.json {other}.json")).status(1);
        assert!(!ran.stdout.contains("breach"), "{ran}");
        ran.stdout_has("the two sides were set up differently").stdout_has(told);
    }
}

//! `chase play` and `chase replay --step` at a terminal of their own: the program hears keys, and gives
//! the terminal back as it was.

use std::io::{Read as _, Write as _};
use std::process::Child;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

use chase::cli::hold;
use chase::escape::EscapingWriter;

use crate::harness::{Place, faulty, project};

crate::tables::table!();

/// A program that says nothing for so long hangs.
const PATIENCE: Duration = Duration::from_secs(60);

struct Terminal {
    child: Child,
    keys: Arc<Pty>,
    pieces: Receiver<Vec<u8>>,
    seen: String,
}

impl Terminal {
    /// The program with these words.
    fn open(place: &Place, size: (u16, u16), words: &str) -> Self {
        let program = env!("CARGO_BIN_EXE_chase");
        Self::shell(place, size, &format!("'{program}' {words}"))
    }

    /// A line in a shell, which tells afterwards how it ended and how the terminal is set.
    fn shell(place: &Place, (rows, columns): (u16, u16), line: &str) -> Self {
        let (pty, pts) = open().expect("a pseudo-terminal");
        let size = Size::new(rows, columns);
        pty.resize(size).expect("its size");
        let line = format!("{line}; echo STATUS $?; stty -a");
        let shell = Command::new("sh").args(["-c", &line]);
        let shell = shell.env("TERM", "xterm").current_dir(place.path());
        let child = shell.spawn(pts).expect("a shell");
        let keys = Arc::new(pty);
        let screen = Arc::clone(&keys);
        let (sender, pieces) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            // Linux tells the end of a terminal as an error.
            while let Ok(count @ 1..) = (&*screen).read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal { child, keys, pieces, seen: String::new() }
    }

    #[track_caller]
    fn wait_for(&mut self, words: &str) {
        while !self.seen.contains(words) {
            let Ok(piece) = self.pieces.recv_timeout(PATIENCE) else {
                panic!("no `{words}` in {:?}", self.seen);
            };
            self.seen.push_str(&String::from_utf8_lossy(&piece));
        }
    }

    fn resize(&mut self, (rows, columns): (u16, u16)) {
        let size = Size::new(rows, columns);
        self.keys.resize(size).expect("another size");
    }

    fn types(&mut self, keys: &str) {
        (&*self.keys).write_all(keys.as_bytes()).expect("typed");
    }

    /// Waits for the end with a status, and checks that the terminal is as it was. Everything that was shown.
    #[track_caller]
    fn leaves_the_terminal(mut self, status: &str) -> String {
        self.wait_for(status);
        self.wait_for(" icanon");
        let after = self.seen.rsplit(status).next().unwrap_or_default();
        assert!(!after.contains("-icanon"), "raw still: {after}");
        let on = self.seen.find("\x1b[?1049h").expect("switched on");
        let off = self.seen.rfind("\x1b[?1049l").expect("switched off");
        assert!(on < off);
        assert!(self.seen.rfind("\x1b[?25h") > self.seen.rfind("\x1b[?25l"));
        self.child.wait().expect("the shell's end");
        self.seen
    }
}

#[test]
fn a_recording_is_stepped_through_and_the_terminal_given_back() {
    let place = Place::new();
    let (ours, theirs) =
        (project("replays/police/S3.json"), project("tests/reference/police/S3.txt"));
    let mut terminal = Terminal::open(&place, (24, 80), &format!("replay {ours} --step"));
    terminal.wait_for("hour 0 of 5");
    terminal.types("\x1b[F");
    terminal.wait_for("CAUGHT");
    terminal.resize((30, 100));
    terminal.types("?");
    terminal.wait_for("sideways");
    terminal.types("xq");
    let shown = terminal.leaves_the_terminal("STATUS 0");
    assert!(!shown.contains("\x1b[?1000h"), "the mouse stays the terminal's");
    assert!(shown.contains("\x1b[38;5;"), "in colours");
    // with another trace, without colours, playing, and left with Ctrl-C
    let words = format!("replay {ours} {theirs} --step");
    let line = format!("NO_COLOR=1 '{}' {words}", env!("CARGO_BIN_EXE_chase"));
    let mut terminal = Terminal::shell(&place, (24, 80), &line);
    terminal.wait_for("the two are the same");
    terminal.types("....\x20");
    terminal.wait_for("CAUGHT");
    terminal.types("\x03");
    let shown = terminal.leaves_the_terminal("STATUS 0");
    assert!(!shown.contains("\x1b[38;5;"), "without colours");
}

#[test]
fn damage_and_a_panic_are_told_after_the_terminal_leaves_the_terminal() {
    // given a recording of several frames, the last of which is damaged
    let place = Place::new();
    place.write("c.data", "3\n0 1 10 n ulm\n1 2 10 n bonn\n2 n kiel\n");
    place.write("a.data", "9 0 2 T\n9 1 -1 D1\n9 1 -1 D2\n9 1 -1 D3\n9 1 -1 D4\n");
    place.chase("record police c.data a.data 9000 1 -o long.chase").status(0);
    let mut bytes = place.read("long.chase");
    let at = bytes.len() * 4 / 5;
    bytes[at] ^= 0x55;
    place.write("long.chase", bytes);
    let mut terminal = Terminal::open(&place, (24, 80), "replay long.chase --step");
    terminal.wait_for("hour 0 of 9000");
    terminal.types("\x1b[F");
    let shown = terminal.leaves_the_terminal("STATUS 2");
    let told = shown.rsplit("\x1b[?1049l").next().unwrap_or_default();
    assert!(told.contains("long.chase"), "{told}");
    // and what panics while it draws
    let itself = std::env::current_exe().expect("this program");
    let itself = itself.display();
    let line = format!("'{itself}' --ignored --exact screen::a_panic_on_the_screen --nocapture");
    let shown = Terminal::shell(&place, (24, 80), &line).leaves_the_terminal("STATUS 101");
    let told = shown.rsplit("\x1b[?1049l").next().unwrap_or_default();
    assert!(told.contains("oh no"), "{told}");
}

/// Run by the test above, at a terminal of its own.
#[test]
#[ignore = "it panics"]
#[expect(clippy::disallowed_methods, reason = "it is a program of its own")]
fn a_panic_on_the_screen() {
    let mut out = EscapingWriter::new(std::io::stdout());
    let held = hold(&mut out, |board| {
        board.draw(|_| panic!("oh no"))?;
        Ok(())
    });
    held.expect("a panic goes on");
}

#[test]
fn a_session_at_a_terminal_has_coordinates_and_tells_what_was_done() {
    let place = Place::new();
    let words = "play animal-checkers --seed 3";
    let mut terminal = Terminal::open(&place, (40, 100), words);
    terminal.wait_for("side 1 tiger left\r\n");
    terminal.wait_for("  a b c d e f g\r\n7 . m . x . e .");
    terminal.wait_for("Move? ");
    terminal.types("tu\r");
    terminal.wait_for("side 0 tiger up\r\n");
    terminal.types("q\r");
    terminal.wait_for("STATUS 0");
    terminal.child.wait().expect("the shell's end");
}

#[test]
fn robots_are_played_line_by_line_at_a_terminal_too() {
    let place = Place::new();
    let mut terminal = Terminal::open(&place, (40, 100), "play robots --seed 7 -o game.json");
    terminal.wait_for("player? ");
    terminal.types("w\r");
    terminal.wait_for("the player walks to (15,14)");
    terminal.wait_for("\r\nmoves                          1\r\n");
    terminal.types("quit\r");
    terminal.wait_for("STATUS 0");
    terminal.child.wait().expect("the shell's end");
    assert!(!terminal.seen.contains("\x1b[?1049h"), "no screen of its own");
    place.chase("verify game.json").status(0).stdout_has("game.json: 2 turns");
}

#[test]
fn a_list_of_moves_is_as_wide_as_the_terminal() {
    let place = Place::new();
    let words = "play scotland-yard --player mr-x=human --seed 1";
    let mut terminal = Terminal::open(&place, (40, 40), words);
    terminal.wait_for("BLACK? ");
    terminal.types("?\r");
    terminal
        .wait_for("  taxi 115, secret 115, taxi 117,\r\n  secret 117, taxi 130, secret 130,\r\n");
    terminal.wait_for("quit ends the game\r\n");
    terminal.types("q\r");
    terminal.wait_for("STATUS 0");
    terminal.child.wait().expect("the shell's end");
}

/// The lines that the program shows at a terminal of so many columns, until it ends with a status.
fn lines_at(place: &Place, columns: u16, words: &str, status: i32) -> Vec<String> {
    let mut terminal = Terminal::open(place, (40, columns), &format!("{words} 2>/dev/null"));
    let end = format!("STATUS {status}");
    terminal.wait_for(&end);
    terminal.child.wait().expect("the shell's end");
    let (shown, _) = terminal.seen.split_once(&end).expect("it ended so");
    shown.lines().map(str::to_owned).collect()
}

#[test]
fn what_verify_and_grade_print_is_broken_between_words_at_a_terminal_and_nowhere_else() {
    let place = Place::new();
    let file = project("replays/police/S0.json");
    let copy = format!("cp {file} s0.json && ln -s {} faulty", faulty().display());
    place.shell(&copy).fine();
    let grade = "grade --part map --cases 2 -- ./faulty map-counts-double";
    for (words, status) in [("verify s0.json", 0), (grade, 1)] {
        let piped = place.chase(words).status(status).stdout;
        for columns in [80, 50] {
            let lines = lines_at(&place, columns, words, status);
            let is_narrow = |line: &String| line.chars().count() <= usize::from(columns);
            let is_word = |line: &String| line.split_whitespace().count() == 1;
            assert!(lines.iter().all(|it| is_narrow(it) || is_word(it)), "{lines:#?}");
            let same = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(same(&lines.join("\n")), same(&piped));
        }
        assert!(piped.lines().any(|line| line.chars().count() > 50), "{piped}");
    }
}

//! `chase play robots` at a terminal of its own: the screen comes up, hears keys, and gives the
//! terminal back as it was.

use std::io::{Read as _, Write as _};
use std::process::Child;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

use crate::harness::Place;

/// A program that says nothing for so long hangs.
const PATIENCE: Duration = Duration::from_secs(60);

struct Terminal {
    child: Child,
    keys: Arc<Pty>,
    pieces: Receiver<Vec<u8>>,
    seen: String,
}

impl Terminal {
    /// The game in a shell, which tells afterwards how it ended and how the terminal is set.
    fn open(place: &Place, (rows, columns): (u16, u16), more: &str) -> Self {
        let (pty, pts) = open().expect("a pseudo-terminal");
        let size = Size::new(rows, columns);
        pty.resize(size).expect("its size");
        let program = env!("CARGO_BIN_EXE_chase");
        let line = format!("'{program}' play robots --seed 7 {more}; echo STATUS $?; stty -a");
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
        Terminal {
            child,
            keys,
            pieces,
            seen: String::new(),
        }
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

    /// Waits for the end, and checks that the terminal is as it was.
    #[track_caller]
    fn gives_it_back(mut self) {
        self.wait_for("STATUS 0");
        self.wait_for(" icanon");
        let after = self.seen.rsplit("STATUS 0").next().unwrap_or_default();
        assert!(!after.contains("-icanon"), "raw still: {after}");
        for (on, off) in [
            ("\x1b[?1049h", "\x1b[?1049l"),
            ("\x1b[?1000h", "\x1b[?1000l"),
        ] {
            let on = self.seen.find(on).expect("switched on");
            let off = self.seen.rfind(off).expect("switched off");
            assert!(on < off);
        }
        self.child.wait().expect("the shell's end");
    }
}

#[test]
fn a_game_is_played_and_kept_and_the_terminal_given_back() {
    let place = Place::new();
    let mut terminal = Terminal::open(&place, (40, 100), "-o game.json");
    terminal.wait_for("quit");
    terminal.types("4\x1b[A5?");
    terminal.wait_for("Mouse:");
    terminal.resize((20, 60));
    terminal.wait_for("needs");
    terminal.types("q");
    terminal.gives_it_back();
    let kept = String::from_utf8(place.read("game.json")).expect("JSON");
    let replay: serde_json::Value = serde_json::from_str(&kept).expect("JSON");
    assert_eq!(replay["game"], "robots", "{kept}");
    assert!(
        kept.contains(r#""walk""#) && kept.contains(r#""stay""#),
        "{kept}"
    );
}

#[test]
fn control_c_in_a_terminal_that_is_too_small_gives_it_back_too() {
    let place = Place::new();
    let mut terminal = Terminal::open(&place, (20, 60), "");
    terminal.wait_for("needs");
    terminal.types("\x03");
    terminal.gives_it_back();
}

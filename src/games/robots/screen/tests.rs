//! The screen without a terminal: what keys and clicks do, and what is drawn.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Rect, Size};
use ratatui::style::Color;

use super::super::board::BoardCell;
use super::super::play::Play;
use super::super::scenario::{Mode, Scenario};
use super::super::{RobotsGame, State};
use super::app::RobotsScreen;
use super::command::Command;
use super::layout::{NEEDED, ScreenLayout};
use chase_core::error::Error;
use chase_core::game::Game as _;
use chase_core::replay::Header;
use chase_kit::seating::Seating;
use chase_kit::{Played, Saver, Then};

const USUAL: Size = Size::new(100, 40);

/// Two robots far away, one two columns to the right of the player; teleports 1 and 2.
fn scenario() -> Scenario {
    Scenario {
        robots: vec![BoardCell(1, 1), BoardCell(31, 31), BoardCell(15, 17)],
        teleports: vec![BoardCell(5, 20), BoardCell(25, 4)],
        mode: Mode::Once,
        turns: 100,
    }
}

struct ScreenSeat {
    app: RobotsScreen,
    play: Play,
    size: Size,
}

impl ScreenSeat {
    fn new(scenario: Scenario) -> Self {
        let game = RobotsGame::new(scenario).expect("a board that can be played");
        let mut header = Header::new(&game, &["human".into()], RobotsGame::DICE, 1);
        let mut play =
            Play::open(&mut header, &Seating::default()).expect("a game of this program");
        play.settle();
        let mut seat = ScreenSeat { app: RobotsScreen::new(true), play, size: USUAL };
        seat.app.resized(USUAL);
        seat
    }

    fn usual() -> Self {
        Self::new(scenario())
    }

    fn resized(mut self, width: u16, height: u16) -> Self {
        self.size = Size::new(width, height);
        self.app.resized(self.size);
        self
    }

    fn key(&mut self, code: KeyCode) -> Option<Then> {
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        self.app.on_key(key, &mut self.play)
    }

    fn types(&mut self, text: &str) {
        for letter in text.chars() {
            assert_eq!(self.key(KeyCode::Char(letter)), None, "at {letter}");
        }
    }

    fn control(&mut self, letter: char) -> Option<Then> {
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        self.app.on_key(key, &mut self.play)
    }

    fn mouse(&mut self, kind: MouseEventKind, place: Rect) -> Option<Then> {
        let mouse = MouseEvent {
            kind,
            column: place.right() - 1,
            row: place.y,
            modifiers: KeyModifiers::NONE,
        };
        self.app.on_mouse(mouse, &mut self.play)
    }

    fn click(&mut self, place: Rect) -> Option<Then> {
        self.mouse(MouseEventKind::Down(MouseButton::Left), place)
    }

    fn click_cell(&mut self, row: u8, column: u8) {
        let place = self.layout().cell(BoardCell(row, column));
        assert_eq!(self.click(place.expect("it is seen")), None);
    }

    fn click_button(&mut self, command: Command) -> Option<Then> {
        let buttons = self.layout().buttons;
        let button = buttons.iter().find(|button| button.command == command);
        self.click(button.expect("there is such a button").place)
    }

    fn layout(&self) -> ScreenLayout {
        ScreenLayout::of(self.size, self.player()).expect("large enough")
    }

    fn state(&self) -> &State {
        self.play.table.state()
    }

    fn player(&self) -> BoardCell {
        self.state().player
    }

    fn drawn(&self) -> Buffer {
        let backend = TestBackend::new(self.size.width, self.size.height);
        let mut terminal = Terminal::new(backend).expect("a terminal");
        let drawn = terminal.draw(|frame| self.app.draw(frame, &self.play));
        drawn.expect("drawn").buffer.clone()
    }

    fn text(&self) -> String {
        let buffer = self.drawn();
        let all = buffer.area;
        let rows = all.rows().map(|row| words(&buffer, row));
        rows.collect::<Vec<_>>().join("\n")
    }

    /// The two columns of a cell.
    fn tile(&self, row: u8, column: u8) -> String {
        let place = self.layout().cell(BoardCell(row, column));
        words(&self.drawn(), place.expect("it is seen"))
    }

    #[track_caller]
    fn shows(&self, words: &str) {
        let text = self.text();
        assert!(text.contains(words), "no `{words}` in:\n{text}");
    }

    #[track_caller]
    fn hides(&self, words: &str) {
        let text = self.text();
        assert!(!text.contains(words), "`{words}` in:\n{text}");
    }
}

fn words(buffer: &Buffer, place: Rect) -> String {
    let cells = place.positions().map(|at| buffer[at].symbol().to_owned());
    cells.collect()
}

#[test]
fn every_thing_has_its_sign() {
    let seat = ScreenSeat::usual();
    assert_eq!(seat.tile(15, 15), " @");
    assert_eq!(seat.tile(15, 17), "[]");
    assert_eq!(seat.tile(1, 1), "[]");
    assert_eq!(seat.tile(31, 31), "[]");
    assert_eq!(seat.tile(5, 20), " 1");
    assert_eq!(seat.tile(25, 4), " 2");
    assert_eq!(seat.tile(16, 16), " ·");
    seat.shows("robots left                      3");
    seat.shows("safe mode on");
    seat.shows("time                          0:00");
}

#[test]
fn robots_that_meet_leave_debris_on_the_screen() {
    let mut seat = ScreenSeat::new(Scenario {
        robots: vec![BoardCell(10, 14), BoardCell(10, 16), BoardCell(31, 31)],
        ..scenario()
    });
    seat.types("5");
    assert_eq!(seat.tile(11, 15), "##");
    seat.shows("2 collide");
}

#[test]
fn each_key_of_a_direction_leads_there() {
    let ways = [
        ("7y", KeyCode::Home, BoardCell(14, 14)),
        ("8k", KeyCode::Up, BoardCell(14, 15)),
        ("9u", KeyCode::PageUp, BoardCell(14, 16)),
        ("4h", KeyCode::Left, BoardCell(15, 14)),
        ("6l", KeyCode::Right, BoardCell(15, 16)),
        ("1b", KeyCode::End, BoardCell(16, 14)),
        ("2j", KeyCode::Down, BoardCell(16, 15)),
        ("3n", KeyCode::PageDown, BoardCell(16, 16)),
        ("5. ", KeyCode::KeypadBegin, BoardCell(15, 15)),
    ];
    for (letters, key, cell) in ways {
        for key in letters.chars().map(KeyCode::Char).chain([key]) {
            let robots = vec![BoardCell(1, 1)];
            let mut seat = ScreenSeat::new(Scenario { robots, ..scenario() });
            seat.key(key);
            assert_eq!((seat.player(), seat.state().turn), (cell, 1), "{key:?}");
        }
    }
}

#[test]
fn the_cell_that_the_player_came_from_is_marked() {
    let mut seat = ScreenSeat::usual();
    seat.key(KeyCode::Left);
    assert_eq!(seat.tile(15, 15), " ○");
    assert_eq!(seat.tile(15, 14), " @");
}

#[test]
fn a_click_steps_stays_or_teleports() {
    let mut seat = ScreenSeat::usual();
    seat.click_cell(14, 14);
    assert_eq!((seat.player(), seat.state().turn), (BoardCell(14, 14), 1));
    seat.click_cell(14, 14);
    assert_eq!((seat.player(), seat.state().turn), (BoardCell(14, 14), 2));
    seat.click_cell(25, 4);
    assert_eq!((seat.player(), seat.state().turn), (BoardCell(25, 4), 3));
    seat.click_cell(20, 20);
    assert_eq!(seat.state().turn, 3);
    seat.shows("Refused: (20,20) is neither next to you nor a teleport.");
}

#[test]
fn every_button_has_room_of_its_own_and_does_what_its_key_does() {
    for size in [NEEDED, Size::new(80, 34), USUAL, Size::new(200, 60)] {
        let layout = ScreenLayout::of(size, BoardCell(31, 31)).expect("large enough");
        for (n, button) in layout.buttons.iter().enumerate() {
            let width = button.label.chars().count();
            assert!(usize::from(button.place.width) >= width, "{button:?}");
            assert!(button.place.right() <= size.width, "{button:?}");
            let others = &layout.buttons[n + 1..];
            assert!(others.iter().all(|it| !it.place.intersects(button.place)));
            let at = button.place.as_position();
            assert_eq!(layout.command_at(at), Some(button.command));
            let key = button.key().unwrap_or("5").parse().expect("one letter");
            let key = KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE);
            assert_eq!(Command::of(key), Some(button.command), "{button:?}");
        }
    }
}

#[test]
fn buttons_play() {
    let mut seat = ScreenSeat::usual();
    seat.click_button(Command::Walk(super::super::Direction::Sw));
    assert_eq!(seat.player(), BoardCell(16, 14));
    seat.click_button(Command::Stay);
    assert_eq!(seat.state().turn, 2);
    seat.click_button(Command::Undo);
    assert_eq!(seat.state().turn, 1);
    seat.click_button(Command::Redo);
    assert_eq!(seat.state().turn, 2);
    seat.click_button(Command::TeleportAnywhere);
    assert_eq!(seat.player(), BoardCell(5, 20));
    assert_eq!(seat.click_button(Command::Quit), Some(Then::Done));
}

#[test]
fn what_is_refused_costs_nothing_and_says_why() {
    let mut seat = ScreenSeat::new(Scenario {
        robots: vec![BoardCell(31, 31)],
        teleports: vec![BoardCell(1, 15)],
        ..scenario()
    });
    seat.types("t1");
    seat.key(KeyCode::Enter);
    assert_eq!((seat.player(), seat.state().turn), (BoardCell(1, 15), 1));
    seat.key(KeyCode::Up);
    assert_eq!(seat.state().turn, 1);
    seat.shows("Refused: the board ends there (n).");
    assert_eq!(seat.tile(1, 15), " @");
    seat.key(KeyCode::Down);
    assert_eq!(seat.tile(1, 15), "--", "it can be used once");
}

#[test]
fn undo_and_redo_lead_to_the_same_boards() {
    for (undo, redo) in [('z', 'x'), ('<', '>')] {
        let mut seat = ScreenSeat::usual();
        let start = seat.state().clone();
        seat.types("4");
        let then = seat.state().clone();
        seat.types(&undo.to_string());
        assert_eq!(*seat.state(), start);
        seat.shows("Taken back.");
        seat.types(&redo.to_string());
        assert_eq!(*seat.state(), then);
        seat.control('z');
        assert_eq!(*seat.state(), start);
        seat.control('y');
        assert_eq!(*seat.state(), then);
        seat.types(&redo.to_string());
        seat.shows("Refused: there is nothing to redo.");
    }
}

#[test]
fn safe_mode_refuses_a_step_into_a_robot_and_without_it_the_player_dies() {
    let mut seat = ScreenSeat::new(Scenario { robots: vec![BoardCell(15, 16)], ..scenario() });
    seat.key(KeyCode::Right);
    assert_eq!(seat.state().turn, 0);
    seat.shows("Refused: there is a robot on (15,16)");
    seat.types("s");
    seat.shows("safe mode OFF");
    seat.key(KeyCode::Right);
    assert!(seat.state().dead);
    assert_eq!(seat.tile(15, 16), "XX");
    seat.shows("The player dies: it has walked into a robot");
}

#[test]
fn a_redo_that_safe_mode_refuses_can_be_asked_for_again() {
    let mut seat = ScreenSeat::new(Scenario { robots: vec![BoardCell(15, 16)], ..scenario() });
    seat.types("s6zs");
    seat.types("x");
    seat.shows("Refused: there is a robot on (15,16)");
    seat.types("ssx");
    assert!(seat.state().dead);
}

#[test]
fn a_teleport_is_named_by_its_number() {
    let mut seat = ScreenSeat::usual();
    seat.types("t");
    seat.shows("Teleport to number (1 to 2, Esc cancels):");
    seat.types("1q2");
    seat.key(KeyCode::Backspace);
    seat.key(KeyCode::Backspace);
    seat.types("2");
    seat.key(KeyCode::Enter);
    assert_eq!(seat.player(), BoardCell(25, 4));
    seat.types("t9999999999999999999999");
    seat.key(KeyCode::Enter);
    assert_eq!(seat.state().turn, 1);
    seat.shows("Refused: there is no teleport");
    seat.types("t1");
    seat.key(KeyCode::Esc);
    assert_eq!(seat.state().turn, 1);
    seat.hides("Teleport to number");
}

/// Takes down what it was asked to save, and refuses `taken`.
struct Fake(Rc<RefCell<Vec<PathBuf>>>);

impl Saver for Fake {
    fn save(&mut self, path: &Path, _: &Header, _: &mut dyn Played) -> Result<(), Error> {
        if path == Path::new("taken") {
            let error = Error::new("there is a file of this name already");
            return Err(error.help("replace it with --force"));
        }
        self.0.borrow_mut().push(path.to_owned());
        Ok(())
    }
}

#[test]
fn a_game_is_saved_under_the_name_that_is_typed() {
    let saved = Rc::new(RefCell::new(Vec::new()));
    let mut seat = ScreenSeat::usual();
    seat.play.keep_with(Box::new(Fake(Rc::clone(&saved))));
    seat.types("wtaken");
    seat.key(KeyCode::Enter);
    seat.shows("Refused: there is a file of this name already.");
    seat.shows("Save as (Esc cancels): taken");
    for _ in 0..5 {
        seat.key(KeyCode::Backspace);
    }
    seat.types("q game.json");
    seat.key(KeyCode::Enter);
    assert_eq!(*saved.borrow(), [PathBuf::from("q game.json")]);
    seat.shows("Saved in q game.json.");
}

#[test]
fn only_a_file_that_holds_a_game_ends_this_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = folder.path().join("good.txt");
    std::fs::write(&good, "2 1\n1 1\n2 2\n3 3\n").expect("written");
    let mut seat = ScreenSeat::usual();
    seat.types("ono-such-file");
    assert_eq!(seat.key(KeyCode::Enter), None);
    seat.shows("Refused: no-such-file");
    seat.key(KeyCode::Esc);
    seat.types(&format!("o{}", good.display()));
    assert_eq!(seat.key(KeyCode::Enter), Some(Then::Load(good)));
}

#[test]
fn the_debug_panel_lists_robots_and_teleports() {
    let mut seat = ScreenSeat::usual();
    seat.types("d");
    seat.shows("robot  3 (15,17), 2 away");
    seat.shows("teleport  2 (25,4), available");
    seat.hides("robots left");
    seat.types("d");
    seat.shows("robots left");
    let mut narrow = ScreenSeat::usual().resized(80, 34);
    narrow.types("d");
    narrow.shows(" 3 (15,17) 2");
    narrow.shows(" 2 (25,4) yes");
    let mut wide = ScreenSeat::usual().resized(140, 40);
    wide.types("d");
    wide.shows("robots left");
    wide.shows("teleport  2 (25,4), available");
}

#[test]
fn a_long_debug_list_says_how_much_is_left_and_scrolls() {
    let robots = (1..=30).map(|column| BoardCell(1, column)).collect();
    let mut seat = ScreenSeat::new(Scenario { robots, ..scenario() });
    seat.types("d");
    seat.shows("robot  1 ");
    seat.shows("...and ");
    let panel = seat.layout().debug;
    for _ in 0..20 {
        seat.mouse(MouseEventKind::ScrollDown, panel);
    }
    seat.hides("robot  1 ");
    seat.shows("teleport  2 (25,4), available");
    seat.types("[[[[[[[[[[[[[[[[");
    seat.shows("robot  1 ");
}

#[test]
fn the_help_shows_the_keys_and_any_key_closes_it() {
    for height in [24, 28, 34, 40] {
        let mut seat = ScreenSeat::usual().resized(80, height);
        seat.types("?");
        seat.shows("Any key closes this.");
        for line in super::help::HELP {
            seat.shows(line);
        }
        seat.types("4");
        assert_eq!(seat.state().turn, 0);
        seat.hides("Any key closes this.");
    }
}

#[test]
fn a_terminal_that_is_too_small_says_what_is_needed_and_still_quits() {
    for (width, height) in [(79, 34), (80, 23), (30, 8), (1, 1)] {
        let mut seat = ScreenSeat::usual().resized(width, height);
        if width >= 30 {
            seat.shows("80 columns");
        } else {
            seat.text();
        }
        seat.types("4");
        assert_eq!(seat.state().turn, 0, "nobody plays what is not seen");
        assert_eq!(seat.control('c'), Some(Then::Done));
        assert_eq!(seat.key(KeyCode::Char('q')), Some(Then::Done));
    }
    ScreenSeat::usual().resized(80, 24).shows("ROBOTS turn 0");
}

#[test]
fn where_the_board_is_higher_than_the_screen_the_rows_round_the_player_are_seen() {
    let mut seat = ScreenSeat::usual().resized(80, 24);
    seat.types("s");
    let is_seen = |seat: &ScreenSeat, row: u8| seat.layout().cell(BoardCell(row, 1)).is_some();
    assert!(!is_seen(&seat, 1) && is_seen(&seat, 5) && is_seen(&seat, 25));
    assert!(!is_seen(&seat, 31));
    assert_eq!(seat.tile(15, 15), " @");
    seat.shows("robots       3");
    seat.shows("time      0:00");
    seat.shows("z undo");
    // A click means the cell that is drawn there, and what is above or below comes into view.
    seat.click_cell(16, 16);
    assert_eq!(seat.player(), BoardCell(16, 16));
    for way in ["8", "2"] {
        for _ in 0..40 {
            if seat.play.is_over() {
                break;
            }
            seat.types(way);
            let BoardCell(row, column) = seat.player();
            assert_ne!(seat.tile(row, column), " ·", "{:?}", seat.player());
        }
    }
}

#[test]
fn every_size_can_be_drawn() {
    let mut seat = ScreenSeat::usual();
    for (width, height) in (80..130).step_by(7).zip(24..90) {
        seat = seat.resized(width, height);
        seat.types("d");
        seat.shows("ROBOTS turn 0");
        seat.shows("? help");
    }
}

#[test]
fn without_colours_nothing_is_coloured() {
    let mut seat = ScreenSeat::usual();
    seat.app.has_colour = false;
    for keys in ["", "4", "8888888888888888888", "?", "d", "s", "w"] {
        seat.types(keys);
        for cell in seat.drawn().content {
            assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset));
        }
    }
    let coloured = ScreenSeat::usual().drawn().content;
    assert!(coloured.iter().any(|cell| cell.bg != Color::Reset));
}

#[test]
fn after_the_end_there_is_another_game_or_the_last_turn_back() {
    let mut seat = ScreenSeat::new(Scenario { robots: vec![BoardCell(15, 17)], ..scenario() });
    assert_eq!(seat.key(KeyCode::Char('a')), None);
    seat.shows("Refused: the game is not over");
    seat.hides("a play again");
    seat.types("55");
    seat.shows("Refused: a robot would reach you on (15,15)");
    seat.types("s5");
    assert!(seat.play.is_over());
    seat.shows("The player dies: a robot has come.");
    seat.shows("a play again");
    seat.types("4");
    seat.shows("Refused: the game is over");
    seat.types("z");
    assert!(!seat.play.is_over());
    seat.types("5");
    assert_eq!(seat.key(KeyCode::Char('a')), Some(Then::Another));
}

#[test]
fn a_game_is_won_when_no_robot_is_left() {
    let mut seat = ScreenSeat::new(Scenario {
        robots: vec![BoardCell(10, 14), BoardCell(10, 16)],
        ..scenario()
    });
    seat.types("5");
    seat.shows("The player wins: no robot is left.");
    assert_eq!(seat.key(KeyCode::Char('a')), Some(Then::Another));
}

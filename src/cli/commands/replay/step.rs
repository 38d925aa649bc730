//! `chase replay --step`: a recording at the terminal, cycle by cycle, with keys; beside it the
//! cycles in which another trace differs. Nothing here knows a game: what is shown is what
//! `chase replay` prints of a moment.

mod app;
mod canvas;
mod differences;
mod draw;
mod help;
mod marked;
mod moments;
mod screen;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crossterm::event::{self, Event};

use crate::print::terminal;
use crate::verb::{Context, Done};
use app::{KeyEffect, StepApp};
use chase_record::any::Projections;
use chase_world::error::Error;
use chase_world::world::{Stopwatch, World};
use differences::Differences;
use moments::ReplayMoments;
pub use screen::hold;
use screen::{Screen, wait};

/// The time for which nothing is looked at when nothing happens and nothing is played.
const IDLE: Duration = Duration::from_secs(1);

/// The files that are stepped through.
pub struct Stepped<'a> {
    /// The path of the replay whose cycles are shown.
    pub ours: &'a Path,
    /// The file that it is compared with, if any: a replay or a transcript.
    pub theirs: Option<&'a PathBuf>,
    /// The cycle to begin with; nothing for the first, or the first difference.
    pub begin: Option<u64>,
    /// The seats whose eyes are used, and the facts that are worked out.
    pub projections: Projections,
}

/// Checks whether there is a terminal to step at, and files that can be read beside its keys.
///
/// # Errors
/// What is in the way.
pub fn check(world: &World, stepped: &[&Path]) -> Result<(), Error> {
    if stepped.contains(&Path::new("-")) {
        return Err(
            Error::new("--step reads keys from standard input").help("give a file instead of `-`")
        );
    }
    if !terminal::is_a_screen(world) {
        let what = "--step needs a terminal on standard input and standard output";
        return Err(Error::new(what).help("leave out --step to print the whole recording"));
    }
    Ok(())
}

/// Steps until somebody has seen enough.
///
/// # Errors
/// Damage in what is shown.
pub fn run(context: Context<'_>, stepped: &Stepped<'_>, out: &mut dyn Write) -> Done {
    let ours = ReplayMoments::open(context, stepped.ours, stepped.projections)?;
    let differences = stepped
        .theirs
        .map(|theirs| Differences::between(context, stepped.ours, theirs, stepped.projections))
        .transpose()?;
    let warnings = ours.warning();
    let mut app = StepApp::new(ours, differences, terminal::look(context.world).colour);
    app.begin(stepped.begin)?;
    out.flush()?;
    let ended = hold(out, |screen| session(&mut app, screen, context.world.clock().start()))?;
    if let Some(warning) = warnings {
        context.world.warn(&warning);
    }
    Ok(ended?)
}

/// Draws and hears. What is damaged ends it, and is told once the terminal is given back.
fn session(
    app: &mut StepApp,
    screen: &mut Screen<'_>,
    mut shown: Stopwatch,
) -> io::Result<Result<(), Error>> {
    loop {
        screen.draw(|canvas| app.draw(canvas))?;
        let time = match app.pause() {
            Some(pause) => pause.saturating_sub(shown.elapsed()),
            None => IDLE,
        };
        if !wait(time)? {
            return Ok(Ok(()));
        }
        let was_playing = app.pause().is_some();
        while event::poll(Duration::ZERO)? {
            let Event::Key(key) = event::read()? else {
                continue;
            };
            match app.on_key(key) {
                Ok(KeyEffect::Stay) => {}
                Ok(KeyEffect::Leave) => return Ok(Ok(())),
                Err(error) => return Ok(Err(error)),
            }
        }
        match app.pause() {
            Some(_) if !was_playing => shown.restart(),
            Some(pause) if shown.elapsed() >= pause => {
                shown.restart();
                if let Err(error) = app.play_on() {
                    return Ok(Err(error));
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    //! Stepping without a terminal: what keys do, and what is drawn.

    use std::path::{Path, PathBuf};

    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
    use crossterm::style::{Attribute, Color};

    use super::app::{KeyEffect, MomentsShown, StepApp};
    use super::canvas::Canvas;
    use super::differences::Differences;
    use super::help::HELP;
    use super::moments::{MomentText, ReplayMoments};
    use crate::verb::Context;
    use chase::{open, project_games, record};
    use chase_record::any::Projections;
    use chase_replay::opener::opener;
    use chase_replay::store::ReplayReader;
    use chase_world::world::{World, WorldPath};

    /// The size that every terminal has, and a larger one.
    const SIZES: [(u16, u16); 2] = [(80, 24), (140, 50)];

    /// The number of cycles that are gone through one by one.
    const STEPS: usize = 5;

    fn project(path: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
    }

    /// A replay of each game.
    fn replays() -> Vec<PathBuf> {
        let of_game = |folder: PathBuf| {
            let entries = std::fs::read_dir(folder).expect("a folder of replays");
            let mut files: Vec<_> = entries.map(|it| it.expect("an entry").path()).collect();
            files.sort();
            files.swap_remove(0)
        };
        let folders = project_games().all().iter().map(|game| format!("replays/{}", game.name()));
        folders.map(|folder| of_game(project(&folder))).collect()
    }

    fn world() -> World {
        World::of_process("chase")
    }

    struct TestTerminal {
        app: StepApp,
        size: (u16, u16),
    }

    impl TestTerminal {
        fn at(file: &Path, theirs: Option<&Path>) -> Self {
            let projections = Projections::default();
            let world = &world();
            let context = Context { games: project_games(), world };
            let ours = ReplayMoments::open(context, file, projections).expect("a replay");
            let differences = theirs.map(|theirs| {
                let compared = Differences::between(context, file, theirs, projections);
                compared.expect("they can be compared")
            });
            let mut app = StepApp::new(ours, differences, true);
            app.begin(None).expect("it begins");
            let size = SIZES[0];
            let mut seat = TestTerminal { app, size };
            seat.drawn();
            seat
        }

        fn key(&mut self, code: KeyCode) -> KeyEffect {
            let key = KeyEvent::new(code, KeyModifiers::NONE);
            let then = self.app.on_key(key).expect("nothing is damaged");
            self.drawn();
            then
        }

        fn types(&mut self, text: &str) {
            for letter in text.chars() {
                let code = match letter {
                    '\n' => KeyCode::Enter,
                    letter => KeyCode::Char(letter),
                };
                assert_eq!(self.key(code), KeyEffect::Stay, "at {letter:?}");
            }
        }

        fn drawn(&mut self) -> Canvas {
            let mut canvas = Canvas::new(self.size);
            self.app.draw(&mut canvas);
            canvas
        }

        fn text(&mut self) -> String {
            let rows = self.drawn().rows.into_iter();
            let rows = rows.map(|row| row.into_iter().map(|cell| cell.sign).collect::<String>());
            rows.collect::<Vec<_>>().join("\n")
        }

        #[track_caller]
        fn shows(&mut self, words: &str) {
            let text = self.text();
            assert!(text.contains(words), "no `{words}` in:\n{text}");
        }
    }

    /// The moments of a file as a walk from its beginning finds them.
    fn walked(file: &Path) -> Vec<String> {
        let mut reader = ReplayReader::open(&WorldPath::on_disk(file), &opener(project_games()))
            .expect("a replay");
        let mut all = Vec::new();
        while reader.next_cycle().expect("nothing is damaged") {
            let mut text = Vec::new();
            reader.now().moment_text(&mut text);
            let text = String::from_utf8(text).expect("words");
            all.push(text.trim_end().to_owned());
        }
        all
    }

    /// A cell without a value is none, and what happened is told in words.
    #[test]
    fn nothing_is_shown_beside_another_game_that_nobody_means() {
        for folder in project_games().all().iter().map(|game| format!("replays/{}", game.name())) {
            let entries = std::fs::read_dir(project(&folder)).expect("a folder of replays");
            let files: Vec<_> = entries.map(|it| it.expect("an entry").path()).collect();
            for (ours, theirs) in files.iter().zip(files.iter().skip(1)) {
                let mut seat = TestTerminal::at(ours, Some(theirs));
                seat.size = (200, 60);
                for _ in 0..40 {
                    let text = seat.text();
                    for sign in ["{\"", "1844674407370955", "4294967295", "NaN"] {
                        assert!(!text.contains(sign), "{}: {text}", ours.display());
                    }
                    seat.key(KeyCode::Right);
                }
            }
        }
    }

    #[test]
    fn every_game_is_gone_through_on_and_back_at_every_size() {
        for file in replays() {
            let moments = walked(&file);
            for size in SIZES {
                let mut seat = TestTerminal::at(&file, None);
                seat.size = size;
                // How it is ordered on the screen is settled on the way.
                for _ in 0..STEPS {
                    seat.key(KeyCode::Right);
                }
                seat.key(KeyCode::End);
                seat.key(KeyCode::Home);
                let mut screens = Vec::new();
                for (n, moment) in moments.iter().enumerate().take(STEPS) {
                    seat.shows(&format!(" {n} of {}", moments.len() - 1));
                    seat.shows("? keys  q quit");
                    assert_eq!(seat.app.shown.words.join("\n"), *moment, "{file:?}");
                    let first = moment.lines().next().expect("a line").trim_end().to_owned();
                    let scrolled = seat.app.scrolled.down;
                    if scrolled == 0 {
                        seat.shows(&first);
                    }
                    screens.push((seat.text(), scrolled));
                    seat.key(KeyCode::Right);
                }
                seat.key(KeyCode::End);
                let moment = moments.last().expect("a moment");
                assert_eq!(seat.app.shown.words.join("\n"), *moment, "{file:?}");
                seat.types(&format!("{}\n", screens.len() - 1));
                for (screen, scrolled) in screens.iter().rev() {
                    if *scrolled == seat.app.scrolled.down {
                        assert_eq!(seat.text(), *screen, "{file:?}");
                    }
                    seat.key(KeyCode::Left);
                }
                assert_eq!(seat.app.cycle, 0);
            }
        }
    }

    #[test]
    fn it_can_be_drawn_however_small_the_terminal_is() {
        for file in replays() {
            let mut seat = TestTerminal::at(&file, None);
            for size in [(1, 1), (20, 3), (7, 40), (300, 4), (33, 9), (200, 90)] {
                seat.size = size;
                for code in [KeyCode::End, KeyCode::Char('?'), KeyCode::Home] {
                    seat.key(code);
                }
                seat.key(KeyCode::Down);
            }
        }
    }

    #[test]
    fn keys_lead_to_first_last_far_and_to_any_number() {
        let mut seat = TestTerminal::at(&project("replays/animal-checkers/move_limit.json"), None);
        let last = seat.app.ours.last();
        assert!(last > 20);
        for (code, due) in [
            (KeyCode::Left, 0),
            (KeyCode::PageDown, 10),
            (KeyCode::Char('l'), 11),
            (KeyCode::PageUp, 1),
            (KeyCode::End, last),
            (KeyCode::Right, last),
            (KeyCode::Char('h'), last - 1),
            (KeyCode::Home, 0),
        ] {
            seat.key(code);
            assert_eq!(seat.app.cycle, due, "{code:?}");
        }
        for (typed, due) in [("g13\n", 13), ("7\n", 7), ("g\n", 7)] {
            seat.types(typed);
            assert_eq!(seat.app.cycle, due, "{typed:?}");
        }
        seat.types("g12");
        seat.shows("move (Enter goes, Esc cancels): 12_");
        seat.key(KeyCode::Backspace);
        assert_eq!(seat.key(KeyCode::Esc), KeyEffect::Stay);
        assert_eq!(seat.app.cycle, 7);
        seat.types("99999\n");
        seat.shows(&format!("the last move is {last}"));
        assert_eq!(seat.app.cycle, last);
        seat.types("n");
        seat.shows("need a second trace");
        seat.types("?");
        for line in HELP {
            seat.shows(line);
        }
        seat.types("q");
        assert_eq!(seat.key(KeyCode::Char('q')), KeyEffect::Leave);
    }

    #[test]
    fn it_plays_until_the_end_or_a_key() {
        let mut seat = TestTerminal::at(&project("replays/police/S3.json"), None);
        assert_eq!(seat.app.pause(), None);
        seat.types(" ");
        let usual = seat.app.pause().expect("it plays");
        seat.shows("playing, 2 a second");
        seat.types("..");
        assert!(seat.app.pause().expect("it plays") < usual);
        seat.types(",,,");
        assert!(seat.app.pause().expect("it plays") > usual);
        seat.app.play_on().expect("nothing is damaged");
        assert_eq!(seat.app.cycle, 1);
        seat.key(KeyCode::Right);
        assert_eq!((seat.app.cycle, seat.app.pause()), (2, None));
        seat.types(" ");
        for _ in 0..10 {
            seat.app.play_on().expect("nothing is damaged");
        }
        assert_eq!((seat.app.cycle, seat.app.pause()), (5, None));
        seat.types(" ");
        assert_eq!(seat.app.pause(), None, "nothing is left to play");
    }

    #[test]
    fn what_changed_is_highlighted_with_colours_and_without() {
        let mut seat = TestTerminal::at(&project("replays/animal-checkers/capture.json"), None);
        seat.types("3\n");
        // The mouse went from f1 to g1: both fields, the number of the move, and what follows from it.
        let row_of = |canvas: &Canvas| -> Vec<(usize, String, bool, bool)> {
            let cells = canvas.rows[10].iter().take(16).enumerate().map(|(x, cell)| {
                let is_coloured = cell.style.background_color == Some(Color::Yellow);
                let is_turned = cell.style.attributes.has(Attribute::Reverse);
                (x, cell.sign.clone(), is_coloured, is_turned)
            });
            cells.filter(|it| it.2 || it.3).collect()
        };
        let found = row_of(&seat.drawn());
        let dot = |x, sign: &str, colour, turned| (x, sign.to_owned(), colour, turned);
        assert_eq!(found, [dot(12, ".", true, false), dot(14, "M", true, false)]);
        seat.app.has_colour = false;
        let canvas = seat.drawn();
        let found = row_of(&canvas);
        assert_eq!(found, [dot(12, ".", false, true), dot(14, "M", false, true)]);
        for cell in canvas.rows.concat() {
            let colours = (cell.style.foreground_color, cell.style.background_color);
            assert_eq!(colours, (None, None));
        }
    }

    #[test]
    fn two_traces_are_gone_through_by_their_differences() {
        let folder = tempfile::tempdir().expect("a folder");
        let reference = project("tests/reference/police/S3.txt");
        let text = std::fs::read_to_string(reference).expect("a transcript");
        let ours = project("replays/police/S3.json");
        let theirs = folder.path().join("ref.txt");
        std::fs::write(&theirs, &text).expect("a copy");
        TestTerminal::at(&ours, Some(&theirs)).shows("the two are the same");
        // given a transcript in which D4 is elsewhere at hours 2 and 3
        let text = text.replacen("  9   5   5   0   5", "  9   5   5   0   1", 1).replacen(
            "  4   3   5   1*  3",
            "  4   3   5   1*  5",
            1,
        );
        std::fs::write(&theirs, text).expect("another");
        let mut seat = TestTerminal::at(&ours, Some(&theirs));
        assert_eq!(seat.app.cycle, 2, "it begins at the first difference");
        seat.shows("2 differ: S3.json beside ref.txt (transcript)");
        seat.shows("D4: ours 5, theirs 1");
        seat.types("n");
        seat.shows("D4: ours 3, theirs 5");
        seat.types("n");
        seat.shows("there is no difference that way");
        for (typed, due) in [("p", 2), ("N", 3), ("P", 2)] {
            seat.types(typed);
            assert_eq!(seat.app.cycle, due, "{typed}");
        }
        seat.types("t");
        seat.shows("theirs is a transcript");
        seat.key(KeyCode::Home);
        seat.shows("The same in this hour");
    }

    #[test]
    fn of_two_replays_either_is_shown() {
        let (ours, theirs) = ("replays/police/S3.json", "replays/police/S2.json");
        let mut seat = TestTerminal::at(&project(ours), Some(&project(theirs)));
        let moment = seat.app.shown.words.clone();
        seat.types("t");
        assert_eq!(seat.app.whose, MomentsShown::Theirs);
        seat.shows("THEIRS");
        assert_eq!(seat.app.shown.words.join("\n"), walked(&project(theirs))[0]);
        seat.types("o");
        assert_eq!(seat.app.shown.words, moment);
        // what the other has otherwise is underlined
        let cells = seat.drawn().rows.concat().into_iter();
        let is_magenta = |colour| colour == Some(Color::DarkMagenta);
        let underlined = cells.filter(|cell| is_magenta(cell.style.background_color)).count();
        assert!(underlined > 5, "{underlined}");
    }

    #[test]
    fn what_cannot_be_compared_is_refused() {
        let refused = |ours: &str, theirs: &str| {
            let (ours, theirs) = (project(ours), project(theirs));
            let between = Differences::between(
                Context { games: project_games(), world: &world() },
                &ours,
                &theirs,
                Projections::default(),
            );
            between.err().expect("refused").to_string()
        };
        let (police, other) = ("replays/police/S3.json", "replays/robots/won.json");
        assert!(refused(police, other).contains("traces of different games"));
        let text = "tests/reference/police/S3.txt";
        assert!(refused(text, police).contains("give the replay first"));
        assert!(refused(other, text).contains("not a transcript of robots"));
    }

    #[test]
    fn any_moment_of_a_long_recording_is_the_one_a_walk_from_the_start_finds() {
        let header = open(project("replays/animal-checkers/move_limit.json")).expect("a replay");
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["long.json", "long.chase"] {
            let file = folder.path().join(name);
            record(header.header().clone(), &file).expect("recorded");
            let moments = walked(&file);
            assert!(moments.len() > 150);
            let mut found = ReplayMoments::open(
                Context { games: project_games(), world: &world() },
                &file,
                Projections::default(),
            )
            .expect("a replay");
            for cycle in [199, 3, 120, 0, 64, 65, 199, 63, 1] {
                let moment = found.at(cycle).expect("it is there");
                let place = usize::try_from(cycle).expect("small");
                assert_eq!(moment.words.join("\n"), moments[place], "{name}, {cycle}");
                assert_eq!(moment.cycle, cycle);
            }
            assert!(found.at(10_000).is_err());
        }
    }

    #[test]
    fn a_stranger_is_only_shown() {
        let mut seat = TestTerminal::at(&project("replays/police/S3.json"), None);
        seat.app.shown = MomentText {
            words: vec!["\u{1b}[2J \u{202e}evil\u{7}".into()],
            ..MomentText::default()
        }
        .into();
        seat.app.before = None;
        seat.shows("\\u001b[2J \\u202eevil\\u0007");
    }

    #[test]
    fn a_board_that_is_higher_or_wider_than_the_screen_scrolls() {
        let mut seat = TestTerminal::at(&project("replays/robots/teleport.json"), None);
        assert_eq!(seat.app.scrolled.down, 0);
        seat.types("]");
        let down = seat.app.scrolled.down;
        assert!(down > 10, "{down}");
        seat.shows("31 ...");
        seat.types("k");
        assert_eq!(seat.app.scrolled.down, down - 1);
        seat.types("[");
        seat.shows(" 1 ...");
        seat.types(">");
        let text = seat.text();
        assert!(!text.contains(" 1 ...") && text.contains("....."), "{text}");
        // A step shows the row where the player went.
        seat.types("[<");
        seat.size = (80, 12);
        seat.key(KeyCode::Right);
        seat.shows("@");
    }
}

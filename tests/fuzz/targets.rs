//! Everything that reads what strangers write, each as a function of bytes. `cargo test` runs them
//! over a bounded number of cases (tests/it/fuzz.rs), cargo-fuzz without end (tests/fuzz/cargo).
//!
//! No target may panic, whatever the bytes are. Beyond that a target says what must hold of input
//! that is taken.

use std::io::{Cursor, Seek as _, Write as _};
use std::sync::{Arc, Mutex};

use chase::arena::game_result::GameResult;
use chase::arena::journal::{Journal, NAME};
use chase::engine::game::{Forfeit, ForfeitCause, Game as _, ThinkingTime};
use chase::error::Error;
use chase::games::animal_checkers::board::Position;
use chase::games::fishing::state_file::StateFile;
use chase::games::police::Police;
use chase::games::police::loader::{Source, load};
use chase::games::robots::RobotsGame;
use chase::games::robots::game_file::FileGames;
use chase::games::robots::scenario::Mode;
use chase::games::scotland_yard::graph::Graph;
use chase::games::{self, project_games};
use chase::kit::budget::StopFlag;
use chase::kit::protocol::answer;
use chase::kit::trace::read_all;
use chase::opener::opener;
use chase::record::any::{DrawnHistory, SeatOccupant};
use chase::record::remote_player::{Channel, SharedChannel};
use chase::record::replay::Header;
use chase::store::ReplayReader;
use chase::traces::{
    ComparisonSettings, Description, LogInput, LogReader, compare, from_toml, survey, to_toml,
};
use chase::world::{File, WorldPath};

/// A target's name and the target.
pub type Target = (&'static str, fn(&[u8]));

/// All targets. The corpus has a folder for each.
pub const TARGETS: [Target; 13] = [
    ("container", container),
    ("json", json),
    ("header", header),
    ("police_files", police_files),
    ("board", board),
    ("state_file", state_file),
    ("contest_file", contest_file),
    ("position", position),
    ("transcript", transcript),
    ("player_says", player_says),
    ("server_says", server_says),
    ("journal", journal),
    ("trace", trace),
];

/// Hours of one input, so that no case takes long.
const CYCLES_MAX: u32 = 2_000;

fn open(header: &mut Header) -> Result<Box<dyn DrawnHistory>, Error> {
    opener(games::project_games())(header)
}

fn stored(bytes: &[u8]) -> File {
    let mut file = File::nameless();
    file.write_all(bytes).expect("room for it");
    file.rewind().expect("a file");
    file
}

/// The cycles of a replay as JSON, and the seal of its end; nothing where it is refused.
fn fold(mut reader: ReplayReader) -> Option<(Vec<u8>, ReplayReader)> {
    let mut told = Vec::new();
    for _ in 0..CYCLES_MAX {
        if !reader.next_cycle().ok()? {
            return Some((told, reader));
        }
        reader.now().put_json(&mut told);
        told.push(b'\n');
    }
    None
}

fn reader(bytes: &[u8]) -> Option<ReplayReader> {
    ReplayReader::from_file("input".into(), stored(bytes), &open).ok()
}

/// A replay that is read to its end must be read the same by every way to a cycle.
fn replay(bytes: &[u8]) {
    let Some((told, whole)) = reader(bytes).and_then(fold) else {
        return;
    };
    let last = whole.now().last();
    if let (Some(last), Some(mut jumped)) = (last, reader(bytes)) {
        if whole.tail().is_some() && whole.damaged_footer().is_none() {
            assert!(jumped.go_to(last).expect("it was read"), "cycle {last} is lost");
            assert_eq!(jumped.now().seal(), whole.now().seal(), "two pasts of {last}");
        }
        let _ = jumped.check_frames();
        let _ = jumped.check_index();
        let _ = jumped.seal_after(last / 2);
    }
    if let Some(mut again) = reader(bytes) {
        again.trust_snapshots();
        let _ = again.go_to(last.unwrap_or_default() / 2);
    }
    let again = reader(bytes).and_then(fold).expect("it was read");
    assert_eq!(again.0, told);
}

/// The binary form, as it is and with all checksums made right.
pub fn container(bytes: &[u8]) {
    replay(bytes);
    let mut repaired = bytes.to_vec();
    if repair(&mut repaired).is_some() {
        replay(&repaired);
    }
}

/// Where a number of four bytes stands.
fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..at + 4)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(bytes)).ok()
}

fn put_sum(bytes: &mut [u8], salt: [u8; 8], from: usize, to: usize) -> Option<()> {
    let sum = crc32c::crc32c_append(crc32c::crc32c(&salt), bytes.get(from..to)?);
    bytes.get_mut(to..to + 4)?.copy_from_slice(&sum.to_le_bytes());
    Some(())
}

/// Makes magic, salt and checksums right, as far as the parts can be found.
fn repair(bytes: &mut [u8]) -> Option<()> {
    const PREAMBLE: usize = 22;
    const HEAD: usize = 48;
    let length = number(bytes, PREAMBLE - 4)?;
    let header = bytes.get(PREAMBLE..PREAMBLE.checked_add(length)?)?;
    let salt: [u8; 8] = blake3::hash(header).as_bytes()[..8].try_into().ok()?;
    bytes[..8].copy_from_slice(b"\x89CHS\r\n\x1a\n");
    bytes[10..18].copy_from_slice(&salt);
    let mut at = PREAMBLE + length;
    while bytes.get(at..)?.starts_with(b"FRAM") {
        put_sum(bytes, salt, at, at + HEAD - 4)?;
        let body = number(bytes, at + 4)?.checked_add(number(bytes, at + 8)?)?;
        put_sum(bytes, salt, at, at + HEAD + body)?;
        at += HEAD + body + 4;
    }
    let end = bytes.len().checked_sub(12)?;
    if bytes[at..].starts_with(b"FOOT") && end > at {
        put_sum(bytes, salt, at, end)?;
        bytes[end + 4..].copy_from_slice(b"CHASEEND");
    }
    Some(())
}

/// A replay as JSON.
pub fn json(bytes: &[u8]) {
    replay(bytes);
}

/// Built-in players that do not search.
const QUICK: [&str; 6] =
    ["random", "greedy", "dfs", "stationary", "report", "cheapest-least-visited"];

/// A header, and so the scenario of any game: one that opens is played for a while by the players
/// it names.
pub fn header(bytes: &[u8]) {
    let Ok(mut header) = serde_json::from_slice::<Header>(bytes) else {
        return;
    };
    if bytes.len() > 8_192 || open(&mut header).is_err() {
        return;
    }
    let Ok(game) = games::project_games().find(&header.game) else {
        return;
    };
    // Search players think as long as they are told to; here nobody waits for them.
    let is_quick = |player: &String| QUICK.contains(&player.as_str());
    if !header.players.iter().all(is_quick) {
        return;
    }
    if let Ok(mut recording) = game.record(&mut header) {
        for _ in 0..20 {
            if !recording.advance() {
                break;
            }
        }
    }
}

/// The files of the police chase: cities, a line `---`, agents.
pub fn police_files(bytes: &[u8]) {
    let cut = bytes.windows(4).position(|at| at == b"---\n");
    let (cities, agents) = match cut {
        Some(at) => (&bytes[..at], &bytes[at + 4..]),
        None => (bytes, &b"9 0 2 T\n9 1 0 D1\n9 1 1 D2\n9 2 2 D3\n9 2 -1 D4\n"[..]),
    };
    let source = |name, bytes| Source { name, bytes };
    if let Ok(loaded) = load(source("c", cities), source("a", agents), 10) {
        drop(Police::new(loaded.scenario));
    }
}

/// A description, a line `---`, and a log; or a log alone. A description that is taken is written and
/// read back; a log that is read to its end is the same as itself.
pub fn trace(bytes: &[u8]) {
    let cut = bytes.windows(4).position(|at| at == b"---\n");
    let (like, log) = cut.map_or((None, bytes), |at| (Some(&bytes[..at]), &bytes[at + 4..]));
    let like = like.map(|like| from_toml("like.toml", &String::from_utf8_lossy(like)));
    let Ok(like) = like.transpose() else {
        return;
    };
    if let Some(like) = &like {
        let again = from_toml("again", &to_toml(like, &[])).expect("what was written");
        assert_eq!(again.columns, like.columns);
    }
    let open = || {
        let (name, bytes) = ("log".to_owned(), Box::new(Cursor::new(log.to_vec())));
        LogReader::open(LogInput { name, bytes }, like.as_ref())
    };
    let Ok(mut opened) = open() else { return };
    let rules = opened.description().clone();
    if survey(&mut opened).is_ok_and(|it| it.unreadable.is_none()) {
        same_as_itself([open(), open()], &rules);
    }
}

fn same_as_itself([ours, theirs]: [Result<LogReader, Error>; 2], rules: &Description) {
    let sync = chase::traces::SyncSettings::default();
    let settings =
        ComparisonSettings { ignores_undeclared: true, ..ComparisonSettings::new(rules, &sync) };
    let (ours, theirs) = (ours.expect("it was read"), theirs.expect("it was read"));
    let outcome = compare(ours, theirs, settings).expect("it was read");
    assert!(outcome.report.same, "{:?}", outcome.report);
}

/// A board of Scotland Yard.
pub fn board(bytes: &[u8]) {
    drop(Graph::parse("graph.txt", bytes));
}

/// A state file of Fishing: what is taken is written and read back as it is.
pub fn state_file(bytes: &[u8]) {
    if let Ok(state) = StateFile::parse(bytes) {
        let again = StateFile::parse(state.to_string().as_bytes());
        assert_eq!(again.expect("what was written"), state);
    }
}

/// A file of games of ROBOTS: each that is taken is written, and read back as it is.
pub fn contest_file(bytes: &[u8]) {
    let games = FileGames::parse("r.txt", bytes).map(|all| all.games);
    for game in games.into_iter().flatten() {
        let again = FileGames::parse("again", game.text().as_bytes()).expect("what was written");
        assert_eq!(again.games.len(), 1);
        assert_eq!(again.games[0].robots, game.robots);
        drop(RobotsGame::new(game.scenario(Mode::Reuse)));
    }
}

/// A position of Animal Checkers.
pub fn position(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    drop(Position::from_rows(&text.lines().collect::<Vec<_>>()));
}

/// A transcript, for the readers and the layouts of all games.
pub fn transcript(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for game in project_games().all().iter() {
        game.recognises(&text);
        drop(read_all(&mut *game.reader(), &text));
    }
}

/// Says the lines of an input, one for each question, then hangs up.
struct Parrot {
    lines: Vec<Vec<u8>>,
}

impl Channel for Parrot {
    fn open(&mut self, _: ThinkingTime) -> Result<(), Forfeit> {
        Ok(())
    }
    fn seat(&mut self) {}
    fn begin_move(&mut self) {}
    fn clock(&self) -> ThinkingTime {
        ThinkingTime::default()
    }
    fn ask(&mut self, line: &str) -> Result<Vec<u8>, Forfeit> {
        // It always plays along at first, so that a game begins.
        if line.contains("\"type\":\"hello\"") {
            return Ok(br#"{"type":"ready"}"#.to_vec());
        }
        let said = self.lines.pop();
        said.ok_or_else(|| Forfeit::new(ForfeitCause::Crash, "it said nothing more"))
    }
    fn tell(&mut self, _: &str) {}
    fn fail(&mut self, _: &Forfeit) -> bool {
        false
    }
    fn end(&mut self) {}
}

/// The header of a small game of each kind, with players that answer at once.
fn small(game: &str) -> Option<Header> {
    let text = HEADERS.iter().find(|(name, _)| *name == game)?.1;
    serde_json::from_str(text).ok()
}

/// Headers of small games.
const HEADERS: [(&str, &str); 5] = [
    ("police", include_str!("corpus/header/police.json")),
    ("animal-checkers", include_str!("corpus/header/animal-checkers.json")),
    ("fishing", include_str!("corpus/header/fishing.json")),
    ("scotland-yard", include_str!("corpus/header/scotland-yard.json")),
    ("robots", include_str!("corpus/header/robots.json")),
];

/// What a program that plays says to chase, line by line: in every game it has all seats.
pub fn player_says(bytes: &[u8]) {
    let mut lines: Vec<Vec<u8>> = bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    for line in &lines {
        drop(answer(line));
    }
    lines.reverse();
    for game in project_games().all().iter() {
        let Some(mut header) = small(game.name()) else {
            continue;
        };
        let lines = lines.clone();
        let parrot: SharedChannel = Arc::new(Mutex::new(Parrot { lines }));
        let chairs: Vec<_> =
            header.players.iter().map(|_| SeatOccupant::Outside(Arc::clone(&parrot))).collect();
        let stop = StopFlag::default();
        if let Ok(mut recording) = game.record_with(&mut header, &chairs, &stop) {
            for _ in 0..10 {
                if !recording.advance() {
                    break;
                }
            }
        }
    }
}

/// What chase, or who passes for it, says to a built-in player that plays outside.
pub fn server_says(bytes: &[u8]) {
    for (game, player) in [
        ("police", "dfs"),
        ("animal-checkers", "greedy"),
        ("fishing", "greedy"),
        ("scotland-yard", "random"),
        ("robots", "random"),
    ] {
        let Ok(game) = games::project_games().find(game) else {
            continue;
        };
        let mut said = Vec::new();
        drop(game.serve(player, 1, &mut &bytes[..], &mut said));
        assert!(std::str::from_utf8(&said).is_ok(), "it says what is no text");
    }
}

/// A match's journal.
pub fn journal(bytes: &[u8]) {
    for line in bytes.split(|byte| *byte == b'\n') {
        drop(serde_json::from_slice::<GameResult>(line));
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join(NAME), bytes).expect("room for it");
    if let Ok(Some(plan)) = Journal::plan(&WorldPath::on_disk(folder.path())) {
        drop(Journal::resume(&WorldPath::on_disk(folder.path()), &plan));
    }
}

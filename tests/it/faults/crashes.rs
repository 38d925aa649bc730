//! Recordings on a disk that fails, at every operation and in many ways: what was synced is read
//! back, and nothing is read that was not recorded.

use std::path::Path;
use std::time::Duration;

use chase::error::Error;
use chase::games::project_games;
use chase::record::any::{Projections, RecordingSink as _};
use chase::record::replay::Header;
use chase::store::{Overwrite, ReplayWriter, WriteOutcome};
use chase::world::WorldPath;

use super::simulated::Simulated;
use super::{count_in_parallel, example, open, read_on, recorded, ring};
use crate::harness::Place;

/// How many hours are recorded.
const HOURS: i32 = 24;
/// The longest time between two hours.
const STEP_MS_MAX: u64 = 1_500;

/// What a recorder was told, and what it said.
struct Run {
    disk: Simulated,
    /// When each hour was written, while none was refused.
    written_ms: Vec<u64>,
    now_ms: u64,
    /// It said that the file has its name, or that it is whole.
    is_begun: bool,
    is_whole: bool,
}

/// Records a header's game until the power fails or the recorder refuses; sometimes it is asked to
/// go on after that.
fn run(disk: Simulated, header: &Header, path: &Path, overwrite: Overwrite) -> Run {
    let mut run = Run {
        disk: disk.clone(),
        written_ms: Vec::new(),
        now_ms: 0,
        is_begun: false,
        is_whole: false,
    };
    let mut header = header.clone();
    let game = project_games().find(&header.game).expect("a game there is");
    let mut recording = game.record(&mut header).expect("a playable header");
    recording.project(Projections { seals: true, ..Projections::default() });
    let Ok(mut recorder) = ReplayWriter::on(disk.clone(), path, &header, overwrite) else {
        return run;
    };
    run.is_begun = true;
    let (is_fast, is_stubborn) = (disk.draw(2) == 0, disk.draw(2) == 0);
    let mut is_refused = false;
    while recording.advance() {
        let step = disk.draw(if is_fast { 100 } else { STEP_MS_MAX });
        disk.wait(Duration::from_millis(step));
        run.now_ms += step;
        is_refused |= recorder.cycle(recording.now()).is_err();
        if is_refused && !is_stubborn {
            return run;
        }
        if !is_refused {
            run.written_ms.push(run.now_ms);
        }
    }
    if disk.draw(8) == 0 {
        drop(recorder.abandon());
    } else {
        let written = recorder.finish(recording.now(), &open);
        assert_ne!(written.as_ref().ok(), Some(&WriteOutcome::Same));
        run.is_whole = written.is_ok();
    }
    run
}

/// The hours of a file as lines of JSON up to its end or its damage, and whether it says that it is
/// whole.
fn hours(bytes: &[u8]) -> Result<(Vec<String>, bool), Error> {
    let (told, damage) = read_on(bytes)?;
    Ok((told.cycles, damage.is_none() && told.warning.is_none()))
}

/// Everything of a recording that crashes are held against.
struct Story {
    header: Header,
    file: &'static str,
    whole: Vec<String>,
    old: Vec<u8>,
    stale: Vec<u8>,
}

impl Story {
    fn new(file: &'static str) -> Self {
        let header = ring(HOURS, 5);
        let extension = file.rsplit('.').next().expect("an extension");
        let whole = recorded(header.clone(), extension);
        let told = hours(&whole).expect("a good file");
        assert!(told.1);
        let old = recorded(ring(HOURS, 6), extension);
        Story {
            header,
            file,
            whole: told.0,
            // Blocks of another recording, and of this one.
            stale: [&old[..], &whole].concat(),
            old,
        }
    }

    /// One crash. Whether hours were read after it that no footer tells of.
    fn crash(&self, seed: u64) -> bool {
        let (operations, fault_rate) = (seed % 41, [0, 0, 12, 30][(seed / 41 % 4) as usize]);
        let disk = Simulated::new(seed, operations, fault_rate, &self.stale);
        let path = Path::new(self.file);
        let is_over = disk.draw(3) == 0;
        if is_over {
            disk.put(path, &self.old);
        }
        let run = run(disk, &self.header, path, Overwrite::by(is_over));
        let kept = run.disk.kept(path);
        let found = run.disk.crash(path);
        let place = || format!("{} with seed {seed}", self.file);
        let Some(found) = found else {
            let is_named = run.is_whole || (run.is_begun && self.is_seen_early());
            assert!(!is_over && !is_named, "{}: the file is gone", place());
            return false;
        };
        if is_over && !run.is_whole && found == self.old {
            return false;
        }
        let told = hours(&found);
        let Ok((hours, is_whole)) = told else {
            panic!("{}: not even the header is read", place());
        };
        assert!(self.whole.starts_with(&hours), "{}: hours that nobody recorded", place());
        assert!(!is_whole || hours == self.whole, "{}: half of it passes for whole", place());
        assert!(
            !run.is_whole || is_whole,
            "{}: success was reported, and the file is not whole",
            place()
        );
        if is_over || !self.is_seen_early() {
            assert!(is_whole, "{}: a half file has the name", place());
            return false;
        }
        let synced = kept.map_or(0, |kept| self::hours(&kept).map_or(0, |it| it.0.len()));
        assert!(
            hours.len() >= synced,
            "{}: {} of {synced} synced hours are left",
            place(),
            hours.len()
        );
        if fault_rate == 0 {
            self.lost_little(&run, hours.len(), &place());
        }
        !hours.is_empty() && !is_whole
    }

    /// A frame is closed by the first hour a second after its own first, and synced by the first
    /// frame a second after the last sync: no hour waits longer than twice a second and a step.
    fn lost_little(&self, run: &Run, found: usize, place: &str) {
        let wait_ms = 2 * (1_000 + STEP_MS_MAX);
        let Some(last) = run.written_ms.last() else {
            return;
        };
        let old = run.written_ms.iter().filter(|at| **at + wait_ms < *last).count();
        assert!(found >= old, "{place}: {found} hours are left, {old} are older than {wait_ms} ms");
    }

    /// Whether a new file has its name while it is written.
    fn is_seen_early(&self) -> bool {
        self.file.ends_with(".chase")
    }
}

#[test]
fn after_a_crash_what_was_synced_is_read_and_nothing_false() {
    const CRASHES: usize = 1_500;
    for file in ["x.chase", "x.json"] {
        let story = Story::new(file);
        let read = count_in_parallel(CRASHES, |n| story.crash(n as u64 + 1));
        if story.is_seen_early() {
            assert!(read > CRASHES / 10, "hours were read after {read} crashes");
        }
    }
}

#[test]
fn no_success_is_reported_for_a_file_that_is_anothers() {
    for another in [Some("mine"), None] {
        let place = Place::new();
        let path = place.file("x.chase");
        // given a binary recording that somebody removes while it is written, or puts another in its
        // place
        let written = super::record(example(), &WorldPath::on_disk(&path), |_| {
            std::fs::remove_file(&path).expect("it is there");
            another.map(|text| place.write("x.chase", text));
        });
        // then its end is an error, and the other stays
        let told = written.expect_err("lost").to_string();
        assert!(told.contains("removed or replaced while it was being written"), "{told}");
        assert_eq!(path.exists(), another.is_some());
    }
}

//! What is counted.

use crate::Anyhow;
use crate::callgrind::Callgrind;
use crate::inputs::{LARGE, POLICE, SMALL, Size, YARD, recording};

/// Some work, and what one unit of it takes.
pub struct Case {
    /// What it is, with its unit; its number is found by it.
    pub name: &'static str,
    /// The words of the command line, for any size.
    args: String,
    /// The status it ends with.
    status: i32,
    unit: Unit,
}

/// What one unit is.
enum Unit {
    /// A whole run.
    Run,
    /// A whole run, without what every run takes.
    Call,
    /// One of the so many that the large input has more than the small one.
    OneMore(fn(&Size) -> u64),
}

impl Case {
    /// How many instructions a unit takes.
    pub fn count(&self, callgrind: &Callgrind) -> Anyhow<f64> {
        let run = |size: &Size| callgrind.instructions(&size.words(&self.args), self.status);
        let more = run(&LARGE)?;
        let (less, units) = match self.unit {
            Unit::Run => (0, 1),
            Unit::Call => (callgrind.instructions(VERSION, 0)?, 1),
            Unit::OneMore(of) => (run(&SMALL)?, of(&LARGE) - of(&SMALL)),
        };
        Ok((more as f64 - less as f64) / units as f64)
    }
}

const VERSION: &str = "--version";

/// All that is counted, in the order in which it is told.
pub fn all() -> Vec<Case> {
    use Unit::{Call, OneMore, Run};
    let case = |name, status, unit, args: &str| Case { name, args: args.to_owned(), status, unit };
    let call = |name, args: &str| case(name, 0, Call, args);
    let hour = |name, args: &str| case(name, 0, OneMore(|size| size.hours), args);
    let row = |name, status, files| {
        let args = format!("diff {files}");
        case(name, status, OneMore(|size| size.rows), &args)
    };
    let kept = |name, game| {
        let args = format!("match {game} --games {{kept}} --seed 3 --replays fresh");
        case(name, 0, OneMore(|size| size.kept), &args)
    };
    // As JSON, which is written at the end: how a .chase is cut into blocks depends on the clock.
    let again = |game| recording(game, 3, "again.json --force");
    let search = |name, game| call(name, &again(game));
    vec![
        case("--version, a run", 0, Run, VERSION),
        hour("record, an hour", &recording(POLICE, 3, "again.chase --force")),
        hour("record scotland-yard, a rotation", &again(YARD)),
        // These end soon: many games, each kept as a recording.
        kept("record fishing, a game", "fishing --rows 9 --cols 9 --player random --player random"),
        kept(
            "record animal-checkers, a game",
            "animal-checkers --plies 0 --player random --player random",
        ),
        kept("record robots, a game", "robots --player contest"),
        hour("verify, an hour", "verify {}.chase"),
        hour("fold: verify --quick, an hour", "verify {}.chase --quick"),
        call("replay --hour of .chase, a call", "replay {}.chase --hour 3993"),
        hour("replay --hour of JSON, an hour", "replay {}.json --hour 7"),
        row("diff, one row changed, a row", 1, "{}.txt {}-one.txt"),
        row("diff, a row in forty changed, a row", 1, "{}.txt {}-many.txt"),
        row("diff, trimmed rows, a row", 0, "{}.txt {}-trimmed.txt"),
        row("diff, trimmed alike, hours missing, a row", 1, "{}-trimmed.txt {}-gap.txt"),
        row("diff, wholly different, a row", 1, "{}.txt {}-other.txt"),
        row("diff of CSV, a row", 1, "{}.csv {}-many.csv"),
        row("diff of VCD, changed, a row", 1, "{}.vcd {}-many.vcd"),
        row("diff of VCD, same, a row", 0, "{}.vcd {}-padded.vcd"),
        case(
            "sweep's kernel, a game",
            0,
            OneMore(|size| size.games),
            "sweep police --two-coloured --hours 100 --seed 3 --engine compiled --jobs 1 --games {games} -o fresh",
        ),
        // Players that search.
        search("alphabeta, a call", "animal-checkers --player alphabeta:nodes=900 --player random"),
        search("strong of two, a call", "fishing --player strong:nodes=1000 --player random"),
        search(
            "strong of three, a call",
            "fishing --player strong:nodes=1000 --player random --player random",
        ),
        search("lookahead, a call", "scotland-yard --rounds 12 --player lookahead --player random"),
        search("mixed, a call", "scotland-yard --rounds 1 --player mixed --player random"),
        search("tracking, a call", "scotland-yard --rounds 12 --player report --player tracking"),
        search("belief, a call", "scotland-yard --rounds 3 --player random --player belief"),
        search(
            "survivor, a call",
            "robots --robots 20 --teleport-cells 5 --player survivor:nodes=2000",
        ),
        search("team, a call", "police --cities 60 --roads 90 --hours 5 --player team"),
        call("solve, a call", "solve fishing --rows 3 --cols 3 --penguins 1 --seed 7"),
        call("odds --exact, a call", "odds ice.chase --exact --hour 4"),
        call(
            "laws, a call",
            "laws fishing --rows 3 --cols 3 --penguins 1 --seed 7 --states 20 --games 1 --whole-games 1 --draws 8 -o fresh",
        ),
        call("analyse, a call", "analyse short.chase --games 5 --jobs 1"),
    ]
}

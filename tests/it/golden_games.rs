//! Goldens of the games beside the police chase, by the same kinds: what `record` prints with the
//! whole transcript, moments, a span, counts, `info`, the file, a session at the console, a
//! difference with the rule that is broken, an error with its place.
//!
//! The games are played on files of `data/`. Goldens are reviewed as those of `golden.rs` are.

use crate::golden::visible;
use crate::harness::{Place, Ran, example_path, project};

/// A game to be shown, and what there is to show of it.
struct Shown {
    /// What the snapshots begin with.
    name: &'static str,
    /// Files of the project, and what they are called where it is played.
    files: &'static [(&'static str, &'static str)],
    /// What follows `chase record`.
    record: &'static str,
    /// The cycle that is shown, and the last one.
    moments: [&'static str; 2],
    /// The cycles of the span.
    span: &'static str,
    /// What follows `chase play`, and what is typed.
    play: (&'static str, &'static str),
    /// Pieces of the transcript, and what stands there in one that breaks a rule.
    broken: &'static [(&'static str, &'static str)],
    /// A file that is refused, and what is asked of it; `FILE` is its name.
    refused: (&'static str, &'static str),
}

impl Shown {
    fn golden(&self, kind: &str, text: &str) {
        insta::assert_snapshot!(format!("{}_{kind}", self.name), visible(text));
    }

    /// A folder with the files, and the game played in it.
    fn place(&self) -> (Place, String) {
        let place = Place::new();
        for (file, name) in self.files {
            let content = std::fs::read(project(file)).expect("a file of the project");
            let folder = place.file(name);
            std::fs::create_dir_all(folder.parent().expect("a folder")).expect("a folder");
            place.write(name, content);
        }
        let told = place.chase(&format!("record {} -o game.json", self.record)).fine();
        (place, told.stdout)
    }

    fn show(&self) {
        let (place, told) = self.place();
        self.golden("record", &told);
        let [moment, last] = self.moments;
        let events = format!("--cycle {moment} --events");
        for (kind, words) in [
            ("start", "--cycle 0 --events"),
            ("moment", &*events),
            ("last", &*format!("--cycle {last} --events")),
            ("moment_json", &*format!("{events} --format json")),
            ("span", self.span),
            ("legal", &*format!("--cycle {moment} --legal")),
            ("stats", "--stats"),
            ("stats_json", "--stats --format json"),
        ] {
            let told = place.chase(&format!("replay game.json {words}")).fine();
            self.golden(kind, &told.stdout);
        }
        self.golden("info", &place.chase("info game.json").fine().stdout);
        self.golden("json", &String::from_utf8_lossy(&place.read("game.json")));
        let (words, typed) = self.play;
        let args: Vec<_> = ["play"].into_iter().chain(words.split(' ')).collect();
        self.golden("console", &place.chase_with(&args, typed).status(0).stdout);
        self.golden("diff", &self.broken(&place).status(1).stdout);
        self.refuse(&place);
    }

    fn broken(&self, place: &Place) -> Ran {
        let mut text = place.chase("replay game.json").fine().stdout;
        for (right, wrong) in self.broken {
            assert!(text.contains(right), "`{right}` is not in:\n{text}");
            text = text.replacen(right, wrong, 1);
        }
        place.write("ours.txt", text);
        place.chase("diff ours.txt game.json").stderr_is("")
    }

    fn refuse(&self, place: &Place) {
        let (content, words) = self.refused;
        place.write("FILE", content);
        let told = place.chase(words).status(2).stdout_is("");
        self.golden("error", &told.stderr);
    }
}

#[test]
fn animal_checkers() {
    let shown = Shown {
        name: "animal_checkers",
        files: &[("data/animal-checkers/mouse-beats-elephant.txt", "position.txt")],
        record: "animal-checkers --position position.txt --side 0 --player greedy --player greedy \
                 --seed 1",
        moments: ["1", "3"],
        span: "--from 1 --to 2",
        play: (
            "animal-checkers --position position.txt --side 0 --player human --player greedy \
             --seed 1",
            "?\ntu\ndu\nmu\nmu\nn\n",
        ),
        broken: &[("tiger down\nt . . x . . .\n", "tiger down\n. t . x . . .\n")],
        refused: (
            "...x...\n.......\n.......\n...Q...\n.......\n...e...\n...X...\n",
            "record animal-checkers --position FILE",
        ),
    };
    shown.show();
}

#[test]
fn fishing() {
    let shown = Shown {
        name: "fishing",
        files: &[("data/fishing/3x4.txt", "board.txt")],
        record: "fishing --board board.txt --penguins 1 --player greedy --player territory --seed 1",
        moments: ["3", "9"],
        span: "--from 4 --to 5",
        play: (
            "fishing --board board.txt --penguins 1 --player human --player greedy --seed 1",
            "?\na2\nc2\nc2 a2\nc2 c1\nquit\n",
        ),
        broken: &[(
            "Turn 3: greedy-1 moves c2 to c1, 3 fish\n",
            "Turn 3: greedy-1 moves c2 to a2, 2 fish\n",
        )],
        refused: (
            "2 3\n10 20 30\n10 47 10\n",
            "record fishing --board FILE --player greedy --player greedy",
        ),
    };
    shown.show();
}

#[test]
fn robots() {
    let shown = Shown {
        name: "robots",
        files: &[("data/robots/lines.txt", "lines.txt")],
        record: "robots lines.txt --player survivor:nodes=300 --seed 1",
        moments: ["2", "4"],
        span: "--from 3 --to 4",
        play: ("robots lines.txt --seed 1", "?\nteleport 3\nn\nquit\n"),
        broken: &[
            ("Turn 2: the player walks to (16,15); ", "Turn 2: "),
            ("\n  player: (16,15)\n", "\n  player: (17,15)\n"),
        ],
        refused: ("2 1\n3 4\n32 7\n1 1\n", "record robots FILE"),
    };
    shown.show();
}

#[test]
fn scotland_yard() {
    let shown = Shown {
        name: "scotland_yard",
        files: &[("data/scotland-yard/tiny/graph.txt", "tiny/graph.txt")],
        record: "scotland-yard --board tiny/graph.txt --detectives green,white,yellow --rounds 8:4,8 \
                 --tickets mr-x=4,1,1,1,2 --tickets detectives=6,3,2,0,0 --start mr-x=6 \
                 --start green=1 --start white=8 --start yellow=12 --seed 3 \
                 --player mr-x=lookahead:nodes=500 --player detectives=closing",
        moments: ["4", "5"],
        span: "--from 2 --to 3",
        play: (
            "scotland-yard --board tiny/graph.txt --detectives green,white,yellow --rounds 8:4,8 \
                 --tickets mr-x=4,1,1,1,2 --tickets detectives=6,3,2,0,0 --start mr-x=6 \
                 --start green=1 --start white=8 --start yellow=12 --seed 3 \
                 --player mr-x=human --player detectives=closing",
            "?\nknowledge\ntaxi 9\nsecret 14\nquit\n",
        ),
        broken: &[("; WHITE taxi 3;", "; WHITE taxi 4;"), ("  WHITE: 3\n", "  WHITE: 4\n")],
        refused: (
            "3 2\n1\n2\n3\n1 2 Taxi\n2 4 Bus\n",
            "record scotland-yard --board FILE --detectives 1",
        ),
    };
    shown.show();
    let (place, _) = shown.place();
    for (kind, words) in [
        ("as_detectives", "--round 3 --events --as detectives --knowledge"),
        ("as_mr_x", "--round 3 --events --as mr-x"),
    ] {
        let told = place.chase(&format!("replay game.json {words}")).fine();
        shown.golden(kind, &told.stdout);
    }
}

/// The sixth game, in a program of its own.
#[test]
fn nim() {
    let place = Place::new();
    let program = example_path("nim");
    let nim = |words: &str| place.shell(&format!("'{}' {words}", program.display()));
    let golden = |kind: &str, text: &str| {
        insta::assert_snapshot!(format!("nim_{kind}"), visible(text));
    };
    golden("record", &nim("record nim --heaps 3,4 --seed 1 -o game.json").fine().stdout);
    for (kind, words) in [
        ("moment", "replay game.json --move 1 --events"),
        ("moment_json", "replay game.json --move 1 --events --format json"),
        ("legal", "replay game.json --move 1 --legal"),
        ("stats", "replay game.json --stats"),
        ("info", "info game.json"),
    ] {
        golden(kind, &nim(words).fine().stdout);
    }
    let told = nim("replay game.json").fine().stdout;
    let right = "Move 2: P2 takes 3 from heap 2\n  heaps: 3 + 0";
    assert!(told.contains(right), "{told}");
    let wrong = told.replace(right, "Move 2: P2 takes 4 from heap 2\n  heaps: 3 + 0");
    place.write("ours.txt", wrong);
    let report = nim("diff ours.txt game.json").status(1).stderr_is("");
    golden("diff", &report.stdout);
    place.write("heaps.toml", "heaps = [\n    3,\n    \"four\",\n]\n");
    let refused = nim("record nim --scenario-file heaps.toml").status(2).stdout_is("");
    golden("error", &refused.stderr);
}

/// The police chase on a map of long roads, where nearly every move is followed by a rest.
#[test]
fn police_rests() {
    let place = Place::new();
    let [cities, agents] = ["cities", "agents"].map(|kind| {
        let file = project(&format!("data/police/{kind}Rests.data"));
        place.write(kind, std::fs::read(file).expect("a file of the project"));
        kind
    });
    let record = format!("record police {cities} {agents} 24 9 -o game.json --trace never");
    place.chase(&record).fine();
    for (kind, words) in [
        ("moment", "--hour 7 --events"),
        ("as_d2", "--hour 7 --events --as D2"),
        ("legal", "--hour 6 --legal"),
        ("stats", "--stats"),
    ] {
        let told = place.chase(&format!("replay game.json {words}")).fine();
        insta::assert_snapshot!(format!("police_rests_{kind}"), visible(&told.stdout));
    }
    place.write("cities", "3\n0 1 4 n ulm\n1 2 0 n bonn\n2 i kiel\n");
    let refused = place.chase(&record).status(2).stdout_is("");
    insta::assert_snapshot!("police_rests_error", refused.stderr);
}

//! Logs that programs record themselves, in Rust and in C.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use chase::trace::Recorder;

use crate::harness::{Place, project};

/// What `examples/cars.c` computes, in the same order of the same operations.
fn record_cars(path: &Path, ticks: u64) {
    let mut recorder = Recorder::create(path, &["x", "v", "crossings"]).expect("a file");
    let names = ["red", "blue", "green"];
    let (mut x, mut v, mut crossings) = ([1.0, -0.5, 3.0], [0.0, 0.25, 0.0], [0; 3]);
    let cars = names.map(|name| recorder.entity(name).expect("a name"));
    for tick in 0..ticks {
        recorder.cycle(tick).expect("a tick");
        for car in 0..3 {
            let before = x[car];
            if car == 2 && tick >= 150 {
                continue;
            }
            v[car] -= 0.03 * x[car];
            x[car] += 0.1 * v[car];
            crossings[car] += i64::from((before < 0.0) != (x[car] < 0.0));
            recorder.set(cars[car], 0, x[car]);
            recorder.set(cars[car], 1, v[car]);
            recorder.set_integer(cars[car], 2, crossings[car]);
        }
    }
    recorder.finish().expect("a file");
}

/// Builds a program of C or C++ in a place.
fn build(place: &Place, compiler: &[&str], source: &str, name: &str) {
    let mut command = Command::new(compiler[0]);
    command
        .args(&compiler[1..])
        .args(["-Wall", "-Wextra", "-Werror", "-pedantic", "-O1"])
        .arg("-I")
        .arg(project("examples"))
        .arg("-o")
        .arg(place.file(name))
        .arg(source);
    let status = command.status();
    assert!(status.expect("a compiler").success(), "{compiler:?}");
}

const C: [&str; 2] = ["cc", "-std=c99"];
const CXX: [&str; 4] = ["c++", "-std=c++11", "-x", "c++"];

/// Whether there is a compiler of C++. Where the project is tested as a whole there has to be one.
fn has_cxx() -> bool {
    let is_there = Command::new("c++").arg("--version").output().is_ok();
    assert!(is_there || std::env::var_os("CHASE_CI").is_none(), "no c++");
    is_there
}

#[test]
fn one_run_is_one_log_whoever_records_it() {
    let place = Place::new();
    for name in ["rust.jsonl", "rust.csv", "rust.csv.gz", "rust.jsonl.gz"] {
        record_cars(&place.file(name), 200);
    }
    build(&place, &C, &project("examples/cars.c"), "cars");
    place.shell("./cars > c.jsonl").fine();
    assert!(place.read("rust.jsonl") == place.read("c.jsonl"));
    if has_cxx() {
        build(&place, &CXX, &project("examples/cars.c"), "cars-cxx");
        place.shell("./cars-cxx | cmp - c.jsonl").fine();
    }
    place
        .shell("gzip -dc rust.jsonl.gz | cmp - c.jsonl && gzip -dc rust.csv.gz | cmp - rust.csv")
        .fine();
    for name in ["rust.csv", "rust.csv.gz", "rust.jsonl.gz"] {
        place
            .chase(&format!("diff {name} c.jsonl --brief"))
            .status(0)
            .stdout_is("the same: 200 cycles\n");
    }
}

/// Units are read back, also where a column has no value for long, and in a log without values.
#[test]
fn units_are_read_back() {
    let place = Place::new();
    let record = |name: &str, ticks: u64| {
        let mut recorder = Recorder::create(place.file(name), &["x, y", "volts"]).expect("a file");
        recorder.set_units("s", &["", "mV"]).expect("units");
        let one = recorder.entity("one, two").expect("a name");
        let other = recorder.entity("three").expect("a name");
        for tick in 0..ticks {
            recorder.cycle(tick).expect("a tick");
            recorder.set_integer(one, 0, 7);
            recorder.set(other, if tick < 30 { 0 } else { 1 }, f64::INFINITY);
        }
        recorder.finish().expect("a file");
    };
    record("run.csv", 40);
    record("none.csv", 0);
    assert_eq!(place.read("none.csv"), b"t,entity,\"x, y\",volts\n[s],,,[mV]\n");
    place
        .chase("trace run.csv")
        .fine()
        .stdout_has("guessed: the second line holds the units\n")
        .stdout_has("cycles:   40, 0 to 39 s\n")
        .stdout_has("entities: 2: one, two, three");
    place
        .chase("replay run.csv --tick 35")
        .fine()
        .stdout_is("Cycle 35: tick 35 s\n  one, two: x, y 7\n  three: volts [mV] inf\n");
    place.chase("diff none.csv run.csv --brief").status(1);
    place.chase("view run.csv -o page.html").fine();
}

/// Numbers of all sizes have the same letters in C and in Rust, and come back to the bit.
#[test]
fn numbers_have_the_same_letters_in_c() {
    let place = Place::new();
    place.write(
        "letters.c",
        "#include \"chase_trace.h\"\n#include <string.h>\n\
         int main(void)\n{\n    unsigned long long bits;\n    char letters[40];\n    double value;\n\
         while (scanf(\"%llx\", &bits) == 1) {\n        memcpy(&value, &bits, sizeof value);\n\
         chase_trace_letters(value, letters);\n        puts(letters);\n    }\n    return 0;\n}\n",
    );
    let source = place.file("letters.c").display().to_string();
    build(&place, &C, &source, "letters");
    let mut numbers = vec![0.0, -0.0, 0.1, 1.0, 1e15, 1e16, 9.999_999e-6, 1e-5, 123.456];
    numbers.extend([f64::MAX, f64::MIN_POSITIVE, 5e-324, 1.0 / 3.0]);
    let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
    for n in 0..20_000 {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        let any = f64::from_bits(bits);
        let usual = (bits >> 44) as f64 / 1000.0 - 500.0;
        numbers.push(if n % 2 == 0 { usual } else { any });
    }
    numbers.retain(|number| number.is_finite());
    let mut asked = String::new();
    for number in &numbers {
        let _ = writeln!(asked, "{:x}", number.to_bits());
    }
    place.write("asked", asked);
    let told = place.shell("./letters < asked").fine().stdout;
    let mut recorder = Recorder::create(place.file("run.jsonl"), &["x"]).expect("a file");
    let one = recorder.entity("one").expect("a name");
    for (tick, number) in (0..).zip(&numbers) {
        recorder.cycle(tick).expect("a tick");
        recorder.set(one, 0, *number);
    }
    recorder.finish().expect("a file");
    let lines = String::from_utf8(place.read("run.jsonl")).expect("text");
    for ((number, letters), line) in numbers.iter().zip(told.lines()).zip(lines.lines()) {
        assert!(line.ends_with(&format!(":{letters}}}")), "{number:e}: {line}, in C {letters}");
        let back: f64 = letters.parse().expect("a number");
        assert_eq!(back.to_bits(), number.to_bits(), "{letters}");
    }
}

/// What C is told wrongly ends in a status, and what is no finite number is recorded as such.
#[test]
fn c_says_what_is_wrong_and_what_is_not_finite() {
    let place = Place::new();
    place.write(
        "odd.c",
        "#define CHASE_TRACE_SYMBOLS\n#include \"chase_trace.h\"\n#include <math.h>\n\
         int main(int argc, char **argv)\n{\n    struct chase_trace trace;\n    (void)argv;\n\
         chase_trace_begin(&trace, stdout);\n    chase_trace_cycle(&trace, 3);\n\
         chase_trace_entity(&trace, argc > 1 ? \"a\\\"b\" : \"a\");\n\
         chase_trace_number(&trace, \"x\", NAN);\n    chase_trace_cycle(&trace, 4);\n\
         chase_trace_entity(&trace, \"a\");\n    chase_trace_number(&trace, \"x\", -INFINITY);\n\
         return chase_trace_end(&trace);\n}\n",
    );
    let source = place.file("odd.c").display().to_string();
    build(&place, &C, &source, "odd");
    let told = place.shell("./odd").fine();
    assert_eq!(
        told.stdout,
        "{\"t\":3,\"entity\":\"a\",\"x\":\"nan\"}\n{\"t\":4,\"entity\":\"a\",\"x\":\"-inf\"}\n"
    );
    place.shell("./odd wrong").status(1);
    let mut recorder = Recorder::create(place.file("rust.jsonl"), &["x"]).expect("a file");
    let a = recorder.entity("a").expect("a name");
    for (tick, value) in [(3, f64::NAN), (4, f64::NEG_INFINITY)] {
        recorder.cycle(tick).expect("a tick");
        recorder.set(a, 0, value);
    }
    recorder.finish().expect("a file");
    assert_eq!(place.read("rust.jsonl"), told.stdout.as_bytes());
}

/// Set for a process of this test that records until it is killed: where.
const RECORDS: &str = "CHASE_TEST_RECORDS";

/// The process that is killed below; without the variable nothing is to be done.
#[test]
fn records_until_it_is_killed() {
    let Some(path) = std::env::var_os(RECORDS) else {
        return;
    };
    let mut recorder = Recorder::create(path, &["x"]).expect("a file");
    let one = recorder.entity("one").expect("a name");
    for tick in 0.. {
        recorder.cycle(tick).expect("a tick");
        recorder.set(one, 0, tick as f64 * 0.25);
    }
}

/// Killed at any moment, what was recorded until shortly before can be read.
#[test]
fn a_log_whose_recorder_is_killed_can_be_read() {
    let place = Place::new();
    for pause in [1_300, 1_900] {
        let path = place.file("run.csv");
        let mut child = Command::new(std::env::current_exe().expect("this test"))
            .args(["--exact", "recorders::records_until_it_is_killed"])
            .env(RECORDS, &path)
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("this test again");
        std::thread::sleep(Duration::from_millis(pause));
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        let text = String::from_utf8(place.read("run.csv")).expect("text");
        let (whole, _) = text.rsplit_once('\n').expect("lines");
        let last: Vec<_> = whole.lines().last().expect("a line").split(',').collect();
        let [tick, _, x] = last[..] else { panic!("{last:?}") };
        let tick: f64 = tick.parse().expect("a tick");
        assert!(tick > 1_000.0, "{last:?}");
        assert_eq!(x.parse::<f64>().expect("a number"), tick * 0.25);
        let told = place.chase(&format!("replay run.csv --tick {}", tick - 9.0)).fine();
        told.stdout_has(&format!("x {:?}", (tick - 9.0) * 0.25));
    }
}

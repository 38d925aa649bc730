//! Logs that are none, or broken: one clear message, with line and column.

use std::io::Write as _;

use crate::harness::Place;

crate::tables::table!();

#[test]
fn what_is_no_log_is_told_with_its_place() {
    let place = Place::new();
    let many = (0..1_000_000).map(|n| n.to_string()).collect::<Vec<_>>().join(",x");
    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        ("empty.csv", Vec::new(), "empty.csv: an empty file"),
        ("binary.csv", b"t,x\n0,1\n1,\x81\n".to_vec(), "binary.csv:3:3: a byte that is not text"),
        ("nul.csv", b"t,x\n0,1\n1,\0\n".to_vec(), "nul.csv:3:3: not a log"),
        ("wide.csv", format!("t,x{many}\n0,1\n").into_bytes(), "columns; the limit is 65536"),
        (
            "quote.csv",
            b"t,x\n0,1\n1,\"2\n".to_vec(),
            "quote.csv:3:3: a field begins with a quote, and the quote at its end is missing",
        ),
        ("short.csv", b"t,x\n0,1\n1\n".to_vec(), "short.csv:3:2: 1 fields; expected 2"),
        ("twice.csv", b"t,x,x\n0,1,2\n".to_vec(), "twice.csv:1:1: two columns are called `x`"),
        ("prose.txt", b"Hello\nworld\n".to_vec(), "prose.txt:1:1: it does not look like CSV"),
        ("head.csv", b"t,x\n".to_vec(), "head.csv: there is no cycle in it"),
        ("bad.jsonl", b"{\"t\": 0}\n{\"t\": }\n".to_vec(), "bad.jsonl:2:7: expected value"),
        (
            "more.jsonl",
            b"{\"t\": 0}\n{\"t\": 1}\n{\"t\": 2} x\n".to_vec(),
            "more.jsonl:3:10: trailing characters",
        ),
        (
            "twice.jsonl",
            b"{\"t\": 0, \"x\": 1}\n{\"t\": 1, \"x\": 2, \"x\": 3}\n".to_vec(),
            "twice.jsonl:2:23: `x` occurs twice in its line",
        ),
        (
            "none.vcd",
            b"$date today $end\n#0\n1!\n".to_vec(),
            "none.vcd:1:1: no `$enddefinitions $end` found",
        ),
        (
            "open.vcd",
            b"$var\n wire 1 ! a\n$enddefinitions $end\n#0\n1!\n".to_vec(),
            "open.vcd:1:1: no `$enddefinitions $end` found",
        ),
        (
            "word.vcd",
            b"$var wire 1 ! a $end\n$enddefinitions $end\n#0\n1! ?\n".to_vec(),
            "word.vcd:4:4: expected `#` and a time",
        ),
        ("cut.csv.gz", b"\x1f\x8b\x08\x00\x00".to_vec(), "cut.csv.gz: cannot read"),
    ];
    for (name, bytes, told) in cases {
        place.write(name, bytes);
        let ran = place.chase(&format!("trace {name}")).status(2);
        let errors = ran.stderr.lines().filter(|line| line.starts_with("chase: ")).count();
        assert!(errors == 1 && ran.stderr.contains(told), "`{told}` is not in: {ran}");
    }
}

/// Two frames, as `cat a.zst b.zst` makes them: the second counts, and its checksum.
#[test]
fn all_frames_of_zstandard_are_read() {
    let bytes = |hex: &str| -> Vec<u8> {
        let pairs = (0..hex.len()).step_by(2);
        pairs.map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal")).collect()
    };
    let first = "28b52ffd0458410000742c780a302c310ac458a6ea";
    let golden = bytes(&format!("{first}28b52ffd0458410000312c320a322c330adc768d34"));
    let faulty = bytes(&format!("{first}28b52ffd0458690000312c320a322c39390a372c370a382347c0"));
    let place = Place::new();
    place.write("golden.csv.zst", &golden);
    place.write("faulty.csv.zst", &faulty);
    place
        .chase("diff faulty.csv.zst golden.csv.zst")
        .status(1)
        .stdout_has("x at t 2: ours 99, theirs 3")
        .stdout_has("1 extra in ours");
    let mut damaged = golden.clone();
    *damaged.last_mut().expect("bytes") ^= 1;
    place.write("damaged.csv.zst", damaged);
    place.chase("diff damaged.csv.zst golden.csv.zst").status(2).stderr_has(
        "damaged.csv.zst: cannot read: a damaged Zstandard frame: its checksum does not hold",
    );
    place.write("tail.csv.zst", [golden, vec![b'x']].concat());
    place
        .chase("diff tail.csv.zst golden.csv.zst")
        .status(2)
        .stderr_has("tail.csv.zst: cannot read: extra bytes after the end of the Zstandard data");
}

/// Forms that are not read are named, with a program that converts them.
#[test]
fn forms_that_are_not_read_are_named() {
    let place = Place::new();
    let port = "$date now $end\n$scope module top $end\n$var port 1 <0 a $end\n$upscope $end\n\
                $enddefinitions $end\n#0\n$dumpports\npD 6 0 <0\n$end\n#5\npU 0 6 <0\n";
    let dumped = "$var wire 1 ! a $end\n$enddefinitions $end\n#0\n$dumpports\npD 6 0 !\n$end\n";
    place.write("golden.vcd", "$var wire 1 ! a $end\n$enddefinitions $end\n#0\n0!\n");
    for (name, bytes, told, way) in [
        ("a.xz", &b"\xfd7zXZ\0\0\x04\xe6\xd6\xb4\x46"[..], "compressed by xz", "xz -dc FILE"),
        ("a.bz2", b"BZh91AY&SY\x94\xd4\x4b\x7d", "compressed by bzip2", "bzip2 -dc FILE"),
        ("a.ghw", b"GHDLwave\n\x10\x00\x01\x00", "a waveform of GHDL (GHW)", "--fst=run.fst"),
        ("a.vcd", port.as_bytes(), "extended VCD (EVCD)", "evcd2vcd FILE"),
        ("b.vcd", dumped.as_bytes(), "extended VCD (EVCD)", "evcd2vcd FILE"),
    ] {
        place.write(name, bytes);
        place.chase(&format!("diff {name} golden.vcd")).trouble(&[name, told, way]);
        place.chase(&format!("diff golden.vcd {name}")).trouble(&[name, told, way]);
        place.chase(&format!("trace {name}")).trouble(&[name, told, way]);
    }
    place.write("note.vcd", "$comment made without $dumpports $end\n$var wire 1 ! a $end\n$enddefinitions $end\n#0\n0!\n");
    place.chase("diff note.vcd golden.vcd --brief").status(0);
}

#[test]
fn a_zstandard_log_is_read() {
    // Made by `printf 't,x\n0,1\n1,2\n' | zstd`: one frame with one raw block.
    let text = b"t,x\n0,1\n1,2\n";
    let mut packed = vec![0x28, 0xb5, 0x2f, 0xfd, 0x20, text.len() as u8];
    packed.write_all(&[((text.len() as u8) << 3) | 1, 0, 0]).expect("a vector takes it");
    packed.extend_from_slice(text);
    let place = Place::new();
    place.write("run.csv.zst", packed);
    place.write("run.csv", text);
    place.chase("diff run.csv.zst run.csv --brief").status(0).stdout_is("the same: 2 cycles\n");
}

/// JSON lines are told from a replay however they begin.
#[test]
fn json_lines_are_no_damaged_replay() {
    let place = Place::new();
    let long = format!("{{\"t\": 0, \"x\": \"{}\"}}\n", "a".repeat(100_000));
    let rest = "{\"t\": 1, \"x\": 2}\n{\"t\": 2, \"x\": 3}\n";
    place.write("blank.jsonl", format!("\n{rest}"));
    place.write("long.jsonl", format!("{long}{rest}"));
    for (name, cycles) in
        [("blank.jsonl", "cycles:   2, 1 to 2"), ("long.jsonl", "cycles:   3, 0 to 2")]
    {
        let told = place.chase(&format!("trace {name}")).fine();
        told.stdout_has("JSON lines").stdout_has(cycles);
        place.chase(&format!("diff {name} {name} --brief")).status(0).stdout_has("the same: ");
    }
    place.write("bad.jsonl", format!("{{\"t\": 0, \"x\": }}\n{rest}"));
    place.chase("trace bad.jsonl").trouble(&["bad.jsonl:1:", "expected value"]);
    // A replay that is cut off is none of them.
    let replay = std::fs::read(crate::harness::project("replays/police/S3.json")).expect("bytes");
    place.write("cut.json", &replay[..replay.len() / 2]);
    place.chase("trace cut.json").trouble(&["cut.json"]);
}

/// Without another column the one beside the tick holds values, and tells nobody apart.
#[test]
fn the_only_column_is_no_entity() {
    let place = Place::new();
    place.write("a.csv", "t,x\n0,1\n0,2\n1,1\n1,2\n");
    let told = place.chase("trace a.csv").fine();
    let told = told.stdout_has("    x  integer, 1 to 2");
    assert!(!told.stdout.contains("entity is the column"), "{told}");
}

/// What floating-point numbers add up to has no gaps, and the first distance is not the measure.
#[test]
fn gaps_are_told_where_there_are_some() {
    let place = Place::new();
    let mut t = 0.0_f64;
    let mut rows = "t,x\n".to_owned();
    for _ in 0..100 {
        rows.push_str(&format!("{t},1\n"));
        t += 0.1;
    }
    place.write("sums.csv", rows);
    let told = place.chase("trace sums.csv").fine();
    assert!(!told.stdout.contains("gaps:"), "{told}");
    place.write("late.csv", "t,x\n0,1\n5,1\n6,1\n7,1\n8,1\n");
    place.chase("trace late.csv").fine().stdout_has("gaps:     1, the first before 5");
}

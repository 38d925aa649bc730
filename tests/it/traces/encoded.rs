//! Texts that are not UTF-8: Latin-1, Windows-1252, and UTF-16 with a byte order mark.

use crate::harness::Place;

const TABLE: &str = "t;Temp \u{b0}C;note\n0;20,5;na\u{ef}ve \u{20ac}\n1;21,5;gr\u{fc}n\n";

/// A text in Windows-1252, which has Latin-1 in it.
fn latin1(text: &str) -> Vec<u8> {
    let byte = |letter: char| match letter {
        '\u{20ac}' => 0x80,
        letter => u8::try_from(u32::from(letter)).expect("a character of Latin-1"),
    };
    text.chars().map(byte).collect()
}

fn utf16(text: &str, is_big: bool) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    let bytes = |unit: u16| match is_big {
        true => unit.to_be_bytes(),
        false => unit.to_le_bytes(),
    };
    units.flat_map(bytes).collect()
}

#[test]
fn a_log_is_the_same_in_every_encoding() {
    let place = Place::new();
    place.write("utf8.csv", TABLE);
    place.write("latin.csv", latin1(TABLE));
    place.write("little.csv", utf16(TABLE, false));
    place.write("big.csv", utf16(TABLE, true));
    for (name, said) in [
        ("latin.csv", "line 1 is not UTF-8: the log is read as Latin-1"),
        ("little.csv", "the log is UTF-16"),
        ("big.csv", "the log is UTF-16"),
    ] {
        place
            .chase(&format!("trace {name}"))
            .fine()
            .stdout_has(&format!("  guessed: {said}\n"))
            .stdout_has("    Temp \u{b0}C  decimal, 20.5 to 21.5");
        for pair in [format!("utf8.csv {name}"), format!("{name} utf8.csv")] {
            place
                .chase(&format!("diff {pair} --brief"))
                .status(0)
                .stdout_is("the same: 2 cycles\n")
                .stderr_has(said);
        }
    }
    place.chase_with(&["diff", "-", "utf8.csv", "--brief"], latin1(TABLE)).status(0);
}

/// What tells may stand far behind the beginning: it is said where that was seen.
#[test]
fn latin_1_is_seen_where_its_first_character_stands() {
    let place = Place::new();
    let rows: String = (0..100_000).map(|t| format!("{t},on\n")).collect();
    let utf8 = format!("t,x\n{rows}100000,\u{fc}ber\n");
    place.write("utf8.csv", &utf8);
    place.write("latin.csv", latin1(&utf8));
    let said = "line 100002 is not UTF-8: the log is read as Latin-1";
    place.chase("trace latin.csv").fine().stdout_has(said);
    place.chase("diff latin.csv utf8.csv").status(0).stdout_has(said);
    // What is UTF-8 elsewhere is damaged where it is not.
    let mut damaged = "t,x\n0,\u{fc}\n1,".as_bytes().to_vec();
    damaged.extend(b"\xfc\n");
    place.write("damaged.csv", damaged);
    place
        .chase("trace damaged.csv")
        .status(2)
        .stderr_has("damaged.csv:3:3: a byte that is not text");
}

#[test]
fn binary_files_are_refused() {
    let place = Place::new();
    for (name, bytes) in [
        ("control.csv", &b"t,x\n0,\xfc\n1,\x01\n"[..]),
        ("none.csv", b"t,x\n0,1\n1,\x9d\n"),
        ("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        ("wide.csv", b"\xff\xfe\0\0t\0\0\0"),
        ("half.csv", b"\xff\xfet\0,\0x\0\n\x000\0,\0\x3d\xd8\n\0"),
    ] {
        place.write(name, bytes);
        place.chase(&format!("trace {name}")).status(2);
    }
    place
        .chase("trace control.csv")
        .stderr_has("control.csv:3:3: a byte that is not text (UTF-8 without NUL)");
}

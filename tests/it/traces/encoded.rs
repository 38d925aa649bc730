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

fn utf16(text: &str, bytes: impl Fn(u16) -> [u8; 2]) -> Vec<u8> {
    std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(bytes).collect()
}

#[test]
fn a_log_is_the_same_in_every_encoding() {
    let place = Place::new();
    place.write("utf8.csv", TABLE);
    for (bytes, said) in [
        (latin1(TABLE), "line 1 is not UTF-8: the log is read as Latin-1"),
        (utf16(TABLE, u16::to_le_bytes), "the log is UTF-16"),
        (utf16(TABLE, u16::to_be_bytes), "the log is UTF-16"),
    ] {
        place.write("other.csv", bytes);
        place
            .chase("trace other.csv")
            .fine()
            .stdout_has(&format!("  guessed: {said}\n"))
            .stdout_has("    Temp \u{b0}C  decimal, 20.5 to 21.5");
        for pair in ["utf8.csv other.csv", "other.csv utf8.csv"] {
            let ran = place.chase(&format!("diff {pair} --brief")).status(0);
            ran.stdout_is("the same: 2 cycles\n").stderr_has(said);
        }
    }
    place.chase_with(&["diff", "-", "utf8.csv", "--brief"], latin1(TABLE)).status(0);
}

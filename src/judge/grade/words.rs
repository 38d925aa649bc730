//! What a program says of itself when it fails, without what differs from run to run: numbers of
//! processes, addresses, the names of folders. Findings hold only such words.

use std::path::Path;

use chase_world::error::quoted_to;

/// A program's words, the same in every run.
pub(super) fn lasting(told: &str, folder: &Path) -> String {
    settled_words(&told.replace(&folder.display().to_string(), "."))
}

/// A program's words without numbers of processes and addresses.
pub(super) fn settled_words(told: &str) -> String {
    let lines = told.lines().map(|line| {
        let words = without_process(line).split_inclusive(|c: char| !c.is_ascii_alphanumeric());
        words.map(without_address).collect::<String>()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The last line, or the first that a sanitizer of the compiler says, as it is added to what is said of a
/// program; nothing when there is none.
pub(super) fn last_words(told: &str) -> String {
    let last = told.trim().lines().last();
    let summary = told.lines().find(|line| line.contains("Sanitizer: "));
    summary.or(last).map_or(String::new(), |line| format!("; its last words: {}", line.trim()))
}

/// The last line that a program printed, as it is added to the message about one that says nothing
/// on standard error; nothing when there is none.
pub(super) fn last_printed(printed: &[u8]) -> String {
    /// Characters of a line.
    const LINE_MAX: usize = 160;
    let printed = String::from_utf8_lossy(printed);
    printed.trim().lines().last().map_or(String::new(), |line| {
        let line = quoted_to(line.trim(), LINE_MAX);
        format!("; its last words, on standard output: {line}")
    })
}

/// The first error in a report of valgrind, in a line with the file and the line of the program: the
/// first place of which the source is known.
pub(super) fn first_error(report: &str) -> String {
    let mut lines = report.lines().map(str::trim).filter(|line| !line.is_empty());
    let what = lines.next().unwrap_or_default();
    let places = lines.take_while(|line| line.starts_with("at ") || line.starts_with("by "));
    let known = |place: &str| {
        let (_, place) = place.split_once(": ")?;
        let (function, source) = place.split_once(" (")?;
        let source = source.strip_suffix(')')?;
        let (_, line) = source.rsplit_once(':')?;
        line.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!(" in {function} ({source})"))
    };
    let place = places.filter_map(known).next().unwrap_or_default();
    format!("{what}{place}")
}

/// A line without `==4711==`, with which valgrind and the sanitizers begin theirs.
fn without_process(line: &str) -> &str {
    let Some((number, rest)) = line.strip_prefix("==").and_then(|line| line.split_once("=="))
    else {
        return line;
    };
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { rest.trim_start() } else { line }
}

/// An address is `0x...`, which ends a word with what stands behind it.
fn without_address(word: &str) -> String {
    let digits = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    let is_address = digits
        .strip_prefix("0x")
        .is_some_and(|hex| hex.len() > 4 && hex.bytes().all(|byte| byte.is_ascii_hexdigit()));
    if is_address { format!("0x...{}", &word[digits.len()..]) } else { word.to_owned() }
}

/// Returns whether a program, or who starts it, says that the system gave it no more memory. What a
/// Java program says of its heap is not meant: that has a limit of its own.
pub(super) fn is_about_memory(told: &str) -> bool {
    const WORDS: [&str; 8] = [
        "bad_alloc",
        "memoryerror",
        "allocate memory",
        "failed to map segment",
        "could not reserve",
        "insufficient memory",
        "not enough space",
        "process out of memory",
    ];
    let told = told.to_lowercase();
    WORDS.iter().any(|word| told.contains(word))
}

/// A signal as people know it.
pub(super) fn signal_name(signal: i32) -> String {
    let name = match signal {
        6 => "SIGABRT, abort",
        7 => "SIGBUS, bus error",
        8 => "SIGFPE, division by zero",
        9 => "SIGKILL",
        11 => "SIGSEGV, segmentation fault",
        15 => "SIGTERM",
        _ => "",
    };
    match name {
        "" => format!("signal {signal}"),
        name => format!("signal {signal} ({name})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_from_run_to_run_is_left_out() {
        let told = "==4711== Address 0x4a8b0400 is 0 bytes after a block\n/tmp/x/cities.data: bad\n\
                    ==4712==ABORTING";
        let words = lasting(told, Path::new("/tmp/x"));
        assert_eq!(words, "Address 0x... is 0 bytes after a block\n./cities.data: bad\nABORTING");
        assert_eq!(last_words(&words), "; its last words: ABORTING");
    }

    #[test]
    fn the_first_error_of_valgrind_names_the_programs_own_line() {
        let report = "Invalid read of size 4\n   at 0x...: strlen (in /usr/lib/libc.so)\n   by 0x...: \
                      main (game.c:12)\n Address 0x0 is not stack'd\n\nInvalid write of size 8";
        assert_eq!(first_error(report), "Invalid read of size 4 in main (game.c:12)");
        assert_eq!(first_error("Invalid free()"), "Invalid free()");
        assert_eq!(first_error(""), "");
    }

    #[test]
    fn words_that_do_not_differ_stay() {
        for told in ["", "== 5 ==", "index 7 of 0x1f", "a == b == c", "çà 0x"] {
            assert_eq!(lasting(told, Path::new("/tmp/x")), told);
        }
    }
}

//! Where the lines of a value-change dump end. Its words are separated by any white space (IEEE 1364, 18.2), so that a
//! line of the file may tell of several times; here each time begins a line of its own.

/// The length in bytes from which on a line is cut between two words, so that a dump may be one line.
const LINE_MIN: usize = 1 << 12;

/// Returns true if a word is a value whose code is the next word: a vector, a real number, a text.
pub(crate) fn has_code_behind(word: &[u8]) -> bool {
    matches!(word.first(), Some(b'b' | b'B' | b'r' | b'R' | b's' | b'S'))
}

/// The length of the next line, if it ends before a line of the file does; so many bytes of definitions come first.
#[inline]
pub(crate) fn cut(definitions: usize, ahead: &[u8]) -> Option<usize> {
    if definitions > 0 {
        return cut_behind_definitions(definitions, ahead);
    }
    let (mut at, mut begun, mut is_code_due) = (0, false, false);
    loop {
        let word =
            at + ahead[at..].iter().position(|it| !it.is_ascii_whitespace() || *it == b'\n')?;
        let is_cut = begun && !is_code_due && (ahead[word] == b'#' || word > LINE_MIN);
        match ahead[word] {
            b'\n' => return None,
            _ if is_cut => return Some(word),
            _ => {}
        }
        at = word + ahead[word..].iter().position(u8::is_ascii_whitespace)?;
        is_code_due = !is_code_due && has_code_behind(&ahead[word..at]);
        begun = true;
    }
}

fn cut_behind_definitions(length: usize, ahead: &[u8]) -> Option<usize> {
    let (definitions, rest) = ahead.split_at_checked(length)?;
    let more = rest.iter().find(|it| !it.is_ascii_whitespace() || **it == b'\n')?;
    let is_line = memchr::memchr(b'\n', definitions).is_some() || *more == b'\n';
    (!is_line).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_begins_a_line_where_it_is_no_code() {
        let cut = |text: &str| cut(0, text.as_bytes());
        for whole in [
            "1!\n",
            "#5\n",
            "#5 1! 0$\n",
            "b1 #\n",
            "b1 # r0.5 #9\n",
            "#",
            "b1 #5 ",
            "\n#5",
            " #5\n",
        ] {
            assert_eq!(cut(whole), None, "{whole:?}");
        }
        for (text, at) in
            [("#5 #6\n", 3), ("1!\t#6", 3), ("b1 # #5\n", 5), ("b1 b #5\n", 5), ("$end #0 ", 5)]
        {
            assert_eq!(cut(text), Some(at), "{text:?}");
        }
        assert_eq!(cut(&"1! ".repeat(LINE_MIN)), Some(LINE_MIN / 3 * 3 + 3));
    }

    #[test]
    fn a_line_ends_behind_the_definitions() {
        let cut = |text: &str, definitions| cut(definitions, text.as_bytes());
        assert_eq!(cut("$end #0 1!", 4), Some(4));
        assert_eq!(cut("$end $dumpvars\n", 4), Some(4));
        for (text, definitions) in
            [("$end\n#0", 4), ("$end \r\n", 4), ("$end  ", 4), ("$end", 4), ("$a\n$end #0", 7)]
        {
            assert_eq!(cut(text, definitions), None, "{text:?}");
        }
    }
}

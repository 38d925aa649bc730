//! A page for a frame of another page. It is the page of one history with less around the board; its
//! script and its style are packed as the data is, and a short script puts them in.

use std::io::{self, Write};

use super::side::put_block;

/// The script that puts the packed style and script into the page.
pub(super) const LOADER: &str = include_str!("page/embed.js");

/// Writes the part of a page before its data, with script and style packed. `start` has the style as
/// it is.
pub(super) fn put_start(
    out: &mut impl Write,
    start: &str,
    style: &str,
    script: &str,
) -> io::Result<()> {
    let start = start.replacen(&format!("<style>{style}</style>\n"), "", 1);
    // Nobody shares the address of a page in a frame: it has no preview of a link.
    let is_shown = |line: &&str| !line.starts_with("<meta property=\"og:");
    let start: String = start.split_inclusive('\n').filter(is_shown).collect();
    let start = start.replacen("<body>", "<body class=\"embed\">", 1);
    out.write_all(start.as_bytes())?;
    put_block(out, "id=\"packed-style\"", style.as_bytes())?;
    put_block(out, "id=\"packed-script\"", script.as_bytes())
}

/// A script without its comments, which have lines of their own or are types of what follows, and without
/// indentation.
pub(super) fn bare(script: &str) -> String {
    let mut is_comment = false;
    let mut bare = String::new();
    for line in script.lines().map(str::trim) {
        is_comment |= line.starts_with("/*");
        if !is_comment && !line.is_empty() {
            put_untyped(line, &mut bare);
            bare.push('\n');
        }
        is_comment &= !line.ends_with("*/");
    }
    bare
}

/// Appends a line without the types in it.
fn put_untyped(line: &str, out: &mut String) {
    let mut rest = line;
    while let Some((code, typed)) = rest.split_once("/** @type ") {
        out.push_str(code);
        rest = typed.split_once("*/").map_or("", |it| it.1.trim_start());
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::bare;

    #[test]
    fn comments_and_indentation_are_left_out_of_a_packed_script() {
        let script = "/* One\n   two. */\n\n/** @type {number} */\nlet a = 1;\n  /**\n   * b\n   */\n  b(\"/* c\");\n";
        assert_eq!(bare(script), "let a = 1;\nb(\"/* c\");\n");
        let typed = "let a = /** @type {A} */ (/** @type {B<C>} */ (b)) + c;\n";
        assert_eq!(bare(typed), "let a = ((b)) + c;\n");
    }
}

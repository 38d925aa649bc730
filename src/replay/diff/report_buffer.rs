//! The text of a report while it is written: what it quotes is escaped, its own colours are not.

use std::fmt;

use anstyle::{AnsiColor, Style};

use chase_world::escape;

/// The style of text that differs in ours.
pub const OURS: Style = AnsiColor::Red.on_default().bold();
/// The style of text that differs in theirs.
pub const THEIRS: Style = AnsiColor::Green.on_default().bold();
/// The style of headings.
pub(crate) const STRONG: Style = Style::new().bold();

/// A report so far.
#[derive(Debug)]
pub(crate) struct ReportPage {
    text: String,
    has_colour: bool,
}

impl ReportPage {
    /// An empty page.
    pub fn new(has_colour: bool) -> Self {
        ReportPage { text: String::new(), has_colour }
    }

    /// Text as it is.
    pub fn push_str(&mut self, text: &str) {
        self.text.push_str(&escape::lines(text));
    }

    /// A line end, for one.
    pub fn push(&mut self, c: char) {
        self.push_str(c.encode_utf8(&mut [0; 4]));
    }

    /// Text in a style, where there are colours.
    pub fn paint(&mut self, text: &str, style: Style) {
        if self.has_colour {
            self.text.push_str(&format!("{style}{}{style:#}", escape::lines(text)));
        } else {
            self.push_str(text);
        }
    }

    /// The text of the page, plain but for the report's own colours.
    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

impl fmt::Write for ReportPage {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push_str(text);
        Ok(())
    }
}

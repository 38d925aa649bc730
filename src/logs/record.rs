//! A record: the contents of one line of a log, with the places of its values.

/// A part of a record's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextSpan {
    /// The index of the first byte.
    pub from: u32,
    /// The byte after the last.
    pub to: u32,
}

impl TextSpan {
    /// A part of a text that is shorter than 2^32 bytes.
    #[must_use]
    pub fn new(from: usize, to: usize) -> Self {
        let short = |at: usize| u32::try_from(at).expect("lines are shorter than 2^32 bytes");
        TextSpan { from: short(from), to: short(to) }
    }
}

/// A value of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordCell {
    /// The index of the column in the description.
    pub column: u32,
    /// The place of the value in the record's text.
    pub span: TextSpan,
}

/// The contents of one line of a log.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The line, without its end; after it copies of values that the line writes in another form, such as
    /// with escapes.
    pub text: String,
    /// The length of the line itself, in bytes.
    pub line_length: usize,
    /// The number of the line, from 1.
    pub line: u64,
    /// True if the line begins a cycle whatever its tick is.
    pub opens: bool,
    /// The tick of its cycle; nothing if the line belongs to the cycle before.
    pub tick: Option<TextSpan>,
    /// The entity of the line; nothing if the log has no entities, or if the line is about all of them.
    pub entity: Option<TextSpan>,
    /// The values of the line, in its order.
    pub cells: Vec<RecordCell>,
    /// True if the line has no values: a comment, a heading, an empty line.
    pub is_note: bool,
}

impl Record {
    /// Empties it for a line.
    pub fn begin(&mut self, line: &str, number: u64) {
        self.text.clear();
        self.text.push_str(line);
        self.line_length = line.len();
        self.line = number;
        self.opens = false;
        self.tick = None;
        self.entity = None;
        self.cells.clear();
        self.is_note = false;
    }

    /// A part of its text.
    #[inline]
    #[must_use]
    pub fn at(&self, span: TextSpan) -> &str {
        &self.text[span.from as usize..span.to as usize]
    }

    /// The line as it stood.
    pub fn raw(&self) -> &str {
        &self.text[..self.line_length]
    }

    /// Adds text that stands nowhere in the line, and says where it stands now.
    pub(crate) fn add_text(&mut self, text: &str) -> TextSpan {
        let from = self.text.len();
        self.text.push_str(text);
        TextSpan::new(from, self.text.len())
    }

    /// The entity's name; empty where there is none.
    pub(crate) fn entity_name(&self) -> &str {
        self.entity.map_or("", |span| self.at(span))
    }
}

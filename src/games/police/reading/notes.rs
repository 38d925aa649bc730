//! What a reader noticed on its way: remarks, and lines that share one because there may be many.

use chase_kit::trace::Remark;
use chase_world::error::{counted, quoted};

/// A remark that many lines can share. The first line is quoted, the others are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Common {
    /// Passed over: they begin with `*** `.
    Aside,
    /// Passed over: they stand where a command is answered, in the words of another edition.
    Answer,
    /// Read as the head of this hour.
    Head(u64),
}

impl Common {
    fn place(self) -> usize {
        match self {
            Common::Aside => 0,
            Common::Answer => 1,
            Common::Head(_) => 2,
        }
    }

    /// The remark in words, for a line and the number of more lines.
    fn words(self, line: &str, more: u64) -> String {
        let lines = counted(more, "more line");
        match (self, more) {
            (Common::Aside, 0) => format!("`{line}` was ignored"),
            (Common::Aside, _) => format!("`{line}` and {lines} were ignored"),
            (Common::Answer, 0) => format!("`{line}` after a prompt was ignored"),
            (Common::Answer, _) => {
                format!("`{line}` and {lines} after a prompt were ignored")
            }
            (Common::Head(hour), 0) => format!("`{line}` was read as `Hour {hour}`"),
            (Common::Head(hour), _) => {
                format!("`{line}` was read as `Hour {hour}`, and {lines} likewise")
            }
        }
    }
}

/// Lines that share a remark.
#[derive(Debug)]
struct Shared {
    /// The place of the remark.
    remark: usize,
    /// The remark that they share.
    common: Common,
    /// The first of them, quoted.
    first: String,
    /// The number of lines after the first.
    more: u64,
}

impl Shared {
    /// Counts more lines, and says so in the remark.
    fn count(&mut self, more: u64, remarks: &mut [Remark]) {
        self.more += more;
        if let Some(remark) = remarks.get_mut(self.remark) {
            remark.what = self.common.words(&self.first, self.more);
        }
    }
}

/// The remarks of one text.
#[derive(Debug, Default)]
pub(super) struct Notes {
    remarks: Vec<Remark>,
    shared: [Option<Shared>; 3],
}

impl Notes {
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    pub fn add(&mut self, line: u64, what: String, contradicts: bool) {
        if self.remarks.len() < Remark::COUNT_MAX {
            self.remarks.push(Remark { line, what, contradicts });
        }
    }

    /// Adds a remark unless it says the same as the last one.
    pub(crate) fn add_once(&mut self, line: u64, what: String, contradicts: bool) {
        if self.remarks.last().is_none_or(|last| last.what != what) {
            self.add(line, what, contradicts);
        }
    }

    /// Notes so many more heads of hours like those before.
    pub fn share_more(&mut self, heads: u64) {
        if let Some(shared) = &mut self.shared[Common::Head(0).place()] {
            shared.count(heads, &mut self.remarks);
        }
    }

    /// Notes one more line that has something in common with others.
    pub fn share(&mut self, line: u64, text: &str, common: Common) {
        let slot = &mut self.shared[common.place()];
        if let Some(shared) = slot {
            shared.count(1, &mut self.remarks);
            return;
        }
        let first = quoted(text.trim());
        let what = common.words(&first, 0);
        *slot = Some(Shared { remark: self.remarks.len(), common, first, more: 0 });
        self.add(line, what, false);
    }
}

//! The first difference in layout: between a text and its game's reference, or between two texts.

use chase_world::world::File;
use std::io;

use crate::store::{FileLine, FileLines};
use chase_kit::text_layout::{
    LayoutFault, LayoutFollower, LineLikeness, ReferenceLine, TextLayout, TextLine, line_end,
    without_cr,
};

/// Compares the layout of a text with the reference's. With `line_ends` the ends of lines are compared
/// too.
///
/// # Errors
/// The text cannot be read.
pub fn layout_of(
    layout: Box<dyn TextLayout>,
    text: &File,
    line_ends: bool,
) -> io::Result<Option<LayoutFault>> {
    let mut lines = FileLines::new(text.try_clone()?);
    let mut follower = LayoutFollower::new(layout, line_ends);
    while let Some(line) = next(&mut lines)? {
        if let Err(fault) = follower.take(line) {
            return Ok(Some(fault));
        }
    }
    Ok(None)
}

/// Holds our text against theirs as long as both show the same lines of a game.
///
/// # Errors
/// A text that cannot be read.
pub fn layout_between(
    layout: &dyn TextLayout,
    ours: &File,
    theirs: &File,
    line_ends: bool,
) -> io::Result<Option<LayoutFault>> {
    let mut pair = TextPair {
        ours: FileLines::new(ours.try_clone()?),
        theirs: FileLines::new(theirs.try_clone()?),
        line: 0,
        is_unasked: false,
    };
    pair.first_fault(layout, line_ends)
}

/// Lines that are the same behind each other before it is worth a try to pass over more: as many
/// as stand between the rows of two hours, and one.
const SAME_MIN: u32 = 4;

/// Two texts line by line.
struct TextPair {
    ours: FileLines,
    theirs: FileLines,
    line: u64,
    /// True if the reference has no prompts, as in the output of `record` and `replay`.
    is_unasked: bool,
}

impl TextPair {
    fn first_fault(
        &mut self,
        layout: &dyn TextLayout,
        line_ends: bool,
    ) -> io::Result<Option<LayoutFault>> {
        // How many lines were the same just now.
        let mut same = SAME_MIN;
        loop {
            if same >= SAME_MIN {
                self.line += self.ours.pass_common(&mut self.theirs)?;
            }
            self.line += 1;
            let (ours, theirs) = (next(&mut self.ours)?, next(&mut self.theirs)?);
            if ours.is_none() && theirs.is_none() {
                return Ok(None);
            }
            if ours == theirs {
                same = same.saturating_add(1);
                continue;
            }
            same = 0;
            let ends = [end(ours), end(theirs)];
            let (ours, theirs) = (ours.map(plain), theirs.map(plain));
            let is_same = ours.map(|line| line.bytes) == theirs.map(|line| line.bytes);
            let likeness =
                if is_same { LineLikeness::Contents } else { layout.compare(ours, theirs) };
            match likeness {
                LineLikeness::Contents if line_ends && ends[0] != ends[1] => {
                    let found = ours.map_or(&b""[..], |line| line.bytes);
                    let fault = LayoutFault::of_line_end(self.line, found, ends[0], ends[1]);
                    return Ok(Some(fault));
                }
                LineLikeness::Unasked if !line_ends => self.is_unasked = true,
                LineLikeness::Prompts if self.is_unasked => {}
                LineLikeness::Contents => {}
                LineLikeness::Parted => return Ok(None),
                LineLikeness::Layout | LineLikeness::Unasked | LineLikeness::Prompts => {
                    let one_has_ended = ours.is_none() || theirs.is_none();
                    let fault = fault(self.line, ours, theirs);
                    let is_parted = one_has_ended && self.shows_more(layout)?;
                    return Ok((!is_parted).then_some(fault));
                }
            }
        }
    }

    /// Returns true if the text that has not ended shows more of the game.
    fn shows_more(&mut self, layout: &dyn TextLayout) -> io::Result<bool> {
        loop {
            let (ours, theirs) = (next(&mut self.ours)?, next(&mut self.theirs)?);
            if ours.is_none() && theirs.is_none() {
                return Ok(false);
            }
            if layout.compare(ours.map(plain), theirs.map(plain)) == LineLikeness::Parted {
                return Ok(true);
            }
        }
    }
}

fn fault(line: u64, ours: Option<TextLine<'_>>, theirs: Option<TextLine<'_>>) -> LayoutFault {
    match (ours, theirs) {
        (None, _) => LayoutFault::of_end(line, theirs.map_or(&b""[..], |theirs| theirs.bytes)),
        (Some(ours), None) => {
            LayoutFault::new(line, ours.bytes, &ReferenceLine::Words("no more lines"))
        }
        (Some(ours), Some(theirs)) => {
            LayoutFault::new(line, ours.bytes, &ReferenceLine::Line(theirs.bytes.to_vec()))
        }
    }
}

fn end(line: Option<TextLine<'_>>) -> &'static str {
    line.map_or("", |line| line_end(line.is_ended, without_cr(line.bytes).1))
}

fn plain(line: TextLine<'_>) -> TextLine<'_> {
    TextLine { bytes: without_cr(line.bytes).0, ..line }
}

/// The next line, nothing at the end.
fn next(lines: &mut FileLines) -> io::Result<Option<TextLine<'_>>> {
    Ok(match lines.next_line()? {
        FileLine::Rest(b"") => None,
        FileLine::Rest(bytes) => Some(TextLine { bytes, is_ended: false }),
        FileLine::Whole(bytes) => Some(TextLine { bytes, is_ended: true }),
    })
}

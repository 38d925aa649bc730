//! The fewest edits that lead from some texts to others. `similar` is used here alone: its code is compiled anew for
//! every kind of item.

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{DiffOp, diff_ratio};

/// What happens to a text on the way: ` ` it stays, `-` it goes, `+` it comes.
pub type Edit<'a> = (char, &'a str);

/// The edits that make theirs of ours, in order.
#[must_use]
pub fn edits<'a>(ours: &[&'a str], theirs: &[&'a str]) -> Vec<Edit<'a>> {
    let mut edits = Vec::new();
    for op in ops(ours, theirs) {
        let (mine, others) = (&ours[op.old_range()], &theirs[op.new_range()]);
        if matches!(op, DiffOp::Equal { .. }) {
            edits.extend(mine.iter().map(|text| (' ', *text)));
        } else {
            edits.extend(mine.iter().map(|text| ('-', *text)));
            edits.extend(others.iter().map(|text| ('+', *text)));
        }
    }
    edits
}

/// From 0, nothing in common, to 1, the same.
#[must_use]
pub fn likeness(ours: &[&str], theirs: &[&str]) -> f32 {
    diff_ratio(&ops(ours, theirs), ours.len(), theirs.len())
}

fn ops(ours: &[&str], theirs: &[&str]) -> Vec<DiffOp> {
    let mut found = Compact::new(Replace::new(Capture::new()), ours, theirs);
    let Ok(()) = myers::diff(&mut found, ours, 0..ours.len(), theirs, 0..theirs.len());
    found.into_inner().into_inner().into_ops()
}

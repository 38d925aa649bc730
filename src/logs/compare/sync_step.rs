//! A step of a comparison of two logs that are brought to the same times.

use crate::alignment::CycleGroup;
use crate::sync::TickOwner;

/// What is compared next.
#[derive(Debug)]
pub(crate) enum SyncStep {
    /// The lines of a cycle, of both sides or one, and the sides that have its tick.
    Cycle([Option<CycleGroup>; 2], TickOwner),
    /// Changes of our side that hold when the next cycle of the reference is compared.
    Held(CycleGroup),
}

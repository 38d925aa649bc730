//! Who is right: replays played again, transcripts held against the rules, outside programs put
//! to the test.

pub mod deadline;
pub mod grade;
pub mod repeat;
pub mod verify;

//! Disks that are full, files that were there before, and recordings that end without having a say in
//! it; and numbers that are too large for the memory.

crate::tables::table!();

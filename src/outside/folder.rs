//! The folder that a program is started in: its own, for nobody else, and removed with the value.

use std::io;

use tempfile::{Builder, TempDir};

/// A new and empty folder that only its owner can look into.
///
/// # Errors
/// It cannot be made.
pub fn own_folder() -> io::Result<TempDir> {
    let mut builder = Builder::new();
    builder.prefix("chase-player-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        const OWNER_ALONE: u32 = 0o700;
        builder.permissions(std::fs::Permissions::from_mode(OWNER_ALONE));
    }
    builder.tempdir()
}

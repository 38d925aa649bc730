//! Stand-in for filters of system calls, on systems without them: nothing is withheld.

use std::io;

use super::limits::Sockets;

/// Returns true if programs can be kept from making sockets.
pub fn has_filters() -> bool {
    false
}

/// Withholds no sockets.
///
/// # Errors
/// Something is to be withheld.
pub(super) fn withhold(but: Sockets) -> io::Result<()> {
    match but {
        Sockets::All => Ok(()),
        Sockets::OfNetwork | Sockets::None => Err(io::ErrorKind::Unsupported.into()),
    }
}

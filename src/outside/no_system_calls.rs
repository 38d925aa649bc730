//! Stand-in for filters of system calls, on systems without them: nothing is withheld.

/// Returns true if programs can be kept from making sockets.
pub fn has_filters() -> bool {
    false
}

/// Withholds no sockets.
///
/// # Errors
/// Something is to be withheld.
#[cfg(unix)]
pub(super) fn withhold(but: super::limits::Sockets) -> std::io::Result<()> {
    use super::limits::Sockets;
    match but {
        Sockets::All => Ok(()),
        Sockets::OfNetwork | Sockets::None => Err(std::io::ErrorKind::Unsupported.into()),
    }
}

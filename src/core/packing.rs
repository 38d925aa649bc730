//! How the payload of a frame is packed, where it is.

/// Packs payloads and unpacks them.
#[derive(Clone, Copy, Debug)]
pub struct Packing {
    /// Packs the payload of some whole cycles, which this program wrote.
    pub pack: fn(&[u8], &mut Vec<u8>),
    /// Unpacks what was packed, at most so many bytes; nothing where it is damaged.
    pub unpack: fn(&[u8], usize) -> Option<Vec<u8>>,
}

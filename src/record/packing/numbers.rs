//! Numbers in as few bytes as they need.

/// Appends a number as LEB128: seven bits a byte, the lowest first, bit 7 set on all but the last.
pub(super) fn put_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads a number that [`put_number`] wrote.
pub(super) fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for place in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let part = u64::from(byte & 0x7f);
        let shifted = part << place;
        (shifted >> place == part).then_some(())?;
        number |= shifted;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

//! How the payload of a frame is packed, where it is: what the turns of many cycles have in the same place
//! stands together, and is compressed (docs/format/payloads.md has the bytes).

mod columns;
mod deflate;
mod flow;
mod numbers;
mod reading;
mod turns;

use chase_engine::history::TurnTypes;

/// Packs payloads and unpacks them.
#[derive(Clone, Copy, Debug)]
pub struct Packing {
    /// Packs the payload of some whole cycles, which this program wrote.
    pub pack: fn(&[u8], &mut Vec<u8>),
    /// Unpacks what was packed, at most so many bytes; nothing where it is damaged.
    pub unpack: fn(&[u8], usize) -> Option<Vec<u8>>,
}

impl Packing {
    /// The packing of a game's payloads, in columns.
    #[must_use]
    pub fn in_columns<T: TurnTypes>() -> Self {
        Packing { pack: pack::<T>, unpack: unpack::<T> }
    }
}

/// The first byte of a packed payload: it stands there as it is; as it is, deflated; or in columns.
const PLAIN: u8 = 0;
const DEFLATED: u8 = 1;
const IN_COLUMNS: u8 = 2;

/// A payload of fewer bytes stands as it is: packed it would hardly be shorter.
const PLAIN_BELOW: usize = 4_096;

/// A short payload packed by leaving it as it is; nothing for one that is worth more.
#[must_use]
pub fn left_plain(payload: &[u8]) -> Option<Vec<u8>> {
    (payload.len() < PLAIN_BELOW).then(|| [&[PLAIN], payload].concat())
}

fn pack<T: TurnTypes>(payload: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    out.push(IN_COLUMNS);
    if flow::pack(payload, turns::walk_cycle::<T, _>, out).is_none() {
        // Actions and events that nest too deeply, or that are not read as they are written.
        out.truncate(start);
        out.push(DEFLATED);
        deflate::put(payload, out);
    }
}

fn unpack<T: TurnTypes>(packed: &[u8], most: usize) -> Option<Vec<u8>> {
    let (form, mut rest) = packed.split_first()?;
    match *form {
        PLAIN => (rest.len() <= most).then(|| rest.to_vec()),
        DEFLATED => {
            let payload = deflate::take(&mut rest, most)?;
            rest.is_empty().then_some(payload)
        }
        IN_COLUMNS => flow::unpack(rest, most, turns::walk_cycle::<T, _>),
        _ => None,
    }
}

#[cfg(test)]
mod tests;

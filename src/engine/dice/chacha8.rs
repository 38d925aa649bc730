//! One block of ChaCha with 8 rounds (D. J. Bernstein, "ChaCha, a variant of Salsa20", 2008), with
//! a counter and a stream of 64 bits each, as `rand_chacha` has them. A short game draws a few words
//! of each stream; one block is all it needs.

/// Words of a block.
pub const WORDS: usize = 16;

/// "expand 32-byte k", in little-endian words.
pub(super) const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

/// Four words side by side: the same step for the four columns of a block.
type StateRow = [u32; 4];

/// The first block of a stream.
pub(super) fn first_block(key: &[u8; 32], stream: u64) -> [u32; WORDS] {
    // By hand rather than by `rotate_left` and `from_fn`: quick builds call those out of line.
    let mut words = [0; WORDS / 2];
    for (word, bytes) in words.iter_mut().zip(key.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    let [k0, k1, k2, k3, k4, k5, k6, k7] = words;
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of a word")]
    let last = [0, 0, stream as u32, (stream >> 32) as u32];
    let rows: [StateRow; 4] = [CONSTANTS, [k0, k1, k2, k3], [k4, k5, k6, k7], last];
    let [mut a, mut b, mut c, mut d] = rows;
    for _ in 0..4 {
        quarters(&mut a, &mut b, &mut c, &mut d);
        // The diagonals become columns, and back.
        b = [b[1], b[2], b[3], b[0]];
        c = [c[2], c[3], c[0], c[1]];
        d = [d[3], d[0], d[1], d[2]];
        quarters(&mut a, &mut b, &mut c, &mut d);
        b = [b[3], b[0], b[1], b[2]];
        c = [c[2], c[3], c[0], c[1]];
        d = [d[1], d[2], d[3], d[0]];
    }
    let mut block = [0; WORDS];
    for (n, mixed) in [a, b, c, d].iter().enumerate() {
        for column in 0..4 {
            block[4 * n + column] = mixed[column].wrapping_add(rows[n][column]);
        }
    }
    block
}

/// A quarter round in each of four columns.
#[inline(always)]
fn quarters(a: &mut StateRow, b: &mut StateRow, c: &mut StateRow, d: &mut StateRow) {
    half(a, b, d, 16);
    half(c, d, b, 12);
    half(a, b, d, 8);
    half(c, d, b, 7);
}

/// Adds `more` to `sum`, and mixes the sum into `mixed`.
#[inline(always)]
fn half(sum: &mut StateRow, more: &StateRow, mixed: &mut StateRow, turn: u32) {
    for n in 0..4 {
        sum[n] = sum[n].wrapping_add(more[n]);
        mixed[n] = (mixed[n] ^ sum[n]).rotate_left(turn);
    }
}

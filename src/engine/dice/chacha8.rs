//! One block of ChaCha with 8 rounds (D. J. Bernstein, "ChaCha, a variant of Salsa20", 2008), with
//! a counter and a stream of 64 bits each, as `rand_chacha` has them. A short game draws a few words
//! of each stream; one block is all it needs.

/// Words of a block.
pub const WORDS: usize = 16;

/// "expand 32-byte k", in little-endian words.
pub(super) const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

/// Four words side by side: the same step for the four columns of a block.
type Row = [u32; 4];

/// The first block of a stream.
pub(super) fn first_block(key: &[u8; 32], stream: u64) -> [u32; WORDS] {
    let word = |n: usize| {
        let bytes = [key[n], key[n + 1], key[n + 2], key[n + 3]];
        u32::from_le_bytes(bytes)
    };
    let row = |from: usize| std::array::from_fn(|n| word(from + 4 * n));
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of a word")]
    let last = [0, 0, stream as u32, (stream >> 32) as u32];
    let rows: [Row; 4] = [CONSTANTS, row(0), row(16), last];
    let [mut a, mut b, mut c, mut d] = rows;
    for _ in 0..4 {
        quarters(&mut a, &mut b, &mut c, &mut d);
        // The diagonals become columns, and back.
        b.rotate_left(1);
        c.rotate_left(2);
        d.rotate_left(3);
        quarters(&mut a, &mut b, &mut c, &mut d);
        b.rotate_right(1);
        c.rotate_right(2);
        d.rotate_right(3);
    }
    let mixed = [a, b, c, d];
    std::array::from_fn(|n| mixed[n / 4][n % 4].wrapping_add(rows[n / 4][n % 4]))
}

/// A quarter round in each of four columns.
#[inline(always)]
fn quarters(a: &mut Row, b: &mut Row, c: &mut Row, d: &mut Row) {
    half(a, b, d, 16);
    half(c, d, b, 12);
    half(a, b, d, 8);
    half(c, d, b, 7);
}

/// Adds `more` to `sum`, and mixes the sum into `mixed`.
#[inline(always)]
fn half(sum: &mut Row, more: &Row, mixed: &mut Row, turn: u32) {
    for n in 0..4 {
        sum[n] = sum[n].wrapping_add(more[n]);
        mixed[n] = (mixed[n] ^ sum[n]).rotate_left(turn);
    }
}

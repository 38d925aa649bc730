//! Numbers in seven bits a byte, and in as many bits as the largest of some needs.

/// Appends a number, seven bits a byte, the lowest first.
pub(crate) fn put_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// A number with a sign as one without: 0, -1, 1, -2.
pub fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)).cast_unsigned()
}

fn unzigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -((number & 1).cast_signed())
}

/// Bytes that are taken from the front.
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    pub fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (front, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(front)
    }

    pub fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn signed(&mut self) -> Option<i64> {
        self.number().map(unzigzag)
    }
}

/// The number of numbers that share a least one and a width.
const BLOCK: usize = 128;

/// The most often differences are taken.
const ORDER_MAX: u8 = 2;

/// The least and the greatest of some numbers.
#[derive(Clone, Copy)]
struct Range {
    least: i64,
    most: i64,
}

impl Range {
    const EMPTY: Range = Range { least: i64::MAX, most: i64::MIN };

    #[inline(always)]
    fn add(&mut self, number: i64) {
        self.least = self.least.min(number);
        self.most = self.most.max(number);
    }

    /// The number of bits of each number above the least.
    fn width(self) -> u32 {
        let range = self.most.wrapping_sub(self.least).cast_unsigned();
        u64::BITS - range.leading_zeros()
    }
}

/// Numbers with their differences, and the differences of these, one after the other. Before the
/// first number stands the same number, and before the first difference none.
struct DifferencePair {
    before: i64,
    change: i64,
}

impl DifferencePair {
    fn new(numbers: &[i64]) -> Self {
        let before = numbers.first().copied().unwrap_or_default();
        DifferencePair { before, change: 0 }
    }

    #[inline(always)]
    fn of(&mut self, number: i64) -> [i64; ORDER_MAX as usize + 1] {
        let change = number.wrapping_sub(self.before);
        let second = change.wrapping_sub(self.change);
        (self.before, self.change) = (number, change);
        [number, change, second]
    }
}

/// The number of bits that the numbers take as they are, as differences, and as differences of these.
fn costs(numbers: &[i64]) -> [usize; ORDER_MAX as usize + 1] {
    let (mut costs, mut differences) = ([0; 3], DifferencePair::new(numbers));
    for block in numbers.chunks(BLOCK) {
        let mut ranges = [Range::EMPTY; 3];
        for number in block {
            let [zero, one, two] = differences.of(*number);
            ranges[0].add(zero);
            ranges[1].add(one);
            ranges[2].add(two);
        }
        for (cost, range) in costs.iter_mut().zip(ranges) {
            *cost += block.len() * range.width() as usize;
        }
    }
    costs
}

/// Appends numbers: as they are, or as differences, or as differences of these.
pub(crate) fn put_numbers(numbers: &[i64], out: &mut Vec<u8>) {
    let is_one = numbers.iter().all(|number| *number == numbers[0]);
    let costs = if is_one { [0; 3] } else { costs(numbers) };
    let order = (0..costs.len()).min_by_key(|order| costs[*order]).unwrap_or(0);
    out.push(order as u8);
    // What stood before the first: of the differences nothing did.
    let firsts = [numbers.first().copied().unwrap_or_default(), 0];
    for first in &firsts[..order] {
        put_number(zigzag(*first), out);
    }
    let mut differences = DifferencePair::new(numbers);
    let mut told = [0; BLOCK];
    for block in numbers.chunks(BLOCK) {
        let told = &mut told[..block.len()];
        for (told, number) in told.iter_mut().zip(block) {
            *told = differences.of(*number)[order];
        }
        put_block(told, out);
    }
}

fn put_block(block: &[i64], out: &mut Vec<u8>) {
    let mut range = Range::EMPTY;
    block.iter().for_each(|number| range.add(*number));
    let (least, width) = (range.least, range.width());
    put_number(zigzag(least), out);
    out.push(width as u8);
    let (mut held, mut count) = (0_u128, 0);
    for number in block {
        let above = number.wrapping_sub(least).cast_unsigned();
        held |= u128::from(above) << count;
        count += width;
        while count >= 32 {
            out.extend_from_slice(&(held as u32).to_le_bytes());
            held >>= 32;
            count -= 32;
        }
    }
    let rest = (held as u32).to_le_bytes();
    out.extend_from_slice(&rest[..count.div_ceil(8) as usize]);
}

/// Takes so many numbers.
pub(crate) fn take_numbers(bytes: &mut Bytes<'_>, count: usize) -> Option<Vec<i64>> {
    let order = bytes.byte().filter(|order| *order <= ORDER_MAX)?;
    let mut firsts = Vec::new();
    for _ in 0..order {
        firsts.push(bytes.signed()?);
    }
    let mut numbers = Vec::new();
    while numbers.len() < count {
        take_block(bytes, BLOCK.min(count - numbers.len()), &mut numbers)?;
    }
    for first in firsts.iter().rev() {
        let mut sum = *first;
        for number in &mut numbers {
            sum = sum.wrapping_add(*number);
            *number = sum;
        }
    }
    Some(numbers)
}

fn take_block(bytes: &mut Bytes<'_>, count: usize, numbers: &mut Vec<i64>) -> Option<()> {
    let least = bytes.signed()?;
    let width = u32::from(bytes.byte()?);
    if width > 64 {
        return None;
    }
    let packed = bytes.take((count * width as usize).div_ceil(8))?;
    let (mut held, mut there, mut packed) = (0_u128, 0, packed.iter());
    let mask = (1_u128 << width) - 1;
    for _ in 0..count {
        while there < width {
            held |= u128::from(*packed.next()?) << there;
            there += 8;
        }
        let above = (held & mask) as u64;
        numbers.push(least.wrapping_add(above.cast_signed()));
        held >>= width;
        there -= width;
    }
    Some(())
}

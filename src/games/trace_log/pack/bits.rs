//! Numbers in seven bits a byte, and in as many bits as the largest of some needs.

/// Appends a number, seven bits a byte, the lowest first.
pub fn put_number(mut number: u64, out: &mut Vec<u8>) {
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

/// How many numbers have a least one and a width of their own.
const BLOCK: usize = 128;

/// The most often differences are taken.
const ORDER_MAX: u8 = 2;

/// How many bits the numbers of a block take above the least.
fn width(block: &[i64]) -> (i64, u32) {
    let (mut least, mut most) = block.first().map_or((0, 0), |first| (*first, *first));
    for number in block {
        least = least.min(*number);
        most = most.max(*number);
    }
    let range = most.wrapping_sub(least).cast_unsigned();
    (least, 64 - range.leading_zeros())
}

/// How many bits numbers take.
fn cost(numbers: &[i64]) -> usize {
    let blocks = numbers.chunks(BLOCK);
    blocks
        .map(|block| block.len() * width(block).1 as usize)
        .sum()
}

/// Differences from one number to the next; before the first stands 0, and the first is none.
fn differences(numbers: &mut [i64]) -> i64 {
    let Some(&first) = numbers.first() else {
        return 0;
    };
    for at in (1..numbers.len()).rev() {
        numbers[at] = numbers[at].wrapping_sub(numbers[at - 1]);
    }
    numbers[0] = 0;
    first
}

/// Appends numbers: as they are, or as differences, or as differences of these.
pub fn put_numbers(numbers: &[i64], out: &mut Vec<u8>) {
    let mut best = (cost(numbers), 0, numbers.to_vec(), Vec::new());
    let (mut now, mut firsts) = (numbers.to_vec(), Vec::new());
    for order in 1..=ORDER_MAX {
        firsts.push(differences(&mut now));
        let cost = cost(&now);
        if cost < best.0 {
            best = (cost, order, now.clone(), firsts.clone());
        }
    }
    let (_, order, numbers, firsts) = best;
    out.push(order);
    firsts
        .iter()
        .for_each(|first| put_number(zigzag(*first), out));
    numbers
        .chunks(BLOCK)
        .for_each(|block| put_block(block, out));
}

fn put_block(block: &[i64], out: &mut Vec<u8>) {
    let (least, width) = width(block);
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
pub fn take_numbers(bytes: &mut Bytes<'_>, count: usize) -> Option<Vec<i64>> {
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

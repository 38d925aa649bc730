//! The value of a game over its cycles, as a line of blocks.

use chase_study::analysis::{Look, WIN};

/// The most blocks of a line.
const WIDTH: usize = 64;

/// Blocks from none of a win to all of it.
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The value of a side at the end of each cycle, from 0 to `last`.
pub(super) fn values(looks: &[Look], side: usize, end: i64, last: u64) -> Vec<i64> {
    let mut value = looks.first().map_or(end, |look| look.before[side]);
    let mut rest = looks.iter().peekable();
    let mut values = Vec::new();
    for cycle in 0..=last {
        while let Some(look) = rest.next_if(|look| look.cycle <= cycle) {
            value = look.after[side];
        }
        values.push(value);
    }
    if let Some(newest) = values.last_mut() {
        *newest = end;
    }
    values
}

/// The values as blocks; of many cycles, one block stands for several.
pub(super) fn blocks(values: &[i64]) -> String {
    let width = values.len().min(WIDTH);
    let of = |n: usize| {
        let last = ((n + 1) * values.len()).div_ceil(width) - 1;
        let value = values[last.min(values.len() - 1)].clamp(0, WIN);
        let step = usize::try_from(value * 8 / (WIN + 1)).unwrap_or(0);
        BLOCKS[step.min(7)]
    };
    (0..width).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_rise_with_the_value() {
        assert_eq!(blocks(&[0, WIN / 2, WIN]), "▁▄█");
        assert_eq!(blocks(&[]), "");
        assert_eq!(blocks(&vec![WIN; 1000]).chars().count(), WIDTH);
    }
}

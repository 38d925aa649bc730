//! Dumps in the layouts of all programs: words with any white space between them.

use chase::engine::dice::{Dice, Generator};

use crate::harness::Place;

/// A dump in the layout that simulators write.
const LINES: &str = "$timescale 1ns $end\n$scope module top $end\n$var wire 1 ! a $end\n$var wire 8 # v $end\n\
    $var real 64 \" r $end\n$upscope $end\n$enddefinitions $end\n$dumpvars\n0!\nb0 #\nr0 \"\n$end\n\
    #5\n1!\nb101 #\n#7\n0!\n1!\nb1 #\nr1.5 \"\n#9\n1!\n";

#[test]
fn words_may_stand_in_any_layout() {
    let place = Place::new();
    place.write("lines.vcd", LINES);
    let mut draw = Dice::new(Generator::Chacha8, 48, 0);
    for layout in 0..40 {
        let spaces: &[&str] = match layout {
            0 => &[" "],
            1 => &["\n"],
            2 => &["\r\n"],
            _ => &[" ", "\n", "\t", "\r\n", "  \n ", "\n\n"],
        };
        let parts = LINES.split_whitespace().map(|word| {
            let space = spaces[draw.below(spaces.len() as u32) as usize];
            format!("{word}{space}")
        });
        place.write("free.vcd", parts.collect::<String>());
        for pair in ["free.vcd lines.vcd", "lines.vcd free.vcd"] {
            place
                .chase(&format!("diff {pair} --brief"))
                .status(0)
                .stdout_is("the same: 4 cycles\n");
        }
    }
}

//! Numbers of logs are the decimals that were written: distances and tolerances are exact, and what is printed is rounded up.

use crate::harness::Place;

crate::tables::table!();

/// Whole numbers of 64 bits and of 128 are as far apart as they are.
#[test]
fn long_whole_numbers_are_not_rounded() {
    let place = Place::new();
    place.write("golden.csv", "t,x\n0,18446744073709551615\n1,5\n");
    place.write("faulty.csv", "t,x\n0,18446744073709551100\n1,5\n");
    place
        .chase("diff faulty.csv golden.csv --tolerance 0.5 --brief")
        .status(1)
        .stdout_is("different: x at t 0: ours 18446744073709551100, theirs 18446744073709551615 (absolute 515, relative 2.792e-17, 1 ulp)\n");
    for (bound, status) in [("515", 0), ("514.999", 1), ("5.15e2", 0), ("1ulps", 0)] {
        place
            .chase(&format!("diff faulty.csv golden.csv --tolerance {bound} --brief"))
            .status(status);
    }
    let long = "t,id\n0,2023552585717888193\n1,1234567890123456789\n2,340282366920938463463374607431768211456\n";
    place.write("a.csv", long);
    place.write("b.csv", long.replace("6789\n", "6788\n"));
    place.write("c.csv", long.replace("211456\n", "211455\n"));
    let told = place.chase("diff b.csv a.csv").status(1);
    told.stdout_has("id at t 1: ours 1234567890123456788, theirs 1234567890123456789 (absolute 1, relative 8.101e-19, 1 ulp)")
        .stdout_has("largest 1 at t 1");
    place
        .chase("diff c.csv a.csv --brief")
        .status(1)
        .stdout_has("(absolute 1, relative 2.939e-39, 1 ulp)");
}

/// Parts in percent, parts of a range and exponents are exact too.
#[test]
fn bounds_are_what_is_written() {
    let place = Place::new();
    place.write("a.csv", "t,x\n0,1000000000000000000000\n1,1\n");
    place.write("b.csv", "t,x\n0,993000000000000000000\n1,1\n");
    place.write("c.csv", "t,x\n0,992999999999999999999\n1,1\n");
    for tolerance in ["0.7%", "7e-1%", "7000000000000000000", "7e18"] {
        for (ours, status) in [("b.csv", 0), ("c.csv", 1)] {
            let ran = place.chase(&format!("diff {ours} a.csv --tolerance {tolerance} --brief"));
            ran.status(status);
        }
    }
    // The range is 10 to the power of 21, less one.
    for (x, status) in [("992000000000000000000", 1), ("992000000000000000001", 0)] {
        place.write("d.csv", format!("t,x\n0,{x}\n1,1\n"));
        let ran = place.chase("diff d.csv a.csv --tolerance 0.8%range --brief");
        ran.status(status);
    }
    let (low, high) = ("0".repeat(128), format!("1{}", "0".repeat(127)));
    let vcd =
        |bits: &str| format!("$var wire 129 ! a $end\n$enddefinitions $end\n#0\nb1{bits} !\n");
    place.write("a.vcd", vcd(&low));
    place.write("b.vcd", vcd(&high));
    place
        .chase("diff b.vcd a.vcd --tolerance 170141183460469231731687303715884105728 --brief")
        .status(0);
    place
        .chase("diff b.vcd a.vcd --tolerance 170141183460469231731687303715884105727 --brief")
        .status(1)
        .stdout_has("(absolute 1.702e38, relative 0.333334)");
}

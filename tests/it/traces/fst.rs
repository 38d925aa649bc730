//! Dumps in FST, which Icarus Verilog writes in place of VCD.

use crate::harness::{Place, project};

/// A place with the logs of the serial line of data/traces/icarus.
fn place() -> Place {
    let place = Place::new();
    for file in ["uart-golden.fst", "uart-golden.vcd", "uart-faulty.vcd"] {
        let from = project(&format!("data/traces/icarus/{file}"));
        std::fs::copy(from, place.file(file)).expect("a log");
    }
    place
}

#[test]
fn a_dump_is_the_same_in_fst_and_in_vcd() {
    let place = place();
    place
        .chase("trace uart-golden.fst")
        .fine()
        .stdout_has("  guessed: FST, read as VCD\n")
        .stdout_has("cycles:   82, 0 to 4000 ns\n")
        .stdout_has("    test.byte_in[7:0]");
    for pair in ["uart-golden.fst uart-golden.vcd", "uart-golden.vcd uart-golden.fst"] {
        place.chase(&format!("diff {pair} --brief")).status(0).stdout_is("the same: 82 cycles\n");
    }
    let vcd = place.chase("diff uart-faulty.vcd uart-golden.vcd --brief");
    place
        .chase("diff uart-faulty.vcd uart-golden.fst --brief")
        .status(1)
        .stdout_is(&vcd.status(1).stdout)
        .stdout_has("different: test.byte_in[7:0] at time 2215");
    place.chase("verify uart-golden.vcd --against uart-golden.fst").status(0);
}

/// What is not read is named, with what to do.
#[test]
fn what_is_not_read_of_fst_is_named() {
    let place = place();
    place.shell("cat uart-golden.fst | $CHASE trace -").status(2).stderr_has(
        "-: an FST file is read from its end: it cannot come through a pipe, nor packed",
    );
    let whole = place.read("uart-golden.fst");
    place.write("cut.fst", &whole[..whole.len() / 2]);
    let mut old = whole.clone();
    // The kind of the block behind the header.
    assert_eq!(std::mem::replace(&mut old[330], 5), 8);
    place.write("old.fst", &old);
    for (name, why) in
        [("cut.fst", "it is cut off"), ("old.fst", "its values are packed in an older way")]
    {
        place
            .chase(&format!("trace {name}"))
            .status(2)
            .stderr_has(&format!("{name}: an FST file that cannot be read: {why}"))
            .stderr_has("fst2vcd");
    }
}

/// Events, pulses and signals of several names, as Icarus Verilog writes them.
#[test]
fn events_are_the_same_in_fst_and_in_vcd() {
    let place = Place::new();
    for file in ["events-golden.fst", "events-golden.vcd", "events-faulty.vcd"] {
        let from = project(&format!("data/traces/icarus/{file}"));
        std::fs::copy(from, place.file(file)).expect("a log");
    }
    for form in ["vcd", "fst"] {
        place
            .chase(&format!("trace events-golden.{form}"))
            .fine()
            .stdout_has("test.done             event, 3 occurrences\n");
        place
            .chase(&format!("diff events-faulty.vcd events-golden.{form} --brief"))
            .status(1)
            .stdout_is("different: test.done at time 30 ns: ours nothing, theirs event (an event on one side)\n");
    }
    for pair in ["events-golden.fst events-golden.vcd", "events-golden.vcd events-golden.fst"] {
        place.chase(&format!("diff {pair} --brief")).status(0).stdout_is("the same: 6 cycles\n");
    }
}

//! Fields in quotes that hold ends of lines.

use crate::harness::Place;

const NOTES: &str = "t,note,x\n0,\"one\ntwo\",1\n1,\"a \"\"b\"\",\r\n\nc\",2\n2,5\" pipe,3\n";

#[test]
fn a_field_in_quotes_may_hold_ends_of_lines() {
    let place = Place::new();
    place.write("golden.csv", NOTES);
    place.write("ours.csv", NOTES.replace(",2\n", ",2.5\n"));
    let told = place.chase("trace golden.csv").fine();
    told.stdout_has("cycles:   3, 0 to 2").stdout_has("note  text");
    place
        .chase("diff ours.csv golden.csv --brief")
        .status(1)
        .stdout_has("different: x at t 1: ours 2.5, theirs 2");
    place.write("words.csv", NOTES.replace("two", "ten"));
    let told = place.chase("diff words.csv golden.csv").status(1);
    told.stdout_has("first difference: note at t 0: ours one\\nten, theirs one\\ntwo (texts)");
    // Names of columns may be in several lines too, and what --keep keeps is read again.
    place.write("names.csv", "\"t\",\"x\n(m)\"\n0,1\n1,2\n");
    place.chase("trace names.csv").fine().stdout_has("tick is the column t");
    place.chase("diff words.csv golden.csv --keep kept").status(1);
    place.chase("diff kept/ours.csv kept/theirs.csv --brief").status(1).stdout_has("note at t 0");
}

/// Places in messages are lines of the file; a quote that is not closed is found soon.
#[test]
fn lines_are_counted_as_the_file_has_them() {
    let place = Place::new();
    let long = "0,line\n".repeat(100_000);
    for (name, text, told) in [
        ("short.csv", "t,x\n0,\"a\nb\"\n1\n", "short.csv:4:2: 1 fields; expected 2"),
        ("tick.csv", "t,x\n0,\"a\nb\"\nq,1\n", "tick.csv:4:1: expected a number"),
        (
            "behind.csv",
            "t,x,y\n0,\"a\nb\"c,1\n",
            "behind.csv:3:3: the field goes on after its closing quote",
        ),
        (
            "open.csv",
            "t,x\n0,1\n1,\"2\n2,3\n3,4\n",
            "open.csv:3:3: a field begins with a quote, and the quote at its end is missing",
        ),
    ] {
        place.write(name, text);
        place.chase(&format!("trace {name} --tick t")).status(2).stderr_has(told);
    }
    place.write("long.csv", format!("t,x\n0,1\n1,\"2\n{long}"));
    place
        .chase("trace long.csv")
        .status(2)
        .stderr_has("long.csv:3:3: a field in quotes goes over several lines and 65536 bytes; its last quote may be missing");
    place.write("fits.csv", format!("t,x\n0,1\n1,\"{}\"\n2,3\n", "0,line\n".repeat(9_000)));
    place.chase("trace fits.csv").fine().stdout_has("cycles:   3, 0 to 2");
    // A comparison does not call a log cut off that ends in such a field.
    place.chase("diff open.csv fits.csv").status(2).stderr_has(
        "open.csv:3:3: a field begins with a quote, and the quote at its end is missing",
    );
}

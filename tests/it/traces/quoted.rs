//! Fields in quotes that hold ends of lines.

use crate::harness::Place;

crate::tables::table!();

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

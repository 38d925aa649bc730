//! Values that are missing: empty cells, NaN, and words such as NA.

use crate::harness::Place;

#[test]
fn a_blank_is_nan_where_that_is_said() {
    let place = Place::new();
    place.write("golden.csv", "t,x,y\n0,1,a\n1,NaN,nan\n2,3,NA\n3,,\n");
    place.write("ours.csv", "t,x,y\n0,1,a\n1,,\n2,3,n/a\n3,null,NaN\n");
    place.write(
        "ours.jsonl",
        "{\"t\": 0, \"x\": 1, \"y\": \"a\"}\n{\"t\": 1, \"x\": null}\n{\"t\": 2, \"x\": 3, \"y\": null}\n{\"t\": 3, \"y\": \"\"}\n",
    );
    let plain = place.chase("diff ours.csv golden.csv --brief").status(1);
    plain.stdout_is("different: x at t 1: ours nothing, theirs NaN (one is empty)\n");
    for ours in ["ours.csv", "ours.jsonl"] {
        place
            .chase(&format!("diff {ours} golden.csv --blank-is-nan --brief"))
            .status(0)
            .stdout_is("the same: 4 cycles\n");
    }
    place.write("like.toml", "form = \"csv\"\ntick = \"t\"\nblank_is_nan = true\n");
    place.chase("diff ours.csv golden.csv --like like.toml --brief").status(0);
    // A number is never a blank.
    place.write("zero.csv", "t,x,y\n0,1,a\n1,0,\n2,3,\n3,,\n");
    place
        .chase("diff zero.csv golden.csv --blank-is-nan --brief")
        .status(1)
        .stdout_is("different: x at t 1: ours 0, theirs NaN (not two finite numbers)\n");
    // A golden log is described so, as is a folder of golden logs.
    place.chase("verify ours.csv --against golden.csv").status(1);
    place.chase("verify ours.csv --against golden.csv --like like.toml").status(0);
    for folder in ["golden", "ours"] {
        std::fs::create_dir(place.file(folder)).expect("a folder");
    }
    place.write("golden/run.csv", place.read("golden.csv"));
    place.write("ours/run.csv", place.read("ours.csv"));
    place.chase("verify --golden golden ours").status(1);
    place.write("golden/golden.toml", "[[logs]]\nfiles = \"*\"\nblank-is-nan = true\n");
    place.chase("verify --golden golden ours").fine();
}

//! Two logs brought to the same times.

use serde_json::Value;

use super::{INPUTS, place};

/// The real inputs are sampled alike: each mode reports what is reported without one, but for its own line.
#[test]
fn rows_that_align_give_the_same_report() {
    for (folder, ending, like) in INPUTS {
        let (place, like) = place(folder, ending, like);
        let report = |sync: &str| -> Value {
            let words = format!("diff faulty.{ending} golden.{ending}{like} --format json {sync}");
            serde_json::from_str(&place.chase(&words).status(1).stdout).expect("JSON")
        };
        let due = report("");
        let is_of_changes = like.contains("like") || ending == "vcd";
        for mode in ["union", "interpolate", "nearest"] {
            if mode == "nearest" && is_of_changes {
                continue;
            }
            let mut found = report(&format!("--sync {mode}"));
            let sync = found.as_object_mut().expect("an object").remove("sync");
            assert_eq!(sync.expect("how")["mode"], mode);
            assert_eq!(found, due, "{folder} {mode}");
        }
        assert_eq!(report("--sync exact"), due);
    }
}

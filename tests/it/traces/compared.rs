//! Two logs against each other.

use super::{INPUTS, place};

#[test]
fn every_known_fault_is_told_as_its_golden_says() {
    for (folder, ending, like) in INPUTS {
        let (place, like) = place(folder, ending, like);
        let (golden, faulty) = (format!("golden.{ending}"), format!("faulty.{ending}"));
        let report = place.chase(&format!("diff {faulty} {golden}{like}")).status(1).stdout;
        insta::assert_snapshot!(folder, report);
        place.chase(&format!("diff {golden} {golden}{like} --brief")).status(0);
        place.chase(&format!("verify {golden} --against {golden}{like}")).status(0);
        let failed = place.chase(&format!("verify {faulty} --against {golden}{like}")).status(1);
        failed.stdout_has("FAIL ").stdout_has("different: ");
    }
}

//! Transcripts that are cut off.

use super::json;
use crate::harness::{Place, project};

#[test]
fn a_transcript_cut_at_any_byte_differs_only_by_what_is_missing() {
    let text = std::fs::read_to_string(project("tests/reference/police/S3.txt"));
    let text = text.expect("a reference");
    let place = Place::new();
    place.write("ref.txt", &text);
    let first_row = text.find("9   8*").expect("hour 0");
    for end in 0..text.len() {
        place.write("ours.txt", &text[..end]);
        let ran = place.chase("diff ours.txt ref.txt --format json");
        if end <= first_row {
            assert_eq!(ran.status, Some(2), "{ran}");
            continue;
        }
        assert!(matches!(ran.status, Some(0 | 1)), "cut at {end}: {ran}");
        let report = json(&ran);
        let wrong = report["first"]["place"]["columns"].as_array().into_iter().flatten();
        let wrong: Vec<_> = wrong.filter(|unlike| unlike["column"] != "ending").collect();
        assert!(wrong.is_empty(), "cut at {end}: {wrong:?}");
        assert_eq!(report["counts"]["extra"], 0, "cut at {end}");
        let is_whole = text[end..].trim().is_empty();
        assert_eq!(report["same"], is_whole, "cut at {end}: {report}");
    }
}

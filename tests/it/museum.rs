//! One file of every released format, kept for ever and read by every later version.
//!
//! Nothing in tests/museum is ever changed or removed; a new format adds its own files. All of
//! one number hold the same game: their histories have the same seals.

use crate::harness::{Place, project};

/// The numbers of the format, or of the codec where that is not 1, and of the rules; the history's seal, and the cycles.
const SHELVES: [(&str, &str, usize); 7] = [
    ("format-1-fishing-1", "1e32faf0c83d08f14ba0418838d0062b", 24),
    ("format-1-police-1", "604d0a5b15eb96a49a7fe7d5ec7b3a94", 13),
    ("format-1-robots-1", "1bafa2e06fba474f093aac6213e76038", 15),
    ("format-1-scotland-yard-1", "4f3dc6bde24733823e7645799c7a91c4", 6),
    ("format-1-animal-checkers-1", "e6285e0f16921c6562825a582b92e9d1", 22),
    ("codec-3-police-1", "6dbd834c5ca4b062c71c88657214c07e", 121),
    ("format-2-police-1", "ed6d6a255818e0eea948cc92fb0688ec", 6),
];

#[test]
fn every_released_format_is_still_read() {
    for (shelf, seal, cycles) in SHELVES {
        for form in ["json", "chase"] {
            let place = Place::new();
            let file = project(&format!("tests/museum/{shelf}.{form}"));
            // when it is read to its end, every seal on the way checked
            let lines = place.chase_with(&["replay", &file, "--format", "json"], "").fine();
            assert_eq!(lines.stdout.lines().count(), cycles, "{file}");
            // then its history is the one that was recorded
            let info = place.chase_with(&["info", &file], "").fine();
            info.stdout_has(&format!("history seal  {seal}\n"));
        }
    }
}

//! Logs of other programs: understood, shown, held against each other.

mod aligned;
mod as_they_are;
mod blank;
mod compared;
mod counted;
mod dumps;
mod encoded;
mod exact;
mod fst;
mod hostile;
mod ordered;
#[cfg(feature = "parquet")]
mod parquet;
mod quoted;
mod selected;
mod separated;
mod simulated;
mod stamped;
mod suites;
mod synchronized;
mod tubes;
mod unfinished;
mod units;
mod values;

use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use serde_json::Value;

use crate::harness::{Place, project};

/// The real inputs: folder, ending, and whether they have a description.
const INPUTS: [(&str, &str, Option<&str>); 5] = [
    ("mesa", "csv", None),
    ("gymnasium", "jsonl", None),
    ("icarus", "vcd", None),
    ("spike-layout", "log", Some("commits.trace.toml")),
    ("vmstat", "log", Some("vmstat.trace.toml")),
];

/// A folder with the golden log, the faulty one and the description of an input.
fn place(folder: &str, ending: &str, like: Option<&str>) -> (Place, String) {
    let place = Place::new();
    let read = |name: &str| std::fs::read(input(folder, name)).expect("a file of the input");
    for name in [format!("golden.{ending}"), format!("faulty.{ending}")] {
        place.write(&name, read(&name));
    }
    let like = like.map(|like| {
        place.write("like.toml", read(like));
        " --like like.toml"
    });
    (place, like.unwrap_or_default().to_owned())
}

fn input(folder: &str, name: &str) -> PathBuf {
    PathBuf::from(project(&format!("data/traces/{folder}/{name}")))
}

/// The head of a page of signals.
fn head_of(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"head\">").expect("a head");
    let (packed, _) = rest.split_once("</script>").expect("its end");
    let packed = STANDARD.decode(packed).expect("base64");
    serde_json::from_reader(GzDecoder::new(&packed[..])).expect("the head is JSON")
}

/// Two cars over some seconds, as CSV.
fn cars(seconds: u32) -> String {
    let mut text = "t,car,x,v\n".to_owned();
    for t in 0..seconds {
        for car in [7, 9] {
            let x = f64::from(t * car) * 0.25;
            text.push_str(&format!("{t},{car},{x:.2},{}.5\n", t % 5));
        }
    }
    text
}

#![no_main]

#[allow(dead_code, reason = "each program has one of the targets")]
#[path = "../../targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::trace(data));

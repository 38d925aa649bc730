//! What else than the program decides how many instructions it takes: who compiled it, which vector
//! code is chosen while it runs, and whose memory functions it calls.

use std::fmt;
use std::process::Command;

use serde::Deserialize;

use crate::Anyhow;
use crate::callgrind::Callgrind;

/// The word by which this program tells [`features`] alone.
pub const FEATURES: &str = "features";

/// Numbers of one machine hold on another if these are the same.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// The compiler, as it tells its version.
    pub rustc: String,
    /// The system's library.
    pub libc: String,
    /// The processor, as programs see it under valgrind.
    pub processor: String,
}

impl Machine {
    /// This machine as it is under valgrind, which hides newer instructions.
    pub fn seen_by(callgrind: &Callgrind) -> Anyhow<Self> {
        let me = std::env::current_exe()?;
        Ok(Machine {
            rustc: said(&std::env::var("RUSTC").unwrap_or("rustc".into()), "--version")?,
            libc: said("getconf", "GNU_LIBC_VERSION").unwrap_or("another".into()),
            processor: callgrind.shown(&me, FEATURES)?,
        })
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}, {}", self.rustc, self.libc, self.processor)
    }
}

fn said(program: &str, arg: &str) -> Anyhow<String> {
    let output = Command::new(program).arg(arg).output();
    let output = output.map_err(|error| format!("{program}: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The processor, and those of its features by which libraries choose their code.
pub fn features() -> String {
    let mut features = vec![std::env::consts::ARCH];
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! seen {
            ($($feature:tt)*) => {
                $(if std::arch::is_x86_feature_detected!($feature) {
                    features.push($feature);
                })*
            };
        }
        seen!("ssse3" "sse4.1" "sse4.2" "popcnt" "pclmulqdq" "avx" "avx2" "bmi1" "bmi2" "lzcnt" "movbe"
              "fma" "f16c" "sha" "avx512f" "avx512vl");
    }
    features.join(" ")
}

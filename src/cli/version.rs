//! What `chase --version` says: the version, the commit it was built from, what is built in, the address of
//! the project.

use std::sync::LazyLock;

/// The number alone, which `-V` prints.
pub const NUMBER: &str = env!("CARGO_PKG_VERSION");

/// The features that not every build has, each with true if this one has it.
const FEATURES: &[(&str, bool)] = &[
    ("programs", cfg!(unix)),
    ("grade", cfg!(unix)),
    ("sandbox", cfg!(all(target_os = "linux", feature = "sandbox"))),
    ("tui", cfg!(feature = "tui")),
    ("web", cfg!(feature = "web")),
    ("parquet", cfg!(feature = "parquet")),
    ("fst", cfg!(feature = "fst")),
];

/// The address of the project as Cargo.toml sets it; none while the placeholder is there.
fn address() -> Option<&'static str> {
    let address = env!("CARGO_PKG_REPOSITORY");
    (!address.contains("OWNER_NOT_SET")).then_some(address)
}

/// Number, commit, target, features and address, a line each.
pub static LONG: LazyLock<String> = LazyLock::new(|| {
    let commit = option_env!("CHASE_COMMIT").unwrap_or("unknown");
    let target = env!("CHASE_TARGET");
    let built_in: Vec<_> = FEATURES.iter().filter(|(_, is)| *is).map(|(name, _)| *name).collect();
    let features = match built_in.as_slice() {
        [] => "none".to_owned(),
        names => names.join(", "),
    };
    let address = address().map(|it| format!("\naddress {it}")).unwrap_or_default();
    format!("{NUMBER}\ncommit {commit}\ntarget {target}\nfeatures {features}{address}")
});

//! Tells the program which commit it was built from, for `chase --version`. Asks git in this folder and
//! nobody else; where there is none the program says so.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CHASE_COMMIT");
    let target = std::env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=CHASE_TARGET={target}");
    // What packagers say, who build without git.
    let told = std::env::var("CHASE_COMMIT").ok();
    if let Some(commit) = told.filter(|it| !it.is_empty()).or_else(commit) {
        println!("cargo::rustc-env=CHASE_COMMIT={commit}");
    }
}

/// The commit that is checked out. Only of a release: a build for development would be made again after
/// every commit.
fn commit() -> Option<String> {
    if std::env::var("PROFILE").ok()? != "release" {
        return None;
    }
    // The sources may lie within a repository of somebody else.
    if git(&["rev-parse", "--show-prefix"])? != "src/cli/" {
        return None;
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    // Every checkout and every commit is written down there. A file that is missing would be a reason to
    // build again each time.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"]);
    if let Some(log) = log.filter(|log| std::path::Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    Some(commit)
}

/// What git prints, if it is there and content.
fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

//! What a release is made with: the commit in the version, the archive, the workflow's files.

use std::path::Path;
use std::process::Command;

use crate::harness::{Place, project};

/// What a command prints, if it can be started.
fn printed(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    assert!(output.status.success(), "{output:?}");
    Some(String::from_utf8(output.stdout).expect("text"))
}

/// What the build script says in a folder, as cargo would start it.
fn built_in(script: &Path, folder: &Path, profile: &str, told: &str) -> String {
    let mut command = Command::new(script);
    command.current_dir(folder).env("PROFILE", profile);
    command.env("TARGET", "a-target").env("CHASE_COMMIT", told);
    printed(&mut command).expect("the script")
}

#[test]
fn a_release_names_its_commit_and_builds_where_there_is_none() {
    let place = Place::new();
    let script = place.file("script");
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--edition", "2024", "-o"]).arg(&script);
    printed(rustc.arg(project("src/cli/build.rs"))).expect("rustc");
    // the script lies in a crate of the repository, and is started in its folder
    let crate_folder = place.file("sources/src/cli");
    std::fs::create_dir_all(&crate_folder).expect("a folder");
    // given no repository, then there is no commit, unless somebody says it
    let name = "rustc-env=CHASE_COMMIT=";
    let without = built_in(&script, &crate_folder, "release", "");
    assert!(!without.contains(name), "{without}");
    assert!(without.contains("rustc-env=CHASE_TARGET=a-target\n"));
    let told = built_in(&script, &crate_folder, "debug", "of-a-packager");
    assert!(told.contains(&format!("{name}of-a-packager\n")), "{told}");
    // given a repository, then a release names the commit that is checked out
    let commit =
        "git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m c";
    if Command::new("git").arg("--version").output().is_err() {
        return;
    }
    place.shell(&format!("cd sources && {commit}")).fine();
    let head = place.shell("cd sources && git rev-parse --short=12 HEAD").fine();
    let release = built_in(&script, &crate_folder, "release", "");
    assert!(release.contains(&format!("{name}{}", head.stdout)), "{release}");
    assert!(release.contains("rerun-if-changed=../../.git/logs/HEAD\n"), "{release}");
    let debug = built_in(&script, &crate_folder, "debug", "");
    assert!(!debug.contains(name), "{debug}");
    // given a folder within a repository of somebody else, then it is not named
    let within = built_in(&script, &place.file("sources"), "release", "");
    assert!(!within.contains(name), "{within}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_archive_holds_all_that_a_release_promises() {
    let place = Place::new();
    // a program of tests is large; it is the archive that is tried
    let script = "#!/bin/sh\nexec \"$CHASE\" \"$@\"\n";
    place.write("small", script);
    let archive = project(".github/archive");
    place.shell(&format!("chmod +x small && {archive} small a-target out")).fine();
    let version = env!("CARGO_PKG_VERSION");
    let name = format!("chase-{version}-a-target");
    place
        .shell(&format!(
            "cd out && sha256sum -c --quiet {name}.tar.gz.sha256 && tar xzf {name}.tar.gz"
        ))
        .fine();
    let files = [
        "chase",
        "README.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "docs/start.md",
        "completions/chase.bash",
        "completions/_chase",
        "completions/chase.fish",
        "man/chase.1",
        "man/chase-diff.1",
    ];
    for file in files {
        let path = place.file(&format!("out/{name}/{file}"));
        let bytes = std::fs::metadata(&path).map_or(0, |it| it.len());
        assert!(bytes > 0, "{file}");
    }
    place.shell(&format!("out/{name}/chase games")).fine();
}

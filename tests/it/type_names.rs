//! Each type of the project has a name of its own.

use std::collections::{BTreeMap, BTreeSet};

use crate::tidy::{CRATES, name_end, sources};

/// The name of the type that a line of code defines, if it defines one; not the types of an `impl`.
fn defined_type(line: &str) -> Option<&str> {
    let is_indented = line.starts_with(' ');
    let mut words = line.trim_start();
    if let Some(rest) = words.strip_prefix("pub") {
        words = match rest.strip_prefix('(') {
            Some(rest) => rest.split_once(')')?.1,
            None => rest,
        };
    }
    let (kind, rest) = words.trim_start().split_once(' ')?;
    let defines = match kind {
        "struct" | "enum" | "trait" => true,
        "type" => !is_indented,
        _ => false,
    };
    let name = &rest[..name_end(rest)];
    (defines && name.starts_with(char::is_uppercase)).then_some(name)
}

/// One name, one type: within a crate always, and between crates but for those names that every game has,
/// such as `State` and `Action`.
#[test]
fn names_of_types_are_used_once() {
    let mut homes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in sources() {
        let of_crate = CRATES
            .iter()
            .map(|(name, _)| *name)
            .chain(["python"])
            .find(|name| path.starts_with(&format!("{name}/")));
        for name in text.lines().filter_map(defined_type) {
            let home = of_crate.unwrap_or("chase").to_owned();
            homes.entry(name.to_owned()).or_default().push(home);
        }
    }
    homes.retain(|_, homes| homes.len() > 1);
    for (name, homes) in &homes {
        let different: BTreeSet<_> = homes.iter().collect();
        assert_eq!(different.len(), homes.len(), "`{name}` in {homes:?}");
    }
    let count = homes.len();
    assert!(count <= 60, "{count} names are used in several crates: {homes:#?}");
}

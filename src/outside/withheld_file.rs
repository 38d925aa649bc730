//! The file or folder that the sandbox withheld from a program that failed, if the program's own words
//! name it. Only the file's metadata is read: nothing is tried again, and nothing is said if the words
//! name no file that exists.

use std::path::{Path, PathBuf};

use super::builds::is_build;
use super::limited::UNSTARTED;
use super::sandbox::{SandboxPaths, full, is_readable, places};
use super::toolchain::programs;

/// The words that every such sentence about a file has, before the file.
pub const WITHHELD: &str = "the sandbox does not let it read";

/// The folders of the kernel's own files, which no option could open to programs.
const OF_KERNEL: [&str; 3] = ["/dev", "/proc", "/sys"];

/// The texts by which systems report that something cannot be read or is not there: words, names of
/// errors, numbers.
const FAULTS: [&str; 6] =
    ["permission denied", "no such file", "eacces", "enoent", "errno 13", "errno 2"];

/// Says what the sandbox does not let a program read, where the last line of what it `said` is about
/// a fault and names it: a file or a folder by its full path. One that could not be started said so through
/// who started it; then it may be the interpreter of a script that it cannot read. Nothing is said of
/// what is not there.
pub fn refusal(argv: &[String], folder: &Path, said: &str) -> Option<String> {
    let places = places(argv, folder, true).ok().flatten()?;
    let line = said.trim_end().lines().next_back()?;
    let lower = line.to_lowercase();
    if !FAULTS.iter().any(|fault| lower.contains(fault)) {
        return None;
    }
    let is_unstarted = line.starts_with(UNSTARTED);
    let mut named = named_in(line);
    if is_unstarted {
        named.extend(programs(argv));
    }
    let is_refused = |file: &PathBuf| is_readable(file) && !is_open(file, &places);
    let Some(refused) = named.into_iter().find(is_refused) else {
        let lacks = is_unstarted && places.alone;
        return lacks
            .then(|| "--dirs may lack a folder that it needs to start, such as /lib64".to_owned());
    };
    let shown = refused.display();
    let rest = match is_masked(&refused, &places) {
        true if is_build(&refused) => ", a build of `chase`".to_owned(),
        true => ", where answers are kept".to_owned(),
        false => format!("; `--allow {shown}` does"),
    };
    Some(format!("{WITHHELD} {shown}{rest}"))
}

/// The full paths in a line, which ends with no mark.
fn named_in(line: &str) -> Vec<PathBuf> {
    let is_border = |c: char| c.is_whitespace() || "'\"`:;,()[]<>=‘’“”".contains(c);
    let words = line.split(is_border).map(|word| word.trim_end_matches('.'));
    let paths = words.filter(|word| word.len() > 1).map(PathBuf::from);
    paths
        .filter(|path| path.is_absolute() && !OF_KERNEL.iter().any(|it| path.starts_with(it)))
        .collect()
}

fn is_open(file: &Path, places: &SandboxPaths) -> bool {
    let full = full(file.to_owned());
    let lies_in =
        |all: &[PathBuf]| all.iter().any(|place| full.starts_with(self::full(place.clone())));
    lies_in(&places.read) && !is_masked(file, places) || lies_in(&places.write)
}

fn is_masked(file: &Path, places: &SandboxPaths) -> bool {
    let file = full(file.to_owned());
    places.masked.iter().any(|mask| file.starts_with(mask))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_paths_are_found_in_what_programs_say() {
        for (line, paths) in [
            ("sh: 2: exec: /home/a/real: Permission denied", &["/home/a/real"][..]),
            ("[Errno 13] Permission denied: '/home/a/b.py'", &["/home/a/b.py"]),
            ("cannot open `/srv/x', nor \"/srv/y\".", &["/srv/x", "/srv/y"]),
            ("a/b and / and /proc/1/exe: Permission denied", &[]),
            ("", &[]),
        ] {
            let expected: Vec<_> = paths.iter().map(PathBuf::from).collect();
            assert_eq!(named_in(line), expected, "{line}");
        }
    }
}

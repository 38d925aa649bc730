//! What is kept of two runs that differ: a folder for each.

use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use super::run_outputs::KeptRun;
use chase_world::error::{Error, IoAt};

/// Checks that nothing in a folder is in the way of what will be kept in it.
///
/// # Errors
/// There are runs in it already, or it is no folder.
pub fn check(folder: &Path) -> Result<(), Error> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.io_at(folder.display(), "read")?,
    };
    for entry in entries {
        let name = entry.io_at(folder.display(), "read")?.file_name();
        if name.to_string_lossy().starts_with(RUN) {
            let there = folder.join(name);
            return Err(Error::new("a run is kept under this name already")
                .at(there.display())
                .help("name another folder with --keep, or remove what is in this one"));
        }
    }
    Ok(())
}

/// The beginning of the names of runs.
const RUN: &str = "run-";

/// Copies what two runs left behind into a folder, and says what was varied. Nothing is replaced.
///
/// # Errors
/// It cannot be written.
pub fn keep(folder: &Path, runs: &[&KeptRun; 2], files: &[PathBuf]) -> Result<(), Error> {
    let failed = |error: io::Error| Error::io(folder.display(), "write", &error);
    fs::create_dir_all(folder).map_err(failed)?;
    for run in runs {
        let to = folder.join(format!("{RUN}{}", run.number));
        fs::create_dir(&to).map_err(failed)?;
        let varied = match run.words.as_str() {
            "" => "nothing varied",
            words => words,
        };
        fs::write(to.join("varied.txt"), format!("{varied}\n")).map_err(failed)?;
        for name in ["stdout", "stderr"] {
            fs::copy(run.folder.join(name), to.join(name)).map_err(failed)?;
        }
        for (n, file) in files.iter().enumerate() {
            let from = run.file(n);
            if !from.exists() {
                continue;
            }
            let to = to.join("files").join(below(file));
            fs::create_dir_all(to.parent().unwrap_or(&to)).map_err(failed)?;
            fs::copy(from, to).map_err(failed)?;
        }
    }
    Ok(())
}

/// A path that leads out of no folder: what would has a name in place of it.
fn below(path: &Path) -> PathBuf {
    let names = path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(PathBuf::from(name)),
        Component::ParentDir => Some(PathBuf::from("_up")),
        Component::RootDir => Some(PathBuf::from("_root")),
        Component::CurDir | Component::Prefix(_) => None,
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_kept_below_their_folder() {
        let cases = [
            ("a/out.bin", "a/out.bin"),
            ("./b/out.bin", "b/out.bin"),
            ("stdout", "stdout"),
            ("../../x", "_up/_up/x"),
            ("/var/log/x", "_root/var/log/x"),
        ];
        for (path, kept) in cases {
            assert_eq!(below(Path::new(path)), Path::new(kept), "{path}");
        }
    }

    #[test]
    fn runs_that_are_kept_already_are_in_the_way_and_nothing_else_is() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folder = place.path().join("kept");
        assert!(check(&folder).is_ok());
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join("notes.txt"), "mine").expect("a file");
        assert!(check(&folder).is_ok());
        fs::create_dir(folder.join("run-7")).expect("a folder");
        let told = check(&folder).expect_err("a run is there").to_string();
        assert!(told.contains("run-7: a run is kept under this name already"), "{told}");
        assert!(check(&folder.join("notes.txt")).is_err());
    }
}

//! Cases as files, a folder for each: what a program is given, what it is told, what would be right. A
//! course can keep them, publish some, change them and write its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::attempt::write_files;
use chase_kit::grading::{GradingCase, GradingSuite, SuitePart, WrittenCase};
use chase_world::error::{Error, IoAt};

/// The file with the text on standard input.
const INPUT: &str = "input.txt";
/// The file with a transcript that is right.
const EXPECTED: &str = "expected.txt";
/// The file that describes the case.
const CASE: &str = "case.toml";

/// The content of a case's own file.
#[derive(Serialize, Deserialize)]
struct CaseFile {
    /// The name of the part.
    part: String,
    /// The subject of the case, in words.
    #[serde(default)]
    about: String,
    /// The numbers of the command line.
    #[serde(flatten)]
    values: BTreeMap<String, i64>,
}

/// Writes cases into a new folder, each into one of its own: `stage-1-07` is the seventh of its part.
///
/// # Errors
/// The folder is there and not empty, or cannot be written.
pub fn write(suite: &dyn GradingSuite, cases: &[GradingCase], folder: &Path) -> Result<(), Error> {
    let failed = |error: io::Error| Error::io(folder.display(), "write", &error);
    fs::create_dir_all(folder).map_err(failed)?;
    if fs::read_dir(folder).map_err(failed)?.next().is_some() {
        return Err(Error::new("the folder is not empty")
            .at(folder.display())
            .help("name a new one"));
    }
    let mut numbers = vec![0; suite.parts().len()];
    for case in cases {
        numbers[case.part] += 1;
        let part = suite.parts()[case.part].name.replace(' ', "-");
        let name = format!("{part}-{:02}", numbers[case.part]);
        write_case(suite, case, &folder.join(name)).map_err(failed)?;
    }
    Ok(())
}

fn write_case(suite: &dyn GradingSuite, case: &GradingCase, folder: &Path) -> io::Result<()> {
    let given = suite.input(case);
    fs::create_dir(folder)?;
    write_files(&given, folder)?;
    fs::write(folder.join(INPUT), case.input.as_bytes())?;
    fs::write(folder.join(EXPECTED), &given.expected)?;
    let value = |(word, value): &(&str, String)| {
        let name = word.trim_matches(['{', '}']);
        format!("{name} = {value}\n")
    };
    let values: String = given.values.iter().map(value).collect();
    let part = suite.parts()[case.part].name;
    let text = format!("part = {part:?}\nabout = {:?}\n{values}", case.about);
    fs::write(folder.join(CASE), text)
}

/// The cases of a folder, by the order of their folders' names.
///
/// # Errors
/// One of them cannot be read or played, or breaks the rules by what it expects; there is none.
pub fn read(suite: &dyn GradingSuite, folder: &Path) -> Result<Vec<GradingCase>, Error> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).io_at(folder.display(), "read")? {
        let path = entry.io_at(folder.display(), "read")?.path();
        if path.join(CASE).is_file() {
            folders.push(path);
        }
    }
    folders.sort();
    if folders.is_empty() {
        return Err(Error::new("there is no case")
            .at(folder.display())
            .help("each case is a folder with a file `case.toml`, as --write-cases makes them"));
    }
    let read =
        |folder: &PathBuf| read_case(suite, folder).map_err(|error| error.at(folder.display()));
    folders.iter().map(read).collect()
}

fn read_case(suite: &dyn GradingSuite, folder: &Path) -> Result<GradingCase, Error> {
    let text = |name: &str| {
        fs::read_to_string(folder.join(name))
            .map_err(|error| Error::new(format!("{name} cannot be read: {error}")))
    };
    let own: CaseFile = toml::from_str(&text(CASE)?)
        .map_err(|error| Error::new(format!("{CASE}: {}", error.message())))?;
    let names = suite.parts().iter();
    let part = names.clone().position(|part| part.name == own.part.replace('-', " "));
    let part = part.ok_or_else(|| {
        let names: Vec<_> = names.map(|SuitePart { name, .. }| *name).collect();
        Error::new(format!("{CASE}: no part is called `{}`", own.part))
            .help(format!("the parts are {}", names.join(", ")))
    })?;
    let case = suite.written(WrittenCase {
        part,
        about: own.about,
        input: text(INPUT)?,
        files: files(folder)?,
        values: own.values,
    })?;
    match fs::read(folder.join(EXPECTED)) {
        Ok(expected) => suite.judge(&case, &expected).map_err(|finding| {
            Error::new(format!("{EXPECTED} breaks the rules: {finding}"))
                .help("correct or remove it; programs are judged by the rules, not by this file")
        })?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(Error::new(format!("{EXPECTED} cannot be read: {error}"))),
    }
    Ok(case)
}

/// The other files of a case, by name.
fn files(folder: &Path) -> Result<BTreeMap<String, String>, Error> {
    const OURS: [&str; 3] = [CASE, INPUT, EXPECTED];
    let mut files = BTreeMap::new();
    let unread = |error: io::Error| Error::new(format!("it cannot be read: {error}"));
    for entry in fs::read_dir(folder).map_err(unread)? {
        let path = entry.map_err(unread)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_file()
            && !OURS.contains(&&*name)
            && let Ok(text) = fs::read_to_string(&path)
        {
            files.insert(name, text);
        }
    }
    Ok(files)
}

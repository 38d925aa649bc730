//! `chase verify --golden`: all logs of a folder against the golden ones of the same names, where a
//! program has just written them, or where they lie; new ones are taken when somebody has seen the page.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use super::suite_file::{GoldenSuite, NAME};
use super::{VerifyOptions, compared_with, finish, write_line};
use crate::commands::diff;
use crate::commands::repeat::ended;
use crate::input::logs;
use crate::print::page_file::{temporary, to_file};
use crate::print::printout::Format;
use crate::print::terminal;
use crate::verb::{Context, Done, Failure};
use chase_engine::seal::Seal;
use chase_judge::verify::{FileVerdict, VerdictFault};
use chase_outside::process::{check_going, stop_all};
use chase_outside::repeated::{
    OUTPUT_BYTES_MAX, RepeatBounds, RunConditions, RunEnd, run as run_program,
};
use chase_replay::store::Overwrite;
use chase_world::error::{Error, IoAt};
use chase_world::escape::in_line;
use chase_world::world::World;

/// What stands for the folder in the words of a program.
const OUT: &str = "{out}";

/// The most bytes of a program's complaints that are shown.
const COMPLAINT_MAX: u64 = 2000;

/// The logs of a program, in a folder that goes away unless it is to be kept.
struct OurLogs {
    folder: PathBuf,
    _temporary: Option<TempDir>,
}

/// Holds the logs of a folder against golden ones.
///
/// # Errors
/// The program fails, a folder cannot be read, or something cannot be written.
pub fn run(
    context: Context<'_>,
    options: &VerifyOptions,
    golden: &Path,
    out: &mut dyn Write,
) -> Done {
    let accept = options.accept;
    let suite = match fs::metadata(golden) {
        Err(error) if accept && error.kind() == io::ErrorKind::NotFound => GoldenSuite::default(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let error = Error::new("there is no such folder").at(golden.display());
            return Err(error.help("--accept makes it, of the logs that you accept").into());
        }
        Err(error) => return Err(Error::io(golden.display(), "read", &error).into()),
        Ok(it) if !it.is_dir() => {
            let error = Error::new("expected a folder of golden logs").at(golden.display());
            return Err(error.help("`--against FILE` takes one golden log").into());
        }
        Ok(_) => GoldenSuite::of(&context.world.at(golden))?,
    };
    let ours = our_logs(context.world, options, golden)?;
    let golden_names = names(golden, &suite)?;
    let our_names = names(&ours.folder, &suite)?;
    if our_names.is_empty() && golden_names.is_empty() {
        let error = Error::new("no logs in this folder").at(ours.folder.display());
        return Err(error.help(format!("the program writes them into {OUT}")).into());
    }
    for pattern in suite.unused(golden_names.union(&our_names)) {
        context.world.warn(&format_args!("{NAME}: no log fits `{pattern}`"));
    }
    let mut verdicts = Vec::new();
    let all: BTreeSet<_> = golden_names.union(&our_names).collect();
    let is_alone = all.len() == 1;
    for name in all {
        let pair = GoldenPair {
            name,
            ours: ours.folder.join(name),
            golden: golden.join(name),
            is_ours: our_names.contains(name),
            is_golden: golden_names.contains(name),
        };
        let mut verdict = pair
            .verdict(context, &suite)
            .unwrap_or_else(|error| FileVerdict::of_trouble(name, "byte", &error));
        if options.format == Format::Text {
            write_line(context.world, &verdict, is_alone, out)?;
        }
        if verdict.fault.is_some() {
            let page = pair.page(context, options, &suite)?;
            if accept && pair.is_accepted(context.world, page.as_deref(), out)? {
                pair.take(context.world)?;
                writeln!(out, "      accepted")?;
                verdict.fault = None;
                verdict.is_trouble = false;
            }
        }
        verdicts.push(verdict);
    }
    finish(verdicts, options.format, out)
}

/// Our logs: those that the program writes now, or those of the folder that is named.
fn our_logs(world: &World, options: &VerifyOptions, golden: &Path) -> Result<OurLogs, Error> {
    let Some(program) = &options.run else {
        return match options.files.as_slice() {
            [folder] if folder.is_dir() => Ok(OurLogs { folder: folder.clone(), _temporary: None }),
            [folder] if !folder.exists() => {
                Err(Error::new("there is no such folder").at(folder.display()))
            }
            _ => Err(Error::new("--golden compares the logs of one folder").help(format!(
                "name the folder, or the program that writes them: --run 'COMMAND {OUT}'"
            ))),
        };
    };
    let logs = match &options.keep {
        None => {
            let temporary = tempfile::tempdir().io_at("a temporary folder", "make")?;
            OurLogs { folder: temporary.path().to_owned(), _temporary: Some(temporary) }
        }
        Some(folder) => {
            fs::create_dir_all(folder).io_at(folder.display(), "write")?;
            let whole = |path: &Path| path.canonicalize().ok();
            if let (Some(kept), Some(golden)) = (whole(folder), whole(golden))
                && kept.starts_with(golden)
            {
                let error = Error::new("it is among the golden logs").at(folder.display());
                return Err(error.help("keep the logs of the run elsewhere"));
            }
            if fs::read_dir(folder).io_at(folder.display(), "write")?.next().is_some() {
                let error = Error::new("the folder is not empty").at(folder.display());
                return Err(error.help("name a new one with --keep, or remove what is in it"));
            }
            OurLogs { folder: folder.clone(), _temporary: None }
        }
    };
    run_into(world, program, &logs.folder, options)?;
    Ok(logs)
}

/// Runs the program with the folder in place of `{out}`.
fn run_into(
    world: &World,
    program: &str,
    folder: &Path,
    options: &VerifyOptions,
) -> Result<(), Error> {
    let folder = std::path::absolute(folder);
    let folder = PlainName::of(folder.io_at(".", "read")?);
    let words = shlex::split(program).filter(|it| !it.is_empty());
    let mut words = words.ok_or_else(|| Error::new("a quote is not closed").at(program))?;
    if !words.iter().any(|word| word.contains(OUT)) {
        let error = Error::new(format!("{OUT} is missing in the command")).at(program);
        return Err(error.help(format!(
            "{OUT} stands for the folder into which the program writes its logs; for a program that \
             prints one: --run \"sh -c './sim > {OUT}/run.csv'\""
        )));
    }
    for word in &mut words {
        *word = word.replace(OUT, &folder.path.display().to_string());
    }
    // Else Ctrl-C ends this process, and leaves the program running.
    world.caller().when_interrupted(stop_all);
    let said = tempfile::tempdir().io_at("a temporary folder", "make")?;
    let stderr = said.path().join("stderr");
    let bounds = RepeatBounds {
        input: None,
        stdout: &said.path().join("stdout"),
        stderr: &stderr,
        time: options.timeout,
    };
    let end = run_program(&words, &RunConditions::default(), bounds);
    let end = end.map_err(|error| match error.kind() {
        io::ErrorKind::Interrupted => Error::new("interrupted"),
        _ => Error::io(program, "start", &error),
    })?;
    if end == RunEnd::Status(0) {
        return Ok(());
    }
    let mut complaint = Vec::new();
    if let Ok(file) = File::open(&stderr) {
        // What cannot be read of a complaint is left out.
        let _ = file.take(COMPLAINT_MAX).read_to_end(&mut complaint);
    }
    let complaint = String::from_utf8_lossy(&complaint);
    let how = match end {
        RunEnd::Late => {
            let time = humantime::format_duration(options.timeout);
            format!("the program did not end within {time}")
        }
        RunEnd::TooMuch => format!("the program printed more than {} MiB", OUTPUT_BYTES_MAX >> 20),
        end => format!("the program ended with {}", ended(end)),
    };
    let error = Error::new(how).at(program);
    Err(match complaint.trim_end() {
        "" => error,
        complaint => error.help(format!("it said: {complaint}")),
    })
}

/// A name of a folder that a shell takes for one word, wherever it stands in a command.
struct PlainName {
    path: PathBuf,
    /// The folder with a link, if the name is that of one.
    _folder: Option<TempDir>,
}

impl PlainName {
    /// The folder's own name, or that of a link to it, if one can be made.
    fn of(path: PathBuf) -> Self {
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-+@%,:".contains(byte);
        let link = match path.as_os_str().as_encoded_bytes().iter().all(is_plain) {
            true => None,
            false => link_to(&path),
        };
        match link {
            Some((path, folder)) => PlainName { path, _folder: Some(folder) },
            None => PlainName { path, _folder: None },
        }
    }
}

/// A link to a folder, in a new folder whose name has no blanks.
#[cfg(unix)]
fn link_to(path: &Path) -> Option<(PathBuf, TempDir)> {
    let folder = tempfile::Builder::new().prefix("chase-").tempdir_in("/tmp").ok()?;
    let link = folder.path().join("out");
    std::os::unix::fs::symlink(path, &link).ok()?;
    Some((link, folder))
}

#[cfg(not(unix))]
fn link_to(_: &Path) -> Option<(PathBuf, TempDir)> {
    None
}

/// The names of the logs below a folder, with `/` between those of folders. Descriptions, pages and notes are
/// none, nor is what is hidden or ignored.
fn names(folder: &Path, suite: &GoldenSuite) -> Result<BTreeSet<String>, Error> {
    let mut names = BTreeSet::new();
    let mut folders = vec![(folder.to_owned(), String::new())];
    while let Some((folder, before)) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries.io_at(folder.display(), "read")?,
        };
        for entry in entries {
            let entry = entry.io_at(folder.display(), "read")?;
            let path = entry.path();
            // A name that is not UTF-8 leads to no file, which is said of this log alone.
            let last = entry.file_name().to_string_lossy().into_owned();
            let name = format!("{before}{last}");
            let ending = path.extension().and_then(|it| it.to_str());
            let is_log = !matches!(ending, Some("toml" | "md" | "html"));
            if last.starts_with('.') || suite.ignores(&name) {
                continue;
            }
            if entry.file_type().io_at(folder.display(), "read")?.is_dir() {
                folders.push((path, format!("{name}/")));
            } else if is_log {
                names.insert(name);
            }
        }
    }
    Ok(names)
}

/// A log of ours and the golden one of its name.
struct GoldenPair<'a> {
    name: &'a str,
    ours: PathBuf,
    golden: PathBuf,
    is_ours: bool,
    is_golden: bool,
}

impl GoldenPair<'_> {
    fn verdict(&self, context: Context<'_>, suite: &GoldenSuite) -> Result<FileVerdict, Error> {
        let mut verdict = FileVerdict::open(self.name, "byte");
        let missing = match (self.is_ours, self.is_golden) {
            (false, _) => Some("missing: the golden folder has this log, and ours has not"),
            (_, false) => Some("new: no golden log has this name"),
            _ => None,
        };
        if let Some(missing) = missing {
            verdict.fault = Some(VerdictFault::plain(missing));
            return Ok(verdict);
        }
        if let Some(bytes) = same_bytes(&self.ours, &self.golden)? {
            verdict.cycles = bytes;
            verdict.checked.push("the same".to_owned());
            return Ok(verdict);
        }
        let is_described = suite.describes(self.name);
        let are_logs = is_described
            || logs::is_log(context.world, &self.ours)?
            || logs::is_log(context.world, &self.golden)?;
        if !are_logs {
            let what = "the bytes differ, and neither file is a log whose form can be guessed";
            verdict.fault = Some(VerdictFault::plain(what));
            return Ok(verdict);
        }
        let sides = suite.comparison(self.name, &self.ours, &self.golden)?;
        let mut verdict = compared_with(context, &sides)?;
        self.name.clone_into(&mut verdict.name);
        if verdict.cycles == 0 && verdict.fault.is_none() {
            let what = "the bytes differ, but no line of ours has a value that could be compared";
            return Err(Error::new(what).help(format!("say in {NAME} what the lines mean")));
        }
        Ok(verdict)
    }

    /// The page of a pair that differs, in the folder that keeps our logs, or in one for temporary files
    /// where somebody is to see it.
    fn page(
        &self,
        context: Context<'_>,
        options: &VerifyOptions,
        suite: &GoldenSuite,
    ) -> Result<Option<PathBuf>, Failure> {
        let (true, true) = (self.is_ours, self.is_golden) else {
            return Ok(None);
        };
        let path = match (&options.keep, options.accept) {
            (Some(folder), _) => {
                let path = folder.join(format!("{}.html", self.name));
                if path.exists() {
                    context.world.warn(&format_args!(
                        "no page of {}: the program wrote {}",
                        in_line(self.name),
                        in_line(&path.display().to_string())
                    ));
                    return Ok(None);
                }
                path
            }
            (None, true) => temporary()?.1,
            (None, false) => return Ok(None),
        };
        let sides = suite.comparison(self.name, &self.ours, &self.golden)?;
        // A file that is no log has no page.
        let Ok((outcome, rules)) = diff::logs::compared(context, &sides) else {
            return Ok(None);
        };
        to_file(context.world, &path, Overwrite::Force, &|file| {
            diff::logs::put_page(context, &sides, &outcome, &rules, [None, None], file)
        })?;
        Ok(Some(path))
    }

    /// Shows the page, and asks whether ours is golden from now on. No answer is none.
    fn is_accepted(
        &self,
        world: &World,
        page: Option<&Path>,
        out: &mut dyn Write,
    ) -> Result<bool, Failure> {
        if self.is_ours && self.golden.is_symlink() {
            writeln!(
                out,
                "      not accepted: the golden log is a symbolic link; the file it points to is left as it is"
            )?;
            return Ok(false);
        }
        if let Some(page) = page {
            writeln!(out, "      page: {}", in_line(&page.display().to_string()))?;
            if terminal::is_a_screen(world) {
                terminal::open_browser(world, page);
            }
        }
        let what = match (self.is_ours, self.is_golden) {
            (false, _) => "remove the golden log",
            (_, false) => "add it to the golden logs",
            _ => "replace the golden log",
        };
        write!(out, "      {what}? [y/N] ")?;
        out.flush()?;
        let answer = answer()?;
        if !answer.ends_with('\n') || !terminal::is_a_screen(world) {
            writeln!(out)?;
        }
        Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
    }

    /// Makes ours the golden log; the old one is there until the new one is whole.
    fn take(&self, world: &World) -> Done {
        if !self.is_ours {
            return fs::remove_file(&self.golden)
                .map_err(|error| Error::io(self.golden.display(), "remove", &error).into());
        }
        let folder = self.golden.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).io_at(folder.display(), "make")?;
        to_file(world, &self.golden, Overwrite::Force, &|file| {
            let mut ours = File::open(&self.ours).io_at(self.ours.display(), "read")?;
            io::copy(&mut ours, file)?;
            Ok(())
        })
    }
}

/// The answer to a question, as soon as there is one. Ctrl-C, which a run of the program has made a request to stop,
/// is none.
fn answer() -> Result<String, Error> {
    const PAUSE: Duration = Duration::from_millis(20);
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::Interrupted => Error::new("interrupted"),
        _ => Error::io("standard input", "read", &error),
    };
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut line = String::new();
        let read = io::stdin().read_line(&mut line);
        // Nobody hears it if the command was stopped.
        let _ = sender.send(read.map(|_| line));
    });
    loop {
        check_going().map_err(failed)?;
        match receiver.recv_timeout(PAUSE) {
            Ok(read) => return read.map_err(failed),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(String::new()),
        }
    }
}

/// The length of two files, if they have the same bytes.
fn same_bytes(one: &Path, other: &Path) -> Result<Option<u64>, Error> {
    let seal = |path: &Path| {
        let file = File::open(path).and_then(|mut file| {
            let length = file.metadata()?.len();
            Ok((length, Seal::of_bytes(&mut file)?))
        });
        file.io_at(path.display(), "read")
    };
    let ((length, one), (_, other)) = (seal(one)?, seal(other)?);
    Ok((one == other).then_some(length))
}

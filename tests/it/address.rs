//! Where people get the program and how CI servers run it: the address of the project, which one line of
//! Cargo.toml sets, the action of GitHub, the jobs of GitLab, the hooks of pre-commit.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::{Place, Ran, program, project};

/// What stands in the address while the project has none.
const PLACEHOLDER: &str = "OWNER_NOT_SET";

/// Code that has to know the placeholder.
const KNOW_IT: [&str; 1] = [".github/action/run.sh"];

fn read(path: &str) -> String {
    std::fs::read_to_string(project(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn manifest(path: &str) -> toml::Table {
    read(path).parse().expect("a manifest")
}

/// The one line: `repository` below `[workspace.package]`.
fn address() -> String {
    let address = &manifest("Cargo.toml")["workspace"]["package"]["repository"];
    address.as_str().expect("an address").to_owned()
}

/// The name that `uses:` takes: the path of an address.
fn name_of(address: &str) -> &str {
    let (_, rest) = address.split_once("://").expect("a scheme");
    rest.split_once('/').expect("a path").1
}

/// The files that may name the address: what people and tools read, without data and tests.
fn files() -> Vec<String> {
    let mut folders = [".ci", ".devcontainer", ".github", "docs", "examples", "src/python"]
        .map(PathBuf::from)
        .to_vec();
    let top = std::fs::read_dir(project("")).expect("the project");
    let top = top.map(|entry| entry.expect("an entry").path());
    let top = top.filter(|path| path.is_file());
    let name = |path: PathBuf| path.file_name().map(|it| it.to_string_lossy().into_owned());
    let mut files: Vec<String> = top.filter_map(name).collect();
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(project(&folder.to_string_lossy())).expect("a folder");
        for entry in entries {
            let path = folder.join(entry.expect("an entry").file_name());
            let shown = path.to_string_lossy().into_owned();
            if Path::new(&project(&shown)).is_dir() {
                folders.push(path);
            } else {
                files.push(shown);
            }
        }
    }
    files.retain(|path| {
        let end = path.rsplit('.').next().unwrap_or_default();
        !["lock", "png", "gif", "svg", "so", "pyc", "ttf"].contains(&end)
    });
    files.sort();
    files
}

/// The words of a line between blanks, quotes and brackets.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || "\"'`()<>[],;".contains(c))
        .map(|word| word.trim_end_matches(['.', ':']))
        .filter(|word| !word.is_empty())
}

/// Whether an address on the web looks like that of this project: it is named as the project is, or it
/// stands where people get the project from.
fn is_ours(url: &str, before: &str, address: &str) -> bool {
    let before = before.trim_end_matches([' ', '"', '\'', '=', '`']);
    let marks = ["--git", "clone", "repo:", "repository", "CHASE_REPOSITORY:"];
    let project = name_of(address).rsplit('/').next();
    let mut names = ["chase", "chase-sim"].into_iter().chain(project);
    let mut parts = name_of(url).split('/').skip(1);
    marks.iter().any(|mark| before.ends_with(mark))
        || parts.next().is_some_and(|name| {
            let name = name.trim_end_matches(".git");
            names.any(|it| it == name)
        })
}

/// What a text says of where the project is: each with its line, what is there and what should be.
fn mentions(text: &str, address: &str) -> Vec<(usize, String, String)> {
    let version = concat!("v", env!("CARGO_PKG_VERSION"));
    let mut found = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let mut found_one = |is: &str, should: &str| {
            found.push((n + 1, is.to_owned(), should.to_owned()));
        };
        for url in words(line).filter(|word| word.starts_with("https://")) {
            let before = line.split(url).next().unwrap_or_default();
            let has_path = url["https://".len()..].contains('/');
            if has_path && is_ours(url, before, address) {
                // A page below the address is right too.
                let below = url.strip_prefix(address).filter(|it| it.starts_with('/'));
                found_one(below.map_or(url, |_| address), address);
            }
        }
        if let Some((_, used)) = line.split_once("uses: ") {
            let (name, tag) = used.split_once('@').unwrap_or((used, ""));
            if ["chase", "chase-sim"].contains(&name.rsplit('/').next().unwrap_or_default())
                || name == name_of(address)
            {
                found_one(name, name_of(address));
                found_one(tag, version);
            }
        }
        for mark in ["rev: ", "CHASE_TAG: "] {
            if let Some(tag) = line.trim_start().strip_prefix(mark) {
                found_one(tag.trim_matches('"'), version);
            }
        }
    }
    found
}

/// Every line that has to follow an address and does not; and how many were looked at.
fn faults(address: &str) -> (usize, Vec<String>) {
    let (mut looked_at, mut faults) = (0, Vec::new());
    for path in files() {
        let bytes = std::fs::read(project(&path)).expect("a file");
        let text = String::from_utf8_lossy(&bytes);
        for (n, is, should) in mentions(&text, address) {
            looked_at += 1;
            if is != should {
                faults.push(format!("{path}:{n}: `{is}` should be `{should}`"));
            }
        }
        if address.contains(PLACEHOLDER) || KNOW_IT.contains(&path.as_str()) {
            continue;
        }
        let lines = text.lines().enumerate();
        for (n, _) in lines.filter(|(_, line)| line.contains(PLACEHOLDER)) {
            let place = format!("{path}:{}:", n + 1);
            if !faults.iter().any(|fault| fault.starts_with(&place)) {
                faults.push(format!("{place} still says {PLACEHOLDER}"));
            }
        }
    }
    (looked_at, faults)
}

#[test]
fn one_line_sets_the_address_and_every_other_follows() {
    let address = address();
    let (looked_at, faults) = faults(&address);
    assert!(
        faults.is_empty(),
        "the address is {address}, by `repository` in Cargo.toml; these lines have to follow:\n{}",
        faults.join("\n")
    );
    assert!(looked_at >= 10, "only {looked_at} mentions were found");
}

#[test]
fn a_line_that_does_not_follow_is_named() {
    let (_, named) = faults("https://git.example/group/part/chase");
    for line in ["docs/ci.md:", "docs/install.md:", "examples/ci/gitlab.yml:", "Cargo.toml:"] {
        let has = named.iter().any(|fault| fault.starts_with(line));
        assert!(has, "{line} is not in {named:#?}");
    }
    let uses = "should be `group/part/chase`";
    assert!(named.iter().any(|it| it.ends_with(uses)), "{named:#?}");
    let is_set = !address().contains(PLACEHOLDER);
    assert!(is_set || named.iter().any(|it| it.ends_with(PLACEHOLDER)));
    // An address of others is none of ours, one with another owner is.
    let ours = "https://github.com/a/chase";
    assert!(mentions("see https://github.com/b/other.", ours).is_empty());
    let moved = mentions("git clone https://github.com/b/chase.git", ours);
    assert_eq!(moved.len(), 1, "{moved:?}");
    assert_ne!(moved[0].1, moved[0].2);
    let below = mentions("[bugs](https://github.com/a/chase/issues)", ours);
    assert!(below.iter().all(|(_, is, should)| is == should));
    assert_eq!(below.len(), 1);
}

#[test]
fn every_crate_and_the_package_for_python_inherit_the_address() {
    let root = manifest("Cargo.toml");
    let members = root["workspace"]["members"].as_array().expect("members");
    let members = members.iter().filter_map(|it| it.as_str());
    let members: Vec<_> = members.map(|it| format!("{it}/Cargo.toml")).collect();
    assert!(members.len() >= 14, "{members:?}");
    for path in members.iter().map(String::as_str).chain(["Cargo.toml"]) {
        let manifest = manifest(path);
        let inherited = manifest["package"].get("repository");
        let inherited = inherited.and_then(|it| it.get("workspace"));
        assert_eq!(
            inherited.and_then(toml::Value::as_bool),
            Some(true),
            "{path}: no `repository.workspace = true`"
        );
    }
    // maturin takes it from there.
    let python = manifest("src/python/pyproject.toml");
    let dynamic = python["project"]["dynamic"].as_array().expect("a list");
    assert!(dynamic.iter().any(|it| it.as_str() == Some("urls")));
    assert!(python["project"].get("urls").is_none());
}

#[test]
fn the_version_names_the_address_once_it_is_set() {
    let said = Place::new().chase("--version").fine().stdout;
    let line = format!("\naddress {}\n", address());
    let is_set = !address().contains(PLACEHOLDER);
    assert_eq!(said.contains(&line), is_set, "{said}");
    assert_eq!(said.contains("\naddress "), is_set, "{said}");
}

/// What a step of the action left behind.
struct Step {
    status: Option<i32>,
    stdout: String,
    stderr: String,
    summary: String,
    outputs: String,
}

/// The line of the shell that the action runs.
fn line_of_action() -> String {
    let action = read("action.yml");
    let (_, run) = action.split_once("\n      run: '").expect("a line to run");
    let (run, _) = run.split_once("'\n").expect("its end");
    run.to_owned()
}

/// Runs the action as GitHub does: inputs as variables, the summary and the outputs in files.
fn step_from(root: &str, place: &Place, inputs: &[(&str, &str)]) -> Step {
    let (summary, outputs) = (place.file("summary.md"), place.file("outputs"));
    for file in [&summary, &outputs] {
        std::fs::write(file, "").expect("an empty file");
    }
    let path = std::env::var("PATH").unwrap_or_default();
    let mut bash = Command::new("bash");
    bash.args(["--noprofile", "--norc", "-eo", "pipefail", "-c"])
        .arg(line_of_action())
        .current_dir(place.path())
        .env("PATH", format!("{}:{path}", place.file("bin").display()))
        .env("CHASE", program())
        .env("GITHUB_ACTIONS", "true")
        .env("GITHUB_ACTION_PATH", root)
        .env("GITHUB_STEP_SUMMARY", &summary)
        .env("GITHUB_OUTPUT", &outputs)
        .envs([("INPUT_PATH", program()), ("INPUT_JUNIT", "chase.xml")])
        .envs([("INPUT_ARGS", ""), ("INPUT_VERSION", "")])
        .envs(inputs.iter().copied());
    let output = bash.output().expect("bash");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let file = |path: &Path| std::fs::read_to_string(path).expect("what a step writes");
    Step {
        status: output.status.code(),
        stdout: text(&output.stdout),
        stderr: text(&output.stderr),
        summary: file(&summary),
        outputs: file(&outputs),
    }
}

fn step(place: &Place, command: &str, args: &str, junit: &str) -> Step {
    let inputs = [("INPUT_COMMAND", command), ("INPUT_ARGS", args), ("INPUT_JUNIT", junit)];
    step_from(&project(""), place, &inputs)
}

impl Step {
    /// Status, the end of the summary's heading, and the outputs.
    #[track_caller]
    fn is(self, status: i32, heading: &str, junit: &str) -> Self {
        let Step { stdout, stderr, summary, outputs, .. } = &self;
        let all = format!("{stdout}\n{stderr}\n{summary}\n{outputs}");
        assert_eq!(self.status, Some(status), "{all}");
        let first = summary.lines().next().unwrap_or_default();
        assert!(first.starts_with("### chase "), "{all}");
        assert!(first.ends_with(heading), "{all}");
        let expected = format!("status={status}\njunit={junit}\n");
        assert_eq!(*outputs, expected, "{all}");
        self
    }

    /// Trouble before chase was started.
    #[track_caller]
    fn refuses(self, why: &str) {
        assert_eq!(self.status, Some(2), "{}", self.stderr);
        assert!(self.stderr.contains(why), "{why}: {}", self.stderr);
        assert!(self.summary.starts_with("### chase was not run\n"));
        assert!(self.summary.contains(why), "{why}: {}", self.summary);
        assert_eq!(self.outputs, "status=2\n");
    }
}

/// A recording whose dice are those of another seed.
fn wrong_recording() -> String {
    let right = read("replays/police/S3.json");
    let wrong = right.replace("\"seed\":2", "\"seed\":3");
    assert_ne!(wrong, right, "the seed is written in another way");
    wrong
}

/// A right and a wrong recording in a folder with a blank in its name.
fn recordings() -> Place {
    let place = Place::new();
    std::fs::create_dir(place.file("a b")).expect("a folder");
    place.write("a b/right one.json", read("replays/police/S0.json"));
    place.write("a b/wrong one.json", wrong_recording());
    place
}

fn junit(place: &Place, name: &str) -> String {
    String::from_utf8(place.read(name)).expect("XML in UTF-8")
}

#[test]
fn the_action_passes_a_right_recording_and_says_so_everywhere() {
    let place = recordings();
    let args = "\"a b/right one.json\" --quick";
    let step = step(&place, "verify", args, "chase.xml");
    let step = step.is(0, "verify: all is right", "chase.xml");
    let told = "ok    a b/right one.json: 5 hours; seals, fold\n";
    assert!(step.stdout.contains(told), "{}", step.stdout);
    assert_eq!(step.stderr, "");
    let called = "\n    $ chase verify a\\ b/right\\ one.json --quick\n";
    assert!(step.summary.contains(called), "{}", step.summary);
    assert!(step.summary.contains(told), "{}", step.summary);
    let xml = junit(&place, "chase.xml");
    assert!(xml.contains("failures=\"0\""), "{xml}");
    assert!(xml.contains("name=\"a b/right one.json\""), "{xml}");
}

#[test]
fn the_action_fails_by_a_wrong_recording_and_shows_why() {
    let place = recordings();
    let step = step(&place, "verify", "'a b'", "out of it/verify.xml");
    let step = step.is(1, "verify: something differs or fails", "out of it/verify.xml");
    let why = "FAIL  a b/wrong one.json: hour 4, T: ";
    assert!(step.summary.contains(why), "{}", step.summary);
    let xml = junit(&place, "out of it/verify.xml");
    assert!(xml.contains("tests=\"2\""), "{xml}");
    assert!(xml.contains("failures=\"1\""), "{xml}");
    // What is printed is no command to GitHub: it stands between a secret word and the same word.
    let stop = step.stdout.strip_prefix("::stop-commands::");
    let (token, _) = stop.and_then(|it| it.split_once('\n')).expect("a token");
    assert_eq!(token.len(), 32, "{}", step.stdout);
    assert!(step.stdout.ends_with(&format!("\n::{token}::\n")));
}

#[test]
fn the_action_compares_and_needs_no_junit() {
    let place = Place::new();
    for name in ["S2", "S3"] {
        let file = format!("replays/police/{name}.json");
        place.write(&format!("{name}.json"), read(&file));
    }
    // given arguments in two lines
    let different = step(&place, "diff", "S2.json\nS3.json --brief", "chase.xml");
    different.is(1, "diff: something differs or fails", "chase.xml");
    assert!(junit(&place, "chase.xml").contains("failures=\"1\""));
    std::fs::remove_file(place.file("chase.xml")).expect("a file");
    step(&place, "diff", "S2.json S2.json", "").is(0, "diff: all is right", "");
    assert!(!place.file("chase.xml").exists());
    // given a comparison that keeps lines, which the second run does not write over
    for name in ["faulty.csv", "golden.csv"] {
        place.write(name, read(&format!("data/traces/mesa/{name}")));
    }
    let kept = step(&place, "diff", "faulty.csv golden.csv --keep kept", "chase.xml");
    let kept = kept.is(1, "diff: something differs or fails", "");
    assert!(kept.stderr.contains("chase.xml is not written"), "{}", kept.stderr);
    assert!(!place.file("chase.xml").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn the_action_grades() {
    let place = Place::new();
    let game = crate::harness::faulty();
    let right = format!("--part map --cases 1 -- '{}' none", game.display());
    let right = step(&place, "grade", &right, "chase.xml");
    let right = right.is(0, "grade: all is right", "chase.xml");
    assert!(right.summary.contains("score: 15.0 of 15"), "{}", right.summary);
    let xml = junit(&place, "chase.xml");
    assert!(xml.contains("<testcase name=\"map\""), "{xml}");
}

#[test]
fn no_input_of_the_action_is_read_as_shell() {
    let place = recordings();
    let args = "$(touch made) `touch made` ; touch made *.json \\$HOME";
    let step_of = |command: &str, args: &str| step(&place, command, args, "");
    let ran = step_of("verify", args).is(2, "verify: trouble, status 2", "");
    for word in ["$(touch: ", "`touch: ", "*.json: ", "$HOME: "] {
        assert!(ran.summary.contains(word), "{word}: {}", ran.summary);
    }
    step_of("verify; touch made", "x").refuses("command: expected verify, diff or grade");
    step_of("play", "police").refuses("command: expected verify, diff or grade");
    step_of("verify", "'a b").refuses("args: a quote is not closed");
    step_of("verify", "x --format=json").refuses("args: leave out --format");
    step(&place, "verify", "x", "a\nstatus=0").refuses("junit: expected the name of a file");
    let missing = [("INPUT_COMMAND", "verify"), ("INPUT_PATH", "./not there; touch made")];
    step_from(&project(""), &place, &missing).refuses("path: there is no program ./not there");
    assert_eq!(place.names(), ["a b", "outputs", "summary.md"]);
    // Every input is handed over as a variable, and no line of the shell has one in it.
    let action = read("action.yml");
    for input in ["command", "args", "path", "version", "junit"] {
        let name = input.to_uppercase();
        let handed = format!("        INPUT_{name}: ${{{{ inputs.{input} }}}}\n");
        assert!(action.contains(&handed), "{handed}");
        assert!(action.contains(&format!("\n  {input}:\n")), "{input}");
    }
    assert!(!line_of_action().contains("${{"));
}

/// Fills in a template of `[package.metadata.binstall]`.
#[cfg(target_os = "linux")]
fn binstall(key: &str, address: &str, target: &str) -> String {
    let manifest = manifest("Cargo.toml");
    let template = manifest["package"]["metadata"]["binstall"][key].as_str();
    let filled = template
        .expect("a template")
        .replace("{ repo }", address)
        .replace("{ version }", env!("CARGO_PKG_VERSION"))
        .replace("{ target }", target)
        .replace("{ bin }", "chase");
    assert!(!filled.contains('{'), "{key}: {filled}");
    filled
}

/// The action's files in a folder of their own, with another address.
#[cfg(target_os = "linux")]
fn action_at(place: &Place, address: &str) -> String {
    let root = place.file("action");
    std::fs::create_dir_all(root.join(".github/action")).expect("a folder");
    let script = root.join(".github/action/run.sh");
    std::fs::copy(project(".github/action/run.sh"), script).expect("the script");
    let version = env!("CARGO_PKG_VERSION");
    let manifest =
        format!("[workspace.package]\nversion = \"{version}\"\nrepository = \"{address}\"\n");
    place.write("action/Cargo.toml", manifest);
    root.display().to_string()
}

/// In place of curl: takes files from the folder `out` and writes down what was asked for.
#[cfg(target_os = "linux")]
const CURL: &str = "#!/bin/sh
for word; do
    if [ \"$before\" = --output ]; then to=$word; fi
    before=$word
done
echo \"$before\" >> asked
cp \"out/${before##*/}\" \"$to\"
";

#[cfg(target_os = "linux")]
#[test]
fn the_action_and_binstall_fetch_the_archives_of_a_release() {
    let place = recordings();
    let target = format!("{}-unknown-linux-musl", std::env::consts::ARCH);
    place.write("small", "#!/bin/sh\nexec \"$CHASE\" \"$@\"\n");
    std::fs::create_dir(place.file("bin")).expect("a folder");
    place.write("bin/curl", CURL);
    let archive = project(".github/archive");
    let made = format!("chmod +x small bin/curl && {archive} small {target} out");
    place.shell(&made).fine();
    let address = "https://git.example/owner/chase";
    let root = action_at(&place, address);
    let inputs =
        [("INPUT_COMMAND", "verify"), ("INPUT_ARGS", "'a b/right one.json'"), ("INPUT_PATH", "")];
    let fetched = step_from(&root, &place, &inputs);
    fetched.is(0, "verify: all is right", "chase.xml");
    // It asks for the archive of its own version, and so does binstall.
    let url = binstall("pkg-url", address, &target);
    let asked = format!("{url}\n{url}.sha256\n");
    assert_eq!(String::from_utf8_lossy(&place.read("asked")), asked);
    let (_, file) = url.rsplit_once('/').expect("a name");
    let packed = place.shell(&format!("tar tzf out/{file}")).fine().stdout;
    let bin = binstall("bin-dir", address, &target);
    assert!(packed.lines().any(|it| it == bin), "{bin}: {packed}");
    // given a version with its v, then it is the same
    let with_v = concat!("v", env!("CARGO_PKG_VERSION"));
    let named = [&inputs[..], &[("INPUT_VERSION", with_v)]].concat();
    step_from(&root, &place, &named).is(0, "verify: all is right", "chase.xml");
    let other = [&inputs[..], &[("INPUT_VERSION", "9.9.9")]].concat();
    step_from(&root, &place, &other).refuses("cannot fetch https://git.example/owner/chase/");
    let other = [&inputs[..], &[("INPUT_VERSION", "../1")]].concat();
    step_from(&root, &place, &other).refuses("version: expected a number");
    // given an archive that is damaged, then nothing of it is run
    place.write(&format!("out/{file}"), "damaged");
    step_from(&root, &place, &inputs).refuses("does not have the checksum");
    // given no address yet, then it says what to do
    let root = action_at(&place, &format!("https://github.com/{PLACEHOLDER}/chase"));
    step_from(&root, &place, &inputs).refuses("there are no releases yet");
}

/// The lines of a list in a job of GitLab.
fn list_of(text: &str, job: &str, key: &str) -> String {
    let (_, job_text) = text.split_once(&format!("\n{job}:\n")).expect("a job");
    let (job_text, _) = job_text.split_once("\n\n").unwrap_or((job_text, ""));
    let (_, list) = job_text.split_once(&format!("  {key}:\n")).expect("a list");
    let lines = list.lines().map_while(|line| line.strip_prefix("    - "));
    lines.collect::<Vec<_>>().join("\n")
}

/// Runs a job as GitLab does, where `chase` has been built already.
fn job(place: &Place, name: &str) -> Ran {
    let text = read("examples/ci/gitlab.yml");
    let before = list_of(&text, ".chase", "before_script");
    let script = list_of(&text, name, "script");
    assert!(!before.is_empty() && !script.is_empty(), "{name}");
    place.write("job.sh", format!("{before}\n{script}\n"));
    place.shell("bash -eo pipefail job.sh")
}

#[test]
fn the_jobs_of_gitlab_pass_and_fail_as_chase_does() {
    let place = Place::new();
    std::fs::create_dir_all(place.file(".chase/bin")).expect("a folder");
    std::os::unix::fs::symlink(program(), place.file(".chase/bin/chase")).expect("a link");
    std::fs::create_dir(place.file("replays")).expect("a folder");
    place.write("replays/right.json", read("replays/police/S0.json"));
    job(&place, "recordings").fine();
    assert!(junit(&place, "chase.xml").contains("failures=\"0\""));
    place.write("replays/wrong.json", wrong_recording());
    job(&place, "recordings").status(1).stdout_has("FAIL  replays/wrong.json: hour 4, T: ");
    assert!(junit(&place, "chase.xml").contains("failures=\"1\""));
    // given a program and what it printed once
    place.write("game", "#!/bin/sh\nexec \"$CHASE\" play police \"$@\"\n");
    let town = "new police --cities 12 --roads 20 --informants 2 --seed 5 -o town";
    place.chase(town).fine();
    let keep = |seed: u64| {
        let files = "town-cities.data town-agents.data";
        let line = format!("chmod +x game; echo run | ./game {files} 30 {seed} > golden.txt");
        place.shell(&line).fine();
    };
    keep(7);
    job(&place, "golden-trace").fine();
    // given what it does not print any more
    keep(8);
    let parted = job(&place, "golden-trace").status(1);
    parted.stdout_has("first difference: ");
    assert!(junit(&place, "chase.xml").contains("failures=\"1\""));
}

/// The commands of `chase` in a text, as hooks, jobs and steps have them.
fn commands(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let line = line.trim_start().trim_start_matches("- ");
        let line = line.trim_start_matches("run: ");
        let line = line.trim_start_matches("entry: ");
        for part in line.split(['|', '>']) {
            let command = part.trim();
            if command.starts_with("chase ") {
                found.push(command.to_owned());
            }
        }
    }
    found
}

#[test]
fn hooks_jobs_and_steps_call_commands_with_options_that_they_have() {
    let place = Place::new();
    for (path, least) in
        [(".pre-commit-hooks.yaml", 2), ("examples/ci/gitlab.yml", 4), ("docs/ci.md", 5)]
    {
        let commands = commands(&read(path));
        assert!(commands.len() >= least, "{path}: {commands:?}");
        for command in commands {
            let (ours, _) = command.split_once(" -- ").unwrap_or((&command, ""));
            let mut words = ours.split_whitespace().skip(1);
            let name = words.next().expect("a command");
            let help = place.chase(&format!("{name} --help")).fine().stdout;
            for option in words.filter(|word| word.starts_with("--")) {
                let (option, _) = option.split_once('=').unwrap_or((option, ""));
                assert!(help.contains(option), "{path}: `{command}`: {option}");
            }
        }
    }
    let hooks = read(".pre-commit-hooks.yaml");
    for id in ["chase-verify", "chase-verify-installed"] {
        assert!(hooks.contains(&format!("- id: {id}\n")), "{id}");
        assert!(read("docs/ci.md").contains(id), "docs/ci.md: {id}");
    }
}

/// YAML without a crate for it: what breaks it most often. Tests of the package for Python parse the files.
#[test]
fn files_for_tools_are_well_formed() {
    for path in [
        ".github/workflows/ci.yml",
        ".github/workflows/release.yml",
        ".pre-commit-hooks.yaml",
        "action.yml",
        "examples/ci/gitlab.yml",
    ] {
        for (n, line) in read(path).lines().enumerate() {
            let shown = format!("{path}:{}: `{line}`", n + 1);
            assert!(!line.contains('\t'), "a tab in {shown}");
            assert_eq!(line, line.trim_end(), "blanks at the end of {shown}");
            let blanks = line.len() - line.trim_start().len();
            assert_eq!(blanks % 2, 0, "an odd indent of {shown}");
        }
    }
    let container = read(".devcontainer/devcontainer.json");
    let container: serde_json::Value = serde_json::from_str(&container).expect("JSON");
    assert!(container["image"].is_string());
    let workflow = read(".github/workflows/ci.yml");
    assert!(workflow.contains("\non: [push, pull_request]\n"));
    assert!(workflow.contains("\n      - run: .ci/run\n"));
}

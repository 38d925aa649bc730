//! Cases as one script for a plain POSIX shell: whoever has the program runs it where there is no `chase`, and it packs
//! what came out into a file that `recorded` reads.

use super::attempt::output_bytes_max;
use super::keep::quoted;
use super::recorded::digest;
use chase_kit::grading::{GradingCase, GradingSuite};

/// What the script does with each case; the cases stand in it at the mark.
const RUNNER: &str = include_str!("cases.sh");
const MARK: &str = "@CASES@\n";

/// The script. `options` are those that the cases were drawn with, and a case may take so many seconds.
#[must_use]
pub fn script(
    suite: &dyn GradingSuite,
    cases: &[GradingCase],
    options: &str,
    seconds: u32,
) -> String {
    let (game, count, writer) = (suite.game(), cases.len(), env!("CARGO_PKG_VERSION"));
    let (before, after) = RUNNER.split_once(MARK).unwrap_or_default();
    let mut text = format!(
        "#!/bin/sh\n\
         # {count} cases of the game {game}, written by chase {writer}. Run it beside your program, as in\n\
         #   sh cases.sh ./game\n\
         #   sh cases.sh python3 game.py\n\
         # It needs no chase. It runs the program with the files and numbers of each case behind its words, and\n\
         # writes cases.out, of which `chase grade --from cases.out` makes a report. That is for feedback only:\n\
         # the file shows what a program printed, not whose program it was. Marks that count need a run by the\n\
         # staff.\n\
         writer={writer} options={} suite={} count={count} limit={seconds}\n{before}",
        quoted(options),
        digest(cases),
    );
    for case in cases {
        let input = suite.input(case);
        text.push_str("begin\n");
        let files = input.files.iter().map(|file| (file.name, &*file.content));
        for (name, content) in files.chain([("../input", &*case.input)]) {
            text.push_str(&format!("put {name} {}\n", quoted(content)));
        }
        let files = input.files.iter().map(|file| file.name);
        let values = input.values.iter().map(|(_, value)| value.as_str());
        let words: Vec<_> = files.chain(values).map(quoted).collect();
        let bytes = output_bytes_max(&input) + 1;
        text.push_str(&format!("bytes={bytes}\nrun \"$@\" {}\n", words.join(" ")));
    }
    text + after
}

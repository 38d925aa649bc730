//! `chase grade --from`: programs by what came out of the cases where `chase cases` let them be run.

use std::io::Write;

use clap::ArgMatches;
use clap::parser::ValueSource;

use super::{GradeOptions, default_folder, meant, print};
use crate::options::suite::{IDS, SuiteOptions};
use crate::print::printout::Format;
use crate::verb::{Done, Failure, options_of};
use chase_judge::grade::{CasesOutput, grade_recorded, keep};
use chase_kit::grading::GradingSuite;
use chase_play::CommandLine;
use chase_world::error::{Error, IoAt, counted, exit};
use chase_world::world::World;

/// Grades the files one after another; the status is that of the worst.
pub(super) fn run(
    world: &World,
    mut options: GradeOptions,
    matches: &ArgMatches,
    (game, suite): (&dyn CommandLine, &dyn GradingSuite),
    out: &mut dyn Write,
) -> Done {
    if options.from.len() > 1 && (options.format != Format::Text || options.keep.is_some()) {
        let what = "--format and --keep are for one file";
        return Err(Error::new(what).help("for several: --all --from FOLDER -o REPORT").into());
    }
    let is_asked = |id: &&str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let is_chosen = IDS.iter().any(is_asked);
    let (mut is_full, mut is_final) = (true, true);
    for (n, path) in options.from.clone().iter().enumerate() {
        let at = |error: Error| error.at(path.display());
        let output = CasesOutput::open(path)?;
        if !is_chosen {
            options.suite = options_of_cases(&output).map_err(at)?;
        }
        let meant = meant(world, &options, suite)?;
        let cases = options.suite.cases(meant.edition, meant.rand, suite).map_err(at)?;
        let mut grading = grade_recorded(suite, &cases, &output, &meant).map_err(at)?;
        let (count, words) = (counted(cases.len(), "case"), options.suite.shown());
        world.note(&format_args!("{count}, those of `chase cases {words}`"));
        let folder = options.keep.clone();
        let folder = folder.unwrap_or_else(|| default_folder(&path.to_string_lossy(), &options));
        keep(&mut grading, game, suite, &output.program, &folder)
            .io_at(folder.display(), "write")?;
        if options.from.len() > 1 {
            let between = if n == 0 { "" } else { "\n" };
            writeln!(out, "{between}== {} ==", path.display())?;
        }
        print(world, &options, game, &grading, out)?;
        is_full &= grading.is_full();
        is_final &= grading.provisional.is_none();
    }
    match (is_final, is_full) {
        (false, _) => Err(Failure::Code(exit::TROUBLE)),
        (true, true) => Ok(()),
        (true, false) => Err(Failure::Differs),
    }
}

/// The options of the cases that a file is of, where the command says none.
fn options_of_cases(output: &CasesOutput) -> Result<SuiteOptions, Error> {
    let own = options_of::<SuiteOptions>("cases", output.options.split(' '));
    let own = own.map_err(|_| Error::new("the line `options` in its head cannot be read"))?;
    match own.cases_from {
        None => Ok(own),
        Some(_) => {
            Err(Error::new("its cases are those of a folder")
                .help("name the folder with --cases-from"))
        }
    }
}

//! `chase completions` and `chase man`: what clap's companions make of the command line.

use std::io::Write;

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;

use super::{Failure, Verb, command as whole_command, program};
use crate::error::Error;

pub const COMPLETIONS: Verb = Verb {
    name: "completions",
    command: completions_command,
    run: completions,
};

pub const MAN: Verb = Verb {
    name: "man",
    command: man_command,
    run: man,
};

fn completions_command() -> Command {
    Command::new("completions")
        .about("Print a shell's completions")
        .arg(
            Arg::new("shell")
                .value_name("SHELL")
                .required(true)
                .value_parser(value_parser!(Shell)),
        )
        .after_help(
            "Example:\n  \
             chase completions bash > ~/.local/share/bash-completion/completions/chase",
        )
}

fn completions(matches: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let shell: Shell = *matches.get_one("shell").expect("clap asks for it");
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut whole_command(), program::name(), &mut text);
    Ok(out.write_all(&text)?)
}

fn man_command() -> Command {
    Command::new("man")
        .about(format!(
            "Print the manual page of {}, or of one of its commands",
            program::name()
        ))
        .arg(Arg::new("command").value_name("COMMAND"))
        .after_help("Examples:\n  chase man > chase.1\n  chase man replay | man -l -")
}

fn man(matches: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let mut whole = whole_command();
    whole.build();
    let page = match matches.get_one::<String>("command") {
        None => whole,
        Some(name) => match whole.find_subcommand(name) {
            Some(found) => found.clone(),
            None => return Err(Error::new(format!("no command is called `{name}`")).into()),
        },
    };
    Ok(clap_mangen::Man::new(page).render(&mut &mut *out)?)
}

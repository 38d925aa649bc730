//! `chase completions`: what a shell offers as one types.

use std::io::Write;

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;

use super::command as whole_command;
use crate::verb::{Context, Done, Verb};
use chase_play::Games;

pub const VERB: Verb = Verb::new("completions", command, run);

fn command(_: Games) -> Command {
    Command::new("completions")
        .about("Print a shell's completions")
        .arg(
            Arg::new("shell").value_name("SHELL").required(true).value_parser(value_parser!(Shell)),
        )
        .after_help(
            "Example:\n  \
             chase completions bash > ~/.local/share/bash-completion/completions/chase",
        )
}

fn run(context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done {
    let shell: Shell = *matches.get_one("shell").expect("clap asks for it");
    let mut text = Vec::new();
    clap_complete::generate(
        shell,
        &mut whole_command(context.games),
        context.world.name(),
        &mut text,
    );
    Ok(out.write_all(&text)?)
}

//! `chase completions`: what a shell offers as one types.

use std::io::Write;

use clap::Args;
use clap_complete::Shell;

use super::command as whole_command;
use crate::verb::{Context, Done, PlainVerb, Verb};

pub const VERB: &dyn Verb = &PlainVerb { name: "completions", run };

/// Print a shell's completions
#[derive(Args)]
#[command(after_help = "Example:\n  \
    chase completions bash > ~/.local/share/bash-completion/completions/chase")]
struct CompletionsOptions {
    shell: Shell,
}

fn run(context: Context<'_>, options: CompletionsOptions, out: &mut dyn Write) -> Done {
    let mut text = Vec::new();
    clap_complete::generate(
        options.shell,
        &mut whole_command(context.games),
        context.world.name(),
        &mut text,
    );
    Ok(out.write_all(&text)?)
}

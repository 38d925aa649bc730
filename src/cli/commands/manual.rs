//! `chase man`: the manual pages, all by one recipe. What clap knows of a command becomes its name,
//! synopsis, description and options; what stands after its help becomes the sections EXAMPLES, EXIT
//! STATUS and others.

use std::io::Write;
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::{EXIT_STATUS, command as whole_command};
use crate::verb::{Context, Done, GamesVerb, Verb};
use crate::{program, version};
use chase_play::Games;
use chase_world::error::{Error, IoAt};
use chase_world::world::WorldPath;

pub const VERB: &dyn Verb = &GamesVerb { name: "man", command, run };

fn command(games: Games) -> Command {
    Command::new("man")
        .about(format!(
            "Print the manual page of {}, or of one of its commands",
            program::name(games)
        ))
        .arg(
            Arg::new("command")
                .value_name("COMMAND")
                .num_args(0..)
                .help("Command, and a game if the command has a page for each game"),
        )
        .arg(
            Arg::new("all")
                .long("all")
                .value_name("FOLDER")
                .value_parser(value_parser!(PathBuf))
                .conflicts_with("command")
                .help("Write the pages of all commands into a new folder, as chase-diff.1"),
        )
        .after_help(
            "Examples:\n  chase man > chase.1\n  chase man replay | man -l -\n  \
             chase man record police | man -l -\n  chase man --all pages",
        )
}

fn run(context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done {
    let mut whole = without_help(whole_command(context.games));
    whole.build();
    if let Some(folder) = matches.get_one::<PathBuf>("all") {
        context.world.at(folder).create_folder().io_at(folder.display(), "make a folder")?;
        return Ok(write_all(&whole, &context.world.at(folder))?);
    }
    let words = matches.get_many::<String>("command").unwrap_or_default();
    let mut named = &whole;
    for word in words {
        let found = named.find_subcommand(word);
        named = found.ok_or_else(|| Error::new(format!("no command is called `{word}`")))?;
    }
    Ok(out.write_all(page(context.world.name(), named)?.as_bytes())?)
}

/// Writes a command's page and those of its own commands.
fn write_all(command: &Command, folder: &WorldPath) -> Result<(), Error> {
    let name = command.get_display_name();
    let path = folder.join(format!("{}.1", name.unwrap_or_else(|| command.get_name())));
    let text = page(folder.world().name(), command).io_at(path.display(), "write")?;
    path.write(text).io_at(path.display(), "write")?;
    command.get_subcommands().try_for_each(|command| write_all(command, folder))
}

/// A command without `help`, which has no page.
fn without_help(command: Command) -> Command {
    command.disable_help_subcommand(true).mut_subcommands(without_help)
}

/// A command's page as roff.
fn page(program: &str, command: &Command) -> std::io::Result<String> {
    let man = Man::new(command.clone())
        .source(format!("{program} {}", version::NUMBER))
        .manual(format!("{program} manual"));
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    if command.get_arguments().any(|it| !it.is_hide_set()) {
        man.render_options_section(&mut page)?;
    }
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let after = command.get_after_help().map(ToString::to_string);
    sections(&after.unwrap_or_default()).to_writer(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// The exit status of a match, whatever game it is of.
pub(crate) const MATCH_STATUS: &str = "Exit status: 0 when it ran, whatever the score; 1 when a player failed \
    in all of its games, or --check finds faults; 2 trouble, or interrupted.";

/// The text after a command's help, as sections. A paragraph whose first line ends with a colon is
/// a list under that head, whose lines are neither joined nor broken; one that begins with the exit
/// status is that of the command; any other is a note.
fn sections(after: &str) -> Roff {
    let mut roff = Roff::new();
    let (mut status, mut notes) = (EXIT_STATUS.to_owned(), Vec::new());
    for paragraph in after.split("\n\n").map(str::trim_end) {
        let (head, rest) = paragraph.split_once('\n').unwrap_or((paragraph, ""));
        if head.starts_with("Exit status: ") || head.starts_with("Return codes: ") {
            status = paragraph.replace('\n', " ");
        } else if let Some(head) = head.strip_suffix(':') {
            let (head, _) = head.split_once(" (").unwrap_or((head, ""));
            let head = if head == "Example" { "EXAMPLES".to_owned() } else { head.to_uppercase() };
            roff.control("SH", [head.as_str()]).control("nf", []);
            for line in rest.lines() {
                roff.text([roman(line.trim_start())]);
            }
            roff.control("fi", []);
        } else if !paragraph.is_empty() {
            notes.push(paragraph.replace('\n', " "));
        }
    }
    let (_, status) = status.split_once(": ").unwrap_or(("", &status));
    roff.control("SH", ["EXIT STATUS"]).text([roman(status)]);
    if !notes.is_empty() {
        roff.control("SH", ["NOTES"]);
    }
    for note in notes {
        roff.control("PP", []).text([roman(note)]);
    }
    roff
}

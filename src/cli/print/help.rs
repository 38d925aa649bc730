//! How help is arranged: commands in groups, options under headings, and with `-h` one screen of the
//! options that most people need.

use clap::builder::styling::Style;
use clap::{Arg, Command};

/// The commands in the order of help, by what they are for. Commands that are named nowhere follow
/// in the last group.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Start", &["record", "replay", "play", "view"]),
    ("Compare and judge", &["diff", "verify", "analyse", "grade", "cases", "repeat"]),
    ("Many games", &["match", "sweep", "odds", "solve"]),
    (
        "Files and tools",
        &["info", "convert", "trace", "new", "games", "player", "env", "laws", "perft"],
    ),
];

/// Options under headings, by their names without dashes. All others stand first, under `Options`.
const HEADINGS: [(&str, &str); 5] = [
    ("Players", "player players-from house tournament check program outside"),
    (
        "The scenario",
        "scenario scenario-file map cities roads informants two-coloured towns hours dice number \
         from-sweep cell",
    ),
    (
        "Limits",
        "restart start-time move-time game-time line-bytes output-bytes memory timeout \
         build-timeout input-max give-up window",
    ),
    ("Sandbox", "sandbox allow dirs trust-programs"),
    (
        "Output",
        "output format html force replays keep list analyse follow show spectator web port \
         no-open trace brief per-game dry-run max context",
    ),
];

/// Options that `-h` leaves out: few people need them.
const RARE: &str = "\
    radix ignore-undeclared restart start-time game-time line-bytes output-bytes memory \
    build-timeout input-max give-up window sandbox allow dirs trust-programs analyse \
    two-coloured towns number from-sweep cell tournament house spectator port no-open list shard \
    shard-games engine check clean weights write-cases cases-from opening-line entity like \
    scenario-file roads informants dice sprt resume measure maps per-game show players-from \
    ignore stop interpolation delimiter tick-tolerance";

/// The name of the word in the usage of a command whose subcommands are games.
pub const GAME: &str = "GAME";

/// The heading of a list.
const HEAD: Style = Style::new().bold().underline();
/// A word that is typed as it stands.
const LITERAL: Style = Style::new().bold();

/// The whole command line with its help arranged.
pub fn arranged(command: Command) -> Command {
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}{HEAD}Options:{HEAD:#}\n{{options}}{{after-help}}",
        groups(&command)
    );
    let command = command.help_template(template);
    let program = command.get_name().to_owned();
    command.mut_subcommands(|command| arranged_below(&program, command, &[]))
}

/// A command with its options under headings, and what `-h` leaves out marked.
fn arranged_below(program: &str, command: Command, above: &[String]) -> Command {
    let mut path = above.to_vec();
    path.push(command.get_name().to_owned());
    let command = command.mut_args(arranged_option);
    let command = with_short_ending(command, program, &path.join(" "));
    command.mut_subcommands(|command| arranged_below(program, command, &path))
}

fn arranged_option(arg: Arg) -> Arg {
    let Some(name) = arg.get_long().map(str::to_owned) else {
        return arg;
    };
    let is_among = |names: &str| names.split(' ').any(|it| it == name);
    let arg = match HEADINGS.iter().find(|(_, names)| is_among(names)) {
        Some((heading, _)) => arg.help_heading(*heading),
        None => arg,
    };
    let is_rare = is_among(RARE);
    let arg = arg.hide_short_help(is_rare);
    match arg.get_help().map(ToString::to_string) {
        Some(help) if !is_rare => arg.help(first_clause(&help)).long_help(help),
        _ => arg,
    }
}

/// The first clause of an option's text, and its default where the text names one.
fn first_clause(help: &str) -> String {
    /// A beginning that is shorter says nothing by itself.
    const CHARS_MIN: usize = 20;
    let (text, default) = match help.rfind(" [") {
        Some(at) if help.ends_with(']') => help.split_at(at),
        _ => (help, ""),
    };
    let ends = ["; ", ": ", ". ", " ("].map(|end| text.match_indices(end));
    let end = ends.into_iter().flatten().map(|(at, _)| at).filter(|at| *at >= CHARS_MIN).min();
    format!("{}{default}", &text[..end.unwrap_or(text.len())])
}

/// What stands below the options: with `-h` the first examples alone, and where the rest is.
fn with_short_ending(command: Command, name: &str, path: &str) -> Command {
    const EXAMPLES_MAX: usize = 2;
    let Some(whole) = command.get_after_help().map(ToString::to_string) else {
        return command;
    };
    let mut examples = whole.split("\n\n").filter(|it| it.starts_with("Example"));
    let examples = examples.next().unwrap_or_default();
    let shown: Vec<_> = examples.lines().take(1 + EXAMPLES_MAX).collect();
    let mut more = format!("All of it: {name} {path} --help");
    if command.get_subcommand_value_name() == Some(GAME)
        && let Some(game) = command.get_subcommands().next()
    {
        let game = game.get_name();
        more = format!(
            "Options of a game: {name} {path} {GAME} -h, as in {name} {path} {game} -h\n{more}"
        );
    }
    let short: Vec<_> = [shown.join("\n"), more].into_iter().filter(|it| !it.is_empty()).collect();
    command.after_help(short.join("\n\n")).after_long_help(whole)
}

/// The commands of a program in their groups, each group with its head; groups without any are left
/// out.
fn grouped(command: &Command) -> Vec<(&'static str, Vec<&Command>)> {
    let all: Vec<_> = command.get_subcommands().collect();
    let named = |name: &&str| all.iter().find(|it| it.get_name() == *name);
    let is_named = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let mut groups = Vec::new();
    for (n, (head, names)) in GROUPS.iter().enumerate() {
        let others = all.iter().filter(|it| !is_named(it.get_name()));
        let others = others.filter(|_| n + 1 == GROUPS.len());
        let mine: Vec<_> = names.iter().filter_map(named).chain(others).copied().collect();
        if !mine.is_empty() {
            groups.push((*head, mine));
        }
    }
    groups
}

/// The commands of a program under the heads of their groups, each with what it is for.
fn groups(command: &Command) -> String {
    let width = command.get_subcommands().map(|it| it.get_name().len()).max().unwrap_or(0);
    let mut text = String::new();
    for (head, commands) in grouped(command) {
        text.push_str(&format!("{HEAD}{head}:{HEAD:#}\n"));
        for command in commands {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let name = command.get_name();
            text.push_str(&format!("  {LITERAL}{name:<width$}{LITERAL:#}  {about}\n"));
        }
        text.push('\n');
    }
    text
}

/// What the program says when it is called with nothing: the commands that most people need, on one
/// screen, and the names of the others.
pub fn first_screen(command: &Command) -> String {
    const MOST_NEEDED: [(&str, &str); 5] = [
        ("record", "record"),
        ("replay", "replay FILE --hour 5"),
        ("view", "view FILE"),
        ("diff", "diff OURS REF"),
        ("grade", "grade ./game"),
    ];
    let name = command.get_name();
    let named = |name: &str| command.get_subcommands().find(|it| it.get_name() == name);
    let mut text =
        format!("{}.\n\n", command.get_about().map(ToString::to_string).unwrap_or_default());
    for (verb, line) in MOST_NEEDED {
        if let Some(about) = named(verb).and_then(Command::get_about) {
            text.push_str(&format!("  {:<26}  {about}\n", format!("{name} {line}")));
        }
    }
    text.push_str("\nAll commands:\n");
    for (head, commands) in grouped(command) {
        const NAMES_IN_A_LINE: usize = 9;
        for (n, commands) in commands.chunks(NAMES_IN_A_LINE).enumerate() {
            let names: Vec<_> = commands.iter().map(|it| it.get_name()).collect();
            let (head, names) = (if n == 0 { head } else { "" }, names.join(" "));
            text.push_str(&format!("  {head:<18} {names}\n"));
        }
    }
    text.push_str(&format!(
        "\n{name} --help             what each of them does\n\
         {name} COMMAND -h         its options that most people need\n\
         {name} COMMAND --help     all its options\n"
    ));
    text
}

//! Wrong arguments, told like everything else that is wrong: what, and the way out.

use clap::error::{ContextKind, ContextValue};

use chase_world::error::Error;
use chase_world::escape;

/// What there is for those who want a PNG or a GIF.
pub const IN_PLACE_OF_PIXELS: &str = "--svg draws one moment, which any browser shows";

/// An error of clap's about arguments, in the form of all messages: the fault in a line, and as the
/// help its suggestions, the usage and where more stands.
pub fn clap_error(error: clap::Error) -> Error {
    let error = with_near_option(error);
    let text = in_plain_lines(error).to_string();
    let mut what = String::new();
    let mut helps = Vec::new();
    for paragraph in text.split("\n\n") {
        let mut lines = paragraph.lines().map(str::trim).filter(|it| !it.is_empty());
        let first = lines.next().unwrap_or("");
        if let Some(usage) = first.strip_prefix("Usage: ") {
            helps.push(format!("usage: {usage}"));
            helps.extend(lines.map(|line| format!("       {line}")));
        } else if first.starts_with("For more information") {
            helps.push("see --help for more".to_owned());
        } else {
            let (hints, facts): (Vec<_>, Vec<_>) =
                std::iter::once(first).chain(lines).partition(|it| is_hint(it));
            let facts: Vec<_> = facts.into_iter().filter(|it| !it.is_empty()).collect();
            put_facts(&mut what, &facts);
            let hints = hints.into_iter().filter_map(|it| it.split_once(": "));
            helps.extend(hints.map(|(_, hint)| hint.to_owned()));
        }
    }
    const INDENT: &str = "\n        ";
    Error::new(what).help(helps.join(INDENT))
}

/// What other tools call options, with the name here and the commands that have it.
const OTHER_NAMES: [(&[&str], &str, &[&str]); 3] = [
    (
        &["--rel", "--rtol", "--relative", "--abs", "--atol", "--absolute", "--eps", "--epsilon"],
        "--tolerance",
        &["diff", "repeat"],
    ),
    (&["--quiet", "-q", "--silent"], "--brief", &["diff"]),
    (&["--threads", "--parallel", "-j"], "--jobs", &["grade", "match", "sweep"]),
];

/// Options that a command does not have, and what there is in their place.
const INSTEAD: [(&[&str], &str, &str); 3] = [
    (
        &["--web"],
        "match",
        "a match has no page while it is played; --follow prints a line for each game, --html FILE writes a page at the end",
    ),
    (
        &["--analyse"],
        "match",
        "keep the games with --replays FOLDER and give it to `chase analyse FOLDER`",
    ),
    (&["--png", "--gif"], "view", IN_PLACE_OF_PIXELS),
];

/// An error of an unknown option with the name that other tools give one of ours, where it is one; a
/// suggestion of `--help` alone is none.
fn with_near_option(mut error: clap::Error) -> clap::Error {
    let word = |error: &clap::Error, kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let Some(given) = word(&error, ContextKind::InvalidArg) else {
        return error;
    };
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    let is_of = |command: &&str| usage.split_whitespace().any(|word| word == *command);
    let known = OTHER_NAMES
        .iter()
        .find(|(others, _, commands)| others.contains(&&*given) && commands.iter().any(is_of));
    let instead =
        INSTEAD.iter().find(|(options, command, _)| options.contains(&&*given) && is_of(command));
    let suggested = word(&error, ContextKind::SuggestedArg);
    if let Some((_, ours, _)) = known {
        // It shows the option that was guessed before.
        error.remove(ContextKind::Usage);
        error.insert(ContextKind::SuggestedArg, ContextValue::String((*ours).to_owned()));
    } else if let Some((_, _, there)) = instead {
        error.remove(ContextKind::Usage);
        error.remove(ContextKind::SuggestedArg);
        let tip = ContextValue::StyledStrs(vec![(*there).into()]);
        error.insert(ContextKind::Suggested, tip);
    } else if suggested.as_deref() == Some("--help") && !given.starts_with("--h") {
        error.remove(ContextKind::Usage);
        error.remove(ContextKind::SuggestedArg);
    }
    error
}

/// Returns whether a line is a suggestion of clap, or the way out of a message of ours that it
/// quotes.
fn is_hint(line: &str) -> bool {
    line.starts_with("tip: ") || line.starts_with("help: ")
}

/// A sentence, and the list that may stand below it.
fn put_facts(what: &mut String, facts: &[&str]) {
    let [sentence, list @ ..] = facts else {
        return;
    };
    if !what.is_empty() {
        what.push_str("; ");
    }
    what.push_str(sentence.strip_prefix("error: ").unwrap_or(sentence));
    if !list.is_empty() {
        what.push(' ');
        what.push_str(&list.join(", "));
    }
}

/// The error with everything that was typed on one line, so that nothing typed looks like a
/// paragraph.
fn in_plain_lines(mut error: clap::Error) -> clap::Error {
    let plain = |text: &String| escape::in_line(text).into_owned();
    let context: Vec<_> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(text) => Some((kind, ContextValue::String(plain(text)))),
            ContextValue::Strings(all) => {
                let all = all.iter().map(plain).collect();
                Some((kind, ContextValue::Strings(all)))
            }
            _ => None,
        })
        .collect();
    for (kind, value) in context {
        error.insert(kind, value);
    }
    error
}

//! What the help says.

/// The lines, none wider than a narrow screen.
pub const HELP: &[&str] = &[
    "Right  l      forward            Left  h   back",
    "PageDown      ten forward        PageUp    ten back",
    "Home          the first          End       the last",
    "g or digits   jump to a number: type it, then Enter",
    "Space         play, pause        . ,       faster, slower",
    "",
    "Down Up  j k  scroll             ] [       a page down, up",
    "> <           scroll sideways on a wide board",
    "",
    "With a second trace:",
    "n  p          next, previous difference",
    "N  P          last, first difference",
    "o  t          ours, theirs",
    "`chase diff OURS REF` says why they differ.",
    "",
    "Changes since the previous cycle are highlighted;",
    "differences from the other trace are underlined.",
    "",
    "?  this list     q  Esc  Ctrl-C  quit",
];

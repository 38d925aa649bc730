//! What the help says.

/// The lines, none wider than a narrow screen.
pub const HELP: &[&str] = &[
    "Right  l      on                 Left  h   back",
    "PageDown      ten on             PageUp    ten back",
    "Home          the first          End       the last",
    "g or digits   jump to a number: type it, then Enter",
    "Space         play, pause        . ,       faster, slower",
    "",
    "Down Up  j k  scroll             ] [       a page down, up",
    "> <           sideways, where a board is wider",
    "",
    "With a second trace:",
    "n  p          next, previous difference",
    "N  P          last, first difference",
    "o  t          ours, theirs",
    "`chase diff OURS REF` says why they part.",
    "",
    "What changed since the cycle before is highlighted;",
    "what the other trace has otherwise is underlined.",
    "",
    "?  this list     q  Esc  Ctrl-C  quit",
];

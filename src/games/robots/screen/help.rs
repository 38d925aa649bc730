//! What the help says.

/// The lines, none wider than the board.
pub(super) const HELP: &[&str] = &[
    "You win when no robot is left; you die when one reaches you.",
    "A turn is one action of yours; then every robot comes one",
    "cell nearer. Robots that meet destroy each other and leave",
    "debris. Robots that walk into debris are destroyed. You can",
    "push debris: onto a robot too, but not onto other debris.",
    "",
    "walk      arrows, Home End PageUp PageDown",
    "          7 8 9      y k u      ↖ ↑ ↗",
    "          4   6  or  h   l  to  ←   →",
    "          1 2 3      b j n      ↙ ↓ ↘",
    "stay      5, dot or space",
    "teleport  t and a number, r to any that is free",
    "s         safe mode: refuses a step into a robot",
    "z  x      undo, redo; as often as you like",
    "w         save the game as a replay (FILE.chase: binary)",
    "o         load another board (this game ends)",
    "d         list robots and teleports; [ and ] scroll",
    "a         play again, after the end",
    "q         quit",
    "",
    "Mouse: click a cell next to you, a teleport or a button;",
    "click yourself to stay. ○ is where you came from.",
    "",
    "Any key closes this.",
];

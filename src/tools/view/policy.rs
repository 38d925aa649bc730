//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/tools/view/page, held by tests/web.

/// SHA-256 of the script of a page of one history, in base64.
pub(super) const SCRIPT: &str = "sha256-Jayrw56MDjPzOQi99xZHT1UhLEmnyE6673y2dib9ph0=";
/// SHA-256 of the style sheet of a page of one history, in base64.
pub(super) const STYLE: &str = "sha256-b5wOCeup8T10jrbTyn0LA7CDFk5zbwFVmBRurvEHfM0=";
/// SHA-256 of the script of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-Q4D6HfEr/+GrT4JW3XOV4q0aZcAHO+ZBaQ8TYkmgjiI=";
/// SHA-256 of the style sheet of a page of two histories.
pub(super) const PAIR_STYLE: &str = "sha256-+HgBedix/GKpCEPEbMeuOGNv8LX2ipcB4i3g6Cank+M=";
/// SHA-256 of the script of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-P+l0nPcgUcN3UiyCJId4fll4Mu9hix4yvuW3M+ajHbg=";
/// SHA-256 of the style sheet of a page that lives.
pub(super) const LIVE_STYLE: &str = "sha256-evVCINX9qz14YZoOWI1mKCMUTKIOmNe/S6O2nBiN4WE=";
/// SHA-256 of the script of a page that shows what lies on a server.
pub(super) const SERVED_SCRIPT: &str = "sha256-cr0kd7ZLUMWq8ORxH2OCBPE1ooHxYaEhyhcC/CMMwRE=";
/// SHA-256 of the style sheet of a page that shows what lies on a server.
pub(super) const SERVED_STYLE: &str = "sha256-+IzFZkyj3qMK+gBOpu9xX27e0fFTDiq+JoMRh0DsV/I=";
/// SHA-256 of the script of a page of a match.
pub(super) const MATCH_SCRIPT: &str = "sha256-gyTKSbTwkumzMk2yA0lazBUY3cl9hiZMxaZIK2A7cIY=";
/// SHA-256 of the style sheet of a page of a match.
pub(super) const MATCH_STYLE: &str = "sha256-da3uFPogtQJyIZVwu2bg22CwR8XPcC3c9n6Y5/TEQvk=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";

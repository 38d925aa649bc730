//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/view/page, held by tests/web.

/// SHA-256 of the script, in base64.
pub(super) const SCRIPT: &str = "sha256-5UHyhbO2fD1EB3xCb9B6os05/FO69TKBiL/mM0Uly0M=";
/// SHA-256 of the style sheet, in base64.
pub(super) const STYLE: &str = "sha256-OdwchlHXp+QAudVmdlz5qMv0LaWFcq0t6jhV3f9cDdg=";
/// Those of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-JL6r+eO7O4x5W4feK6oO0gq0Z48ZMZaUidVW4czam0s=";
/// Likewise.
pub(super) const PAIR_STYLE: &str = "sha256-qKm80yxP8tEd+RZs4BsgknHEfLeAjE49MNnFSMxaZWQ=";
/// Those of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-U6EgWRcRuczxPaBgl7htwv0m/hBetOv8UesxZgd0kws=";
/// Likewise.
pub(super) const LIVE_STYLE: &str = "sha256-Y09AfGaLN9nIM44+GG/TWOcikz9gOm9LsKLOX4a8ogQ=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";

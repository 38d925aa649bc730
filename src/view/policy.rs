//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/view/page, held by tests/web.

/// SHA-256 of the script, in base64.
pub(super) const SCRIPT: &str = "sha256-4WKhVCPx3fPRm3KCeCzOiMdrD4MUkedbzD/AN4xSY9w=";
/// SHA-256 of the style sheet, in base64.
pub(super) const STYLE: &str = "sha256-PZvwEhX//qgHjW7d8GvaSn28zG/eTLJMs0q3HxyBoOI=";

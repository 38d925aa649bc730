//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/view/page, held by tests/web.

/// SHA-256 of the script, in base64.
pub(super) const SCRIPT: &str = "sha256-4Dfo35BFw0xIu58uyLt6ZmVreChAlZL5NOZGPY8Aujs=";
/// SHA-256 of the style sheet, in base64.
pub(super) const STYLE: &str = "sha256-ikXe2blxN+rZGwbDa3D/i/v2gDq/5duONoSQSCDypxA=";

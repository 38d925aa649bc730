//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/view/page, held by tests/web.

/// SHA-256 of the script, in base64.
pub(super) const SCRIPT: &str = "sha256-2y3DEX7on4Q4JYffnXlkM20/TONaodlazw8HwrLRac0=";
/// SHA-256 of the style sheet, in base64.
pub(super) const STYLE: &str = "sha256-OdwchlHXp+QAudVmdlz5qMv0LaWFcq0t6jhV3f9cDdg=";
/// Those of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-gtQfU7qto3dUfeIBBbIGcxb58o7Ov37zM5gLtBsyU9o=";
/// Likewise.
pub(super) const PAIR_STYLE: &str = "sha256-qKm80yxP8tEd+RZs4BsgknHEfLeAjE49MNnFSMxaZWQ=";
/// Those of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-2IiOTIKh+AXjIpKf7BvUJshV6mrEar29hzRZ1WudEkA=";
/// Likewise.
pub(super) const LIVE_STYLE: &str = "sha256-Y09AfGaLN9nIM44+GG/TWOcikz9gOm9LsKLOX4a8ogQ=";
/// Those of a page that shows what lies on a server.
pub(super) const SERVED_SCRIPT: &str = "sha256-gYK4xdleDK8q7UUDTB8OrVOsz6QVPIZYVwAajl0n2z4=";
/// Likewise.
pub(super) const SERVED_STYLE: &str = "sha256-tA80FCk8eWSvb2uTPGACLS1X1hk33nW05fMQxZGnt7A=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";

//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/view/page, held by tests/web.

/// SHA-256 of the script, in base64.
pub(super) const SCRIPT: &str = "sha256-KmnvUbCo3F0LCB4YD5lreIGkk0H77hhBaz/5wdKSWl8=";
/// SHA-256 of the style sheet, in base64.
pub(super) const STYLE: &str = "sha256-OdwchlHXp+QAudVmdlz5qMv0LaWFcq0t6jhV3f9cDdg=";
/// Those of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-Qg4IB86+SsjMBQhzgSC0RHE39uVxiYra5yO79/HBsoA=";
/// Likewise.
pub(super) const PAIR_STYLE: &str = "sha256-qKm80yxP8tEd+RZs4BsgknHEfLeAjE49MNnFSMxaZWQ=";
/// Those of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-8pvWorzpv5ThveSJ44qjIbreQzb3NakW+d40eC+fGCU=";
/// Likewise.
pub(super) const LIVE_STYLE: &str = "sha256-CSECl4WsHb4A8zNtbFXcuevIcV/gvhocnU9rbXILiT4=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";

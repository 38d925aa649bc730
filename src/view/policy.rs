//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/view/page, held by tests/web.

/// SHA-256 of the script, in base64.
pub(super) const SCRIPT: &str = "sha256-O0B29aEz+O5cPb/Jdj3IfeYsk9jDY+t03rf7xprlkho=";
/// SHA-256 of the style sheet, in base64.
pub(super) const STYLE: &str = "sha256-OdwchlHXp+QAudVmdlz5qMv0LaWFcq0t6jhV3f9cDdg=";
/// Those of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-znImAeHrdlR374AtbznTBJxaDTgsyegM2aH0emiAp7o=";
/// Likewise.
pub(super) const PAIR_STYLE: &str = "sha256-qKm80yxP8tEd+RZs4BsgknHEfLeAjE49MNnFSMxaZWQ=";
/// Those of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-B7KMBp//u/4Kl9xO3gy4sRiTS39ZRDyhLkReh6Anwvk=";
/// Likewise.
pub(super) const LIVE_STYLE: &str = "sha256-Y09AfGaLN9nIM44+GG/TWOcikz9gOm9LsKLOX4a8ogQ=";
/// Those of a page that shows what lies on a server.
pub(super) const SERVED_SCRIPT: &str = "sha256-NG5g59bJbkGSU5eHdxUvk+/NFlUGo1jls+FjXPRxtv4=";
/// Likewise.
pub(super) const SERVED_STYLE: &str = "sha256-tA80FCk8eWSvb2uTPGACLS1X1hk33nW05fMQxZGnt7A=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";

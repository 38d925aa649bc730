//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/tools/view/page, held by tests/web.

/// SHA-256 of the script of a page of one history, in base64.
pub(super) const SCRIPT: &str = "sha256-GLwKelms/amq9iGEzcD5MhXyQOyJ3m/MK9IGFa8BiYs=";
/// SHA-256 of the style sheet of a page of one history, in base64.
pub(super) const STYLE: &str = "sha256-OdwchlHXp+QAudVmdlz5qMv0LaWFcq0t6jhV3f9cDdg=";
/// SHA-256 of the script of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-7856xaVa5ddQdlkuLTqKqEAW6cAWg++R3YHNMgbn0G8=";
/// SHA-256 of the style sheet of a page of two histories.
pub(super) const PAIR_STYLE: &str = "sha256-qKm80yxP8tEd+RZs4BsgknHEfLeAjE49MNnFSMxaZWQ=";
/// SHA-256 of the script of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-6BvZmxSYBFoA6K55Dbu5QV4BxH+Ga+66D1ht5YZPO+A=";
/// SHA-256 of the style sheet of a page that lives.
pub(super) const LIVE_STYLE: &str = "sha256-tXr3ydwGZykPhFnJo2ah6fVlm9aGf/rFdehz1OVaRGY=";
/// SHA-256 of the script of a page that shows what lies on a server.
pub(super) const SERVED_SCRIPT: &str = "sha256-XrNxTfj2ERvv2g8DNzCWq1LUj6bJwh18C/SBcrrsMDM=";
/// SHA-256 of the style sheet of a page that shows what lies on a server.
pub(super) const SERVED_STYLE: &str = "sha256-tA80FCk8eWSvb2uTPGACLS1X1hk33nW05fMQxZGnt7A=";
/// SHA-256 of the script of a page of a match.
pub(super) const MATCH_SCRIPT: &str = "sha256-EImr4q6IkqYIMblcnC2lkVGXUgvcrOAIckLRXPsPhxA=";
/// SHA-256 of the style sheet of a page of a match.
pub(super) const MATCH_STYLE: &str = "sha256-uY87SDzQMHNR77J1dqhgGAhF95JmSHyazRedx8bYHNQ=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";

//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/tools/view/page, held by tests/web.

/// SHA-256 of the script of a page of one history, in base64.
pub(super) const SCRIPT: &str = "sha256-smT0Wz16siI0RUKDq21mN83vTvJCGGWe294iKSYb1w0=";
/// SHA-256 of the style sheet of a page of one history, in base64.
pub(super) const STYLE: &str = "sha256-YWRjnUTYDsK833gaR/BlvzV8rxI42ZPOA78v7aZPsMM=";
/// SHA-256 of the script of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-OyUqNcJrxVenwGFPJHBXjtjYRh97fqXXZFWIM78cQvo=";
/// SHA-256 of the style sheet of a page of two histories.
pub(super) const PAIR_STYLE: &str = "sha256-IaxigkHvGRibYZjd4htqz26JiNxLrpXS+CQgzZRNNmQ=";
/// SHA-256 of the script of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-kaBGMJYKtp3FZYCSnmB8MJlhZBdtZgYbRKiEH7amgcQ=";
/// SHA-256 of the style sheet of a page that lives.
pub(super) const LIVE_STYLE: &str = "sha256-acdj+Z6tGEyKFlsb/r5dw3WTbyxl7HUrpCbUfM/AZsU=";
/// SHA-256 of the script of a page that shows what lies on a server.
pub(super) const SERVED_SCRIPT: &str = "sha256-L1MH7+52odk1JvNJLGmtYP9acFQdEQ5kUl2iAjWBL9I=";
/// SHA-256 of the style sheet of a page that shows what lies on a server.
pub(super) const SERVED_STYLE: &str = "sha256-2U8dfxPYYeU6/r0PLeC7p6gTEk9o3LQyPNugFIpICyI=";
/// SHA-256 of the script of a page of a match.
pub(super) const MATCH_SCRIPT: &str = "sha256-y1BoC9dOOy2jKSyHhqFylMlgy2gtD7XSSWJUpWxt9yg=";
/// SHA-256 of the style sheet of a page of a match.
pub(super) const MATCH_STYLE: &str = "sha256-7RZUM91tHWiC7DhMRIFtPK0onDaGTQQqmvPMeCDKD+k=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";

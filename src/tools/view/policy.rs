//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/tools/view/page, held by tests/web.

/// SHA-256 of the script of a page of one history, in base64.
pub(super) const SCRIPT: &str = "sha256-smwojeAlpU2/guEm3dJK06CfSdZbUVXPP0lXT2iMVdY=";
/// SHA-256 of the style sheet of a page of one history, in base64.
pub(super) const STYLE: &str = "sha256-2D5S2U3PlZPgpRRlnYt589Slf19wdpNpPCtWivT+tfw=";
/// SHA-256 of the script of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-t4QK9QE16pEGbiMZ2MEN6zoZHR06QBgvNkhjB0Wy36o=";
/// SHA-256 of the style sheet of a page of two histories.
pub(super) const PAIR_STYLE: &str = "sha256-KfOH1IeXOJzEJbx9j2kx2B1loaEffw9lE0d87jcUnf8=";
/// SHA-256 of the script of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-yjXum6cZZnmWawKgn9iTAGqCGFJsgYGAZY3291QQ3+c=";
/// SHA-256 of the style sheet of a page that lives.
pub(super) const LIVE_STYLE: &str = "sha256-4pypPOtosPvGOC7m1wLbkiq1acIoSsSJUv2KcR8LG5E=";
/// SHA-256 of the script of a page that shows what lies on a server.
pub(super) const SERVED_SCRIPT: &str = "sha256-JTwMkRdkIGzCk0GP+TZeQcByC/xYSaeS7wUspy3/mFo=";
/// SHA-256 of the style sheet of a page that shows what lies on a server.
pub(super) const SERVED_STYLE: &str = "sha256-X8kdouHm1pNhLhX+BFdxsziUmRBiUiCD9ZkE+RTKVhg=";
/// SHA-256 of the script of a page of a match.
pub(super) const MATCH_SCRIPT: &str = "sha256-ubcEcCDPP+YJxk5f6g4lm4x+KXyl3ZlR14MVDjVvbb8=";
/// SHA-256 of the style sheet of a page of a match.
pub(super) const MATCH_STYLE: &str = "sha256-qaWxYlB9nNeAGHU1xRf87lTMGmP3WZh5DMkeCQWPHKo=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";

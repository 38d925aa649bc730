//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/tools/view/page, held by tests/web.

/// SHA-256 of the script of a page of one history, in base64.
pub(super) const SCRIPT: &str = "sha256-I/+Umk2ROZP2mF3TtyCq1rqe8fWKeqTVykw3bIw9w2g=";
/// SHA-256 of the style sheet of a page of one history, in base64.
pub(super) const STYLE: &str = "sha256-2dbA+YDSrx2Tim8LhN8GT/q1nIa5VgrGvgoDw2DswQQ=";
/// SHA-256 of the script of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-EUf+tkpU4X0/kDwjYOd0QBk/SLKW3I/sZoYcJ+h/qXs=";
/// SHA-256 of the style sheet of a page of two histories.
pub(super) const PAIR_STYLE: &str = "sha256-61PQii0iAgqX/2R0qwiGLoPXDu4UxxWim3D99NSjrew=";
/// SHA-256 of the script of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-EN1IgKecjEQ/jUb8moJXSonrEX4803CM/3FwMvwaKy0=";
/// SHA-256 of the style sheet of a page that lives.
pub(super) const LIVE_STYLE: &str = "sha256-hafqY0okrb/PCbMh5Lt5Sw1QE08GawQ6PqsU3XqwF3s=";
/// SHA-256 of the script of a page that shows what lies on a server.
pub(super) const SERVED_SCRIPT: &str = "sha256-sfGD96jPckWiuf1paibf345bk8yxYrlRd0NejrsVLiE=";
/// SHA-256 of the style sheet of a page that shows what lies on a server.
pub(super) const SERVED_STYLE: &str = "sha256-c2aA/TRwGqoaqp28yYpMMArfFzL6J0W8InaklO4tIUk=";
/// SHA-256 of the script of a page of a match.
pub(super) const MATCH_SCRIPT: &str = "sha256-ZYf+fhDECnoRdVDGuS4NXiN97856Yrwax5Dt1el986w=";
/// SHA-256 of the style sheet of a page of a match.
pub(super) const MATCH_STYLE: &str = "sha256-ZyqgbeT2/sOvoe0jYw3jADAbe+2t6Ms5bjJqS9Khbn0=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";

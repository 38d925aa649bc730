//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/tools/view/page, held by tests/web.

/// SHA-256 of the script of a page of one history, in base64.
pub(super) const SCRIPT: &str = "sha256-dPCuW6SFJDCPXCCvIIpSRKhhB9U8RLv53e1vM6pcRcw=";
/// SHA-256 of the style sheet of a page of one history, in base64.
pub(super) const STYLE: &str = "sha256-upx0Ss9nSvrP+iLzU/Tzrzwpn9bxzHW941me01UP5SI=";
/// SHA-256 of the script of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-0ZNtOW5KWKef19im2AG2oq2+DIt5IMyQvdQsNiqALJs=";
/// SHA-256 of the style sheet of a page of two histories.
pub(super) const PAIR_STYLE: &str = "sha256-KrdHJhMWvnyGfWsy6Vz+50haSMEopJIRDNbl0CrGaTM=";
/// SHA-256 of the script of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-U4OeKo7SujY5+UtWvH3byRpbxB1wMIIS03tUobuFOdE=";
/// SHA-256 of the style sheet of a page that lives.
pub(super) const LIVE_STYLE: &str = "sha256-g9YhcvLFkS7fdIydpskvySYwXXkMkplePJePmKJYMX4=";
/// SHA-256 of the script of a page that shows what lies on a server.
pub(super) const SERVED_SCRIPT: &str = "sha256-3dSB+UypFGUhGsMJs26ukwrOC7lxcFJbpMvOVXEUauo=";
/// SHA-256 of the style sheet of a page that shows what lies on a server.
pub(super) const SERVED_STYLE: &str = "sha256-mZytFbbMX0xzxhn5vRrqL5PC+rg56PLlRlPhLycsHKk=";
/// SHA-256 of the script of a page of a match.
pub(super) const MATCH_SCRIPT: &str = "sha256-AcgxtXWN5xAjmc059t0J7SGUyjT/aUunAEc/zg5ooe8=";
/// SHA-256 of the style sheet of a page of a match.
pub(super) const MATCH_STYLE: &str = "sha256-ki9oYPQTTUFxigBuO5PZtitnVvWqroK8JhMMkTesXyw=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";

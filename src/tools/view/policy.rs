//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/tools/view/page, held by tests/web.

/// SHA-256 of the script of a page of one history, in base64.
pub(super) const SCRIPT: &str = "sha256-M0aKeK5IAF03L6I//Kadu3RxR5rMXfOWbwPDslEPcUI=";
/// SHA-256 of the style sheet of a page of one history, in base64.
pub(super) const STYLE: &str = "sha256-T4yNJG0bh+x96JGyktFjnGD+LlCYeL4dkFxaKmrY2RY=";
/// SHA-256 of the script of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-a1VGOyDx6KUzsjZqaIWctmXEFzfmJQl1bRq8HuHOmlk=";
/// SHA-256 of the style sheet of a page of two histories.
pub(super) const PAIR_STYLE: &str = "sha256-q6b6I7pMpNiH4WrvfPHpBH+E6g6Bmu2MDwyevTpQuZk=";
/// SHA-256 of the script of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-8wH1oP2UY9WNUbC+P1maxv6n/pUvgHLu2L/6gvQevGk=";
/// SHA-256 of the style sheet of a page that lives.
pub(super) const LIVE_STYLE: &str = "sha256-+O46cygyX1ti+kY9DWPYSKk6YT/neEVdNJE5rg1/mXU=";
/// SHA-256 of the script of a page that shows what lies on a server.
pub(super) const SERVED_SCRIPT: &str = "sha256-7fQYlbaLTlX8m3REtEfzd3bW/O8s/KDTiOM85zwulDM=";
/// SHA-256 of the style sheet of a page that shows what lies on a server.
pub(super) const SERVED_STYLE: &str = "sha256-Ss2sUYXxpOSaRiTurI+btOesaNZoDAwMNSXG3kz+maU=";
/// SHA-256 of the script of a page of a match.
pub(super) const MATCH_SCRIPT: &str = "sha256-mIY93chcbP1oJtzEENkELglm2G3geQi9GU+NCenEZO0=";
/// SHA-256 of the style sheet of a page of a match.
pub(super) const MATCH_STYLE: &str = "sha256-j4TKnjpdbwgyHevi1tqUK0SGzuWjv4rAiejFSr2ow74=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";

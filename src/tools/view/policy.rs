//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/tools/view/page, held by tests/web.

/// SHA-256 of the script of a page of one history, in base64.
pub(super) const SCRIPT: &str = "sha256-Ok1tSoEXts7V1LDhWdMz95+TTK5x+f9+DJ5ZS0NKmKM=";
/// SHA-256 of the style sheet of a page of one history, in base64.
pub(super) const STYLE: &str = "sha256-CQvCEB5sxIMQE7tAecgwS96w/eW+kCjG+WKz9WXIPkg=";
/// SHA-256 of both scripts of a page for a frame of another page: of the one that puts the other in,
/// and of the other.
pub(super) const EMBEDDED_SCRIPTS: &str = "sha256-Qlp+AY86QGk5csw5TzRW48Q1Ww/klBcKsfT7Y7xg2jQ=' 'sha256-SuzX3zdUDAPzI2mjjLx1ax8pVr16IYAQrRyMhnnUGRo=";
/// SHA-256 of the script of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-9zFNSMUoualiEU0otW3gpcZpzpiaOVFjn0yM9Us5QQ8=";
/// SHA-256 of the style sheet of a page of two histories.
pub(super) const PAIR_STYLE: &str = "sha256-Ta9i2iNbSWs9SVeGymb75qPUizzxH6QxonLaX7F5GaY=";
/// SHA-256 of the script of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-jCMV35PKZkmAjcQLB4iuu4nokqMB6n8e/paRoIC7adY=";
/// SHA-256 of the style sheet of a page that lives.
pub(super) const LIVE_STYLE: &str = "sha256-FNalZPBPWZz4yjpzWBRuuoeq/xkeJTM08zB4sLBXJt0=";
/// SHA-256 of the script of a page that shows what lies on a server.
pub(super) const SERVED_SCRIPT: &str = "sha256-/aOVVTYyfzBBxY7EpUsK7JT6y6Rdc/JjpuQVmBgmAm0=";
/// SHA-256 of the style sheet of a page that shows what lies on a server.
pub(super) const SERVED_STYLE: &str = "sha256-HukTuXvVucNnWQtuanI8oipUBppqW8dVaU4LWtBGEYo=";
/// SHA-256 of the script of a page of a match.
pub(super) const MATCH_SCRIPT: &str = "sha256-PVurHKgTBzd4V+vuzIF36dcSkrTQPJjjvAt2xsSX50o=";
/// SHA-256 of the style sheet of a page of a match.
pub(super) const MATCH_STYLE: &str = "sha256-NbM5mHD+jZqyeWrtoz0QO0TIWLnuiHg27257cqbRCH4=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";

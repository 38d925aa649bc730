//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/tools/view/page, held by tests/web.

/// SHA-256 of the script of a page of one history, in base64.
pub(super) const SCRIPT: &str = "sha256-MYQBKaytqUIATiS9sW759o/7I/8lyR/A89tTOh9+IM4=";
/// SHA-256 of the style sheet of a page of one history, in base64.
pub(super) const STYLE: &str = "sha256-CQvCEB5sxIMQE7tAecgwS96w/eW+kCjG+WKz9WXIPkg=";
/// SHA-256 of both scripts of a page for a frame of another page: of the one that puts the other in,
/// and of the other.
pub(super) const EMBEDDED_SCRIPTS: &str = "sha256-Qlp+AY86QGk5csw5TzRW48Q1Ww/klBcKsfT7Y7xg2jQ=' 'sha256-auwkfNKcGOXbDZ9hueKbTpo/+whO9Ppzx+VE1Sx5khw=";
/// SHA-256 of the script of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-3dqI7z8DUcwkYXTF4UPqOg6fp+RUW1zaiwvssU7SDQ4=";
/// SHA-256 of the style sheet of a page of two histories.
pub(super) const PAIR_STYLE: &str = "sha256-Ta9i2iNbSWs9SVeGymb75qPUizzxH6QxonLaX7F5GaY=";
/// SHA-256 of the script of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-3lBN1oenMgX4d/liJsP3N3eJ43SQ4ubgiKowxOvDvPw=";
/// SHA-256 of the style sheet of a page that lives.
pub(super) const LIVE_STYLE: &str = "sha256-FNalZPBPWZz4yjpzWBRuuoeq/xkeJTM08zB4sLBXJt0=";
/// SHA-256 of the script of a page that shows what lies on a server.
pub(super) const SERVED_SCRIPT: &str = "sha256-GwuhSJg/zd1PTt+JQWpGBk3qbIowsURRZ2T3bEjs+K0=";
/// SHA-256 of the style sheet of a page that shows what lies on a server.
pub(super) const SERVED_STYLE: &str = "sha256-HukTuXvVucNnWQtuanI8oipUBppqW8dVaU4LWtBGEYo=";
/// SHA-256 of the script of a page of a match.
pub(super) const MATCH_SCRIPT: &str = "sha256-hPMTyF+pCaEoLT4M6M2lHwQ4i+h/7M/5QLN95PVTXIg=";
/// SHA-256 of the style sheet of a page of a match.
pub(super) const MATCH_STYLE: &str = "sha256-NbM5mHD+jZqyeWrtoz0QO0TIWLnuiHg27257cqbRCH4=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";
/// SHA-256 of the script of a page of signals.
pub(super) const SIGNALS_SCRIPT: &str = "sha256-WrgV654NfC527bU8VaW/2+1ai1FMyvHcc/xyMEFuQnY=";
/// SHA-256 of the style sheet of a page of signals.
pub(super) const SIGNALS_STYLE: &str = "sha256-DgVIUKS6x831t8ZprU2Do3RESox57RUx8Uur1wha7uE=";

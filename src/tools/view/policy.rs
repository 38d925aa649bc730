//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/tools/view/page, held by tests/web.

/// SHA-256 of the script of a page of one history, in base64.
pub(super) const SCRIPT: &str = "sha256-6RnpilptjxpQhi0XD3Xmsu6a7qics4kLLHS64Mw7Qik=";
/// SHA-256 of the style sheet of a page of one history, in base64.
pub(super) const STYLE: &str = "sha256-smwJd79EogMJEN5vjlbL5UsXL6Cfc4oAudPLmvZPUV8=";
/// SHA-256 of both scripts of a page for a frame of another page: of the one that puts the other in,
/// and of the other.
pub(super) const EMBEDDED_SCRIPTS: &str = "sha256-Qlp+AY86QGk5csw5TzRW48Q1Ww/klBcKsfT7Y7xg2jQ=' 'sha256-9n4u1K28Qwwd1oghRLhqj4/+ZT2oE5pVJF9344LvGDo=";
/// SHA-256 of the script of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-Sr5Ui4uDGFhtgIazM2Fbfc5aN9Z/2oCBk8juW+9ypFA=";
/// SHA-256 of the style sheet of a page of two histories.
pub(super) const PAIR_STYLE: &str = "sha256-Tdy/ELx5RyuaOcMOZTFAYHBQ6OmwY/y8eXJ1wG+On0s=";
/// SHA-256 of the script of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-toB8ZyxAR5LwKHwT4O05/s1OIrPcA+vMdwWN2lKbQt4=";
/// SHA-256 of the style sheet of a page that lives.
pub(super) const LIVE_STYLE: &str = "sha256-n/O6lnDS3DoywjRZWcvVLPLw25YlhVJ5yl222Qq9uu4=";
/// SHA-256 of the script of a page that shows what lies on a server.
pub(super) const SERVED_SCRIPT: &str = "sha256-xP/XE8dZRcc0ti1raXsutMLGdPzEtxKiOZwmQCqkvxU=";
/// SHA-256 of the style sheet of a page that shows what lies on a server.
pub(super) const SERVED_STYLE: &str = "sha256-ATONaulLxPyHrJ3VCLPiuDCANeRXSIhrVBTVEumGZc0=";
/// SHA-256 of the script of a page of a match.
pub(super) const MATCH_SCRIPT: &str = "sha256-BzZUa9PPQ/a5UJMAOwbzVo4f9HAB5yU2z8LU51NJsrU=";
/// SHA-256 of the style sheet of a page of a match.
pub(super) const MATCH_STYLE: &str = "sha256-GjiRUBv1vxbQnMM+mSyaDVMzF5bDDlLX/1l0yZyrLA4=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";
/// SHA-256 of the script of a page of signals.
pub(super) const SIGNALS_SCRIPT: &str = "sha256-tc0zpfSeZ1tGKH4yxtM2LhprrTaj1kIRQNSaqXaECYw=";
/// SHA-256 of the style sheet of a page of signals.
pub(super) const SIGNALS_STYLE: &str = "sha256-dsXIKNcDxHjLWTmcRra4mY084/+IgMbOsrDbgWkWAXY=";

//! Hashes of the scripts and style sheets of pages: a page may run and use these, and nothing else. tests/web holds them
//! against src/view/page.

/// SHA-256 of the script of a page of one history, in base64.
pub(super) const SCRIPT: &str = "sha256-XLLNLYSfXdlyLpJKdO30AZBDKPxvSztsvDtWY4+nSVc=";
/// SHA-256 of the style sheet of a page of one history, in base64.
pub(super) const STYLE: &str = "sha256-smwJd79EogMJEN5vjlbL5UsXL6Cfc4oAudPLmvZPUV8=";
/// SHA-256 of both scripts of a page for a frame of another page: of the one that puts the other in,
/// and of the other.
pub(super) const EMBEDDED_SCRIPTS: &str = "sha256-Qlp+AY86QGk5csw5TzRW48Q1Ww/klBcKsfT7Y7xg2jQ=' 'sha256-+23OdGbuxsdojT2ERkV9bvh3XoZNK3t0qR7pU4BR//M=";
/// SHA-256 of the script of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-9bPvd17mIZEQvWSzs6J72nzTJjtILupY3d5OSSC9fjQ=";
/// SHA-256 of the style sheet of a page of two histories.
pub(super) const PAIR_STYLE: &str = "sha256-Tdy/ELx5RyuaOcMOZTFAYHBQ6OmwY/y8eXJ1wG+On0s=";
/// SHA-256 of the script of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-OKBj3ZU/UqaPKwVLBceVZbBk0pC3HdzC08RYcuYDVr4=";
/// SHA-256 of the style sheet of a page that lives.
pub(super) const LIVE_STYLE: &str = "sha256-n/O6lnDS3DoywjRZWcvVLPLw25YlhVJ5yl222Qq9uu4=";
/// SHA-256 of the script of a page that shows what lies on a server.
pub(super) const SERVED_SCRIPT: &str = "sha256-2Tcsk4utIJ5swZgi86vZHw1rFnuvhEA2VuagS/X3m5A=";
/// SHA-256 of the style sheet of a page that shows what lies on a server.
pub(super) const SERVED_STYLE: &str = "sha256-ATONaulLxPyHrJ3VCLPiuDCANeRXSIhrVBTVEumGZc0=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";
/// SHA-256 of the script of a page of signals.
pub(super) const SIGNALS_SCRIPT: &str = "sha256-tc0zpfSeZ1tGKH4yxtM2LhprrTaj1kIRQNSaqXaECYw=";
/// SHA-256 of the style sheet of a page of signals.
pub(super) const SIGNALS_STYLE: &str = "sha256-dsXIKNcDxHjLWTmcRra4mY084/+IgMbOsrDbgWkWAXY=";

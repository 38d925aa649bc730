//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/tools/view/page, held by tests/web.

/// SHA-256 of the script of a page of one history, in base64.
pub(super) const SCRIPT: &str = "sha256-qKIjZHSXMN0hs1hITiy/rl5WeSSZV+iPVzQmeAXRsYE=";
/// SHA-256 of the style sheet of a page of one history, in base64.
pub(super) const STYLE: &str = "sha256-SbK/Lf42BHtWbu54w1vMiTkfHI9jq5lTz5AC4jcNB/g=";
/// SHA-256 of both scripts of a page for a frame of another page: of the one that puts the other in,
/// and of the other.
pub(super) const EMBEDDED_SCRIPTS: &str = "sha256-Qlp+AY86QGk5csw5TzRW48Q1Ww/klBcKsfT7Y7xg2jQ=' 'sha256-wJre9ov8XHZJE3crsi+izRDn3XUV5gMz9gLTJwFKaYk=";
/// SHA-256 of the script of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-DREbpMvY306LLM7eoQhyF68zhskRO1zC6DfMDqgBPzs=";
/// SHA-256 of the style sheet of a page of two histories.
pub(super) const PAIR_STYLE: &str = "sha256-L/4VdoBaxEa0YCdtfh+eV82XdeTDPjhD1LeltSP/lIs=";
/// SHA-256 of the script of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-OOuHNtfahR+FOuz0KZaQEptDoJoaROlIlrked1xh7NA=";
/// SHA-256 of the style sheet of a page that lives.
pub(super) const LIVE_STYLE: &str = "sha256-q5MfrnXrWsJE2AIa9T1jrGPW9nlCk3Yuk4IS5jsphYk=";
/// SHA-256 of the script of a page that shows what lies on a server.
pub(super) const SERVED_SCRIPT: &str = "sha256-i9EW4ABH48thgUNZ3wITCq88ZRH1O6tw77PJtySxMU0=";
/// SHA-256 of the style sheet of a page that shows what lies on a server.
pub(super) const SERVED_STYLE: &str = "sha256-qGIZoukyLZ5ImVZrxYBdhTtd01NWk/kn1jyADgswjbw=";
/// SHA-256 of the script of a page of a match.
pub(super) const MATCH_SCRIPT: &str = "sha256-OB8WhIKJqqiT7HIdD3qkNCBHF6/peOYoC2Q9DSaCSjU=";
/// SHA-256 of the style sheet of a page of a match.
pub(super) const MATCH_STYLE: &str = "sha256-sYDwBphLcVovQdF/UuOBWSA2v4eo5/8rhv1fAuHNw8o=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";
/// SHA-256 of the script of a page of signals.
pub(super) const SIGNALS_SCRIPT: &str = "sha256-beno0AcgNDweo3TAHfO/1qpbL6if36ynnL59yI8j7oc=";
/// SHA-256 of the style sheet of a page of signals.
pub(super) const SIGNALS_STYLE: &str = "sha256-+eWZ5MNMz8gdYqEP7NL2iYfHzSOYcd0R6qowtmd4vBI=";

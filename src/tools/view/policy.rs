//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/tools/view/page, held by tests/web.

/// SHA-256 of the script of a page of one history, in base64.
pub(super) const SCRIPT: &str = "sha256-Y3zae2N20rqVYry0BYXXyiwme5E604M1tN89N26DvYA=";
/// SHA-256 of the style sheet of a page of one history, in base64.
pub(super) const STYLE: &str = "sha256-H8hY4oJFLS2nFMCtSyKsVh5vWjddqxnqGNFuC/SSaiA=";
/// SHA-256 of the script of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-HjQTY5q1Cy0Ish8AmFHP08rZ9l4ZiPcCgYOwflfLZVA=";
/// SHA-256 of the style sheet of a page of two histories.
pub(super) const PAIR_STYLE: &str = "sha256-cohjHIAU4fzz0QQ2xFQqxxkzj7uWZ3dXeSwmGh8r05U=";
/// SHA-256 of the script of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-ZgGVxaln7u+t/I6aWNqanf94vCRpMngK6HoKsoMZj5Y=";
/// SHA-256 of the style sheet of a page that lives.
pub(super) const LIVE_STYLE: &str = "sha256-KiXT2zbtExLO/2c9rRR83gh33EXLyKzMFUxUMOZdpgw=";
/// SHA-256 of the script of a page that shows what lies on a server.
pub(super) const SERVED_SCRIPT: &str = "sha256-guIR9/pc/Z/QmdNWRIr2mBbtS3HxHdp8Xe69Qw7ppK0=";
/// SHA-256 of the style sheet of a page that shows what lies on a server.
pub(super) const SERVED_STYLE: &str = "sha256-yJ0bx/vRSeT/pGMJmXwZ2CPVwEwHkS19+jzn5yzDud0=";
/// SHA-256 of the script of a page of a match.
pub(super) const MATCH_SCRIPT: &str = "sha256-NTtLooqQTGJefAP6neNa1hP2ovU0x46/vLrYAHQIyxw=";
/// SHA-256 of the style sheet of a page of a match.
pub(super) const MATCH_STYLE: &str = "sha256-SoZseypo0GiD6IATbwIH8W+HDoJa1/9M0luh6RLxAMc=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";

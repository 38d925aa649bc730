//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/tools/view/page, held by tests/web.

/// SHA-256 of the script of a page of one history, in base64.
pub(super) const SCRIPT: &str = "sha256-cp18RUlq7845aduVjtOchr/8PBE8P3+9+T6Bxi7iaXs=";
/// SHA-256 of the style sheet of a page of one history, in base64.
pub(super) const STYLE: &str = "sha256-H8hY4oJFLS2nFMCtSyKsVh5vWjddqxnqGNFuC/SSaiA=";
/// SHA-256 of the script of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-jfHAxWmQP4MQN7dQeIpvF1xzbeiLrrtauERH4Xn0cAQ=";
/// SHA-256 of the style sheet of a page of two histories.
pub(super) const PAIR_STYLE: &str = "sha256-cohjHIAU4fzz0QQ2xFQqxxkzj7uWZ3dXeSwmGh8r05U=";
/// SHA-256 of the script of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-5IVoqVosHuwH54IZBNBhJg7qjfpmts1FoyBO61pbryQ=";
/// SHA-256 of the style sheet of a page that lives.
pub(super) const LIVE_STYLE: &str = "sha256-KiXT2zbtExLO/2c9rRR83gh33EXLyKzMFUxUMOZdpgw=";
/// SHA-256 of the script of a page that shows what lies on a server.
pub(super) const SERVED_SCRIPT: &str = "sha256-Ch/acLxrYquzBmnYO+4g/pM3tv8I6bPlusrdoYmX0LU=";
/// SHA-256 of the style sheet of a page that shows what lies on a server.
pub(super) const SERVED_STYLE: &str = "sha256-yJ0bx/vRSeT/pGMJmXwZ2CPVwEwHkS19+jzn5yzDud0=";
/// SHA-256 of the script of a page of a match.
pub(super) const MATCH_SCRIPT: &str = "sha256-xuQliwuyu4B8Zlu1FSDLFq3X9GOgTnMqj/LamXDJhbQ=";
/// SHA-256 of the style sheet of a page of a match.
pub(super) const MATCH_STYLE: &str = "sha256-SoZseypo0GiD6IATbwIH8W+HDoJa1/9M0luh6RLxAMc=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";

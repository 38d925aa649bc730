//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/view/page, held by tests/web.

/// SHA-256 of the script, in base64.
pub(super) const SCRIPT: &str = "sha256-pN4U4FzVp2DAAsM3OEicqxe0DpgdH3oC4QLdZ3hYHpw=";
/// SHA-256 of the style sheet, in base64.
pub(super) const STYLE: &str = "sha256-vTPqwEo4Yl0Brmoe9os/meQcw/Er14d3KmXRM+4X5mc=";
/// Those of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-/LOdhXRA8XUOm1G92A1eIy8BA/8gvpxUOhARjzta+ds=";
/// Likewise.
pub(super) const PAIR_STYLE: &str = "sha256-ucv/9hNZwGIpJnxHqCX4Q9q3WQHq0mddAldDs9/CDlY=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";

//! What a page may do: run its own script, use its own style sheet, and nothing else. The hashes are
//! those of src/tools/view/page, held by tests/web.

/// SHA-256 of the script of a page of one history, in base64.
pub(super) const SCRIPT: &str = "sha256-wJGzPPDzEVG+N1E4P7F7OAlt084NXamjOFBBAQhgLQw=";
/// SHA-256 of the style sheet of a page of one history, in base64.
pub(super) const STYLE: &str = "sha256-hM4gxm5qzFOTxWty3P7ViecP1qytQVTJSXr8vFBklKg=";
/// SHA-256 of the script of a page of two histories.
pub(super) const PAIR_SCRIPT: &str = "sha256-gEDmFtPjVVwJMFsU1t5klObX/1c5psCYGBkPVLUGtvk=";
/// SHA-256 of the style sheet of a page of two histories.
pub(super) const PAIR_STYLE: &str = "sha256-8+AmXHTZtMl+SVsJVy+eFgf51QKFwrlmOnZ2WSl69vE=";
/// SHA-256 of the script of a page that lives.
pub(super) const LIVE_SCRIPT: &str = "sha256-oBBNZrX54RTbao6OZPcNleksRvzZpxxd26kLLYl5iew=";
/// SHA-256 of the style sheet of a page that lives.
pub(super) const LIVE_STYLE: &str = "sha256-AKmhpTIf1DEeVCuQnua4zNnvUYYJhTkwbWM1VW+z8uA=";
/// SHA-256 of the script of a page that shows what lies on a server.
pub(super) const SERVED_SCRIPT: &str = "sha256-QiueSDhH8IxnZ1iSGfpO3ClyfRkiYmtgvVG/M4nqH4I=";
/// SHA-256 of the style sheet of a page that shows what lies on a server.
pub(super) const SERVED_STYLE: &str = "sha256-XdBLLxlMFBbrk4zM/9B60LlfnQPyDvXndDagsQ7gZHY=";
/// SHA-256 of the script of a page of a match.
pub(super) const MATCH_SCRIPT: &str = "sha256-WZ3Ydxq5+A48yFN1yjRcroOzucNTs8n6qiHM+rrPeLk=";
/// SHA-256 of the style sheet of a page of a match.
pub(super) const MATCH_STYLE: &str = "sha256-MAsy2T5It7MyzqvPNWm2Je8X6ORhmA6IbJULq2Xze0g=";
/// SHA-256 of the style sheet of a page without a script.
pub(super) const DOCUMENT_STYLE: &str = "sha256-wxAvklORVP6v+MAW4Wm7YrU+i9CJ7spvxDp+9aZ0QEg=";

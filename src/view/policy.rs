//! The Content-Security-Policy of a page: it may run and use its own scripts and style sheet, known by their hashes, and
//! nothing else.

use base64::engine::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac_sha256::Hash;

/// The policy of a page with scripts.
pub(super) fn policy(scripts: &[&str], style: &str) -> String {
    let scripts: Vec<_> = scripts.iter().map(|script| hash(script)).collect();
    let (scripts, style) = (scripts.join(" "), hash(style));
    format!("default-src 'none'; script-src {scripts}; style-src {style}; img-src data:")
}

/// The name of a script or a style sheet in a policy.
pub(super) fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Hash::hash(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash of a text that is published for it.
    #[test]
    fn a_script_is_known_by_its_sha_256_in_base64() {
        let due = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
        assert_eq!(hash(""), due);
        assert!(
            policy(&["", ""], "").contains(&format!("script-src {due} {due}; style-src {due};"))
        );
    }
}

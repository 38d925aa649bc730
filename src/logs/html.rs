//! The report of a comparison as a page: one file that needs no other.

use std::fmt::Write as _;

use super::report::LogReport;
use super::report_text::{Paint, brief, tell};

/// Text within a page.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(letter),
            letter if letter.is_control() => out.push('\u{fffd}'),
            letter => out.push(letter),
        }
    }
    out
}

/// The beginning of a page that needs nothing else, with its title as its heading.
pub fn begin(title: &str, style: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n\
         :root {{ color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }}\n\
         body {{ margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }}\n\
         {style}</style></head><body>\n<h1>{title}</h1>\n"
    )
}

/// The page of a comparison.
pub fn page(report: &LogReport) -> String {
    let title = format!("{} against {}", report.ours.name, report.theirs.name);
    let style =
        "pre { overflow-x: auto; padding: 1rem; border: 1px solid #8884; border-radius: .5rem; }\n";
    let mut out = begin(&title, style);
    // Writing to a text cannot fail.
    let _ = write!(out, "<p>{}</p>\n<pre>", escaped(&brief(report)));
    out.push_str(&escaped(&tell(report, Paint::default())));
    out.push_str("</pre>\n</body></html>\n");
    out
}

//! A page of text, tables and links without a script: what a marker, a student or a player opens.

use std::fmt::Write as _;
use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};

use super::figure::escaped;
use super::policy::hash;
use chase_world::escape::{in_line, lines};

const STYLE: &str = include_str!("page/document.css");

/// A cell of a table.
#[derive(Clone, Debug)]
pub enum DocumentCell {
    /// Words of anybody.
    Text(String),
    /// A number; it stands to the right.
    Number(String),
    /// Words that lead to a file, by its path from where the page lies, or to a heading of the page,
    /// by `#` and its id.
    Link(String, String),
}

/// A page that is being put together. Every text is shown as it is, whoever it is from.
#[derive(Clone, Debug)]
pub struct Document {
    title: String,
    body: String,
}

impl Document {
    /// A page with a title, and nothing on it.
    #[must_use]
    pub fn new(title: &str) -> Self {
        let title = shown(title);
        let body = format!("<h1>{title}</h1>\n");
        Document { title, body }
    }

    /// Adds a heading.
    pub fn heading(&mut self, text: &str) {
        self.element("h2", &shown(text));
    }

    /// Adds a heading that links reach by its id, which is made of letters, digits and hyphens.
    pub fn heading_with_id(&mut self, text: &str, id: &str) {
        let _ = writeln!(self.body, "<h2 id=\"{}\">{}</h2>", quoted(id), shown(text));
    }

    /// Adds a paragraph.
    pub fn paragraph(&mut self, text: &str) {
        self.element("p", &shown(text));
    }

    /// Adds a link on a line of its own.
    pub fn link(&mut self, text: &str, path: &str) {
        self.element("p", &anchor(text, path));
    }

    /// Adds lines as they are, in letters of one width.
    pub fn lines(&mut self, text: &str, label: &str) {
        let _ = writeln!(
            self.body,
            "<pre tabindex=\"0\" role=\"region\" aria-label=\"{}\">{}</pre>",
            quoted(label),
            lines(text).split('\n').map(escaped).collect::<Vec<_>>().join("\n")
        );
    }

    /// Adds a table with the heads of its columns; `label` says what it is of.
    pub fn table(&mut self, label: &str, heads: &[&str], rows: &[Vec<DocumentCell>]) {
        let _ = write!(
            self.body,
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table>\n<thead><tr>",
            quoted(label)
        );
        for head in heads {
            let _ = write!(self.body, "<th scope=\"col\">{}</th>", shown(head));
        }
        self.body.push_str("</tr></thead>\n<tbody>\n");
        for row in rows {
            self.body.push_str("<tr>");
            for cell in row {
                let _ = match cell {
                    DocumentCell::Text(text) => write!(self.body, "<td>{}</td>", shown(text)),
                    DocumentCell::Number(text) => {
                        write!(self.body, "<td class=\"number\">{}</td>", shown(text))
                    }
                    DocumentCell::Link(text, path) => {
                        write!(self.body, "<td>{}</td>", anchor(text, path))
                    }
                };
            }
            self.body.push_str("</tr>\n");
        }
        self.body.push_str("</tbody>\n</table></div>\n");
    }

    /// Adds a drawing that this program made.
    pub fn drawing(&mut self, svg: &str) {
        self.body.push_str("<figure>\n");
        self.body.push_str(svg);
        self.body.push_str("</figure>\n");
    }

    fn element(&mut self, name: &str, inner: &str) {
        let _ = writeln!(self.body, "<{name}>{inner}</{name}>");
    }

    /// The whole page.
    #[must_use]
    pub fn finish(self) -> String {
        let Document { title, body } = self;
        let style = hash(STYLE);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src {style}; img-src data:\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
        )
    }
}

/// A text within a line: characters that do more than being seen are written out.
fn shown(text: &str) -> String {
    escaped(&in_line(text))
}

/// A text as the value of an attribute.
pub(super) fn quoted(text: &str) -> String {
    shown(text).replace('"', "&quot;")
}

fn anchor(text: &str, path: &str) -> String {
    format!("<a href=\"{path}\">{}</a>", shown(text))
}

/// The bytes that mean something in a link.
const MEANT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The path from a page to a file, as a link has it: bytes that mean something there are written as
/// `%` and two digits, and it begins with `./`, so that no name is taken for a scheme.
pub fn link_path(path: &Path) -> String {
    let mut link = String::from(".");
    for part in path {
        link.push('/');
        link.extend(percent_encode(part.as_encoded_bytes(), MEANT));
    }
    link
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Document, DocumentCell, link_path};

    const HOSTILE: &str = "</script><img src=x onerror=\"alert(1)\">'\u{202e}\n";

    #[test]
    fn names_of_anybody_are_only_text() {
        let mut page = Document::new(HOSTILE);
        page.heading(HOSTILE);
        page.paragraph(HOSTILE);
        page.lines(HOSTILE, HOSTILE);
        let link = link_path(Path::new(HOSTILE));
        page.link(HOSTILE, &link);
        let cells =
            vec![DocumentCell::Text(HOSTILE.into()), DocumentCell::Link(HOSTILE.into(), link)];
        page.table(HOSTILE, &[HOSTILE], &[cells]);
        let page = page.finish();
        for what in ["<img", "</script", "\u{202e}", "label=\"</"] {
            assert!(!page.contains(what), "`{what}` in {page}");
        }
        // Within an attribute a quotation mark would end it.
        let labels = page.split("aria-label=\"").skip(1);
        let labels: Vec<_> = labels.filter_map(|rest| rest.split('"').next()).collect();
        assert!(labels.iter().all(|it| it.contains("&quot;alert(1)&quot;")), "{labels:?}");
        assert_eq!(page.matches("&lt;img").count(), 11, "{page}");
    }

    #[test]
    fn a_path_leads_to_its_file_and_nowhere_else() {
        let path = Path::new("javascript:alert(1)/a b#?%\"/game.html");
        assert_eq!(link_path(path), "./javascript%3Aalert%281%29/a%20b%23%3F%25%22/game.html");
    }
}

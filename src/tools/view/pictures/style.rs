//! The style of the page for a renderer that knows neither variables nor dark mode: each variable
//! becomes its value, and a value that depends on a class becomes a rule of its own for each class.

use std::collections::BTreeMap;

/// A rule of a style: its selectors and what it declares, as text.
type StyleRule<'a> = (&'a str, &'a str);

/// The values of variables by their names, with the two dashes.
type VariableValues<'a> = BTreeMap<&'a str, &'a str>;

/// The style without variables, for one of the two modes.
pub(super) fn resolved(css: &str, is_dark: bool) -> String {
    let mut rules = Vec::new();
    put_rules(css, is_dark, &mut rules);
    let (root, classes) = variables(&rules);
    let mut out = String::new();
    for (selectors, declared) in &rules {
        put_rule(selectors, declared, &root, &classes, &mut out);
    }
    out
}

/// The colour of a variable that all share, such as `--ground`, as a word of CSS; empty where there is
/// no such variable.
pub(super) fn colour_of(css: &str, is_dark: bool, name: &str) -> String {
    let mut rules = Vec::new();
    put_rules(css, is_dark, &mut rules);
    variables(&rules).0.get(name).map_or(String::new(), |it| (*it).to_owned())
}

/// Every colour that a resolved style names as `#rrggbb`, in its order.
pub(super) fn colours_of(style: &str) -> Vec<[u8; 3]> {
    let after = style.split('#').skip(1);
    let hex = |text: &str| u32::from_str_radix(text.get(..6)?, 16).ok();
    let colours = after.filter_map(hex).map(|it| {
        let [_, red, green, blue] = it.to_be_bytes();
        [red, green, blue]
    });
    colours.collect()
}

/// The rules that hold in a mode. Other conditions are about pages and paper.
fn put_rules<'a>(css: &'a str, is_dark: bool, rules: &mut Vec<StyleRule<'a>>) {
    let mut rest = css;
    while let Some((selectors, after)) = rest.split_once('{') {
        let selectors = selectors.trim();
        let body = &after[..block_end(after)];
        rest = after.get(body.len() + 1..).unwrap_or("");
        match selectors.strip_prefix("@media") {
            None => rules.push((selectors, body.trim())),
            Some(condition) if is_dark && condition.contains("prefers-color-scheme: dark") => {
                put_rules(body, is_dark, rules);
            }
            Some(_) => {}
        }
    }
}

/// The end of a block that has begun: its closing brace, or the end of the text.
fn block_end(text: &str) -> usize {
    let mut depth = 0;
    for (n, letter) in text.bytes().enumerate() {
        match letter {
            b'{' => depth += 1,
            b'}' if depth == 0 => return n,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

fn declarations(declared: &str) -> impl Iterator<Item = (&str, &str)> {
    let each = declared.split(';').filter_map(|it| it.split_once(':'));
    each.map(|(name, value)| (name.trim(), value.trim()))
}

/// The variables of all, and those of single classes in the order of the style: a later one counts.
fn variables<'a>(
    rules: &[StyleRule<'a>],
) -> (VariableValues<'a>, Vec<(&'a str, VariableValues<'a>)>) {
    let (mut root, mut classes) = (VariableValues::new(), Vec::new());
    for (selectors, declared) in rules {
        let named = declarations(declared).filter(|it| it.0.starts_with("--"));
        match *selectors {
            ":root" => root.extend(named),
            class => {
                let its: VariableValues<'a> = named.collect();
                if !its.is_empty() {
                    classes.push((class, its));
                }
            }
        }
    }
    (root, classes)
}

fn put_rule(
    selectors: &str,
    declared: &str,
    root: &VariableValues<'_>,
    classes: &[(&str, VariableValues<'_>)],
    out: &mut String,
) {
    let mut plain = String::new();
    for (name, value) in declarations(declared).filter(|it| !it.0.starts_with("--")) {
        let variable = value.strip_prefix("var(").and_then(|it| it.strip_suffix(')'));
        match variable {
            None => plain.push_str(&format!("{name}: {value}; ")),
            Some(variable) => match root.get(variable) {
                Some(value) => plain.push_str(&format!("{name}: {value}; ")),
                // Who has the class gives the value to what it holds.
                None => {
                    let by_class =
                        classes.iter().filter_map(|it| Some((it.0, it.1.get(variable)?)));
                    for (class, value) in by_class {
                        for selector in selectors.split(',') {
                            out.push_str(&format!(
                                "{class} {} {{ {name}: {value}; }}\n",
                                selector.trim()
                            ));
                        }
                    }
                }
            },
        }
    }
    if !plain.is_empty() {
        out.push_str(&format!("{selectors} {{ {plain}}}\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CSS: &str = ":root { --ground: #ffffff; }\n\
        @media (prefers-color-scheme: dark) { :root { --ground: #000000; } .x { fill: var(--ground); } }\n\
        @media print { .x { fill: none; } }\n\
        .body, .head { fill: var(--fill); stroke: var(--ground); }\n\
        .side-0 { --fill: #e2691c; } .paint-red { --fill: #d62828; }\n";

    #[test]
    fn variables_become_values_and_those_of_classes_rules_of_their_own() {
        assert_eq!(
            resolved(CSS, false),
            ".side-0 .body { fill: #e2691c; }\n.side-0 .head { fill: #e2691c; }\n\
             .paint-red .body { fill: #d62828; }\n.paint-red .head { fill: #d62828; }\n\
             .body, .head { stroke: #ffffff; }\n"
        );
        let dark = resolved(CSS, true);
        assert!(dark.starts_with(".x { fill: #000000; }\n"), "{dark}");
        assert_eq!(colour_of(CSS, true, "--ground"), "#000000");
        assert_eq!(colours_of("a #01ff03; b #zz"), [[1, 255, 3]]);
    }

    #[test]
    fn nothing_of_the_boards_style_stays_open() {
        let css = concat!(include_str!("../page/board.css"), include_str!("../page/overlay.css"));
        for is_dark in [false, true] {
            let style = resolved(css, is_dark);
            assert!(!style.contains("var(") && !style.contains("--"), "{style}");
            assert!(!style.contains("@media"), "{style}");
        }
    }

    #[test]
    fn a_style_that_breaks_off_is_no_trouble() {
        for broken in ["", "{", "a {", "a { b: c", "@media x { a { b: c }", "}"] {
            resolved(broken, true);
        }
    }
}

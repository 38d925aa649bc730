//! Results as JUnit's XML, the form that CI servers read.

use std::fmt::{self, Write as _};

use anstream::adapter::strip_str;

/// One thing that was tested.
pub struct JunitCase {
    /// The group that it belongs to.
    pub class: String,
    /// The name of the test within its group.
    pub name: String,
    /// The failure as a message of one line and as the whole text; nothing for a test that passed.
    pub failure: Option<(String, String)>,
    /// True if it could not even be tested.
    pub is_error: bool,
}

/// Things that were tested together, each with the time it took in seconds.
pub struct Suite {
    /// The name of the suite.
    pub name: String,
    /// The tests in the order of the report, each with the seconds that it took.
    pub tests: Vec<(JunitCase, f64)>,
}

/// A document with one suite, without times.
pub fn document(suite: &str, cases: &[JunitCase]) -> String {
    let mut xml = String::new();
    let counts = put_suite(suite, &mut cases.iter().map(|case| (case, None)), None, &mut xml);
    report("chase", counts, &xml)
}

/// A document with several suites, with times.
pub fn suites(name: &str, suites: &[Suite]) -> String {
    let (mut xml, mut sums) = (String::new(), [0; 3]);
    for Suite { name, tests } in suites {
        let seconds = tests.iter().map(|(_, seconds)| seconds).sum();
        let mut timed = tests.iter().map(|(case, seconds)| (case, Some(*seconds)));
        let counts = put_suite(name, &mut timed, Some(seconds), &mut xml);
        sums = [0, 1, 2].map(|n| sums[n] + counts[n]);
    }
    report(name, sums, &xml)
}

fn report(name: &str, [tests, failures, errors]: [usize; 3], suites: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"{}\" tests=\"{tests}\" skipped=\"0\" failures=\"{failures}\" errors=\"{errors}\">\n\
         {suites}</testsuites>\n",
        Escaped(name)
    )
}

/// Adds a suite; how many tests it has, how many failed and how many could not be made.
fn put_suite(
    name: &str,
    tests: &mut dyn Iterator<Item = (&JunitCase, Option<f64>)>,
    seconds: Option<f64>,
    xml: &mut String,
) -> [usize; 3] {
    let (mut cases, mut counts) = (String::new(), [0; 3]);
    for (case, time) in tests {
        put(case, time, &mut cases);
        counts[0] += 1;
        if case.failure.is_some() {
            counts[if case.is_error { 2 } else { 1 }] += 1;
        }
    }
    let [all, failures, errors] = counts;
    let (name, time) = (Escaped(name), Time(seconds));
    *xml += &format!(
        "    <testsuite name=\"{name}\" tests=\"{all}\" skipped=\"0\" errors=\"{errors}\" failures=\"{failures}\"{time}"
    );
    *xml += &match all {
        0 => "/>\n".to_owned(),
        _ => format!(">\n{cases}    </testsuite>\n"),
    };
    counts
}

fn put(case: &JunitCase, time: Option<f64>, xml: &mut String) {
    let (name, class, time) = (Escaped(&case.name), Escaped(&case.class), Time(time));
    *xml += &format!("        <testcase name=\"{name}\" classname=\"{class}\"{time}");
    let Some((message, body)) = &case.failure else {
        *xml += "/>\n";
        return;
    };
    let kind = if case.is_error { "error" } else { "failure" };
    let (message, body) = (Escaped(message), Escaped(body));
    *xml += &format!(
        ">\n            <{kind} message=\"{message}\">{body}</{kind}>\n        </testcase>\n"
    );
}

/// Seconds as an attribute, where they are known.
struct Time(Option<f64>);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |seconds| write!(f, " time=\"{seconds:.3}\""))
    }
}

/// A text as XML has it, without what colours it at a terminal and what XML has no way to write.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for sign in strip_str(self.0).to_string().chars() {
            match sign {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&apos;")?,
                '\n' | '\r' | '\t' => f.write_char(sign)?,
                '\u{fffe}' | '\u{ffff}' => {}
                _ if sign.is_control() => {}
                _ => f.write_char(sign)?,
            }
        }
        Ok(())
    }
}

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
    let tests = cases.iter().map(|case| (case, None)).collect();
    report("chase", &[(suite, tests)], false)
}

/// A document with several suites, with times.
pub fn suites(name: &str, suites: &[Suite]) -> String {
    let tests =
        |suite: &Suite| suite.tests.iter().map(|(case, time)| (case, Some(*time))).collect();
    let all: Vec<_> = suites.iter().map(|suite| (&*suite.name, tests(suite))).collect();
    report(name, &all, true)
}

/// Tests, each with the seconds that it took where they are known.
type TimedTests<'a> = Vec<(&'a JunitCase, Option<f64>)>;

fn report(name: &str, suites: &[(&str, TimedTests<'_>)], is_timed: bool) -> String {
    let count = |is_error: bool| {
        move |tests: &TimedTests<'_>| {
            let failed = tests.iter().filter(|(case, _)| case.failure.is_some());
            failed.filter(|(case, _)| case.is_error == is_error).count()
        }
    };
    let (errors, failures) = (count(true), count(false));
    let sum =
        |of: &dyn Fn(&TimedTests<'_>) -> usize| suites.iter().map(|it| of(&it.1)).sum::<usize>();
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"{}\" tests=\"{}\" skipped=\"0\" failures=\"{}\" errors=\"{}\">\n",
        Escaped(name),
        sum(&Vec::len),
        sum(&failures),
        sum(&errors),
    );
    for (name, tests) in suites {
        let seconds = is_timed.then(|| tests.iter().filter_map(|(_, time)| *time).sum::<f64>());
        let (all, name) = (tests.len(), Escaped(name));
        let (errors, failures) = (errors(tests), failures(tests));
        xml += &format!(
            "    <testsuite name=\"{name}\" tests=\"{all}\" skipped=\"0\" errors=\"{errors}\" failures=\"{failures}\"{}",
            Time(seconds)
        );
        if tests.is_empty() {
            xml += "/>\n";
            continue;
        }
        xml += ">\n";
        tests.iter().for_each(|(case, time)| put(case, *time, &mut xml));
        xml += "    </testsuite>\n";
    }
    xml + "</testsuites>\n"
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

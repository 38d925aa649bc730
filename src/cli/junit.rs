//! Results as JUnit's XML, the form that CI servers read.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::error::Error;

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
///
/// # Errors
/// Never for plain text.
pub fn document(suite: &str, cases: &[JunitCase]) -> Result<String, Error> {
    let mut tests = TestSuite::new(suite);
    for case in cases {
        tests.add_test_case(test(case));
    }
    let mut report = Report::new("chase");
    report.add_test_suite(tests);
    written(&report)
}

/// A document with several suites, with times.
///
/// # Errors
/// Never for plain text.
pub fn suites(name: &str, suites: &[Suite]) -> Result<String, Error> {
    let mut report = Report::new(name);
    for suite in suites {
        let mut tests = TestSuite::new(suite.name.as_str());
        for (case, seconds) in &suite.tests {
            let mut test = test(case);
            test.set_time(Duration::from_secs_f64(*seconds));
            tests.add_test_case(test);
        }
        tests.set_time(
            suite
                .tests
                .iter()
                .map(|(_, seconds)| *seconds)
                .map(Duration::from_secs_f64)
                .sum::<Duration>(),
        );
        report.add_test_suite(tests);
    }
    written(&report)
}

fn test(case: &JunitCase) -> TestCase {
    let status = match &case.failure {
        None => TestCaseStatus::success(),
        Some((message, body)) => {
            let kind = if case.is_error { NonSuccessKind::Error } else { NonSuccessKind::Failure };
            let mut status = TestCaseStatus::non_success(kind);
            status.set_message(message.as_str());
            status.set_description(body.as_str());
            status
        }
    };
    let mut test = TestCase::new(case.name.as_str(), status);
    test.set_classname(case.class.as_str());
    test
}

fn written(report: &Report) -> Result<String, Error> {
    let text = report.to_string();
    text.map_err(|error| Error::new(format!("cannot write JUnit: {error}")))
}

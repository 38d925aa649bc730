//! Results as JUnit's XML, the form that CI servers read.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::error::Error;

/// One thing that was tested.
pub struct Case {
    /// What it belongs to.
    pub class: String,
    /// Its name.
    pub name: String,
    /// What is wrong with it: a line, and everything.
    pub failure: Option<(String, String)>,
    /// Whether it could not even be tested.
    pub is_error: bool,
}

/// A document with one suite.
///
/// # Errors
/// Never for plain text.
pub fn document(suite: &str, cases: &[Case]) -> Result<String, Error> {
    let mut tests = TestSuite::new(suite);
    for case in cases {
        let status = match &case.failure {
            None => TestCaseStatus::success(),
            Some((message, body)) => {
                let kind = if case.is_error {
                    NonSuccessKind::Error
                } else {
                    NonSuccessKind::Failure
                };
                let mut status = TestCaseStatus::non_success(kind);
                status.set_message(message.as_str());
                status.set_description(body.as_str());
                status
            }
        };
        let mut test = TestCase::new(case.name.as_str(), status);
        test.set_classname(case.class.as_str());
        tests.add_test_case(test);
    }
    let mut report = Report::new("chase");
    report.add_test_suite(tests);
    report
        .to_string()
        .map_err(|error| Error::new(format!("cannot write JUnit: {error}")))
}

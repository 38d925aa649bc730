//! What a command found out, on its way to standard output in the form that `--format` asks for. A new form is a value of
//! `Format` and a method of `Printout`; each command that offers it names it in its list (`TEXT_JSON` and its like)
//! and calls that method.

use std::io::{self, Write};

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use super::junit::{self, JunitCase};
use crate::verb::Done;
use chase_record::replay::to_json;

/// The form of what a command prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// A table for spreadsheets
    Csv,
    /// XML for CI servers
    Junit,
}

/// The forms that most commands offer.
pub const TEXT_JSON: &[Format] = &[Format::Text, Format::Json];
/// The forms that commands offer whose results are a table.
pub const TEXT_JSON_CSV: &[Format] = &[Format::Text, Format::Json, Format::Csv];
/// The forms that commands offer that check something.
pub const TEXT_JSON_JUNIT: &[Format] = &[Format::Text, Format::Json, Format::Junit];

/// One of these forms, as the value of `--format`.
pub fn any_of(forms: &'static [Format]) -> impl TypedValueParser<Value = Format> {
    parser(values(forms).map(|it| it.help(None)))
}

/// One of these forms, as the value of `--format`, where the help says what each form is for.
pub fn any_of_explained(forms: &'static [Format]) -> impl TypedValueParser<Value = Format> {
    parser(values(forms))
}

fn values(forms: &[Format]) -> impl Iterator<Item = PossibleValue> {
    forms.iter().filter_map(ValueEnum::to_possible_value)
}

fn parser(values: impl Iterator<Item = PossibleValue>) -> impl TypedValueParser<Value = Format> {
    let names = PossibleValuesParser::new(values);
    names.map(|name| Format::from_str(&name, false).expect("it is the name of a form"))
}

/// Writes one form.
type Print<'a> = Box<dyn FnOnce(&mut dyn Write) -> Done + 'a>;

/// The result of a command, in every form that it offers. Only the form that is asked for is
/// written.
#[derive(Default)]
pub struct Printout<'a>(Vec<(Format, Print<'a>)>);

impl<'a> Printout<'a> {
    /// Adds a form by what writes it.
    pub fn form(
        self,
        format: Format,
        print: impl FnOnce(&mut dyn Write) -> io::Result<()> + 'a,
    ) -> Self {
        self.add(format, Box::new(|out| Ok(print(out)?)))
    }

    /// Adds the text for people.
    pub fn text(self, print: impl FnOnce(&mut dyn Write) -> io::Result<()> + 'a) -> Self {
        self.form(Format::Text, print)
    }

    /// Adds a JSON object, which stands on one line.
    pub fn json(self, found: &'a impl Serialize) -> Self {
        self.form(Format::Json, |out| writeln!(out, "{}", to_json(found)))
    }

    /// Adds the tests of a suite.
    pub fn junit(self, suite: &'a str, cases: impl FnOnce() -> Vec<JunitCase> + 'a) -> Self {
        let print =
            |out: &mut dyn Write| Ok(out.write_all(junit::document(suite, &cases()).as_bytes())?);
        self.add(Format::Junit, Box::new(print))
    }

    fn add(mut self, format: Format, print: Print<'a>) -> Self {
        self.0.push((format, print));
        self
    }

    /// Prints the form that is asked for, which is one of those that were added.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn print(self, format: Format, out: &mut dyn Write) -> Done {
        let form = self.0.into_iter().find(|(form, _)| *form == format);
        let (_, print) = form.expect("a command makes every form that it offers");
        print(out)
    }
}

//! A guess at the description of a log, from its beginning; each guess is also put into words.

mod entities;

use std::collections::BTreeMap;

use super::decimal::number;
use super::description::{Description, LogForm};
use super::description_options::DescriptionOptions;
use super::forms::{csv_fields, json_values, with_point};
use super::input::{BEGINNING, LogLines, bad_byte, has_enough_lines, has_line, without_mark};
use super::quoting::table_lines;
use super::stamps::is_stamp;
use super::ticks::tick_value;
use super::units::{ROWS_ASKED, proven_units};
use super::unread_form::looks_like_vcd;
use chase_world::error::Error;
use entities::EntityGuess;

/// A description that was guessed, and not given by a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The description that was guessed.
    pub description: Description,
    /// The guesses in words, one sentence each.
    pub said: Vec<String>,
}

/// Names by which logs call what numbers their cycles, the surest first.
const TICKS: &[&str] = &[
    "tick",
    "t",
    "time",
    "step",
    "cycle",
    "timestep",
    "time_step",
    "frame",
    "iteration",
    "iter",
    "epoch",
    "turn",
    "round",
    "hour",
];

/// The first rows of a log: names, and values by name.
struct LogSample {
    form: LogForm,
    /// What separates the fields, if it is another character than the form's.
    delimiter: Option<char>,
    has_decimal_comma: bool,
    has_header: bool,
    names: Vec<String>,
    rows: Vec<BTreeMap<String, String>>,
    /// The numbers of the lines of the rows.
    lines: Vec<u64>,
}

/// Guesses the parts of a description that `wishes` leaves open.
///
/// # Errors
/// It begins like no form that can be guessed.
pub fn guess(lines: &mut LogLines, wishes: &DescriptionOptions) -> Result<Guess, Error> {
    guess_of(lines, wishes, has_enough_lines)
}

/// Guesses the form alone, and reads no further than the first line with values: a user who describes the
/// log need not wait for more of its lines.
pub(crate) fn guess_form(lines: &mut LogLines) -> Result<Guess, Error> {
    guess_of(lines, &DescriptionOptions::default(), has_form)
}

/// Returns true if a line shows what separates the fields. Only several lines show that blanks do.
fn has_form(ahead: &[u8]) -> bool {
    const LINES: usize = 4;
    let separates = |byte: u8| matches!(byte, b',' | b';' | b'\t' | b'{' | b'$');
    let is_first = |line: &[u8]| !line.starts_with(b"#") && line.iter().any(|it| separates(*it));
    has_line(ahead, is_first) || memchr::memchr_iter(b'\n', ahead).count() >= LINES
}

fn guess_of(
    lines: &mut LogLines,
    wishes: &DescriptionOptions,
    enough: impl Fn(&[u8]) -> bool,
) -> Result<Guess, Error> {
    let name = lines.name().to_owned();
    lines.ahead(BEGINNING, enough)?;
    // A first line may be longer than all that is looked at else.
    let ahead = lines.ahead(LogLines::LINE_MAX, has_said)?;
    if ahead.is_empty() {
        return Err(Error::new("an empty file").at(name));
    }
    if let Some(at) = memchr::memchr(0, ahead) {
        let begins = memchr::memrchr(b'\n', &ahead[..at]).map_or(0, |end| end + 1);
        let line = memchr::memchr_iter(b'\n', &ahead[..at]).count() + 1;
        let column = bad_byte(&ahead[begins..=at]);
        let what = "not a log: a byte that is not text (UTF-8 without NUL)";
        return Err(Error::new(what).at(format_args!("{name}:{line}:{column}")));
    }
    let text = String::from_utf8_lossy(ahead).into_owned();
    let text = without_mark(&text);
    if looks_like_vcd(text) {
        let mut description = Description::of(LogForm::Vcd);
        description.tick = Some("time".into());
        let said = vec!["VCD: every time is a cycle, every signal a column".into()];
        return Ok(Guess { description, said });
    }
    let said = wishes.delimiter.and_then(|it| separated_sample(text, it));
    match said.or_else(|| sample(text)).or_else(|| blank_sample(text)) {
        Some(sample) => Ok(of_sample(&sample, wishes)),
        None if text.trim_start().starts_with('<') => {
            let error = Error::new("it is XML, which is not read").at(format_args!("{name}:1:1"));
            Err(error.help("convert it to CSV first, as SUMO's tools/xml/xml2csv.py does"))
        }
        None => Err(Error::new("it does not look like CSV, TSV, JSON lines or VCD")
            .at(format_args!("{name}:1:1"))
            .help("describe its format in a file for --like FILE.toml; text lines need patterns")),
    }
}

/// Returns true if the signals of a log in VCD are all declared.
pub(crate) fn has_definitions(ahead: &[u8]) -> bool {
    has_line(ahead, |line| line.starts_with(b"$enddefinitions"))
}

/// Returns true if a text that begins like this is certainly a log whose form can be guessed: two lines
/// with the same number of fields, the second with a number, or lines of JSON objects.
pub fn looks_like_a_log(beginning: &str) -> bool {
    let beginning = without_mark(beginning);
    if looks_like_vcd(beginning) {
        return true;
    }
    let Some(sample) = sample(beginning) else {
        return false;
    };
    let has_number = |row: &BTreeMap<String, String>| row.values().any(|it| number(it).is_some());
    let is_tick = |name: &String| {
        let mut known = TICKS.iter();
        known.any(|tick| name.trim().eq_ignore_ascii_case(tick))
    };
    // A header of a log that has no line yet, or none any more.
    let is_header = sample.rows.is_empty() && sample.names.iter().any(is_tick);
    match sample.form {
        LogForm::JsonLines => sample.rows.len() >= 2,
        _ if is_header => sample.has_header && sample.names.len() >= 2,
        _ => sample.has_header && sample.names.len() >= 2 && sample.rows.iter().any(has_number),
    }
}

/// Returns true if a whole line stands there that is neither blank nor a comment.
fn has_said(ahead: &[u8]) -> bool {
    has_line(ahead, |line| !line.trim_ascii().is_empty() && !line.starts_with(b"#"))
}

/// The value of a column in the first row, where two lines show it: no more are waited for.
///
/// # Errors
/// The log cannot be read.
pub(crate) fn first_value(lines: &mut LogLines, column: &str) -> Result<Option<String>, Error> {
    const LINES: usize = 64;
    let has_two = |ahead: &[u8]| memchr::memchr_iter(b'\n', ahead).count() >= 2;
    let ahead = lines.ahead(BEGINNING, has_two)?;
    // No more lines are parsed than show a row.
    let end = memchr::memchr_iter(b'\n', ahead).nth(LINES - 1);
    let text = String::from_utf8_lossy(&ahead[..end.map_or(ahead.len(), |end| end + 1)]);
    let text = without_mark(&text);
    let sample = sample(text).or_else(|| blank_sample(text));
    let row = sample.and_then(|it| it.rows.into_iter().next());
    Ok(row.and_then(|mut row| row.remove(column)))
}

fn sample(text: &str) -> Option<LogSample> {
    // Whatever separates the fields, it is not known yet.
    let mut lines = table_lines(text, b' ').peekable();
    let (_, first) = *lines.peek()?;
    if first.starts_with('{') {
        return json_sample(lines);
    }
    let tabs = first.matches('\t').count();
    let commas = first.matches(',').count();
    let has_semicolons = first.contains(';');
    match (tabs, commas) {
        (0, 0) if has_semicolons => separated_sample(text, ';'),
        (0, 0) => None,
        (tabs, commas) if tabs >= commas => field_sample(text, LogForm::Tsv, '\t'),
        // Between decimals with commas there are semicolons.
        (0, _) if has_semicolons && first.split(';').all(|it| with_point(it).is_some()) => {
            separated_sample(text, ';')
        }
        _ => field_sample(text, LogForm::Csv, ','),
    }
}

/// A table whose fields are separated by this character.
fn separated_sample(text: &str, delimiter: char) -> Option<LogSample> {
    let sample = field_sample(text, LogForm::Csv, delimiter)?;
    Some(LogSample { delimiter: Some(delimiter).filter(|it| *it != ','), ..sample })
}

/// A table in columns with blanks between them: at least three lines have as many fields, and those behind
/// the first begin with a number.
fn blank_sample(text: &str) -> Option<LogSample> {
    const LINES_MIN: usize = 3;
    let lines: Vec<_> = table_lines(text, b' ').collect();
    let count = |line: &str| line.split_ascii_whitespace().count();
    let fields = count(lines.first()?.1);
    let begins = |line: &str| line.split_ascii_whitespace().next().and_then(number).is_some();
    let rows = || lines.iter().map(|(_, line)| *line);
    let are_rows = rows().all(|line| count(line) == fields) && rows().skip(1).all(begins);
    let is_table = are_rows && fields >= 2 && lines.len() >= LINES_MIN;
    is_table.then(|| separated_sample(text, ' ')).flatten()
}

fn json_sample<'a>(lines: impl Iterator<Item = (u64, &'a str)>) -> Option<LogSample> {
    let (mut names, mut rows): (Vec<String>, _) = (Vec::new(), Vec::new());
    let mut numbers = Vec::new();
    for (n, (number, line)) in lines.enumerate() {
        // What is wrong with a line is told when it is read.
        let values = match json_values(line) {
            Ok(values) => values,
            Err(_) if n == 0 && line.trim() != "{" => continue,
            Err(_) => break,
        };
        let mut row = BTreeMap::new();
        for (name, span, other) in values {
            if !names.contains(&name) && names.len() < Description::COLUMNS_MAX {
                names.push(name.clone());
            }
            let plain = || line[span.from as usize..span.to as usize].to_owned();
            row.insert(name, other.unwrap_or_else(plain));
        }
        rows.push(row);
        numbers.push(number);
    }
    (!rows.is_empty()).then_some(LogSample {
        form: LogForm::JsonLines,
        delimiter: None,
        has_decimal_comma: false,
        has_header: false,
        names,
        rows,
        lines: numbers,
    })
}

fn field_sample(text: &str, form: LogForm, delimiter: char) -> Option<LogSample> {
    let is_comma = delimiter == ',';
    let delimiter = u8::try_from(delimiter).ok()?;
    let lines: Vec<_> = table_lines(text, delimiter).collect();
    let first = csv_fields(lines.first()?.1, delimiter).ok()?;
    let is_number =
        |field: &String| number(field).is_some() || !is_comma && with_point(field).is_some();
    // Numbers in quotes are names, unless the fields below stand in quotes too.
    let are_quoted = |line: &(u64, &str)| line.1.starts_with('"') && line.1.ends_with('"');
    let has_quotes = are_quoted(lines.first()?) && lines.get(1).is_some_and(|it| !are_quoted(it));
    let has_header = has_quotes || !first.iter().any(is_number);
    let names: Vec<_> = match has_header {
        true => first.iter().map(|name| name.trim().to_owned()).collect(),
        false => (1..=first.len()).map(|n| n.to_string()).collect(),
    };
    let mut lines = &lines[usize::from(has_header)..];
    let fields = |(_, line): &(u64, &str)| csv_fields(line, delimiter).ok();
    let mut below: Vec<_> = lines.iter().map_while(fields).collect();
    if has_header && proven_units(&below[..below.len().min(ROWS_ASKED)]).is_some() {
        below.remove(0);
        lines = &lines[1..];
    }
    let mut rows: Vec<BTreeMap<String, String>> = Vec::new();
    for fields in below {
        if fields.len() != names.len() {
            break;
        }
        let fields = fields.iter().map(|field| field.trim().to_owned());
        rows.push(names.iter().cloned().zip(fields).collect());
    }
    let mut values = rows.iter().flat_map(BTreeMap::values);
    // Between commas no number has one.
    let has_points = is_comma || values.any(|it| it.contains('.') && number(it).is_some());
    let mut has_decimal_comma = false;
    let values = rows.iter_mut().flat_map(BTreeMap::values_mut);
    for value in values.filter(|_| !has_points) {
        if let Some(number) = with_point(value) {
            *value = number;
            has_decimal_comma = true;
        }
    }
    Some(LogSample {
        form,
        delimiter: None,
        has_decimal_comma,
        has_header,
        names,
        lines: lines.iter().map(|(number, _)| *number).collect(),
        rows,
    })
}

fn of_sample(sample: &LogSample, wishes: &DescriptionOptions) -> Guess {
    let mut description = Description::of(sample.form);
    description.header = sample.has_header;
    description.delimiter = sample.delimiter;
    description.decimal_comma = sample.has_decimal_comma;
    let mut said = Vec::new();
    let form = sample.form.words();
    said.push(match (sample.form, sample.has_header) {
        (LogForm::Csv | LogForm::Tsv, true) => {
            format!("{form}, whose first line names the columns")
        }
        (LogForm::Csv | LogForm::Tsv, false) => {
            format!("{form} without a header: columns are 1, 2, 3")
        }
        _ => form.to_owned(),
    });
    if let Some(delimiter) = sample.delimiter.filter(|_| wishes.delimiter.is_none()) {
        said.push(match delimiter {
            ' ' => "blanks separate the fields".to_owned(),
            delimiter => format!("`{delimiter}` separates the fields"),
        });
    }
    if sample.has_decimal_comma {
        said.push("decimals have a comma".to_owned());
    }
    description.tick = wishes.tick.clone().or_else(|| tick(sample));
    if wishes.tick.is_none() {
        said.push(match &description.tick {
            Some(tick) if has_stamps(sample, tick) => {
                format!("tick is the column {tick}; its stamps are instants, in UTC if they name no zone")
            }
            Some(tick) => format!("tick is the column {tick}"),
            None => "no column has cycle numbers, so every line is a cycle, counted from 0".into(),
        });
        said.extend(unread_stamp(sample, description.tick.as_deref()));
    }
    if let (Some(tick), None) = (&description.tick, &wishes.entity) {
        let found = EntityGuess::of(sample, tick);
        said.push(found.words());
        description.entity = found.column();
    } else {
        description.entity = wishes.entity.clone().filter(|_| description.tick.is_some());
    }
    Guess { description, said }
}

/// Returns true if the values of a column can be ticks. A tick that goes back is reported when it is
/// read.
fn can_be_ticks(sample: &LogSample, name: &str) -> bool {
    let value = |row: &BTreeMap<String, String>| tick_value(row.get(name)?);
    sample.rows.iter().all(|row| value(row).is_some())
}

fn tick(sample: &LogSample) -> Option<String> {
    let of_name = |known: &&str| {
        let called = |name: &&String| name.trim().eq_ignore_ascii_case(known);
        let name = sample.names.iter().find(called);
        name.filter(|name| can_be_ticks(sample, name))
    };
    if let Some(name) = TICKS.iter().find_map(of_name) {
        return Some(name.clone());
    }
    // A first column of whole numbers that rise by one from line to line, whatever its name.
    if let Some(first) = sample.names.first().filter(|it| counts(sample, it)) {
        return Some(first.clone());
    }
    let is_tick = |name: &&String| has_word(name, TICKS) && rises(sample, name);
    let is_stamp = |name: &&String| has_stamps(sample, name) && rises(sample, name);
    let mut names = sample.names.iter();
    let found = names.clone().find(is_tick).or_else(|| names.find(is_stamp));
    found.cloned()
}

/// Returns true if the values of a column are dates, with or without a time of day.
fn has_stamps(sample: &LogSample, name: &str) -> bool {
    let is = |row: &BTreeMap<String, String>| row.get(name).is_some_and(|it| is_stamp(it));
    !sample.rows.is_empty() && sample.rows.iter().all(is)
}

/// Words about a column that would be the tick, or stand before the one that is, if all its stamps could be read.
fn unread_stamp(sample: &LogSample, tick: Option<&str>) -> Option<String> {
    let is_read = |row: &BTreeMap<String, String>, name: &str| {
        row.get(name).is_some_and(|it| tick_value(it).is_some())
    };
    let has_most = |name: &&String| {
        let stamps = sample.rows.iter().filter(|row| row.get(*name).is_some_and(|it| is_stamp(it)));
        let read = stamps.count();
        tick != Some(name.as_str()) && read < sample.rows.len() && 2 * read > sample.rows.len()
    };
    let is_usual = |name: &&String| has_word(name, TICKS) || name.trim().is_empty();
    let first = sample.names.first();
    let is_meant = |name: &&String| tick.is_none() || is_usual(name) || first == Some(*name);
    let name = sample.names.iter().filter(is_meant).find(has_most)?;
    let (row, line) = sample.rows.iter().zip(&sample.lines).find(|(row, _)| !is_read(row, name))?;
    let why = match row.get(name).map(String::as_str) {
        None | Some("") => format!("it is empty in line {line}"),
        Some(text) => format!("`{text}` in line {line} is no date and time that can be read"),
    };
    Some(format!("the column {name} is compared as text: {why}"))
}

/// Returns true if the values of a column are whole numbers that rise by one from line to line.
fn counts(sample: &LogSample, name: &str) -> bool {
    let value = |row: &BTreeMap<String, String>| row.get(name)?.parse::<i64>().ok();
    let values: Option<Vec<_>> = sample.rows.iter().map(value).collect();
    let rise = |values: &[i64]| {
        let mut pairs = values.windows(2);
        pairs.all(|pair| pair[0].checked_add(1) == Some(pair[1]))
    };
    values.is_some_and(|values| values.len() >= 2 && rise(&values))
}

/// Returns true if the first or the last word of a name, such as `timestep_time`, is one of these; a unit at
/// its end does not count.
fn has_word(name: &str, known: &[&str]) -> bool {
    const UNITS: &[&str] = &["s", "sec", "seconds", "ms", "us", "ns", "min", "h"];
    let name = name.to_ascii_lowercase();
    let words = name.split(|it: char| !it.is_ascii_alphanumeric());
    let mut words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    if words.len() > 1 && words.last().is_some_and(|word| UNITS.contains(word)) {
        words.pop();
    }
    let ends = [words.first(), words.last()];
    ends.into_iter().flatten().any(|word| known.contains(word))
}

/// Returns true if the values of a column are ticks that never go back, and not all the same.
fn rises(sample: &LogSample, name: &str) -> bool {
    let value = |row: &BTreeMap<String, String>| tick_value(row.get(name)?);
    let values: Option<Vec<_>> = sample.rows.iter().map(value).collect();
    values.is_some_and(|values| values.is_sorted() && values.first() < values.last())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(text: &str) -> Description {
        of_sample(&sample(text).unwrap(), &DescriptionOptions::default()).description
    }

    #[test]
    fn ticks_and_entities_are_found_by_name_and_by_how_they_go() {
        let cars = guessed("t,car,x\n0,7,1.5\n0,9,2.5\n1,7,1.6\n1,9,2.4\n");
        assert_eq!((cars.tick.as_deref(), cars.entity.as_deref()), (Some("t"), Some("car")));
        let sumo = guessed(
            "timestep_time;vehicle_angle;vehicle_id;vehicle_x\n0,00;90;v.1;1,5\n0,00;80;v.2;2,5\n1,00;90;v.1;1,75\n",
        );
        assert_eq!(
            (sumo.tick.as_deref(), sumo.entity.as_deref()),
            (Some("timestep_time"), Some("vehicle_id"))
        );
        assert_eq!((sumo.delimiter, sumo.decimal_comma), (Some(';'), true));
        let waits = guessed("wait_time,x\n2,1\n0,1\n");
        assert_eq!(waits.tick, None, "it goes back");
        let seconds = guessed("x,sim time [s]\n2,0.5\n0,0.75\n");
        assert_eq!(seconds.tick.as_deref(), Some("sim time [s]"));
        let plain = guessed("time,x\n0.0,1\n0.1,1\n");
        assert_eq!((plain.tick.as_deref(), plain.entity), (Some("time"), None));
        let lone = guessed("t,x\n0,1\n0,2\n1,1\n1,2\n");
        assert_eq!(
            (lone.tick.as_deref(), lone.entity),
            (Some("t"), None),
            "a column of values is left"
        );
        let index = guessed(",Gini\n0,0.1\n1,0.2\n");
        assert_eq!(index.tick.as_deref(), Some(""));
        let units = guessed("time,x\ns,V\n0.0,1\n0.1,1\n");
        assert_eq!(units.tick.as_deref(), Some("time"), "no unit is a tick");
        let back = guessed("time,x\n1,1\n0,1\n");
        assert_eq!(back.tick.as_deref(), Some("time"), "that it goes back is told");
    }

    #[test]
    fn fields_are_separated_by_more_than_commas() {
        let semicolons = guessed("0,5;1,2\n0,6;1,3\n");
        assert_eq!((semicolons.delimiter, semicolons.decimal_comma), (Some(';'), true));
        assert!(!semicolons.header);
        let points = guessed("t;a;b\n0.5;1,200;2\n");
        assert!(!points.decimal_comma, "a point is the point of decimals");
        let plain = guessed("t,note\n0,a;b\n");
        assert_eq!((plain.form, plain.delimiter), (LogForm::Csv, None));
        let tabs = guessed("t\tx\n0\t1,5\n");
        assert_eq!((tabs.form, tabs.delimiter, tabs.decimal_comma), (LogForm::Tsv, None, true));
        let blank = |lines: &[&str]| {
            let text = lines.join("\n") + "\n";
            blank_sample(&text).map(|it| (it.names.len(), it.has_header))
        };
        assert_eq!(blank(&["  t     x", " 0.0  1.5", "10.0 -1.5"]), Some((2, true)));
        assert_eq!(blank(&["0 1", "1 2", "2 3"]), Some((2, false)));
        assert_eq!(blank(&["t x", "0 1"]), None, "too few lines");
        assert_eq!(blank(&["two words", "two more", "and so"]), None);
        assert!(!looks_like_a_log("0 1\n1 2\n2 3\n"), "it may be anything else too");
    }

    #[test]
    fn prose_is_no_log() {
        assert!(!looks_like_a_log("Hello; world\nthis; is text\n"));
        assert!(!looks_like_a_log("Hello, world\nthis, is text\n"));
        assert!(!looks_like_a_log("Hello, world\n"));
        assert!(looks_like_a_log("t,x\n"));
        assert!(!looks_like_a_log("{\"a\": 1}\n"));
        assert!(looks_like_a_log("t,x\n0,1\n"));
        assert!(looks_like_a_log("{\"t\": 0}\n{\"t\": 1}\n"));
        assert!(looks_like_a_log("$date today $end\n"));
    }
}

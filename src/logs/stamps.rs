//! Stamps: dates with a time of day, as logs write them. Each is an instant, so that two logs meet at the same instants
//! whatever zones they are written in.
//!
//! Two ways of writing are known: ISO 8601, such as `2026-11-27T10:00:00.250+01:00`, also with a blank for the `T`, a comma
//! for the point, without seconds, in the basic form `20261127T100000Z`, and a date alone; and that of syslog, `Nov 27 10:00:00`. A stamp without a zone is taken as UTC. One
//! without a year is taken as of the year 2000, so that stamps of one year keep their order.

use chrono::{DateTime, Days, NaiveDate, NaiveDateTime};

/// The nanoseconds of a second.
const SECOND: i128 = 1_000_000_000;

/// Digits behind the point of a second that are told apart.
const PLACES_MAX: usize = 9;

/// The nanoseconds of a stamp since 1970 in UTC; nothing for other texts.
pub(crate) fn stamp_nanos(text: &str) -> Option<i128> {
    let bytes = text.as_bytes();
    let are_digits =
        |to: usize| bytes.get(..to).is_some_and(|it| it.iter().all(u8::is_ascii_digit));
    if are_digits(4) && bytes.get(4) == Some(&b'-') {
        return iso(text);
    }
    if are_digits(8) && bytes.get(8) == Some(&b'T') {
        return basic(text);
    }
    let begins_with_month = bytes.get(3) == Some(&b' ') && bytes[0].is_ascii_uppercase();
    begins_with_month.then(|| syslog(text))?
}

/// True if a text is a stamp.
pub(crate) fn is_stamp(text: &str) -> bool {
    stamp_nanos(text).is_some()
}

fn iso(text: &str) -> Option<i128> {
    if let Ok(day) = NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        return value(day.and_hms_opt(0, 0, 0)?);
    }
    // Nothing that is told apart in a log may be cut off.
    let part = text.find(['.', ',']).map_or("", |at| &text[at + 1..]);
    let places = part.bytes().take_while(u8::is_ascii_digit).count();
    if places > PLACES_MAX {
        return None;
    }
    let text = text.replacen(',', ".", 1);
    let text = match text.as_bytes().get(10) {
        Some(b' ' | b't') => format!("{}T{}", &text[..10], &text[11..]),
        _ => text,
    };
    // The midnight at the end of a day is the one at the beginning of the next.
    let end = text.get(10..).filter(|time| is_end_of_day(time));
    let (text, days) = match end {
        Some(time) => (format!("{}T00{}", &text[..10], &time[3..]), Days::new(1)),
        None => (text, Days::new(0)),
    };
    let local = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M"];
    let local = local.iter().find_map(|form| NaiveDateTime::parse_from_str(&text, form).ok());
    let zoned = ["%Y-%m-%dT%H:%M:%S%.f%#z", "%Y-%m-%dT%H:%M%#z"];
    let zoned = || {
        let mut zoned = zoned.iter();
        zoned.find_map(|form| DateTime::parse_from_str(&text, form).ok())
    };
    let there = local.or_else(|| Some(zoned()?.naive_utc()))?;
    value(there.checked_add_days(days)?)
}

/// Returns true if a time of day, with its `T`, is 24:00, and nothing later.
fn is_end_of_day(time: &str) -> bool {
    let Some(rest) = time.strip_prefix("T24:00") else {
        return false;
    };
    let seconds =
        rest.strip_prefix(':').map_or("", |it| it.split(['+', '-', 'Z', 'z']).next().unwrap_or(it));
    seconds.bytes().all(|byte| matches!(byte, b'0' | b'.'))
}

/// The basic form, `20261127T100000Z`, as the extended one.
fn basic(text: &str) -> Option<i128> {
    let digits = text[9..].bytes().take_while(u8::is_ascii_digit).count();
    let date = [&text[..4], &text[4..6], &text[6..8]].join("-");
    let (time, rest) = text[9..].split_at(digits);
    let time = match digits {
        4 => [&time[..2], &time[2..]].join(":"),
        6 => [&time[..2], &time[2..4], &time[4..]].join(":"),
        _ => return None,
    };
    iso(&format!("{date}T{time}{rest}"))
}

fn syslog(text: &str) -> Option<i128> {
    let there = NaiveDateTime::parse_from_str(&format!("2000 {text}"), "%Y %b %d %H:%M:%S").ok()?;
    value(there)
}

fn value(there: NaiveDateTime) -> Option<i128> {
    let there = there.and_utc();
    // A leap second is no instant of its own on this scale.
    if i128::from(there.timestamp_subsec_nanos()) >= SECOND {
        return None;
    }
    let nanos = i128::from(there.timestamp_subsec_nanos());
    Some(i128::from(there.timestamp()) * SECOND + nanos)
}

/// An instant in letters, in UTC, from its nanoseconds since 1970.
pub(crate) fn stamp_shown(nanos: i128) -> Option<String> {
    let seconds = i64::try_from(nanos.div_euclid(SECOND)).ok()?;
    let rest = u32::try_from(nanos.rem_euclid(SECOND)).ok()?;
    let there = DateTime::from_timestamp(seconds, rest)?;
    Some(there.format("%Y-%m-%dT%H:%M:%S%.fZ").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_instant_is_the_same_however_it_is_written() {
        let due = 1_795_773_600_i128 * SECOND;
        for text in [
            "2026-11-27T10:00:00Z",
            "2026-11-27 10:00:00",
            "2026-11-27T10:00:00",
            "2026-11-27t10:00:00+00:00",
            "2026-11-27T11:00:00+01:00",
            "2026-11-27 11:00:00,000+0100",
            "2026-11-27T11:00:00.000+01",
            "2026-11-26T21:30:00-12:30",
            "2026-11-27T10:00",
            "2026-11-27 11:00+01:00",
            "2026-11-27T10:00Z",
            "20261127T100000Z",
            "20261127T1100+0100",
            "20261127T100000.000",
            "20261127T100000",
        ] {
            assert_eq!(stamp_nanos(text), Some(due), "{text}");
            assert!(is_stamp(text), "{text}");
        }
        assert_eq!(stamp_shown(due).as_deref(), Some("2026-11-27T10:00:00Z"));
        let quarter = stamp_nanos("2026-11-27T10:00:00.25Z");
        assert_eq!(quarter, Some(due + SECOND / 4));
        assert_eq!(quarter.and_then(stamp_shown).and_then(|it| stamp_nanos(&it)), quarter);
        assert_eq!(stamp_nanos("2026-11-27T10:00:00.123456789Z"), Some(due + 123_456_789));
        let midnight = stamp_nanos("2026-11-28T00:00:00Z");
        for text in
            ["2026-11-27T24:00:00Z", "2026-11-27 24:00", "20261127T2400", "2026-11-28T01:00+01"]
        {
            assert_eq!(stamp_nanos(text), midnight, "{text}");
        }
        assert_eq!(stamp_nanos("2026-11-27"), Some(due - 36_000 * SECOND));
        assert_eq!(stamp_nanos("1969-12-31T23:59:59.5Z"), Some(-SECOND / 2));
    }

    #[test]
    fn stamps_of_syslog_keep_the_order_of_a_year() {
        let stamps = ["Jan  1 00:00:00", "Feb 29 12:00:00", "Nov  7 09:05:01", "Nov 27 10:00:00"];
        let values: Vec<_> = stamps.iter().map(|it| stamp_nanos(it)).collect();
        assert!(values.iter().all(Option::is_some), "{values:?}");
        assert!(values.is_sorted(), "{values:?}");
    }

    #[test]
    fn other_texts_are_no_stamps() {
        for text in [
            "",
            "2026",
            "2026-13-01",
            "2026-02-29",
            "2026-11-27T24:00:01Z",
            "2016-12-31T23:59:60Z",
            "2026-11-27T10:00:60Z",
            "2026-11-27T10:00:00.1234567890Z",
            "2026-11-27T10:00:00 UTC+1",
            "2026-11-27T10",
            "2026-11-27T24:01",
            "2026-11-27T24:00:00.5",
            "20261127",
            "20261127T10",
            "20261127T10:00",
            "20261127T1000000",
            "20261127T\u{e9}",
            "2026-11-2\u{e9}T10:00:00Z",
            "2026-11-27\u{e9}10:00:00Z",
            "Nov",
            "Nov 31 10:00:00",
            "Foo 27 10:00:00",
            "\u{e9}ab 27 10:00:00",
        ] {
            assert_eq!(stamp_nanos(text), None, "{text}");
        }
    }
}

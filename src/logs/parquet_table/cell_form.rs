//! How the values of a column of Parquet are written as text, by the type that the file gives it.

use chrono::{DateTime, NaiveDate};
use parquet::basic::{ConvertedType, LogicalType, TimeUnit, Type as PhysicalType};
use parquet::schema::types::ColumnDescriptor;

/// How the values of a column are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellForm {
    Plain,
    Unsigned,
    /// Days since 1970.
    Date,
    /// Instants since 1970, in so many parts of a second; of no zone, or of UTC.
    Instant {
        parts: i64,
        is_utc: bool,
    },
    /// A whole number, with so many digits behind the point.
    Decimal(u32),
    /// Bytes as they are, in hexadecimal digits.
    Bytes,
}

impl CellForm {
    /// How the values of a column are written; nothing for those that are not read.
    pub fn of(of: &ColumnDescriptor) -> Option<Self> {
        let is_bytes = matches!(
            of.physical_type(),
            PhysicalType::BYTE_ARRAY | PhysicalType::FIXED_LEN_BYTE_ARRAY
        );
        let scale =
            |scale: i32| u32::try_from(scale).ok().filter(|it| *it <= 38).map(CellForm::Decimal);
        let instant = |unit: &TimeUnit, is_utc| CellForm::Instant {
            parts: match unit {
                TimeUnit::MILLIS => 1_000,
                TimeUnit::MICROS => 1_000_000,
                TimeUnit::NANOS => 1_000_000_000,
            },
            is_utc,
        };
        let said = match of.logical_type_ref() {
            Some(LogicalType::Timestamp(it)) => Some(instant(&it.unit, it.is_adjusted_to_u_t_c)),
            Some(LogicalType::Date) => Some(CellForm::Date),
            Some(LogicalType::Integer(it)) if !it.is_signed => Some(CellForm::Unsigned),
            Some(LogicalType::Decimal(it)) => return scale(it.scale),
            Some(LogicalType::Uuid) => Some(CellForm::Bytes),
            Some(
                LogicalType::String
                | LogicalType::Enum
                | LogicalType::Json
                | LogicalType::Integer(_)
                | LogicalType::Unknown,
            ) => Some(CellForm::Plain),
            // Times of day count their parts.
            Some(LogicalType::Time(_)) => Some(CellForm::Plain),
            Some(_) => return None,
            None => None,
        };
        let said = said.or(match of.converted_type() {
            ConvertedType::TIMESTAMP_MILLIS => Some(instant(&TimeUnit::MILLIS, true)),
            ConvertedType::TIMESTAMP_MICROS => Some(instant(&TimeUnit::MICROS, true)),
            ConvertedType::DATE => Some(CellForm::Date),
            ConvertedType::UINT_8
            | ConvertedType::UINT_16
            | ConvertedType::UINT_32
            | ConvertedType::UINT_64 => Some(CellForm::Unsigned),
            ConvertedType::DECIMAL => return scale(of.type_scale()),
            ConvertedType::INTERVAL => return None,
            ConvertedType::NONE if of.physical_type() == PhysicalType::INT96 => {
                Some(instant(&TimeUnit::NANOS, false))
            }
            ConvertedType::NONE if of.physical_type() == PhysicalType::FIXED_LEN_BYTE_ARRAY => {
                Some(CellForm::Bytes)
            }
            _ => None,
        });
        let form = said.unwrap_or(CellForm::Plain);
        let fits = form == CellForm::Plain || is_bytes == (form == CellForm::Bytes);
        fits.then_some(form)
    }

    /// Appends a whole number; a short one has 32 bits.
    pub fn put_whole(self, value: i64, is_short: bool, out: &mut String) {
        let shown = match self {
            CellForm::Date => i32::try_from(value)
                .ok()
                .and_then(NaiveDate::from_epoch_days)
                .map(|day| day.to_string()),
            CellForm::Instant { parts, is_utc } => instant(value, parts, is_utc),
            CellForm::Decimal(places) => Some(decimal(i128::from(value), places)),
            CellForm::Unsigned if is_short => Some((value as u32).to_string()),
            CellForm::Unsigned => Some((value as u64).to_string()),
            CellForm::Plain | CellForm::Bytes => None,
        };
        match shown {
            Some(shown) => out.push_str(&shown),
            None => out.push_str(itoa::Buffer::new().format(value)),
        }
    }

    /// Appends bytes: a text as it stands.
    pub fn put_bytes(self, bytes: &[u8], out: &mut String) {
        match std::str::from_utf8(bytes) {
            Ok(text) if self != CellForm::Bytes => out.push_str(text),
            _ => out.extend(bytes.iter().map(|byte| format!("{byte:02x}"))),
        }
    }
}

/// An instant in letters; nothing for one that no calendar has.
fn instant(value: i64, parts: i64, is_utc: bool) -> Option<String> {
    let nanos = u32::try_from(value.rem_euclid(parts) * (1_000_000_000 / parts)).ok()?;
    let there = DateTime::from_timestamp(value.div_euclid(parts), nanos)?;
    let zone = if is_utc { "Z" } else { "" };
    Some(format!("{}{zone}", there.format("%Y-%m-%dT%H:%M:%S%.f")))
}

/// A whole number with some digits behind the point.
fn decimal(value: i128, places: u32) -> String {
    let places = places as usize;
    let digits = format!("{:0>width$}", value.unsigned_abs(), width = places + 1);
    let (whole, part) = digits.split_at(digits.len() - places);
    let sign = if value < 0 { "-" } else { "" };
    match part {
        "" => format!("{sign}{whole}"),
        part => format!("{sign}{whole}.{part}"),
    }
}

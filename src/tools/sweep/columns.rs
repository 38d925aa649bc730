//! The tables of a sweep in the columns of Parquet: `cells.parquet` with what `cells.csv` has, and
//! `games.parquet` with what `games.csv` has. Both name the sweep and the number of the form in the
//! metadata of the file.

use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use super::folder::Folder;
use super::rows::{COLUMNS, GAMES};
use super::spec::FORM;
use super::table::{SweepTable, TableValue};
use chase_core::error::Error;
use chase_core::replay::WRITER;

/// Rows that are written at once.
const ROWS_AT_ONCE: usize = 1 << 18;

/// The type of the values of a column; a row without a value has none.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ParquetColumnKind {
    /// Whole numbers from 0, as 64 bits.
    Count,
    Real,
    Text,
    /// Lists of cycles and games.
    Lengths,
}

/// Writes the tables of a sweep into its folder.
///
/// # Errors
/// A table cannot be read or written.
pub fn write_columns(folder: &Folder, cells: &SweepTable) -> std::result::Result<(), Error> {
    let failed = |name: &str| {
        let path = folder.file(name);
        move |error: ParquetError| Error::new(error.to_string()).at(path.display())
    };
    let bytes = cells_file(folder, cells).map_err(failed("cells.parquet"))?;
    folder.write("cells.parquet", &bytes)?;
    let path = folder.file(GAMES);
    if !path.exists() {
        return Ok(());
    }
    let rows = std::fs::read_to_string(&path);
    let rows = rows.map_err(|error| Error::io(path.display(), "read", &error))?;
    let bytes = games_file(folder, &rows).map_err(failed("games.parquet"))?;
    folder.write("games.parquet", &bytes)
}

fn cells_file(folder: &Folder, table: &SweepTable) -> Result<Vec<u8>> {
    let kinds: Vec<ParquetColumnKind> = (0..table.columns.len())
        .map(|n| kind(&table.columns[n].name, table.rows.iter().map(|row| &row[n])))
        .collect();
    let names = table.columns.iter().map(|it| it.name.as_str());
    let columns: Vec<_> = names.zip(kinds.iter().copied()).collect();
    let mut writer = begin(folder, &columns)?;
    let mut group = writer.next_row_group()?;
    for (n, kind) in kinds.iter().enumerate() {
        let values: Vec<&TableValue> = table.rows.iter().map(|row| &row[n]).collect();
        column(&mut group, *kind, &values)?;
    }
    group.close()?;
    writer.into_inner()
}

/// The kind of a column: that of its values, where it has any; else its name says it.
fn kind<'a>(name: &str, mut values: impl Iterator<Item = &'a TableValue>) -> ParquetColumnKind {
    let found = values.find_map(|value| match value {
        TableValue::Count(_) => Some(ParquetColumnKind::Count),
        TableValue::Real(_) => Some(ParquetColumnKind::Real),
        TableValue::Text(_) => Some(ParquetColumnKind::Text),
        TableValue::Lengths(_) => Some(ParquetColumnKind::Lengths),
        TableValue::Nothing => None,
    });
    let of_shares = ["p_", "lo_", "hi_", "mean_"];
    let is_share = of_shares.iter().any(|begin| name.starts_with(begin));
    // The quantiles of no game are a count without a value too.
    let is_real = is_share && !["p05_cycles", "p95_cycles"].contains(&name);
    found.unwrap_or(if is_real { ParquetColumnKind::Real } else { ParquetColumnKind::Count })
}

fn games_file(folder: &Folder, text: &str) -> Result<Vec<u8>> {
    let kinds = COLUMNS.split(',').map(|name| match name {
        "cell" | "game" | "cycles" | "check" => (name, ParquetColumnKind::Count),
        name => (name, ParquetColumnKind::Text),
    });
    let columns: Vec<_> = kinds.collect();
    let value = |(name, kind): &(&str, ParquetColumnKind), word: &str| match (*name, kind) {
        _ if word.is_empty() => TableValue::Nothing,
        ("check", _) => TableValue::Count(u64::from_str_radix(word, 16).unwrap_or(0)),
        (_, ParquetColumnKind::Count) => {
            word.parse().map_or(TableValue::Nothing, TableValue::Count)
        }
        _ => TableValue::Text(word.to_owned()),
    };
    let mut writer = begin(folder, &columns)?;
    let mut lines = text.lines().skip(1).peekable();
    while lines.peek().is_some() {
        let rows: Vec<Vec<&str>> =
            lines.by_ref().take(ROWS_AT_ONCE).map(|line| line.split(',').collect()).collect();
        let mut group = writer.next_row_group()?;
        for (n, of) in columns.iter().enumerate() {
            let word = |row: &Vec<&str>| value(of, row.get(n).copied().unwrap_or(""));
            let values: Vec<TableValue> = rows.iter().map(word).collect();
            column(&mut group, of.1, &values.iter().collect::<Vec<_>>())?;
        }
        group.close()?;
    }
    writer.into_inner()
}

type Writer = SerializedFileWriter<Vec<u8>>;

/// A file with these columns, and no rows yet.
fn begin(folder: &Folder, columns: &[(&str, ParquetColumnKind)]) -> Result<Writer> {
    let fields = columns.iter().map(|(name, kind)| field(name, *kind));
    let fields = fields.collect::<Result<Vec<_>>>()?;
    let schema = Type::group_type_builder("sweep").with_fields(fields).build()?;
    let said = [
        ("sweep", FORM.to_string()),
        ("spec", folder.hash().to_owned()),
        ("seed", folder.spec().seed.to_string()),
        ("game", folder.spec().game.clone()),
    ];
    let said = said.map(|(key, value)| KeyValue::new(key.to_owned(), value));
    let properties = WriterProperties::builder()
        .set_created_by(WRITER.to_owned())
        .set_key_value_metadata(Some(said.to_vec()));
    SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties.build()))
}

fn primitive(name: &str, physical: Physical, repetition: Repetition) -> Result<TypePtr> {
    let logical = match physical {
        Physical::INT64 => Some(LogicalType::integer(64, false)),
        Physical::BYTE_ARRAY => Some(LogicalType::String),
        _ => None,
    };
    let made = Type::primitive_type_builder(name, physical)
        .with_repetition(repetition)
        .with_logical_type(logical)
        .build()?;
    Ok(Arc::new(made))
}

fn field(name: &str, kind: ParquetColumnKind) -> Result<TypePtr> {
    let physical = match kind {
        ParquetColumnKind::Count => Physical::INT64,
        ParquetColumnKind::Real => Physical::DOUBLE,
        ParquetColumnKind::Text => Physical::BYTE_ARRAY,
        ParquetColumnKind::Lengths => return lengths_field(name),
    };
    primitive(name, physical, Repetition::OPTIONAL)
}

/// A list of groups of two numbers, as Parquet has lists.
fn lengths_field(name: &str) -> Result<TypePtr> {
    let pair = ["cycles", "games"].map(|it| primitive(it, Physical::INT64, Repetition::REQUIRED));
    let pair = pair.into_iter().collect::<Result<Vec<_>>>()?;
    let element = Type::group_type_builder("element")
        .with_repetition(Repetition::REQUIRED)
        .with_fields(pair)
        .build()?;
    let list = Type::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![Arc::new(element)])
        .build()?;
    let made = Type::group_type_builder(name)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(Some(LogicalType::List))
        .with_fields(vec![Arc::new(list)])
        .build()?;
    Ok(Arc::new(made))
}

type RowGroupWriter<'a> = SerializedRowGroupWriter<'a, Vec<u8>>;

/// Writes a column, or the two of a list.
fn column(
    group: &mut RowGroupWriter<'_>,
    kind: ParquetColumnKind,
    values: &[&TableValue],
) -> Result<()> {
    // 1 where there is a value.
    let levels = values.iter().map(|it| i16::from(**it != TableValue::Nothing));
    let levels: Vec<i16> = levels.collect();
    match kind {
        ParquetColumnKind::Lengths => lengths(group, values),
        ParquetColumnKind::Count => {
            let counts = values.iter().filter_map(|it| match it {
                TableValue::Count(count) => Some(count.cast_signed()),
                _ => None,
            });
            put::<Int64Type>(group, &counts.collect::<Vec<_>>(), &levels, None)
        }
        ParquetColumnKind::Real => {
            let reals = values.iter().filter_map(|it| match it {
                TableValue::Real(real) => Some(*real),
                _ => None,
            });
            put::<DoubleType>(group, &reals.collect::<Vec<_>>(), &levels, None)
        }
        ParquetColumnKind::Text => {
            let texts = values.iter().filter(|it| ***it != TableValue::Nothing);
            let texts = texts.map(|it| ByteArray::from(it.text().into_bytes()));
            put::<ByteArrayType>(group, &texts.collect::<Vec<_>>(), &levels, None)
        }
    }
}

fn lengths(group: &mut RowGroupWriter<'_>, values: &[&TableValue]) -> Result<()> {
    let (mut cycles, mut games) = (Vec::new(), Vec::new());
    // Whether there is an element, and whether it goes on with the list before it.
    let (mut levels, mut goes_on) = (Vec::new(), Vec::new());
    for value in values {
        let TableValue::Lengths(lengths) = value else {
            levels.push(0);
            goes_on.push(0);
            continue;
        };
        for (n, (cycle, count)) in lengths.iter().enumerate() {
            cycles.push(i64::from(*cycle));
            games.push(count.cast_signed());
            levels.push(1);
            goes_on.push(i16::from(n > 0));
        }
        if lengths.is_empty() {
            levels.push(0);
            goes_on.push(0);
        }
    }
    put::<Int64Type>(group, &cycles, &levels, Some(&goes_on))?;
    put::<Int64Type>(group, &games, &levels, Some(&goes_on))
}

fn put<T: parquet::data_type::DataType>(
    group: &mut RowGroupWriter<'_>,
    values: &[T::T],
    levels: &[i16],
    goes_on: Option<&[i16]>,
) -> Result<()> {
    let column = group.next_column()?;
    let mut column = column.ok_or_else(|| ParquetError::General("no more columns".into()))?;
    column.typed::<T>().write_batch(values, Some(levels), goes_on)?;
    column.close()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_without_values_has_the_kind_of_its_name() {
        let nothing = [TableValue::Nothing];
        let of = |name| kind(name, nothing.iter());
        assert!(
            of("lo_cycles") == ParquetColumnKind::Real && of("p_caught") == ParquetColumnKind::Real
        );
        assert!(
            of("p05_cycles") == ParquetColumnKind::Count
                && of("first_failed") == ParquetColumnKind::Count
        );
        assert!(kind("D2", [TableValue::Text("dfs".into())].iter()) == ParquetColumnKind::Text);
    }
}

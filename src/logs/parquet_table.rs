//! Tables of Parquet as logs: their rows become lines of CSV on the way in, some hundred at a time. A page of each column
//! is held, and nothing is written.
//!
//! Numbers are written with the fewest digits that give them again, dates and timestamps as ISO 8601, missing values as
//! empty fields. Names of columns stand in quotes, so that a name that is a number is one.

mod cell_form;

use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _, SeekFrom};

use parquet::basic::Compression;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData, RowGroupMetaData};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::ColumnDescriptor;

use super::input::{LogInput, PARQUET_MAGIC};
use super::pages::Pages;
use cell_form::CellForm;
use chase_world::error::{Error, IoAt};
use chase_world::panics::guarded;
use chase_world::world;

/// The most rows that are read at once, and the most values.
const ROWS_AT_ONCE: usize = 1_024;
const VALUES_AT_ONCE: usize = 1 << 16;

/// The most columns: a page of each is held.
const COLUMNS_MAX: usize = 4_096;

/// A column of the table.
struct TableColumn {
    name: String,
    form: CellForm,
    /// The definition level of a value that is there.
    level: i16,
}

/// The texts of some values of a column, one behind the other.
#[derive(Default)]
struct CellTexts {
    text: String,
    /// The end of each; of one that is missing that of the one before.
    ends: Vec<usize>,
}

/// The rows of a table that were not read yet.
struct ParquetRows {
    reader: SerializedFileReader<File>,
    columns: Vec<TableColumn>,
    /// The row group that comes next.
    group: usize,
    readers: Vec<ColumnReader>,
    /// The rows of the current group that were not read yet.
    left: u64,
    cells: Vec<CellTexts>,
}

/// Opens a table as a log. `name` is its name in messages.
///
/// # Errors
/// It is no Parquet, is damaged, or holds what is not read, such as lists.
pub fn parquet_log(name: String, file: world::File) -> Result<LogInput, Error> {
    let wrong = |what: String| Error::new(what).at(&name);
    let world::File::Disk(file) = file else {
        return Err(wrong("Parquet can be read from disk only".to_owned()));
    };
    let length = file.metadata().map_or(0, |it| it.len());
    let mut whole = file.try_clone().io_at(&name, "read")?;
    let reader = sound(|| SerializedFileReader::new(file));
    let reader = reader.map_err(|error| wrong(damaged(&error)))?;
    let metadata = reader.metadata();
    let schema = metadata.file_metadata().schema_descr();
    if schema.num_columns() == 0 || schema.num_columns() > COLUMNS_MAX {
        let found = schema.num_columns();
        let what = format!("a Parquet file of {found} columns; from 1 to {COLUMNS_MAX} are read");
        return Err(wrong(what));
    }
    let columns: Result<Vec<_>, Error> =
        schema.columns().iter().map(|it| column(it, &wrong)).collect();
    let columns = columns?;
    let mut last = PARQUET_MAGIC.len() as u64;
    for group in metadata.row_groups() {
        if group.num_columns() != columns.len() || group.num_rows() < 0 {
            return Err(wrong("a damaged Parquet file: a row group has other columns".to_owned()));
        }
        for (part, column) in group.columns().iter().zip(&columns) {
            let end = end_of(part, length).map_err(|what| wrong(what.to_owned()))?;
            last = last.max(end);
            check_codec(part.compression(), &column.name).map_err(|error| error.at(&name))?;
        }
    }
    check_rows(metadata).map_err(|what| wrong(what.to_owned()))?;
    let is_whole = is_whole(&mut whole, length, metadata, last);
    if !is_whole.io_at(&name, "read")? {
        let what = "bytes before the footer of the Parquet file belong to no column";
        return Err(wrong(what.to_owned())
            .help("files one behind the other are no file; give each of its own"));
    }
    let names: Vec<_> = columns.iter().map(|it| quoted(&it.name)).collect();
    let mut page = names.join(",").into_bytes();
    page.push(b'\n');
    let (readers, cells) = (Vec::new(), Vec::new());
    let mut rows = ParquetRows { reader, columns, group: 0, readers, left: 0, cells };
    let lines = Pages::new(page, move |page| {
        sound(|| rows.fill(page)).map_err(|error| io::Error::other(damaged(&error)))
    });
    Ok(LogInput { bytes: Box::new(lines), name })
}

/// Words for what is wrong with a file.
fn damaged(error: &ParquetError) -> String {
    let told = error.to_string();
    let told = told.strip_prefix("Parquet error: ").unwrap_or(&told);
    format!("a damaged Parquet file: {}", told.replace('\n', " "))
}

/// The end of a part of a column, which is within the file: the crate takes that for granted.
fn end_of(part: &ColumnChunkMetaData, length: u64) -> Result<u64, &'static str> {
    // A dictionary stands before the values, and its size is in that of the column.
    let start = part
        .dictionary_page_offset()
        .filter(|offset| *offset > 0)
        .unwrap_or(part.data_page_offset());
    let [start, values, size] = [start, part.data_page_offset(), part.compressed_size()]
        .map(|number| u64::try_from(number).ok());
    let end = start.zip(size).and_then(|(start, size)| start.checked_add(size));
    let is_sound = values >= start && part.num_values() >= 0;
    let end = end.filter(|end| is_sound && *end <= length);
    end.ok_or("a damaged Parquet file: a column is not where the file says")
}

/// Checks that columns have as many values as there are rows: what is beyond them would not be read.
fn check_rows(metadata: &ParquetMetaData) -> Result<(), &'static str> {
    let groups = metadata.row_groups();
    let rows: i64 = groups.iter().map(RowGroupMetaData::num_rows).fold(0, i64::saturating_add);
    let are_rows = |group: &RowGroupMetaData| {
        let mut values = group.columns().iter().map(ColumnChunkMetaData::num_values);
        values.all(|it| it == group.num_rows())
    };
    match rows == metadata.file_metadata().num_rows() && groups.iter().all(are_rows) {
        true => Ok(()),
        false => Err("a damaged Parquet file: its numbers of rows and values do not agree"),
    }
}

/// Returns true if the last part that the footer names ends where the footer begins; zeros may be between. The last
/// column ends at `last`.
fn is_whole(
    file: &mut File,
    length: u64,
    metadata: &ParquetMetaData,
    mut last: u64,
) -> io::Result<bool> {
    // Its length in four bytes, and the mark of the form in four more.
    const END: u64 = 8;
    let mut size = [0; 4];
    file.seek(SeekFrom::Start(length.saturating_sub(END)))?;
    file.read_exact(&mut size)?;
    let footer = length.saturating_sub(END + u64::from(u32::from_le_bytes(size)));
    for part in metadata.row_groups().iter().flat_map(RowGroupMetaData::columns) {
        let parts = [
            (part.column_index_offset(), part.column_index_length()),
            (part.offset_index_offset(), part.offset_index_length()),
            (part.bloom_filter_offset(), part.bloom_filter_length()),
        ];
        // Older files do not say how long a filter is.
        if part.bloom_filter_offset().is_some() && part.bloom_filter_length().is_none() {
            return Ok(true);
        }
        let ends = parts.into_iter().filter_map(|(begins, size)| {
            let begins = u64::try_from(begins?).ok()?;
            begins.checked_add(u64::try_from(size?).ok()?)
        });
        last = ends.fold(last, u64::max);
    }
    file.seek(SeekFrom::Start(last))?;
    let between = file.take(footer.saturating_sub(last));
    for byte in BufReader::new(between).bytes() {
        if byte? != 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

fn check_codec(codec: Compression, column: &str) -> Result<(), Error> {
    match codec {
        Compression::UNCOMPRESSED | Compression::SNAPPY | Compression::GZIP(_) => Ok(()),
        other => {
            let codec = other.to_string();
            let codec = codec.split('(').next().unwrap_or_default();
            let error = Error::new(format!(
                "column {column} is compressed with {codec}, which is not read"
            ));
            Err(error.help("write it again with Snappy or gzip, as in df.to_parquet(FILE, compression=\"snappy\")"))
        }
    }
}

fn column(of: &ColumnDescriptor, wrong: &impl Fn(String) -> Error) -> Result<TableColumn, Error> {
    let name = of.path().string();
    if of.max_rep_level() > 0 {
        let error = wrong(format!("column {name} holds lists, which are not read"));
        return Err(error.help("write the table again without it, or with a column for each value"));
    }
    let form = CellForm::of(of).ok_or_else(|| {
        let kind = of
            .logical_type_ref()
            .map_or_else(|| format!("{:?}", of.converted_type()), |kind| format!("{kind:?}"));
        let error = wrong(format!("column {name} is of the type {kind}, which is not read"));
        error.help("write the table again with numbers, texts or timestamps in its place")
    })?;
    Ok(TableColumn { name, form, level: of.max_def_level() })
}

/// A field of CSV in quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// Appends a field of CSV, in quotes where that is needed.
fn put_field(text: &str, out: &mut Vec<u8>) {
    let needs_quotes = text.bytes().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r' | b'#'));
    match needs_quotes {
        true => out.extend_from_slice(quoted(text).as_bytes()),
        false => out.extend_from_slice(text.as_bytes()),
    }
}

impl CellTexts {
    /// Reads the next values of a column.
    fn read<T: DataType>(
        &mut self,
        reader: &mut ColumnReaderImpl<T>,
        column: &TableColumn,
        rows: usize,
        put: impl Fn(&T::T, &mut String),
    ) -> Result<(), ParquetError> {
        let (mut levels, mut values) = (Vec::new(), Vec::new());
        let mut read = 0;
        while read < rows {
            let levels = (column.level > 0).then_some(&mut levels);
            let (records, ..) = reader.read_records(rows - read, levels, None, &mut values)?;
            if records == 0 {
                let what = format!("column {} ends before the others", column.name);
                return Err(ParquetError::General(what));
            }
            read += records;
        }
        self.text.clear();
        self.ends.clear();
        let mut values = values.iter();
        for row in 0..rows {
            let is_there = column.level == 0 || levels.get(row) == Some(&column.level);
            if is_there && let Some(value) = values.next() {
                put(value, &mut self.text);
            }
            self.ends.push(self.text.len());
        }
        Ok(())
    }

    fn get(&self, row: usize) -> &str {
        let from = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[from..self.ends[row]]
    }
}

impl ParquetRows {
    /// Makes the next lines; false at the end.
    fn fill(&mut self, page: &mut Vec<u8>) -> Result<bool, ParquetError> {
        while self.left == 0 {
            if self.group == self.reader.num_row_groups() {
                return Ok(false);
            }
            let group = self.reader.get_row_group(self.group)?;
            self.left = u64::try_from(group.metadata().num_rows()).unwrap_or(0);
            let readers = (0..self.columns.len()).map(|n| group.get_column_reader(n));
            self.readers = readers.collect::<Result<_, _>>()?;
            self.group += 1;
        }
        let most = (VALUES_AT_ONCE / self.columns.len()).clamp(1, ROWS_AT_ONCE);
        let rows = usize::try_from(self.left).map_or(most, |left| left.min(most));
        self.cells.resize_with(self.columns.len(), CellTexts::default);
        let columns = self.columns.iter().zip(&mut self.readers);
        for ((column, reader), cells) in columns.zip(&mut self.cells) {
            read_cells(reader, column, rows, cells)?;
        }
        self.left -= rows as u64;
        for row in 0..rows {
            let begins = page.len();
            for (n, cells) in self.cells.iter().enumerate() {
                if n > 0 {
                    page.push(b',');
                }
                put_field(cells.get(row), page);
            }
            if page.len() == begins {
                // An empty line would be none.
                page.extend_from_slice(b"\"\"");
            }
            page.push(b'\n');
        }
        Ok(true)
    }
}

/// Reads the next values of a column, whatever its type.
fn read_cells(
    reader: &mut ColumnReader,
    column: &TableColumn,
    rows: usize,
    cells: &mut CellTexts,
) -> Result<(), ParquetError> {
    let form = column.form;
    match reader {
        ColumnReader::BoolColumnReader(it) => cells.read(it, column, rows, |value, out| {
            out.push_str(if *value { "true" } else { "false" });
        }),
        ColumnReader::Int32ColumnReader(it) => cells.read(it, column, rows, |value, out| {
            form.put_whole(i64::from(*value), true, out);
        }),
        ColumnReader::Int64ColumnReader(it) => cells.read(it, column, rows, |value, out| {
            form.put_whole(*value, false, out);
        }),
        ColumnReader::Int96ColumnReader(it) => cells.read(it, column, rows, |value, out| {
            form.put_whole(value.to_nanos(), false, out);
        }),
        ColumnReader::FloatColumnReader(it) => cells.read(it, column, rows, |value, out| {
            out.push_str(zmij::Buffer::new().format(*value));
        }),
        ColumnReader::DoubleColumnReader(it) => cells.read(it, column, rows, |value, out| {
            out.push_str(zmij::Buffer::new().format(*value));
        }),
        ColumnReader::ByteArrayColumnReader(it) => cells.read(it, column, rows, |value, out| {
            form.put_bytes(value.data(), out);
        }),
        ColumnReader::FixedLenByteArrayColumnReader(it) => {
            cells.read(it, column, rows, |value, out| form.put_bytes(value.data(), out))
        }
    }
}

/// Does what the crate panics at where a file is damaged; it is then told as other damage is.
fn sound<T>(work: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, ParquetError> {
    let what = "its pages are not what they are said to be";
    guarded(work).unwrap_or_else(|| Err(ParquetError::General(what.to_owned())))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::sync::Arc;

    use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    use super::*;

    /// A table of every form of values, with three rows.
    fn table(codec: Compression) -> Vec<u8> {
        let schema = "message m {
            required int64 t (TIMESTAMP(NANOS, false));
            optional double x;
            required binary word (STRING);
            required int32 day (DATE);
            required int64 money (DECIMAL(9, 2));
            required int64 many (INTEGER(64, false));
        }";
        let schema = Arc::new(parse_message_type(schema).unwrap());
        let properties = WriterProperties::builder().set_compression(codec).build();
        let mut writer =
            SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties)).unwrap();
        let mut group = writer.next_row_group().unwrap();
        let mut whole = |values: [i64; 3]| {
            let mut column = group.next_column().unwrap().unwrap();
            match &values {
                [20_000, ..] => {
                    let days = values.map(|it| it as i32);
                    column.typed::<Int32Type>().write_batch(&days, None, None).unwrap();
                }
                [-5, ..] => {
                    let values = [0.1, -2.0];
                    column
                        .typed::<DoubleType>()
                        .write_batch(&values, Some(&[1, 0, 1]), None)
                        .unwrap();
                }
                [-6, ..] => {
                    let words = ["a,b", "", "a,b"].map(ByteArray::from);
                    column.typed::<ByteArrayType>().write_batch(&words, None, None).unwrap();
                }
                _ => {
                    column.typed::<Int64Type>().write_batch(&values, None, None).unwrap();
                }
            }
            column.close().unwrap();
        };
        whole([1, 1_000_000_001, 2_000_000_000]);
        whole([-5, 0, 0]);
        whole([-6, 0, 0]);
        whole([20_000, 20_001, 0]);
        whole([150, -5, 0]);
        whole([-1, 0, 1]);
        group.close().unwrap();
        writer.into_inner().unwrap()
    }

    /// The lines of a table, or what is wrong with it.
    fn lines(bytes: &[u8]) -> Result<String, String> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file.rewind().unwrap();
        let log =
            parquet_log("t.parquet".into(), file.into()).map_err(|error| error.to_string())?;
        let mut text = String::new();
        let mut bytes = log.bytes;
        bytes.read_to_string(&mut text).map_err(|error| error.to_string())?;
        Ok(text)
    }

    #[test]
    fn values_have_the_letters_of_their_types() {
        for codec in
            [Compression::UNCOMPRESSED, Compression::SNAPPY, Compression::GZIP(Default::default())]
        {
            assert_eq!(
                lines(&table(codec)).unwrap(),
                "\"t\",\"x\",\"word\",\"day\",\"money\",\"many\"\n\
                 1970-01-01T00:00:00.000000001,0.1,\"a,b\",2024-10-04,1.50,18446744073709551615\n\
                 1970-01-01T00:00:01.000000001,,,2024-10-05,-0.05,0\n\
                 1970-01-01T00:00:02,-2.0,\"a,b\",1970-01-01,0.00,1\n"
            );
        }
    }

    /// The values begin behind their dictionary, and with the size of both would end behind the file.
    #[test]
    fn a_dictionary_is_a_part_of_its_column() {
        let schema = parse_message_type("message m { required int64 n; }").unwrap();
        let properties = Arc::new(WriterProperties::default());
        let mut writer =
            SerializedFileWriter::new(Vec::new(), Arc::new(schema), properties).unwrap();
        let values: Vec<i64> = (0..20_000).map(|n| n * 7 % 1_000).collect();
        let mut group = writer.next_row_group().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        let typed = column.typed::<Int64Type>();
        typed.write_batch(&values, None, None).unwrap();
        column.close().unwrap();
        group.close().unwrap();
        let text = lines(&writer.into_inner().unwrap()).unwrap();
        assert_eq!(text.lines().count(), 20_001);
        assert!(text.ends_with("\n986\n993\n"), "{}", &text[text.len() - 20..]);
    }

    #[test]
    fn what_the_footer_does_not_name_is_told() {
        let (one, two) = (table(Compression::UNCOMPRESSED), table(Compression::SNAPPY));
        for whole in [[one.clone(), two].concat(), [one.clone(), one].concat()] {
            let told = lines(&whole).unwrap_err();
            assert!(told.contains("belong to no column"), "{told}");
        }
    }

    #[test]
    fn damage_is_told_or_gives_other_values_and_never_ends_in_a_panic() {
        let whole = table(Compression::SNAPPY);
        for at in 0..whole.len() {
            for flip in [0x01, 0x80, 0xff] {
                let mut damaged = whole.clone();
                damaged[at] ^= flip;
                // Other values are no error.
                let _ = lines(&damaged);
            }
            let told = lines(&whole[..at]).unwrap_err();
            assert!(told.contains("a damaged Parquet file: "), "{told}");
        }
    }

    /// Several bytes changed, by fixed numbers: among these files are some at which the crate panics.
    #[test]
    fn what_the_crate_panics_at_is_told() {
        let whole = table(Compression::UNCOMPRESSED);
        let (mut number, mut told) = (88_172_645_463_325_252_u64, 0);
        for _ in 0..6_000 {
            let mut damaged = whole.clone();
            for _ in 0..3 {
                number ^= number << 13;
                number ^= number >> 7;
                number ^= number << 17;
                damaged[number as usize % whole.len()] = (number >> 40) as u8;
            }
            let pages = "its pages are not what they are said to be";
            told += u32::from(lines(&damaged).is_err_and(|it| it.contains(pages)));
        }
        assert!(told > 0, "none of these files needs the guard");
    }
}

//! Tables of Parquet as logs.

use std::fs::File;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;

use crate::harness::Place;

/// The same as [`TABLE`] in lines.
const LINES: &str = "time,x,name,on,n\n2026-11-27T10:00:00Z,1.5,\"a,\"\"b\",true,0\n2026-11-27T10:00:01.250Z,,b,false,1\n\
                     2026-11-27T10:00:02Z,1e-7,c,true,4294967295\n2026-11-27T10:00:03Z,2.5,,false,7\n";

const TABLE: &str = "message table {
    required int64 time (TIMESTAMP(MILLIS, true));
    optional double x;
    required binary name (STRING);
    required boolean on;
    required int32 n (INTEGER(32, false));
}";

/// Writes the table, two rows a group.
fn write(place: &Place, name: &str, packed: Compression, x: f64) {
    let schema = Arc::new(parse_message_type(TABLE).expect("a schema"));
    let properties = WriterProperties::builder().set_compression(packed).build();
    let file = File::create(place.file(name)).expect("a file");
    let mut writer =
        SerializedFileWriter::new(file, schema, Arc::new(properties)).expect("a writer");
    let start = 1_795_773_600_000;
    let times = [start, start + 1_250, start + 2_000, start + 3_000];
    let values = [vec![1.5], vec![1e-7, x]];
    let levels = [vec![1, 0], vec![1, 1]];
    let names = ["a,\"b", "b", "c", ""].map(ByteArray::from);
    for group in 0..2 {
        let rows = 2 * group..2 * group + 2;
        let mut row_group = writer.next_row_group().expect("a group");
        let mut column = |write: &dyn Fn(&mut SerializedColumnWriter) -> Result<usize>| {
            let mut column = row_group.next_column().expect("a column").expect("one");
            write(&mut column).expect("its values");
            column.close().expect("its end");
        };
        let (numbers, levels) = (&values[group], Some(&levels[group][..]));
        column(&|it| it.typed::<Int64Type>().write_batch(&times[rows.clone()], None, None));
        column(&|it| it.typed::<DoubleType>().write_batch(numbers, levels, None));
        column(&|it| it.typed::<ByteArrayType>().write_batch(&names[rows.clone()], None, None));
        column(&|it| it.typed::<BoolType>().write_batch(&[true, false], None, None));
        column(&|it| it.typed::<Int32Type>().write_batch(&[0, 1, -1, 7][rows.clone()], None, None));
        row_group.close().expect("its end");
    }
    writer.close().expect("its end");
}

#[test]
fn a_table_of_parquet_is_a_log_as_any() {
    let place = Place::new();
    place.write("golden.csv", LINES);
    write(&place, "plain.parquet", Compression::UNCOMPRESSED, 2.5);
    write(&place, "snappy.parquet", Compression::SNAPPY, 2.5);
    write(&place, "gzip.parquet", Compression::GZIP(Default::default()), 2.5);
    write(&place, "other.parquet", Compression::SNAPPY, 2.75);
    for name in ["plain", "snappy", "gzip"] {
        place
            .chase(&format!("trace {name}.parquet"))
            .fine()
            .stdout_has("  guessed: Parquet, read as CSV\n")
            .stdout_has("tick is the column time; its stamps are instants")
            .stdout_has("cycles:   4, 2026-11-27T10:00:00Z to 2026-11-27T10:00:03Z")
            .stdout_has("    x     decimal, 1e-7 to 2.5, 1 empty");
        for pair in [format!("{name}.parquet golden.csv"), format!("golden.csv {name}.parquet")] {
            place
                .chase(&format!("diff {pair} --brief"))
                .status(0)
                .stdout_is("the same: 4 cycles\n");
        }
    }
    place
        .chase("diff other.parquet snappy.parquet --brief")
        .status(1)
        .stdout_is("different: x at time 2026-11-27T10:00:03Z: ours 2.75, theirs 2.5 (absolute 0.25, relative 0.09091)\n");
    place.chase("verify snappy.parquet --against golden.csv").status(0);
    place.chase("view snappy.parquet -o page.html").status(0);
    place.chase("diff other.parquet golden.csv --tolerance x=20%range").status(0);
}

/// What is not read is named, with what to do.
#[test]
fn what_is_not_read_of_parquet_is_named() {
    let place = Place::new();
    write(&place, "a.parquet", Compression::SNAPPY, 2.5);
    place.shell("cat a.parquet | $CHASE trace -").status(2).stderr_has(
        "-: a Parquet file is read from its end: it cannot come through a pipe, nor packed",
    );
    place.shell("gzip -k a.parquet; $CHASE trace a.parquet.gz").status(2);
    let whole = place.read("a.parquet");
    place.write("cut.parquet", &whole[..whole.len() / 2]);
    place.chase("trace cut.parquet").status(2).stderr_has("cut.parquet: a damaged Parquet file: ");
    let schema = "message m { required group xs (LIST) { repeated group list { required int32 element; } } }";
    let schema = Arc::new(parse_message_type(schema).expect("a schema"));
    let file = File::create(place.file("lists.parquet")).expect("a file");
    let writer = SerializedFileWriter::new(file, schema, Arc::default()).expect("a writer");
    writer.close().expect("its end");
    place
        .chase("trace lists.parquet")
        .status(2)
        .stderr_has("lists.parquet: column xs.list.element holds lists, which are not read");
}

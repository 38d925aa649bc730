//! Tables as Parquet: read back by the crate's own reader, value for value what CSV has.

use std::collections::BTreeMap;

use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::{Field, Row};

use crate::harness::Place;

/// A value as CSV has it.
fn text(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::ULong(count) => count.to_string(),
        Field::Double(value) => format!("{value:.9}"),
        Field::ListInternal(list) => {
            let pair = |field: &Field| match field {
                Field::Group(row) => {
                    let two: Vec<_> = row.get_column_iter().map(|(_, it)| text(it)).collect();
                    two.join(":")
                }
                other => panic!("{other:?}"),
            };
            list.elements().iter().map(pair).collect::<Vec<_>>().join(" ")
        }
        other => panic!("{other:?}"),
    }
}

fn rows(place: &Place, name: &str) -> (Vec<Row>, BTreeMap<String, String>) {
    let file = std::fs::File::open(place.file(name)).expect("a file");
    let reader = SerializedFileReader::new(file).expect("Parquet");
    let said = reader.metadata().file_metadata().key_value_metadata();
    let said = said.expect("metadata").iter();
    let said = said.filter_map(|it| Some((it.key.clone(), it.value.clone()?)));
    let rows = reader.get_row_iter(None).expect("rows");
    (rows.map(|row| row.expect("a row")).collect(), said.collect())
}

#[test]
fn parquet_has_what_csv_has() {
    let place = Place::new();
    let sweep = "sweep police --cities 12 --hours 20 --seed 3 --games 60 --vary D2=random,dfs";
    let sweep = format!("{sweep} --vary getaway=none,2 --measure early=cycles<=3");
    place
        .chase(&format!("{sweep} -o run --per-game --until half-width=0.4 --shard-games 30"))
        .fine();
    for name in ["cells", "games"] {
        let csv = String::from_utf8(place.read(&format!("run/{name}.csv"))).expect("CSV");
        let (rows, said) = rows(&place, &format!("run/{name}.parquet"));
        let mut lines = csv.lines();
        let names: Vec<_> = lines.next().expect("names").split(',').collect();
        assert_eq!(rows.len(), csv.lines().count() - 1);
        for (line, row) in lines.zip(&rows) {
            for ((value, column), (called, field)) in
                line.split(',').zip(&names).zip(row.get_column_iter())
            {
                assert_eq!(called, column);
                let found = match (*column, field) {
                    ("check", Field::ULong(check)) => format!("{check:016x}"),
                    _ => text(field),
                };
                assert_eq!(found, value, "{column}");
            }
        }
        assert_eq!(said["sweep"], "1");
        assert_eq!((said["game"].as_str(), said["seed"].as_str()), ("police", "3"));
        assert_eq!(said["spec"].len(), 32);
    }
}

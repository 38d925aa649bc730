//! Tables as programs write them: other delimiters, decimals with commas, a last line that is cut off.

use crate::harness::Place;

/// Vehicles of a road simulator, as SUMO writes them: semicolons, and a tick and an entity with long names.
const VEHICLES: &str = "timestep_time;vehicle_angle;vehicle_id;vehicle_speed\n0.00;;;\n1.00;90.00;v.1;1.5\n\
                        1.00;90.00;v.2;2.5\n2.00;90.00;v.1;2.5\n2.00;90.00;v.2;3.5\n";

#[test]
fn vehicles_are_compared_by_name_and_not_by_line() {
    let place = Place::new();
    place.write("golden.csv", VEHICLES);
    let other = VEHICLES
        .replace(
            "1.00;90.00;v.1;1.5\n1.00;90.00;v.2;2.5\n",
            "1.00;90.00;v.2;2.5\n1.00;90.00;v.1;1.5\n",
        )
        .replace("v.2;3.5", "v.2;3.75");
    place.write("ours.csv", &other);
    let told = place.chase("trace golden.csv").fine();
    told.stdout_has("guessed: `;` separates the fields")
        .stdout_has("guessed: tick is the column timestep_time")
        .stdout_has("guessed: entity is the column vehicle_id");
    place
        .chase("diff ours.csv golden.csv --brief")
        .status(1)
        .stdout_is("different: vehicle_speed of v.2 at timestep_time 2.00: ours 3.75, theirs 3.5 (absolute 0.25, relative 0.066667)\n");
    place
        .chase("trace golden.csv --describe")
        .fine()
        .stdout_has("form = \"csv\"\ndelimiter = \";\"\n");
}

/// One table in every spelling is the same table, on either side.
#[test]
fn a_table_is_the_same_in_every_spelling() {
    let place = Place::new();
    place.write("a.csv", VEHICLES);
    place.write("b.csv", VEHICLES.replace(';', ","));
    place.write("c.tsv", VEHICLES.replace(';', "\t"));
    let commas = VEHICLES.replace('.', ",").replace("v,", "v.");
    place.write("d.csv", &commas);
    place.write("e.tsv", commas.replace(';', "\t"));
    let all = ["a.csv", "b.csv", "c.tsv", "d.csv", "e.tsv"];
    for (ours, theirs) in all.iter().flat_map(|one| all.iter().map(move |other| (one, other))) {
        place
            .chase(&format!("diff {ours} {theirs} --brief"))
            .status(0)
            .stdout_is("the same: 3 cycles\n");
    }
    place
        .chase("trace d.csv")
        .fine()
        .stdout_has("guessed: decimals have a comma")
        .stdout_has("vehicle_speed  decimal, 1.5 to 3.5");
}

/// Columns with blanks between them are a table where one is expected, and a delimiter may be named.
#[test]
fn a_delimiter_is_guessed_or_named() {
    let place = Place::new();
    place.write("a.csv", "t,x\n0,1.5\n1,1.75\n10,-1.5\n");
    place.write("b.dat", "  t     x\n 0.0  1.5\n 1.0 1.75\n10.0 -1.5\n");
    place.write("c.csv", "t|x\n0|1.5\n1|1.75\n10|-1.5\n");
    place.chase("trace b.dat").fine().stdout_has("guessed: blanks separate the fields");
    place.chase("diff b.dat a.csv --tick t --brief").status(0).stdout_is("the same: 3 cycles\n");
    place
        .chase("diff b.dat b.dat --delimiter blank --brief")
        .status(0)
        .stdout_is("the same: 3 cycles\n");
    place.chase("trace c.csv").status(2);
    place.chase("trace c.csv --delimiter |").fine();
    for wrong in ["x", "3", ".", "||"] {
        place
            .chase(&format!("trace c.csv --delimiter {wrong}"))
            .trouble(&["expected a sign such as `;` or `|`, or `tab`, or `blank`"]);
    }
    place.write("like.toml", "form = \"json-lines\"\ndelimiter = \";\"\n");
    place
        .chase("trace c.csv --like like.toml")
        .trouble(&["delimiter ';': expected a sign that separates the fields of a CSV"]);
}

/// Beside a log a table with blanks is read as one; what cannot be read so is compared by lines, and that is said.
#[test]
fn beside_a_log_the_other_side_is_read_as_one() {
    let place = Place::new();
    place.write("a.csv", "t,x\n0,1.5\n1,1.75\n10,-1.5\n");
    place.write("b.txt", "t x\n0 1.50\n1 1.750\n10 -1.5\n");
    for sides in ["a.csv b.txt", "b.txt a.csv"] {
        place.chase(&format!("diff {sides} --brief")).status(0).stdout_is("the same: 3 cycles\n");
    }
    place.write("c.txt", "error: no table\n");
    place
        .chase("diff c.txt a.csv")
        .status(1)
        .stdout_has("theirs is a log and ours cannot be read as one that shares a column, so they are compared line by line\n");
    let told = place.chase("diff a.csv c.txt --format json").status(1);
    told.stdout_has("\"why\":\"ours is a log and theirs cannot be read as one");
}

/// A last line that is cut off ends its log: what is before it is compared, and that is said.
#[test]
fn a_last_line_that_is_cut_off_ends_the_log() {
    let place = Place::new();
    place.write("golden.csv", "t,x,y\n0,1,1\n1,1,1\n2,1,1\n");
    place.write("ours.csv", "t,x,y\n0,1,1\n1,1,1\n2,1");
    let told = place.chase("diff ours.csv golden.csv").status(1);
    told.stdout_has("        cut off in line 4: it ends here\ntheirs")
        .stdout_has("first difference: t 2 is missing in ours");
    place
        .chase("diff ours.csv ours.csv --brief")
        .status(0)
        .stdout_is("the same: 2 cycles; ours is cut off in line 4; theirs is cut off in line 4\n");
    // A line with an end is wrong.
    place.write("wrong.csv", "t,x,y\n0,1,1\n1,1,1\n2,1\n");
    place
        .chase("diff wrong.csv golden.csv")
        .status(2)
        .stderr_has("wrong.csv:4:4: 2 fields; expected 3");
}

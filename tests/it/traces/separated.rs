//! Tables as programs write them: other delimiters, decimals with commas, a last line that is cut off.

use crate::harness::Place;

crate::tables::table!();

/// Vehicles of a road simulator, as SUMO writes them: semicolons, and a tick and an entity with long names.
const VEHICLES: &str = "timestep_time;vehicle_angle;vehicle_id;vehicle_speed\n0.00;;;\n1.00;90.00;v.1;1.5\n\
                        1.00;90.00;v.2;2.5\n2.00;90.00;v.1;2.5\n2.00;90.00;v.2;3.5\n";

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

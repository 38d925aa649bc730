//! Maps of all forms get positions, the same ones always, and those that can be drawn without
//! crossings are.

use super::*;

type TestRoad = (u32, u32, u32);

/// A map of so many places in rows, each joined with those beside and below it.
fn lattice(rows: u32, cols: u32) -> Vec<TestRoad> {
    let at = |row, col| row * cols + col;
    let places = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    let roads = places.flat_map(|(row, col)| {
        let right = (col + 1 < cols).then(|| (at(row, col), at(row, col + 1), 10));
        let below = (row + 1 < rows).then(|| (at(row, col), at(row + 1, col), 10));
        right.into_iter().chain(below)
    });
    roads.collect()
}

/// A map of so many places, all joined with all.
fn complete(places: u32) -> Vec<TestRoad> {
    let from = |a| (a + 1..places).map(move |b| (a, b, 7));
    (0..places).flat_map(from).collect()
}

/// The number of pairs of roads that cross, by where on each road they meet.
fn crossings(at: &[(i32, i32)], roads: &[TestRoad]) -> usize {
    let line = |&(a, b, _): &TestRoad| (at[a as usize], at[b as usize]);
    let meet = |one: &TestRoad, other: &TestRoad| {
        let (((ax, ay), (bx, by)), ((cx, cy), (dx, dy))) = (line(one), line(other));
        let long = |x: i32, y: i32| (i64::from(x), i64::from(y));
        let ((ux, uy), (vx, vy), (wx, wy)) =
            (long(bx - ax, by - ay), long(dx - cx, dy - cy), long(cx - ax, cy - ay));
        // a + s u = c + t v, with s and t above 0 and below 1
        let whole = ux * vy - uy * vx;
        let (s, t) = (wx * vy - wy * vx, wx * uy - wy * ux);
        let is_inside = |part: i64| part * whole > 0 && part.abs() < whole.abs();
        is_inside(s) && is_inside(t)
    };
    let later = |(n, one)| roads[n + 1..].iter().filter(|other| meet(one, other)).count();
    roads.iter().enumerate().map(later).sum()
}

#[track_caller]
fn all_within_and_apart(at: &[(i32, i32)]) {
    let in_box = |&(x, y): &(i32, i32)| (0..=WIDTH).contains(&x) && (0..=HEIGHT).contains(&y);
    assert!(at.iter().all(in_box));
    assert_eq!(at.iter().collect::<BTreeSet<_>>().len(), at.len());
}

#[test]
fn the_counter_of_these_tests_counts() {
    let square = [(0, 0), (10, 0), (10, 10), (0, 10)];
    assert_eq!(crossings(&square, &complete(4)), 1);
    assert_eq!(crossings(&square, &[(0, 1, 1), (1, 2, 1), (2, 3, 1)]), 0);
}

#[test]
fn maps_without_crossings_are_drawn_so() {
    for (places, roads) in [
        (16, lattice(4, 4)),
        (60, lattice(6, 10)),
        (4, complete(4)),
        (40, (1..40).map(|place| (place / 3, place, 5)).collect()),
        (30, (0..30).map(|place| (place, (place + 1) % 30, 1 + place)).collect()),
    ] {
        let at = layout(places, &roads);
        assert_eq!(crossings(&at, &roads), 0, "{places} places");
        all_within_and_apart(&at);
    }
    // and what cannot be drawn without has the least there is
    assert_eq!(crossings(&layout(5, &complete(5)), &complete(5)), 1);
}

#[test]
fn the_same_map_gets_the_same_positions_on_every_machine() {
    let digest = |at: Vec<(i32, i32)>| {
        let numbers = at.into_iter().flat_map(|(x, y)| [x, y]);
        numbers.fold(0_u32, |sum, number| sum.wrapping_mul(31).wrapping_add_signed(number))
    };
    let roads: Vec<_> = (0..60).map(|n| (n * n % 23, n * 7 % 29, 1 + n)).collect();
    assert_eq!(
        layout(4, &[(0, 1, 41), (0, 2, 900), (2, 3, 30)]),
        [(1223, 617), (1540, 940), (307, 508), (60, 208)]
    );
    let at = layout(30, &roads);
    // the order of roads, and of their ends, is no part of the map
    let turned: Vec<_> = roads.iter().rev().map(|&(a, b, length)| (b, a, length)).collect();
    assert_eq!(layout(30, &turned), at);
    assert_eq!(digest(at), 3_566_521_003);
}

#[test]
fn maps_that_hardly_are_maps_are_laid_out() {
    assert_eq!(layout(0, &[]), []);
    assert_eq!(layout(1, &[]).len(), 1);
    all_within_and_apart(&layout(2, &[(0, 1, 0)]));
    // a road back to its start, roads beside each other, lengths without measure
    let roads = [(0, 0, 3), (0, 1, 0), (1, 0, u32::MAX), (1, 2, u32::MAX), (2, 2, 1)];
    assert_eq!(layout(3, &roads), layout(3, &[(0, 1, 0), (1, 2, u32::MAX)]));
    // no roads at all
    all_within_and_apart(&layout(700, &[]));
    // a triangle whose longest road would lie on the others
    let at = layout(3, &[(0, 1, 1), (1, 2, 1), (0, 2, 100)]);
    let near = geometry::distance2_to_line(at[1], (at[0], at[2]), WIDTH);
    assert!(near > i64::from(clearance(3)).pow(2), "{near}");
}

#[test]
fn parts_that_no_road_joins_are_drawn_beside_each_other() {
    // given two squares, a pair and a place alone
    let squares =
        [(0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 0, 1), (4, 5, 1), (5, 6, 1), (6, 7, 1), (7, 4, 1)];
    let roads: Vec<_> = squares.into_iter().chain([(8, 9, 1)]).collect();
    // when
    let at = layout(11, &roads);
    // then
    all_within_and_apart(&at);
    let extent = |places: std::ops::Range<usize>| {
        let (xs, ys) = (at[places.clone()].iter().map(|it| it.0), at[places].iter().map(|it| it.1));
        (xs.clone().min(), xs.max(), ys.clone().min(), ys.max())
    };
    let parts = [extent(0..4), extent(4..8), extent(8..10), extent(10..11)];
    for (n, one) in parts.iter().enumerate() {
        for other in &parts[n + 1..] {
            let is_beside = one.1 < other.0 || other.1 < one.0;
            assert!(is_beside || one.3 < other.2 || other.3 < one.2, "{parts:?}");
        }
    }
}

#[test]
fn large_and_dense_maps_are_laid_out_too() {
    for (places, roads) in
        [(1000, lattice(25, 40)), (60, complete(60)), (30_000, lattice(150, 200))]
    {
        all_within_and_apart(&layout(places, &roads));
    }
}

#[test]
fn long_roads_are_drawn_longer() {
    let at = layout(3, &[(0, 1, 1), (1, 2, 4)]);
    let (short, long) = (geometry::distance2(at[0], at[1]), geometry::distance2(at[1], at[2]));
    assert!(long > 2 * short, "{at:?}");
}

#[test]
fn places_on_one_point_are_parted() {
    let mut at = [(5, 5), (5, 5), (0, 0), (5, 5), (0, 0), (WIDTH, HEIGHT), (WIDTH, HEIGHT)];
    separate(&mut at);
    all_within_and_apart(&at);
    assert_eq!((at[0], at[2], at[5]), ((5, 5), (0, 0), (WIDTH, HEIGHT)));
    let far = geometry::distance2(at[0], at[3]);
    assert!(far <= 2, "{far}");
}

//! Payloads of every kind of plain data: packed, unpacked, damaged.

use serde::{Deserialize, Serialize};

use super::numbers::{put_number, take_number};
use super::*;
use chase_engine::dice::{Dice, Generator};
use chase_engine::forfeit::{Forfeit, ForfeitCause};
use chase_engine::history::{By, History, Joint, SeatChoice};
use chase_engine::seat::Seat;
use chase_kit::wire::put_cycle;

/// Something of every kind that plain data can hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Anything {
    Nothing,
    One(u32),
    Two(u8, i64),
    Named { small: i8, real: f64, half: f32, sign: bool, letter: char },
    Held(Option<Option<u16>>),
    Listed(Vec<(u64, String)>),
    Mapped(std::collections::BTreeMap<String, i32>),
    Fixed([i16; 3]),
    Nested(Box<Anything>),
    Alone(Wrapped),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Wrapped(u32);

struct Kinds;

impl TurnTypes for Kinds {
    type Action = Anything;
    type Event = Anything;
}

fn drawn(dice: &mut Dice, depth: u32) -> Anything {
    // As often small as large: what is stored has as many bytes as it needs.
    let mut number = || {
        let bits = dice.below(64);
        (u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX))) >> bits
    };
    let (one, two) = (number(), number());
    match dice.below(if depth > 3 { 9 } else { 10 }) {
        0 => Anything::Nothing,
        1 => Anything::One(one as u32),
        2 => Anything::Two(one as u8, two.cast_signed()),
        3 => Anything::Named {
            small: one as i8,
            real: f64::from_bits(one & !(0x7ff << 52)),
            half: two as f32,
            sign: one % 2 == 0,
            letter: char::from_u32(one as u32 % 0x11_0000).unwrap_or('\u{fffd}'),
        },
        4 => Anything::Held((one % 3 > 0).then_some((one % 3 > 1).then_some(two as u16))),
        5 => Anything::Listed((0..one % 4).map(|n| (two >> n, format!("{n} \u{e9}"))).collect()),
        6 => Anything::Mapped((0..one % 4).map(|n| (n.to_string(), two as i32)).collect()),
        7 => Anything::Fixed([one as i16, two as i16, 1]),
        8 => Anything::Alone(Wrapped(two as u32)),
        _ => Anything::Nested(Box::new(drawn(dice, depth + 1))),
    }
}

fn drawn_by(dice: &mut Dice) -> By<Anything> {
    let seat = Seat(dice.below(13) as u8);
    let forfeit = || Box::new(Forfeit::new(ForfeitCause::Illegal, "no such road"));
    match dice.below(6) {
        0 => By::World,
        1 => By::Forfeit(seat, forfeit()),
        2 => {
            let choice =
                |seat: u8, chosen| SeatChoice { seat: Seat(seat), chosen, words: dice_words(seat) };
            let first = choice(0, Ok(drawn(dice, 0)));
            let joint = Joint::new(vec![first, choice(2, Err(forfeit()))]);
            By::Joint(Box::new(joint.expect("seats in order")))
        }
        _ => By::Action(seat, drawn(dice, 0)),
    }
}

fn dice_words(seat: u8) -> u32 {
    u32::from(seat) * 300
}

/// The payload of some cycles.
fn drawn_payload(seed: i64, cycles: u64) -> Vec<u8> {
    let mut dice = Dice::new(Generator::Chacha8, seed, 0);
    let mut payload = Vec::new();
    for number in 0..cycles {
        let mut history = History::<Kinds>::default();
        history.open(number);
        for _ in 0..dice.below(5) {
            let events: Vec<_> = (0..dice.below(6)).map(|_| drawn(&mut dice, 0)).collect();
            let by = drawn_by(&mut dice);
            history.turn(by, dice.below(5), &events);
        }
        put_cycle(history.last().expect("a cycle"), &mut payload);
    }
    payload
}

const MOST: usize = 8 << 20;

#[test]
fn what_is_packed_is_unpacked_whatever_it_holds() {
    for seed in 0..200 {
        let payload = drawn_payload(seed, 1 + seed.unsigned_abs() % 40);
        let mut packed = Vec::new();
        pack::<Kinds>(&payload, &mut packed);
        assert_eq!(packed[0], IN_COLUMNS);
        let again = unpack::<Kinds>(&packed, MOST);
        assert!(again.as_ref() == Some(&payload), "seed {seed}");
        assert!(unpack::<Kinds>(&packed, payload.len() - 1).is_none());
    }
}

#[test]
fn what_is_damaged_is_refused_or_is_something_else_and_never_long() {
    let payload = drawn_payload(7, 12);
    let mut packed = Vec::new();
    pack::<Kinds>(&payload, &mut packed);
    for end in 0..packed.len() {
        assert!(unpack::<Kinds>(&packed[..end], MOST).is_none(), "cut at {end}");
    }
    let mut longer = packed.clone();
    longer.push(0);
    assert!(unpack::<Kinds>(&longer, MOST).is_none());
    for at in 0..packed.len() {
        let mut damaged = packed.clone();
        damaged[at] ^= 1 << (at % 8);
        if let Some(other) = unpack::<Kinds>(&damaged, 1 << 16) {
            assert!(other.len() <= 1 << 16);
        }
    }
}

#[test]
fn what_nests_deeply_is_stored_as_it_is() {
    let mut deep = Anything::Nothing;
    for _ in 0..200 {
        deep = Anything::Nested(Box::new(deep));
    }
    let mut history = History::<Kinds>::default();
    history.open(0);
    history.turn(By::World, 0, &[deep]);
    let mut payload = Vec::new();
    put_cycle(history.last().expect("a cycle"), &mut payload);
    let mut packed = Vec::new();
    pack::<Kinds>(&payload, &mut packed);
    assert_eq!(packed[0], DEFLATED);
    assert_eq!(unpack::<Kinds>(&packed, MOST), Some(payload));
}

#[test]
fn one_number_for_all_and_numbers_of_another_place_take_no_room() {
    let mut payload = Vec::new();
    for number in 0..4_000u32 {
        let mut history = History::<Kinds>::default();
        history.open(u64::from(number));
        let city = Anything::One(number.wrapping_mul(2_654_435_761) >> 28);
        history.turn(By::Action(Seat(1), city.clone()), 1, &[city, Anything::Nothing]);
        put_cycle(history.last().expect("a cycle"), &mut payload);
    }
    let mut packed = Vec::new();
    pack::<Kinds>(&payload, &mut packed);
    // A number below 16 takes half a byte.
    let cycle = packed.len() as f64 / 4_000.0;
    assert!(cycle < 0.75, "{cycle} bytes a cycle, of {}", payload.len() / 4_000);
}

#[test]
fn cycles_that_are_made_alike_and_others_between_them_are_unpacked() {
    let mut dice = Dice::new(Generator::Chacha8, 1, 0);
    let mut payload = Vec::new();
    for number in 0..3_000u64 {
        let mut history = History::<Kinds>::default();
        history.open(number);
        // Few kinds of turns, numbers of one to nine bytes.
        let large = u64::from(dice.below(u32::MAX)) << (number % 33);
        let action = match dice.below(7) {
            0 => drawn(&mut dice, 0),
            1 => Anything::Held(Some(Some(large as u16))),
            2 => Anything::Two(large as u8, large.cast_signed()),
            _ => Anything::One(large as u32),
        };
        history.turn(By::Action(Seat(number as u8 % 3), action.clone()), dice.below(4), &[action]);
        history.turn(By::World, dice.below(900), &[]);
        put_cycle(history.last().expect("a cycle"), &mut payload);
    }
    let mut packed = Vec::new();
    pack::<Kinds>(&payload, &mut packed);
    assert_eq!(packed[0], IN_COLUMNS);
    let mut by_values = vec![IN_COLUMNS];
    flow::pack_by_values(&payload, turns::walk_cycle::<Kinds, _>, &mut by_values);
    assert!(packed == by_values);
    assert!(unpack::<Kinds>(&packed, MOST) == Some(payload));
}

#[test]
fn numbers_are_as_short_as_they_can_be_and_none_is_longer_than_64_bits() {
    for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
        let mut bytes = Vec::new();
        put_number(number, &mut bytes);
        let mut rest = bytes.as_slice();
        assert_eq!(take_number(&mut rest), Some(number));
        assert!(rest.is_empty());
    }
    assert_eq!(take_number(&mut [0xff; 9].as_slice()), None);
    let mut too_large = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2].as_slice();
    assert_eq!(take_number(&mut too_large), None);
}

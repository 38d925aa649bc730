//! Old recordings name old versions of players: each version chooses as it always did.

use std::fmt::Write as _;

use super::*;
use crate::new::opening;
use chase_core::dice::Generator;
use chase_core::player::PlayerSpec;

/// The codes of the moves that a player chooses in some positions of openings, in hexadecimal digits.
fn choices(name: &str) -> String {
    let mut told = String::new();
    for number in 0..24 {
        let mut dice = Dice::new(Generator::Chacha8, 9, number);
        let plies = 6 + dice.below(30);
        let (position, side) = opening(plies, &mut dice);
        let table = DrawnTable::with(Scenario {
            position: position.rows(0).to_vec(),
            side: u8::try_from(side).expect("two sides"),
            ..Scenario::default()
        });
        let Turn::Seat(seat) = table.game.turn(&table.state) else {
            panic!("it is nobody's turn");
        };
        let spec = PlayerSpec::<AnimalCheckers>::parse(name).expect("a built-in player");
        let mut player = spec.make(table.game.known(seat));
        player.observe(&Event::Opened);
        let mut buffer = Vec::new();
        let legal = table.game.legal(&table.state, seat, &mut buffer);
        let view = table.game.view(&table.state, seat);
        let action = player.choose(&view, legal, &mut dice).expect("a move");
        let _ = write!(told, "{:x}", action.code());
    }
    told
}

#[test]
fn each_version_chooses_as_it_always_did() {
    let expected = [
        ("alphabeta@1:nodes=900", "95ddd4a51925954a5945ca9b"),
        ("alphabeta@1:depth=5", "95dddaa51929914a9944ca9b"),
        ("alphabeta@2:nodes=900", "95ddd9c111899c55ccd1a11b"),
        ("alphabeta@2:depth=5", "95ddd91111d9dc55ccd1d11b"),
        ("alphabeta@3:nodes=900", "95ddd9c111899c55ccd1a11b"),
        ("alphabeta@3:depth=5", "95ddd91111d9dc55ccd1d11b"),
        ("alphabeta@4:nodes=900", "51ddd9c5d189d95dc9d1d11b"),
        ("alphabeta@4:depth=5", "55ddd9c11d89dc551dd1d11b"),
    ];
    let found = expected.map(|(name, _)| (name, choices(name)));
    assert_eq!(found, expected.map(|(name, codes)| (name, codes.to_owned())));
}

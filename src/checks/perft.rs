//! Counts lines of play of any game, to hold its list of legal actions against known numbers.

use std::collections::BTreeMap;

use chase_engine::dice::{Dice, Generator};
use chase_engine::game::{BrokenRule, Game, Turn};
use chase_kit::wire;

/// The reasons for which lines of play cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncounted {
    /// A turn draws from the dice: what it leads to is luck.
    #[error("a turn draws from the dice; only lines without random draws can be counted")]
    Draws,
    /// Several seats act at once: no seat's move is played before another's.
    #[error(
        "several seats act at once; only lines in which one moves after the other can be counted"
    )]
    AtOnce,
    /// There are more than fit into 64 bits.
    #[error("there are more lines than can be counted")]
    TooMany,
    /// The game refuses what it lists as legal, or what it has decided: a law is broken.
    #[error("the game refuses what it lists as legal: {0}")]
    Broken(String),
}

/// Counts the lines of play from one state. It remembers what it counted, as different moves often
/// lead to one state.
pub struct LineCounter<'a, G: Game> {
    game: &'a G,
    counted: BTreeMap<(u32, Vec<u8>), u64>,
}

impl<'a, G: Game> LineCounter<'a, G> {
    /// More states are not remembered, so that memory stays small.
    const STATES_MAX: usize = 1 << 20;

    /// Nothing is counted yet.
    #[must_use]
    pub fn of(game: &'a G) -> Self {
        LineCounter { game, counted: BTreeMap::new() }
    }

    /// The lines of exactly so many moves from the beginning; shorter ones, which the end of the game
    /// cuts off, are not counted. What the world does between moves is none.
    ///
    /// # Errors
    /// Several seats act at once, or a turn on the way draws, that of the last move excepted, which is counted without being played;
    /// or the game breaks a law.
    pub fn count(&mut self, moves: u32) -> Result<u64, Uncounted> {
        self.from(self.game.start(), moves)
    }

    fn from(&mut self, mut state: G::State, moves: u32) -> Result<u64, Uncounted> {
        let seat = loop {
            match self.game.turn(&state) {
                Turn::Seat(_) | Turn::Over(_) if moves == 0 => return Ok(1),
                Turn::Over(_) => return Ok(0),
                Turn::Seats(_) => return Err(Uncounted::AtOnce),
                Turn::Seat(seat) => break seat,
                Turn::World => {
                    let world = |dice: &mut Dice, out: &mut Vec<G::Event>| {
                        self.game.world_in(&state, dice, out);
                        Ok(())
                    };
                    state = self.after(&state, world)?;
                }
            }
        };
        let mut buffer = Vec::new();
        let legal = self.game.legal_in(&state, seat, &mut buffer).to_vec();
        if moves == 1 {
            return Ok(legal.len() as u64);
        }
        let mut bytes = Vec::new();
        wire::put(&state, &mut bytes);
        let key = (moves, bytes);
        if let Some(count) = self.counted.get(&key) {
            return Ok(*count);
        }
        let mut count = 0_u64;
        for action in legal {
            let next = self
                .after(&state, |dice, out| self.game.decide_in(&state, seat, &action, dice, out))?;
            let more = self.from(next, moves - 1)?;
            count = count.checked_add(more).ok_or(Uncounted::TooMany)?;
        }
        if self.counted.len() < Self::STATES_MAX {
            self.counted.insert(key, count);
        }
        Ok(count)
    }

    /// The state after what is chosen in it, unless that draws.
    fn after(
        &self,
        state: &G::State,
        choose: impl FnOnce(&mut Dice, &mut Vec<G::Event>) -> Result<(), BrokenRule>,
    ) -> Result<G::State, Uncounted> {
        let broken = |rule: BrokenRule| Uncounted::Broken(rule.to_string());
        let (mut dice, mut events) = (Dice::new(Generator::Chacha8, 0, 0), Vec::new());
        choose(&mut dice, &mut events).map_err(broken)?;
        if dice.words() > 0 {
            return Err(Uncounted::Draws);
        }
        let mut next = state.clone();
        for event in &events {
            self.game.apply(&mut next, event).map_err(broken)?;
        }
        Ok(next)
    }
}

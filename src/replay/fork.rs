//! Recordings that go on from a cycle of another, with the same players or with others.

use crate::opener::{opener, past_the_end};
use crate::store::ReplayReader;
use chase_engine::seat::Seat;
use chase_play::player_name::{
    PlayerName, names_of_seats, no_player, seats_called, who_and_player,
};
use chase_play::{CommandLine, Games};
use chase_record::any::{NamedSide, RecordedHistory};
use chase_record::replay::Header;
use chase_world::error::{Error, quoted};

/// A recording at one of its cycles, from where another one goes on.
///
/// The other one has the same cycles up to there, and then what its own players do. With the same
/// players and dice that is what the recording has, event for event.
pub struct Fork {
    reader: ReplayReader,
    games: Games,
    game: &'static dyn CommandLine,
    header: Header,
    cycle: u64,
    sides: Vec<NamedSide>,
    /// The seats that were given a player.
    given: Vec<bool>,
}

impl Fork {
    /// Goes to a cycle of a recording of one of these games; the reader stands before its first cycle.
    ///
    /// # Errors
    /// Damage on the way, a cycle that is not there, or one after which the game is over.
    pub fn at(games: Games, mut reader: ReplayReader, cycle: u64) -> Result<Self, Error> {
        let name = reader.name().to_owned();
        reader.go_to(cycle)?;
        let now = reader.now();
        if now.last() != Some(cycle) {
            return Err(past_the_end(now, cycle).at(name));
        }
        if now.outcome().is_some() {
            let what = format!("the game is over after {} {cycle}", now.unit());
            let error = Error::new(what).at(name);
            return Err(error.help("nothing can be played from there; go on from an earlier one"));
        }
        let mut header = reader.header().clone().continued(now.seal(), cycle);
        reader.begin_again(&opener(games))?;
        let game = games.find(&header.game)?;
        let sides = game.sides(&mut header);
        let sides = sides.map_err(|why| crate::store::unopened(&header.game, &why))?;
        Ok(Fork {
            given: vec![false; header.players.len()],
            reader,
            games,
            game,
            header,
            cycle,
            sides,
        })
    }

    /// The game that goes on.
    #[must_use]
    pub fn game(&self) -> &'static dyn CommandLine {
        self.game
    }

    /// The header of the recording that goes on, with the players seated so far.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The last cycle that both have.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Returns the game's word for a cycle.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        self.reader.now().unit()
    }

    /// Throws the dice of another game of the series from there on.
    pub fn set_number(&mut self, number: u64) {
        self.header.number = number;
    }

    /// Sits a player down from there on: `WHO=PLAYER`, where WHO is a seat or a side; the player alone
    /// in a game of one seat.
    ///
    /// # Errors
    /// No such seat, or no such player for it.
    pub fn seat(&mut self, text: &str) -> Result<(), Error> {
        let (seats, player) = match who_and_player(text) {
            Some((who, player)) => (self.seats_named(who)?, player),
            None if self.given.len() == 1 => (vec![Seat(0)], text),
            None => {
                let what = format!("`{}` names no seat", quoted(text));
                let help = format!("as in WHO={text}; {}", self.known());
                return Err(Error::new(what).help(help));
            }
        };
        for seat in seats {
            let house = self.game.house();
            if let Some((_, name)) = house.iter().find(|(taken, _)| *taken == seat)
                && !is_plain(player)
            {
                let what = format!("`{}` cannot play seat {}", quoted(player), seat.0);
                return Err(
                    Error::new(what).help(format!("only a built-in player can, such as `{name}`"))
                );
            }
            self.header.players[seat.index()] = self.full_name(seat, player)?;
            self.given[seat.index()] = true;
        }
        Ok(())
    }

    /// Holds the players against what can go on: nobody who played from outside, and no person, goes
    /// on unasked.
    ///
    /// # Errors
    /// A seat that must be given a player, and how.
    pub fn check_seated(&self) -> Result<(), Error> {
        let seats = (0..).map(Seat).zip(&self.header.players).zip(&self.given);
        let mut left = seats.filter(|(_, given)| !**given);
        let Some(((seat, name), _)) =
            left.find(|((seat, name), _)| self.full_name(*seat, name).is_err() || !is_plain(name))
        else {
            return Ok(());
        };
        let seat = self.seat_name(seat);
        let what = match PlayerName::of(name) {
            PlayerName::Person => format!("{seat} needs another player: a person played it"),
            PlayerName::BuiltIn(_) => {
                format!(
                    "{seat} needs another player: `{}`, which is not built in, played it",
                    quoted(name)
                )
            }
            _ => format!(
                "{seat} needs another player: the outside program `{}` played it",
                quoted(name)
            ),
        };
        let plain = seat.replace(' ', "-");
        let help = format!("name the player from there on: --player {plain}=PLAYER");
        Err(Error::new(what).at(self.reader.name()).help(help))
    }

    /// Hands over the cycles that both have, one after another.
    ///
    /// # Errors
    /// Damage on the way, or what `each` says.
    pub fn past<E: From<Error>>(
        &mut self,
        mut each: impl FnMut(&dyn RecordedHistory) -> Result<(), E>,
    ) -> Result<(), E> {
        self.reader.begin_again(&opener(self.games))?;
        while self.reader.now().last() != Some(self.cycle) && self.reader.next_cycle()? {
            each(self.reader.now())?;
        }
        Ok(())
    }

    /// The player's name as headers have it.
    fn full_name(&self, seat: Seat, player: &str) -> Result<String, Error> {
        if !is_plain(player) {
            return Ok(player.to_owned());
        }
        let count = u8::try_from(self.given.len()).unwrap_or(u8::MAX);
        let found = self.game.built_in(player, count);
        let has_files = self.game.extras().file_protocol.is_some();
        let found = found.map_err(|why| no_player(&why, has_files))?;
        if !found.seats.contains(&seat) {
            let (name, seat) = (found.name, self.seat_name(seat));
            return Err(Error::new(format!("`{name}` does not play {seat}")));
        }
        Ok(found.name)
    }

    /// The seats of a name.
    fn seats_named(&self, who: &str) -> Result<Vec<Seat>, Error> {
        seats_called(&self.sides, who).ok_or_else(|| {
            let what = format!("no seat or side here is called `{}`", quoted(who));
            Error::new(what).help(self.known())
        })
    }

    /// The names of sides and seats, in words.
    fn known(&self) -> String {
        format!("there are {}", names_of_seats(&self.sides).join(", "))
    }

    fn seat_name(&self, seat: Seat) -> String {
        let mut seats = self.sides.iter().flat_map(|side| &side.seats);
        let named = seats.find(|(it, _)| *it == seat);
        named.map_or_else(String::new, |(_, name)| name.clone())
    }
}

/// Returns whether a name is that of a player that is neither a person nor outside the process.
fn is_plain(name: &str) -> bool {
    matches!(PlayerName::of(name), PlayerName::BuiltIn(_))
}

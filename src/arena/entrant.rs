//! The players of a match as their user names them: one for all seats it can have, or a line-up of
//! several, each for a side or a seat.

use super::files::{command_and_id, id_of};
use super::seat_groups::{PlayerSlot, SeatLayout};
use chase_engine::game::Seat;
use chase_outside::address::Address;
use chase_outside::program::ProgramCommand;
use chase_outside::remote::Allowance;
use chase_play::CommandLine;
use chase_play::player_name::{PlayerName, no_player, who_and_player};
use chase_world::error::Error;
use chase_world::world::WorldPath;

/// The source of a player's decisions.
#[derive(Clone, Debug)]
pub enum PlayerSource {
    /// A built-in player.
    BuiltIn,
    /// A person at the terminal.
    Person,
    /// A player that speaks the protocol.
    Outside(Address),
    /// A program that meets others through files, and its ID.
    Files(ProgramCommand, String),
}

/// A player for some seats.
#[derive(Clone, Debug)]
pub struct Role {
    /// Its name, as headers have it.
    pub name: String,
    /// The source of its decisions.
    pub kind: PlayerSource,
    /// The seats it can have.
    pub seats: Vec<Seat>,
}

/// A participant in a match: one player, or a line-up of several.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// As it was named.
    pub name: String,
    /// The players of the line-up, or the one player.
    pub parts: Vec<Role>,
}

impl Entrant {
    /// The index in `parts` of the player that has a seat; nothing where none has it.
    pub fn part(&self, seat: Seat) -> Option<usize> {
        self.parts.iter().position(|part| part.seats.contains(&seat))
    }

    /// Returns whether it can fill all of some seats.
    pub fn fills(&self, seats: &[Seat]) -> bool {
        seats.iter().all(|seat| self.part(*seat).is_some())
    }

    /// Returns whether it can only play one game at a time.
    pub fn plays_one_at_a_time(&self) -> bool {
        self.parts.iter().any(|part| match &part.kind {
            PlayerSource::Person => true,
            PlayerSource::Outside(address) => address.is_socket(),
            PlayerSource::BuiltIn | PlayerSource::Files(..) => false,
        })
    }
}

/// A player with a name of its own, beside what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPlayer {
    /// The name in tables and journals.
    pub name: String,
    /// The player, as on a command line; it plays in all seats it can have.
    pub player: String,
}

/// A side's or seat's name, the seats, and who shall play for them.
pub(crate) type Assigned<'n> = (&'n str, Vec<Seat>, &'n str);

/// Reads players one by one.
pub struct Reader<'a> {
    /// The game that they play.
    pub game: &'a dyn CommandLine,
    /// The seats of the game.
    pub layout: &'a SeatLayout,
    /// The limits on the time and memory of players outside the process.
    pub allowance: Allowance,
}

impl Reader<'_> {
    /// The entrants that `--player` names. `WHO=NAME` names one player of a line-up; a line-up ends
    /// where somebody is named again, or with a player of no seat's. With them come players that have
    /// names of their own.
    ///
    /// # Errors
    /// A name that is no player's, or a program that cannot be had.
    pub fn read(&self, names: &[String], others: &[NamedPlayer]) -> Result<Vec<Entrant>, Error> {
        let mut entrants: Vec<Entrant> = Vec::new();
        let mut is_open = false;
        for name in names {
            let Some((who, seats, player)) = self.assigned(name)? else {
                let part = self.part(name, self.layout.seats())?;
                entrants.push(Entrant { name: plain(name), parts: vec![part] });
                is_open = false;
                continue;
            };
            let part = self.part(player, seats.clone())?;
            if let Some(missing) = seats.iter().find(|seat| !part.seats.contains(seat)) {
                let seat = self.layout.seat_name(*missing);
                let what = format!("`{player}` does not play for {seat}");
                return Err(Error::new(what).at(format!("--player {name}")));
            }
            let word = format!("{who}={}", plain(player));
            let is_taken = |entrant: &Entrant| seats.iter().any(|it| entrant.part(*it).is_some());
            match entrants.last_mut().filter(|last| is_open && !is_taken(last)) {
                Some(last) => {
                    last.name = format!("{} {word}", last.name);
                    last.parts.push(part);
                }
                None => entrants.push(Entrant { name: word, parts: vec![part] }),
            }
            is_open = true;
        }
        for NamedPlayer { name, player } in others {
            entrants.push(Entrant {
                name: plain(name),
                parts: vec![self.part(player, self.layout.seats())?],
            });
        }
        check_ids(&entrants)?;
        self.check_whole(&entrants)?;
        if let [alone] = &entrants[..] {
            entrants = self.parted(alone);
        }
        number_doubles(&mut entrants);
        Ok(entrants)
    }

    /// The seat or side of a name like `WHO=PLAYER`, its seats and the player; nothing for any
    /// other name.
    ///
    /// # Errors
    /// There is no such seat or side.
    pub fn assigned<'n>(&self, name: &'n str) -> Result<Option<Assigned<'n>>, Error> {
        let Some((who, player)) = who_and_player(name) else {
            return Ok(None);
        };
        if let Some(seats) = self.layout.named(who) {
            return Ok(Some((who, seats, player)));
        }
        let all = self.layout.names().join(", ");
        let what = format!("no seat or side here is called `{}`", chase_world::error::quoted(who));
        Err(Error::new(what).help(format!("there are {all}")))
    }

    /// A line-up without anybody to meet plays against itself: its sides are parted. A player that
    /// is one for all sides stays alone.
    fn parted(&self, alone: &Entrant) -> Vec<Entrant> {
        let slots = &self.layout.slots;
        let is_line_up = alone.parts.len() > 1;
        if !is_line_up || slots.len() == 1 || !slots.iter().all(|it| alone.fills(&it.seats())) {
            return vec![alone.clone()];
        }
        let side = |slot: &PlayerSlot| {
            let seats = slot.seats();
            let is_here = |part: &&Role| part.seats.iter().any(|seat| seats.contains(seat));
            let parts: Vec<_> = alone.parts.iter().filter(is_here).cloned().collect();
            let words = parts.iter().map(|part| match &part.seats[..] {
                [seat] if seats.len() > 1 => {
                    format!("{}={}", self.layout.seat_name(*seat), plain(&part.name))
                }
                _ => format!("{}={}", slot.name.replace(' ', "-"), plain(&part.name)),
            });
            Entrant { name: words.collect::<Vec<_>>().join(" "), parts }
        };
        slots.iter().map(side).collect()
    }

    /// Every line-up is good for one side at least.
    fn check_whole(&self, entrants: &[Entrant]) -> Result<(), Error> {
        let slots = &self.layout.slots;
        for entrant in entrants.iter().filter(|it| !it.parts.iter().all(|it| it.seats.is_empty())) {
            if slots.iter().any(|slot| entrant.fills(&slot.seats())) {
                continue;
            }
            let begun = slots
                .iter()
                .find(|slot| slot.seats().into_iter().any(|seat| entrant.part(seat).is_some()));
            let missing = begun.iter().flat_map(|slot| &slot.seats);
            let missing = missing.filter(|(seat, _)| entrant.part(*seat).is_none());
            let missing: Vec<_> = missing.map(|(_, name)| name.as_str()).collect();
            let what =
                format!("the line-up `{}` has no player for {}", entrant.name, missing.join(", "));
            let help = "name players for all seats of a side, one after another";
            return Err(Error::new(what).help(help));
        }
        Ok(())
    }

    /// The program of a player that meets others through files, and its ID.
    fn program_and_id(&self, name: &str, command: &str) -> Result<(ProgramCommand, String), Error> {
        let Some(protocol) = self.game.extras().file_protocol else {
            let game = self.game.name();
            let error =
                Error::new(format!("{game} has no protocol for players that exchange files"));
            let help = "use exec:COMMAND, which talks over standard input and output";
            return Err(error.at(format!("--player {name}")).help(help));
        };
        let (command, given) = command_and_id(command);
        let program = ProgramCommand::from_line(command);
        let program = program.map_err(|why| Error::new(why.to_string()).at(name))?;
        let time = self.allowance.move_time;
        let id = id_of(protocol, &program, given, time).map_err(|error| error.at(name))?;
        Ok((program, id))
    }

    /// The player of a name, for some seats or those of them that it can play for.
    ///
    /// # Errors
    /// A name that is no player's, or a program that cannot be had.
    pub fn part(&self, name: &str, seats: Vec<Seat>) -> Result<Role, Error> {
        let unusable =
            |why: chase_outside::program::UnusableProgram| Error::new(why.to_string()).at(name);
        let part = |kind| Role {
            name: Address::without_token(name).to_owned(),
            kind,
            seats: seats.clone(),
        };
        match PlayerName::of(name) {
            PlayerName::Person => return Ok(part(PlayerSource::Person)),
            PlayerName::Protocol(name) => {
                let address = Address::parse(name).map_err(unusable)?;
                let address = address.expect("the forms of names are those of addresses");
                return Ok(part(PlayerSource::Outside(address)));
            }
            PlayerName::Files(command) => {
                let (program, id) = self.program_and_id(name, command)?;
                return Ok(part(PlayerSource::Files(program, id)));
            }
            PlayerName::BuiltIn(_) => {}
        }
        let all = u8::try_from(self.layout.count()).expect("a game has few seats");
        let has_files = self.game.extras().file_protocol.is_some();
        let built_in = self.game.built_in(name, all).map_err(|why| no_player(&why, has_files))?;
        Ok(Role {
            name: built_in.name,
            kind: PlayerSource::BuiltIn,
            seats: seats.into_iter().filter(|seat| built_in.seats.contains(seat)).collect(),
        })
    }
}

/// A name as it is shown and kept: without its token's file, and without what steers a terminal.
fn plain(name: &str) -> String {
    chase_world::error::quoted_to(Address::without_token(name), usize::MAX)
}

/// Every program that meets others through files has an ID of its own.
pub(crate) fn check_ids(entrants: &[Entrant]) -> Result<(), Error> {
    let parts = entrants.iter().flat_map(|entrant| &entrant.parts);
    let mut known: Vec<&str> = Vec::new();
    for part in parts {
        if let PlayerSource::Files(_, id) = &part.kind {
            if known.contains(&id.as_str()) {
                let what = format!("two programs have the ID {id}");
                return Err(Error::new(what)
                    .at(&part.name)
                    .help("every player needs an ID of its own"));
            }
            known.push(id);
        }
    }
    Ok(())
}

/// Players of the same name can be told apart in a table.
fn number_doubles(entrants: &mut [Entrant]) {
    let names: Vec<_> = entrants.iter().map(|entrant| entrant.name.clone()).collect();
    for (n, entrant) in entrants.iter_mut().enumerate() {
        let before = names[..n].iter().filter(|name| **name == names[n]).count();
        if before > 0 {
            entrant.name = format!("{} #{}", entrant.name, before + 1);
        }
    }
}

/// A player's name with what it fills, where it does not say that itself: a line-up does, as in
/// `mr-x=report`, and the limit behind a colon does not.
pub fn seated(slot: &str, name: &str) -> String {
    match name.split(':').next().unwrap_or(name).contains('=') {
        true => name.to_owned(),
        false => format!("{slot} {name}"),
    }
}

/// The path at which the replay of a game of a series is kept.
pub fn replay_path(folder: &WorldPath, number: u64) -> WorldPath {
    folder.join(format!("game-{:04}.json", number + 1))
}

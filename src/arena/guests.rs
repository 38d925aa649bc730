//! The players outside the process at a single game, which is no part of a match.

use std::sync::Arc;

use super::cast::{Cast, Doors, doors};
use super::entrant::{Entrant, PlayerSource, Reader, Role, check_ids};
use super::files::CalledProgram;
use super::seat_groups::SeatLayout;
use chase_engine::game::Seat;
use chase_kit::budget::StopFlag;
use chase_outside::door::SeatDoor;
use chase_outside::program::ProgramCommand;
use chase_outside::remote::Allowance;
use chase_play::CommandLine;
use chase_play::openings::{Seated, Wanted};
use chase_play::player_name::PlayerName;
use chase_play::seating::{Anew, Seating};
use chase_record::any::SeatOccupant;
use chase_record::replay::Header;
use chase_world::error::Error;

/// Times that were asked for, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// For a move.
    pub move_ms: Option<u32>,
    /// For all moves of a game.
    pub game_ms: Option<u32>,
}

/// The players of a game that its header names and that are not built in.
pub struct Guests {
    /// All of them, as the line-up of one entrant.
    line_up: Vec<Entrant>,
    doors: Doors,
    allowance: Allowance,
    seats: usize,
}

impl Guests {
    /// Reads the players of a header. Seats of one side whose players have the same name are one
    /// player's. Nothing is connected yet, but programs that meet through files are asked for their
    /// IDs.
    ///
    /// # Errors
    /// A name that is no player's, a program that cannot be had, a seat that is the house's.
    pub fn of(
        game: &dyn CommandLine,
        header: &Header,
        allowance: Allowance,
    ) -> Result<Self, Error> {
        let is_built_in = |name: &String| matches!(PlayerName::of(name), PlayerName::BuiltIn(_));
        if header.players.iter().all(is_built_in) {
            // The scenario, which may be large, is not looked at for nobody.
            return Guests::among(Vec::new(), header, allowance);
        }
        let layout = SeatLayout::of_header(game, &mut header.clone(), game.house())?;
        let named = |seat: Seat| header.players[seat.index()].as_str();
        for (seat, name) in &layout.house {
            if PlayerName::of(named(*seat)) != PlayerName::BuiltIn(named(*seat)) {
                let what = format!("`{}` cannot play seat {}", named(*seat), seat.0);
                return Err(
                    Error::new(what).help(format!("only a built-in player can, such as `{name}`"))
                );
            }
        }
        let reader = Reader { game, layout: &layout, allowance };
        let mut parts = Vec::new();
        for slot in &layout.slots {
            let mut left = slot.seats();
            while let Some(first) = left.first().copied() {
                let name = named(first);
                let (mine, others) = left.iter().partition(|seat| named(**seat) == name);
                left = others;
                if !matches!(PlayerName::of(name), PlayerName::BuiltIn(_)) {
                    parts.push(reader.part(name, mine)?);
                }
            }
        }
        Guests::among(parts, header, allowance)
    }

    fn among(parts: Vec<Role>, header: &Header, allowance: Allowance) -> Result<Self, Error> {
        let line_up = vec![Entrant { name: String::new(), parts }];
        check_ids(&line_up)?;
        Ok(Guests { doors: doors(&line_up)?, line_up, allowance, seats: header.players.len() })
    }

    /// Returns whether nobody among them is outside the process.
    pub fn are_people(&self) -> bool {
        self.line_up[0].parts.iter().all(|part| matches!(part.kind, PlayerSource::Person))
    }

    /// The players that are waited for, by name, each with the door at which it is expected.
    pub fn doors(&self) -> impl Iterator<Item = (&str, &SeatDoor)> {
        let doors = self.doors.iter();
        doors.map(|((_, part), door)| (self.line_up[0].parts[*part].name.as_str(), &**door))
    }

    /// Gives a header's scenario the IDs of programs, and the times that were asked for.
    ///
    /// # Errors
    /// No game can be played with them.
    pub fn fit(
        &self,
        game: &dyn CommandLine,
        header: &mut Header,
        times: Times,
    ) -> Result<(), Error> {
        let ids = self.files().map(|(seat, _, id)| (seat, id.to_owned()));
        let ids: Vec<(Seat, String)> = ids.collect();
        if ids.is_empty() && times == Times::default() {
            return Ok(());
        }
        let seated = |(n, name): (usize, &String)| Seated {
            name: name.clone(),
            id: ids.iter().find(|(seat, _)| seat.index() == n).map(|(_, id)| id.clone()),
        };
        let seated: Vec<_> = header.players.iter().enumerate().map(seated).collect();
        let wanted = Wanted {
            move_ms: times.move_ms,
            game_ms: times.game_ms,
            ..Wanted::of(header.seed, self.seats)
        };
        game.fit(header, &seated, &wanted)
    }

    fn files(&self) -> impl Iterator<Item = (Seat, &ProgramCommand, &str)> {
        self.line_up[0].parts.iter().filter_map(|part| match &part.kind {
            PlayerSource::Files(program, id) => Some((part.seats[0], program, id.as_str())),
            _ => None,
        })
    }

    /// Sits them down; `stop` ends what they play.
    ///
    /// # Errors
    /// There is no room for the folder of a program.
    pub fn seating(&self, stop: &StopFlag) -> Result<Seating, Error> {
        let mut cast = Cast::new(&self.line_up, &self.doors, self.allowance);
        let chairs = (0..self.seats).map(|n| {
            let seat = Seat(u8::try_from(n).expect("a game has few seats"));
            cast.chair(0, seat)
        });
        let chairs: Vec<SeatOccupant> = chairs.collect();
        let seating =
            Seating { chairs, anew: Some(self.called()), stop: stop.clone(), ..Seating::default() };
        seating.another()
    }

    fn called(&self) -> Anew {
        let move_time = self.allowance.move_time;
        let files = self.files().map(|(seat, program, _)| (seat, program.clone()));
        let files: Vec<_> = files.collect();
        Arc::new(move || {
            let called = files.iter().map(|(seat, program)| -> Result<_, Error> {
                Ok((*seat, CalledProgram::shared(program.clone(), move_time)?))
            });
            called.collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use chase_outside::link_fault::Sizes;
    use chase_outside::remote::Restart;
    use chase_play::commands::Purpose;
    use chase_record::entry::GameEntry;
    use chase_world::world::World;

    #[test]
    fn the_scenario_of_built_in_players_is_not_looked_at() {
        let game: &dyn CommandLine = &GameEntry::<chase_police::Police>::new();
        let command = game.args(Purpose::Record, clap::Command::new("record"));
        let matches = command.get_matches_from(["record"]);
        let mut header = game
            .setup(&World::of_process("chase"), &matches, 0)
            .expect("the embedded scenario")
            .header;
        // Whoever opened it would refuse the number of its rules.
        header.rules = u32::MAX;
        let allowance = Allowance {
            start: Duration::from_secs(1),
            move_time: Duration::from_secs(1),
            game_time: None,
            sizes: Sizes { line_bytes_max: 1 << 10, all_bytes_max: 1 << 10 },
            memory_bytes_max: None,
            restart: Restart::Failed,
        };
        let guests = Guests::of(game, &header, allowance).expect("nobody outside");
        assert!(guests.are_people());
        header.players[1] = "human".into();
        assert!(Guests::of(game, &header, allowance).is_err());
    }
}

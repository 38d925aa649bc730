//! The options of every command at which players outside the process may sit: what these may use
//! up, and how they are shut in.

use std::time::Duration;

use clap::Args;

use super::sandbox::SandboxOptions;
use super::secret_files::{self, Secret};
use chase_arena::files::command_and_id;
use chase_arena::guests::{Guests, Times};
use chase_kit::budget::{StopFlag, parse_time};
use chase_outside::address::Address;
use chase_outside::door::SeatDoor;
use chase_outside::link_fault::Sizes;
use chase_outside::program::ProgramCommand;
use chase_outside::remote::{Allowance, Restart};
use chase_play::CommandLine;
use chase_play::player_name::{FORMS, PlayerName, who_and_player};
use chase_play::seating::Seating;
use chase_record::replay::Header;
use chase_world::error::Error;
use chase_world::world::World;

/// What players outside may use up, and how they are shut in.
#[derive(Args)]
pub struct OutsiderOptions {
    /// When to start or connect an outside player again
    #[arg(long, value_name = "WHEN", default_value = "failed")]
    pub restart: Restart,
    /// Time for an outside player to get ready, as in 30s [default: 10s; for listen 60s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    start_time: Option<Duration>,
    /// Time per move for an outside player, as in 500ms [default: 10s; in animal-checkers 5s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    move_time: Option<Duration>,
    /// Time per game for an outside player, as in 5m [default: no limit; in animal-checkers 120s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    game_time: Option<Duration>,
    /// Longest line that an outside player may send, in bytes
    #[arg(long, value_name = "N", default_value_t = 1 << 20, value_parser = clap::value_parser!(u32).range(64..))]
    line_bytes: u32,
    /// Bytes that an outside player may send in a game
    #[arg(long, value_name = "N", default_value_t = 1 << 24, value_parser = clap::value_parser!(u32).range(64..))]
    output_bytes: u32,
    /// Memory for each process of a started program in MiB, as in 512; all processes together may
    /// have 4 GiB, or this if it is more
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    memory: Option<u32>,
    #[command(flatten)]
    pub sandbox: SandboxOptions,
}

/// Returns whether somebody among these plays outside the process.
pub fn are_outside(players: &[String]) -> bool {
    let player = |name: &'_ String| who_and_player(name).map_or(name.clone(), |it| it.1.to_owned());
    players.iter().map(player).any(|name| PlayerName::of(&name).is_outside())
}

/// Returns whether somebody among these comes to us.
pub fn is_listening(players: &[String]) -> bool {
    players.iter().any(|name| name.contains("listen:"))
}

impl OutsiderOptions {
    /// The limits on the use of time, memory and lines by a player.
    pub fn allowance(&self, is_listening: bool) -> Allowance {
        const START: Duration = Duration::from_secs(10);
        const START_LISTENING: Duration = Duration::from_secs(60);
        const MOVE: Duration = Duration::from_secs(10);
        let usual = if is_listening { START_LISTENING } else { START };
        Allowance {
            start: self.start_time.unwrap_or(usual),
            move_time: self.move_time.unwrap_or(MOVE),
            game_time: self.game_time,
            sizes: Sizes {
                line_bytes_max: self.line_bytes as usize,
                all_bytes_max: self.output_bytes as usize,
            },
            memory_bytes_max: self.memory.map(|mib| u64::from(mib) << 20),
            restart: self.restart,
        }
    }

    /// The times for scenarios that have some.
    pub fn times(&self) -> Times {
        let millis = |time: Option<Duration>| {
            time.map(|time| u32::try_from(time.as_millis()).unwrap_or(u32::MAX))
        };
        Times { move_ms: millis(self.move_time), game_ms: millis(self.game_time) }
    }

    /// Sits down those whom a header names and who are not built in. Its scenario gets what they
    /// and the times fix. None of their programs can read the secrets or a token.
    ///
    /// # Errors
    /// A name that is no player's, or a program that cannot be had or shut in.
    pub fn seat(
        &self,
        world: &World,
        game: &dyn CommandLine,
        header: &mut Header,
        mut secrets: Vec<Secret>,
        stop: &StopFlag,
    ) -> Result<Seating, Error> {
        secrets.extend(secret_files::of_tokens(header.players.iter()));
        let mut programs: Vec<_> = header.players.iter().filter_map(|it| program_of(it)).collect();
        // Seats of one player's come in a row.
        programs.dedup_by(|one, other| one.argv() == other.argv());
        if are_outside(&header.players) {
            self.sandbox.begin(world, &programs, &secrets)?;
            self.sandbox.check_apart(&programs, &secrets)?;
        }
        let allowance = self.allowance(is_listening(&header.players));
        let guests = Guests::of(game, header, allowance)?;
        guests.fit(game, header, self.times())?;
        for name in &mut header.players {
            *name = Address::without_token(name).to_owned();
        }
        for (name, door) in guests.doors() {
            tell_door(world, name, door);
        }
        if guests.are_people() {
            return Ok(Seating { stop: stop.clone(), ..Seating::default() });
        }
        guests.seating(stop)
    }
}

/// Says where a player is waited for, and its token where nobody knows it yet.
pub fn tell_door(world: &World, name: &str, door: &SeatDoor) {
    let token = match door.drawn_token() {
        Some(token) => format!(", with the token {token}"),
        None => String::new(),
    };
    let at = door.at();
    world.note(&format_args!("{name}: waiting for a player at {at}{token}"));
}

/// The program that a player's text names, where it names one that is there; what is wrong with
/// others is told when they are read.
pub fn program_of(player: &str) -> Option<ProgramCommand> {
    let name = who_and_player(player).map_or(player, |(_, name)| name);
    let line = match PlayerName::of(name) {
        PlayerName::Protocol(name) => name.strip_prefix("exec:")?,
        PlayerName::Files(line) => command_and_id(line).0,
        PlayerName::BuiltIn(_) | PlayerName::Person => return None,
    };
    ProgramCommand::from_line(line).ok()
}

/// The grammar of players for the end of a command's help.
pub fn players_help(game: &dyn CommandLine) -> String {
    let has_files = game.extras().file_protocol.is_some();
    let mut help = String::from("Players (docs/players.md):\n");
    for form in FORMS.iter().filter(|form| has_files || !form.is_for_files) {
        let who = match form.written.starts_with("NAME") {
            true => format!("{}: {}", form.who, game.built_in_names().join(", ")),
            false => form.who.to_owned(),
        };
        help.push_str(&format!("  {:<16}  {who}\n", form.written));
    }
    help
}

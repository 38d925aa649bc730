//! `chase env`: a game played from outside, action by action, on standard input and output, for programs
//! that learn. The lines are those of docs/environments.md. What a seat is shown comes from the
//! [`AnyEnvironment`] alone.

use std::io::Write;
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::options::setup::{named_game, with_games};
use crate::print::usage::clap_error;
use crate::verb::{Context, Done, GamesVerb, Verb};
use chase_engine::dice::Generator;
use chase_engine::game::Seat;
use chase_engine::seat::Seats;
use chase_kit::protocol::{error_line, kind, kind_of, line};
use chase_play::commands::Purpose;
use chase_play::player_name::{OUTSIDE, names_of_seats, seats_called, who_and_player};
use chase_play::{CommandLine, Games, Setup};
use chase_record::any::{NamedSide, RecordError};
use chase_record::line_server::answer_lines;
use chase_record::replay::{Header, WRITER};
use chase_replay::episode::write_episode;
use chase_replay::store::{Overwrite, unrecorded};
use chase_study::environment::{AnyEnvironment, Episode};
use chase_world::error::{Error, quoted};
use chase_world::object;

pub const VERB: &dyn Verb = &GamesVerb { name: "env", command, run };

/// The number of the lines' form, which the first of them says.
const PROTOCOL: u32 = 1;

/// The option of the players, which every game has, and that of the dice, which some have.
const PLAYER: &str = "player";
const DICE: &str = "dice";

#[derive(Args)]
struct EnvOptions {
    /// Seats or sides that the learning program plays, as in `--outside D1` [default: all that no
    /// --player names]
    #[arg(long, value_name = "WHO", value_delimiter = ',')]
    outside: Vec<String>,
}

fn command(games: Games) -> Command {
    let of_games = games.all().iter().map(|game| {
        let command = with_dice(game.args(Purpose::Record, Command::new(game.name())));
        EnvOptions::augment_args(command)
            .mut_args(|arg| {
                if arg.get_id() != PLAYER {
                    return arg;
                }
                arg.long_help(None).help(
                    "WHO=PLAYER, a built-in player for a seat or a side [default for seats not in \
                     --outside: the game's usual players]",
                )
            })
            .about(game.about())
            .after_help(format!("Example:\n  chase env {} --seed 1", game.name()))
    });
    with_games(Command::new("env"), of_games)
        .about("Serve a game to a learning program, on standard input and output")
        .after_help(
            "It reads and writes one JSON object a line (docs/environments.md). From Python use \
             chase_sim.env(program=...). --seed fixes the random parts of the scenario; the dice of \
             each game come from the seed of its reset.\n\n\
             Examples:\n  \
             chase env police --outside detectives\n  \
             chase env animal-checkers --player side-0=greedy --seed 1",
        )
}

/// The command with an option for the dice, where the game has none of its own.
fn with_dice(command: Command) -> Command {
    if command.get_arguments().any(|arg| arg.get_id() == DICE) {
        return command;
    }
    command.arg(
        Arg::new(DICE)
            .long(DICE)
            .value_name("NAME")
            .value_parser(value_parser!(Generator))
            .help("Random generator: chacha8 (each seat has its own random numbers) or glibc"),
    )
}

fn run(context: Context<'_>, matches: &ArgMatches, out: &mut dyn Write) -> Done {
    let (game, matches) = named_game(context.games, matches)?;
    let options = EnvOptions::from_arg_matches(matches).map_err(clap_error)?;
    let mut setup = game.setup(context.world, matches, 0)?;
    if setup.seed_drawn {
        context.world.note_drawn(setup.header.seed, "have the same scenario again");
    }
    let header = &mut setup.header;
    if let Ok(Some(dice)) = matches.try_get_one::<Generator>(DICE) {
        header.dice = *dice;
    }
    let sides = game.sides(header);
    let sides = sides.map_err(|why| unrecorded(game.name(), RecordError::Unopened(why)))?;
    let outside = outside(&options, matches, &sides)?;
    for seat in outside.iter() {
        OUTSIDE.clone_into(&mut header.players[seat.index()]);
    }
    let environment = opened(game, header, outside)?;
    let hello = line(kind::HELLO, &hello(&setup, &sides, outside, &*environment));
    let mut server =
        EnvironmentServer { games: context.games, environment, outside, has_begun: false };
    out.write_all(hello.as_bytes())?;
    out.flush()?;
    let answer = &mut |bytes: &[u8]| {
        let answer = server.answer(bytes);
        Some(answer.unwrap_or_else(|what| error_line(&what.to_string())))
    };
    Ok(answer_lines(&mut **context.world.input(), out, answer)?)
}

/// The seats that are played from outside: those that are named, or else all that no `--player` names.
fn outside(
    options: &EnvOptions,
    matches: &ArgMatches,
    sides: &[NamedSide],
) -> Result<Seats, Error> {
    let there = || format!("there are {}", names_of_seats(sides).join(", "));
    let mut named = Vec::new();
    for who in &options.outside {
        named.extend(seats_called(sides, who).ok_or_else(|| {
            let what = format!("no seat or side here is called `{}`", quoted(who));
            Error::new(what).help(there())
        })?);
    }
    if !named.is_empty() {
        return Ok(named.into_iter().collect());
    }
    let players = matches.try_get_raw(PLAYER).ok().flatten();
    let mut inside = Vec::new();
    for player in players.into_iter().flatten() {
        let player = player.to_string_lossy();
        let seats = who_and_player(&player).and_then(|(who, _)| seats_called(sides, who));
        inside.extend(seats.ok_or_else(|| {
            let what = format!("`{}` names no seat", quoted(&player));
            Error::new(what)
                .help(format!("name the seats that your program plays with --outside; {}", there()))
        })?);
    }
    let all = sides.iter().flat_map(|side| &side.seats).map(|(seat, _)| *seat);
    let outside: Seats = all.filter(|seat| !inside.contains(seat)).collect();
    if outside.count() == 0 {
        let what = "no seat is left for your program: --player names all of them";
        return Err(Error::new(what).help("leave the seats of your program out of --player"));
    }
    Ok(outside)
}

/// The header's game with these seats played from outside.
fn opened(
    game: &dyn CommandLine,
    header: &mut Header,
    outside: Seats,
) -> Result<Box<dyn AnyEnvironment>, Error> {
    let made = game.environment(header, outside).map_err(|why| unrecorded(game.name(), why))?;
    made.ok_or_else(|| {
        Error::new(format!("{} has no numeric encoding", game.name()))
            .help("implement NumericForm for it: docs/adding-a-game.md, From Python")
    })
}

/// The first line: what is played, and what the numbers say.
fn hello<'a>(
    setup: &'a Setup,
    sides: &'a [NamedSide],
    outside: Seats,
    environment: &dyn AnyEnvironment,
) -> impl Serialize + use<'a> {
    let of_side = |(side, named): (usize, &'a NamedSide)| {
        let told = move |(seat, name): &'a (Seat, String)| {
            let told = object!(SeatDescription {
                name,
                /// Its place among the sides.
                side,
                outside: outside.has(*seat),
            });
            (*seat, told)
        };
        named.seats.iter().map(told)
    };
    let mut seats: Vec<_> = sides.iter().enumerate().flat_map(of_side).collect();
    seats.sort_by_key(|(seat, _)| *seat);
    object!(Hello {
        protocol: PROTOCOL,
        program: WRITER,
        header: &setup.header,
        warnings: &setup.warnings,
        sides: sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>(),
        seats: seats.into_iter().map(|(_, told)| told).collect::<Vec<_>>(),
        features: environment.features(),
        actions: environment.action_count(),
    })
}

#[derive(Deserialize)]
struct Reset {
    seed: i64,
    number: u64,
}

#[derive(Deserialize)]
struct ActRequest {
    actions: Vec<i64>,
}

#[derive(Deserialize)]
struct OfSeat {
    seat: u8,
}

#[derive(Deserialize)]
struct WriteTo {
    path: PathBuf,
    #[serde(default)]
    replace: bool,
}

/// The kinds of requests; an answer has that of its request, or `moment`.
const RESET: &str = "reset";
const ACT: &str = "act";
const WORDS: &str = "words";
const FACTS: &str = "facts";
const WRITE: &str = "write";
const MOMENT: &str = "moment";

/// An environment that is asked by lines.
struct EnvironmentServer {
    games: Games,
    environment: Box<dyn AnyEnvironment>,
    outside: Seats,
    /// True if a game was begun by a reset.
    has_begun: bool,
}

impl EnvironmentServer {
    /// Does what a line asks for, and returns the answer.
    ///
    /// # Errors
    /// The line is no request, or the game cannot do it now: the sentence that the program which asked is sent.
    fn answer(&mut self, bytes: &[u8]) -> Result<String, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "bytes that are not UTF-8")?.trim();
        let kind = kind_of(text).map_err(|why| why.to_string())?;
        match kind.as_str() {
            RESET => self.reset(&read(text)?),
            ACT => self.act(&read(text)?),
            WORDS => self.words(),
            FACTS => self.facts(&read(text)?),
            WRITE => self.write(read(text)?),
            _ => Err(format!(
                "there is no request of the kind `{}`; there are {RESET}, {ACT}, {WORDS}, {FACTS} and {WRITE}",
                quoted(&kind)
            )),
        }
    }

    fn reset(&mut self, asked: &Reset) -> Result<String, String> {
        self.environment.reset(asked.seed, asked.number);
        self.has_begun = true;
        Ok(self.moment(Vec::new()))
    }

    /// Each of the seats that are due has one action, or only the first of them have one.
    fn act(&mut self, asked: &ActRequest) -> Result<String, String> {
        self.check_begun()?;
        let due = self.environment.due().count() as usize;
        let given = asked.actions.len();
        if due == 0 {
            return Err("the game is over; a reset begins another".into());
        }
        if given == 0 || given > due {
            return Err(format!("actions for {given} seats; {due} must choose now"));
        }
        // A number that fits nowhere is the number of no action.
        let number = |action: &i64| u32::try_from(*action).unwrap_or(Episode::ILLEGAL);
        let legal = asked.actions.iter().map(number).map(|it| self.environment.act(it)).collect();
        Ok(self.moment(legal))
    }

    fn words(&self) -> Result<String, String> {
        self.check_begun()?;
        let (seat, words) = (self.environment.turn(), self.environment.legal_words());
        Ok(line(WORDS, &object!(ActionWords { seat, words })))
    }

    fn facts(&self, asked: &OfSeat) -> Result<String, String> {
        self.check_begun()?;
        let seat = self.outside.iter().find(|seat| seat.0 == asked.seat);
        let seat = seat.ok_or_else(|| format!("seat {} is not played from outside", asked.seat))?;
        let facts = RawValue::from_string(self.environment.observe_json(seat));
        let facts = facts.map_err(|why| format!("what the seat sees is no JSON: {why}"))?;
        Ok(line(FACTS, &object!(SeatFacts { seat, facts })))
    }

    fn write(&self, asked: WriteTo) -> Result<String, String> {
        let finished = self.environment.finished();
        let finished = finished.ok_or("no game has ended yet; play one to its end first")?;
        let path = asked.path;
        let overwrite = Overwrite::by(asked.replace);
        write_episode(self.games, &*self.environment, finished, &path, overwrite)
            .map_err(|why| why.to_string())?;
        Ok(line(WRITE, &object!(EpisodePath { path })))
    }

    fn check_begun(&self) -> Result<(), String> {
        match self.has_begun {
            true => Ok(()),
            false => Err("no game has begun; a reset begins one".into()),
        }
    }

    fn moment(&self, legal: Vec<bool>) -> String {
        let environment = &*self.environment;
        let due = environment.due().iter().map(|seat| {
            let legal = environment.legal_of(seat);
            object!(DueSeat { seat, legal })
        });
        let seen = self.outside.iter().map(|seat| {
            let mut numbers = Vec::new();
            environment.observe(seat, &mut numbers);
            object!(SeatObservation { seat, numbers })
        });
        let episode = environment.episode();
        let moment = object!(StepAnswer {
            seed: episode.seed,
            number: episode.number,
            /// Whose turn it is; nothing at the end.
            turn: environment.turn(),
            newest: environment.newest(),
            due: due.collect::<Vec<_>>(),
            seen: seen.collect::<Vec<_>>(),
            /// For each of the actions, true if it was legal.
            legal,
            /// Turns that were played since the program began, those of built-in players among them.
            turns: environment.turns(),
            outcome: environment.outcome(),
        });
        line(MOMENT, &moment)
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|why| why.to_string())
}

//! `chase odds`: how a recorded game may go on from one of its cycles.

mod odds_output;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::input::cut_off;
use crate::options::cycle_number::{CycleNumber, number};
use crate::print::printout::{Format, Printout, TEXT_JSON, any_of};
use crate::verb::{Context, Done, PlainVerb, Verb};
use chase_engine::header::Header;
use chase_engine::seat::Seat;
use chase_kit::budget::StopFlag;
use chase_kit::chances::{Chances, ExactOdds, TooManyStates};
use chase_kit::sweep_engine::GameNumbers;
use chase_kit::totals::GameTotals;
use chase_play::CommandLine;
use chase_play::player_name::{PlayerName, names_of_seats, seats_called, who_and_player};
use chase_record::any::{NamedSide, RecordError};
use chase_replay::opener::{opener, past_the_end};
use chase_replay::store::{ReplayReader, unrecorded};
use chase_study::odds::Forecast;
use chase_sweep::Until;
use chase_world::error::{Error, quoted};
use chase_world::world::World;

use odds_output::OddsReport;

pub const VERB: &dyn Verb = &PlainVerb { name: "odds", run };

/// Games that are played where nobody says how many.
const GAMES_USUAL: u64 = 100_000;

/// The most games that a rule can have where nobody says how many.
const GAMES_MOST: u64 = 10_000_000;

/// Games after which a rule looks.
const LOOK: u64 = 1 << 12;

/// Compute the probability of every ending from a moment of a recording
#[derive(Args)]
#[command(
    after_help = "The odds are for somebody who sees everything. They are exact if at most --states-max states have to be looked at, else estimated from games played to the end; the output says which.\n\n\
    Examples:\n  \
    chase odds replays/police/S0.json --hour 3\n  \
    chase odds replays/police/S0.json --hour 3 --player D2=dfs\n  \
    chase odds replays/police/S3.json --hour 2 --games 10000 --format json\n  \
    chase odds replays/robots/won.json --hour -3 --exact"
)]
struct OddsOptions {
    /// A replay of either form; `-` is standard input
    file: PathBuf,
    /// Cycle from which the odds are computed, as in 3; -1 is the last, -2 the one before [default:
    /// before the first cycle]
    #[arg(long, visible_aliases = ["cycle", "rotation", "turn", "move"], value_name = "N", allow_negative_numbers = true)]
    hour: Option<CycleNumber>,
    /// Another player from there on for a seat or side, as in D2=dfs, or for everybody, as in dfs;
    /// repeatable
    #[arg(long, value_name = "WHO=PLAYER")]
    player: Vec<String>,
    /// Give exact odds only; if they take too many states, give none
    #[arg(long, conflicts_with = "games")]
    exact: bool,
    /// Estimate the odds from this many games played to the end, as in 10000, with 95 % intervals
    /// [default: 100000 where exact odds take too many states]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Play games until every interval is this narrow, as in half-width=0.01; at most --games or
    /// 10,000,000
    #[arg(long, value_name = "RULE", conflicts_with = "exact")]
    until: Option<Until>,
    /// Seed of the games that are played
    #[arg(long, value_name = "SEED", default_value = "1", allow_negative_numbers = true)]
    seed: i64,
    /// Give up exact odds after this many states
    #[arg(long, value_name = "N", default_value = "250000", value_parser = clap::value_parser!(u64).range(1..))]
    states_max: u64,
    /// Output format: for people, or one JSON object
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = any_of(TEXT_JSON))]
    format: Format,
}

fn run(context: Context<'_>, options: OddsOptions, out: &mut dyn Write) -> Done {
    cut_off::tell_of(context.world, &options.file);
    let mut reader =
        ReplayReader::open_checked(&context.world.at(&options.file), &opener(context.games))?;
    let game = context.games.find(&reader.header().game)?;
    let hour = options.hour;
    let cycle = hour.map(|hour| number(context.games, &mut reader, hour)).transpose()?;
    let mut header = reader.header().clone();
    let sides = seat_others(game, &mut header, &options.player)?;
    let shown_players = header.players.clone();
    if let Some(cycle) = cycle {
        reader.go_to(cycle)?;
        if reader.now().outcome().is_some() {
            seat_anybody(game, &mut header);
        }
    }
    reader.begin_again(&opener(context.games))?;
    let mut forecast = forecast(game, &mut header)?;
    while let Some(cycle) = cycle.filter(|_| reader.now().last() != cycle) {
        if !reader.next_cycle()? {
            return Err(past_the_end(reader.now(), cycle).into());
        }
        let past = forecast.past(reader.now());
        past.map_err(|broken| Error::new(broken.to_string()).at(options.file.display()))?;
    }
    let estimate = match reader.now().outcome() {
        Some(_) => over(&*forecast)?,
        None => estimate(context.world, &*forecast, &options, game.unit())?,
    };
    let report = OddsReport::of(game, cycle, &shown_players, &sides, &estimate);
    Printout::default().text(|out| report.text(out)).json(&report).print(options.format, out)
}

/// Gives the seats of those who are not built in to others: after the end nobody is asked.
fn seat_anybody(game: &dyn CommandLine, header: &mut Header) {
    let count = u8::try_from(header.players.len()).unwrap_or(u8::MAX);
    let names = game.built_in_names();
    let known: Vec<_> = names
        .iter()
        .filter_map(|name| game.built_in(name.split(',').next()?, count).ok())
        .collect();
    for (seat, player) in (0..).map(Seat).zip(&mut header.players) {
        if game.built_in(player, count).is_err()
            && let Some(other) = known.iter().find(|it| it.seats.contains(&seat))
        {
            player.clone_from(&other.name);
        }
    }
}

/// Gives seats to the players that are asked for; returns the sides of the game.
pub(crate) fn seat_others(
    game: &dyn CommandLine,
    header: &mut Header,
    asked: &[String],
) -> Result<Vec<NamedSide>, Error> {
    let sides = game.sides(header);
    let sides = sides.map_err(|why| unrecorded(game.name(), RecordError::Unopened(why)))?;
    for asked in asked {
        let (who, name) = match who_and_player(asked) {
            Some((who, name)) => (Some(who), name),
            None => (None, asked.as_str()),
        };
        let everybody = || sides.iter().flat_map(|side| &side.seats).map(|it| it.0).collect();
        let seats = match who {
            Some(who) => seats_called(&sides, who).unwrap_or_default(),
            None => everybody(),
        };
        if seats.is_empty() {
            let what = format!(
                "no seat or side is called `{}` in this game",
                quoted(who.unwrap_or(asked))
            );
            let names = names_of_seats(&sides);
            let help = format!("as in {}=PLAYER; there are {}", names[0], names.join(", "));
            return Err(Error::new(what).help(help));
        }
        let count = u8::try_from(header.players.len()).unwrap_or(u8::MAX);
        let built_in = game.built_in(name, count).map_err(|why| match PlayerName::of(name) {
            PlayerName::BuiltIn(_) => Error::new(why.to_string()),
            _ => Error::new("odds can be computed for built-in players only")
                .help(format!("what `{}` would do cannot be computed", quoted(name))),
        })?;
        for seat in seats {
            header.players[seat.index()].clone_from(&built_in.name);
        }
    }
    Ok(sides)
}

fn forecast(game: &dyn CommandLine, header: &mut Header) -> Result<Box<dyn Forecast>, Error> {
    let who = "name the players from there on, as in --player WHO=PLAYER";
    let seats = game.sides(header).unwrap_or_default();
    let seats = seats.iter().flat_map(|side| &side.seats);
    for (seat, called) in seats {
        let name = &header.players[seat.index()];
        if game.built_in(name, 0).is_err()
            && !matches!(PlayerName::of(name), PlayerName::BuiltIn(_))
        {
            let what = format!(
                "{called} was played by `{}`, which is not built in, so its choices cannot be computed",
                quoted(name)
            );
            let known = game.built_in_names();
            let known: Vec<_> = known.iter().filter_map(|it| it.split(',').next()).collect();
            let first = known.first().copied().unwrap_or("PLAYER");
            return Err(Error::new(what).help(format!(
                "name a built-in player for it, as in --player {}={first}; there are {}",
                called.replace(' ', "-"),
                known.join(", ")
            )));
        }
    }
    for name in &header.players {
        if game.built_in(name, 0).is_ok_and(|it| !it.is_reproducible) {
            let what =
                format!("`{}` has a time limit, so its choices cannot be computed", quoted(name));
            return Err(Error::new(what).help(who));
        }
    }
    let forecast = game.forecast(header, &StopFlag::default());
    forecast.map_err(|why| unrecorded(game.name(), why).help(who))
}

/// Odds, and where they come from.
struct Estimate {
    chances: Chances,
    method: Method,
}

/// Where odds come from, as JSON tells it.
#[derive(Serialize)]
#[serde(tag = "method", rename_all = "snake_case")]
enum Method {
    Exact {
        states: u64,
        #[serde(skip)]
        way: &'static str,
    },
    /// So many games of a seed; with the rule that ended them, where there is one.
    Played {
        games: u64,
        seed: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        until: Option<String>,
    },
    /// There is nothing to estimate.
    Over,
}

/// Of a game that is over there is nothing to estimate.
fn over(forecast: &dyn Forecast) -> Result<Estimate, Error> {
    let exact = forecast.exact(u64::MAX).map_err(|why| Error::new(why.to_string()))?;
    Ok(Estimate { chances: exact.chances, method: Method::Over })
}

fn estimate(
    world: &World,
    forecast: &dyn Forecast,
    options: &OddsOptions,
    unit: &str,
) -> Result<Estimate, Error> {
    if options.games.is_some() || options.until.is_some() {
        return Ok(played(world, forecast, options));
    }
    match forecast.exact(options.states_max) {
        Ok(ExactOdds { chances, states, way }) => {
            Ok(Estimate { chances, method: Method::Exact { states, way } })
        }
        Err(why) if options.exact => Err(too_many(&why, unit)),
        Err(why) => {
            let why = told(&why, unit);
            world.note(&format_args!("{why}: estimating the odds from {GAMES_USUAL} games"));
            Ok(played(world, forecast, options))
        }
    }
}

/// The reason why odds are not worked out, in the game's own word for a cycle.
fn told(why: &TooManyStates, unit: &str) -> String {
    let (most, cycle) = (why.most, why.cycle);
    match why.expected {
        None => format!("more than {most} states are reached by {unit} {cycle}"),
        Some(u64::MAX) => format!(
            "more than {most} states are needed to the end: more than {} are expected by {unit} {cycle}",
            u64::MAX
        ),
        Some(expected) => format!(
            "more than {most} states are needed to the end: about {expected} are expected by {unit} {cycle}"
        ),
    }
}

fn too_many(why: &TooManyStates, unit: &str) -> Error {
    let why = told(why, unit);
    Error::new(format!("the odds cannot be computed exactly: {why}")).help(
        "allow more with --states-max N, or estimate the odds with --games N instead of --exact",
    )
}

/// Odds from games: as many as are asked for, or until a rule is met.
fn played(world: &World, forecast: &dyn Forecast, options: &OddsOptions) -> Estimate {
    let (seed, until) = (options.seed, options.until.as_ref());
    let most = options.games.unwrap_or(match until {
        Some(_) => GAMES_MOST,
        None => GAMES_USUAL,
    });
    let at_once = until.map_or(most, |_| LOOK);
    let mut totals = GameTotals::default();
    while totals.games < most {
        let numbers =
            GameNumbers { first: totals.games, step: 1, count: at_once.min(most - totals.games) };
        forecast.sample(seed, numbers, &mut totals);
        if until.is_some_and(|until| until.is_met(&totals)) {
            break;
        }
    }
    if let Some(until) = until.filter(|until| !until.is_met(&totals)) {
        world.warn(&format_args!("{most} games are not enough for {until}"));
    }
    Estimate {
        chances: shares(&totals),
        method: Method::Played { games: totals.games, seed, until: until.map(ToString::to_string) },
    }
}

fn shares(totals: &GameTotals) -> Chances {
    #[expect(clippy::cast_precision_loss, reason = "counts of games")]
    let share = |n: u64| n as f64 / totals.games as f64;
    let endings = totals.endings.iter();
    let by = (0..).map(Seat).zip(totals.by).filter(|(_, n)| *n > 0);
    let cycles = totals.lengths.iter();
    Chances {
        endings: endings.map(|(it, n)| (it.clone(), share(*n))).collect(),
        by: by.map(|(seat, n)| (seat, share(n))).collect(),
        cycles: cycles.map(|(at, n)| (u64::from(at), share(n))).collect(),
        amounts: Vec::new(),
    }
}

//! A game of the kit on the command line: from one set of arguments come the scenario of `record`,
//! `play`, `new` and the openings of `match`; from its words the session at the terminal.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::limits::LimitArgs;
use super::openings::{Openings, Seated, Wanted, names};
use super::table::{After, HUMAN, Table, Went};
use super::{CommandLine, Console, Input, NewFiles, Prompt, Setup, Then, parsed};
use crate::engine::any::{AnyReplay, GameEntry, RecordError, Sink};
use crate::engine::budget::StopFlag;
use crate::engine::dice::{Dice, Generator, fresh_seed};
use crate::engine::game::{Game, Seat, Turn};
use crate::engine::kit::OpenGame;
use crate::engine::replay::{Broken, By, Header};
use crate::engine::transcript::Transcript;
use crate::error::{Error, quoted};

/// What the command line must know of a game of the kit.
pub trait Entry: OpenGame {
    /// One line about the game.
    const ABOUT: &'static str;
    /// Arguments of its own that work anywhere (`--heaps 3,4,5`).
    const EXAMPLE: &'static str;
    /// The arguments that choose a scenario; all have defaults.
    type Arguments: Args;

    /// Makes a scenario of them; what is left to luck is drawn.
    ///
    /// # Errors
    /// A file or number that is wrong, and where.
    fn scenario_of(
        arguments: &Self::Arguments,
        dice: &mut Dice,
    ) -> Result<<Self as OpenGame>::Scenario, Error>;
}

/// A scenario: made of the game's own arguments, or read from a file.
#[derive(Args)]
struct ScenarioArgs<A: Args> {
    #[command(flatten)]
    own: A,
    /// A scenario from a file, TOML or JSON, in place of the game's own options
    #[arg(long, value_name = "FILE")]
    scenario_file: Option<PathBuf>,
}

#[derive(Args)]
struct SeedArg {
    /// Seed of the scenario and the dice [drawn when not given]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<i64>,
}

#[derive(Args)]
struct SetupArgs<A: Args> {
    #[command(flatten)]
    scenario: ScenarioArgs<A>,
    #[command(flatten)]
    luck: SeedArg,
    /// A player, once for each seat: random, another built-in one, or human in `play`
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Args)]
struct FileArgs<A: Args> {
    #[command(flatten)]
    scenario: ScenarioArgs<A>,
    #[command(flatten)]
    luck: SeedArg,
    /// Where the scenario goes
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Reads a scenario from a file that somebody wrote.
fn read_scenario<G: Entry>(path: &Path) -> Result<<G as OpenGame>::Scenario, Error> {
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|error| Error::io(path.display(), "read", &error))?;
    let is_json = text.trim_start().starts_with('{');
    let read = if is_json {
        serde_json::from_str(&text).map_err(|error| error.to_string())
    } else {
        toml::from_str(&text).map_err(|error| error.message().to_owned())
    };
    read.map_err(|what| Error::new(what).at(path.display()))
}

impl<A: Args> ScenarioArgs<A> {
    /// The n-th scenario of a seed.
    fn game<G: Entry<Arguments = A>>(&self, seed: i64, n: u64) -> Result<G, Error> {
        let scenario = match &self.scenario_file {
            Some(path) => read_scenario::<G>(path)?,
            None => {
                // Luck of its own, so that a scenario is the same whatever dice play it.
                let mut dice = Dice::new(Generator::Chacha8, seed, n);
                G::scenario_of(&self.own, &mut dice)?
            }
        };
        let made = <G as OpenGame>::new(scenario);
        made.map_err(|fault| match &self.scenario_file {
            Some(path) => Error::new(fault.to_string()).at(path.display()),
            None => Error::new(fault.to_string()),
        })
    }
}

impl<A: Args> SetupArgs<A> {
    fn setup<G: Entry<Arguments = A>>(self, usual: &[&str]) -> Result<Setup, Error> {
        let seed_drawn = self.luck.seed.is_none();
        let seed = self.luck.seed.unwrap_or_else(fresh_seed);
        let game: G = self.scenario.game(seed, 0)?;
        let seats = usize::from(OpenGame::seats(&game));
        let mut names = self.player.clone();
        if names.len() > seats {
            let what = format!("players named: {}, expected at most {seats}", names.len());
            return Err(Error::new(what));
        }
        for seat in names.len()..seats {
            names.push((*usual.get(seat).unwrap_or(&"random")).to_owned());
        }
        let full = |name: &String| match name.as_str() {
            HUMAN => Ok(name.clone()),
            _ => self.limits.full_name::<G>(name),
        };
        let names: Vec<String> = names.iter().map(full).collect::<Result<_, _>>()?;
        let plain = names
            .iter()
            .map(|name| name.split(':').next().unwrap_or(""));
        let plain: Vec<_> = plain.collect();
        Ok(Setup {
            name: format!("{}-{}-{seed}", <G as OpenGame>::NAME, plain.join("-")),
            warnings: self.limits.warnings(&names),
            header: Header::new(&game, &names, <G as OpenGame>::DICE, seed),
            seed_drawn,
        })
    }
}

impl<A: Args> FileArgs<A> {
    fn files<G: Entry<Arguments = A>>(self) -> Result<NewFiles, Error> {
        let seed = self.luck.seed.unwrap_or_else(fresh_seed);
        let game: G = self.scenario.game(seed, 0)?;
        let name = <G as OpenGame>::NAME;
        let path = self
            .output
            .unwrap_or_else(|| format!("{name}-{seed}.json").into());
        let mut text = serde_json::to_string_pretty(OpenGame::scenario(&game))
            .map_err(|error| Error::new(error.to_string()))?;
        text.push('\n');
        let said = OpenGame::statements(&game);
        let said = said.iter().map(|(what, value)| format!("{what} {value}"));
        Ok(NewFiles {
            next: format!("chase record {name} --scenario-file {}", path.display()),
            files: vec![(path, text)],
            about: said.collect::<Vec<_>>().join(", "),
            seed_drawn: self.luck.seed.is_none().then_some(seed),
        })
    }
}

/// The openings of a match: the scenarios of its seed, one after another.
struct Scenarios<G: Entry> {
    args: ScenarioArgs<G::Arguments>,
    seats: usize,
    seed: i64,
}

impl<G: Entry> Openings for Scenarios<G>
where
    G::Arguments: Sync,
{
    fn seats(&self) -> usize {
        self.seats
    }

    fn header(&self, n: u64, seated: &[Seated]) -> Result<Header, Error> {
        let game: G = self.args.game(self.seed, n)?;
        let mut header = Header::new(&game, &names(seated), <G as OpenGame>::DICE, self.seed);
        header.number = n;
        Ok(header)
    }

    fn about(&self) -> String {
        match &self.args.scenario_file {
            Some(path) => format!("from the scenario of {}", path.display()),
            None => "from scenarios of the match's seed".into(),
        }
    }
}

impl<G: Entry> CommandLine for GameEntry<G>
where
    G::Arguments: Send + Sync + 'static,
{
    fn about(&self) -> &'static str {
        G::ABOUT
    }

    fn setup_example(&self) -> &'static str {
        G::EXAMPLE
    }

    fn new_example(&self) -> &'static str {
        G::EXAMPLE
    }

    fn setup_args(&self, command: clap::Command) -> clap::Command {
        SetupArgs::<G::Arguments>::augment_args(command)
    }

    fn setup(&self, matches: &clap::ArgMatches) -> Result<Setup, Error> {
        parsed::<SetupArgs<G::Arguments>>(matches)?.setup::<G>(&[])
    }

    fn play_setup(&self, matches: &clap::ArgMatches) -> Result<Setup, Error> {
        parsed::<SetupArgs<G::Arguments>>(matches)?.setup::<G>(&[HUMAN])
    }

    fn new_args(&self, command: clap::Command) -> clap::Command {
        FileArgs::<G::Arguments>::augment_args(command)
    }

    fn new_files(&self, matches: &clap::ArgMatches) -> Result<NewFiles, Error> {
        parsed::<FileArgs<G::Arguments>>(matches)?.files::<G>()
    }

    fn match_example(&self) -> &'static str {
        "--player random --player random --games 10 --seed 1"
    }

    fn match_args(&self, command: clap::Command) -> clap::Command {
        ScenarioArgs::<G::Arguments>::augment_args(command)
    }

    fn openings(
        &self,
        matches: &clap::ArgMatches,
        wanted: Wanted,
    ) -> Result<Box<dyn Openings>, Error> {
        let args: ScenarioArgs<G::Arguments> = parsed(matches)?;
        let game: G = args.game(wanted.seed, 0)?;
        Ok(Box::new(Scenarios::<G> {
            seats: usize::from(OpenGame::seats(&game)),
            seed: wanted.seed,
            args,
        }))
    }

    fn console(
        &self,
        header: &mut Header,
        stop: &StopFlag,
    ) -> Result<Box<dyn Console>, RecordError> {
        Ok(Box::new(LineConsole {
            table: Table::<G>::open(header, stop)?,
        }))
    }
}

/// People and built-in players at one terminal: an action is typed in the game's own words.
struct LineConsole<G: Entry> {
    table: Table<G>,
}

impl<G: Entry> LineConsole<G> {
    /// The newest turn in words, and the cells after it.
    fn tell(&self, from: usize, out: &mut dyn Write) -> io::Result<()> {
        let game = &**self.table.game();
        let cycles = self.table.history().cycles();
        let turns = cycles.flat_map(|cycle| cycle.turns().collect::<Vec<_>>());
        for (entry, events) in turns.skip(from) {
            let seat = match entry.by {
                By::Action(seat, _) | By::Forfeit(seat, _) => Some(seat),
                By::World => None,
            };
            for event in events {
                let words = game.event_text(seat, event);
                if !words.is_empty() {
                    writeln!(out, "{words}")?;
                }
            }
        }
        Ok(())
    }

    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut text = Vec::new();
        let header = self.table.header();
        let game = self.table.game();
        game.moment(self.table.state(), &header.players, &mut text);
        out.write_all(&text)
    }

    /// The turns of the world and of players that are no people. False when it was interrupted.
    fn play_on(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        loop {
            match self.table.turn() {
                Turn::Over(_) => return Ok(true),
                Turn::Seat(seat) if self.table.is_person(seat) => return Ok(true),
                Turn::World | Turn::Seat(_) => {
                    let before = self.table.entries();
                    if self.table.step() == Went::Interrupted {
                        return Ok(false);
                    }
                    self.tell(before, out)?;
                }
            }
        }
    }

    fn help(&self, seat: Seat, out: &mut dyn Write) -> io::Result<()> {
        let game = &**self.table.game();
        let state = self.table.state();
        for action in OpenGame::legal(game, state, seat) {
            writeln!(out, "  {}", game.action_text(state, seat, &action))?;
        }
        writeln!(out, "  undo takes your last turn back, quit ends the game")
    }

    /// One question to a person. False when the session ends.
    fn ask(&mut self, seat: Seat, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<bool> {
        self.show(out)?;
        let question = format!("{}? ", Game::seat_name(&**self.table.game(), seat));
        loop {
            let Some(line) = input.line(out, Prompt::New(&question))? else {
                out.write_all(b"\n")?;
                return Ok(false);
            };
            match line.trim().to_ascii_lowercase().as_str() {
                "" => {}
                "q" | "quit" | "exit" => return Ok(false),
                "?" | "help" => self.help(seat, out)?,
                "undo" if self.table.undo() => {
                    writeln!(out, "Taken back: as it was before your last turn.")?;
                    return Ok(true);
                }
                "undo" => writeln!(out, "{}", Table::<G>::nothing_to_undo())?,
                text => {
                    let state = self.table.state();
                    let meant = OpenGame::parse_action(&**self.table.game(), state, seat, text);
                    let before = self.table.entries();
                    let why = match meant.map(|action| self.table.act(action)) {
                        Some(Ok(())) => {
                            self.tell(before, out)?;
                            return Ok(true);
                        }
                        Some(Err(rule)) => rule.to_string(),
                        None => format!("`{}` is nothing that can be done here", quoted(text)),
                    };
                    writeln!(out, "{why}; ? lists what can be done.")?;
                }
            }
        }
    }

    fn session(&mut self, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<Then> {
        loop {
            if !self.play_on(out)? {
                return Ok(Then::Done);
            }
            let goes_on = match self.table.turn() {
                Turn::Seat(seat) => self.ask(seat, input, out)?,
                Turn::World | Turn::Over(_) => {
                    self.show(out)?;
                    match self.table.offer_another(input, out)? {
                        After::Another => return Ok(Then::Another),
                        After::Done => return Ok(Then::Done),
                        After::Undone => true,
                    }
                }
            };
            if !goes_on {
                return Ok(Then::Done);
            }
        }
    }
}

impl<G: Entry> Console for LineConsole<G> {
    fn past(&mut self, now: &dyn AnyReplay) -> Result<(), Broken> {
        self.table.past(now)
    }

    fn keeps_its_past(&self) -> bool {
        true
    }

    fn now(&self) -> &dyn AnyReplay {
        self.table.kept()
    }

    fn run(
        &mut self,
        input: &mut dyn Input,
        out: &mut dyn Write,
        sink: Option<&mut dyn Sink>,
    ) -> io::Result<Then> {
        let then = self.session(input, out);
        self.table.keep(sink)?;
        out.flush()?;
        then
    }
}

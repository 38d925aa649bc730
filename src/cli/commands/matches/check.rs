//! `chase match --check`: one player outside, put through what it must do.

use std::io::{self, Write};

use clap::ArgMatches;

use super::MatchOptions;
use crate::options::outsiders::tell_door;
use crate::print::printout::{Format, Printout};
use crate::print::progress_bar::ProgressBar;
use crate::verb::{Done, fine_if};
use chase_arena::cast::doors;
use chase_arena::check::{CheckSubject, check};
use chase_arena::checked::CheckedCase;
use chase_arena::entrant::{PlayerSource, Reader};
use chase_arena::file_check::{self, FileSubject};
use chase_arena::files::command_and_id;
use chase_arena::seat_groups::SeatLayout;
use chase_outside::program::ProgramCommand;
use chase_play::CommandLine;
use chase_play::file_protocol::{FileProtocol, Requirement};
use chase_world::error::Error;
use chase_world::world::World;

/// Puts a player through it, and tells what it does wrong.
///
/// # Errors
/// It is no player outside, or does something wrong.
pub(super) fn check_one(
    world: &World,
    game: &'static dyn CommandLine,
    matches: &ArgMatches,
    player: &str,
    options: &MatchOptions,
    out: &mut dyn Write,
) -> Done {
    let speaks = ["exec:", "tcp:", "listen:"];
    let is_protocol = speaks.iter().any(|it| player.contains(it));
    let bar = ProgressBar::new(world, None, "cases");
    let told = &mut |_: &CheckedCase, all: usize| {
        bar.set(|it| (it.position, it.length) = (it.position + 1, Some(all as u64)));
    };
    let checked = match game.extras().file_protocol {
        Some(protocol) if !is_protocol => {
            let command = player.strip_prefix("file:").unwrap_or(player);
            check_files(world, game, protocol, matches, command, options, told)
        }
        _ => check_protocol(world, game, matches, player, options, told),
    };
    drop(bar);
    let checked = checked?;
    Printout::default()
        .text(|out| tell(&checked, out))
        .json(&checked)
        .form(Format::Csv, |out| tell(&checked, out))
        .print(options.format, out)?;
    fine_if(!checked.iter().any(CheckedCase::is_failed))
}

fn tell(checked: &[CheckedCase], out: &mut dyn Write) -> io::Result<()> {
    for CheckedCase { name, requirement, fault, change } in checked {
        let change = change.unwrap_or_default();
        let Some(fault) = fault else {
            writeln!(out, "ok    {name}")?;
            continue;
        };
        let (word, advice) = match requirement {
            Requirement::Must => ("FAIL", "change"),
            Requirement::Better => ("note", "better"),
        };
        // Why a program ended is in its own words, if anywhere.
        let is_crash = fault.starts_with("crash: ");
        match is_crash {
            true => writeln!(out, "{word}  {name}: {fault}")?,
            false => writeln!(out, "{word}  {name}: {fault}; {advice}: {change}")?,
        }
    }
    let faults = checked.iter().filter(|one| one.is_failed()).count();
    let notes = checked.iter().filter(|one| one.could_be_better()).count();
    let cases = if checked.len() == 1 { "case" } else { "cases" };
    write!(out, "\n{} {cases}, {faults} with faults", checked.len())?;
    if faults > 0 {
        out.write_all(b" (FAIL)")?;
    }
    match notes {
        0 => writeln!(out),
        notes => writeln!(out, ", {notes} with advice (note)"),
    }
}

/// A program that meets others through files.
fn check_files(
    world: &World,
    game: &dyn CommandLine,
    protocol: &dyn FileProtocol,
    matches: &ArgMatches,
    command: &str,
    options: &MatchOptions,
    told: &mut dyn FnMut(&CheckedCase, usize),
) -> Result<Vec<CheckedCase>, Error> {
    let (command, id) = command_and_id(command);
    let program = ProgramCommand::from_line(command).map_err(|why| Error::new(why.to_string()))?;
    let openings = game.openings(world, matches, options.wanted(2, options.seed.unwrap_or(1)))?;
    let subject = FileSubject {
        game: game.name(),
        protocol,
        openings: &*openings,
        program: &program,
        given: id,
        time: options.outsiders.allowance(false).move_time,
    };
    file_check::check(&subject, told)
}

fn check_protocol(
    world: &World,
    game: &'static dyn CommandLine,
    matches: &ArgMatches,
    player: &str,
    options: &MatchOptions,
    told: &mut dyn FnMut(&CheckedCase, usize),
) -> Result<Vec<CheckedCase>, Error> {
    let openings = game.openings(world, matches, options.wanted(2, options.seed.unwrap_or(1)))?;
    let layout = SeatLayout::of(game, &*openings)?;
    let allowance = options.outsiders.allowance(player.contains("listen:"));
    let reader = Reader { game, layout: &layout, allowance };
    let (seats, name) = match reader.assigned(player)? {
        Some((_, seats, name)) => (Some(seats), name),
        None => (None, player),
    };
    let entrants = reader.read(&[name.to_owned()], &[])?;
    let doors = doors(&entrants)?;
    let PlayerSource::Outside(address) = entrants[0].parts[0].kind.clone() else {
        let what = format!("`{name}` is not an outside player");
        return Err(Error::new(what).help("as in: --check 'exec:./ours'"));
    };
    let door = doors.get(&(0, 0)).cloned();
    if let Some(door) = &door {
        tell_door(world, &entrants[0].parts[0].name, door);
    }
    let subject = CheckSubject {
        game,
        openings: &*openings,
        layout: &layout,
        address,
        door,
        allowance,
        seats,
    };
    check(&subject, told)
}

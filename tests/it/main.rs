//! Everything that is tested from outside: the built program, the library's public face, and
//! the files it leaves. One binary, a module per subject.

#![expect(clippy::panic, reason = "a failing test says why")]

mod address;
mod analyse;
mod animal_checkers;
mod architecture;
mod beliefs;
mod book;
mod c_libraries;
mod cases;
mod causes;
mod cli;
mod console;
mod course;
mod data;
mod diff;
mod documents;
#[path = "../drawn/mod.rs"]
mod drawn;
mod editions;
mod env;
mod faults;
mod fishing;
mod four;
mod fuzz;
mod golden;
mod golden_games;
mod goofspiel;
mod grade;
mod harness;
mod hints;
mod hostile;
mod hypotheses;
#[cfg(unix)]
mod kept;
mod kit;
mod kuhn;
mod laws;
mod loaders;
mod matches;
mod mistakes;
mod naive;
mod nim;
mod odds;
mod options;
mod pair;
mod police;
mod readme;
mod recorders;
mod reference;
mod release;
mod repeat;
mod road_maps;
mod robots;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(target_os = "linux")]
mod sandbox_answers;
#[cfg(target_os = "linux")]
mod sandbox_limits;
#[cfg(target_os = "linux")]
mod sandbox_secrets;
#[cfg(target_os = "linux")]
mod sandbox_ways;
mod scotland_yard;
#[cfg(unix)]
mod screen;
mod seats;
mod second;
mod serve;
mod shown;
mod solve;
mod sweep;
mod tables;
mod tidy;
mod timeouts;
#[cfg(target_os = "linux")]
mod toolchains;
mod traces;
mod type_names;
mod unsteady;
mod verify;
mod view;
#[cfg(all(feature = "web", unix))]
mod web;
mod worlds;

//! The command line of chase, for the games that it is given: every command, what it reads and what it prints.
//!
//! Only this crate opens standard output and standard error; everything else is handed where to write.

mod analyse;
mod columns;
mod commands;
mod convert;
mod cut_off;
mod cycle_number;
mod diff;
mod env;
mod eyes;
mod files_in_folder;
mod fork;
mod games;
mod grade;
mod help;
mod house_players;
#[doc(hidden)]
pub mod in_process;
mod info;
mod input_max;
mod junit;
mod laws;
mod log_page;
mod logs;
mod manual;
mod match_connection;
mod match_games;
mod match_page;
mod match_seed;
mod matches;
mod new;
mod newest_recording;
mod odds;
mod only_game;
mod outsiders;
mod own_player;
mod page_file;
mod pair;
mod people;
mod perft;
mod play;
mod player;
mod playing;
mod positions_file;
mod printout;
mod program;
mod progress_bar;
mod record;
mod record_sweep;
mod repeat;
mod replay;
mod run;
mod sandbox;
mod scenario_doubt;
mod secret_files;
mod setup;
mod shell;
mod solve;
#[cfg(feature = "tui")]
mod step;
mod sweep;
mod sweep_bar;
mod sweep_diff;
mod sweep_game;
mod sweep_merge;
mod sweep_page;
mod sweep_plan;
mod sweep_show;
mod sweep_workers;
#[cfg_attr(target_family = "wasm", path = "no_system.rs")]
mod system;
mod terminal;
mod tick;
mod trace;
mod usage;
mod verb;
mod verify;
mod version;
mod view;
mod view_log;
mod watching;

use commands::{EXIT_STATUS, command};
use run::dispatch;
use setup::{For, leaf, named_game, setup_from, setup_of, with_games};
use usage::clap_error;
use verb::{Context, Done, Failure, Verb};

pub use own_player::play_outside;
#[doc(hidden)]
pub use run::perform;
pub use run::run;
#[cfg(feature = "tui")]
#[doc(hidden)]
pub use step::hold;

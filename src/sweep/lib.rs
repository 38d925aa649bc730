//! Sweeps: many games over a grid of scenarios and players, each by its number, into integers that
//! add up in any order.
//!
//! | file | what it holds |
//! |---|---|
//! | spec | What is played: the cells of the grid, whole, and the hash that names it |
//! | game_tables | The tables of single games of several parts |
//! | grid | From options and what is varied to cells |
//! | plan_file | A file that says what is played |
//! | game_arguments | A game's own arguments, some in the place of others |
//! | pieces | The results of games of one cell with consecutive numbers; which numbers were played |
//! | folder | A sweep's folder: its spec, its log of pieces, its tables |
//! | stopping_rule | When enough games of a cell were played |
//! | workers | Workers that play what is not there yet |
//! | condition | Which games are kept |
//! | measure | What is counted beside the causes |
//! | rows | What came of single games, as lines |
//! | table | Cells as columns and rows |
//! | paired | Two cells, game by game on the same luck |
//!
//! It prints nothing, and knows games through the traits of `record` and `play` only.

mod condition;
mod folder;
mod game_arguments;
mod game_tables;
mod grid;
mod measure;
mod paired;
mod pieces;
mod plan_file;
mod rows;
mod spec;
mod stopping_rule;
mod table;
mod workers;

pub use condition::Condition;
pub use folder::{Folder, is_folder};
pub use game_arguments::{GameArguments, arguments};
pub use game_tables::{check_kept, merge_games};
pub use grid::{PlannedSweep, SweepGrid, Varied, cells};
pub use measure::{MEASURES_MAX, Measure, check_measures};
pub use paired::{Paired, pair};
pub use pieces::{Coverage, SweepPiece};
pub use plan_file::Sheet;
pub use rows::{COLUMNS, GAMES, Names};
pub use spec::{FORM, GAMES_MAX, SHARD_GAMES, Shard, Spec, SweepCell};
pub use stopping_rule::Until;
pub use table::{Significant, SweepTable, TableValue, cells_table, grouped, significant};
pub use workers::{Progress, SweepEnding, SweepRun, engine_of};

//! How commands write: reports in each format, help, pages, bars, and the terminal.

pub mod columns;
pub mod help;
pub mod junit;
pub mod log_page;
pub mod page_file;
pub mod printout;
pub mod progress_bar;
pub mod terminal;
pub mod usage;

//! What commands read: files, folders, logs, and people.

pub mod cut_off;
pub mod files_in_folder;
pub mod input_max;
pub mod logs;
pub mod newest_recording;
pub mod people;

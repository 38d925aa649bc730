//! The program `chase`: everything is in the library, this is its door to the shell.

fn main() -> std::process::ExitCode {
    chase::cli::run(chase::project_games())
}

//! The C library whose random numbers a program is judged by.

use chase_engine::dice::Generator;
use chase_record::replay::Header;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};

#[derive(Args, Clone, Copy, Debug)]
pub struct RandOption {
    /// C library whose rand() a program is expected to draw with [default: glibc, as the reference]
    #[arg(long, value_name = "LIBRARY", value_parser = PossibleValuesParser::new(Generator::OF_C.map(Generator::name)).try_map(|name| name.parse::<Generator>()))]
    pub rand: Option<Generator>,
}

impl RandOption {
    /// A header with the dice that are asked for.
    pub fn of(self, header: Header) -> Header {
        Header { dice: self.rand.unwrap_or(header.dice), ..header }
    }
}

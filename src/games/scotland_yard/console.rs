//! placeholder
use std::io::{self, Write};

use super::ScotlandYard;
use crate::engine::any::{AnyReplay, RecordError, Sink};
use crate::engine::replay::{Broken, Header};
use crate::games::table::Table;
use crate::games::{Console, Input, Then};

/// The session.
pub struct YardConsole {
    table: Table<ScotlandYard>,
}

impl YardConsole {
    /// Sits down.
    ///
    /// # Errors
    /// A header.
    pub fn open(header: &mut Header) -> Result<Self, RecordError> {
        Ok(YardConsole {
            table: Table::open(header)?,
        })
    }
}

impl Console for YardConsole {
    fn past(&mut self, now: &dyn AnyReplay) -> Result<(), Broken> {
        self.table.past(now)
    }

    fn now(&self) -> &dyn AnyReplay {
        self.table.kept()
    }

    fn run(
        &mut self,
        _: &mut dyn Input,
        _: &mut dyn Write,
        _: Option<&mut dyn Sink>,
    ) -> io::Result<Then> {
        Ok(Then::Done)
    }
}

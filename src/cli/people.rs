//! People who play in a match or a recording: asked on standard error, since standard output is for
//! the report.

use super::terminal;
use crate::engine::any::{Choice, People};
use crate::engine::budget::StopFlag;
use crate::games::Input;
use crate::games::people::Asker;
use crate::outside::process::stop_all;

/// Asks at the terminal.
pub struct AtTerminal {
    input: Box<dyn Input>,
    gone: StopFlag,
}

impl AtTerminal {
    /// Whoever sits there.
    pub fn new() -> Self {
        AtTerminal {
            input: terminal::input(),
            gone: StopFlag::default(),
        }
    }
}

impl People for AtTerminal {
    fn ask(&mut self, seat: &str, moment: &str, actions: &[Choice]) -> Option<usize> {
        let mut asker = Asker {
            input: &mut *self.input,
            out: &mut terminal::standard_error(),
            gone: &self.gone,
        };
        let chosen = asker.ask(seat, moment, actions);
        if self.gone.is_stopped() {
            // Without its person a game cannot go on.
            stop_all();
        }
        chosen
    }
}

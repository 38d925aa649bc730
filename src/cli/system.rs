//! What commands need of the system besides files: terminals, Ctrl-C and a browser.

use std::ffi::OsStr;
use std::io::{self, IsTerminal};

use terminal_size::{Width, terminal_size_of};

use chase_world::world::{Caller, Screen, Screens, World, WorldParts};

/// The world of this process: its files and its streams, in the present folder.
pub fn world(name: &str) -> World {
    World::new(WorldParts {
        screens: Box::new(screens),
        caller: Caller::person(|handler| {
            // A second handler cannot be set; there is only one command to a process.
            let _ = ctrlc::set_handler(handler);
        }),
        ..WorldParts::of_process(name)
    })
}

/// What the streams of this process are.
#[expect(clippy::disallowed_methods, reason = "they are only asked what they are")]
fn screens() -> Screens {
    let (output, errors) = (io::stdout(), io::stderr());
    let width = |size: Option<(Width, _)>| size.map(|(width, _)| usize::from(width.0));
    let has_colour = |choice| choice != anstream::ColorChoice::Never;
    Screens {
        is_typed: io::stdin().is_terminal(),
        output: Screen {
            is_terminal: output.is_terminal(),
            has_colour: has_colour(anstream::AutoStream::choice(&output)),
            width: width(terminal_size_of(&output)),
        },
        errors: Screen {
            is_terminal: errors.is_terminal(),
            has_colour: has_colour(anstream::AutoStream::choice(&errors)),
            width: width(terminal_size_of(&errors)),
        },
    }
}

/// Shows a page in the browser that people use.
///
/// # Errors
/// None can be opened.
pub fn open_page(page: &OsStr) -> io::Result<()> {
    open::that_detached(page)
}

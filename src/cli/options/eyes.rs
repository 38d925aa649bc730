//! Whose eyes a recording is looked at with: `--as`.

use chase_engine::seat::Seats;
use chase_replay::store::ReplayReader;
use chase_world::error::{Error, quoted};

/// The seats of the viewer that is named, where one is.
///
/// # Errors
/// The game has no such viewer.
pub fn viewer(reader: &ReplayReader, named: Option<&str>) -> Result<Option<Seats>, Error> {
    let Some(name) = named else {
        return Ok(None);
    };
    let viewers = reader.now().viewers();
    if let Some(viewer) = viewers.iter().find(|it| it.name.eq_ignore_ascii_case(name)) {
        return Ok(Some(viewer.seats));
    }
    let game = &reader.header().game;
    let names: Vec<_> = viewers.iter().map(|viewer| &*viewer.name).collect();
    let error = Error::new(format!("there is no view `{}` of {game}", quoted(name)));
    Err(match names.as_slice() {
        [] => error.help("this game hides nothing; leave out --as"),
        names => error.help(format!("choose --as {}", names.join(", --as "))),
    })
}

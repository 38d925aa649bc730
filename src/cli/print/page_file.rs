//! Pages on their way out: no longer than browsers take. They, and what else is made in one go, are whole in their
//! files or not there.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::verb::Done;
use chase_replay::store::{Overwrite, Target};
use chase_world::error::{Error, IoAt};
use chase_world::world::World;

/// The longest page that is made, in bytes: browsers take their time with longer ones.
pub(crate) const BYTES_MAX: u64 = 64 << 20;

/// A page on its way out, as far as it may go.
struct Limited<'a> {
    out: &'a mut dyn Write,
    left: u64,
    is_over: bool,
}

impl Write for Limited<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() as u64 > self.left {
            self.is_over = true;
            return Err(io::Error::other("too long"));
        }
        let written = self.out.write(bytes)?;
        self.left -= written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The function that makes a page.
type PageSource<'a> = &'a dyn Fn(&mut dyn Write) -> Done;

/// Makes the page of a file, if it is no longer than so many bytes.
pub(crate) fn limited(
    of: &Path,
    out: &mut dyn Write,
    bytes_max: u64,
    make: PageSource<'_>,
) -> Done {
    let mut limited = Limited { out, left: bytes_max, is_over: false };
    let made = make(&mut limited);
    if limited.is_over {
        let what = format!("its page would be longer than {} MB", bytes_max >> 20);
        return Err(Error::new(what)
            .at(of.display())
            .help("`chase view` with --from A --to B makes a page of a part")
            .into());
    }
    made
}

/// A new file for a page that somebody looks at now. It stays.
pub(crate) fn temporary() -> Result<(File, PathBuf), Error> {
    let failed = |error: io::Error| Error::io("a temporary file", "write", &error);
    let page =
        tempfile::Builder::new().prefix("chase-").suffix(".html").tempfile().map_err(failed)?;
    page.keep().map_err(|error| failed(error.error))
}

/// Makes a page, or what else `make` writes, in a file, which is there when all of it is.
pub(crate) fn to_file(
    world: &World,
    path: &Path,
    overwrite: Overwrite,
    make: PageSource<'_>,
) -> Done {
    let target = Target::open(&world.at(path), overwrite)?;
    let mut file = BufWriter::new(target.file().io_at(path.display(), "write")?);
    make(&mut file)?;
    file.flush().io_at(path.display(), "write")?;
    target.finish(|_, _| false)?;
    Ok(())
}

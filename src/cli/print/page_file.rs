//! Pages on their way out: no longer than browsers take. They, and what else is made in one go, are whole in their
//! files or not there.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::verb::{Done, Failure};
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
    into_file(target.file().io_at(path.display(), "write")?, path.display(), make)?;
    target.finish(|_, _| false)?;
    Ok(())
}

/// Makes a page in a file that is open; what fails in writing is told of the file with this name.
pub(crate) fn into_file(file: impl Write, name: impl Display, make: PageSource<'_>) -> Done {
    let mut file = BufWriter::new(file);
    let made = make(&mut file).and_then(|()| Ok(file.flush()?));
    made.map_err(|failure| match failure {
        Failure::Output(error) => Error::io(name, "write", &error).into(),
        told => told,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk without room.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_cannot_be_written_is_told_of_the_page_and_not_of_standard_output() {
        let done = into_file(Full, "page.html", &|out| Ok(out.write_all(b"a page")?));
        let Err(Failure::Told(error)) = done else {
            panic!("the disk is full");
        };
        assert!(error.to_string().contains("page.html"), "{error}");
    }
}

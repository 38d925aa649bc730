//! A simulated disk: it tears, delays, refuses and forgets what it is told to write, as a seed
//! says. What was synced it keeps.
//!
//! Bytes and names live twice: as programs see them, and as they would be found after the power
//! failed. A sync makes the second like the first. At a crash each sector that was not synced is
//! there, or holds zeros, ones or what stood there before; a name that was not synced is there or
//! not, whatever became of the bytes.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use chase::store::{Disk, FileSystem, Overwrite};
use chase::world::File;

use super::Xorshift;

/// Disks write this many bytes or none of them.
const SECTOR: usize = 512;

/// A file: what programs see, and how much of it is surely on the disk.
#[derive(Clone, Default)]
struct Inode {
    seen: Vec<u8>,
    kept: Vec<u8>,
}

struct World {
    luck: Xorshift,
    /// One operation in so many fails; none where it is 0.
    fault_rate: u64,
    /// How many operations there will be until the power fails.
    left: u64,
    is_off: bool,
    clock: Duration,
    files: Vec<Inode>,
    /// What each name leads to, as programs see it.
    names: BTreeMap<PathBuf, usize>,
    /// What each surely leads to.
    kept_names: BTreeMap<PathBuf, usize>,
    /// What blocks held that were used before.
    stale: Vec<u8>,
}

/// A disk, as a recorder sees it.
#[derive(Clone)]
pub struct Simulated(Rc<RefCell<World>>);

/// An open file on it.
pub struct OpenFile {
    world: Simulated,
    number: usize,
}

impl World {
    /// Whether an operation happens; an error where the disk refuses, or is without power.
    fn operate(&mut self, faults: &[ErrorKind]) -> io::Result<()> {
        if self.left == 0 {
            self.is_off = true;
        }
        if self.is_off {
            return Err(io::Error::other("the power is off"));
        }
        self.left -= 1;
        if self.fault_rate > 0 && !faults.is_empty() && self.luck.below(self.fault_rate) == 0 {
            return Err(faults[self.pick(faults.len())].into());
        }
        Ok(())
    }

    fn pick(&mut self, n: usize) -> usize {
        usize::try_from(self.luck.below(n.max(1) as u64)).expect("below a usize")
    }

    /// Bytes that nobody wrote, as many as asked for.
    fn filler(&mut self, count: usize) -> Vec<u8> {
        let (kind, from) = (self.luck.below(4), self.pick(self.stale.len()));
        match kind {
            0 => vec![0xFF; count],
            1 => self.stale[from..]
                .iter()
                .chain(std::iter::repeat(&0))
                .take(count)
                .copied()
                .collect(),
            _ => vec![0; count],
        }
    }

    /// What is found of a file after the power failed.
    fn found(&mut self, number: usize) -> Vec<u8> {
        let Inode { seen, kept } = self.files[number].clone();
        match self.luck.below(5) {
            _ if kept.len() == seen.len() => return kept,
            0 => return seen,
            1 => return kept,
            _ => {}
        }
        let mut found = kept;
        let end = found.len() + self.pick(seen.len() + 1 - found.len());
        let loss = self.luck.below(3);
        while found.len() < end {
            let from = found.len();
            let to = end.min((from / SECTOR + 1) * SECTOR);
            if loss > 0 && self.luck.below(2 * loss) == 0 {
                let filler = self.filler(to - from);
                found.extend(filler);
            } else {
                found.extend(&seen[from..to]);
            }
        }
        if self.luck.below(2) == 0 {
            let count = self.pick(3 * SECTOR);
            found.extend(self.filler(count));
        }
        found
    }
}

impl Simulated {
    /// A disk on which the files named stand, and whose power fails after `operations`. One
    /// operation in `fault_rate` fails without that; none where it is 0.
    pub fn new(seed: u64, operations: u64, fault_rate: u64, stale: &[u8]) -> Self {
        Simulated(Rc::new(RefCell::new(World {
            luck: Xorshift::of(seed),
            fault_rate,
            left: operations,
            is_off: false,
            clock: Duration::ZERO,
            files: Vec::new(),
            names: BTreeMap::new(),
            kept_names: BTreeMap::new(),
            stale: stale.to_vec(),
        })))
    }

    /// Puts a whole file onto the disk.
    pub fn put(&self, path: &Path, bytes: &[u8]) {
        let mut world = self.0.borrow_mut();
        let number = world.files.len();
        let (seen, kept) = (bytes.to_vec(), bytes.to_vec());
        world.files.push(Inode { seen, kept });
        world.names.insert(path.to_owned(), number);
        world.kept_names.insert(path.to_owned(), number);
    }

    fn open(&self, number: usize) -> OpenFile {
        let world = self.clone();
        OpenFile { world, number }
    }

    /// Lets time pass.
    pub fn wait(&self, time: Duration) {
        self.0.borrow_mut().clock += time;
    }

    /// A number below `n` of the disk's own seed.
    pub fn draw(&self, n: u64) -> u64 {
        self.0.borrow_mut().luck.below(n)
    }

    /// What is surely kept under a name.
    pub fn kept(&self, path: &Path) -> Option<Vec<u8>> {
        let world = self.0.borrow();
        let number = world.kept_names.get(path)?;
        Some(world.files[*number].kept.clone())
    }

    /// The power fails: what is found under a name after it.
    pub fn crash(&self, path: &Path) -> Option<Vec<u8>> {
        let mut world = self.0.borrow_mut();
        world.is_off = true;
        let is_new = world.luck.below(2) == 0;
        let names = if is_new { &world.names } else { &world.kept_names };
        let number = *names.get(path)?;
        Some(world.found(number))
    }
}

impl Write for OpenFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut world = self.world.0.borrow_mut();
        world.operate(&[
            ErrorKind::Interrupted,
            ErrorKind::Interrupted,
            ErrorKind::StorageFull,
            ErrorKind::Other,
        ])?;
        let is_short = world.luck.below(8) == 0 && bytes.len() > 1;
        let taken = if is_short { 1 + world.pick(bytes.len() - 1) } else { bytes.len() };
        world.files[self.number].seen.extend(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Disk for OpenFile {
    fn sync(&mut self) -> io::Result<()> {
        let mut world = self.world.0.borrow_mut();
        let failed = world.operate(&[ErrorKind::Other, ErrorKind::StorageFull]);
        if failed.is_err() && !world.is_off {
            // Pages that could not be written are taken for written from here on.
            let mut found = world.found(self.number);
            let length = world.files[self.number].seen.len();
            found.resize(length, 0);
            world.files[self.number].kept = found;
            return failed;
        }
        failed?;
        let Inode { seen, kept } = &mut world.files[self.number];
        kept.extend_from_slice(&seen[kept.len()..]);
        Ok(())
    }

    fn now(&self) -> Duration {
        self.world.0.borrow().clock
    }
}

impl FileSystem for Simulated {
    type File = OpenFile;
    type Temporary = usize;

    fn create_beside(&self, _: &Path) -> io::Result<(usize, OpenFile)> {
        let mut world = self.0.borrow_mut();
        world.operate(&[ErrorKind::StorageFull])?;
        world.files.push(Inode::default());
        let number = world.files.len() - 1;
        Ok((number, self.open(number)))
    }

    fn append(&self, path: &Path) -> io::Result<OpenFile> {
        let number = self.0.borrow().names.get(path).copied().ok_or(ErrorKind::NotFound)?;
        Ok(self.open(number))
    }

    fn clone_file(&self, file: &OpenFile) -> io::Result<OpenFile> {
        Ok(self.open(file.number))
    }

    fn rename(&self, number: usize, path: &Path, overwrite: Overwrite) -> io::Result<()> {
        let mut world = self.0.borrow_mut();
        world.operate(&[ErrorKind::Other])?;
        if overwrite == Overwrite::Never && world.names.contains_key(path) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        world.names.insert(path.to_owned(), number);
        Ok(())
    }

    fn sync_name(&self, path: &Path) -> io::Result<()> {
        let mut world = self.0.borrow_mut();
        world.operate(&[ErrorKind::Other])?;
        if let Some(number) = world.names.get(path).copied() {
            world.kept_names.insert(path.to_owned(), number);
        }
        Ok(())
    }

    fn is_at(&self, file: &OpenFile, path: &Path) -> io::Result<bool> {
        Ok(self.0.borrow().names.get(path) == Some(&file.number))
    }

    fn is_same(
        &self,
        number: &usize,
        path: &Path,
        _: &dyn Fn(File, File) -> bool,
    ) -> io::Result<bool> {
        let world = self.0.borrow();
        let there = world.names.get(path).map(|it| &world.files[*it].seen);
        Ok(there == Some(&world.files[*number].seen))
    }
}

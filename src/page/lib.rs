//! The program in a page: one command at a time, in a world in memory that holds the files which the page gives.
//!
//! The page calls [`reserve`], writes a request at the address that it returns, calls [`run`], and reads the answer
//! at the address that this returns. Both are the length of a header, as four bytes in little-endian order, the header
//! in JSON, and then the bytes of the files or streams, one after another.

use std::ffi::OsString;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chase::games::project_games;
#[cfg(target_family = "wasm")]
use chase::world::Clock;
use chase::world::{KeptBytes, World, WorldParts};
use serde::{Deserialize, Serialize};

/// The words of a command, and the names and lengths of the files it finds.
#[derive(Deserialize)]
struct Request {
    words: Vec<String>,
    files: Vec<(String, usize)>,
}

/// The status of a command, and how much it wrote to each stream.
#[derive(Serialize)]
struct Answer {
    status: u8,
    output: usize,
    errors: usize,
}

/// The bytes that the page has written, or is to read.
static BYTES: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn shared() -> MutexGuard<'static, Vec<u8>> {
    BYTES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a request of so many bytes, and says where.
#[allow(unsafe_code, reason = "the page calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn reserve(bytes: usize) -> *mut u8 {
    let mut kept = shared();
    kept.clear();
    kept.resize(bytes, 0);
    kept.as_mut_ptr()
}

/// Does what the request asks for, and says where the answer begins.
#[allow(unsafe_code, reason = "the page calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn run() -> *const u8 {
    let mut bytes = shared();
    let (status, output, errors) = answered(&bytes);
    let answer = Answer { status, output: output.len(), errors: errors.len() };
    let head = serde_json::to_vec(&answer).unwrap_or_default();
    *bytes = u32::try_from(head.len()).unwrap_or(0).to_le_bytes().to_vec();
    for part in [head, output, errors] {
        bytes.extend(part);
    }
    bytes.as_ptr()
}

/// The status of what a request asks for, and what is written to both streams.
fn answered(request: &[u8]) -> (u8, Vec<u8>, Vec<u8>) {
    let errors = KeptBytes::default();
    let parts = WorldParts {
        errors: Mutex::new(Box::new(errors.clone())),
        threads: Some(0),
        #[cfg(target_family = "wasm")]
        clock: Clock::new(system::passed),
        ..WorldParts::empty("chase")
    };
    let world = World::new(parts);
    let mut output = Vec::new();
    let status = match put(&world, request) {
        Some(words) => chase::cli::perform(&world, project_games(), &words, &mut output),
        None => {
            world.tell(&"the request of the page cannot be read");
            chase::error::exit::TROUBLE
        }
    };
    (status, output, errors.take())
}

/// Puts the files of a request into a world. The words of its command; nothing where the request is none.
fn put(world: &World, request: &[u8]) -> Option<Vec<OsString>> {
    let (length, rest) = request.split_first_chunk()?;
    let (head, mut rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let Request { words, files } = serde_json::from_slice(head).ok()?;
    for (name, length) in files {
        let (bytes, others) = rest.split_at_checked(length)?;
        let file = world.at(Path::new(&name));
        file.folder().create_folders().ok()?;
        file.write(bytes).ok()?;
        rest = others;
    }
    Some(std::iter::once("chase".to_owned()).chain(words).map(OsString::from).collect())
}

#[cfg(target_family = "wasm")]
#[allow(unsafe_code, reason = "the browser fills memory and tells the time")]
mod system {
    use std::time::Duration;

    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Fills so many bytes from here on with random numbers.
        fn random(from: *mut u8, bytes: usize);

        /// The milliseconds that have passed since some moment.
        safe fn now() -> f64;
    }

    /// The time that has passed, as the clock of a world in a page says it.
    pub fn passed() -> Duration {
        Duration::from_secs_f64(now() / 1000.0)
    }

    /// What draws random numbers where there is no system.
    #[unsafe(no_mangle)]
    unsafe extern "Rust" fn __getrandom_v03_custom(
        from: *mut u8,
        bytes: usize,
    ) -> Result<(), getrandom::Error> {
        // SAFETY: the bytes are the caller's, and the page writes no others.
        unsafe { random(from, bytes) };
        Ok(())
    }
}

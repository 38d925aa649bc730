//! Where the system puts a program in its memory: by chance, or always at the same addresses. Linux
//! only, see personality(2).

use std::io;
use std::process::{Child, Command};
use std::thread;

use nix::sys::personality::{self, Persona};

/// Starts a program that always has the same addresses. What a thread asks for here holds for it and
/// for those that it starts: so one is made for this alone.
///
/// # Errors
/// The system refuses it, or the program cannot be started.
pub fn spawn_fixed(command: &mut Command) -> io::Result<Child> {
    in_a_thread(|| command.spawn())
}

/// Why addresses cannot be fixed here; nothing where they can.
#[must_use]
pub fn why_not_fixed() -> Option<String> {
    in_a_thread(|| Ok(())).err().map(|error| error.to_string())
}

fn in_a_thread<T: Send>(then: impl FnOnce() -> io::Result<T> + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let fixed = scope.spawn(|| {
            personality::set(personality::get()? | Persona::ADDR_NO_RANDOMIZE)?;
            then()
        });
        let failed = |_| io::Error::other("a thread failed");
        fixed.join().map_err(failed)?
    })
}

/// Whether the system chooses addresses by chance.
#[must_use]
pub fn are_random() -> bool {
    let setting = std::fs::read_to_string("/proc/sys/kernel/randomize_va_space");
    setting.is_ok_and(|setting| setting.trim() != "0")
}

//! Addresses of a program in memory: the system chooses them by chance, or always the same ones. Linux
//! only, see personality(2).

use std::process::{Child, Command};
use std::{io, thread};

use nix::sys::personality::{self, Persona};

/// Starts a program whose addresses in memory are the same in every run. The setting is made for a thread
/// and holds for every program that the thread starts, so a thread is made for this program alone.
pub(crate) fn spawn_fixed(command: &mut Command) -> io::Result<Child> {
    in_a_thread(|| command.spawn())
}

/// The reason why addresses cannot be fixed here; nothing if they can.
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

/// Returns true if the system chooses addresses by chance.
pub fn are_random() -> bool {
    let setting = std::fs::read_to_string("/proc/sys/kernel/randomize_va_space");
    setting.is_ok_and(|setting| setting.trim() != "0")
}

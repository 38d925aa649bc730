//! Work that may panic, the rules of a game or a crate that reads a damaged file: nothing is printed then.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// True while this thread does what may panic, and nobody is told if it does.
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Does the work. If it panics, nothing is printed. Panics of other threads, and those outside of the work, are
/// told as ever.
pub fn quiet<T>(work: impl FnOnce() -> T) -> T {
    static HOOKED: Once = Once::new();
    HOOKED.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_QUIET.get() {
                usual(info);
            }
        }));
    });
    let was = IS_QUIET.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    IS_QUIET.set(was);
    done.unwrap_or_else(|panic| panic::resume_unwind(panic))
}

/// Does the work as [`quiet`] does; nothing if it panics.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    panic::catch_unwind(AssertUnwindSafe(|| quiet(work))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_nothing_and_the_next_one_is_told_again() {
        assert_eq!(guarded(|| 1), Some(1));
        let within = guarded(|| {
            let inner: Option<()> = guarded(|| unreachable!());
            (inner, IS_QUIET.get())
        });
        assert_eq!(within, Some((None, true)), "the outer work is still guarded");
        assert!(!IS_QUIET.get());
    }
}

//! Work of a crate that panics where a file is damaged: the panic is caught, and nothing is printed.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// True while this thread does what may panic, and nobody is told if it does.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Does the work; nothing if it panics. Panics of other threads, and those outside of the work, are told as ever.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_GUARDED.get() {
                usual(info);
            }
        }));
    });
    let was = IS_GUARDED.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(was);
    done.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_nothing_and_the_next_one_is_told_again() {
        assert_eq!(guarded(|| 1), Some(1));
        let within = guarded(|| {
            let inner: Option<()> = guarded(|| unreachable!());
            (inner, IS_GUARDED.get())
        });
        assert_eq!(within, Some((None, true)), "the outer work is still guarded");
        assert!(!IS_GUARDED.get());
    }
}

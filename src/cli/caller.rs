//! Who runs a command: the program, which Ctrl-C interrupts, or another process, which says itself when
//! the command is to end, and asks how far it is.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The caller of a command that another process runs: it interrupts the command and asks how far
/// it is. All clones are one.
#[derive(Clone, Default)]
pub struct Caller(Arc<CallerState>);

#[derive(Default)]
struct CallerState {
    handlers: Mutex<Handlers>,
    done: AtomicU64,
    all: AtomicU64,
}

#[derive(Default)]
struct Handlers {
    is_interrupted: bool,
    all: Vec<Box<dyn Fn() + Send>>,
}

thread_local! {
    /// The caller of the command of this thread, where it is not the program.
    static CALLER: RefCell<Option<Caller>> = const { RefCell::new(None) };
}

impl Caller {
    /// Does what Ctrl-C does to the program.
    pub fn interrupt(&self) {
        let mut handlers = self.0.handlers.lock().unwrap_or_else(PoisonError::into_inner);
        handlers.is_interrupted = true;
        handlers.all.iter().for_each(|handler| handler());
    }

    /// The number of games that a sweep has played, and of all its games; 0 and 0 before it begins.
    pub fn progress(&self) -> (u64, u64) {
        let [done, all] = [&self.0.done, &self.0.all].map(|it| it.load(Ordering::Relaxed));
        (done, all)
    }

    /// Runs commands of this thread for this caller.
    pub(super) fn called<T>(&self, work: impl FnOnce() -> T) -> T {
        /// Puts the one before back, also when the work panics.
        struct CallerGuard(Option<Caller>);
        impl Drop for CallerGuard {
            fn drop(&mut self) {
                CALLER.set(self.0.take());
            }
        }
        let _before = CallerGuard(CALLER.replace(Some(self.clone())));
        work()
    }
}

/// Calls this when the command is to end: on Ctrl-C in the program. Without it Ctrl-C ends the
/// process, as it does anywhere else.
pub(super) fn when_interrupted(handler: impl Fn() + Send + 'static) {
    let Some(caller) = CALLER.with_borrow(Clone::clone) else {
        // A second handler cannot be set; there is only one command to a process.
        let _ = ctrlc::set_handler(handler);
        return;
    };
    let mut handlers = caller.0.handlers.lock().unwrap_or_else(PoisonError::into_inner);
    if handlers.is_interrupted {
        handler();
    }
    handlers.all.push(Box::new(handler));
}

/// Tells a caller how far the command is. False in the program, which shows it itself.
pub(super) fn tell_progress(done: u64, all: u64) -> bool {
    CALLER.with_borrow(|caller| {
        if let Some(Caller(state)) = caller {
            state.done.store(done, Ordering::Relaxed);
            state.all.store(all, Ordering::Relaxed);
        }
        caller.is_some()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;

    #[test]
    fn a_caller_interrupts_its_own_commands_and_hears_how_far_they_are() {
        let (caller, other) = (Caller::default(), Caller::default());
        let calls = Arc::new(AtomicU32::new(0));
        let mine = Arc::clone(&calls);
        caller.called(|| {
            when_interrupted(move || {
                mine.fetch_add(1, Ordering::Relaxed);
            });
            assert!(tell_progress(3, 9));
        });
        other.interrupt();
        assert_eq!(calls.load(Ordering::Relaxed), 0);
        caller.interrupt();
        assert_eq!(calls.load(Ordering::Relaxed), 1);
        assert_eq!((caller.progress(), other.progress()), ((3, 9), (0, 0)));
        assert!(!tell_progress(1, 1), "no caller outside of it");
        // What begins after the interruption ends at once.
        let mine = Arc::clone(&calls);
        caller.called(|| {
            when_interrupted(move || {
                mine.fetch_add(1, Ordering::Relaxed);
            })
        });
        assert_eq!(calls.load(Ordering::Relaxed), 2);
    }
}

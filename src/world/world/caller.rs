//! Who runs a command: the program, which Ctrl-C interrupts, or another process, which says itself when
//! the command is to end, and asks how far it is.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What is called when a command is to end.
pub type Handler = Box<dyn Fn() + Send>;

/// The caller of commands: it interrupts them and asks how far they are. All clones are one.
#[derive(Clone, Debug, Default)]
pub struct Caller(Arc<CallerState>);

#[derive(Default)]
struct CallerState {
    /// Registers a handler for the key by which people interrupt the program.
    by_system: Option<fn(Handler)>,
    handlers: Mutex<Handlers>,
    done: AtomicU64,
    all: AtomicU64,
}

#[derive(Default)]
struct Handlers {
    is_interrupted: bool,
    all: Vec<Handler>,
}

impl Caller {
    /// The person at the terminal of a program, who interrupts it by a key: the system calls the handlers
    /// that are given to `by_system`.
    pub fn person(by_system: fn(Handler)) -> Self {
        Caller(Arc::new(CallerState { by_system: Some(by_system), ..CallerState::default() }))
    }

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

    /// Calls this when the command is to end.
    pub fn when_interrupted(&self, handler: impl Fn() + Send + 'static) {
        if let Some(by_system) = self.0.by_system {
            return by_system(Box::new(handler));
        }
        let mut handlers = self.0.handlers.lock().unwrap_or_else(PoisonError::into_inner);
        if handlers.is_interrupted {
            handler();
        }
        handlers.all.push(Box::new(handler));
    }

    /// Tells how far the command is. Returns false where the program itself shows it at a terminal.
    pub fn tell_progress(&self, done: u64, all: u64) -> bool {
        self.0.done.store(done, Ordering::Relaxed);
        self.0.all.store(all, Ordering::Relaxed);
        self.0.by_system.is_none()
    }
}

impl fmt::Debug for CallerState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallerState").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;

    #[test]
    fn a_caller_interrupts_its_own_commands_and_hears_how_far_they_are() {
        let (caller, other) = (Caller::default(), Caller::default());
        let calls = Arc::new(AtomicU32::new(0));
        let count = || {
            let mine = Arc::clone(&calls);
            move || {
                mine.fetch_add(1, Ordering::Relaxed);
            }
        };
        caller.when_interrupted(count());
        assert!(caller.tell_progress(3, 9));
        other.interrupt();
        assert_eq!(calls.load(Ordering::Relaxed), 0);
        caller.interrupt();
        assert_eq!(calls.load(Ordering::Relaxed), 1);
        assert_eq!((caller.progress(), other.progress()), ((3, 9), (0, 0)));
        // What begins after the interruption ends at once.
        caller.when_interrupted(count());
        assert_eq!(calls.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn a_person_interrupts_by_what_the_system_calls() {
        let person = Caller::person(|handler| handler());
        let (called, heard) = std::sync::mpsc::channel();
        person.when_interrupted(move || called.send(()).unwrap());
        assert!(heard.try_recv().is_ok());
        assert!(!person.tell_progress(1, 2), "the program shows it");
    }
}

//! Work that several threads share.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Does the same work on each of some `threads`, and meanwhile gathers on this one what they send. Where no
/// thread can be started, all is done on this one: the whole work first, then the gathering.
///
/// # Panics
/// If the work panics.
pub fn gathered<P: Send, R>(
    threads: usize,
    work: impl Fn(&Sender<P>) + Sync,
    gather: impl FnOnce(Receiver<P>) -> R,
) -> R {
    let (sender, found) = channel();
    thread::scope(|scope| {
        let start = |_| {
            let (sender, work) = (sender.clone(), &work);
            thread::Builder::new().spawn_scoped(scope, move || work(&sender)).ok()
        };
        let started: Vec<_> = (0..threads).filter_map(start).collect();
        if started.is_empty() {
            work(&sender);
        }
        drop(sender);
        gather(found)
    })
}

/// Does `count` pieces of work, at most `threads` of them at once. What is returned stands in their order.
///
/// # Panics
/// If a piece panics.
pub fn in_parallel<R: Send>(
    threads: usize,
    count: usize,
    run: impl Fn(usize) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = |sender: &Sender<(usize, R)>| {
        while let n = next.fetch_add(1, Ordering::Relaxed)
            && n < count
            && sender.send((n, run(n))).is_ok()
        {}
    };
    let mut all = gathered(threads.min(count), work, |found| found.iter().collect::<Vec<_>>());
    all.sort_by_key(|(n, _)| *n);
    all.into_iter().map(|(_, it)| it).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_once_and_stands_in_order_whatever_the_threads() {
        for threads in [0, 1, 3, 50] {
            let squares = in_parallel(threads, 20, |n| n * n);
            assert_eq!(squares, (0..20).map(|n| n * n).collect::<Vec<_>>());
            assert!(in_parallel(threads, 0, |n| n).is_empty());
        }
    }

    #[test]
    fn whoever_gathers_can_stop_early() {
        let work = |sender: &Sender<u32>| while sender.send(1).is_ok() {};
        assert_eq!(gathered(2, work, |found| found.iter().take(3).sum::<u32>()), 3);
    }
}

//! Several jobs at a time, whose results stand in the jobs' order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Runs `count` jobs, `jobs` of them at a time.
pub(super) fn in_parallel<R: Send>(
    jobs: usize,
    count: usize,
    run: impl Fn(usize) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new((0..count).map(|_| None).collect::<Vec<_>>());
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, count.max(1)) {
            scope.spawn(|| {
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job >= count {
                        return;
                    }
                    let result = run(job);
                    let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                    results[job] = Some(result);
                }
            });
        }
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().flatten().collect()
}

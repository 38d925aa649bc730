//! Animal Checkers: all endings of up to four pieces, solved: how long it takes, what they come to, and the memory.
//!
//! `cargo bench --bench endings -- 1`: how many threads solve materials at the same time [1]. Positions that are mirror
//! images of each other are counted once; so are a material and the same with the sides swapped, which are solved
//! together.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use chase::games::animal_checkers::players::endings::{self, PIECES_MAX, PieceSets, ValueCounts};

/// What solving all materials of so many pieces took.
struct Solved {
    materials: usize,
    all: Duration,
    longest: Duration,
    bytes: usize,
}

#[expect(clippy::disallowed_methods, reason = "it is what is measured")]
fn now() -> Instant {
    Instant::now()
}

fn solve(count: usize, threads: usize) -> Solved {
    let materials: Vec<_> =
        PieceSets::of(count).filter(|material| material.own <= material.enemy).collect();
    let (start, next) = (now(), AtomicUsize::new(0));
    let work = || {
        let (mut longest, mut bytes) = (Duration::ZERO, 0);
        while let Some(material) = materials.get(next.fetch_add(1, Ordering::Relaxed)) {
            let start = now();
            bytes += endings::size(*material);
            longest = longest.max(start.elapsed());
        }
        (longest, bytes)
    };
    let parts: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let parts = threads.into_iter().map(|it| it.join().expect("no panic"));
        parts.collect()
    });
    Solved {
        materials: materials.len(),
        all: start.elapsed(),
        longest: parts.iter().map(|part| part.0).max().unwrap_or_default(),
        bytes: parts.iter().map(|part| part.1).sum(),
    }
}

fn counted(count: usize) -> ValueCounts {
    let mut sum = ValueCounts::default();
    for counts in PieceSets::of(count).map(endings::counts) {
        sum.wins += counts.wins;
        sum.losses += counts.losses;
        sum.draws += counts.draws;
        sum.longest = sum.longest.max(counts.longest);
    }
    sum
}

fn main() {
    let word = std::env::args().skip(1).find(|word| word != "--bench");
    let threads = word.map_or(1, |word| word.parse().expect("a number of threads"));
    for count in 2..=PIECES_MAX {
        let solved = solve(count, threads);
        let ValueCounts { wins, losses, draws, longest } = counted(count);
        #[expect(clippy::print_stdout, reason = "the result of a bench")]
        {
            println!(
                "{count} pieces: {} materials in {:.2?} on {threads} threads, one in {:.2?} at most, {} bytes",
                solved.materials, solved.all, solved.longest, solved.bytes
            );
            println!(
                "  the side to move wins {wins}, loses {losses}, draws {draws}; the longest win takes {longest} moves"
            );
        }
    }
}

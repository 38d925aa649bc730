//! A cycle by what its log numbers it: `--tick 812`.

use crate::error::{Error, quoted};
use crate::games::Games;
use crate::library::opener;
use crate::store::ReplayReader;
use crate::traces::recording::LogReplayer;
use crate::traces::tick_value;

/// The number of the cycle that has a tick, of a reader that stands before the first cycle and does
/// so again afterwards. Where there is an index it is looked for by jumps, and its snapshots are
/// believed on the way.
///
/// # Errors
/// No cycle has it; damage on the way.
pub fn cycle_of(games: Games, reader: &mut ReplayReader, typed: &str) -> Result<u64, Error> {
    let unknown =
        || Error::new(format!("expected a number, found `{}`", quoted(typed))).at("--tick");
    tick_value(typed).ok_or_else(unknown)?;
    // A log without ticks is told by the search.
    let wanted = LogReplayer::of(reader.now()).and_then(|log| log.tick_of(typed));
    let wanted = wanted.unwrap_or_default();
    let mut search = TickSearch { games, reader, wanted };
    let found = search.run()?;
    reader.begin_again(&opener(games))?;
    found.ok_or_else(|| {
        Error::new(format!("no cycle has the tick {typed}"))
            .help("to give the number of a cycle, from 0, use --cycle")
    })
}

struct TickSearch<'a> {
    games: Games,
    reader: &'a mut ReplayReader,
    wanted: i128,
}

impl TickSearch<'_> {
    fn run(&mut self) -> Result<Option<u64>, Error> {
        let Some((first, second)) = self.first_two()? else {
            return Ok(None);
        };
        let cycles = self.reader.tail().and_then(|tail| tail.counts);
        let Some(last) = cycles.and_then(|counts| counts.cycles.checked_sub(1)) else {
            return self.walk();
        };
        let (mut low, mut high) = (0, last);
        // Most logs tick evenly: the first guess is right.
        let step = (second - first).max(1);
        let mut next = u64::try_from((self.wanted - first) / step).unwrap_or(0);
        while low <= high {
            let at = next.clamp(low, high);
            let Some(tick) = self.tick_at(at)? else {
                return self.walk();
            };
            match tick.cmp(&self.wanted) {
                std::cmp::Ordering::Equal => return Ok(Some(at)),
                std::cmp::Ordering::Less => low = at + 1,
                std::cmp::Ordering::Greater if at == 0 => return Ok(None),
                std::cmp::Ordering::Greater => high = at - 1,
            }
            next = low + (high.saturating_sub(low)) / 2;
        }
        Ok(None)
    }

    /// The first two ticks; nothing where there are no ticks. One that is alone stands twice.
    fn first_two(&mut self) -> Result<Option<(i128, i128)>, Error> {
        if !self.reader.next_cycle()? {
            return Ok(None);
        }
        let Some(first) = self.tick() else {
            let what = format!("{}s have no ticks", self.reader.now().unit());
            return Err(Error::new(what).help("--tick is for traces of other programs; use --hour"));
        };
        let more = self.reader.next_cycle()?;
        let second = self.tick().filter(|_| more);
        Ok(Some((first, second.unwrap_or(first))))
    }

    fn tick_at(&mut self, cycle: u64) -> Result<Option<i128>, Error> {
        self.reader.begin_again(&opener(self.games))?;
        self.reader.go_to_trusting(cycle)?;
        Ok(self.tick())
    }

    /// The tick of the newest cycle.
    fn tick(&self) -> Option<i128> {
        LogReplayer::of(self.reader.now())?.tick()
    }

    /// From the beginning to the cycle, or past it.
    fn walk(&mut self) -> Result<Option<u64>, Error> {
        self.reader.begin_again(&opener(self.games))?;
        while self.reader.next_cycle()? {
            match self.tick() {
                Some(tick) if tick == self.wanted => return Ok(self.reader.now().last()),
                Some(tick) if tick > self.wanted => return Ok(None),
                _ => {}
            }
        }
        Ok(None)
    }
}

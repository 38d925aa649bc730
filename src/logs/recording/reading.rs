//! The lines of a log as events, a cycle at a time, in constant memory.

use std::collections::BTreeMap;

use super::{LogEvent, StoredLayout};
use crate::{Finder, LineLayout, LogForm, LogReader, Record, RowMeaning, tick_shown};
use chase_core::error::Error;

/// A log on its way from cycle to cycle.
pub(crate) struct LogReading {
    log: LogReader,
    /// The line that was read last, and belongs to the next cycle.
    next: Record,
    is_at_end: bool,
    events: Vec<LogEvent>,
    told: NumberedParts,
    finder: Finder,
    tick: Option<i128>,
    /// The tick in the letters of its cycle.
    shown: String,
    cycle: u64,
    last_has_end: bool,
}

/// Entities and layouts by number, as the state will have them.
#[derive(Default)]
struct NumberedParts {
    numbers: BTreeMap<String, u32>,
    /// The number of the one without a name, in a log without entities.
    nameless: Option<u32>,
    /// The cycle in which an entity was told of last, by number.
    told: Vec<u64>,
    free: Vec<u32>,
    layouts: Vec<LineLayout>,
    /// Layouts by their first hole and how many they have.
    by_holes: BTreeMap<(usize, u32), Vec<u32>>,
    newest: usize,
}

impl NumberedParts {
    /// The most layouts besides those of columns; lines with further layouts are stored as they are.
    const LAYOUTS_MAX: usize = 256;

    /// The number of an entity that is there.
    #[inline]
    fn number(&self, name: &str) -> Option<u32> {
        match name {
            "" => self.nameless,
            name => self.numbers.get(name).copied(),
        }
    }

    fn insert(&mut self, name: &str, number: u32) {
        match name {
            "" => self.nameless = Some(number),
            name => drop(self.numbers.insert(name.to_owned(), number)),
        }
    }

    /// Forgets an entity that is gone.
    fn remove(&mut self, name: &str, number: u32) {
        match name {
            "" => self.nameless = None,
            name => drop(self.numbers.remove(name)),
        }
        self.free.push(number);
    }

    /// The entities that had no line in a cycle, in the order of their names.
    fn gone(&self, cycle: u64) -> Vec<(String, u32)> {
        let nameless = self.nameless.map(|number| (String::new(), number));
        let is_gone = |number: u32| self.told[number as usize] != cycle;
        let named = self.numbers.iter().filter(|(_, number)| is_gone(**number));
        let named = named.map(|(name, number)| (name.clone(), *number));
        let nameless = nameless.filter(|(_, number)| is_gone(*number));
        nameless.into_iter().chain(named).collect()
    }

    /// The number of a record's layout, if it is known.
    fn layout(&mut self, finder: &Finder, record: &Record) -> Option<u32> {
        if let Some(layout) = self.layouts.get(self.newest)
            && finder.has(layout, record)
        {
            return u32::try_from(self.newest).ok();
        }
        let known = self.by_holes.get(&Self::key(record))?;
        let mut known = known.iter().copied();
        let number = known.find(|n| finder.has(&self.layouts[*n as usize], record))?;
        self.newest = number as usize;
        Some(number)
    }

    fn key(record: &Record) -> (usize, u32) {
        let first = record.cells.first().map_or(u32::MAX, |cell| cell.column);
        (record.cells.len(), first)
    }

    fn lay(&mut self, layout: LineLayout, record: &Record) -> u32 {
        let number = u32::try_from(self.layouts.len()).unwrap_or(u32::MAX);
        self.layouts.push(layout);
        self.by_holes.entry(Self::key(record)).or_default().push(number);
        self.newest = self.layouts.len() - 1;
        number
    }
}

impl LogReading {
    /// Begins with a log that was just opened.
    ///
    /// # Errors
    /// Its first line cannot be read.
    pub fn begin(log: LogReader) -> Result<Self, Error> {
        let mut reading = LogReading {
            log,
            next: Record::default(),
            is_at_end: false,
            events: Vec::new(),
            told: NumberedParts::default(),
            finder: Finder::default(),
            tick: None,
            shown: String::new(),
            cycle: 0,
            last_has_end: true,
        };
        reading.read()?;
        Ok(reading)
    }

    /// The events of the next cycle; nothing at the end of the log.
    ///
    /// # Errors
    /// A line that cannot be read, or goes back in time.
    pub fn next_cycle(&mut self) -> Result<Option<Vec<LogEvent>>, Error> {
        if self.is_at_end && self.cycle > 0 {
            return Ok(None);
        }
        let mut has_begun = false;
        while !self.is_at_end {
            if self.next.is_note {
                let line = self.next.raw().to_owned();
                self.events.push(LogEvent::Noted { line });
                self.read()?;
                continue;
            }
            let tick = self.log.tick(&self.next)?;
            if self.begins(tick)? {
                if has_begun {
                    break;
                }
                has_begun = true;
                self.open(tick);
            }
            self.take();
            self.read()?;
        }
        if !has_begun {
            let what = "there is no cycle in it: no line has a tick";
            return Err(Error::new(what).at(self.log.name()));
        }
        self.close();
        self.cycle += 1;
        // The next cycle has about as many.
        let next = Vec::with_capacity(self.events.len());
        Ok(Some(std::mem::replace(&mut self.events, next)))
    }

    /// The number of bytes of the log that can be read without waiting.
    pub fn ready(&self) -> usize {
        self.log.ready()
    }

    fn read(&mut self) -> Result<(), Error> {
        self.is_at_end = !self.log.next(&mut self.next)?;
        if !self.is_at_end {
            self.last_has_end = self.log.has_end();
            self.log.check_end(&self.next)?;
        }
        Ok(())
    }

    /// Returns true if the next line begins a cycle.
    fn begins(&self, tick: Option<i128>) -> Result<bool, Error> {
        let line = self.next.line;
        match (tick, self.tick) {
            (None, None) => {
                let what = "a value comes before the first tick";
                Err(self.log.misread(line, 1, what))
            }
            (Some(tick), Some(now)) if tick < now => {
                let from = self.next.tick.map_or(0, |span| span.from);
                let what = "the tick goes back; a recording needs its ticks in order";
                let column = self.log.column(&self.next, from);
                Err(self.log.misread_at(&self.next, column, what))
            }
            (Some(tick), Some(now)) => Ok(tick > now || self.next.opens),
            (None, Some(_)) => Ok(self.next.opens),
            (Some(_), None) => Ok(true),
        }
    }

    fn open(&mut self, tick: Option<i128>) {
        let text = match (self.next.tick, tick) {
            (Some(span), _) => self.next.at(span).to_owned(),
            (None, Some(tick)) => tick_shown(tick),
            (None, None) => self.shown.clone(),
        };
        self.tick = tick.or(self.tick);
        self.shown.clone_from(&text);
        self.events.push(LogEvent::Began { tick: text });
    }

    /// Takes in the next line.
    fn take(&mut self) {
        let cycle = self.cycle;
        let layout = self.layout();
        let cells = self.finder.cells(&self.next);
        let name = self.next.entity_name();
        if let Some(entity) = self.told.number(name) {
            self.told.told[entity as usize] = cycle;
            self.events.push(LogEvent::Changed { entity, layout, cells });
            return;
        }
        let number = self.told.free.pop().unwrap_or_else(|| {
            self.told.told.push(cycle);
            u32::try_from(self.told.told.len() - 1).unwrap_or(u32::MAX)
        });
        self.told.told[number as usize] = cycle;
        self.told.insert(name, number);
        self.events.push(LogEvent::Appeared { entity: name.to_owned(), layout, cells });
    }

    /// The number of the next line's layout; what no layout can write is kept as it stands.
    fn layout(&mut self) -> u32 {
        let can_be_laid = self.finder.look(&self.next) && self.has_its_tick();
        if can_be_laid && let Some(number) = self.told.layout(&self.finder, &self.next) {
            return number;
        }
        let columns = self.log.description().columns.len();
        if can_be_laid && self.told.layouts.len() < NumberedParts::LAYOUTS_MAX + 2 * columns {
            return self.lay(self.finder.layout(&self.next));
        }
        let line = self.next.raw().to_owned();
        self.events.push(LogEvent::Written { line });
        let bare = self.finder.bare();
        let known = self.told.layouts.iter().position(|it| *it == bare);
        match known {
            Some(number) => u32::try_from(number).unwrap_or(u32::MAX),
            None => self.lay(bare),
        }
    }

    fn lay(&mut self, layout: LineLayout) -> u32 {
        let number = self.told.lay(layout.clone(), &self.next);
        let layout = StoredLayout(layout);
        // A line that is kept as it stands is followed by what it says.
        let at = self.events.len()
            - usize::from(matches!(self.events.last(), Some(LogEvent::Written { .. })));
        self.events.insert(at, LogEvent::Laid { layout });
        number
    }

    /// Returns true if the next line has the tick of its cycle in the same letters.
    fn has_its_tick(&self) -> bool {
        self.next.tick.is_none_or(|span| self.shown == self.next.at(span))
    }

    /// Ends a cycle: those without a line are gone, where all have one.
    fn close(&mut self) {
        let cycle = self.cycle;
        let description = self.log.description();
        let lists_all = description.rows == RowMeaning::All && description.entity.is_some();
        if lists_all && description.form != LogForm::Vcd {
            for (name, entity) in self.told.gone(cycle) {
                self.told.remove(&name, entity);
                self.events.push(LogEvent::Vanished { entity });
            }
        }
        if self.is_at_end {
            let cut = !self.last_has_end;
            self.events.push(LogEvent::Ended { cut });
        }
    }
}

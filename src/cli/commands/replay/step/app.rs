//! Where somebody stands in a recording, and what becomes of keys.

use std::rc::Rc;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::differences::Differences;
use super::moments::{MomentText, ReplayMoments};
use chase_world::error::Error;

/// The times for which a cycle is shown while it plays, in milliseconds, from the slowest.
const PAUSES_MS: [u64; 7] = [4_000, 2_000, 1_000, 500, 250, 100, 40];
const USUAL_PAUSE: usize = 3;
/// A jump by pages.
const FAR: u64 = 10;
/// The number of columns that are passed sideways.
const SIDEWAYS: usize = 8;
/// No cycle's number has more digits.
const DIGITS_MAX: usize = 19;

/// The effect of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyEffect {
    Stay,
    Leave,
}

/// The replay whose moments are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MomentsShown {
    Ours,
    Theirs,
}

/// The distance scrolled: down by lines, to the right by columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scrolled {
    pub down: usize,
    pub right: usize,
    /// True if the newest move is to be brought into view.
    pub follows: bool,
}

/// The state of the screen.
pub struct StepApp {
    pub ours: ReplayMoments,
    pub differences: Option<Differences>,
    pub has_colour: bool,
    pub cycle: u64,
    pub whose: MomentsShown,
    /// The moment shown, the one before it, and the other trace's; as far as there are any.
    pub shown: Rc<MomentText>,
    pub before: Option<Rc<MomentText>>,
    pub other: Option<Rc<MomentText>>,
    pub is_playing: bool,
    speed: usize,
    /// The number being typed.
    pub typed: Option<String>,
    pub is_helping: bool,
    pub message: String,
    pub scrolled: Scrolled,
    /// The number of lines that were shown at once, and of those below the first of them.
    pub page: usize,
    pub most_down: usize,
    /// The width of the screen on which everything stands one below the other; 0 for none yet.
    pub stacked_width: usize,
}

impl StepApp {
    pub fn new(ours: ReplayMoments, differences: Option<Differences>, has_colour: bool) -> Self {
        StepApp {
            ours,
            differences,
            has_colour,
            cycle: 0,
            whose: MomentsShown::Ours,
            shown: Rc::default(),
            before: None,
            other: None,
            is_playing: false,
            speed: USUAL_PAUSE,
            typed: None,
            is_helping: false,
            message: String::new(),
            scrolled: Scrolled::default(),
            page: 1,
            most_down: 0,
            stacked_width: 0,
        }
    }

    /// Goes to where it begins.
    ///
    /// # Errors
    /// Damage, or a cycle that is not there.
    pub fn begin(&mut self, cycle: Option<u64>) -> Result<(), Error> {
        let last = self.ours.last();
        if let Some(wanted) = cycle.filter(|wanted| *wanted > last) {
            let unit = self.ours.unit();
            let what = format!("there is no {unit} {wanted}; the last is {last}");
            return Err(Error::new(what));
        }
        let first = self.differences.as_ref().and_then(|it| it.first(last));
        if self.differences.is_some() && first.is_none() {
            self.message = self.no_difference();
        }
        self.show(cycle.or(first).unwrap_or(0))
    }

    fn no_difference(&self) -> String {
        match &self.differences {
            None => "n and p need a second trace: chase replay OURS REF --step".into(),
            Some(differences) if differences.count == 0 => "the two are the same".into(),
            Some(_) => "there is no difference that way".into(),
        }
    }

    /// The time for which the moment is shown; nothing while nothing plays.
    pub fn pause(&self) -> Option<Duration> {
        let pause = Duration::from_millis(PAUSES_MS[self.speed]);
        self.is_playing.then_some(pause)
    }

    /// The next cycle of what plays; the last one ends that.
    ///
    /// # Errors
    /// Damage on the way.
    pub fn play_on(&mut self) -> Result<(), Error> {
        if self.cycle < self.ours.last() {
            self.show(self.cycle + 1)?;
        }
        self.is_playing &= self.cycle < self.ours.last();
        Ok(())
    }

    /// Shows a moment.
    fn show(&mut self, cycle: u64) -> Result<(), Error> {
        self.cycle = cycle;
        let theirs = self.differences.as_mut();
        let theirs = theirs.and_then(|it| it.theirs.as_mut());
        let theirs = theirs.filter(|theirs| cycle <= theirs.last());
        let (shown, other) = match (self.whose, theirs) {
            (MomentsShown::Ours, other) => (&mut self.ours, other),
            (MomentsShown::Theirs, Some(theirs)) => (theirs, Some(&mut self.ours)),
            (MomentsShown::Theirs, None) => {
                self.whose = MomentsShown::Ours;
                (&mut self.ours, None)
            }
        };
        self.before = match cycle.checked_sub(1) {
            Some(before) => Some(shown.at(before)?),
            None => None,
        };
        self.shown = shown.at(cycle)?;
        self.other = other.map(|other| other.at(cycle)).transpose()?;
        self.scrolled.follows = true;
        Ok(())
    }

    /// A key.
    ///
    /// # Errors
    /// Damage on the way to what it asks for.
    pub fn on_key(&mut self, key: KeyEvent) -> Result<KeyEffect, Error> {
        if key.kind == KeyEventKind::Release {
            return Ok(KeyEffect::Stay);
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            let is_quit = matches!(key.code, KeyCode::Char('c' | 'd'));
            return Ok(if is_quit { KeyEffect::Leave } else { KeyEffect::Stay });
        }
        self.message.clear();
        if self.is_helping {
            self.is_helping = false;
            return Ok(KeyEffect::Stay);
        }
        if let Some(typed) = self.typed.take() {
            return self.on_typed(key.code, typed).map(|()| KeyEffect::Stay);
        }
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return Ok(KeyEffect::Leave),
            KeyCode::Char('?') => self.is_helping = true,
            KeyCode::Char('g') => self.typed = Some(String::new()),
            KeyCode::Char(digit) if digit.is_ascii_digit() => self.typed = Some(digit.into()),
            KeyCode::Char(' ') => self.switch(),
            KeyCode::Char('.') => self.speed = (self.speed + 1).min(PAUSES_MS.len() - 1),
            KeyCode::Char(',') => self.speed = self.speed.saturating_sub(1),
            KeyCode::Char('o') => self.look_at(MomentsShown::Ours)?,
            KeyCode::Char('t') => self.look_at(MomentsShown::Theirs)?,
            code => {
                if !self.scroll(code)
                    && let Some(due) = self.due(code)
                {
                    self.go(due)?;
                }
            }
        }
        Ok(KeyEffect::Stay)
    }

    /// The cycle that a key leads to; nothing, and a message, where it leads nowhere.
    fn due(&mut self, code: KeyCode) -> Option<u64> {
        let (now, last) = (self.cycle, self.ours.last());
        Some(match code {
            KeyCode::Right | KeyCode::Char('l') => now.saturating_add(1).min(last),
            KeyCode::Left | KeyCode::Char('h') => now.saturating_sub(1),
            KeyCode::PageDown => now.saturating_add(FAR).min(last),
            KeyCode::PageUp => now.saturating_sub(FAR),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Char(letter @ ('n' | 'p' | 'N' | 'P')) => {
                let due = self.differences.as_ref().and_then(|it| match letter {
                    'n' => it.after(now, last),
                    'p' => it.before(now),
                    'N' => it.last(last),
                    _ => it.first(last),
                });
                if due.is_none() {
                    self.message = self.no_difference();
                }
                due?
            }
            _ => return None,
        })
    }

    /// Goes somewhere by hand, which ends what plays.
    fn go(&mut self, cycle: u64) -> Result<(), Error> {
        self.is_playing = false;
        self.show(cycle)
    }

    fn switch(&mut self) {
        self.is_playing = !self.is_playing && self.cycle < self.ours.last();
    }

    fn look_at(&mut self, whose: MomentsShown) -> Result<(), Error> {
        let has_theirs = self.differences.as_ref().is_some_and(|it| it.theirs.is_some());
        if whose == MomentsShown::Theirs && !has_theirs {
            self.message = match &self.differences {
                Some(_) => "theirs is a transcript: only its differences can be shown".into(),
                None => self.no_difference(),
            };
            return Ok(());
        }
        self.whose = whose;
        self.show(self.cycle)?;
        if self.whose != whose {
            self.message = "theirs ended before".into();
        }
        Ok(())
    }

    fn on_typed(&mut self, code: KeyCode, mut typed: String) -> Result<(), Error> {
        match code {
            KeyCode::Enter => {
                let Ok(wanted) = typed.parse::<u64>() else {
                    return Ok(());
                };
                let last = self.ours.last();
                if wanted > last {
                    self.message = format!("the last {} is {last}", self.ours.unit());
                }
                return self.go(wanted.min(last));
            }
            KeyCode::Esc => return Ok(()),
            KeyCode::Backspace => {
                typed.pop();
            }
            KeyCode::Char(digit) if digit.is_ascii_digit() && typed.len() < DIGITS_MAX => {
                typed.push(digit);
            }
            _ => {}
        }
        self.typed = Some(typed);
        Ok(())
    }

    /// Returns whether a key scrolls.
    fn scroll(&mut self, code: KeyCode) -> bool {
        let Scrolled { down, right, .. } = self.scrolled;
        let page = self.page.max(1);
        let (down, right) = match code {
            KeyCode::Down | KeyCode::Char('j') => (down + 1, right),
            KeyCode::Up | KeyCode::Char('k') => (down.saturating_sub(1), right),
            KeyCode::Char(']') => (down + page, right),
            KeyCode::Char('[') => (down.saturating_sub(page), right),
            KeyCode::Char('>') => (down, right + SIDEWAYS),
            KeyCode::Char('<') => (down, right.saturating_sub(SIDEWAYS)),
            _ => return false,
        };
        self.scrolled = Scrolled { down: down.min(self.most_down), right, follows: false };
        true
    }

    /// The speed at which it plays, in words.
    pub fn speed(&self) -> String {
        match PAUSES_MS[self.speed] {
            pause @ 1.. if pause <= 1_000 => format!("{} a second", 1_000 / pause),
            pause => format!("one in {} seconds", pause / 1_000),
        }
    }
}

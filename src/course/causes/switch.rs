//! What a known mistake is made of: its family, the strategies it touches, and what it changes.

use super::conduct::Conduct;

/// The family of mistakes that a switch belongs to. A diagnosis names the family first, then the
/// switch that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Choice among neighbours.
    Choice,
    /// The definition of a visit.
    Visits,
    /// The end of a route.
    RouteEnd,
    /// After a tip.
    AfterTip,
    /// The tip's path.
    TipPath,
    /// The moment at which a tip is heard.
    TipHeard,
    /// Stamina.
    Stamina,
    /// Dice.
    Dice,
    /// Endings.
    Endings,
    /// The map.
    Map,
}

impl Family {
    /// In words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Family::Choice => "the choice among neighbours",
            Family::Visits => "counting visits",
            Family::RouteEnd => "the end of a route",
            Family::AfterTip => "resuming after a tip",
            Family::TipPath => "the path to the city of a tip",
            Family::TipHeard => "hearing tips",
            Family::Stamina => "stamina",
            Family::Dice => "dice",
            Family::Endings => "endings",
            Family::Map => "the map",
        }
    }
}

/// Strategies as bits.
pub mod of {
    /// RANDOM, the thief among them.
    pub const RANDOM: u8 = 1;
    /// CHEAPEST_LEAST_VISITED.
    pub const LEAST: u8 = 2;
    /// DFS.
    pub const DFS: u8 = 4;
    /// All that follow tips.
    pub const ALL: u8 = RANDOM | LEAST | DFS;
}

/// The part of a program that throwing a switch changes.
#[derive(Clone, Copy)]
pub enum Throw {
    /// It changes how agents choose.
    Choices(fn(&mut Conduct)),
    /// It changes nothing that agents do: endings, `map`.
    Shown(ChoicelessRules),
}

/// Rules that make no choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoicelessRules {
    /// The last detective with the thief is named.
    LastCaptor,
    /// A thief caught in the getaway city gets away.
    EscapeFirst,
    /// Time is up before anything else.
    TimeFirst,
    /// Time is up so many hours late.
    Hours(i64),
    /// Nothing ends at hour 0.
    NotAtStart,
    /// `map` counts every road twice.
    RoadsTwice,
    /// Names end at their first blank.
    NamesCut,
    /// Names end after so many characters.
    NamesCutAfter(usize),
    /// All cities have the name of the last one.
    LastName,
}

/// One mistake.
#[derive(Clone, Copy)]
pub struct Switch {
    /// Its lasting name.
    pub name: &'static str,
    /// The mistake in words, as the end of a sentence that begins with "it" or a noun of its own.
    pub words: &'static str,
    /// Its family.
    pub family: Family,
    /// The strategies it touches, as bits of [`of`].
    pub strategies: u8,
    /// True if it acts only where tips are heard.
    pub needs_tips: bool,
    /// The change that it makes.
    pub throw: Throw,
}

impl Switch {
    /// Returns true if the switch acts from the first hour on, tips or not: then something must
    /// speak for it before the first tip.
    #[must_use]
    pub fn acts_before_tips(&self) -> bool {
        let own = [Family::Choice, Family::Visits, Family::RouteEnd, Family::Dice];
        !self.needs_tips && own.contains(&self.family)
    }

    /// Returns true if agents choose differently with it.
    #[must_use]
    pub fn makes_choices(&self) -> bool {
        matches!(self.throw, Throw::Choices(_))
    }
}

pub(super) const fn row(
    name: &'static str,
    family: Family,
    strategies: u8,
    words: &'static str,
    throw: fn(&mut Conduct),
) -> Switch {
    Switch {
        name,
        words,
        family,
        strategies,
        needs_tips: matches!(family, Family::AfterTip | Family::TipPath | Family::TipHeard),
        throw: Throw::Choices(throw),
    }
}

pub(super) const fn tipped_visits(
    name: &'static str,
    words: &'static str,
    throw: fn(&mut Conduct),
) -> Switch {
    Switch { needs_tips: true, ..row(name, Family::Visits, of::LEAST, words, throw) }
}

pub(super) const fn shown(
    name: &'static str,
    family: Family,
    words: &'static str,
    shown: ChoicelessRules,
) -> Switch {
    Switch { name, words, family, strategies: 0, needs_tips: false, throw: Throw::Shown(shown) }
}

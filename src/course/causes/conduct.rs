//! The complete conduct of a program: every rule and strategy in which programs are known to
//! differ, as plain data. The rules themselves are [`Conduct::RULES`]; a switch changes one field.

use chase_engine::dice::Generator;

/// The stamina that a rest restores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Full stamina.
    Full,
    /// Half of the full stamina, rounded up, on top of what is left.
    Half,
    /// This much on top of what is left.
    Adds(u32),
}

/// The stamina that a move costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// The road's length.
    Length,
    /// A move costs nothing.
    Nothing,
    /// The road's length; a step into a city that the route at hand was in before costs nothing.
    NothingBack,
    /// 1, whatever the length.
    One,
}

/// The roads that can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Afford {
    /// Those as long as the stamina, or shorter.
    UpTo,
    /// Those shorter than the stamina.
    Below,
    /// Those longer than the stamina by up to this much; it then ends at 0.
    Over(u32),
    /// Any, while there is stamina at all; it then ends at 0.
    Any,
}

/// The rules for counting visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visits {
    /// Visits of the start before the first turn.
    pub start: u32,
    /// Visits that a move adds, by the own strategy and on the way to a tip.
    pub moves: [u32; 2],
    /// Visits that a rest adds, by the own strategy and on the way to a tip.
    pub rests: [u32; 2],
    /// Visits that a city can have at most.
    pub most: u32,
    /// True if the turn of the last visit is kept in place of their number.
    pub last_turn: bool,
    /// True if all detectives of the strategy count in one table.
    pub shared: bool,
    /// True if a tip sets the visits of the city it names to 1.
    pub tip_writes_one: bool,
    /// True if the end of a tip forgets all visits.
    pub forgotten_after_tip: bool,
}

impl Visits {
    /// Returns true if none of these deviations makes another impossible. What a tip does to
    /// visits that others share with it cannot be seen in its own turns.
    pub fn is_possible(&self) -> bool {
        let on_tips = self.moves[0] != self.moves[1]
            || self.rests[0] != self.rests[1]
            || self.tip_writes_one
            || self.forgotten_after_tip;
        !self.shared || !on_tips
    }

    /// The number that a city has at most before the first turn.
    pub fn most_at_start(&self) -> u32 {
        if self.last_turn { 1 } else { self.most }
    }
}

/// The order by which CHEAPEST_LEAST_VISITED chooses among neighbours, the first measure first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeighbourChoice {
    /// Fewest visits, shortest road, lowest ID.
    VisitsLengthLowest,
    /// Fewest visits, lowest ID.
    VisitsLowest,
    /// Fewest visits, shortest road, highest ID.
    VisitsLengthHighest,
    /// Fewest visits, highest ID.
    VisitsHighest,
    /// Fewest visits, longest road, lowest ID.
    VisitsLongestLowest,
    /// Shortest road, fewest visits, lowest ID.
    LengthVisitsLowest,
}

/// The weight of its own city where CHEAPEST_LEAST_VISITED chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnCity {
    /// It is not weighed.
    Unweighed,
    /// As a neighbour at the end of a road of length 0: among equal visits it wins.
    WinsTies,
    /// As a neighbour at the end of the longest road: among equal visits it loses.
    LosesTies,
}

/// The order in which a depth-first search takes the roads of a city; CHEAPEST_LEAST_VISITED has
/// [`TurnOrder::File`] in place of IDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnOrder {
    /// Lowest ID first.
    Lowest,
    /// Highest ID first.
    Highest,
    /// Shortest road first, then the lowest ID.
    Shortest,
    /// Longest road first, then the lowest ID.
    Longest,
    /// As the city file lists them.
    File,
}

/// What comes after a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RouteEnd {
    /// A new route from where the last one ended.
    Anew,
    /// No route any more.
    Stops,
    /// A new route after one step back.
    StepBack,
    /// A new route after an hour of rest.
    HourLost,
    /// Nothing: a live search that never clears its marks.
    NeverClears,
}

/// The city to which a search goes back where no neighbour is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayBack {
    /// The one that it came from.
    CameFrom,
    /// The first neighbour that is on its way from the start; what is between is never gone back to.
    FirstOnWay,
    /// The first neighbour, by a live search.
    First,
    /// None: a route has no ways back between branches.
    None,
}

/// What an agent does where no road leads to the next city of its route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OffRoad {
    /// That never happens.
    Never,
    /// It waits for ever.
    Waits,
    /// It rests an hour and goes on with the city after that.
    HourLost,
    /// It jumps there.
    Jumps,
}

/// The steps of a route, and what comes at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Routes {
    /// True if a route ends with the walk back to its start.
    pub walks_home: bool,
    /// True if a route has no more steps than there are cities.
    pub is_cut: bool,
    /// The way back between branches.
    pub way_back: WayBack,
    /// True if the start is not marked, from the second route on.
    pub start_unmarked: bool,
    /// True if a route has only roads that could be afforded when it was planned.
    pub affordable: bool,
    /// True if routes share one array, whose tail is walked too.
    pub old_tail: bool,
    /// Where no road leads on.
    pub off_road: OffRoad,
    /// What comes after a route.
    pub at_end: RouteEnd,
}

impl Routes {
    /// Returns true if none of these deviations makes another impossible: what is never done
    /// cannot be done wrongly.
    pub fn is_possible(&self) -> bool {
        let has_next = self.at_end != RouteEnd::Stops;
        let is_live = self.way_back == WayBack::First;
        let is_planned = !is_live && self.at_end != RouteEnd::NeverClears;
        let of_route = self.walks_home
            || self.is_cut
            || matches!(self.way_back, WayBack::None | WayBack::FirstOnWay)
            || self.start_unmarked
            || self.old_tail
            || self.off_road != OffRoad::Never;
        (is_planned || !of_route)
            && (!is_live || self.at_end == RouteEnd::Anew)
            && (has_next || !(self.start_unmarked || self.old_tail))
            && (self.way_back != WayBack::None || !(self.walks_home || self.is_cut))
    }
}

/// The route after a tip has been followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterTip {
    /// A new one is made.
    Anew,
    /// The old one goes on from where it next passes the tip's city.
    WherePassed,
    /// The old one goes on with the step that was due.
    WhereLeft,
    /// The old one goes on with the first of its steps that a road leads to.
    WhereAdjacent,
    /// A live search goes on with its marks.
    Marks,
    /// A live search goes on with its marks, and the cities passed on the way to the tip are marked
    /// too.
    MarksOnTips,
}

/// The measure by which the way to a tip is planned, and how it is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Path {
    /// Fewest turns, then most stamina on arrival.
    Turns,
    /// Fewest turns, whatever stamina is left.
    TurnsOnly,
    /// The shortest by length.
    Length,
    /// Fewest roads.
    Roads,
    /// Fewest turns as if stamina were full.
    FromFull,
    /// Fewest turns as if a rest restored what it had when it heard the tip.
    RestsToTip,
    /// Fewest turns over roads no longer than the stamina it had when it heard the tip.
    WithinTip,
    /// Fewest turns with a rest before each road that needs none, and before no other.
    RestsInverted,
    /// As by the rules; it rests where it can afford the next road, and else takes it.
    StepsInverted,
    /// As by the rules; the tip is dropped where only the last road is left and cannot be afforded.
    DroppedAtLast,
}

/// The moment at which a tip is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TipMoment {
    /// At the end of a turn, with the thief's present city.
    TurnEnd,
    /// At the end of a turn, with the thief's city of the hour before.
    Stale,
    /// At the beginning of the next turn, with the thief's city then.
    NextTurn,
    /// At the end of a turn, but followed only after the next one.
    HourLate,
}

/// The treatment of a tip that is given on the way to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnTheWay {
    /// It replaces the other.
    Replaces,
    /// It is ignored.
    Ignored,
    /// It is followed after the other.
    Queued,
}

/// The conditions under which a tip is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heard {
    /// Not at all.
    pub ignored: bool,
    /// At hour 0.
    pub at_start: bool,
    /// The moment at which it is given.
    pub given: TipMoment,
    /// On the way to another.
    pub on_the_way: OnTheWay,
    /// Not again while resting where an informant lives.
    pub on_arrival_only: bool,
    /// Only the first one ever.
    pub first_only: bool,
    /// By all detectives, wherever they are.
    pub by_all: bool,
}

/// The road that a random agent takes with the number it draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// `rand() % count` of the affordable roads by ID.
    Affordable,
    /// Of all roads; it rests where the one drawn cannot be afforded.
    AllRoads,
    /// With its own city behind the affordable roads.
    OwnLast,
    /// With its own city before them.
    OwnFirst,
    /// Of the affordable roads by length, then ID.
    ByLength,
    /// Of the affordable roads by falling ID.
    HighestFirst,
    /// The number scaled to the count in place of the remainder.
    Scaled,
}

/// Numbers drawn for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// No numbers are drawn for nothing.
    None,
    /// So many before the first hour.
    AtStart(u64),
    /// One every hour after the thief's turn.
    EveryHour,
    /// One by a random detective that follows a tip.
    Tipped,
    /// One by a random agent that can afford no road.
    Stuck,
    /// One by every detective whose strategy does not draw.
    Others,
}

/// A whole program, as far as its agents choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conduct {
    /// The stamina that a rest restores.
    pub rest: Rest,
    /// The stamina that a move costs.
    pub cost: Cost,
    /// The roads that can be taken.
    pub afford: Afford,
    /// True if the next step of a route or a path is taken without looking at the stamina.
    pub planned_unpaid: bool,
    /// The rules for counting visits.
    pub visits: Visits,
    /// The order by which a neighbour is chosen by visits.
    pub choice: NeighbourChoice,
    /// True if roads that cannot be afforded are weighed too; it rests where one of them wins.
    pub weighs_all: bool,
    /// The weight of its own city.
    pub own_city: OwnCity,
    /// The order of a depth-first search.
    pub order: TurnOrder,
    /// Its routes and their ends.
    pub routes: Routes,
    /// Its route after a tip.
    pub after_tip: AfterTip,
    /// True if an agent stays where a tip led it.
    pub stays_after_tip: bool,
    /// True if an agent rests once where a tip led it.
    pub rests_after_tip: bool,
    /// The measure by which the way to a tip is planned.
    pub path: Path,
    /// The conditions under which a tip is heard.
    pub heard: Heard,
    /// The choice that a random number stands for.
    pub index: Index,
    /// Numbers drawn for nothing.
    pub extra: Extra,
    /// The C library that draws, where it is not the one of the reference.
    pub rand: Option<Generator>,
    /// True if roads can only be taken from the city on whose line they stand.
    pub one_way: bool,
    /// True if a road that the city file lists twice is two roads.
    pub listed_twice: bool,
}

impl Conduct {
    /// The conduct that the assignment asks for.
    pub const RULES: Conduct = Conduct {
        rest: Rest::Full,
        cost: Cost::Length,
        afford: Afford::UpTo,
        planned_unpaid: false,
        visits: Visits {
            start: 1,
            moves: [1; 2],
            rests: [1; 2],
            most: u32::MAX,
            last_turn: false,
            shared: false,
            tip_writes_one: false,
            forgotten_after_tip: false,
        },
        choice: NeighbourChoice::VisitsLengthLowest,
        weighs_all: false,
        own_city: OwnCity::Unweighed,
        order: TurnOrder::Lowest,
        routes: Routes {
            walks_home: false,
            is_cut: false,
            way_back: WayBack::CameFrom,
            start_unmarked: false,
            affordable: false,
            old_tail: false,
            off_road: OffRoad::Never,
            at_end: RouteEnd::Anew,
        },
        after_tip: AfterTip::Anew,
        stays_after_tip: false,
        rests_after_tip: false,
        path: Path::Turns,
        heard: Heard {
            ignored: false,
            at_start: true,
            given: TipMoment::TurnEnd,
            on_the_way: OnTheWay::Replaces,
            on_arrival_only: false,
            first_only: false,
            by_all: false,
        },
        index: Index::Affordable,
        extra: Extra::None,
        rand: None,
        one_way: false,
        listed_twice: false,
    };

    /// Returns true if an agent with this stamina can take a road of this length.
    pub fn affords(&self, length: u32, stamina: u32) -> bool {
        match self.afford {
            Afford::UpTo => length <= stamina,
            Afford::Below => length < stamina,
            Afford::Over(more) => length <= stamina.saturating_add(more),
            Afford::Any => stamina > 0,
        }
    }

    /// Returns true if an agent with this stamina takes a road of this length as the next step of a route.
    pub fn affords_planned(&self, length: u32, stamina: u32) -> bool {
        self.planned_unpaid || self.affords(length, stamina)
    }

    /// The same for a path to a tip.
    pub fn walks(&self, length: u32, stamina: u32) -> bool {
        match self.path {
            Path::StepsInverted => !self.affords(length, stamina),
            _ => self.affords_planned(length, stamina),
        }
    }

    /// The stamina after a move; a length of 0 is a jump.
    pub fn moved(&self, length: u32, stamina: u32) -> u32 {
        stamina.saturating_sub(match self.cost {
            Cost::Length | Cost::NothingBack => length,
            Cost::Nothing => 0,
            Cost::One => length.min(1),
        })
    }

    /// The stamina after a rest.
    pub fn rested(&self, stamina: u32, full: u32) -> u32 {
        match self.rest {
            Rest::Full => full,
            Rest::Half => full.min(stamina.saturating_add(full.div_ceil(2))),
            Rest::Adds(more) => full.min(stamina.saturating_add(more)),
        }
    }

    /// Returns true if a program can have all of these deviations at once.
    pub fn is_possible(&self) -> bool {
        let way_back = self.routes.way_back;
        let goes_back = !self.searches_live() && way_back != WayBack::None;
        self.visits.is_possible()
            && self.routes.is_possible()
            && (goes_back || self.cost != Cost::NothingBack)
            && (way_back != WayBack::First || self.after_tip == AfterTip::Anew)
    }

    /// Returns true if the turns of other detectives matter to one.
    pub fn shares(&self) -> bool {
        self.visits.shared || self.heard.by_all
    }

    /// Returns true if a depth-first search goes on step by step in place of planning routes.
    pub fn searches_live(&self) -> bool {
        self.routes.at_end == RouteEnd::NeverClears
            || self.routes.way_back == WayBack::First
            || matches!(self.after_tip, AfterTip::Marks | AfterTip::MarksOnTips)
    }
}

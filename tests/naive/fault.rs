//! What can be wrong with an implementation of the chase, and several such things at once.
//!
//! Where a sentence about a fault can be read in two ways, its line says which is meant. The goal
//! of a tip is the city it names; a tip ends at once when that is the own city or out of reach.

/// Makes the enum, and the list of the faults with their names; the line of
/// documentation is what the list says about a fault.
macro_rules! faults {
    (
        #[doc = $first_about:literal] $first:ident = $first_name:literal,
        $(#[doc = $about:literal] $fault:ident = $name:literal,)*
    ) => {
        /// One thing that is wrong.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum Fault {
            #[doc = $first_about]
            #[default]
            $first,
            $(#[doc = $about] $fault,)*
        }

        impl Fault {
            /// Every fault, its name, and one line about it.
            pub const ALL: &[(Fault, &str, &str)] = &[
                (Fault::$first, $first_name, $first_about),
                $((Fault::$fault, $name, $about),)*
            ];
        }
    };
}

/// The things that are wrong, all at once; nothing by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults(u128);

// Every fault has a bit of its own.
const _: () = assert!(Fault::ALL.len() <= u128::BITS as usize);

impl Faults {
    pub fn has(self, fault: Fault) -> bool {
        self.has_any([fault])
    }

    pub fn has_any(self, faults: impl Into<Faults>) -> bool {
        self.0 & faults.into().0 != 0
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Faults {
        Faults::from([fault])
    }
}

impl<const N: usize> From<[Fault; N]> for Faults {
    fn from(faults: [Fault; N]) -> Faults {
        faults.into_iter().collect()
    }
}

impl FromIterator<Fault> for Faults {
    fn from_iter<I: IntoIterator<Item = Fault>>(faults: I) -> Faults {
        // That nothing is wrong adds nothing.
        let faults = faults.into_iter().filter(|&fault| fault != Fault::None);
        Faults(faults.fold(0, |bits, fault| bits | 1 << fault as u32))
    }
}

faults! {
    /// nothing is wrong
    None = "none",

    /// nothing is wrong: of equal ways to a tip another is taken
    TipTiesOtherwise = "tip-ties-otherwise",

    /// a depth-first route ends with the walk back to its start
    DfsWalksHome = "dfs-walks-home",
    /// after a tip the old depth-first route goes on from where it next passes, not a new one
    DfsRemembersAfterTip = "dfs-remembers-after-tip",
    /// a depth-first route enters the highest new ID first
    DfsHighestFirst = "dfs-highest-first",

    /// a rest is not a visit
    RestsNotVisits = "rests-not-visits",
    /// a move made on the way to a tip is two visits
    TippedMovesTwice = "tipped-moves-twice",
    /// a move made on the way to a tip is no visit
    TippedMovesNotCounted = "tipped-moves-not-counted",
    /// among cities visited least the lowest ID is taken, whatever the road's length
    WrongTie = "wrong-tie",
    /// among cities visited least at the end of equal roads the highest ID is taken
    TieHighestId = "tie-highest-id",

    /// the way to a tip is the shortest by length
    PathByLength = "path-by-length",
    /// the way to a tip is the one of fewest roads, rests not counted
    PathByHops = "path-by-hops",
    /// of last roads that arrive in the fewest turns the one that leaves least stamina is taken
    PathBlindToStamina = "path-blind-to-stamina",
    /// the way to a tip is planned as if with full stamina
    PathFromFullStamina = "path-from-full-stamina",

    /// a number is drawn for nothing before the first hour
    DrawsAtStart = "draws-at-start",
    /// a number is drawn for nothing every hour, after the thief's turn
    OneDrawTooMany = "one-draw-too-many",
    /// a random detective draws a number for nothing while it follows a tip
    DrawsWhenTipped = "draws-when-tipped",

    /// a road may be longer than the stamina by up to 5, which then ends at 0
    OverspentStamina = "overspent-stamina",
    /// a rest restores only half of the full stamina
    RestNotFull = "rest-not-full",

    /// a tip names the city where the thief was before this hour's turn
    TipBeforeThief = "tip-before-thief",
    /// nobody is tipped at hour 0
    NoTipAtStart = "no-tip-at-start",
    /// a tip is ignored on the way to another
    IgnoresTipWhileTipped = "ignores-tip-while-tipped",

    /// a catch names the last detective that is with the thief
    WrongEnding = "wrong-ending",
    /// a thief caught in the getaway city gets away
    EscapeBeatsCapture = "escape-beats-capture",
    /// time is up one hour early
    OneHourShort = "one-hour-short",

    /// a road can only be taken from the city on whose line it stands
    MapOneWay = "map-one-way",
    /// `map` counts every road twice
    MapCountsDouble = "map-counts-double",
    /// the names of cities end at the first blank
    NamesCut = "names-cut",
    /// the names of cities end after 9 characters
    NamesCutAfter9 = "names-cut-after-9",
    /// the names of cities end after 10 characters
    NamesCutAfter10 = "names-cut-after-10",
    /// the names of cities end after 14 characters
    NamesCutAfter14 = "names-cut-after-14",
    /// the names of cities end after 15 characters
    NamesCutAfter15 = "names-cut-after-15",
    /// the names of cities end after 19 characters
    NamesCutAfter19 = "names-cut-after-19",
    /// the names of cities end after 20 characters
    NamesCutAfter20 = "names-cut-after-20",
    /// the names of cities end after 31 characters
    NamesCutAfter31 = "names-cut-after-31",
    /// all cities have the name of the last city
    LastName = "last-name",

    /// aborts when somebody is tipped
    CrashOnTip = "crash-on-tip",
    /// prompts for ever, once the input or the game has ended
    LoopAtEndOfInput = "loop-at-end-of-input",
    /// prompts for ever, once the input has ended while the game goes on
    LoopWithoutQuit = "loop-without-quit",
    /// prints hour 1 for ever
    PrintsForever = "prints-forever",
    /// stops answering before hour 3
    Hangs = "hangs",
    /// prints a line that is no text in hour 2
    Garbage = "garbage",
    /// leaks a kilobyte every hour
    Leaks = "leaks",
    /// leaves a child behind that sleeps for a minute and holds standard output open
    Forks = "forks",
    /// allocates without bound before hour 1
    EatsMemory = "eats-memory",

    /// a rest is two visits
    RestsAreTwoVisits = "rests-are-two-visits",
    /// the start has two visits at the beginning
    StartCountedTwice = "start-counted-twice",
    /// the start has a visit at the beginning, also where a turn visits the city in which it began
    StartVisitedBefore = "start-visited-before",
    /// the start has no visit at the beginning
    StartNotCounted = "start-not-counted",
    /// a visit is counted when a city is left by a move; rests are none, the start begins with none
    VisitsOnLeaving = "visits-on-leaving",
    /// a turn visits the city in which it began, before it is decided; the start begins with none
    VisitsBeforeTurn = "visits-before-turn",
    /// a turn visits the city in which it began, twice if it was a rest; the start begins with none
    VisitsBeforeTurnRestTwice = "visits-before-turn-rest-twice",
    /// a rest on the way to a tip is no visit
    TippedRestsNotCounted = "tipped-rests-not-counted",
    /// no turn on the way to a tip is a visit
    TippedTurnsNotCounted = "tipped-turns-not-counted",
    /// hearing a tip, even one that is not followed, sets the visits of its goal to 1
    TipWritesOne = "tip-writes-one",
    /// no city has more than one visit
    VisitedOrNot = "visited-or-not",

    /// all detectives who go where they have been least count in one table
    VisitsShared = "visits-shared",
    /// the hour of the last visit stands in place of the number of visits
    LeastRecentlyVisited = "least-recently-visited",

    /// among cities visited least the highest ID is taken, whatever the road's length
    HighestIdBeforeLength = "highest-id-before-length",
    /// among cities visited least at the end of equal roads the one whose road is read first is taken
    TieFileOrder = "tie-file-order",
    /// among cities visited least the longest road is taken
    LongestRoadFirst = "longest-road-first",
    /// the shortest road is taken, among equal ones to the city visited least
    LengthBeforeVisits = "length-before-visits",
    /// roads too dear are weighed against visits too; if one of them is chosen, it rests
    AllRoadsWeighed = "all-roads-weighed",
    /// the own city is weighed too, at the end of a road of length 0; if it is chosen, it rests
    OwnCityWeighed = "own-city-weighed",
    /// it rests if the own city has fewer visits than the neighbour it would go to
    OwnCityLosesTies = "own-city-loses-ties",

    /// a depth-first route takes the shortest road first
    DfsShortestFirst = "dfs-shortest-first",
    /// a depth-first route takes the longest road first, of equal ones to the lowest ID
    DfsLongestFirst = "dfs-longest-first",
    /// a depth-first route takes the roads of a city in the order of the city file
    DfsFileOrder = "dfs-file-order",

    /// a depth-first route has only roads that could be taken when it is made, or a step is looked for
    DfsAffordableOnly = "dfs-affordable-only",

    /// no way back: where all neighbours are seen the lowest is entered; all seen, or a tip, begins anew
    DfsNoWayBack = "dfs-no-way-back",
    /// a route goes back to the lowest neighbour on its way from the start, never to those in between
    DfsBackByOrder = "dfs-back-by-order",
    /// a step into a city that the depth-first route was in before is taken unpaid at any stamina
    DfsBackUnpaid = "dfs-back-unpaid",
    /// a depth-first route ends after as many moves as there are cities, if not before
    DfsRouteCut = "dfs-route-cut",

    /// at the end of a depth-first route no other is made, even after tips
    DfsStops = "dfs-stops",
    /// at the end of a depth-first route it goes back along its last road before a new one
    DfsOneStepBack = "dfs-one-step-back",
    /// the start is not seen when a depth-first route is made, the detective's very first excepted
    DfsStartUnmarked = "dfs-start-unmarked",
    /// a depth-first route is written over the last, whose tail stays; where no road leads it rests
    DfsOldTail = "dfs-old-tail",
    /// a depth-first route is written over the last, whose tail stays; where no road leads it jumps
    DfsOldTailJumps = "dfs-old-tail-jumps",
    /// depth-first city by city, without a plan; what is marked stays so, at its end it rests
    DfsNeverClears = "dfs-never-clears",
    /// an hour is rested at the end of a depth-first route, unless a tip comes first
    DfsHourLost = "dfs-hour-lost",
    /// a depth-first route lacks the ways back; where no road leads on it waits
    DfsWithoutWaysBack = "dfs-without-ways-back",
    /// a depth-first route lacks the ways back; where no road leads on it jumps
    DfsJumps = "dfs-jumps",

    /// after a tip the old depth-first route goes on where it was left; without a road it waits
    DfsResumesAfterTip = "dfs-resumes-after-tip",
    /// after a tip the old depth-first route goes on, without the next cities that no road leads to
    DfsQueueKept = "dfs-queue-kept",
    /// depth-first city by city, without a plan; begins anew when all are marked, not after a tip
    DfsMarksAfterTip = "dfs-marks-after-tip",
    /// the same, and a turn on the way to a tip marks the city where it ends, whose way back stays
    DfsMarksOnTips = "dfs-marks-on-tips",
    /// once at a tip's goal it stays there until a tip leads somewhere else
    StaysAfterTip = "stays-after-tip",
    /// once at a tip's goal by a path it rests a turn, unless another path begins first
    RestsAfterTip = "rests-after-tip",
    /// when a tip ends, all visits are forgotten but one of the present city, counted last
    VisitsForgottenAfterTip = "visits-forgotten-after-tip",

    /// the way to a tip is planned as if a rest restored the stamina at hand and no more
    PathRestsToTipStamina = "path-rests-to-tip-stamina",
    /// the way to a tip is planned without roads longer than the stamina at hand; rests restore all
    PathWithinTipStamina = "path-within-tip-stamina",
    /// a path is planned with rests before roads that need none only; a road too dear leaves 0 stamina
    PathRestsInverted = "path-rests-inverted",
    /// on a path it rests where it can take the next road, and else takes it, which leaves 0 stamina
    PathStepsInverted = "path-steps-inverted",
    /// a tip is forgotten in a turn when the last road to it is too dear, and the own strategy goes on
    TipDroppedAtLast = "tip-dropped-at-last",
    /// the way to a tip is the first that is found when the city seen last is left first
    PathFromStack = "path-from-stack",
    /// a tip heard on the way to another adds its path behind the rest; without a road it jumps
    PathAppended = "path-appended",

    /// tips are heard and not followed
    TipsIgnored = "tips-ignored",
    /// tips are heard and not followed by random detectives
    TipsIgnoredByRandom = "tips-ignored-by-random",
    /// tips are heard and not followed by detectives who go where they have been least
    TipsIgnoredByLeast = "tips-ignored-by-least",
    /// tips are heard and not followed by depth-first detectives
    TipsIgnoredByDfs = "tips-ignored-by-dfs",
    /// a tip is given at the beginning of the next turn, which follows it already
    TipNextTurn = "tip-next-turn",
    /// a tip is planned and followed only an hour after it was heard, from where it then is
    TipHourLate = "tip-hour-late",
    /// a tip heard on the way to another waits for the arrival; one that cannot be followed is lost
    TipsQueued = "tips-queued",
    /// a detective hears a tip only where it has just moved to, or starts
    TipOnArrivalOnly = "tip-on-arrival-only",
    /// a detective hears its first tip only, whether or not that leads anywhere
    FirstTipOnly = "first-tip-only",

    /// a rest restores 10 at most
    RestAddsTen = "rest-adds-ten",
    /// a tip is heard by all detectives, wherever they are
    TipsShared = "tips-shared",

    /// any road can be taken while stamina is left, which then ends at 0
    OverspentAny = "overspent-any",
    /// the next step of a route or of a path to a tip is taken whatever stamina is left
    PlannedStepsUnpaid = "planned-steps-unpaid",
    /// a road must be shorter than the stamina
    StaminaStrictlyMore = "stamina-strictly-more",
    /// moves cost nothing
    MovesCostNothing = "moves-cost-nothing",
    /// a move costs 1, whatever the road's length
    MovesCostOne = "moves-cost-one",

    /// a road is as many choices of a random agent as it has places in the city file
    ListedTwice = "listed-twice",

    /// two numbers are drawn for nothing before the first hour
    TwoDrawsAtStart = "two-draws-at-start",
    /// who chooses at random and has no choice draws a number for nothing
    DrawsWhenStuck = "draws-when-stuck",
    /// detectives who do not choose at random draw a number for nothing in each of their turns
    OthersDraw = "others-draw",

    /// a random choice is among all roads; if the one drawn is too dear, it rests
    RandomOverAllRoads = "random-over-all-roads",
    /// a random choice has the own city behind the roads
    RandomOwnCityLast = "random-own-city-last",
    /// a random choice has the own city before the roads
    RandomOwnCityFirst = "random-own-city-first",
    /// a random choice is among the roads by length, then ID
    RandomByLength = "random-by-length",
    /// a random choice is among the roads by falling ID
    RandomHighestFirst = "random-highest-first",
    /// a random choice is by the number's share of all numbers, not by its remainder
    RandomScaled = "random-scaled",

    /// the numbers are those of macOS's `rand`
    RandOfMacos = "rand-of-macos",
    /// the numbers are those of musl's `rand`
    RandOfMusl = "rand-of-musl",
    /// the numbers are those of `rand` in Microsoft's library
    RandOfMicrosoft = "rand-of-microsoft",

    /// time is up one hour late
    OneHourLong = "one-hour-long",
    /// in the last hour time is up, whatever else happens
    TimeBeforeCapture = "time-before-capture",
    /// endings are not checked at hour 0
    NotOverAtHour0 = "not-over-at-hour-0",
}

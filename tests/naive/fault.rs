//! What can be wrong with an implementation of the chase, one thing at a time.

/// Makes the enum, and the list of the faults with their names; the line of
/// documentation is what the list says about a fault.
macro_rules! faults {
    (
        #[doc = $first_about:literal] $first:ident = $first_name:literal,
        $(#[doc = $about:literal] $fault:ident = $name:literal,)*
    ) => {
        /// The one thing that is wrong.
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
}

//! Two traces compared: which cycles need not be read, who explains, and what the layout is worth.

use crate::diff::{
    LayoutNote, Report, Selection, compare, compare_to_first, equal_cycles, layout_between,
    layout_of,
};
use crate::opener::opener;
use crate::store::{Content, ReplayForm, ReplayReader, TraceSource, contents, unopened};
use chase_kit::budget::StopFlag;
use chase_kit::diagnosis::Inquiry;
use chase_kit::referee::Referee;
use chase_kit::text_layout::{AnyLayout, LayoutFault};
use chase_play::{CommandLine, Games};
use chase_record::any::Projections;
use chase_record::replay::Header;
use chase_world::error::{Error, IoAt};
use chase_world::world::{File, WorldPath};

/// The settings of a comparison of two traces of one game.
pub struct Comparison {
    /// The games of the program.
    pub games: Games,
    /// The game that both are of.
    pub game: &'static dyn CommandLine,
    /// The selection of the parts that are compared and shown.
    pub selection: Selection,
    /// The scenario that explains differences, and whether the seed is known, where they are not
    /// taken from a replay.
    pub scenario: Option<(Header, bool)>,
    /// The depth of the comparison.
    pub depth: Depth,
    /// True if the layout of transcripts counts.
    pub exact: bool,
    /// Ends the search for explanations, and the comparison with it.
    pub stop: StopFlag,
}

/// The depth of a comparison of two traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Everything, and why they part.
    Explained,
    /// Everything but why.
    Counted,
    /// The first difference, and how each side ends. What else is told is not of the whole.
    First,
}

/// The reason why nobody explains, where that is worth a word.
type Unexplained = Option<&'static str>;

/// The referee that explains single choices, the inquiry that explains whole programs, or why there is neither.
type Explainers = (Option<Box<dyn Referee>>, Option<Box<dyn Inquiry>>, Unexplained);

/// One side of a comparison: a file, and what it turned out to hold.
pub struct Trace {
    /// The path of the file.
    pub path: WorldPath,
    /// Its content, with nothing read yet.
    pub content: Content,
}

impl Trace {
    fn header(&self) -> Option<&Header> {
        match &self.content {
            Content::Replay(reader) => Some(reader.header()),
            Content::Text(..) => None,
        }
    }

    /// The number of cycles that a replay holds, as far as it says.
    fn cycles(&self) -> Option<u64> {
        match &self.content {
            Content::Replay(reader) => Some(reader.tail()?.counts?.cycles),
            Content::Text(..) => None,
        }
    }

    /// Returns whether it is a binary replay that can be opened once more.
    fn can_be_jumped_about_in(&self) -> bool {
        let is_binary =
            matches!(&self.content, Content::Replay(reader) if reader.form() == ReplayForm::Binary);
        is_binary && !self.path.is_input()
    }
}

impl Comparison {
    /// Compares ours with theirs.
    ///
    /// # Errors
    /// A side that cannot be read, or a scenario that cannot be played.
    pub fn run(mut self, ours: Trace, theirs: Trace) -> Result<Report, Error> {
        let layout = self.layout(&ours, &theirs)?;
        let known_equal = by_seals(self.games, &ours, &theirs)?;
        let (referee, inquiry, unexplained) = self.referee(&ours, &theirs, known_equal)?;
        let past = if known_equal > 0 && referee.is_some() {
            let content = contents(&ours.path, &opener(self.games))?;
            Some(TraceSource::new(ours.path.path(), content, self.game))
        } else {
            None
        };
        let mut sides = (
            TraceSource::new(ours.path.path(), ours.content, self.game),
            TraceSource::new(theirs.path.path(), theirs.content, self.game),
        );
        // Events are compared where both sides have them, and told in words.
        if sides.0.replay().is_some() && sides.1.replay().is_some() {
            let events = Projections { events: true, ..Projections::default() };
            sides.0.project(events);
            sides.1.project(events);
        }
        let shown = self.game;
        let mut report = match self.depth {
            Depth::First => compare_to_first(shown, sides, self.selection, known_equal),
            Depth::Explained | Depth::Counted => {
                compare(shown, sides, referee, inquiry, self.selection, known_equal, past)
            }
        }?;
        // What was explained while players were told to answer at once is wrong.
        if self.stop.is_stopped() {
            let error = Error::new(
                "no explanation within the time limit: a built-in player may think for very long",
            );
            return Err(error.help(
                "allow more time with --timeout, or compare without explanation with --brief",
            ));
        }
        report.unexplained = unexplained.or(report.unexplained);
        // Where nothing is known of a layout, what texts of different contents look like is no news.
        report.layout = layout.filter(|_| report.same || self.game.layout().is_some());
        report.same &= !self.exact || report.layout.is_none();
        Ok(report)
    }

    /// The first place at which the layout of transcripts differs: of ours from theirs, or of one
    /// from the reference.
    fn layout(&self, ours: &Trace, theirs: &Trace) -> Result<Option<LayoutNote>, Error> {
        let (games, game, exact) = (self.games, self.game, self.exact);
        let both = format!("{}, {}", ours.path.display(), theirs.path.display());
        let (whose, found) = match (&ours.content, &theirs.content) {
            (Content::Replay(_), Content::Replay(_)) => return Ok(None),
            (Content::Text(ours, _), Content::Text(theirs, _)) => {
                let known = game.layout();
                if known.is_none() && !exact {
                    return Ok(None);
                }
                let known = known.unwrap_or_else(|| Box::new(AnyLayout));
                ("ours", layout_between(&*known, ours, theirs, exact))
            }
            (Content::Text(text, _), _) => ("ours", layout_alone(games, game, text, exact)?),
            (_, Content::Text(text, _)) => ("theirs", layout_alone(games, game, text, exact)?),
        };
        let found = found.io_at(both, "read")?;
        Ok(found.map(|fault| LayoutNote { whose, fault }))
    }

    /// Who explains differences, or the reason why nobody does.
    fn referee(
        &mut self,
        ours: &Trace,
        theirs: &Trace,
        known_equal: u64,
    ) -> Result<Explainers, Error> {
        let shorter = ours.cycles().zip(theirs.cycles()).map(|(mine, others)| mine.min(others));
        // What one side has more than the other needs no memory of the past.
        if self.depth != Depth::Explained || known_equal > 0 && Some(known_equal) == shorter {
            return Ok((None, None, None));
        }
        if self.scenario.is_none() && are_of_different_scenarios(ours, theirs) {
            let why = "no explanation, because the two games have different scenarios; check each with `chase verify`";
            return Ok((None, None, Some(why)));
        }
        let known = self.scenario.take().or_else(|| shared(ours, theirs));
        let Some((mut header, dice_known)) = known else {
            let why = "no explanation without the scenario; add --scenario with the arguments that `chase record` takes";
            return Ok((None, None, Some(why)));
        };
        let referee = self.game.referee_with(&mut header, dice_known, &self.stop);
        let referee = referee.map_err(|why| unopened(self.game.name(), &why))?;
        let suite = self.games.suite_of(self.game.name());
        let inquiry = suite.and_then(|suite| suite.inquiry(&header, dice_known));
        Ok((Some(referee), inquiry, None))
    }
}

/// Holds a text against what the reference of a game, one of these, prints, where that is known.
///
/// # Errors
/// It is not known and asked for.
pub fn layout_alone(
    games: Games,
    game: &dyn CommandLine,
    text: &File,
    exact: bool,
) -> Result<std::io::Result<Option<LayoutFault>>, Error> {
    match game.layout() {
        Some(layout) => Ok(layout_of(layout, text, exact)),
        None if !exact => Ok(Ok(None)),
        None => {
            let what = format!("chase does not know the layout of transcripts of {}", game.name());
            let others = games.all().iter().filter(|game| game.layout().is_some());
            let others: Vec<_> = others.map(|game| game.name()).collect();
            let help = match &others[..] {
                [] => "--exact needs two transcripts of it".into(),
                others => {
                    let others = others.join(", ");
                    format!("--exact needs two transcripts of it; of {others} one is enough")
                }
            };
            Err(Error::new(what).help(help))
        }
    }
}

/// The number of cycles that two binary replays are known to have in common, by their seals.
fn by_seals(games: Games, ours: &Trace, theirs: &Trace) -> Result<u64, Error> {
    if !ours.can_be_jumped_about_in() || !theirs.can_be_jumped_about_in() {
        return Ok(0);
    }
    let mut mine = ReplayReader::open(&ours.path, &opener(games))?;
    let mut others = ReplayReader::open(&theirs.path, &opener(games))?;
    // Damage is told best by who comes to it from the start.
    Ok(equal_cycles(&mut mine, &mut others).ok().flatten().unwrap_or(0))
}

fn are_of_different_scenarios(ours: &Trace, theirs: &Trace) -> bool {
    let headers = ours.header().zip(theirs.header());
    headers.is_some_and(|(mine, others)| mine.scenario.get() != others.scenario.get())
}

/// The scenario that the sides themselves name, and whether the dice are known.
fn shared(ours: &Trace, theirs: &Trace) -> Option<(Header, bool)> {
    match (ours.header(), theirs.header()) {
        (Some(mine), Some(others)) => Some(common(mine, others)),
        (Some(header), None) | (None, Some(header)) => Some(alone(header)),
        (None, None) => None,
    }
}

/// The scenario that one replay states, and true if its players and dice are known from the start.
/// Where it goes on from another replay, it does not say who played before, and with which dice.
fn alone(header: &Header) -> (Header, bool) {
    let Some(last) = header.shared_until() else {
        return (header.clone(), true);
    };
    let players = header.players.iter().map(|name| format!("{name} after {last}")).collect();
    let header = Header { players, ..header.clone() };
    (header, false)
}

/// The header that two replays of one scenario have in common, and true if both are known to have
/// the same dice. Where other players sat, or other dice were thrown, neither side can be held to
/// the other's.
fn common(ours: &Header, theirs: &Header) -> (Header, bool) {
    let dice = |header: &Header| (header.dice, header.seed, header.number);
    let same_dice = dice(ours) == dice(theirs);
    let players = ours.players.iter().zip(&theirs.players);
    let players = players.map(|(mine, others)| match mine == others {
        true => mine.clone(),
        false => format!("{mine} or {others}"),
    });
    let header = Header { players: players.collect(), ..theirs.clone() };
    let is_fork = ours.shared_until().or(theirs.shared_until()).is_some();
    (header, same_dice && !(is_fork && ours.players != theirs.players))
}

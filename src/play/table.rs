//! People and other players at one terminal: a session whose turns can be taken back, and
//! that is kept without what was.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use super::hints::HINT_BUDGET;
use super::player_name::{HUMAN, HUMAN_WITH_HINTS, is_human};
use super::seating::{Seating, TakesOver, chairs};
use super::{Input, Played, Prompt};
use chase_engine::game::{BrokenRule, Forfeit, Masks as _, Seat, Turn};
use chase_engine::player::Player;
use chase_engine::session::GameSession;
use chase_kit::budget::StopFlag;
use chase_kit::faces::Playable;
use chase_record::any::{Projections, RecordError, RecordedHistory, RecordingSink};
use chase_record::compile::compile;
use chase_record::recording::{Dismiss, Party, sit_down};
use chase_record::replay::{Broken, By, Header, History, TurnEntry};
use chase_record::replayer::Replayer;
use chase_record::turn_sink::{TurnSink, hand_over};
use chase_study::analysis::{AnalysisBudget, Hint, hint};
use chase_world::error::quoted_to;

/// The question after the end of a game.
pub const AGAIN: &str = "Play again? (y or n, undo takes back) ";

/// The longest part of a player's name that is shown, in characters.
const NAME_CHARS_MAX: usize = 60;

/// The next step after the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// Another game of the series is wanted.
    Another,
    /// The newest action of a person was taken back, and the game goes on.
    Undone,
    /// The session is over.
    Done,
}

/// A game at the terminal.
pub struct Table<G: Playable> {
    game: Arc<G>,
    header: Header,
    session: GameSession<G>,
    history: History<G>,
    /// The actions of people: whose, and how many turns had been played before each.
    marks: Vec<(Seat, usize)>,
    /// The game as it was handed over last.
    kept: Replayer<G>,
    /// Takes every turn down at once, where that is wanted.
    turns: Option<Box<dyn TurnSink>>,
    stop: StopFlag,
    sit: Sit<G>,
    /// Tells those outside how the game ended; nothing once they were told.
    dismiss: Option<Dismiss>,
    /// The time that people have played, in a session that counts it.
    played: Option<Duration>,
    /// True if the words are shown that a player said when it lost its turn. They may give away
    /// what others may not know.
    tells_details: bool,
    hint: MakeHint<G>,
}

/// Values what the seat whose turn it is can do.
type MakeHint<G> =
    fn(&Header, &History<G>, AnalysisBudget, &StopFlag) -> Result<Option<Hint>, RecordError>;

/// Sits everybody down, for the first time or once more.
type Sit<G> = Box<dyn Fn() -> Result<Party<G>, RecordError>>;

/// The result of a player's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Went {
    /// The turn was played, and the game goes on.
    On,
    /// It was interrupted, and not played.
    Interrupted,
}

impl<G: Playable> Table<G> {
    /// Sits the header's players down, with those of `seating` beside the built-in ones. Where a
    /// person takes over and none sits there, the header becomes that of a recording that goes on
    /// from there. Its flag ends a player's turn before it has thought to the end; it is not played
    /// then.
    ///
    /// # Errors
    /// A header that this program cannot play.
    pub fn open(header: &mut Header, seating: &Seating) -> Result<Self, RecordError> {
        Table::open_with(header, seating, |_| Vec::new())
    }

    /// Opens a table as [`Table::open`] does, with players that `made` makes; they go before those
    /// of the seating.
    ///
    /// # Errors
    /// A header that this program cannot play.
    pub fn open_with(
        header: &mut Header,
        seating: &Seating,
        made: impl Fn(&Arc<G>) -> Vec<(Seat, Box<dyn Player<G>>)> + 'static,
    ) -> Result<Self, RecordError> {
        let game = compile::<G>(header).map_err(RecordError::Unopened)?;
        // The events to come are of this number, whatever those of an older recording were.
        header.rules = G::RULES;
        if let Some(TakesOver { seat, cycle, seal }) = seating.takes_over
            && !header.players.iter().any(|name| is_human(name))
        {
            *header = header.clone().continued(seal, cycle);
            HUMAN.clone_into(&mut header.players[seat.index()]);
        }
        if seating.hints {
            let people = header.players.iter_mut().filter(|name| *name == HUMAN);
            people.for_each(|name| HUMAN_WITH_HINTS.clone_into(name));
        }
        let (names, chairs) = (header.players.clone(), chairs(header, seating));
        let (theirs, stop) = (Arc::clone(&game), seating.stop.clone());
        let sit: Sit<G> =
            Box::new(move || sit_down(&theirs, &names, &chairs, made(&theirs), &stop));
        let Party { players, dismiss } = sit()?;
        let has_people = header.players.iter().any(|name| is_human(name));
        Ok(Table {
            tells_details: !(G::masks().hides() && has_people),
            session: GameSession::new(Arc::clone(&game), players, header.dice()),
            kept: Replayer::new(Arc::clone(&game), header),
            header: header.clone(),
            history: History::default(),
            turns: None,
            marks: Vec::new(),
            stop: seating.stop.clone(),
            sit,
            dismiss: Some(dismiss),
            played: None,
            hint: hint::<G>,
            game,
        })
    }

    /// The game that is played.
    #[must_use]
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The header of the game that was opened.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The state now.
    #[must_use]
    pub fn state(&self) -> &G::State {
        self.session.state()
    }

    /// The flag that ends the session while a player thinks.
    pub fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// The turn that is due. Where several seats act at once, that is the turn of the next person
    /// who has not chosen, and of all of them once every person has.
    #[must_use]
    pub fn turn(&self) -> Turn {
        let turn = self.game.turn(self.session.state());
        let Turn::Seats(seats) = turn else {
            return turn;
        };
        let chosen = self.session.chosen();
        let waiting = |seat: &Seat| self.is_person(*seat) && !chosen.has(*seat);
        seats.iter().find(waiting).map_or(turn, Turn::Seat)
    }

    /// True if people at this table choose in turns of several seats, now or before.
    pub(crate) fn acts_at_once(&self) -> bool {
        let is_joint = |entry: &TurnEntry<G::Action>| matches!(entry.by, By::Joint(_));
        matches!(self.game.turn(self.state()), Turn::Seats(_))
            || self.history.cycles().any(|cycle| cycle.entries.iter().any(is_joint))
    }

    /// True if a person sits in the seat.
    pub fn is_person(&self, seat: Seat) -> bool {
        is_human(&self.header.players[seat.index()])
    }

    /// True if a person sits in any seat.
    pub fn has_person(&self) -> bool {
        self.header.players.iter().any(|name| is_human(name))
    }

    /// True if the person in a seat may ask for hints.
    #[must_use]
    pub fn has_hints(&self, seat: Seat) -> bool {
        self.header.players[seat.index()] == HUMAN_WITH_HINTS
    }

    /// True if a person at the table may ask for hints.
    pub(crate) fn may_ask_for_hints(&self) -> bool {
        let mut players = self.header.players.iter();
        players.any(|name| name == HUMAN_WITH_HINTS)
    }

    /// What the actions of the person whose turn it is are worth, as its seat could know.
    ///
    /// # Errors
    /// The reason why there is no hint.
    pub fn hint(&self) -> Result<Hint, &'static str> {
        let seat = match self.game.turn(self.state()) {
            Turn::Seat(seat) if self.is_person(seat) => seat,
            _ => return Err("there is no hint now: nobody chooses alone"),
        };
        if !self.has_hints(seat) {
            return Err(
                "hints are off in this game; begin one with `--hints`, and its recording says so",
            );
        }
        let hint = (self.hint)(&self.header, &self.history, HINT_BUDGET, &self.stop).ok().flatten();
        hint.ok_or("there is no hint here: the program cannot tell what this seat could know")
    }

    /// The name of a seat's player, as it can be shown.
    pub fn player_name(&self, seat: Seat) -> String {
        quoted_to(&self.header.players[seat.index()], NAME_CHARS_MAX)
    }

    /// The cycles that were played and not taken back.
    #[must_use]
    pub fn history(&self) -> &History<G> {
        &self.history
    }

    /// The number of turns that were played and not taken back.
    pub fn entries(&self) -> usize {
        self.history.turns()
    }

    /// Plays the turn of the world, of a player that is no person, or of several seats whose people have
    /// chosen.
    pub fn step(&mut self) -> Went {
        let _listening = self.stop.listen();
        let before = self.entries();
        self.session.step(&mut self.history);
        if self.stop.is_stopped() {
            // Who was interrupted has not thought to the end.
            self.history.truncate(before);
            return Went::Interrupted;
        }
        self.take_down(before);
        Went::On
    }

    /// Has every turn taken down from now on, and those that were played already first.
    pub fn take_down_with(&mut self, turns: Box<dyn TurnSink>) {
        self.turns = Some(turns);
        self.take_down(0);
    }

    /// Takes down what was played after the first `before` turns.
    fn take_down(&mut self, before: usize) {
        let played_ms = self.played_ms();
        if let Some(turns) = &mut self.turns {
            hand_over(&self.history, before, played_ms, &mut **turns);
        }
    }

    /// Plays a person's turn, or keeps what the person chose where others act at once and
    /// [`Table::step`] plays the turn.
    ///
    /// # Errors
    /// The rule that forbids the action; nothing changes then.
    pub fn act(&mut self, action: G::Action) -> Result<(), BrokenRule> {
        // The players may think about what they see of it.
        let _listening = self.stop.listen();
        let before = self.entries();
        if let Turn::Seat(seat) = self.turn() {
            self.session.act(seat, action, &mut self.history)?;
            self.marks.push((seat, before));
            self.take_down(before);
        }
        Ok(())
    }

    /// The seat of the newest action of a person, and the number of turns played before it.
    pub(crate) fn newest_mark(&self) -> Option<(Seat, usize)> {
        self.marks.last().copied()
    }

    /// Goes back to before the newest action of a person, and of all who acted at once. False when there
    /// is none.
    ///
    /// # Panics
    /// Never: what was just played folds.
    pub fn undo(&mut self) -> bool {
        let Some((_, mark)) = self.marks.pop() else {
            return false;
        };
        self.marks.retain(|(_, other)| *other < mark);
        let party = (self.sit)();
        let Party { players, dismiss } = party.expect("they sat down before");
        self.dismiss = Some(dismiss);
        let (history, dice) = (&mut self.history, self.header.dice());
        let back = self.session.back_to(mark, history, players, dice);
        back.expect("what was just played folds");
        if let Some(turns) = &mut self.turns {
            turns.back_to(mark);
        }
        true
    }

    /// Tells those who play from outside how the game ended, once it has.
    pub fn dismiss(&mut self) {
        if let Some(outcome) = self.session.outcome()
            && let Some(mut dismiss) = self.dismiss.take()
        {
            dismiss(&outcome);
        }
    }

    /// The turns that were lost after the first `before` turns: whose, and why. Where people play a
    /// game that hides something, the cause alone is told.
    pub fn lost_turns(&self, before: usize) -> Vec<String> {
        let cycles = self.history.cycles();
        let entries = cycles.flat_map(|cycle| cycle.entries).skip(before);
        let lost = entries.flat_map(|entry| entry.by.forfeits());
        lost.map(|(seat, why)| self.lost_words(seat, why)).collect()
    }

    fn lost_words(&self, seat: Seat, why: &Forfeit) -> String {
        let name = self.player_name(seat);
        let (seat, why) = (self.game.seat_name(seat), why.told(self.tells_details));
        format!("{seat} ({name}) loses its turn, {why}")
    }

    /// Says that there is nothing to take back.
    pub(crate) fn nothing_to_undo() -> String {
        let what = match G::EXTRAS.parts {
            // A cycle is more than one person's turn.
            Some(_) => "move",
            None => G::CYCLE,
        };
        format!("There is no {what} of yours to take back.")
    }

    /// Offers another game after the end of this one, or to take back its last action.
    ///
    /// # Errors
    /// Reading or writing failed.
    pub fn offer_another(
        &mut self,
        input: &mut dyn Input,
        out: &mut dyn Write,
    ) -> io::Result<After> {
        loop {
            if self.stop.is_stopped() {
                return Ok(After::Done);
            }
            let Some(line) = input.line(out, Prompt::New(AGAIN))? else {
                out.write_all(b"\n")?;
                return Ok(After::Done);
            };
            match line.trim().to_ascii_lowercase().as_str() {
                "y" | "yes" => return Ok(After::Another),
                "" | "n" | "no" | "q" | "quit" | "exit" => return Ok(After::Done),
                "undo" if self.undo() => return Ok(After::Undone),
                "undo" => writeln!(out, "{}", Self::nothing_to_undo())?,
                _ => {}
            }
        }
    }

    /// Takes over a cycle that was played earlier.
    ///
    /// # Errors
    /// A cycle that the rules do not allow here.
    ///
    /// # Panics
    /// If the replay is of another game.
    pub fn past(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken> {
        let moment = now.as_any().downcast_ref::<Replayer<G>>();
        let moment = moment.expect("the header named this game");
        if let Some(cycle) = moment.newest() {
            let before = self.entries();
            self.session.resume(cycle)?;
            self.history.push(cycle);
            self.take_down(before);
        }
        Ok(())
    }

    /// Counts time that people played.
    pub fn add_time(&mut self, time: Duration) {
        self.played = Some(self.played.unwrap_or_default() + time);
    }

    /// The time that people have played, where that is counted.
    #[must_use]
    pub fn played(&self) -> Option<Duration> {
        self.played
    }
}

impl<G: Playable> Played for Table<G> {
    fn keep(&mut self, sink: &mut dyn RecordingSink) -> io::Result<()> {
        self.kept = Replayer::new(Arc::clone(&self.game), &self.header);
        // Seals are watched behind the rim.
        let kept: &mut dyn RecordedHistory = &mut self.kept;
        kept.project(Projections { seals: true, ..Projections::default() });
        for cycle in self.history.cycles() {
            self.kept.blank().push(cycle);
            if let Err(broken) = self.kept.apply_cycle() {
                unreachable!("what was just played does not fold: {broken}");
            }
            sink.cycle(&self.kept)?;
        }
        Ok(())
    }

    fn kept(&self) -> &dyn RecordedHistory {
        &self.kept
    }

    fn played_ms(&self) -> Option<u64> {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.played.map(millis)
    }
}

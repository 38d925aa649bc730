//! A referee for games whose rows show what every seat did: it plays a trace again beside its
//! rows, action by action, and asks the built-in players what they would have done.
//!
//! A player is asked again where its choice comes out the same: its limit repeats itself, and
//! the dice are known or it needs none. Whoever else plays may do anything legal, or one of what
//! the game says such a player chooses from. Where the dice are not known, what was drawn is taken
//! from the row.

mod joint;
mod shown_action;
mod turns;

use std::sync::Arc;

use super::budget::StopFlag;
use super::faces::{Playable, RefereeRules as _, Transcript as _};
use super::player_name::PlayerSpec;
use super::referee::{Cause, Choice, Judgement, Options, Referee, TraceFinding, Verdict};
use super::trace::{Cell, ColumnSet, TraceRow};
use chase_engine::dice::{Dice, DrawOwner};
use chase_engine::game::{BrokenRule, Game, Seat, SeatSight, Turn, known};
use chase_engine::header::Header;
use chase_engine::history::History;
use chase_engine::seated_players::SeatedPlayers;
use chase_world::error::one_line;
use joint::JointComparison;
use shown_action::ShownAction;

/// The action that the player had to choose.
enum RequiredChoice<A> {
    /// The one action that the player chooses here.
    Exactly(A),
    /// One of these.
    OneOf(Vec<A>),
    /// Any legal action: what the player would choose is not known.
    Any,
}

/// A turn before it is made.
struct PendingTurn<G: Game> {
    seat: Seat,
    player: String,
    legal: Vec<G::Action>,
    due: RequiredChoice<G::Action>,
}

/// Judges traces of this scenario with these players: with the header's dice, or with none when they are not
/// known. Its players answer at once when `stop` is set.
pub fn referee<G: Playable>(
    game: Arc<G>,
    header: &Header,
    dice_known: bool,
    stop: &StopFlag,
) -> Box<dyn Referee> {
    match G::EXTRAS.referee {
        Some(own) => own(game, header, dice_known),
        None => Box::new(RulesReferee::new(game, header, dice_known, stop)),
    }
}

/// A trace under judgement.
pub struct RulesReferee<G: Playable> {
    game: Arc<G>,
    header: Header,
    dice_known: bool,
    dice: Dice,
    /// Nothing for a seat whose player cannot be asked again.
    players: SeatedPlayers<G>,
    stop: StopFlag,
    /// The events so far, of which a fork makes its players.
    past: Vec<G::Event>,
    state: G::State,
    newest: History<G>,
    /// The next cycle's number.
    next: u64,
    /// The ending that no row has shown yet.
    unsaid: Option<String>,
}

impl<G: Playable> RulesReferee<G> {
    /// Before the first cycle.
    #[must_use]
    pub fn new(game: Arc<G>, header: &Header, dice_known: bool, stop: &StopFlag) -> Self {
        RulesReferee {
            header: header.clone(),
            dice_known,
            dice: header.dice(),
            players: Self::sit_down(&game, header, dice_known, stop),
            stop: stop.clone(),
            past: Vec::new(),
            state: game.start(),
            newest: History::default(),
            next: 0,
            unsaid: None,
            game,
        }
    }

    /// The players that can be asked again. One under a limit draws nothing, and needs no dice.
    fn sit_down(
        game: &Arc<G>,
        header: &Header,
        dice_known: bool,
        stop: &StopFlag,
    ) -> SeatedPlayers<G> {
        let seats = (0..).map(Seat).zip(&header.players);
        let players = seats.map(|(seat, name)| {
            let named = PlayerSpec::<G>::for_seat(name, seat).ok()?;
            let can_be_asked = named.is_reproducible() && (dice_known || named.is_limited());
            can_be_asked.then(|| named.stopped_by(stop).make(known(game, seat)))
        });
        SeatedPlayers::new(game, players.collect())
    }

    /// A copy with players of its own, who are told what the first ones have seen.
    fn again(&self) -> Self {
        let game = Arc::clone(&self.game);
        let mut other = RulesReferee::new(game, &self.header, self.dice_known, &self.stop);
        for event in &self.past {
            // These events went through the same states before.
            let _ = other.happen(event);
        }
        other.dice = self.dice.clone();
        other.next = self.next;
        other.unsaid.clone_from(&self.unsaid);
        other
    }

    fn happen(&mut self, event: &G::Event) -> Result<(), BrokenRule> {
        self.players.show(&self.game, &self.state, event);
        self.game.apply(&mut self.state, event)?;
        self.past.push(event.clone());
        Ok(())
    }

    /// Asks the player of the seat to move, or lists the actions among which it chooses. A player
    /// that draws does so.
    fn weigh(&mut self, seat: Seat) -> PendingTurn<G> {
        let mut legal = Vec::new();
        let legal = self.game.legal_in(&self.state, seat, &mut legal).to_vec();
        self.dice.turn_to(DrawOwner::Seat(seat));
        let sight = SeatSight::new(&*self.game, &self.state, seat);
        let asked = self.players.at(seat);
        let chosen =
            asked.and_then(|player| player.choose(&sight.view(), &legal, &mut self.dice).ok());
        let player = self.header.players[seat.index()].clone();
        let due = match chosen {
            Some(action) => RequiredChoice::Exactly(action),
            None => match G::referee().choices(&self.game, &self.state, seat, &player, &legal) {
                Some(choices) => RequiredChoice::OneOf(choices),
                None => RequiredChoice::Any,
            },
        };
        PendingTurn { seat, player, legal, due }
    }

    fn words(&self, seat: Seat, action: &G::Action) -> String {
        self.game.action_text(&self.state, seat, action)
    }

    fn verdict(&self, weighing: &PendingTurn<G>, shown: &ShownAction<G::Action>) -> Verdict {
        let verdict =
            |judgement, choice: String, rule, why| Verdict { judgement, choice, rule, why };
        match shown {
            ShownAction::Did(action) => {
                let choice = self.words(weighing.seat, action);
                let (judgement, rule, why) = self.judge_choice(weighing, action);
                verdict(judgement, choice, rule, why)
            }
            ShownAction::Lost(_) => {
                let why = "a trace does not show whether the turn was really lost".into();
                verdict(Judgement::Tie, "nothing, it loses its turn".into(), "forfeit", why)
            }
            ShownAction::Hidden(first) => {
                let (judgement, rule, why) = self.judge_choice(weighing, first);
                verdict(judgement, "something that is not shown".into(), rule, why)
            }
            ShownAction::Misdeed(what, why) => {
                verdict(Judgement::Illegal, what.clone(), "legal-moves", why.clone())
            }
        }
    }

    fn judge_choice(
        &self,
        weighing: &PendingTurn<G>,
        action: &G::Action,
    ) -> (Judgement, &'static str, String) {
        let name = &weighing.player;
        // The rule is the player's own name, as it is built in.
        let rule = PlayerSpec::<G>::parse(name).map_or("legal-moves", |named| named.plain_name());
        match &weighing.due {
            RequiredChoice::Exactly(due) if due == action => {
                (Judgement::Right, rule, format!("it is what {name} chooses here"))
            }
            RequiredChoice::Exactly(due) => {
                let due = self.words(weighing.seat, due);
                (Judgement::Breach, rule, format!("{name} chooses {due}"))
            }
            RequiredChoice::OneOf(choices) if choices.contains(action) => {
                let why = format!("one of {} that {name} draws from", choices.len());
                (Judgement::Tie, rule, why)
            }
            RequiredChoice::OneOf(choices) => {
                let choices = choices.iter().map(|it| self.words(weighing.seat, it));
                let choices: Vec<_> = choices.collect();
                let why = format!("{name} chooses one of: {}", choices.join("; "));
                (Judgement::Breach, rule, why)
            }
            RequiredChoice::Any => {
                let why = format!("legal; it is not known what {name} would have chosen");
                (Judgement::Tie, "legal-moves", why)
            }
        }
    }

    fn options(
        &self,
        weighing: &PendingTurn<G>,
        ours: Option<G::Action>,
        theirs: Option<G::Action>,
    ) -> Options {
        let choice = |action: &G::Action| Choice {
            values: G::referee().option(&self.game, &self.state, weighing.seat, action),
            legal: true,
            ours: ours.as_ref() == Some(action),
            theirs: theirs.as_ref() == Some(action),
        };
        Options {
            head: G::referee().options().iter().map(|&head| head.to_owned()).collect(),
            choices: weighing
                .legal
                .iter()
                .filter(|action| {
                    let made = [&ours, &theirs];
                    G::referee().is_listed(action)
                        || made.iter().any(|made| made.as_ref() == Some(*action))
                })
                .map(choice)
                .collect(),
        }
    }

    fn situation(&self, weighing: &PendingTurn<G>) -> String {
        let PendingTurn { seat, player, .. } = weighing;
        G::referee().situation(&self.game, &self.state, *seat, player)
    }

    /// Checks that the row is the one that comes next.
    fn check_order(&self, row: &TraceRow) -> Result<(), Box<TraceFinding>> {
        let unit = G::CYCLE;
        if let Some(ending) = &self.unsaid {
            let ending = one_line(ending);
            let what = format!("the game is over ({ending}), but the trace goes on");
            return Err(TraceFinding::general(self.next - 1, "ending", what));
        }
        if matches!(self.game.turn(&self.state), Turn::Over(_)) {
            let what = format!("it shows another {unit} after the end of the game");
            return Err(TraceFinding::general(row.cycle, "ending", what));
        }
        if row.cycle != self.next {
            let what = format!("found {unit} {}, expected {unit} {}", row.cycle, self.next);
            return Err(TraceFinding::general(self.next, "order", what));
        }
        Ok(())
    }

    fn judge_turn(&mut self, row: &TraceRow, seat: Seat) -> Result<(), Box<TraceFinding>> {
        let weighing = self.weigh(seat);
        let shown = self.shown(&weighing, row);
        let verdict = self.verdict(&weighing, &shown);
        if matches!(verdict.judgement, Judgement::Breach | Judgement::Illegal) {
            return Err(self.breach(row.cycle, &weighing, &verdict, shown.action()));
        }
        let done = self.carry_out(row, seat, shown);
        done.map_err(|why| why.finding(row.cycle))
    }

    /// A seat did what it was not to do.
    fn breach(
        &self,
        cycle: u64,
        weighing: &PendingTurn<G>,
        verdict: &Verdict,
        did: Option<G::Action>,
    ) -> Box<TraceFinding> {
        Box::new(TraceFinding {
            cycle,
            seat: Some(self.game.seat_name(weighing.seat)),
            rule: verdict.rule,
            what: format!("it plays {}; {}", verdict.choice, verdict.why),
            situation: self.situation(weighing),
            options: Some(self.options(weighing, did, None)),
            facts: Vec::new(),
        })
    }

    /// Compares the row with the state after the turn.
    fn check_row(&mut self, row: &TraceRow) -> Result<(), Box<TraceFinding>> {
        let mut due = TraceRow::unknown(G::CELLS.len());
        due.reset(row.cycle);
        if let Some(newest) = self.newest.last() {
            G::transcript().row(&self.game, newest, &self.state, &mut due);
        }
        let differing = row.differing(&due).without(ColumnSet::ENDING);
        if let Some(n) = differing.numbers().next() {
            let column = &G::CELLS[n];
            let (shown, right) = (told::<G>(n, &row.cells[n]), told::<G>(n, &due.cells[n]));
            let rule = if row.cycle == 0 { "start" } else { column.kind };
            let what = format!("{} is shown as {shown}, but should be {right}", column.kind);
            let mut finding = TraceFinding::general(row.cycle, rule, what);
            finding.seat = (!column.seat.is_empty()).then(|| column.seat.to_owned());
            return Err(finding);
        }
        self.check_ending(row, &due.ending)
    }

    fn check_ending(&mut self, row: &TraceRow, due: &str) -> Result<(), Box<TraceFinding>> {
        if row.ending == due {
            return Ok(());
        }
        if row.ending.is_empty() || row.cut && due.starts_with(&row.ending) {
            self.unsaid = Some(due.to_owned());
            return Ok(());
        }
        let (said, due) = (one_line(&row.ending), one_line(due));
        let what = if due.is_empty() {
            format!("it ends with `{said}`, but the game goes on")
        } else {
            format!("it ends with `{said}` instead of `{due}`")
        };
        Err(TraceFinding::general(row.cycle, "ending", what))
    }
}

/// A cell in words.
fn told<G: Playable>(column: usize, cell: &Cell) -> String {
    match cell {
        Cell::Number(number) => G::referee().tell(column, *number),
        _ => format!("`{cell}`"),
    }
}

impl<G: Playable> Referee for RulesReferee<G> {
    fn judge(&mut self, row: &TraceRow) -> Result<(), Box<TraceFinding>> {
        self.check_order(row)?;
        self.newest.clear();
        while self.game.clock(&self.state) == row.cycle {
            let rest = self.rest(row);
            match self.game.turn(&self.state) {
                Turn::Over(_) => break,
                Turn::Seat(seat) => self.judge_turn(&rest, seat)?,
                Turn::Seats(seats) => self.judge_joint(&rest, seats)?,
                Turn::World => {
                    let done = self.world(&rest);
                    done.map_err(|why| why.finding(row.cycle))?;
                }
            }
        }
        self.check_row(row)?;
        self.next += 1;
        Ok(())
    }

    fn end(&self, cut: bool) -> Result<(), Box<TraceFinding>> {
        let last = self.next.saturating_sub(1);
        if let Some(ending) = self.unsaid.as_ref().filter(|_| !cut) {
            let what = format!("the ending is missing: `{}`", one_line(ending));
            return Err(TraceFinding::general(last, "ending", what));
        }
        let is_over = matches!(self.game.turn(&self.state), Turn::Over(_));
        if cut && (!is_over || self.unsaid.is_some()) {
            let unit = G::CYCLE;
            let what = match self.next {
                0 => format!("it shows no {unit}"),
                _ => format!("it breaks off after {unit} {last}, without an ending"),
            };
            return Err(TraceFinding::general(last, "unfinished", what));
        }
        Ok(())
    }

    fn fork(&self) -> Box<dyn Referee> {
        Box::new(self.again())
    }

    fn explain(&self, ours: &[TraceRow], theirs: &[TraceRow]) -> Option<Box<Cause>> {
        let (ours, theirs) = (ours.first(), theirs.first());
        let cycle = ours.or(theirs)?.cycle;
        if cycle != self.next {
            return None;
        }
        let mut referee = self.again();
        while referee.game.clock(&referee.state) == cycle {
            let rest = |row: Option<&'_ TraceRow>| row.map(|row| referee.rest(row).into_owned());
            let (ours, theirs) = (rest(ours), rest(theirs));
            let (ours, theirs) = (ours.as_ref(), theirs.as_ref());
            match referee.game.turn(&referee.state) {
                Turn::Over(_) => return None,
                Turn::World => referee.world_of(ours, theirs)?,
                Turn::Seats(seats) => match referee.joint_of(seats, ours, theirs) {
                    JointComparison::Nowhere => {}
                    JointComparison::Here(cause) => return Some(cause),
                    JointComparison::Unknown => return None,
                },
                Turn::Seat(seat) => {
                    let weighing = referee.weigh(seat);
                    let shown =
                        |row: Option<&TraceRow>| row.map(|row| referee.shown(&weighing, row));
                    let (mine, others) = (shown(ours), shown(theirs));
                    let did = |shown: &Option<ShownAction<_>>| {
                        shown.as_ref().and_then(ShownAction::action)
                    };
                    match (did(&mine), did(&others)) {
                        (Some(one), Some(other)) if one == other => {
                            referee.carry_out(ours?, seat, mine?).ok()?;
                        }
                        (one, other) => {
                            let verdict = |shown: Option<ShownAction<_>>| {
                                Some(referee.verdict(&weighing, &shown?))
                            };
                            return Some(Box::new(Cause {
                                cycle,
                                seat: Some(referee.game.seat_name(seat)),
                                situation: referee.situation(&weighing),
                                options: Some(referee.options(&weighing, one, other)),
                                ours: verdict(mine),
                                theirs: verdict(others),
                                facts: Vec::new(),
                            }));
                        }
                    }
                }
            }
        }
        None
    }

    fn tell(&self, column: usize, number: u64) -> String {
        G::referee().tell(column, number)
    }
}

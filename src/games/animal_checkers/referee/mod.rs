//! Judges traces of Animal Checkers: by the rules, and by what a built-in player must have
//! chosen, all of it worked out from the trace's own past.
//!
//! `random` and `greedy` are asked again where the dice are known; without dice `random` may make
//! any legal move, `greedy` any of its best. `alphabeta` is asked again when its limit repeats
//! itself. Whoever else plays may make any legal move.

mod explain;
mod weigh;

use std::sync::Arc;

use super::board::Position;
use super::transcript::{SEATS, column, show, square_words};
use super::{Action, AnimalCheckers, Cause, Ending, Event, State, rules};
use crate::engine::dice::{Dice, Luck};
use crate::engine::game::{Game, Seat};
use crate::engine::player::{Named, Player};
use crate::engine::referee::{Cause as Reason, Finding, Judgement, Referee};
use crate::engine::replay::Header;
use crate::engine::trace::{Cell, Row};

use weigh::Weighing;

/// A trace of the game under judgement.
pub(super) struct CheckersReferee {
    game: Arc<AnimalCheckers>,
    header: Header,
    dice_known: bool,
    dice: Dice,
    players: [Option<Box<dyn Player<AnimalCheckers>>>; 2],
    /// The events so far, of which a fork makes its players.
    past: Vec<Event>,
    state: State,
    /// The next move's number.
    next: u64,
    /// The ending that no row has shown yet.
    unsaid: Option<Ending>,
}

/// What a row shows the side to move to have done.
enum Shown {
    /// A legal move.
    Move(Action),
    /// Nothing, and it has lost the game by that.
    Forfeit(Cause),
    /// Something the rules do not know: the rule that it breaks.
    Illegal { choice: String, why: String },
}

impl CheckersReferee {
    pub(super) fn new(game: Arc<AnimalCheckers>, header: &Header, dice_known: bool) -> Self {
        let mut referee = CheckersReferee {
            header: header.clone(),
            dice_known,
            dice: header.dice(),
            players: [None, None],
            past: Vec::new(),
            state: game.start(),
            next: 0,
            unsaid: None,
            game,
        };
        referee.sit_down();
        referee
    }

    /// The players that can be asked again, as they were before the first move.
    fn sit_down(&mut self) {
        for side in 0..2 {
            let named = Named::<AnimalCheckers>::parse(&self.header.players[side]).ok();
            // Who searches draws nothing, and needs no dice.
            let can_be_asked = |named: &Named<AnimalCheckers>| {
                named.is_reproducible() && (self.dice_known || named.searches())
            };
            let known = self.game.known(rules::seat(side));
            self.players[side] = named.filter(can_be_asked).map(|named| named.make(known));
        }
    }

    fn happen(&mut self, event: Event) -> Result<(), rules::Illegal> {
        for side in 0..2 {
            if let (Some(player), Some(seen)) = (
                &mut self.players[side],
                self.game.seen(&self.state, &event, rules::seat(side)),
            ) {
                player.observe(&seen);
            }
        }
        self.past.push(event);
        self.game.apply_event(&mut self.state, event)
    }

    /// What the side to move is to do. A player that draws does so.
    fn weigh(&mut self) -> Weighing {
        let side = self.game.to_move(&self.state);
        let seat = rules::seat(side);
        let mut legal = Vec::new();
        rules::legal(&self.state.position, side, &mut legal);
        self.dice.turn_to(Luck::Seat(seat));
        let view = self.game.view(&self.state, seat);
        let asked = self.players[side].as_mut();
        let chosen = asked.and_then(|player| player.choose(&view, &legal, &mut self.dice).ok());
        let player = self.header.players[side].clone();
        Weighing::new(self.state.position, side, player, legal, chosen)
    }

    /// What a row shows to have been done.
    fn shown(&self, weighing: &Weighing, row: &Row) -> Shown {
        let fits = |position: &Position| {
            let mut due = Row::unknown(column::COUNT);
            show(position, &mut due);
            let pieces = row.cells[..column::PIECES].iter().zip(&due.cells);
            pieces
                .into_iter()
                .all(|(shown, due)| *shown == Cell::Unknown || shown == due)
        };
        let forfeit = Cause::ALL.into_iter().find(|cause| {
            let winner = Some(rules::seat(1 - weighing.side));
            let ending = Ending {
                winner,
                cause: *cause,
            };
            matches!(cause, Cause::IllegalMove | Cause::Timeout) && row.ending == ending.to_string()
        });
        if let Some(cause) = forfeit
            && fits(&self.state.position)
        {
            return Shown::Forfeit(cause);
        }
        let leads_there = |action: &&Action| fits(&weighing.after(**action));
        // A text that shows nothing shows the move that was due.
        let due = weighing.due.exactly();
        let legal = due.iter().chain(&weighing.legal);
        match legal.into_iter().find(leads_there) {
            Some(action) => Shown::Move(*action),
            None => weigh::what_was_done(weighing, row),
        }
    }

    /// Whether the row is the one that comes next.
    fn check_order(&self, row: &Row) -> Result<(), Box<Finding>> {
        if let Some(ending) = self.unsaid {
            let what = format!("the game is over ({ending}), and the trace goes on");
            return Err(Finding::general(self.next - 1, "ending", what));
        }
        if self.state.ending.is_some() {
            let what = "a move after the end of the game";
            return Err(Finding::general(row.cycle, "ending", what));
        }
        if row.cycle != self.next {
            let what = format!("move {} comes where move {} is due", row.cycle, self.next);
            return Err(Finding::general(self.next, "moves", what));
        }
        Ok(())
    }

    fn check_start(&self, row: &Row) -> Result<(), Box<Finding>> {
        let mut due = Row::unknown(column::COUNT);
        show(&self.state.position, &mut due);
        for (n, (shown, due)) in row.cells.iter().zip(&due.cells).enumerate() {
            if n < column::PIECES && *shown != Cell::Unknown && shown != due {
                let (shown, due) = (self.cell(n, shown), self.cell(n, due));
                let what = format!("it starts on {shown}, its start is {due}");
                let mut finding = Finding::general(0, "start", what);
                finding.seat = Some(super::transcript::TRACE[n].name.into());
                return Err(finding);
            }
        }
        Ok(())
    }

    fn cell(&self, n: usize, cell: &Cell) -> String {
        cell.number()
            .map_or_else(|| cell.to_string(), |number| self.tell(n, number))
    }

    fn judge_turn(&mut self, row: &Row) -> Result<(), Box<Finding>> {
        let weighing = self.weigh();
        let shown = self.shown(&weighing, row);
        let verdict = weighing.verdict(&shown, "the trace");
        if matches!(verdict.judgement, Judgement::Breach | Judgement::Illegal) {
            return Err(Box::new(Finding {
                cycle: row.cycle,
                seat: Some(SEATS[weighing.side].into()),
                rule: verdict.rule,
                what: format!("it plays {}: {}", verdict.choice, verdict.why),
                situation: weighing.situation(),
                options: Some(weighing.options(weigh::chosen(&shown), None)),
                facts: Vec::new(),
                hints: Vec::new(),
            }));
        }
        let general = |rule: rules::Illegal| Finding::general(row.cycle, "rules", rule.to_string());
        match shown {
            Shown::Move(action) => {
                let event = self
                    .game
                    .decide_move(&self.state, action)
                    .map_err(general)?;
                self.happen(event).map_err(general)?;
                self.check_words(row, &weighing, action)
            }
            Shown::Forfeit(cause) => self.happen(Event::Forfeited { cause }).map_err(general),
            Shown::Illegal { .. } => Ok(()),
        }
    }

    /// The move as the trace calls it.
    fn check_words(
        &self,
        row: &Row,
        weighing: &Weighing,
        action: Action,
    ) -> Result<(), Box<Finding>> {
        let due = weighing.words(action);
        match &row.cells[column::MOVE] {
            Cell::Text(words) if !words.is_empty() && **words != *due => {
                let what = format!("the move is called `{words}`, the board shows `{due}`");
                let mut finding = Finding::general(row.cycle, "move", what);
                finding.seat = Some(SEATS[weighing.side].into());
                Err(finding)
            }
            _ => Ok(()),
        }
    }

    fn check_ending(&mut self, row: &Row) -> Result<(), Box<Finding>> {
        let due = self.game.due(&self.state).filter(|_| self.state.opened);
        if let Some(Ending { winner, cause }) = due {
            let ended = self.happen(Event::Ended { winner, cause });
            ended.map_err(|rule| Finding::general(row.cycle, "rules", rule.to_string()))?;
        }
        let words = AnimalCheckers::ending_words(&self.state);
        if row.ending.is_empty() {
            self.unsaid = due;
            return Ok(());
        }
        if row.ending == words {
            return Ok(());
        }
        let said = &row.ending;
        let what = if due.is_none() {
            format!("it ends with `{said}`, but the game goes on")
        } else {
            format!("it ends with `{said}`, `{words}` is right")
        };
        let mut finding = Finding::general(row.cycle, "ending", what);
        finding.facts = vec![format!(
            "move {} of {}, {} pieces against {}",
            row.cycle,
            self.game.scenario().moves,
            self.state.position.count(0),
            self.state.position.count(1)
        )];
        Err(finding)
    }
}

impl Referee for CheckersReferee {
    fn judge(&mut self, row: &Row) -> Result<(), Box<Finding>> {
        self.check_order(row)?;
        if row.cycle == 0 {
            self.check_start(row)?;
            let opened = self.happen(Event::Opened);
            opened.map_err(|rule| Finding::general(0, "rules", rule.to_string()))?;
        } else {
            self.judge_turn(row)?;
        }
        self.check_ending(row)?;
        self.next += 1;
        Ok(())
    }

    fn end(&self, cut: bool) -> Result<(), Box<Finding>> {
        let last = self.next.saturating_sub(1);
        if let Some(ending) = self.unsaid
            && !cut
        {
            let what = format!("the ending is missing: `{ending}`");
            return Err(Finding::general(last, "ending", what));
        }
        if cut && (self.state.ending.is_none() || self.unsaid.is_some()) {
            let what = match self.next {
                0 => "there is no board in it".to_owned(),
                _ => format!("it breaks off after move {last}, without an ending"),
            };
            return Err(Finding::general(last, "unfinished", what));
        }
        Ok(())
    }

    /// Players are no values that can be copied: new ones are told what these have seen.
    fn fork(&self) -> Box<dyn Referee> {
        Box::new(self.again())
    }

    fn explain(&self, ours: &[Row], theirs: &[Row]) -> Option<Box<Reason>> {
        explain::explain(self.again(), ours, theirs)
    }

    fn tell(&self, column: usize, number: u64) -> String {
        if column < column::PIECES {
            square_words(number)
        } else {
            number.to_string()
        }
    }
}

impl CheckersReferee {
    fn again(&self) -> Self {
        let game = Arc::clone(&self.game);
        let mut other = CheckersReferee::new(game, &self.header, self.dice_known);
        for event in &self.past {
            // These events went through the same state before.
            let _ = other.happen(*event);
        }
        other.dice = self.dice.clone();
        other.next = self.next;
        other.unsaid = self.unsaid;
        other
    }
}

/// The seat of a trace's row, for reports.
fn seat_name(side: usize) -> Option<String> {
    let Seat(number) = rules::seat(side);
    Some(SEATS[usize::from(number)].into())
}

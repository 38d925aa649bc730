//! The rules: who can move where, what comes of it, when the game is over.

use std::fmt;

use super::board::{Station, Ticket, TicketSet, Tickets};
use super::{
    Action, Ending, Event, MR_X, PendingLegs, Public, PublicSetting, ScotlandYard, StartLots,
    State, TicketLeg,
};
use chase_engine::dice::Dice;
use chase_engine::game::{BrokenRule, Game as _, Seat};
use chase_world::error::counted;

/// It is not what comes next.
fn out_of_order() -> BrokenRule {
    BrokenRule::new("that is not what comes next")
}

/// A set of moves in words: single ones, and how many doubles.
pub(crate) fn set_words(set: &[Action]) -> String {
    let singles = set.iter().filter(|action| !matches!(action, Action::Double { .. }));
    let mut words: Vec<_> = singles.map(ToString::to_string).collect();
    if words.len() < set.len() {
        words.push(counted(set.len() - words.len(), "double"));
    }
    match words.is_empty() {
        true => "nothing".into(),
        false => words.join(", "),
    }
}

impl fmt::Display for TicketLeg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.ticket.name(), self.to)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move(leg) => leg.fmt(f),
            Action::Double { first, second } => write!(f, "double {first} {second}"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

impl PublicSetting {
    /// Appends the set of moves of the seat to move, in its fixed order: single moves by station,
    /// then ticket; doubles likewise, by the first leg, then the second. `mr_x` is where Mr X is,
    /// which only his own moves depend on.
    pub fn actions(&self, public: &Public, seat: Seat, mr_x: Station, out: &mut Vec<Action>) {
        if seat == MR_X {
            self.mr_x_actions(public, mr_x, out);
        } else {
            self.steps(public, seat, public.detective(seat), out);
            if out.is_empty() {
                out.push(Action::Pass);
            }
        }
    }

    /// Appends the set of moves that Mr X would have at a station.
    pub fn mr_x_actions(&self, public: &Public, at: Station, out: &mut Vec<Action>) {
        self.steps(public, MR_X, at, out);
        if self.can_double(public) {
            self.doubles(public, at, out);
        }
    }

    fn can_double(&self, public: &Public) -> bool {
        public.tickets[MR_X.index()][Ticket::Double as usize] > 0
            && self.rounds() - public.round.min(self.rounds()) >= 2
    }

    fn steps(&self, public: &Public, seat: Seat, from: Station, out: &mut Vec<Action>) {
        let held = TicketSet::of(&public.tickets[seat.index()]);
        for &way in self.board.ways(from) {
            if !public.is_taken(way.to) {
                let leg = |ticket| TicketLeg { ticket, to: way.to };
                out.extend(held.paying(way).map(|ticket| Action::Move(leg(ticket))));
            }
        }
    }

    fn doubles(&self, public: &Public, from: Station, out: &mut Vec<Action>) {
        let tickets = &public.tickets[MR_X.index()];
        let held = TicketSet::of(tickets);
        for &way in self.board.ways(from) {
            if public.is_taken(way.to) {
                continue;
            }
            for ticket in held.paying(way) {
                let first = TicketLeg { ticket, to: way.to };
                let left = held.after(ticket, tickets);
                for &next in self.board.ways(way.to) {
                    if public.is_taken(next.to) {
                        continue;
                    }
                    out.extend(left.paying(next).map(|ticket| Action::Double {
                        first,
                        second: TicketLeg { ticket, to: next.to },
                    }));
                }
            }
        }
    }

    /// Returns true if a seat could make a step from a station.
    fn can_step(&self, public: &Public, seat: Seat, from: Station) -> bool {
        let held = TicketSet::of(&public.tickets[seat.index()]);
        let mut ways = self.board.ways(from).iter();
        ways.any(|way| held.can_pay(*way) && !public.is_taken(way.to))
    }

    /// Returns true if Mr X could move if he were at a station.
    pub fn mr_x_can_move(&self, public: &Public, at: Station) -> bool {
        self.can_step(public, MR_X, at)
    }

    /// Returns true if any detective can move.
    pub(crate) fn detectives_can_move(&self, public: &Public) -> bool {
        let mut seats = self.detectives();
        seats.any(|seat| self.can_step(public, seat, public.detective(seat)))
    }

    fn allows_step(&self, public: &Public, held: TicketSet, from: Station, leg: TicketLeg) -> bool {
        let way = self.board.way(from, leg.to);
        way.is_some_and(|way| held.pays(leg.ticket, way)) && !public.is_taken(leg.to)
    }

    /// Returns true if an action is in the set.
    fn allows(&self, state: &State, seat: Seat, action: Action) -> bool {
        let (public, from) = (&state.public, state.station(seat));
        let tickets = &public.tickets[seat.index()];
        let held = TicketSet::of(tickets);
        match action {
            Action::Move(leg) => self.allows_step(public, held, from, leg),
            Action::Double { first, second } => {
                seat == MR_X
                    && self.can_double(public)
                    && self.allows_step(public, held, from, first)
                    && self.allows_step(public, held.after(first.ticket, tickets), first.to, second)
            }
            Action::Pass => seat != MR_X && !self.can_step(public, seat, from),
        }
    }
}

impl ScotlandYard {
    /// The starts of all players: Mr X first, then the detectives in their order, each at one of
    /// the stations that are left.
    pub(super) fn draw_starts(&self, dice: &mut Dice) -> Vec<Station> {
        let given = self.scenario.players.iter().map(|player| player.start);
        let mut taken: Vec<Station> = given.clone().flatten().collect();
        let mut starts = Vec::with_capacity(self.scenario.players.len());
        for (n, given) in given.enumerate() {
            let start = given.unwrap_or_else(|| {
                let drawn = draw_other(&self.pool(n), &taken, dice);
                taken.push(drawn);
                drawn
            });
            starts.push(start);
        }
        starts
    }

    /// The stations from which the start of a seat is drawn, in order.
    fn pool(&self, seat: usize) -> Vec<Station> {
        let StartLots { mr_x, detectives } = &self.scenario.draw;
        let mut pool = if seat == 0 { mr_x } else { detectives }.clone();
        pool.sort_unstable();
        if pool.is_empty() {
            pool.extend_from_slice(self.setting.board.stations());
        }
        pool
    }

    #[inline]
    pub(super) fn decide_action(
        &self,
        state: &State,
        seat: Seat,
        action: Action,
        out: &mut Vec<Event>,
    ) -> Result<(), BrokenRule> {
        let public = &state.public;
        if !self.setting.allows(state, seat, action) {
            return Err(self.refuse(state, seat, action));
        }
        match action {
            Action::Move(TicketLeg { ticket, to }) if seat != MR_X => {
                out.push(Event::Moved { seat, ticket, to });
            }
            Action::Move(leg) => tell_leg(public.round + 1, leg, out),
            Action::Double { first, second } => {
                out.push(Event::Doubled { first, second });
                tell_leg(public.round + 1, first, out);
                tell_leg(public.round + 2, second, out);
            }
            Action::Pass => out.push(Event::Passed { seat }),
        }
        Ok(())
    }

    #[cold]
    fn refuse(&self, state: &State, seat: Seat, action: Action) -> BrokenRule {
        let mut set = Vec::new();
        self.setting.actions(&state.public, seat, state.mr_x, &mut set);
        BrokenRule::new(format!("`{action}` is not a legal move; legal: {}", set_words(&set)))
    }

    #[inline]
    pub(super) fn apply_event(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        let is_whole = self.check_event(state, event)?;
        let told = self.setting.shown(&state.public, event);
        state.public.take_in(&told, &self.setting);
        match *event {
            Event::Opened { ref stations } => state.mr_x = stations[MR_X.index()],
            Event::Doubled { first, second } => {
                state.due.leg = Some(first);
                state.due.second = Some(second);
            }
            Event::RoundStarted { ticket, to, .. } => {
                state.mr_x = to;
                state.due.leg = Some(TicketLeg { ticket, to });
                state.due.started = true;
            }
            Event::Moved { seat: MR_X, .. } => {
                state.due = PendingLegs { leg: state.due.second, ..PendingLegs::default() };
            }
            _ => {}
        }
        if is_whole && state.due.leg.is_none() {
            state.verdict = self.verdict(state);
        }
        if matches!(event, Event::Forfeited { seat: MR_X, .. }) {
            state.verdict = Some(Ending::Forfeited);
        }
        Ok(())
    }

    /// Checks that an event can happen now. The result is true when it is, or may be, the last of a
    /// turn.
    #[inline]
    fn check_event(&self, state: &State, event: &Event) -> Result<bool, BrokenRule> {
        let public = &state.public;
        if public.ended.is_some() {
            return Err(BrokenRule::new("nothing can happen after the end"));
        }
        let is_worlds = !public.opened || state.verdict.is_some() || public.answered;
        match *event {
            Event::Opened { ref stations } if !public.opened => {
                self.check_starts(stations)?;
                Ok(true)
            }
            Event::GameOver { cause } if public.opened => match state.verdict {
                Some(verdict) if verdict == cause => Ok(false),
                _ => Err(BrokenRule::new("the game is not over, or it ended for another cause")),
            },
            Event::RotationCompleted if public.answered && state.verdict.is_none() => Ok(false),
            _ if is_worlds => Err(out_of_order()),
            Event::Doubled { first, second } => {
                self.check_turn(state, MR_X, Action::Double { first, second })?;
                Ok(false)
            }
            Event::RoundStarted { round, ticket, to } => {
                self.check_round(state, round, TicketLeg { ticket, to })?;
                Ok(false)
            }
            Event::Moved { seat, ticket, to } => {
                let leg = TicketLeg { ticket, to };
                if seat != MR_X {
                    self.check_turn(state, seat, Action::Move(leg))?;
                } else if !state.due.started || state.due.leg != Some(leg) {
                    return Err(out_of_order());
                }
                Ok(true)
            }
            Event::Passed { seat } => {
                self.check_turn(state, seat, Action::Pass)?;
                Ok(true)
            }
            Event::Forfeited { seat, .. } => {
                check_seat(state, seat)?;
                Ok(true)
            }
            Event::Opened { .. } | Event::GameOver { .. } | Event::RotationCompleted => {
                Err(out_of_order())
            }
        }
    }

    fn check_turn(&self, state: &State, seat: Seat, action: Action) -> Result<(), BrokenRule> {
        check_seat(state, seat)?;
        if self.setting.allows(state, seat, action) {
            Ok(())
        } else {
            Err(self.refuse(state, seat, action))
        }
    }

    fn check_round(&self, state: &State, round: u32, leg: TicketLeg) -> Result<(), BrokenRule> {
        match state.due {
            PendingLegs { leg: None, .. } => self.check_turn(state, MR_X, Action::Move(leg))?,
            // A double was held against the rules when it was told.
            PendingLegs { leg: Some(due), started: false, .. } if due == leg => {}
            PendingLegs { .. } => return Err(out_of_order()),
        }
        let due = state.public.round + 1;
        match round == due {
            true => Ok(()),
            false => Err(BrokenRule::new(format!("the next round is round {due}"))),
        }
    }

    fn check_starts(&self, stations: &[Station]) -> Result<(), BrokenRule> {
        let players = &self.scenario.players;
        if stations.len() != players.len() {
            return Err(out_of_order());
        }
        for (n, (player, station)) in players.iter().zip(stations).enumerate() {
            let seat = Seat(u8::try_from(n).expect("at most six players"));
            let is_possible = match player.start {
                Some(given) => given == *station,
                None => self.pool(n).contains(station),
            };
            if !is_possible || stations[..n].contains(station) {
                let what = format!("seat {} cannot begin at station {station}", seat.0);
                return Err(BrokenRule::new(what));
            }
        }
        Ok(())
    }

    /// The ending between two turns, if the game is over.
    #[inline]
    fn verdict(&self, state: &State) -> Option<Ending> {
        let public = &state.public;
        if public.is_taken(state.mr_x) {
            return Some(Ending::Captured);
        }
        if public.current == MR_X {
            if !self.setting.mr_x_can_move(public, state.mr_x) {
                return Some(Ending::Cornered);
            }
            if public.round >= self.setting.rounds() {
                return Some(Ending::Escaped);
            }
        }
        let is_stuck = !self.setting.detectives_can_move(public);
        is_stuck.then_some(Ending::Stuck)
    }

    /// Returns true if a game of this scenario can be in this state, which was read from a file.
    pub(super) fn is_possible(&self, state: &State) -> bool {
        let (public, board) = (&state.public, &self.setting.board);
        let seats = self.setting.colours.len();
        let (here, absent) = public.detectives.split_at(seats - 1);
        let is_empty = |station: &Station| *station == 0;
        if !absent.iter().all(is_empty) || public.current.index() >= seats {
            return false;
        }
        if !public.opened {
            return *state == self.start();
        }
        let stands = |n: usize| board.has(here[n]) && !here[..n].contains(&here[n]);
        // Nothing below may ask for the ways of a station that is not there.
        if !(0..here.len()).all(stands) || !board.has(state.mr_x) {
            return false;
        }
        let last_seen = public.last_known == 0 || board.has(public.last_known);
        let is_between_turns = state.due == PendingLegs::default();
        let verdict = match state.verdict {
            Some(Ending::Forfeited) => public.current != MR_X,
            verdict => !is_between_turns || verdict == self.verdict(state),
        };
        last_seen
            && public.round <= self.setting.rounds()
            && public.rotation <= public.round + 1
            && (public.ended.is_none() || public.ended == state.verdict)
            && (!public.answered || public.current == MR_X)
            && public.tickets[seats..].iter().flatten().all(|count| *count == 0)
            && self.tickets_are_kept(public)
            && self.doubles_are_paid(state)
            && verdict
            && self.leads_on(state)
    }

    /// Tickets go from the detectives to Mr X, and only his are ever lost: one in each round.
    fn tickets_are_kept(&self, public: &Public) -> bool {
        let sum = |all: &[Tickets], kind: usize| -> u64 {
            all.iter().map(|tickets| u64::from(tickets[kind])).sum()
        };
        let mut paid = 0;
        for kind in 0..Ticket::COUNT {
            let mut pairs = public.tickets.iter().zip(&self.setting.tickets).skip(1);
            if pairs.any(|(now, first)| now[kind] > first[kind]) {
                return false;
            }
            let now = sum(&public.tickets, kind);
            let Some(lost) = sum(&self.setting.tickets, kind).checked_sub(now) else {
                return false;
            };
            if kind != Ticket::Double as usize {
                paid += lost;
            }
        }
        paid == u64::from(public.round)
    }

    /// Each of Mr X's turns is one round, and one more for each double ticket that he paid.
    fn doubles_are_paid(&self, state: &State) -> bool {
        let public = &state.public;
        if state.due != PendingLegs::default() {
            return true;
        }
        let has_acted = public.current != MR_X || public.answered;
        let is_lost = state.verdict == Some(Ending::Forfeited);
        let turns = public.rotation.saturating_sub(1) + u32::from(has_acted && !is_lost);
        let doubles = |all: &[Tickets]| all[MR_X.index()][Ticket::Double as usize];
        let paid = doubles(&self.setting.tickets).checked_sub(doubles(&public.tickets));
        paid.is_some_and(|paid| u64::from(paid) + u64::from(turns) == u64::from(public.round))
    }

    /// Returns true if the legs that must still be told lead over the board.
    fn leads_on(&self, state: &State) -> bool {
        let board = &self.setting.board;
        match state.due {
            PendingLegs { leg: None, second, started } => second.is_none() && !started,
            PendingLegs { leg: Some(leg), second, started } => {
                let from_leg = second.is_none_or(|next| board.way(leg.to, next.to).is_some());
                let here = if started {
                    leg.to == state.mr_x
                } else {
                    board.way(state.mr_x, leg.to).is_some()
                };
                here && from_leg && state.public.current == Seat(1) && state.verdict.is_none()
            }
        }
    }
}

/// Draws one of the stations that are not taken. The pool is in order.
fn draw_other(pool: &[Station], taken: &[Station], dice: &mut Dice) -> Station {
    let at = |station: &Station| pool.binary_search(station).ok();
    let mut places: Vec<usize> = taken.iter().filter_map(at).collect();
    places.sort_unstable();
    let free = u32::try_from(pool.len() - places.len()).expect("stations are 16 bits wide");
    let mut drawn = dice.below(free) as usize;
    for place in places {
        drawn += usize::from(place <= drawn);
    }
    pool[drawn]
}

/// Tells a round and the move it is made of.
fn tell_leg(round: u32, leg: TicketLeg, out: &mut Vec<Event>) {
    let TicketLeg { ticket, to } = leg;
    out.push(Event::RoundStarted { round, ticket, to });
    out.push(Event::Moved { seat: MR_X, ticket, to });
}

fn check_seat(state: &State, seat: Seat) -> Result<(), BrokenRule> {
    if state.due.leg.is_some() {
        return Err(out_of_order());
    }
    let due = state.public.current;
    match seat == due {
        true => Ok(()),
        false => Err(BrokenRule::new(format!("seat {} is to move", due.0))),
    }
}

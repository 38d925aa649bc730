//! A session recorded through a [`Replayer`], with whoever sits at it: built-in players, players
//! outside the process, people.

use std::sync::{Arc, Mutex};

use super::any::{
    AnyRecording, DrawnHistory, People, Projections, RecordError, RecordedHistory, SeatOccupant,
};
use super::choices::choices;
use super::compile::compile;
use super::eyes::Eyes;
use super::remote_player::{RemoteGame, RemoteSeat, SharedChannel, dismiss};
use super::replayer::Replayer;
use super::turn_sink::{TurnSink, hand_over};
use chase_engine::dice::Dice;
use chase_engine::fold::Broken;
use chase_engine::game::{
    Forfeit, ForfeitCause, Game, Masks as _, Outcome, Seat, Turn, View, known,
};
use chase_engine::header::Header;
use chase_engine::history::{History, HistoryCycle};
use chase_engine::player::Player;
use chase_engine::session::GameSession;
use chase_kit::budget::StopFlag;
use chase_kit::faces::Playable;
use chase_kit::player_name::PlayerSpec;

/// Holds a person's seat.
#[derive(Clone, Copy, Debug)]
pub struct PersonPlayer;

impl<G: Game> Player<G> for PersonPlayer {
    fn watches(&self) -> bool {
        false
    }

    fn choose(
        &mut self,
        _: &View<'_, G>,
        _: &[G::Action],
        _: &mut Dice,
    ) -> Result<G::Action, Box<Forfeit>> {
        Err(Box::new(nobody()))
    }
}

fn nobody() -> Forfeit {
    Forfeit::new(ForfeitCause::Crash, "nobody is there to be asked")
}

/// A session whose cycles go through a [`Replayer`], so that what is recorded is what folds.
pub struct GameRecording<G: Playable> {
    session: GameSession<G>,
    moment: Replayer<G>,
    /// The cycle being played, with the turns that were taken over where it began earlier.
    playing: History<G>,
    /// A sink that takes every turn down at once, if there is one.
    turns: Option<Box<dyn TurnSink>>,
    /// True if somebody plays whose choices the same dice do not repeat.
    has_guests: bool,
    /// The seats of people, and what each of them sees.
    people: Vec<(Seat, Eyes<G>)>,
    /// Tells the players outside the process how it ended.
    dismiss: Option<Dismiss>,
    /// Ends the recording before the game is over.
    stop: StopFlag,
}

/// Tells an outcome to whoever must hear it.
pub type Dismiss = Box<dyn FnMut(&Outcome)>;

/// All who play a game, in their seats.
pub struct Party<G: Game> {
    /// The players, one for each seat.
    pub players: Vec<Box<dyn Player<G>>>,
    /// Tells those outside the process how the game ended.
    pub dismiss: Dismiss,
}

/// Sits players down: those in `made` are there already, the others are those of the chairs, or
/// the built-in ones of their names where there are no chairs. `stop` has built-in players answer
/// at once.
///
/// # Errors
/// A name that no built-in player has, where one must sit.
pub fn sit_down<G: Playable>(
    game: &Arc<G>,
    names: &[String],
    chairs: &[SeatOccupant],
    made: Vec<(Seat, Box<dyn Player<G>>)>,
    stop: &StopFlag,
) -> Result<Party<G>, RecordError> {
    let desks = desks(game, chairs);
    let mut made: Vec<_> = made.into_iter().map(Some).collect();
    let mut players: Vec<Box<dyn Player<G>>> = Vec::new();
    for (seat, name) in (0..).map(Seat).zip(names) {
        let is_here = |it: &&mut Option<(Seat, _)>| it.as_ref().is_some_and(|it| it.0 == seat);
        if let Some((_, player)) = made.iter_mut().find(is_here).and_then(Option::take) {
            players.push(player);
            continue;
        }
        players.push(match chairs.get(seat.index()) {
            Some(SeatOccupant::Outside(channel)) => Box::new(at_desk(&desks, channel, seat)),
            Some(SeatOccupant::Person) => Box::new(PersonPlayer),
            Some(SeatOccupant::BuiltIn) | None => {
                let named =
                    PlayerSpec::in_seat(&**game, seat, name).map_err(RecordError::Player)?;
                named.stopped_by(stop).make(known(game, seat))
            }
        });
    }
    let desks: Vec<_> = desks.into_iter().map(|(_, desk)| desk).collect();
    Ok(Party { players, dismiss: Box::new(move |outcome| dismiss(&desks, outcome)) })
}

impl<G: Playable> GameRecording<G> {
    /// Records a session from where it stands; `moment` must stand there too.
    #[must_use]
    pub fn new(session: GameSession<G>, moment: Replayer<G>) -> Self {
        GameRecording {
            session,
            moment,
            playing: History::default(),
            turns: None,
            has_guests: false,
            people: Vec::new(),
            dismiss: None,
            stop: StopFlag::default(),
        }
    }

    /// Sits players down in the chairs and begins; those in `made` are there already and go before
    /// the chairs. `stop` ends it early: the players then answer at once, and the cycle that they
    /// were in is not recorded.
    ///
    /// # Errors
    /// A header that this program cannot play, or a built-in player that there is not.
    pub fn begin(
        header: &mut Header,
        chairs: &[SeatOccupant],
        made: Vec<(Seat, Box<dyn Player<G>>)>,
        stop: &StopFlag,
    ) -> Result<Self, RecordError>
    where
        G: Playable,
    {
        let game = compile::<G>(header).map_err(RecordError::Unopened)?;
        // The events to come are of this number, whatever those of an older recording were.
        header.rules = G::RULES;
        let party = sit_down(&game, &header.players, chairs, made, stop)?;
        let is_person = |(_, chair): &(Seat, &SeatOccupant)| matches!(chair, SeatOccupant::Person);
        let people = (0..).map(Seat).zip(chairs).filter(is_person);
        let people = people.map(|(seat, _)| (seat, Eyes::new(&game, seat.into())));
        let people: Vec<_> = people.collect();
        let session = GameSession::new(Arc::clone(&game), party.players, header.dice());
        Ok(GameRecording {
            has_guests: chairs.iter().any(|it| !matches!(it, SeatOccupant::BuiltIn)),
            people,
            dismiss: Some(party.dismiss),
            stop: stop.clone(),
            ..GameRecording::new(session, Replayer::new(game, header))
        })
    }

    /// The session that is being recorded.
    pub fn session(&self) -> &GameSession<G> {
        &self.session
    }

    /// The newest cycle.
    #[must_use]
    pub fn newest(&self) -> Option<HistoryCycle<'_, G>> {
        self.moment.newest()
    }

    /// Plays one cycle that nobody takes down. False when the game was over already.
    pub fn advance_unseen(&mut self) -> bool {
        self.session.cycle(&mut ())
    }

    /// Has every turn taken down from now on, with those that are taken over. Where only built-in
    /// players sit, who answer at once, that is done cycle by cycle.
    pub fn take_down_with(&mut self, turns: Box<dyn TurnSink>) {
        self.turns = Some(turns);
    }

    /// Takes down what was played of this cycle after its first `before` turns, unless that was
    /// stopped.
    fn take_down(&mut self, before: usize) {
        if let Some(turns) = &mut self.turns
            && !self.stop.is_stopped()
        {
            hand_over(&self.playing, before, None, &mut **turns);
        }
    }

    /// Begins the next cycle, or goes on with one that was taken over before it was over.
    fn begin_cycle(&mut self) {
        let open = self.playing.last().map(|cycle| cycle.number);
        if open != Some(self.moment.next()) {
            self.playing.clear();
        }
    }

    /// True if the game stands in this cycle and is not over.
    fn is_within(&self, cycle: u64) -> bool {
        self.session.game().clock(self.session.state()) == cycle && !self.session.is_over()
    }

    /// Plays a turn of a player that is no person, or of the world.
    fn step(&mut self) {
        let before = self.playing.turns();
        self.session.step(&mut self.playing);
        self.take_down(before);
    }

    /// Takes over a cycle that was played earlier, or the turns of one that was not played to its
    /// end.
    ///
    /// # Errors
    /// A cycle that the rules do not allow here.
    pub fn resume(&mut self, cycle: HistoryCycle<'_, G>) -> Result<(), Broken> {
        self.session.resume(cycle)?;
        self.playing.clear();
        self.playing.push(cycle);
        self.take_down(0);
        if self.is_within(cycle.number) {
            return Ok(());
        }
        for (_, eyes) in &mut self.people {
            eyes.observe_cycle(self.moment.state(), cycle);
        }
        self.moment.blank().push(cycle);
        self.moment.apply_cycle()
    }
}

/// A desk and the channel it belongs to.
type AtChannel<G> = (SharedChannel, Arc<Mutex<RemoteGame<G>>>);

/// A desk for each player outside the process, in the order of their first seats.
fn desks<G: Playable>(game: &Arc<G>, chairs: &[SeatOccupant]) -> Vec<AtChannel<G>> {
    let mut players: Vec<(SharedChannel, Vec<Seat>)> = Vec::new();
    for (seat, chair) in (0..).map(Seat).zip(chairs) {
        if let SeatOccupant::Outside(channel) = chair {
            match players.iter_mut().find(|it| Arc::ptr_eq(&it.0, channel)) {
                Some((_, seats)) => seats.push(seat),
                None => players.push((Arc::clone(channel), vec![seat])),
            }
        }
    }
    let open = |(channel, seats): (SharedChannel, Vec<Seat>)| {
        let desk = RemoteGame::open(Arc::clone(game), seats, Arc::clone(&channel));
        (channel, Arc::new(Mutex::new(desk)))
    };
    players.into_iter().map(open).collect()
}

fn at_desk<G: Playable>(
    desks: &[AtChannel<G>],
    channel: &SharedChannel,
    seat: Seat,
) -> RemoteSeat<G> {
    let mine = desks.iter().find(|desk| Arc::ptr_eq(&desk.0, channel));
    let (_, desk) = mine.expect("every channel has a desk");
    RemoteSeat::new(desk, seat)
}

impl<G: Playable> GameRecording<G> {
    /// The eyes of the person in a seat, in the middle of the cycle being played; nothing where no
    /// person sits.
    fn eyes_now(&self, seat: Seat) -> Option<Eyes<G>> {
        let (_, eyes) = self.people.iter().find(|(person, _)| *person == seat)?;
        let mut eyes = eyes.clone();
        if let Some(cycle) = self.playing.last() {
            eyes.observe_cycle(self.moment.state(), cycle);
        }
        Some(eyes)
    }

    /// Asks the person whose turn it is, or the next one of several. False when there is none to ask.
    fn ask(&mut self, people: &mut dyn People) -> bool {
        let game = Arc::clone(self.session.game());
        let chosen = self.session.chosen();
        let turn = game.turn(self.session.state());
        let mut due = turn.seats().iter();
        let is_person = |seat: Seat| self.people.iter().any(|(person, _)| *person == seat);
        let Some(seat) = due.find(|seat| is_person(*seat) && !chosen.has(*seat)) else {
            return false;
        };
        let Some(eyes) = self.eyes_now(seat) else {
            return false;
        };
        let mut legal = Vec::new();
        let legal = game.legal_in(self.session.state(), seat, &mut legal).to_vec();
        if legal.is_empty() {
            return false;
        }
        let seen = G::masks().state(&game, self.session.state(), seat.into());
        let mut moment = Vec::new();
        eyes.moment_text(self.session.state(), self.moment.players(), &mut moment);
        let choices = choices(&*game, &seen, seat, &legal);
        let moment = String::from_utf8_lossy(&moment);
        match people.ask(&game.seat_name(seat), &moment, &choices) {
            Some(n) if n < legal.len() => {
                let (action, before) = (legal[n].clone(), self.playing.turns());
                let acted = self.session.act(seat, action, &mut self.playing);
                self.take_down(before);
                acted.is_ok()
            }
            // The others of several are asked all the same.
            _ if matches!(turn, Turn::Seats(_)) => {
                self.session.lose(seat, nobody(), &mut self.playing)
            }
            _ => false,
        }
    }

    /// Records the cycle that was played. False when it was stopped meanwhile: what players chose
    /// then depends on when that was.
    fn apply_cycle(&mut self) -> bool {
        if self.stop.is_stopped() {
            return false;
        }
        if let Some(cycle) = self.playing.last() {
            for (_, eyes) in &mut self.people {
                eyes.observe_cycle(self.moment.state(), cycle);
            }
        }
        std::mem::swap(self.moment.blank_on(), &mut self.playing);
        if let Err(broken) = self.moment.apply_cycle() {
            unreachable!("what was just played does not fold: {broken}");
        }
        debug_assert_eq!(self.session.state(), self.moment.state());
        self.playing.clear();
        true
    }
}

impl<G: Playable> AnyRecording for GameRecording<G> {
    fn advance(&mut self) -> bool {
        if self.session.is_over() || self.stop.is_stopped() {
            return false;
        }
        self.begin_cycle();
        match self.has_guests && self.turns.is_some() {
            true => {
                let now = self.moment.next();
                while self.is_within(now) {
                    self.step();
                }
            }
            false => {
                let before = self.playing.turns();
                self.session.cycle(&mut self.playing);
                self.take_down(before);
            }
        }
        self.apply_cycle()
    }

    fn advance_with(&mut self, people: &mut dyn People) -> bool {
        if self.session.is_over() || self.stop.is_stopped() {
            return false;
        }
        let now = self.moment.next();
        self.begin_cycle();
        while self.is_within(now) {
            // Who is not there any more loses the turn, like any player that cannot be asked.
            if !self.ask(people) {
                self.step();
            }
        }
        self.apply_cycle()
    }

    fn past(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken> {
        let moment = now.as_any().downcast_ref::<Replayer<G>>();
        let moment = moment.expect("the header named this game");
        moment.newest().map_or(Ok(()), |cycle| self.resume(cycle))
    }

    fn dismiss(&mut self) {
        if let (Some(outcome), Some(dismiss)) = (self.session.outcome(), &mut self.dismiss) {
            dismiss(&outcome);
        }
    }

    fn now(&self) -> &dyn DrawnHistory {
        &self.moment
    }

    fn project(&mut self, projections: Projections) {
        self.moment.project(projections);
    }
}

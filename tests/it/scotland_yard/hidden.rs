//! Nothing that a detective is shown or sent depends on where Mr X is between reveals: of every
//! game another is made in which he went elsewhere and everything that is told is the same, and
//! the two are shown in every way there is.

use chase::prelude::{Masks as _, Playable as _};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{Forfeit, Game, Seat, SeatSight, ThinkingTime, Turn, known};
use chase::engine::player::Player as _;
use chase::engine::seat::Seats;
use chase::games::scotland_yard::{
    Action, Ending, Event, MR_X, Scenario, ScotlandYard, State, Station,
};
use chase::kit::picture::{Scene, Stage};
use chase::record::any::{DescribedHistory as _, DrawnHistory, Projections, RecordedHistory as _};
use chase::record::remote_player::{Channel, RemoteGame, RemoteSeat, SharedChannel, dismiss};
use chase::record::replay::{By, Header, History, SessionLog};
use chase::record::replayer::Replayer;

use chase::view::{About, PageWriter, Windows};

use super::town::{Plan, scenario};

const PAIRS: u32 = 10_000;
/// Of one pair in so many, pages are held against each other too.
const PAIRS_A_PAGE: u32 = 500;
/// Of one pair in so many, the pictures with what can be worked out; all are shown it in words.
const PAIRS_A_HEAT: u32 = 50;
const PATHS_MAX: usize = 3;

/// A turn as it was taken; nobody's is the world's.
type Taken = (Option<(Seat, Action)>, Vec<Event>);

/// All that Mr X did, from his start on.
type Path = (Station, Vec<Action>);

/// Ways in which he could have come to a station.
type Worlds = BTreeMap<Station, Vec<Path>>;

fn start_of(path: &Path) -> Station {
    path.0
}

fn add(worlds: &mut Worlds, at: Station, path: Path) {
    let paths = worlds.entry(at).or_default();
    if paths.len() < PATHS_MAX {
        paths.push(path);
    }
}

/// Plays a game by the dice; `elsewhere` collects the ways that tell the same.
struct Maker {
    game: Arc<ScotlandYard>,
    state: State,
    dice: Dice,
    taken: Vec<Taken>,
    path: Path,
    elsewhere: Worlds,
}

impl Maker {
    fn new(game: Arc<ScotlandYard>, dice: Dice) -> Self {
        Maker {
            state: game.start(),
            game,
            dice,
            taken: Vec::new(),
            path: (0, Vec::new()),
            elsewhere: Worlds::new(),
        }
    }

    fn take(&mut self, by: Option<(Seat, Action)>, events: Vec<Event>) {
        for event in &events {
            let applied = self.game.apply(&mut self.state, event);
            applied.expect("what was decided can happen");
        }
        self.taken.push((by, events));
    }

    fn run(mut self) -> Self {
        loop {
            match self.game.turn(&self.state) {
                Turn::Over(_) => return self,
                Turn::World | Turn::Seats(_) => self.world(),
                Turn::Seat(seat) => self.act(seat),
            }
        }
    }

    fn world(&mut self) {
        let mut events = Vec::new();
        self.game.world_in(&self.state, &mut self.dice, &mut events);
        let setting = self.game.setting();
        match &events[0] {
            Event::Opened { stations } => {
                self.path.0 = stations[0];
                for &start in &setting.hideouts {
                    if !stations[1..].contains(&start) {
                        add(&mut self.elsewhere, start, (start, Vec::new()));
                    }
                }
            }
            Event::GameOver { cause } => {
                let public = &self.state.public;
                let at_his_turn = public.current == MR_X;
                let entered = self.state.mr_x;
                self.elsewhere.retain(|at, _| match cause {
                    Ending::Captured => *at == entered,
                    Ending::Cornered => !setting.mr_x_can_move(public, *at),
                    _ => !at_his_turn || setting.mr_x_can_move(public, *at),
                });
            }
            _ => {}
        }
        self.take(None, events);
    }

    fn act(&mut self, seat: Seat) {
        let mut legal = Vec::new();
        let legal = self.game.legal_in(&self.state, seat, &mut legal).to_vec();
        let count = u32::try_from(legal.len()).expect("few");
        let action = legal[self.dice.below(count) as usize];
        let mut events = Vec::new();
        let decided = self.game.decide_in(&self.state, seat, &action, &mut self.dice, &mut events);
        decided.expect("it is in the set");
        if seat == MR_X {
            self.path.1.push(action);
            self.elsewhere = self.same_told(action);
        } else if let Action::Move(leg) = action
            && leg.to != self.state.mr_x
        {
            self.elsewhere.remove(&leg.to);
        }
        self.take(Some((seat, action)), events);
    }

    /// What is told of a move of Mr X.
    fn told(&self, action: Action) -> (Vec<chase::games::scotland_yard::Ticket>, Vec<Station>) {
        let (setting, public) = (self.game.setting(), &self.state.public);
        match action {
            Action::Move(leg) => {
                let reveals = setting.reveals(public.round + 1);
                let shown = if reveals { leg.to } else { public.last_known };
                (vec![leg.ticket], vec![shown])
            }
            Action::Double { first, second } => {
                let shown = setting.shown_double(public, first, second);
                let tickets = vec![first.ticket, second.ticket];
                (tickets, shown.map(|leg| leg.to).to_vec())
            }
            Action::Pass => (Vec::new(), Vec::new()),
        }
    }

    fn same_told(&self, action: Action) -> Worlds {
        let (setting, public) = (self.game.setting(), &self.state.public);
        let due = self.told(action);
        let mut next = Worlds::new();
        let mut actions = Vec::new();
        for (at, paths) in &self.elsewhere {
            actions.clear();
            setting.mr_x_actions(public, *at, &mut actions);
            for other in actions.iter().filter(|other| self.told(**other) == due) {
                let to = match other {
                    Action::Move(leg) | Action::Double { second: leg, .. } => leg.to,
                    Action::Pass => continue,
                };
                for (start, past) in paths {
                    let mut path = past.clone();
                    path.push(*other);
                    add(&mut next, to, (*start, path));
                }
            }
        }
        next
    }

    /// A game in which he went elsewhere, if anything else tells the same.
    fn other(&self) -> Option<Vec<Taken>> {
        let mut others = self.elsewhere.values().flatten();
        let path = others.find(|path| **path != self.path)?;
        let mut state = self.game.start();
        let mut dice = self.dice.clone();
        let mut deeds = path.1.iter();
        let mut taken: Vec<Taken> = Vec::new();
        for (by, events) in &self.taken {
            let mut now = Vec::new();
            let by = match by {
                Some((MR_X, _)) => Some((MR_X, *deeds.next().expect("as many turns"))),
                by => *by,
            };
            match (by, &events[0]) {
                (Some((seat, action)), _) => {
                    let decided = self.game.decide_in(&state, seat, &action, &mut dice, &mut now);
                    decided.expect("he could have done that");
                }
                (None, Event::Opened { stations }) => {
                    let mut stations = stations.clone();
                    stations[0] = start_of(path);
                    now.push(Event::Opened { stations });
                }
                (None, _) => now.clone_from(events),
            }
            for event in &now {
                let applied = self.game.apply(&mut state, event);
                applied.expect("the other game can happen");
            }
            taken.push((by, now));
        }
        Some(taken)
    }
}

/// Takes down what is sent, and answers as it was told to.
#[derive(Default)]
struct Recorder {
    sent: Vec<u8>,
    answer: String,
}

impl Channel for Recorder {
    fn open(&mut self, _: ThinkingTime) -> Result<(), Forfeit> {
        self.answer = r#"{"type":"ready"}"#.into();
        Ok(())
    }

    fn seat(&mut self) {}

    fn begin_move(&mut self) {}

    fn clock(&self) -> ThinkingTime {
        ThinkingTime::default()
    }

    fn ask(&mut self, line: &str) -> Result<Vec<u8>, Forfeit> {
        self.tell(line);
        Ok(self.answer.clone().into_bytes())
    }

    fn tell(&mut self, line: &str) {
        self.sent.extend_from_slice(line.as_bytes());
    }

    fn fail(&mut self, why: &Forfeit) -> bool {
        panic!("{why:?}");
    }

    fn end(&mut self) {}
}

/// Detectives outside the process: some of them at a desk.
struct Outside {
    recorder: Arc<Mutex<Recorder>>,
    desk: Arc<Mutex<RemoteGame<ScotlandYard>>>,
    seats: Vec<Seat>,
    /// What is asked for instead of what was done.
    instead: Option<&'static str>,
}

impl Outside {
    fn new(game: &Arc<ScotlandYard>, seats: Vec<Seat>, instead: Option<&'static str>) -> Self {
        let recorder = Arc::new(Mutex::new(Recorder::default()));
        let channel: SharedChannel = Arc::<Mutex<Recorder>>::clone(&recorder);
        let desk = RemoteGame::open(Arc::clone(game), seats.clone(), channel);
        Outside { recorder, desk: Arc::new(Mutex::new(desk)), seats, instead }
    }

    fn choose(&self, game: &ScotlandYard, state: &State, seat: Seat, action: Action) {
        if !self.seats.contains(&seat) {
            return;
        }
        let chosen = serde_json::to_string(&action).expect("an action");
        let chosen = self.instead.unwrap_or(&chosen);
        let answer = format!(r#"{{"type":"action","action":{chosen}}}"#);
        self.recorder.lock().expect("no panic").answer = answer;
        let mut legal = Vec::new();
        let legal = game.legal_in(state, seat, &mut legal);
        let sight = SeatSight::new(game, state, seat);
        let view = sight.view();
        let dice = &mut Dice::new(Generator::Chacha8, 0, 0);
        let chosen = RemoteSeat::new(&self.desk, seat).choose(&view, legal, dice);
        chosen.expect("it was answered");
    }

    fn observe(&self, game: &ScotlandYard, state: &State, event: &Event) {
        for seat in &self.seats {
            if let Some(seen) = ScotlandYard::masks().event(game, state, event, (*seat).into()) {
                RemoteSeat::new(&self.desk, *seat).observe(&seen);
            }
        }
    }

    fn end(self, game: &ScotlandYard, state: &State, sent: &mut Vec<u8>) {
        if let Turn::Over(outcome) = game.turn(state) {
            dismiss(&[self.desk], &outcome);
        }
        sent.append(&mut self.recorder.lock().expect("no panic").sent);
    }
}

/// Everything that detectives are shown or sent of a game, and everything that is true.
fn shown(game: &Arc<ScotlandYard>, header: &Header, taken: &[Taken]) -> (Vec<u8>, Vec<u8>) {
    let (mut sent, mut truth) = (Vec::new(), Vec::new());
    let mut history = History::default();
    let mut state = game.start();
    for seat in (1..game.seats()).map(Seat) {
        sent.extend(format!("{:?}\n", known(game, seat)).into_bytes());
    }
    let all: Vec<_> = (1..game.seats()).map(Seat).collect();
    let nowhere = r#"{"move":{"ticket":"taxi","to":65535}}"#;
    let outside = [
        Outside::new(game, all.clone(), None),
        Outside::new(game, vec![all[0]], None),
        Outside::new(game, all, Some(nowhere)),
    ];
    for (by, events) in taken {
        let cycle = game.clock(&state);
        if let Some((seat, action)) = by
            && *seat != MR_X
        {
            for one in &outside {
                one.choose(game, &state, *seat, *action);
            }
            let sight = SeatSight::new(&**game, &state, *seat);
            sent.extend(format!("{:?}\n", sight.view()).into_bytes());
            let mut legal = Vec::new();
            game.legal_in(&state, *seat, &mut legal);
            sent.extend(format!("{legal:?}\n").into_bytes());
        }
        for event in events {
            for seat in (1..game.seats()).map(Seat) {
                let seen = ScotlandYard::masks().event(game, &state, event, seat.into());
                sent.extend(format!("{seen:?}\n").into_bytes());
            }
            for one in &outside {
                one.observe(game, &state, event);
            }
            game.apply(&mut state, event).expect("it happened");
        }
        let by = by.map_or(By::World, |(seat, action)| By::Action(seat, action));
        history.entry(cycle, by, 0, events);
    }
    for one in outside {
        one.end(game, &state, &mut sent);
    }
    let rounds = u64::from(state.public.round);
    for part in [None].into_iter().chain((0..=rounds).map(Some)) {
        let eyes = Some(Seat(1).into());
        look(game, header, &history, part, eyes, &mut sent);
    }
    look(game, header, &history, None, None, &mut truth);
    (sent, truth)
}

/// All that can be printed of a history, up to a round or to its end.
fn look(
    game: &Arc<ScotlandYard>,
    header: &Header,
    history: &History<ScotlandYard>,
    part: Option<u64>,
    viewer: Option<Seats>,
    out: &mut Vec<u8>,
) {
    let mut moment = Replayer::new(Arc::clone(game), header);
    moment.project(Projections {
        events: true,
        tally: true,
        insight: true,
        viewer,
        part,
        ..Projections::default()
    });
    moment.opening_text(out);
    for cycle in history.cycles() {
        moment.blank().push(cycle);
        moment.apply_cycle().expect("it happened");
        let begun = moment.parts().map_or(0, |parts| parts.count);
        let is_there = part.is_none_or(|part| begun >= part);
        if !is_there {
            continue;
        }
        if part.is_none() {
            moment.cycle_text(out);
            moment.put_shown_json(out);
            moment.ending_text(out);
        }
        out.extend_from_slice(moment.events_text());
        moment.moment_text(out);
        out.extend(moment.moment_json().into_bytes());
        moment.legal_text(out);
        out.extend(moment.legal_json().into_bytes());
        moment.insight_text(out);
        out.extend(moment.insight_json().into_bytes());
        moment.totals_text(out);
        out.extend(moment.totals_json().into_bytes());
        if part.is_some() {
            return;
        }
    }
}

/// A page for the detectives.
fn page(game: &Arc<ScotlandYard>, header: &Header, taken: &[Taken]) -> Vec<u8> {
    let mut moment = Replayer::new(Arc::clone(game), header);
    moment.project(Projections {
        events: true,
        insight: true,
        scenes: true,
        turns: true,
        viewer: Some(Seat(1).into()),
        ..Projections::default()
    });
    let about = About {
        game: ScotlandYard::NAME,
        unit: ScotlandYard::CYCLE,
        viewer: Some("detectives".into()),
        name: String::new(),
        title: String::new(),
        summary: None,
        statements: Vec::new(),
    };
    let windows = Windows::new(0, 100);
    let page = PageWriter::new(Vec::new(), about, ScotlandYard::CELLS, windows);
    let mut page = page.expect("a page in memory");
    for cycle in history_of(game, taken).cycles() {
        moment.blank().push(cycle);
        moment.apply_cycle().expect("it happened");
        page.cycle(&moment).expect("a page in memory");
    }
    page.finish().expect("a page in memory")
}

/// The stage and every scene that the detectives are shown: all that pages are made of but where
/// the stations of the map stand.
fn pictures(
    game: &Arc<ScotlandYard>,
    header: &Header,
    taken: &[Taken],
    insight: bool,
) -> (Stage, Vec<Scene>) {
    let mut moment = Replayer::new(Arc::clone(game), header);
    moment.project(Projections {
        insight,
        scenes: true,
        turns: true,
        viewer: Some(Seat(1).into()),
        ..Projections::default()
    });
    let mut all = Vec::new();
    for cycle in history_of(game, taken).cycles() {
        moment.blank().push(cycle);
        moment.apply_cycle().expect("it happened");
        let turns = DrawnHistory::turns(&moment);
        for turn in (0..turns.len()).map(Some).chain([None]) {
            let mut scene = Scene::default();
            DrawnHistory::scene(&moment, turn, &mut scene);
            all.push(scene);
        }
    }
    (moment.stage_without_positions(), all)
}

fn history_of(game: &ScotlandYard, taken: &[Taken]) -> History<ScotlandYard> {
    let (mut history, mut state) = (History::default(), game.start());
    for (by, events) in taken {
        let cycle = game.clock(&state);
        for event in events {
            game.apply(&mut state, event).expect("it happened");
        }
        let by = by.map_or(By::World, |(seat, action)| By::Action(seat, action));
        history.entry(cycle, by, 0, events);
    }
    history
}

fn draw(dice: &mut Dice) -> Scenario {
    let size = 6 + dice.below(30);
    let plan = Plan {
        stations: size,
        edges: size + dice.below(2 * size),
        rounds: 7,
        tickets: 6,
        detectives: 5,
        one_reveal_in: 4,
    };
    let mut scenario = scenario(plan, dice);
    // A start that is given would stand in the scenario.
    scenario.players.iter_mut().for_each(|player| player.start = None);
    scenario
}

/// How many pairs of games were looked at in so many tries.
fn pairs(thread: u64, due: u32) -> u32 {
    let mut pairs = 0;
    for number in 0..8 * u64::from(due) {
        let mut dice = Dice::new(Generator::Chacha8, 31, 2 * number + thread);
        let scenario = draw(&mut dice);
        let game = Arc::new(ScotlandYard::new(scenario).expect("a town is playable"));
        let names = vec!["random".to_owned(); usize::from(game.seats())];
        let header = Header::new(&*game, &names, Generator::Chacha8, 1);
        let maker = Maker::new(Arc::clone(&game), dice).run();
        let Some(other) = maker.other() else {
            continue;
        };
        // Each from a game of its own: what one has worked out stays with it.
        let again = || {
            let game = ScotlandYard::new(game.scenario().clone());
            Arc::new(game.expect("a town is playable"))
        };
        let insight = pairs % PAIRS_A_HEAT == 0;
        let (one, two) = (
            pictures(&again(), &header, &maker.taken, insight),
            pictures(&again(), &header, &other, insight),
        );
        let same = one.0 == two.0 && one.1 == two.1;
        assert!(same, "game {number}: the pictures differ");
        if pairs % PAIRS_A_PAGE == 0 {
            let (one, two) =
                (page(&again(), &header, &maker.taken), page(&again(), &header, &other));
            assert!(one == two, "game {number}: the pages differ");
        }
        let (one, truth) = shown(&again(), &header, &maker.taken);
        let (two, other_truth) = shown(&again(), &header, &other);
        assert_ne!(truth, other_truth, "game {number}: they are two games");
        let (one, two) = (String::from_utf8_lossy(&one), String::from_utf8_lossy(&two));
        let unlike = one.lines().zip(two.lines()).find(|(mine, others)| mine != others);
        assert_eq!(unlike, None, "game {number}");
        assert_eq!(one.len(), two.len(), "game {number}");
        pairs += 1;
        if pairs == due {
            break;
        }
    }
    pairs
}

#[test]
fn nothing_that_detectives_are_shown_depends_on_where_mr_x_is_between_reveals() {
    let threads = 2;
    let made: u32 = std::thread::scope(|scope| {
        let running: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || pairs(thread, PAIRS / 2))).collect();
        let made = running.into_iter().map(|it| it.join().expect("they are the same"));
        made.sum()
    });
    assert_eq!(made, PAIRS);
}

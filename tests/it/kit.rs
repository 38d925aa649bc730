//! Games made with the kit: what a referee makes of luck and of several seats in one cycle, and what
//! a game may not be.

use std::cell::Cell as Counter;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chase::checks::laws::KeepsLaws as _;
use chase::checks::perft::{LineCounter, Uncounted};
use chase::diff::{Selection, compare};
use chase::engine::dice::{Dice, Generator};
use chase::engine::game::{BrokenRule, Decided, Fault, Forfeit, Game, Outcome, Seat, Turn, View};
use chase::engine::player::Player;
use chase::games::project_games;
use chase::judge::deadline::Deadline;
use chase::judge::verify::transcript;
use chase::kit::budget::StopFlag;
use chase::kit::faces::{DEEDS, NumericForm, Picture as _, Playable, cell};
use chase::kit::numbers::{Feature, number};
use chase::kit::player_kind::PlayerKind;
use chase::kit::referee::TraceFinding;
use chase::kit::trace::{Cell, Column, ColumnSet, TraceRow};
use chase::opener::opener;
use chase::record::any::{AnyGame, RecordError};
use chase::record::entry::GameEntry;
use chase::record::replay::{Header, Replay};
use chase::store::{TraceSource, contents};
use chase::study::environment::MakesEnvironments as _;
use chase::world::{World, WorldPath};
use serde::{Deserialize, Serialize};

use crate::harness::Place;

mod race {

    use super::{GameEntry, Generator, Header};

    include!("../../docs/race.rs");

    /// A state as a snapshot may claim it.
    fn state(opened: bool, lost: bool, turns: u32, sum: u32) -> State {
        State { opened, lost, turns, sum }
    }

    #[test]
    fn the_race_of_the_front_page_refuses_what_cannot_be() {
        let race: Race = Game::new(Goal { goal: 10 }).expect("a goal in bounds");
        let is_valid = |state| race.is_valid_state(&state);
        assert!(is_valid(state(true, false, 3, 5)));
        assert!(is_valid(state(true, true, 3, 4)));
        assert!(is_valid(race.start()));
        assert!(!is_valid(state(true, false, 1 << 31, 10)));
        assert!(!is_valid(state(true, false, u32::MAX, 10)));
        assert!(!is_valid(state(true, true, 0, 0)));
        assert!(!is_valid(state(false, false, 3, 5)));
        let takes = |mut state, event| race.apply(&mut state, &event).is_ok();
        assert!(takes(race.start(), Event::Opened));
        for event in [Event::Added(1), Event::Lost] {
            assert!(!takes(race.start(), event.clone()), "{event:?}");
            assert!(!takes(state(true, false, 9, 10), event.clone()), "{event:?}");
            assert!(takes(state(true, false, 3, 5), event.clone()), "{event:?}");
        }
        assert!(!takes(state(true, false, 0, 0), Event::Opened));
    }

    #[test]
    fn the_lines_of_the_race_are_counted() {
        use chase::checks::perft::{LineCounter, Uncounted};
        let race = |goal| -> Race { Game::new(Goal { goal }).expect("a goal in bounds") };
        let counted = |goal, moves| LineCounter::of(&race(goal)).count(moves);
        // 1 and 2 in lines of so many that do not pass the goal
        assert_eq!([1, 2, 3, 4, 5].map(|it| counted(4, it)), [2, 4, 4, 1, 0].map(Ok));
        assert_eq!(counted(1_000, 30), Ok(1 << 30));
        assert_eq!(counted(1_000, 64), Err(Uncounted::TooMany));
    }

    #[test]
    fn the_race_keeps_the_laws() {
        use chase::checks::laws::KeepsLaws as _;
        let race: Race = Game::new(Goal { goal: 10 }).expect("a goal in bounds");
        let players = ["random".to_owned(), "random".to_owned()];
        let header = Header::new(&race, &players, Generator::Chacha8, 1);
        let kept = GameEntry::<Race>::new().check_laws(&header);
        kept.unwrap_or_else(|law| panic!("{law}"));
    }
}

thread_local! {
    /// How often actions were tried in this test.
    static TRIED: Counter<u32> = const { Counter::new(0) };
}

/// Every seat acts once in a cycle: it rolls a die or holds. Then the weather is drawn.
struct Dicing(Table);

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Table {
    seats: u8,
    rounds: u32,
    /// How many kinds of weather there are; none for no draw.
    weathers: u32,
    /// Whether what happens holds a number that nothing can be sealed with.
    is_odd: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    opened: bool,
    round: u32,
    acted: u8,
    sum: u32,
    lost: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Action {
    Roll,
    Hold,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Event {
    Opened,
    Rolled(u32),
    Held,
    Odd(f64),
    Weather(u32),
    Lost,
}

impl Game for Dicing {
    const NAME: &'static str = "dicing";
    const CYCLE: &'static str = "round";
    type Scenario = Table;
    type State = State;
    type Action = Action;
    type Event = Event;

    fn new(table: Table) -> Result<Self, Fault> {
        Ok(Dicing(table))
    }

    fn scenario(&self) -> &Table {
        &self.0
    }

    fn seats(&self) -> u8 {
        self.0.seats
    }

    fn start(&self) -> State {
        State { opened: false, round: 0, acted: 0, sum: 0, lost: false }
    }

    fn clock(&self, state: &State) -> u64 {
        let is_between = state.opened && state.acted == 0 && state.round < self.0.rounds;
        u64::from(state.round) + u64::from(is_between || state.acted > 0)
    }

    fn turn(&self, state: &State) -> Turn {
        if !state.opened || state.acted == self.0.seats {
            Turn::World
        } else if state.lost || state.round == self.0.rounds {
            Turn::Over(Outcome::won("time", 0, self.0.seats.into()))
        } else {
            Turn::Seat(Seat(state.acted))
        }
    }

    fn is_valid_state(&self, state: &State) -> bool {
        state.acted <= self.0.seats && state.round <= self.0.rounds && state.sum < 1 << 20
    }

    fn legal(&self, _: &State, _: Seat) -> Vec<Action> {
        vec![Action::Roll, Action::Hold]
    }

    fn decide(&self, _: &State, _: Seat, action: &Action, dice: &mut Dice) -> Decided<Event> {
        TRIED.set(TRIED.get() + 1);
        Ok(vec![match action {
            Action::Roll => Event::Rolled(1 + dice.below(6)),
            Action::Hold if self.0.is_odd => Event::Odd(0.5),
            Action::Hold => Event::Held,
        }])
    }

    fn event_matches(&self, _: &State, _: Seat, action: &Action, event: &Event) -> bool {
        matches!(event, Event::Rolled(_)) == (*action == Action::Roll)
    }

    fn world(&self, state: &State, dice: &mut Dice) -> Vec<Event> {
        if !state.opened {
            return vec![Event::Opened];
        }
        let drawn = (self.0.weathers > 0).then(|| dice.below(self.0.weathers));
        vec![Event::Weather(drawn.unwrap_or(0))]
    }

    fn forfeit(&self, _: &State, _: Seat, _: &Forfeit) -> Vec<Event> {
        vec![Event::Lost]
    }

    fn apply(&self, state: &mut State, event: &Event) -> Result<(), BrokenRule> {
        match event {
            Event::Opened => state.opened = true,
            Event::Rolled(pips) => (state.sum, state.acted) = (state.sum + pips, state.acted + 1),
            Event::Held | Event::Odd(_) => state.acted += 1,
            Event::Lost => (state.lost, state.acted) = (true, self.0.seats),
            Event::Weather(drawn) => {
                BrokenRule::unless(*drawn < self.0.weathers.max(1), "no such weather")?;
                (state.round, state.acted) = (state.round + 1, 0);
                state.sum += drawn;
            }
        }
        Ok(())
    }
}

impl Playable for Dicing {
    const CELLS: &'static [Column] = &[cell("sum"), DEEDS];

    fn players() -> &'static [PlayerKind<Self>] {
        const {
            &[
                PlayerKind::plain("roller", |_| Box::new(Always(Action::Roll))),
                PlayerKind::plain("holder", |_| Box::new(Always(Action::Hold))),
                PlayerKind::plain("mixer", |_| Box::new(Mixer)),
            ]
        }
    }

    fn cells(&self, state: &State) -> Vec<String> {
        vec![state.sum.to_string()]
    }

    fn action_text(&self, _: &State, _: Seat, action: &Action) -> String {
        format!("{action:?}").to_lowercase()
    }

    fn event_text(&self, seat: Option<Seat>, event: &Event) -> String {
        let who = seat.map_or(String::new(), |seat| self.seat_name(seat));
        match event {
            Event::Opened => String::new(),
            Event::Rolled(pips) => format!("{who} rolls {pips}"),
            Event::Held | Event::Odd(_) => format!("{who} holds"),
            Event::Weather(_) if self.0.weathers == 0 => String::new(),
            Event::Weather(drawn) => format!("weather {drawn}"),
            Event::Lost => format!("{who} loses its turn"),
        }
    }

    fn statements(&self) -> Vec<(String, String)> {
        vec![("rounds".into(), self.0.rounds.to_string())]
    }

    fn numbers() -> impl NumericForm<Self> {
        Sums
    }
}

/// The game in numbers, which are all that it gives itself.
struct Sums;

impl NumericForm<Dicing> for Sums {
    fn action_count(&self, _: &Dicing) -> usize {
        2
    }

    fn action_number(&self, _: &Dicing, _: &State, _: Seat, action: &Action) -> usize {
        *action as usize
    }

    fn features(&self, _: &Dicing) -> Vec<Feature> {
        vec![Feature::new("sum", 0, i32::MAX)]
    }

    fn observation(&self, _: &Dicing, state: &State, _: Seat, out: &mut Vec<i32>) {
        out.push(number(state.sum));
    }
}

/// Players that draw nothing, so that who cannot be asked again leaves the dice as they are.
struct Always(Action);
struct Mixer;

impl Player<Dicing> for Always {
    fn choose(
        &mut self,
        _: &View<'_, Dicing>,
        _: &[Action],
        _: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        Ok(self.0)
    }
}

impl Player<Dicing> for Mixer {
    fn choose(
        &mut self,
        view: &View<'_, Dicing>,
        _: &[Action],
        _: &mut Dice,
    ) -> Result<Action, Box<Forfeit>> {
        let holds = (view.state.sum + view.state.round).is_multiple_of(2);
        Ok(if holds { Action::Hold } else { Action::Roll })
    }
}

fn header(table: &Table, players: &[&str], seed: i64) -> Header {
    let game = Dicing::new(table.clone()).expect("any table");
    let names: Vec<_> = players.iter().map(|name| (*name).to_owned()).collect();
    Header::new(&game, &names, Generator::Chacha8, seed)
}

fn table(seats: u8, weathers: u32) -> Table {
    Table { seats, rounds: 8, weathers, is_odd: false }
}

/// The rows of a game that is played to its end.
fn rows(table: &Table, players: &[&str], seed: i64) -> Vec<TraceRow> {
    let mut header = header(table, players, seed);
    let recording = GameEntry::<Dicing>::new().record(&mut header);
    let mut recording = recording.expect("players");
    let mut rows = Vec::new();
    while recording.advance() {
        let mut row = TraceRow::unknown(Dicing::CELLS.len());
        recording.now().row(&mut row);
        rows.push(row);
    }
    rows
}

/// Judges rows of people, who can do anything legal.
fn judged(
    table: &Table,
    rows: &[TraceRow],
    dice_known: bool,
    seed: i64,
) -> Result<(), Box<TraceFinding>> {
    let people = vec!["human"; table.seats.into()];
    let mut header = header(table, &people, seed);
    let referee = GameEntry::<Dicing>::new().referee(&mut header, dice_known);
    let mut referee = referee.expect("a table");
    rows.iter().try_for_each(|row| referee.judge(row))?;
    referee.end(false)
}

#[test]
fn an_honest_game_with_luck_is_right_whether_the_dice_are_known_or_not() {
    for seats in [1, 2, 3] {
        for weathers in [0, 6] {
            for player in ["roller", "holder", "mixer"] {
                let (table, players) = (table(seats, weathers), vec![player; seats.into()]);
                for seed in 0..5 {
                    let rows = rows(&table, &players, seed);
                    for dice_known in [true, false] {
                        let told = judged(&table, &rows, dice_known, seed);
                        told.unwrap_or_else(|found| {
                            panic!("{table:?}, {player}, {dice_known}, {seed}: {found}")
                        });
                    }
                }
            }
        }
    }
}

#[test]
fn luck_that_the_dice_do_not_give_is_found_where_they_are_known_alone() {
    let table = table(2, 6);
    let rows = rows(&table, &["roller", "holder"], 1);
    assert!(judged(&table, &rows, false, 2).is_ok());
    let found = judged(&table, &rows, true, 2).expect_err("other dice");
    assert!(found.to_string().contains("is shown as"), "{found}");
}

#[test]
fn a_wrong_row_is_wrong_without_the_dice_too() {
    let table = table(2, 6);
    let good = rows(&table, &["roller", "holder"], 1);
    let edited = |cell: usize, text: Cell| {
        let mut rows = good.clone();
        rows[3].cells[cell] = text;
        judged(&table, &rows, false, 1).expect_err("a wrong row")
    };
    // no die shows 7, no draw leads to such a sum, and a seat is to act once
    for deeds in [
        "P1 rolls 7; P2 holds; weather 0",
        "P1 rolls 1; P2 holds; weather 6",
        "P1 rolls 1; P1 holds; weather 0",
        "P1 rolls 1; weather 0",
    ] {
        edited(1, Cell::Text(deeds.into()));
    }
    edited(0, Cell::Number(9_999));
}

#[test]
fn luck_that_is_too_wide_to_be_found_asks_for_the_seed() {
    let table = table(1, 1_000_000_000);
    let rows = rows(&table, &["holder"], 1);
    judged(&table, &rows, true, 1).expect("the dice are known");
    let found = judged(&table, &rows, false, 1).expect_err("nothing tells of the draw");
    assert_eq!(found.rule, "luck");
    assert!(found.to_string().contains("without the seed"), "{found}");
}

/// A transcript with luck that is too wide to be found, and a referee of people who does not know the
/// dice.
fn transcript_of(place: &Place, name: &str, edit: impl Fn(String) -> String) -> PathBuf {
    let table = table(1, 1_000_000_000);
    let recording = GameEntry::<Dicing>::new().record(&mut header(&table, &["holder"], 1));
    let (mut recording, mut text) = (recording.expect("players"), Vec::new());
    recording.now().opening_text(&mut text);
    while recording.advance() {
        recording.now().cycle_text(&mut text);
    }
    recording.now().ending_text(&mut text);
    place.write(name, edit(String::from_utf8(text).expect("a text")))
}

fn source(path: &Path) -> TraceSource {
    let content = contents(&WorldPath::on_disk(path), &opener(project_games())).expect("a text");
    TraceSource::new(path, content, &GameEntry::<Dicing>::new())
}

#[test]
fn a_transcript_whose_luck_cannot_be_found_is_not_judged_and_not_explained() {
    let place = Place::new();
    let ours = transcript_of(&place, "ours", |text| text);
    let theirs = transcript_of(&place, "theirs", |text| {
        let last = text.rfind("holds").expect("a deed");
        format!("{}rolls 1{}", &text[..last], &text[last + 5..])
    });
    let referee = |dice_known| {
        let mut header = header(&table(1, 1_000_000_000), &["human"], 1);
        let referee = GameEntry::<Dicing>::new().referee(&mut header, dice_known);
        referee.expect("a table")
    };
    let in_time = Deadline::after(&World::of_process("chase"), Duration::from_secs(60));
    let verdict = |path, dice_known| {
        transcript("round", source(path), referee(dice_known), None, &[], &in_time)
    };
    let known = verdict(&ours, true);
    assert!(known.fault.is_none() && !known.is_trouble, "{known:?}");
    let unknown = verdict(&ours, false);
    let fault = unknown.fault.expect("what is missing");
    assert!(unknown.is_trouble, "{fault:?}");
    assert!(fault.details[0].contains("--scenario"), "{fault:?}");
    // what is wrong is wrong, and no trouble
    let wrong = verdict(&theirs, true);
    assert!(wrong.fault.is_some() && !wrong.is_trouble, "{wrong:?}");

    let all = Selection { columns: ColumnSet::ALL, context: 1, shown_max: 1 };
    let sides = (source(&ours), source(&theirs));
    let report =
        compare(&GameEntry::<Dicing>::new(), sides, Some(referee(false)), None, all, 0, None);
    let report = report.expect("two texts");
    assert!(!report.same && report.shared_fault.is_none(), "{report:?}");
    assert!(report.unexplained.is_some(), "{report:?}");
}

/// With 1024 draws each: what is legal is tried once to fit, and once more in case luck did the rest.
#[test]
fn an_action_is_tried_once_for_a_row_and_not_at_all_when_the_referee_is_to_stop() {
    let table = table(1, 1_000_000_000);
    let rows = rows(&table, &["holder"], 1);
    let tried = |is_stopped: bool| {
        let stop = StopFlag::default();
        let mut header = header(&table, &["human"], 1);
        let referee = GameEntry::<Dicing>::new().referee_with(&mut header, false, &stop);
        let mut referee = referee.expect("a table");
        referee.judge(&rows[0]).expect("nothing is drawn");
        if is_stopped {
            stop.stop();
        }
        TRIED.set(0);
        let _ = referee.judge(&rows[1]);
        TRIED.get()
    };
    let once = tried(false);
    assert!((2_048..3_200).contains(&once), "{once}");
    assert_eq!(tried(true), 0);
}

#[test]
fn two_games_of_people_part_where_they_chose_otherwise() {
    let table = table(2, 0);
    let ours = rows(&table, &["holder", "holder"], 1);
    let theirs = rows(&table, &["holder", "roller"], 1);
    let mut header = header(&table, &["human", "human"], 1);
    let referee = GameEntry::<Dicing>::new().referee(&mut header, true);
    let mut referee = referee.expect("a table");
    referee.judge(&ours[0]).expect("the same in both");
    let cause = referee.explain(&ours[1..], &theirs[1..]).expect("a choice");
    assert_eq!(cause.seat.as_deref(), Some("P2"));
    assert_eq!(cause.ours.expect("it acted").choice, "hold");
    assert_eq!(cause.theirs.expect("it acted").choice, "roll");
}

#[test]
fn a_game_has_one_to_thirteen_seats() {
    let plays = |seats: u8| {
        let table = table(seats, 0);
        let players = vec!["holder"; seats.into()];
        let opened = GameEntry::<Dicing>::new().record(&mut header(&table, &players, 1));
        let names: Vec<_> = players.iter().map(|name| (*name).to_owned()).collect();
        let game = Dicing::new(table).expect("any table");
        let played = Replay::record(game, &names, Generator::Chacha8, 1);
        let (opened, played) = (opened.err(), played.err());
        assert_eq!(opened, played);
        opened
    };
    assert_eq!(plays(1), None);
    assert_eq!(plays(13), None);
    for seats in [0, 14, 15, 255] {
        let told = plays(seats).as_ref().map(RecordError::to_string).expect("a refusal");
        assert!(told.ends_with(&format!("there are {seats}")), "{told}");
    }
}

#[test]
fn what_cannot_be_sealed_breaks_a_law_by_name() {
    let mut table = table(2, 6);
    let laws = |table: &Table| {
        let header = header(table, &["holder", "holder"], 1);
        GameEntry::<Dicing>::new().check_laws(&header)
    };
    laws(&table).unwrap_or_else(|law| panic!("{law}"));
    table.is_odd = true;
    let law = laws(&table).expect_err("a number that has no canonical form");
    assert!(law.to_string().contains("cannot be stored"), "{law}");
}

#[test]
fn numbers_are_replaced_alone() {
    let table = table(2, 0);
    let mut header = header(&table, &["holder", "holder"], 1);
    let outside = [Seat(0), Seat(1)].into_iter().collect();
    let environment = GameEntry::<Dicing>::new().environment(&mut header, outside);
    let mut environment = environment.expect("players").expect("numbers");
    environment.reset(1, 0);
    assert_eq!((environment.action_count(), environment.legal()), (2, &[0, 1][..]));
    assert!(environment.act(0));
    let mut seen = Vec::new();
    environment.observe(Seat(1), &mut seen);
    assert_eq!(seen[0], 1, "the seat");
    assert!((1..=6).contains(&seen[1]), "{seen:?}");
    // all else is what the kit makes of the words: the sum, in a square
    let stage = Dicing::picture().stage(&Dicing(table));
    assert_eq!(stage.places.len(), 1);
    assert_eq!(stage.places[0].name, "sum 1");
}

#[test]
fn lines_of_play_with_luck_in_them_are_not_counted() {
    let game = |weathers| Dicing(table(2, weathers));
    // the last move is counted and not played
    assert_eq!(LineCounter::of(&game(0)).count(1), Ok(2));
    assert_eq!(LineCounter::of(&game(0)).count(2), Err(Uncounted::Draws));
    let place = Place::new();
    let robots = place.chase("perft robots --depth 2").status(2);
    let told =
        "chase: a turn draws from the dice; only lines without random draws can be counted\n";
    robots.stderr_is(told);
    // two of three floes in a row have one fish: a penguin stands on each, and the first can move
    let fishing = "perft fishing --rows 1 --cols 3 --penguins 1 --depth 3";
    place.chase(fishing).fine().stdout_is("1 2\n2 2\n3 2\n");
}

//! The thread that plays: turns of players, and what people ask for, one after another.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use serde::Serialize;

use super::game_views::{GameView, Looks, PlayHall, people};
use super::opened_views::{OpenedViews, raw, text_of};
use super::page_requests::{Holder, PlayAnswer, PlayRequest, Wish};
use chase_engine::game::{Seat, Turn};
use chase_kit::picture::Spots;
use chase_play::hints::hint_lines;
use chase_play::live::LiveGame;
use chase_play::table::Went;
use chase_record::any::ActionChoice;
use chase_view::{About, PageAnalysis, put_line};
use chase_world::error::Error;
use chase_world::object;
use chase_world::world::Clock;

/// Turns that nobody chooses are not shown more often.
const SHOWN_EVERY: Duration = Duration::from_millis(50);

/// The files of a session, which somebody else reads and writes for it.
pub trait Host {
    /// Opens the game of a file by what stands in it; nobody watches it yet.
    ///
    /// # Errors
    /// It holds no game that can be played here.
    fn load(
        &mut self,
        now: &dyn LiveGame,
        name: &str,
        text: &str,
    ) -> Result<Box<dyn LiveGame>, Error>;

    /// Writes everything that was played so far as a replay, and returns its bytes.
    ///
    /// # Errors
    /// It cannot be written.
    fn save(&mut self, game: &mut dyn LiveGame) -> Result<Vec<u8>, Error>;

    /// What each side could expect in every cycle of a game that is over.
    ///
    /// # Errors
    /// It cannot be analysed.
    fn analyse(&mut self, game: &mut dyn LiveGame) -> Result<PageAnalysis, Error>;

    /// Files that come with the game, each with its name.
    fn examples(&self) -> &[(&str, &str)];
}

/// The continuation of a session after a game.
pub enum NextGame {
    /// No other game: the session is over.
    Done,
    /// Another game of the series.
    Another,
    /// The game of a file that was loaded.
    Load(Box<dyn LiveGame>),
}

/// A series of games in one hall.
pub struct Session {
    hall: Arc<PlayHall>,
    asked: Receiver<PlayRequest>,
    /// The number of the scene that is shown, of the game, and how often a game went back.
    scene: u64,
    game: u64,
    epoch: u64,
    /// The number of turns that had been played when lost turns were last told.
    told: usize,
}

/// A choice, for the page.
#[derive(Serialize)]
struct ChoiceTold<'a> {
    words: &'a str,
    clicks: &'a [u32],
    button: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    risk: Option<&'a str>,
    /// The risk is that of the action itself, before anybody answers.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    at_once: bool,
}

impl Session {
    /// A session that hears what is asked for.
    #[must_use]
    pub fn new(hall: Arc<PlayHall>, asked: Receiver<PlayRequest>) -> Self {
        Session { hall, asked, scene: 0, game: 0, epoch: 0, told: 0 }
    }

    /// Plays a game until it is over and another is wanted, or until the session ends. `about` is
    /// what its pages say of it.
    pub fn hold(
        &mut self,
        game: &mut dyn LiveGame,
        about: &About,
        host: &mut dyn Host,
    ) -> NextGame {
        self.game += 1;
        self.told = game.turns();
        let examples = host.examples().iter().map(|(name, _)| *name);
        let examples: Vec<_> = examples.map(str::to_owned).collect();
        let mut views = OpenedViews::of(about, &examples);
        views.open(&self.hall, game, (self.game, self.epoch));
        // What is drawn at the start belongs to the first moment that is shown.
        while game.turn() == Turn::World {
            if game.step() == Went::Interrupted {
                return NextGame::Done;
            }
        }
        game.dismiss();
        self.show(game, &mut views);
        let clock = Clock::default();
        let mut shown = clock.start();
        loop {
            let turn = game.turn();
            if let Some(seat) = others_turn(game, &turn) {
                if seat.is_some() {
                    // Who thinks is named while it does.
                    if shown.elapsed() >= SHOWN_EVERY {
                        self.show(game, &mut views);
                        shown.restart();
                    }
                }
                if game.step() == Went::Interrupted {
                    return NextGame::Done;
                }
                if others_turn(game, &game.turn()).is_none() {
                    game.dismiss();
                    self.show(game, &mut views);
                    shown.restart();
                }
                continue;
            }
            let waited = clock.start();
            let Ok(message) = self.asked.recv() else {
                return NextGame::Done;
            };
            if !matches!(turn, Turn::Over(_)) {
                game.add_time(waited.elapsed());
            }
            if let Some(then) = self.hear(message, game, &mut views, host) {
                return then;
            }
        }
    }

    /// Shows the game as it stands, under a new number.
    fn show(&mut self, game: &mut dyn LiveGame, views: &mut OpenedViews<'_>) {
        self.scene += 1;
        let turns = game.turns();
        let said = game.lost_turns(self.told.min(turns));
        self.told = turns;
        if was_shown(game) && !views.hides_nothing {
            // For the page the game with nothing hidden is another one.
            self.game += 1;
            views.reveal(&self.hall, game, (self.game, self.epoch));
        }
        let choices = game.choices();
        let hall = Arc::clone(&self.hall);
        for ((looks, view), number) in hall.views().zip(&views.numbers) {
            take_news(game, *number, view, (self.game, self.epoch));
            let asked = self.is_asked(game, looks).then_some(&*choices);
            let text = self.told(game, (view, *number), asked.unwrap_or_default(), &said);
            view.feed.put(self.scene, &text);
        }
    }

    /// Returns whether a view may know what the seat to move can do.
    fn is_asked(&self, game: &dyn LiveGame, looks: Looks) -> bool {
        match (looks, game.turn()) {
            (Looks::All, _) => true,
            (Looks::Of(mine), Turn::Seat(seat)) => mine == seat.0,
            _ => false,
        }
    }

    fn told(
        &self,
        game: &dyn LiveGame,
        (view, number): (&GameView, usize),
        choices: &[ActionChoice],
        said: &[String],
    ) -> String {
        let moments = view.moments();
        let newest = moments.newest();
        let line = newest.as_ref().map(|(_, line)| raw(line.to_string()));
        let over = matches!(game.turn(), Turn::Over(_));
        let turn = match game.turn() {
            Turn::Seat(seat) => game.seats().into_iter().nth(seat.index()).map(|told| {
                let (name, player, person) = (told.name, told.player, told.is_person);
                object!(TurnTold { seat: seat.0, name, player, person })
            }),
            Turn::World | Turn::Seats(_) | Turn::Over(_) => None,
        };
        text_of(&object!(SessionMoment {
            scene: self.scene,
            game: self.game,
            epoch: self.epoch,
            first: moments.first(),
            cycle: newest.as_ref().map(|(cycle, _)| *cycle),
            line,
            turn,
            choices: choices.iter().map(choice_told).collect::<Vec<_>>(),
            over,
            undo: undoes(game).map(|seat| seat.0),
            redo: game.redoes().map(|seat| seat.0),
            said,
            played_ms: game.played_ms(),
            #[serde(flatten)]
            ending: over.then(|| {
                let mut words = Vec::new();
                game.seen(number).moment_text(&mut words);
                object!(SessionEnding {
                    summary: game.seen(number).summary(),
                    statistics: String::from_utf8_lossy(&words).into_owned(),
                })
            }),
        }))
    }

    /// Does what is asked for; what comes after the game, where that ends it.
    fn hear(
        &mut self,
        message: PlayRequest,
        game: &mut dyn LiveGame,
        views: &mut OpenedViews<'_>,
        host: &mut dyn Host,
    ) -> Option<NextGame> {
        let PlayRequest::Asked { holder, scene, wish, answer } = message else {
            return Some(NextGame::Done);
        };
        let (before, mut then) = (self.epoch, None);
        let answered = match scene {
            Some(scene) if scene != self.scene => PlayAnswer::Stale,
            _ => self.grant(&holder, wish, game, host, &mut then),
        };
        if matches!(answered, PlayAnswer::Done) && then.is_none() {
            if self.epoch != before {
                self.told = self.told.min(game.turns());
                for (_, view) in self.hall.views() {
                    view.moments().forget((self.game, self.epoch));
                }
            }
            self.show(game, views);
        }
        // Who went away needs no answer.
        let _ = answer.send(answered);
        then
    }

    fn grant(
        &mut self,
        holder: &Holder,
        wish: Wish,
        game: &mut dyn LiveGame,
        host: &mut dyn Host,
        then: &mut Option<NextGame>,
    ) -> PlayAnswer {
        let is_over = matches!(game.turn(), Turn::Over(_));
        match wish {
            Wish::Act(meant) => act(holder, &meant, game),
            Wish::Undo => self.undo(holder, game),
            Wish::Redo => match game.redoes() {
                Some(seat) if !holder.seats.contains(&seat) => theirs(game, seat),
                Some(_) if game.redo() => PlayAnswer::Done,
                _ => PlayAnswer::Refused("nothing can be redone here".into()),
            },
            Wish::Hint => hint(holder, game),
            Wish::Analyse if holder.seats.is_empty() && !holder.manages => only_look(),
            Wish::Analyse if !is_over => PlayAnswer::Refused("the game is not over".into()),
            Wish::Analyse => match host.analyse(game) {
                Ok(analysis) => PlayAnswer::Told(text_of(&analysis)),
                Err(error) => PlayAnswer::Refused(first_line(&error)),
            },
            Wish::Again if holder.seats.is_empty() && !holder.manages => only_look(),
            Wish::Again if !is_over => PlayAnswer::Refused("the game is not over".into()),
            Wish::Again => {
                *then = Some(NextGame::Another);
                PlayAnswer::Done
            }
            Wish::Load(..) if !holder.manages => PlayAnswer::Forbidden(
                "only the holder of the first address can load another game".into(),
            ),
            Wish::Load(name, text) => match host.load(game, &name, &text) {
                Err(error) => PlayAnswer::Refused(first_line(&error)),
                Ok(other) if people(&*other) != people(game) => {
                    PlayAnswer::Refused("in that game people have other seats".into())
                }
                Ok(other) => {
                    *then = Some(NextGame::Load(other));
                    PlayAnswer::Done
                }
            },
            Wish::Save if game.public_eyes().is_some() && !is_over => PlayAnswer::Forbidden(
                "save it when the game is over: until then its replay would show hidden information".into(),
            ),
            Wish::Save => match host.save(game) {
                Ok(bytes) => PlayAnswer::Saved(bytes),
                Err(error) => PlayAnswer::Refused(first_line(&error)),
            },
        }
    }

    fn undo(&mut self, holder: &Holder, game: &mut dyn LiveGame) -> PlayAnswer {
        match undoes(game) {
            Some(seat) if !holder.seats.contains(&seat) => theirs(game, seat),
            Some(_) if game.undo() => {
                self.epoch += 1;
                PlayAnswer::Done
            }
            _ if was_shown(game) => PlayAnswer::Refused(
                "no turn can be taken back, because hidden information was shown".into(),
            ),
            _ => PlayAnswer::Refused("there is no turn of yours to take back".into()),
        }
    }
}

/// Returns whether everybody may have seen what a game hides: it is over.
fn was_shown(game: &dyn LiveGame) -> bool {
    game.public_eyes().is_some() && matches!(game.turn(), Turn::Over(_))
}

/// The seat whose turn would be taken back; nothing once the game shows what it hid.
fn undoes(game: &dyn LiveGame) -> Option<Seat> {
    game.undoes().filter(|_| !was_shown(game))
}

/// Nothing where a person is to act or it is over; else the player whose turn it is, if it is one's.
fn others_turn(game: &dyn LiveGame, turn: &Turn) -> Option<Option<Seat>> {
    match turn {
        Turn::World | Turn::Seats(_) => Some(None),
        Turn::Seat(seat) if !people(game).contains(seat) => Some(Some(*seat)),
        Turn::Seat(_) | Turn::Over(_) => None,
    }
}

/// Adds what was played since to a view.
fn take_news(game: &mut dyn LiveGame, number: usize, view: &GameView, series: (u64, u64)) {
    let mut moments = view.moments();
    debug_assert_eq!(moments.series, series);
    game.news(number, &mut |now, is_closed| {
        let mut line = Vec::new();
        put_line(now, &mut line);
        let line = String::from_utf8_lossy(&line);
        moments.add(now.last().unwrap_or_default(), line.into(), is_closed);
    });
}

fn act(holder: &Holder, meant: &Spots, game: &mut dyn LiveGame) -> PlayAnswer {
    match game.turn() {
        Turn::Seat(seat) if holder.seats.contains(&seat) => {}
        Turn::Over(_) => {
            return PlayAnswer::Refused("the game is over; undo takes the last turn back".into());
        }
        _ if holder.seats.is_empty() => return only_look(),
        _ => return PlayAnswer::Forbidden("it is not your turn".into()),
    }
    let choices = game.choices();
    let is_meant = |choice: &ActionChoice| choice.spots == *meant;
    let Some(choice) = choices.iter().position(is_meant) else {
        return PlayAnswer::Refused(game.why_not(meant));
    };
    match game.choose(choice) {
        Ok(()) => PlayAnswer::Done,
        Err(why) => PlayAnswer::Refused(why),
    }
}

/// What the actions are worth, for whoever is to act.
fn hint(holder: &Holder, game: &dyn LiveGame) -> PlayAnswer {
    match game.turn() {
        Turn::Seat(seat) if !holder.seats.contains(&seat) => {
            return PlayAnswer::Forbidden("it is not your turn".into());
        }
        _ => {}
    }
    match game.hint() {
        Ok(hint) => PlayAnswer::Told(text_of(&object!(HintTold { lines: hint_lines(&hint) }))),
        Err(why) => PlayAnswer::Refused(why.to_string()),
    }
}

fn theirs(game: &dyn LiveGame, seat: Seat) -> PlayAnswer {
    let name = game.seats().into_iter().nth(seat.index());
    let name = name.map_or(String::new(), |told| told.name);
    PlayAnswer::Forbidden(format!(
        "the last turn of a person was {name}'s; only {name} can take it back"
    ))
}

fn only_look() -> PlayAnswer {
    PlayAnswer::Forbidden("this address is only for watching".into())
}

/// The way out in the other lines is one of the command line.
fn first_line(error: &Error) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}

fn choice_told(choice: &ActionChoice) -> ChoiceTold<'_> {
    ChoiceTold {
        words: &choice.words,
        clicks: &choice.spots.clicks,
        button: &choice.spots.button,
        risk: choice.risk.as_ref().map(|risk| &*risk.why),
        at_once: choice.risk.as_ref().is_some_and(|risk| risk.is_at_once),
    }
}

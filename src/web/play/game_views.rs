//! What is shown of a game, to whom: views, with their moments, and who holds which key.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use parking_lot::{Mutex, MutexGuard};

use super::page_requests::{Holder, PlayRequest};
use crate::feed::Feed;
use crate::keys::ShownKey;
use crate::moments::ViewMoments;
use chase_engine::seat::{Seat, Seats};
use chase_play::live::LiveGame;

/// The limit on the closed cycles that can be looked back at, in bytes; older ones are in the
/// replay.
const BYTES_MAX: usize = 64 << 20;

/// The eyes through which a game is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Looks {
    /// Everything is seen.
    All,
    /// The eyes of the public, which see only what everybody may.
    Public,
    /// The eyes of a seat, by its number.
    Of(u8),
}

/// A game as somebody sees it.
#[derive(Debug)]
pub struct GameView {
    /// The seats whose eyes they are, for the game.
    pub eyes: Option<Seats>,
    /// The parts of the page that never change, as JSON, once they are known.
    head: Mutex<Option<Arc<str>>>,
    moments: Mutex<ViewMoments>,
    /// The newest moment.
    pub feed: Feed,
}

impl GameView {
    fn new(eyes: Option<Seats>) -> Self {
        GameView {
            eyes,
            head: Mutex::default(),
            moments: Mutex::new(ViewMoments::within(BYTES_MAX)),
            feed: Feed::default(),
        }
    }

    /// The parts of the page that never change, as JSON, once they are known.
    pub fn head(&self) -> Option<Arc<str>> {
        self.head.lock().clone()
    }

    /// Puts in what never changes.
    pub(crate) fn set_head(&self, head: &str) {
        *self.head.lock() = Some(head.into());
    }

    /// The moments that can be looked back at.
    pub fn moments(&self) -> MutexGuard<'_, ViewMoments> {
        self.moments.lock()
    }
}

/// All that the server knows of a game.
#[derive(Debug)]
pub struct PlayHall {
    holders: Vec<Holder>,
    views: BTreeMap<Looks, GameView>,
    asking: Sender<PlayRequest>,
}

impl PlayHall {
    /// The hall of a game and of those that follow it, and where the thread that plays hears what
    /// is asked for. The first key is for all people together, then each of several people has one,
    /// and the last is for those who only look on.
    #[must_use]
    pub fn of(game: &dyn LiveGame) -> (Self, Receiver<PlayRequest>) {
        let people = people(game);
        let mut holders = vec![Holder { seats: people.clone(), manages: true }];
        if people.len() > 1 {
            holders.extend(people.iter().map(|seat| Holder { seats: vec![*seat], manages: false }));
        }
        holders.push(Holder { seats: Vec::new(), manages: false });
        let mut views = BTreeMap::new();
        match game.public_eyes() {
            None => drop(views.insert(Looks::All, GameView::new(None))),
            Some(eyes) => {
                views.insert(Looks::Public, GameView::new(Some(eyes)));
                for seat in &people {
                    views.insert(Looks::Of(seat.0), GameView::new(Some((*seat).into())));
                }
                if people.is_empty() {
                    views.insert(Looks::All, GameView::new(None));
                }
            }
        }
        let (asking, asked) = channel();
        let hall = PlayHall { holders, views, asking };
        (hall, asked)
    }

    /// Returns the holders of the keys, in the order of the keys.
    pub fn holders(&self) -> &[Holder] {
        &self.holders
    }

    /// Returns the holder of a key.
    pub fn holder(&self, pass: ShownKey) -> Option<&Holder> {
        self.holders.get(pass.0)
    }

    /// Everything there is to see.
    pub fn views(&self) -> impl Iterator<Item = (Looks, &GameView)> {
        self.views.iter().map(|(looks, view)| (*looks, view))
    }

    /// The view for a holder: with the eyes of `seat` or of the only seat it holds, else with those
    /// that see all, where it may have them, or with those of the public. Nothing for a seat that
    /// it does not hold.
    pub fn view(&self, holder: &Holder, seat: Option<u8>) -> Option<&GameView> {
        if let Some(seat) = seat
            && !holder.seats.contains(&Seat(seat))
        {
            return None;
        }
        let seat = seat.or(match holder.seats.as_slice() {
            [only] => Some(only.0),
            _ => None,
        });
        let of_seat = seat.and_then(|seat| self.views.get(&Looks::Of(seat)));
        let all = || {
            let is_alone = self.holders[0].seats.is_empty() && holder.manages;
            let is_open = !self.views.contains_key(&Looks::Public);
            let all = self.views.get(&Looks::All);
            all.filter(|_| is_alone || is_open)
        };
        of_seat.or_else(all).or_else(|| self.views.get(&Looks::Public))
    }

    /// Asks the thread that plays. False when it is there no more.
    pub fn ask(&self, message: PlayRequest) -> bool {
        self.asking.send(message).is_ok()
    }

    /// Ends the session; what was played is kept.
    pub fn stop(&self) {
        self.ask(PlayRequest::Stop);
    }
}

/// The seats of people.
pub fn people(game: &dyn LiveGame) -> Vec<Seat> {
    let seats = (0..).map(Seat).zip(game.seats());
    let people = seats.filter(|(_, told)| told.is_person);
    people.map(|(seat, _)| seat).collect()
}

//! Who has a place among the connections of a server. There are so many for those who have shown a key and so
//! many for those who have not yet; whoever comes always gets one, of which the oldest of the same kind is
//! displaced. So who holds places keeps nobody out: without a key only others without one are displaced, and
//! with a key those whose newest request is the oldest.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::Notify;

/// Connections at a time of those who have shown a key.
pub(crate) const KNOWN_MAX: usize = 64;
/// Connections at a time of those who have not shown a key yet.
pub(crate) const UNKNOWN_MAX: usize = 32;

/// The places of all connections.
#[derive(Debug, Default)]
pub(crate) struct ConnectionRoom(Mutex<RoomPlaces>);

#[derive(Debug, Default)]
struct RoomPlaces {
    /// The number of connections that ever came.
    count: u64,
    unknown: PlaceQueue,
    known: PlaceQueue,
}

/// Places of one kind, the one that is displaced next first.
#[derive(Debug, Default)]
struct PlaceQueue(VecDeque<(u64, Arc<Notify>)>);

impl PlaceQueue {
    fn take(&mut self, number: u64, displaced: Arc<Notify>, most: usize) {
        self.leave(number);
        if self.0.len() >= most
            && let Some((_, oldest)) = self.0.pop_front()
        {
            oldest.notify_one();
        }
        self.0.push_back((number, displaced));
    }

    fn leave(&mut self, number: u64) {
        self.0.retain(|(other, _)| *other != number);
    }
}

impl ConnectionRoom {
    /// Gives somebody a place who has shown no key yet.
    pub fn enter(self: &Arc<Self>) -> ConnectionPlace {
        let displaced = Arc::new(Notify::new());
        let mut taken = self.0.lock();
        taken.count += 1;
        let number = taken.count;
        taken.unknown.take(number, Arc::clone(&displaced), UNKNOWN_MAX);
        ConnectionPlace { room: Arc::clone(self), number, displaced }
    }
}

/// The place of one connection, which is free once this is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionPlace {
    room: Arc<ConnectionRoom>,
    number: u64,
    displaced: Arc<Notify>,
}

impl ConnectionPlace {
    /// Has it be one of those who have shown a key, of which it was the last to ask for something.
    pub fn is_known(&self) {
        let mut taken = self.room.0.lock();
        taken.unknown.leave(self.number);
        let displaced = Arc::clone(&self.displaced);
        taken.known.take(self.number, displaced, KNOWN_MAX);
    }

    /// Waits until another has the place.
    pub(crate) async fn displaced(&self) {
        self.displaced.notified().await;
    }
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        let mut taken = self.room.0.lock();
        taken.unknown.leave(self.number);
        taken.known.leave(self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future as _;
    use std::pin::pin;
    use std::task::{Context, Waker};

    use super::*;

    fn is_displaced(place: &ConnectionPlace) -> bool {
        let displaced = pin!(place.displaced());
        displaced.poll(&mut Context::from_waker(Waker::noop())).is_ready()
    }

    #[test]
    fn who_has_a_key_is_displaced_by_those_alone_who_have_one() {
        let room = Arc::new(ConnectionRoom::default());
        let person = room.enter();
        person.is_known();
        let strangers: Vec<_> = (0..10 * UNKNOWN_MAX).map(|_| room.enter()).collect();
        let gone = strangers.iter().filter(|place| is_displaced(place)).count();
        assert_eq!(gone, 9 * UNKNOWN_MAX);
        assert!(!is_displaced(&person));
        // Others with a key: the person comes again, and has a place.
        let known = || {
            let place = room.enter();
            place.is_known();
            place
        };
        let others: Vec<_> = (0..KNOWN_MAX).map(|_| known()).collect();
        assert!(is_displaced(&person));
        let person = known();
        assert!(!is_displaced(&person) && is_displaced(&others[0]));
        // Who asks again is the last to be displaced.
        others[1].is_known();
        let newest: Vec<_> = (0..KNOWN_MAX - 2).map(|_| known()).collect();
        assert!(is_displaced(&others[2]) && !is_displaced(&others[1]));
        assert!(!newest.iter().any(is_displaced));
    }

    #[test]
    fn a_place_that_was_left_is_free() {
        let room = Arc::new(ConnectionRoom::default());
        let first = room.enter();
        first.is_known();
        for _ in 0..10 * KNOWN_MAX {
            room.enter().is_known();
        }
        assert!(!is_displaced(&first));
        assert_eq!(room.0.lock().known.0.len(), 1);
        assert!(room.0.lock().unknown.0.is_empty());
    }
}

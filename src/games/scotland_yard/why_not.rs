//! Why a way that somebody points at cannot be gone, in words: of what the rules ask for, the first that
//! is missing. Only what everybody is told is looked at, and where the one who asks is.

use super::board::{Station, StationLink, Ticket, Transport};
use super::{MR_X, Public, PublicSetting};
use chase_engine::seat::Seat;

impl PublicSetting {
    /// The reason why a seat at the first of these stations cannot go to the others, one after
    /// another: to one, or to two in a double move. Empty where nothing forbids it.
    pub(super) fn why_not(&self, public: &Public, seat: Seat, stations: &[Station]) -> String {
        let (from, to) = match *stations {
            [from, to] => (from, to),
            [_, first, second] => match self.why_no_double(public, seat) {
                Some(why) => return format!("{why}; choose a ticket to station {first}"),
                None => (first, second),
            },
            _ => return String::new(),
        };
        if from == to {
            return format!("you are at station {to} already");
        }
        let Some(way) = self.board.way(from, to) else {
            return format!("no line joins station {from} and station {to}");
        };
        if public.is_taken(to) {
            return format!("a detective is at station {to}");
        }
        if stations.len() > 2 {
            return format!("your tickets do not pay for both moves, the second to station {to}");
        }
        let lines = lines(way);
        format!("you have no ticket for the {lines} from station {from} to station {to}")
    }

    /// The reason why a double move is not possible, if there is one.
    fn why_no_double(&self, public: &Public, seat: Seat) -> Option<&'static str> {
        if seat != MR_X {
            return Some("only Mr X moves twice");
        }
        if public.tickets[MR_X.index()][Ticket::Double as usize] == 0 {
            return Some("you have no ticket for a double move");
        }
        let is_last = self.rounds().saturating_sub(public.round) < 2;
        is_last.then_some("a double move takes two rounds, but only one is left")
    }
}

/// The transports that serve a way, in words.
fn lines(way: StationLink) -> String {
    let served = Transport::ALL.into_iter().filter(|it| way.has(*it));
    let names: Vec<_> = served.map(|it| it.name().to_lowercase()).collect();
    names.join(" or ")
}

//! A cycle as bytes: a line of JSON, and the payload of the binary form. The only file that
//! knows bincode, and the only one that knows the fields of a cycle in JSON.

use bincode::config;
use bincode::enc::write::Writer;
use bincode::error::{DecodeError, EncodeError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::compact::Compact;
use chase_engine::game::{Forfeit, Seat};
use chase_engine::history::{By, History, HistoryCycle, Joint, SeatChoice, TurnEntry, TurnTypes};
use chase_engine::seal::Seal;

/// bincode's limit counts unencoded widths; no legal payload of 65,536 bytes can reach this.
const LIMIT: usize = 524_288;

/// The limit for longer payloads, which are packed in their frames: at most 8 MiB.
const LONG_LIMIT: usize = 64 << 20;

/// Payloads of so many bytes and more are long.
const LONG: usize = 65_537;

type Config<const LIMIT: usize> =
    config::Configuration<config::LittleEndian, config::Varint, config::Limit<LIMIT>>;

const CONFIG: Config<LIMIT> = config::standard().with_limit::<LIMIT>();

const LONG_CONFIG: Config<LONG_LIMIT> = config::standard().with_limit::<LONG_LIMIT>();

/// The first byte of a turn: who (4 bits), how many events (2 bits), words drawn (2 bits).
#[doc(hidden)]
pub mod head {
    /// Several seats act at once.
    pub const JOINT: u8 = 13;
    pub const FORFEIT: u8 = 14;
    /// In a seat of several: it loses its turn.
    pub const LOST: u8 = 0x80;
    pub const WORLD: u8 = 15;
    pub const WHO: u8 = 0x0f;
    pub const EVENTS_SHIFT: u8 = 4;
    pub const WORDS_SHIFT: u8 = 6;
    /// A count of 3 or more stands in a varint of its own.
    pub const MORE: u8 = 3;

    /// A count in its two bits.
    pub fn small(count: u32) -> u8 {
        u8::try_from(count).unwrap_or(MORE).min(MORE)
    }
}

/// Appends any plain data.
pub fn put<T: Serialize>(data: &T, out: &mut Vec<u8>) {
    bincode::serde::encode_into_writer(data, Appending(out), CONFIG)
        .expect("plain data always has a binary form, and a vector always takes it");
}

/// A vector that bincode writes to. Most of what is written is one byte, a small number.
struct Appending<'a>(&'a mut Vec<u8>);

impl Writer for Appending<'_> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        match bytes {
            [byte] => self.0.push(*byte),
            _ => self.0.extend_from_slice(bytes),
        }
        Ok(())
    }
}

/// The reason why data has no binary form, or no form in JSON, if it lacks one.
pub fn missing_form<T: Serialize>(data: &T) -> Option<String> {
    let binary = bincode::serde::encode_to_vec(data, CONFIG);
    let json = serde_json::to_string(data);
    let missing = binary.err().map(|error| error.to_string());
    missing.or_else(|| json.err().map(|error| error.to_string()))
}

fn take<T: DeserializeOwned>(bytes: &mut &[u8]) -> Result<T, DecodeError> {
    let (data, used) = match bytes.len() {
        0..LONG => bincode::serde::decode_from_slice(bytes, CONFIG)?,
        _ => bincode::serde::decode_from_slice(bytes, LONG_CONFIG)?,
    };
    *bytes = &bytes[used..];
    Ok(data)
}

/// Reads data that [`put`] wrote and that fills all of `bytes`.
pub fn whole<T: DeserializeOwned + Serialize>(bytes: &[u8]) -> Option<T> {
    let mut rest = bytes;
    let data = take(&mut rest).ok()?;
    let mut again = Vec::with_capacity(bytes.len());
    put(&data, &mut again);
    (again == bytes).then_some(data)
}

/// Appends a cycle's payload: the number of turns, then each turn.
pub fn put_cycle<T: TurnTypes>(cycle: HistoryCycle<'_, T>, out: &mut Vec<u8>) {
    put_turns_count(cycle.entries.len(), out);
    for (entry, events) in cycle.turns() {
        put_turn(entry, events, out);
    }
}

/// Begins a payload, with the number of its turns.
pub fn put_turns_count(turns: usize, out: &mut Vec<u8>) {
    put(&count(turns), out);
}

/// Appends a turn.
pub fn put_turn<A: Serialize, E: Serialize>(entry: &TurnEntry<A>, events: &[E], out: &mut Vec<u8>) {
    put_head(entry, out);
    match &entry.by {
        By::World => {}
        By::Action(_, action) => put(action, out),
        By::Forfeit(_, why) => put(why, out),
        By::Joint(joint) => put_joint(joint, out),
    }
    events.iter().for_each(|event| put(event, out));
}

/// Writes the number of seats, then each: the seat, the words that its player drew, its choice.
#[cold]
fn put_joint<A: Serialize>(joint: &Joint<A>, out: &mut Vec<u8>) {
    put(&count(joint.choices().len()), out);
    for choice in joint.choices() {
        match &choice.chosen {
            Ok(action) => {
                out.push(choice.seat.0);
                put(&choice.words, out);
                put(action, out);
            }
            Err(why) => {
                out.push(choice.seat.0 | head::LOST);
                put(&choice.words, out);
                put(why, out);
            }
        }
    }
}

#[cold]
fn take_joint<A: DeserializeOwned>(rest: &mut &[u8]) -> Result<Joint<A>, DecodeError> {
    let seats: u32 = take(rest)?;
    let mut choices = Vec::new();
    for _ in 0..seats.min(u32::from(Seat::COUNT_MAX)) {
        let seat: u8 = take(rest)?;
        let words = take(rest)?;
        let chosen = match seat & head::LOST {
            0 => Ok(take(rest)?),
            _ => Err(Box::new(take::<Forfeit>(rest)?)),
        };
        let seat = Seat(seat & !head::LOST);
        choices.push(SeatChoice { seat, chosen, words });
    }
    Joint::new(choices).ok_or(DecodeError::Other(NO_JOINT))
}

fn put_head<A>(entry: &TurnEntry<A>, out: &mut Vec<u8>) {
    let (who, forfeiter) = match &entry.by {
        By::World => (head::WORLD, None),
        By::Action(seat, _) => (seat.0, None),
        By::Forfeit(seat, _) => (head::FORFEIT, Some(seat.0)),
        By::Joint(_) => (head::JOINT, None),
    };
    let (events, words) = (head::small(entry.events), head::small(entry.words));
    out.push(who | events << head::EVENTS_SHIFT | words << head::WORDS_SHIFT);
    out.extend(forfeiter);
    if events == head::MORE {
        put(&entry.events, out);
    }
    if words == head::MORE {
        put(&entry.words, out);
    }
}

/// The message about several seats that cannot act at once in the given order.
const NO_JOINT: &str = "the seats that act at once must be listed in the order of play, each once";

fn count(n: usize) -> u32 {
    u32::try_from(n).expect("a cycle has fewer than 2^32 turns")
}

/// A payload that holds no cycle.
#[derive(Debug, thiserror::Error)]
pub enum BadPayload {
    /// Its bytes are not those of a cycle.
    #[error("a payload of no use: {0}")]
    Undecodable(DecodeError),
    /// The cycle has a shorter form, and only the shortest is taken.
    #[error("a payload that is not in its shortest form")]
    NotShortest,
}

/// Reads the number of turns, with which a payload begins.
pub fn take_turns_count(rest: &mut &[u8]) -> Result<u32, DecodeError> {
    take(rest)
}

/// Reads a turn into the newest cycle.
pub fn take_turn<T: TurnTypes>(rest: &mut &[u8], into: &mut History<T>) -> Result<(), DecodeError> {
    let head: u8 = take(rest)?;
    let forfeiter = match head & head::WHO {
        head::FORFEIT => Some(Seat(take(rest)?)),
        _ => None,
    };
    let events_count = take_count(head >> head::EVENTS_SHIFT & head::MORE, rest)?;
    let words = take_count(head >> head::WORDS_SHIFT & head::MORE, rest)?;
    let by = match (head & head::WHO, forfeiter) {
        (head::WORLD, _) => By::World,
        (head::JOINT, _) => By::Joint(Box::new(take_joint(rest)?)),
        (_, Some(seat)) => By::Forfeit(seat, Box::new(take::<Forfeit>(rest)?)),
        (seat, None) => By::Action(Seat(seat), take(rest)?),
    };
    for _ in 0..events_count {
        into.event(take(rest)?);
    }
    into.turn_of_last(events_count, by, words);
    Ok(())
}

fn take_count(small: u8, rest: &mut &[u8]) -> Result<u32, DecodeError> {
    if small == head::MORE { take(rest) } else { Ok(u32::from(small)) }
}

/// A cycle in JSON: its number, its turns, its seal.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CycleIn<T> {
    cycle: u64,
    entries: Vec<T>,
    seal: Seal,
}

/// Turns of a cycle in JSON, as far as it was played: there is no seal yet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnsIn<T> {
    cycle: u64,
    entries: Vec<T>,
}

/// A cycle that is written as JSON; one that is shown to a viewer has no seal.
#[derive(Serialize)]
struct CycleOut<T> {
    cycle: u64,
    entries: Vec<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seal: Option<Seal>,
}

/// A turn in JSON. Without a seat and without choices of several it is the world's.
#[derive(Serialize)]
struct TurnOut<'a, A, E> {
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<&'a A>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forfeit: Option<&'a Forfeit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<Vec<ChoiceOut<'a, A>>>,
    #[serde(skip_serializing_if = "is_zero")]
    words: u32,
    events: &'a [E],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnIn<A, E> {
    seat: Option<Seat>,
    action: Option<A>,
    forfeit: Option<Box<Forfeit>>,
    choices: Option<Vec<ChoiceIn<A>>>,
    #[serde(default)]
    words: u32,
    events: Vec<E>,
}

/// The choice of one seat of several, in JSON.
#[derive(Serialize)]
struct ChoiceOut<'a, A> {
    seat: Seat,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<&'a A>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forfeit: Option<&'a Forfeit>,
    #[serde(skip_serializing_if = "is_zero")]
    words: u32,
}

impl<'a, A> ChoiceOut<'a, A> {
    fn of(choice: &'a SeatChoice<A>) -> Self {
        ChoiceOut {
            seat: choice.seat,
            action: choice.chosen.as_ref().ok(),
            forfeit: choice.chosen.as_ref().err().map(|why| &**why),
            words: choice.words,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChoiceIn<A> {
    seat: Seat,
    action: Option<A>,
    forfeit: Option<Box<Forfeit>>,
    #[serde(default)]
    words: u32,
}

impl<A> ChoiceIn<A> {
    fn read(self) -> Option<SeatChoice<A>> {
        let chosen = match (self.action, self.forfeit) {
            (Some(action), None) => Ok(action),
            (None, Some(why)) => Err(why),
            _ => return None,
        };
        Some(SeatChoice { seat: self.seat, chosen, words: self.words })
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// Appends a cycle as one line of JSON, without the line's end.
pub fn put_json<T: TurnTypes>(cycle: HistoryCycle<'_, T>, seal: Option<Seal>, out: &mut Vec<u8>) {
    let entries = cycle.turns().map(|(entry, events)| {
        let (action, forfeit, choices) = match &entry.by {
            By::World => (None, None, None),
            By::Action(_, action) => (Some(action), None, None),
            By::Forfeit(_, why) => (None, Some(&**why), None),
            By::Joint(joint) => (None, None, Some(joint.choices())),
        };
        TurnOut {
            seat: entry.by.seat(),
            action,
            forfeit,
            choices: choices.map(|all| all.iter().map(ChoiceOut::of).collect()),
            words: entry.words,
            events,
        }
    });
    let line = CycleOut { cycle: cycle.number, entries: entries.collect(), seal };
    serde_json::to_writer(out, &line).expect("plain data always has a JSON form");
}

/// Reads a cycle's line into `into`, which holds nothing else, and returns the seal it claims.
pub fn take_json<T: TurnTypes>(
    line: &str,
    into: &mut History<T>,
) -> Result<Seal, serde_json::Error> {
    into.clear();
    if let Some(seal) = take_compact(&mut Compact::new(line), into) {
        return Ok(seal);
    }
    into.clear();
    let line: CycleIn<TurnIn<T::Action, T::Event>> = serde_json::from_str(line)?;
    take_turns_in(line.cycle, line.entries, into)?;
    Ok(line.seal)
}

/// Reads a cycle's line that has no seal into `into`.
pub fn take_unsealed_json<T: TurnTypes>(
    line: &str,
    into: &mut History<T>,
) -> Result<(), serde_json::Error> {
    let line: TurnsIn<TurnIn<T::Action, T::Event>> = serde_json::from_str(line)?;
    take_turns_in(line.cycle, line.entries, into)
}

fn take_turns_in<T: TurnTypes>(
    cycle: u64,
    entries: Vec<TurnIn<T::Action, T::Event>>,
    into: &mut History<T>,
) -> Result<(), serde_json::Error> {
    into.open(cycle);
    for turn in entries {
        let by = match (turn.seat, turn.action, turn.forfeit, turn.choices) {
            (None, None, None, None) => By::World,
            (Some(seat), Some(action), None, None) => By::Action(seat, action),
            (Some(seat), None, Some(why), None) => By::Forfeit(seat, why),
            (None, None, None, Some(choices)) => {
                let choices = choices.into_iter().map(ChoiceIn::read);
                let joint = choices.collect::<Option<_>>().and_then(Joint::new);
                By::Joint(Box::new(joint.ok_or_else(|| {
                    serde::de::Error::custom(format!(
                        "{NO_JOINT}, with either an action or a forfeit"
                    ))
                })?))
            }
            _ => {
                return Err(serde::de::Error::custom(
                    "an entry has a seat with either an action or a forfeit, the choices of several \
                     seats, or none of these",
                ));
            }
        };
        into.turn(by, turn.words, &turn.events);
    }
    Ok(())
}

/// Reads a line that [`put_json`] could have written, fields in their order; nothing of any other
/// line.
fn take_compact<T: TurnTypes>(line: &mut Compact<'_>, into: &mut History<T>) -> Option<Seal> {
    line.pass(b"{\"cycle\":")?;
    into.open(line.number()?);
    line.pass(b",\"entries\":[")?;
    let mut is_first = true;
    while !line.has(b"]") {
        if !is_first {
            line.pass(b",")?;
        }
        line.pass(b"{")?;
        is_first = false;
        let by = if !line.has(b"\"seat\":") {
            By::World
        } else {
            let seat = Seat(line.number()?.try_into().ok()?);
            if line.has(b",\"action\":") {
                By::Action(seat, line.value()?)
            } else {
                line.pass(b",\"forfeit\":")?;
                By::Forfeit(seat, line.value()?)
            }
        };
        if !matches!(by, By::World) {
            line.pass(b",")?;
        }
        let words = match line.has(b"\"words\":") {
            true => line.number()?.try_into().ok()?,
            false => 0,
        };
        if words > 0 {
            line.pass(b",")?;
        }
        line.pass(b"\"events\":[")?;
        let mut events = 0;
        while !line.has(b"]}") {
            if events > 0 {
                line.pass(b",")?;
            }
            into.event(line.value()?);
            events += 1;
        }
        into.turn_of_last(events, by, words);
    }
    line.pass(b",\"seal\":")?;
    let seal = line.value()?;
    line.pass(b"}")?;
    line.is_at_end().then_some(seal)
}

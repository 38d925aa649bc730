//! The heart of chase: what a game is, how it is played, and how its history is folded and sealed.
//!
//! ```text
//!    Player::choose            Game::decide                 Game::apply              canonical bytes
//!  view ──────────▶ action ───────────────▶ events ─────────────────────────▶ state
//!   ▲                 │    dice (Game::world      │                             │
//!   │                 │     where nobody acts)    │                             ▼
//!   │                 └──────────┬────────────────┘                 a line of a transcript
//!   │ Masks: what a seat         ▼                                  (its game makes cells of
//!   │ sees of each event       turn ──▶ history ──▶ seal            the state, above this crate)
//!   └──────────────────────────  one TurnEntry     of each cycle
//! ```
//!
//! A [`GameSession`](session::GameSession) is the only loop that asks players. It shows the player whose turn it is
//! a [`View`](game::View) and what is legal, and gets an action. The rules, [`Game`](game::Game), decide the action
//! into events, with everything that the [`Dice`](dice::Dice) drew written in them, and `apply` writes each event
//! into the state: it draws nothing and refuses what the rules cannot produce. What chance does where nobody acts is a
//! turn of the world. [`Masks`](game::Masks) say what each seat is shown of an event.
//!
//! The action and its events become a turn of the [`History`](history::History), cycle by cycle. A
//! [`GameFold`](fold::GameFold) needs only the scenario and these events to rebuild every state, and holds each against
//! the rules on the way: neither dice nor players take part. The [`Seal`](seal::Seal) of a cycle is a hash of the seal
//! before it and of the canonical bytes of the cycle's turns, so equal seals mean an equal past.
//!
//! | what | where |
//! |---|---|
//! | a game: its rules, who sees what, who sits where, what chance does | [`game`], [`seat`], [`dice`] |
//! | playing it: who chooses, who talks with whom, turns of several seats at once, lost turns | [`player`], [`seated_players`], [`teams`], [`joint`], [`forfeit`], [`session`] |
//! | what was played, and states rebuilt of it | [`header`], [`provenance`], [`history`], [`fold`] |
//! | values by which two histories are compared | [`canonical`], [`seal`], [`sealing`], [`check_value`] |
//!
//! It names no game, reads no clock, opens no file, prints nothing, and uses no other crate of the project. Words,
//! pictures, transcripts, recordings and verdicts are made of it in the crates above.

pub mod canonical;
pub mod check_value;
pub mod dice;
pub mod fold;
pub mod forfeit;
pub mod game;
pub mod header;
pub mod history;
pub mod joint;
pub mod player;
pub mod provenance;
pub mod seal;
pub mod sealing;
pub mod seat;
pub mod seated_players;
pub mod session;
pub mod teams;

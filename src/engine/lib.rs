//! The heart of chase: what a game is, how it is played, and how its history is folded and sealed.
//!
//! ```text
//!         Masks::state        Player::choose         Game::decide          Game::apply
//! state ───────────────▶ view ──────────────▶ action ────────────▶ events ────────────▶ next state
//!                                               │       Dice         │                      │
//!     Player::observe ◀──────── Masks::event ───┼────────────────────┤                      │ cells
//!                                               ▼                    ▼                      ▼
//!                                             a turn: action, words drawn, events     a line of a
//!                                               │                                     transcript
//!                                               ▼                                     (crate kit)
//!                                             history ── canonical bytes ──▶ a seal for each cycle
//! ```
//!
//! A [`GameSession`](session::GameSession) is the loop that plays a game. It shows the player whose turn it is a
//! [`View`](game::View) and the legal actions, and gets an action. The rules, [`Game`](game::Game), turn the action into
//! events, in which every result of the [`Dice`](dice::Dice) is written. `apply` writes each event into the state: it draws
//! nothing, and refuses what the rules cannot produce. What chance does by itself is a turn of the world, made by
//! `Game::world`. [`Masks`](game::Masks) say what a seat is shown of a state, and of an event.
//!
//! The action, the number of words that were drawn, and the events are a turn of the [`History`](history::History), which
//! goes cycle by cycle. A [`GameFold`](fold::GameFold) makes every state again from the scenario and this history alone,
//! and checks each turn and event by the rules: it needs neither dice nor players. A [`Seal`](seal::Seal) is a hash. The
//! first is of the game, its rules number and its scenario; that of a cycle is of the seal before it and of the canonical
//! bytes of the cycle's turns. So equal seals mean an equal past.
//!
//! | what | where |
//! |---|---|
//! | a game: its rules, who sees what, who sits where, what chance does | [`game`], [`seat`], [`dice`] |
//! | playing it: who chooses, who talks with whom, turns of several seats at once, lost turns | [`session`], [`player`], [`seated_players`], [`teams`], [`joint`], [`forfeit`] |
//! | what was played, and the fold of it | [`header`], [`provenance`], [`history`], [`fold`] |
//! | values by which two histories are compared: what is sealed, the hash, a shorter check | [`canonical`], [`sealing`], [`seal`], [`check_value`] |
//!
//! This crate names no game, reads no clock, opens no file, prints nothing, and uses no other crate of the project.

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

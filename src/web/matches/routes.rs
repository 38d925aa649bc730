//! The requests of the page of a match.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use serde::Deserialize;
use serde_json::json as value;

use super::match_state::MatchHall;
use crate::feed::{Feed, json};

/// Moments that are sent at a time, in bytes.
const BYTES_MAX: usize = 1 << 18;

/// The routes of a match.
pub fn routes(hall: &Arc<MatchHall>) -> Router {
    Router::new()
        .route("/match/live", get(live))
        .route("/match/now", get(now))
        .route("/match/head", get(head))
        .route("/match/scenes", get(scenes))
        .with_state(Arc::clone(hall))
}

type MatchHallState = State<Arc<MatchHall>>;

/// The game that is looked at, and the newest state of it and of the match that is known already.
#[derive(Deserialize)]
struct MatchLookQuery {
    game: Option<u64>,
    known: Option<String>,
}

#[derive(Deserialize)]
struct MatchGameQuery {
    game: u64,
}

#[derive(Deserialize)]
struct MatchSpanQuery {
    game: u64,
    from: u64,
}

fn no(status: StatusCode, why: &str) -> Response {
    (status, json(value!({ "why": why }).to_string())).into_response()
}

fn gone() -> Response {
    no(StatusCode::GONE, "this game is not played any more")
}

async fn live(State(hall): MatchHallState, Query(look): Query<MatchLookQuery>) -> Response {
    let watched = look.game.and_then(|game| hall.look_at(game));
    let none = Feed::default();
    let game = watched.as_ref().map_or(&none, |watched| &watched.feed);
    Feed::stream_two([("match", &hall.feed), ("game", game)])
}

async fn now(State(hall): MatchHallState, Query(look): Query<MatchLookQuery>) -> Response {
    let watched = look.game.and_then(|game| hall.look_at(game));
    let (number, stands) = hall.feed.newest();
    let game = watched.map(|watched| watched.feed.newest());
    let (scene, moment) = game.unwrap_or_default();
    let known = format!("{number}.{scene}");
    if stands.is_empty() || look.known.as_deref() == Some(&known) {
        return StatusCode::NO_CONTENT.into_response();
    }
    let moment = if moment.is_empty() { "null" } else { &moment };
    json(format!("{{\"scene\":\"{known}\",\"match\":{stands},\"game\":{moment}}}"))
}

async fn head(
    State(hall): MatchHallState,
    Query(MatchGameQuery { game }): Query<MatchGameQuery>,
) -> Response {
    let Some(watched) = hall.look_at(game) else {
        return gone();
    };
    match watched.head() {
        Some(head) => json(head.to_string()),
        None => no(StatusCode::ACCEPTED, "the board is being drawn"),
    }
}

async fn scenes(State(hall): MatchHallState, Query(span): Query<MatchSpanQuery>) -> Response {
    let Some(watched) = hall.look_at(span.game) else {
        return gone();
    };
    let (from, lines) = watched.moments().from(span.from, BYTES_MAX);
    let lines: Vec<&str> = lines.iter().map(|line| &**line).collect();
    let lines = lines.join(",");
    json(format!("{{\"from\":{from},\"lines\":[{lines}]}}"))
}

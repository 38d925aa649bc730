//! The requests of the page, as docs/playing.md lists them.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Extension, Json, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::json as value;
use tokio::sync::oneshot;

use super::game_views::{GameView, PlayHall};
use super::page_requests::{Holder, PlayAnswer, PlayRequest, Wish};
use crate::feed::json;
use crate::keys::ShownKey;
use chase_core::picture::Spots;

/// Moments that are sent at a time, in bytes.
const BYTES_MAX: usize = 1 << 18;

/// The routes of a hall.
pub fn routes(hall: &Arc<PlayHall>) -> Router {
    Router::new()
        .route("/head", get(head))
        .route("/live", get(live))
        .route("/now", get(now))
        .route("/scenes", get(scenes))
        .route("/act", post(act))
        .route("/undo", post(undo))
        .route("/redo", post(redo))
        .route("/again", post(again))
        .route("/load", post(load))
        .route("/save", get(save))
        .route("/hint", post(hint))
        .route("/analyse", post(analyse))
        .with_state(Arc::clone(hall))
}

type PlayHallState = State<Arc<PlayHall>>;

/// The seat whose eyes are asked for, and the newest scene that is known already.
#[derive(Deserialize)]
struct SceneQuery {
    seat: Option<u8>,
    known: Option<u64>,
}

/// A span of cycles of a game of the series that went back so often.
#[derive(Deserialize)]
struct PlaySpanQuery {
    seat: Option<u8>,
    game: u64,
    epoch: u64,
    from: u64,
}

/// A scene that somebody looked at.
#[derive(Deserialize)]
struct SceneReceipt {
    scene: u64,
}

/// Clicks, a button, or both.
#[derive(Deserialize)]
struct Meant {
    scene: u64,
    #[serde(default)]
    clicks: Vec<u32>,
    #[serde(default)]
    button: String,
}

/// A file's name and what stands in it.
#[derive(Deserialize)]
struct FileUpload {
    scene: u64,
    name: String,
    text: String,
}

fn no(status: StatusCode, why: &str) -> Response {
    (status, json(value!({ "why": why }).to_string())).into_response()
}

fn with_view(
    hall: &PlayHall,
    pass: ShownKey,
    seat: Option<u8>,
    show: impl FnOnce(&Holder, &GameView) -> Response,
) -> Response {
    let holder = hall.holder(pass);
    match holder.and_then(|holder| Some((holder, hall.view(holder, seat)?))) {
        Some((holder, view)) => show(holder, view),
        None => no(StatusCode::FORBIDDEN, "this seat is not yours"),
    }
}

async fn head(
    State(hall): PlayHallState,
    Extension(pass): Extension<ShownKey>,
    Query(look): Query<SceneQuery>,
) -> Response {
    with_view(&hall, pass, look.seat, |holder, view| {
        let mine: Vec<_> = holder.seats.iter().map(|seat| seat.0).collect();
        let mine = value!({ "seats": mine, "manages": holder.manages });
        match view.head() {
            Some(head) => json(format!("{{\"mine\":{mine},\"game\":{head}}}")),
            None => no(StatusCode::ACCEPTED, "the board is being drawn"),
        }
    })
}

async fn live(
    State(hall): PlayHallState,
    Extension(pass): Extension<ShownKey>,
    Query(look): Query<SceneQuery>,
    headers: HeaderMap,
) -> Response {
    let known = headers.get("last-event-id");
    let known = known.and_then(|it| it.to_str().ok()?.parse().ok());
    with_view(&hall, pass, look.seat, |_, view| view.feed.stream(known.or(look.known)))
}

async fn now(
    State(hall): PlayHallState,
    Extension(pass): Extension<ShownKey>,
    Query(look): Query<SceneQuery>,
) -> Response {
    with_view(&hall, pass, look.seat, |_, view| view.feed.now(look.known))
}

async fn scenes(
    State(hall): PlayHallState,
    Extension(pass): Extension<ShownKey>,
    Query(span): Query<PlaySpanQuery>,
) -> Response {
    with_view(&hall, pass, span.seat, |_, view| {
        let moments = view.moments();
        if moments.series != (span.game, span.epoch) {
            return no(StatusCode::CONFLICT, "the game has changed");
        }
        let (from, lines) = moments.from(span.from, BYTES_MAX);
        let lines: Vec<&str> = lines.iter().map(|line| &**line).collect();
        let lines = lines.join(",");
        json(format!("{{\"from\":{from},\"lines\":[{lines}]}}"))
    })
}

/// Has the thread that plays do something.
async fn ask(hall: &PlayHall, pass: ShownKey, scene: Option<u64>, wish: Wish) -> Response {
    const GONE: &str = "the session is over";
    let Some(holder) = hall.holder(pass).cloned() else {
        return no(StatusCode::FORBIDDEN, "this key gives no access");
    };
    let (answer, answered) = oneshot::channel();
    let asked = PlayRequest::Asked { holder, scene, wish, answer };
    if !hall.ask(asked) {
        return no(StatusCode::GONE, GONE);
    }
    match answered.await {
        Err(_) => no(StatusCode::GONE, GONE),
        Ok(PlayAnswer::Done) => json("{}"),
        Ok(PlayAnswer::Saved(bytes)) => {
            let name = [(header::CONTENT_DISPOSITION, "attachment; filename=\"game.json\"")];
            (name, json(bytes)).into_response()
        }
        Ok(PlayAnswer::Told(told)) => json(told),
        Ok(PlayAnswer::Stale) => no(StatusCode::CONFLICT, "the game has gone on"),
        Ok(PlayAnswer::Refused(why)) => no(StatusCode::UNPROCESSABLE_ENTITY, &why),
        Ok(PlayAnswer::Forbidden(why)) => no(StatusCode::FORBIDDEN, &why),
    }
}

async fn act(
    State(hall): PlayHallState,
    Extension(pass): Extension<ShownKey>,
    Json(meant): Json<Meant>,
) -> Response {
    let spots = Spots { clicks: meant.clicks, button: meant.button };
    ask(&hall, pass, Some(meant.scene), Wish::Act(spots)).await
}

async fn undo(
    State(hall): PlayHallState,
    Extension(pass): Extension<ShownKey>,
    Json(seen): Json<SceneReceipt>,
) -> Response {
    ask(&hall, pass, Some(seen.scene), Wish::Undo).await
}

async fn redo(
    State(hall): PlayHallState,
    Extension(pass): Extension<ShownKey>,
    Json(seen): Json<SceneReceipt>,
) -> Response {
    ask(&hall, pass, Some(seen.scene), Wish::Redo).await
}

async fn hint(
    State(hall): PlayHallState,
    Extension(pass): Extension<ShownKey>,
    Json(seen): Json<SceneReceipt>,
) -> Response {
    ask(&hall, pass, Some(seen.scene), Wish::Hint).await
}

async fn analyse(
    State(hall): PlayHallState,
    Extension(pass): Extension<ShownKey>,
    Json(seen): Json<SceneReceipt>,
) -> Response {
    ask(&hall, pass, Some(seen.scene), Wish::Analyse).await
}

async fn again(
    State(hall): PlayHallState,
    Extension(pass): Extension<ShownKey>,
    Json(seen): Json<SceneReceipt>,
) -> Response {
    ask(&hall, pass, Some(seen.scene), Wish::Again).await
}

async fn load(
    State(hall): PlayHallState,
    Extension(pass): Extension<ShownKey>,
    Json(file): Json<FileUpload>,
) -> Response {
    ask(&hall, pass, Some(file.scene), Wish::Load(file.name, file.text)).await
}

async fn save(State(hall): PlayHallState, Extension(pass): Extension<ShownKey>) -> Response {
    ask(&hall, pass, None, Wish::Save).await
}

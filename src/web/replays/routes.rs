//! The requests of the page.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Json, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::json as value;

use super::catalogue::Filter;
use super::{Replays, Try};
use crate::feed::json;
use chase_core::error::Error;

/// The routes of what is served.
pub fn routes(replays: &Replays) -> Router {
    Router::new()
        .route("/catalogue", get(catalogue))
        .route("/head", get(head))
        .route("/span", get(span))
        .route("/overview", get(overview))
        .route("/thumbnail", get(thumbnail))
        .route("/pair", get(pair))
        .route("/try", post(try_from))
        .with_state(replays.clone())
}

type ReplaysState = State<Replays>;

#[derive(Deserialize)]
struct ReplayQuery {
    replay: usize,
}

#[derive(Deserialize)]
struct ReplaySpanQuery {
    replay: usize,
    span: u64,
}

#[derive(Deserialize)]
struct Two {
    ours: usize,
    theirs: usize,
}

fn no(status: StatusCode, why: &str) -> Response {
    (status, json(value!({ "why": why }).to_string())).into_response()
}

/// The response with the content that was asked for, or with the reason why it cannot be had.
fn answer<T>(found: Option<Result<T, Error>>, kind: &'static str) -> Response
where
    axum::body::Body: From<T>,
{
    match found {
        None => no(StatusCode::GONE, "the program ends"),
        Some(Err(why)) => no(StatusCode::UNPROCESSABLE_ENTITY, &why.to_string()),
        Some(Ok(found)) => {
            let kind = [(header::CONTENT_TYPE, kind)];
            (kind, axum::body::Body::from(found)).into_response()
        }
    }
}

const JSON: &str = "application/json";

async fn catalogue(State(here): ReplaysState, Query(filter): Query<Filter>) -> Response {
    json(here.catalogue.page(&filter))
}

async fn head(
    State(here): ReplaysState,
    Query(ReplayQuery { replay }): Query<ReplayQuery>,
) -> Response {
    let head = here.reading.ask(move |reading| {
        let opened = reading.open(replay)?;
        let (head, more) = (opened.served.head(), &opened.more);
        Ok(format!("{{\"head\":{head},\"more\":{more}}}"))
    });
    answer(head.await, JSON)
}

async fn span(
    State(here): ReplaysState,
    Query(ReplaySpanQuery { replay, span }): Query<ReplaySpanQuery>,
) -> Response {
    let lines = here.reading.ask(move |reading| reading.span(replay, span));
    answer(lines.await, "application/x-ndjson")
}

async fn overview(
    State(here): ReplaysState,
    Query(ReplayQuery { replay }): Query<ReplayQuery>,
) -> Response {
    match here.overviews.of(&here.shelf, replay) {
        Ok(text) => json(text.to_string()),
        Err(error) => no(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string()),
    }
}

async fn thumbnail(
    State(here): ReplaysState,
    Query(ReplayQuery { replay }): Query<ReplayQuery>,
) -> Response {
    let shelf = Arc::clone(&here.shelf);
    let drawing = here.making.ask(move |()| shelf.thumbnail(replay));
    answer(drawing.await, "image/svg+xml")
}

async fn pair(State(here): ReplaysState, Query(Two { ours, theirs }): Query<Two>) -> Response {
    let shelf = Arc::clone(&here.shelf);
    let page = here.making.ask(move |()| shelf.pair(ours, theirs));
    // The page takes its blocks of data out of it; it is shown nowhere as it is.
    answer(page.await, "text/plain; charset=utf-8")
}

async fn try_from(State(here): ReplaysState, Json(wish): Json<Try>) -> Response {
    let shelf = Arc::clone(&here.shelf);
    let address = here.making.ask(move |()| {
        let address = shelf.try_from(&wish)?;
        Ok(value!({ "address": address }).to_string())
    });
    answer(address.await, JSON)
}

//! The requests of the page, as docs/playing.md lists them.

use std::sync::Arc;

use hyper::StatusCode;
use hyper::header::{CONTENT_DISPOSITION, HeaderValue};
use serde::Deserialize;
use serde_json::json as value;
use tokio::sync::oneshot;

use super::game_views::{GameView, PlayHall};
use super::page_requests::{Holder, PlayAnswer, PlayRequest, Wish};
use crate::request::{Query, WebRequest, WebRoutes};
use crate::response::{Refused, WebResponse, json, no, whole};
use chase_kit::picture::Spots;

/// Moments that are sent at a time, in bytes.
const BYTES_MAX: usize = 1 << 18;

/// The routes of a hall.
pub fn routes(hall: &Arc<PlayHall>) -> WebRoutes {
    let hall = Arc::clone(hall);
    Box::new(move |request| {
        let hall = Arc::clone(&hall);
        Box::pin(async move { answer(&hall, &request).await })
    })
}

/// The scene that somebody looked at, with clicks, a button or both.
#[derive(Deserialize)]
struct Meant {
    scene: u64,
    #[serde(default)]
    clicks: Vec<u32>,
    #[serde(default)]
    button: String,
}

/// The scene that somebody looked at, with a file's name and what stands in it.
#[derive(Deserialize)]
struct FileUpload {
    scene: u64,
    name: String,
    text: String,
}

async fn answer(hall: &PlayHall, request: &WebRequest) -> Result<WebResponse, Refused> {
    let wish: fn(Meant) -> Wish = match request.head.uri.path() {
        "/head" => return head(hall, request, &request.query()?),
        "/live" => {
            let query = request.query()?;
            let asked = query.get("known")?;
            let known = request.head.headers.get("last-event-id");
            let known = known.and_then(|it| it.to_str().ok()?.parse().ok());
            return Ok(view(hall, request, &query)?.1.feed.stream(known.or(asked)));
        }
        "/now" => {
            let query = request.query()?;
            let known = query.get("known")?;
            return Ok(view(hall, request, &query)?.1.feed.now(known));
        }
        "/scenes" => return scenes(hall, request, &request.query()?),
        "/save" => {
            request.query()?;
            return ask(hall, request, None, Wish::Save).await;
        }
        "/act" => |meant| Wish::Act(Spots { clicks: meant.clicks, button: meant.button }),
        "/undo" => |_| Wish::Undo,
        "/redo" => |_| Wish::Redo,
        "/again" => |_| Wish::Again,
        "/load" => {
            let FileUpload { scene, name, text } = request.json()?;
            return ask(hall, request, Some(scene), Wish::Load(name, text)).await;
        }
        "/hint" => |_| Wish::Hint,
        "/analyse" => |_| Wish::Analyse,
        _ => return Ok(whole(StatusCode::NOT_FOUND, "", "")),
    };
    let meant: Meant = request.json()?;
    ask(hall, request, Some(meant.scene), wish(meant)).await
}

/// Who asks, and the view with the eyes that are asked for.
fn view<'a>(
    hall: &'a PlayHall,
    request: &WebRequest,
    query: &Query,
) -> Result<(&'a Holder, &'a GameView), Refused> {
    let seat = query.get("seat")?;
    let holder = hall.holder(request.key);
    let seen = holder.and_then(|holder| Some((holder, hall.view(holder, seat)?)));
    seen.ok_or_else(|| no(StatusCode::FORBIDDEN, "this seat is not yours"))
}

fn head(hall: &PlayHall, request: &WebRequest, query: &Query) -> Result<WebResponse, Refused> {
    let (holder, view) = view(hall, request, query)?;
    let mine: Vec<_> = holder.seats.iter().map(|seat| seat.0).collect();
    let mine = value!({ "seats": mine, "manages": holder.manages });
    let head = view.head().ok_or_else(|| no(StatusCode::ACCEPTED, "the board is being drawn"))?;
    Ok(json(format!("{{\"mine\":{mine},\"game\":{head}}}")))
}

/// A span of cycles of a game of the series that went back so often.
fn scenes(hall: &PlayHall, request: &WebRequest, query: &Query) -> Result<WebResponse, Refused> {
    let (series, from) = ((query.must("game")?, query.must("epoch")?), query.must("from")?);
    let moments = view(hall, request, query)?.1.moments();
    if moments.series != series {
        return Err(no(StatusCode::CONFLICT, "the game has changed"));
    }
    let (from, lines) = moments.from(from, BYTES_MAX);
    let lines: Vec<&str> = lines.iter().map(|line| &**line).collect();
    let lines = lines.join(",");
    Ok(json(format!("{{\"from\":{from},\"lines\":[{lines}]}}")))
}

/// Has the thread that plays do something.
async fn ask(
    hall: &PlayHall,
    request: &WebRequest,
    scene: Option<u64>,
    wish: Wish,
) -> Result<WebResponse, Refused> {
    let gone = || no(StatusCode::GONE, "the session is over");
    let holder = hall.holder(request.key).cloned();
    let holder = holder.ok_or_else(|| no(StatusCode::FORBIDDEN, "this key gives no access"))?;
    let (answer, answered) = oneshot::channel();
    if !hall.ask(PlayRequest::Asked { holder, scene, wish, answer }) {
        return Err(gone());
    }
    match answered.await.map_err(|_| gone())? {
        PlayAnswer::Done => Ok(json("{}")),
        PlayAnswer::Saved(bytes) => {
            let name = HeaderValue::from_static("attachment; filename=\"game.json\"");
            let mut saved = json(bytes);
            saved.headers_mut().insert(CONTENT_DISPOSITION, name);
            Ok(saved)
        }
        PlayAnswer::Told(told) => Ok(json(told)),
        PlayAnswer::Stale => Err(no(StatusCode::CONFLICT, "the game has gone on")),
        PlayAnswer::Refused(why) => Err(no(StatusCode::UNPROCESSABLE_ENTITY, &why)),
        PlayAnswer::Forbidden(why) => Err(no(StatusCode::FORBIDDEN, &why)),
    }
}

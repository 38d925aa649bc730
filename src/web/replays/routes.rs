//! The requests of the page.

use std::sync::Arc;

use hyper::StatusCode;
use hyper::body::Bytes;
use serde_json::json as value;

use super::catalogue::Filter;
use super::{Replays, Try};
use crate::request::{WebRequest, WebRoutes};
use crate::response::{Refused, WebResponse, json, no, whole};
use chase_world::error::Error;

const JSON: &str = "application/json";

/// The routes of what is served.
pub fn routes(replays: &Replays) -> WebRoutes {
    let replays = replays.clone();
    Box::new(move |request| {
        let here = replays.clone();
        Box::pin(async move { answer(&here, &request).await })
    })
}

async fn answer(here: &Replays, request: &WebRequest) -> Result<WebResponse, Refused> {
    let shelf = Arc::clone(&here.shelf);
    match request.head.uri.path() {
        "/catalogue" => {
            let query = request.query()?;
            Ok(json(here.catalogue.page(&Filter {
                game: query.get("game")?.unwrap_or_default(),
                player: query.get("player")?.unwrap_or_default(),
                result: query.get("result")?.unwrap_or_default(),
                name: query.get("name")?.unwrap_or_default(),
                least: query.get("least")?.unwrap_or_default(),
                from: query.get("from")?.unwrap_or_default(),
                sort: query.get("sort")?.unwrap_or_default(),
            })))
        }
        "/head" => {
            let replay = request.query()?.must("replay")?;
            let head = here.reading.ask(move |reading| {
                let opened = reading.open(replay)?;
                let (head, more) = (opened.served.head(), &opened.more);
                Ok(format!("{{\"head\":{head},\"more\":{more}}}"))
            });
            found(head.await, JSON)
        }
        "/span" => {
            let query = request.query()?;
            let (replay, span) = (query.must("replay")?, query.must("span")?);
            let lines = here.reading.ask(move |reading| reading.span(replay, span));
            found(lines.await, "application/x-ndjson")
        }
        "/overview" => {
            let overview = here.overviews.of(&shelf, request.query()?.must("replay")?);
            found(Some(overview.map(|text| text.to_string())), JSON)
        }
        "/thumbnail" => {
            let replay = request.query()?.must("replay")?;
            let drawing = here.making.ask(move |()| shelf.thumbnail(replay));
            found(drawing.await, "image/svg+xml")
        }
        "/pair" => {
            let query = request.query()?;
            let (ours, theirs) = (query.must("ours")?, query.must("theirs")?);
            let page = here.making.ask(move |()| shelf.pair(ours, theirs));
            // The page takes its blocks of data out of it; it is shown nowhere as it is.
            found(page.await, "text/plain; charset=utf-8")
        }
        "/try" => {
            let wish: Try = request.json()?;
            let address = here.making.ask(move |()| {
                let address = shelf.try_from(&wish)?;
                Ok(value!({ "address": address }).to_string())
            });
            found(address.await, JSON)
        }
        _ => Ok(whole(StatusCode::NOT_FOUND, "", "")),
    }
}

/// The response with the content that was asked for, or with the reason why it cannot be had.
fn found(
    found: Option<Result<impl Into<Bytes>, Error>>,
    kind: &'static str,
) -> Result<WebResponse, Refused> {
    let found = found.ok_or_else(|| no(StatusCode::GONE, "the program ends"))?;
    let found = found.map_err(|why| no(StatusCode::UNPROCESSABLE_ENTITY, &why.to_string()))?;
    Ok(whole(StatusCode::OK, kind, found))
}

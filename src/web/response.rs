//! Responses: whole ones, and those that go on as long as a feed does.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use hyper::StatusCode;
use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use serde_json::json as value;

use crate::feed_reader::NextEvent;

/// A response with a body of ours.
pub type WebResponse = hyper::Response<WebBody>;
/// A response that is no success.
pub(crate) type Refused = Box<WebResponse>;

/// The body of a response.
pub enum WebBody {
    /// The bytes that are not sent yet.
    Whole(Bytes),
    /// The event of a feed that is sent next.
    Feed(NextEvent),
}

impl Body for WebBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let bytes = match &mut *self {
            WebBody::Whole(bytes) => std::mem::take(bytes),
            WebBody::Feed(next) => match ready!(next.as_mut().poll(context)) {
                None => Bytes::new(),
                Some((event, reader)) => {
                    *next = Box::pin(reader.next());
                    event.into()
                }
            },
        };
        Poll::Ready((!bytes.is_empty()).then(|| Ok(Frame::data(bytes))))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            WebBody::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            WebBody::Feed(_) => SizeHint::default(),
        }
    }
}

/// A response of a kind, as its Content-Type names it; without one where there is nothing to name.
pub(crate) fn whole(status: StatusCode, kind: &'static str, body: impl Into<Bytes>) -> WebResponse {
    let mut response = WebResponse::new(WebBody::Whole(body.into()));
    *response.status_mut() = status;
    if !kind.is_empty() {
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    }
    response
}

/// A response in JSON.
pub(crate) fn json(text: impl Into<Bytes>) -> WebResponse {
    whole(StatusCode::OK, "application/json", text)
}

/// A refusal of what the routes could not do, with the reason in JSON.
pub(crate) fn no(status: StatusCode, why: &str) -> Refused {
    let why = value!({ "why": why }).to_string();
    Box::new(whole(status, "application/json", why))
}

/// A refusal of the request itself, with the reason as text.
pub(crate) fn refused(status: StatusCode, why: impl Into<Bytes>) -> Refused {
    Box::new(whole(status, "text/plain; charset=utf-8", why))
}

//! What every request must be before anything is done for it, and what every answer says beside
//! itself.
//!
//! A page of somebody else's that a browser of this machine shows can send requests here too. It
//! cannot change the Host, nor the Origin, and it knows no key; that a name of its own may lead to
//! 127.0.0.1 is why the Host is held against the exact names.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, Request, StatusCode};
use tokio::time::timeout;

use super::connection_places::ConnectionPlace;
use super::keys::{Keys, ShownKey};
use super::request::{WebRequest, WebRoutes};
use super::response::{Refused, WebResponse, refused, whole};

/// The longest body, in bytes.
pub(crate) const BODY_MAX: usize = 1 << 20;
/// The time that a request may take to arrive; a connection that says nothing for so long is
/// closed.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(10);

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'";

/// The host names and keys that are let in, the page that anybody may have, since nothing stands on
/// it, and what those with a key may ask for.
pub(super) struct Door {
    hosts: Vec<String>,
    keys: Keys,
    page: Bytes,
    policy: HeaderValue,
    routes: WebRoutes,
}

impl Door {
    pub fn new(port: u16, keys: Keys, page: String, policy: &str, routes: WebRoutes) -> Self {
        let policy = format!("{policy}; frame-ancestors 'none'");
        Door {
            hosts: hosts(port),
            keys,
            page: page.into(),
            policy: policy.parse().unwrap_or(HeaderValue::from_static(NOTHING)),
            routes,
        }
    }

    /// The number of the key that a request shows; nothing where it is the page that is asked for.
    fn check(&self, request: &Request<Incoming>) -> Result<Option<ShownKey>, Refused> {
        let headers = request.headers();
        let host = only(headers, &header::HOST);
        if request.uri().authority().is_some() || !host.is_some_and(|it| self.is_here(it)) {
            return Err(refused(StatusCode::FORBIDDEN, "unknown host name"));
        }
        let is_page = request.uri().path() == "/";
        let from = only(headers, &FETCH_SITE);
        // A page is opened from anywhere; everything else it asks for itself.
        if !is_page && headers.contains_key(FETCH_SITE) && from != Some("same-origin") {
            return Err(refused(StatusCode::FORBIDDEN, "request from another site"));
        }
        if is_page {
            return match *request.method() {
                Method::GET | Method::HEAD => Ok(None),
                _ => Err(refused(StatusCode::METHOD_NOT_ALLOWED, "the page is only read")),
            };
        }
        let key = only(headers, &header::AUTHORIZATION).and_then(|it| it.strip_prefix("Bearer "));
        let pass = key.and_then(|key| self.keys.pass(key));
        let pass = pass.ok_or_else(|| refused(StatusCode::FORBIDDEN, "unknown key"))?;
        match *request.method() {
            Method::GET | Method::HEAD => Ok(Some(pass)),
            _ => self.check_change(headers, host).map(|()| Some(pass)),
        }
    }

    /// Refuses a change that does not come from the page itself, or whose content is not JSON.
    fn check_change(&self, headers: &HeaderMap, host: Option<&str>) -> Result<(), Refused> {
        let origin = only(headers, &header::ORIGIN).and_then(|it| it.strip_prefix("http://"));
        if origin.is_none() || origin != host {
            return Err(refused(StatusCode::FORBIDDEN, "request from another page"));
        }
        let kind = only(headers, &header::CONTENT_TYPE).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        match kind.eq_ignore_ascii_case("application/json") {
            true => Ok(()),
            false => Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "only JSON is read")),
        }
    }

    fn is_here(&self, host: &str) -> bool {
        self.hosts.iter().any(|it| it == host)
    }

    /// Lets a request in or says why not.
    pub async fn answer(&self, request: Request<Incoming>, place: &ConnectionPlace) -> WebResponse {
        let mut policy = HeaderValue::from_static(NOTHING);
        let answered = match self.check(&request) {
            Err(refused) => Err(refused),
            Ok(None) => {
                policy = self.policy.clone();
                Ok(whole(StatusCode::OK, "text/html; charset=utf-8", self.page.clone()))
            }
            Ok(Some(key)) => {
                place.is_known();
                match read(request, key).await {
                    Err(refused) => Err(refused),
                    Ok(request) => (self.routes)(request).await,
                }
            }
        };
        let mut answer = answered.unwrap_or_else(|refused| *refused);
        let headers = answer.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        for (name, value) in [
            (header::CACHE_CONTROL, "no-store"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::X_FRAME_OPTIONS, "DENY"),
            (header::REFERRER_POLICY, "no-referrer"),
            (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
            (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        answer
    }
}

/// The hosts by which requests may name this server: with the port, and where it is the usual one
/// without it too.
fn hosts(port: u16) -> Vec<String> {
    const USUAL: u16 = 80;
    let names = ["127.0.0.1", "localhost", "[::1]"];
    let mut hosts: Vec<_> = names.iter().map(|name| format!("{name}:{port}")).collect();
    if port == USUAL {
        hosts.extend(names.map(str::to_owned));
    }
    hosts
}

/// The value of a header that stands there once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(first)
}

/// The request with its whole body, if that is short and comes in time.
async fn read(request: Request<Incoming>, key: ShownKey) -> Result<WebRequest, Refused> {
    let (head, mut arriving) = request.into_parts();
    let mut body = Vec::new();
    let arrived = timeout(REQUEST_TIME, async {
        while let Some(frame) = poll_fn(|it| Pin::new(&mut arriving).poll_frame(it)).await {
            body.extend_from_slice(&frame.ok()?.into_data().unwrap_or_default());
            if body.len() > BODY_MAX {
                return None;
            }
        }
        Some(())
    });
    match arrived.await {
        Ok(Some(())) => Ok(WebRequest { key, head, body }),
        Ok(None) => Err(refused(StatusCode::PAYLOAD_TOO_LARGE, "the body is too long")),
        Err(_) => Err(refused(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time")),
    }
}

//! Requests that the guard let in: what routes read of them, and what they refuse.

use std::fmt::Display;
use std::pin::Pin;
use std::str::FromStr;

use hyper::StatusCode;
use hyper::header::{ALLOW, HeaderValue};
use hyper::http::request::Parts;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::keys::ShownKey;
use crate::response::{Refused, WebResponse, refused, whole};

/// What answers the requests that the guard let in.
pub type WebRoutes = Box<dyn Fn(WebRequest) -> Answering + Send + Sync>;
type Answering = Pin<Box<dyn Future<Output = Result<WebResponse, Refused>> + Send>>;

/// A request that was let in, whole.
pub struct WebRequest {
    /// The key that it shows.
    pub key: ShownKey,
    /// Its method, path, query and headers.
    pub head: Parts,
    /// Its body.
    pub body: Vec<u8>,
}

impl WebRequest {
    /// Refuses every other method.
    fn only(&self, methods: &'static str) -> Result<(), Refused> {
        if methods.split(',').any(|method| self.head.method == *method) {
            return Ok(());
        }
        let mut other = whole(StatusCode::METHOD_NOT_ALLOWED, "", "");
        other.headers_mut().insert(ALLOW, HeaderValue::from_static(methods));
        Err(Box::new(other))
    }

    /// The query of a request that only reads.
    pub fn query(&self) -> Result<Query, Refused> {
        self.only("GET,HEAD")?;
        let query = self.head.uri.query().unwrap_or_default();
        Ok(Query(form_urlencoded::parse(query.as_bytes()).into_owned().collect()))
    }

    /// The body of a request that changes something.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Refused> {
        self.only("POST")?;
        serde_json::from_slice(&self.body).map_err(|error| match error.classify() {
            Category::Data => {
                let why = format!("the body is not what this request needs: {error}");
                refused(StatusCode::UNPROCESSABLE_ENTITY, why)
            }
            _ => refused(StatusCode::BAD_REQUEST, format!("the body is not JSON: {error}")),
        })
    }
}

/// The fields of a query.
pub struct Query(Vec<(String, String)>);

impl Query {
    /// The value of a field, where it has one.
    pub fn get<T: FromStr<Err: Display>>(&self, name: &str) -> Result<Option<T>, Refused> {
        let bad = |why: &dyn Display| {
            refused(StatusCode::BAD_REQUEST, format!("`{name}` in the query: {why}"))
        };
        let mut values = self.0.iter().filter(|(other, _)| other == name);
        let value = values.next().map(|(_, value)| value.parse().map_err(|error| bad(&error)));
        match values.next() {
            None => value.transpose(),
            Some(_) => Err(bad(&"it is there twice")),
        }
    }

    /// The value of a field that must be there.
    pub fn must<T: FromStr<Err: Display>>(&self, name: &str) -> Result<T, Refused> {
        let missing = || format!("`{name}` in the query: it is missing");
        self.get(name)?.ok_or_else(|| refused(StatusCode::BAD_REQUEST, missing()))
    }
}

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
        let fields = self.head.uri.query().unwrap_or_default().split('&').map(|field| {
            let (name, value) = field.split_once('=').unwrap_or((field, ""));
            (decoded(name), decoded(value))
        });
        Ok(Query(fields.collect()))
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

/// A part of a query as it was meant: `+` is a blank, `%XX` a byte.
fn decoded(part: &str) -> String {
    let part = part.replace('+', " ");
    let mut pieces = part.split('%');
    let mut bytes = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        let digits = piece.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(digits.unwrap_or(b'%'));
        bytes.extend_from_slice(&piece.as_bytes()[digits.map_or(0, |_| 2)..]);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_query_is_decoded() {
        for (part, meant) in [
            ("a+b%20c%C3%a4", "a b cä"),
            ("%2B%25", "+%"),
            ("100%", "100%"),
            ("%zz%+1%4", "%zz% 1%4"),
            ("%ff", "\u{fffd}"),
        ] {
            assert_eq!(decoded(part), meant);
        }
    }
}

//! Compact JSON, as this program writes it, read several times as fast as JSON of any kind: a long
//! document is hundreds of megabytes of short objects.
//!
//! It is a part of JSON: no white space, no escapes in strings, whole numbers only. What it reads it
//! reads as serde_json does; of all else it says no more than that it is not that, and who asks then
//! asks serde_json, which also knows what is wrong and where.

use std::fmt;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};

/// It is no compact JSON, or not of what is wanted.
#[derive(Debug, thiserror::Error)]
#[error("not compact JSON")]
pub struct Other;

impl Error for Other {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Other
    }
}

/// A text on its way from value to value.
pub struct Compact<'de> {
    text: &'de str,
    at: usize,
    depth: u8,
}

impl<'de> Compact<'de> {
    /// Less deep than serde_json goes.
    const DEPTH_MAX: u8 = 100;

    /// Before the first byte.
    pub fn new(text: &'de str) -> Self {
        Compact { text, at: 0, depth: 0 }
    }

    /// True once the whole text was read.
    pub fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    /// Passes a piece of text if it comes next. Its length is known where it is compiled, so that it
    /// is compared in one step or two.
    #[inline(always)]
    pub fn has<const N: usize>(&mut self, piece: &[u8; N]) -> bool {
        let rest = &self.text.as_bytes()[self.at..];
        let is_next = rest.first_chunk() == Some(piece);
        if is_next {
            self.at += N;
        }
        is_next
    }

    /// Passes a piece of text, which must come next.
    #[inline(always)]
    pub fn pass<const N: usize>(&mut self, piece: &[u8; N]) -> Option<()> {
        self.has(piece).then_some(())
    }

    /// Passes a number from 0 up.
    #[inline]
    pub fn number(&mut self) -> Option<u64> {
        self.natural().ok()
    }

    /// Passes a value of any type.
    #[inline]
    pub fn value<T: Deserialize<'de>>(&mut self) -> Option<T> {
        T::deserialize(self).ok()
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline(always)]
    fn word<const N: usize>(&mut self, piece: &[u8; N]) -> Result<(), Other> {
        self.pass(piece).ok_or(Other)
    }

    #[inline]
    fn string(&mut self) -> Result<&'de str, Other> {
        self.word(b"\"")?;
        let rest = &self.text.as_bytes()[self.at..];
        let is_end = |byte: &u8| matches!(*byte, b'"' | b'\\' | 0..0x20);
        let length = rest.iter().position(is_end).ok_or(Other)?;
        if rest[length] != b'"' {
            return Err(Other);
        }
        let string = &self.text[self.at..self.at + length];
        self.at += length + 1;
        Ok(string)
    }

    #[inline]
    fn natural(&mut self) -> Result<u64, Other> {
        let from = self.at;
        let mut number = 0_u64;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            let digit = u64::from(digit - b'0');
            let more = number.checked_mul(10).and_then(|it| it.checked_add(digit));
            number = more.ok_or(Other)?;
            self.at += 1;
        }
        let digits = self.at - from;
        let has_leading_zero = digits > 1 && self.text.as_bytes()[from] == b'0';
        if digits == 0 || has_leading_zero {
            return Err(Other);
        }
        Ok(number)
    }

    /// Reads the contents of brackets, of which the first was read.
    #[inline]
    fn within<T>(
        &mut self,
        last: &[u8; 1],
        read: impl FnOnce(BracketMembers<'_, 'de>) -> Result<T, Other>,
    ) -> Result<T, Other> {
        if self.depth == Self::DEPTH_MAX {
            return Err(Other);
        }
        self.depth += 1;
        let value = read(BracketMembers { of: self, is_first: true })?;
        self.depth -= 1;
        self.word(last)?;
        Ok(value)
    }
}

impl<'de> Deserializer<'de> for &mut Compact<'de> {
    type Error = Other;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Other> {
        match self.peek() {
            Some(b'{') => {
                self.at += 1;
                self.within(b"}", |members| visitor.visit_map(members))
            }
            Some(b'[') => {
                self.at += 1;
                self.within(b"]", |members| visitor.visit_seq(members))
            }
            Some(b'"') => visitor.visit_borrowed_str(self.string()?),
            Some(b'0'..=b'9') => visitor.visit_u64(self.natural()?),
            Some(b'-') => {
                self.at += 1;
                // JSON's -0 is no whole number, and the smallest i64 is rare.
                match i64::try_from(self.natural()?) {
                    Ok(number @ 1..) => visitor.visit_i64(-number),
                    _ => Err(Other),
                }
            }
            Some(b't') => {
                self.word(b"true")?;
                visitor.visit_bool(true)
            }
            Some(b'f') => {
                self.word(b"false")?;
                visitor.visit_bool(false)
            }
            Some(b'n') => {
                self.word(b"null")?;
                visitor.visit_unit()
            }
            _ => Err(Other),
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Other> {
        if self.peek() == Some(b'n') {
            self.word(b"null")?;
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Other> {
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Other> {
        if self.has(b"{") {
            return self.within(b"}", |members| visitor.visit_enum(members));
        }
        visitor.visit_enum(BorrowedStrDeserializer::new(self.string()?))
    }

    // A string as bytes is left to serde_json.
    fn deserialize_bytes<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Other> {
        Err(Other)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Other> {
        Err(Other)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// The members between a pair of brackets, read up to the second bracket.
struct BracketMembers<'a, 'de> {
    of: &'a mut Compact<'de>,
    is_first: bool,
}

impl BracketMembers<'_, '_> {
    /// True if there is one more member; its comma is read.
    #[inline]
    fn has_next(&mut self) -> Result<bool, Other> {
        if !std::mem::take(&mut self.is_first) {
            return Ok(self.of.has(b","));
        }
        Ok(!matches!(self.of.peek(), Some(b']' | b'}')))
    }
}

impl<'de> SeqAccess<'de> for BracketMembers<'_, 'de> {
    type Error = Other;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Other> {
        if !self.has_next()? {
            return Ok(None);
        }
        seed.deserialize(&mut *self.of).map(Some)
    }
}

impl<'de> MapAccess<'de> for BracketMembers<'_, 'de> {
    type Error = Other;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Other> {
        if !self.has_next()? {
            return Ok(None);
        }
        let key = self.of.string()?;
        self.of.word(b":")?;
        seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some)
    }

    #[inline]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Other> {
        seed.deserialize(&mut *self.of)
    }
}

impl<'de> EnumAccess<'de> for BracketMembers<'_, 'de> {
    type Error = Other;
    type Variant = Self;

    #[inline]
    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self), Other> {
        let name = self.of.string()?;
        self.of.word(b":")?;
        let variant = seed.deserialize(BorrowedStrDeserializer::new(name))?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for BracketMembers<'_, 'de> {
    type Error = Other;

    fn unit_variant(self) -> Result<(), Other> {
        serde::Deserialize::deserialize(self.of)
    }

    #[inline]
    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Other> {
        seed.deserialize(self.of)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Other> {
        self.of.deserialize_seq(visitor)
    }

    #[inline]
    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Other> {
        self.of.deserialize_map(visitor)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Serialize;

    use super::*;
    use chase_engine::seal::Seal;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Deed {
        Rest,
        Move { to: u8, over: Vec<i64> },
        Say(String),
        Pair(u64, Option<bool>),
        All(BTreeMap<String, Deed>),
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct SampleLine {
        number: u64,
        deeds: Vec<Deed>,
        low: Option<i8>,
        seal: Seal,
    }

    fn read(text: &str) -> Option<SampleLine> {
        let mut compact = Compact::new(text);
        let line = compact.value()?;
        compact.is_at_end().then_some(line)
    }

    fn line() -> SampleLine {
        let over = vec![0, -1, 10, i64::MAX];
        let all = BTreeMap::from([("a".into(), Deed::Rest), ("Zoë".into(), Deed::Say("".into()))]);
        SampleLine {
            number: u64::MAX,
            deeds: vec![
                Deed::Move { to: 7, over },
                Deed::Say("grün {\u{1f600}}:,[]".into()),
                Deed::Pair(3, None),
                Deed::Pair(4, Some(true)),
                Deed::All(all),
            ],
            low: Some(-128),
            seal: Seal([0xab; 16]),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let text = serde_json::to_string(&line()).unwrap();
        assert_eq!(read(&text), Some(line()));
    }

    #[test]
    fn what_is_read_is_what_serde_json_reads() {
        let text = serde_json::to_string(&line()).unwrap();
        let mut read_anyhow = 0;
        let mut hold = |other: String| {
            if let Some(line) = read(&other) {
                read_anyhow += 1;
                assert_eq!(serde_json::from_str::<SampleLine>(&other).ok(), Some(line), "{other}");
            }
        };
        for (at, old) in text.char_indices() {
            let (before, rest) = text.split_at(at);
            let after = &rest[old.len_utf8()..];
            for new in " \n\t\u{1}\\\"{}[]:,-+.eE0129tfnaxë".chars() {
                hold(format!("{before}{new}{after}"));
                hold(format!("{before}{new}{rest}"));
            }
            hold(format!("{before}{after}"));
            hold(before.to_owned());
        }
        assert!(read_anyhow > 100, "only {read_anyhow} were read");
    }

    #[test]
    fn nothing_goes_too_deep() {
        #[derive(Deserialize)]
        struct Deep(#[expect(dead_code, reason = "only read")] Vec<Deep>);
        for (depth, is_read) in [(90, true), (100_000, false)] {
            let text = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
            assert_eq!(Compact::new(&text).value::<Deep>().is_some(), is_read);
        }
    }
}

//! The canonical bytes of actions, events and states: a varint layout of our own
//! (docs/format.md draws it), so that no change of a library can ever move a seal.

use std::fmt;

use serde::ser::{self, Serialize};

/// The canonical bytes of plain data without floats and maps.
///
/// # Panics
/// Data that has no canonical form.
pub fn canonical<T: Serialize>(data: &T) -> Vec<u8> {
    let mut out = Vec::new();
    Canonical::onto(&mut out).put(data);
    out
}

/// The canonical bytes of data, if it has any.
///
/// # Errors
/// Data without a canonical form.
pub fn form<T: Serialize>(data: &T) -> Result<Vec<u8>, NoForm> {
    let mut out = Vec::new();
    data.serialize(&mut Canonical::onto(&mut out))?;
    Ok(out)
}

/// Writes the canonical layout: LEB128 for numbers (zigzag for signed ones), a length before
/// text and lists, an index before an enum's content, 0 or 1 before an option's.
///
/// Most writes are one byte. They are appended eight at a time: a processor waits if it reads eight bytes just
/// after they were written one by one.
pub struct Canonical<'a> {
    /// The buffer to which the bytes are appended, at the latest when this is dropped.
    out: &'a mut Vec<u8>,
    /// The bytes that are held back, the first one lowest.
    word: u64,
    /// Their bits.
    bits: u32,
}

impl<'a> Canonical<'a> {
    /// A writer that appends to a buffer.
    #[inline]
    pub fn onto(out: &'a mut Vec<u8>) -> Self {
        let (word, bits) = (0, 0);
        Canonical { out, word, bits }
    }

    /// Appends data that has a canonical form.
    #[inline]
    pub fn put<T: Serialize>(&mut self, data: &T) {
        data.serialize(&mut *self).expect("actions and events hold no floats and no maps");
    }

    /// Appends a number.
    #[inline(always)]
    pub fn number(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.byte(n.to_le_bytes()[0] | 0x80);
            n >>= 7;
        }
        self.byte(n.to_le_bytes()[0]);
    }

    /// Appends a byte.
    #[inline(always)]
    pub fn byte(&mut self, byte: u8) {
        self.word |= u64::from(byte) << self.bits;
        self.bits += 8;
        if self.bits == u64::BITS {
            self.out.extend_from_slice(&self.word.to_le_bytes());
            (self.word, self.bits) = (0, 0);
        }
    }

    #[inline]
    fn flush(&mut self) {
        let length = self.out.len() + self.bits as usize / 8;
        self.out.extend_from_slice(&self.word.to_le_bytes());
        self.out.truncate(length);
        (self.word, self.bits) = (0, 0);
    }
}

impl Drop for Canonical<'_> {
    #[inline]
    fn drop(&mut self) {
        self.flush();
    }
}

/// Data that has no canonical form.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NoForm(String);

impl ser::Error for NoForm {
    fn custom<T: fmt::Display>(what: T) -> Self {
        NoForm(what.to_string())
    }
}

/// Numbers of every width become one 64-bit form.
macro_rules! numbers {
    ($($method:ident: $type:ty => $to:expr;)*) => {
        $(#[inline(always)]
        fn $method(self, n: $type) -> Result<(), NoForm> {
            self.number($to(n));
            Ok(())
        })*
    };
}

fn zigzag(n: i64) -> u64 {
    (n << 1 ^ n >> 63).cast_unsigned()
}

impl ser::Serializer for &mut Canonical<'_> {
    type Ok = ();
    type Error = NoForm;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = ser::Impossible<(), NoForm>;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    numbers! {
        serialize_bool: bool => u64::from;
        serialize_u8: u8 => u64::from;
        serialize_u16: u16 => u64::from;
        serialize_u32: u32 => u64::from;
        serialize_u64: u64 => u64::from;
        serialize_char: char => u64::from;
        serialize_i8: i8 => |n| zigzag(i64::from(n));
        serialize_i16: i16 => |n| zigzag(i64::from(n));
        serialize_i32: i32 => |n| zigzag(i64::from(n));
        serialize_i64: i64 => zigzag;
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_f32(self, _: f32) -> Result<(), NoForm> {
        Err(ser::Error::custom("a float"))
    }

    fn serialize_f64(self, _: f64) -> Result<(), NoForm> {
        Err(ser::Error::custom("a float"))
    }

    fn serialize_str(self, text: &str) -> Result<(), NoForm> {
        self.serialize_bytes(text.as_bytes())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), NoForm> {
        self.number(bytes.len() as u64);
        self.flush();
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    #[inline(always)]
    fn serialize_none(self) -> Result<(), NoForm> {
        self.byte(0);
        Ok(())
    }

    #[inline(always)]
    fn serialize_some<T: Serialize + ?Sized>(self, data: &T) -> Result<(), NoForm> {
        self.byte(1);
        data.serialize(self)
    }

    #[inline(always)]
    fn serialize_unit(self) -> Result<(), NoForm> {
        Ok(())
    }

    #[inline(always)]
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), NoForm> {
        Ok(())
    }

    #[inline(always)]
    fn serialize_unit_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
    ) -> Result<(), NoForm> {
        self.number(u64::from(index));
        Ok(())
    }

    #[inline(always)]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        data: &T,
    ) -> Result<(), NoForm> {
        data.serialize(self)
    }

    #[inline(always)]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        data: &T,
    ) -> Result<(), NoForm> {
        self.number(u64::from(index));
        data.serialize(self)
    }

    #[inline(always)]
    fn serialize_seq(self, len: Option<usize>) -> Result<Self, NoForm> {
        let len = len.ok_or_else(|| NoForm("a list of unknown length".into()))?;
        self.number(len as u64);
        Ok(self)
    }

    #[inline(always)]
    fn serialize_tuple(self, _: usize) -> Result<Self, NoForm> {
        Ok(self)
    }

    #[inline(always)]
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, NoForm> {
        Ok(self)
    }

    #[inline(always)]
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, NoForm> {
        self.number(u64::from(index));
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, NoForm> {
        Err(ser::Error::custom("a map"))
    }

    #[inline(always)]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, NoForm> {
        Ok(self)
    }

    #[inline(always)]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, NoForm> {
        self.number(u64::from(index));
        Ok(self)
    }
}

/// Elements and fields follow one another with nothing between them.
macro_rules! in_order {
    ($($part:ident :: $method:ident ($($name:ident)?);)*) => {
        $(impl ser::$part for &mut Canonical<'_> {
            type Ok = ();
            type Error = NoForm;

            #[inline(always)]
            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($name: &'static str,)?
                data: &T,
            ) -> Result<(), NoForm> {
                $(let _ = $name;)?
                data.serialize(&mut **self)
            }

            #[inline(always)]
            fn end(self) -> Result<(), NoForm> {
                Ok(())
            }
        })*
    };
}

in_order! {
    SerializeSeq::serialize_element();
    SerializeTuple::serialize_element();
    SerializeTupleStruct::serialize_field();
    SerializeTupleVariant::serialize_field();
    SerializeStruct::serialize_field(name);
    SerializeStructVariant::serialize_field(name);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Serialize)]
    enum CanonicalSample {
        Nothing,
        Pair { small: u32, negative: i64 },
        Text(String, Option<u8>),
    }

    #[test]
    fn the_layout_is_pinned_byte_by_byte() {
        assert_eq!(canonical(&CanonicalSample::Nothing), [0]);
        let pair = CanonicalSample::Pair { small: 300, negative: -2 };
        assert_eq!(canonical(&pair), [1, 0xac, 0x02, 3]);
        let text = CanonicalSample::Text("né".into(), Some(7));
        assert_eq!(canonical(&text), [2, 3, b'n', 0xc3, 0xa9, 1, 7]);
        assert_eq!(canonical(&vec![true, false]), [2, 1, 0]);
        assert_eq!(canonical(&u64::MAX).len(), 10);
        assert_eq!(canonical(&i64::MIN), canonical(&u64::MAX));
    }
}

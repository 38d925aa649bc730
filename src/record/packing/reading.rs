//! Reads plain data while its numbers flow: a deserializer of the encoding that `wire.rs` chose, whose
//! strings, lists and variants have a place for each of their parts.

use std::fmt;

use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};

use super::flow::{Flow, FlowFault, Spot};

/// A value that is about to be read, and its place.
pub(super) struct PlainReader<'a, F> {
    pub flow: &'a mut F,
    pub at: Spot,
}

impl de::Error for FlowFault {
    fn custom<T: fmt::Display>(_: T) -> Self {
        FlowFault
    }
}

/// The place of what an option, a list, a string or a variant holds; list entries share one.
const CONTENT: u32 = 0;
const VALUE: u32 = 1;

/// The longest list: more has no payload.
const LENGTH_MAX: u64 = 8 << 20;

impl<'a, F: Flow> PlainReader<'a, F> {
    #[inline]
    fn varint<N: TryFrom<u64>>(self) -> Result<N, FlowFault> {
        let number = self.flow.free_varint(self.at)?;
        N::try_from(number).map_err(|_| FlowFault)
    }

    /// 0, -1, 1, -2 are 0, 1, 2, 3.
    #[inline]
    fn signed<N: TryFrom<i64>>(self) -> Result<N, FlowFault> {
        let number = self.flow.free_varint(self.at)?;
        let half = (number >> 1).cast_signed();
        let signed = if number & 1 == 0 { half } else { !half };
        N::try_from(signed).map_err(|_| FlowFault)
    }

    fn length(&mut self) -> Result<usize, FlowFault> {
        let length = self.flow.varint(self.at)?;
        if length > LENGTH_MAX {
            return Err(FlowFault);
        }
        usize::try_from(length).map_err(|_| FlowFault)
    }

    fn bytes(mut self) -> Result<Vec<u8>, FlowFault> {
        let length = self.length()?;
        let at = self.flow.part(self.at, CONTENT)?;
        (0..length).map(|_| self.flow.free_byte(at)).collect()
    }

    fn string(self) -> Result<String, FlowFault> {
        String::from_utf8(self.bytes()?).map_err(|_| FlowFault)
    }

    /// PartReader that follow each other, each with a place of its own.
    #[inline]
    fn fields(self, count: usize) -> PartReader<'a, F> {
        PartReader { flow: self.flow, of: self.at, next: 0, step: 1, left: count }
    }

    /// PartReader that share their place.
    fn list(self, count: usize) -> PartReader<'a, F> {
        PartReader { flow: self.flow, of: self.at, next: CONTENT, step: 0, left: count }
    }
}

/// PartReader of a value, one after the other.
struct PartReader<'a, F> {
    flow: &'a mut F,
    of: Spot,
    next: u32,
    step: u32,
    left: usize,
}

impl<'de, F: Flow> de::SeqAccess<'de> for PartReader<'_, F> {
    type Error = FlowFault;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, FlowFault> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let at = self.flow.part(self.of, self.next)?;
        self.next += self.step;
        let flow = &mut *self.flow;
        seed.deserialize(PlainReader { flow, at }).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

impl<'de, F: Flow> de::MapAccess<'de> for PartReader<'_, F> {
    type Error = FlowFault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, FlowFault> {
        de::SeqAccess::next_element_seed(self, seed)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, FlowFault> {
        let at = self.flow.part(self.of, VALUE)?;
        let flow = &mut *self.flow;
        seed.deserialize(PlainReader { flow, at })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

/// A variant whose number was read: its fields have places of their own.
impl<'de, F: Flow> de::VariantAccess<'de> for PlainReader<'_, F> {
    type Error = FlowFault;

    #[inline]
    fn unit_variant(self) -> Result<(), FlowFault> {
        Ok(())
    }

    #[inline]
    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, FlowFault> {
        let at = self.flow.part(self.at, CONTENT)?;
        seed.deserialize(PlainReader { flow: self.flow, at })
    }

    #[inline]
    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, FlowFault> {
        visitor.visit_seq(self.fields(len))
    }

    #[inline]
    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FlowFault> {
        visitor.visit_seq(self.fields(fields.len()))
    }
}

impl<'de, 'a, F: Flow> de::EnumAccess<'de> for PlainReader<'a, F> {
    type Error = FlowFault;
    type Variant = PlainReader<'a, F>;

    #[inline]
    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self::Variant), FlowFault> {
        let number = u32::try_from(self.flow.varint(self.at)?).map_err(|_| FlowFault)?;
        let at = self.flow.part(self.at, number)?;
        let variant = seed.deserialize(IntoDeserializer::<FlowFault>::into_deserializer(number))?;
        Ok((variant, PlainReader { flow: self.flow, at }))
    }
}

impl<'de, F: Flow> de::Deserializer<'de> for PlainReader<'_, F> {
    type Error = FlowFault;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, FlowFault> {
        // Nothing says what stands here.
        Err(FlowFault)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FlowFault> {
        match self.flow.byte(self.at)? {
            0 => visitor.visit_bool(false),
            1 => visitor.visit_bool(true),
            _ => Err(FlowFault),
        }
    }

    #[inline]
    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FlowFault> {
        visitor.visit_u8(self.flow.free_byte(self.at)?)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FlowFault> {
        visitor.visit_u16(self.varint()?)
    }

    #[inline]
    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FlowFault> {
        visitor.visit_u32(self.varint()?)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FlowFault> {
        visitor.visit_u64(self.varint()?)
    }

    fn deserialize_i8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FlowFault> {
        visitor.visit_i8(self.flow.free_byte(self.at)?.cast_signed())
    }

    fn deserialize_i16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FlowFault> {
        visitor.visit_i16(self.signed()?)
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FlowFault> {
        visitor.visit_i32(self.signed()?)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FlowFault> {
        visitor.visit_i64(self.signed()?)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FlowFault> {
        let bits = self.flow.fixed(self.at, 4)?;
        visitor.visit_f32(f32::from_bits(bits as u32))
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FlowFault> {
        visitor.visit_f64(f64::from_bits(self.flow.fixed(self.at, 8)?))
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FlowFault> {
        let first = self.flow.byte(self.at)?;
        let rest = match first {
            0..=0x7f => 0,
            0xc0..=0xdf => 1,
            0xe0..=0xef => 2,
            _ => 3,
        };
        let mut bytes = vec![first];
        let at = self.flow.part(self.at, CONTENT)?;
        for _ in 0..rest {
            bytes.push(self.flow.byte(at)?);
        }
        let text = str::from_utf8(&bytes).map_err(|_| FlowFault)?;
        visitor.visit_char(text.chars().next().ok_or(FlowFault)?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FlowFault> {
        visitor.visit_string(self.string()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FlowFault> {
        visitor.visit_string(self.string()?)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FlowFault> {
        visitor.visit_byte_buf(self.bytes()?)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FlowFault> {
        visitor.visit_byte_buf(self.bytes()?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FlowFault> {
        match self.flow.byte(self.at)? {
            0 => visitor.visit_none(),
            1 => {
                let at = self.flow.part(self.at, CONTENT)?;
                visitor.visit_some(PlainReader { flow: self.flow, at })
            }
            _ => Err(FlowFault),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FlowFault> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, FlowFault> {
        visitor.visit_unit()
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, FlowFault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, FlowFault> {
        let length = self.length()?;
        visitor.visit_seq(self.list(length))
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, FlowFault> {
        visitor.visit_seq(self.fields(len))
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, FlowFault> {
        visitor.visit_seq(self.fields(len))
    }

    fn deserialize_map<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, FlowFault> {
        let length = self.length()?;
        visitor.visit_map(self.list(length))
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FlowFault> {
        visitor.visit_seq(self.fields(fields.len()))
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FlowFault> {
        visitor.visit_enum(self)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, _: V) -> Result<V::Value, FlowFault> {
        Err(FlowFault)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, FlowFault> {
        Err(FlowFault)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

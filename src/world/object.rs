//! Objects of JSON that are made in one place, where a struct would only repeat the names of their fields.

/// A value that is serialised as an object of the fields in this order: `object!(Place { name, at: self.at })`.
///
/// Each field has a type of its own, which nobody names; a field may have a doc comment and attributes of serde that
/// hold for every type, as `flatten` does. The name says what the object is and stands nowhere else.
#[doc(hidden)]
#[macro_export]
macro_rules! object {
    ($object:ident { $($(#[$attribute:meta])* $field:ident $(: $value:expr)?),* $(,)? }) => {{
        // The type of a field has its name.
        #[allow(non_camel_case_types)]
        let object = {
            #[derive(serde::Serialize)]
            struct $object<$($field),*> {
                $($(#[$attribute])* $field: $field),*
            }
            $object { $($field $(: $value)?),* }
        };
        object
    }};
}

#[cfg(test)]
mod tests {
    #[test]
    fn fields_stand_in_the_order_in_which_they_are_written() {
        let name = "Perth";
        let inner = object!(Inner { z: 1.5, a: Some(true) });
        let outer = object!(Outer {
            name,
            /// The numbers of its neighbours.
            others: [3, 4],
            #[serde(flatten)]
            inner,
        });
        let json = r#"{"name":"Perth","others":[3,4],"z":1.5,"a":true}"#;
        assert_eq!(serde_json::to_string(&outer).expect("plain data"), json);
    }
}

//! States, actions and events as values whose type is known to the typed game alone, so that code which works for
//! all games is compiled once.

use std::any::Any;
use std::fmt::{self, Debug};
use std::rc::Rc;

use serde::Serialize;
use serde_json::Value as Json;

use chase_kit::wire;

/// A state, an action or an event of some game.
#[derive(Clone)]
pub struct Value(Rc<dyn AnyValue>);

/// What is asked of a value of any type.
trait AnyValue: Debug {
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
    fn equals(&self, other: &dyn AnyValue) -> bool;
    fn put(&self, out: &mut Vec<u8>);
    fn json(&self) -> Option<Json>;
    fn missing_form(&self) -> Option<String>;
}

impl<T: Debug + PartialEq + Serialize + 'static> AnyValue for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn equals(&self, other: &dyn AnyValue) -> bool {
        other.as_any().downcast_ref::<T>() == Some(self)
    }

    fn put(&self, out: &mut Vec<u8>) {
        wire::put(self, out);
    }

    fn json(&self) -> Option<Json> {
        serde_json::to_value(self).ok()
    }

    fn missing_form(&self) -> Option<String> {
        wire::missing_form(self)
    }
}

impl Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0.equals(&*other.0)
    }
}

impl Value {
    pub fn new<T: Debug + PartialEq + Serialize + 'static>(value: T) -> Self {
        Value(Rc::new(value))
    }

    /// The value as one of its type.
    pub fn of<T: 'static>(&self) -> &T {
        (*self.0).as_any().downcast_ref().expect("values of one game are of its types")
    }

    /// The value to be changed; those who share it keep what they have.
    pub fn of_mut<T: Clone + Debug + PartialEq + Serialize + 'static>(&mut self) -> &mut T {
        if Rc::get_mut(&mut self.0).is_none() {
            *self = Value::new(self.of::<T>().clone());
        }
        let own = Rc::get_mut(&mut self.0).expect("nobody shares it");
        own.as_any_mut().downcast_mut().expect("values of one game are of its types")
    }

    /// Appends the bytes by which values are told apart.
    pub fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
    }

    /// The bytes by which values are told apart.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.put(&mut bytes);
        bytes
    }

    /// The value in JSON, where it has that form.
    pub fn json(&self) -> Option<Json> {
        self.0.json()
    }

    /// The reason why it cannot be stored, if it lacks a form of what is stored.
    pub fn missing_form(&self) -> Option<String> {
        self.0.missing_form()
    }
}

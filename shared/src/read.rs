//! Reading the wire without generated code, for a reader that is downloaded before it is used.
//!
//! serde's derived readers are the reference and what the server uses; a browser would download one
//! of them per type, several times the code below. What both accept is the same, and tested to be:
//! unknown fields are ignored, a missing or ill-typed one makes the whole malformed.

mod bodies;
mod frames;

use serde_json::Value;

/// What can be read from parsed JSON.
pub trait Read: Sized {
    /// `None` where the shape is not this one.
    fn read(value: &Value) -> Option<Self>;
}

/// Reads a document.
pub fn document<T: Read>(json: &str) -> Option<T> {
    T::read(&parse(json)?)
}

/// Parses a document; `None` where it is not JSON.
pub fn parse(json: &str) -> Option<Value> {
    serde_json::from_str(json).ok()
}

impl Read for String {
    fn read(value: &Value) -> Option<Self> {
        value.as_str().map(Self::from)
    }
}

impl Read for u64 {
    fn read(value: &Value) -> Option<Self> {
        value.as_u64()
    }
}

impl Read for u32 {
    fn read(value: &Value) -> Option<Self> {
        value.as_u64()?.try_into().ok()
    }
}

impl Read for bool {
    fn read(value: &Value) -> Option<Self> {
        value.as_bool()
    }
}

impl Read for [f64; 3] {
    fn read(value: &Value) -> Option<Self> {
        match value.as_array()?.as_slice() {
            [x, y, z] => Some([x.as_f64()?, y.as_f64()?, z.as_f64()?]),
            _ => None,
        }
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(T::read).collect()
    }
}

/// A field that has to be there.
fn field<T: Read>(object: &Value, name: &str) -> Option<T> {
    T::read(object.get(name)?)
}

/// A field that may be absent or null.
fn optional<T: Read>(object: &Value, name: &str) -> Option<Option<T>> {
    match object.get(name) {
        None | Some(Value::Null) => Some(None),
        Some(value) => T::read(value).map(Some),
    }
}

/// A field that may be absent, and has a default then.
fn defaulted<T: Read + Default>(object: &Value, name: &str) -> Option<T> {
    object.get(name).map_or_else(|| Some(T::default()), T::read)
}

/// One of a set of names, by its place.
fn place(value: &Value, names: &[&str]) -> Option<usize> {
    let name = value.as_str()?;
    names.iter().position(|known| *known == name)
}

macro_rules! names {
    ($($kind:ident { $($name:literal => $variant:ident),* $(,)? })*) => {
        $(impl $crate::read::Read for $kind {
            fn read(value: &serde_json::Value) -> Option<Self> {
                const ALL: &[$kind] = &[$($kind::$variant),*];
                let place = $crate::read::place(value, &[$($name),*])?;
                ALL.get(place).copied()
            }
        })*
    };
}

macro_rules! objects {
    ($($kind:ident { $($name:ident: $how:ident),* $(,)? })*) => {
        $(impl $crate::read::Read for $kind {
            fn read(value: &serde_json::Value) -> Option<Self> {
                if !value.is_object() {
                    return None;
                }
                Some(Self { $($name: $crate::read::$how(value, stringify!($name))?),* })
            }
        })*
    };
}

use {names, objects};

#[cfg(test)]
mod tests;

//! Configuration that must not be printed.

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// What is wrong with a secret that [`Secret::fits_a_header`] refuses.
pub const NOT_A_HEADER: &str = "has characters that cannot be sent in an HTTP header";

/// A key or token. Its `Debug` shows nothing of it, and no error in reading one names it.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// A secret.
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// The value, for the one place that sends it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether it can be sent at all.
    pub fn fits_a_header(&self) -> bool {
        http::HeaderValue::from_str(&self.0).is_ok()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        value.deserialize_any(AnyText)
    }
}

/// Takes what was meant as text. The default of each method it does not have would print the value,
/// or has none to print.
struct AnyText;

impl AnyText {
    fn refused<E: de::Error>() -> Result<Secret, E> {
        Err(E::custom("must be text: put it in quotes"))
    }
}

impl Visitor<'_> for AnyText {
    type Value = Secret;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text")
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Secret, E> {
        Ok(Secret::new(value))
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Secret, E> {
        Ok(Secret::new(value.to_string()))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Secret, E> {
        Ok(Secret::new(value.to_string()))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Secret, E> {
        Ok(Secret::new(value.to_string()))
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Secret, E> {
        Ok(Secret::new(value.to_string()))
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<Secret, E> {
        Ok(Secret::new(value.to_string()))
    }

    /// A float does not keep its digits.
    fn visit_f64<E: de::Error>(self, _: f64) -> Result<Secret, E> {
        Self::refused()
    }

    fn visit_bytes<E: de::Error>(self, _: &[u8]) -> Result<Secret, E> {
        Self::refused()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn any_scalar_is_text_and_no_error_names_it() {
        for (value, text) in [
            (json!("0x7"), "0x7"),
            (json!(4711), "4711"),
            (json!(-4711), "-4711"),
            (json!(u64::MAX), "18446744073709551615"),
            (json!(true), "true"),
        ] {
            let secret: Secret = serde_json::from_value(value).unwrap();
            assert_eq!(secret.reveal(), text);
            assert!(!format!("{secret:?}").contains(text));
        }
        for value in [json!(4711.5), json!(["4711"]), json!({"4711": 1})] {
            let error = serde_json::from_value::<Secret>(value).unwrap_err();
            assert!(!error.to_string().contains("4711"), "{error}");
        }
    }
}

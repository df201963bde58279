//! An RSA key that signs compact JWS with RS256, and its public half as a JWK.

use aws_lc_rs::{
    rand::SystemRandom,
    rsa::{KeyPair, KeySize},
    signature::{KeyPair as _, RSA_PKCS1_SHA256},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};

/// The cryptographic library refused.
#[derive(Debug, thiserror::Error)]
#[error("the key could not be generated or used")]
pub struct KeyError;

impl From<aws_lc_rs::error::Unspecified> for KeyError {
    fn from(_: aws_lc_rs::error::Unspecified) -> Self {
        Self
    }
}

/// A 2048-bit RSA key.
pub struct SigningKey {
    pair: KeyPair,
    id: String,
}

impl SigningKey {
    /// A new key.
    pub fn generate() -> Result<Self, KeyError> {
        let pair = KeyPair::generate(KeySize::Rsa2048)?;
        let digest =
            aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, pair.public_key().as_ref());
        let id = URL_SAFE_NO_PAD.encode(digest.as_ref().get(..12).unwrap_or_default());
        Ok(Self { pair, id })
    }

    /// The key's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The public half as a JWK.
    pub fn public(&self) -> Value {
        let public = self.pair.public_key();
        json!({
            "kty": "RSA",
            "use": "sig",
            "alg": "RS256",
            "kid": self.id,
            "n": URL_SAFE_NO_PAD.encode(public.modulus().big_endian_without_leading_zero()),
            "e": URL_SAFE_NO_PAD.encode(public.exponent().big_endian_without_leading_zero()),
        })
    }

    /// A compact JWS.
    pub fn sign(&self, header: &Value, claims: &Value) -> Result<String, KeyError> {
        let encode = |part: &Value| URL_SAFE_NO_PAD.encode(part.to_string());
        let message = format!("{}.{}", encode(header), encode(claims));
        let mut signature = vec![0; self.pair.public_modulus_len()];
        self.pair.sign(
            &RSA_PKCS1_SHA256,
            &SystemRandom::new(),
            message.as_bytes(),
            &mut signature,
        )?;
        Ok(format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}

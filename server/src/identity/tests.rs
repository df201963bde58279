//! The attack list, against keys served over real HTTP.

use super::*;
use axum::Router;
use axum::routing::get;
use jsonwebtoken::jwk::{Jwk, PublicKeyUse};
use jsonwebtoken::{EncodingKey, Header as JwtHeader};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

const ISSUER: &str = "https://issuer.example";

/// A key of the issuer's, and its public half.
#[derive(Clone)]
struct Key {
    private: EncodingKey,
    public: Jwk,
}

fn key(kid: &str) -> Key {
    let _ = jsonwebtoken::crypto::aws_lc::DEFAULT_PROVIDER.install_default();
    let pair = aws_lc_rs::rsa::KeyPair::generate(aws_lc_rs::rsa::KeySize::Rsa2048).unwrap();
    let der = aws_lc_rs::encoding::AsDer::<aws_lc_rs::encoding::Pkcs8V1Der<'_>>::as_der(&pair);
    let base64 = base64::engine::general_purpose::STANDARD.encode(der.unwrap().as_ref());
    let pem = format!("-----BEGIN PRIVATE KEY-----\n{base64}\n-----END PRIVATE KEY-----\n");
    let private = EncodingKey::from_rsa_pem(pem.as_bytes()).unwrap();
    let mut public = Jwk::from_encoding_key(&private, Algorithm::RS256).unwrap();
    public.common.key_id = Some(kid.to_owned());
    public.common.public_key_use = Some(PublicKeyUse::Signature);
    Key { private, public }
}

/// An issuer's JWKS endpoint: what it serves can change, and it counts.
struct Issuer {
    body: Arc<Mutex<String>>,
    /// Whoever holds this holds back the answers.
    gate: Arc<tokio::sync::Mutex<()>>,
    fetches: Arc<AtomicUsize>,
    verifier: Verifier,
}

impl Issuer {
    async fn serving(keys: &[&Key]) -> Self {
        let body = Arc::new(Mutex::new(set(keys)));
        let fetches = Arc::new(AtomicUsize::new(0));
        let gate = Arc::new(tokio::sync::Mutex::new(()));
        let (served, counted) = (Arc::clone(&body), Arc::clone(&fetches));
        let held = Arc::clone(&gate);
        let answer = move || {
            counted.fetch_add(1, Ordering::SeqCst);
            let (served, held) = (Arc::clone(&served), Arc::clone(&held));
            async move {
                drop(held.lock().await);
                served.lock().unwrap().clone()
            }
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/jwks", listener.local_addr().unwrap());
        let router = Router::new().route("/jwks", get(answer));
        tokio_util::task::TaskTracker::new().spawn(axum::serve(listener, router).into_future());
        let config = serde_json::from_value(json!({
            "jwks_fresh_seconds": 0,
            "families": {"platform": {"issuer": ISSUER, "audience": "beacon",
                "typ": "beacon-platform+jwt", "jwks_url": url}}
        }))
        .unwrap();
        Self {
            body,
            gate,
            fetches,
            verifier: Verifier::new(&config).unwrap(),
        }
    }

    async fn verify(&self, token: &str) -> Result<Principal, AuthError> {
        self.verifier.verify(token).await
    }
}

fn set(keys: &[&Key]) -> String {
    json!({"keys": keys.iter().map(|key| &key.public).collect::<Vec<_>>()}).to_string()
}

fn claims() -> Value {
    let now = claims::now();
    json!({"iss": ISSUER, "aud": "beacon", "sub": "user-1", "iat": now, "nbf": now,
        "exp": now + 900, "tiers": ["analyze", "gold"], "facilities": ["fac-a"]})
}

fn with(name: &str, value: Value) -> Value {
    let mut claims = claims();
    claims[name] = value;
    claims
}

fn header() -> JwtHeader {
    let mut header = JwtHeader::new(Algorithm::RS256);
    header.typ = Some("beacon-platform+jwt".into());
    header.kid = Some("k1".into());
    header
}

fn sign(key: &Key, header: &JwtHeader, claims: &Value) -> String {
    jsonwebtoken::encode(header, claims, &key.private).unwrap()
}

/// A token whose header and claims are exactly these texts, signed with the key.
fn sign_raw(key: &Key, header: &str, claims: &str) -> String {
    let message = format!(
        "{}.{}",
        URL_SAFE_NO_PAD.encode(header),
        URL_SAFE_NO_PAD.encode(claims)
    );
    let signature =
        jsonwebtoken::crypto::sign(message.as_bytes(), &key.private, Algorithm::RS256).unwrap();
    format!("{message}.{signature}")
}

#[tokio::test]
async fn a_good_token_names_its_caller() {
    let key = key("k1");
    let issuer = Issuer::serving(&[&key]).await;
    let principal = issuer
        .verify(&sign(&key, &header(), &claims()))
        .await
        .unwrap();
    assert_eq!(principal.subject, "user-1");
    assert_eq!(
        principal.tiers,
        BTreeSet::from([Tier::Analyze]),
        "an unknown tier is left out"
    );
    assert_eq!(
        principal.facilities,
        Some(BTreeSet::from(["fac-a".to_owned()]))
    );
}

#[tokio::test]
async fn a_claim_that_does_not_hold_is_refused() {
    let key = key("k1");
    let issuer = Issuer::serving(&[&key]).await;
    let now = claims::now();
    let cases = [
        ("exp", json!(now - 60)),
        ("exp", json!(now + 365 * 24 * 3600)),
        ("exp", json!(u64::MAX)),
        ("nbf", json!(now + 600)),
        ("iat", json!(now + 600)),
        ("aud", json!("another")),
        ("aud", json!(["another"])),
        ("sub", json!("")),
        ("sub", json!(null)),
        ("iss", json!("https://other.example")),
        ("iss", json!([ISSUER])),
        ("iss", json!(format!("{ISSUER}/"))),
        ("facilities", json!(null)),
    ];
    for (name, value) in cases {
        let token = sign(&key, &header(), &with(name, value.clone()));
        assert!(issuer.verify(&token).await.is_err(), "{name} = {value}");
    }
}

#[tokio::test]
async fn a_header_that_is_not_the_familys_is_refused() {
    let key = key("k1");
    let issuer = Issuer::serving(&[&key]).await;
    let cases = [
        r#"{"alg":"none","typ":"beacon-platform+jwt","kid":"k1"}"#,
        r#"{"alg":"HS256","typ":"beacon-platform+jwt","kid":"k1"}"#,
        r#"{"alg":"RS512","typ":"beacon-platform+jwt","kid":"k1"}"#,
        r#"{"alg":"RS256","typ":"JWT","kid":"k1"}"#,
        r#"{"alg":"RS256","typ":"beacon-console+jwt","kid":"k1"}"#,
        r#"{"alg":"RS256","kid":"k1"}"#,
        r#"{"alg":"RS256","typ":"beacon-platform+jwt","kid":"k1","jku":"http://evil.example"}"#,
        r#"{"alg":"RS256","typ":"beacon-platform+jwt","kid":"k1","x5u":"http://evil.example"}"#,
        r#"{"alg":"RS256","typ":"beacon-platform+jwt","kid":"k1","jwk":{}}"#,
        r#"{"alg":"RS256","typ":"beacon-platform+jwt","kid":"k1","crit":["x"]}"#,
        r#"{"alg":"RS256","typ":"beacon-platform+jwt","kid":"k2"}"#,
    ];
    for header in cases {
        let token = sign_raw(&key, header, &claims().to_string());
        assert!(issuer.verify(&token).await.is_err(), "{header}");
    }
    let good = r#"{"alg":"RS256","typ":"beacon-platform+jwt","kid":"k1"}"#;
    assert!(
        issuer
            .verify(&sign_raw(&key, good, &claims().to_string()))
            .await
            .is_ok()
    );
}

#[tokio::test]
async fn a_forged_signature_is_refused() {
    let (own, foreign) = (key("k1"), key("k1"));
    let issuer = Issuer::serving(&[&own]).await;
    let forged = sign(&foreign, &header(), &claims());
    assert_eq!(
        issuer.verify(&forged).await,
        Err(AuthError::Invalid("signature"))
    );
    let token = sign(&own, &header(), &claims());
    let unsigned = token.rsplit_once('.').unwrap().0;
    assert!(issuer.verify(&format!("{unsigned}.")).await.is_err());
}

#[tokio::test]
async fn what_is_no_token_is_refused_before_it_is_parsed() {
    let key = key("k1");
    let issuer = Issuer::serving(&[&key]).await;
    for text in [
        "",
        ".",
        "..",
        "a.b",
        "a.b.c",
        "a.b.c.d",
        "\u{0}.\u{0}.\u{0}",
    ] {
        assert_eq!(
            issuer.verify(text).await,
            Err(AuthError::Malformed),
            "{text:?}"
        );
    }
    assert_eq!(
        issuer.verify(&"a".repeat(MAX_TOKEN_BYTES + 1)).await,
        Err(AuthError::TooLong)
    );
    assert_eq!(issuer.fetches.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_claim_that_comes_twice_is_refused() {
    let key = key("k1");
    let issuer = Issuer::serving(&[&key]).await;
    let claims = claims().to_string().replacen('{', r#"{"sub":"admin","#, 1);
    let token = sign_raw(
        &key,
        r#"{"alg":"RS256","typ":"beacon-platform+jwt","kid":"k1"}"#,
        &claims,
    );
    assert!(issuer.verify(&token).await.is_err());
}

#[tokio::test]
async fn unknown_key_ids_cause_one_fetch() {
    let key = key("k1");
    let issuer = Issuer::serving(&[&key]).await;
    for n in 0..50 {
        let mut header = header();
        header.kid = Some(format!("unknown-{n}"));
        let token = sign(&key, &header, &claims());
        assert_eq!(issuer.verify(&token).await, Err(AuthError::UnknownKey));
    }
    assert_eq!(issuer.fetches.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_request_that_is_dropped_does_not_take_the_fetch_along() {
    let key = key("k1");
    let issuer = Issuer::serving(&[&key]).await;
    let token = sign(&key, &header(), &claims());
    let held = issuer.gate.lock().await;
    let soon = Duration::from_millis(50);
    let dropped = tokio::time::timeout(soon, issuer.verify(&token)).await;
    assert!(dropped.is_err(), "it waits for the keys");
    drop(held);
    assert!(issuer.verify(&token).await.is_ok());
    assert_eq!(issuer.fetches.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_known_key_does_not_wait_for_a_fetch() {
    let (known, unknown) = (key("k1"), key("k2"));
    let issuer = Issuer::serving(&[&known]).await;
    let token = sign(&known, &header(), &claims());
    assert!(issuer.verify(&token).await.is_ok());
    let family = issuer.verifier.families.values().next().unwrap();
    family.keys.forget_when_it_was_tried();
    *issuer.body.lock().unwrap() = set(&[&known, &unknown]);
    let held = issuer.gate.lock().await;
    let mut other = header();
    other.kid = Some("k2".into());
    let later = sign(&unknown, &other, &claims());
    let waits = issuer.verify(&later);
    tokio::pin!(waits);
    let soon = Duration::from_millis(50);
    assert!(tokio::time::timeout(soon, &mut waits).await.is_err());
    assert!(issuer.verify(&token).await.is_ok(), "while the fetch hangs");
    drop(held);
    assert!(waits.await.is_ok());
    assert_eq!(issuer.fetches.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn an_issuer_that_breaks_later_fails_nobody_whose_key_is_known() {
    for broken in [r#"{"keys":[]}"#, "not json", ""] {
        let key = key("k1");
        let issuer = Issuer::serving(&[&key]).await;
        let token = sign(&key, &header(), &claims());
        assert!(issuer.verify(&token).await.is_ok());
        *issuer.body.lock().unwrap() = broken.to_owned();
        assert!(issuer.verify(&token).await.is_ok(), "{broken:?}");
    }
}

#[tokio::test]
async fn without_keys_nobody_is_let_in_and_it_is_not_the_tokens_fault() {
    let key = key("k1");
    let issuer = Issuer::serving(&[]).await;
    let token = sign(&key, &header(), &claims());
    assert_eq!(issuer.verify(&token).await, Err(AuthError::KeysUnavailable));
}

#[tokio::test]
async fn keys_that_are_not_for_this_are_left_out() {
    let (good, mut encryption) = (key("k1"), key("k2"));
    encryption.public.common.public_key_use = Some(PublicKeyUse::Encryption);
    let issuer = Issuer::serving(&[&good, &encryption]).await;
    let mut header = header();
    header.kid = Some("k2".into());
    let token = sign(&encryption, &header, &claims());
    assert_eq!(issuer.verify(&token).await, Err(AuthError::UnknownKey));
}

#[tokio::test]
async fn two_keys_with_one_id_make_the_set_unusable() {
    let (one, two) = (key("k1"), key("k1"));
    let issuer = Issuer::serving(&[&one, &two]).await;
    let token = sign(&one, &header(), &claims());
    assert_eq!(issuer.verify(&token).await, Err(AuthError::KeysUnavailable));
}

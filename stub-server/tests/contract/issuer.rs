//! The issuer's tokens, judged by a token library.

use jsonwebtoken::{Algorithm, DecodingKey, TokenData, Validation, decode, errors::ErrorKind};
use serde_json::{Value, json};

use crate::world::World;

async fn issue(world: &World, query: &str, body: &'static str) -> Value {
    let request = world
        .http
        .post(format!("{}/issuer/token{query}", world.url))
        .body(body);
    let reply = request.send().await.unwrap().error_for_status().unwrap();
    reply.json().await.unwrap()
}

async fn verify(world: &World, token: &Value) -> Result<TokenData<Value>, ErrorKind> {
    let set: Value = world
        .get("/issuer/.well-known/jwks.json")
        .await
        .json()
        .await
        .unwrap();
    let [key] = set["keys"].as_array().unwrap().as_slice() else {
        panic!("one key")
    };
    let field = |name: &str| key[name].as_str().unwrap().to_owned();
    let decoding = DecodingKey::from_rsa_components(&field("n"), &field("e")).unwrap();
    let mut validation = Validation::new(Algorithm::RS256);
    validation.set_audience(&["beacon"]);
    validation.set_issuer(&[format!("{}/issuer", world.url)]);
    validation.validate_nbf = true;
    decode(token["token"].as_str().unwrap(), &decoding, &validation)
        .map_err(|error| error.kind().clone())
}

#[tokio::test]
async fn a_token_verifies_and_names_what_the_user_may_enter() {
    let world = World::start().await;
    let issued = issue(&world, "", "").await;
    let token = verify(&world, &issued).await.unwrap();
    assert_eq!(token.header.typ.as_deref(), Some("beacon-platform+jwt"));
    assert!(token.header.kid.is_some());
    let claims = token.claims;
    assert_eq!(claims["sub"], json!("user-demo"));
    assert_eq!(claims["tiers"], json!(["enterprise"]));
    let facilities = claims["facilities"].as_array().unwrap();
    assert!(facilities.contains(&json!("fac-a")) && !facilities.contains(&json!("fac-closed")));
    assert_eq!(
        claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(),
        900
    );
}

#[tokio::test]
async fn lifetime_facilities_and_tiers_can_be_asked_for() {
    let world = World::start().await;
    let body = r#"{"ttl_seconds":60,"facilities":["fac-3001"],"tiers":["view"]}"#;
    let claims = verify(&world, &issue(&world, "", body).await)
        .await
        .unwrap()
        .claims;
    assert_eq!(claims["facilities"], json!(["fac-3001"]));
    assert_eq!(claims["tiers"], json!(["view"]));
    assert_eq!(
        claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(),
        60
    );
}

#[tokio::test]
async fn every_fault_is_found() {
    let world = World::start().await;
    for (fault, found) in [
        ("expired", ErrorKind::ExpiredSignature),
        ("wrong_key", ErrorKind::InvalidSignature),
        ("wrong_audience", ErrorKind::InvalidAudience),
        ("not_yet_valid", ErrorKind::ImmatureSignature),
    ] {
        let issued = issue(&world, &format!("?fault={fault}"), "{}").await;
        assert_eq!(verify(&world, &issued).await.unwrap_err(), found, "{fault}");
    }
}

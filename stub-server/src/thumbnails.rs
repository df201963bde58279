//! Previews of panoramas: pictures drawn from the data, behind addresses that are signed and soon
//! expire, because a browser's `<img>` sends no bearer.

mod drawing;
mod figures;

use std::{fmt::Write as _, sync::Arc};

use aws_lc_rs::{
    constant_time::verify_slices_are_equal,
    error::Unspecified,
    hmac::{self, Key},
    rand::SystemRandom,
};
use axum::{
    Router,
    extract::{Path, Query, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use serde::Deserialize;

use crate::{
    clock,
    issuer::KeyError,
    site::{Site, SiteError, scene::Scene},
};
use drawing::View;

/// How long an address is good, seconds.
const LIFETIME: i64 = 3_600;
/// Addresses made in the same minutes are the same, so that a browser can cache.
const STEP: i64 = 300;

/// Signs addresses of previews. Clones share the key, which lives as long as the process.
#[derive(Clone)]
pub struct Signer {
    key: Arc<Key>,
    base: Arc<str>,
}

impl Signer {
    /// A signer with a new key.
    ///
    /// # Errors
    /// If no key can be generated.
    pub fn new(public_url: &str) -> Result<Self, KeyError> {
        let key = Key::generate(hmac::HMAC_SHA256, &SystemRandom::new())?;
        Ok(Self {
            key: Arc::new(key),
            base: format!("{public_url}/thumbnails").into(),
        })
    }

    /// An address for a panorama's preview, good for about an hour.
    #[must_use]
    pub fn address(&self, pano_id: &str) -> String {
        let expires = expiry();
        let sig = self.signature(pano_id, "", expires);
        format!("{}/{pano_id}?exp={expires}&sig={sig}", self.base)
    }

    /// The same for one of the scenes that the panorama shows.
    #[must_use]
    pub fn address_of(&self, pano_id: &str, scene: Scene) -> String {
        let (scene, expires) = (scene.name(), expiry());
        let sig = self.signature(pano_id, scene, expires);
        format!(
            "{}/{pano_id}?scene={scene}&exp={expires}&sig={sig}",
            self.base
        )
    }

    fn signature(&self, pano_id: &str, scene: &str, expires: i64) -> String {
        let tag = hmac::sign(
            &self.key,
            format!("{pano_id}\n{scene}\n{expires}").as_bytes(),
        );
        tag.as_ref().iter().fold(String::new(), |mut text, byte| {
            // Writing into a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    fn check(&self, pano_id: &str, signed: &Signed, now: i64) -> Result<(), Unspecified> {
        let expected = self.signature(pano_id, &signed.scene, signed.exp);
        verify_slices_are_equal(expected.as_bytes(), signed.sig.as_bytes())?;
        if signed.exp > now {
            Ok(())
        } else {
            Err(Unspecified)
        }
    }
}

fn expiry() -> i64 {
    (clock::unix_seconds() / STEP) * STEP + LIFETIME
}

#[derive(Deserialize)]
struct Signed {
    #[serde(default)]
    scene: String,
    exp: i64,
    sig: String,
}

/// The route of the previews.
pub fn router(site: Site, signer: Signer) -> Router {
    Router::new()
        .route("/thumbnails/{pano_id}", get(preview))
        .with_state((site, signer))
}

async fn preview(
    State((site, signer)): State<(Site, Signer)>,
    Path(pano_id): Path<String>,
    signed: Result<Query<Signed>, axum::extract::rejection::QueryRejection>,
) -> Response {
    let good = |signed: &Signed| {
        signer
            .check(&pano_id, signed, clock::unix_seconds())
            .is_ok()
    };
    let Some(Query(signed)) = signed.ok().filter(|Query(signed)| good(signed)) else {
        return (
            StatusCode::FORBIDDEN,
            "this address has expired or was altered",
        )
            .into_response();
    };
    match view(&site, &pano_id, Scene::parse(&signed.scene)).await {
        Ok(Some(view)) => {
            let headers = [
                (header::CONTENT_TYPE, "image/svg+xml"),
                (header::CACHE_CONTROL, "private, max-age=600"),
                // A picture needs nothing; opened by itself it stays a picture.
                (
                    header::CONTENT_SECURITY_POLICY,
                    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
                ),
            ];
            (headers, drawing::svg(&view)).into_response()
        }
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => {
            tracing::error!(%error, "no preview");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

async fn view(
    site: &Site,
    pano_id: &str,
    wanted: Option<Scene>,
) -> Result<Option<View>, SiteError> {
    let row: Option<(String, String, String, f64)> = sqlx::query_as(
        "SELECT p.scene, p.captured_at, l.name, l.elevation FROM panoramas p \
         JOIN levels l ON l.id = p.level_id WHERE p.id = ?",
    )
    .bind(pano_id)
    .fetch_optional(site.pool())
    .await?;
    Ok(row.map(|(scene, captured_at, level, elevation)| View {
        pano_id: pano_id.to_owned(),
        scene: wanted
            .or_else(|| Scene::parse(&scene))
            .unwrap_or(Scene::Bay),
        level,
        day: captured_at.get(..10).unwrap_or_default().to_owned(),
        below_ground: elevation < 0.0,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(address: &str) -> Signed {
        let (_, query) = address.split_once("?exp=").unwrap();
        let (exp, sig) = query.split_once("&sig=").unwrap();
        Signed {
            scene: String::new(),
            exp: exp.parse().unwrap(),
            sig: sig.to_owned(),
        }
    }

    #[test]
    fn an_address_is_good_for_its_panorama_and_its_time() {
        let signer = Signer::new("http://stub").unwrap();
        let good = signed(&signer.address("pano-a-00001"));
        let now = clock::unix_seconds();
        assert!(signer.check("pano-a-00001", &good, now).is_ok());
        assert!(signer.check("pano-a-00002", &good, now).is_err());
        assert!(signer.check("pano-a-00001", &good, good.exp).is_err());
        let other = Signed {
            scene: "bay".to_owned(),
            sig: good.sig.clone(),
            exp: good.exp,
        };
        assert!(signer.check("pano-a-00001", &other, now).is_err());
        let later = Signed {
            exp: good.exp + 1,
            ..good
        };
        assert!(signer.check("pano-a-00001", &later, now).is_err());
    }
}

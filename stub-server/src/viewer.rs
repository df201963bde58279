//! The 3D viewer's page and the data that it draws: a facility's levels, records and panoramas.

use std::path::Path;

use axum::{
    Json, Router,
    extract::{Query, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_http::{services::ServeDir, set_header::SetResponseHeaderLayer};

use crate::site::{Facility, Site, SiteError};

#[derive(Clone)]
struct Viewer {
    site: Site,
    server_url: String,
}

/// The routes under `/viewer`.
pub fn router(site: Site, server_url: &str, policy: HeaderValue, dist: &Path) -> Router {
    Router::new()
        .route("/viewer/api/site", get(site_data))
        .route("/viewer/api/settings", get(settings))
        .with_state(Viewer {
            site,
            server_url: server_url.to_owned(),
        })
        .nest_service("/viewer", ServeDir::new(dist))
        .layer(SetResponseHeaderLayer::overriding(
            header::CONTENT_SECURITY_POLICY,
            policy,
        ))
}

async fn settings(State(viewer): State<Viewer>) -> Json<Value> {
    Json(json!({ "server_url": viewer.server_url }))
}

#[derive(Deserialize)]
struct Wanted {
    facility: String,
}

async fn site_data(State(viewer): State<Viewer>, Query(wanted): Query<Wanted>) -> Response {
    match read(&viewer.site, &wanted.facility).await {
        Ok(Found::Site(data)) => Json(data).into_response(),
        Ok(Found::Closed) => StatusCode::FORBIDDEN.into_response(),
        Ok(Found::Nothing) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => {
            tracing::error!(%error, "no site data");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

enum Found {
    Site(Box<SiteData>),
    Closed,
    Nothing,
}

/// Panoramas as columns: there are thousands.
#[derive(Default, Serialize)]
struct Columns {
    id: Vec<String>,
    level: Vec<usize>,
    record: Vec<usize>,
    x: Vec<f64>,
    y: Vec<f64>,
    z: Vec<f64>,
}

#[derive(Serialize)]
struct Level {
    id: String,
    name: String,
    elevation: f64,
    ceiling: f64,
    ground: bool,
    outline: Value,
}

#[derive(Serialize, sqlx::FromRow)]
struct Record {
    id: String,
    captured_at: String,
}

#[derive(Serialize)]
struct SiteData {
    facility: Value,
    facilities: Vec<Value>,
    levels: Vec<Level>,
    records: Vec<Record>,
    panoramas: Columns,
}

fn named(facility: &Facility) -> Value {
    json!({ "key": facility.key, "name": facility.name, "review_key": facility.review_key })
}

async fn read(site: &Site, key: &str) -> Result<Found, SiteError> {
    let facilities = site.facilities().await?;
    let Some(facility) = facilities.iter().find(|facility| facility.key == key) else {
        return Ok(Found::Nothing);
    };
    if !facility.is_open() {
        return Ok(Found::Closed);
    }
    let levels: Vec<(String, String, f64, f64, bool, String)> = sqlx::query_as(
        "SELECT id, name, elevation, ceiling, ground, outline FROM levels \
         WHERE facility_key = ? ORDER BY ordinal",
    )
    .bind(key)
    .fetch_all(site.pool())
    .await?;
    let records = sqlx::query_as(
        "SELECT id, captured_at FROM records WHERE facility_key = ? ORDER BY number",
    )
    .bind(key)
    .fetch_all(site.pool())
    .await?;
    Ok(Found::Site(Box::new(SiteData {
        facility: named(facility),
        facilities: facilities
            .iter()
            .filter(|each| each.is_open())
            .map(named)
            .collect(),
        levels: levels
            .into_iter()
            .map(|(id, name, elevation, ceiling, ground, outline)| Level {
                id,
                name,
                elevation,
                ceiling,
                ground,
                outline: serde_json::from_str(&outline).unwrap_or_default(),
            })
            .collect(),
        records,
        panoramas: panoramas(site, key).await?,
    })))
}

async fn panoramas(site: &Site, key: &str) -> Result<Columns, SiteError> {
    let rows: Vec<(String, i64, i64, f64, f64, f64)> = sqlx::query_as(
        "SELECT p.id, l.ordinal, r.number - 1, p.x, p.y, p.z FROM panoramas p \
         JOIN levels l ON l.id = p.level_id JOIN records r ON r.id = p.record_id \
         WHERE p.facility_key = ? ORDER BY p.id",
    )
    .bind(key)
    .fetch_all(site.pool())
    .await?;
    let mut columns = Columns::default();
    for (id, level, record, x, y, z) in rows {
        columns.id.push(id);
        columns
            .level
            .push(usize::try_from(level).unwrap_or_default());
        columns
            .record
            .push(usize::try_from(record).unwrap_or_default());
        columns.x.push(x);
        columns.y.push(y);
        columns.z.push(z);
    }
    Ok(columns)
}

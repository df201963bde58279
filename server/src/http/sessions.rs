//! Sessions: created, read back.

use crate::conversation::Session;
use crate::http::App;
use crate::http::auth::Caller;
use crate::http::problem::Rejection;
use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use beacon_shared::api::{CreateSession, SessionHead, SessionView};
use beacon_shared::id::SessionId;

/// The longest facility key, in bytes.
const MAX_FACILITY_KEY_BYTES: usize = 128;

/// `POST /v1/sessions`
///
/// # Errors
/// 400 for a facility key that is none, 403 for a facility the caller may not enter.
pub async fn create(
    State(app): State<App>,
    caller: Caller,
    body: Result<Json<CreateSession>, JsonRejection>,
) -> Result<(StatusCode, Json<SessionHead>), Rejection> {
    let Json(body) = body?;
    let key = &body.facility_key;
    if key.is_empty() || key.len() > MAX_FACILITY_KEY_BYTES {
        let detail = format!("facility_key must have 1 to {MAX_FACILITY_KEY_BYTES} bytes.");
        return Err(
            Rejection::new(StatusCode::BAD_REQUEST, "invalid_facility_key", detail)
                .field("facility_key")
                .limit(MAX_FACILITY_KEY_BYTES as u64),
        );
    }
    caller.may_enter(key)?;
    let session = Session {
        id: SessionId::new(uuid::Uuid::now_v7().to_string()),
        facility_key: body.facility_key,
        locale: body.locale,
        created_at: jiff::Timestamp::now().to_string(),
    };
    app.store
        .create_session(&caller.owner(), &session)
        .await
        .map_err(|error| Rejection::internal(&error))?;
    Ok((StatusCode::CREATED, Json(head(session))))
}

/// `GET /v1/sessions/{id}`
///
/// # Errors
/// 404 for a session that does not exist or is somebody else's.
pub async fn read(
    State(app): State<App>,
    caller: Caller,
    id: Result<Path<String>, PathRejection>,
) -> Result<Json<SessionView>, Rejection> {
    let Path(id) = id?;
    let session = owned(&app, &caller, &SessionId::new(id)).await?;
    let turns = app
        .store
        .turns(&session.id, None)
        .await
        .map_err(|error| Rejection::internal(&error))?;
    Ok(Json(SessionView {
        head: head(session),
        turns,
    }))
}

/// The caller's own session.
///
/// # Errors
/// 404 for a session that does not exist or is somebody else's; 403 if the caller may no longer
/// enter its facility.
pub async fn owned(app: &App, caller: &Caller, id: &SessionId) -> Result<Session, Rejection> {
    let found = app.store.session(&caller.owner(), id).await;
    let session = found
        .map_err(|error| Rejection::internal(&error))?
        .ok_or_else(Rejection::no_session)?;
    caller.may_enter(&session.facility_key)?;
    Ok(session)
}

fn head(session: Session) -> SessionHead {
    SessionHead {
        session_id: session.id,
        facility_key: session.facility_key,
        locale: session.locale,
        created_at: session.created_at,
    }
}

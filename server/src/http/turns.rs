//! A turn: one POST, one SSE stream.

use crate::conversation::store::Opened;
use crate::http::App;
use crate::http::auth::Caller;
use crate::http::problem::Rejection;
use crate::http::runs;
use crate::http::sessions::owned;
use crate::orchestrator::frames::FrameWriter;
use crate::orchestrator::history;
use crate::orchestrator::turn::TurnInput;
use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use beacon_shared::api::{SendTurn, StoredFrame};
use beacon_shared::id::{RunId, SessionId};
use futures_util::{Stream, StreamExt};
use std::convert::Infallible;
use tokio::sync::oneshot;

/// The longest idempotency key, in bytes.
const MAX_IDEMPOTENCY_KEY_BYTES: usize = 128;

/// `POST /v1/sessions/{id}/turns`
///
/// # Errors
/// 400 for a message that is empty or too long, 404 for an unknown session, 409 while the run with
/// the same idempotency key is under way, or if that key came with another message.
pub async fn send(
    State(app): State<App>,
    caller: Caller,
    id: Result<Path<String>, PathRejection>,
    body: Result<Json<SendTurn>, JsonRejection>,
) -> Result<Response, Rejection> {
    let Path(id) = id?;
    let Json(body) = body?;
    check(&body, app.limits.max_message_bytes)?;
    if app.draining.is_cancelled() {
        let detail = "The server is about to stop. Send the message again in a moment.";
        return Err(Rejection::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "draining",
            detail,
        ));
    }
    let session = owned(&app, &caller, &SessionId::new(id)).await?;
    let internal = |error: crate::conversation::store::StoreError| Rejection::internal(&error);
    let turns = app
        .store
        .turns(&session.id, Some(app.limits.history_turns))
        .await
        .map_err(internal)?;
    let run_id = RunId::new(uuid::Uuid::now_v7().to_string());
    let created_at = jiff::Timestamp::now().to_string();
    let input = TurnInput {
        run_id: run_id.clone(),
        session_id: session.id,
        // Its number is known when it is opened.
        turn: 0,
        facility_key: session.facility_key,
        locale: body.locale.unwrap_or(session.locale),
        message: body.message,
        view: body.view_context,
        history: history::exchanges(&turns),
        principal: caller.principal,
        call_auth: caller.call_auth,
    };
    let (writer, frames) = FrameWriter::new();
    let (tell, told) = oneshot::channel();
    let task = app.clone();
    // One task opens the turn and runs it, and belongs to the tracker, not to the connection: a request
    // that is dropped leaves no turn without a run, and the run is stored even if nobody listens.
    app.runs.spawn(async move {
        let opened = task
            .store
            .open_turn(
                &input.session_id,
                &input.run_id,
                &body.idempotency_key,
                &input.message,
                &created_at,
            )
            .await;
        let turn = match &opened {
            Ok(Opened::New { turn }) => Some(*turn),
            _ => None,
        };
        let _ = tell.send(opened);
        if let Some(turn) = turn {
            runs::run(&task, TurnInput { turn, ..input }, writer).await;
        }
    });
    let opened = told
        .await
        .map_err(|error| Rejection::internal(&error))?
        .map_err(internal)?;
    match opened {
        Opened::New { .. } => {}
        Opened::Known(run) => return replay(&app, &run).await,
        Opened::OtherMessage => {
            let detail = "This idempotency_key came with another message before. Send a new key.";
            return Err(
                Rejection::new(StatusCode::CONFLICT, "idempotency_key_reused", detail)
                    .field("idempotency_key"),
            );
        }
    }
    let frames = futures_util::stream::unfold(frames, |mut frames| async move {
        frames.recv().await.map(|frame| (frame, frames))
    });
    Ok(stream(&app, &run_id, frames))
}

fn check(body: &SendTurn, max_message_bytes: usize) -> Result<(), Rejection> {
    let bad = |field: &str, limit: usize, detail: String| {
        Rejection::new(StatusCode::BAD_REQUEST, "invalid_field", detail)
            .field(field)
            .limit(limit as u64)
    };
    let key = &body.idempotency_key;
    if key.is_empty() || key.len() > MAX_IDEMPOTENCY_KEY_BYTES {
        let detail = format!("idempotency_key must have 1 to {MAX_IDEMPOTENCY_KEY_BYTES} bytes.");
        return Err(bad("idempotency_key", MAX_IDEMPOTENCY_KEY_BYTES, detail));
    }
    if body.message.trim().is_empty() {
        return Err(bad(
            "message",
            max_message_bytes,
            "message must not be empty.".into(),
        ));
    }
    if body.message.len() > max_message_bytes {
        let detail = format!(
            "message has {} bytes; at most {max_message_bytes} are taken. Shorten it.",
            body.message.len()
        );
        return Err(bad("message", max_message_bytes, detail));
    }
    Ok(())
}

/// The frames of a run that has ended, once more.
async fn replay(app: &App, run: &RunId) -> Result<Response, Rejection> {
    let frames = app
        .store
        .frames(run)
        .await
        .map_err(|error| Rejection::internal(&error))?;
    if frames.is_empty() {
        let detail = "This message is being answered already.";
        return Err(
            Rejection::new(StatusCode::CONFLICT, "run_under_way", detail).field("idempotency_key"),
        );
    }
    Ok(stream(app, run, futures_util::stream::iter(frames)))
}

fn stream(
    app: &App,
    run: &RunId,
    frames: impl Stream<Item = StoredFrame> + Send + 'static,
) -> Response {
    let run = run.clone();
    // Kinds and ids are ours: no text from outside is in them, and none has a line break.
    let events = frames.map(move |frame| {
        let event = Event::default()
            .event(frame.event)
            .id(format!("{run}:{}", frame.seq))
            .data(frame.data.to_string());
        Ok::<_, Infallible>(event)
    });
    let headers = [
        (header::CACHE_CONTROL, "no-cache, no-transform"),
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    let keep_alive = KeepAlive::new().interval(app.keep_alive);
    (headers, Sse::new(events).keep_alive(keep_alive)).into_response()
}

//! A turn: one POST, one SSE stream.

use crate::conversation::store::Opened;
use crate::http::App;
use crate::http::auth::Caller;
use crate::http::problem::Rejection;
use crate::http::sessions::owned;
use crate::orchestrator::frames::FrameWriter;
use crate::orchestrator::history;
use crate::orchestrator::turn::{self, TurnInput};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use beacon_shared::api::{SendTurn, StoredFrame};
use beacon_shared::id::{RunId, SessionId};
use futures_util::{Stream, StreamExt};
use std::convert::Infallible;

/// The longest idempotency key, in bytes.
const MAX_IDEMPOTENCY_KEY_BYTES: usize = 128;

/// `POST /v1/sessions/{id}/turns`
///
/// # Errors
/// 400 for a message that is empty or too long, 404 for an unknown session, 409 while the run with
/// the same idempotency key is under way.
pub async fn send(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    body: Result<Json<SendTurn>, JsonRejection>,
) -> Result<Response, Rejection> {
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
    let opened = app
        .store
        .open_turn(
            &session.id,
            &run_id,
            &body.idempotency_key,
            &body.message,
            &created_at,
        )
        .await
        .map_err(internal)?;
    let turn = match opened {
        Opened::New { turn } => turn,
        Opened::Known(run) => return replay(&app, &run).await,
    };
    let input = TurnInput {
        run_id: run_id.clone(),
        session_id: session.id,
        turn,
        facility_key: session.facility_key,
        locale: body.locale.unwrap_or(session.locale),
        message: body.message,
        view: body.view_context,
        history: history::exchanges(&turns),
        principal: caller.principal,
        call_auth: caller.call_auth,
    };
    let (mut writer, frames) = FrameWriter::new();
    let task = app.clone();
    // The run belongs to the tracker, not to the connection: it is stored even if nobody listens.
    app.runs.spawn(async move {
        turn::run(&task.engine, &input, &mut writer).await;
        if let Err(error) = task.store.save_frames(&input.run_id, writer.kept()).await {
            tracing::error!(run = %input.run_id, %error, "the run could not be stored");
        }
    });
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

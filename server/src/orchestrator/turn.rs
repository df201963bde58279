//! One turn, from `start` to its one terminal frame.

use crate::identity::Principal;
use crate::model::{ModelError, StopReason};
use crate::narration::prompts::Turn;
use crate::orchestrator::Engine;
use crate::orchestrator::frames::{FrameWriter, WriteError};
use crate::orchestrator::gather::gather;
use crate::orchestrator::history::Exchange;
use crate::orchestrator::narrate::narrate;
use crate::upstream::CallAuth;
use beacon_shared::frame::{
    Done, ErrorCode, Failure, Frame, PROTOCOL_VERSION, Start, TurnOutcome, Usage,
};
use beacon_shared::id::{RunId, SessionId};
use beacon_shared::locale::Locale;
use beacon_shared::view_context::ViewContext;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// What one turn is about.
#[derive(Debug)]
pub struct TurnInput {
    /// The run.
    pub run_id: RunId,
    /// Its session.
    pub session_id: SessionId,
    /// Its number in the session, from 1.
    pub turn: u32,
    /// The facility asked about.
    pub facility_key: String,
    /// The language of the answer.
    pub locale: Locale,
    /// What the user said.
    pub message: String,
    /// What the user is looking at.
    pub view: Option<ViewContext>,
    /// Who asks.
    pub principal: Principal,
    /// What the upstream is shown.
    pub call_auth: CallAuth,
    /// What was said before.
    pub history: Vec<Exchange>,
}

impl TurnInput {
    /// The varying part of the prompts.
    pub fn prompt(&self) -> Turn<'_> {
        Turn {
            locale: self.locale,
            question: &self.message,
            view: self.view.as_ref(),
        }
    }
}

/// Why a turn failed.
#[derive(Debug, thiserror::Error)]
pub enum TurnError {
    /// The upstream's tools could not be listed.
    #[error("the upstream is not available")]
    UpstreamUnavailable,
    /// The model could not be reached, or refused.
    #[error("the model is not available")]
    ModelUnavailable,
    /// The model's stream ended before its end.
    #[error("the model's answer was cut off")]
    ModelTruncated,
    /// The turn took too long.
    #[error("the deadline has passed")]
    DeadlineExceeded,
    /// The process has to end.
    #[error("the run was interrupted")]
    Interrupted,
    /// A frame could not be written: a fault of ours.
    #[error(transparent)]
    Frame(#[from] WriteError),
}

impl From<ModelError> for TurnError {
    fn from(error: ModelError) -> Self {
        match error {
            ModelError::Truncated => Self::ModelTruncated,
            ModelError::TimedOut => Self::DeadlineExceeded,
            other => {
                tracing::warn!(error = %other, "the model failed");
                Self::ModelUnavailable
            }
        }
    }
}

impl TurnError {
    fn failure(&self) -> Failure {
        let (code, retryable, key) = match self {
            Self::UpstreamUnavailable => (
                ErrorCode::UpstreamUnavailable,
                true,
                "error.upstream_unavailable",
            ),
            Self::ModelUnavailable => {
                (ErrorCode::ModelUnavailable, true, "error.model_unavailable")
            }
            Self::ModelTruncated => (ErrorCode::ModelTruncated, true, "error.model_truncated"),
            Self::DeadlineExceeded => {
                (ErrorCode::DeadlineExceeded, true, "error.deadline_exceeded")
            }
            Self::Interrupted => (ErrorCode::Interrupted, true, "error.interrupted"),
            Self::Frame(_) => (ErrorCode::Internal, false, "error.internal"),
        };
        Failure {
            code,
            retryable,
            message_key: key.to_owned(),
        }
    }
}

/// Whether a model said all it wanted to.
///
/// # Errors
/// If it was cut off, or refused.
pub(super) fn ended_well(stop: Option<StopReason>) -> Result<(), TurnError> {
    match stop {
        Some(StopReason::EndTurn | StopReason::StopSequence | StopReason::ToolUse) => Ok(()),
        Some(StopReason::Refusal) => Err(TurnError::ModelUnavailable),
        Some(StopReason::MaxTokens | StopReason::Other) | None => Err(TurnError::ModelTruncated),
    }
}

/// Runs a turn to its terminal frame, within the turn's deadline, or until the process has to end.
pub async fn run(
    engine: &Engine,
    input: &TurnInput,
    writer: &mut FrameWriter,
    interrupted: &CancellationToken,
) {
    let deadline = Instant::now() + Duration::from_secs(engine.limits.deadline_seconds);
    let answer = tokio::select! {
        answer = tokio::time::timeout_at(deadline, answer(engine, input, deadline, writer)) => {
            answer.unwrap_or(Err(TurnError::DeadlineExceeded))
        }
        () = interrupted.cancelled() => Err(TurnError::Interrupted),
    };
    let last = match answer {
        Ok(done) => Frame::Done(done),
        Err(error) => {
            tracing::warn!(run = %input.run_id, %error, "the turn failed");
            Frame::Error(error.failure())
        }
    };
    if let Err(error) = writer.write(last).await {
        tracing::error!(run = %input.run_id, %error, "the terminal frame could not be written");
    }
}

async fn answer(
    engine: &Engine,
    input: &TurnInput,
    deadline: Instant,
    writer: &mut FrameWriter,
) -> Result<Done, TurnError> {
    let start = Start {
        run_id: input.run_id.clone(),
        session_id: input.session_id.clone(),
        turn: input.turn,
        protocol_version: PROTOCOL_VERSION,
        locale: input.locale,
    };
    writer.write(Frame::Start(start)).await?;
    let gathered = gather(engine, input, deadline, writer).await?;
    // A refusal speaks for itself, on a card from the copy table.
    if gathered.settled.is_empty() && !gathered.denied.is_empty() {
        return Ok(Done {
            outcome: TurnOutcome::Denied,
            usage: gathered.usage,
        });
    }
    let narrated = narrate(engine, input, &gathered, deadline, writer).await?;
    let usage = Usage {
        input_tokens: gathered
            .usage
            .input_tokens
            .saturating_add(narrated.input_tokens),
        output_tokens: gathered
            .usage
            .output_tokens
            .saturating_add(narrated.output_tokens),
    };
    Ok(Done {
        outcome: TurnOutcome::Answered,
        usage,
    })
}

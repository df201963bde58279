//! The frames of one turn: one JSON object each, its kind in the stream's `event:` field.

use crate::capability::{Capability, Tier};
use crate::citation::Citation;
use crate::count::Counts;
use crate::id::{CallId, RunId, SessionId};
use crate::inline::{BlockKind, Inline};
use crate::locale::Locale;
use crate::read::{self, Read};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of this wire, in every `start` frame.
pub const PROTOCOL_VERSION: u32 = 1;

/// The turn begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The run.
    pub run_id: RunId,
    /// Its session.
    pub session_id: SessionId,
    /// The turn's number in the session, from 1.
    pub turn: u32,
    /// [`PROTOCOL_VERSION`].
    pub protocol_version: u32,
    /// The language of the answer.
    pub locale: Locale,
}

/// What the planner wants to do in this round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// From 1.
    pub round: u32,
    /// The calls of this round.
    pub steps: Vec<PlanStep>,
}

/// One planned call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanStep {
    /// The call.
    pub call_id: CallId,
    /// The tool.
    pub tool: String,
    /// What to show of it.
    pub title: String,
}

/// A call goes out; sent only after the enforcement point allowed it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolStart {
    /// The call.
    pub call_id: CallId,
    /// The tool.
    pub tool: String,
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolOutcome {
    /// There are findings.
    Answered,
    /// The upstream accounted for its result, and there is none.
    Empty,
    /// An answer without standing: neither findings nor absence.
    Unknown,
    /// The call failed, whatever status it came with.
    Failed,
    /// The upstream refused the credentials.
    AuthExpired,
    /// The call was given up.
    Cancelled,
}

/// A call ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolEnd {
    /// The call.
    pub call_id: CallId,
    /// How.
    pub outcome: ToolOutcome,
    /// From dispatch to verdict.
    pub duration_ms: u64,
}

/// The data plane: numbers and cards, no sentences.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct References {
    /// The call they came from.
    pub call_id: CallId,
    /// The tool they came from.
    pub source: String,
    /// The accounting.
    pub counts: Counts,
    /// The cards.
    pub citations: Vec<Citation>,
    /// A sealed token for the next page, where there is one.
    pub more: Option<String>,
}

/// A call was not allowed out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Denial {
    /// What is missing.
    pub capability: Capability,
    /// The tiers that grant it.
    pub tiers: Vec<Tier>,
    /// What to tell the user, from the copy table.
    pub message: String,
}

/// A counter-question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The question.
    pub text: String,
    /// What can be chosen.
    pub options: Vec<QuestionOption>,
}

/// One way to narrow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionOption {
    /// What to show.
    pub label: String,
    /// What is sent when it is chosen.
    pub message: String,
    /// Whether this one is recommended. At most one is.
    #[serde(default)]
    pub recommended: bool,
}

/// Where a safety hook stopped the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockStage {
    /// Before anything was done with the message.
    Input,
    /// Before the answer was shown.
    Output,
}

/// A safety hook stopped the turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// The policy that decided.
    pub policy_id: String,
    /// Where.
    pub stage: BlockStage,
    /// What to tell the user, from the copy table.
    pub message: String,
}

/// Prose, to be appended to a block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delta {
    /// The block's index, from 0; never lower than in an earlier delta.
    pub block: u32,
    /// What the block is; the same in each of its deltas.
    pub kind: BlockKind,
    /// What to append.
    pub inlines: Vec<Inline>,
}

/// How a turn ended well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnOutcome {
    /// With an answer.
    Answered,
    /// With a counter-question.
    Asked,
    /// With a refusal.
    Denied,
    /// By a safety hook.
    Blocked,
    /// By the user.
    Stopped,
}

/// What the models used, summed over the turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens read.
    pub input_tokens: u64,
    /// Tokens written.
    pub output_tokens: u64,
}

/// The turn ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// How.
    pub outcome: TurnOutcome,
    /// What it took.
    pub usage: Usage,
}

/// Why a turn failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The tools could not be listed.
    UpstreamUnavailable,
    /// The model could not be reached, or refused.
    ModelUnavailable,
    /// The model's stream stopped before its end.
    ModelTruncated,
    /// The turn took too long.
    DeadlineExceeded,
    /// The run was cut off, e.g. by a restart.
    Interrupted,
    /// A fault of ours.
    Internal,
    /// A code this reader does not know.
    #[serde(other)]
    Other,
}

/// The turn failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Why.
    pub code: ErrorCode,
    /// Whether sending again may help.
    pub retryable: bool,
    /// The key of the message in the panel's copy tables.
    pub message_key: String,
}

macro_rules! frames {
    ($($variant:ident($body:ty) = $event:literal),* $(,)?) => {
        /// One frame.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Frame {
            $(#[doc = concat!("`", $event, "`")] $variant($body),)*
        }

        impl Frame {
            /// The kind, as the stream's `event:` field has it.
            pub const fn event(&self) -> &'static str {
                match self { $(Self::$variant(_) => $event,)* }
            }

            /// The body, as the stream's `data:` field has it: one line of JSON.
            ///
            /// # Errors
            /// Only if a number in a pose is not finite, which [`crate::citation::Pose::checked`]
            /// rules out.
            pub fn data(&self) -> Result<String, serde_json::Error> {
                match self { $(Self::$variant(body) => serde_json::to_string(body),)* }
            }

            /// Reads a frame. `Ok(None)` is a kind that this reader does not know, and ignores.
            ///
            /// # Errors
            /// A frame of a known kind whose body is malformed.
            pub fn decode(event: &str, data: &str) -> Result<Option<Self>, MalformedFrame> {
                if !Self::EVENTS.contains(&event) {
                    return Ok(None);
                }
                // What is not JSON has no shape either.
                Self::read(event, &read::parse(data).unwrap_or_default())
            }

            /// Reads a frame whose body is parsed already. See [`Self::decode`].
            ///
            /// # Errors
            /// A frame of a known kind whose body is malformed.
            pub fn read(event: &str, data: &Value) -> Result<Option<Self>, MalformedFrame> {
                match event {
                    $($event => match Read::read(data) {
                        Some(body) => Ok(Some(Self::$variant(body))),
                        None => Err(MalformedFrame { event: $event }),
                    },)*
                    _ => Ok(None),
                }
            }

            const EVENTS: &[&str] = &[$($event),*];
        }
    };
}

frames! {
    Start(Start) = "start",
    Plan(Plan) = "plan",
    ToolStart(ToolStart) = "tool_start",
    ToolEnd(ToolEnd) = "tool_end",
    References(Box<References>) = "references",
    Denial(Denial) = "denial",
    Question(Question) = "question",
    Block(Block) = "block",
    Delta(Delta) = "delta",
    Done(Done) = "done",
    Error(Failure) = "error",
}

/// A frame of a known kind that could not be read.
#[derive(Debug, thiserror::Error)]
#[error("malformed {event} frame")]
pub struct MalformedFrame {
    /// The frame's kind.
    pub event: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_survives_the_wire() {
        let frame = Frame::ToolEnd(ToolEnd {
            call_id: CallId::new("c1"),
            outcome: ToolOutcome::AuthExpired,
            duration_ms: 12,
        });
        let decoded = Frame::decode(frame.event(), &frame.data().unwrap()).unwrap();
        assert_eq!(decoded, Some(frame));
    }

    #[test]
    fn an_unknown_kind_and_an_unknown_field_are_ignored() {
        assert_eq!(Frame::decode("weather", "{}").unwrap(), None);
        let data = r#"{"call_id":"c1","tool":"t","mood":"good"}"#;
        assert!(matches!(
            Frame::decode("tool_start", data),
            Ok(Some(Frame::ToolStart(_)))
        ));
    }

    #[test]
    fn a_malformed_frame_of_a_known_kind_is_an_error() {
        assert!(Frame::decode("done", "{}").is_err());
        assert!(Frame::decode("delta", "not json").is_err());
    }

    #[test]
    fn an_error_code_of_a_newer_server_is_read_as_other() {
        let data = r#"{"code":"brand_new","retryable":false,"message_key":"x"}"#;
        let Some(Frame::Error(failure)) = Frame::decode("error", data).unwrap() else {
            panic!("not an error frame");
        };
        assert_eq!(failure.code, ErrorCode::Other);
    }
}

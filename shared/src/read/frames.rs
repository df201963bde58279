//! The frames of a turn, and what is in them.

use super::{Read, defaulted, field, names, objects};
use crate::capability::{Capability, Tier};
use crate::citation::{Citation, CitationTarget, CoordinateFrame, LookAtSource, Pose, TargetKind};
use crate::count::{Bound, Counts, Grade, Scope, Total};
use crate::frame::{
    Block, BlockStage, Delta, Denial, Done, ErrorCode, Failure, Plan, PlanStep, Question,
    QuestionOption, References, Start, ToolEnd, ToolOutcome, ToolStart, TurnOutcome, Usage,
};
use crate::id::{CallId, RunId, SessionId};
use crate::inline::{BlockKind, Inline};
use crate::locale::Locale;
use serde_json::Value;

impl Read for SessionId {
    fn read(value: &Value) -> Option<Self> {
        value.as_str().map(Self::new)
    }
}

impl Read for RunId {
    fn read(value: &Value) -> Option<Self> {
        value.as_str().map(Self::new)
    }
}

impl Read for CallId {
    fn read(value: &Value) -> Option<Self> {
        value.as_str().map(Self::new)
    }
}

impl Read for Locale {
    fn read(value: &Value) -> Option<Self> {
        Some(Self::from_tag(value.as_str()?).unwrap_or_default())
    }
}

names! {
    ToolOutcome {
        "answered" => Answered, "empty" => Empty, "unknown" => Unknown, "failed" => Failed,
        "auth_expired" => AuthExpired, "cancelled" => Cancelled,
    }
    BlockStage { "input" => Input, "output" => Output }
    TurnOutcome {
        "answered" => Answered, "asked" => Asked, "denied" => Denied, "blocked" => Blocked,
        "stopped" => Stopped,
    }
    Capability {
        "photo_search" => PhotoSearch, "data_query" => DataQuery, "findings" => Findings,
        "elements" => Elements, "captures" => Captures, "projects" => Projects,
    }
    Tier { "view" => View, "inspect" => Inspect, "analyze" => Analyze, "enterprise" => Enterprise }
    TargetKind {
        "panorama" => Panorama, "finding" => Finding, "element" => Element, "record" => Record,
        "level" => Level,
    }
    CoordinateFrame { "bcf-world-m" => BcfWorldMetres }
    LookAtSource { "ray" => Ray, "anchor" => Anchor, "derived" => Derived }
    Grade {
        "exact" => Exact, "lower_bound" => LowerBound, "shown" => Shown, "unknown" => Unknown,
    }
    Bound { "exact" => Exact, "at_least" => AtLeast }
    BlockKind {
        "paragraph" => Paragraph, "heading" => Heading, "bullet" => Bullet, "ordered" => Ordered,
        "quote" => Quote, "code" => Code,
    }
}

impl Read for ErrorCode {
    fn read(value: &Value) -> Option<Self> {
        Some(match value.as_str()? {
            "upstream_unavailable" => Self::UpstreamUnavailable,
            "model_unavailable" => Self::ModelUnavailable,
            "model_truncated" => Self::ModelTruncated,
            "deadline_exceeded" => Self::DeadlineExceeded,
            "interrupted" => Self::Interrupted,
            "internal" => Self::Internal,
            _ => Self::Other,
        })
    }
}

objects! {
    Start {
        run_id: field, session_id: field, turn: field, protocol_version: field, locale: field,
    }
    Plan { round: field, steps: field }
    PlanStep { call_id: field, tool: field, title: field }
    ToolStart { call_id: field, tool: field }
    ToolEnd { call_id: field, outcome: field, duration_ms: field }
    References { call_id: field, source: field, counts: field, citations: field, more: optional }
    Denial { capability: field, tiers: field, message: field }
    Question { text: field, options: field }
    QuestionOption { label: field, message: field, recommended: defaulted }
    Block { policy_id: field, stage: field, message: field }
    Delta { block: field, kind: field, inlines: field }
    Done { outcome: field, usage: field }
    Usage { input_tokens: field, output_tokens: field }
    Failure { code: field, retryable: field, message_key: field }
    Citation {
        number: field, title: field, level: optional, captured_at: optional,
        thumbnail_url: optional, target: field,
    }
    Pose {
        camera_position: field, look_at: field, view_direction: field, frame: field,
        look_at_source: field,
    }
    Total { value: field, bound: field }
    Counts {
        subject: field, scope: field, returned: optional, displayed: field, total: optional,
        has_more: optional, grade: field,
    }
    Scope {
        facility_key: field, level_id: optional, record_id: optional, date_from: optional,
        date_to: optional,
    }
}

impl<T: Read> Read for Box<T> {
    fn read(value: &Value) -> Option<Self> {
        T::read(value).map(Self::new)
    }
}

impl Read for CitationTarget {
    fn read(value: &Value) -> Option<Self> {
        use super::optional;
        Some(Self {
            kind: field(value, "kind")?,
            id: field(value, "id")?,
            facility_key: field(value, "facility_key")?,
            review_key: optional(value, "review_key")?,
            record_id: optional(value, "record_id")?,
            pano_id: optional(value, "pano_id")?,
            level_id: optional(value, "level_id")?,
            bim_id: optional(value, "bim_id")?,
            element_guid: optional(value, "element_guid")?,
            // Beside the scope, not below it; coordinates that cannot be read are none.
            pose: Pose::read(value),
        })
    }
}

impl Read for Inline {
    fn read(value: &Value) -> Option<Self> {
        if value.get("type")?.as_str()? == "cite" {
            let number = field(value, "number")?;
            return Some(Self::Cite { number });
        }
        let text = field(value, "text")?;
        Some(match value.get("type")?.as_str()? {
            "text" => Self::Text { text },
            "strong" => Self::Strong { text },
            "emphasis" => Self::Emphasis { text },
            "code" => Self::Code { text },
            "number" => Self::Number {
                id: field(value, "id")?,
                text,
                grade: field(value, "grade")?,
                subject: field(value, "subject")?,
                call_id: field(value, "call_id")?,
                tool: field(value, "tool")?,
                strong: defaulted(value, "strong")?,
            },
            _ => return None,
        })
    }
}

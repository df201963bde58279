//! The typed inlines that prose is made of. Never markup: the panel makes text nodes of them.

use crate::count::Grade;
use serde::{Deserialize, Serialize};

/// A piece of a block's text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Inline {
    /// Plain text.
    Text {
        /// The characters, to be shown as they are.
        text: String,
    },
    /// Strongly emphasised text.
    Strong {
        /// The characters, to be shown as they are.
        text: String,
    },
    /// Emphasised text.
    Emphasis {
        /// The characters, to be shown as they are.
        text: String,
    },
    /// Code.
    Code {
        /// The characters, to be shown as they are.
        text: String,
    },
    /// A marker for a citation that this turn's references carry.
    Cite {
        /// The citation's number.
        number: u32,
    },
    /// A number that code put here.
    Number {
        /// The ledger entry, e.g. `n1`.
        id: String,
        /// The localised phrase, bound included: `at least 189`.
        text: String,
        /// What may be said of it.
        grade: Grade,
        /// Which noun it counts.
        subject: String,
        /// The call it came from.
        call_id: String,
        /// The tool it came from.
        tool: String,
        /// Whether the sentence around it is strongly emphasised.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        strong: bool,
    },
}

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockKind {
    /// A paragraph.
    Paragraph,
    /// A heading; all levels look alike in a chat.
    Heading,
    /// An item of an unordered list.
    Bullet,
    /// An item of an ordered list.
    Ordered,
    /// A quotation.
    Quote,
    /// A block of code.
    Code,
}

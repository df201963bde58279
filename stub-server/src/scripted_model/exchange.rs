//! One reply, before a protocol gives it its shape: text, tool calls, and how it ends. Also the
//! cutting into small pieces that both protocols stream.

use super::{
    conversation::{Call, Conversation, Role},
    mode::Mode,
    planner, responder,
};

/// What the model answers, free of any protocol.
#[derive(Debug, PartialEq)]
pub struct Reply {
    pub text: String,
    pub calls: Vec<Call>,
    pub ending: Ending,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The text or the calls are all there is.
    Complete,
    /// The token limit cuts the text after its first half.
    CutOff,
    /// The text is followed by more text, for ever.
    Endless,
    /// The provider fails after the first half of the text.
    Failure,
}

/// Decides the reply. Misbehaviour concerns the prose only: a planner always plans well, so that a
/// test of the prose gets as far as the prose.
pub fn reply(conversation: &Conversation, mode: Mode) -> Reply {
    if conversation.role() == Role::Planner {
        let calls = planner::plan(conversation);
        let text = if calls.is_empty() {
            "done".to_owned()
        } else {
            String::new()
        };
        return Reply {
            text,
            calls,
            ending: Ending::Complete,
        };
    }
    let ending = match mode {
        Mode::StopsMidSentence => Ending::CutOff,
        Mode::NeverEnds => Ending::Endless,
        Mode::ErrorMidStream => Ending::Failure,
        _ => Ending::Complete,
    };
    let text = responder::answer(&conversation.last_user_text(), mode);
    let text = match ending {
        Ending::CutOff | Ending::Failure => first_half(&text),
        Ending::Complete | Ending::Endless => text,
    };
    Reply {
        text,
        calls: Vec::new(),
        ending,
    }
}

/// The text that an endless reply repeats.
pub const ENDLESS: &str = " And there is more to say about this.";

/// Cuts `text` into pieces of a few characters, as tokens would be.
pub fn pieces(text: &str) -> Vec<String> {
    const SIZES: [usize; 5] = [5, 3, 7, 4, 6];
    let mut chars = text.chars();
    let mut pieces = Vec::new();
    for size in SIZES.iter().cycle() {
        let piece: String = chars.by_ref().take(*size).collect();
        if piece.is_empty() {
            break;
        }
        pieces.push(piece);
    }
    pieces
}

/// A rough token count: providers report one, readers only add them up.
pub fn tokens(chars: usize) -> usize {
    chars.div_ceil(4).max(1)
}

/// An id that is the same for the same request (FNV-1a over the conversation).
pub fn fingerprint(conversation: &Conversation) -> String {
    let text = format!("{conversation:?}");
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

fn first_half(text: &str) -> String {
    let count = text.chars().count();
    text.chars().take(count / 2).collect()
}

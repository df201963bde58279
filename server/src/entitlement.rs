//! The enforcement point: decides, before anything is sent, whether a call may go out.

/// Proof that the enforcement point allowed something. It can be made only in this module, and the
/// upstream client takes nothing else.
#[derive(Debug)]
pub struct Permitted<T>(T);

impl<T> Permitted<T> {
    /// What was allowed.
    pub fn get(&self) -> &T {
        &self.0
    }
}

/// One call to an upstream tool, arguments complete.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolCall {
    /// Identifies the call within its turn.
    pub call_id: String,
    /// The upstream's tool name.
    pub tool: String,
    /// Arguments as they go on the wire; scope keys are already overwritten.
    pub arguments: serde_json::Map<String, serde_json::Value>,
}

//! What the upstream offers, kept for a while. A listing that fails is an error: never an empty
//! catalogue, in which a model would invent.

use crate::upstream::{CallAuth, McpClient, ToolDescription, UpstreamError};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How long a listing is good for.
const FRESH: Duration = Duration::from_secs(300);

/// The upstream and its tools.
pub struct Catalogue {
    client: McpClient,
    listed: Mutex<Option<(Instant, Arc<[ToolDescription]>)>>,
}

impl Catalogue {
    /// The catalogue of an upstream; nothing is asked yet.
    pub fn new(client: McpClient) -> Self {
        Self {
            client,
            listed: Mutex::new(None),
        }
    }

    /// The client.
    pub fn client(&self) -> &McpClient {
        &self.client
    }

    /// The tools on offer, by name, so that the planner's prompt is the same bytes on every turn.
    ///
    /// # Errors
    /// If the upstream cannot be asked.
    pub async fn tools(
        &self,
        auth: &CallAuth,
        deadline: Instant,
    ) -> Result<Arc<[ToolDescription]>, UpstreamError> {
        // Held across the request: several turns at once ask only once.
        let mut listed = self.listed.lock().await;
        if let Some((at, tools)) = listed.as_ref().filter(|(at, _)| at.elapsed() < FRESH) {
            tracing::trace!(age = ?at.elapsed(), "tools from memory");
            return Ok(Arc::clone(tools));
        }
        let mut tools = self.client.list_tools(auth, deadline).await?;
        tools.sort_by(|a, b| a.name.cmp(&b.name));
        let tools: Arc<[ToolDescription]> = tools.into();
        *listed = Some((Instant::now(), Arc::clone(&tools)));
        Ok(tools)
    }
}

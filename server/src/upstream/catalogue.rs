//! What the upstream offers, kept for a while, for each bearer: what one user may see says nothing of
//! another. With a token of Beacon's own there is one bearer. A listing that fails is an error: never
//! an empty catalogue, in which a model would invent.

use crate::upstream::{CallAuth, McpClient, ToolDescription, UpstreamError};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How long a listing is good for.
const FRESH: Duration = Duration::from_secs(300);
/// How many bearers' listings are kept.
const MAX_LISTINGS: usize = 256;

/// What one bearer was shown, and when.
type Listing = (Instant, Arc<[ToolDescription]>);

/// The upstream and its tools.
pub struct Catalogue {
    client: McpClient,
    listed: Mutex<HashMap<String, Listing>>,
}

impl Catalogue {
    /// The catalogue of an upstream; nothing is asked yet.
    pub fn new(client: McpClient) -> Self {
        Self {
            client,
            listed: Mutex::default(),
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
        if let Some(tools) = self.known(auth) {
            return Ok(tools);
        }
        // The lock is not held here: turns at once may ask twice, but none waits for another's answer.
        let mut tools = self.client.list_tools(auth, deadline).await?;
        tools.sort_by(|a, b| a.name.cmp(&b.name));
        let tools: Arc<[ToolDescription]> = tools.into();
        let mut listed = self.listed();
        if listed.len() >= MAX_LISTINGS {
            listed.retain(|_, (at, _)| at.elapsed() < FRESH);
        }
        if listed.len() >= MAX_LISTINGS {
            listed.clear();
        }
        let listing = (Instant::now(), Arc::clone(&tools));
        listed.insert(auth.bearer().to_owned(), listing);
        Ok(tools)
    }

    fn known(&self, auth: &CallAuth) -> Option<Arc<[ToolDescription]>> {
        let listed = self.listed();
        let (at, tools) = listed.get(auth.bearer())?;
        (at.elapsed() < FRESH).then(|| Arc::clone(tools))
    }

    fn listed(&self) -> MutexGuard<'_, HashMap<String, Listing>> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;

//! One run: send the message, read its stream, tell the grid what happened.

use super::{Entry, Inner, Session, memory};
use crate::client::{Chunks, ClientError};
use crate::sse::{Decoder, SseEvent};
use crate::state::Event;
use crate::thread::{Ending, Read, TurnReader};
use beacon_shared::api::SendTurn;
use beacon_shared::frame::TurnOutcome;
use beacon_shared::id::SessionId;
use leptos::prelude::*;

impl Session {
    pub(super) fn start_run(self) {
        let Some(inner) = self.inner() else { return };
        let Some(run) = inner.run.borrow().clone() else {
            return;
        };
        let epoch = inner.epoch.get() + 1;
        inner.epoch.set(epoch);
        leptos::task::spawn_local(async move {
            let is_current = || inner.epoch.get() == epoch && !self.state.is_disposed();
            let opened = inner.open(&run.entry.message, &run.abort.signal()).await;
            if !is_current() {
                return;
            }
            let chunks = match opened {
                Ok(chunks) => chunks,
                Err(error) => {
                    self.fail(&error);
                    return;
                }
            };
            if let Some(run) = inner.run.borrow_mut().as_mut() {
                run.opened = true;
            }
            self.follow(&run.entry, &chunks, is_current).await;
            if is_current() {
                inner.run.borrow_mut().take();
            }
        });
    }

    async fn follow(self, entry: &Entry, chunks: &Chunks, is_current: impl Fn() -> bool) {
        let mut decoder = Decoder::default();
        let mut reader = TurnReader::default();
        while let Some(chunk) = chunks.next().await {
            if !is_current() {
                return;
            }
            let Ok(events) = decoder.feed(&chunk) else {
                break;
            };
            // One update a chunk, however many frames are in it.
            let happened = entry.turn.try_update(|turn| {
                let read =
                    |event: &SseEvent| reader.event(turn, &event.event, &event.id, &event.data);
                let read: Vec<Read> = events.iter().map(read).collect();
                (read, turn.ending.clone())
            });
            let Some((read, ending)) = happened else {
                return;
            };
            for (event, read) in events.iter().zip(read) {
                match (event.event.as_str(), read) {
                    (_, Read::Ignored) => {}
                    ("plan", _) => self.dispatch(Event::Planned),
                    ("tool_start", _) => self.dispatch(Event::CallStarted),
                    ("delta", _) => self.dispatch(Event::Prose),
                    _ => {}
                }
            }
            if let Some(ending) = ending {
                self.dispatch(ended(&ending));
                return;
            }
        }
        if !is_current() {
            return;
        }
        entry.turn.try_update(|turn| reader.eof(turn));
        self.dispatch(Event::Failed);
    }
}

impl Inner {
    /// Opens the turn's stream, in the facility's conversation or a new one.
    async fn open(
        &self,
        message: &str,
        abort: &web_sys::AbortSignal,
    ) -> Result<Chunks, ClientError> {
        let view_context = self.host.viewer_snapshot().await;
        let turn = SendTurn {
            message: message.to_owned(),
            idempotency_key: idempotency_key(),
            locale: Some(self.options.locale),
            view_context,
        };
        let known = self.thread.borrow().clone();
        if let Some(id) = known {
            match self.client.open_turn(&id, &turn, abort).await {
                // Deleted or expired: the question is asked in a new one.
                Err(ClientError::Refused { status: 404, .. }) => {}
                opened => return opened,
            }
        }
        let id = self.create().await?;
        self.client.open_turn(&id, &turn, abort).await
    }

    async fn create(&self) -> Result<SessionId, ClientError> {
        let facility = self.facility.borrow().clone().unwrap_or_default();
        let head = self
            .client
            .create_session(facility, self.options.locale)
            .await?;
        memory::keep(self, &head.session_id);
        self.thread.replace(Some(head.session_id.clone()));
        Ok(head.session_id)
    }
}

fn ended(ending: &Ending) -> Event {
    match ending {
        Ending::Done(TurnOutcome::Answered) => Event::Answered,
        Ending::Done(TurnOutcome::Asked) => Event::Asked,
        Ending::Done(TurnOutcome::Denied | TurnOutcome::Blocked) => Event::Denied,
        Ending::Done(TurnOutcome::Stopped) | Ending::Stopped => Event::Stopped,
        Ending::Failed(_) | Ending::Interrupted => Event::Failed,
    }
}

/// 128 random bits. `crypto.randomUUID` is missing on plain-HTTP hosts; this is not.
fn idempotency_key() -> String {
    let mut bytes = [0_u8; 16];
    if let Ok(crypto) = window().crypto() {
        drop(crypto.get_random_values_with_u8_array(&mut bytes));
    }
    bytes.iter().fold(String::with_capacity(32), |out, byte| {
        format!("{out}{byte:02x}")
    })
}

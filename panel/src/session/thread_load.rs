//! Fetches a conversation and shows it through the reader of the live stream.

use super::{Session, memory};
use crate::client::ClientError;
use crate::state::Event;
use crate::thread;
use leptos::prelude::*;

impl Session {
    /// Loads the conversation that belongs to the host's facility.
    pub(super) fn load_thread(self) {
        let Some(inner) = self.inner() else { return };
        let facility = inner.host.facility_key();
        self.has_facility.set(facility.is_some());
        let same = *inner.facility.borrow() == facility;
        inner.facility.replace(facility);
        inner.thread.replace(None);
        self.notice.set(None);
        self.visit.set(None);
        let remembered = memory::recall(&inner);
        if !same || remembered.is_none() {
            self.entries.set(Vec::new());
        }
        let Some(id) = remembered else {
            self.dispatch(Event::Loaded);
            return;
        };
        let epoch = inner.epoch.get() + 1;
        inner.epoch.set(epoch);
        leptos::task::spawn_local(async move {
            let loaded = inner.client.session(&id).await;
            if inner.epoch.get() != epoch || self.state.is_disposed() {
                return;
            }
            match loaded {
                Ok(view) if Some(&view.head.facility_key) == inner.facility.borrow().as_ref() => {
                    let entries = view.turns.iter().map(|turn| {
                        let stored = thread::stored(turn);
                        self.entry(turn.message.clone(), turn.created_at.clone(), stored)
                    });
                    self.entries.set(entries.collect());
                    inner.thread.replace(Some(id));
                }
                // Another facility's conversation, or one that is gone or somebody else's.
                Ok(_)
                | Err(ClientError::Refused {
                    status: 400..=404, ..
                }) => {
                    self.entries.set(Vec::new());
                    memory::forget(&inner);
                }
                Err(error) => {
                    self.fail(&error);
                    return;
                }
            }
            self.dispatch(Event::Loaded);
        });
    }
}

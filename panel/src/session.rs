//! The conversation at work: it carries out what the state grid asks for, and owns what the views
//! show. Everything asynchronous of the panel starts here, and looks after each wait whether it is
//! still wanted.

mod memory;
mod run;
mod thread_load;

use crate::client::{Client, ClientError};
use crate::host::{CitationOutcome, HostAdapter, Subscription};
use crate::i18n::{self, Key};
use crate::mount::MountOptions;
use crate::state::{self, Effect, Event, State};
use crate::thread::{Turn, TurnReader};
use beacon_shared::citation::CitationTarget;
use beacon_shared::id::SessionId;
use beacon_shared::locale::Locale;
use beacon_shared::view_context::ViewContext;
use beacon_shared::write;
use leptos::prelude::*;
use leptos::reactive::owner::WeakOwner;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// One turn on screen.
#[derive(Clone)]
pub struct Entry {
    /// Unique within the panel.
    pub key: u64,
    /// What the user said.
    pub message: String,
    /// RFC 3339.
    pub created_at: String,
    /// What came of it.
    pub turn: RwSignal<Turn>,
}

/// Which card the host was last asked to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visit {
    /// The turn.
    pub entry: u64,
    /// The card's number.
    pub number: u32,
    /// What became of it; `None` while the host is on its way.
    pub outcome: Option<CitationOutcome>,
}

/// What the views see: a copyable handle.
#[derive(Clone, Copy)]
pub struct Session {
    /// The panel's state.
    pub state: RwSignal<State>,
    /// The turns, oldest first.
    pub entries: RwSignal<Vec<Entry>>,
    /// What is in the composer.
    pub draft: RwSignal<String>,
    /// What went wrong outside of a turn.
    pub notice: RwSignal<Option<Key>>,
    /// What the polite live region says.
    pub announcement: RwSignal<String>,
    /// The facility's name, as the host has it.
    pub facility_name: RwSignal<Option<String>>,
    /// Whether the host has a facility open.
    pub has_facility: RwSignal<bool>,
    /// The card that was clicked last.
    pub visit: RwSignal<Option<Visit>>,
    /// Counts the requests to put the keyboard into the composer.
    pub focus: RwSignal<u32>,
    inner: StoredValue<Rc<Inner>, LocalStorage>,
}

struct Inner {
    options: MountOptions,
    element: web_sys::HtmlElement,
    host: Rc<dyn HostAdapter>,
    client: Client,
    thread: RefCell<Option<SessionId>>,
    facility: RefCell<Option<String>>,
    run: RefCell<Option<Run>>,
    /// Moves on whenever what is under way is not wanted any more.
    epoch: Cell<u64>,
    next_key: Cell<u64>,
    next_visit: Cell<u64>,
    subscription: RefCell<Option<Subscription>>,
    /// What owns the signals of turns, which are made long after the views.
    owner: WeakOwner,
}

/// The run under way.
#[derive(Clone)]
struct Run {
    entry: Entry,
    abort: web_sys::AbortController,
    /// The server has taken the message.
    opened: bool,
}

impl Session {
    /// Starts a conversation. To be called below the panel's reactive owner, which ends it.
    pub fn start(
        options: MountOptions,
        element: web_sys::HtmlElement,
        host: Rc<dyn HostAdapter>,
    ) -> Self {
        let inner = Rc::new(Inner {
            client: Client::new(&options.server_url, Rc::clone(&host)),
            options,
            element,
            host,
            thread: RefCell::new(None),
            facility: RefCell::new(None),
            run: RefCell::new(None),
            epoch: Cell::new(0),
            next_key: Cell::new(0),
            next_visit: Cell::new(0),
            subscription: RefCell::new(None),
            owner: Owner::current().unwrap_or_default().downgrade(),
        });
        let session = Self {
            state: RwSignal::new(State::Loading),
            entries: RwSignal::new(Vec::new()),
            draft: RwSignal::new(String::new()),
            notice: RwSignal::new(None),
            announcement: RwSignal::new(String::new()),
            facility_name: RwSignal::new(None),
            has_facility: RwSignal::new(true),
            visit: RwSignal::new(None),
            focus: RwSignal::new(0),
            inner: StoredValue::new_local(inner),
        };
        session.listen();
        session.load_thread();
        session
    }

    /// The panel's language.
    pub fn locale(self) -> Locale {
        self.inner()
            .map(|inner| inner.options.locale)
            .unwrap_or_default()
    }

    /// What the panel says for a key.
    pub fn text(self, key: Key) -> &'static str {
        i18n::text(self.locale(), key)
    }

    /// Sends a message.
    pub fn send(self, message: &str) {
        let message = message.trim();
        let Some(inner) = self.inner() else { return };
        if message.is_empty() || state::step(self.state.get_untracked(), Event::Send).is_err() {
            return;
        }
        let Some(facility) = inner.host.facility_key() else {
            self.has_facility.set(false);
            return;
        };
        if inner.facility.borrow().as_ref() != Some(&facility) {
            // The host moved on without saying so: what is on screen is about another place.
            self.entries.set(Vec::new());
            inner.thread.borrow_mut().take();
            inner.facility.borrow_mut().replace(facility);
        }
        let entry = self.entry(message.to_owned(), now(), Turn::default());
        let Ok(abort) = web_sys::AbortController::new() else {
            return;
        };
        inner.run.borrow_mut().replace(Run {
            entry: entry.clone(),
            abort,
            opened: false,
        });
        self.entries.update(|entries| entries.push(entry));
        self.draft.set(String::new());
        self.notice.set(None);
        self.dispatch(Event::Send);
    }

    /// Stops the run that is under way.
    pub fn stop(self) {
        let Some(inner) = self.inner() else { return };
        if let Some(run) = inner.run.borrow().as_ref() {
            run.entry.turn.try_update(TurnReader::stop);
        }
        self.dispatch(Event::Stopped);
    }

    /// Fetches the conversation again.
    pub fn reload(self) {
        self.dispatch(Event::Reload);
    }

    /// Shows another conversation.
    pub fn set_thread(self, id: &str) {
        let Some(inner) = self.inner() else { return };
        memory::keep(&inner, &SessionId::new(id));
        self.dispatch(Event::ThreadChanged);
    }

    /// Begins a new conversation about the same facility.
    pub fn new_thread(self) {
        let Some(inner) = self.inner() else { return };
        memory::forget(&inner);
        self.dispatch(Event::ThreadChanged);
        self.focus.update(|count| *count += 1);
    }

    /// Ends everything that is under way. The host is told nothing.
    pub fn abandon(self) {
        let Some(inner) = self.inner() else { return };
        inner.abandon();
        inner.subscription.borrow_mut().take();
    }

    /// Asks the host to show a card's target.
    pub fn visit(self, entry: u64, number: u32, target: CitationTarget) {
        let Some(inner) = self.inner() else { return };
        let visit = inner.next_visit.get() + 1;
        inner.next_visit.set(visit);
        self.visit.set(Some(Visit {
            entry,
            number,
            outcome: None,
        }));
        let arrival = inner.host.dispatch_citation(target);
        leptos::task::spawn_local(async move {
            let outcome = arrival.await;
            // A newer click has the word now.
            if inner.next_visit.get() == visit {
                let visit = Visit {
                    entry,
                    number,
                    outcome: Some(outcome),
                };
                self.visit.try_set(Some(visit));
            }
        });
    }

    /// The host's own address for a target, if it is one that a link may have.
    pub fn deep_link(self, target: &CitationTarget) -> Option<String> {
        let link = self.inner()?.host.resolve_deep_link(target)?;
        let safe = ["/", "https://", "http://", "?", "#"];
        safe.iter()
            .any(|start| link.starts_with(start))
            .then_some(link)
    }

    /// Tells the host that a card's address is being opened.
    pub fn deep_link_followed(self, href: &str, target: &CitationTarget) {
        let Some(inner) = self.inner() else { return };
        let target = write::citation_target(target);
        crate::event::deeplink(&inner.element, href, &target);
    }

    fn inner(self) -> Option<Rc<Inner>> {
        self.inner.try_get_value()
    }

    fn entry(self, message: String, created_at: String, turn: Turn) -> Entry {
        let key = self.inner().map_or(0, |inner| {
            inner.next_key.set(inner.next_key.get() + 1);
            inner.next_key.get()
        });
        let owner = self.inner().and_then(|inner| inner.owner.upgrade());
        let turn = match owner {
            Some(owner) => owner.with(|| RwSignal::new(turn)),
            None => RwSignal::new(turn),
        };
        Entry {
            key,
            message,
            created_at,
            turn,
        }
    }

    fn dispatch(self, event: Event) {
        let Some(current) = self.state.try_get_untracked() else {
            return;
        };
        // Where the grid says no, what happened came too late, or twice.
        let Ok((next, effects)) = state::step(current, event) else {
            return;
        };
        if next != current {
            self.state.set(next);
        }
        for effect in effects {
            self.carry_out(*effect, event);
        }
    }

    fn carry_out(self, effect: Effect, event: Event) {
        let Some(inner) = self.inner() else { return };
        match effect {
            Effect::StartRun => self.start_run(),
            Effect::AbortRun => inner.abandon(),
            Effect::LoadThread => self.load_thread(),
            Effect::KeepMessage => self.keep_message(&inner),
            Effect::AnnounceStart => {
                self.announcement
                    .set(self.text(Key::SayAnswering).to_owned());
                crate::event::response_start(&inner.element);
            }
            Effect::AnnounceEnd => {
                self.announcement.set(self.said(event));
                crate::event::response_end(&inner.element, self.state.get_untracked());
            }
        }
    }

    /// A message that never reached the server goes back to where it was typed.
    fn keep_message(self, inner: &Inner) {
        let Some(run) = inner.run.borrow_mut().take_if(|run| !run.opened) else {
            return;
        };
        self.entries
            .update(|entries| entries.retain(|entry| entry.key != run.entry.key));
        if self.draft.with_untracked(String::is_empty) {
            self.draft.set(run.entry.message);
        }
    }

    fn said(self, event: Event) -> String {
        let locale = self.locale();
        let key = match event {
            Event::Answered => return self.ready(locale),
            Event::Asked => Key::SayAsked,
            Event::Denied => Key::SayDenied,
            Event::Stopped => Key::Stopped,
            _ => Key::SayFailed,
        };
        i18n::text(locale, key).to_owned()
    }

    fn ready(self, locale: Locale) -> String {
        let sources = self.entries.with_untracked(|entries| {
            let last = entries.last();
            last.map_or(0, |entry| {
                entry.turn.with_untracked(|turn| turn.cards().count())
            })
        }) as u64;
        if sources == 0 {
            return i18n::text(locale, Key::SayReady).to_owned();
        }
        let key = match i18n::category(locale, sources) {
            i18n::Category::One => Key::SayReadyOne,
            i18n::Category::Many | i18n::Category::Other => Key::SayReadyMany,
        };
        i18n::filled(locale, key, &[("n", &locale.format_count(sources))])
    }

    /// Turns an error of the client into what happens and what is said.
    fn fail(self, error: &ClientError) {
        let (event, notice) = match error {
            ClientError::Unauthorized => (Event::Unauthorized, Key::SignedOut),
            ClientError::Network if is_offline() => (Event::WentOffline, Key::Offline),
            ClientError::Refused { status: 403, .. } => (Event::Failed, Key::SendForbidden),
            ClientError::Refused { status: 409, .. } => (Event::Failed, Key::SendBusy),
            ClientError::Refused {
                status: 400 | 413, ..
            } => (Event::Failed, Key::SendTooLong),
            ClientError::Network | ClientError::Refused { .. } | ClientError::Malformed => {
                (Event::Failed, Key::SendFailed)
            }
        };
        let loading = self.state.get_untracked() == State::Loading;
        let notice = match notice {
            Key::SendFailed | Key::SendTooLong | Key::SendBusy if loading => Key::LoadFailed,
            notice => notice,
        };
        self.notice.set(Some(notice));
        self.dispatch(event);
        if let Some(inner) = self.inner() {
            crate::event::error(&inner.element, error_code(error));
        }
    }

    /// Follows the host's view, and the network.
    fn listen(self) {
        let Some(inner) = self.inner() else { return };
        let listener = Rc::new(move |view: Option<ViewContext>| self.view_changed(view));
        let subscription = inner.host.subscribe_viewer_state(listener);
        inner.subscription.borrow_mut().replace(subscription);
        let snapshot = inner.host.viewer_snapshot();
        leptos::task::spawn_local(async move {
            let view = snapshot.await;
            self.name_facility(view);
        });
        let offline = window_event_listener(leptos::ev::offline, move |_| {
            // While a run is under way its stream will tell.
            if self
                .state
                .try_get_untracked()
                .is_some_and(|state| !state.is_busy())
            {
                self.notice.set(Some(Key::Offline));
                self.dispatch(Event::WentOffline);
            }
        });
        let online = window_event_listener(leptos::ev::online, move |_| {
            self.notice.try_update(|notice| {
                if *notice == Some(Key::Offline) {
                    *notice = None;
                }
            });
            self.dispatch(Event::CameOnline);
        });
        on_cleanup(move || {
            offline.remove();
            online.remove();
        });
    }

    fn view_changed(self, view: Option<ViewContext>) {
        let Some(inner) = self.inner() else { return };
        let facility = inner.host.facility_key();
        self.name_facility(view);
        if *inner.facility.borrow() != facility {
            self.dispatch(Event::ThreadChanged);
        }
    }

    fn name_facility(self, view: Option<ViewContext>) {
        let name = view.and_then(|view| view.facility_name);
        if self
            .facility_name
            .try_with_untracked(|known| *known != name)
            == Some(true)
        {
            self.facility_name.set(name);
        }
    }
}

impl Inner {
    fn abandon(&self) {
        self.epoch.set(self.epoch.get() + 1);
        if let Some(run) = self.run.borrow_mut().take() {
            run.abort.abort();
        }
    }
}

fn error_code(error: &ClientError) -> &str {
    match error {
        ClientError::Unauthorized => "unauthorized",
        ClientError::Network => "network",
        ClientError::Malformed => "malformed",
        ClientError::Refused { code, .. } => code,
    }
}

fn is_offline() -> bool {
    !window().navigator().on_line()
}

fn now() -> String {
    js_sys::Date::new_0().to_iso_string().into()
}

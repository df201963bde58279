//! Keeps the newest turn in sight while the reader has not moved away.
//!
//! Growth is followed until the turn's own top reaches the top of the view: the question and the
//! beginning of its answer stay, and cards fill the room below. Only the reader releases: by
//! scrolling up. Layout never does.

use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// How near to the end counts as the end, in pixels.
const AT_END: i32 = 8;
/// What stays visible above a turn that is followed, in pixels.
const ROOM_ABOVE: i32 = 12;

/// Whether the newest turn is followed, and whether something new is out of sight.
#[derive(Clone, Copy)]
pub struct Follow {
    scroller: NodeRef<Div>,
    pinned: StoredValue<bool>,
    last: StoredValue<(i32, i32)>,
    /// Something arrived below while the reader was elsewhere.
    pub missed: RwSignal<bool>,
}

impl Follow {
    /// Follows what happens in `content`, which scrolls in `scroller`.
    pub fn new(scroller: NodeRef<Div>, content: NodeRef<Div>) -> Self {
        let follow = Self {
            scroller,
            pinned: StoredValue::new(true),
            last: StoredValue::new((0, 0)),
            missed: RwSignal::new(false),
        };
        let observed = StoredValue::new_local(None::<Observed>);
        Effect::new(move || {
            let (Some(scroller), Some(content)) = (scroller.get(), content.get()) else {
                return;
            };
            observed.set_value(Observed::new(&[&scroller, &content], move || follow.grew()));
        });
        follow
    }

    /// Follows again, from now on.
    pub fn pin(self) {
        self.pinned.set_value(true);
        self.missed.set(false);
        self.scroll();
    }

    /// To be called when the scroller has scrolled.
    pub fn scrolled(self) {
        let Some(scroller) = self.scroller.get_untracked() else {
            return;
        };
        let (top, height) = (scroller.scroll_top(), scroller.scroll_height());
        let (last_top, last_height) = self.last.get_value();
        self.last.set_value((top, height));
        if height - top - scroller.client_height() <= AT_END {
            self.pinned.set_value(true);
            self.missed.set(false);
        } else if top < last_top && height >= last_height {
            self.pinned.set_value(false);
        }
    }

    fn grew(self) {
        match self.pinned.try_get_value() {
            Some(true) => self.scroll(),
            Some(false) => drop(self.missed.try_set(true)),
            None => {}
        }
    }

    fn scroll(self) {
        let Some(Some(scroller)) = self.scroller.try_get_untracked() else {
            return;
        };
        let end = scroller.scroll_height() - scroller.client_height();
        let turn = scroller.query_selector(".turn:last-of-type").ok().flatten();
        let turn = turn.and_then(|turn| turn.dyn_into::<web_sys::HtmlElement>().ok());
        let top = turn.map_or(end, |turn| turn.offset_top() - ROOM_ABOVE);
        scroller.set_scroll_top(end.min(top).max(0));
    }
}

/// A resize observer that ends with its owner.
struct Observed {
    observer: web_sys::ResizeObserver,
    _callback: Closure<dyn FnMut()>,
}

impl Observed {
    fn new(elements: &[&web_sys::Element], grew: impl FnMut() + 'static) -> Option<Self> {
        let callback = Closure::<dyn FnMut()>::new(grew);
        let observer = web_sys::ResizeObserver::new(callback.as_ref().unchecked_ref()).ok()?;
        for element in elements {
            observer.observe(element);
        }
        Some(Self {
            observer,
            _callback: callback,
        })
    }
}

impl Drop for Observed {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

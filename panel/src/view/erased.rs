//! The four reactive shapes that the panel is made of, each compiled once.
//!
//! Leptos makes code for every closure type that is put into a view. What follows takes a boxed
//! function instead: a panel that is downloaded before it is used is worth one call by pointer.

use leptos::prelude::*;
use std::sync::Arc;

/// A view that is made again whenever what it reads changes.
pub fn live(view: impl Fn() -> AnyView + Send + Sync + 'static) -> AnyView {
    live_erased(Arc::new(view))
}

fn live_erased(view: Arc<dyn Fn() -> AnyView + Send + Sync>) -> AnyView {
    (move || view()).into_any()
}

/// A view that is there while a condition holds, and is not made again while it goes on holding.
pub fn shown(
    when: impl Fn() -> bool + Send + Sync + 'static,
    view: impl Fn() -> AnyView + Send + Sync + 'static,
) -> AnyView {
    either(when, view, || ().into_any())
}

/// One of two views.
pub fn either(
    when: impl Fn() -> bool + Send + Sync + 'static,
    then: impl Fn() -> AnyView + Send + Sync + 'static,
    otherwise: impl Fn() -> AnyView + Send + Sync + 'static,
) -> AnyView {
    either_erased(Arc::new(when), Arc::new(then), Arc::new(otherwise))
}

fn either_erased(
    when: Arc<dyn Fn() -> bool + Send + Sync>,
    then: Arc<dyn Fn() -> AnyView + Send + Sync>,
    otherwise: Arc<dyn Fn() -> AnyView + Send + Sync>,
) -> AnyView {
    let when = remembered_erased(Arc::new(move || u64::from(when())));
    live(move || if when.get() == 0 { otherwise() } else { then() })
}

/// A list by its keys: what stays is not made again.
pub fn each(
    keys: impl Fn() -> Vec<u64> + Send + Sync + 'static,
    item: impl Fn(u64) -> AnyView + Send + Sync + 'static,
) -> AnyView {
    each_erased(Arc::new(keys), Arc::new(item))
}

/// A list that only grows.
pub fn growing(
    count: impl Fn() -> usize + Send + Sync + 'static,
    item: impl Fn(usize) -> AnyView + Send + Sync + 'static,
) -> AnyView {
    each(
        move || (0..count() as u64).collect(),
        move |position| item(position as usize),
    )
}

fn each_erased(
    keys: Arc<dyn Fn() -> Vec<u64> + Send + Sync>,
    item: Arc<dyn Fn(u64) -> AnyView + Send + Sync>,
) -> AnyView {
    // An item is made once: what the host reads while it is made is not for the list to follow.
    let item = move |key| untrack(|| item(key));
    view! { <For each=move || keys() key=|key| *key children=item/> }.into_any()
}

/// A whole number that is worked out from signals, and notifies only when it changes.
pub fn remembered(number: impl Fn() -> u64 + Send + Sync + 'static) -> Memo<u64> {
    remembered_erased(Arc::new(number))
}

fn remembered_erased(number: Arc<dyn Fn() -> u64 + Send + Sync>) -> Memo<u64> {
    Memo::new(move |_| number())
}

/// Words for an attribute or a text; `None` leaves them out.
pub fn words(words: impl Fn() -> Option<&'static str> + Send + Sync + 'static) -> Words {
    Arc::new(words)
}

/// See [`words`].
pub type Words = Arc<dyn Fn() -> Option<&'static str> + Send + Sync>;

//! From a server function's answer to a page: waiting, the data, or the reason there is none.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

use super::data::ConsoleError;

/// A route parameter, reactive.
pub fn param(name: &'static str) -> Signal<String> {
    let params = use_params_map();
    Memo::new(move |_| params.read().get(name).unwrap_or_default()).into()
}

/// The page number in the query, from 1.
pub fn page_number() -> Signal<u64> {
    let query = use_query_map();
    Memo::new(move |_| {
        let number = query.read().get("page").and_then(|page| page.parse().ok());
        number.unwrap_or(1).max(1)
    })
    .into()
}

/// Shows the data once it is there. The previous page stays until then.
pub fn loaded<T>(
    data: Resource<Result<T, ConsoleError>>,
    page: impl Fn(T) -> AnyView + Copy + Send + Sync + 'static,
) -> impl IntoView
where
    T: Clone + Send + Sync + 'static,
{
    view! {
        <Transition fallback=|| view! { <p class="waiting" role="status">"Loading…"</p> }>
            {move || Suspend::new(async move {
                match data.await {
                    Ok(data) => page(data),
                    Err(error) => failure(&error).into_any(),
                }
            })}
        </Transition>
    }
}

/// What a page says when it has nothing to show, and the status that goes with it.
pub fn failure(error: &ConsoleError) -> impl IntoView + use<> {
    let (title, text) = match error {
        ConsoleError::NotFound => ("Not found", "There is nothing at this address."),
        ConsoleError::Locked => (
            "No access",
            "You are not a member of this facility. Ask its owner to invite you.",
        ),
        ConsoleError::Unavailable => (
            "Something went wrong",
            "The data could not be loaded. Try again in a moment.",
        ),
    };
    #[cfg(feature = "ssr")]
    set_status(error);
    view! {
        <Title text=title/>
        <div class="failure" role="alert">
            <h1>{title}</h1>
            <p>{text}</p>
            <p><a href="/console/facilities">"Back to all facilities"</a></p>
        </div>
    }
}

#[cfg(feature = "ssr")]
fn set_status(error: &ConsoleError) {
    use axum::http::StatusCode;

    let Some(response) = use_context::<leptos_axum::ResponseOptions>() else {
        return;
    };
    response.set_status(match error {
        ConsoleError::NotFound => StatusCode::NOT_FOUND,
        ConsoleError::Locked => StatusCode::FORBIDDEN,
        ConsoleError::Unavailable => StatusCode::INTERNAL_SERVER_ERROR,
    });
}

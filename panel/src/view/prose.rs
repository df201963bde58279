//! The answer's prose. Blocks and inlines are only ever appended: what is on screen is never made
//! again while text streams, so focus and selection survive.

use super::erased::{each, either, growing, shown};
use super::number::{Number, Provenance, Tip};
use crate::i18n::Key;
use crate::session::Session;
use crate::thread::Turn;
use beacon_shared::inline::{BlockKind, Inline};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// Consecutive items of a list, or one block of another kind, by the position of the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Group {
    first: usize,
    kind: BlockKind,
}

const fn is_item(kind: BlockKind) -> bool {
    matches!(kind, BlockKind::Bullet | BlockKind::Ordered)
}

fn groups(turn: &Turn) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (first, block) in turn.blocks.iter().enumerate() {
        let continues = groups.last().is_some_and(|group| group.kind == block.kind);
        if !(continues && is_item(block.kind)) {
            groups.push(Group {
                first,
                kind: block.kind,
            });
        }
    }
    groups
}

fn members(turn: &Turn, group: Group) -> usize {
    let rest = turn.blocks.iter().skip(group.first);
    rest.take_while(|block| block.kind == group.kind).count()
}

#[component]
pub fn Prose(session: Session, turn: RwSignal<Turn>, entry: u64) -> impl IntoView {
    let keys = move || {
        turn.with(groups)
            .iter()
            .map(|group| group.first as u64)
            .collect()
    };
    let group = move |first: u64| {
        let first = first as usize;
        let kind = turn.with_untracked(|turn| turn.blocks.get(first).map(|block| block.kind));
        match kind {
            Some(kind) => group_view(session, turn, entry, Group { first, kind }),
            None => ().into_any(),
        }
    };
    let answer = move || {
        view! {
            <div class="answer" data-testid="answer">
                <span class="unseen">{session.text(Key::Answer)}</span>
                {each(keys, group)}
            </div>
        }
        .into_any()
    };
    let folded = move || {
        view! {
            <details class="folded">
                <summary>{session.text(Key::DenialReply)}</summary>
                {answer()}
            </details>
        }
        .into_any()
    };
    let form = move || either(move || turn.with(Turn::folds_prose), folded, answer);
    shown(move || turn.with(|turn| !turn.blocks.is_empty()), form)
}

fn group_view(session: Session, turn: RwSignal<Turn>, entry: u64, group: Group) -> AnyView {
    let one = move |position| {
        view! { <BlockView session turn entry position kind=group.kind/> }.into_any()
    };
    if !is_item(group.kind) {
        return one(group.first);
    }
    let count = move || turn.with(|turn| members(turn, group));
    let items = growing(count, move |item| one(group.first + item));
    if group.kind == BlockKind::Ordered {
        view! { <ol>{items}</ol> }.into_any()
    } else {
        view! { <ul>{items}</ul> }.into_any()
    }
}

#[component]
fn BlockView(
    session: Session,
    turn: RwSignal<Turn>,
    entry: u64,
    position: usize,
    kind: BlockKind,
) -> impl IntoView {
    let count = move || {
        turn.with(|turn| {
            turn.blocks
                .get(position)
                .map_or(0, |block| block.inlines.len())
        })
    };
    let open = RwSignal::new(None::<Provenance>);
    let tip_id = format!("tip-{entry}-{position}");
    let inline_tip = tip_id.clone();
    let one = move |index| {
        inline(session, turn, position, index, open, &inline_tip).unwrap_or_else(|| ().into_any())
    };
    let inlines = view! {
        {growing(count, one)}
        <Tip session open id=tip_id/>
    }
    .into_any();
    match kind {
        BlockKind::Paragraph => view! { <p class="block" dir="auto">{inlines}</p> }.into_any(),
        BlockKind::Heading => view! { <h3 class="block" dir="auto">{inlines}</h3> }.into_any(),
        BlockKind::Quote => {
            view! { <blockquote class="block" dir="auto">{inlines}</blockquote> }.into_any()
        }
        BlockKind::Code => view! { <pre class="block"><code>{inlines}</code></pre> }.into_any(),
        BlockKind::Bullet | BlockKind::Ordered => {
            view! { <li class="block" dir="auto">{inlines}</li> }.into_any()
        }
    }
}

fn inline(
    session: Session,
    turn: RwSignal<Turn>,
    position: usize,
    index: usize,
    open: RwSignal<Option<Provenance>>,
    tip_id: &str,
) -> Option<AnyView> {
    let inline =
        turn.with_untracked(|turn| turn.blocks.get(position)?.inlines.get(index).cloned())?;
    Some(match inline {
        Inline::Text { text } => text.into_any(),
        Inline::Strong { text } => view! { <strong>{text}</strong> }.into_any(),
        Inline::Emphasis { text } => view! { <em>{text}</em> }.into_any(),
        Inline::Code { text } => view! { <code>{text}</code> }.into_any(),
        Inline::Cite { number } => {
            // The cards of a turn are there before its prose: what does not resolve now never will.
            turn.with_untracked(|turn| turn.card(number).is_some())
                .then_some(())?;
            cite(session, number)
        }
        Inline::Number {
            id,
            text,
            grade,
            call_id,
            tool,
            strong,
            ..
        } => {
            let provenance =
                turn.with_untracked(|turn| Provenance::of(turn, &id, grade, &call_id, &tool));
            let tip_id = tip_id.to_owned();
            view! { <Number text provenance strong open tip_id/> }.into_any()
        }
    })
}

fn cite(session: Session, number: u32) -> AnyView {
    let label = crate::i18n::filled(
        session.locale(),
        Key::Source,
        &[("n", &session.locale().format_count(u64::from(number)))],
    );
    view! {
        <button
            type="button"
            class="cite"
            aria-label=label
            on:click=move |event| show_card(&event, number)
        >
            {number}
        </button>
    }
    .into_any()
}

/// Brings the marker's card into view and gives it the keyboard.
fn show_card(event: &leptos::ev::MouseEvent, number: u32) {
    let card = event
        .current_target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
        .and_then(|marker| marker.closest(".turn").ok().flatten())
        .and_then(|turn| {
            turn.query_selector(&format!("[data-number='{number}']"))
                .ok()
                .flatten()
        })
        .and_then(|card| card.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(card) = card {
        drop(card.focus());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::thread::Block;

    fn turn(kinds: &[BlockKind]) -> Turn {
        let block = |(index, kind): (usize, &BlockKind)| Block {
            index: index as u32,
            kind: *kind,
            inlines: Vec::new(),
        };
        Turn {
            blocks: kinds.iter().enumerate().map(block).collect(),
            ..Turn::default()
        }
    }

    #[test]
    fn items_of_one_list_stand_together_and_paragraphs_alone() {
        use BlockKind::{Bullet, Ordered, Paragraph};
        let turn = turn(&[Paragraph, Paragraph, Bullet, Bullet, Ordered, Paragraph]);
        let groups = groups(&turn);
        let firsts: Vec<usize> = groups.iter().map(|group| group.first).collect();
        assert_eq!(firsts, [0, 1, 2, 4, 5]);
        assert_eq!(members(&turn, groups[2]), 2);
        assert_eq!(members(&turn, groups[3]), 1);
    }
}

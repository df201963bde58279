//! The answer's prose. Blocks and inlines are only ever appended: what is on screen is never made
//! again while text streams, so focus and selection survive.

use super::element::{classed, element, nothing};
use super::erased::{each, either, growing, shown};
use super::number::{Provenance, number, tip};
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

pub fn prose(session: Session, turn: RwSignal<Turn>, entry: u64) -> AnyView {
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
            None => nothing(),
        }
    };
    let answer = move || {
        let name = classed("span", "unseen").text(session.text(Key::Answer));
        classed("div", "answer")
            .with("data-testid", "answer")
            .child(name.view())
            .child(each(keys, group))
            .view()
    };
    let folded = move || {
        let summary = element("summary").text(session.text(Key::DenialReply));
        classed("details", "folded")
            .child(summary.view())
            .child(answer())
            .view()
    };
    let form = move || either(move || turn.with(Turn::folds_prose), folded, answer);
    shown(move || turn.with(|turn| !turn.blocks.is_empty()), form)
}

fn group_view(session: Session, turn: RwSignal<Turn>, entry: u64, group: Group) -> AnyView {
    let one = move |position| block_view(session, turn, entry, position, group.kind);
    if !is_item(group.kind) {
        return one(group.first);
    }
    let count = move || turn.with(|turn| members(turn, group));
    let items = growing(count, move |item| one(group.first + item));
    let is_ordered = group.kind == BlockKind::Ordered;
    let list = element(if is_ordered { "ol" } else { "ul" });
    list.child(items).view()
}

fn block_view(
    session: Session,
    turn: RwSignal<Turn>,
    entry: u64,
    position: usize,
    kind: BlockKind,
) -> AnyView {
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
        inline(session, turn, position, index, open, &inline_tip).unwrap_or_else(nothing)
    };
    let tag = match kind {
        BlockKind::Paragraph => "p",
        BlockKind::Heading => "h3",
        BlockKind::Quote => "blockquote",
        BlockKind::Bullet | BlockKind::Ordered => "li",
        BlockKind::Code => {
            let code = element("code")
                .child(growing(count, one))
                .child(tip(session, open, tip_id));
            return classed("pre", "block").child(code.view()).view();
        }
    };
    classed(tag, "block")
        .with("dir", "auto")
        .child(growing(count, one))
        .child(tip(session, open, tip_id))
        .view()
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
        Inline::Strong { text } => element("strong").text(text).view(),
        Inline::Emphasis { text } => element("em").text(text).view(),
        Inline::Code { text } => element("code").text(text).view(),
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
            number(text, provenance, strong, open, tip_id.to_owned())
        }
    })
}

fn cite(session: Session, number: u32) -> AnyView {
    let label = crate::i18n::filled(
        session.locale(),
        Key::Source,
        &[("n", &session.locale().format_count(u64::from(number)))],
    );
    classed("button", "cite")
        .with("type", "button")
        .with("aria-label", label)
        .on("click", move |event: web_sys::Event| {
            show_card(&event, number);
        })
        .text(number.to_string())
        .view()
}

/// Brings the marker's card into view and gives it the keyboard.
fn show_card(event: &web_sys::Event, number: u32) {
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

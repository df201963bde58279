//! Model text into typed inlines. Slots become numbers and citation markers from code; unknown slots
//! vanish; HTML, links and images stay literal text. Works on any chunking of the stream: what may
//! still change is held back, for a bounded length.

mod hold;

use crate::narration::ledger::Ledger;
use beacon_shared::frame::Delta;
use beacon_shared::inline::{BlockKind, Inline};
use hold::{block_end, is_fence, overdue, stable_end};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::collections::BTreeSet;

/// Turns one answer's text into deltas.
#[derive(Debug)]
pub struct Prose {
    ledger: Ledger,
    citations: BTreeSet<u32>,
    /// The raw text of the block that is being written.
    raw: String,
    block: u32,
    /// How many units of the block have been sent; see [`units`].
    sent: usize,
    /// What the block is, fixed once a part of it has been sent.
    kind: Option<BlockKind>,
}

impl Prose {
    /// A writer that fills slots from the ledger and knows which citations exist.
    pub fn new(ledger: Ledger, citations: BTreeSet<u32>) -> Self {
        Self {
            ledger,
            citations,
            raw: String::new(),
            block: 0,
            sent: 0,
            kind: None,
        }
    }

    /// Takes the next piece of text.
    pub fn push(&mut self, text: &str) -> Vec<Delta> {
        self.raw.push_str(text);
        let mut deltas = Vec::new();
        self.settle();
        while let Some((end, next)) = block_end(&self.raw) {
            let rest = self.raw.split_off(next);
            self.raw.truncate(end);
            self.close_block(&mut deltas);
            self.raw = rest;
            self.settle();
        }
        let stable = stable_end(&self.raw);
        self.emit(stable, &mut deltas);
        deltas
    }

    /// Takes delimiters literally that were not closed in time. Which ones depends on the text alone, not
    /// on how it was cut, so that what has been sent is never read differently later.
    fn settle(&mut self) {
        if is_fence(&self.raw) {
            return;
        }
        let end = block_end(&self.raw).map_or(self.raw.len(), |(end, _)| end);
        let mut end = end;
        while let Some((at, length)) = overdue(self.raw.get(..end).unwrap_or_default()) {
            for position in (at..at + length).rev() {
                self.raw.insert(position, '\\');
            }
            end += length;
        }
    }

    /// The text has ended: what was held back is sent as it is.
    pub fn finish(&mut self) -> Vec<Delta> {
        let mut deltas = self.push("\n\n");
        self.close_block(&mut deltas);
        deltas
    }

    fn close_block(&mut self, deltas: &mut Vec<Delta>) {
        self.raw.truncate(self.raw.trim_end().len());
        self.emit(self.raw.len(), deltas);
        if self.sent > 0 {
            self.block += 1;
        }
        self.sent = 0;
        self.kind = None;
        self.raw.clear();
    }

    fn emit(&mut self, end: usize, deltas: &mut Vec<Delta>) {
        let Some(source) = self.raw.get(..end) else {
            return;
        };
        let (kind, inlines) = self.parse(source);
        let (fresh, total) = after_units(inlines, self.sent);
        if fresh.is_empty() {
            return;
        }
        self.sent = total;
        let kind = *self.kind.get_or_insert(kind);
        deltas.push(Delta {
            block: self.block,
            kind,
            inlines: fresh,
        });
    }

    fn parse(&self, source: &str) -> (BlockKind, Vec<Inline>) {
        let mut kind = None;
        let mut inlines = Vec::new();
        let (mut strong, mut emphasis) = (0_u32, 0_u32);
        let mut literal_until = 0;
        for (event, range) in Parser::new_ext(source, Options::empty()).into_offset_iter() {
            if range.start < literal_until {
                continue;
            }
            if let Event::Start(tag) = &event
                && let Some(opened) = block_kind(tag)
            {
                kind.get_or_insert(opened);
            }
            let style = Style {
                strong: strong > 0,
                emphasis: emphasis > 0,
            };
            match event {
                Event::Start(Tag::Strong) => strong += 1,
                Event::End(TagEnd::Strong) => strong = strong.saturating_sub(1),
                Event::Start(Tag::Emphasis) => emphasis += 1,
                Event::End(TagEnd::Emphasis) => emphasis = emphasis.saturating_sub(1),
                // Where the server did not make the link, its source is shown as it was written.
                Event::Start(Tag::Link { .. } | Tag::Image { .. }) => {
                    literal_until = range.end;
                    self.text(source.get(range).unwrap_or_default(), style, &mut inlines);
                }
                Event::Text(text) if kind == Some(BlockKind::Code) => {
                    inlines.push(Inline::Code {
                        text: text.into_string(),
                    });
                }
                Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                    self.text(&text, style, &mut inlines);
                }
                Event::Code(text) => inlines.push(Inline::Code {
                    text: text.into_string(),
                }),
                Event::SoftBreak | Event::HardBreak => self.text(" ", style, &mut inlines),
                _ => {}
            }
        }
        (kind.unwrap_or(BlockKind::Paragraph), inlines)
    }

    /// Plain text with slots.
    fn text(&self, text: &str, style: Style, inlines: &mut Vec<Inline>) {
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            let (before, from) = rest.split_at(open);
            let Some((slot, after)) = split_slot(from) else {
                let next = open + 1;
                style.push(rest.get(..next).unwrap_or(rest), inlines);
                rest = rest.get(next..).unwrap_or_default();
                continue;
            };
            style.push(before, inlines);
            inlines.extend(self.fill(slot, style));
            rest = after;
        }
        style.push(rest, inlines);
    }

    fn fill(&self, slot: &str, style: Style) -> Option<Inline> {
        if let Some(number) = slot.strip_prefix('c') {
            let number = number.parse().ok()?;
            return self
                .citations
                .contains(&number)
                .then_some(Inline::Cite { number });
        }
        self.ledger.inline(slot, style.strong)
    }
}

fn block_kind(tag: &Tag<'_>) -> Option<BlockKind> {
    match tag {
        Tag::Paragraph => Some(BlockKind::Paragraph),
        Tag::Heading { .. } => Some(BlockKind::Heading),
        Tag::BlockQuote(_) => Some(BlockKind::Quote),
        Tag::CodeBlock(_) => Some(BlockKind::Code),
        Tag::List(Some(_)) => Some(BlockKind::Ordered),
        Tag::List(None) => Some(BlockKind::Bullet),
        _ => None,
    }
}

#[derive(Debug, Clone, Copy)]
struct Style {
    strong: bool,
    emphasis: bool,
}

impl Style {
    /// Appends text in this style, to the inline before it where that has the same style.
    fn push(self, text: &str, inlines: &mut Vec<Inline>) {
        if text.is_empty() {
            return;
        }
        match (self, inlines.last_mut()) {
            (Self { strong: true, .. }, Some(Inline::Strong { text: before }))
            | (
                Self {
                    strong: false,
                    emphasis: true,
                },
                Some(Inline::Emphasis { text: before }),
            )
            | (
                Self {
                    strong: false,
                    emphasis: false,
                },
                Some(Inline::Text { text: before }),
            ) => {
                before.push_str(text);
            }
            (Self { strong: true, .. }, _) => inlines.push(Inline::Strong {
                text: text.to_owned(),
            }),
            (Self { emphasis: true, .. }, _) => {
                inlines.push(Inline::Emphasis {
                    text: text.to_owned(),
                });
            }
            _ => inlines.push(Inline::Text {
                text: text.to_owned(),
            }),
        }
    }
}

/// The longest name of a slot, in bytes.
const MAX_SLOT_BYTES: usize = 32;

/// `{n1}`, `{c12}` or any other name at the start: the name, and what follows. Whatever looks like a
/// slot is one, and vanishes if there is nothing to fill it with.
fn split_slot(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('{')?;
    let end = inside
        .bytes()
        .take(MAX_SLOT_BYTES + 1)
        .position(|b| b == b'}')?;
    let (slot, after) = (inside.get(..end)?, inside.get(end + 1..)?);
    let is_name = slot.starts_with(|c: char| c.is_ascii_alphabetic())
        && slot.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    is_name.then_some((slot, after))
}

/// How much of an inline has been sent is counted in units: a character of text, or a whole slot.
fn units(inline: &Inline) -> usize {
    match inline {
        Inline::Text { text }
        | Inline::Strong { text }
        | Inline::Emphasis { text }
        | Inline::Code { text } => text.chars().count(),
        Inline::Cite { .. } | Inline::Number { .. } => 1,
    }
}

/// The inlines after the first `skip` units, and the units of all of them.
fn after_units(inlines: Vec<Inline>, skip: usize) -> (Vec<Inline>, usize) {
    let mut seen = 0;
    let mut fresh = Vec::new();
    for inline in inlines {
        let size = units(&inline);
        let skipped = skip.saturating_sub(seen).min(size);
        seen += size;
        if skipped == size {
            continue;
        }
        let cut = |text: String| text.chars().skip(skipped).collect::<String>();
        fresh.push(match inline {
            Inline::Text { text } => Inline::Text { text: cut(text) },
            Inline::Strong { text } => Inline::Strong { text: cut(text) },
            Inline::Emphasis { text } => Inline::Emphasis { text: cut(text) },
            Inline::Code { text } => Inline::Code { text: cut(text) },
            whole => whole,
        });
    }
    (fresh, seen)
}

#[cfg(test)]
mod tests;

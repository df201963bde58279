//! Model text into typed inlines. Slots become numbers and citation markers from code; unknown slots
//! vanish; HTML, links and images stay literal text. Works on any chunking of the stream: what may
//! still change is held back, for a bounded length.

use crate::narration::ledger::Ledger;
use beacon_shared::frame::Delta;
use beacon_shared::inline::{BlockKind, Inline};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::collections::BTreeSet;

/// How many bytes of an incomplete construct are held back before it is taken literally.
const MAX_HELD_BYTES: usize = 256;

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

/// Where the first block of the text ends and the next begins, once both are certain. A block is a
/// run of lines; a blank line, or a line that opens a list item, heading or quotation, ends it. A
/// code fence ends at its closing fence.
fn block_end(raw: &str) -> Option<(usize, usize)> {
    let lead = raw.len() - raw.trim_start_matches(['\n', '\r']).len();
    let body = raw.get(lead..)?;
    if body.starts_with("```") {
        let close = body.get(3..)?.find("\n```")? + 3 + 4;
        let after = body.get(close..)?.find('\n')? + close + 1;
        return Some((lead + close, lead + after));
    }
    let mut from = 0;
    loop {
        let newline = body.get(from..)?.find('\n')? + from;
        let next = newline + 1;
        let line = body.get(next..)?;
        if line.trim_start_matches([' ', '\r']).starts_with('\n') || opens_block(line)? {
            return Some((lead + newline, lead + next));
        }
        from = next;
    }
}

/// Whether a line opens a block of its own; `None` while that cannot be told.
fn opens_block(line: &str) -> Option<bool> {
    let trimmed = line.trim_start_matches(' ');
    let marker = trimmed.find(|c: char| !c.is_ascii_digit() && !"-*+#>.)`".contains(c));
    let Some(end) = marker else {
        return (trimmed.len() > 8 || line.contains('\n')).then_some(false);
    };
    let (marker, after) = trimmed.split_at(end);
    let spaced = after.starts_with(' ');
    let numbered = marker.strip_suffix(['.', ')']).is_some_and(|number| {
        !number.is_empty() && number.len() <= 4 && number.bytes().all(|b| b.is_ascii_digit())
    });
    Some(
        marker.starts_with("```")
            || marker.starts_with('>')
            || (spaced && (matches!(marker, "-" | "*" | "+") || numbered))
            || (spaced && !marker.is_empty() && marker.bytes().all(|b| b == b'#')),
    )
}

/// Whether a block is code between fences.
fn is_fence(raw: &str) -> bool {
    raw.trim_start_matches(['\n', '\r', ' ']).starts_with("```")
}

/// How much of a block's text cannot be changed by what follows: up to the first construct that is
/// still open, and not the white space at its end.
fn stable_end(raw: &str) -> usize {
    let body = raw.trim_start_matches(['\n', '\r', ' ']);
    if is_fence(raw) {
        // Whole lines of code; the last one may be the closing fence.
        let lines = raw.rfind('\n').unwrap_or(0);
        let opening = raw.len() - body.len() + body.find('\n').unwrap_or(body.len());
        return if lines > opening { lines } else { 0 };
    }
    // The line that is being written may yet open a block of its own.
    if let Some((_, line)) = body.rsplit_once('\n')
        && opens_block(line) != Some(false)
    {
        return raw.len() - line.len() - 1;
    }
    // Until its first words are there, it is not certain what kind of block this is.
    if opens_block(body).is_none() || body.split_whitespace().nth(1).is_none() {
        return 0;
    }
    let held = [
        ' ', '\n', '\r', '*', '_', '`', '\\', '{', '[', '<', '!', '&',
    ];
    let settled = raw.trim_end_matches(held).len();
    match open_delimiters(raw.get(..settled).unwrap_or_default()).first() {
        Some(open) => raw
            .get(..open.at)
            .map_or(0, |before| before.trim_end_matches([' ', '\n']).len()),
        None => settled,
    }
}

/// A delimiter that has not been closed.
#[derive(Debug, Clone, Copy)]
struct Open<'a> {
    token: &'a str,
    at: usize,
}

impl Open<'_> {
    /// How far its end may be: a slot and an entity are short.
    fn reach(self) -> usize {
        match self.token {
            "{" | "&" => MAX_SLOT_BYTES + 2,
            _ => MAX_HELD_BYTES,
        }
    }
}

/// The first delimiter whose end did not come in time: where it is, and its length.
fn overdue(text: &str) -> Option<(usize, usize)> {
    let mut found = None;
    scan(text, |open, at| {
        found = found.or_else(|| {
            let late = open.iter().find(|open| {
                // A backslash does nothing to letters, and slots that do not close are literal anyway.
                !matches!(open.token, "{") && at - open.at > open.reach()
            });
            late.map(|open| (open.at, open.token.len()))
        });
    });
    found
}

/// The delimiters that are open at the end of the text and may still be closed, first one first.
fn open_delimiters(text: &str) -> Vec<Open<'_>> {
    let mut still_open = Vec::new();
    scan(text, |open, at| {
        still_open = open
            .iter()
            .copied()
            .filter(|open| at - open.at <= open.reach())
            .collect();
    });
    still_open
}

/// Walks over the text and shows, after each token and at the end, which delimiters are open there.
fn scan<'a>(text: &'a str, mut look: impl FnMut(&[Open<'a>], usize)) {
    let mut open: Vec<Open<'a>> = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        look(&open, at);
        let token = token(rest);
        let closes = match token {
            "}" => Some("{"),
            "]" | ")" => Some("["),
            ">" => Some("<"),
            ";" => Some("&"),
            run if run.starts_with(['*', '_', '`']) => Some(run),
            _ => None,
        };
        let after = text.get(at + token.len()..).unwrap_or_default();
        // `](` keeps a link open until its closing parenthesis.
        let stays = token == "]" && (after.is_empty() || after.starts_with('('));
        let closed = closes.and_then(|opener| open.iter().rposition(|open| open.token == opener));
        match closed {
            Some(_) if stays => {}
            Some(position) => open.truncate(position),
            None if token.starts_with(['{', '[', '<', '*', '_', '`', '&']) => {
                open.push(Open { token, at });
            }
            None => {}
        }
        at += token.len();
    }
    look(&open, at);
}

/// The first character, or the run of the same delimiter.
fn token(text: &str) -> &str {
    let first = text.chars().next().unwrap_or_default();
    let length = match first {
        '\\' => 1 + text.chars().nth(1).map_or(0, char::len_utf8),
        '*' | '_' | '`' => text.len() - text.trim_start_matches(first).len(),
        other => other.len_utf8(),
    };
    text.get(..length).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use beacon_shared::count::GradedCount;
    use beacon_shared::locale::Locale;
    use proptest::prelude::*;

    fn prose() -> Prose {
        let mut ledger = Ledger::new(Locale::En);
        ledger.enter(
            GradedCount::LowerBound(189),
            "photos",
            "c1",
            "search_photos",
        );
        Prose::new(ledger, BTreeSet::from([1, 2]))
    }

    /// Blocks with their inlines merged, as a reader would join the deltas.
    fn read(chunks: &[&str]) -> Vec<(BlockKind, Vec<Inline>)> {
        let mut prose = prose();
        let mut deltas: Vec<Delta> = chunks.iter().flat_map(|chunk| prose.push(chunk)).collect();
        deltas.extend(prose.finish());
        let mut blocks: Vec<(BlockKind, Vec<Inline>)> = Vec::new();
        for delta in deltas {
            assert!(delta.block as usize <= blocks.len(), "a block was skipped");
            if delta.block as usize == blocks.len() {
                blocks.push((delta.kind, Vec::new()));
            }
            let (kind, inlines) = blocks.last_mut().unwrap();
            assert_eq!(*kind, delta.kind, "a block changed its kind");
            for inline in delta.inlines {
                match (inlines.last_mut(), inline) {
                    (Some(Inline::Text { text }), Inline::Text { text: more })
                    | (Some(Inline::Strong { text }), Inline::Strong { text: more })
                    | (Some(Inline::Emphasis { text }), Inline::Emphasis { text: more })
                    | (Some(Inline::Code { text }), Inline::Code { text: more }) => {
                        text.push_str(&more);
                    }
                    (_, inline) => inlines.push(inline),
                }
            }
        }
        blocks
    }

    fn plain(blocks: &[(BlockKind, Vec<Inline>)]) -> String {
        let text = |inline: &Inline| match inline {
            Inline::Text { text }
            | Inline::Strong { text }
            | Inline::Emphasis { text }
            | Inline::Code { text }
            | Inline::Number { text, .. } => text.clone(),
            Inline::Cite { number } => format!("({number})"),
        };
        let block = |(_, inlines): &(BlockKind, Vec<Inline>)| inlines.iter().map(text).collect();
        blocks.iter().map(block).collect::<Vec<String>>().join("\n")
    }

    #[test]
    fn slots_are_filled_by_code_and_unknown_ones_vanish() {
        let blocks = read(&["There are **{n1}** photos {c1}, {n9}{c7}{total}done { x }."]);
        assert_eq!(
            plain(&blocks),
            "There are at least 189 photos (1), done { x }."
        );
        let strong = |inline: &Inline| matches!(inline, Inline::Number { strong: true, .. });
        assert!(blocks[0].1.iter().any(strong));
    }

    #[test]
    fn links_images_and_html_are_literal_text() {
        let blocks = read(&["See [this](http://x.y) and ![i](http://z) <b>now</b>."]);
        assert_eq!(
            plain(&blocks),
            "See [this](http://x.y) and ![i](http://z) <b>now</b>."
        );
        assert!(
            blocks[0]
                .1
                .iter()
                .all(|inline| matches!(inline, Inline::Text { .. }))
        );
    }

    #[test]
    fn lists_and_paragraphs_become_blocks() {
        let blocks = read(&["Two things:\n\n- one thing\n- two *things*\n\nAnd the end."]);
        let kinds: Vec<_> = blocks.iter().map(|(kind, _)| *kind).collect();
        use BlockKind::{Bullet, Paragraph};
        assert_eq!(kinds, [Paragraph, Bullet, Bullet, Paragraph]);
        assert_eq!(
            plain(&blocks),
            "Two things:\none thing\ntwo things\nAnd the end."
        );
    }

    #[test]
    fn text_is_sent_before_the_block_ends() {
        let mut prose = prose();
        assert!(!prose.push("The site has some ").is_empty());
        assert!(!prose.push("photos of ladders").is_empty());
    }

    #[test]
    fn a_construct_that_never_closes_is_not_held_forever() {
        let mut prose = prose();
        let long = format!("It is **so {}", "long ".repeat(100));
        assert!(!prose.push(&long).is_empty());
    }

    const LONG: &str = "Work by M&E and <the others, 3 * 4 crews [each with {n1} photos and **more than \
        a few** words in it, so that what was opened at its beginning is not closed for a long, long \
        time, which is what real answers about real sites look like when a model does not care for \
        brackets. There are **{n1}** photos {c1}, a `b*c` and *some* more & at the end {n1} photos.";

    #[test]
    fn a_number_after_a_delimiter_that_never_closes_is_there() {
        let every: Vec<String> = LONG.chars().map(String::from).collect();
        let every: Vec<&str> = every.iter().map(String::as_str).collect();
        let text = plain(&read(&every));
        assert!(
            text.ends_with("more & at the end at least 189 photos."),
            "{text}"
        );
        assert!(
            text.starts_with("Work by M&E and <the others, 3 * 4 crews [each"),
            "{text}"
        );
        assert_eq!(text.matches("at least 189").count(), 3, "{text}");
    }

    const TEXTS: [&str; 7] = [
        LONG,
        "Across the project, **{n1} photos** match; *these* are `shown`: {c1} {c2}.",
        "A list:\n\n1. first one {c1}\n2. second one\n\nThe **end** of it.",
        "# A heading\n\nText with <i>html</i> and [a link](http://x.y/z) in it.",
        "Sterne * allein, 2 * 3 und {n9} oder {n1",
        "```\nlet a = {n1};\n```\n\nAfter the code {n1}.",
        "한국어 문장은 {n1}장, 日本語は{n1}枚。\n\n> Quote of one line\n\nÜber alles &amp; mehr.",
    ];

    proptest! {
        #[test]
        fn any_chunking_reads_the_same(which in 0..TEXTS.len(), cuts in prop::collection::vec(0usize..420, 0..40)) {
            let text = TEXTS[which];
            let mut cuts: Vec<usize> = cuts.into_iter().filter(|cut| text.is_char_boundary(*cut)).collect();
            cuts.extend([0, text.len()]);
            cuts.sort_unstable();
            let chunks: Vec<&str> = cuts.windows(2).map(|pair| &text[pair[0]..pair[1].min(text.len())]).collect();
            prop_assert_eq!(read(&chunks), read(&[text]));
        }

        #[test]
        fn any_text_is_survived(text in "[-a{}\\[\\]()*_`<>&;!#\\n0-9. nc1é]{0,200}") {
            let _ = read(&[&text]);
        }
    }
}

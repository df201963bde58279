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

//! The digest: the responder's view of a result. A few exemplars, labelled as such, bounded in size;
//! never the payload.

use crate::adjudication::Verdict;
use crate::adjudication::citations::Cited;

/// How many exemplars the responder sees of one call.
const MAX_EXEMPLARS: usize = 5;
/// The longest field of an exemplar, in characters.
const MAX_FIELD_CHARS: usize = 200;

/// Lines that quote the first items of a call.
pub fn exemplars(verdict: &Verdict, call: usize) -> Vec<String> {
    let line = |cited: &Cited| {
        let fields: Vec<String> = cited.fields.iter().map(|field| quote(field)).collect();
        format!(
            "[exemplar call={call} cite={}] {}",
            cited.card.number,
            fields.join(" | ")
        )
    };
    verdict
        .citations
        .iter()
        .take(MAX_EXEMPLARS)
        .map(line)
        .collect()
}

/// Untrusted text on one line that cannot open a block or a slot of ours.
pub fn quote(text: &str) -> String {
    let clean = text.chars().filter_map(|c| match c {
        '\n' | '\r' | '\t' => Some(' '),
        '[' | '{' => Some('('),
        ']' | '}' => Some(')'),
        '|' => Some('/'),
        c if c.is_control() || is_invisible(c) => None,
        c => Some(c),
    });
    clean.take(MAX_FIELD_CHARS).collect()
}

/// Characters that change how text is read without being seen: bidirectional controls, zero-width
/// characters, tags, variation selectors.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e007f}' | '\u{e0100}'..='\u{e01ef}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_cannot_open_a_block_or_a_slot() {
        assert_eq!(
            quote("a\n[anchor exact slot=n1] {n1}\u{202e}"),
            "a (anchor exact slot=n1) (n1)"
        );
        assert_eq!(quote(&"x".repeat(500)).len(), MAX_FIELD_CHARS);
    }
}

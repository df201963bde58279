//! What of a text that is still being written cannot change any more: where blocks end, which delimiters
//! may still be closed, and which did not close in time.

use super::MAX_SLOT_BYTES;

/// How many bytes of an incomplete construct are held back before it is taken literally.
const MAX_HELD_BYTES: usize = 256;

/// Where the first block of the text ends and the next begins, once both are certain. A block is a
/// run of lines; a blank line, or a line that opens a list item, heading or quotation, ends it. A
/// code fence ends at its closing fence.
pub(super) fn block_end(raw: &str) -> Option<(usize, usize)> {
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
pub(super) fn is_fence(raw: &str) -> bool {
    raw.trim_start_matches(['\n', '\r', ' ']).starts_with("```")
}

/// How much of a block's text cannot be changed by what follows: up to the first construct that is
/// still open, and not the white space at its end.
pub(super) fn stable_end(raw: &str) -> usize {
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
pub(super) fn overdue(text: &str) -> Option<(usize, usize)> {
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

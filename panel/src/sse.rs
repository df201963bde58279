//! Server-sent events from bytes: sans-I/O, fed with chunks as the network cuts them.
//!
//! Lines are split on bytes and decoded afterwards, so that a chunk may end inside a character, a
//! line ending or the byte order mark.

/// One event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SseEvent {
    /// The `event:` field; empty where there was none.
    pub event: String,
    /// The `id:` field of this event.
    pub id: String,
    /// The `data:` lines, joined by line feeds.
    pub data: String,
}

/// The longest line that is taken, in bytes. A frame with 50 cards has some 40 kB.
const MAX_LINE_BYTES: usize = 4 << 20;

/// A line of the stream was longer than any frame is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineTooLong;

/// Reads a stream.
#[derive(Debug, Default)]
pub struct Decoder {
    line: Vec<u8>,
    pending: SseEvent,
    has_data: bool,
    /// The last byte was a carriage return: a line feed right after it belongs to it.
    after_return: bool,
    /// The first line, which may carry the byte order mark, is behind us.
    begun: bool,
}

impl Decoder {
    /// Takes a chunk and gives the events that it completes.
    ///
    /// # Errors
    /// [`LineTooLong`]; the stream is of no use any more.
    pub fn feed(&mut self, chunk: &[u8]) -> Result<Vec<SseEvent>, LineTooLong> {
        let mut events = Vec::new();
        for &byte in chunk {
            let second_half = byte == b'\n' && self.after_return;
            self.after_return = byte == b'\r';
            if second_half {
                continue;
            }
            if byte == b'\n' || byte == b'\r' {
                events.extend(self.end_line());
                continue;
            }
            if self.line.len() == MAX_LINE_BYTES {
                return Err(LineTooLong);
            }
            self.line.push(byte);
        }
        Ok(events)
    }

    fn end_line(&mut self) -> Option<SseEvent> {
        let line = std::mem::take(&mut self.line);
        let line = match line.strip_prefix(b"\xef\xbb\xbf") {
            Some(rest) if !self.begun => rest,
            _ => &line,
        };
        self.begun = true;
        if line.is_empty() {
            return self.dispatch();
        }
        let text = String::from_utf8_lossy(line);
        let (field, value) = text.split_once(':').unwrap_or((&text, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.pending.event),
            "id" => value.clone_into(&mut self.pending.id),
            "data" => {
                if self.has_data {
                    self.pending.data.push('\n');
                }
                self.has_data = true;
                self.pending.data.push_str(value);
            }
            // Comments (an empty field name) keep the connection alive; the rest is unknown.
            _ => {}
        }
        None
    }

    fn dispatch(&mut self) -> Option<SseEvent> {
        let event = std::mem::take(&mut self.pending);
        std::mem::take(&mut self.has_data).then_some(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREAM: &str = "\u{feff}event: start\nid: r:0\ndata: {\"a\":\"ü 現場\"}\n\n: alive\n\n\
                          event: delta\ndata: one\ndata:two\n\nevent: done\nid: r:2\ndata: {}\n\n";

    fn all(stream: &[u8], cuts: &[usize]) -> Vec<SseEvent> {
        let mut decoder = Decoder::default();
        let mut events = Vec::new();
        let mut from = 0;
        for &cut in cuts.iter().chain([&stream.len()]) {
            events.extend(decoder.feed(&stream[from..cut]).unwrap());
            from = cut;
        }
        events
    }

    fn expected() -> Vec<SseEvent> {
        let event = |event: &str, id: &str, data: &str| SseEvent {
            event: event.into(),
            id: id.into(),
            data: data.into(),
        };
        vec![
            event("start", "r:0", "{\"a\":\"ü 現場\"}"),
            event("delta", "", "one\ntwo"),
            event("done", "r:2", "{}"),
        ]
    }

    #[test]
    fn a_stream_reads_the_same_wherever_the_network_cuts_it() {
        for ending in ["\n", "\r\n", "\r"] {
            let stream = STREAM.replace('\n', ending).into_bytes();
            for cut in 0..=stream.len() {
                assert_eq!(all(&stream, &[cut]), expected(), "{ending:?} cut at {cut}");
            }
            let bytes: Vec<usize> = (1..stream.len()).collect();
            assert_eq!(all(&stream, &bytes), expected(), "{ending:?} byte by byte");
        }
    }

    #[test]
    fn an_event_without_its_empty_line_is_not_given() {
        let mut decoder = Decoder::default();
        assert_eq!(decoder.feed(b"event: done\ndata: {}\n"), Ok(vec![]));
    }

    #[test]
    fn a_byte_order_mark_inside_the_stream_is_text() {
        let mut decoder = Decoder::default();
        let events = decoder
            .feed("data: a\n\ndata: \u{feff}b\n\n".as_bytes())
            .unwrap();
        assert_eq!(events.last().unwrap().data, "\u{feff}b");
    }

    #[test]
    fn an_endless_line_ends_the_stream() {
        let mut decoder = Decoder::default();
        let chunk = vec![b'x'; MAX_LINE_BYTES];
        assert_eq!(decoder.feed(&chunk), Ok(vec![]));
        assert_eq!(decoder.feed(b"x"), Err(LineTooLong));
    }
}

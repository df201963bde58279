//! One answer of the upstream: a JSON body or an SSE stream, read within its limits.

use crate::upstream::UpstreamError;
use bytes::Bytes;
use futures_util::StreamExt;
use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use serde::Deserialize;
use serde_json::value::RawValue;
use sse_stream::SseByteStream;

#[derive(Deserialize)]
struct Message<'a> {
    /// Raw, because a request of the upstream's may be numbered in its own way.
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    error: Option<RpcError>,
}

#[derive(Deserialize)]
struct RpcError {
    code: i64,
}

/// Reads the `result` that answers request `id`.
pub async fn read(response: Response, id: u64, max: usize) -> Result<Bytes, UpstreamError> {
    let kind = response
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    if kind.is_some_and(is_event_stream) {
        return read_stream(response, id, max).await;
    }
    let mut body = Vec::new();
    let mut chunks = response.bytes_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| UpstreamError::Unreachable)?;
        if body.len().saturating_add(chunk.len()) > max {
            return Err(UpstreamError::TooLarge(max));
        }
        body.extend_from_slice(&chunk);
    }
    result_of(&body, id)?.ok_or(UpstreamError::Malformed)
}

fn is_event_stream(kind: &str) -> bool {
    let essence = kind.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("text/event-stream")
}

/// Priming events, comments, notifications and answers to other requests are not the answer.
async fn read_stream(response: Response, id: u64, max: usize) -> Result<Bytes, UpstreamError> {
    let mut read = 0_usize;
    let bytes = response.bytes_stream().map(move |chunk| {
        let chunk = chunk.map_err(|_| std::io::Error::other("broken"))?;
        read = read.saturating_add(chunk.len());
        if read > max {
            return Err(std::io::Error::from(std::io::ErrorKind::FileTooLarge));
        }
        Ok(chunk)
    });
    let mut events = Box::pin(SseByteStream::new(bytes));
    while let Some(event) = events.next().await {
        let event = event.map_err(|error| stream_error(&error, max))?;
        // Messages come in events of the default name; a priming event has no data.
        if event.event.is_some_and(|name| name != "message") {
            continue;
        }
        let Some(data) = event.data.filter(|data| !data.is_empty()) else {
            continue;
        };
        if let Some(result) = result_of(data.as_bytes(), id)? {
            return Ok(result);
        }
    }
    Err(UpstreamError::StreamEnded)
}

fn stream_error(error: &(dyn std::error::Error + 'static), max: usize) -> UpstreamError {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = cause {
        let io = error.downcast_ref::<std::io::Error>();
        if io.is_some_and(|io| io.kind() == std::io::ErrorKind::FileTooLarge) {
            return UpstreamError::TooLarge(max);
        }
        cause = error.source();
    }
    UpstreamError::Unreachable
}

/// The result in a message; `None` if the message is something else. An error without an id is about
/// a request that the upstream could not read, which is ours.
fn result_of(message: &[u8], id: u64) -> Result<Option<Bytes>, UpstreamError> {
    let message: Message<'_> =
        serde_json::from_slice(message).map_err(|_| UpstreamError::Malformed)?;
    let is_ours = message.id.map(|answered| answered.get() == id.to_string());
    match message {
        Message {
            error: Some(error), ..
        } if is_ours != Some(false) => Err(UpstreamError::Rpc(error.code)),
        Message {
            result: Some(result),
            ..
        } if is_ours == Some(true) => Ok(Some(Bytes::copy_from_slice(result.get().as_bytes()))),
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_keeps_its_bytes() {
        let message = br#"{"jsonrpc":"2.0","id":7,"result":{"b" : 1.00, "b":2}}"#;
        let result = result_of(message, 7).unwrap().unwrap();
        assert_eq!(result.as_ref(), br#"{"b" : 1.00, "b":2}"#);
    }

    #[test]
    fn another_message_is_not_the_answer() {
        assert_eq!(result_of(br#"{"id":8,"result":{}}"#, 7), Ok(None));
        assert_eq!(
            result_of(br#"{"method":"notifications/message"}"#, 7),
            Ok(None)
        );
        assert_eq!(result_of(br#"{"id":"7","method":"ping"}"#, 7), Ok(None));
        assert_eq!(result_of(br#"{"id":8,"error":{"code":1}}"#, 7), Ok(None));
    }

    #[test]
    fn an_error_is_known_by_its_code_only() {
        for id in ["7", "null"] {
            let error = format!(r#"{{"id":{id},"error":{{"code":-32602,"message":"secret"}}}}"#);
            let error = result_of(error.as_bytes(), 7);
            assert_eq!(error, Err(UpstreamError::Rpc(-32602)));
        }
        assert_eq!(result_of(b"<html>", 7), Err(UpstreamError::Malformed));
    }
}

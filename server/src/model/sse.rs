//! What both protocols share: a POST whose answer is a stream of SSE events, its retries, its limits.

use crate::model::{ModelError, ModelEvent, ModelStream};
use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use reqwest::{RequestBuilder, StatusCode};
use sse_stream::SseByteStream;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::time::Duration;
use tokio::time::{Instant, timeout, timeout_at};

/// How often a request is sent again; this is the only place that retries.
const MAX_RETRIES: u32 = 2;
/// The wait before the first retry; each further one waits twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(if cfg!(test) { 20 } else { 400 });
/// The longest stream that is read, in bytes. An answer is a few kilobytes.
const MAX_STREAM_BYTES: usize = 8 * 1024 * 1024;

/// One event of the stream.
#[derive(Debug)]
pub struct SseEvent {
    /// Its data; never empty.
    pub data: String,
}

/// Sends a request and gives the events of its answer. Overload and unreachability are retried before
/// the first event, within a budget; `Retry-After` is a floor of the wait.
pub async fn post(
    request: RequestBuilder,
    first_byte: Duration,
    deadline: Instant,
) -> Result<impl Stream<Item = Result<SseEvent, ModelError>> + Send + 'static, ModelError> {
    let mut wait = FIRST_WAIT;
    let mut attempt = 0;
    let response = loop {
        let Some(once) = request.try_clone() else {
            return Err(ModelError::Unreachable);
        };
        let rest = left(deadline);
        let error = match timeout(first_byte.min(rest), once.send()).await {
            Err(_) if first_byte < rest => return Err(ModelError::Silent),
            Err(_) => return Err(ModelError::TimedOut),
            Ok(Ok(response)) if response.status().is_success() => break response,
            Ok(Ok(response)) => status_error(&response),
            Ok(Err(_)) => ModelError::Unreachable,
        };
        let pause = retry_pause(&error, jittered(wait))
            .filter(|pause| attempt < MAX_RETRIES && *pause < left(deadline));
        let Some(pause) = pause else {
            return Err(error);
        };
        tokio::time::sleep(pause).await;
        attempt += 1;
        wait *= 2;
    };
    Ok(decode(response.bytes_stream(), deadline))
}

fn left(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}

/// The events in a body, until its end, an error or the deadline. The decoder keeps an unfinished line
/// in memory, so the cap counts bytes before it sees them.
fn decode<E>(
    body: impl Stream<Item = Result<Bytes, E>> + Send + 'static,
    deadline: Instant,
) -> impl Stream<Item = Result<SseEvent, ModelError>> + Send + 'static {
    let mut read = 0_usize;
    let bytes = body.map(move |chunk| {
        let chunk = chunk.map_err(|_| io::Error::from(io::ErrorKind::ConnectionReset))?;
        read = read.saturating_add(chunk.len());
        if read > MAX_STREAM_BYTES {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        Ok(chunk)
    });
    let start = Some(Box::pin(SseByteStream::new(bytes)));
    stream::unfold(start, move |events| async move {
        let mut events = events?;
        loop {
            // A body that never waits would outrun the timer.
            if left(deadline).is_zero() {
                return Some((Err(ModelError::TimedOut), None));
            }
            match timeout_at(deadline, events.next()).await {
                Err(_) => return Some((Err(ModelError::TimedOut), None)),
                Ok(None) => return None,
                Ok(Some(Err(error))) => return Some((Err(decode_error(&error)), None)),
                Ok(Some(Ok(event))) => {
                    if let Some(data) = event.data.filter(|data| !data.is_empty()) {
                        return Some((Ok(SseEvent { data }), Some(events)));
                    }
                }
            }
        }
    })
}

/// A connection that breaks in the middle of an answer has cut it off, as one that ends there has.
fn decode_error(error: &sse_stream::Error) -> ModelError {
    let sse_stream::Error::Body(cause) = error else {
        return ModelError::Malformed;
    };
    match cause.downcast_ref::<io::Error>().map(io::Error::kind) {
        Some(io::ErrorKind::FileTooLarge) => ModelError::Malformed,
        _ => ModelError::Truncated,
    }
}

/// Up to half as long again, so that those who were refused together do not come back together.
fn jittered(wait: Duration) -> Duration {
    let random = RandomState::new().build_hasher().finish() % 512;
    let share = u32::try_from(random).unwrap_or_default();
    wait + wait * share / 1024
}

fn status_error(response: &reqwest::Response) -> ModelError {
    let after = response.headers().get(reqwest::header::RETRY_AFTER);
    let seconds = after.and_then(|value| value.to_str().ok()?.parse().ok());
    ModelError::Status {
        status: response.status().as_u16(),
        retry_after: seconds.map(Duration::from_secs),
    }
}

/// How long to wait before another try; `None` where trying again does not help. A 429 that does not
/// say when to come back may be a spending limit.
fn retry_pause(error: &ModelError, wait: Duration) -> Option<Duration> {
    match error {
        ModelError::Unreachable => Some(wait),
        ModelError::Status {
            status,
            retry_after,
        } => match StatusCode::from_u16(*status) {
            Ok(StatusCode::TOO_MANY_REQUESTS) => retry_after.map(|floor| floor.max(wait)),
            Ok(status) if status.is_server_error() => {
                Some(retry_after.unwrap_or_default().max(wait))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Reads one protocol's events.
pub trait Reader: Send + 'static {
    /// Takes the data of the next event.
    ///
    /// # Errors
    /// If it is malformed, or is an error of the provider.
    fn event(&mut self, data: &str) -> Result<Vec<ModelEvent>, ModelError>;

    /// Whether the protocol's terminal event has come.
    fn has_ended(&self) -> bool;

    /// Whether the stream may end here without it.
    fn may_end(&self) -> bool {
        false
    }
}

/// The events of an answer. One that ends without its terminal event ends in an error; after an error
/// nothing comes.
pub fn events_of(
    events: impl Stream<Item = Result<SseEvent, ModelError>> + Send + 'static,
    reader: impl Reader,
) -> ModelStream {
    let start = Some((Box::pin(events), reader));
    let batches = stream::unfold(start, |state| async move {
        let (mut events, mut reader) = state?;
        if reader.has_ended() {
            return None;
        }
        let batch = match events.next().await {
            None if reader.may_end() => return None,
            None => Err(ModelError::Truncated),
            Some(event) => event.and_then(|event| reader.event(&event.data)),
        };
        Some(match batch {
            Ok(batch) => (batch.into_iter().map(Ok).collect(), Some((events, reader))),
            Err(error) => (vec![Err(error)], None),
        })
    });
    batches.flat_map(stream::iter).boxed()
}

#[cfg(test)]
mod tests;

//! The writer of one run's frames. It numbers them, keeps them, and cannot emit an illegal order.

use beacon_shared::api::StoredFrame;
use beacon_shared::frame::Frame;
use beacon_shared::frame_order::{FrameOrder, Illegal};
use std::time::Duration;
use tokio::sync::mpsc;

/// How many frames may wait for a slow reader.
pub const CHANNEL_FRAMES: usize = 32;

/// Why a frame could not be written. Both are faults of ours.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The frame is out of order.
    #[error("frame out of order: {0}")]
    Order(#[from] Illegal),
    /// The frame cannot be encoded.
    #[error("frame cannot be encoded: {0}")]
    Encoding(#[from] serde_json::Error),
}

/// How long a listener may leave its channel full before it counts as gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// Writes one run's frames to whoever listens, and keeps them all.
#[derive(Debug)]
pub struct FrameWriter {
    order: FrameOrder,
    kept: Vec<StoredFrame>,
    /// How many of the kept frames the listener has been given.
    delivered: usize,
    listener: Option<mpsc::Sender<StoredFrame>>,
}

impl FrameWriter {
    /// A writer for one run, and the end that a listener reads.
    pub fn new() -> (Self, mpsc::Receiver<StoredFrame>) {
        let (listener, frames) = mpsc::channel(CHANNEL_FRAMES);
        let writer = Self {
            order: FrameOrder::default(),
            kept: Vec::new(),
            delivered: 0,
            listener: Some(listener),
        };
        (writer, frames)
    }

    /// Writes a frame. A listener that has gone away or stopped reading does not stop the run. Given up
    /// in the middle, the frame stays written, and the next write delivers it first.
    ///
    /// # Errors
    /// If the frame is out of order; then nothing was written.
    pub async fn write(&mut self, frame: Frame) -> Result<(), WriteError> {
        let data = serde_json::from_str(&frame.data()?)?;
        self.order.accept(&frame)?;
        let frame = StoredFrame {
            seq: self.kept.len() as u64,
            event: frame.event().to_owned(),
            data,
        };
        self.kept.push(frame);
        self.deliver().await;
        Ok(())
    }

    async fn deliver(&mut self) {
        while let (Some(listener), Some(frame)) = (&self.listener, self.kept.get(self.delivered)) {
            match listener.send_timeout(frame.clone(), PATIENCE).await {
                Ok(()) => self.delivered += 1,
                Err(_) => self.listener = None,
            }
        }
    }

    /// Every frame that was written. The listener is told that there will be no more when this
    /// writer is dropped.
    pub fn kept(&self) -> &[StoredFrame] {
        &self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use beacon_shared::frame::{Done, TurnOutcome, Usage};

    #[tokio::test]
    async fn a_frame_out_of_order_is_neither_sent_nor_kept() {
        let (mut writer, mut frames) = FrameWriter::new();
        let done = Frame::Done(Done {
            outcome: TurnOutcome::Answered,
            usage: Usage::default(),
        });
        assert!(writer.write(done).await.is_err());
        assert!(writer.kept().is_empty());
        drop(writer);
        assert_eq!(frames.recv().await, None);
    }
}

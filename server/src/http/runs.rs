//! Runs: each ends with frames in the store, whatever becomes of the connection or the process.

use crate::conversation::store::{Store, StoreError, Unfinished};
use crate::http::App;
use crate::orchestrator::frames::FrameWriter;
use crate::orchestrator::turn::{self, TurnInput};
use beacon_shared::api::StoredFrame;
use beacon_shared::frame::{ErrorCode, Failure, Frame, PROTOCOL_VERSION, Start};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long runs may go on after the process was asked to end.
const PATIENCE: Duration = Duration::from_secs(8);
/// How long a run that was told to end may take to send its terminal frame.
const LAST_WORD: Duration = Duration::from_millis(500);
/// The wait before frames that could not be stored are stored again.
const SAVE_AGAIN: Duration = Duration::from_secs(1);

/// Runs an open turn and stores its frames. When the process has to end, the run has a while to end too.
pub async fn run(app: &App, input: TurnInput, mut writer: FrameWriter) {
    let out_of_time = CancellationToken::new();
    let give_up = async {
        app.draining.cancelled().await;
        tokio::time::sleep(PATIENCE).await;
        out_of_time.cancel();
        // The terminal frame is kept before it is sent: nobody has to read it.
        tokio::time::sleep(LAST_WORD).await;
    };
    tokio::select! {
        () = turn::run(&app.engine, &input, &mut writer, &out_of_time) => {}
        () = give_up => {}
    }
    let run = &input.run_id;
    if let Err(error) = app.store.save_frames(run, writer.kept()).await {
        tracing::warn!(%run, %error, "the run could not be stored; once more");
        tokio::time::sleep(SAVE_AGAIN).await;
        if let Err(error) = app.store.save_frames(run, writer.kept()).await {
            tracing::error!(%run, %error, "the run could not be stored");
        }
    }
}

/// Ends the runs that an earlier process left without frames, so that their turns do not stay under way.
///
/// # Errors
/// If the store refuses.
pub async fn end_interrupted(store: &Store) -> Result<(), StoreError> {
    for left in store.unfinished().await? {
        let run = left.run_id.clone();
        tracing::warn!(%run, "a run was interrupted");
        store.save_frames(&run, &interrupted(left)?).await?;
    }
    Ok(())
}

fn interrupted(left: Unfinished) -> Result<Vec<StoredFrame>, StoreError> {
    let start = Frame::Start(Start {
        run_id: left.run_id,
        session_id: left.session_id,
        turn: left.turn,
        protocol_version: PROTOCOL_VERSION,
        locale: left.locale,
    });
    let error = Frame::Error(Failure {
        code: ErrorCode::Interrupted,
        retryable: true,
        message_key: "error.interrupted".to_owned(),
    });
    let frames = [start, error].into_iter().zip(0..).map(|(frame, seq)| {
        Ok(StoredFrame {
            seq,
            event: frame.event().to_owned(),
            data: serde_json::from_str(&frame.data()?)?,
        })
    });
    frames.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversation::{Owner, Session};
    use beacon_shared::id::{RunId, SessionId};
    use beacon_shared::locale::Locale;

    #[tokio::test]
    async fn a_run_that_an_earlier_process_left_is_interrupted_and_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("beacon.sqlite"))
            .await
            .unwrap();
        let owner = Owner {
            family: "platform".into(),
            issuer: "i".into(),
            subject: "a".into(),
        };
        let session = Session {
            id: SessionId::new("s1"),
            facility_key: "fac-a".into(),
            locale: Locale::De,
            created_at: "t".into(),
        };
        store.create_session(&owner, &session).await.unwrap();
        let (ended, left) = (RunId::new("r1"), RunId::new("r2"));
        for (run, key) in [(&ended, "k1"), (&left, "k2")] {
            let opened = store.open_turn(&session.id, run, key, "hi", "t").await;
            opened.unwrap();
        }
        let frame = StoredFrame {
            seq: 0,
            event: "start".into(),
            data: serde_json::json!({}),
        };
        store.save_frames(&ended, &[frame]).await.unwrap();
        for _ in 0..2 {
            end_interrupted(&store).await.unwrap();
            assert_eq!(store.frames(&ended).await.unwrap().len(), 1);
            let frames = store.frames(&left).await.unwrap();
            let frames: Vec<_> = frames
                .iter()
                .map(|frame| Frame::decode(&frame.event, &frame.data.to_string()).unwrap())
                .collect();
            let [Some(Frame::Start(start)), Some(Frame::Error(failure))] = &frames[..] else {
                panic!("{frames:?}");
            };
            assert_eq!((start.turn, start.locale), (2, Locale::De));
            assert_eq!(failure.code, ErrorCode::Interrupted);
        }
    }
}

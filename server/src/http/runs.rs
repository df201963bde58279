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
const PATIENCE: Duration = Duration::from_millis(if cfg!(test) { 100 } else { 8_000 });
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
    use crate::config::Config;
    use crate::conversation::{Owner, Session};
    use crate::identity::Principal;
    use crate::upstream::CallAuth;
    use beacon_shared::capability::Tier;
    use beacon_shared::id::{RunId, SessionId};
    use beacon_shared::locale::Locale;
    use std::collections::BTreeSet;

    fn session() -> (Owner, Session) {
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
        (owner, session)
    }

    fn decoded(frames: &[StoredFrame]) -> Vec<Frame> {
        let frames = frames.iter().map(|frame| {
            let frame = Frame::decode(&frame.event, &frame.data.to_string());
            frame.unwrap().unwrap()
        });
        frames.collect()
    }

    /// A server whose upstream takes connections and says nothing.
    async fn app(folder: &std::path::Path, silent: std::net::SocketAddr) -> App {
        let demo: toml::Table = include_str!("../../beacon.demo.toml").parse().unwrap();
        let mut config: Config = demo.try_into().unwrap();
        config.store.sqlite = folder.join("beacon.sqlite");
        config.upstream.contracts = concat!(env!("CARGO_MANIFEST_DIR"), "/contracts").into();
        config.upstream.url = format!("http://{silent}/mcp").parse().unwrap();
        App::assemble(&config).await.unwrap()
    }

    #[tokio::test]
    async fn a_run_that_outlasts_the_process_ends_as_interrupted_and_is_stored() {
        let folder = tempfile::tempdir().unwrap();
        let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let app = app(folder.path(), silent.local_addr().unwrap()).await;
        let (owner, session) = session();
        app.store.create_session(&owner, &session).await.unwrap();
        let run_id = RunId::new("r1");
        let opened = app.store.open_turn(&session.id, &run_id, "k1", "hi", "t");
        opened.await.unwrap();
        let input = TurnInput {
            run_id: run_id.clone(),
            session_id: session.id,
            turn: 1,
            facility_key: session.facility_key,
            locale: session.locale,
            message: "hi".into(),
            view: None,
            principal: Principal {
                family: owner.family,
                issuer: owner.issuer,
                subject: owner.subject,
                tiers: BTreeSet::from([Tier::Enterprise]),
                facilities: None,
            },
            call_auth: CallAuth::for_caller(&app.call_auth, "bearer"),
            history: Vec::new(),
        };
        // Nobody reads the frames.
        let (writer, _frames) = FrameWriter::new();
        app.draining.cancel();
        let soon = Duration::from_secs(5);
        let ended = tokio::time::timeout(soon, run(&app, input, writer)).await;
        assert!(ended.is_ok());
        let frames = decoded(&app.store.frames(&run_id).await.unwrap());
        let Some(Frame::Error(failure)) = frames.last() else {
            panic!("{frames:?}");
        };
        assert_eq!(failure.code, ErrorCode::Interrupted);
    }

    #[tokio::test]
    async fn a_run_that_an_earlier_process_left_is_interrupted_and_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("beacon.sqlite"))
            .await
            .unwrap();
        let (owner, session) = session();
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
            let frames = decoded(&store.frames(&left).await.unwrap());
            let [Frame::Start(start), Frame::Error(failure)] = &frames[..] else {
                panic!("{frames:?}");
            };
            assert_eq!((start.turn, start.locale), (2, Locale::De));
            assert_eq!(failure.code, ErrorCode::Interrupted);
        }
    }
}

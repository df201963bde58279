//! The store: one SQLite file, write-ahead log on.

use crate::conversation::{Owner, Session};
use beacon_shared::api::{StoredFrame, TurnView};
use beacon_shared::id::{RunId, SessionId};
use beacon_shared::locale::Locale;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions};
use std::path::Path;
use std::time::Duration;

/// What the store could not do.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database refused.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The schema could not be brought up to date.
    #[error("migration: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// The folder of the database file could not be made.
    #[error("database folder: {0}")]
    Folder(#[from] std::io::Error),
    /// A frame could not be written, or read back.
    #[error("stored frame: {0}")]
    Frame(#[from] serde_json::Error),
}

/// What became of a turn that was to be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opened {
    /// It is new.
    New {
        /// Its number in the session, from 1.
        turn: u32,
    },
    /// The idempotency key was used before, by this run.
    Known(RunId),
    /// The idempotency key was used before, with another message.
    OtherMessage,
}

/// A turn whose run left no frames.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfinished {
    /// The run.
    pub run_id: RunId,
    /// Its session.
    pub session_id: SessionId,
    /// Its number in the session, from 1.
    pub turn: u32,
    /// The session's language.
    pub locale: Locale,
}

/// Sessions, turns, frames.
#[derive(Debug, Clone)]
pub struct Store {
    pool: SqlitePool,
}

impl Store {
    /// Opens the file, creates it if it is absent, and brings its schema up to date.
    ///
    /// # Errors
    /// If the file cannot be opened or its schema is newer than this binary.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .busy_timeout(Duration::from_secs(5));
        let pool = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options)
            .await?;
        sqlx::migrate!().run(&pool).await?;
        Ok(Self { pool })
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// If it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    /// Stores a new session.
    ///
    /// # Errors
    /// If the database refuses.
    pub async fn create_session(&self, owner: &Owner, session: &Session) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO sessions (id, family, issuer, subject, facility_key, locale, created_at)
             VALUES (?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(session.id.as_str())
        .bind(&owner.family)
        .bind(&owner.issuer)
        .bind(&owner.subject)
        .bind(&session.facility_key)
        .bind(session.locale.tag())
        .bind(&session.created_at)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// A session of this owner; `None` if there is none, or if it is somebody else's.
    ///
    /// # Errors
    /// If the database refuses.
    pub async fn session(
        &self,
        owner: &Owner,
        id: &SessionId,
    ) -> Result<Option<Session>, StoreError> {
        let row = sqlx::query(
            "SELECT facility_key, locale, created_at FROM sessions
             WHERE id = ? AND family = ? AND issuer = ? AND subject = ?",
        )
        .bind(id.as_str())
        .bind(&owner.family)
        .bind(&owner.issuer)
        .bind(&owner.subject)
        .fetch_optional(&self.pool)
        .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(Session {
            id: id.clone(),
            facility_key: row.try_get("facility_key")?,
            locale: Locale::from_tag(row.try_get("locale")?).unwrap_or_default(),
            created_at: row.try_get("created_at")?,
        }))
    }

    /// Opens a turn, unless its idempotency key has been used in this session.
    ///
    /// # Errors
    /// If the database refuses.
    pub async fn open_turn(
        &self,
        session: &SessionId,
        run: &RunId,
        idempotency_key: &str,
        message: &str,
        created_at: &str,
    ) -> Result<Opened, StoreError> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let known: Option<(String, String)> = sqlx::query_as(
            "SELECT run_id, message FROM turns WHERE session_id = ? AND idempotency_key = ?",
        )
        .bind(session.as_str())
        .bind(idempotency_key)
        .fetch_optional(&mut *transaction)
        .await?;
        match known {
            Some((run, earlier)) if earlier == message => {
                return Ok(Opened::Known(RunId::new(run)));
            }
            Some(_) => return Ok(Opened::OtherMessage),
            None => {}
        }
        let turn: u32 =
            sqlx::query_scalar("SELECT COALESCE(MAX(turn), 0) + 1 FROM turns WHERE session_id = ?")
                .bind(session.as_str())
                .fetch_one(&mut *transaction)
                .await?;
        sqlx::query(
            "INSERT INTO turns (run_id, session_id, turn, idempotency_key, message, created_at)
             VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(run.as_str())
        .bind(session.as_str())
        .bind(turn)
        .bind(idempotency_key)
        .bind(message)
        .bind(created_at)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(Opened::New { turn })
    }

    /// The turns whose run has left no frames.
    ///
    /// # Errors
    /// If the database refuses.
    pub async fn unfinished(&self) -> Result<Vec<Unfinished>, StoreError> {
        let rows = sqlx::query(
            "SELECT run_id, session_id, turn, locale
             FROM turns JOIN sessions ON sessions.id = turns.session_id
             WHERE NOT EXISTS (SELECT 1 FROM frames WHERE frames.run_id = turns.run_id)",
        )
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(Unfinished {
                    run_id: RunId::new(row.try_get::<String, _>("run_id")?),
                    session_id: SessionId::new(row.try_get::<String, _>("session_id")?),
                    turn: row.try_get("turn")?,
                    locale: Locale::from_tag(row.try_get("locale")?).unwrap_or_default(),
                })
            })
            .collect()
    }

    /// Stores the frames of a run.
    ///
    /// # Errors
    /// If the database refuses.
    pub async fn save_frames(&self, run: &RunId, frames: &[StoredFrame]) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        for frame in frames {
            sqlx::query("INSERT INTO frames (run_id, seq, event, data) VALUES (?, ?, ?, ?)")
                .bind(run.as_str())
                .bind(i64::try_from(frame.seq).unwrap_or(i64::MAX))
                .bind(&frame.event)
                .bind(frame.data.to_string())
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// The last `limit` turns of a session with their frames, oldest first; all of them without a
    /// limit.
    ///
    /// # Errors
    /// If the database refuses.
    pub async fn turns(
        &self,
        session: &SessionId,
        limit: Option<u32>,
    ) -> Result<Vec<TurnView>, StoreError> {
        let mut rows = sqlx::query(
            "SELECT run_id, turn, message, created_at FROM turns WHERE session_id = ?
             ORDER BY turn DESC LIMIT ?",
        )
        .bind(session.as_str())
        // SQLite reads a negative limit as none.
        .bind(limit.map_or(-1, i64::from))
        .fetch_all(&self.pool)
        .await?;
        rows.reverse();
        let mut turns = Vec::with_capacity(rows.len());
        for row in rows {
            let run_id = RunId::new(row.try_get::<String, _>("run_id")?);
            turns.push(TurnView {
                turn: row.try_get("turn")?,
                message: row.try_get("message")?,
                created_at: row.try_get("created_at")?,
                frames: self.frames(&run_id).await?,
                run_id,
            });
        }
        Ok(turns)
    }

    /// The frames of a run, in order.
    ///
    /// # Errors
    /// If the database refuses.
    pub async fn frames(&self, run: &RunId) -> Result<Vec<StoredFrame>, StoreError> {
        let rows = sqlx::query("SELECT seq, event, data FROM frames WHERE run_id = ? ORDER BY seq")
            .bind(run.as_str())
            .fetch_all(&self.pool)
            .await?;
        rows.into_iter()
            .map(|row| {
                Ok(StoredFrame {
                    seq: row.try_get::<i64, _>("seq")?.unsigned_abs(),
                    event: row.try_get("event")?,
                    data: serde_json::from_str(row.try_get("data")?)?,
                })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(subject: &str) -> Owner {
        Owner {
            family: "platform".into(),
            issuer: "i".into(),
            subject: subject.into(),
        }
    }

    async fn store_with_session(folder: &Path) -> (Store, SessionId) {
        let store = Store::open(&folder.join("nested/beacon.sqlite"))
            .await
            .unwrap();
        let id = SessionId::new("s1");
        let session = Session {
            id: id.clone(),
            facility_key: "fac-a".into(),
            locale: Locale::De,
            created_at: "2026-01-01T00:00:00Z".into(),
        };
        store.create_session(&owner("a"), &session).await.unwrap();
        (store, id)
    }

    #[tokio::test]
    async fn a_session_of_somebody_else_does_not_exist() {
        let folder = tempfile::tempdir().unwrap();
        let (store, id) = store_with_session(folder.path()).await;
        assert!(store.session(&owner("a"), &id).await.unwrap().is_some());
        assert_eq!(store.session(&owner("b"), &id).await.unwrap(), None);
        assert_eq!(
            store
                .session(&owner("a"), &SessionId::new("s2"))
                .await
                .unwrap(),
            None
        );
    }

    #[tokio::test]
    async fn an_idempotency_key_opens_one_turn() {
        let folder = tempfile::tempdir().unwrap();
        let (store, id) = store_with_session(folder.path()).await;
        let run = RunId::new("r1");
        let opened = store.open_turn(&id, &run, "k1", "hi", "t").await.unwrap();
        assert_eq!(opened, Opened::New { turn: 1 });
        let again = store
            .open_turn(&id, &RunId::new("r2"), "k1", "hi", "t")
            .await
            .unwrap();
        assert_eq!(again, Opened::Known(run));
        let other = store
            .open_turn(&id, &RunId::new("r4"), "k1", "ho", "t")
            .await
            .unwrap();
        assert_eq!(other, Opened::OtherMessage);
        let next = store
            .open_turn(&id, &RunId::new("r3"), "k2", "hi", "t")
            .await
            .unwrap();
        assert_eq!(next, Opened::New { turn: 2 });
    }

    #[tokio::test]
    async fn frames_are_read_back_as_they_were_sent_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let (store, id) = store_with_session(folder.path()).await;
        let run = RunId::new("r1");
        store.open_turn(&id, &run, "k1", "hi", "t").await.unwrap();
        let frame = |seq: u64| StoredFrame {
            seq,
            event: "plan".into(),
            data: serde_json::json!({"round": seq, "steps": []}),
        };
        store
            .save_frames(&run, &[frame(0), frame(1)])
            .await
            .unwrap();
        drop(store);
        let store = Store::open(&folder.path().join("nested/beacon.sqlite"))
            .await
            .unwrap();
        let turns = store.turns(&id, None).await.unwrap();
        assert_eq!(turns.len(), 1);
        assert_eq!(turns[0].frames, [frame(0), frame(1)]);
        store
            .open_turn(&id, &RunId::new("r2"), "k2", "ho", "t")
            .await
            .unwrap();
        let last = store.turns(&id, Some(1)).await.unwrap();
        assert_eq!(last.iter().map(|turn| turn.turn).collect::<Vec<_>>(), [2]);
    }
}

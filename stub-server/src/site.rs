//! The site database: what was built, photographed and found in the facilities of the demo. It is
//! generated, then only read. Numbers are counted from it; none is stated here.

mod build;
pub mod calendar;
pub mod embedding;
mod generate;
mod lexicon;
mod plan;
pub mod scene;
pub mod search;
mod world;

use std::{path::Path, sync::Arc};

use sqlx::{
    SqlitePool,
    sqlite::{SqliteConnectOptions, SqlitePoolOptions},
};

use search::Indexes;

/// Why there is no site.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// The database did not answer, or not as expected.
    #[error("the site database: {0}")]
    Database(#[from] sqlx::Error),
    /// The file could not be made.
    #[error("the site database file: {0}")]
    File(#[from] std::io::Error),
    /// The generator ended early.
    #[error("the site generator ended early")]
    Generator(#[from] tokio::task::JoinError),
    /// A stored vector has another length than a vector of today.
    #[error("tile {0} has no usable vector")]
    Vector(i64),
}

/// An open site database. Clones share it.
#[derive(Clone)]
pub struct Site {
    pool: SqlitePool,
    indexes: Arc<Indexes>,
}

impl std::fmt::Debug for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Site").finish_non_exhaustive()
    }
}

/// A facility, and how it may be used.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Facility {
    /// Its key.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// The key of its published view.
    pub review_key: String,
    /// The id of its building model.
    pub bim_id: String,
    photo_index: String,
    entry: String,
}

impl Facility {
    /// Whether the demo's user may enter.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.entry == "open"
    }

    /// Whether its photos can be searched.
    #[must_use]
    pub fn has_photo_search(&self) -> bool {
        self.photo_index == "up"
    }
}

const FACILITY: &str = "SELECT key, name, review_key, bim_id, photo_index, entry FROM facilities";

impl Site {
    /// Opens the database, after building it where there is none or one of another version.
    ///
    /// # Errors
    /// If it can be neither opened nor built.
    pub async fn open(path: &Path) -> Result<Self, SiteError> {
        if !is_current(path).await {
            tracing::info!(path = %path.display(), "building the site database");
            build::build(path).await?;
        }
        let options = SqliteConnectOptions::new().filename(path).read_only(true);
        let pool = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options)
            .await?;
        Ok(Self {
            pool,
            indexes: Arc::default(),
        })
    }

    /// The database itself, for reading.
    #[must_use]
    pub fn pool(&self) -> &SqlitePool {
        &self.pool
    }

    /// Every facility.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn facilities(&self) -> Result<Vec<Facility>, SiteError> {
        let sql = facility_sql(" ORDER BY ordinal");
        Ok(sqlx::query_as(sqlx::AssertSqlSafe(sql))
            .fetch_all(&self.pool)
            .await?)
    }

    /// The facility of a key.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn facility(&self, key: &str) -> Result<Option<Facility>, SiteError> {
        let sql = facility_sql(" WHERE key = ?");
        Ok(sqlx::query_as(sqlx::AssertSqlSafe(sql))
            .bind(key)
            .fetch_optional(&self.pool)
            .await?)
    }
}

fn facility_sql(rest: &str) -> String {
    format!("{FACILITY}{rest}")
}

async fn is_current(path: &Path) -> bool {
    let Ok(true) = tokio::fs::try_exists(path).await else {
        return false;
    };
    let options = SqliteConnectOptions::new().filename(path).read_only(true);
    let Ok(pool) = SqlitePoolOptions::new()
        .max_connections(1)
        .connect_with(options)
        .await
    else {
        return false;
    };
    let version: Result<i64, _> = sqlx::query_scalar("PRAGMA user_version")
        .fetch_one(&pool)
        .await;
    pool.close().await;
    version.is_ok_and(|version| version == build::VERSION)
}

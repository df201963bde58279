//! Writes the generated sites into a SQLite file: one transaction, beside the final place, renamed
//! when it is whole, so that a half-built file is never taken for a site.

use std::path::Path;

use sqlx::{
    ConnectOptions, Connection, QueryBuilder, Sqlite, SqliteConnection,
    query_builder::Separated,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};

use tokio::runtime::Handle;

use super::{
    SiteError,
    calendar::{Day, rfc3339},
    generate,
    world::Facility,
};

/// Stands in `PRAGMA user_version`. Raise it with every change of what is generated.
pub const VERSION: i64 = 1;
/// SQLite takes 32,766 values in one statement.
const ROWS: usize = 1_000;

/// Builds the database at `path`, on a thread of its own: generating is work, not waiting.
pub async fn build(path: &Path) -> Result<(), SiteError> {
    let (path, runtime) = (path.to_owned(), Handle::current());
    tokio::task::spawn_blocking(move || runtime.block_on(write_file(&path))).await?
}

async fn write_file(path: &Path) -> Result<(), SiteError> {
    let beside = path.with_extension(format!("building-{}", std::process::id()));
    if let Some(folder) = path.parent() {
        tokio::fs::create_dir_all(folder).await?;
    }
    if tokio::fs::try_exists(&beside).await? {
        tokio::fs::remove_file(&beside).await?;
    }
    let facilities = generate::everything();
    let mut connection = SqliteConnectOptions::new()
        .filename(&beside)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Off)
        .synchronous(SqliteSynchronous::Off)
        .connect()
        .await?;
    let mut transaction = connection.begin().await?;
    sqlx::raw_sql(include_str!("schema.sql"))
        .execute(&mut *transaction)
        .await?;
    for (ordinal, facility) in facilities.iter().enumerate() {
        write(&mut transaction, ordinal, facility).await?;
    }
    sqlx::query(sqlx::AssertSqlSafe(format!(
        "PRAGMA user_version = {VERSION}"
    )))
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    connection.close().await?;
    tokio::fs::rename(&beside, path).await?;
    Ok(())
}

async fn write(
    db: &mut SqliteConnection,
    ordinal: usize,
    facility: &Facility,
) -> Result<(), SiteError> {
    let (plan, short) = (facility.plan, facility.plan.short);
    let (key, bim) = (plan.key, format!("bim-{short}"));
    let review = format!("rev-{short}");
    insert(db, "facilities", std::iter::once(()), |mut row, ()| {
        row.push_bind(key)
            .push_bind(short)
            .push_bind(plan.name)
            .push_bind(review.clone());
        row.push_bind(bim.clone())
            .push_bind(plan.photo_index)
            .push_bind(plan.entry);
        row.push_bind(ordinal as i64);
    })
    .await?;
    insert(db, "reviews", std::iter::once(()), |mut row, ()| {
        row.push_bind(review.clone())
            .push_bind(key)
            .push_bind(format!("{} review", plan.name));
        row.push_bind(bim.clone());
        row.push_bind(facility.records.first().map(|record| record.id.clone()));
        row.push_bind(facility.records.last().map(|record| record.id.clone()));
    })
    .await?;
    insert(
        db,
        "levels",
        facility.levels.iter().enumerate(),
        |mut row, (ordinal, level)| {
            let outline: Vec<[f64; 2]> = level.plan.outline.iter().map(|(x, y)| [*x, *y]).collect();
            row.push_bind(level.id.clone())
                .push_bind(key)
                .push_bind(level.plan.name);
            row.push_bind(ordinal as i64)
                .push_bind(level.plan.elevation)
                .push_bind(level.plan.ceiling);
            row.push_bind(level.plan.elevation == 0.0);
            row.push_bind(serde_json::json!(outline).to_string());
        },
    )
    .await?;
    insert(
        db,
        "records",
        facility.records.iter().enumerate(),
        |mut row, (index, record)| {
            row.push_bind(record.id.clone())
                .push_bind(key)
                .push_bind(index as i64 + 1);
            row.push_bind(rfc3339(record.captured_at));
        },
    )
    .await?;
    panoramas(db, facility).await?;
    tiles(db, facility).await?;
    findings(db, facility).await?;
    insert(
        db,
        "elements",
        facility.elements.iter().enumerate(),
        |mut row, (index, element)| {
            row.push_bind(format!("elem-{short}-{:05}", index + 1))
                .push_bind(key);
            row.push_bind(bim.clone())
                .push_bind(element.guid.clone())
                .push_bind(element.category);
            row.push_bind(element.name.clone())
                .push_bind(element.status);
            row.push_bind(level_id(facility, element.level));
            element.position.iter().for_each(|part| {
                row.push_bind(*part);
            });
        },
    )
    .await
}

async fn panoramas(db: &mut SqliteConnection, facility: &Facility) -> Result<(), SiteError> {
    insert(
        db,
        "panoramas",
        facility.panoramas.iter(),
        |mut row, pano| {
            let (sin, cos) = (pano.heading / 2.0).sin_cos();
            let level = level_id(facility, pano.level);
            let first = pano.tiles.first();
            row.push_bind(pano.id.clone())
                .push_bind(facility.plan.key)
                .push_bind(level.clone());
            row.push_bind(record_id(facility, pano.record));
            row.push_bind(format!("{level}-s{:03}", pano.spot))
                .push_bind(rfc3339(pano.captured_at));
            pano.position
                .iter()
                .chain(&[0.0, 0.0, sin, cos])
                .for_each(|part| {
                    row.push_bind(*part);
                });
            row.push_bind(first.map(|tile| tile.title.clone()));
            row.push_bind(first.map(|tile| tile.summary.clone()));
            row.push_bind(first.map(|tile| tile.scene.name()));
        },
    )
    .await
}

async fn tiles(db: &mut SqliteConnection, facility: &Facility) -> Result<(), SiteError> {
    let tiles = facility
        .panoramas
        .iter()
        .flat_map(|pano| pano.tiles.iter().map(move |tile| (pano, tile)));
    insert(db, "tiles", tiles, |mut row, (pano, tile)| {
        row.push_bind(None::<i64>)
            .push_bind(pano.id.clone())
            .push_bind(facility.plan.key);
        row.push_bind(tile.scene.name())
            .push_bind(tile.title.clone());
        row.push_bind(tile.summary.clone())
            .push_bind(tile.detail.clone());
        tile.look_at.iter().chain(&tile.direction).for_each(|part| {
            row.push_bind(*part);
        });
        row.push_bind(tile.embedding.to_bytes());
    })
    .await
}

async fn findings(db: &mut SqliteConnection, facility: &Facility) -> Result<(), SiteError> {
    insert(
        db,
        "findings",
        facility.findings.iter(),
        |mut row, finding| {
            let pano = facility.panoramas.get(finding.panorama);
            row.push_bind(format!(
                "find-{}-{:04}",
                facility.plan.short, finding.number
            ));
            row.push_bind(facility.plan.key)
                .push_bind(finding.number as i64);
            row.push_bind(finding.title.clone())
                .push_bind(finding.summary.clone());
            row.push_bind(finding.status)
                .push_bind(finding.priority)
                .push_bind(finding.kind);
            row.push_bind(finding.trade)
                .push_bind(finding.hazard)
                .push_bind(finding.assignee);
            row.push_bind(Day(finding.due).to_string());
            row.push_bind(pano.map(|pano| rfc3339(pano.captured_at)));
            row.push_bind(pano.map(|pano| level_id(facility, pano.level)));
            row.push_bind(pano.map(|pano| record_id(facility, pano.record)));
            row.push_bind(pano.map(|pano| pano.id.clone()));
            finding.position.iter().for_each(|part| {
                row.push_bind(*part);
            });
        },
    )
    .await
}

fn level_id(facility: &Facility, index: usize) -> String {
    facility
        .levels
        .get(index)
        .map(|level| level.id.clone())
        .unwrap_or_default()
}

fn record_id(facility: &Facility, index: usize) -> String {
    facility
        .records
        .get(index)
        .map(|record| record.id.clone())
        .unwrap_or_default()
}

async fn insert<T>(
    db: &mut SqliteConnection,
    table: &str,
    rows: impl Iterator<Item = T>,
    mut bind: impl FnMut(Separated<'_, Sqlite, &'static str>, T),
) -> Result<(), SiteError> {
    let mut rows = rows.peekable();
    while rows.peek().is_some() {
        let mut query = QueryBuilder::<Sqlite>::new(format!("INSERT INTO {table} "));
        query.push_values(rows.by_ref().take(ROWS), &mut bind);
        // A statement of a thousand rows is used a few times only: not worth a place in the cache.
        query.build().persistent(false).execute(&mut *db).await?;
    }
    Ok(())
}

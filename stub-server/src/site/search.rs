//! Photo search: the cosine of the query's vector with every tile in scope, best first, cut at a
//! threshold and at a fetch cap. A panorama may have several tiles that match, and a spot several
//! panoramas: what is shown is the best view of each spot.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use sqlx::Row;
use tokio::sync::{Mutex, OnceCell};

use super::{
    Site, SiteError,
    embedding::{DIMENSIONS, Embedding, cosine},
    scene::Scene,
    world::Place,
};

/// Tiles that one search fetches at most.
pub const FETCH_CAP: usize = 200;
/// Below this a tile has nothing to do with the query.
pub const THRESHOLD: f32 = 0.5;

/// One facility's vectors, read once.
#[derive(Default)]
pub(super) struct Indexes(Mutex<HashMap<String, Arc<OnceCell<Arc<Index>>>>>);

struct Index {
    tiles: Vec<Photo>,
    vectors: Vec<f32>,
}

/// A tile of a panorama.
#[derive(Clone, Debug)]
pub struct Photo {
    /// The panorama.
    pub pano_id: String,
    /// Where it stood, whenever it was taken.
    pub spot_id: String,
    /// Its record.
    pub record_id: String,
    /// Its level.
    pub level_id: String,
    /// What people call the level.
    pub level_name: String,
    /// RFC 3339.
    pub captured_at: String,
    /// Where the camera stood.
    pub position: Place,
    /// The point in the middle of the tile.
    pub look_at: Place,
    /// The direction to it.
    pub direction: Place,
    /// What is seen.
    pub scene: Scene,
    /// In a few words.
    pub title: String,
    /// In one sentence.
    pub summary: String,
    /// What else is seen.
    pub detail: String,
}

/// Which photos are searched.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Only this level, by id or by name.
    pub level: Option<String>,
    /// Only this record.
    pub record: Option<String>,
    /// Not before this day.
    pub from: Option<String>,
    /// Not after this day.
    pub to: Option<String>,
    /// Only these panoramas.
    pub within: Option<HashSet<String>>,
}

impl Scope {
    fn holds(&self, photo: &Photo) -> bool {
        let day = photo.captured_at.get(..10).unwrap_or_default();
        self.level
            .as_ref()
            .is_none_or(|level| *level == photo.level_id || *level == photo.level_name)
            && self
                .record
                .as_ref()
                .is_none_or(|record| *record == photo.record_id)
            && self.from.as_deref().is_none_or(|from| day >= from)
            && self.to.as_deref().is_none_or(|to| day <= to)
            && self
                .within
                .as_ref()
                .is_none_or(|ids| ids.contains(&photo.pano_id))
    }
}

/// What a search gave.
#[derive(Debug)]
pub struct Matches {
    /// The best view of each spot, best first.
    pub photos: Vec<(Photo, f32)>,
    /// Different panoramas among what was fetched.
    pub panoramas: usize,
    /// Whether the fetch reached its cap, so that more may match.
    pub saturated: bool,
}

impl Site {
    /// Searches a facility's photos.
    ///
    /// # Errors
    /// If the vectors cannot be read.
    pub async fn search(
        &self,
        facility: &str,
        query: &str,
        scope: &Scope,
    ) -> Result<Matches, SiteError> {
        let index = self.index(facility).await?;
        let query = Embedding::of_query(query);
        let mut fetched: Vec<(&Photo, f32)> = index
            .tiles
            .iter()
            .zip(index.vectors.as_chunks::<DIMENSIONS>().0)
            .filter(|(photo, _)| scope.holds(photo))
            .map(|(photo, vector)| (photo, cosine(query.values(), vector)))
            .filter(|(_, likeness)| *likeness >= THRESHOLD)
            .collect();
        // The order of equals is the order of the tiles: the sort is stable.
        fetched.sort_by(|a, b| b.1.total_cmp(&a.1));
        fetched.truncate(FETCH_CAP);
        let panoramas: HashSet<&str> = fetched
            .iter()
            .map(|(photo, _)| photo.pano_id.as_str())
            .collect();
        let mut spots = HashSet::new();
        let photos = fetched
            .iter()
            .filter(|(photo, _)| spots.insert(photo.spot_id.as_str()))
            .map(|(photo, likeness)| ((*photo).clone(), *likeness))
            .collect();
        Ok(Matches {
            photos,
            panoramas: panoramas.len(),
            saturated: fetched.len() == FETCH_CAP,
        })
    }

    async fn index(&self, facility: &str) -> Result<Arc<Index>, SiteError> {
        let cell = self
            .indexes
            .0
            .lock()
            .await
            .entry(facility.to_owned())
            .or_default()
            .clone();
        cell.get_or_try_init(|| self.read_index(facility))
            .await
            .cloned()
    }

    async fn read_index(&self, facility: &str) -> Result<Arc<Index>, SiteError> {
        let rows = sqlx::query(
            "SELECT t.id, t.pano_id, t.scene, t.title, t.summary, t.detail, t.look_x, t.look_y, \
             t.look_z, t.dir_x, t.dir_y, t.dir_z, t.embedding, p.spot_id, p.record_id, p.level_id, \
             p.captured_at, p.x, p.y, p.z, l.name AS level_name \
             FROM tiles t JOIN panoramas p ON p.id = t.pano_id JOIN levels l ON l.id = p.level_id \
             WHERE t.facility_key = ? ORDER BY t.id",
        )
        .bind(facility)
        .fetch_all(self.pool())
        .await?;
        let mut index = Index {
            tiles: Vec::with_capacity(rows.len()),
            vectors: Vec::with_capacity(rows.len() * DIMENSIONS),
        };
        for row in &rows {
            let bytes: &[u8] = row.try_get("embedding")?;
            let vector =
                Embedding::from_bytes(bytes).ok_or(SiteError::Vector(row.try_get("id")?))?;
            index.vectors.extend_from_slice(vector.values());
            let scene: &str = row.try_get("scene")?;
            index.tiles.push(Photo {
                pano_id: row.try_get("pano_id")?,
                spot_id: row.try_get("spot_id")?,
                record_id: row.try_get("record_id")?,
                level_id: row.try_get("level_id")?,
                level_name: row.try_get("level_name")?,
                captured_at: row.try_get("captured_at")?,
                position: [row.try_get("x")?, row.try_get("y")?, row.try_get("z")?],
                look_at: [
                    row.try_get("look_x")?,
                    row.try_get("look_y")?,
                    row.try_get("look_z")?,
                ],
                direction: [
                    row.try_get("dir_x")?,
                    row.try_get("dir_y")?,
                    row.try_get("dir_z")?,
                ],
                scene: Scene::parse(scene).unwrap_or(Scene::Bay),
                title: row.try_get("title")?,
                summary: row.try_get("summary")?,
                detail: row.try_get("detail")?,
            });
        }
        Ok(Arc::new(index))
    }
}

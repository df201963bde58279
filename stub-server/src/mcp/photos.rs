//! `search_photos`: what the vector search found, page by page, with what may be said about how
//! much there is.

use serde_json::{Map, Value, json};

use super::{
    answer::{Answer, Page},
    arguments::{Cursor, SearchPhotos, days},
    prose,
    service::SiteTools,
};
use crate::site::{
    Facility, SiteError,
    search::{Matches, Photo, Scope},
};

const LIMIT: usize = 10;
const MOST: usize = 50;

impl SiteTools {
    /// Answers `search_photos`.
    pub(super) async fn search_photos(&self, wanted: SearchPhotos) -> Result<Answer, SiteError> {
        let facility = match self.enter(&wanted.facility_key).await? {
            Ok(facility) => facility,
            Err(answer) => return Ok(answer),
        };
        // The way in which the real one fails: an answer in form, an error in words only.
        if !facility.has_photo_search() {
            return Ok(Answer::prose(
                "Search API error: 502 Server Error: Bad Gateway for url: \
                 http://photo-index.internal:8080/v2/search",
            ));
        }
        let request = format!(
            "{} {} {:?} {:?} {:?} {:?} {:?}",
            wanted.facility_key,
            wanted.query,
            wanted.level_id,
            wanted.record_id,
            wanted.date_from,
            wanted.date_to,
            wanted.within_ids
        );
        let offset = match Cursor::decode(wanted.cursor.as_deref(), &request) {
            Ok(offset) => offset,
            Err(text) => return Ok(Answer::prose(text)),
        };
        let (from, to) = match days(wanted.date_from, wanted.date_to) {
            Ok(days) => days,
            Err(text) => return Ok(Answer::prose(text)),
        };
        let scope = Scope {
            level: wanted.level_id,
            record: wanted.record_id,
            from,
            to,
            within: wanted.within_ids.map(|ids| ids.into_iter().collect()),
        };
        let matches = self
            .site
            .search(&facility.key, &wanted.query, &scope)
            .await?;
        let limit = wanted.limit.unwrap_or(LIMIT).clamp(1, MOST);
        let page = Page::of(matches.photos.len(), offset, limit);
        let accounting = accounting(&matches, &page, |next| Cursor::encode(&request, next));
        let shown: Vec<&(Photo, f32)> = matches
            .photos
            .iter()
            .skip(page.offset)
            .take(page.returned)
            .collect();
        Ok(Answer::Accounted {
            text: text(&facility, &shown),
            accounting,
            structured: json!({
                "photos": shown.iter().map(|(photo, likeness)| self.entry(&facility, photo, *likeness)).collect::<Vec<_>>(),
            }),
        })
    }

    fn entry(&self, facility: &Facility, photo: &Photo, likeness: f32) -> Value {
        json!({
            "pano_id": photo.pano_id,
            "facility_key": facility.key,
            "review_key": facility.review_key,
            "record_id": photo.record_id,
            "level_id": photo.level_id,
            "level_name": photo.level_name,
            "captured_at": photo.captured_at,
            "position": photo.position,
            "look_at": photo.look_at,
            "view_direction": photo.direction,
            "look_at_source": "ray",
            "similarity": (f64::from(likeness) * 10_000.0).round() / 10_000.0,
            "title": photo.title,
            "summary": photo.summary,
            "thumbnail_url": self.signer.address_of(&photo.pano_id, photo.scene),
        })
    }
}

/// A total is stated only where this page holds everything that matches; otherwise what was fetched
/// is a floor.
fn accounting(
    matches: &Matches,
    page: &Page,
    cursor: impl Fn(usize) -> String,
) -> Map<String, Value> {
    let holds_all = !matches.saturated
        && matches.panoramas == matches.photos.len()
        && page.returned == matches.photos.len();
    let total = if holds_all {
        "total"
    } else {
        "total_lower_bound"
    };
    let mut accounting = Map::from_iter([
        ("tool".to_owned(), json!("search_photos")),
        ("subject".to_owned(), json!("photos")),
        ("returned".to_owned(), json!(page.returned)),
        (total.to_owned(), json!(matches.panoramas)),
        ("has_more".to_owned(), json!(page.next.is_some())),
    ]);
    if let Some(next) = page.next {
        accounting.insert("next_cursor".to_owned(), json!(cursor(next)));
    }
    accounting
}

fn text(facility: &Facility, shown: &[&(Photo, f32)]) -> String {
    if shown.is_empty() {
        return "No images match.".to_owned();
    }
    let mut text = format!("Showing {} images", shown.len());
    for (index, (photo, likeness)) in shown.iter().enumerate() {
        text.push_str(&format!("\n\n## Image #{}\n", index + 1));
        prose::describe(&mut text, facility, photo, *likeness);
    }
    text
}

//! Whether a contract can be used. An error names the key.

use super::{Role, ToolContract};
use beacon_shared::locale::Locale;

impl ToolContract {
    /// Checks what types cannot.
    pub(super) fn validate(&self) -> Result<(), String> {
        if self.name.trim() != self.name || self.name.is_empty() {
            return Err("name: must not be empty or padded".into());
        }
        if !self.title.contains_key("en") {
            return Err("title.en: missing".into());
        }
        if let Some(tag) = self
            .title
            .keys()
            .find(|tag| Locale::ALL.iter().all(|locale| locale.tag() != *tag))
        {
            return Err(format!("title.{tag}: not a supported language"));
        }
        if self.role != Role::Plain && self.arguments.facility.is_none() {
            return Err("arguments.facility: missing; every call states its facility".into());
        }
        if self.arguments.page_size.is_some() && self.arguments.limit.is_none() {
            return Err("arguments.page_size: needs arguments.limit".into());
        }
        if self.arguments.page_size == Some(0) {
            return Err("arguments.page_size: must be at least 1".into());
        }
        for (key, pointer) in self.pointers() {
            if !pointer.starts_with('/') {
                return Err(format!(
                    "{key}: a JSON pointer starts with '/', got {pointer:?}"
                ));
            }
        }
        Ok(())
    }

    fn pointers(&self) -> Vec<(&'static str, &str)> {
        let accounting = &self.accounting;
        let mut all = vec![("accounting.present", accounting.present.as_str())];
        let optional = [
            ("accounting.returned", &accounting.returned),
            ("accounting.value", &accounting.value),
            ("accounting.floor", &accounting.floor),
            ("accounting.exact_flag", &accounting.exact_flag),
            ("accounting.truncated", &accounting.truncated),
            ("accounting.more", &accounting.more),
            ("accounting.next_cursor", &accounting.next_cursor),
            ("accounting.estimate", &accounting.estimate),
        ];
        all.extend(
            optional
                .into_iter()
                .filter_map(|(key, p)| p.as_deref().map(|p| (key, p))),
        );
        all.extend(
            accounting
                .relation
                .iter()
                .map(|r| ("accounting.relation.at", r.at.as_str())),
        );
        all.extend(
            accounting
                .disqualify_if
                .iter()
                .map(|c| ("accounting.disqualify_if.at", c.at.as_str())),
        );
        all.extend(
            self.subject_from
                .iter()
                .map(|s| ("subject_from.at", s.at.as_str())),
        );
        if let Some(aggregate) = &self.aggregate {
            all.push(("aggregate.kind", &aggregate.kind));
            all.push(("aggregate.function", &aggregate.function));
            all.push(("aggregate.rows", &aggregate.rows));
        }
        if let Some(items) = &self.items {
            all.push(("items.at", &items.at));
            all.push(("items.id", &items.id));
            all.push(("items.title", &items.title));
            all.push(("items.facility_key", &items.facility_key));
            let optional = [
                ("items.level", &items.level),
                ("items.captured_at", &items.captured_at),
                ("items.thumbnail_url", &items.thumbnail_url),
                ("items.review_key", &items.review_key),
                ("items.record_id", &items.record_id),
                ("items.pano_id", &items.pano_id),
                ("items.level_id", &items.level_id),
                ("items.bim_id", &items.bim_id),
                ("items.element_guid", &items.element_guid),
                ("items.camera_position", &items.camera_position),
                ("items.look_at", &items.look_at),
                ("items.view_direction", &items.view_direction),
                ("items.look_at_source", &items.look_at_source),
            ];
            all.extend(
                optional
                    .into_iter()
                    .filter_map(|(key, p)| p.as_deref().map(|p| (key, p))),
            );
            all.extend(
                items
                    .exemplar
                    .iter()
                    .map(|p| ("items.exemplar", p.as_str())),
            );
        }
        all
    }
}

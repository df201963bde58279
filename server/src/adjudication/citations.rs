//! From items to cards. An item that cannot be cited is not absent; an identifier that does not look
//! like one is not passed on.

use crate::upstream::contracts::ItemContract;
use beacon_shared::citation::{Citation, CitationTarget, LookAtSource, Pose, TargetKind};
use serde_json::Value;

/// The longest identifier that is passed on, in bytes.
const MAX_ID_BYTES: usize = 128;
/// The longest address of a preview image, in bytes.
const MAX_URL_BYTES: usize = 2_048;
/// The longest title of a card, in characters.
const MAX_TITLE_CHARS: usize = 160;

/// Gives citations their numbers, from 1. One document has one number, whichever calls found it.
#[derive(Debug, Clone, Default)]
pub struct Numbering(Vec<(TargetKind, String)>);

impl Numbering {
    fn number(&mut self, kind: TargetKind, id: &str) -> u32 {
        let known = self
            .0
            .iter()
            .position(|(k, known)| *k == kind && known == id);
        let index = known.unwrap_or_else(|| {
            self.0.push((kind, id.to_owned()));
            self.0.len() - 1
        });
        u32::try_from(index).map_or(u32::MAX, |index| index.saturating_add(1))
    }

    /// Every number that has been given.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        (1u32..).take(self.0.len())
    }
}

/// A card, and what the digest may quote of the item that it was made from.
#[derive(Debug, Clone, PartialEq)]
pub struct Cited {
    /// The card.
    pub card: Citation,
    /// The quotable fields, in the contract's order.
    pub fields: Vec<String>,
}

/// Makes cards of the first `limit` citable items. An item that points where an earlier one of the
/// same call does is skipped.
pub fn cite(
    contract: &ItemContract,
    items: &[Value],
    numbering: &mut Numbering,
    limit: usize,
) -> Vec<Cited> {
    let mut cards: Vec<Cited> = Vec::new();
    for item in items {
        if cards.len() == limit {
            break;
        }
        let Some(target) = target(contract, item) else {
            continue;
        };
        let number = numbering.number(target.kind, &target.id);
        if cards.iter().any(|cited| cited.card.number == number) {
            continue;
        }
        let card = Citation {
            number,
            title: text(item, Some(&contract.title)).unwrap_or_else(|| target.id.clone()),
            level: text(item, contract.level.as_ref()),
            captured_at: text(item, contract.captured_at.as_ref()),
            thumbnail_url: http_url(item, contract.thumbnail_url.as_ref()),
            target,
        };
        let quotable = |pointer| {
            item.pointer(pointer)
                .and_then(Value::as_str)
                .map(str::to_owned)
        };
        let fields = contract
            .exemplar
            .iter()
            .filter_map(|pointer| quotable(pointer))
            .collect();
        cards.push(Cited { card, fields });
    }
    cards
}

fn target(contract: &ItemContract, item: &Value) -> Option<CitationTarget> {
    let optional = |pointer: &Option<String>| pointer.as_ref().and_then(|p| identifier(item, p));
    Some(CitationTarget {
        kind: contract.kind,
        id: identifier(item, &contract.id)?,
        facility_key: identifier(item, &contract.facility_key)?,
        review_key: optional(&contract.review_key),
        record_id: optional(&contract.record_id),
        pano_id: optional(&contract.pano_id),
        level_id: optional(&contract.level_id),
        bim_id: optional(&contract.bim_id),
        element_guid: optional(&contract.element_guid),
        pose: pose(contract, item),
    })
}

fn pose(contract: &ItemContract, item: &Value) -> Option<Pose> {
    let vector = |pointer: &Option<String>| -> Option<[f64; 3]> {
        let values = item.pointer(pointer.as_deref()?)?.as_array()?;
        match values.as_slice() {
            [x, y, z] => Some([x.as_f64()?, y.as_f64()?, z.as_f64()?]),
            _ => None,
        }
    };
    let source = contract
        .look_at_source
        .as_deref()
        .and_then(|p| item.pointer(p)?.as_str());
    let source = match source {
        Some("ray") => LookAtSource::Ray,
        Some("anchor") => LookAtSource::Anchor,
        _ => LookAtSource::Derived,
    };
    Pose::checked(
        vector(&contract.camera_position)?,
        vector(&contract.look_at)?,
        vector(&contract.view_direction)?,
        source,
    )
}

/// An identifier: visible ASCII without spaces, within the length limit.
fn identifier(item: &Value, pointer: &str) -> Option<String> {
    let id = item.pointer(pointer)?.as_str()?;
    let valid = !id.is_empty()
        && id.len() <= MAX_ID_BYTES
        && id.bytes().all(|byte| byte.is_ascii_graphic());
    valid.then(|| id.to_owned())
}

fn text(item: &Value, pointer: Option<&String>) -> Option<String> {
    let text = item.pointer(pointer?)?.as_str()?;
    let clean: String = text
        .chars()
        .filter(|c| !c.is_control())
        .take(MAX_TITLE_CHARS)
        .collect();
    (!clean.trim().is_empty()).then_some(clean)
}

fn http_url(item: &Value, pointer: Option<&String>) -> Option<String> {
    let url = item
        .pointer(pointer?)?
        .as_str()
        .filter(|url| url.len() <= MAX_URL_BYTES)?;
    let url = url::Url::parse(url).ok()?;
    matches!(url.scheme(), "http" | "https").then(|| url.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::upstream::contracts::Contracts;
    use serde_json::json;

    fn items() -> ItemContract {
        let text = include_str!("../../contracts/site-search.toml");
        Contracts::parse(text)
            .unwrap()
            .get("search_photos")
            .unwrap()
            .items
            .clone()
            .unwrap()
    }

    fn photo(id: &str) -> Value {
        json!({"pano_id": id, "facility_key": "fac-a", "title": "A ladder", "level_name": "L1",
            "position": [0.0, 0.0, 1.6], "look_at": [1.0, 0.0, 1.6], "view_direction": [1.0, 0.0, 0.0],
            "thumbnail_url": "javascript:alert(1)"})
    }

    #[test]
    fn one_document_has_one_number() {
        let cards = cite(
            &items(),
            &[photo("p1"), photo("p1"), photo("p2")],
            &mut Numbering::default(),
            10,
        );
        let numbers: Vec<_> = cards
            .iter()
            .map(|c| (c.card.number, c.card.target.id.as_str()))
            .collect();
        assert_eq!(numbers, [(1, "p1"), (2, "p2")]);
    }

    #[test]
    fn a_document_that_two_calls_found_keeps_its_number() {
        let mut numbering = Numbering::default();
        cite(&items(), &[photo("p1")], &mut numbering, 10);
        let second = cite(&items(), &[photo("p2"), photo("p1")], &mut numbering, 10);
        assert_eq!(
            second
                .iter()
                .map(|cited| cited.card.number)
                .collect::<Vec<_>>(),
            [2, 1]
        );
        assert_eq!(numbering.numbers().collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn an_item_without_a_usable_identifier_is_not_cited() {
        let cards = cite(
            &items(),
            &[json!({"title": "x"}), photo("a b"), photo("")],
            &mut Numbering::default(),
            10,
        );
        assert_eq!(cards, []);
    }

    #[test]
    fn what_is_quoted_comes_from_the_item_that_is_cited() {
        let uncitable = json!({"title": "No identifier", "level_name": "B1"});
        let cards = cite(
            &items(),
            &[uncitable, photo("p1")],
            &mut Numbering::default(),
            10,
        );
        assert_eq!(cards[0].fields, ["A ladder", "L1"]);
    }

    #[test]
    fn a_preview_that_is_no_web_address_is_dropped() {
        let cards = cite(&items(), &[photo("p1")], &mut Numbering::default(), 10);
        assert_eq!(cards.first().unwrap().card.thumbnail_url, None);
    }

    #[test]
    fn a_pose_that_contradicts_itself_leaves_the_scope() {
        let mut item = photo("p1");
        item["view_direction"] = json!([0.0, 1.0, 0.0]);
        let cards = cite(&items(), &[item], &mut Numbering::default(), 10);
        assert_eq!(cards.first().unwrap().card.target.pose, None);
        assert_eq!(cards.first().unwrap().card.target.facility_key, "fac-a");
    }
}

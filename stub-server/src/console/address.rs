//! Where a citation leads in the console. Ids come from outside, so only what can be a single path
//! segment becomes one.

#[cfg(any(feature = "hydrate", test))]
use beacon_shared::citation::{CitationTarget, TargetKind};

/// The console's path for a target; `None` for what has no page here.
#[cfg(any(feature = "hydrate", test))]
pub fn path_of(target: &CitationTarget) -> Option<String> {
    let page = match target.kind {
        TargetKind::Panorama => "panoramas",
        TargetKind::Finding => "findings",
        TargetKind::Record => "captures",
        TargetKind::Level => "levels",
        TargetKind::Element => return None,
    };
    let (facility, id) = (segment(&target.facility_key)?, segment(&target.id)?);
    Some(format!("/console/facilities/{facility}/{page}/{id}"))
}

/// The facility key in a console path.
pub fn facility_in(path: &str) -> Option<String> {
    let rest = path.strip_prefix("/console/facilities/")?;
    segment(rest.split('/').next()?).map(str::to_owned)
}

fn segment(id: &str) -> Option<&str> {
    let plain = id
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'));
    (plain && (1..=64).contains(&id.len()) && !id.trim_matches('.').is_empty()).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(kind: TargetKind, id: &str) -> CitationTarget {
        CitationTarget {
            kind,
            id: id.to_owned(),
            facility_key: "fac-a".to_owned(),
            review_key: None,
            record_id: None,
            pano_id: None,
            level_id: None,
            bim_id: None,
            element_guid: None,
            pose: None,
        }
    }

    #[test]
    fn each_kind_with_a_page_has_an_address() {
        let path = |kind| path_of(&target(kind, "x-1")).unwrap();
        assert_eq!(
            path(TargetKind::Panorama),
            "/console/facilities/fac-a/panoramas/x-1"
        );
        assert_eq!(
            path(TargetKind::Finding),
            "/console/facilities/fac-a/findings/x-1"
        );
        assert_eq!(
            path(TargetKind::Record),
            "/console/facilities/fac-a/captures/x-1"
        );
        assert_eq!(
            path(TargetKind::Level),
            "/console/facilities/fac-a/levels/x-1"
        );
    }

    #[test]
    fn an_element_has_no_page_here() {
        assert_eq!(
            path_of(&target(TargetKind::Element, "1XbKhGD91DvhOpYZbhzGTI")),
            None
        );
    }

    #[test]
    fn an_id_cannot_leave_its_segment() {
        for id in [
            "",
            "..",
            "../issuer",
            "a/b",
            "a?b",
            "a#b",
            "javascript:x",
            "é",
        ] {
            assert_eq!(path_of(&target(TargetKind::Panorama, id)), None, "{id}");
        }
    }

    #[test]
    fn the_facility_is_read_from_the_path() {
        assert_eq!(
            facility_in("/console/facilities/fac-a/findings"),
            Some("fac-a".to_owned())
        );
        assert_eq!(facility_in("/console/facilities"), None);
        assert_eq!(facility_in("/console/facilities/"), None);
    }
}

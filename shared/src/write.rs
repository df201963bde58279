//! Writing what a browser sends, without generated code; the counterpart of [`crate::read`].
//! serde's derived writers are the reference, and tested to be read back as the same.

use crate::api::{CreateSession, SendTurn};
use crate::citation::{CitationTarget, CoordinateFrame, LookAtSource, TargetKind};
use crate::view_context::{ViewContext, ViewedAnnotation};

/// The body of `POST /v1/sessions`.
pub fn create_session(body: &CreateSession) -> String {
    let mut object = Object::new();
    object.text("facility_key", &body.facility_key);
    object.text("locale", body.locale.tag());
    object.end()
}

/// The body of `POST /v1/sessions/{id}/turns`.
pub fn send_turn(body: &SendTurn) -> String {
    let mut object = Object::new();
    object.text("message", &body.message);
    object.text("idempotency_key", &body.idempotency_key);
    object.optional("locale", body.locale.map(|locale| locale.tag()));
    if let Some(view) = &body.view_context {
        object.raw("view_context", &view_context(view));
    }
    object.end()
}

/// A target, as hosts get it.
pub fn citation_target(target: &CitationTarget) -> String {
    let mut object = Object::new();
    let kind = match target.kind {
        TargetKind::Panorama => "panorama",
        TargetKind::Finding => "finding",
        TargetKind::Element => "element",
        TargetKind::Record => "record",
        TargetKind::Level => "level",
    };
    object.text("kind", kind);
    object.text("id", &target.id);
    object.text("facility_key", &target.facility_key);
    object.optional("review_key", target.review_key.as_deref());
    object.optional("record_id", target.record_id.as_deref());
    object.optional("pano_id", target.pano_id.as_deref());
    object.optional("level_id", target.level_id.as_deref());
    object.optional("bim_id", target.bim_id.as_deref());
    object.optional("element_guid", target.element_guid.as_deref());
    if let Some(pose) = &target.pose {
        object.raw("camera_position", &triple(pose.camera_position));
        object.raw("look_at", &triple(pose.look_at));
        object.raw("view_direction", &triple(pose.view_direction));
        let CoordinateFrame::BcfWorldMetres = pose.frame;
        object.text("frame", "bcf-world-m");
        let source = match pose.look_at_source {
            LookAtSource::Ray => "ray",
            LookAtSource::Anchor => "anchor",
            LookAtSource::Derived => "derived",
        };
        object.text("look_at_source", source);
    }
    object.end()
}

fn view_context(view: &ViewContext) -> String {
    let mut object = Object::new();
    object.optional("facility_name", view.facility_name.as_deref());
    object.optional("review_name", view.review_name.as_deref());
    object.optional("team_name", view.team_name.as_deref());
    object.optional("record_label", view.record_label.as_deref());
    object.optional("captured_at", view.captured_at.as_deref());
    object.optional("level_id", view.level_id.as_deref());
    object.optional("level_name", view.level_name.as_deref());
    object.optional("pano_id", view.pano_id.as_deref());
    if let Some(selected) = &view.selected_annotation {
        object.raw("selected_annotation", &annotation(selected));
    }
    if !view.annotations.is_empty() {
        let items: Vec<String> = view.annotations.iter().map(annotation).collect();
        object.raw("annotations", &array(&items));
    }
    object.end()
}

fn annotation(annotation: &ViewedAnnotation) -> String {
    let mut object = Object::new();
    object.text("id", &annotation.id);
    object.text("name", &annotation.name);
    object.optional("state", annotation.state.as_deref());
    object.end()
}

fn triple(numbers: [f64; 3]) -> String {
    array(&numbers.map(|number| serde_json::Value::from(number).to_string()))
}

fn array(items: &[String]) -> String {
    let mut out = String::from("[");
    out.push_str(&items.join(","));
    out.push(']');
    out
}

/// An object that is being written.
struct Object(String);

impl Object {
    const fn new() -> Self {
        Self(String::new())
    }

    fn raw(&mut self, name: &str, json: &str) {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        quote(&mut self.0, name);
        self.0.push(':');
        self.0.push_str(json);
    }

    fn text(&mut self, name: &str, text: &str) {
        self.raw(name, "");
        quote(&mut self.0, text);
    }

    fn optional(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.text(name, text);
        }
    }

    fn end(mut self) -> String {
        self.0.push_str(if self.0.is_empty() { "{}" } else { "}" });
        self.0
    }
}

fn quote(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\0'..='\x1f' => {
                let digit = |value: u32| char::from_digit(value, 16).unwrap_or('0');
                let code = u32::from(character);
                out.push_str("\\u00");
                out.extend([digit(code >> 4), digit(code & 15)]);
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::citation::Pose;
    use crate::locale::Locale;
    use serde::Serialize;
    use serde_json::Value;

    fn same(written: &str, reference: &impl Serialize) {
        let written: Value = serde_json::from_str(written).unwrap();
        assert_eq!(written, serde_json::to_value(reference).unwrap());
    }

    fn view() -> ViewContext {
        let annotation = ViewedAnnotation {
            id: "a\"b\\c".into(),
            name: "line\nbreak \u{1}\u{1f}\u{7f} 한국어 \u{2028}".into(),
            state: Some("open".into()),
        };
        ViewContext {
            facility_name: Some("Riverside Tower".into()),
            selected_annotation: Some(annotation.clone()),
            annotations: vec![annotation, ViewedAnnotation::default()],
            ..ViewContext::default()
        }
    }

    #[test]
    fn what_is_sent_is_what_the_derived_writers_send() {
        let create = CreateSession {
            facility_key: "fac-a".into(),
            locale: Locale::Ko,
        };
        same(&create_session(&create), &create);
        for view_context in [None, Some(ViewContext::default()), Some(view())] {
            let turn = SendTurn {
                message: "tab\tquote\" \u{0} 日本語".into(),
                idempotency_key: "k".into(),
                locale: Some(Locale::De),
                view_context,
            };
            same(&send_turn(&turn), &turn);
        }
    }

    #[test]
    fn a_target_is_written_with_its_pose_beside_its_scope() {
        let pose = Pose::checked(
            [10.25, -5.0, 1e-7],
            [11.25, -5.0, 1e-7],
            [1.0, 0.0, 0.0],
            LookAtSource::Derived,
        );
        for pose in [None, Some(pose.unwrap())] {
            let target = CitationTarget {
                kind: TargetKind::Element,
                id: "e".into(),
                facility_key: "fac-a".into(),
                review_key: Some("rev-a".into()),
                record_id: None,
                pano_id: Some("p".into()),
                level_id: Some("l".into()),
                bim_id: None,
                element_guid: Some("g".into()),
                pose,
            };
            same(&citation_target(&target), &target);
        }
    }
}

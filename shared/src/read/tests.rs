//! The derived readers are the reference: what they read is read as the same here.

use super::{Read, document};
use crate::api::{SessionHead, SessionView};
use crate::capability::{Capability, Tier};
use crate::citation::{CitationTarget, LookAtSource, TargetKind};
use crate::count::{Bound, Grade};
use crate::frame::{
    BlockStage, Delta, Done, ErrorCode, Failure, Plan, Question, References, ToolOutcome,
    TurnOutcome,
};
use crate::inline::BlockKind;
use crate::locale::Locale;
use crate::view_context::ViewContext;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

fn agree<T: Read + DeserializeOwned + PartialEq + Debug>(json: &str) -> bool {
    let reference = serde_json::from_str::<T>(json).ok();
    assert_eq!(document::<T>(json), reference, "{json}");
    reference.is_some()
}

/// Reads the document, and each one that lacks a field, has it null or has it ill-typed. Without
/// lists: a derived reader takes one for an object, which nobody sends.
fn agree_on_variations<T: Read + DeserializeOwned + PartialEq + Debug>(json: &str) {
    assert!(agree::<T>(json), "{json}");
    let whole: serde_json::Map<String, serde_json::Value> = serde_json::from_str(json).unwrap();
    for name in whole.keys() {
        let mut changed = whole.clone();
        changed.remove(name);
        agree::<T>(&serde_json::to_string(&changed).unwrap());
        for value in ["null", "-1", "1.5", "5000000000", "true", "\"x\"", "{}"] {
            changed.insert(name.clone(), serde_json::from_str(value).unwrap());
            agree::<T>(&serde_json::to_string(&changed).unwrap());
        }
    }
    let mut more = whole;
    more.insert("mood".into(), "good".into());
    assert!(agree::<T>(&serde_json::to_string(&more).unwrap()));
    for other in ["null", "1", "\"x\"", "{}", "not json", ""] {
        agree::<T>(other);
    }
}

const TARGET: &str = r#"{"kind":"panorama","id":"p","facility_key":"f","review_key":"r",
    "record_id":"v","pano_id":"p","level_id":"l","bim_id":"b","element_guid":"g",
    "camera_position":[0,0.5,-1e3],"look_at":[1,0,0],"view_direction":[1,0,0],
    "frame":"bcf-world-m","look_at_source":"ray"}"#;

#[test]
fn a_target_is_read_with_and_without_its_coordinates() {
    agree_on_variations::<CitationTarget>(TARGET);
    agree::<CitationTarget>(r#"{"kind":"level","id":"l","facility_key":"f"}"#);
}

#[test]
fn frames_are_read_as_the_derived_readers_read_them() {
    agree_on_variations::<References>(&format!(
        r#"{{"call_id":"c","source":"t","more":"token","counts":{{"subject":"panoramas",
        "scope":{{"facility_key":"f","level_id":"l"}},"returned":3,"displayed":1,
        "total":{{"value":3,"bound":"at_least"}},"has_more":null,"grade":"lower_bound"}},
        "citations":[{{"number":1,"title":"t","level":null,"target":{TARGET}}}]}}"#
    ));
    agree_on_variations::<Plan>(r#"{"round":1,"steps":[{"call_id":"c","tool":"t","title":"T"}]}"#);
    agree_on_variations::<Question>(
        r#"{"text":"t","options":[{"label":"l","message":"m","recommended":true},
        {"label":"l","message":"m"}]}"#,
    );
    agree_on_variations::<Done>(
        r#"{"outcome":"asked","usage":{"input_tokens":1,"output_tokens":2}}"#,
    );
    agree_on_variations::<Failure>(r#"{"code":"internal","retryable":true,"message_key":"k"}"#);
}

#[test]
fn each_kind_of_inline_is_read() {
    for inline in [
        r#"{"type":"text","text":"t"}"#,
        r#"{"type":"strong","text":"t"}"#,
        r#"{"type":"emphasis","text":"t"}"#,
        r#"{"type":"code","text":"t"}"#,
        r#"{"type":"cite","number":1}"#,
        r#"{"type":"number","id":"n1","text":"t","grade":"exact","subject":"s","call_id":"c",
            "tool":"t","strong":true}"#,
    ] {
        agree_on_variations::<crate::inline::Inline>(inline);
        let delta = format!(r#"{{"block":0,"kind":"quote","inlines":[{inline}]}}"#);
        agree_on_variations::<Delta>(&delta);
    }
}

#[test]
fn bodies_and_views_are_read() {
    let head = r#""session_id":"s","facility_key":"f","locale":"jp","created_at":"x""#;
    agree_on_variations::<SessionHead>(&format!("{{{head}}}"));
    agree_on_variations::<SessionView>(&format!(
        r#"{{{head},"turns":[{{"turn":1,"run_id":"r","message":"m","created_at":"x",
        "frames":[{{"seq":0,"event":"done","data":{{"a":[1]}}}}]}}]}}"#
    ));
    agree_on_variations::<ViewContext>(
        r#"{"facility_name":"n","review_name":null,"level_id":"l","pano_id":"p",
        "selected_annotation":{"id":"a"},"annotations":[{"id":"a","name":"n","state":"open"}]}"#,
    );
}

#[test]
fn every_name_of_every_set_is_known() {
    let names = "answered empty unknown failed auth_expired cancelled asked denied blocked stopped \
        input output photo_search data_query findings elements captures projects view inspect \
        analyze enterprise panorama finding element record level ray anchor derived exact \
        lower_bound shown at_least paragraph heading bullet ordered quote code brand_new \
        upstream_unavailable model_unavailable model_truncated deadline_exceeded interrupted \
        internal other en ko ja jp de fr pt";
    for name in names.split_whitespace() {
        let json = format!("\"{name}\"");
        agree::<ToolOutcome>(&json);
        agree::<TurnOutcome>(&json);
        agree::<BlockStage>(&json);
        agree::<Capability>(&json);
        agree::<Tier>(&json);
        agree::<TargetKind>(&json);
        agree::<LookAtSource>(&json);
        agree::<Grade>(&json);
        agree::<Bound>(&json);
        agree::<BlockKind>(&json);
        agree::<ErrorCode>(&json);
        agree::<Locale>(&json);
    }
}

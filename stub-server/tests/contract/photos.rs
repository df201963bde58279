//! Photo search.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::world::World;

async fn pages(world: &World, query: &str) -> (Vec<usize>, Vec<String>, Value) {
    let (mut sizes, mut ids) = (Vec::new(), Vec::new());
    let mut arguments = json!({ "facility_key": "fac-a", "query": query });
    loop {
        let answer = world.call("search_photos", arguments.clone()).await;
        sizes.push(answer.photos().len());
        ids.extend(answer.photos().into_iter().map(str::to_owned));
        let accounting = answer.accounting().clone();
        match accounting.get("next_cursor") {
            Some(cursor) => {
                assert_eq!(accounting["has_more"], json!(true));
                arguments["cursor"] = cursor.clone();
            }
            None => return (sizes, ids, accounting),
        }
    }
}

#[tokio::test]
async fn hard_hats_are_at_least_189_with_38_in_reach_on_four_pages_without_duplicates() {
    let world = World::start().await;
    for query in [
        "workers without a hard hat",
        "Show me photos of workers without a hard hat",
        "people not wearing helmets",
        "no hard hats",
    ] {
        let (sizes, ids, last) = pages(&world, query).await;
        assert_eq!(sizes, [10, 10, 10, 8], "{query}");
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), 38, "{query}");
        assert_eq!(last["total_lower_bound"], json!(189), "{query}");
        assert_eq!(last["has_more"], json!(false));
        assert_eq!(last.get("total"), None);
    }
}

#[tokio::test]
async fn the_floor_of_hard_hats_is_true_there_are_more() {
    let world = World::start().await;
    let mut seen = 0;
    for level in ["B1", "L1", "L2", "L3", "L4", "L5"] {
        let arguments = json!({
            "facility_key": "fac-a", "query": "workers without a hard hat",
            "level_id": format!("lvl-a-{level}"), "limit": 50,
        });
        let answer = world.call("search_photos", arguments).await;
        seen += answer.accounting()["total_lower_bound"].as_u64().unwrap();
        assert_eq!(answer.accounting()["has_more"], json!(false));
    }
    assert!(seen > 189, "{seen}");
}

#[tokio::test]
async fn thirty_nine_ladders_narrow_to_one() {
    let world = World::start().await;
    for query in ["unsecured ladder", "ladder"] {
        let all = json!({ "facility_key": "fac-a", "query": query });
        let answer = world.call("search_photos", all).await;
        assert_eq!(
            answer.accounting()["total_lower_bound"],
            json!(39),
            "{query}"
        );
        assert_eq!(answer.accounting()["has_more"], json!(true));
        assert_eq!(pages(&world, query).await.1.len(), 39);

        let basement = json!({ "facility_key": "fac-a", "query": query, "level_id": "lvl-a-B1" });
        let answer = world.call("search_photos", basement).await;
        assert_eq!(answer.accounting()["total"], json!(1));
        assert_eq!(answer.accounting()["returned"], json!(1));
        assert_eq!(answer.accounting()["has_more"], json!(false));
    }
}

#[tokio::test]
async fn filters_hold_for_every_photo() {
    let world = World::start().await;
    let query = "workers without a hard hat";
    let april = json!({
        "facility_key": "fac-a", "query": query, "date_from": "2026-04-01", "date_to": "2026-04-30",
        "limit": 50,
    });
    let answer = world.call("search_photos", april).await;
    let photos = answer.result["structuredContent"]["photos"]
        .as_array()
        .unwrap();
    assert!(!photos.is_empty());
    assert!(photos.iter().all(|photo| {
        photo["captured_at"]
            .as_str()
            .unwrap()
            .starts_with("2026-04")
    }));

    let some: Vec<&str> = answer.photos().into_iter().take(2).collect();
    let within = json!({ "facility_key": "fac-a", "query": query, "within_ids": some });
    let answer = world.call("search_photos", within).await;
    assert_eq!(answer.accounting()["total"], json!(2));
}

#[tokio::test]
async fn zero_results_are_accounted_for() {
    let world = World::start().await;
    let past = json!({
        "facility_key": "fac-a", "query": "workers without a hard hat",
        "date_from": "1999-01-01", "date_to": "1999-12-31",
    });
    let pool = json!({ "facility_key": "fac-a", "query": "swimming pool" });
    for arguments in [past, pool] {
        let answer = world.call("search_photos", arguments).await;
        assert_eq!(answer.photos().len(), 0);
        let expected = json!({
            "tool": "search_photos", "subject": "photos", "returned": 0, "total": 0, "has_more": false,
        });
        assert_eq!(answer.accounting(), &expected);
    }
}

#[tokio::test]
async fn a_dead_index_answers_in_prose_with_no_sign_of_failure_in_form() {
    let world = World::start().await;
    let arguments = json!({ "facility_key": "fac-outage", "query": "workers without a hard hat" });
    let answer = world.call("search_photos", arguments).await;
    assert!(answer.is_bare_prose());
    assert!(
        answer
            .text()
            .starts_with("Search API error: 502 Server Error: Bad Gateway for url")
    );
}

#[tokio::test]
async fn without_a_project_or_in_a_closed_one_there_is_prose() {
    let world = World::start().await;
    for (arguments, says) in [
        (json!({ "query": "ladder" }), "Select a project first."),
        (
            json!({ "facility_key": "fac-none", "query": "ladder" }),
            "Select a project first.",
        ),
        (
            json!({ "facility_key": "fac-closed", "query": "ladder" }),
            "You are not a member of this project.",
        ),
        (
            json!({ "facility_key": "fac-a", "query": "ladder", "date_from": "soon" }),
            "Dates must be written as YYYY-MM-DD.",
        ),
        (
            json!({ "facility_key": "fac-a", "query": "ladder", "cursor": "x" }),
            "The cursor does not belong to this request.",
        ),
    ] {
        let answer = world.call("search_photos", arguments).await;
        assert!(answer.is_bare_prose());
        assert_eq!(answer.text(), says);
    }
}

#[tokio::test]
async fn a_photo_carries_its_pose_and_ten_are_more_than_a_megabyte_of_prose() {
    let world = World::start().await;
    let arguments = json!({ "facility_key": "fac-a", "query": "workers without a hard hat" });
    let answer = world.call("search_photos", arguments).await;
    assert!(
        (1_100_000..1_300_000).contains(&answer.text().len()),
        "{}",
        answer.text().len()
    );
    assert!(
        answer
            .text()
            .starts_with("Showing 10 images\n\n## Image #1\n")
    );
    let triple = |value: &Value| -> [f64; 3] { serde_json::from_value(value.clone()).unwrap() };
    for photo in answer.result["structuredContent"]["photos"]
        .as_array()
        .unwrap()
    {
        let (from, to) = (triple(&photo["position"]), triple(&photo["look_at"]));
        let direction = triple(&photo["view_direction"]);
        let ray = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
        let length = ray.iter().map(|part| part * part).sum::<f64>().sqrt();
        for axis in 0..3 {
            assert!((ray[axis] / length - direction[axis]).abs() < 1e-9);
        }
        for key in [
            "review_key",
            "record_id",
            "level_id",
            "level_name",
            "captured_at",
            "title",
            "summary",
        ] {
            assert!(photo[key].is_string(), "{key}");
        }
    }
}

#[tokio::test]
async fn the_same_question_has_the_same_answer() {
    let world = World::start().await;
    let arguments = json!({ "facility_key": "fac-a", "query": "crack in concrete" });
    let first = world.call("search_photos", arguments.clone()).await;
    let second = world.call("search_photos", arguments).await;
    assert_eq!(first.photos(), second.photos());
    assert_eq!(first.text(), second.text());
}

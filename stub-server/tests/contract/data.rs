//! Data queries and lists.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::world::World;

async fn count(world: &World, facility: &str, question: &str) -> Value {
    let arguments = json!({ "facility_key": facility, "question": question });
    let answer = world.call("query_data", arguments).await;
    let accounting = answer.accounting();
    assert_eq!(accounting["kind"], json!("aggregate"), "{}", answer.text());
    assert_eq!(accounting["aggregate"], json!("count"));
    assert_eq!(accounting["total"], json!(1));
    assert_eq!(answer.rows().len(), 1);
    answer.rows()[0]["value"].clone()
}

#[tokio::test]
async fn every_facility_has_exactly_its_panoramas() {
    let world = World::start().await;
    for (facility, panoramas) in [
        ("fac-a", 7_961),
        ("fac-2999", 2_999),
        ("fac-3000", 3_000),
        ("fac-3001", 3_001),
    ] {
        let question = "How many panoramas does this project have?";
        assert_eq!(
            count(&world, facility, question).await,
            json!(panoramas),
            "{facility}"
        );
    }
    assert_eq!(
        count(&world, "fac-a", "How many records are there?").await,
        json!(26)
    );
    assert_eq!(
        count(&world, "fac-a", "How many levels does this project have?").await,
        json!(6)
    );
    assert_eq!(
        count(&world, "fac-zero", "How many findings are there?").await,
        json!(0)
    );
}

#[tokio::test]
async fn levels_of_riverside_tower_add_up() {
    let world = World::start().await;
    let arguments = json!({ "facility_key": "fac-a", "question": "How many panoramas per level?" });
    let answer = world.call("query_data", arguments).await;
    assert_eq!(answer.accounting()["kind"], json!("grouped"));
    let expected = [
        ("B1", 812),
        ("L1", 1_894),
        ("L2", 1_623),
        ("L3", 1_407),
        ("L4", 1_233),
        ("L5", 992),
    ];
    let expected: Vec<Value> = expected
        .iter()
        .map(|(group, value)| json!({ "group": group, "value": value }))
        .collect();
    assert_eq!(answer.rows(), &expected);
}

#[tokio::test]
async fn a_list_is_cut_at_the_cap_and_says_that_this_is_all() {
    let world = World::start().await;
    for (facility, rows) in [
        ("fac-2999", 2_999),
        ("fac-3000", 3_000),
        ("fac-3001", 3_000),
        ("fac-a", 3_000),
    ] {
        let arguments =
            json!({ "facility_key": facility, "question": "List all panoramas of this project." });
        let answer = world.call("query_data", arguments).await;
        assert_eq!(answer.rows().len(), rows);
        let expected = json!({
            "tool": "query_data", "subject": "panoramas", "kind": "list", "returned": rows,
            "total": rows, "has_more": false,
        });
        assert_eq!(answer.accounting(), &expected, "{facility}");
        let sql = answer.result["structuredContent"]["sql"].as_str().unwrap();
        assert!(sql.ends_with("LIMIT 3000"), "{sql}");
    }
}

#[tokio::test]
async fn aggregates_have_no_cap() {
    let world = World::start().await;
    let arguments = json!({ "facility_key": "fac-a", "question": "How many panoramas are there?" });
    let answer = world.call("query_data", arguments).await;
    let sql = answer.result["structuredContent"]["sql"].as_str().unwrap();
    assert!(!sql.contains("LIMIT"), "{sql}");
}

#[tokio::test]
async fn pages_of_a_list_hold_every_row_once() {
    let world = World::start().await;
    let mut arguments =
        json!({ "facility_key": "fac-2999", "question": "List all panoramas", "limit": 1_000 });
    let (mut ids, mut sizes) = (HashSet::new(), Vec::new());
    loop {
        let answer = world.call("query_data", arguments.clone()).await;
        sizes.push(answer.rows().len());
        ids.extend(
            answer
                .rows()
                .iter()
                .map(|row| row["pano_id"].as_str().unwrap().to_owned()),
        );
        assert_eq!(answer.accounting()["total"], json!(2_999));
        match answer.accounting().get("next_cursor") {
            Some(cursor) => arguments["cursor"] = cursor.clone(),
            None => break,
        }
    }
    assert_eq!(sizes, [1_000, 1_000, 999]);
    assert_eq!(ids.len(), 2_999);
}

#[tokio::test]
async fn a_question_that_is_no_query_is_answered_in_prose() {
    let world = World::start().await;
    for (facility, question) in [
        ("fac-a", "What is the weather like?"),
        (
            "fac-a",
            "How many panoramas show workers without a hard hat?",
        ),
        ("fac-a", "How many panoramas are on level 77?"),
        ("", "How many panoramas are there?"),
        ("fac-closed", "How many panoramas are there?"),
    ] {
        let arguments = json!({ "facility_key": facility, "question": question });
        assert!(
            world.call("query_data", arguments).await.is_bare_prose(),
            "{question}"
        );
    }
}

#[tokio::test]
async fn lists_and_counts_agree() {
    let world = World::start().await;
    for (tool, arguments, question) in [
        (
            "list_findings",
            json!({ "status": "open" }),
            "How many open findings are there?",
        ),
        (
            "list_findings",
            json!({ "level_id": "lvl-a-L3" }),
            "How many findings are on level L3?",
        ),
        (
            "list_elements",
            json!({ "kind": "door" }),
            "How many doors are there?",
        ),
        (
            "list_captures",
            json!({ "date_from": "2026-05-01" }),
            "How many captures since 2026-05-01?",
        ),
    ] {
        let mut arguments = arguments;
        arguments["facility_key"] = json!("fac-a");
        let answer = world.call(tool, arguments).await;
        let counted = count(&world, "fac-a", question).await;
        assert_ne!(counted, json!(0));
        assert_eq!(answer.accounting()["total"], counted, "{question}");
    }
}

#[tokio::test]
async fn the_project_list_leaves_out_what_is_closed() {
    let world = World::start().await;
    let answer = world
        .call("list_projects", json!({ "facility_key": "fac-a" }))
        .await;
    let projects = answer.result["structuredContent"]["projects"]
        .as_array()
        .unwrap();
    assert_eq!(projects.len(), 6);
    assert!(
        projects
            .iter()
            .all(|project| project["facility_key"] != json!("fac-closed"))
    );
}

#[tokio::test]
async fn every_tool_says_what_it_takes() {
    let world = World::start().await;
    let reply = world.request("tools/list", json!({})).await;
    let tools = reply["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    let expected = [
        "search_photos",
        "query_data",
        "list_findings",
        "list_elements",
        "list_captures",
        "list_projects",
    ];
    assert_eq!(names, expected);
    for tool in tools {
        assert!(tool["description"].as_str().unwrap().len() > 15);
        let properties = tool["inputSchema"]["properties"].as_object().unwrap();
        assert!(properties.contains_key("facility_key") && properties.contains_key("cursor"));
    }
}

//! Right answers: they fall out of the site's data, through every real layer.

use crate::recorder::Recorder;
use crate::world::World;
use beacon_shared::count::{Bound, Grade, Total};
use beacon_shared::frame::{Frame, ToolOutcome};
use beacon_shared::inline::Inline;
use serde_json::{Value, json};

const HARD_HATS: &str = "Show me photos of workers without a hard hat";
const LIST: &str = "List all panoramas of this project";

#[tokio::test]
async fn a_photo_search_has_a_floor_and_shows_ten_cards() {
    let world = World::start().await;
    let answer = world.ask("fac-a", HARD_HATS).await;
    let counts = answer.counts();
    assert_eq!(
        counts.total,
        Some(Total {
            value: 189,
            bound: Bound::AtLeast
        })
    );
    assert_eq!((counts.grade, counts.displayed), (Grade::LowerBound, 10));
    assert_eq!(counts.has_more, Some(true));
    for (index, card) in answer.references()[0].citations.iter().enumerate() {
        assert_eq!(card.number as usize, index + 1);
        assert!(
            card.level.is_some() && card.captured_at.is_some(),
            "{card:?}"
        );
        assert!(
            card.thumbnail_url.is_some() && card.target.pose.is_some(),
            "{card:?}"
        );
        assert_eq!(card.target.facility_key, "fac-a");
    }
    assert!(answer.text().contains("at least 189"), "{}", answer.text());
    let graded = |inline: &Inline| {
        matches!(
            inline,
            Inline::Number {
                grade: Grade::LowerBound,
                ..
            }
        )
    };
    let numbers = answer.frames.iter().any(|frame| match frame {
        Frame::Delta(delta) => delta.inlines.iter().any(graded),
        _ => false,
    });
    assert!(numbers, "the number was put in by code");
}

#[tokio::test]
async fn a_preview_image_can_be_fetched() {
    let world = World::start().await;
    let answer = world.ask("fac-a", HARD_HATS).await;
    let url = answer.references()[0].citations[0]
        .thumbnail_url
        .clone()
        .unwrap();
    let image = world.http.get(url).send().await.unwrap();
    assert_eq!(image.status(), 200);
    assert_eq!(image.headers()["content-type"], "image/svg+xml");
}

#[tokio::test]
async fn how_many_is_answered_exactly_by_one_number() {
    let world = World::start().await;
    let answer = world
        .ask("fac-a", "How many panoramas does this project have?")
        .await;
    let counts = answer.counts();
    assert_eq!(
        counts.total,
        Some(Total {
            value: 7961,
            bound: Bound::Exact
        })
    );
    assert_eq!(
        (counts.grade, counts.subject.as_str()),
        (Grade::Exact, "panoramas")
    );
    assert!(answer.text().contains("exactly 7,961"), "{}", answer.text());
}

#[tokio::test]
async fn a_list_at_the_cap_is_not_believed_to_be_all() {
    let world = World::start().await;
    let answer = world.ask("fac-a", LIST).await;
    let counts = answer.counts();
    assert_eq!(
        counts.total,
        Some(Total {
            value: 3000,
            bound: Bound::AtLeast
        })
    );
    assert_eq!(counts.has_more, Some(true));
    assert!(
        answer.text().contains("at least 3,000"),
        "{}",
        answer.text()
    );
    assert!(!answer.text().contains("exactly"), "{}", answer.text());
}

#[tokio::test]
async fn one_below_the_cap_is_exact_and_at_or_above_it_is_a_floor() {
    let world = World::start().await;
    let cases = [
        ("fac-2999", 2999, Bound::Exact, "exactly 2,999"),
        ("fac-3000", 3000, Bound::AtLeast, "at least 3,000"),
        ("fac-3001", 3000, Bound::AtLeast, "at least 3,000"),
    ];
    for (facility, value, bound, phrase) in cases {
        let answer = world.ask(facility, LIST).await;
        assert_eq!(
            answer.counts().total,
            Some(Total { value, bound }),
            "{facility}"
        );
        assert!(
            answer.text().contains(phrase),
            "{facility}: {}",
            answer.text()
        );
    }
}

#[tokio::test]
async fn absence_is_said_where_the_source_accounted_for_it() {
    let world = World::start().await;
    let answer = world
        .ask("fac-zero", "Show me photos of workers without a hard hat")
        .await;
    assert_eq!(answer.outcomes(), [ToolOutcome::Empty], "{}", answer.text());
    assert_eq!(answer.references()[0].citations, []);
}

#[tokio::test]
async fn an_answer_is_in_the_language_that_was_asked_for() {
    let world = World::start().await;
    let token = world.token().await;
    let session = json!({"facility_key": "fac-a", "locale": "de-AT"});
    let head: Value = world
        .post("/v1/sessions", &token, &session)
        .await
        .json()
        .await
        .unwrap();
    let session = head["session_id"].as_str().unwrap();
    let question = "Wie viele Panoramen hat dieses Projekt?";
    let answer = world.ask_in(&token, session, question, "k1").await;
    assert!(answer.text().contains("genau 7.961"), "{}", answer.text());
}

#[tokio::test]
async fn a_conversation_is_read_back_as_it_was_sent() {
    let world = World::start().await;
    let token = world.token().await;
    let session = world.session(&token, "fac-a").await;
    let first = world.ask_in(&token, &session, HARD_HATS, "k1").await;
    let second = world.ask_in(&token, &session, LIST, "k2").await;
    let path = format!("/v1/sessions/{session}");
    let view: Value = world.get(&path, &token).await.json().await.unwrap();
    for (turn, answer) in [(0, &first), (1, &second)] {
        assert_eq!(view["turns"][turn]["frames"], json!(answer.raw));
    }
    assert_eq!(view["turns"][0]["message"], HARD_HATS);
}

#[tokio::test]
async fn the_same_idempotency_key_gives_the_same_run() {
    let world = World::start().await;
    let token = world.token().await;
    let session = world.session(&token, "fac-a").await;
    let first = world.ask_in(&token, &session, HARD_HATS, "k1").await;
    let again = world.ask_in(&token, &session, HARD_HATS, "k1").await;
    assert_eq!(again.raw, first.raw);
}

#[tokio::test]
async fn what_a_user_is_not_licensed_for_is_neither_asked_nor_talked_about() {
    let recorder = Recorder::start().await;
    let world = World::start_with(|config| recorder.stand_before_the_upstream(config)).await;
    let token = world.token_with("", json!({"tiers": ["view"]})).await;
    let session = world.session(&token, "fac-a").await;
    let answer = world.ask_in(&token, &session, HARD_HATS, "k1").await;
    assert_eq!(answer.outcomes(), []);
    assert_eq!(answer.references().len(), 0);
    let text = answer.text();
    assert!(
        !text.contains("hard hat") && !text.contains(|c: char| c.is_ascii_digit()),
        "{text}"
    );
    let sent = recorder.requests();
    assert!(sent.iter().any(|request| request.contains("tools/list")));
    assert!(
        !sent.iter().any(|request| request.contains("tools/call")),
        "{sent:?}"
    );
}

#[tokio::test]
async fn no_digit_of_a_count_is_in_what_the_responder_reads() {
    let recorder = Recorder::start().await;
    let world = World::start_with(|config| recorder.stand_before_the_responder(config)).await;
    let token = world.token().await;
    let session = world.session(&token, "fac-a").await;
    for (key, question) in [
        HARD_HATS,
        "How many panoramas does this project have?",
        LIST,
    ]
    .into_iter()
    .enumerate()
    {
        world
            .ask_in(&token, &session, question, &key.to_string())
            .await;
    }
    let sent = recorder.requests();
    assert_eq!(sent.len(), 3);
    for request in sent {
        for digits in ["189", "7961", "7,961", "3000", "3,000"] {
            assert!(!request.contains(digits), "{digits} in {request}");
        }
        let request: Value = serde_json::from_str(&request).unwrap();
        let last = request["messages"].as_array().unwrap().last().unwrap();
        let text = last["content"][0]["text"].as_str().unwrap();
        let anchors: Vec<&str> = text
            .lines()
            .filter(|line| line.starts_with("[anchor "))
            .collect();
        assert!(!anchors.is_empty());
        for anchor in anchors {
            // The head has the numbers of calls and slots; `{n1}` is a slot.
            let instruction = anchor.split_once(']').unwrap().1;
            let words = instruction.split(['{', '}']).step_by(2).collect::<String>();
            assert!(
                !words.contains(|c: char| c.is_ascii_digit()),
                "a digit in {instruction}"
            );
        }
    }
}

#[tokio::test]
async fn the_stable_part_of_a_prompt_is_the_same_bytes_on_every_turn() {
    let recorder = Recorder::start().await;
    let world = World::start_with(|config| recorder.stand_before_the_responder(config)).await;
    world.ask("fac-a", HARD_HATS).await;
    world.ask("fac-zero", LIST).await;
    let systems: Vec<Value> = recorder
        .requests()
        .iter()
        .map(|request| serde_json::from_str::<Value>(request).unwrap()["system"].clone())
        .collect();
    assert_eq!(systems.len(), 2);
    assert_eq!(systems[0], systems[1]);
}

#[tokio::test]
async fn a_listing_counts_what_it_lists_and_shows_its_first_page() {
    let world = World::start().await;
    let answer = world.ask("fac-a", "List the open findings").await;
    let counts = answer.counts();
    assert_eq!(
        (counts.subject.as_str(), counts.grade),
        ("findings", Grade::Exact)
    );
    assert_eq!(counts.displayed, 10);
    assert!(counts.total.unwrap().value > 10 && counts.has_more == Some(true));
    let none = world.ask("fac-zero", "List the open findings").await;
    assert_eq!(none.outcomes(), [ToolOutcome::Empty], "{}", none.text());
}

#[tokio::test]
async fn an_openai_compatible_model_gives_the_same_answer() {
    let world = World::start_with(|config| {
        for role in ["planner", "responder"] {
            let role = &mut config["model"][role];
            let base = role["base_url"].as_str().unwrap().to_owned();
            role["base_url"] = format!("{base}/v1").into();
            role["provider"] = "openai".into();
        }
    })
    .await;
    let answer = world.ask("fac-a", HARD_HATS).await;
    assert_eq!(
        answer.counts().total,
        Some(Total {
            value: 189,
            bound: Bound::AtLeast
        })
    );
    assert_eq!(
        answer.text(),
        World::start().await.ask("fac-a", HARD_HATS).await.text()
    );
}

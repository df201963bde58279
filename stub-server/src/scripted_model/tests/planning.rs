use serde_json::{Value, json};

use crate::scripted_model::{
    conversation::{Author, Call, Conversation, Message, Part},
    planner::plan,
};

fn asked(question: &str) -> Conversation {
    Conversation {
        system: "[role planner]\nPlan.".to_owned(),
        tools: [
            "search_photos",
            "query_data",
            "list_findings",
            "list_captures",
        ]
        .map(str::to_owned)
        .to_vec(),
        messages: vec![Message {
            author: Author::User,
            parts: vec![Part::Text(question.to_owned())],
        }],
    }
}

fn planned(question: &str) -> Vec<(String, Value)> {
    plan(&asked(question))
        .into_iter()
        .map(|call| (call.tool, call.input))
        .collect()
}

#[test]
fn a_request_for_photos_searches_for_what_they_show_in_every_language() {
    let expected = vec![(
        "search_photos".to_owned(),
        json!({"query": "workers without a hard hat"}),
    )];
    for question in [
        "Show me photos of workers without a hard hat",
        "안전모를 쓰지 않은 작업자 사진을 보여 주세요",
        "ヘルメットをかぶっていない作業員の写真を見せてください",
        "Zeig mir Fotos von Arbeitern ohne Schutzhelm",
        "Montrez-moi des photos d'ouvriers sans casque",
    ] {
        assert_eq!(planned(question), expected, "{question}");
    }
}

#[test]
fn a_request_for_photos_of_something_unheard_of_passes_the_words_on() {
    let expected = vec![(
        "search_photos".to_owned(),
        json!({"query": "blue forklifts"}),
    )];
    assert_eq!(
        planned("Please show me photos of the blue forklifts."),
        expected
    );
}

#[test]
fn how_many_asks_the_data_for_one_number_in_every_language() {
    let expected = vec![(
        "query_data".to_owned(),
        json!({"question": "How many panoramas does this project have?"}),
    )];
    for question in [
        "How many panoramas does this project have?",
        "이 프로젝트에는 파노라마가 몇 장 있나요?",
        "このプロジェクトにパノラマは何枚ありますか？",
        "Wie viele Panoramen hat dieses Projekt?",
        "Combien de panoramas compte ce projet ?",
    ] {
        assert_eq!(planned(question), expected, "{question}");
    }
}

#[test]
fn list_all_panoramas_asks_the_data_for_the_list_in_every_language() {
    let expected = vec![(
        "query_data".to_owned(),
        json!({"question": "List all panoramas of this project."}),
    )];
    for question in [
        "List all panoramas of this project.",
        "이 프로젝트의 모든 파노라마를 나열해 주세요",
        "このプロジェクトのパノラマをすべて一覧にしてください",
        "Liste alle Panoramen dieses Projekts auf",
        "Liste tous les panoramas de ce projet",
    ] {
        assert_eq!(planned(question), expected, "{question}");
    }
}

#[test]
fn findings_are_listed_by_their_own_tool() {
    let expected = vec![("list_findings".to_owned(), json!({"status": "open"}))];
    assert_eq!(planned("Which findings are still open?"), expected);
    let expected = vec![("list_findings".to_owned(), json!({}))];
    for question in [
        "List the findings",
        "지적 사항 목록을 보여 주세요",
        "Liste des constats",
    ] {
        assert_eq!(planned(question), expected, "{question}");
    }
}

#[test]
fn without_its_own_tool_a_list_comes_from_the_data_query() {
    let mut conversation = asked("Which findings are still open?");
    conversation.tools.retain(|tool| tool == "query_data");
    let inputs: Vec<Value> = plan(&conversation)
        .into_iter()
        .map(|call| call.input)
        .collect();
    assert_eq!(
        inputs,
        [json!({ "question": "List all open findings of this project." })]
    );
}

#[test]
fn a_year_narrows_the_search() {
    let calls = planned("Show me photos of cracks from 1999");
    let input = json!({
        "query": "cracks", "date_from": "1999-01-01", "date_to": "1999-12-31",
    });
    assert_eq!(calls, vec![("search_photos".to_owned(), input)]);
}

#[test]
fn what_a_photo_shows_is_searched_even_when_a_count_is_asked() {
    let calls = planned("How many photos show workers without a hard hat?");
    assert_eq!(
        calls.first().map(|(tool, _)| tool.as_str()),
        Some("search_photos")
    );
}

#[test]
fn results_end_the_planning() {
    let mut conversation = asked("How many panoramas does this project have?");
    let call = Call {
        tool: "query_data".to_owned(),
        input: json!({}),
    };
    conversation.messages.push(Message {
        author: Author::Assistant,
        parts: vec![Part::Call(call)],
    });
    conversation.messages.push(Message {
        author: Author::User,
        parts: vec![Part::Result],
    });
    assert_eq!(plan(&conversation), Vec::new());
}

#[test]
fn the_same_call_is_never_made_twice_for_one_question() {
    let mut conversation = asked("How many panoramas does this project have?");
    let calls = plan(&conversation);
    let parts = calls.into_iter().map(Part::Call).collect();
    conversation.messages.push(Message {
        author: Author::Assistant,
        parts,
    });
    assert_eq!(plan(&conversation), Vec::new());
}

#[test]
fn a_new_question_may_repeat_a_call_of_an_earlier_one() {
    let mut conversation = asked("How many panoramas does this project have?");
    let calls = plan(&conversation);
    let parts = calls.iter().cloned().map(Part::Call).collect();
    conversation.messages.push(Message {
        author: Author::Assistant,
        parts,
    });
    conversation.messages.push(Message {
        author: Author::User,
        parts: vec![Part::Result],
    });
    conversation.messages.push(Message {
        author: Author::User,
        parts: vec![Part::Text(
            "How many panoramas does this project have?".to_owned(),
        )],
    });
    assert_eq!(plan(&conversation), calls);
}

#[test]
fn a_tool_that_is_not_offered_is_not_called() {
    let mut conversation = asked("How many panoramas does this project have?");
    conversation.tools = vec!["search_photos".to_owned()];
    assert_eq!(plan(&conversation), Vec::new());
}

#[test]
fn an_unmapped_question_is_handed_back_where_that_is_possible() {
    let mut conversation = asked("Hello there");
    assert_eq!(plan(&conversation), Vec::new());
    conversation.tools.push("ask_user".to_owned());
    let tools: Vec<String> = plan(&conversation)
        .into_iter()
        .map(|call| call.tool)
        .collect();
    assert_eq!(tools, ["ask_user"]);
}

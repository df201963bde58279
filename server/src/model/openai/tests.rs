use super::*;
use crate::model::SystemBlock;
use crate::model::sse::Reader as _;

fn run(chunks: &[&str]) -> Result<Vec<ModelEvent>, ModelError> {
    let mut reader = Reader::default();
    let mut all = Vec::new();
    for chunk in chunks {
        all.extend(reader.event(chunk)?);
    }
    Ok(all)
}

#[test]
fn fragments_of_two_calls_are_put_together_by_their_index() {
    let events = run(&[
        r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""}}]}}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":[{"index":1,"id":"b","function":{"name":"g","arguments":""}}]}}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]},"finish_reason":""}]}"#,
        r#"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#,
        r#"{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}"#,
        "[DONE]",
    ])
    .unwrap();
    let call = |id: &str, name: &str, arguments: Value| ModelEvent::ToolCall {
        id: id.into(),
        name: name.into(),
        arguments: arguments.as_object().unwrap().clone(),
    };
    assert_eq!(
        events,
        [
            call("a", "f", json!({"x": 1})),
            call("b", "g", json!({})),
            ModelEvent::Stop(StopReason::ToolUse),
            ModelEvent::Usage {
                input: 3,
                output: 4
            },
        ]
    );
}

#[test]
fn calls_that_nobody_numbered_are_not_merged() {
    let events = run(&[
        r#"{"choices":[{"delta":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"x\""}}]}}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":[{"function":{"arguments":":1"}}]}}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":[{"id":"a","function":{"arguments":"}"}}]}}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":[{"id":"b","function":{"name":"f","arguments":"{}"}},{"id":"c","function":{"name":"f","arguments":"{}"}}]}}]}"#,
        r#"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#,
    ])
    .unwrap();
    let call = |id: &str, arguments: Value| ModelEvent::ToolCall {
        id: id.into(),
        name: "f".into(),
        arguments: arguments.as_object().unwrap().clone(),
    };
    assert_eq!(
        events,
        [
            call("a", json!({"x": 1})),
            call("b", json!({})),
            call("c", json!({})),
            ModelEvent::Stop(StopReason::ToolUse),
        ]
    );
}

#[test]
fn a_call_that_the_token_limit_cut_off_is_not_made() {
    let events = run(&[
        r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""}}]}}]}"#,
        r#"{"choices":[{"delta":{},"finish_reason":"length"}]}"#,
    ]);
    assert_eq!(events.unwrap(), [ModelEvent::Stop(StopReason::MaxTokens)]);
}

#[test]
fn an_end_without_a_finish_reason_is_a_truncation() {
    assert_eq!(run(&["[DONE]"]), Err(ModelError::Truncated));
    assert_eq!(
        run(&[r#"{"error":{"message":"x"}}"#]),
        Err(ModelError::MidStream)
    );
    let mut reader = Reader::default();
    assert!(!reader.may_end());
    reader
        .event(r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#)
        .unwrap();
    assert!(reader.may_end(), "some servers leave [DONE] out");
}

#[test]
fn each_tool_result_is_a_message_of_its_own() {
    let config: RoleConfig =
        serde_json::from_value(json!({"provider": "openai", "api_key": "", "model": "m",
            "base_url": "http://localhost:8080/v1/"}))
        .unwrap();
    assert_eq!(
        config.endpoint(),
        "http://localhost:8080/v1/chat/completions"
    );
    let result = |id: &str| ContentBlock::ToolResult {
        id: id.into(),
        text: "[result]".into(),
        is_error: false,
    };
    let request = ModelRequest {
        system: vec![SystemBlock {
            text: "rules".into(),
            cache: true,
        }],
        messages: vec![ModelMessage {
            role: ModelRole::User,
            content: vec![result("a"), result("b")],
        }],
        ..ModelRequest::default()
    };
    let expected = json!([
        {"role": "system", "content": "rules"},
        {"role": "tool", "tool_call_id": "a", "content": "[result]"},
        {"role": "tool", "tool_call_id": "b", "content": "[result]"},
    ]);
    assert_eq!(json!(body(&config, &request).messages), expected);
}

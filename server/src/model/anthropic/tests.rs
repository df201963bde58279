use super::*;
use crate::model::SystemBlock;
use crate::model::ToolDefinition;
use crate::model::sse::Reader as _;

fn run(events: &[&str]) -> Result<Vec<ModelEvent>, ModelError> {
    let mut reader = Reader::default();
    let mut all = Vec::new();
    for event in events {
        all.extend(reader.event(event)?);
    }
    Ok(all)
}

const CALL: [&str; 4] = [
    r#"{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t1","name":"search","input":{}}}"#,
    r#"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"q\":"}}"#,
    r#"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"\"x\"}"}}"#,
    r#"{"type":"content_block_stop","index":1}"#,
];

const STOP: &str = r#"{"type":"message_delta","delta":{"stop_reason":"tool_use"}}"#;

#[test]
fn a_call_is_one_when_its_block_is_closed_and_the_model_has_stopped() {
    assert_eq!(run(&CALL).unwrap(), []);
    let unclosed = [CALL[0], CALL[1], CALL[2], STOP];
    assert_eq!(
        run(&unclosed).unwrap(),
        [ModelEvent::Stop(StopReason::ToolUse)]
    );
    let events = run(&[CALL[0], CALL[1], CALL[2], CALL[3], STOP]).unwrap();
    let arguments = json!({"q": "x"}).as_object().unwrap().clone();
    assert_eq!(
        events,
        [
            ModelEvent::ToolCall {
                id: "t1".into(),
                name: "search".into(),
                arguments
            },
            ModelEvent::Stop(StopReason::ToolUse)
        ]
    );
}

#[test]
fn arguments_that_are_cut_off_are_never_a_call() {
    assert_eq!(
        run(&[CALL[0], CALL[1], CALL[3], STOP]),
        Err(ModelError::Malformed)
    );
    let limit = r#"{"type":"message_delta","delta":{"stop_reason":"max_tokens"}}"#;
    let cut_off = Ok(vec![ModelEvent::Stop(StopReason::MaxTokens)]);
    assert_eq!(run(&[CALL[0], CALL[3], limit]), cut_off, "before the first");
    assert_eq!(run(&[CALL[0], CALL[1], CALL[3], limit]), cut_off, "within");
    let end = r#"{"type":"message_stop"}"#;
    assert_eq!(
        run(&[CALL[0], CALL[1], CALL[2], CALL[3], end]),
        Err(ModelError::Malformed),
        "nobody knows why it stopped"
    );
}

#[test]
fn absurd_usage_is_a_large_number() {
    let max = u64::MAX;
    let usage = json!({"input_tokens": max, "cache_read_input_tokens": max, "output_tokens": max});
    let event = json!({"type": "message_start", "message": {"usage": usage}}).to_string();
    let expected = ModelEvent::Usage {
        input: max,
        output: max,
    };
    assert_eq!(run(&[&event]).unwrap(), [expected]);
}

#[test]
fn usage_is_a_running_total() {
    let events = run(&[
        r#"{"type":"message_start","message":{"usage":{"input_tokens":10,"cache_read_input_tokens":5,"cache_creation_input_tokens":null,"output_tokens":1}}}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":7}}"#,
    ]);
    assert_eq!(
        events.unwrap(),
        [
            ModelEvent::Usage {
                input: 15,
                output: 1
            },
            ModelEvent::Usage {
                input: 15,
                output: 7
            },
            ModelEvent::Stop(StopReason::EndTurn),
        ]
    );
}

#[test]
fn pings_and_new_events_are_ignored_and_errors_are_not() {
    assert_eq!(
        run(&[r#"{"type":"ping"}"#, r#"{"type":"brand_new"}"#]).unwrap(),
        []
    );
    assert_eq!(
        run(&[r#"{"type":"error","error":{}}"#]),
        Err(ModelError::MidStream)
    );
}

#[test]
fn a_request_is_the_stable_part_first_with_one_breakpoint() {
    let config: RoleConfig =
        serde_json::from_value(json!({"provider": "anthropic", "api_key": "k", "model": "m"}))
            .unwrap();
    assert_eq!(config.endpoint(), "https://api.anthropic.com/v1/messages");
    let request = ModelRequest {
        system: vec![SystemBlock {
            text: "rules".into(),
            cache: true,
        }],
        messages: vec![ModelMessage::user("hi".into())],
        tools: vec![ToolDefinition {
            name: "t".into(),
            description: "d".into(),
            input_schema: json!({"type": "object"}),
        }],
        max_tokens: None,
    };
    let expected = json!({
        "model": "m", "max_tokens": 1024, "stream": true,
        "system": [{"type": "text", "text": "rules", "cache_control": {"type": "ephemeral"}}],
        "messages": [{"role": "user", "content": [{"type": "text", "text": "hi"}]}],
        "tools": [{"name": "t", "description": "d", "input_schema": {"type": "object"}}],
    });
    assert_eq!(
        serde_json::to_value(body(&config, &request)).unwrap(),
        expected
    );
}

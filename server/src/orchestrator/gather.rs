//! Rounds of planning and calling. Each call passes the enforcement point before it goes out and the
//! adjudication when it comes back; the planner learns only how it ended.

mod calls;

use crate::adjudication::Verdict;
use crate::adjudication::citations::Numbering;
use crate::model::{
    ContentBlock, ModelEvent, ModelMessage, ModelRequest, ModelRole, SystemBlock, ToolDefinition,
};
use crate::narration::prompts;
use crate::orchestrator::Engine;
use crate::orchestrator::frames::FrameWriter;
use crate::orchestrator::turn::{TurnError, TurnInput, ended_well};
use crate::upstream::envelope;
use beacon_shared::frame::Usage;
use calls::Round;
use futures_util::StreamExt;
use serde_json::{Map, Value};
use tokio::time::Instant;

/// What a turn has learned.
#[derive(Debug, Default)]
pub struct Gathered {
    /// The calls that went out, in the order in which they were planned.
    pub settled: Vec<Settled>,
    /// The calls that were not allowed out.
    pub denied: Vec<(usize, String)>,
    /// The numbers of the cards.
    pub numbering: Numbering,
    /// What planning took.
    pub usage: Usage,
}

/// A call and its verdict.
#[derive(Debug)]
pub struct Settled {
    /// The call's number in the turn, from 1.
    pub call: usize,
    /// The tool.
    pub tool: String,
    /// Its arguments, in words.
    pub asked: String,
    /// What may be said of it.
    pub verdict: Verdict,
}

/// A call that the planner asked for.
#[derive(Debug, Clone, PartialEq)]
struct Asked {
    /// The provider's identifier.
    id: String,
    tool: String,
    arguments: Map<String, Value>,
}

/// Plans and calls until the planner wants nothing more, or a limit is reached.
///
/// # Errors
/// If the tools cannot be listed, the planner fails, or a frame is out of order.
pub async fn gather(
    engine: &Engine,
    input: &TurnInput,
    deadline: Instant,
    writer: &mut FrameWriter,
) -> Result<Gathered, TurnError> {
    let tools = planner_tools(engine, input, deadline).await?;
    let mut messages = prompts_history(input);
    messages.push(ModelMessage::user(input.prompt().for_planner()));
    let mut gathered = Gathered::default();
    let mut made: Vec<(String, Map<String, Value>)> = Vec::new();
    for round in 1..=engine.limits.max_rounds {
        let request = ModelRequest {
            system: vec![SystemBlock {
                text: prompts::PLANNER.to_owned(),
                cache: true,
            }],
            messages: messages.clone(),
            tools: tools.clone(),
            max_tokens: None,
        };
        let mut asked = plan(engine, request, deadline, &mut gathered.usage).await?;
        // A repeated call would give the same answer and could go on forever.
        asked.retain(|call| {
            let call = (call.tool.clone(), call.arguments.clone());
            let is_new = !made.contains(&call);
            made.push(call);
            is_new
        });
        asked.truncate(engine.limits.max_calls_per_round);
        if asked.is_empty() {
            break;
        }
        // A tool that does not exist is the planner's mistake: it is told, nobody else is.
        let (known, unknown): (Vec<_>, Vec<_>) = asked
            .into_iter()
            .partition(|call| engine.contracts.get(&call.tool).is_some());
        let mut notes = Vec::new();
        if !known.is_empty() {
            let round = Round {
                engine,
                input,
                deadline,
                number: round,
            };
            notes = round.run(&known, writer, &mut gathered).await?;
        }
        notes.extend(
            unknown
                .iter()
                .map(|_| "[result outcome=no_such_tool]".to_owned()),
        );
        let calls: Vec<Asked> = known.into_iter().chain(unknown).collect();
        messages.extend(exchange(&calls, notes));
    }
    Ok(gathered)
}

/// The catalogue as this user's planner sees it: tools that exist, have a contract, and are allowed.
async fn planner_tools(
    engine: &Engine,
    input: &TurnInput,
    deadline: Instant,
) -> Result<Vec<ToolDefinition>, TurnError> {
    let offered = engine
        .catalogue
        .tools(&input.call_auth, deadline)
        .await
        .map_err(|error| {
            tracing::warn!(run = %input.run_id, %error, "the upstream's tools cannot be listed");
            TurnError::UpstreamUnavailable
        })?;
    let known = offered.iter().filter_map(|tool| {
        let contract = engine.contracts.get(&tool.name)?;
        let granted = input
            .principal
            .tiers
            .iter()
            .any(|tier| tier.grants(contract.capability));
        granted.then(|| ToolDefinition {
            name: tool.name.clone(),
            description: tool.description.clone(),
            input_schema: envelope::planner_schema(contract, &tool.input_schema),
        })
    });
    Ok(known.collect())
}

fn prompts_history(input: &TurnInput) -> Vec<ModelMessage> {
    let exchange = |exchange: &crate::orchestrator::history::Exchange| {
        [
            ModelMessage::user(exchange.question.clone()),
            ModelMessage::assistant(exchange.answer.clone()),
        ]
    };
    input.history.iter().flat_map(exchange).collect()
}

async fn plan(
    engine: &Engine,
    request: ModelRequest,
    deadline: Instant,
    usage: &mut Usage,
) -> Result<Vec<Asked>, TurnError> {
    let mut stream = engine.planner.stream(request, deadline).await?;
    let mut asked = Vec::new();
    let mut spent = Usage::default();
    let mut stop = None;
    while let Some(event) = stream.next().await {
        match event? {
            ModelEvent::ToolCall {
                id,
                name,
                arguments,
            } => {
                asked.push(Asked {
                    id,
                    tool: name,
                    arguments,
                });
            }
            ModelEvent::Usage { input, output, .. } => {
                spent = Usage {
                    input_tokens: input,
                    output_tokens: output,
                };
            }
            ModelEvent::Stop(reason) => stop = Some(reason),
            ModelEvent::TextDelta(_) => {}
        }
    }
    usage.input_tokens = usage.input_tokens.saturating_add(spent.input_tokens);
    usage.output_tokens = usage.output_tokens.saturating_add(spent.output_tokens);
    // A plan that was cut off or refused is not "nothing needs to be looked up".
    ended_well(stop)?;
    Ok(asked)
}

/// The planner's own calls and how they ended. Every call has its result, or the next request
/// would be refused.
fn exchange(asked: &[Asked], notes: Vec<String>) -> [ModelMessage; 2] {
    let calls = asked.iter().map(|call| ContentBlock::ToolUse {
        id: call.id.clone(),
        name: call.tool.clone(),
        input: call.arguments.clone(),
    });
    let results = asked
        .iter()
        .zip(notes)
        .map(|(call, note)| ContentBlock::ToolResult {
            id: call.id.clone(),
            text: note,
            is_error: false,
        });
    [
        ModelMessage {
            role: ModelRole::Assistant,
            content: calls.collect(),
        },
        ModelMessage {
            role: ModelRole::User,
            content: results.collect(),
        },
    ]
}

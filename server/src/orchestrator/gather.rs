//! Rounds of planning and calling. Each call passes the enforcement point before it goes out and the
//! adjudication when it comes back; the planner learns only how it ended.

use crate::adjudication::citations::Numbering;
use crate::adjudication::{Response, Verdict, adjudicate};
use crate::entitlement::{self, Denied, Permitted, ToolCall, denial_copy};
use crate::model::{
    ContentBlock, ModelEvent, ModelMessage, ModelRequest, ModelRole, SystemBlock, ToolDefinition,
};
use crate::narration::prompts;
use crate::orchestrator::Engine;
use crate::orchestrator::frames::FrameWriter;
use crate::orchestrator::turn::{TurnError, TurnInput};
use crate::upstream::UpstreamError;
use crate::upstream::envelope::{self, Sent};
use beacon_shared::count::{Grade, Scope};
use beacon_shared::frame::{
    Denial, Frame, Plan, PlanStep, References, ToolEnd, ToolOutcome, ToolStart, Usage,
};
use beacon_shared::id::CallId;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
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
        asked.retain(|call| !made.contains(&(call.tool.clone(), call.arguments.clone())));
        asked.truncate(engine.limits.max_calls_per_round);
        if asked.is_empty() {
            break;
        }
        made.extend(
            asked
                .iter()
                .map(|call| (call.tool.clone(), call.arguments.clone())),
        );
        let notes = round_of_calls(
            engine,
            input,
            deadline,
            writer,
            round,
            &asked,
            &mut gathered,
        );
        messages.extend(exchange(&asked, notes.await?));
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
            ModelEvent::TextDelta(_) | ModelEvent::Stop(_) => {}
        }
    }
    usage.input_tokens += spent.input_tokens;
    usage.output_tokens += spent.output_tokens;
    Ok(asked)
}

/// One round: announces the calls, sends what is allowed, and adjudicates what comes back.
async fn round_of_calls(
    engine: &Engine,
    input: &TurnInput,
    deadline: Instant,
    writer: &mut FrameWriter,
    round: u32,
    asked: &[Asked],
    gathered: &mut Gathered,
) -> Result<Vec<String>, TurnError> {
    let first = gathered.settled.len() + gathered.denied.len() + 1;
    let steps = asked.iter().enumerate().map(|(index, call)| PlanStep {
        call_id: call_id(first + index),
        tool: call.tool.clone(),
        title: engine.contracts.get(&call.tool).map_or_else(
            || call.tool.clone(),
            |contract| contract.title(input.locale).to_owned(),
        ),
    });
    writer
        .write(Frame::Plan(Plan {
            round,
            steps: steps.collect(),
        }))
        .await?;

    let mut notes = vec![String::new(); asked.len()];
    let mut under_way = FuturesUnordered::new();
    for (index, call) in asked.iter().enumerate() {
        let number = first + index;
        match allow(engine, input, number, call) {
            Ok((sent, permitted)) => {
                let frame = ToolStart {
                    call_id: call_id(number),
                    tool: call.tool.clone(),
                };
                writer.write(Frame::ToolStart(frame)).await?;
                under_way.push(async move {
                    let started = Instant::now();
                    let response = send(engine, input, &permitted, deadline).await;
                    (index, number, sent, response, started.elapsed())
                });
            }
            Err(denied) => {
                if let Some(frame) = denial(denied, input) {
                    writer.write(frame).await?;
                }
                gathered.denied.push((number, call.tool.clone()));
                note(
                    &mut notes,
                    index,
                    format!("[result tool={} outcome=not_carried_out]", call.tool),
                );
            }
        }
    }
    while let Some((index, number, sent, response, duration)) = under_way.next().await {
        let Some(call) = asked.get(index) else {
            continue;
        };
        let Some(contract) = engine.contracts.get(&call.tool) else {
            continue;
        };
        let verdict = adjudicate(contract, &sent, &response, &mut gathered.numbering);
        note(&mut notes, index, note_of(&call.tool, &verdict));
        log(input, number, &call.tool, &verdict);
        let end = ToolEnd {
            call_id: call_id(number),
            outcome: verdict.outcome,
            duration_ms: u64::try_from(duration.as_millis()).unwrap_or(u64::MAX),
        };
        writer.write(Frame::ToolEnd(end)).await?;
        if matches!(
            verdict.outcome,
            ToolOutcome::Answered | ToolOutcome::Empty | ToolOutcome::Unknown
        ) {
            writer
                .write(references(number, &call.tool, &verdict))
                .await?;
        }
        gathered.settled.push(Settled {
            call: number,
            tool: call.tool.clone(),
            verdict,
        });
    }
    drop(under_way);
    gathered.settled.sort_by_key(|settled| settled.call);
    Ok(notes)
}

fn call_id(number: usize) -> CallId {
    CallId::new(format!("c{number}"))
}

fn note(notes: &mut [String], index: usize, text: String) {
    if let Some(note) = notes.get_mut(index) {
        *note = text;
    }
}

/// The envelope, then the enforcement point.
fn allow(
    engine: &Engine,
    input: &TurnInput,
    number: usize,
    call: &Asked,
) -> Result<(Sent, Permitted<ToolCall>), Denied> {
    let contract = engine
        .contracts
        .get(&call.tool)
        .ok_or(Denied::UnknownTool)?;
    let scope = Scope {
        facility_key: input.facility_key.clone(),
        ..Scope::default()
    };
    let sent = envelope::assemble(contract, call.arguments.clone(), &scope);
    let outgoing = ToolCall {
        call_id: format!("c{number}"),
        tool: call.tool.clone(),
        arguments: sent.arguments.clone(),
    };
    let permitted = entitlement::permit(&engine.contracts, &input.principal.tiers, outgoing)?;
    Ok((sent, permitted))
}

async fn send(
    engine: &Engine,
    input: &TurnInput,
    call: &Permitted<ToolCall>,
    deadline: Instant,
) -> Response {
    match engine
        .catalogue
        .client()
        .call(call, &input.call_auth, deadline)
        .await
    {
        Ok(result) => Response::Result(result.bytes),
        Err(UpstreamError::Unauthorized) => Response::Unauthorized,
        Err(UpstreamError::TimedOut) => Response::TimedOut,
        Err(error) => {
            tracing::warn!(run = %input.run_id, tool = %call.get().tool, %error, "a call failed");
            Response::Failed
        }
    }
}

fn denial(denied: Denied, input: &TurnInput) -> Option<Frame> {
    let Denied::Capability(capability) = denied else {
        return None;
    };
    Some(Frame::Denial(Denial {
        capability,
        tiers: entitlement::granting_tiers(capability),
        message: denial_copy::message(capability, input.locale).to_owned(),
    }))
}

fn references(number: usize, tool: &str, verdict: &Verdict) -> Frame {
    Frame::References(Box::new(References {
        call_id: call_id(number),
        source: tool.to_owned(),
        counts: verdict.counts.clone(),
        citations: verdict.citations.clone(),
        more: None,
    }))
}

fn note_of(tool: &str, verdict: &Verdict) -> String {
    let outcome = match verdict.outcome {
        ToolOutcome::Answered => "answered",
        ToolOutcome::Empty => "empty",
        ToolOutcome::Unknown => "unknown",
        ToolOutcome::Failed => "failed",
        ToolOutcome::AuthExpired => "auth_expired",
        ToolOutcome::Cancelled => "cancelled",
    };
    let grade = match verdict.counts.grade {
        Grade::Exact => "exact",
        Grade::LowerBound => "lower_bound",
        Grade::Shown => "shown",
        Grade::Unknown => "unknown",
    };
    format!("[result tool={tool} outcome={outcome} grade={grade}]")
}

/// The call's record, without content.
fn log(input: &TurnInput, number: usize, tool: &str, verdict: &Verdict) {
    tracing::info!(
        run = %input.run_id,
        call = number,
        tool,
        outcome = ?verdict.outcome,
        grade = ?verdict.counts.grade,
        shape = verdict.fingerprint.as_deref().unwrap_or("none"),
        "call settled"
    );
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

//! One round of calls: each passes the enforcement point before it goes out and the adjudication when
//! it comes back.

use super::{Asked, Gathered, Settled};
use crate::adjudication::{Response, Verdict, adjudicate};
use crate::entitlement::{self, Denied, Permitted, ToolCall, denial_copy};
use crate::orchestrator::Engine;
use crate::orchestrator::frames::FrameWriter;
use crate::orchestrator::turn::{TurnError, TurnInput};
use crate::upstream::UpstreamError;
use crate::upstream::contracts::ToolContract;
use crate::upstream::envelope::{self, Sent, may_plan};
use beacon_shared::count::{Grade, Scope};
use beacon_shared::frame::{
    Denial, Frame, Plan, PlanStep, References, ToolEnd, ToolOutcome, ToolStart,
};
use beacon_shared::id::CallId;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use serde_json::{Map, Value};
use tokio::time::Instant;

/// What one round works with.
pub(super) struct Round<'a> {
    pub(super) engine: &'a Engine,
    pub(super) input: &'a TurnInput,
    pub(super) deadline: Instant,
    /// From 1.
    pub(super) number: u32,
}

impl Round<'_> {
    /// Announces the calls, sends what is allowed, and adjudicates what comes back. Gives a note on
    /// each call, in order.
    pub(super) async fn run(
        &self,
        asked: &[Asked],
        writer: &mut FrameWriter,
        gathered: &mut Gathered,
    ) -> Result<Vec<String>, TurnError> {
        let Self {
            engine,
            input,
            deadline,
            number: round,
        } = *self;
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
                asked: described(contract, &sent.arguments),
                verdict,
            });
        }
        drop(under_way);
        gathered.settled.sort_by_key(|settled| settled.call);
        Ok(notes)
    }
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
        citations: verdict
            .citations
            .iter()
            .map(|cited| cited.card.clone())
            .collect(),
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

/// What the planner asked for, in words, so that the numbers of several calls can be told apart. What
/// Beacon filled in is left out: the page size is the number of cards, and no digit of a count is for
/// the responder.
fn described(contract: &ToolContract, arguments: &Map<String, Value>) -> String {
    let planned = arguments
        .iter()
        .filter(|(name, _)| may_plan(&contract.arguments, name));
    let described = planned.map(|(name, value)| match value {
        Value::String(text) => format!("{name}: {text}"),
        other => format!("{name}: {other}"),
    });
    described.collect::<Vec<_>>().join(", ")
}

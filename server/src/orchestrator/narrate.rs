//! The answer: anchors and digest to the responder, its words to deltas.

use crate::model::{ModelEvent, ModelMessage, ModelRequest, StopReason, SystemBlock};
use crate::narration::ledger::Ledger;
use crate::narration::prose::Prose;
use crate::narration::{anchors, digest, prompts};
use crate::orchestrator::Engine;
use crate::orchestrator::frames::FrameWriter;
use crate::orchestrator::gather::Gathered;
use crate::orchestrator::turn::{TurnError, TurnInput};
use beacon_shared::frame::{Delta, Frame, Usage};
use futures_util::StreamExt;
use tokio::time::Instant;

/// Has the answer written.
///
/// # Errors
/// If the responder fails or its stream ends early; what it wrote until then has been sent.
pub async fn narrate(
    engine: &Engine,
    input: &TurnInput,
    gathered: &Gathered,
    deadline: Instant,
    writer: &mut FrameWriter,
) -> Result<Usage, TurnError> {
    let mut ledger = Ledger::new(input.locale);
    let mut instructions = Vec::new();
    let mut exemplars = Vec::new();
    for settled in &gathered.settled {
        let verdict = &settled.verdict;
        instructions.extend(anchors::of_verdict(
            verdict,
            settled.call,
            &settled.tool,
            &mut ledger,
        ));
        exemplars.extend(digest::exemplars(verdict, settled.call));
    }
    instructions.extend(
        gathered
            .denied
            .iter()
            .map(|(call, tool)| anchors::denial(*call, tool)),
    );

    let mut messages: Vec<ModelMessage> = Vec::new();
    for exchange in &input.history {
        messages.push(ModelMessage::user(exchange.question.clone()));
        messages.push(ModelMessage::assistant(exchange.answer.clone()));
    }
    messages.push(ModelMessage::user(
        input.prompt().for_responder(&instructions, &exemplars),
    ));
    let request = ModelRequest {
        system: vec![SystemBlock {
            text: prompts::RESPONDER.to_owned(),
            cache: true,
        }],
        messages,
        tools: Vec::new(),
        max_tokens: None,
    };

    let mut prose = Prose::new(ledger, gathered.numbering.numbers().collect());
    let mut usage = Usage::default();
    let mut stop = None;
    let mut stream = engine.responder.stream(request, deadline).await?;
    while let Some(event) = stream.next().await {
        match event? {
            ModelEvent::TextDelta(text) => send(writer, prose.push(&text)).await?,
            ModelEvent::Usage { input, output, .. } => {
                usage = Usage {
                    input_tokens: input,
                    output_tokens: output,
                };
            }
            ModelEvent::Stop(reason) => stop = Some(reason),
            // The responder has no tools; whatever it calls goes nowhere.
            ModelEvent::ToolCall { .. } => {}
        }
    }
    send(writer, prose.finish()).await?;
    match stop {
        Some(StopReason::EndTurn | StopReason::StopSequence | StopReason::ToolUse) => Ok(usage),
        Some(StopReason::Refusal) => Err(TurnError::ModelUnavailable),
        _ => Err(TurnError::ModelTruncated),
    }
}

async fn send(writer: &mut FrameWriter, deltas: Vec<Delta>) -> Result<(), TurnError> {
    for delta in deltas {
        writer.write(Frame::Delta(delta)).await?;
    }
    Ok(())
}

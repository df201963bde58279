//! The answer: anchors and digest to the responder, its words to deltas.

use crate::model::{ModelEvent, ModelMessage, ModelRequest, SystemBlock};
use crate::narration::ledger::Ledger;
use crate::narration::prose::Prose;
use crate::narration::{anchors, digest, prompts};
use crate::orchestrator::Engine;
use crate::orchestrator::frames::FrameWriter;
use crate::orchestrator::gather::{Gathered, Settled};
use crate::orchestrator::turn::{TurnError, TurnInput, ended_well};
use beacon_shared::frame::{Delta, Frame, Usage};
use futures_util::StreamExt;
use tokio::time::Instant;

/// The longest answer, in bytes. A brief one has a few hundred; what is longer is not an answer.
const MAX_ANSWER_BYTES: usize = 32 * 1024;

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
        let Settled {
            call,
            tool,
            asked,
            verdict,
        } = settled;
        let call_anchors = anchors::Settled {
            call: *call,
            tool,
            asked,
            verdict,
        };
        instructions.extend(anchors::of_call(&call_anchors, &mut ledger));
        exemplars.extend(digest::exemplars(verdict, *call));
    }
    instructions.extend(
        gathered
            .denied
            .iter()
            .map(|(call, tool)| anchors::denial(*call, tool)),
    );
    if instructions.is_empty() {
        instructions.push(anchors::nothing_looked_up());
    }

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
    let mut written = 0_usize;
    let mut stream = engine.responder.stream(request, deadline).await?;
    while let Some(event) = stream.next().await {
        match event {
            Ok(ModelEvent::TextDelta(text)) => {
                written = written.saturating_add(text.len());
                if written > MAX_ANSWER_BYTES {
                    break;
                }
                send(writer, prose.push(&text)).await?;
            }
            Ok(ModelEvent::Usage { input, output }) => {
                usage = Usage {
                    input_tokens: input,
                    output_tokens: output,
                };
            }
            Ok(ModelEvent::Stop(reason)) => stop = Some(reason),
            // The responder has no tools; whatever it calls goes nowhere.
            Ok(ModelEvent::ToolCall { .. }) => {}
            Err(error) => {
                // What was written until then is shown, marked as cut off by the error.
                send(writer, prose.finish()).await?;
                return Err(error.into());
            }
        }
    }
    send(writer, prose.finish()).await?;
    ended_well(stop)?;
    Ok(usage)
}

async fn send(writer: &mut FrameWriter, deltas: Vec<Delta>) -> Result<(), TurnError> {
    for delta in deltas {
        writer.write(Frame::Delta(delta)).await?;
    }
    Ok(())
}

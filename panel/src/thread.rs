//! From frames to what a turn shows. Pure; the live stream and a stored turn run through the same
//! reader, so that a reload shows what was shown.

use beacon_shared::api::TurnView;
use beacon_shared::citation::Citation;
use beacon_shared::count::Counts;
use beacon_shared::frame::{
    Denial, Failure, Frame, MalformedFrame, Question, ToolOutcome, TurnOutcome,
};
use beacon_shared::frame_order::FrameOrder;
use beacon_shared::id::{CallId, RunId};
use beacon_shared::inline::{BlockKind, Inline};

/// Where a call stands. Only a verdict ends one well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallStatus {
    /// Announced.
    Planned,
    /// Out.
    Running,
    /// Back, with a verdict.
    Ended(ToolOutcome),
    /// Never went out, or never came back: the turn ended before.
    Abandoned,
}

/// A tool call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Which.
    pub id: CallId,
    /// The tool.
    pub tool: String,
    /// What to show of it.
    pub title: String,
    /// Where it stands.
    pub status: CallStatus,
}

/// The data a call brought: the accounting, and which of the turn's cards are its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// The call.
    pub call_id: CallId,
    /// The accounting.
    pub counts: Counts,
    /// The cards, each document once in a turn.
    pub cards: Vec<Citation>,
}

/// A block of prose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its index in the stream.
    pub index: u32,
    /// What it is.
    pub kind: BlockKind,
    /// Its text. Only ever appended to.
    pub inlines: Vec<Inline>,
}

/// How a turn ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// As the server said.
    Done(TurnOutcome),
    /// With an error frame.
    Failed(Failure),
    /// The stream stopped without a terminal frame, or broke its own rules. What was read is kept,
    /// and is not final.
    Interrupted,
    /// The user stopped it here.
    Stopped,
}

/// One question and what came of it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Turn {
    /// The run that answers, once it is known.
    pub run_id: Option<RunId>,
    /// The calls, in the order of the plans.
    pub calls: Vec<Call>,
    /// What they brought.
    pub evidence: Vec<Evidence>,
    /// The refusals.
    pub denials: Vec<Denial>,
    /// The counter-question.
    pub question: Option<Question>,
    /// What a safety hook said.
    pub block_message: Option<String>,
    /// The prose.
    pub blocks: Vec<Block>,
    /// How it ended; `None` while it has not.
    pub ending: Option<Ending>,
}

impl Turn {
    /// The card a marker points at.
    pub fn card(&self, number: u32) -> Option<&Citation> {
        self.cards().find(|card| card.number == number)
    }

    /// All cards, in order.
    pub fn cards(&self) -> impl Iterator<Item = &Citation> {
        self.evidence.iter().flat_map(|evidence| &evidence.cards)
    }

    /// The refusal speaks for itself: prose of a refused turn that found nothing only repeats it.
    pub fn folds_prose(&self) -> bool {
        !self.denials.is_empty() && self.evidence.is_empty()
    }

    /// The prose as plain text, one line a block.
    pub fn plain_text(&self) -> String {
        let mut lines = Vec::with_capacity(self.blocks.len());
        for block in &self.blocks {
            let text: String = block
                .inlines
                .iter()
                .map(|inline| self.plain(inline))
                .collect();
            lines.push(match block.kind {
                BlockKind::Bullet | BlockKind::Ordered => format!("- {text}"),
                _ => text,
            });
        }
        lines.join("\n")
    }

    fn plain(&self, inline: &Inline) -> String {
        match inline {
            Inline::Text { text }
            | Inline::Strong { text }
            | Inline::Emphasis { text }
            | Inline::Code { text }
            | Inline::Number { text, .. } => text.clone(),
            Inline::Cite { number } if self.card(*number).is_some() => format!("[{number}]"),
            Inline::Cite { .. } => String::new(),
        }
    }

    fn end(&mut self, ending: Ending) {
        for call in &mut self.calls {
            if matches!(call.status, CallStatus::Planned | CallStatus::Running) {
                call.status = CallStatus::Abandoned;
            }
        }
        self.ending = Some(ending);
    }
}

/// What a frame did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Read {
    /// The turn changed.
    Taken,
    /// The frame is of another run, of an unknown kind, or came after the end.
    Ignored,
}

/// Reads one turn's frames.
#[derive(Debug, Default)]
pub struct TurnReader {
    order: FrameOrder,
    run: Option<RunId>,
}

impl TurnReader {
    /// Takes one event of the stream. `id` is `<run_id>:<seq>`, or empty.
    pub fn event(&mut self, turn: &mut Turn, event: &str, id: &str, data: &str) -> Read {
        if turn.ending.is_some() || self.is_foreign(id) {
            return Read::Ignored;
        }
        self.decoded(turn, Frame::decode(event, data))
    }

    fn decoded(&mut self, turn: &mut Turn, frame: Result<Option<Frame>, MalformedFrame>) -> Read {
        match frame {
            Ok(Some(frame)) => self.frame(turn, frame),
            Ok(None) => Read::Ignored,
            Err(_) => self.broken(turn),
        }
    }

    /// Takes one frame.
    pub fn frame(&mut self, turn: &mut Turn, frame: Frame) -> Read {
        if turn.ending.is_some() {
            return Read::Ignored;
        }
        if self.order.accept(&frame).is_err() {
            return self.broken(turn);
        }
        match frame {
            Frame::Start(start) => {
                self.run = Some(start.run_id.clone());
                turn.run_id = Some(start.run_id);
            }
            Frame::Plan(plan) => turn.calls.extend(plan.steps.into_iter().map(|step| Call {
                id: step.call_id,
                tool: step.tool,
                title: step.title,
                status: CallStatus::Planned,
            })),
            Frame::ToolStart(start) => set(turn, &start.call_id, CallStatus::Running),
            Frame::ToolEnd(end) => set(turn, &end.call_id, CallStatus::Ended(end.outcome)),
            Frame::References(references) => {
                let mut cards = references.citations;
                cards.retain(|card| turn.card(card.number).is_none());
                turn.evidence.push(Evidence {
                    call_id: references.call_id,
                    counts: references.counts,
                    cards,
                });
            }
            Frame::Denial(denial) => {
                if !turn.denials.contains(&denial) {
                    turn.denials.push(denial);
                }
            }
            Frame::Question(question) => turn.question = Some(question),
            Frame::Block(block) => turn.block_message = Some(block.message),
            Frame::Delta(delta) => match turn.blocks.last_mut() {
                Some(block) if block.index == delta.block => block.inlines.extend(delta.inlines),
                _ => turn.blocks.push(Block {
                    index: delta.block,
                    kind: delta.kind,
                    inlines: delta.inlines,
                }),
            },
            Frame::Done(done) => turn.end(Ending::Done(done.outcome)),
            Frame::Error(failure) => turn.end(Ending::Failed(failure)),
        }
        Read::Taken
    }

    /// The stream closed.
    pub fn eof(&mut self, turn: &mut Turn) {
        if turn.ending.is_none() {
            turn.end(Ending::Interrupted);
        }
    }

    /// The user stopped it.
    pub fn stop(turn: &mut Turn) {
        if turn.ending.is_none() {
            turn.end(Ending::Stopped);
        }
    }

    fn is_foreign(&self, id: &str) -> bool {
        match (&self.run, id.rsplit_once(':')) {
            (Some(run), Some((of, _))) => run.as_str() != of,
            _ => false,
        }
    }

    fn broken(&mut self, turn: &mut Turn) -> Read {
        turn.end(Ending::Interrupted);
        Read::Taken
    }
}

fn set(turn: &mut Turn, id: &CallId, status: CallStatus) {
    if let Some(call) = turn.calls.iter_mut().find(|call| call.id == *id) {
        call.status = status;
    }
}

/// A turn as the server kept it.
pub fn stored(view: &TurnView) -> Turn {
    let mut turn = Turn::default();
    let mut reader = TurnReader::default();
    for frame in &view.frames {
        let id = format!("{}:{}", view.run_id, frame.seq);
        if turn.ending.is_none() && !reader.is_foreign(&id) {
            reader.decoded(&mut turn, Frame::read(&frame.event, &frame.data));
        }
    }
    reader.eof(&mut turn);
    turn
}

#[cfg(test)]
mod tests;

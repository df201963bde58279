//! Which frame may follow which: a table of 6 states x 12 events, every cell a row.
//!
//! The server's writer and the panel's reader run the same [`FrameOrder`]: the one cannot emit, the
//! other does not accept, a frame out of order.

use crate::frame::{Frame, Plan, ToolOutcome};
use crate::id::CallId;

/// Where a turn's stream stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum State {
    /// Nothing has been sent.
    Idle,
    /// `start` has been sent.
    Started,
    /// A plan is out, and none of its calls has begun.
    Planned,
    /// Calls are under way or settled.
    Gathering,
    /// Prose is being sent.
    Narrating,
    /// A terminal frame has been sent.
    Closed,
}

/// What can happen to a stream: the eleven frames and its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is the frame of its name")]
pub enum Event {
    Start,
    Plan,
    ToolStart,
    ToolEnd,
    References,
    Denial,
    Question,
    Block,
    Delta,
    Done,
    Error,
    /// The stream closed.
    Eof,
}

impl Event {
    /// Every event, in the table's order.
    pub const ALL: [Self; 12] = [
        Self::Start,
        Self::Plan,
        Self::ToolStart,
        Self::ToolEnd,
        Self::References,
        Self::Denial,
        Self::Question,
        Self::Block,
        Self::Delta,
        Self::Done,
        Self::Error,
        Self::Eof,
    ];

    /// The event that a frame is.
    pub const fn of(frame: &Frame) -> Self {
        match frame {
            Frame::Start(_) => Self::Start,
            Frame::Plan(_) => Self::Plan,
            Frame::ToolStart(_) => Self::ToolStart,
            Frame::ToolEnd(_) => Self::ToolEnd,
            Frame::References(_) => Self::References,
            Frame::Denial(_) => Self::Denial,
            Frame::Question(_) => Self::Question,
            Frame::Block(_) => Self::Block,
            Frame::Delta(_) => Self::Delta,
            Frame::Done(_) => Self::Done,
            Frame::Error(_) => Self::Error,
        }
    }
}

/// One cell of the table.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// Where the stream stands.
    pub from: State,
    /// What happens.
    pub event: Event,
    /// Where it stands then, or the name of the fault.
    pub to: Result<State, Illegal>,
}

/// A named illegal order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// A frame before `start`; for prose, the one that readers meet first.
    #[error("delta-before-start")]
    DeltaBeforeStart,
    /// Any other frame before `start`.
    #[error("frame-before-start")]
    FrameBeforeStart,
    /// A second `start`.
    #[error("duplicate-start")]
    DuplicateStart,
    /// A call that no plan announced.
    #[error("tool-before-plan")]
    ToolBeforePlan,
    /// The end of a call, or its references, before any call began.
    #[error("result-before-tool")]
    ResultBeforeTool,
    /// A plan after prose.
    #[error("plan-after-delta")]
    PlanAfterDelta,
    /// Data after prose: the verdict comes before the prose.
    #[error("result-after-delta")]
    ResultAfterDelta,
    /// A second terminal frame.
    #[error("duplicate-terminal")]
    DuplicateTerminal,
    /// Anything else after a terminal frame.
    #[error("frame-after-terminal")]
    FrameAfterTerminal,
    /// The stream closed without a terminal frame.
    #[error("unterminated")]
    Unterminated,
    /// A call that this run does not know, or knows already, or that has not settled.
    #[error("unpaired-call")]
    UnpairedCall,
}

use Event as E;
use Illegal as I;
use State as S;

const fn row(from: State, event: Event, to: Result<State, Illegal>) -> Row {
    Row { from, event, to }
}

/// All 72 cells.
pub const TABLE: [Row; 72] = [
    row(S::Idle, E::Start, Ok(S::Started)),
    row(S::Idle, E::Plan, Err(I::FrameBeforeStart)),
    row(S::Idle, E::ToolStart, Err(I::FrameBeforeStart)),
    row(S::Idle, E::ToolEnd, Err(I::FrameBeforeStart)),
    row(S::Idle, E::References, Err(I::FrameBeforeStart)),
    row(S::Idle, E::Denial, Err(I::FrameBeforeStart)),
    row(S::Idle, E::Question, Err(I::FrameBeforeStart)),
    row(S::Idle, E::Block, Err(I::FrameBeforeStart)),
    row(S::Idle, E::Delta, Err(I::DeltaBeforeStart)),
    row(S::Idle, E::Done, Err(I::FrameBeforeStart)),
    row(S::Idle, E::Error, Err(I::FrameBeforeStart)),
    row(S::Idle, E::Eof, Err(I::Unterminated)),
    row(S::Started, E::Start, Err(I::DuplicateStart)),
    row(S::Started, E::Plan, Ok(S::Planned)),
    row(S::Started, E::ToolStart, Err(I::ToolBeforePlan)),
    row(S::Started, E::ToolEnd, Err(I::ResultBeforeTool)),
    row(S::Started, E::References, Err(I::ResultBeforeTool)),
    row(S::Started, E::Denial, Err(I::ToolBeforePlan)),
    row(S::Started, E::Question, Ok(S::Started)),
    row(S::Started, E::Block, Ok(S::Started)),
    row(S::Started, E::Delta, Ok(S::Narrating)),
    row(S::Started, E::Done, Ok(S::Closed)),
    row(S::Started, E::Error, Ok(S::Closed)),
    row(S::Started, E::Eof, Err(I::Unterminated)),
    row(S::Planned, E::Start, Err(I::DuplicateStart)),
    row(S::Planned, E::Plan, Ok(S::Planned)),
    row(S::Planned, E::ToolStart, Ok(S::Gathering)),
    row(S::Planned, E::ToolEnd, Err(I::ResultBeforeTool)),
    row(S::Planned, E::References, Err(I::ResultBeforeTool)),
    row(S::Planned, E::Denial, Ok(S::Gathering)),
    row(S::Planned, E::Question, Ok(S::Planned)),
    row(S::Planned, E::Block, Ok(S::Planned)),
    row(S::Planned, E::Delta, Ok(S::Narrating)),
    row(S::Planned, E::Done, Ok(S::Closed)),
    row(S::Planned, E::Error, Ok(S::Closed)),
    row(S::Planned, E::Eof, Err(I::Unterminated)),
    row(S::Gathering, E::Start, Err(I::DuplicateStart)),
    row(S::Gathering, E::Plan, Ok(S::Planned)),
    row(S::Gathering, E::ToolStart, Ok(S::Gathering)),
    row(S::Gathering, E::ToolEnd, Ok(S::Gathering)),
    row(S::Gathering, E::References, Ok(S::Gathering)),
    row(S::Gathering, E::Denial, Ok(S::Gathering)),
    row(S::Gathering, E::Question, Ok(S::Gathering)),
    row(S::Gathering, E::Block, Ok(S::Gathering)),
    row(S::Gathering, E::Delta, Ok(S::Narrating)),
    row(S::Gathering, E::Done, Ok(S::Closed)),
    row(S::Gathering, E::Error, Ok(S::Closed)),
    row(S::Gathering, E::Eof, Err(I::Unterminated)),
    row(S::Narrating, E::Start, Err(I::DuplicateStart)),
    row(S::Narrating, E::Plan, Err(I::PlanAfterDelta)),
    row(S::Narrating, E::ToolStart, Err(I::ResultAfterDelta)),
    row(S::Narrating, E::ToolEnd, Err(I::ResultAfterDelta)),
    row(S::Narrating, E::References, Err(I::ResultAfterDelta)),
    row(S::Narrating, E::Denial, Err(I::ResultAfterDelta)),
    row(S::Narrating, E::Question, Ok(S::Narrating)),
    row(S::Narrating, E::Block, Ok(S::Narrating)),
    row(S::Narrating, E::Delta, Ok(S::Narrating)),
    row(S::Narrating, E::Done, Ok(S::Closed)),
    row(S::Narrating, E::Error, Ok(S::Closed)),
    row(S::Narrating, E::Eof, Err(I::Unterminated)),
    row(S::Closed, E::Start, Err(I::FrameAfterTerminal)),
    row(S::Closed, E::Plan, Err(I::FrameAfterTerminal)),
    row(S::Closed, E::ToolStart, Err(I::FrameAfterTerminal)),
    row(S::Closed, E::ToolEnd, Err(I::FrameAfterTerminal)),
    row(S::Closed, E::References, Err(I::FrameAfterTerminal)),
    row(S::Closed, E::Denial, Err(I::FrameAfterTerminal)),
    row(S::Closed, E::Question, Err(I::FrameAfterTerminal)),
    row(S::Closed, E::Block, Err(I::FrameAfterTerminal)),
    row(S::Closed, E::Delta, Err(I::FrameAfterTerminal)),
    row(S::Closed, E::Done, Err(I::DuplicateTerminal)),
    row(S::Closed, E::Error, Err(I::DuplicateTerminal)),
    row(S::Closed, E::Eof, Ok(S::Closed)),
];

fn step(from: State, event: Event) -> Result<State, Illegal> {
    TABLE
        .iter()
        .find(|row| row.from == from && row.event == event)
        .map_or(Err(I::FrameAfterTerminal), |row| row.to)
}

/// How far a call has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CallStage {
    Planned,
    Running,
    /// It has ended, and its references are still to come.
    Due,
    Settled,
}

impl CallStage {
    /// Where the end of a call leads: what was looked up has references, what failed has none.
    const fn after(outcome: ToolOutcome) -> Self {
        match outcome {
            ToolOutcome::Answered | ToolOutcome::Empty | ToolOutcome::Unknown => Self::Due,
            ToolOutcome::Failed | ToolOutcome::AuthExpired | ToolOutcome::Cancelled => {
                Self::Settled
            }
        }
    }

    /// Whether prose must wait for it.
    const fn is_open(self) -> bool {
        matches!(self, Self::Running | Self::Due)
    }
}

/// Follows one stream and refuses what the table or the pairing of calls does not allow.
#[derive(Debug, Clone)]
pub struct FrameOrder {
    state: State,
    calls: Vec<(CallId, CallStage)>,
}

impl Default for FrameOrder {
    fn default() -> Self {
        Self {
            state: State::Idle,
            calls: Vec::new(),
        }
    }
}

impl FrameOrder {
    /// Where the stream stands.
    pub const fn state(&self) -> State {
        self.state
    }

    /// Takes the next frame.
    ///
    /// # Errors
    /// The name of the illegal order; the state does not change.
    pub fn accept(&mut self, frame: &Frame) -> Result<State, Illegal> {
        let to = step(self.state, Event::of(frame))?;
        self.pair(frame)?;
        self.state = to;
        Ok(to)
    }

    /// The stream closed.
    ///
    /// # Errors
    /// [`Illegal::Unterminated`] unless a terminal frame came before.
    pub fn eof(&mut self) -> Result<State, Illegal> {
        step(self.state, Event::Eof)
    }

    fn pair(&mut self, frame: &Frame) -> Result<(), Illegal> {
        match frame {
            Frame::Plan(plan) => self.plan(plan),
            Frame::ToolStart(start) => {
                self.advance(&start.call_id, CallStage::Planned, CallStage::Running)
            }
            Frame::ToolEnd(end) => self.advance(
                &end.call_id,
                CallStage::Running,
                CallStage::after(end.outcome),
            ),
            Frame::References(references) => {
                self.advance(&references.call_id, CallStage::Due, CallStage::Settled)
            }
            // Verdict before prose, and before the end.
            Frame::Delta(_) | Frame::Done(_)
                if self.calls.iter().any(|(_, stage)| stage.is_open()) =>
            {
                Err(Illegal::UnpairedCall)
            }
            _ => Ok(()),
        }
    }

    /// All of a plan's calls are new, or none is taken over.
    fn plan(&mut self, plan: &Plan) -> Result<(), Illegal> {
        for (index, step) in plan.steps.iter().enumerate() {
            let earlier = plan
                .steps
                .iter()
                .take(index)
                .any(|other| other.call_id == step.call_id);
            if earlier || self.calls.iter().any(|(id, _)| *id == step.call_id) {
                return Err(Illegal::UnpairedCall);
            }
        }
        let planned = plan
            .steps
            .iter()
            .map(|step| (step.call_id.clone(), CallStage::Planned));
        self.calls.extend(planned);
        Ok(())
    }

    fn advance(&mut self, id: &CallId, from: CallStage, to: CallStage) -> Result<(), Illegal> {
        let call = self
            .calls
            .iter_mut()
            .find(|(known, stage)| known == id && *stage == from);
        let Some((_, stage)) = call else {
            return Err(Illegal::UnpairedCall);
        };
        *stage = to;
        Ok(())
    }
}

#[cfg(test)]
mod tests;

//! The panel's state machine: eleven states by fifteen events, a grid in which every cell is written
//! down. Pure: what has to be done is returned as data, and the session does it.

/// What the panel is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum State {
    /// The conversation is being fetched.
    Loading,
    /// The host has no valid token.
    SignedOut,
    /// Waiting for a message; nothing has been asked, or the last answer was stopped.
    Ready,
    /// A message is out; nothing has come back but a plan.
    Planning,
    /// Tools are being called.
    Searching,
    /// Prose is arriving.
    Answering,
    /// The last turn was answered.
    Answered,
    /// A counter-question is open.
    Asking,
    /// The last turn was refused.
    Denied,
    /// The last turn, or the last send, failed.
    Failed,
    /// There is no network.
    Offline,
}

impl State {
    /// Every state, in the order of the grid's columns.
    pub const ALL: [Self; 11] = [
        Self::Loading,
        Self::SignedOut,
        Self::Ready,
        Self::Planning,
        Self::Searching,
        Self::Answering,
        Self::Answered,
        Self::Asking,
        Self::Denied,
        Self::Failed,
        Self::Offline,
    ];

    /// The name in `data-state`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loading => "loading",
            Self::SignedOut => "signed_out",
            Self::Ready => "ready",
            Self::Planning => "planning",
            Self::Searching => "searching",
            Self::Answering => "answering",
            Self::Answered => "answered",
            Self::Asking => "asking",
            Self::Denied => "denied",
            Self::Failed => "failed",
            Self::Offline => "offline",
        }
    }

    /// Whether a run is under way.
    pub const fn is_busy(self) -> bool {
        matches!(self, Self::Planning | Self::Searching | Self::Answering)
    }
}

/// What happens to the panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// The conversation was fetched, or there is none yet.
    Loaded,
    /// A message is sent.
    Send,
    /// The server announced calls.
    Planned,
    /// A call went out.
    CallStarted,
    /// Prose arrived.
    Prose,
    /// The turn ended with an answer.
    Answered,
    /// The turn ended with a counter-question.
    Asked,
    /// The turn ended with a refusal, of a licence or of a policy.
    Denied,
    /// The turn, or the send, failed.
    Failed,
    /// The user stopped the run.
    Stopped,
    /// The server refused a renewed token, or the host has none.
    Unauthorized,
    /// The network went away.
    WentOffline,
    /// The network came back.
    CameOnline,
    /// The host opened another facility, or asked for another conversation.
    ThreadChanged,
    /// The user asks to load the conversation again.
    Reload,
}

impl Event {
    /// Every event, in the order of the grid's rows.
    pub const ALL: [Self; 15] = [
        Self::Loaded,
        Self::Send,
        Self::Planned,
        Self::CallStarted,
        Self::Prose,
        Self::Answered,
        Self::Asked,
        Self::Denied,
        Self::Failed,
        Self::Stopped,
        Self::Unauthorized,
        Self::WentOffline,
        Self::CameOnline,
        Self::ThreadChanged,
        Self::Reload,
    ];
}

/// What has to be done because of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Send the message and read its stream.
    StartRun,
    /// Stop reading the stream.
    AbortRun,
    /// Fetch the conversation.
    LoadThread,
    /// Put the message back into the composer, if its run never began.
    KeepMessage,
    /// Tell screen readers, and the host, that an answer is on its way.
    AnnounceStart,
    /// Tell screen readers, and the host, how it ended.
    AnnounceEnd,
}

/// A cell of the grid: where the event leads, and what it asks for; `None` is illegal.
type Cell = Option<(State, &'static [Effect])>;

/// A step that the grid does not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Illegal {
    /// Where the panel is.
    pub state: State,
    /// What does not happen there.
    pub event: Event,
}

use Effect as F;
use State as S;

const fn to(state: State) -> Cell {
    Some((state, &[]))
}

const fn by(state: State, effects: &'static [Effect]) -> Cell {
    Some((state, effects))
}

const NO: Cell = None;
const SEND: Cell = by(S::Planning, &[F::StartRun, F::AnnounceStart]);
const LOAD: Cell = by(S::Loading, &[F::LoadThread]);
const SWITCH: Cell = by(S::Loading, &[F::AbortRun, F::LoadThread]);
const STOP: Cell = by(S::Ready, &[F::AbortRun, F::AnnounceEnd]);
const FAIL: Cell = by(S::Failed, &[F::KeepMessage, F::AnnounceEnd]);
const LOST: Cell = by(S::Offline, &[F::KeepMessage, F::AnnounceEnd]);
const REFUSED: Cell = by(S::SignedOut, &[F::KeepMessage, F::AnnounceEnd]);

const fn end(state: State) -> Cell {
    by(state, &[F::AnnounceEnd])
}

/// The grid. While a run is under way the loss of the network is not believed until the stream
/// breaks, hence `WentOffline` there comes from the stream and ends the run.
#[rustfmt::skip]
pub const GRID: [[Cell; 11]; 15] = [
    // loading          signed_out         ready              planning           searching          answering          answered           asking             denied             failed             offline
    /* Loaded */
    [to(S::Ready),      NO,                NO,                NO,                NO,                NO,                NO,                NO,                NO,                NO,                NO],
    /* Send */
    [NO,                SEND,              SEND,              NO,                NO,                NO,                SEND,              SEND,              SEND,              SEND,              SEND],
    /* Planned */
    [NO,                NO,                NO,                to(S::Planning),   to(S::Searching),  NO,                NO,                NO,                NO,                NO,                NO],
    /* CallStarted */
    [NO,                NO,                NO,                to(S::Searching),  to(S::Searching),  NO,                NO,                NO,                NO,                NO,                NO],
    /* Prose */
    [NO,                NO,                NO,                to(S::Answering),  to(S::Answering),  to(S::Answering),  NO,                NO,                NO,                NO,                NO],
    /* Answered */
    [NO,                NO,                NO,                end(S::Answered),  end(S::Answered),  end(S::Answered),  NO,                NO,                NO,                NO,                NO],
    /* Asked */
    [NO,                NO,                NO,                end(S::Asking),    end(S::Asking),    end(S::Asking),    NO,                NO,                NO,                NO,                NO],
    /* Denied */
    [NO,                NO,                NO,                end(S::Denied),    end(S::Denied),    end(S::Denied),    NO,                NO,                NO,                NO,                NO],
    /* Failed */
    [to(S::Failed),     NO,                NO,                FAIL,              FAIL,              FAIL,              NO,                NO,                NO,                NO,                NO],
    /* Stopped */
    [NO,                NO,                NO,                STOP,              STOP,              STOP,              NO,                NO,                NO,                NO,                NO],
    /* Unauthorized */
    [to(S::SignedOut),  NO,                NO,                REFUSED,           REFUSED,           REFUSED,           NO,                NO,                NO,                NO,                NO],
    /* WentOffline */
    [to(S::Offline),    to(S::Offline),    to(S::Offline),    LOST,              LOST,              LOST,              to(S::Offline),    to(S::Offline),    to(S::Offline),    to(S::Offline),    NO],
    /* CameOnline */
    [NO,                NO,                NO,                NO,                NO,                NO,                NO,                NO,                NO,                NO,                to(S::Ready)],
    /* ThreadChanged */
    [SWITCH,            LOAD,              LOAD,              SWITCH,            SWITCH,            SWITCH,            LOAD,              LOAD,              LOAD,              LOAD,              LOAD],
    /* Reload */
    [NO,                LOAD,              NO,                NO,                NO,                NO,                NO,                NO,                NO,                LOAD,              LOAD],
];

/// Takes a step.
///
/// # Errors
/// The cell is illegal. The caller stays where it is.
pub fn step(state: State, event: Event) -> Result<(State, &'static [Effect]), Illegal> {
    GRID.get(event as usize)
        .and_then(|row| row.get(state as usize))
        .copied()
        .flatten()
        .ok_or(Illegal { state, event })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    const BUSY: [State; 3] = [S::Planning, S::Searching, S::Answering];

    #[test]
    fn rows_and_columns_are_in_the_order_of_the_enums() {
        for (index, state) in State::ALL.into_iter().enumerate() {
            assert_eq!(state as usize, index);
        }
        for (index, event) in Event::ALL.into_iter().enumerate() {
            assert_eq!(event as usize, index);
        }
        let names: HashSet<_> = State::ALL.iter().map(|state| state.name()).collect();
        assert_eq!(names.len(), 11);
    }

    /// Every cell, spelt out as the events that each state takes.
    #[test]
    fn each_state_takes_exactly_its_events() {
        use Event as E;
        let run = [
            E::Planned,
            E::CallStarted,
            E::Prose,
            E::Answered,
            E::Asked,
            E::Denied,
            E::Failed,
            E::Stopped,
            E::Unauthorized,
            E::WentOffline,
            E::ThreadChanged,
        ];
        let idle = [E::Send, E::WentOffline, E::ThreadChanged];
        let legal = |state: State| -> HashSet<Event> {
            let with = |more: &[Event]| idle.iter().chain(more).copied().collect();
            match state {
                S::Loading => HashSet::from([
                    E::Loaded,
                    E::Failed,
                    E::Unauthorized,
                    E::WentOffline,
                    E::ThreadChanged,
                ]),
                S::SignedOut | S::Failed => with(&[E::Reload]),
                S::Ready | S::Answered | S::Asking | S::Denied => with(&[]),
                S::Planning | S::Searching => HashSet::from(run),
                S::Answering => run
                    .into_iter()
                    .filter(|event| !matches!(event, E::Planned | E::CallStarted))
                    .collect(),
                S::Offline => HashSet::from([E::Send, E::CameOnline, E::ThreadChanged, E::Reload]),
            }
        };
        for state in State::ALL {
            let expected = legal(state);
            for event in Event::ALL {
                let taken = step(state, event);
                assert_eq!(
                    taken.is_ok(),
                    expected.contains(&event),
                    "{state:?} x {event:?}"
                );
                if let Err(illegal) = taken {
                    assert_eq!(illegal, Illegal { state, event });
                }
            }
        }
    }

    #[test]
    fn a_run_starts_with_a_send_and_nothing_else() {
        for state in State::ALL {
            for event in Event::ALL {
                let Ok((next, effects)) = step(state, event) else {
                    continue;
                };
                assert_eq!(effects.contains(&F::StartRun), event == Event::Send);
                assert_eq!(next.is_busy() && !state.is_busy(), event == Event::Send);
            }
        }
    }

    #[test]
    fn every_way_out_of_a_run_says_how_it_ended() {
        for state in BUSY {
            for event in Event::ALL {
                let Ok((next, effects)) = step(state, event) else {
                    continue;
                };
                if !next.is_busy() && event != Event::ThreadChanged {
                    assert!(effects.contains(&F::AnnounceEnd), "{state:?} x {event:?}");
                }
            }
        }
    }

    #[test]
    fn a_failure_never_loses_the_message() {
        for state in BUSY {
            for event in [Event::Failed, Event::Unauthorized, Event::WentOffline] {
                let (_, effects) = step(state, event).unwrap();
                assert!(effects.contains(&F::KeepMessage), "{state:?} x {event:?}");
            }
        }
    }

    #[test]
    fn stopping_works_in_every_phase_and_is_no_error() {
        for state in BUSY {
            let (next, effects) = step(state, Event::Stopped).unwrap();
            assert_eq!(next, S::Ready);
            assert!(effects.contains(&F::AbortRun));
        }
    }

    #[test]
    fn another_thread_is_loaded_from_everywhere_and_ends_a_run() {
        for state in State::ALL {
            let (next, effects) = step(state, Event::ThreadChanged).unwrap();
            assert_eq!(next, S::Loading);
            assert!(effects.contains(&F::LoadThread));
            assert!(!state.is_busy() || effects.contains(&F::AbortRun));
        }
    }
}

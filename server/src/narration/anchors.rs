//! Anchors: instructions that say what code has learned from a call and how it may be said. The
//! server does not write the sentence, and no digit of a count is in an anchor.

use crate::adjudication::Verdict;
use crate::narration::digest::quote;
use crate::narration::ledger::Ledger;
use beacon_shared::count::{Grade, GradedCount};
use beacon_shared::frame::ToolOutcome;

/// A settled call, as its anchors name it.
pub struct Settled<'a> {
    /// Its number in the turn, from 1.
    pub call: usize,
    /// The tool.
    pub tool: &'a str,
    /// Its arguments, for telling several calls apart.
    pub asked: &'a str,
    /// What came of it.
    pub verdict: &'a Verdict,
}

/// The anchors of one settled call, one line each, its numbers entered into the ledger.
pub fn of_call(settled: &Settled<'_>, ledger: &mut Ledger) -> Vec<String> {
    let Settled {
        call,
        tool,
        asked,
        verdict,
    } = settled;
    let mut anchors = bare(*call, tool, verdict, ledger);
    if let Some(first) = anchors.first_mut() {
        first.push_str(&format!(" This answers: {}.", quote(asked)));
    }
    anchors
}

/// The anchor of a turn in which nothing was asked of any source.
pub fn nothing_looked_up() -> String {
    "[anchor nothing_looked_up] No source was asked. Nothing is known of the site: state no count, and \
     claim neither presence nor absence."
        .to_owned()
}

fn bare(call: usize, tool: &str, verdict: &Verdict, ledger: &mut Ledger) -> Vec<String> {
    let call_id = format!("c{call}");
    let subject = &verdict.counts.subject;
    let head = |name: &str| format!("[anchor {name} call={call} tool={tool} subject={subject}]");
    match verdict.outcome {
        ToolOutcome::Failed | ToolOutcome::Cancelled => return vec![failure(&head)],
        ToolOutcome::AuthExpired => return vec![auth_expired(&head)],
        ToolOutcome::Unknown => return vec![unknown(&head)],
        ToolOutcome::Empty => return vec![empty_from_start(&head)],
        ToolOutcome::Answered => {}
    }
    let mut anchors = Vec::new();
    match verdict.population {
        count @ (GradedCount::Exact(_) | GradedCount::LowerBound(_)) => {
            if let Some(slot) = ledger.enter(count, subject, &call_id, tool) {
                let (name, instruction) = match count.grade() {
                    Grade::Exact => ("exact", exact(&slot)),
                    _ => ("lower_bound", lower_bound(&slot)),
                };
                anchors.push(format!(
                    "{} {instruction}",
                    slot_head(name, &slot, &head, ledger)
                ));
            }
        }
        GradedCount::Shown(_) | GradedCount::Unknown => anchors.push(unknown(&head)),
    }
    let displayed = verdict.counts.displayed;
    if displayed > 0
        && let Some(slot) = ledger.enter(GradedCount::Shown(displayed), subject, &call_id, tool)
    {
        let head = slot_head("shown", &slot, &head, ledger);
        anchors.push(format!("{head} {}", shown_subset(&slot)));
    }
    anchors
}

/// The head of an anchor with a slot. `form=one` says that the noun after it is in the singular.
fn slot_head(name: &str, slot: &str, head: &impl Fn(&str) -> String, ledger: &Ledger) -> String {
    let form = if ledger.is_singular(slot) {
        " form=one"
    } else {
        ""
    };
    let head = head(name);
    format!("{} slot={slot}{form}]", head.trim_end_matches(']'))
}

/// The anchor of a call that was not allowed out.
pub fn denial(call: usize, tool: &str) -> String {
    format!(
        "[anchor denial call={call} tool={tool}] This step was not carried out, and the reader has \
         been told why on a card of its own. Do not mention it, do not explain it, and say nothing \
         of what it might have found."
    )
}

fn exact(slot: &str) -> String {
    format!(
        "What was asked for has been counted to its end. State it as a fact, for what was asked. Write {{{slot}}} where \
         its number belongs; the slot already says \"exactly\"."
    )
}

fn lower_bound(slot: &str) -> String {
    format!(
        "Only a floor of what was asked for is known, and there may be more. Write \
         {{{slot}}} where its number belongs; the slot already says \"at least\". Never call it \
         the total, all, or exact."
    )
}

fn shown_subset(slot: &str) -> String {
    format!(
        "Write {{{slot}}} for the number of cards on screen. What you say of these cards \
         holds for these cards only: give them a clause of their own, never the subject of the \
         population's clause."
    )
}

fn unknown(head: &impl Fn(&str) -> String) -> String {
    format!(
        "{} How many there are is not known. State no count of them, not even an approximate one, \
         and do not say that there are none or that these are all.",
        head("unknown")
    )
}

fn empty_from_start(head: &impl Fn(&str) -> String) -> String {
    format!(
        "{} The source has accounted for its result: there is none in the scope that was asked \
         about. You may say so, for that scope.",
        head("empty_from_start")
    )
}

fn failure(head: &impl Fn(&str) -> String) -> String {
    format!(
        "{} The source failed. Nothing was learned: say that it could not be looked up and that \
         trying again may help. Claim neither presence nor absence.",
        head("disguised_failure")
    )
}

fn auth_expired(head: &impl Fn(&str) -> String) -> String {
    format!(
        "{} The source refused the credentials. Nothing was learned: say that the session with \
         the source has expired. Claim neither presence nor absence.",
        head("auth_expired")
    )
}

//! The verdict: one value per tool call, from which the references frame, the anchors, the audit row
//! and the metrics are all made, so that they can never disagree.

use crate::adjudication::accounting::Accounted;
use crate::adjudication::citations::{self, Cited, Numbering};
use crate::adjudication::count_confidence::{Circumstances, Graded, grade_aggregate, grade_list};
use crate::adjudication::in_band_failure;
use crate::upstream::contracts::{AggregateContract, Role, ToolContract};
use crate::upstream::envelope::Sent;
use beacon_shared::count::{Counts, GradedCount};
use beacon_shared::frame::ToolOutcome;
use serde_json::Value;

/// How many cards one frame carries.
const MAX_CARDS: usize = 10;

/// What came back from the upstream, as facts of the transport.
#[derive(Debug)]
pub enum Response {
    /// A `CallToolResult`, as bytes of JSON.
    Result(bytes::Bytes),
    /// The upstream refused the credentials.
    Unauthorized,
    /// No result: unreachable, an error status, a protocol error, a broken stream.
    Failed,
}

/// Everything that may be said of one call.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// How it ended.
    pub outcome: ToolOutcome,
    /// The accounting as the panel shows it.
    pub counts: Counts,
    /// The population's count with its grade.
    pub population: GradedCount,
    /// The cards, with what may be quoted of each.
    pub citations: Vec<Cited>,
    /// The shape of the payload, for logs.
    pub fingerprint: Option<String>,
}

/// Decides. New cards get their numbers from `numbering`.
pub fn adjudicate(
    contract: &ToolContract,
    sent: &Sent,
    response: &Response,
    numbering: &mut Numbering,
) -> Verdict {
    let bytes = match response {
        Response::Result(bytes) => bytes,
        Response::Unauthorized => return without(contract, sent, ToolOutcome::AuthExpired, None),
        Response::Failed => {
            return without(contract, sent, ToolOutcome::Failed, None);
        }
    };
    let Ok(result) = serde_json::from_slice::<Value>(bytes) else {
        return without(contract, sent, ToolOutcome::Failed, Some("not JSON".into()));
    };
    let fingerprint = Some(in_band_failure::fingerprint(&result));
    let cleared = in_band_failure::cleared_by(contract, &result).is_some();
    if in_band_failure::is_declared(&result) || !cleared {
        return without(contract, sent, ToolOutcome::Failed, fingerprint);
    }

    let accounted = Accounted::read(&contract.accounting, &result);
    let items = contract
        .items
        .as_ref()
        .and_then(|items| result.pointer(&items.at)?.as_array());
    let items = items.map(Vec::as_slice).unwrap_or_default();
    let circumstances = Circumstances {
        cap: contract.accounting.cap.as_ref().map(|cap| cap.value),
        limit: sent.limit,
        items: items.len() as u64,
    };
    let shape = shape(contract, accounted.as_ref(), &result);
    let graded = match shape {
        Shape::List => grade_list(accounted.as_ref(), circumstances),
        Shape::Count(value) => grade_aggregate(accounted.as_ref(), value, circumstances),
        // Neither rows of groups nor averages are counts of anything.
        Shape::OtherAggregate => Graded {
            count: GradedCount::Unknown,
            has_more: None,
        },
    };
    let citations = match (&contract.items, shape) {
        (Some(contract), Shape::List) => citations::cite(contract, items, numbering, MAX_CARDS),
        _ => Vec::new(),
    };
    let returned = match shape {
        Shape::List => accounted
            .as_ref()
            .and_then(|accounted| accounted.get().returned),
        Shape::Count(_) | Shape::OtherAggregate => None,
    };
    Verdict {
        outcome: outcome(contract, shape, graded, items.len()),
        counts: Counts {
            subject: subject(contract, &result),
            scope: sent.scope.clone(),
            returned,
            displayed: citations.len() as u64,
            total: graded.count.total(),
            has_more: graded.has_more,
            grade: graded.count.grade(),
        },
        population: graded.count,
        citations,
        fingerprint,
    }
}

/// What kind of result this is, as the upstream declares it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    List,
    Count(Option<u64>),
    OtherAggregate,
}

fn shape(contract: &ToolContract, accounted: Option<&Accounted>, result: &Value) -> Shape {
    let Some(aggregate) = contract.aggregate.as_ref().filter(|_| accounted.is_some()) else {
        return Shape::List;
    };
    let word = |pointer: &str| result.pointer(pointer).and_then(Value::as_str);
    match word(&aggregate.kind) {
        Some(kind) if kind == aggregate.single => match word(&aggregate.function) {
            Some("count") => Shape::Count(single_value(aggregate, result)),
            _ => Shape::OtherAggregate,
        },
        Some(kind) if kind == aggregate.grouped => Shape::OtherAggregate,
        _ => Shape::List,
    }
}

/// One row with one numeric cell, or nothing.
fn single_value(aggregate: &AggregateContract, result: &Value) -> Option<u64> {
    match result.pointer(&aggregate.rows)?.as_array()?.as_slice() {
        [Value::Object(row)] if row.len() == 1 => row.values().next()?.as_u64(),
        _ => None,
    }
}

/// Findings are not absent whatever else is missing. Absence follows from the grade: only a list that
/// was counted, and counted to zero, is empty.
fn outcome(contract: &ToolContract, shape: Shape, graded: Graded, items: usize) -> ToolOutcome {
    if contract.role == Role::Plain || items > 0 {
        return ToolOutcome::Answered;
    }
    match (shape, graded.count) {
        (Shape::List, GradedCount::Exact(0)) => ToolOutcome::Empty,
        (Shape::Count(_), GradedCount::Exact(_) | GradedCount::LowerBound(_))
        | (Shape::OtherAggregate, _) => ToolOutcome::Answered,
        _ => ToolOutcome::Unknown,
    }
}

fn subject(contract: &ToolContract, result: &Value) -> String {
    let named = contract.subject_from.as_ref().and_then(|from| {
        let noun = result.pointer(&from.at)?.as_str()?;
        from.known.iter().find(|known| *known == noun)
    });
    named.unwrap_or(&contract.subject).clone()
}

fn without(
    contract: &ToolContract,
    sent: &Sent,
    outcome: ToolOutcome,
    fingerprint: Option<String>,
) -> Verdict {
    Verdict {
        outcome,
        counts: Counts {
            subject: contract.subject.clone(),
            scope: sent.scope.clone(),
            returned: None,
            displayed: 0,
            total: None,
            has_more: None,
            grade: GradedCount::Unknown.grade(),
        },
        population: GradedCount::Unknown,
        citations: Vec::new(),
        fingerprint,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::upstream::contracts::Contracts;
    use crate::upstream::envelope::assemble;
    use beacon_shared::count::{Grade, Scope};
    use serde_json::json;

    fn judge(tool: &str, result: Value) -> Verdict {
        let contracts = Contracts::parse(include_str!("../../contracts/site-search.toml")).unwrap();
        let contract = contracts.get(tool).unwrap();
        let scope = Scope {
            facility_key: "fac-a".into(),
            ..Scope::default()
        };
        let sent = assemble(contract, serde_json::Map::new(), &scope);
        let bytes = serde_json::to_vec(&result).unwrap().into();
        adjudicate(
            contract,
            &sent,
            &Response::Result(bytes),
            &mut Numbering::default(),
        )
    }

    fn accounted(accounting: Value, structured: Value) -> Value {
        json!({"content": [{"type": "text", "text": "", "_meta": {"accounting": accounting}}],
            "structuredContent": structured})
    }

    #[test]
    fn a_count_is_exact_with_one_row_one_number_and_a_declared_kind() {
        let accounting = json!({"kind": "aggregate", "aggregate": "count", "subject": "panoramas"});
        let one = judge(
            "query_data",
            accounted(accounting.clone(), json!({"rows": [{"n": 7}]})),
        );
        assert_eq!(one.population, GradedCount::Exact(7));
        assert_eq!(one.counts.subject, "panoramas");
        for rows in [
            json!([{"n": 7}, {"n": 8}]),
            json!([{"n": 7, "m": 1}]),
            json!([{"n": "7"}]),
        ] {
            let verdict = judge(
                "query_data",
                accounted(accounting.clone(), json!({"rows": rows})),
            );
            assert_eq!(verdict.population, GradedCount::Unknown);
        }
    }

    #[test]
    fn an_average_never_answers_how_many() {
        let accounting = json!({"kind": "aggregate", "aggregate": "avg"});
        let verdict = judge(
            "query_data",
            accounted(accounting, json!({"rows": [{"n": 7}]})),
        );
        assert_eq!(verdict.counts.grade, Grade::Unknown);
    }

    #[test]
    fn a_count_of_zero_is_an_answer() {
        let accounting = json!({"kind": "aggregate", "aggregate": "count"});
        let verdict = judge(
            "query_data",
            accounted(accounting, json!({"rows": [{"n": 0}]})),
        );
        assert_eq!(verdict.population, GradedCount::Exact(0));
        assert_eq!(verdict.outcome, ToolOutcome::Answered);
    }

    #[test]
    fn absence_needs_accounting() {
        let nothing = json!({"returned": 0, "total": 0, "has_more": false});
        let empty = judge("search_photos", accounted(nothing, json!({"photos": []})));
        assert_eq!(empty.outcome, ToolOutcome::Empty);
        let silent = judge(
            "search_photos",
            json!({"content": [], "structuredContent": {"photos": []}}),
        );
        assert_eq!(silent.outcome, ToolOutcome::Unknown);
    }

    #[test]
    fn absence_is_not_said_of_a_result_that_is_not_counted_to_its_end() {
        for flaw in [
            json!({"returned": 0, "total_lower_bound": 3}),
            json!({"returned": 0, "has_more": true}),
            json!({"returned": 0, "total": 0, "next_cursor": "x"}),
            json!({}),
        ] {
            let verdict = judge(
                "search_photos",
                accounted(flaw.clone(), json!({"photos": []})),
            );
            assert_eq!(verdict.outcome, ToolOutcome::Unknown, "{flaw}");
        }
    }

    #[test]
    fn a_failure_dressed_as_an_answer_is_a_failure() {
        let verdict = judge(
            "search_photos",
            json!({"content": [{"type": "text", "text": "502"}]}),
        );
        assert_eq!(verdict.outcome, ToolOutcome::Failed);
        assert_eq!(verdict.population, GradedCount::Unknown);
        let declared = json!({"isError": true, "content": [{"type": "text", "_meta": {"a": 1}}]});
        assert_eq!(
            judge("search_photos", declared).outcome,
            ToolOutcome::Failed
        );
    }

    #[test]
    fn refused_credentials_are_told_from_a_failure() {
        let contracts = Contracts::parse(include_str!("../../contracts/site-search.toml")).unwrap();
        let contract = contracts.get("search_photos").unwrap();
        let sent = assemble(contract, serde_json::Map::new(), &Scope::default());
        let verdict = adjudicate(
            contract,
            &sent,
            &Response::Unauthorized,
            &mut Numbering::default(),
        );
        assert_eq!(verdict.outcome, ToolOutcome::AuthExpired);
    }
}

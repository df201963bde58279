//! Grades the population's count. The order of the checks is the argument; whatever falls through
//! all of them is not known.

use crate::adjudication::accounting::{Accounted, Relation};
use beacon_shared::count::GradedCount;

/// What bears on the grade beside the accounting.
#[derive(Debug, Clone, Copy, Default)]
pub struct Circumstances {
    /// The upstream's row cap, where it has one.
    pub cap: Option<u64>,
    /// The limit that was sent with the call.
    pub limit: Option<u64>,
}

/// A graded count, and what is known of more beyond it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Graded {
    /// The population.
    pub count: GradedCount,
    /// Whether there is more; an upstream's "no more" does not survive saturation.
    pub has_more: Option<bool>,
}

/// Grades the count of a list or search. `None` is a payload without accounting.
pub fn grade_list(accounted: Option<&Accounted>, circumstances: Circumstances) -> Graded {
    let Some(accounting) = accounted.map(Accounted::get) else {
        return Graded {
            count: GradedCount::Unknown,
            has_more: None,
        };
    };
    let more = match accounting.more {
        _ if accounting.unread_cursor => Some(true),
        more => more,
    };
    let floor = accounting
        .floor
        .max(accounting.returned.filter(|_| accounting.floor.is_some()));
    let shown = || match (floor, accounting.returned) {
        (Some(floor), _) => GradedCount::LowerBound(floor),
        (None, Some(returned)) => GradedCount::Shown(returned),
        (None, None) => GradedCount::Unknown,
    };
    let limited = circumstances
        .limit
        .is_some_and(|limit| accounting.value.is_some_and(|value| value == limit));

    if accounting.disqualified || (limited && accounting.more != Some(false)) {
        return Graded {
            count: shown(),
            has_more: more,
        };
    }
    if accounting.estimate {
        return Graded {
            count: GradedCount::Unknown,
            has_more: more,
        };
    }
    if let Some(value) = accounting.value {
        if accounting.truncated || accounting.relation == Some(Relation::LowerBound) {
            return Graded {
                count: GradedCount::LowerBound(value),
                has_more: Some(true),
            };
        }
        if accounting.relation == Some(Relation::Unmapped) || accounting.exact_flag == Some(false) {
            return Graded {
                count: GradedCount::Unknown,
                has_more: more,
            };
        }
        // A saturated page that was exhausted says "no more", and rows beyond the cap may exist.
        // "At least N" holds even if the truth is the cap itself.
        if circumstances.cap.is_some_and(|cap| value >= cap) {
            return Graded {
                count: GradedCount::LowerBound(value),
                has_more: Some(true),
            };
        }
        // More items than the total cannot be: the fields contradict each other.
        if accounting.returned.is_some_and(|returned| returned > value) {
            return Graded {
                count: shown(),
                has_more: more,
            };
        }
        return Graded {
            count: GradedCount::Exact(value),
            has_more: more,
        };
    }
    let Some(returned) = accounting.returned else {
        return Graded {
            count: shown(),
            has_more: more,
        };
    };
    let saturated = circumstances.cap.is_some_and(|cap| returned >= cap);
    if saturated || accounting.truncated {
        return Graded {
            count: GradedCount::LowerBound(returned),
            has_more: Some(true),
        };
    }
    let below_limit = circumstances.limit.is_none_or(|limit| returned < limit);
    let consistent = floor.is_none_or(|floor| floor == returned);
    if more == Some(false) && below_limit && consistent {
        return Graded {
            count: GradedCount::Exact(returned),
            has_more: more,
        };
    }
    Graded {
        count: shown(),
        has_more: more,
    }
}

/// Grades a declared single-value count. Exempt from the row cap; but a value that equals the cap
/// is what a count over a capped sub-select looks like.
pub fn grade_aggregate(value: Option<u64>, circumstances: Circumstances) -> Graded {
    let count = match value {
        None => GradedCount::Unknown,
        Some(value) if circumstances.cap == Some(value) => GradedCount::LowerBound(value),
        Some(value) => GradedCount::Exact(value),
    };
    Graded {
        count,
        has_more: Some(matches!(count, GradedCount::LowerBound(_))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::upstream::contracts::AccountingContract;
    use serde_json::{Value, json};

    fn grade(accounting: Value, circumstances: Circumstances) -> Graded {
        let contract: AccountingContract = serde_json::from_value(json!({
            "present": "/a", "returned": "/a/returned", "value": "/a/total", "floor": "/a/floor",
            "more": "/a/more", "next_cursor": "/a/cursor", "truncated": "/a/truncated",
            "estimate": "/a/estimate",
            "relation": {"at": "/a/relation", "exact": ["eq"], "lower_bound": ["gte"]},
            "disqualify_if": [{"at": "/a/timed_out", "equals": true}]
        }))
        .unwrap();
        let result = json!({"a": accounting});
        grade_list(Accounted::read(&contract, &result).as_ref(), circumstances)
    }

    fn capped(cap: u64) -> Circumstances {
        Circumstances {
            cap: Some(cap),
            limit: None,
        }
    }

    fn limited(limit: u64) -> Circumstances {
        Circumstances {
            cap: None,
            limit: Some(limit),
        }
    }

    #[test]
    fn a_total_at_the_cap_is_a_floor_and_no_more_is_not_believed() {
        for total in [3000, 3001] {
            let graded = grade(
                json!({"returned": 3000, "total": total, "more": false}),
                capped(3000),
            );
            assert_eq!(graded.count, GradedCount::LowerBound(total));
            assert_eq!(graded.has_more, Some(true));
        }
    }

    #[test]
    fn a_total_below_the_cap_is_exact() {
        let graded = grade(
            json!({"returned": 2999, "total": 2999, "more": false}),
            capped(3000),
        );
        assert_eq!(graded.count, GradedCount::Exact(2999));
        assert_eq!(graded.has_more, Some(false));
    }

    #[test]
    fn a_floor_is_spoken_as_a_floor() {
        let graded = grade(
            json!({"returned": 10, "floor": 189, "more": true}),
            limited(10),
        );
        assert_eq!(graded.count, GradedCount::LowerBound(189));
    }

    #[test]
    fn one_page_that_holds_everything_is_exact_for_its_scope() {
        let graded = grade(json!({"returned": 7, "more": false}), limited(10));
        assert_eq!(graded.count, GradedCount::Exact(7));
        let full = grade(json!({"returned": 10, "more": false}), limited(10));
        assert_eq!(
            full.count,
            GradedCount::Shown(10),
            "a full page may have been cut by the limit"
        );
        let unread = grade(
            json!({"returned": 7, "more": false, "cursor": ""}),
            limited(10),
        );
        assert_eq!(
            unread.count,
            GradedCount::Shown(7),
            "an unread cursor forbids exact"
        );
        assert_eq!(unread.has_more, Some(true));
    }

    #[test]
    fn an_estimate_has_no_number_at_all() {
        let graded = grade(
            json!({"returned": 10, "total": 500, "estimate": true}),
            limited(10),
        );
        assert_eq!(graded.count, GradedCount::Unknown);
    }

    #[test]
    fn a_mapped_relation_and_a_truncation_mark_make_a_floor() {
        let relation = grade(
            json!({"returned": 10, "total": 90, "relation": "gte"}),
            limited(10),
        );
        assert_eq!(relation.count, GradedCount::LowerBound(90));
        let truncated = grade(
            json!({"returned": 90, "total": 90, "truncated": 0}),
            limited(100),
        );
        assert_eq!(truncated.count, GradedCount::LowerBound(90));
        let unmapped = grade(
            json!({"returned": 10, "total": 90, "relation": "~"}),
            limited(10),
        );
        assert_eq!(unmapped.count, GradedCount::Unknown);
    }

    #[test]
    fn a_disqualified_total_is_only_what_is_shown() {
        let graded = grade(
            json!({"returned": 10, "total": 90, "timed_out": true}),
            limited(10),
        );
        assert_eq!(graded.count, GradedCount::Shown(10));
    }

    #[test]
    fn a_total_that_equals_the_limit_that_was_sent_is_not_a_total() {
        let graded = grade(json!({"returned": 20, "total": 20}), limited(20));
        assert_eq!(graded.count, GradedCount::Shown(20));
    }

    #[test]
    fn more_items_than_the_total_is_a_contradiction() {
        let graded = grade(
            json!({"returned": 12, "total": 10, "more": false}),
            limited(50),
        );
        assert_eq!(graded.count, GradedCount::Shown(12));
    }

    #[test]
    fn without_accounting_nothing_is_known() {
        assert_eq!(grade(json!(null), limited(10)).count, GradedCount::Unknown);
        assert_eq!(grade(json!({}), limited(10)).count, GradedCount::Unknown);
    }

    #[test]
    fn a_declared_count_is_exact_unless_it_equals_the_cap() {
        assert_eq!(
            grade_aggregate(Some(7961), capped(3000)).count,
            GradedCount::Exact(7961)
        );
        assert_eq!(
            grade_aggregate(Some(3000), capped(3000)).count,
            GradedCount::LowerBound(3000)
        );
        assert_eq!(
            grade_aggregate(None, capped(3000)).count,
            GradedCount::Unknown
        );
    }
}

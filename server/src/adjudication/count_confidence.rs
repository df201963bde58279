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
    /// How many items the payload has.
    pub items: u64,
}

/// A graded count, and what is known of more beyond it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Graded {
    /// The population.
    pub count: GradedCount,
    /// Whether there is more; an upstream's "no more" does not survive saturation.
    pub has_more: Option<bool>,
}

impl Graded {
    const UNKNOWN: Self = Self {
        count: GradedCount::Unknown,
        has_more: None,
    };

    /// At least this many, and there may always be more.
    fn floor(value: u64) -> Self {
        Self {
            count: GradedCount::LowerBound(value),
            has_more: Some(true),
        }
    }
}

/// Grades the count of a list or search. `None` is a payload without accounting.
pub fn grade_list(accounted: Option<&Accounted>, circumstances: Circumstances) -> Graded {
    let Some(said) = accounted.map(Accounted::get) else {
        return Graded::UNKNOWN;
    };
    let more = if said.unread_cursor {
        Some(true)
    } else {
        said.more
    };
    let Circumstances { cap, limit, items } = circumstances;
    // What came is there, whatever else is not known.
    let came = said.returned.unwrap_or(0).max(items);
    let floor = said.floor.map(|floor| floor.max(came));
    let shown = match (floor, said.returned) {
        (Some(floor), _) => GradedCount::LowerBound(floor),
        (None, Some(_)) => GradedCount::Shown(came),
        (None, None) => GradedCount::Unknown,
    };
    let shown = Graded {
        count: shown,
        has_more: more,
    };

    // A total that equals the limit that was sent is that limit.
    let limited = limit.is_some() && said.value == limit;
    if said.disqualified || limited {
        return shown;
    }
    if said.estimate {
        return Graded {
            count: GradedCount::Unknown,
            has_more: more,
        };
    }
    let Some(value) = said.value else {
        let saturated = cap.is_some_and(|cap| came >= cap);
        if saturated || said.truncated {
            return Graded::floor(floor.unwrap_or(came));
        }
        let complete = said.returned == Some(came)
            && limit.is_none_or(|limit| came < limit)
            && floor.is_none_or(|floor| floor == came);
        if complete && more == Some(false) {
            return Graded {
                count: GradedCount::Exact(came),
                has_more: more,
            };
        }
        return shown;
    };
    if said.truncated || said.relation == Some(Relation::LowerBound) {
        return Graded::floor(value.max(came));
    }
    if said.relation == Some(Relation::Unmapped) || said.exact_flag == Some(false) {
        return Graded {
            count: GradedCount::Unknown,
            has_more: more,
        };
    }
    // A saturated page that was exhausted says "no more", and rows beyond the cap may exist. "At least
    // N" holds even if the truth is the cap itself.
    if cap.is_some_and(|cap| value >= cap) {
        return Graded::floor(value.max(came));
    }
    // More than the total cannot have come, nor can there be more beyond all of it: a page size that
    // is published as a total looks like this.
    let contradicted =
        came.max(floor.unwrap_or(0)) > value || (more == Some(true) && came == value);
    if contradicted {
        return shown;
    }
    // Whoever returned less than there is has more, even if it says otherwise.
    let has_more = if came < value { Some(true) } else { more };
    Graded {
        count: GradedCount::Exact(value),
        has_more,
    }
}

/// Grades a declared single-value count. It is exempt from the row cap; but a value that equals the cap
/// is what a count over a capped sub-select looks like.
pub fn grade_aggregate(
    accounted: Option<&Accounted>,
    value: Option<u64>,
    circumstances: Circumstances,
) -> Graded {
    let (Some(said), Some(value)) = (accounted.map(Accounted::get), value) else {
        return Graded::UNKNOWN;
    };
    let unsure = said.exact_flag == Some(false) || said.relation == Some(Relation::Unmapped);
    if said.disqualified || said.estimate || unsure {
        return Graded::UNKNOWN;
    }
    let cut = said.truncated || said.relation == Some(Relation::LowerBound);
    if cut || circumstances.cap == Some(value) {
        return Graded::floor(value);
    }
    Graded {
        count: GradedCount::Exact(value),
        has_more: Some(false),
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
            ..Circumstances::default()
        }
    }

    fn limited(limit: u64) -> Circumstances {
        Circumstances {
            limit: Some(limit),
            ..Circumstances::default()
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
    fn fields_that_contradict_the_total_leave_only_what_is_shown() {
        let floor_above = json!({"returned": 10, "total": 38, "floor": 189});
        assert_eq!(
            grade(floor_above, limited(10)).count,
            GradedCount::LowerBound(189)
        );
        let page_size = json!({"returned": 25, "total": 25, "more": true});
        assert_eq!(grade(page_size, capped(3000)).count, GradedCount::Shown(25));
        let unread = json!({"returned": 25, "total": 25, "cursor": 7});
        assert_eq!(grade(unread, capped(3000)).count, GradedCount::Shown(25));
        let items = Circumstances {
            items: 3,
            ..Circumstances::default()
        };
        let graded = grade(json!({"returned": 0, "total": 0, "more": false}), items);
        assert_eq!(graded.count, GradedCount::Shown(3));
    }

    #[test]
    fn less_than_the_total_means_that_there_is_more() {
        let graded = grade(
            json!({"returned": 10, "total": 38, "more": false}),
            limited(10),
        );
        assert_eq!(
            (graded.count, graded.has_more),
            (GradedCount::Exact(38), Some(true))
        );
    }

    #[test]
    fn a_higher_floor_survives_a_cut() {
        let cut = json!({"returned": 10, "floor": 189, "truncated": true});
        assert_eq!(grade(cut, limited(10)).count, GradedCount::LowerBound(189));
    }

    fn aggregate(accounting: Value, value: Option<u64>) -> Graded {
        let contract: AccountingContract = serde_json::from_value(json!({
            "present": "/a", "truncated": "/a/truncated", "estimate": "/a/estimate",
            "disqualify_if": [{"at": "/a/timed_out", "equals": true}]
        }))
        .unwrap();
        let result = json!({"a": accounting});
        grade_aggregate(
            Accounted::read(&contract, &result).as_ref(),
            value,
            capped(3000),
        )
    }

    #[test]
    fn a_declared_count_is_exact_unless_it_equals_the_cap() {
        assert_eq!(
            aggregate(json!({}), Some(7961)).count,
            GradedCount::Exact(7961)
        );
        assert_eq!(
            aggregate(json!({}), Some(3000)).count,
            GradedCount::LowerBound(3000)
        );
        let none = aggregate(json!({}), None);
        assert_eq!((none.count, none.has_more), (GradedCount::Unknown, None));
    }

    #[test]
    fn a_declared_count_passes_the_same_checks_as_a_total() {
        for flaw in [
            json!({"timed_out": true}),
            json!({"estimate": true}),
            json!(null),
        ] {
            assert_eq!(aggregate(flaw, Some(5)).count, GradedCount::Unknown);
        }
        let cut = aggregate(json!({"truncated": true}), Some(5));
        assert_eq!(cut.count, GradedCount::LowerBound(5));
    }
}

//! Reads what an upstream says of its own result, where the contract says it is. Says nothing of
//! what it means.

use crate::upstream::contracts::{AccountingContract, RelationContract};
use serde_json::Value;

/// Whether a total is the number, its floor, or neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// "This number."
    Exact,
    /// "This number or more."
    LowerBound,
    /// A word that the contract does not map.
    Unmapped,
}

/// What the upstream said. `None` is "it did not say", never zero.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Accounting {
    /// How many items came.
    pub returned: Option<u64>,
    /// The population's total.
    pub value: Option<u64>,
    /// A floor of it.
    pub floor: Option<u64>,
    /// What the total is.
    pub relation: Option<Relation>,
    /// Whether it is exhaustive, where the contract names a flag.
    pub exact_flag: Option<bool>,
    /// Whether rows were cut off.
    pub truncated: bool,
    /// Whether there is more.
    pub more: Option<bool>,
    /// Whether there is a cursor that was not read.
    pub unread_cursor: bool,
    /// Whether the total is an estimate.
    pub estimate: bool,
    /// Whether a total of this result is no total of the population.
    pub disqualified: bool,
}

/// Proof that the upstream accounted for a payload as its own result. Absence and exactness can be
/// said only from this.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accounted(Accounting);

impl Accounted {
    /// Reads the accounting of a result; `None` if the upstream did not account for it.
    pub fn read(contract: &AccountingContract, result: &Value) -> Option<Self> {
        result
            .pointer(&contract.present)
            .filter(|value| value.is_object())?;
        let at = |pointer: &Option<String>| pointer.as_deref().and_then(|p| result.pointer(p));
        Some(Self(Accounting {
            returned: at(&contract.returned).and_then(Value::as_u64),
            value: at(&contract.value).and_then(Value::as_u64),
            floor: at(&contract.floor).and_then(Value::as_u64),
            relation: contract.relation.as_ref().and_then(|r| relation(r, result)),
            exact_flag: contract.exact_flag.as_ref().map(|_| {
                at(&contract.exact_flag)
                    .and_then(Value::as_bool)
                    .unwrap_or(false)
            }),
            truncated: at(&contract.truncated).is_some_and(is_mark),
            more: at(&contract.more).and_then(Value::as_bool),
            unread_cursor: at(&contract.next_cursor).is_some_and(|cursor| !cursor.is_null()),
            estimate: at(&contract.estimate).is_some_and(|value| !value.is_null()),
            disqualified: contract
                .disqualify_if
                .iter()
                .any(|condition| result.pointer(&condition.at) == Some(&condition.equals)),
        }))
    }

    /// What was said.
    pub fn get(&self) -> &Accounting {
        &self.0
    }
}

fn relation(contract: &RelationContract, result: &Value) -> Option<Relation> {
    let word = result.pointer(&contract.at)?.as_str().unwrap_or_default();
    let is = |words: &[String]| words.iter().any(|known| known == word);
    Some(match () {
        () if is(&contract.exact) => Relation::Exact,
        () if is(&contract.lower_bound) => Relation::LowerBound,
        () => Relation::Unmapped,
    })
}

/// A truncation mark: `true`, any number, or a non-empty string or container. A number counts even
/// if it is 0: whoever writes the field speaks of a cut.
fn is_mark(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(flag) => *flag,
        Value::Number(_) => true,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
    }
}

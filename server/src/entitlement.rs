//! The enforcement point: decides, before anything is sent, whether a call may go out. Default deny;
//! the data of what is denied never arrives.

pub mod denial_copy;

use crate::upstream::contracts::Contracts;
use beacon_shared::capability::{Capability, Tier};
use std::collections::BTreeSet;

/// Proof that the enforcement point allowed something. It can be made only in this module, and the
/// upstream client takes nothing else.
#[derive(Debug)]
pub struct Permitted<T>(T);

impl<T> Permitted<T> {
    /// What was allowed.
    pub fn get(&self) -> &T {
        &self.0
    }
}

/// One call to an upstream tool, arguments complete.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolCall {
    /// Identifies the call within its turn.
    pub call_id: String,
    /// The upstream's tool name.
    pub tool: String,
    /// Arguments as they go on the wire; scope keys are already overwritten.
    pub arguments: serde_json::Map<String, serde_json::Value>,
}

/// Why a call may not go out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Denied {
    /// No tier of the user grants the capability.
    Capability(Capability),
    /// The tool does not exist.
    UnknownTool,
}

/// Decides on one call. Pure: the contracts and the tiers of the verified token are all it knows.
///
/// # Errors
/// Why the call may not go out.
pub fn permit(
    contracts: &Contracts,
    tiers: &BTreeSet<Tier>,
    call: ToolCall,
) -> Result<Permitted<ToolCall>, Denied> {
    let Some(contract) = contracts.get(&call.tool) else {
        return Err(Denied::UnknownTool);
    };
    if !tiers.iter().any(|tier| tier.grants(contract.capability)) {
        return Err(Denied::Capability(contract.capability));
    }
    Ok(Permitted(call))
}

/// The tiers that grant a capability, smallest first.
pub fn granting_tiers(capability: Capability) -> Vec<Tier> {
    Tier::ALL
        .into_iter()
        .filter(|tier| tier.grants(capability))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contracts() -> Contracts {
        Contracts::parse(include_str!("../contracts/site-search.toml")).unwrap()
    }

    fn call(tool: &str) -> ToolCall {
        ToolCall {
            call_id: "c1".into(),
            tool: tool.into(),
            arguments: serde_json::Map::new(),
        }
    }

    #[test]
    fn a_call_goes_out_only_with_a_tier_that_grants_it() {
        let analyze = BTreeSet::from([Tier::Analyze]);
        assert!(permit(&contracts(), &analyze, call("search_photos")).is_ok());
        let view = BTreeSet::from([Tier::View]);
        assert_eq!(
            permit(&contracts(), &view, call("search_photos")).unwrap_err(),
            Denied::Capability(Capability::PhotoSearch)
        );
        let none = BTreeSet::new();
        assert!(permit(&contracts(), &none, call("query_data")).is_err());
    }

    #[test]
    fn a_name_that_only_looks_like_a_tool_is_denied() {
        let all = BTreeSet::from(Tier::ALL);
        for tool in [
            "Search_photos",
            "search_photos ",
            "search\u{2010}photos",
            "",
        ] {
            assert_eq!(
                permit(&contracts(), &all, call(tool)).unwrap_err(),
                Denied::UnknownTool
            );
        }
    }
}

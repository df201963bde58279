//! The envelope: assembles the arguments of a call. Scope is spread last, so that whatever the
//! model wrote under a scope key is overwritten, and every call states its facility.

use crate::upstream::contracts::{Arguments, ToolContract};
use beacon_shared::count::Scope;
use serde_json::{Map, Value};

/// Arguments as they go on the wire, and what of them bears on the adjudication.
#[derive(Debug, Clone, PartialEq)]
pub struct Sent {
    /// The arguments.
    pub arguments: Map<String, Value>,
    /// The scope of the call.
    pub scope: Scope,
    /// The page size that was asked for.
    pub limit: Option<u64>,
}

/// Puts the turn's scope over the planner's arguments. Where the turn is not narrowed, the planner may
/// narrow; then that is the scope of the call. Arguments that the contract does not name are dropped.
pub fn assemble(contract: &ToolContract, planned: Map<String, Value>, scope: &Scope) -> Sent {
    let names = &contract.arguments;
    let planned_text = |name: &Option<String>| {
        let text = planned.get(name.as_ref()?)?.as_str()?;
        (!text.is_empty()).then(|| text.to_owned())
    };
    let narrowed = |own: &Option<String>, name| own.clone().or_else(|| planned_text(name));
    let scope = Scope {
        facility_key: scope.facility_key.clone(),
        level_id: narrowed(&scope.level_id, &names.level),
        record_id: narrowed(&scope.record_id, &names.record),
        date_from: narrowed(&scope.date_from, &names.date_from),
        date_to: narrowed(&scope.date_to, &names.date_to),
    };
    let mut arguments = planned;
    arguments.retain(|name, _| names.open.contains(name));
    let filled = [
        (&names.facility, Some(&scope.facility_key)),
        (&names.level, scope.level_id.as_ref()),
        (&names.record, scope.record_id.as_ref()),
        (&names.date_from, scope.date_from.as_ref()),
        (&names.date_to, scope.date_to.as_ref()),
    ];
    for (name, value) in filled {
        if let (Some(name), Some(value)) = (name, value) {
            arguments.insert(name.clone(), Value::String(value.clone()));
        }
    }
    if let (Some(name), Some(size)) = (&names.limit, names.page_size) {
        arguments.insert(name.clone(), Value::from(size));
    }
    Sent {
        arguments,
        scope,
        limit: names.page_size,
    }
}

/// The tool's input schema as the planner may see it: what it may fill in, and nothing else.
pub fn planner_schema(contract: &ToolContract, schema: &Value) -> Value {
    let mut schema = schema.clone();
    let visible = |name: &str| may_plan(&contract.arguments, name);
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.retain(|name, _| visible(name));
    }
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|name| name.as_str().is_some_and(visible));
    }
    schema
}

/// Whether the planner may fill in an argument of this name.
pub fn may_plan(names: &Arguments, name: &str) -> bool {
    let narrowing = [
        &names.level,
        &names.record,
        &names.date_from,
        &names.date_to,
    ];
    names.open.iter().any(|open| open == name)
        || narrowing.into_iter().flatten().any(|known| known == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::upstream::contracts::Contracts;
    use serde_json::json;

    fn search() -> ToolContract {
        let text = include_str!("../../contracts/site-search.toml");
        Contracts::parse(text)
            .unwrap()
            .get("search_photos")
            .unwrap()
            .clone()
    }

    fn scope() -> Scope {
        Scope {
            facility_key: "fac-a".into(),
            ..Scope::default()
        }
    }

    #[test]
    fn what_the_model_wrote_under_a_scope_key_is_overwritten() {
        let model = json!({"query": "ladders", "facility_key": "fac-b", "limit": 500});
        let sent = assemble(&search(), model.as_object().unwrap().clone(), &scope());
        let expected = json!({"query": "ladders", "facility_key": "fac-a", "limit": 10});
        assert_eq!(Value::Object(sent.arguments), expected);
        assert_eq!(sent.limit, Some(10));
    }

    #[test]
    fn what_the_planner_narrows_is_the_scope_of_the_call() {
        let planned = json!({"query": "ladders", "level_id": "lvl-a-L3", "within_ids": ["p1"],
            "cursor": "x"});
        let sent = assemble(&search(), planned.as_object().unwrap().clone(), &scope());
        assert_eq!(sent.scope.level_id.as_deref(), Some("lvl-a-L3"));
        let expected = json!({"query": "ladders", "facility_key": "fac-a", "limit": 10,
            "level_id": "lvl-a-L3"});
        assert_eq!(Value::Object(sent.arguments), expected);
    }

    #[test]
    fn the_planner_cannot_leave_the_scope_of_the_turn() {
        let turn = Scope {
            level_id: Some("lvl-a-L1".into()),
            ..scope()
        };
        let planned = json!({"query": "ladders", "level_id": "lvl-a-L3"});
        let sent = assemble(&search(), planned.as_object().unwrap().clone(), &turn);
        assert_eq!(sent.arguments["level_id"], "lvl-a-L1");
        assert_eq!(sent.scope, turn);
    }

    #[test]
    fn the_planner_does_not_see_what_it_may_not_set() {
        let schema = json!({"type": "object", "required": ["facility_key", "query"],
            "properties": {"facility_key": {}, "query": {}, "limit": {}}});
        let seen = planner_schema(&search(), &schema);
        let expected =
            json!({"type": "object", "required": ["query"], "properties": {"query": {}}});
        assert_eq!(seen, expected);
    }
}

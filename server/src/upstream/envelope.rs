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

/// Puts the turn's scope over the model's arguments.
pub fn assemble(contract: &ToolContract, model: Map<String, Value>, scope: &Scope) -> Sent {
    let names = &contract.arguments;
    let mut arguments = model;
    for name in owned(names) {
        arguments.remove(name);
    }
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
        scope: scope.clone(),
        limit: names.page_size,
    }
}

/// The arguments that Beacon owns: the planner neither sees nor sets them.
pub fn owned(names: &Arguments) -> impl Iterator<Item = &String> {
    [
        &names.facility,
        &names.level,
        &names.record,
        &names.date_from,
        &names.date_to,
        &names.limit,
        &names.cursor,
    ]
    .into_iter()
    .flatten()
}

/// The tool's input schema as the planner may see it: without what Beacon owns.
pub fn planner_schema(contract: &ToolContract, schema: &Value) -> Value {
    let mut schema = schema.clone();
    for name in owned(&contract.arguments) {
        if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            properties.remove(name);
        }
        if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
            required.retain(|key| key != name);
        }
    }
    schema
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
    fn the_planner_does_not_see_what_it_may_not_set() {
        let schema = json!({"type": "object", "required": ["facility_key", "query"],
            "properties": {"facility_key": {}, "query": {}, "limit": {}}});
        let seen = planner_schema(&search(), &schema);
        let expected =
            json!({"type": "object", "required": ["query"], "properties": {"query": {}}});
        assert_eq!(seen, expected);
    }
}

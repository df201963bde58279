//! The provider's rules for cache breakpoints: at most four, and in the order tools, system,
//! messages no one-hour breakpoint after a five-minute one.

use serde_json::Value;

const MOST: usize = 4;

/// Why the breakpoints are refused.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum CacheError {
    #[error("A maximum of 4 blocks with cache_control may be provided. Found {0}.")]
    TooMany(usize),
    #[error(
        "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block (order: tools, system, messages)"
    )]
    Order,
    #[error("cache_control.ttl: Input should be '5m' or '1h'")]
    Ttl,
}

/// Checks the breakpoints of a whole request body.
pub fn check(body: &Value) -> Result<(), CacheError> {
    let mut found = Vec::new();
    for field in ["tools", "system", "messages"] {
        collect(body.get(field), &mut found);
    }
    if found.len() > MOST {
        return Err(CacheError::TooMany(found.len()));
    }
    let mut short_seen = false;
    for breakpoint in found {
        match breakpoint.get("ttl").and_then(Value::as_str) {
            None | Some("5m") => short_seen = true,
            Some("1h") if short_seen => return Err(CacheError::Order),
            Some("1h") => {}
            Some(_) => return Err(CacheError::Ttl),
        }
    }
    Ok(())
}

/// Blocks in document order; a tool's schema is data, not a block.
fn collect<'a>(value: Option<&'a Value>, found: &mut Vec<&'a Value>) {
    let Some(blocks) = value.and_then(Value::as_array) else {
        return;
    };
    for block in blocks {
        collect(block.get("content"), found);
        if let Some(breakpoint) = block.get("cache_control").filter(|value| !value.is_null()) {
            found.push(breakpoint);
        }
    }
}

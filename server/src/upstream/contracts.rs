//! Tool contracts: what an upstream tool means, described in a file instead of in Rust.
//!
//! Loaded once, validated at start, fails closed: a tool without a contract does not exist. The
//! same loaded map scopes the catalogue that the planner sees and guards the dispatch.

mod check;

use beacon_shared::capability::Capability;
use beacon_shared::citation::TargetKind;
use beacon_shared::locale::Locale;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Every tool that exists for Beacon.
#[derive(Debug, Clone, Default)]
pub struct Contracts(BTreeMap<String, ToolContract>);

/// A contract file that cannot be used: which file, which tool, which key.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct ContractError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it, with tool and key.
    pub problem: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ContractFile {
    #[serde(rename = "tool")]
    tools: Vec<ToolContract>,
}

/// One tool.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolContract {
    /// Its name at the upstream.
    pub name: String,
    /// The capability that a user needs for it.
    pub capability: Capability,
    /// What kind of answer it gives.
    pub role: Role,
    /// The noun it counts, unless `subject_from` finds a better one.
    pub subject: String,
    /// What to show while it runs, by language; English is required.
    pub title: BTreeMap<String, String>,
    /// The names of its arguments.
    #[serde(default)]
    pub arguments: Arguments,
    /// Where it accounts for its result.
    pub accounting: AccountingContract,
    /// Where it names what it counted.
    pub subject_from: Option<SubjectFrom>,
    /// Whether and where it declares aggregates.
    pub aggregate: Option<AggregateContract>,
    /// How its items are read.
    pub items: Option<ItemContract>,
}

/// What kind of answer a tool gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// A search by meaning.
    Search,
    /// A question over structured data: lists and aggregates.
    Query,
    /// A list.
    Listing,
    /// One thing by its identifier.
    Lookup,
    /// Prose is its answer; no failure is read from a missing envelope.
    Plain,
}

/// The names of the arguments that Beacon fills in, and the values it chooses.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Arguments {
    /// The facility to ask about. Every call states it.
    pub facility: Option<String>,
    /// The level that narrows a call.
    pub level: Option<String>,
    /// The record that narrows a call.
    pub record: Option<String>,
    /// The first day, inclusive.
    pub date_from: Option<String>,
    /// The last day, inclusive.
    pub date_to: Option<String>,
    /// The page size.
    pub limit: Option<String>,
    /// The cursor of the next page.
    pub cursor: Option<String>,
    /// The page size that Beacon asks for; none is sent if absent.
    pub page_size: Option<u64>,
    /// The arguments that the planner fills in. Whatever is named nowhere in this section is neither
    /// shown to the planner nor sent.
    pub open: Vec<String>,
}

/// JSON pointers to the accounting of a result. Whatever is not named is not known.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountingContract {
    /// What must be there for the payload to count as the upstream's own accounted result.
    pub present: String,
    /// How many items came.
    pub returned: Option<String>,
    /// The population's total.
    pub value: Option<String>,
    /// A floor of the population's total.
    pub floor: Option<String>,
    /// Whether the total is the number or its floor.
    pub relation: Option<RelationContract>,
    /// Whether the total is exhaustive; missing is false.
    pub exact_flag: Option<String>,
    /// A mark that rows were cut off: `true`, a number or a non-empty string.
    pub truncated: Option<String>,
    /// The upstream's own limit on rows, at which its total stops being one.
    pub cap: Option<Cap>,
    /// Whether there is more.
    pub more: Option<String>,
    /// The cursor of the next page.
    pub next_cursor: Option<String>,
    /// Where an estimated total would be.
    pub estimate: Option<String>,
    /// Conditions under which a total is no total of the population.
    #[serde(default)]
    pub disqualify_if: Vec<Condition>,
}

/// How words for a relation map to bounds; a word that is in neither list is unknown.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RelationContract {
    /// Where the word is.
    pub at: String,
    /// Words that mean "this number".
    pub exact: Vec<String>,
    /// Words that mean "this number or more".
    pub lower_bound: Vec<String>,
}

/// The upstream's row limit: an external contract, not a constant of ours.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cap {
    /// The limit as documented by the upstream.
    pub value: u64,
    /// The environment variable that overrides it.
    pub env: Option<String>,
}

/// A pointer and the value that it must hold.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Where.
    pub at: String,
    /// What.
    pub equals: serde_json::Value,
}

/// Where a tool names the noun that it counted. Only known nouns are taken over.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubjectFrom {
    /// Where the noun is.
    pub at: String,
    /// The nouns that may be taken over.
    pub known: Vec<String>,
}

/// How a tool declares aggregates.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AggregateContract {
    /// Where the kind of result is.
    pub kind: String,
    /// The kind that means: one row, one value.
    pub single: String,
    /// The kind that means: one row a group.
    pub grouped: String,
    /// Where the aggregate function is; only `count` answers "how many".
    pub function: String,
    /// Where the rows are.
    pub rows: String,
}

/// How an item becomes a card. `at` points into the result, the others into the item.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemContract {
    /// Where the items are.
    pub at: String,
    /// What a card points at.
    pub kind: TargetKind,
    /// The target's identifier.
    pub id: String,
    /// What a person reads first.
    pub title: String,
    /// The level's name.
    pub level: Option<String>,
    /// When it was captured or raised.
    pub captured_at: Option<String>,
    /// A preview image.
    pub thumbnail_url: Option<String>,
    /// Host scope.
    pub facility_key: String,
    /// Host scope.
    pub review_key: Option<String>,
    /// Host scope.
    pub record_id: Option<String>,
    /// Host scope.
    pub pano_id: Option<String>,
    /// BIM axis.
    pub level_id: Option<String>,
    /// BIM axis.
    pub bim_id: Option<String>,
    /// BIM axis.
    pub element_guid: Option<String>,
    /// Coordinates.
    pub camera_position: Option<String>,
    /// Coordinates.
    pub look_at: Option<String>,
    /// Coordinates.
    pub view_direction: Option<String>,
    /// Where the look-at point came from.
    pub look_at_source: Option<String>,
    /// What the digest keeps of an exemplar.
    #[serde(default)]
    pub exemplar: Vec<String>,
}

impl Contracts {
    /// Reads every `*.toml` in the folder, in the order of their names.
    ///
    /// # Errors
    /// The first file that cannot be read or used, with the tool and key at fault.
    pub fn load(folder: &Path) -> Result<Self, ContractError> {
        let fail = |file: &Path, problem: String| ContractError {
            file: file.into(),
            problem,
        };
        let entries = std::fs::read_dir(folder).map_err(|error| fail(folder, error.to_string()))?;
        let mut files: Vec<PathBuf> = entries
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .filter(|path| {
                path.extension()
                    .is_some_and(|extension| extension == "toml")
            })
            .collect();
        files.sort();
        let mut contracts = Self::default();
        for file in files {
            let text =
                std::fs::read_to_string(&file).map_err(|error| fail(&file, error.to_string()))?;
            contracts
                .add(&text)
                .map_err(|problem| fail(&file, problem))?;
        }
        if contracts.0.is_empty() {
            return Err(fail(folder, "no tool contract found (*.toml)".into()));
        }
        Ok(contracts)
    }

    /// Reads one file's text.
    ///
    /// # Errors
    /// What is wrong, in one line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut contracts = Self::default();
        contracts.add(text)?;
        Ok(contracts)
    }

    fn add(&mut self, text: &str) -> Result<(), String> {
        let file: ContractFile = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(0, |span| {
                text.get(..span.start)
                    .map_or(0, |before| before.matches('\n').count() + 1)
            });
            format!("line {line}: {}", error.message())
        })?;
        for mut tool in file.tools {
            tool.validate()
                .map_err(|problem| format!("tool {}: {problem}", tool.name))?;
            tool.apply_environment()?;
            let name = tool.name.clone();
            if self.0.insert(name.clone(), tool).is_some() {
                return Err(format!("tool {name}: described twice"));
            }
        }
        Ok(())
    }

    /// The contract of a tool, by its exact name.
    pub fn get(&self, name: &str) -> Option<&ToolContract> {
        self.0.get(name)
    }
}

impl ToolContract {
    /// What to show while the tool runs.
    pub fn title(&self, locale: Locale) -> &str {
        self.title
            .get(locale.tag())
            .or_else(|| self.title.get("en"))
            .map_or(&self.name, String::as_str)
    }

    fn apply_environment(&mut self) -> Result<(), String> {
        let Some(cap) = &mut self.accounting.cap else {
            return Ok(());
        };
        let Some(value) = cap.env.as_ref().and_then(|name| std::env::var(name).ok()) else {
            return Ok(());
        };
        cap.value = value.parse().map_err(|_| {
            format!(
                "{}: must be a whole number of rows",
                cap.env.as_deref().unwrap_or_default()
            )
        })?;
        Ok(())
    }
}

#[cfg(test)]
mod tests;

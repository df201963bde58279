//! The tools as the protocol sees them: their list, and which one a call means.

use std::sync::Arc;

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, ListToolsResult, PaginatedRequestParams,
        ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
    },
    service::RequestContext,
};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{
    answer::Answer,
    arguments::{Listing, Projects, QueryData, SearchPhotos},
    listings::List,
};
use crate::{
    site::{Facility, Site, SiteError},
    thumbnails::Signer,
};

/// The tools over a site.
#[derive(Clone)]
pub struct SiteTools {
    /// The data.
    pub(super) site: Site,
    /// Signs addresses of previews.
    pub(super) signer: Signer,
    tools: Arc<[Tool]>,
}

impl SiteTools {
    /// The tools over this site.
    pub fn new(site: Site, signer: Signer) -> Self {
        Self {
            site,
            signer,
            tools: catalogue().into(),
        }
    }

    async fn answer(&self, name: &str, arguments: Map<String, Value>) -> Result<Answer, ErrorData> {
        let answer = match name {
            "search_photos" => self.search_photos(read(arguments)?).await,
            "query_data" => self.query_data(read(arguments)?).await,
            "list_findings" => self.list(List::Findings, read(arguments)?).await,
            "list_elements" => self.list(List::Elements, read(arguments)?).await,
            "list_captures" => self.list(List::Captures, read(arguments)?).await,
            "list_projects" => self.list_projects(read::<Projects>(arguments)?).await,
            _ => {
                return Err(ErrorData::invalid_params(
                    format!("there is no tool {name}"),
                    None,
                ));
            }
        };
        answer.map_err(|error| {
            tracing::error!(%error, tool = name, "a tool failed");
            ErrorData::internal_error("the site database did not answer", None)
        })
    }

    /// The facility, or the prose with which a tool that has none answers.
    pub(super) async fn enter(&self, key: &str) -> Result<Result<Facility, Answer>, SiteError> {
        if key.is_empty() {
            return Ok(Err(Answer::prose("Select a project first.")));
        }
        Ok(match self.site.facility(key).await? {
            Some(facility) if facility.is_open() => Ok(facility),
            Some(_) => Err(Answer::prose("You are not a member of this project.")),
            None => Err(Answer::prose("Select a project first.")),
        })
    }
}

impl ServerHandler for SiteTools {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::default();
        info.capabilities = ServerCapabilities::builder().enable_tools().build();
        info.server_info.name = "site-search".to_owned();
        info.server_info.version = env!("CARGO_PKG_VERSION").to_owned();
        info.instructions = Some(
            "Photos and data of construction sites. Every tool works in one project.".to_owned(),
        );
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.to_vec()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let answer = self
            .answer(&request.name, request.arguments.unwrap_or_default())
            .await?;
        Ok(answer.into_result().into())
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.iter().find(|tool| tool.name == name).cloned()
    }
}

fn read<T: DeserializeOwned>(arguments: Map<String, Value>) -> Result<T, ErrorData> {
    serde_json::from_value(Value::Object(arguments))
        .map_err(|error| ErrorData::invalid_params(error.to_string(), None))
}

fn catalogue() -> Vec<Tool> {
    vec![
        tool::<SearchPhotos>(
            "search_photos",
            "Search photos",
            "Finds 360-degree photos of the site by what they show, nearest in meaning first. Use it \
             for anything visible: people, protection, damage, equipment, progress. It fetches a \
             limited number of matches, so its counts are floors unless it says otherwise. Repeated \
             photos of one spot are shown once.",
        ),
        tool::<QueryData>(
            "query_data",
            "Query site data",
            "Answers one question about recorded site data (panoramas, findings, records, levels, \
             elements) by writing and running SQL: counts, counts per level, record, month, status, \
             priority, trade or category, averages, and lists. It knows nothing of what photos show.",
        ),
        tool::<Listing>(
            "list_findings",
            "List findings",
            "Lists findings (observations, issues, punch items), newest first, with status, priority, \
             trade, assignee, due date and the panorama that shows them.",
        ),
        tool::<Listing>(
            "list_elements",
            "List building elements",
            "Lists elements of the building model with category, level and installation status.",
        ),
        tool::<Listing>(
            "list_captures",
            "List captures",
            "Lists captures (one visit to the site each), newest first, with date and number of \
             panoramas.",
        ),
        tool::<Projects>("list_projects", "List projects", "Lists the projects."),
    ]
}

fn tool<T: JsonSchema + 'static>(
    name: &'static str,
    title: &'static str,
    description: &'static str,
) -> Tool {
    Tool::new(name, description, Map::new())
        .with_input_schema::<T>()
        .with_title(title)
        .with_annotations(ToolAnnotations::new().read_only(true))
}

//! What a user may be licensed for: capabilities and the tiers that grant them.

use serde::{Deserialize, Serialize};

/// Something a licence can grant. Every tool belongs to exactly one capability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Capability {
    /// Semantic search over photos.
    PhotoSearch,
    /// Questions over structured site data.
    DataQuery,
    /// Findings and annotations.
    Findings,
    /// BIM elements.
    Elements,
    /// The timeline of captures.
    Captures,
    /// The list of projects.
    Projects,
}

impl Capability {
    /// Every capability.
    pub const ALL: [Self; 6] = [
        Self::PhotoSearch,
        Self::DataQuery,
        Self::Findings,
        Self::Elements,
        Self::Captures,
        Self::Projects,
    ];
}

/// A licence tier, from the smallest to the largest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// See the site: captures and projects.
    View,
    /// Also findings.
    Inspect,
    /// Also photo search and data queries.
    Analyze,
    /// Everything, BIM elements included.
    Enterprise,
}

impl Tier {
    /// Every tier.
    pub const ALL: [Self; 4] = [Self::View, Self::Inspect, Self::Analyze, Self::Enterprise];

    /// Reads the tier of a token's claim. Exact: odd case and padding are unknown tiers.
    pub fn from_claim(claim: &str) -> Option<Self> {
        match claim {
            "view" => Some(Self::View),
            "inspect" => Some(Self::Inspect),
            "analyze" => Some(Self::Analyze),
            "enterprise" => Some(Self::Enterprise),
            _ => None,
        }
    }

    /// Whether this tier grants the capability.
    pub const fn grants(self, capability: Capability) -> bool {
        match capability {
            Capability::Captures | Capability::Projects => true,
            Capability::Findings => !matches!(self, Self::View),
            Capability::PhotoSearch | Capability::DataQuery => {
                matches!(self, Self::Analyze | Self::Enterprise)
            }
            Capability::Elements => matches!(self, Self::Enterprise),
        }
    }
}

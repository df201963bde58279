//! The words the planner listens for, in five languages. A real model needs none of this.

/// The noun a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noun {
    Panoramas,
    Photos,
    Findings,
    Elements,
    Captures,
    Projects,
    Levels,
}

impl Noun {
    /// The noun in the English of the data-query tool.
    pub fn english(self) -> &'static str {
        match self {
            Self::Panoramas => "panoramas",
            Self::Photos => "photos",
            Self::Findings => "findings",
            Self::Elements => "elements",
            Self::Captures => "captures",
            Self::Projects => "projects",
            Self::Levels => "levels",
        }
    }
}

/// Every noun in the text, photos last: "findings in these photos" is about findings.
pub fn noun(text: &str) -> Option<Noun> {
    NOUNS
        .iter()
        .find(|(_, words)| any(text, words))
        .map(|(noun, _)| *noun)
}

const NOUNS: [(Noun, &[&str]); 7] = [
    (
        Noun::Panoramas,
        &["panorama", "파노라마", "パノラマ", "panoramen"],
    ),
    (
        Noun::Findings,
        &[
            "finding",
            "observation",
            "지적",
            "발견 사항",
            "指摘",
            "所見",
            "befund",
            "mangel",
            "mängel",
            "feststellung",
            "constat",
            "anomalie",
        ],
    ),
    (
        Noun::Elements,
        &[
            "element",
            "요소",
            "부재",
            "要素",
            "部材",
            "bauteil",
            "élément",
        ],
    ),
    (
        Noun::Captures,
        &[
            "capture",
            "record",
            "촬영 기록",
            "캡처",
            "キャプチャ",
            "撮影記録",
            "aufnahmetermin",
            "erfassung",
            "relevé",
        ],
    ),
    (
        Noun::Photos,
        &[
            "photo",
            "image",
            "picture",
            "사진",
            "이미지",
            "写真",
            "画像",
            "foto",
            "bild",
        ],
    ),
    (
        Noun::Levels,
        &[
            "levels",
            "floors",
            "storeys",
            "층",
            "フロア",
            "階",
            "ebenen",
            "geschosse",
            "stockwerke",
            "étages",
            "niveaux",
        ],
    ),
    (
        Noun::Projects,
        &[
            "projects",
            "facilities",
            "프로젝트 목록",
            "プロジェクト一覧",
            "projekte",
            "projets",
        ],
    ),
];

pub const HOW_MANY: &[&str] = &[
    "how many",
    "number of",
    "count of",
    "count the",
    "몇",
    "개수",
    "총 수",
    "何枚",
    "何件",
    "何個",
    "いくつ",
    "枚数",
    "件数",
    "wie viele",
    "wieviele",
    "anzahl",
    "combien",
    "nombre de",
    "nombre d'",
];

pub const LIST: &[&str] = &[
    "list",
    "all ",
    "every",
    "모든",
    "전체",
    "목록",
    "나열",
    "一覧",
    "すべて",
    "全て",
    "全部",
    "リスト",
    "alle ",
    "auflist",
    "liste",
    "tous les",
    "toutes les",
    "énumér",
];

pub const SHOW: &[&str] = &[
    "show", "find", "where", "look for", "search", "보여", "찾아", "어디", "見せ", "表示", "探し",
    "どこ", "zeig", "such", "finde", "wo ", "montre", "affiche", "trouve", "cherche", "où ",
];

pub const PER_LEVEL: &[&str] = &[
    "per level",
    "by level",
    "each level",
    "per floor",
    "by floor",
    "each floor",
    "층별",
    "階別",
    "階ごと",
    "フロア別",
    "pro ebene",
    "je ebene",
    "pro geschoss",
    "je geschoss",
    "par niveau",
    "par étage",
    "chaque niveau",
    "chaque étage",
];

pub const OPEN: &[&str] = &[
    "open",
    "unresolved",
    "미해결",
    "열린",
    "未解決",
    "未対応",
    "offen",
    "ouvert",
];

/// The whole of the site, by name.
const PROJECT: &[&str] = &[
    "project",
    "site",
    "facility",
    "프로젝트",
    "현장",
    "プロジェクト",
    "現場",
    "projekt",
    "baustelle",
    "projet",
    "chantier",
];

/// Words that make a part of it.
const PART: &[&str] = &[
    "level",
    "floor",
    "storey",
    "basement",
    "층",
    "지하",
    "階",
    "フロア",
    "地下",
    "ebene",
    "geschoss",
    "stock",
    "keller",
    "niveau",
    "étage",
    "sous-sol",
    "critical",
    "high",
    "since",
    "before",
    "after",
    "between",
    " in ",
    " from ",
    "with",
    "지난",
    "이후",
    "이전",
    "以降",
    "以前",
    "seit",
    "vor ",
    "nach ",
    "zwischen",
    "depuis",
    "avant",
    "après",
    "entre",
];

/// Whether the question is about the whole project, so that its number is the project's. When in
/// doubt it is not: then the number belongs to "your question".
pub fn is_about_the_whole_project(question: &str) -> bool {
    let text = question.to_lowercase();
    let narrowed =
        any(&text, PART) || any(&text, OPEN) || text.contains(|c: char| c.is_ascii_digit());
    any(&text, PROJECT) && !narrowed
}

/// What photos show, and the English that the search index was built from.
pub const TOPICS: &[(&str, &[&str])] = &[
    (
        "workers without a hard hat",
        &[
            "hard hat",
            "helmet",
            "안전모",
            "헬멧",
            "ヘルメット",
            "保護帽",
            "schutzhelm",
            "helm",
            "casque",
        ],
    ),
    (
        "missing guardrail at an edge",
        &[
            "guardrail",
            "난간",
            "手すり",
            "geländer",
            "absturzsicherung",
            "garde-corps",
        ],
    ),
    (
        "crack in concrete",
        &["crack", "균열", "ひび", "riss", "fissure"],
    ),
    (
        "water leak",
        &["leak", "누수", "水漏れ", "漏水", "leck", "fuite"],
    ),
    (
        "scaffolding",
        &["scaffold", "비계", "足場", "gerüst", "échafaudage"],
    ),
    (
        "exposed rebar",
        &["rebar", "철근", "鉄筋", "bewehrung", "armature"],
    ),
    (
        "ladder",
        &["ladder", "사다리", "はしご", "梯子", "leiter", "échelle"],
    ),
    (
        "fire extinguisher",
        &[
            "extinguisher",
            "소화기",
            "消火器",
            "feuerlöscher",
            "extincteur",
        ],
    ),
];

pub fn topic(text: &str) -> Option<&'static str> {
    TOPICS
        .iter()
        .find(|(_, words)| any(text, words))
        .map(|(query, _)| *query)
}

pub fn any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

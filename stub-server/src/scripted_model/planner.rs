//! The planner's script: keyword rules on the user's last question. It ends as soon as results are
//! there and never makes the same call twice for one question.

use serde_json::{Map, Value, json};

use super::{
    conversation::{Call, Conversation},
    vocabulary::{HOW_MANY, LIST, Noun, OPEN, PER_LEVEL, SHOW, any, noun, topic},
};

/// The calls to make now. Empty means: nothing more is needed.
pub fn plan(conversation: &Conversation) -> Vec<Call> {
    let since = conversation.since_question();
    if since.has_results {
        return Vec::new();
    }
    let question = conversation.question();
    let mut calls = wanted(&question, conversation);
    for call in &mut calls {
        if !conversation.offers(&call.tool) {
            *call = instead(call, &question);
        }
    }
    calls.retain(|call| conversation.offers(&call.tool) && !since.calls.contains(&call));
    if calls.is_empty() && since.calls.is_empty() && conversation.offers("ask_user") {
        return vec![ask_user()];
    }
    calls
}

fn wanted(question: &str, conversation: &Conversation) -> Vec<Call> {
    let text = question.to_lowercase();
    let (noun, topic) = (noun(&text), topic(&text));
    let photos = matches!(noun, None | Some(Noun::Photos));

    if any(&text, HOW_MANY) {
        // What a photo shows is no column: only the search can tell, and only as a floor.
        if photos && topic.is_some() {
            return vec![search(question, &text, conversation)];
        }
        let mut calls = vec![query(count_question(question, &text, noun))];
        if noun != Some(Noun::Photos) && topic.is_some() && any(&text, SHOW) {
            calls.push(search(question, &text, conversation));
        }
        return calls;
    }
    if any(&text, PER_LEVEL) {
        return vec![query(count_question(question, &text, noun))];
    }
    match noun {
        Some(Noun::Findings) if any(&text, LIST) || any(&text, SHOW) || any(&text, OPEN) => {
            vec![list_findings(&text, conversation)]
        }
        Some(Noun::Elements) => vec![call("list_elements", scoped(&text, conversation))],
        Some(Noun::Captures) => vec![call("list_captures", scoped(&text, conversation))],
        Some(Noun::Projects) => vec![call("list_projects", Map::new())],
        Some(Noun::Panoramas) if any(&text, LIST) => vec![query(list_question(question, &text))],
        Some(Noun::Photos) => vec![search(question, &text, conversation)],
        _ if topic.is_some() || any(&text, SHOW) => vec![search(question, &text, conversation)],
        _ => Vec::new(),
    }
}

/// Without its own tool, a list comes from the data query.
fn instead(call: &Call, question: &str) -> Call {
    let noun = match call.tool.as_str() {
        "list_findings" => "findings",
        "list_elements" => "elements",
        "list_captures" => "captures",
        _ => return call.clone(),
    };
    let text = question.to_lowercase();
    let open = if noun == "findings" && any(&text, OPEN) {
        "open "
    } else {
        ""
    };
    query(match level_name(&text) {
        Some(level) => format!("List all {open}{noun} on level {level}."),
        None => format!("List all {open}{noun} of this project."),
    })
}

fn call(tool: &str, input: Map<String, Value>) -> Call {
    Call {
        tool: tool.to_owned(),
        input: Value::Object(input),
    }
}

fn query(question: String) -> Call {
    Call {
        tool: "query_data".to_owned(),
        input: json!({ "question": question }),
    }
}

fn search(question: &str, text: &str, conversation: &Conversation) -> Call {
    // English goes on in the user's own words; the index knows no other language.
    let known = topic(text).filter(|_| !is_english(text));
    let query = known.map_or_else(|| bare_query(question), str::to_owned);
    let mut input = Map::from_iter([("query".to_owned(), Value::String(query))]);
    input.extend(scoped(text, conversation));
    call("search_photos", input)
}

fn list_findings(text: &str, conversation: &Conversation) -> Call {
    let mut input = scoped(text, conversation);
    if any(text, OPEN) {
        input.insert("status".to_owned(), json!("open"));
    }
    call("list_findings", input)
}

fn ask_user() -> Call {
    Call {
        tool: "ask_user".to_owned(),
        input: json!({
            "question": "What would you like to look at?",
            "options": [
                { "label": "Photos that show something", "narrows": "photos" },
                { "label": "How many panoramas there are", "narrows": "panoramas" },
                { "label": "The list of findings", "narrows": "findings" }
            ],
            "recommended": 0
        }),
    }
}

/// The scope that the words name: a year, and a level whose id the conversation has mentioned.
fn scoped(text: &str, conversation: &Conversation) -> Map<String, Value> {
    let mut scope = Map::new();
    if let Some(year) = year(text) {
        scope.insert("date_from".to_owned(), json!(format!("{year}-01-01")));
        scope.insert("date_to".to_owned(), json!(format!("{year}-12-31")));
    }
    if let Some(id) = level_name(text).and_then(|name| level_id(&name, conversation)) {
        scope.insert("level_id".to_owned(), json!(id));
    }
    scope
}

fn year(text: &str) -> Option<u32> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter(|digits| digits.len() == 4)
        .filter_map(|digits| digits.parse().ok())
        .find(|year| (1900..2100).contains(year))
}

/// `L3` from "L3", "level 3", "3층", "3階", "Ebene 3", "niveau 3".
fn level_name(text: &str) -> Option<String> {
    const BEFORE: [&str; 9] = [
        "level ",
        "floor ",
        "ebene ",
        "geschoss ",
        "stockwerk ",
        "niveau ",
        "étage ",
        "l",
        "b",
    ];
    const AFTER: [&str; 3] = ["층", "階", "フロア"];
    for word in text.split([' ', ',', '.', '?', '!']) {
        let Some(digits) = AFTER.iter().find_map(|suffix| digits_before(word, suffix)) else {
            continue;
        };
        return Some(format!("L{digits}"));
    }
    for prefix in BEFORE {
        for (at, _) in text.match_indices(prefix) {
            let starts_word = text
                .get(..at)
                .is_none_or(|before| !before.ends_with(char::is_alphanumeric));
            let rest = text.get(at + prefix.len()..).unwrap_or_default();
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            if starts_word && (1..=2).contains(&digits.len()) {
                let letter = if prefix == "b" { 'B' } else { 'L' };
                return Some(format!("{letter}{digits}"));
            }
        }
    }
    None
}

fn digits_before<'a>(word: &'a str, suffix: &str) -> Option<&'a str> {
    let (before, _) = word.split_once(suffix)?;
    let start = before.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| {
        at + before
            .get(at..)
            .and_then(|rest| rest.chars().next())
            .map_or(1, char::len_utf8)
    });
    before.get(start..).filter(|digits| !digits.is_empty())
}

fn level_id(name: &str, conversation: &Conversation) -> Option<String> {
    let text = conversation.last_user_text();
    let is_id_char = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    text.split(|c: char| !is_id_char(c))
        .chain(conversation.system.split(|c: char| !is_id_char(c)))
        .find(|word| word.starts_with("lvl-") && word.ends_with(&format!("-{name}")))
        .map(str::to_owned)
}

/// The question for the data-query tool: English goes as it is, the rest in its bare meaning.
fn count_question(question: &str, text: &str, noun: Option<Noun>) -> String {
    if text.contains("how many") || text.contains("number of") {
        return question.to_owned();
    }
    let noun = match noun {
        None | Some(Noun::Photos) => Noun::Panoramas,
        Some(noun) => noun,
    };
    let open = if any(text, OPEN) { "open " } else { "" };
    let mut english = format!("How many {open}{} does this project have", noun.english());
    if any(text, PER_LEVEL) {
        english.push_str(" per level");
    } else if let Some(level) = level_name(text) {
        english.push_str(&format!(" on level {level}"));
    }
    if let Some(year) = year(text) {
        english.push_str(&format!(" in {year}"));
    }
    english + "?"
}

fn list_question(question: &str, text: &str) -> String {
    if text.starts_with("list all ") {
        return question.to_owned();
    }
    match level_name(text) {
        Some(level) => format!("List all panoramas on level {level}."),
        None => "List all panoramas of this project.".to_owned(),
    }
}

fn is_english(text: &str) -> bool {
    const WORDS: [&str; 8] = [
        "show", "find", "of", "with", "without", "the", "where", "many",
    ];
    text.split(|c: char| !c.is_alphanumeric())
        .any(|word| WORDS.contains(&word))
}

/// The question without the words of asking.
fn bare_query(question: &str) -> String {
    const ASKING: [&str; 19] = [
        "please ",
        "can you ",
        "could you ",
        "show me ",
        "show ",
        "find me ",
        "find ",
        "give me ",
        "search for ",
        "look for ",
        "where are ",
        "where is ",
        "all ",
        "the ",
        "any ",
        "photos of ",
        "images of ",
        "pictures of ",
        "photos with ",
    ];
    let mut query = question
        .trim()
        .trim_end_matches(['?', '.', '!', '。', '？']);
    while let Some(rest) = ASKING.iter().find_map(|word| strip_prefix_ci(query, word)) {
        query = rest;
    }
    let query = without_year(query);
    if query.is_empty() {
        question.to_owned()
    } else {
        query.to_owned()
    }
}

/// The year goes into the scope, not into the meaning.
fn without_year(query: &str) -> &str {
    let Some(year) = year(query) else {
        return query;
    };
    let endings = ["from", "in", "of"].map(|word| format!(" {word} {year}"));
    endings
        .iter()
        .find_map(|ending| query.strip_suffix(ending.as_str()))
        .unwrap_or(query)
}

fn strip_prefix_ci<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    if !head.eq_ignore_ascii_case(prefix) {
        return None;
    }
    text.get(prefix.len()..)
}

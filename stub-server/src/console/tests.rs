//! The console over real HTTP, on the real site database: what a browser gets before any script
//! runs, and what the scripts get afterwards.

use std::{path::PathBuf, sync::Arc};

use reqwest::{Client, Response, StatusCode};
use serde_json::Value;
use tokio_util::task::TaskTracker;

use super::{ConsoleConfig, router};
use crate::site::Site;

struct Console {
    url: String,
    _serving: TaskTracker,
}

impl Console {
    async fn start() -> Self {
        let config = ConsoleConfig {
            site: Site::open(&database()).await.unwrap(),
            preview: Arc::new(|id| format!("/thumbnails/{id}")),
            public_url: "http://localhost:4100".to_owned(),
            server_url: "http://localhost:4000".to_owned(),
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let serving = TaskTracker::new();
        serving.spawn(async move { axum::serve(listener, router(config)).await });
        Self {
            url,
            _serving: serving,
        }
    }

    async fn get(&self, path: &str) -> Response {
        Client::new()
            .get(format!("{}{path}", self.url))
            .send()
            .await
            .unwrap()
    }

    /// What a reader sees of a page: its text, markup and scripts left out.
    async fn text(&self, path: &str) -> String {
        let response = self.get(path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        visible(&response.text().await.unwrap())
    }

    async fn call(&self, name: &str, form: &[(&str, &str)]) -> (StatusCode, Value) {
        let form: Vec<String> = form
            .iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        let response = Client::new()
            .post(format!("{}/console/api/{name}", self.url))
            .header("content-type", "application/x-www-form-urlencoded")
            .header("accept", "application/json")
            .body(form.join("&"))
            .send()
            .await
            .unwrap();
        (response.status(), response.json().await.unwrap())
    }
}

/// One database for all test processes: it is built beside its place and moved there.
fn database() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target/test/console-site.sqlite")
}

fn visible(html: &str) -> String {
    let body = html.split_once("<body>").map_or(html, |(_, body)| body);
    let body = body.split_once("</body>").map_or(body, |(body, _)| body);
    let mut text = String::new();
    for piece in body.split('<') {
        let words = piece.split_once('>').map_or("", |(_, words)| words).trim();
        if !words.is_empty() {
            text.push_str(words);
            text.push('\n');
        }
    }
    text
}

#[tokio::test]
async fn the_facilities_show_their_counts_and_the_locked_one_shows_none() {
    let console = Console::start().await;
    let text = console.text("/console/facilities").await;
    for words in [
        "Riverside Tower\n6\n26\n7,961\n",
        "Mill Lane Depot",
        "2,999",
        "3,000",
        "3,001",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
    assert!(
        text.contains("Ministry Annex\nLocked\nYou are not a member"),
        "{text}"
    );
}

#[tokio::test]
async fn the_overview_counts_each_level() {
    let console = Console::start().await;
    let text = console.text("/console/facilities/fac-a").await;
    for words in [
        "Panoramas\n7,961",
        "Captures\n26",
        "812",
        "1,894",
        "1,623",
        "1,407",
        "1,233",
        "992",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
}

#[tokio::test]
async fn a_level_is_paged_and_says_of_how_many() {
    let console = Console::start().await;
    let (_, overview) = console.call("overview", &[("facility", "fac-a")]).await;
    let levels = overview["levels"].as_array().unwrap();
    let third = levels.iter().find(|level| level["name"] == "L3").unwrap();
    let path = format!(
        "/console/facilities/fac-a/levels/{}",
        third["id"].as_str().unwrap()
    );
    assert!(
        console
            .text(&path)
            .await
            .contains("1 to 50 of 1,407 panoramas")
    );
    let last = console.text(&format!("{path}?page=29")).await;
    assert!(last.contains("1,401 to 1,407 of 1,407 panoramas"), "{last}");
    assert_eq!(
        console.get(&format!("{path}?page=30")).await.status(),
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn captures_lead_to_their_panoramas_and_those_to_a_preview() {
    let console = Console::start().await;
    let (_, captures) = console.call("captures", &[("facility", "fac-a")]).await;
    let records = captures["records"].as_array().unwrap();
    assert_eq!(records.len(), 26);
    let sum: u64 = records
        .iter()
        .filter_map(|record| record["panoramas"].as_u64())
        .sum();
    assert_eq!(sum, 7_961);

    let id = records[0]["id"].as_str().unwrap();
    let (_, record) = console
        .call(
            "record",
            &[("facility", "fac-a"), ("record", id), ("page", "1")],
        )
        .await;
    let pano = record["panoramas"]["rows"][0]["id"].as_str().unwrap();
    let page = console
        .get(&format!("/console/facilities/fac-a/panoramas/{pano}"))
        .await;
    let html = page.text().await.unwrap();
    assert!(
        html.contains(&format!("src=\"/thumbnails/{pano}\"")),
        "{html}"
    );
    assert!(visible(&html).contains(pano));
}

#[tokio::test]
async fn findings_are_listed_and_opened() {
    let console = Console::start().await;
    let (_, findings) = console
        .call("findings", &[("facility", "fac-a"), ("page", "1")])
        .await;
    let first = &findings["findings"]["rows"][0];
    let (id, title) = (
        first["id"].as_str().unwrap(),
        first["title"].as_str().unwrap(),
    );
    assert!(
        console
            .text("/console/facilities/fac-a/findings")
            .await
            .contains(title)
    );
    let text = console
        .text(&format!("/console/facilities/fac-a/findings/{id}"))
        .await;
    assert!(text.contains("Assignee") && text.contains(id), "{text}");
}

#[tokio::test]
async fn a_facility_without_findings_says_so() {
    let console = Console::start().await;
    let text = console.text("/console/facilities/fac-zero/findings").await;
    assert!(text.contains("No findings have been raised"), "{text}");
}

#[tokio::test]
async fn a_locked_facility_gives_away_nothing() {
    let console = Console::start().await;
    let page = console.get("/console/facilities/fac-closed").await;
    assert_eq!(page.status(), StatusCode::FORBIDDEN);
    assert!(!page.text().await.unwrap().contains("Panoramas"));
    for (name, form) in [
        ("overview", vec![("facility", "fac-closed")]),
        ("captures", vec![("facility", "fac-closed")]),
        ("findings", vec![("facility", "fac-closed"), ("page", "1")]),
        (
            "panorama",
            vec![
                ("facility", "fac-closed"),
                ("panorama", "pano-closed-00001"),
            ],
        ),
    ] {
        let (status, body) = console.call(name, &form).await;
        assert_eq!(
            (status, body),
            (StatusCode::INTERNAL_SERVER_ERROR, "Locked".into()),
            "{name}"
        );
    }
}

#[tokio::test]
async fn one_facility_does_not_open_what_belongs_to_another() {
    let console = Console::start().await;
    let form = [("facility", "fac-a"), ("panorama", "pano-closed-00001")];
    let (_, body) = console.call("panorama", &form).await;
    assert_eq!(body, Value::from("NotFound"));
}

#[tokio::test]
async fn what_does_not_exist_is_a_404() {
    let console = Console::start().await;
    for path in [
        "/console/facilities/fac-none",
        "/console/facilities/fac-a/panoramas/none",
        "/console/facilities/fac-a/nothing",
        "/console/nothing",
    ] {
        assert_eq!(
            console.get(path).await.status(),
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
}

#[tokio::test]
async fn every_inline_script_carries_the_nonce_of_the_policy() {
    let console = Console::start().await;
    let response = console.get("/console/facilities/fac-a").await;
    let policy = response.headers()["content-security-policy"]
        .to_str()
        .unwrap()
        .to_owned();
    let nonce = policy
        .split("'nonce-")
        .nth(1)
        .and_then(|rest| rest.split('\'').next())
        .unwrap();
    assert!(!policy.contains("unsafe-inline"), "{policy}");
    let html = response.text().await.unwrap();
    let scripts = html.matches("<script").count();
    assert!(scripts > 1);
    assert_eq!(html.matches(&format!("nonce=\"{nonce}\"")).count(), scripts);
    assert!(
        !html.contains("style="),
        "inline styles are refused by the policy"
    );
}

//! What browsers get: the viewer's data, previews, and who is turned away.

use serde_json::{Value, json};

use crate::world::World;

#[tokio::test]
async fn the_mcp_endpoint_wants_its_bearer() {
    let world = World::start().await;
    let url = format!("{}/mcp", world.url);
    for request in [
        world.http.post(&url),
        world.http.post(&url).bearer_auth("wrong"),
        world.http.post(&url).bearer_auth("test-toke"),
        world.http.post(&url).header("authorization", "test-token"),
    ] {
        let reply = request.json(&json!({})).send().await.unwrap();
        assert_eq!(reply.status(), 401);
        assert_eq!(reply.headers()["www-authenticate"], "Bearer");
    }
}

#[tokio::test]
async fn the_viewer_draws_every_panorama_on_the_grid_at_its_level() {
    let world = World::start().await;
    assert_eq!(world.get("/healthz").await.text().await.unwrap(), "ok");
    let site: Value = world
        .get("/viewer/api/site?facility=fac-a")
        .await
        .json()
        .await
        .unwrap();
    let column = |name: &str| site["panoramas"][name].as_array().unwrap();
    for name in ["id", "level", "record", "x", "y", "z"] {
        assert_eq!(column(name).len(), 7_961, "{name}");
    }
    assert_eq!(site["records"].as_array().unwrap().len(), 26);
    assert_eq!(site["levels"].as_array().unwrap().len(), 6);
    for (index, level) in column("level").iter().enumerate() {
        let level = &site["levels"][level.as_u64().unwrap() as usize];
        let eye = column("z")[index].as_f64().unwrap() - level["elevation"].as_f64().unwrap();
        assert!((eye - 1.6).abs() < 1e-9);
        assert!((column("x")[index].as_f64().unwrap() - 1.0) % 2.0 < 1e-9);
    }
}

#[tokio::test]
async fn a_closed_site_is_not_shown() {
    let world = World::start().await;
    assert_eq!(
        world
            .get("/viewer/api/site?facility=fac-closed")
            .await
            .status(),
        403
    );
    assert_eq!(
        world
            .get("/viewer/api/site?facility=fac-none")
            .await
            .status(),
        404
    );
}

#[tokio::test]
async fn a_preview_is_there_for_its_signed_address_only() {
    let world = World::start().await;
    let arguments = json!({ "facility_key": "fac-a", "query": "ladder", "limit": 1 });
    let answer = world.call("search_photos", arguments).await;
    let address = answer.result["structuredContent"]["photos"][0]["thumbnail_url"]
        .as_str()
        .unwrap();
    let picture = world.http.get(address).send().await.unwrap();
    assert_eq!(picture.status(), 200);
    assert_eq!(picture.headers()["content-type"], "image/svg+xml");
    assert!(picture.text().await.unwrap().starts_with("<svg"));
    for altered in [
        address.replace("pano-a-0", "pano-a-1"),
        address.replace("scene=ladder", "scene=bay"),
        address.replace("exp=1", "exp=2"),
        address.split('?').next().unwrap().to_owned(),
    ] {
        assert_eq!(world.http.get(altered).send().await.unwrap().status(), 403);
    }
}

#[tokio::test]
async fn pages_come_with_a_content_security_policy() {
    let world = World::start().await;
    let reply = world.get("/").await;
    let policy = reply.headers()["content-security-policy"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(policy.contains("default-src 'none'") && policy.contains("'wasm-unsafe-eval'"));
    let settings: Value = world
        .get("/viewer/api/settings")
        .await
        .json()
        .await
        .unwrap();
    assert!(policy.contains(settings["server_url"].as_str().unwrap()));
}

//! The process itself: what it says when it cannot start, and how it ends.

use std::process::Stdio;

use tokio::{net::TcpListener, process::Command};

use crate::world::database;

fn stub(port: u16) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_beacon-stub"));
    command
        .env("BEACON_STUB_LISTEN", format!("127.0.0.1:{port}"))
        .env("BEACON_STUB_MCP_TOKEN", "t")
        .env("BEACON_STUB_DATABASE", database())
        .envs(["PANEL", "CONSOLE", "VIEWER"].map(|part| (format!("BEACON_STUB_{part}_DIST"), ".")))
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}

#[tokio::test]
async fn a_taken_port_is_one_clear_line_and_exit_code_2() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = taken.local_addr().unwrap().port();
    let output = stub(port).output().await.unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said.contains(&format!("127.0.0.1:{port} is already in use")),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[tokio::test]
async fn a_missing_directory_is_named() {
    let output = stub(0)
        .env("BEACON_STUB_PANEL_DIST", "/nowhere")
        .output()
        .await
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said.contains("BEACON_STUB_PANEL_DIST") && said.contains("/nowhere"),
        "{said}"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn sigterm_ends_it_cleanly() {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let mut child = stub(port).spawn().unwrap();
    let health = format!("http://127.0.0.1:{port}/healthz");
    for _ in 0..200 {
        if reqwest::get(&health).await.is_ok() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let id = child.id().unwrap().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .await
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().await.unwrap().code(), Some(0));
}

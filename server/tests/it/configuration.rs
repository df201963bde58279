//! A configuration that cannot be used ends the process with code 2 and one line that names the key.

use std::path::Path;
use std::process::Command;

const DEMO: &str = include_str!("../../beacon.demo.toml");

/// Starts the server with this configuration and gives its exit code and what it said.
fn start(configuration: &str, environment: &[(&str, &str)]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("beacon.toml");
    std::fs::write(&file, configuration).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let output = Command::new(env!("CARGO_BIN_EXE_beacon-server"))
        .arg("--config")
        .arg(&file)
        .current_dir(root)
        .envs(environment.iter().copied())
        .env("BEACON_STORE__SQLITE", folder.path().join("beacon.sqlite"))
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), said)
}

#[test]
fn a_key_that_cannot_be_used_is_named_in_one_line() {
    let changed = |from: &str, to: &str| {
        assert!(DEMO.contains(from), "the demo configuration has no {from}");
        DEMO.replacen(from, to, 1)
    };
    let cases = [
        (changed("listen =", "lisen ="), "server.lisen"),
        (changed("127.0.0.1:4000", "here"), "server.listen"),
        (
            changed("http://localhost:4100\"]", "localhost\"]"),
            "server.allowed_origins",
        ),
        (
            changed("jwks_url =", "jwks ="),
            "identity.families.platform.jwks",
        ),
        (
            changed("http://localhost:4100/mcp", "ftp://x/mcp"),
            "upstream.url",
        ),
        (changed("server/contracts", "nowhere"), "upstream.contracts"),
        (
            changed("mode = \"service\"", "mode = \"guess\""),
            "upstream.auth",
        ),
        (
            changed("provider = \"anthropic\"", "provider = \"x\""),
            "model.planner.provider",
        ),
        (
            changed("model = \"scripted\"", "model = \"\""),
            "model.planner.model",
        ),
        (
            format!("{DEMO}\n[turn]\nmax_rounds = 0\n"),
            "turn.max_rounds",
        ),
        (
            format!("{DEMO}\n[turn]\nmax_rounds = -1\n"),
            "turn.max_rounds",
        ),
        (
            format!("{DEMO}\n[turn]\ndeadline_seconds = 3601\n"),
            "turn.deadline_seconds",
        ),
        (
            changed("[server]", "[server]\nkeep_alive_seconds = 3601"),
            "server.keep_alive_seconds",
        ),
        (
            changed("[upstream]", "[upstream]\ncall_timeout_seconds = 601"),
            "upstream.call_timeout_seconds",
        ),
        (
            changed(
                "[model.planner]",
                "[model.planner]\nfirst_byte_seconds = 601",
            ),
            "model.planner.first_byte_seconds",
        ),
        ("[server]\n".to_owned(), "identity"),
    ];
    for (configuration, key) in cases {
        let (code, said) = start(&configuration, &[]);
        assert_eq!(code, Some(2), "{key}: {said}");
        assert_eq!(said.trim_end().lines().count(), 1, "{key}: {said}");
        assert!(
            said.starts_with(&format!("beacon-server: {key}")),
            "{key}: {said}"
        );
    }
}

#[test]
fn a_variable_overrides_the_file_and_is_checked_like_it() {
    let (code, said) = start(DEMO, &[("BEACON_SERVER__LISTEN", "here")]);
    assert_eq!(code, Some(2));
    assert!(said.contains("server.listen"), "{said}");
    let (_, said) = start(DEMO, &[("BEACON_SERVER__LISTN", "127.0.0.1:1")]);
    assert!(said.contains("server.listn"), "{said}");
}

#[test]
fn a_taken_port_is_said() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (code, said) = start(DEMO, &[("BEACON_SERVER__LISTEN", &address)]);
    assert_eq!(code, Some(2));
    assert!(
        said.contains("server.listen") && said.contains(&address),
        "{said}"
    );
}

#[test]
fn no_secret_is_printed_with_a_wrong_key() {
    let configuration = DEMO.replacen("token = \"stub-token\"", "token = [\"hush-hush\"]", 1);
    let (code, said) = start(&configuration, &[]);
    assert_eq!(code, Some(2));
    assert!(!said.contains("hush-hush"), "{said}");
}

#[test]
fn a_secret_of_digits_is_text_wherever_it_comes_from() {
    // What is wrong is another key: the secret was taken.
    let listen = ("BEACON_SERVER__LISTEN", "here");
    let in_file = DEMO.replacen("token = \"stub-token\"", "token = 47114711", 1);
    let (_, said) = start(&in_file, &[listen]);
    assert!(said.contains("server.listen"), "{said}");
    for digits in [
        "47114711",
        "0047114711",
        "4711471147114711471147114711",
        "47114711.5",
    ] {
        for key in [
            "BEACON_UPSTREAM__AUTH__TOKEN",
            "BEACON_MODEL__PLANNER__API_KEY",
        ] {
            let (code, said) = start(DEMO, &[(key, digits), ("BEACON_TURN__MAX_ROUNDS", "0")]);
            assert_eq!(code, Some(2));
            assert!(said.contains("turn.max_rounds"), "{said}");
            assert!(!said.contains("4711"), "{said}");
        }
    }
    let in_file = DEMO.replacen("token = \"stub-token\"", "token = 4711.5", 1);
    let (_, said) = start(&in_file, &[]);
    assert!(
        said.contains("upstream.auth") && !said.contains("4711"),
        "{said}"
    );
}

#[test]
fn a_line_that_cannot_be_parsed_is_not_quoted() {
    let configuration = DEMO.replacen("\"stub-key\"", "\"hush\"hush-hush\"", 1);
    let (code, said) = start(&configuration, &[]);
    assert_eq!(code, Some(2));
    assert!(
        said.contains("parse error at line") && !said.contains("hush"),
        "{said}"
    );
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
}

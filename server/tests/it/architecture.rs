//! The invariants of `ARCHITECTURE.md` that the compiler does not hold.

use std::path::{Path, PathBuf};

/// What a room may not know: words that must not be in its sources, outside tests.
const FORBIDDEN: [(&str, &[&str]); 9] = [
    (
        "adjudication",
        &[
            "async fn",
            ".await",
            "tokio",
            "reqwest",
            "std::time",
            "crate::model",
            "crate::narration",
            "crate::orchestrator",
            "crate::http",
            "crate::config",
        ],
    ),
    (
        "narration",
        &[
            "crate::upstream",
            "crate::model",
            "crate::orchestrator",
            "async fn",
        ],
    ),
    (
        "entitlement",
        &[
            "crate::model",
            "crate::narration",
            "crate::adjudication",
            "crate::orchestrator",
            "async",
        ],
    ),
    (
        "identity",
        &[
            "crate::entitlement",
            "crate::upstream",
            "crate::model",
            "crate::conversation",
        ],
    ),
    (
        "model",
        &[
            "crate::narration",
            "crate::adjudication",
            "crate::upstream",
            "crate::orchestrator",
        ],
    ),
    (
        "upstream",
        &[
            "crate::adjudication",
            "crate::narration",
            "crate::model",
            "crate::orchestrator",
        ],
    ),
    (
        "conversation",
        &[
            "crate::adjudication",
            "crate::narration",
            "crate::model",
            "crate::upstream",
        ],
    ),
    (
        "config",
        &[
            "crate::http",
            "crate::model",
            "crate::upstream",
            "crate::orchestrator",
        ],
    ),
    (
        "orchestrator",
        &["GradedCount", "crate::http", "crate::conversation::store"],
    ),
];

fn sources(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            sources(&entry.unwrap().path(), found);
        }
    } else if path.extension().is_some_and(|extension| extension == "rs")
        && !path.components().any(|part| part.as_os_str() == "tests")
        && path.file_name().is_none_or(|name| name != "tests.rs")
    {
        found.push(path.to_owned());
    }
}

fn room(name: &str) -> Vec<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = vec![source.join(format!("{name}.rs"))];
    let folder = source.join(name);
    if folder.is_dir() {
        sources(&folder, &mut found);
    }
    found
}

/// A file without its tests and comments.
fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    code.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn no_room_knows_what_it_may_not_know() {
    let mut broken = Vec::new();
    for (name, forbidden) in FORBIDDEN {
        for file in room(name) {
            let code = code(&file);
            let known = forbidden.iter().filter(|word| code.contains(**word));
            broken.extend(known.map(|word| format!("{} knows {word}", file.display())));
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn permits_and_accountings_are_made_in_one_place() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&source, &mut files);
    for (made, home) in [
        ("Permitted(", "entitlement.rs"),
        ("Self(Accounting {", "accounting.rs"),
    ] {
        let makers: Vec<_> = files
            .iter()
            .filter(|file| code(file).contains(made))
            .collect();
        assert_eq!(makers.len(), 1, "{made}: {makers:?}");
        assert!(makers[0].ends_with(home));
    }
}

//! Which of Leptos' exclusive features each build has: `ssr` belongs to the stub's native process,
//! `csr` and `hydrate` to the browser. A build that mixes them compiles and then misbehaves.

use std::time::Duration;

use anyhow::Result;

use crate::test::summary::{self, Tally};
use crate::tools::wasm;
use crate::{process, workspace};

const DEADLINE: Duration = Duration::from_secs(120);

struct Build {
    name: &'static str,
    arguments: &'static [&'static str],
    /// Features of the package `leptos` that must not be on.
    forbidden: &'static [&'static str],
}

const BUILDS: &[Build] = &[
    Build {
        name: "beacon-server",
        arguments: &["--package", "beacon-server"],
        forbidden: &["csr", "hydrate", "ssr"],
    },
    Build {
        name: "beacon-stub",
        arguments: &["--package", "beacon-stub"],
        forbidden: &["csr", "hydrate"],
    },
    Build {
        name: "beacon-panel",
        arguments: &["--package", "beacon-panel", "--target", wasm::TARGET],
        forbidden: &["ssr", "hydrate"],
    },
    Build {
        name: "the console",
        arguments: &[
            "--package",
            "beacon-stub",
            "--no-default-features",
            "--features",
            "hydrate",
            "--target",
            wasm::TARGET,
        ],
        forbidden: &["ssr"],
    },
];

/// Checks every build's tree; each is one check.
pub fn check() -> Result<Tally> {
    summary::step("check the feature trees", || {
        let mut sum = Tally::default();
        for build in BUILDS {
            let mut command = process::command("cargo");
            command
                .current_dir(workspace::root())
                .args([
                    "tree", "--edges", "normal", "--prefix", "none", "--format", "{p} {f}",
                ])
                .args(build.arguments);
            let tree = process::check(&mut command, DEADLINE)?.stdout;
            let wrong = forbidden_features(&tree, build.forbidden);
            sum.add(match wrong.is_empty() {
                true => Tally::passes(1),
                false => Tally::failure(format!(
                    "{} is built with leptos' {}\n",
                    build.name,
                    wrong.join(" and ")
                )),
            });
        }
        Ok(sum)
    })
}

/// The forbidden features that the tree's `leptos` has. Lines are `leptos v0.8.23 csr,default`.
fn forbidden_features<'a>(tree: &str, forbidden: &[&'a str]) -> Vec<&'a str> {
    let features: Vec<&str> = tree
        .lines()
        .filter_map(|line| line.strip_prefix("leptos v"))
        .filter_map(|rest| rest.split_whitespace().nth(1))
        .flat_map(|features| features.split(','))
        .collect();
    forbidden
        .iter()
        .copied()
        .filter(|feature| features.contains(feature))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: &str = "beacon-panel v0.1.0 (/x/panel) default,js\n\
                        leptos v0.8.23 csr,default\n\
                        leptos_dom v0.8.9 ssr\n\
                        leptos v0.8.23 csr,default (*)\n";

    #[test]
    fn a_forbidden_feature_of_leptos_is_found() {
        assert_eq!(forbidden_features(TREE, &["csr", "hydrate"]), ["csr"]);
    }

    #[test]
    fn features_of_other_packages_do_not_count() {
        assert!(forbidden_features(TREE, &["ssr"]).is_empty());
    }

    #[test]
    fn a_tree_without_leptos_has_none() {
        assert!(forbidden_features("serde v1.0.0 derive\n", &["csr"]).is_empty());
    }
}

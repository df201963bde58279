//! What the panel weighs for a browser: wasm and JavaScript in brotli, against a budget.

use std::fmt;

use anyhow::{Result, bail};

use crate::panel::{PANEL_FOLDER, compress};
use crate::workspace;

/// What it may weigh; beyond it the check fails.
const LIMIT: u64 = 130_000;
/// What it is meant to weigh.
const BUDGET: u64 = 100_000;

/// Bytes in brotli.
pub struct Size {
    wasm: u64,
    javascript: u64,
}

/// Weighs the panel that was last built.
pub fn measure() -> Result<Size> {
    let folder = workspace::target(PANEL_FOLDER);
    Ok(Size {
        wasm: compress::total(&folder, &["wasm.br"])?,
        javascript: compress::total(&folder, &["js.br"])?,
    })
}

impl Size {
    /// Fails above the limit.
    pub fn check(&self) -> Result<()> {
        let total = self.total();
        if total > LIMIT {
            bail!(
                "the panel weighs {}, the limit is {}",
                kilobytes(total),
                kilobytes(LIMIT)
            );
        }
        Ok(())
    }

    fn total(&self) -> u64 {
        self.wasm + self.javascript
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the panel in brotli: {} (wasm {}, JavaScript {}; budget {}, limit {})",
            kilobytes(self.total()),
            kilobytes(self.wasm),
            kilobytes(self.javascript),
            kilobytes(BUDGET),
            kilobytes(LIMIT),
        )
    }
}

fn kilobytes(bytes: u64) -> String {
    format!("{}.{} kB", bytes / 1000, bytes % 1000 / 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(wasm: u64) -> Size {
        Size {
            wasm,
            javascript: 0,
        }
    }

    #[test]
    fn a_panel_above_the_limit_fails_and_one_above_the_budget_does_not() {
        assert!(of(LIMIT).check().is_ok());
        assert!(of(BUDGET + 1).check().is_ok());
        assert!(of(LIMIT + 1).check().is_err());
    }

    #[test]
    fn sizes_are_shown_in_decimal_kilobytes() {
        assert_eq!(kilobytes(38_449), "38.4 kB");
        assert_eq!(kilobytes(130_000), "130.0 kB");
    }
}

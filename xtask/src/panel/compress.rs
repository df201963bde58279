//! A brotli and a gzip copy beside each file that a browser downloads, so that servers compress
//! nothing while they serve.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::stamp::files_below;

const COMPRESSED: &[&str] = &["wasm", "js", "css", "html", "svg", "json"];
const QUALITY: i32 = 11;
const WINDOW: i32 = 22;

/// Compresses every file below the folder that gains from it.
pub fn folder(path: &Path) -> Result<()> {
    for file in files_below(path, &[])? {
        let extension = file.extension().unwrap_or_default().to_string_lossy();
        if !COMPRESSED.contains(&extension.as_ref()) {
            continue;
        }
        let content = fs::read(&file).with_context(|| format!("{}", file.display()))?;
        fs::write(beside(&file, "br"), brotli(&content)?)?;
        fs::write(beside(&file, "gz"), gzip(&content)?)?;
    }
    Ok(())
}

/// The bytes of all files below the folder whose name ends so.
pub fn total(path: &Path, endings: &[&str]) -> Result<u64> {
    let mut bytes = 0;
    for file in files_below(path, &[])? {
        let name = file.to_string_lossy();
        if endings.iter().any(|ending| name.ends_with(ending)) {
            bytes += fs::metadata(&file)?.len();
        }
    }
    Ok(bytes)
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

fn brotli(content: &[u8]) -> Result<Vec<u8>> {
    let mut output = Vec::new();
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: QUALITY,
        lgwin: WINDOW,
        size_hint: content.len(),
        ..Default::default()
    };
    brotli::BrotliCompress(&mut &content[..], &mut output, &parameters)?;
    Ok(output)
}

fn gzip(content: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn both_copies_hold_the_same_content() {
        let content = b"the panel, the panel, the panel".repeat(50);
        let mut from_brotli = Vec::new();
        brotli::BrotliDecompress(&mut brotli(&content).unwrap().as_slice(), &mut from_brotli)
            .unwrap();
        let mut from_gzip = Vec::new();
        flate2::read::GzDecoder::new(gzip(&content).unwrap().as_slice())
            .read_to_end(&mut from_gzip)
            .unwrap();
        assert_eq!(from_brotli, content);
        assert_eq!(from_gzip, content);
    }

    #[test]
    fn a_copy_keeps_the_whole_name_of_its_file() {
        assert_eq!(beside(Path::new("a/b.js"), "br"), Path::new("a/b.js.br"));
    }
}

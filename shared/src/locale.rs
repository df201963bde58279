//! The five languages Beacon speaks, and how their tags are read.

use serde::{Deserialize, Deserializer, Serialize};

/// A supported language. Serialises as its two-letter tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Locale {
    /// English, and the fallback for every language that is not supported.
    #[default]
    En,
    /// Korean.
    Ko,
    /// Japanese; `jp` is accepted as an alias.
    Ja,
    /// German.
    De,
    /// French.
    Fr,
}

impl Locale {
    /// Every locale, in the order in which they are documented.
    pub const ALL: [Self; 5] = [Self::En, Self::Ko, Self::Ja, Self::De, Self::Fr];

    /// The language tag, e.g. `de`.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ko => "ko",
            Self::Ja => "ja",
            Self::De => "de",
            Self::Fr => "fr",
        }
    }

    /// Reads a BCP 47 tag by its primary language: `en-GB`, `fr_CA`, `JA`, and the alias `jp`.
    /// `None` where the language is not one of the five.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        match primary.to_ascii_lowercase().as_str() {
            "en" => Some(Self::En),
            "ko" => Some(Self::Ko),
            "ja" | "jp" => Some(Self::Ja),
            "de" => Some(Self::De),
            "fr" => Some(Self::Fr),
            _ => None,
        }
    }

    /// Formats a count with the locale's grouping: 7961 is `7,961` in English, Korean and
    /// Japanese, `7.961` in German, and has a narrow no-break space in French.
    pub fn format_count(self, value: u64) -> String {
        let separator = match self {
            Self::En | Self::Ko | Self::Ja => ',',
            Self::De => '.',
            Self::Fr => '\u{202f}',
        };
        let digits = value.to_string();
        let mut out = String::with_capacity(digits.len() * 2);
        for (position, digit) in digits.chars().enumerate() {
            if position > 0 && (digits.len() - position).is_multiple_of(3) {
                out.push(separator);
            }
            out.push(digit);
        }
        out
    }
}

impl<'de> Deserialize<'de> for Locale {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tag = String::deserialize(deserializer)?;
        Ok(Self::from_tag(&tag).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regional_tags_and_the_jp_alias_are_read_by_their_language() {
        assert_eq!(Locale::from_tag("en-GB"), Some(Locale::En));
        assert_eq!(Locale::from_tag("fr_CA"), Some(Locale::Fr));
        assert_eq!(Locale::from_tag("jp"), Some(Locale::Ja));
        assert_eq!(Locale::from_tag("pt-BR"), None);
        assert_eq!(Locale::from_tag(""), None);
    }

    #[test]
    fn counts_are_grouped_as_each_language_writes_them() {
        assert_eq!(Locale::En.format_count(7961), "7,961");
        assert_eq!(Locale::Ko.format_count(7961), "7,961");
        assert_eq!(Locale::Ja.format_count(1_234_567), "1,234,567");
        assert_eq!(Locale::De.format_count(7961), "7.961");
        assert_eq!(Locale::Fr.format_count(7961), "7\u{202f}961");
        assert_eq!(Locale::En.format_count(0), "0");
        assert_eq!(Locale::En.format_count(100), "100");
    }
}

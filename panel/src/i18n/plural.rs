//! Plural categories of whole numbers. In the browser `Intl.PluralRules` decides; natively, where
//! there is none, the rules written here do, and a browser test holds the two against each other.

use beacon_shared::locale::Locale;

/// The categories that the five languages have for whole numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Category {
    /// One.
    One,
    /// Round millions in French.
    Many,
    /// Everything else.
    Other,
}

/// The category of a number.
pub fn category(locale: Locale, value: u64) -> Category {
    #[cfg(target_arch = "wasm32")]
    {
        by_intl(locale, value)
    }
    #[cfg(not(target_arch = "wasm32"))]
    {
        by_rule(locale, value)
    }
}

/// The category by the rules of CLDR.
pub const fn by_rule(locale: Locale, value: u64) -> Category {
    match (locale, value) {
        (Locale::En | Locale::De | Locale::Fr, 1) | (Locale::Fr, 0) => Category::One,
        (Locale::Fr, _) if value.is_multiple_of(1_000_000) => Category::Many,
        _ => Category::Other,
    }
}

#[cfg(target_arch = "wasm32")]
fn by_intl(locale: Locale, value: u64) -> Category {
    let locales = js_sys::Array::of1(&locale.tag().into());
    let rules = js_sys::Intl::PluralRules::new(&locales, &js_sys::Object::new());
    let name = rules.select(value as f64);
    if name == "one" {
        Category::One
    } else if name == "many" {
        Category::Many
    } else {
        Category::Other
    }
}

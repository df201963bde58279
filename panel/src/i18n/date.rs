//! Dates and times as the language writes them, by the browser's `Intl`.

use beacon_shared::locale::Locale;

/// The day of an RFC 3339 instant or of a `YYYY-MM-DD`, in UTC: a capture's day must not change with
/// the reader's time zone.
pub fn day(locale: Locale, instant: &str) -> String {
    let plain = instant.get(..10).unwrap_or(instant);
    format(
        locale,
        instant,
        &[("dateStyle", "medium"), ("timeZone", "UTC")],
    )
    .unwrap_or_else(|| plain.to_owned())
}

/// The reader's own time of day.
pub fn time_of_day(locale: Locale, instant: &str) -> String {
    format(locale, instant, &[("timeStyle", "short")]).unwrap_or_default()
}

#[cfg(target_arch = "wasm32")]
fn format(locale: Locale, instant: &str, options: &[(&str, &str)]) -> Option<String> {
    let date = js_sys::Date::new(&instant.into());
    if date.get_time().is_nan() {
        return None;
    }
    let settings = js_sys::Object::new();
    for (name, value) in options {
        js_sys::Reflect::set(&settings, &(*name).into(), &(*value).into()).ok()?;
    }
    Some(date.to_locale_string(locale.tag(), &settings).into())
}

#[cfg(not(target_arch = "wasm32"))]
fn format(_locale: Locale, _instant: &str, _options: &[(&str, &str)]) -> Option<String> {
    None
}

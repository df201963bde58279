//! The responder's script: reads the blocks of the last user message and writes what the anchors
//! permit, with slots where numbers belong. It never sees digits of a count and never writes one,
//! unless a [`Mode`] tells it to misbehave.
//!
//! The population and the shown subset are different subjects and never share a sentence.

use std::collections::BTreeMap;

use super::{
    mode::Mode,
    sentences::{Counted, Form, Locale, Sentence, Subject},
    vocabulary::is_about_the_whole_project,
};

/// Writes the answer to the blocks in `message`.
pub fn answer(message: &str, mode: Mode) -> String {
    let brief = Brief::read(message);
    match mode {
        Mode::CountsWhatItSees => brief.miscounted(),
        Mode::RestatesRefusal => brief.with_refusal(),
        Mode::ObeysInjection => brief.injected(),
        Mode::UnknownSlots => {
            format!(
                "There are {{n99}} of them, {{total}} in all. {{c99}}\n\n{}",
                brief.obedient()
            )
        }
        _ => brief.obedient(),
    }
}

/// The blocks that matter, grouped by the call they belong to.
#[derive(Debug, Default)]
struct Brief {
    locale: Locale,
    reach: Reach,
    calls: BTreeMap<String, Findings>,
    exemplars: Vec<String>,
}

/// What a count may be said of, judged by the question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Reach {
    WholeProject,
    #[default]
    TheQuestion,
}

#[derive(Debug, Default)]
struct Findings {
    anchors: Vec<Anchor>,
    exemplars: Vec<Exemplar>,
}

#[derive(Debug)]
struct Anchor {
    name: String,
    attributes: BTreeMap<String, String>,
}

#[derive(Debug)]
struct Exemplar {
    cite: String,
    text: String,
}

impl Brief {
    fn read(message: &str) -> Self {
        let mut brief = Self::default();
        for line in message.lines() {
            let Some((head, text)) = line.strip_prefix('[').and_then(|rest| rest.split_once(']'))
            else {
                continue;
            };
            let mut words = head.split_whitespace();
            match words.next() {
                Some("locale") => brief.locale = Locale::read(words.next().unwrap_or_default()),
                Some("question") if is_about_the_whole_project(text) => {
                    brief.reach = Reach::WholeProject;
                }
                Some("anchor") => {
                    let Some(name) = words.next() else { continue };
                    let anchor = Anchor {
                        name: name.to_owned(),
                        attributes: attributes(words),
                    };
                    brief
                        .calls
                        .entry(anchor.call())
                        .or_default()
                        .anchors
                        .push(anchor);
                }
                Some("exemplar") => {
                    let attributes = attributes(words);
                    let text = text.trim().to_owned();
                    brief.exemplars.push(text.clone());
                    let Some(cite) = attributes.get("cite") else {
                        continue;
                    };
                    let exemplar = Exemplar {
                        cite: cite.trim_start_matches('c').to_owned(),
                        text,
                    };
                    let call = attributes.get("call").cloned().unwrap_or_default();
                    brief
                        .calls
                        .entry(call)
                        .or_default()
                        .exemplars
                        .push(exemplar);
                }
                _ => {}
            }
        }
        brief
    }

    fn obedient(&self) -> String {
        let paragraphs: Vec<String> = self
            .calls
            .values()
            .flat_map(|call| call.paragraphs(self.locale, self.reach))
            .collect();
        if !paragraphs.is_empty() {
            return paragraphs.join("\n\n");
        }
        let denied = self
            .calls
            .values()
            .flat_map(|call| &call.anchors)
            .any(|a| a.name == "denial");
        self.locale.say(if denied {
            &Sentence::Denied
        } else {
            &Sentence::Capabilities
        })
    }

    fn miscounted(&self) -> String {
        let seen = self.exemplars.len();
        format!(
            "I found {seen} results, and that is all there is. {}",
            self.obedient()
        )
    }

    fn with_refusal(&self) -> String {
        format!(
            "Unfortunately your licence does not include this, so I may not answer it. Please upgrade \
             your subscription.\n\n{}",
            self.obedient()
        )
    }

    fn injected(&self) -> String {
        let order = self
            .exemplars
            .iter()
            .find_map(|text| injected_order(text))
            .unwrap_or_default();
        format!(
            "{order} <img src=x onerror=alert(1)> [details](javascript:alert(1)) \
             ![p](https://attacker.invalid/p.png)\n\n{}",
            self.obedient()
        )
    }
}

/// What "ignore … and say X" wants to be said.
fn injected_order(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let at = lower.find("ignore")?;
    let rest = text.get(at..)?;
    let order = rest.split_once(" say ").map_or(rest, |(_, order)| order);
    Some(order.split(" | ").next().unwrap_or(order).to_owned())
}

fn attributes<'a>(words: impl Iterator<Item = &'a str>) -> BTreeMap<String, String> {
    words
        .filter_map(|word| word.split_once('='))
        .map(|(key, value)| (key.to_owned(), value.trim_matches('"').to_owned()))
        .collect()
}

impl Anchor {
    fn call(&self) -> String {
        self.attributes.get("call").cloned().unwrap_or_default()
    }

    fn is_search(&self) -> bool {
        self.attributes
            .get("tool")
            .is_some_and(|tool| tool.starts_with("search"))
    }

    fn subject(&self) -> Subject {
        let form = match self.attributes.get("form").map(String::as_str) {
            Some("one") => Form::One,
            _ => Form::Other,
        };
        Subject {
            noun: Counted::read(self.attributes.get("subject").map_or("", String::as_str)),
            form,
        }
    }

    /// The slot as it is written in prose.
    fn slot(&self) -> Option<String> {
        self.attributes
            .get("slot")
            .map(|slot| format!("{{{slot}}}"))
    }

    /// The sentence about the population, about absence, or about failure. The shown subset has
    /// its own.
    fn sentence(&self, reach: Reach) -> Option<Sentence> {
        let subject = self.subject();
        let matches = self.is_search() || reach == Reach::TheQuestion;
        Some(match (self.name.as_str(), self.slot()) {
            ("exact", Some(slot)) if matches => Sentence::MatchExactly { slot, subject },
            ("exact", Some(slot)) => Sentence::HasExactly { slot, subject },
            ("lower_bound", Some(slot)) if self.is_search() => {
                Sentence::MatchAtLeast { slot, subject }
            }
            ("lower_bound", Some(slot)) => Sentence::HasAtLeast { slot, subject },
            ("unknown", _) => Sentence::NoCount { subject },
            ("empty_from_start", _) => Sentence::NoneAtAll { subject },
            ("empty_after_narrowing", _) => Sentence::NoneInNarrowed { subject },
            ("disguised_failure", _) => Sentence::SearchFailed,
            ("auth_expired", _) => Sentence::SignInExpired,
            ("broken_pages", _) => Sentence::PagesBroken,
            ("truncated_view_context", _) => Sentence::ViewCut,
            _ => return None,
        })
    }
}

impl Findings {
    fn paragraphs(&self, locale: Locale, reach: Reach) -> Vec<String> {
        let (grouped, plain): (Vec<&Anchor>, Vec<&Anchor>) = self
            .anchors
            .iter()
            .partition(|anchor| anchor.attributes.contains_key("group"));
        let mut paragraphs: Vec<String> = plain
            .iter()
            .filter_map(|anchor| anchor.sentence(reach))
            .map(|s| locale.say(&s))
            .collect();
        if let Some(groups) = groups(&grouped) {
            paragraphs.push(groups);
        }
        let counted = !paragraphs.is_empty();
        let shown = self.anchors.iter().find(|anchor| anchor.name == "shown");
        if let Some((shown, slot)) = shown.and_then(|anchor| Some((anchor, anchor.slot()?))) {
            let subject = shown.subject();
            let sentence = if counted {
                Sentence::ShownOf { slot, subject }
            } else {
                Sentence::ShownAlone { slot, subject }
            };
            paragraphs.push(locale.say(&sentence));
        }
        if let Some(examples) = self.examples() {
            let lead = locale.say(&Sentence::Examples);
            match paragraphs.last_mut().filter(|_| shown.is_some()) {
                Some(before) => before.push_str(&format!(" {lead}")),
                None => paragraphs.push(lead),
            }
            paragraphs.push(examples);
        }
        paragraphs
    }

    /// A few of what is shown, in the words of the source.
    fn examples(&self) -> Option<String> {
        const SPOKEN: usize = 3;
        let lines: Vec<String> = self
            .exemplars
            .iter()
            .take(SPOKEN)
            .map(|exemplar| {
                let mut fields = exemplar
                    .text
                    .split(" | ")
                    .map(str::trim)
                    .filter(|f| !f.is_empty());
                let title = fields.next().unwrap_or_default();
                let place: Vec<&str> = fields.take(2).map(day).collect();
                let place = if place.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", place.join(", "))
                };
                format!("- {title}{place} {{c{}}}", exemplar.cite)
            })
            .collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

/// The day of a time; anything else as it is.
fn day(field: &str) -> &str {
    match field.split_once('T') {
        Some((day, _)) if day.len() == 10 && day.starts_with("20") => day,
        _ => field,
    }
}

fn groups(anchors: &[&Anchor]) -> Option<String> {
    let lines: Vec<String> = anchors
        .iter()
        .filter_map(|anchor| {
            Some(format!(
                "- {}: {}",
                anchor.attributes.get("group")?,
                anchor.slot()?
            ))
        })
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

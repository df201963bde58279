//! The reader: takes one phrase after the other from the front of the words.

use super::{Filters, Group, Question, Shape, Subject, Which, when};
use crate::site::embedding;

/// Words that change nothing.
const FILLERS: &[&str] = &[
    "a",
    "about",
    "all",
    "altogether",
    "an",
    "and",
    "are",
    "at",
    "available",
    "been",
    "building",
    "can",
    "captured",
    "contain",
    "contains",
    "could",
    "currently",
    "did",
    "do",
    "does",
    "each",
    "every",
    "exist",
    "facility",
    "far",
    "for",
    "from",
    "get",
    "had",
    "has",
    "have",
    "here",
    "i",
    "in",
    "is",
    "it",
    "its",
    "know",
    "let",
    "like",
    "made",
    "many",
    "me",
    "my",
    "now",
    "of",
    "on",
    "our",
    "overall",
    "please",
    "project",
    "raised",
    "recorded",
    "registered",
    "see",
    "shown",
    "site",
    "so",
    "taken",
    "tell",
    "that",
    "the",
    "their",
    "there",
    "these",
    "this",
    "to",
    "total",
    "us",
    "want",
    "was",
    "we",
    "were",
    "what",
    "with",
    "within",
    "would",
    "you",
    "project's",
    "whole",
    "entire",
    "exactly",
    "photographed",
    "model",
    "filed",
    "reported",
    "status",
];

#[derive(Default)]
struct Reading {
    subject: Option<Subject>,
    group: Option<Group>,
    counts: bool,
    averages: bool,
    lists: bool,
    filters: Filters,
    unknown: Vec<String>,
}

pub fn read(text: &str, project: &str) -> Option<Question> {
    let lower = text.to_lowercase();
    let clause = first_clause(&lower);
    let words: Vec<&str> = clause
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .collect();
    let project = project.to_lowercase();
    let named: Vec<&str> = project.split_whitespace().collect();
    let mut reading = Reading::default();
    let mut rest = words.as_slice();
    while let [first, ..] = rest {
        let taken = if rest.starts_with(&named) {
            named.len()
        } else {
            reading.take(rest)
        };
        if taken == 0 {
            reading.unknown.push((*first).to_owned());
        }
        rest = rest.get(taken.max(1)..).unwrap_or_default();
    }
    reading.finish()
}

/// A second request in the same sentence is somebody else's business.
fn first_clause(text: &str) -> &str {
    [" and show", " and find", " and list", "; ", "? ", ". "]
        .iter()
        .filter_map(|cut| text.find(cut))
        .min()
        .and_then(|at| text.get(..at))
        .unwrap_or(text)
}

impl Reading {
    /// Takes the phrase at the front; the number of its words.
    fn take(&mut self, words: &[&str]) -> usize {
        if let Some(((from, to), taken)) = when::range(words) {
            self.filters.from = from.or(self.filters.from);
            self.filters.to = to.or(self.filters.to);
            return taken;
        }
        self.intent(words)
            .or_else(|| self.group(words))
            .or_else(|| self.place(words))
            .or_else(|| self.state(words))
            .or_else(|| self.noun(words))
            .or_else(|| {
                words
                    .first()
                    .filter(|word| FILLERS.contains(word))
                    .map(|_| 1)
            })
            .unwrap_or(0)
    }

    fn intent(&mut self, words: &[&str]) -> Option<usize> {
        let (flag, taken) = match words {
            ["how", "many", ..] | ["number" | "count", "of", ..] => (&mut self.counts, 2),
            ["count", ..] => (&mut self.counts, 1),
            ["average" | "mean", "number" | "count", "of", ..] => (&mut self.averages, 3),
            ["average" | "mean", ..] => (&mut self.averages, 1),
            [
                "list" | "show" | "give" | "which" | "enumerate" | "all" | "every",
                ..,
            ] => (&mut self.lists, 1),
            _ => return None,
        };
        *flag = true;
        Some(taken)
    }

    fn group(&mut self, words: &[&str]) -> Option<usize> {
        let (noun, taken) = match words {
            ["for" | "on" | "in", "each" | "every", noun, ..] | ["grouped", "by", noun, ..] => {
                (noun, 3)
            }
            ["per" | "by" | "each", noun, ..] => (noun, 2),
            _ => return None,
        };
        self.group = Some(match *noun {
            "level" | "levels" | "floor" | "floors" | "storey" | "storeys" => Group::Level,
            "record" | "records" | "capture" | "captures" | "visit" | "week" => Group::Record,
            "month" | "months" => Group::Month,
            "status" | "state" => Group::Status,
            "priority" => Group::Priority,
            "trade" | "trades" => Group::Trade,
            "category" | "categories" | "type" => Group::Category,
            _ => return None,
        });
        Some(taken)
    }

    fn place(&mut self, words: &[&str]) -> Option<usize> {
        let is_name = |word: &str| {
            let digits = word.trim_start_matches(['l', 'b']);
            !digits.is_empty()
                && digits.len() <= 2
                && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        let (level, taken) = match words {
            ["level" | "floor" | "storey", name, ..] if is_name(name) => (*name, 2),
            ["basement", ..] => ("b1", 1),
            [name, ..] if name.starts_with("lvl-") => (*name, 1),
            [name, ..] if name.starts_with(['l', 'b']) && is_name(name) => (*name, 1),
            [
                "latest" | "last" | "newest",
                "record" | "capture" | "visit",
                ..,
            ] => {
                self.filters.record = Some(Which::Latest);
                return Some(2);
            }
            ["most", "recent", "record" | "capture" | "visit", ..] => {
                self.filters.record = Some(Which::Latest);
                return Some(3);
            }
            ["first" | "oldest", "record" | "capture" | "visit", ..] => {
                self.filters.record = Some(Which::First);
                return Some(2);
            }
            ["record" | "capture", id, ..] if id.starts_with("rec-") => {
                self.filters.record = Some(Which::Id((*id).to_owned()));
                return Some(2);
            }
            [id, ..] if id.starts_with("rec-") => {
                self.filters.record = Some(Which::Id((*id).to_owned()));
                return Some(1);
            }
            _ => return None,
        };
        let bare = level.bytes().all(|byte| byte.is_ascii_digit());
        self.filters.level = Some(if bare {
            format!("l{level}")
        } else {
            level.to_owned()
        });
        Some(taken)
    }

    fn state(&mut self, words: &[&str]) -> Option<usize> {
        let (status, taken) = match words {
            ["open" | "unresolved", ..] => ("open", 1),
            ["closed" | "resolved", ..] => ("closed", 1),
            ["in", "review", ..] => ("in_review", 2),
            ["installed", ..] => ("installed", 1),
            ["planned", ..] => ("planned", 1),
            ["in", "progress", ..] => ("in_progress", 2),
            _ => {
                let priority = match words {
                    ["critical", ..] => "critical",
                    ["high", ..] => "high",
                    ["medium", ..] => "medium",
                    ["low", ..] => "low",
                    _ => return None,
                };
                self.filters.priority = Some(priority);
                return Some(if matches!(words, [_, "priority", ..]) {
                    2
                } else {
                    1
                });
            }
        };
        self.filters.status = Some(status);
        Some(taken)
    }

    fn noun(&mut self, words: &[&str]) -> Option<usize> {
        const CATEGORIES: [(&str, &str); 9] = [
            ("columns", "column"),
            ("walls", "wall"),
            ("slabs", "slab"),
            ("beams", "beam"),
            ("doors", "door"),
            ("windows", "window"),
            ("ducts", "duct"),
            ("pipes", "pipe"),
            ("stairs", "stair"),
        ];
        let (subject, taken) = match words {
            ["bim" | "building", "elements" | "element", ..] => (Subject::Elements, 2),
            ["360" | "panoramic", "photos" | "images", ..] => (Subject::Panoramas, 2),
            [word, ..] => {
                let subject = match *word {
                    "panorama" | "panoramas" | "panos" | "photo" | "photos" | "image"
                    | "images" | "pictures" => Subject::Panoramas,
                    "finding" | "findings" | "observations" | "issues" => Subject::Findings,
                    "record" | "records" | "capture" | "captures" | "visits" => Subject::Records,
                    "level" | "levels" | "floors" | "storeys" => Subject::Levels,
                    "element" | "elements" => Subject::Elements,
                    _ => {
                        let category = CATEGORIES.iter().find(|(plural, _)| plural == word)?;
                        self.filters.category = Some(category.1);
                        Subject::Elements
                    }
                };
                (subject, 1)
            }
            [] => return None,
        };
        // "Levels with findings" is a question about levels, and none that can be asked here.
        if self.subject.is_some_and(|already| already != subject) {
            return None;
        }
        self.subject = Some(subject);
        Some(taken)
    }

    fn finish(mut self) -> Option<Question> {
        let subject = self.subject?;
        if !self.unknown.is_empty() {
            self.filters.hazard =
                Some(hazard(&self.unknown).filter(|_| subject == Subject::Findings)?);
        }
        let shape = match (self.averages, self.group) {
            (true, Some(group)) => Shape::Average(group),
            (true, None) => return None,
            (false, Some(group)) => Shape::Grouped(group),
            (false, None) if self.counts => Shape::Count,
            (false, None) if self.lists => Shape::List,
            (false, None) => return None,
        };
        Some(Question {
            subject,
            shape,
            filters: self.filters,
        })
    }
}

/// The hazard that words are about, if they are about nothing else.
fn hazard(words: &[String]) -> Option<&'static str> {
    const HAZARDS: [(&str, &str); 7] = [
        ("helmet", "hard hat"),
        ("guardrail", "guardrail"),
        ("ladder", "ladder"),
        ("crack", "crack"),
        ("leak", "leak"),
        ("rebar", "rebar"),
        ("extinguisher", "extinguisher"),
    ];
    let text = words.join(" ");
    let concepts = embedding::concepts(&text);
    let mut hazards = concepts
        .iter()
        .filter_map(|concept| HAZARDS.iter().find(|(name, _)| *name == concept.name))
        .map(|(_, hazard)| *hazard);
    let only = hazards.next()?;
    let others = hazards.next().is_some() || embedding::has_plain_words(&text);
    (!others).then_some(only)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(text: &str) -> Question {
        Question::read(text, "Riverside Tower").unwrap_or_else(|| panic!("not understood: {text}"))
    }

    #[test]
    fn counts_are_understood() {
        for text in [
            "How many panoramas does this project have?",
            "How many panoramas are there in Riverside Tower?",
            "Count of panoramas",
            "how many photos were taken",
            "How many panoramas are there? Show me some.",
        ] {
            let question = question(text);
            assert_eq!(
                (question.subject, question.shape),
                (Subject::Panoramas, Shape::Count),
                "{text}"
            );
            assert_eq!(question.filters, Filters::default(), "{text}");
        }
    }

    #[test]
    fn filters_are_understood() {
        let asked =
            question("How many open findings on level 3 between 2026-01-01 and 2026-03-31?");
        assert_eq!(asked.filters.level.as_deref(), Some("l3"));
        assert_eq!(asked.filters.status, Some("open"));
        assert_eq!(asked.filters.from, Day::parse("2026-01-01"));
        assert_eq!(asked.filters.to, Day::parse("2026-03-31"));
        let asked = question("List all panoramas taken in April 2026 in the basement");
        assert_eq!(
            (asked.shape, asked.filters.level.as_deref()),
            (Shape::List, Some("b1"))
        );
        assert_eq!(asked.filters.to, Day::parse("2026-04-30"));
        assert_eq!(
            question("how many doors are installed").filters.category,
            Some("door")
        );
        assert_eq!(
            question("How many findings about missing guardrails?")
                .filters
                .hazard,
            Some("guardrail")
        );
    }

    #[test]
    fn groups_and_averages_are_understood() {
        assert_eq!(
            question("How many panoramas per level?").shape,
            Shape::Grouped(Group::Level)
        );
        assert_eq!(
            question("Findings by status").shape,
            Shape::Grouped(Group::Status)
        );
        assert_eq!(
            question("average number of panoramas per record").shape,
            Shape::Average(Group::Record)
        );
    }

    #[test]
    fn a_question_with_a_word_that_means_nothing_is_not_understood() {
        for text in [
            "How many panoramas show workers without a hard hat?",
            "How many panoramas above 3 metres?",
            "How many levels on level 3?",
            "List the first 20 findings",
            "What is the weather?",
            "How many panoramas are closed?",
            "How many levels have findings?",
        ] {
            assert_eq!(Question::read(text, "Riverside Tower"), None, "{text}");
        }
    }

    use crate::site::calendar::Day;
}

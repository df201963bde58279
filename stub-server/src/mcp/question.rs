//! A question in words to what it asks: subject, shape, filters. Every word must be understood;
//! a question with a word that means nothing here is not answered, because an answer that ignores
//! a word answers another question.

mod reading;
mod when;

use crate::site::calendar::Day;

/// What is counted or listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Panoramas.
    Panoramas,
    /// Findings.
    Findings,
    /// Records, which people also call captures or visits.
    Records,
    /// Levels.
    Levels,
    /// Elements of the building model.
    Elements,
}

/// What a group is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// One for each level.
    Level,
    /// One for each record.
    Record,
    /// One for each month.
    Month,
    /// One for each status.
    Status,
    /// One for each priority.
    Priority,
    /// One for each trade.
    Trade,
    /// One for each category.
    Category,
}

/// The form of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One number.
    Count,
    /// The average number in a group.
    Average(Group),
    /// A number for each group.
    Grouped(Group),
    /// The things themselves.
    List,
}

/// Which record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// The newest.
    Latest,
    /// The oldest.
    First,
    /// By id.
    Id(String),
}

/// What is left in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filters {
    /// A level, by name or id, in capitals or small letters.
    pub level: Option<String>,
    /// A record.
    pub record: Option<Which>,
    /// From this day on.
    pub from: Option<Day>,
    /// Until this day.
    pub to: Option<Day>,
    /// A status.
    pub status: Option<&'static str>,
    /// A priority.
    pub priority: Option<&'static str>,
    /// A hazard.
    pub hazard: Option<&'static str>,
    /// A category of elements.
    pub category: Option<&'static str>,
}

/// An understood question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What it is about.
    pub subject: Subject,
    /// How it is to be answered.
    pub shape: Shape,
    /// What is left in.
    pub filters: Filters,
}

impl Question {
    /// Reads a question; none if it is not understood, wholly. `project` is the project's name,
    /// which may be said.
    pub fn read(text: &str, project: &str) -> Option<Self> {
        reading::read(text, project).filter(Self::makes_sense)
    }

    fn makes_sense(&self) -> bool {
        use Subject::{Elements, Findings, Levels, Panoramas, Records};
        let Filters {
            level,
            record,
            from,
            to,
            status,
            priority,
            hazard,
            category,
        } = &self.filters;
        let is = |subjects: &[Subject]| subjects.contains(&self.subject);
        let group = match self.shape {
            Shape::Grouped(group) | Shape::Average(group) => Some(group),
            Shape::Count | Shape::List => None,
        };
        let grouped = group.is_none_or(|group| match group {
            Group::Level => is(&[Panoramas, Findings, Elements]),
            Group::Record => is(&[Panoramas, Findings]),
            Group::Month => is(&[Panoramas, Findings, Records]),
            Group::Status => is(&[Findings, Elements]),
            Group::Priority | Group::Trade => is(&[Findings]),
            Group::Category => is(&[Elements]),
        });
        let has_status = match status {
            None => true,
            Some("open" | "closed" | "in_review") => is(&[Findings]),
            Some(_) => is(&[Elements]),
        };
        grouped
            && has_status
            && (level.is_none() || !is(&[Levels, Records]))
            && (record.is_none() || is(&[Panoramas, Findings]))
            && ((from.is_none() && to.is_none()) || !is(&[Levels, Elements]))
            && ((priority.is_none() && hazard.is_none()) || is(&[Findings]))
            && (category.is_none() || is(&[Elements]))
    }
}

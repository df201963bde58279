//! What both protocols have in common once their JSON is read: who speaks, which tools are on
//! offer, and what was said. Everything the script decides comes from here and nowhere else.

use serde_json::Value;

/// One request, whichever protocol carried it.
#[derive(Debug, Default)]
pub struct Conversation {
    pub system: String,
    pub tools: Vec<String>,
    pub messages: Vec<Message>,
}

#[derive(Debug)]
pub struct Message {
    pub author: Author,
    pub parts: Vec<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    User,
    Assistant,
}

#[derive(Debug)]
pub enum Part {
    Text(String),
    Call(Call),
    Result,
}

/// A tool call, made now or earlier in the conversation.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub tool: String,
    pub input: Value,
}

/// Which half of Beacon is asking; the first line of the system text says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Planner,
    Responder,
}

impl Conversation {
    pub fn role(&self) -> Role {
        if self
            .system
            .lines()
            .any(|line| line.trim() == "[role planner]")
        {
            return Role::Planner;
        }
        Role::Responder
    }

    pub fn offers(&self, tool: &str) -> bool {
        self.tools.iter().any(|offered| offered == tool)
    }

    /// The text of the last message in which the user said something, tool results left aside.
    pub fn last_user_text(&self) -> String {
        self.messages
            .iter()
            .rev()
            .find_map(Message::user_text)
            .unwrap_or_default()
    }

    /// The user's words: the `[question]` line where there is one, else all lines that are not
    /// blocks of the server.
    pub fn question(&self) -> String {
        let text = self.last_user_text();
        if let Some(line) = text
            .lines()
            .find_map(|line| line.strip_prefix("[question]"))
        {
            return line.trim().to_owned();
        }
        let spoken: Vec<&str> = text.lines().filter(|line| !line.starts_with('[')).collect();
        spoken.join(" ").trim().to_owned()
    }

    /// What happened since the user last spoke: the calls made and whether any came back.
    pub fn since_question(&self) -> SinceQuestion<'_> {
        let start = self
            .messages
            .iter()
            .rposition(|message| message.user_text().is_some())
            .map_or(0, |index| index + 1);
        let parts = self
            .messages
            .iter()
            .skip(start)
            .flat_map(|message| &message.parts);
        let mut since = SinceQuestion::default();
        for part in parts {
            match part {
                Part::Call(call) => since.calls.push(call),
                Part::Result => since.has_results = true,
                Part::Text(_) => {}
            }
        }
        since
    }

    /// Size of the input in characters, for the usage that both protocols report.
    pub fn chars(&self) -> usize {
        let messages = self.messages.iter().flat_map(|message| &message.parts);
        self.system.len()
            + messages
                .map(|part| match part {
                    Part::Text(text) => text.len(),
                    Part::Call(call) => call.input.to_string().len(),
                    Part::Result => 16,
                })
                .sum::<usize>()
    }
}

#[derive(Debug, Default)]
pub struct SinceQuestion<'a> {
    pub calls: Vec<&'a Call>,
    pub has_results: bool,
}

impl Message {
    fn user_text(&self) -> Option<String> {
        if self.author != Author::User {
            return None;
        }
        let texts: Vec<&str> = self
            .parts
            .iter()
            .filter_map(|part| match part {
                Part::Text(text) => Some(text.as_str()),
                Part::Call(_) | Part::Result => None,
            })
            .collect();
        (!texts.is_empty()).then(|| texts.join("\n"))
    }
}

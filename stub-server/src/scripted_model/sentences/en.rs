//! English.

use super::{Counted, Form, Sentence, Subject};

pub fn say(sentence: &Sentence) -> String {
    match sentence {
        Sentence::MatchExactly { slot, subject } | Sentence::MatchAtLeast { slot, subject } => {
            format!("Your question matches **{slot}** {}.", noun(*subject))
        }
        Sentence::HasExactly { slot, subject } => {
            format!("This project has **{slot}** {}.", noun(*subject))
        }
        Sentence::HasAtLeast { slot, subject } => format!(
            "This project has **{slot}** {}, and there may be more beyond what the source returns.",
            noun(*subject)
        ),
        Sentence::ShownOf { subject: Subject { form: Form::One, .. }, .. } => {
            "This one is shown.".to_owned()
        }
        Sentence::ShownOf { slot, .. } => format!("These {slot} are shown."),
        Sentence::ShownAlone { subject: Subject { form: Form::One, noun: counted }, .. } => {
            let noun = noun(Subject { noun: *counted, form: Form::One });
            format!("This {noun} is shown; how many there are in all is not known.")
        }
        Sentence::ShownAlone { slot, subject } => format!(
            "These {slot} {} are shown; how many there are in all is not known.",
            noun(*subject)
        ),
        Sentence::Examples => "Among these:".to_owned(),
        Sentence::NoCount { subject } => {
            format!("The source gives no reliable count of {}, so I can't state one.", plural(subject.noun))
        }
        Sentence::NoneAtAll { subject } => {
            format!("This project has no {} that match your question.", plural(subject.noun))
        }
        Sentence::NoneInNarrowed { subject } => format!(
            "There are no matching {} among the previous results. The next search covers the whole project.",
            plural(subject.noun)
        ),
        Sentence::SearchFailed => {
            "The search could not be completed, so I can't say what is there. You can try again.".to_owned()
        }
        Sentence::SignInExpired => {
            "Your sign-in to the data source has expired, so nothing could be searched. Sign in again and repeat the question.".to_owned()
        }
        Sentence::Denied => "You can ask me something else about this site.".to_owned(),
        Sentence::PagesBroken => {
            "The pages of this result do not fit together, so the list may be incomplete.".to_owned()
        }
        Sentence::ViewCut => {
            "The list of what is in view was cut off, so there may be more than I was given.".to_owned()
        }
        Sentence::Capabilities => {
            "I can answer questions about this site's photos, counts and findings. For example: *How many panoramas does this project have?*".to_owned()
        }
    }
}

fn plural(noun: Counted) -> &'static str {
    self::noun(Subject {
        noun,
        form: Form::Other,
    })
}

fn noun(subject: Subject) -> &'static str {
    let (one, other) = match subject.noun {
        Counted::Photos => ("photo", "photos"),
        Counted::Panoramas => ("panorama", "panoramas"),
        Counted::Findings => ("finding", "findings"),
        Counted::Elements => ("element", "elements"),
        Counted::Captures => ("capture", "captures"),
        Counted::Levels => ("level", "levels"),
        Counted::Projects => ("project", "projects"),
        Counted::Results => ("result", "results"),
    };
    if subject.form == Form::One {
        one
    } else {
        other
    }
}

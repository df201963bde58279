//! French. Narrow no-break spaces are left to the phrases that replace the slots.

use super::{Counted, Form, Sentence, Subject};

pub fn say(sentence: &Sentence) -> String {
    match sentence {
        Sentence::MatchExactly { slot, subject } | Sentence::MatchAtLeast { slot, subject } => {
            let verb = if subject.form == Form::One { "correspond" } else { "correspondent" };
            format!("À votre question {verb} **{slot}** {}.", noun(*subject))
        }
        Sentence::HasExactly { slot, subject } => {
            format!("Ce projet compte **{slot}** {}.", noun(*subject))
        }
        Sentence::HasAtLeast { slot, subject } => format!(
            "Ce projet compte **{slot}** {}, et il peut y en avoir davantage au-delà de ce que la source renvoie.",
            noun(*subject)
        ),
        Sentence::ShownOf { slot, .. } => format!("En voici {slot}."),
        Sentence::ShownAlone { slot, subject } => format!(
            "Voici {slot} {} ; le nombre total n'est pas connu.",
            noun(*subject)
        ),
        Sentence::Examples => "Par exemple :".to_owned(),
        Sentence::NoCount { subject } => format!(
            "La source ne donne pas de nombre fiable pour les {}, je ne peux donc pas en indiquer.",
            plural(subject.noun)
        ),
        Sentence::NoneAtAll { subject } => format!(
            "Dans ce projet, rien ne correspond à votre question parmi les {}.",
            plural(subject.noun)
        ),
        Sentence::NoneInNarrowed { subject } => format!(
            "Rien ne correspond parmi les {} des résultats précédents. La prochaine recherche portera sur tout le projet.",
            plural(subject.noun)
        ),
        Sentence::SearchFailed => {
            "La recherche n'a pas pu aboutir, je ne peux donc pas dire ce qu'il y a. Vous pouvez réessayer.".to_owned()
        }
        Sentence::SignInExpired => {
            "Votre connexion à la source de données a expiré, rien n'a donc été recherché. Reconnectez-vous et reposez la question.".to_owned()
        }
        Sentence::Denied => "Vous pouvez me poser une autre question sur ce chantier.".to_owned(),
        Sentence::PagesBroken => {
            "Les pages de ce résultat ne s'accordent pas, la liste est peut-être incomplète.".to_owned()
        }
        Sentence::ViewCut => {
            "La liste de ce qui est visible a été tronquée, il peut y en avoir plus que ce que j'ai reçu.".to_owned()
        }
        Sentence::Capabilities => {
            "Je peux répondre à des questions sur les photos, les nombres et les constats de ce chantier. Par exemple : *Combien de panoramas compte ce projet ?*".to_owned()
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
        Counted::Findings => ("constat", "constats"),
        Counted::Elements => ("élément", "éléments"),
        Counted::Captures => ("relevé", "relevés"),
        Counted::Levels => ("niveau", "niveaux"),
        Counted::Projects => ("projet", "projets"),
        Counted::Results => ("résultat", "résultats"),
    };
    if subject.form == Form::One {
        one
    } else {
        other
    }
}

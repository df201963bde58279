//! German.

use super::{Counted, Form, Sentence, Subject};

pub fn say(sentence: &Sentence) -> String {
    match sentence {
        Sentence::MatchExactly { slot, subject } | Sentence::MatchAtLeast { slot, subject } => {
            let verb = if subject.form == Form::One { "passt" } else { "passen" };
            format!("Zu Ihrer Frage {verb} **{slot}** {}.", noun(*subject))
        }
        Sentence::HasExactly { slot, subject } => {
            format!("Dieses Projekt hat **{slot}** {}.", noun(*subject))
        }
        Sentence::HasAtLeast { slot, subject } => format!(
            "Dieses Projekt hat **{slot}** {}. Jenseits dessen, was die Quelle liefert, kann es weitere geben.",
            noun(*subject)
        ),
        Sentence::ShownOf { subject: Subject { form: Form::One, .. }, .. } => {
            "Einer der Treffer ist hier zu sehen.".to_owned()
        }
        Sentence::ShownOf { slot, .. } => format!("Diese {slot} sind hier zu sehen."),
        Sentence::ShownAlone { slot, subject } => format!(
            "Hier zu sehen: {slot} {}. Wie viele es insgesamt sind, ist nicht bekannt.",
            noun(*subject)
        ),
        Sentence::Examples => "Darunter:".to_owned(),
        Sentence::NoCount { subject } => format!(
            "Die Quelle nennt keine verlässliche Anzahl der {}, deshalb kann ich keine angeben.",
            plural(subject.noun)
        ),
        Sentence::NoneAtAll { subject } => {
            format!("In diesem Projekt gibt es keine {}, die zu Ihrer Frage passen.", plural(subject.noun))
        }
        Sentence::NoneInNarrowed { subject } => format!(
            "Unter den bisherigen Ergebnissen gibt es keine passenden {}. Die nächste Suche umfasst wieder das ganze Projekt.",
            plural(subject.noun)
        ),
        Sentence::SearchFailed => {
            "Die Suche konnte nicht abgeschlossen werden, deshalb kann ich nicht sagen, was vorhanden ist. Sie können es erneut versuchen.".to_owned()
        }
        Sentence::SignInExpired => {
            "Ihre Anmeldung bei der Datenquelle ist abgelaufen, deshalb wurde nichts durchsucht. Melden Sie sich neu an und stellen Sie die Frage noch einmal.".to_owned()
        }
        Sentence::Denied => "Sie können mich etwas anderes zu dieser Baustelle fragen.".to_owned(),
        Sentence::PagesBroken => {
            "Die Seiten dieses Ergebnisses passen nicht zusammen, die Liste ist möglicherweise unvollständig.".to_owned()
        }
        Sentence::ViewCut => {
            "Die Liste des Sichtbaren wurde gekürzt; es kann mehr geben, als mir vorliegt.".to_owned()
        }
        Sentence::Capabilities => {
            "Ich beantworte Fragen zu Fotos, Anzahlen und Feststellungen dieser Baustelle. Zum Beispiel: *Wie viele Panoramen hat dieses Projekt?*".to_owned()
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
        Counted::Photos => ("Foto", "Fotos"),
        Counted::Panoramas => ("Panorama", "Panoramen"),
        Counted::Findings => ("Feststellung", "Feststellungen"),
        Counted::Elements => ("Bauteil", "Bauteile"),
        Counted::Captures => ("Aufnahme", "Aufnahmen"),
        Counted::Levels => ("Geschoss", "Geschosse"),
        Counted::Projects => ("Projekt", "Projekte"),
        Counted::Results => ("Ergebnis", "Ergebnisse"),
    };
    if subject.form == Form::One {
        one
    } else {
        other
    }
}

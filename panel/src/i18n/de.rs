//! German.

use super::{Category, Key, Noun};

pub const fn text(key: Key) -> &'static str {
    match key {
        Key::PanelLabel => "Beacon-Assistent",
        Key::NewThread => "Neue Unterhaltung",
        Key::EmptyTitle => "Fragen zu diesem Standort",
        Key::EmptyHint => "Jede Antwort zeigt, woher sie kommt. Eine Karte führt dorthin.",
        Key::NoFacility => "Öffnen Sie ein Projekt, um danach zu fragen.",
        Key::Suggestions => "Vorschläge",
        Key::SuggestPhotos => "Zeig mir Fotos von Arbeitern ohne Schutzhelm",
        Key::SuggestCount => "Wie viele Panoramen hat dieses Projekt?",
        Key::SuggestList => "Liste alle Panoramen dieses Projekts auf",
        Key::Composer => "Nachricht",
        Key::Placeholder => "Fragen zu diesem Standort",
        Key::Send => "Senden",
        Key::Stop => "Stoppen",
        Key::Retry => "Erneut versuchen",
        Key::AskAgain => "Erneut fragen",
        Key::LoadAgain => "Antwort laden",
        Key::Copy => "Antwort kopieren",
        Key::Copied => "Kopiert",
        Key::Latest => "Zum Neuesten",
        Key::Dismiss => "Schließen",
        Key::You => "Sie",
        Key::Answer => "Antwort",
        Key::Loading => "Unterhaltung wird geladen",
        Key::Thinking => "Denkt nach",
        Key::Writing => "Schreibt",
        Key::Transcript => "Unterhaltung",
        Key::ToolPlanned => "wartet",
        Key::ToolRunning => "läuft",
        Key::ToolAnswered => "fertig",
        Key::ToolEmpty => "nichts gefunden",
        Key::ToolUnknown => "kein klares Ergebnis",
        Key::ToolFailed => "fehlgeschlagen",
        Key::ToolAuthExpired => "Anmeldung abgelaufen",
        Key::ToolCancelled => "abgebrochen",
        Key::ToolAbandoned => "nicht ausgeführt",
        Key::GradeExact => "Genaue Zahl",
        Key::GradeLowerBound => "Untergrenze: Es können mehr sein",
        Key::GradeShown => "Was hier gezeigt wird, nicht die Gesamtzahl",
        Key::GradeUnknown => "Nicht bekannt",
        Key::NumberFrom => "Quelle",
        Key::NumberScope => "Bereich",
        Key::NotFinal => "Nicht endgültig: Die Antwort brach ab",
        Key::ScopeProject => "Gesamtes Projekt",
        Key::ScopeLevel => "Ebene {name}",
        Key::ScopeVisit => "Begehung {name}",
        Key::ScopeFrom => "ab {date}",
        Key::ScopeTo => "bis {date}",
        Key::CountAll => "Alle {n}",
        Key::CountOnly => "Der einzige Treffer",
        Key::CountOf => "{shown} von {total} angezeigt",
        Key::CountOfAtLeast => "{shown} von mindestens {total} angezeigt",
        Key::CountShown => "{n} angezeigt",
        Key::CountExactly => "Genau {total} {noun}",
        Key::CountAtLeast => "Mindestens {total} {noun}",
        Key::CountNone => "Keine {noun}",
        Key::Sources => "Quellen",
        Key::Source => "Quelle {n}",
        Key::InView => "Im Blick",
        Key::Opening => "Wird geöffnet",
        Key::TargetGone => "Diesen Ort gibt es im Projekt nicht mehr.",
        Key::TargetDenied => "Sie haben keinen Zugang zu diesem Ort.",
        Key::NoPicture => "Kein Bild",
        Key::DenialTitle => "In Ihrer Lizenz nicht enthalten",
        Key::DenialTiers => "Enthalten in",
        Key::DenialReply => "Antworttext zeigen",
        Key::BlockedTitle => "Diese Anfrage wurde angehalten",
        Key::QuestionRecommended => "empfohlen",
        Key::Interrupted => "Die Antwort wurde unterbrochen. Das Gezeigte ist nicht endgültig.",
        Key::Stopped => "Sie haben diese Antwort gestoppt.",
        Key::ErrorUpstream => "Die Standortdaten sind gerade nicht erreichbar.",
        Key::ErrorModel => "Der Assistent ist gerade nicht erreichbar.",
        Key::ErrorTruncated => "Die Antwort brach ab. Das Gezeigte ist nicht endgültig.",
        Key::ErrorDeadline => "Das dauerte zu lange und wurde beendet.",
        Key::ErrorInternal => "Bei uns ist etwas schiefgegangen.",
        Key::SendFailed => {
            "Die Nachricht konnte nicht gesendet werden. Sie steht wieder im Eingabefeld."
        }
        Key::SendTooLong => {
            "Diese Nachricht ist zu lang. Kürzen Sie sie und senden Sie sie erneut."
        }
        Key::SendForbidden => "Sie haben keinen Zugang zu diesem Projekt.",
        Key::SendBusy => {
            "Die letzte Nachricht wird noch beantwortet. Versuchen Sie es gleich noch einmal."
        }
        Key::SignedOut => {
            "Ihre Anmeldung ist abgelaufen. Melden Sie sich wieder an und senden Sie die Nachricht noch einmal."
        }
        Key::Offline => "Sie sind offline. Ihre Nachricht bleibt erhalten.",
        Key::LoadFailed => "Die Unterhaltung konnte nicht geladen werden.",
        Key::SayAnswering => "Antwort läuft",
        Key::SayReady => "Antwort fertig",
        Key::SayReadyOne => "Antwort fertig, 1 Quelle",
        Key::SayReadyMany => "Antwort fertig, {n} Quellen",
        Key::SayAsked => "Es gibt eine Rückfrage an Sie",
        Key::SayDenied => "Das ist in Ihrer Lizenz nicht enthalten",
        Key::SayFailed => "Die Antwort ist fehlgeschlagen",
    }
}

pub const fn noun(noun: Noun, category: Category) -> &'static str {
    match (noun, category) {
        (Noun::Photos, Category::One) => "Foto",
        (Noun::Photos, _) => "Fotos",
        (Noun::Panoramas, Category::One) => "Panorama",
        (Noun::Panoramas, _) => "Panoramen",
        (Noun::Findings, Category::One) => "Befund",
        (Noun::Findings, _) => "Befunde",
        (Noun::Elements, Category::One) => "Bauteil",
        (Noun::Elements, _) => "Bauteile",
        (Noun::Captures, Category::One) => "Aufnahme",
        (Noun::Captures, _) => "Aufnahmen",
        (Noun::Projects, Category::One) => "Projekt",
        (Noun::Projects, _) => "Projekte",
        (Noun::Results, Category::One) => "Ergebnis",
        (Noun::Results, _) => "Ergebnisse",
    }
}

//! Japanese. A counter (枚, 件, 個) follows every slot; which one depends on the noun.

use super::{Counted, Sentence};

pub fn say(sentence: &Sentence) -> String {
    match sentence {
        Sentence::MatchExactly { slot, subject } | Sentence::MatchAtLeast { slot, subject } => {
            format!("質問に一致する{}は{slot}{}です。", noun(subject.noun), counter(subject.noun))
        }
        Sentence::HasExactly { slot, subject } => {
            format!("このプロジェクトの{}は{slot}{}です。", noun(subject.noun), counter(subject.noun))
        }
        Sentence::HasAtLeast { slot, subject } => format!(
            "このプロジェクトの{}は{slot}{}です。データソースが返す範囲の外に、さらにある可能性があります。",
            noun(subject.noun),
            counter(subject.noun)
        ),
        Sentence::ShownOf { slot, subject } => {
            format!("そのうち、ここに表示しているのは{slot}{}です。", counter(subject.noun))
        }
        Sentence::ShownAlone { slot, subject } => format!(
            "ここに表示している{}は{slot}{}です。全体の数は分かりません。",
            noun(subject.noun),
            counter(subject.noun)
        ),
        Sentence::Examples => "たとえば次のとおりです。".to_owned(),
        Sentence::NoCount { subject } => format!(
            "データソースから{}の確かな数が得られないため、数はお答えできません。",
            noun(subject.noun)
        ),
        Sentence::NoneAtAll { subject } => {
            format!("このプロジェクトには、質問に該当する{}はありません。", noun(subject.noun))
        }
        Sentence::NoneInNarrowed { subject } => format!(
            "これまでの結果の中に、該当する{}はありません。次の検索はプロジェクト全体が対象になります。",
            noun(subject.noun)
        ),
        Sentence::SearchFailed => {
            "検索を完了できなかったため、何があるかをお答えできません。もう一度お試しください。".to_owned()
        }
        Sentence::SignInExpired => {
            "データソースへのサインインの期限が切れているため、検索できませんでした。サインインし直してから、もう一度質問してください。".to_owned()
        }
        Sentence::Denied => "この現場について、ほかのことをお尋ねいただけます。".to_owned(),
        Sentence::PagesBroken => {
            "結果のページがうまくつながらないため、一覧が不完全な可能性があります。".to_owned()
        }
        Sentence::ViewCut => {
            "表示中の項目の一覧が途中で切られているため、受け取ったもの以外にもある可能性があります。".to_owned()
        }
        Sentence::Capabilities => {
            "この現場の写真、数、指摘事項についての質問にお答えできます。例：「このプロジェクトにパノラマは何枚ありますか？」".to_owned()
        }
    }
}

fn noun(noun: Counted) -> &'static str {
    match noun {
        Counted::Photos => "写真",
        Counted::Panoramas => "パノラマ",
        Counted::Findings => "指摘事項",
        Counted::Elements => "部材",
        Counted::Captures => "撮影記録",
        Counted::Levels => "階",
        Counted::Projects => "プロジェクト",
        Counted::Results => "結果",
    }
}

fn counter(noun: Counted) -> &'static str {
    match noun {
        Counted::Photos | Counted::Panoramas => "枚",
        Counted::Findings | Counted::Captures | Counted::Projects | Counted::Results => "件",
        Counted::Elements => "個",
        Counted::Levels => "フロア",
    }
}

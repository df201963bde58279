//! Korean. A counter (장, 건, 개) follows every slot; which one depends on the noun.

use super::{Counted, Sentence};

pub fn say(sentence: &Sentence) -> String {
    match sentence {
        Sentence::MatchExactly { slot, subject } | Sentence::MatchAtLeast { slot, subject } => {
            format!("질문과 일치하는 {} {slot}{}입니다.", topic(subject.noun), counter(subject.noun))
        }
        Sentence::HasExactly { slot, subject } => {
            format!("이 프로젝트의 {} {slot}{}입니다.", topic(subject.noun), counter(subject.noun))
        }
        Sentence::HasAtLeast { slot, subject } => format!(
            "이 프로젝트의 {} {slot}{}이며, 데이터 원본이 반환한 범위 밖에 더 있을 수 있습니다.",
            topic(subject.noun),
            counter(subject.noun)
        ),
        Sentence::ShownOf { slot, subject } => {
            format!("그중 여기에 표시된 항목은 {slot}{}입니다.", counter(subject.noun))
        }
        Sentence::ShownAlone { slot, subject } => format!(
            "여기에 표시된 {} {slot}{}입니다. 전체가 얼마나 되는지는 알 수 없습니다.",
            topic(subject.noun),
            counter(subject.noun)
        ),
        Sentence::Examples => "예를 들면 다음과 같습니다.".to_owned(),
        Sentence::NoCount { subject } => format!(
            "데이터 원본이 {}의 정확한 수를 알려 주지 않아 개수를 말씀드릴 수 없습니다.",
            noun(subject.noun)
        ),
        Sentence::NoneAtAll { subject } => {
            format!("이 프로젝트에는 질문에 해당하는 {} 데이터가 없습니다.", noun(subject.noun))
        }
        Sentence::NoneInNarrowed { subject } => format!(
            "이전 결과 중에는 해당하는 {} 데이터가 없습니다. 다음 검색은 프로젝트 전체를 대상으로 합니다.",
            noun(subject.noun)
        ),
        Sentence::SearchFailed => {
            "검색을 완료하지 못해 무엇이 있는지 말씀드릴 수 없습니다. 다시 시도해 주세요.".to_owned()
        }
        Sentence::SignInExpired => {
            "데이터 원본의 로그인이 만료되어 검색하지 못했습니다. 다시 로그인한 뒤 질문해 주세요.".to_owned()
        }
        Sentence::Denied => "이 현장에 관해 다른 것을 물어보실 수 있습니다.".to_owned(),
        Sentence::PagesBroken => {
            "결과 페이지가 서로 이어지지 않아 목록이 완전하지 않을 수 있습니다.".to_owned()
        }
        Sentence::ViewCut => {
            "화면에 보이는 항목의 목록이 잘려 있어, 전달받은 것보다 더 있을 수 있습니다.".to_owned()
        }
        Sentence::Capabilities => {
            "이 현장의 사진, 개수, 지적 사항에 관한 질문에 답할 수 있습니다. 예: *이 프로젝트에는 파노라마가 몇 장 있나요?*".to_owned()
        }
    }
}

fn noun(noun: Counted) -> &'static str {
    match noun {
        Counted::Photos => "사진",
        Counted::Panoramas => "파노라마",
        Counted::Findings => "지적 사항",
        Counted::Elements => "부재",
        Counted::Captures => "촬영 기록",
        Counted::Levels => "층",
        Counted::Projects => "프로젝트",
        Counted::Results => "결과",
    }
}

/// The noun with its topic particle: 은 after a final consonant, 는 after a vowel.
fn topic(noun: Counted) -> &'static str {
    match noun {
        Counted::Photos => "사진은",
        Counted::Panoramas => "파노라마는",
        Counted::Findings => "지적 사항은",
        Counted::Elements => "부재는",
        Counted::Captures => "촬영 기록은",
        Counted::Levels => "층은",
        Counted::Projects => "프로젝트는",
        Counted::Results => "결과는",
    }
}

fn counter(noun: Counted) -> &'static str {
    match noun {
        Counted::Photos | Counted::Panoramas => "장",
        Counted::Findings | Counted::Captures | Counted::Results => "건",
        Counted::Elements | Counted::Levels | Counted::Projects => "개",
    }
}

//! What a user is told when a call was not allowed out. From this table, never from a model.

use beacon_shared::capability::Capability;
use beacon_shared::locale::Locale;

/// The sentence for a missing capability.
pub const fn message(capability: Capability, locale: Locale) -> &'static str {
    use Capability as C;
    match (locale, capability) {
        (Locale::En, C::PhotoSearch) => {
            "Your plan does not include photo search. Your administrator can change the plan."
        }
        (Locale::En, C::DataQuery) => {
            "Your plan does not include data queries. Your administrator can change the plan."
        }
        (Locale::En, C::Findings) => {
            "Your plan does not include findings. Your administrator can change the plan."
        }
        (Locale::En, C::Elements) => {
            "Your plan does not include BIM elements. Your administrator can change the plan."
        }
        (Locale::En, C::Captures) => {
            "Your plan does not include captures. Your administrator can change the plan."
        }
        (Locale::En, C::Projects) => {
            "Your plan does not include projects. Your administrator can change the plan."
        }
        (Locale::Ko, C::PhotoSearch) => {
            "현재 요금제에는 사진 검색이 포함되어 있지 않습니다. 관리자가 요금제를 변경할 수 있습니다."
        }
        (Locale::Ko, C::DataQuery) => {
            "현재 요금제에는 데이터 조회가 포함되어 있지 않습니다. 관리자가 요금제를 변경할 수 있습니다."
        }
        (Locale::Ko, C::Findings) => {
            "현재 요금제에는 지적 사항이 포함되어 있지 않습니다. 관리자가 요금제를 변경할 수 있습니다."
        }
        (Locale::Ko, C::Elements) => {
            "현재 요금제에는 BIM 요소가 포함되어 있지 않습니다. 관리자가 요금제를 변경할 수 있습니다."
        }
        (Locale::Ko, C::Captures) => {
            "현재 요금제에는 캡처가 포함되어 있지 않습니다. 관리자가 요금제를 변경할 수 있습니다."
        }
        (Locale::Ko, C::Projects) => {
            "현재 요금제에는 프로젝트가 포함되어 있지 않습니다. 관리자가 요금제를 변경할 수 있습니다."
        }
        (Locale::Ja, C::PhotoSearch) => {
            "現在のプランに写真検索は含まれていません。プランは管理者が変更できます。"
        }
        (Locale::Ja, C::DataQuery) => {
            "現在のプランにデータ照会は含まれていません。プランは管理者が変更できます。"
        }
        (Locale::Ja, C::Findings) => {
            "現在のプランに指摘事項は含まれていません。プランは管理者が変更できます。"
        }
        (Locale::Ja, C::Elements) => {
            "現在のプランにBIM要素は含まれていません。プランは管理者が変更できます。"
        }
        (Locale::Ja, C::Captures) => {
            "現在のプランにキャプチャは含まれていません。プランは管理者が変更できます。"
        }
        (Locale::Ja, C::Projects) => {
            "現在のプランにプロジェクトは含まれていません。プランは管理者が変更できます。"
        }
        (Locale::De, C::PhotoSearch) => {
            "Ihr Tarif enthält keine Fotosuche. Ihre Administration kann den Tarif ändern."
        }
        (Locale::De, C::DataQuery) => {
            "Ihr Tarif enthält keine Datenabfragen. Ihre Administration kann den Tarif ändern."
        }
        (Locale::De, C::Findings) => {
            "Ihr Tarif enthält keine Feststellungen. Ihre Administration kann den Tarif ändern."
        }
        (Locale::De, C::Elements) => {
            "Ihr Tarif enthält keine BIM-Elemente. Ihre Administration kann den Tarif ändern."
        }
        (Locale::De, C::Captures) => {
            "Ihr Tarif enthält keine Aufnahmen. Ihre Administration kann den Tarif ändern."
        }
        (Locale::De, C::Projects) => {
            "Ihr Tarif enthält keine Projekte. Ihre Administration kann den Tarif ändern."
        }
        (Locale::Fr, C::PhotoSearch) => {
            "Votre formule ne comprend pas la recherche de photos. Votre administrateur peut la modifier."
        }
        (Locale::Fr, C::DataQuery) => {
            "Votre formule ne comprend pas les requêtes de données. Votre administrateur peut la modifier."
        }
        (Locale::Fr, C::Findings) => {
            "Votre formule ne comprend pas les constats. Votre administrateur peut la modifier."
        }
        (Locale::Fr, C::Elements) => {
            "Votre formule ne comprend pas les éléments BIM. Votre administrateur peut la modifier."
        }
        (Locale::Fr, C::Captures) => {
            "Votre formule ne comprend pas les captures. Votre administrateur peut la modifier."
        }
        (Locale::Fr, C::Projects) => {
            "Votre formule ne comprend pas les projets. Votre administrateur peut la modifier."
        }
    }
}

use super::*;

const SHIPPED: &str = include_str!("../../../contracts/site-search.toml");

#[test]
fn the_shipped_contracts_are_valid() {
    let contracts = Contracts::parse(SHIPPED).unwrap();
    let query = contracts.get("query_data").unwrap();
    assert_eq!(
        query.accounting.cap.as_ref().map(|cap| cap.value),
        Some(3000)
    );
    assert_eq!(query.title(Locale::De), "Projektdaten werden abgefragt");
}

#[test]
fn a_tool_without_a_contract_does_not_exist() {
    let contracts = Contracts::parse(SHIPPED).unwrap();
    for name in [
        "search",
        "Search_photos",
        " search_photos",
        "search_photos ",
    ] {
        assert!(contracts.get(name).is_none(), "{name:?}");
    }
}

#[test]
fn an_unknown_key_is_an_error_that_names_its_line() {
    let text = SHIPPED.replacen("returned =", "retuned =", 1);
    let problem = Contracts::parse(&text).unwrap_err();
    assert!(
        problem.contains("retuned") && problem.starts_with("line "),
        "{problem}"
    );
}

#[test]
fn a_pointer_that_is_none_is_an_error_that_names_tool_and_key() {
    let text = SHIPPED.replacen("floor = \"/content", "floor = \"content", 1);
    let problem = Contracts::parse(&text).unwrap_err();
    assert!(problem.contains("search_photos") && problem.contains("accounting.floor"));
}

#[test]
fn a_tool_that_takes_no_facility_is_refused() {
    let text = SHIPPED.replacen("facility = \"facility_key\"\n", "", 1);
    let problem = Contracts::parse(&text).unwrap_err();
    assert!(problem.contains("arguments.facility"), "{problem}");
}

#[test]
fn a_tool_that_is_described_twice_is_refused() {
    let twice = SHIPPED.replace("name = \"query_data\"", "name = \"search_photos\"");
    assert!(
        Contracts::parse(&twice)
            .unwrap_err()
            .contains("described twice")
    );
}

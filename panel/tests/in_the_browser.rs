//! What only a browser can tell: the page that is made, the keys that are pressed, the contract over
//! a JavaScript object. The server is a `fetch` that the test puts in place.

#![cfg(target_arch = "wasm32")]
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

use beacon_panel::host::js::JsHost;
use beacon_panel::host::{CitationOutcome, HostAdapter, HostCapabilities, TokenFreshness};
use beacon_panel::i18n::{by_rule, category};
use beacon_panel::{MountOptions, PanelHandle, mount_in};
use beacon_shared::citation::{CitationTarget, TargetKind};
use beacon_shared::locale::Locale;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const HOST: &str = r#"({
    refreshes: [],
    getFacilityKey: () => "fac-a",
    async getAuthToken({ refresh }) { this.refreshes.push(refresh); return refresh ? "new" : "old"; },
    getLicenseTierSet: () => ["analyze"],
    getCurrentSurfaceId: () => "test",
    getViewerSnapshot: async () => ({ facility_name: "Riverside Tower", level_id: null }),
    async dispatchCitation(target) {
        if (target.id === "broken") throw new Error("no");
        return target.id === "gone" ? "not_found" : "arrived";
    },
    subscribeViewerState(listener) {
        this.listener = listener;
        return () => { this.listener = undefined; };
    },
    resolveDeepLink: (target) => "/places/" + target.id,
    getIsAdmin: () => true,
    capabilities: { camera: true, routing: false },
})"#;

/// A server that answers with text that looks like markup.
const SERVER: &str = r#"
    window.fetch = async (request) => {
        const path = new URL(request.url).pathname;
        if (path === "/v1/sessions") {
            const body = { session_id: "s", facility_key: "fac-a", locale: "en", created_at: "" };
            return new Response(JSON.stringify(body), { status: 201 });
        }
        const start = { run_id: "r", session_id: "s", turn: 1, protocol_version: 1, locale: "en" };
        const text = "<img src=x onerror=\"window.pwned = true\"><b>bold</b>";
        const delta = { block: 0, kind: "paragraph", inlines: [{ type: "text", text }] };
        const done = { outcome: "answered", usage: { input_tokens: 0, output_tokens: 0 } };
        const frame = (event, data) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
        const stream = frame("start", start) + frame("delta", delta) + frame("done", done);
        return new Response(stream, { headers: { "content-type": "text/event-stream" } });
    };
"#;

fn eval(code: &str) -> JsValue {
    js_sys::eval(code).unwrap()
}

fn host() -> JsHost {
    JsHost::new(eval(HOST))
}

fn target(id: &str) -> CitationTarget {
    CitationTarget {
        kind: TargetKind::Panorama,
        id: id.into(),
        facility_key: "fac-a".into(),
        review_key: None,
        record_id: None,
        pano_id: None,
        level_id: None,
        bim_id: None,
        element_guid: None,
        pose: None,
    }
}

async fn pause(milliseconds: i32) {
    let wait = js_sys::Promise::new(&mut |resolve, _| {
        let window = web_sys::window().unwrap();
        window
            .set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, milliseconds)
            .unwrap();
    });
    JsFuture::from(wait).await.unwrap();
}

thread_local! {
    static NEXT: Cell<u32> = const { Cell::new(1) };
}

struct Mounted {
    handle: PanelHandle,
    element: web_sys::HtmlElement,
}

impl Mounted {
    async fn new() -> Self {
        eval(SERVER);
        let document = web_sys::window().unwrap().document().unwrap();
        let element: web_sys::HtmlElement =
            document.create_element("div").unwrap().dyn_into().unwrap();
        document.body().unwrap().append_child(&element).unwrap();
        let options = MountOptions {
            server_url: "http://localhost:1".into(),
            ..MountOptions::default()
        };
        let handle = mount_in(element.clone(), options, Rc::new(host()));
        pause(50).await;
        Self { handle, element }
    }

    fn find(&self, test_id: &str) -> Option<web_sys::HtmlElement> {
        let selector = format!("[data-testid='{test_id}']");
        let found = self
            .element
            .shadow_root()
            .unwrap()
            .query_selector(&selector)
            .unwrap();
        found.map(|element| element.dyn_into().unwrap())
    }

    fn press_enter(&self, is_composing: bool) {
        let press = js_sys::Function::new_with_args(
            "field, composing",
            "field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true,
                cancelable: true, isComposing: composing }))",
        );
        let field = self.find("composer").unwrap();
        press
            .call2(&JsValue::UNDEFINED, &field, &is_composing.into())
            .unwrap();
    }

    fn write(&self, text: &str) {
        let write = js_sys::Function::new_with_args(
            "field, text",
            "field.value = text; field.dispatchEvent(new InputEvent('input', { bubbles: true }))",
        );
        let field = self.find("composer").unwrap();
        write
            .call2(&JsValue::UNDEFINED, &field, &text.into())
            .unwrap();
    }
}

#[wasm_bindgen_test]
async fn text_that_looks_like_markup_is_shown_as_text() {
    let panel = Mounted::new().await;
    panel
        .handle
        .send_user_message("<script>window.pwned = true</script>");
    pause(200).await;
    assert_eq!(
        panel
            .find("panel")
            .unwrap()
            .get_attribute("data-state")
            .unwrap(),
        "answered"
    );
    let turn = panel.find("turn").unwrap();
    let text = turn.text_content().unwrap();
    assert!(text.contains("<b>bold</b>"), "{text}");
    assert!(text.contains("<script>"), "{text}");
    assert_eq!(turn.query_selector("img, b, script").unwrap(), None);
    assert!(eval("window.pwned").is_undefined());
    panel.handle.unmount();
}

#[wasm_bindgen_test]
async fn enter_sends_unless_an_input_method_is_composing() {
    let panel = Mounted::new().await;
    panel.write("안전모");
    panel.press_enter(true);
    pause(50).await;
    assert!(panel.find("turn").is_none());
    panel.press_enter(false);
    pause(200).await;
    assert!(panel.find("turn").is_some());
    panel.handle.unmount();
}

#[wasm_bindgen_test]
async fn keys_typed_into_the_panel_do_not_reach_the_page() {
    let panel = Mounted::new().await;
    eval("window.heard = 0; window.addEventListener('keydown', () => { window.heard += 1; })");
    panel.press_enter(true);
    assert_eq!(eval("window.heard").as_f64(), Some(0.0));
    panel.handle.unmount();
}

#[wasm_bindgen_test]
async fn unmounting_twice_leaves_an_empty_shadow_root() {
    let panel = Mounted::new().await;
    assert!(panel.find("composer").is_some());
    panel.handle.unmount();
    panel.handle.unmount();
    assert!(panel.find("composer").is_none());
    panel.handle.send_user_message("into the void");
}

#[wasm_bindgen_test]
async fn a_javascript_object_keeps_the_host_contract() {
    let object = eval(HOST);
    let host = JsHost::new(object.clone());
    assert_eq!(host.facility_key().as_deref(), Some("fac-a"));
    assert_eq!(
        host.auth_token(TokenFreshness::Cached).await.as_deref(),
        Some("old")
    );
    assert_eq!(
        host.auth_token(TokenFreshness::Renewed).await.as_deref(),
        Some("new")
    );
    assert_eq!(host.license_tier_set(), ["analyze"]);
    assert_eq!(host.current_surface_id(), "test");
    let view = host.viewer_snapshot().await.unwrap();
    assert_eq!(view.facility_name.as_deref(), Some("Riverside Tower"));
    assert_eq!(
        host.dispatch_citation(target("p1")).await,
        CitationOutcome::Arrived
    );
    assert_eq!(
        host.dispatch_citation(target("gone")).await,
        CitationOutcome::NotFound
    );
    assert_eq!(
        host.resolve_deep_link(&target("p1")).as_deref(),
        Some("/places/p1")
    );
    assert!(host.is_admin());
    let capabilities = HostCapabilities {
        camera: true,
        routing: false,
        annotations: false,
    };
    assert_eq!(host.capabilities(), capabilities);

    let heard = Rc::new(Cell::new(0));
    let count = Rc::clone(&heard);
    let subscription = host.subscribe_viewer_state(Rc::new(move |_| count.set(count.get() + 1)));
    let notify = js_sys::Function::new_with_args("host", "host.listener?.(null)");
    notify.call1(&JsValue::UNDEFINED, &object).unwrap();
    drop(subscription);
    notify.call1(&JsValue::UNDEFINED, &object).unwrap();
    assert_eq!(heard.get(), 1);
}

#[wasm_bindgen_test]
async fn a_host_that_breaks_its_contract_breaks_nothing() {
    let host = JsHost::new(eval("({ getFacilityKey() { throw new Error('no'); } })"));
    assert_eq!(host.facility_key(), None);
    assert_eq!(host.auth_token(TokenFreshness::Cached).await, None);
    assert_eq!(host.viewer_snapshot().await, None);
    assert_eq!(
        host.dispatch_citation(target("p1")).await,
        CitationOutcome::NotFound
    );
    assert_eq!(host.capabilities(), HostCapabilities::default());
    drop(host.subscribe_viewer_state(Rc::new(|_| {})));
    let rejecting = JsHost::new(eval(HOST));
    assert_eq!(
        rejecting.dispatch_citation(target("broken")).await,
        CitationOutcome::NotFound
    );
}

#[wasm_bindgen_test]
fn the_written_plural_rules_are_those_of_the_browser() {
    for locale in Locale::ALL {
        for value in (0..200).chain([1_000, 7_961, 1_000_000, 2_000_000, 1_000_001]) {
            assert_eq!(
                category(locale, value),
                by_rule(locale, value),
                "{locale:?} {value}"
            );
        }
    }
}

// The panel's package for JavaScript hosts: `mount()` and the custom element `<beacon-panel>`.
//
// One WebAssembly instance serves every mount. A panic ends that instance: then all containers are
// cleared, the instance is reset and the panels are mounted again; their conversations come back
// from the server.

import init, { __wbg_reset_state, mountPanel, onPanic } from "./beacon_panel.js";

/** More panics than this within a minute, and the panel stays down instead of flickering. */
const MOST_RESTARTS = 3;
const MINUTE = 60_000;

/** @type {Set<{ start(): void, fail(place: string): void }>} */
const mounts = new Set();
/** @type {number[]} */
let restarts = [];
/** @type {Promise<unknown> | undefined} */
let loading;

function load() {
  const module_or_path = new URL("./beacon_panel_bg.wasm", import.meta.url);
  loading ??= init({ module_or_path }).then(() => onPanic(panicked));
  return loading;
}

function panicked(place) {
  // The hook runs inside the instance that is about to trap: leave it first.
  setTimeout(() => {
    const now = Date.now();
    restarts = restarts.filter((time) => now - time < MINUTE);
    const goesOn = restarts.length < MOST_RESTARTS;
    restarts.push(now);
    __wbg_reset_state();
    onPanic(panicked);
    for (const mount of mounts) {
      mount.fail(place);
      if (goesOn) mount.start();
    }
  });
}

/**
 * Mounts a panel into an element.
 *
 * @param {HTMLElement} element
 * @param {import("./beacon-panel.js").MountOptions} options
 */
export async function mount(element, options) {
  const { serverUrl, adapter, locale, theme } = options;
  if (!serverUrl) throw new TypeError("mount: serverUrl is missing");
  if (!adapter) throw new TypeError("mount: adapter is missing");
  await load();

  /** @type {any} */
  let panel;
  const language = locale || document.documentElement.lang || navigator.language || "en";
  const running = {
    start() {
      panel = mountPanel(element, serverUrl, language, theme ?? "system", adapter);
    },
    fail(place) {
      panel = undefined;
      element.shadowRoot?.replaceChildren();
      const detail = { code: "panic", place };
      const init = { bubbles: true, composed: true, detail };
      element.dispatchEvent(new CustomEvent("beacon.error", init));
    },
  };
  running.start();
  mounts.add(running);

  return {
    unmount() {
      if (!mounts.delete(running)) return;
      panel?.unmount();
      panel?.free();
      panel = undefined;
    },
    focusComposer: () => panel?.focusComposer(),
    sendUserMessage: (text) => panel?.sendUserMessage(String(text)),
    setThread: (id) => panel?.setThread(String(id)),
    stop: () => panel?.stop(),
  };
}

/** `<beacon-panel server-url="…" locale="…" theme="…">`, with the property `adapter`. */
export class BeaconPanelElement extends HTMLElement {
  static observedAttributes = ["server-url", "locale", "theme"];

  #adapter;
  #handle;
  // Each change of what the panel is made from starts a new generation; what an older one still
  // brings is taken down again.
  #generation = 0;
  #scheduled = false;
  #focusWhenReady = false;

  get adapter() {
    return this.#adapter;
  }

  set adapter(adapter) {
    if (adapter === this.#adapter) return;
    this.#adapter = adapter;
    this.#schedule();
  }

  connectedCallback() {
    // A property set before the element was defined hides the accessor.
    if (Object.hasOwn(this, "adapter")) {
      const { adapter } = this;
      delete this.adapter;
      this.adapter = adapter;
    }
    this.#schedule();
  }

  disconnectedCallback() {
    this.#schedule();
  }

  attributeChangedCallback(_name, before, after) {
    if (before !== after) this.#schedule();
  }

  focusComposer() {
    if (this.#handle) this.#handle.focusComposer();
    else this.#focusWhenReady = true;
  }

  sendUserMessage(text) {
    this.#handle?.sendUserMessage(text);
  }

  setThread(id) {
    this.#handle?.setThread(id);
  }

  stop() {
    this.#handle?.stop();
  }

  unmount() {
    this.#generation += 1;
    this.#handle?.unmount();
    this.#handle = undefined;
  }

  // Moving an element in the page disconnects and connects it: wait until it is settled.
  #schedule() {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      void this.#remount();
    });
  }

  async #remount() {
    this.unmount();
    const serverUrl = this.getAttribute("server-url");
    if (!this.isConnected || !serverUrl || !this.#adapter) return;
    const generation = this.#generation;
    const handle = await mount(this, {
      serverUrl,
      adapter: this.#adapter,
      locale: this.getAttribute("locale") ?? undefined,
      theme: this.getAttribute("theme") ?? undefined,
    }).catch((error) => {
      const init = { bubbles: true, composed: true, detail: { code: "load", place: String(error) } };
      this.dispatchEvent(new CustomEvent("beacon.error", init));
    });
    if (generation !== this.#generation) {
      handle?.unmount();
      return;
    }
    this.#handle = handle ?? undefined;
    if (this.#focusWhenReady) this.#handle?.focusComposer();
    this.#focusWhenReady = false;
  }
}

if (!customElements.get("beacon-panel")) {
  customElements.define("beacon-panel", BeaconPanelElement);
}

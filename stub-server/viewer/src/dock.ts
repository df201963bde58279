// The dock at the right: where the panel lives. Resizable, collapsible; focus goes in when it
// opens and returns to the launcher when it closes.

import type { BeaconPanelElement } from "../../../panel/js/beacon-panel.js";
import type { HostAdapter } from "./adapter";

const NARROWEST = 320;
/** As in the style sheet. */
const SIDE_BY_SIDE = "(min-width: 900px)";
const WIDTH_KEY = "viewer.dock.width";

export interface DockParts {
  shell: HTMLElement;
  dock: HTMLElement;
  launcher: HTMLButtonElement;
  grip: HTMLElement;
  slot: HTMLElement;
}

export class Dock {
  #panel: BeaconPanelElement | null = null;
  #width = 400;

  constructor(private readonly parts: DockParts) {
    const { launcher, grip } = parts;
    launcher.addEventListener("click", () => (this.open ? this.close() : this.show()));
    grip.addEventListener("pointerdown", (event) => this.#drag(event));
    grip.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: 24, ArrowRight: -24 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      this.#resize(this.#width + step);
    });
    window.addEventListener("resize", () => this.#resize(this.#width));
    this.#resize(Number(remembered()) || this.#width);
    this.#reflect(window.matchMedia(SIDE_BY_SIDE).matches);
  }

  get open(): boolean {
    return !this.parts.dock.hidden;
  }

  show(): void {
    this.#reflect(true);
    if (this.#panel) this.#panel.focusComposer();
    else this.parts.dock.focus();
  }

  /** In a narrow window the dock lies over the scene: it makes room for what was asked for. */
  makeRoom(): void {
    if (this.open && !window.matchMedia(SIDE_BY_SIDE).matches) this.close();
  }

  close(): void {
    this.#reflect(false);
    this.parts.launcher.focus();
  }

  /** Loads the panel's package and mounts its element. */
  async mount(adapter: HostAdapter, serverUrl: string): Promise<void> {
    const { slot } = this.parts;
    slot.replaceChildren();
    try {
      const address = "/panel/beacon-panel.js";
      await import(address);
      await customElements.whenDefined("beacon-panel");
    } catch (error) {
      console.error("the panel could not be loaded", error);
      this.#unavailable(() => void this.mount(adapter, serverUrl));
      return;
    }
    const panel = document.createElement("beacon-panel");
    panel.setAttribute("server-url", serverUrl);
    panel.setAttribute("locale", document.documentElement.lang || "en");
    panel.adapter = adapter;
    panel.addEventListener("beacon.error", ({ detail }) => {
      if (detail.code === "load") this.#unavailable(() => void this.mount(adapter, serverUrl));
    });
    slot.append(panel);
    this.#panel = panel;
  }

  #unavailable(retry: () => void): void {
    const notice = document.createElement("div");
    notice.className = "dock-notice";
    notice.setAttribute("role", "alert");
    const text = document.createElement("p");
    text.textContent = "The assistant could not be loaded.";
    const again = document.createElement("button");
    again.type = "button";
    again.className = "button";
    again.textContent = "Try again";
    again.addEventListener("click", retry);
    notice.append(text, again);
    this.#panel = null;
    this.parts.slot.replaceChildren(notice);
  }

  #reflect(open: boolean): void {
    const { dock, launcher, shell } = this.parts;
    dock.hidden = !open;
    launcher.setAttribute("aria-expanded", String(open));
    shell.dataset["dock"] = open ? "open" : "closed";
  }

  #resize(width: number): void {
    const widest = Math.max(NARROWEST, Math.min(720, window.innerWidth * 0.6));
    this.#width = Math.round(Math.max(NARROWEST, Math.min(widest, width)));
    const { shell, grip } = this.parts;
    shell.style.setProperty("--dock-width", `${this.#width}px`);
    grip.setAttribute("aria-valuenow", String(this.#width));
    grip.setAttribute("aria-valuemin", String(NARROWEST));
    grip.setAttribute("aria-valuemax", String(Math.round(widest)));
  }

  #drag(start: PointerEvent): void {
    const { grip } = this.parts;
    grip.setPointerCapture(start.pointerId);
    const from = this.#width;
    const move = (event: PointerEvent) => this.#resize(from + start.clientX - event.clientX);
    const end = () => {
      grip.removeEventListener("pointermove", move);
      remember(String(this.#width));
    };
    grip.addEventListener("pointermove", move);
    grip.addEventListener("lostpointercapture", end, { once: true });
  }
}

// Storage can be switched off; the width is then simply not remembered.
function remembered(): string | null {
  try {
    return localStorage.getItem(WIDTH_KEY);
  } catch {
    return null;
  }
}

function remember(width: string): void {
  try {
    localStorage.setItem(WIDTH_KEY, width);
  } catch {
    // Nothing depends on it.
  }
}

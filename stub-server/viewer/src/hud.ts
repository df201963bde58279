// The page's own controls over the scene: project picker, level buttons, where you stand.

import { elevation } from "./labels";
import type { Panorama, Site } from "./site";

const whole = new Intl.NumberFormat(document.documentElement.lang || "en");
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

export interface HudActions {
  pickFacility: (key: string) => void;
  pickLevel: (index: number | null) => void;
  back: () => void;
  overview: () => void;
  clearRecord: () => void;
}

export class Hud {
  readonly #picker = part<HTMLSelectElement>("facility");
  readonly #title = part("facility-title");
  readonly #levels = part("levels");
  readonly #back = part<HTMLButtonElement>("back");
  readonly #overview = part<HTMLButtonElement>("overview");
  readonly #card = part("card");
  readonly #notice = part("notice");

  constructor(private readonly actions: HudActions) {
    this.#picker.addEventListener("change", () => actions.pickFacility(this.#picker.value));
    this.#back.addEventListener("click", () => actions.back());
    this.#overview.addEventListener("click", () => actions.overview());
  }

  showSite(site: Site): void {
    const { facility, facilities, levels } = site.data;
    document.title = `${facility.name} · Site viewer`;
    this.#title.textContent = facility.name;
    const known = facilities.some(({ key }) => key === facility.key);
    const choices = known ? facilities : [facility, ...facilities];
    this.#picker.replaceChildren(
      ...choices.map(({ key, name }) => new Option(name, key, false, key === facility.key)),
    );
    const buttons = levels
      .map((level, index) => this.#levelButton(index, level.name, site.countByLevel[index] ?? 0, elevation(level.elevation)))
      .reverse();
    this.#levels.replaceChildren(this.#levelButton(null, "All", site.panoramaCount, "All levels"), ...buttons);
    this.showLevel(null);
    this.showIdle(site, null, null);
  }

  showLevel(index: number | null): void {
    for (const button of this.#levels.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset["level"] === String(index)));
    }
  }

  showBack(available: boolean): void {
    this.#back.disabled = !available;
  }

  showPanorama(site: Site, pano: Panorama, where: "here" | "away"): void {
    const [x, y, z] = pano.position;
    const captured = pano.record ? new Date(pano.record.captured_at) : null;
    this.#card.replaceChildren(
      line("eyebrow", where === "here" ? "You are standing at" : "Selected panorama"),
      line("card-title", pano.level ? `Level ${pano.level.name}` : site.data.facility.name),
      facts([
        ["Capture", captured ? day.format(captured) : "unknown"],
        ["Panorama", pano.id],
        ["Position", `${x.toFixed(1)}, ${y.toFixed(1)}, ${z.toFixed(1)} m`],
      ]),
    );
  }

  /** The card while no panorama is selected: the whole site, or one level of it. */
  showIdle(site: Site, level: number | null, record: string | null): void {
    const { records, levels, facility } = site.data;
    const shown = level === null ? null : (levels[level] ?? null);
    const count = level === null ? site.panoramaCount : (site.countByLevel[level] ?? 0);
    const rows: Array<[string, string]> = [["Panoramas", whole.format(count)]];
    if (shown) rows.push(["Floor at", elevation(shown.elevation)], ["Clear height", `${shown.ceiling.toFixed(2)} m`]);
    else rows.push(["Captures", whole.format(records.length)]);
    const [first, last] = [records[0], records.at(-1)];
    if (first && last && !shown) {
      rows.push(["Period", `${day.format(new Date(first.captured_at))} – ${day.format(new Date(last.captured_at))}`]);
    }
    const parts = [
      line("eyebrow", shown ? facility.name : "Site overview"),
      line("card-title", shown ? `Level ${shown.name}` : facility.name),
      facts(rows),
    ];
    if (record) {
      const clear = document.createElement("button");
      clear.type = "button";
      clear.className = "button button-quiet";
      clear.textContent = `Only ${day.format(new Date(record))}: show all captures`;
      clear.addEventListener("click", () => this.actions.clearRecord());
      parts.push(clear);
    } else {
      parts.push(line("hint", "Drag to orbit, scroll to zoom, W A S D to move. Click a marker to stand there."));
    }
    this.#card.replaceChildren(...parts);
  }

  notice(text: string | null): void {
    this.#notice.textContent = text ?? "";
    this.#notice.hidden = text === null;
  }

  #levelButton(index: number | null, name: string, count: number, title: string): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "level";
    button.dataset["level"] = String(index);
    button.title = title;
    button.setAttribute("aria-pressed", "false");
    const label = document.createElement("b");
    label.textContent = name;
    const number = document.createElement("span");
    number.textContent = whole.format(count);
    const unit = document.createElement("span");
    unit.className = "visually-hidden";
    unit.textContent = " panoramas";
    number.append(unit);
    button.append(label, number);
    button.addEventListener("click", () => this.actions.pickLevel(index));
    return button;
  }
}

export function part<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as T;
}

function line(className: string, text: string): HTMLElement {
  const element = document.createElement("p");
  element.className = className;
  element.textContent = text;
  return element;
}

function facts(rows: ReadonlyArray<readonly [string, string]>): HTMLElement {
  const list = document.createElement("dl");
  for (const [name, value] of rows) {
    const term = document.createElement("dt");
    term.textContent = name;
    const description = document.createElement("dd");
    description.textContent = value;
    list.append(term, description);
  }
  return list;
}

// Level names beside the building, as HTML so that they stay sharp. Decoration: the level buttons
// say the same to everybody.

import * as THREE from "three";
import { toScene } from "./frame";
import type { Site } from "./site";

const APART_PX = 19;
/** What a label takes, and what the level buttons take beside it at the top left. */
const LABEL_PX = 112;
const BUTTONS_PX = { width: 118, height: 300 };

interface Label {
  element: HTMLElement;
  corners: THREE.Vector3[];
}

export class LevelLabels {
  #labels: Label[] = [];

  constructor(private readonly layer: HTMLElement) {}

  show(site: Site): void {
    this.layer.replaceChildren();
    this.#labels = site.data.levels.map((level) => {
      const element = document.createElement("div");
      element.className = "level-label";
      const name = document.createElement("b");
      name.textContent = level.name;
      const height = document.createElement("span");
      height.textContent = elevation(level.elevation);
      element.append(name, height);
      this.layer.append(element);
      const corners = level.outline.map(
        ([x, y]) => new THREE.Vector3(...toScene([x, y, level.elevation])),
      );
      return { element, corners };
    });
  }

  /** Puts each label at the left edge of its slab. `shown` says which levels are on screen. */
  follow(camera: THREE.PerspectiveCamera, shown: (level: number) => boolean, standing: boolean): void {
    const { clientWidth, clientHeight } = this.layer;
    const point = new THREE.Vector3();
    const taken: number[] = [];
    const order = this.#labels.map((label, level) => ({ label, level })).reverse();
    for (const { label, level } of order) {
      let best: [number, number] | null = null;
      if (!standing && shown(level)) {
        for (const corner of label.corners) {
          point.copy(corner).project(camera);
          if (point.z > 1) continue;
          const x = ((point.x + 1) / 2) * clientWidth;
          if (!best || x < best[0]) best = [x, ((1 - point.y) / 2) * clientHeight];
        }
      }
      const fits =
        best !== null &&
        best[0] > LABEL_PX + (best[1] < BUTTONS_PX.height ? BUTTONS_PX.width : 0) &&
        best[0] < clientWidth &&
        best[1] > 20 &&
        best[1] < clientHeight - 20 &&
        taken.every((y) => Math.abs(y - (best?.[1] ?? 0)) >= APART_PX);
      label.element.hidden = !fits;
      if (!fits || !best) continue;
      taken.push(best[1]);
      label.element.style.transform = `translate(${Math.round(best[0])}px, ${Math.round(best[1])}px)`;
    }
  }
}

export function elevation(metres: number): string {
  const sign = metres < 0 ? "\u2212" : metres > 0 ? "+" : "\u00b1";
  return `${sign}${Math.abs(metres).toFixed(2)} m`;
}

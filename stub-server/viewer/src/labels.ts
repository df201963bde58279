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
    const edges = this.#labels.map(({ corners }, level) =>
      standing || !shown(level) ? null : leftmost(corners, camera, clientWidth, clientHeight),
    );
    // One column, as in an elevation drawing; the lines reach from it to each slab.
    const column = Math.min(...edges.flatMap((edge) => (edge ? [edge[0]] : [])));
    const taken: number[] = [];
    for (let level = edges.length - 1; level >= 0; level -= 1) {
      const element = this.#labels[level]?.element;
      if (!element) continue;
      const edge = edges[level];
      const room = LABEL_PX + (edge && edge[1] < BUTTONS_PX.height ? BUTTONS_PX.width : 0);
      const fits =
        edge &&
        column > room &&
        column < clientWidth &&
        edge[1] > 20 &&
        edge[1] < clientHeight - 20 &&
        taken.every((y) => Math.abs(y - edge[1]) >= APART_PX);
      element.hidden = !fits;
      if (!fits) continue;
      taken.push(edge[1]);
      element.style.transform = `translate(${Math.round(column)}px, ${Math.round(edge[1])}px)`;
      element.style.setProperty("--leader", `${Math.round(edge[0] - column) + 22}px`);
    }
  }
}

/** The corner furthest to the left on screen. */
function leftmost(
  corners: readonly THREE.Vector3[],
  camera: THREE.Camera,
  width: number,
  height: number,
): [number, number] | null {
  let best: [number, number] | null = null;
  const point = new THREE.Vector3();
  for (const corner of corners) {
    point.copy(corner).project(camera);
    if (point.z > 1) continue;
    const x = ((point.x + 1) / 2) * width;
    if (!best || x < best[0]) best = [x, ((1 - point.y) / 2) * height];
  }
  return best;
}

export function elevation(metres: number): string {
  const sign = metres < 0 ? "\u2212" : metres > 0 ? "+" : "\u00b1";
  return `${sign}${Math.abs(metres).toFixed(2)} m`;
}

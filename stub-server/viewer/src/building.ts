// The building, drawn from the levels alone: slabs, columns, core, glazing where the facade is
// up, guard rails where it is not. One group per level, so that a level can be shown alone.

import * as THREE from "three";
import type { Palette } from "./palette";
import { bounds, clearance, contains, edges, gridLines, multiples, type Point } from "./polygon";
import type { Level, Site } from "./site";

const SLAB = 0.34;
const BEAM = 0.4;
/** The building's column grid starts at the origin: column A1. */
const COLUMN_PITCH = 6;
const MULLION_PITCH = 2.4;
const FREE_OF_PANORAMAS = 0.55;

type Surface = "slab" | "column" | "core" | "glass" | "mullion" | "rail";

export class Building {
  /** World frame (Z up), turned once for the scene. */
  readonly root = new THREE.Group();
  readonly levels: THREE.Group[] = [];
  /** What a pointer ray may not pass. */
  readonly solids: THREE.Object3D[] = [];
  readonly #materials: Record<Surface, THREE.Material & { color: THREE.Color }>;
  readonly #edge = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.55 });
  readonly #facades: THREE.Object3D[][] = [];

  constructor(site: Site) {
    const solid = () =>
      new THREE.MeshLambertMaterial({ polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
    this.#materials = {
      slab: solid(),
      column: solid(),
      core: solid(),
      mullion: new THREE.MeshLambertMaterial(),
      rail: new THREE.MeshLambertMaterial(),
      glass: new THREE.MeshLambertMaterial({ transparent: true, depthWrite: false, side: THREE.DoubleSide }),
    };
    this.root.rotation.x = -Math.PI / 2;
    const core = findCore(site);
    const glazed = glazedLevels(site.data.levels);
    site.data.levels.forEach((level, index) => {
      const group = this.#level(site, level, index, core, glazed.has(level.id));
      this.levels.push(group);
      this.root.add(group);
    });
  }

  paint(palette: Palette): void {
    for (const surface of Object.keys(this.#materials) as Surface[]) {
      this.#materials[surface].color.setHex(palette[surface]);
    }
    this.#materials.glass.opacity = palette.glassOpacity;
    this.#edge.color.setHex(palette.slabEdge);
  }

  /** Shows every level, or one with those below it for a footing. */
  isolate(index: number | null, levels: readonly Level[]): void {
    const top = index === null ? Infinity : (levels[index]?.elevation ?? Infinity);
    this.levels.forEach((group, at) => {
      group.visible = (levels[at]?.elevation ?? 0) <= top;
      for (const part of this.#facades[at] ?? []) part.visible = index === null || at !== index;
    });
  }

  dispose(): void {
    this.root.traverse((object) => {
      if (object instanceof THREE.Mesh || object instanceof THREE.LineSegments) {
        (object.geometry as THREE.BufferGeometry).dispose();
      }
      if (object instanceof THREE.InstancedMesh) object.dispose();
    });
    for (const material of [...Object.values(this.#materials), this.#edge]) material.dispose();
  }

  #level(site: Site, level: Level, index: number, core: Core | null, glazed: boolean): THREE.Group {
    const group = new THREE.Group();
    const shape = new THREE.Shape(level.outline.map(([x, y]) => new THREE.Vector2(x, y)));
    const slab = new THREE.ExtrudeGeometry(shape, { depth: SLAB, bevelEnabled: false });
    slab.translate(0, 0, level.elevation - SLAB);
    group.add(this.#solid(slab, "slab"));
    group.add(new THREE.LineSegments(new THREE.EdgesGeometry(slab, 30), this.#edge));

    const height = level.ceiling;
    const columns = columnsOf(site, level, index, core);
    const column = new THREE.BoxGeometry(0.42, 0.42, height);
    group.add(
      this.#instances(column, "column", columns.map(([x, y]) => at(x, y, level.elevation + height / 2))),
    );
    if (core) {
      const walls = new THREE.BoxGeometry(core.width, core.depth, height + SLAB);
      walls.translate(core.x, core.y, level.elevation + (height + SLAB) / 2);
      group.add(this.#solid(walls, "core"));
      group.add(new THREE.LineSegments(new THREE.EdgesGeometry(walls), this.#edge));
    }

    if (index !== lowest(site.data.levels)) group.add(...this.#beams(level));
    const below = levelBelow(site.data.levels, level);
    if (below && setBack(below, level)) group.add(...this.#terrace(below, level));

    const facade = level.elevation < 0 ? [] : glazed ? this.#glazing(level) : this.#rails(level.outline, level.elevation);
    if (level.elevation < 0) group.add(...this.#retainingWall(level));
    if (facade.length > 0) group.add(...facade);
    this.#facades.push(glazed ? facade : []);
    return group;
  }

  /** Where a level stands back, the one below needs a roof, and the roof a railing. */
  #terrace(below: Level, level: Level): THREE.Object3D[] {
    const shape = new THREE.Shape(below.outline.map(([x, y]) => new THREE.Vector2(x, y)));
    const roof = new THREE.ExtrudeGeometry(shape, { depth: SLAB, bevelEnabled: false });
    roof.translate(0, 0, level.elevation - SLAB - 0.03);
    const outline = new THREE.LineSegments(new THREE.EdgesGeometry(roof, 30), this.#edge);
    return [this.#solid(roof, "slab"), outline, ...this.#rails(below.outline, level.elevation)];
  }

  /** Downstand beams under the slab, along the column grid. */
  #beams(level: Level): THREE.Object3D[] {
    const [xs, ys] = columnGrid(level);
    const z = level.elevation - SLAB - BEAM / 2;
    const along: THREE.Object3D[] = [];
    for (const [lines, crossing, turn] of [[xs, ys, Math.PI / 2], [ys, xs, 0]] as const) {
      const places: THREE.Matrix4[] = [];
      const span = (crossing[1] ?? 0) - (crossing[0] ?? 0);
      for (const line of lines) {
        for (const from of crossing.slice(0, -1)) {
          const middle: Point = turn === 0 ? [from + span / 2, line] : [line, from + span / 2];
          if (contains(level.outline, middle)) places.push(at(middle[0], middle[1], z, turn));
        }
      }
      if (span > 0) along.push(this.#instances(new THREE.BoxGeometry(span, 0.32, BEAM), "column", places, false));
    }
    return along;
  }

  #glazing(level: Level): THREE.Object3D[] {
    const height = level.ceiling;
    const panes: THREE.BufferGeometry[] = [];
    const mullions: THREE.Matrix4[] = [];
    const transoms: THREE.Object3D[] = [];
    for (const [a, b] of edges(level.outline)) {
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      if (length < 0.1) continue;
      const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
      const pane = new THREE.PlaneGeometry(length, height);
      pane.rotateX(Math.PI / 2);
      pane.rotateZ(angle);
      pane.translate((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, level.elevation + height / 2);
      panes.push(pane);
      for (const along of gridLines(0, length, MULLION_PITCH)) {
        const [x, y] = [a[0] + Math.cos(angle) * along, a[1] + Math.sin(angle) * along];
        mullions.push(at(x, y, level.elevation + height / 2, angle));
      }
      const transom = new THREE.BoxGeometry(length, 0.12, 0.1);
      transom.rotateZ(angle);
      transom.translate((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, level.elevation + 0.95);
      transoms.push(new THREE.Mesh(transom, this.#materials.mullion));
    }
    const glass = panes.map((pane) => {
      const mesh = new THREE.Mesh(pane, this.#materials.glass);
      mesh.renderOrder = 2;
      return mesh;
    });
    const posts = this.#instances(new THREE.BoxGeometry(0.1, 0.16, height), "mullion", mullions, false);
    return [...glass, posts, ...transoms];
  }

  #rails(outline: readonly Point[], floor: number): THREE.Object3D[] {
    const bars: THREE.Object3D[] = [];
    const posts: THREE.Matrix4[] = [];
    for (const [a, b] of edges(outline)) {
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      if (length < 0.1) continue;
      const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
      for (const height of [0.55, 1.1]) {
        const bar = new THREE.BoxGeometry(length, 0.06, 0.06);
        bar.rotateZ(angle);
        bar.translate((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, floor + height);
        bars.push(new THREE.Mesh(bar, this.#materials.rail));
      }
      for (const along of gridLines(0, length, MULLION_PITCH)) {
        posts.push(
          at(a[0] + Math.cos(angle) * along, a[1] + Math.sin(angle) * along, floor + 0.55),
        );
      }
    }
    return [...bars, this.#instances(new THREE.BoxGeometry(0.07, 0.07, 1.1), "rail", posts, false)];
  }

  #retainingWall(level: Level): THREE.Object3D[] {
    return edges(level.outline).flatMap(([a, b]) => {
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const wall = new THREE.BoxGeometry(length, 0.3, level.ceiling);
      wall.rotateZ(Math.atan2(b[1] - a[1], b[0] - a[0]));
      wall.translate((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, level.elevation + level.ceiling / 2);
      return [this.#solid(wall, "core")];
    });
  }

  #solid(geometry: THREE.BufferGeometry, surface: Surface): THREE.Mesh {
    const mesh = new THREE.Mesh(geometry, this.#materials[surface]);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    this.solids.push(mesh);
    return mesh;
  }

  #instances(
    geometry: THREE.BufferGeometry,
    surface: Surface,
    places: readonly THREE.Matrix4[],
    castShadow = true,
  ): THREE.InstancedMesh {
    const mesh = new THREE.InstancedMesh(geometry, this.#materials[surface], places.length);
    places.forEach((place, index) => mesh.setMatrixAt(index, place));
    mesh.castShadow = castShadow;
    mesh.receiveShadow = castShadow;
    return mesh;
  }
}

interface Core {
  x: number;
  y: number;
  width: number;
  depth: number;
}

function at(x: number, y: number, z: number, turn = 0): THREE.Matrix4 {
  return new THREE.Matrix4().makeRotationZ(turn).setPosition(x, y, z);
}

/** The facade follows the structure: it is up on the lower half of what stands above grade. */
function glazedLevels(levels: readonly Level[]): Set<string> {
  const above = levels.filter((level) => level.elevation >= 0).toSorted((a, b) => a.elevation - b.elevation);
  const done = above.length <= 2 ? above.length : Math.ceil(above.length * 0.6);
  return new Set(above.slice(0, done).map((level) => level.id));
}

function columnGrid(level: Level): [number[], number[]] {
  const { min, max } = bounds(level.outline);
  return [multiples(min[0], max[0], COLUMN_PITCH), multiples(min[1], max[1], COLUMN_PITCH)];
}

function levelBelow(levels: readonly Level[], level: Level): Level | null {
  const lower = levels.filter((other) => other.elevation < level.elevation);
  return lower.toSorted((a, b) => b.elevation - a.elevation)[0] ?? null;
}

function setBack(below: Level, level: Level): boolean {
  return below.elevation >= 0 && JSON.stringify(below.outline) !== JSON.stringify(level.outline);
}

function lowest(levels: readonly Level[]): number {
  const elevations = levels.map((level) => level.elevation);
  return elevations.indexOf(Math.min(...elevations));
}

/** Columns on a regular grid inside the outline, where nobody has photographed. */
function columnsOf(site: Site, level: Level, index: number, core: Core | null): Point[] {
  const [xs, ys] = columnGrid(level);
  const taken = panoramasOn(site, index);
  const columns: Point[] = [];
  for (const x of xs) {
    for (const y of ys) {
      const place: Point = [x, y];
      if (core && Math.abs(x - core.x) < core.width / 2 + 0.4 && Math.abs(y - core.y) < core.depth / 2 + 0.4) {
        continue;
      }
      const free = nudge(place, level.outline, taken);
      if (free) columns.push(free);
    }
  }
  return columns;
}

/** A place at or beside `place` that is inside the outline and clear of panoramas. */
function nudge([x, y]: Point, outline: readonly Point[], taken: readonly Point[]): Point | null {
  const aside = [0, 0.5, -0.5];
  for (const dx of aside) {
    for (const dy of aside) {
      const moved: Point = [x + dx, y + dy];
      if (!contains(outline, moved) || clearance(outline, moved) < 0.35) continue;
      const free = taken.every(([tx, ty]) => Math.hypot(tx - moved[0], ty - moved[1]) >= FREE_OF_PANORAMAS);
      if (free) return moved;
    }
  }
  return null;
}

function panoramasOn(site: Site, index: number): Point[] {
  const { level, x, y } = site.data.panoramas;
  const points: Point[] = [];
  level.forEach((at, pano) => {
    if (at === index) points.push([x[pano] ?? 0, y[pano] ?? 0]);
  });
  return points;
}

/** The lift core: the largest block around the middle of the plan that holds no panorama. */
function findCore(site: Site): Core | null {
  const ground = site.data.levels.find((level) => level.ground) ?? site.data.levels[0];
  if (!ground) return null;
  const { min, max } = bounds(ground.outline);
  const { x: xs, y: ys } = site.data.panoramas;
  const middle: Point = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2];
  const holds = (core: Core) =>
    xs.some((x, index) => {
      const y = ys[index] ?? 0;
      return Math.abs(x - core.x) < core.width / 2 + 0.3 && Math.abs(y - core.y) < core.depth / 2 + 0.3;
    });
  for (const [width, depth] of [[10, 8], [8, 6], [6, 6], [4.5, 4.5], [3.2, 3.2], [3.2, 1.3], [1.3, 3.2]] as const) {
    for (let ring = 0; ring <= 8; ring += 0.5) {
      for (const [sx, sy] of [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1]] as const) {
        if (ring > 0 && sx === 0 && sy === 0) continue;
        const core = { x: middle[0] + sx * ring, y: middle[1] + sy * ring, width, depth };
        if (!holds(core) && contains(ground.outline, [core.x, core.y])) return core;
        if (ring === 0) break;
      }
    }
  }
  return null;
}

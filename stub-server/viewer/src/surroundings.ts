// What stands around the building: sky, ground, street, neighbours as plain massing, trees and a
// tower crane. Decoration only; the same for the same facility.

import * as THREE from "three";
import type { Palette } from "./palette";
import { bounds, type Point } from "./polygon";
import type { Site } from "./site";

type Paint = "ground" | "plot" | "road" | "massing" | "tree" | "steel" | "gridLine";

export class Surroundings {
  readonly root = new THREE.Group();
  readonly #world = new THREE.Group();
  readonly #sky: THREE.Mesh<THREE.SphereGeometry, THREE.MeshBasicMaterial>;
  readonly #materials: Record<Paint, (THREE.Material & { color: THREE.Color })>;
  /** Covers the pit; hidden when a basement is looked into. */
  readonly #lid: THREE.Mesh;

  constructor(site: Site) {
    this.#materials = {
      ground: new THREE.MeshLambertMaterial(),
      plot: new THREE.MeshLambertMaterial(),
      road: new THREE.MeshLambertMaterial(),
      massing: new THREE.MeshLambertMaterial(),
      tree: new THREE.MeshLambertMaterial(),
      steel: new THREE.MeshLambertMaterial(),
      gridLine: new THREE.LineBasicMaterial({ transparent: true, opacity: 0.5 }),
    };
    this.#sky = new THREE.Mesh(
      new THREE.SphereGeometry(900, 24, 16),
      new THREE.MeshBasicMaterial({ side: THREE.BackSide, vertexColors: true, fog: false, depthWrite: false }),
    );
    this.#sky.renderOrder = -1;
    this.root.add(this.#sky, this.#world);
    this.#world.rotation.x = -Math.PI / 2;

    const ground = site.data.levels.find((level) => level.ground) ?? site.data.levels[0];
    const outline: readonly Point[] = ground?.outline ?? [[0, 0], [20, 0], [20, 20], [0, 20]];
    const box = bounds(outline);
    const grade = (ground?.elevation ?? 0) - 0.4;
    this.#lid = this.#earth(outline, grade);
    this.#street(box, grade);
    this.#neighbours(box, grade, seed(site.data.facility.key));
    this.#crane(box, grade, Math.max(...site.data.levels.map((level) => level.elevation + level.ceiling), 12));
  }

  paint(palette: Palette): void {
    for (const key of Object.keys(this.#materials) as Paint[]) this.#materials[key].color.setHex(palette[key]);
    const position = this.#sky.geometry.getAttribute("position");
    const colours = new Float32Array(position.count * 3);
    const [top, horizon, mixed] = [palette.skyTop, palette.skyHorizon, 0].map((hex) => new THREE.Color(hex)) as [
      THREE.Color,
      THREE.Color,
      THREE.Color,
    ];
    for (let index = 0; index < position.count; index += 1) {
      const height = Math.max(0, position.getY(index) / 900);
      mixed.lerpColors(horizon, top, Math.min(1, height * 3) ** 0.75).toArray(colours, index * 3);
    }
    this.#sky.geometry.setAttribute("color", new THREE.BufferAttribute(colours, 3));
  }

  /** The sky has no parallax. */
  follow(position: THREE.Vector3): void {
    this.#sky.position.copy(position);
  }

  openPit(open: boolean): void {
    this.#lid.visible = !open;
  }

  dispose(): void {
    this.root.traverse((object) => {
      if (object instanceof THREE.Mesh || object instanceof THREE.LineSegments) {
        (object.geometry as THREE.BufferGeometry).dispose();
      }
      if (object instanceof THREE.InstancedMesh) object.dispose();
    });
    for (const material of Object.values(this.#materials)) material.dispose();
    this.#sky.material.dispose();
  }

  #earth(outline: readonly Point[], grade: number): THREE.Mesh {
    const hole = new THREE.Path(outline.map(([x, y]) => new THREE.Vector2(x, y)));
    const { min, max } = bounds(outline);
    const disc = new THREE.Shape();
    disc.absarc((min[0] + max[0]) / 2, (min[1] + max[1]) / 2, 700, 0, Math.PI * 2, false);
    disc.holes.push(hole);
    const earth = new THREE.Mesh(new THREE.ShapeGeometry(disc, 48), this.#materials.ground);
    earth.position.z = grade - 0.06;
    earth.receiveShadow = true;

    const margin = 9;
    const plotShape = rectangle(min[0] - margin, min[1] - margin, max[0] + margin, max[1] + margin);
    plotShape.holes.push(hole.clone());
    const plot = new THREE.Mesh(new THREE.ShapeGeometry(plotShape), this.#materials.plot);
    plot.position.z = grade;
    plot.receiveShadow = true;

    const lid = new THREE.Mesh(
      new THREE.ShapeGeometry(new THREE.Shape(outline.map(([x, y]) => new THREE.Vector2(x, y)))),
      this.#materials.plot,
    );
    lid.position.z = grade - 0.02;
    this.#world.add(earth, plot, lid);
    return lid;
  }

  #street({ min, max }: { min: Point; max: Point }, grade: number): void {
    const bands: Array<[number, number, number, number]> = [
      [-700, min[1] - 28, 700, min[1] - 17],
      [max[0] + 17, -700, max[0] + 28, 700],
    ];
    for (const [x0, y0, x1, y1] of bands) {
      const road = new THREE.Mesh(new THREE.ShapeGeometry(rectangle(x0, y0, x1, y1)), this.#materials.road);
      road.position.z = grade - 0.03;
      road.receiveShadow = true;
      this.#world.add(road);
    }
    const dashes: number[] = [];
    for (let x = -300; x < 300; x += 6) {
      dashes.push(x, min[1] - 22.5, 0, x + 2.5, min[1] - 22.5, 0);
      dashes.push(max[0] + 22.5, x, 0, max[0] + 22.5, x + 2.5, 0);
    }
    const lines = new THREE.BufferGeometry();
    lines.setAttribute("position", new THREE.Float32BufferAttribute(dashes, 3));
    const marking = new THREE.LineSegments(lines, this.#materials.gridLine);
    marking.position.z = grade + 0.01;
    this.#world.add(marking);
  }

  #neighbours({ min, max }: { min: Point; max: Point }, grade: number, random: () => number): void {
    const middle: Point = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2];
    const half: Point = [(max[0] - min[0]) / 2, (max[1] - min[1]) / 2];
    const blocks: THREE.Matrix4[] = [];
    const trees: THREE.Matrix4[] = [];
    const cell = 34;
    for (let i = -6; i <= 6; i += 1) {
      for (let j = -6; j <= 6; j += 1) {
        const [x, y] = [middle[0] + i * cell + (random() - 0.5) * 6, middle[1] + j * cell + (random() - 0.5) * 6];
        const clearX = Math.abs(x - middle[0]) - half[0];
        const clearY = Math.abs(y - middle[1]) - half[1];
        const [w, d] = [14 + random() * 10, 14 + random() * 10];
        const near = clearX < 24 && clearY < 24;
        const onRoad =
          Math.abs(y - (min[1] - 22.5)) < d / 2 + 7 || Math.abs(x - (max[0] + 22.5)) < w / 2 + 7;
        const inFront = x > middle[0] - 20 && y < middle[1] && Math.hypot(i, j) < 5.2;
        if (near || onRoad) continue;
        const far = Math.hypot(i, j);
        const height = (inFront ? 3.5 : 6) + random() * (inFront ? 3 : 8 + far * 2.2);
        blocks.push(
          new THREE.Matrix4().makeScale(w, d, height).setPosition(x, y, grade + height / 2 - 0.05),
        );
      }
    }
    for (let x = -150; x < 150; x += 11) {
      const edge = [
        [middle[0] + x, min[1] - 14.5],
        [max[0] + 14.5, middle[1] + x],
        [middle[0] + x, min[1] - 31],
      ] as const;
      for (const [tx, ty] of edge) {
        if (random() < 0.3) continue;
        // In the first view the names of the levels stand on this side.
        if (tx < min[0] + 8) continue;
        if (Math.abs(tx - (max[0] + 22.5)) < 9 || Math.abs(ty - (min[1] - 22.5)) < 7) continue;
        const size = 1.5 + random() * 1.1;
        trees.push(new THREE.Matrix4().makeScale(size, size, size * 1.15).setPosition(tx, ty, grade + size * 1.5));
      }
    }
    const massing = new THREE.InstancedMesh(new THREE.BoxGeometry(1, 1, 1), this.#materials.massing, blocks.length);
    blocks.forEach((place, index) => massing.setMatrixAt(index, place));
    massing.receiveShadow = true;
    const crowns = new THREE.InstancedMesh(new THREE.IcosahedronGeometry(1, 1), this.#materials.tree, trees.length);
    trees.forEach((place, index) => crowns.setMatrixAt(index, place));
    crowns.castShadow = true;
    const trunks = new THREE.InstancedMesh(new THREE.CylinderGeometry(0.1, 0.12, 1, 5).rotateX(Math.PI / 2), this.#materials.tree, trees.length);
    trees.forEach((place, index) => {
      const p = new THREE.Vector3().setFromMatrixPosition(place);
      trunks.setMatrixAt(index, new THREE.Matrix4().makeScale(1.4, 1.4, p.z - grade).setPosition(p.x, p.y, (p.z + grade) / 2));
    });
    this.#world.add(massing, crowns, trunks);
  }

  #crane({ min, max }: { min: Point; max: Point }, grade: number, top: number): void {
    const crane = new THREE.Group();
    const reach = Math.min(46, Math.max(24, (max[0] - min[0]) * 0.55));
    const mast = top + 13 - grade;
    const member = (length: number, size: number) => new THREE.BoxGeometry(length, size, size);
    const beam = (a: THREE.Vector3, b: THREE.Vector3, size: number) => {
      const mesh = new THREE.Mesh(member(a.distanceTo(b), size), this.#materials.steel);
      mesh.position.addVectors(a, b).multiplyScalar(0.5);
      mesh.quaternion.setFromUnitVectors(new THREE.Vector3(1, 0, 0), b.clone().sub(a).normalize());
      mesh.castShadow = true;
      crane.add(mesh);
    };
    const v = (x: number, y: number, z: number) => new THREE.Vector3(x, y, z);
    for (const [x, y] of [[-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]] as const) {
      beam(v(x, y, 0), v(x, y, mast), 0.16);
    }
    for (let z = 0; z + 2.4 <= mast; z += 2.4) {
      beam(v(-0.8, -0.8, z), v(0.8, -0.8, z + 2.4), 0.09);
      beam(v(0.8, 0.8, z), v(-0.8, 0.8, z + 2.4), 0.09);
      beam(v(0.8, -0.8, z), v(0.8, 0.8, z + 2.4), 0.09);
      beam(v(-0.8, 0.8, z), v(-0.8, -0.8, z + 2.4), 0.09);
    }
    const head = v(0, 0, mast + 6);
    beam(v(-0.7, 0, mast), head, 0.18);
    beam(v(0.7, 0, mast), head, 0.18);
    for (const y of [-0.6, 0.6]) beam(v(-11, y, mast), v(reach, y, mast), 0.16);
    beam(v(0, 0, mast + 1.4), v(reach - 1, 0, mast + 1.4), 0.14);
    for (let x = 0; x + 2 < reach; x += 2) {
      beam(v(x, -0.6, mast), v(x + 1, 0, mast + 1.4), 0.08);
      beam(v(x + 1, 0, mast + 1.4), v(x + 2, 0.6, mast), 0.08);
    }
    beam(head, v(reach * 0.72, 0, mast + 1.4), 0.07);
    beam(head, v(-9, 0, mast), 0.07);
    const weight = new THREE.Mesh(new THREE.BoxGeometry(2.4, 1.5, 2), this.#materials.massing);
    weight.position.set(-10, 0, mast - 0.8);
    const cab = new THREE.Mesh(new THREE.BoxGeometry(1.7, 1.5, 1.9), this.#materials.steel);
    cab.position.set(1.3, -1.3, mast - 1);
    const hook = reach * 0.62;
    beam(v(hook, 0, mast), v(hook, 0, top + 2.2), 0.05);
    const load = new THREE.Mesh(new THREE.BoxGeometry(2.6, 0.8, 0.5), this.#materials.massing);
    load.position.set(hook, 0, top + 2);
    crane.add(weight, cab, load);
    crane.position.set(min[0] - 3.2, max[1] - (max[1] - min[1]) * 0.25, grade);
    crane.rotation.z = -0.42;
    this.#world.add(crane);
  }
}

function rectangle(x0: number, y0: number, x1: number, y1: number): THREE.Shape {
  return new THREE.Shape([
    new THREE.Vector2(x0, y0),
    new THREE.Vector2(x1, y0),
    new THREE.Vector2(x1, y1),
    new THREE.Vector2(x0, y1),
  ]);
}

/** A small deterministic generator (mulberry32) seeded by a string. */
function seed(text: string): () => number {
  let state = 0x9e3779b9;
  for (const char of text) state = Math.imul(state ^ char.charCodeAt(0), 0x85ebca6b);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

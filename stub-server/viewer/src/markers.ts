// Panoramas as one instanced mesh, and the mark of the selected one.

import * as THREE from "three";
import { toScene } from "./frame";
import type { Palette } from "./palette";
import type { Panorama, Site } from "./site";

/** Height of one disc, metres. */
const PUCK = 0.12;
const SIDES = 7;
/** A spot that was visited often becomes a stack of discs, no higher than this. */
const TALLEST_STACK = 0.9;
const HIDDEN = new THREE.Matrix4().makeScale(0, 0, 0);

export interface MarkerFilter {
  level: number | null;
  record: number | null;
}

export class Markers {
  readonly root = new THREE.Group();
  readonly mesh: THREE.InstancedMesh<THREE.BufferGeometry, THREE.MeshLambertMaterial>;
  readonly #places: THREE.Matrix4[] = [];
  readonly #ring: THREE.Mesh<THREE.RingGeometry, THREE.MeshBasicMaterial>;
  readonly #beam: THREE.Mesh<THREE.CylinderGeometry, THREE.MeshBasicMaterial>;
  readonly #pin: THREE.Mesh<THREE.SphereGeometry, THREE.MeshBasicMaterial>;
  readonly #selected = new THREE.Group();

  constructor(private readonly site: Site) {
    const { id } = site.data.panoramas;
    const puck = new THREE.CylinderGeometry(0.32, 0.36, PUCK, SIDES, 1, false);
    // Sides and lid; nobody sees the underside of thousands of discs.
    puck.setDrawRange(0, (puck.index?.count ?? 0) - SIDES * 3);
    this.mesh = new THREE.InstancedMesh(puck, new THREE.MeshLambertMaterial(), id.length);
    this.mesh.material.onBeforeCompile = shrinkWhenNear;
    this.mesh.frustumCulled = false;
    const layers = layersOf(site);
    const rise = Math.min(PUCK, TALLEST_STACK / (Math.max(0, ...layers) + 1));
    for (let index = 0; index < id.length; index += 1) {
      const [x, y, z] = this.floorOf(site.panoramaAt(index));
      this.#places.push(new THREE.Matrix4().setPosition(x, y + (layers[index] ?? 0) * rise, z));
    }
    const over = { transparent: true, depthTest: false, depthWrite: false, fog: false } as const;
    this.#ring = new THREE.Mesh(new THREE.RingGeometry(0.55, 0.85, 32).rotateX(-Math.PI / 2), new THREE.MeshBasicMaterial({ ...over, opacity: 0.95 }));
    this.#beam = new THREE.Mesh(new THREE.CylinderGeometry(0.07, 0.07, 1, 8), new THREE.MeshBasicMaterial({ ...over, opacity: 0.75 }));
    this.#pin = new THREE.Mesh(new THREE.SphereGeometry(0.5, 20, 14), new THREE.MeshBasicMaterial({ ...over }));
    this.#selected.add(this.#ring, this.#beam, this.#pin);
    this.#selected.visible = false;
    this.#selected.renderOrder = 10;
    for (const part of this.#selected.children) part.renderOrder = 10;
    this.root.add(this.mesh, this.#selected);
    this.filter({ level: null, record: null });
  }

  /** Where a panorama's disc lies: on the floor below the camera. */
  floorOf(pano: Panorama | null): [number, number, number] {
    if (!pano) return [0, 0, 0];
    const [x, y, z] = pano.position;
    const floor = pano.level ? Math.min(z, pano.level.elevation) : z - 1.6;
    return toScene([x, y, floor + 0.08]);
  }

  filter({ level, record }: MarkerFilter): void {
    const { panoramas } = this.site.data;
    this.#places.forEach((place, index) => {
      const shown =
        (level === null || panoramas.level[index] === level) &&
        (record === null || panoramas.record[index] === record);
      this.mesh.setMatrixAt(index, shown ? place : HIDDEN);
    });
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null;
  }

  paint(palette: Palette): void {
    const [old, recent, mixed] = [palette.markerOld, palette.markerNew, 0].map((hex) => new THREE.Color(hex)) as [
      THREE.Color,
      THREE.Color,
      THREE.Color,
    ];
    const last = Math.max(1, this.site.data.records.length - 1);
    this.site.data.panoramas.record.forEach((record, index) => {
      this.mesh.setColorAt(index, mixed.lerpColors(old, recent, record / last));
    });
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
    for (const part of [this.#ring, this.#beam, this.#pin]) part.material.color.setHex(palette.selected);
  }

  select(pano: Panorama | null): void {
    this.#selected.visible = pano !== null;
    if (!pano) return;
    this.#selected.position.set(...this.floorOf(pano));
  }

  /** Keeps the mark of the selected panorama readable from afar and out of the way from near. */
  follow(camera: THREE.PerspectiveCamera): void {
    if (!this.#selected.visible) return;
    const away = camera.position.distanceTo(this.#selected.position);
    const near = away < 3.2;
    this.#beam.visible = !near;
    this.#pin.visible = !near;
    const size = THREE.MathUtils.clamp(away / 42, 0.5, 4);
    const height = THREE.MathUtils.clamp(away / 11, 2.4, 14);
    this.#ring.scale.setScalar(Math.max(0.6, size));
    this.#beam.scale.set(size, height, size);
    this.#beam.position.y = height / 2;
    this.#pin.scale.setScalar(size);
    this.#pin.position.y = height;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.mesh.dispose();
    for (const part of [this.#ring, this.#beam, this.#pin]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}

/** How many earlier visits each panorama's spot has had. */
function layersOf(site: Site): number[] {
  const { level, x, y } = site.data.panoramas;
  const visits = new Map<string, number>();
  return level.map((at, index) => {
    const spot = `${at}:${Math.round((x[index] ?? 0) / 0.8)}:${Math.round((y[index] ?? 0) / 0.8)}`;
    const before = visits.get(spot) ?? 0;
    visits.set(spot, before + 1);
    return before;
  });
}

/** Discs beside the camera would fill the view: they are drawn smaller than those far away. */
function shrinkWhenNear(shader: THREE.WebGLProgramParametersWithUniforms): void {
  shader.vertexShader = shader.vertexShader.replace(
    "#include <begin_vertex>",
    `#include <begin_vertex>
    vec3 discAt = (modelMatrix * instanceMatrix * vec4(0.0, 0.0, 0.0, 1.0)).xyz;
    float discSize = clamp(distance(discAt, cameraPosition) / 22.0, 0.34, 1.0);
    transformed.xz *= discSize;
    transformed.y = (transformed.y + ${(PUCK / 2).toFixed(3)}) * discSize - ${(PUCK / 2).toFixed(3)};`,
  );
}

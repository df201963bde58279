// Panoramas as one instanced mesh, and the mark of the selected one.

import * as THREE from "three";
import { toScene, type Triple } from "./frame";
import type { Palette } from "./palette";
import type { Panorama, Site } from "./site";

/** Width of a disc, metres. */
const DISC = 0.72;
/** The discs of a spot that was visited often lie over each other, newest on top. */
const RISE = 0.015;
const TALLEST_STACK = 0.2;

export interface MarkerFilter {
  level: number | null;
  record: number | null;
}

export class Markers {
  readonly root = new THREE.Group();
  readonly mesh: THREE.InstancedMesh<THREE.BufferGeometry, THREE.MeshLambertMaterial>;
  readonly #places: THREE.Matrix4[] = [];
  readonly #old = new THREE.Color();
  readonly #recent = new THREE.Color();
  /** Instance to panorama. */
  #shown: number[] = [];
  readonly #ring: THREE.Mesh<THREE.RingGeometry, THREE.MeshBasicMaterial>;
  readonly #beam: THREE.Mesh<THREE.CylinderGeometry, THREE.MeshBasicMaterial>;
  readonly #pin: THREE.Mesh<THREE.SphereGeometry, THREE.MeshBasicMaterial>;
  readonly #aim: THREE.Mesh<THREE.RingGeometry, THREE.MeshBasicMaterial>;
  readonly #selected = new THREE.Group();

  constructor(private readonly site: Site) {
    const { id } = site.data.panoramas;
    // Two triangles each: a software renderer draws thousands of them too.
    const disc = new THREE.PlaneGeometry(DISC, DISC).rotateX(-Math.PI / 2);
    this.mesh = new THREE.InstancedMesh(disc, new THREE.MeshLambertMaterial({ alphaToCoverage: true }), id.length);
    this.mesh.material.onBeforeCompile = drawDiscs;
    this.mesh.frustumCulled = false;
    const layers = layersOf(site);
    const rise = Math.min(RISE, TALLEST_STACK / (Math.max(0, ...layers) + 1));
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
    this.#aim = new THREE.Mesh(
      new THREE.RingGeometry(0.72, 1, 40),
      new THREE.MeshBasicMaterial({ ...over, side: THREE.DoubleSide }),
    );
    this.#aim.visible = false;
    this.#aim.renderOrder = 11;
    this.root.add(this.mesh, this.#selected, this.#aim);
    this.filter({ level: null, record: null });
  }

  /** Where a panorama's disc lies: on the floor below the camera. */
  floorOf(pano: Panorama | null): [number, number, number] {
    if (!pano) return [0, 0, 0];
    const [x, y, z] = pano.position;
    const floor = pano.level ? Math.min(z, pano.level.elevation) : z - 1.6;
    return toScene([x, y, floor + 0.05]);
  }

  /** Draws only what is shown: the cost of instances is in their number. */
  filter({ level, record }: MarkerFilter): void {
    const { panoramas } = this.site.data;
    this.#shown = this.#places.flatMap((_, index) => {
      const onLevel = level === null || panoramas.level[index] === level;
      return onLevel && (record === null || panoramas.record[index] === record) ? [index] : [];
    });
    this.#shown.forEach((index, instance) => {
      const place = this.#places[index];
      if (place) this.mesh.setMatrixAt(instance, place);
    });
    this.mesh.count = this.#shown.length;
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null;
    this.#colour();
  }

  /** The panorama that an instance stands for. */
  panoramaOf(instance: number): Panorama | null {
    return this.site.panoramaAt(this.#shown[instance] ?? -1);
  }

  paint(palette: Palette): void {
    this.#old.setHex(palette.markerOld);
    this.#recent.setHex(palette.markerNew);
    this.#colour();
    for (const part of [this.#ring, this.#beam, this.#pin, this.#aim]) part.material.color.setHex(palette.selected);
  }

  select(pano: Panorama | null): void {
    this.#selected.visible = pano !== null;
    if (!pano) return;
    this.#selected.position.set(...this.floorOf(pano));
  }

  /** Rings what a citation looks at. World frame. */
  aim(point: Triple | null): void {
    this.#aim.visible = point !== null;
    if (point) this.#aim.position.set(...toScene(point));
  }

  /** Keeps the mark of the selected panorama readable from afar and out of the way from near. */
  follow(camera: THREE.PerspectiveCamera): void {
    // As large as a hand's breadth on the picture, whatever the distance.
    this.#aim.quaternion.copy(camera.quaternion);
    this.#aim.scale.setScalar(camera.position.distanceTo(this.#aim.position) * 0.035);
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

  /** Older captures are paler. */
  #colour(): void {
    const mixed = new THREE.Color();
    const last = Math.max(1, this.site.data.records.length - 1);
    this.#shown.forEach((index, instance) => {
      const age = (this.site.data.panoramas.record[index] ?? 0) / last;
      this.mesh.setColorAt(instance, mixed.lerpColors(this.#old, this.#recent, age));
    });
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.mesh.dispose();
    for (const part of [this.#ring, this.#beam, this.#pin, this.#aim]) {
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

/** Rounds the squares, gives them a rim, and draws those beside the camera smaller. */
function drawDiscs(shader: THREE.WebGLProgramParametersWithUniforms): void {
  shader.vertexShader = shader.vertexShader
    .replace("#include <common>", "#include <common>\nvarying vec2 vDisc;\nvarying float vDiscRim;")
    .replace(
      "#include <begin_vertex>",
      `#include <begin_vertex>
      vDisc = position.xz * ${(2 / DISC).toFixed(4)};
      vec3 discAt = (modelMatrix * instanceMatrix * vec4(0.0, 0.0, 0.0, 1.0)).xyz;
      float discAway = distance(discAt, cameraPosition);
      vDiscRim = 1.0 - smoothstep(18.0, 45.0, discAway);
      transformed.xz *= clamp(discAway / 22.0, 0.4, 1.35);`,
    );
  shader.fragmentShader = shader.fragmentShader
    .replace("#include <common>", "#include <common>\nvarying vec2 vDisc;\nvarying float vDiscRim;")
    .replace(
      "#include <color_fragment>",
      `#include <color_fragment>
      float discRadius = length(vDisc);
      float discEdge = min(fwidth(discRadius), 0.2);
      if (discRadius > 1.0) discard;
      diffuseColor.rgb = mix(diffuseColor.rgb, vec3(1.0), smoothstep(0.7 - discEdge, 0.7 + discEdge, discRadius) * 0.75 * vDiscRim);
      diffuseColor.a *= 1.0 - smoothstep(1.0 - discEdge, 1.0, discRadius);`,
    );
}

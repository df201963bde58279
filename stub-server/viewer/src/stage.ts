// Renderer, lights and the frame loop. Draws only when something changed: the page shares the
// machine with a chat panel that streams.

import * as THREE from "three";
import { DAY, DUSK, type Palette } from "./palette";
import type { View } from "./rig";
import { direction } from "./frame";

const SLOW_FRAME_S = 0.08;
const ORBIT_FOV = 40;
const STAND_FOV = 68;

export class Stage {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(ORBIT_FOV, 1, 0.12, 1600);
  readonly #renderer: THREE.WebGLRenderer;
  readonly #sun = new THREE.DirectionalLight();
  readonly #hemisphere = new THREE.HemisphereLight();
  readonly #dark = window.matchMedia("(prefers-color-scheme: dark)");
  readonly #ratio = Math.min(window.devicePixelRatio, 2);
  #lens = ORBIT_FOV;
  #coarse = false;
  #queued = false;
  #last = 0;

  /** Called before each drawn frame with the time; returns whether another frame is wanted. */
  onFrame: (now: number, seconds: number) => boolean = () => false;
  onPalette: (palette: Palette) => void = () => undefined;

  constructor(
    readonly canvas: HTMLCanvasElement,
    frame: HTMLElement,
  ) {
    this.#renderer = new THREE.WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
    this.#renderer.setPixelRatio(this.#ratio);
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = THREE.PCFShadowMap;
    this.#renderer.shadowMap.autoUpdate = false;
    this.#sun.castShadow = true;
    this.#sun.shadow.mapSize.set(2048, 2048);
    this.#sun.shadow.bias = -0.0006;
    this.#sun.shadow.normalBias = 0.25;
    this.#sun.shadow.intensity = 0.7;
    this.scene.add(this.#sun, this.#sun.target, this.#hemisphere);
    new ResizeObserver(() => this.#resize(frame)).observe(frame);
    this.#dark.addEventListener("change", () => this.repaint());
    canvas.addEventListener("webglcontextrestored", () => this.redraw({ shadows: true }));
    this.#resize(frame);
  }

  get palette(): Palette {
    return this.#dark.matches ? DUSK : DAY;
  }

  /** The light falls on `centre` and what is within `radius` of it. */
  aim(centre: readonly [number, number, number], radius: number): void {
    const [x, y, z] = centre;
    this.#sun.target.position.set(x, y, z);
    this.#sun.position.set(x + radius * 0.75, y + radius * 1.5, z + radius * 1.15);
    const box = this.#sun.shadow.camera;
    box.left = box.bottom = -radius * 1.5;
    box.right = box.top = radius * 1.5;
    box.near = 1;
    box.far = radius * 5;
    box.updateProjectionMatrix();
    this.scene.fog = new THREE.Fog(0, radius * 3.2, 620);
    this.repaint();
  }

  repaint(): void {
    const palette = this.palette;
    this.#sun.color.setHex(palette.sun);
    this.#sun.intensity = palette.sunIntensity;
    this.#hemisphere.color.setHex(palette.hemiSky);
    this.#hemisphere.groundColor.setHex(palette.hemiGround);
    this.#hemisphere.intensity = palette.hemiIntensity;
    if (this.scene.fog) this.scene.fog.color.setHex(palette.skyHorizon);
    this.onPalette(palette);
    this.redraw({ shadows: true });
  }

  redraw(options: { shadows: boolean } = { shadows: false }): void {
    if (options.shadows) this.#renderer.shadowMap.needsUpdate = true;
    if (this.#queued) return;
    this.#queued = true;
    requestAnimationFrame((now) => this.#draw(now));
  }

  look(view: View, seconds: number): void {
    const [dx, dy, dz] = direction(view.yaw, view.pitch);
    const [x, y, z] = view.position;
    this.camera.position.set(x, y, z);
    this.camera.up.set(0, 1, 0);
    this.camera.lookAt(x + dx, y + dy, z + dz);
    this.#lens = view.stance === "stand" ? STAND_FOV : ORBIT_FOV;
    if (this.settling) {
      // Eased, so that a flight into the building widens the view instead of snapping it.
      const next = this.camera.fov + (this.#lens - this.camera.fov) * (1 - Math.exp(-9 * Math.min(seconds, 0.3)));
      this.camera.fov = Math.abs(next - this.#lens) < 0.3 ? this.#lens : next;
      this.camera.updateProjectionMatrix();
    }
    this.camera.updateMatrixWorld();
  }

  /** Whether the lens is still easing. */
  get settling(): boolean {
    return this.camera.fov !== this.#lens;
  }

  #draw(now: number): void {
    this.#queued = false;
    const seconds = this.#last === 0 ? 0 : (now - this.#last) / 1000;
    const more = this.onFrame(now, seconds);
    this.#adapt(more, seconds);
    this.#renderer.render(this.scene, this.camera);
    this.#last = more ? now : 0;
    if (more) this.redraw();
  }

  /** A slow machine moves in a coarser picture and gets the fine one when it stands still. */
  #adapt(moving: boolean, seconds: number): void {
    const coarse = moving && (this.#coarse || seconds > SLOW_FRAME_S);
    if (coarse === this.#coarse) return;
    this.#coarse = coarse;
    this.#renderer.setPixelRatio(coarse ? this.#ratio / 2 : this.#ratio);
  }

  #resize(frame: HTMLElement): void {
    const { clientWidth, clientHeight } = frame;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#renderer.setSize(clientWidth, clientHeight, true);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    this.redraw();
  }
}

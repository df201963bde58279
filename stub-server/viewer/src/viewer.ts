// The viewer itself: one site, one camera, one selection. Everything that moves the camera goes
// through here.

import * as THREE from "three";
import type { CitationOutcome, CitationTarget, ViewContext } from "./adapter";
import { Building } from "./building";
import { direction, heading, toScene, toWorld, triple, type Triple } from "./frame";
import { Hud } from "./hud";
import { Input } from "./input";
import { LevelLabels } from "./labels";
import { Markers } from "./markers";
import { bounds } from "./polygon";
import { copy, Rig, type FlightEnd, type View } from "./rig";
import { loadSite, SiteError, type Panorama, type Site } from "./site";
import { Stage } from "./stage";
import { Surroundings } from "./surroundings";

const HISTORY = 50;
/** Within this of a panorama one stands at it. */
const HERE_M = 1.5;

interface Remembered {
  view: View;
  pano: string | null;
  level: number | null;
  record: number | null;
}

interface Loaded {
  site: Site;
  building: Building;
  markers: Markers;
  surroundings: Surroundings;
}

export class Viewer {
  readonly rig: Rig;
  readonly #stage: Stage;
  readonly #hud: Hud;
  readonly #labels: LevelLabels;
  readonly #input: Input;
  readonly #reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");
  readonly #listeners = new Set<() => void>();
  #loaded: Loaded | null = null;
  #selected: Panorama | null = null;
  #level: number | null = null;
  #record: number | null = null;
  #history: Remembered[] = [];
  #visit = 0;

  constructor(canvas: HTMLCanvasElement, frame: HTMLElement, labels: HTMLElement) {
    this.#stage = new Stage(canvas, frame);
    this.#labels = new LevelLabels(labels);
    this.rig = new Rig({ position: [0, 30, 60], yaw: 0, pitch: -0.4, reach: 60, stance: "orbit" }, () => {
      this.#stage.redraw();
    });
    this.#hud = new Hud({
      pickFacility: (key) => void this.load(key, { push: true }),
      pickLevel: (level) => {
        this.#remember();
        this.#setFilter(level, this.#record);
        if (level !== null || this.rig.view.stance === "stand") void this.#fly(this.#overviewOf(level));
      },
      back: () => void this.back(),
      overview: () => {
        this.#remember();
        this.#select(null);
        this.#setFilter(null, null);
        void this.#fly(this.#overviewOf(null));
      },
      clearRecord: () => this.#setFilter(this.#level, null),
    });
    this.#input = new Input({
      canvas,
      rig: this.rig,
      onClick: (x, y) => {
        const pano = this.#pick(x, y);
        if (pano) void this.stand(pano, null);
      },
      onHover: (x, y) => {
        canvas.style.cursor = this.#pick(x, y) ? "pointer" : "";
      },
      onWake: () => this.#stage.redraw(),
    });
    this.#stage.onPalette = (palette) => {
      this.#loaded?.building.paint(palette);
      this.#loaded?.markers.paint(palette);
      this.#loaded?.surroundings.paint(palette);
    };
    this.#stage.onFrame = (now, seconds) => this.#frame(now, seconds);
  }

  /** Shows a facility. Returns what happened, in the words of a citation's outcome. */
  async load(key: string, options: { push: boolean }): Promise<CitationOutcome> {
    const visit = ++this.#visit;
    this.#hud.notice("Loading the site…");
    let site: Site;
    try {
      site = await loadSite(key);
    } catch (error) {
      if (visit !== this.#visit) return "cancelled";
      if (this.#loaded) this.#hud.showSite(this.#loaded.site);
      const status = error instanceof SiteError ? error.status : 0;
      const denied = status === 401 || status === 403;
      this.#hud.notice(denied ? "You may not enter this project." : "This project could not be loaded.");
      return denied ? "denied" : "not_found";
    }
    if (visit !== this.#visit) return "cancelled";
    this.#hud.notice(null);
    if (options.push) history.pushState(null, "", `/viewer/?facility=${encodeURIComponent(key)}`);
    this.#show(site);
    return "arrived";
  }

  /** Flies to a panorama. The direction is in the world frame; without one the heading is kept. */
  async stand(pano: Panorama, look: Triple | null): Promise<FlightEnd> {
    this.#remember();
    return this.#standAt(pano, look);
  }

  async back(): Promise<void> {
    const last = this.#history.pop();
    this.#hud.showBack(this.#history.length > 0);
    if (!last || !this.#loaded) return;
    this.#select(this.#loaded.site.panorama(last.pano));
    this.#setFilter(last.level, last.record);
    await this.#fly(last.view);
  }

  // What the panel's host contract asks of a viewer.

  facilityKey(): string {
    return this.#loaded?.site.data.facility.key ?? requestedFacility();
  }

  snapshot(): ViewContext | null {
    const loaded = this.#loaded;
    if (!loaded) return null;
    const pano = this.#selected;
    const level = pano?.level ?? (this.#level === null ? null : loaded.site.data.levels[this.#level]) ?? null;
    const record =
      pano?.record ?? (this.#record === null ? null : loaded.site.data.records[this.#record]) ?? null;
    return {
      facility_name: loaded.site.data.facility.name,
      ...(record && { record_label: record.id, captured_at: record.captured_at }),
      ...(level && { level_id: level.id, level_name: level.name }),
      ...(pano && { pano_id: pano.id }),
    };
  }

  async goTo(target: CitationTarget): Promise<CitationOutcome> {
    if (target.facility_key !== this.facilityKey()) {
      const entered = await this.load(target.facility_key, { push: true });
      if (entered !== "arrived") return entered;
    }
    const loaded = this.#loaded;
    if (!loaded) return "not_found";
    const { site } = loaded;
    const pano = site.panorama(target.kind === "panorama" ? (target.pano_id ?? target.id) : target.pano_id);
    if (pano) {
      const arrival = this.stand(pano, lookOf(target, pano.position));
      loaded.markers.aim(triple(target.look_at));
      return arrival;
    }
    if (target.kind === "panorama") return "not_found";

    const level = site.levelIndex(target.kind === "level" ? target.id : target.level_id);
    const record = site.recordIndex(target.kind === "record" ? target.id : target.record_id);
    const position = triple(target.camera_position);
    if (level < 0 && !position && !(target.kind === "record" && record >= 0)) return "not_found";
    this.#remember();
    this.#select(null);
    this.#setFilter(level < 0 ? null : level, target.kind === "record" && record >= 0 ? record : null);
    if (!position) return this.#fly(this.#overviewOf(level < 0 ? null : level));
    const look = lookOf(target, position);
    return this.#fly(this.#standing(position, look));
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** For tests. World frame. */
  state(): {
    facility: string;
    camera: { position: [number, number, number]; lookAt: [number, number, number] };
    flying: boolean;
    selectedPano: string | null;
    level: string | null;
    ready: boolean;
  } {
    const { view } = this.rig;
    const [dx, dy, dz] = direction(view.yaw, view.pitch);
    const [x, y, z] = view.position;
    return {
      facility: this.facilityKey(),
      camera: { position: toWorld(view.position), lookAt: toWorld([x + dx, y + dy, z + dz]) },
      flying: this.rig.flying,
      selectedPano: this.#selected?.id ?? null,
      level: this.#level === null ? null : (this.#loaded?.site.data.levels[this.#level]?.id ?? null),
      ready: this.#loaded !== null,
    };
  }

  #show(site: Site): void {
    const previous = this.#loaded;
    if (previous) {
      this.#stage.scene.remove(previous.building.root, previous.markers.root, previous.surroundings.root);
      previous.building.dispose();
      previous.markers.dispose();
      previous.surroundings.dispose();
    }
    const loaded = {
      site,
      building: new Building(site),
      markers: new Markers(site),
      surroundings: new Surroundings(site),
    };
    this.#loaded = loaded;
    this.#selected = null;
    this.#level = null;
    this.#record = null;
    this.#history = [];
    this.#stage.scene.add(loaded.building.root, loaded.markers.root, loaded.surroundings.root);
    this.#labels.show(site);
    this.#hud.showSite(site);
    this.#hud.showBack(false);
    const extent = extentOf(site, null);
    this.#stage.aim(extent.centre, extent.radius);
    this.rig.place(this.#overviewOf(null));
    this.#changed();
  }

  async #standAt(pano: Panorama, look: Triple | null): Promise<FlightEnd> {
    if (this.#level !== null && this.#level !== pano.levelIndex) this.#setFilter(pano.levelIndex, this.#record);
    this.#select(pano);
    return this.#fly(this.#standing(pano.position, look));
  }

  #standing(position: Triple, look: Triple | null): View {
    const kept = { yaw: this.rig.view.yaw, pitch: 0 };
    const turned = look ? heading(toScene(look)) : null;
    return { position: toScene(position), reach: 6, stance: "stand", ...(turned ?? kept) };
  }

  #fly(view: View): Promise<FlightEnd> {
    const flight = this.rig.fly(view, { instant: this.#reducedMotion.matches });
    void flight.then(() => {
      this.#showCard();
      this.#changed();
    });
    return flight;
  }

  #overviewOf(level: number | null): View {
    const site = this.#loaded?.site;
    if (!site) return copy(this.rig.view);
    const { centre, radius } = extentOf(site, level);
    const [yaw, pitch] = level === null ? [-0.6, -0.31] : [-0.6, -0.78];
    const [dx, dy, dz] = direction(yaw, pitch);
    const narrow = Math.min(1, this.#stage.camera.aspect);
    const reach = (radius * (level === null ? 3.2 : 2.85)) / Math.max(0.45, narrow);
    return {
      position: [centre[0] - dx * reach, centre[1] - dy * reach, centre[2] - dz * reach],
      yaw,
      pitch,
      reach,
      stance: "orbit",
    };
  }

  #remember(): void {
    this.#history.push({
      view: copy(this.rig.view),
      pano: this.#selected?.id ?? null,
      level: this.#level,
      record: this.#record,
    });
    if (this.#history.length > HISTORY) this.#history.shift();
    this.#hud.showBack(true);
  }

  #select(pano: Panorama | null): void {
    const loaded = this.#loaded;
    if (!loaded) return;
    this.#selected = pano;
    loaded.markers.select(pano);
    loaded.markers.aim(null);
    this.#showCard();
    this.#changed();
  }

  #showCard(): void {
    const loaded = this.#loaded;
    if (!loaded) return;
    const pano = this.#selected;
    if (!pano) return this.#hud.showIdle(loaded.site, this.#level, this.#recordDate());
    const [x, y, z] = toScene(pano.position);
    const [cx, cy, cz] = this.rig.view.position;
    const away = Math.hypot(x - cx, y - cy, z - cz);
    this.#hud.showPanorama(loaded.site, pano, away < HERE_M ? "here" : "away");
  }

  #setFilter(level: number | null, record: number | null): void {
    const loaded = this.#loaded;
    if (!loaded) return;
    this.#level = level;
    this.#record = record;
    const { levels } = loaded.site.data;
    loaded.building.isolate(level, levels);
    loaded.markers.filter({ level, record });
    loaded.surroundings.openPit(level !== null && (levels[level]?.elevation ?? 0) < 0);
    this.#hud.showLevel(level);
    this.#showCard();
    this.#stage.redraw({ shadows: true });
    this.#changed();
  }

  #recordDate(): string | null {
    return this.#record === null ? null : (this.#loaded?.site.data.records[this.#record]?.captured_at ?? null);
  }

  #changed(): void {
    this.#stage.redraw();
    for (const listener of this.#listeners) listener();
  }

  #frame(now: number, seconds: number): boolean {
    const moving = this.#input.step(seconds);
    const flying = this.rig.step(now);
    this.#stage.look(this.rig.view, seconds);
    const loaded = this.#loaded;
    if (loaded) {
      loaded.surroundings.follow(this.#stage.camera.position);
      loaded.markers.follow(this.#stage.camera);
      const standing = this.rig.view.stance === "stand";
      this.#labels.follow(this.#stage.camera, (level) => this.#level === null || this.#level === level, standing);
    }
    return moving || flying || this.#stage.settling;
  }

  #pick(clientX: number, clientY: number): Panorama | null {
    const loaded = this.#loaded;
    if (!loaded || this.rig.flying) return null;
    const box = this.#stage.canvas.getBoundingClientRect();
    const pointer = new THREE.Vector2(
      ((clientX - box.left) / box.width) * 2 - 1,
      1 - ((clientY - box.top) / box.height) * 2,
    );
    const ray = new THREE.Raycaster();
    ray.setFromCamera(pointer, this.#stage.camera);
    ray.near = 0.9;
    const visible = loaded.building.solids.filter((solid) => solid.parent?.visible);
    const hit = ray.intersectObjects<THREE.Object3D>([loaded.markers.mesh, ...visible], false)[0];
    if (hit?.object !== loaded.markers.mesh || hit.instanceId === undefined) return null;
    return loaded.markers.panoramaOf(hit.instanceId);
  }
}

export function requestedFacility(): string {
  return new URLSearchParams(location.search).get("facility") || "fac-a";
}

/** Where a target looks: its direction, else towards its look-at point. World frame. */
function lookOf(target: CitationTarget, from: Triple): Triple | null {
  const given = triple(target.view_direction);
  if (given && heading(given)) return given;
  const at = triple(target.look_at);
  return at ? [at[0] - from[0], at[1] - from[1], at[2] - from[2]] : null;
}

/** The middle of what is to be seen and how far it reaches, in the scene frame. */
function extentOf(site: Site, level: number | null): { centre: [number, number, number]; radius: number } {
  const levels = level === null ? site.data.levels : site.data.levels.slice(level, level + 1);
  const points = site.data.levels.flatMap((entry) => entry.outline);
  if (points.length === 0) return { centre: [0, 0, 0], radius: 30 };
  const { min, max } = bounds(points);
  const above = levels.filter((entry) => entry.elevation >= 0);
  const low = Math.min(...(above.length > 0 ? above : levels).map((entry) => entry.elevation));
  const high = Math.max(...levels.map((entry) => entry.elevation + (level === null ? entry.ceiling : 0)));
  const centre: Triple = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (low + high) / 2];
  const radius = Math.hypot(max[0] - min[0], max[1] - min[1], high - low) / 2;
  return { centre: toScene(centre), radius: Math.max(radius, 8) };
}


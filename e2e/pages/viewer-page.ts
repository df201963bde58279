// The 3D site viewer.

import { expect, type Locator, type Page } from "@playwright/test";
import { Panel } from "./panel.ts";
import type { Triple } from "./turn.ts";

export interface ViewerState {
  facility: string;
  camera: { position: Triple; lookAt: Triple };
  flying: boolean;
  selectedPano: string | null;
  ready: boolean;
}

declare global {
  interface Window {
    beaconViewer?: { state(): ViewerState };
  }
}

export class ViewerPage {
  readonly panel: Panel;
  readonly canvas: Locator;
  readonly back: Locator;
  readonly launcher: Locator;

  constructor(readonly page: Page) {
    this.panel = new Panel(page);
    this.canvas = page.locator("canvas");
    this.back = page.getByRole("button", { name: /^Back/ });
    this.launcher = page.getByRole("button", { name: "Ask Beacon" });
  }

  async open(facility = "fac-a"): Promise<void> {
    await this.page.goto(`/viewer/?facility=${facility}`);
    await expect.poll(() => this.page.evaluate(() => window.beaconViewer?.state().ready)).toBe(true);
    await this.panel.ready();
  }

  state(): Promise<ViewerState> {
    return this.page.evaluate(() => {
      const state = window.beaconViewer?.state();
      if (!state) throw new Error("the viewer shows no state");
      return state;
    });
  }

  /** Waits until the camera stands still at a panorama. */
  async standsAt(pano: string): Promise<ViewerState> {
    await expect
      .poll(async () => {
        const { flying, selectedPano } = await this.state();
        return { flying, selectedPano };
      })
      .toEqual({ flying: false, selectedPano: pano });
    return this.state();
  }

  async landed(): Promise<ViewerState> {
    await expect.poll(async () => (await this.state()).flying).toBe(false);
    return this.state();
  }
}

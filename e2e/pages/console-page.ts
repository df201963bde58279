// The admin console: pages and routes, no 3D.

import { expect, type Locator, type Page } from "@playwright/test";
import { Panel } from "./panel.ts";

export class ConsolePage {
  readonly panel: Panel;
  readonly panoramaTitle: Locator;

  constructor(readonly page: Page) {
    this.panel = new Panel(page);
    this.panoramaTitle = page.getByTestId("panorama-title");
  }

  async open(facility = "fac-a"): Promise<void> {
    await this.page.goto(`/console/facilities/${facility}`);
    await this.panel.ready();
  }

  /** Waits for a panorama's page, by route alone. */
  async shows(pano: string): Promise<void> {
    await expect(this.page).toHaveURL(new RegExp(`/console/facilities/[^/]+/panoramas/${pano}$`));
    await expect(this.panoramaTitle).toBeVisible();
  }
}

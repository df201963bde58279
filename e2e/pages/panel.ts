// The panel, as a user meets it in either host. Playwright looks through its open shadow root.

import { expect, type Locator, type Page, type Response } from "@playwright/test";
import { Turn } from "./turn.ts";

/** States in which the panel waits for the user. */
const SETTLED = /^(answered|asking|denied|failed|signed_out|offline)$/;

export class Panel {
  readonly root: Locator;
  readonly composer: Locator;
  readonly send: Locator;

  constructor(private readonly page: Page) {
    this.root = page.getByTestId("panel");
    this.composer = page.getByTestId("composer");
    this.send = page.getByTestId("send");
  }

  async ready(): Promise<void> {
    await expect(this.root).toHaveAttribute("data-state", "ready");
  }

  /** Asks, and waits until the turn has ended one way or another. */
  async ask(question: string): Promise<Turn> {
    const turns = this.page.getByTestId("turn");
    const before = await turns.count();
    const response = this.page.waitForResponse(isTurn);
    await this.composer.fill(question);
    await this.send.click();
    await expect(turns).toHaveCount(before + 1);
    await expect(this.root).toHaveAttribute("data-state", SETTLED);
    return new Turn(turns.nth(before), await response);
  }

  /** Asks and insists on an answer. */
  async askAndHear(question: string): Promise<Turn> {
    const turn = await this.ask(question);
    await expect(this.root).toHaveAttribute("data-state", "answered");
    return turn;
  }
}

/** The accepted stream of a turn; a refused attempt before it does not count. */
function isTurn(response: Response): boolean {
  return /\/v1\/sessions\/[^/]+\/turns$/.test(new URL(response.url()).pathname) && response.ok();
}

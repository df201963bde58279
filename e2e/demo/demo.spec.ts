// One question in both hosts, with a picture of each: what `cargo xtask demo --check` runs.

import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { hardHats } from "../fixtures/questions.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Turn } from "../pages/turn.ts";

const folder = resolve(process.env["BEACON_DEMO_DIR"] ?? "../target/demo");

interface Seen {
  answer: string;
  count_line: string;
  cards: number;
}

async function seen(turn: Turn): Promise<Seen> {
  await expect(turn.answer).toContainText("at least 189");
  await expect(turn.countLines.first()).toBeVisible();
  await expect(turn.cards.first()).toBeVisible();
  return {
    answer: (await turn.answer.locator("p, li").allInnerTexts()).join("\n"),
    count_line: (await turn.countLines.allInnerTexts()).join("; "),
    cards: await turn.cards.count(),
  };
}

/** Waits until every preview that is in view has been drawn. */
async function pictured(turn: Turn): Promise<void> {
  const images = turn.cards.locator("img");
  await expect
    .poll(() =>
      images.evaluateAll((all) =>
        (all as HTMLImageElement[])
          .filter((image) => {
            const { top, bottom } = image.getBoundingClientRect();
            return bottom > 0 && top < window.innerHeight;
          })
          .every((image) => image.complete && image.naturalWidth > 0),
      ),
    )
    .toBe(true);
}

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

test("one question in the viewer and in the console", async ({ viewer, adminConsole, page }) => {
  await mkdir(folder, { recursive: true });

  await viewer.open();
  const inViewer = await viewer.panel.askAndHear(hardHats);
  const viewerSaw = await seen(inViewer);
  await viewer.landed();
  await pictured(inViewer);
  await picture(page, "viewer");

  // A conversation belongs to the tab; the console begins its own.
  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  await adminConsole.open();
  const inConsole = await adminConsole.panel.askAndHear(hardHats);
  const consoleSaw = await seen(inConsole);
  await pictured(inConsole);
  await picture(page, "console");

  const result = { question: hardHats, viewer: viewerSaw, console: consoleSaw };
  await writeFile(join(folder, "result.json"), `${JSON.stringify(result, null, 2)}\n`);
});

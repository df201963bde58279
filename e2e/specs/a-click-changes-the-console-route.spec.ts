import { hardHats } from "../fixtures/questions.ts";
import { expect, test } from "../fixtures/test.ts";

test("a click on a card opens the panorama's page without a reload", async ({ adminConsole, page }) => {
  await adminConsole.open();
  await page.evaluate(() => Object.assign(window, { marker: "still here" }));
  const turn = await adminConsole.panel.askAndHear(hardHats);
  const [first] = await turn.citations();
  const pano = first?.target.pano_id ?? first?.target.id ?? "none";

  await turn.cards.first().click();
  await adminConsole.shows(pano);

  expect(await page.evaluate(() => (window as unknown as { marker?: string }).marker)).toBe("still here");
  await expect(turn.cards).toHaveCount(10);
});

import { hardHats, howMany } from "../fixtures/questions.ts";
import { expect, test } from "../fixtures/test.ts";

test("a question in the console is answered like in the viewer", async ({ adminConsole }) => {
  await adminConsole.open();
  const turn = await adminConsole.panel.askAndHear(hardHats);

  await expect(turn.answer).toContainText("at least 189");
  await expect(turn.countLines).toHaveText(/10.*at least 189/);
  await expect(turn.cards).toHaveCount(10);
});

test("the conversation outlives a route change", async ({ adminConsole, page }) => {
  await adminConsole.open();
  const turn = await adminConsole.panel.askAndHear(howMany);
  await expect(turn.answer).toContainText("exactly 7,961");
  await page.getByRole("link", { name: "Captures", exact: true }).click();
  await expect(page).toHaveURL(/\/captures$/);
  await expect(turn.answer).toContainText("exactly 7,961");
});

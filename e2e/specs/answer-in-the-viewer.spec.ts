import { hardHats } from "../fixtures/questions.ts";
import { expect, test } from "../fixtures/test.ts";

test("a question in the viewer is answered with a floor, a subset and cards", async ({ viewer }) => {
  await viewer.open();
  const turn = await viewer.panel.askAndHear(hardHats);

  await expect(turn.answer).toContainText("at least 189");
  await expect(turn.answer).not.toContainText(/more than|over 189|exactly/);
  await expect(turn.countLines).toHaveText(/10.*at least 189/);
  await expect(turn.cards).toHaveCount(10);
  for (const card of await turn.cards.all()) {
    await expect(card).toContainText(/L[1-5]|B1/);
    await expect(card).toContainText(/20\d\d/);
  }
});

test("each card shows its picture", async ({ viewer }) => {
  await viewer.open();
  const turn = await viewer.panel.askAndHear(hardHats);
  for (const card of await turn.cards.all()) {
    const picture = card.locator("img");
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true);
  }
});

test("cards and citations of the stream are the same documents in the same order", async ({ viewer }) => {
  await viewer.open();
  const turn = await viewer.panel.askAndHear(hardHats);
  const citations = await turn.citations();
  expect(citations.map(({ number }) => number)).toEqual(citations.map((_, index) => index + 1));
  await expect(turn.cards).toHaveCount(citations.length);
  for (const [index, { title }] of citations.entries()) {
    await expect(turn.cards.nth(index)).toContainText(title);
  }
});

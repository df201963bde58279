import { howMany, listAll } from "../fixtures/questions.ts";
import { expect, test } from "../fixtures/test.ts";

test("a count by a single-value aggregate is exact", async ({ viewer }) => {
  await viewer.open("fac-a");
  const turn = await viewer.panel.askAndHear(howMany);
  await expect(turn.answer).toContainText("exactly 7,961");
});

const LISTS = [
  { facility: "fac-2999", says: "exactly 2,999", more: false },
  { facility: "fac-3000", says: "at least 3,000", more: true },
  { facility: "fac-3001", says: "at least 3,000", more: true },
  { facility: "fac-a", says: "at least 3,000", more: true },
] as const;

for (const { facility, says, more } of LISTS) {
  test(`the list of all panoramas in ${facility} is ${says}`, async ({ viewer }) => {
    await viewer.open(facility);
    const turn = await viewer.panel.askAndHear(listAll);
    await expect(turn.answer).toContainText(says);
    if (more) {
      await expect(turn.answer).toContainText(/more/);
      await expect(turn.answer).not.toContainText("exactly");
      await expect(turn.countLines).toContainText("at least 3,000");
    } else {
      await expect(turn.answer).not.toContainText("at least");
      await expect(turn.countLines).not.toContainText("at least");
    }
  });
}

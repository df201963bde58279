import { hardHats } from "../fixtures/questions.ts";
import { expect, test } from "../fixtures/test.ts";

test("a search that fails in disguise is shown as failed, never as nothing found", async ({ viewer }) => {
  await viewer.open("fac-outage");
  const turn = await viewer.panel.ask(hardHats);

  await expect(turn.toolStatus).toHaveAttribute("data-outcome", "failed");
  await expect(turn.answer).toContainText("could not be completed");
  await expect(turn.answer).not.toContainText(/no photos|none|found 0|\b0\b/i);
  await expect(turn.cards).toHaveCount(0);
  await expect(turn.numbers).toHaveCount(0);
  await expect(viewer.panel.root).not.toContainText(/502|Bad Gateway|http/);
  const ends = (await turn.frames()).filter(({ event }) => event === "tool_end");
  expect(ends.map(({ data }) => data["outcome"])).toEqual(["failed"]);
});

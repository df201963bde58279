import { hardHats } from "../fixtures/questions.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Citation, Triple } from "../pages/turn.ts";

const MILLIMETRE = 1e-3;

function pano(citation: Citation | undefined): string {
  const id = citation?.target.pano_id ?? citation?.target.id;
  if (!id) throw new Error("the citation names no panorama");
  return id;
}

function expectNear(actual: Triple, expected: Triple | undefined, tolerance = MILLIMETRE): void {
  expect(expected).toBeDefined();
  actual.forEach((value, axis) => {
    expect(Math.abs(value - (expected?.[axis] ?? NaN)), `axis ${axis}`).toBeLessThan(tolerance);
  });
}

test("a click on a card flies the camera to the panorama, looking where the citation looks", async ({
  viewer,
  page,
}) => {
  await viewer.open();
  await page.evaluate(() => Object.assign(window, { marker: "still here" }));
  const turn = await viewer.panel.askAndHear(hardHats);
  const [, second] = await turn.citations();
  const before = await viewer.state();

  await turn.cards.nth(1).click();
  const after = await viewer.standsAt(pano(second));

  expect(after.camera.position).not.toEqual(before.camera.position);
  expectNear(after.camera.position, second?.target.camera_position);
  const direction = after.camera.lookAt.map((value, axis) => value - (after.camera.position[axis] ?? 0));
  expectNear(direction as Triple, second?.target.view_direction);
  expect(await page.evaluate(() => (window as unknown as { marker?: string }).marker)).toBe("still here");
});

test("a newer click wins over an older flight, and the way back is remembered", async ({ viewer }) => {
  await viewer.open();
  const turn = await viewer.panel.askAndHear(hardHats);
  const [first, , third] = await turn.citations();

  await turn.cards.nth(0).click();
  await turn.cards.nth(2).click();
  await viewer.standsAt(pano(third));
  await turn.cards.nth(0).click();
  await viewer.standsAt(pano(first));

  await viewer.back.click();
  const back = await viewer.standsAt(pano(third));
  expectNear(back.camera.position, third?.target.camera_position);
});

test("with reduced motion the camera is there at once", async ({ viewer, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await viewer.open();
  const turn = await viewer.panel.askAndHear(hardHats);
  const [first] = await turn.citations();
  await turn.cards.nth(0).click();
  const state = await viewer.standsAt(pano(first));
  expectNear(state.camera.position, first?.target.camera_position);
});

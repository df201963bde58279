import { expect, test } from "../fixtures/test.ts";

test("keys move the camera from the scene, and never from the composer", async ({ viewer, page }) => {
  await viewer.open();
  const before = await viewer.state();

  await viewer.panel.composer.click();
  await page.keyboard.type("was wasd seen");
  await expect(viewer.panel.composer).toHaveValue("was wasd seen");
  expect((await viewer.state()).camera).toEqual(before.camera);

  await viewer.canvas.focus();
  await page.keyboard.down("w");
  await expect.poll(async () => (await viewer.state()).camera.position).not.toEqual(before.camera.position);
  await page.keyboard.up("w");
});

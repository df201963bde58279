import { howMany } from "../fixtures/questions.ts";
import { expect, test } from "../fixtures/test.ts";

for (const fault of ["expired", "wrong_key"] as const) {
  test(`a token that is refused (${fault}) makes the panel ask the host once for a new one`, async ({ viewer, page }) => {
    let issued = 0;
    const refusals: string[] = [];
    await page.route("**/issuer/token", async (route) => {
      issued += 1;
      const url = issued === 1 ? `${route.request().url()}?fault=${fault}` : route.request().url();
      const response = await route.fetch({ url });
      const body = (await response.json()) as Record<string, unknown>;
      // The host must believe in the token: otherwise it would renew it by itself.
      const soon = Math.floor(Date.now() / 1000) + 900;
      const expires_at = typeof body["expires_at"] === "number" ? soon : new Date(soon * 1000).toISOString();
      await route.fulfill({ response, json: { ...body, expires_at } });
    });
    page.on("response", (response) => {
      if (response.status() === 401) refusals.push(response.headers()["content-type"] ?? "");
    });

    await viewer.open();
    const turn = await viewer.panel.askAndHear(howMany);

    await expect(turn.answer).toContainText("exactly 7,961");
    expect(issued).toBe(2);
    expect(refusals).toEqual([expect.stringContaining("application/problem+json")]);
  });
}

test("when the new token is refused too, the panel stops asking and keeps the message", async ({
  viewer,
  page,
}) => {
  let issued = 0;
  await page.route("**/issuer/token", async (route) => {
    issued += 1;
    const response = await route.fetch({ url: `${route.request().url()}?fault=wrong_key` });
    await route.fulfill({ response });
  });
  await viewer.open();
  await viewer.panel.composer.fill(howMany);
  await viewer.panel.send.click();
  await expect(viewer.panel.root).toHaveAttribute("data-state", /^(signed_out|failed)$/);
  expect(issued).toBe(2);
  await expect(viewer.panel.root.getByText(howMany).or(viewer.panel.composer).first()).toBeVisible();
});

// Serves one folder of wasm tests and has headless Chromium run them.
//
//   node wasm-tests.mjs <folder> <chromium>
//
// Prints what the harness wrote; exit code 0 when every test passed, 1 otherwise.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const DEADLINE_MS = 120_000;
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".json": "application/json", ".wasm": "application/wasm" };

const [folder, executablePath] = process.argv.slice(2);
const { chromium } = createRequire(new URL("../../e2e/package.json", import.meta.url))("@playwright/test");

const server = createServer(async (request, response) => {
  const name = path.normalize(new URL(request.url, "http://localhost").pathname);
  try {
    const content = await readFile(path.join(folder, name === "/" ? "index.html" : name));
    response.writeHead(200, { "content-type": TYPES[path.extname(name)] ?? "text/html" });
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
});
let passed = false;
try {
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error.stack ?? error)));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const result = await page
    .waitForFunction(() => globalThis.beaconTests, undefined, { timeout: DEADLINE_MS })
    .then((handle) => handle.jsonValue())
    .catch((error) => ({ passed: false, error: `the tests did not end: ${error.message}` }));
  console.log(await page.locator("#output").textContent());
  if (result.error !== undefined) console.log([result.error, ...errors].join("\n"));
  passed = result.passed;
} finally {
  await browser.close();
  server.close();
}
process.exitCode = passed ? 0 : 1;

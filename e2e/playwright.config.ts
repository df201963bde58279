// Drives the browser only. The stack runs already: `cargo xtask` starts it and says where it is.

import { defineConfig } from "@playwright/test";
import { chromium, stubUrl } from "./fixtures/stack.ts";

export default defineConfig({
  outputDir: "test-results",
  // One stack, one software renderer: tests side by side would only wait for each other.
  workers: 1,
  retries: 0,
  forbidOnly: process.env["CI"] !== undefined,
  timeout: 90_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    baseURL: stubUrl,
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: chromium,
      args: [
        "--no-sandbox",
        "--use-gl=angle",
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  projects: [
    { name: "specs", testDir: "specs" },
    { name: "demo", testDir: "demo", timeout: 180_000 },
  ],
});

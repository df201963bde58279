// Runs the unit tests: bundles them for Node and hands them to its test runner.
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = await mkdtemp(join(tmpdir(), "viewer-tests-"));
await build({
  absWorkingDir: here,
  entryPoints: ["test/frame.test.ts", "test/rig.test.ts", "test/token.test.ts"],
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  logLevel: "warning",
});
const run = spawnSync(process.execPath, ["--test", out], { stdio: "inherit" });
await rm(out, { recursive: true });
process.exitCode = run.status ?? 1;

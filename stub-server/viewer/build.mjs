// Bundles the viewer page: index.html, viewer.js, viewer.css, icon.svg. Nothing is fetched at run time.
import { copyFile, mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const flag = process.argv.indexOf("--outdir");
const outdir = resolve(
  here,
  flag >= 0 && process.argv[flag + 1] ? process.argv[flag + 1] : "../../target/viewer-dist",
);

await mkdir(outdir, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { viewer: "src/main.ts" },
  outdir,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  // The panel is a separate package, loaded from where the host serves it.
  external: ["/panel/*"],
  // three.js asks for its notice to stay with copies.
  legalComments: "eof",
  logLevel: "warning",
});
await build({
  absWorkingDir: here,
  entryPoints: { viewer: "src/viewer.css" },
  outdir,
  bundle: true,
  minify: true,
  logLevel: "warning",
});
for (const file of ["index.html", "icon.svg"]) {
  await copyFile(resolve(here, "src", file), resolve(outdir, file));
}

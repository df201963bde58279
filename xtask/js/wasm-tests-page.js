// The page side of wasm-bindgen-test: hands the exported tests to the harness inside the wasm
// module and leaves the result where the driver looks for it. The hooks below are the harness'
// own protocol (wasm-bindgen-test, src/rt/mod.rs).

import init, * as harness from "./tests.js";

globalThis.__wbg_test_invoke = (test) => test();

for (const method of ["debug", "log", "info", "warn", "error"]) {
  const original = console[method];
  console[method] = (...args) => {
    original.apply(console, args);
    globalThis[`on_console_${method}`]?.(args);
  };
}

try {
  const names = await (await fetch("tests.json")).json();
  const wasm = await init({ module_or_path: "tests_bg.wasm" });
  const context = new harness.WasmBindgenTestContext(false);
  for (const method of ["debug", "log", "info", "warn", "error"]) {
    globalThis[`on_console_${method}`] = harness[`__wbgtest_console_${method}`];
  }
  globalThis.beaconTests = { passed: await context.run(names.map((name) => wasm[name])) };
} catch (error) {
  globalThis.beaconTests = { passed: false, error: String(error?.stack ?? error) };
}

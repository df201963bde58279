import assert from "node:assert/strict";
import { test } from "node:test";
import { direction, heading, toScene, toWorld, triple } from "../src/frame";

test("known points turn from Z up to Y up and back", () => {
  for (const [world, scene] of [
    [[10.085, -16.195, 5.75], [10.085, 5.75, 16.195]],
    [[17.774198, -28.595697, 8.034313], [17.774198, 8.034313, 28.595697]],
    [[0, 0, 100], [0, 100, 0]],
    [[0, 0, -1], [0, -1, 0]],
    [[0, 1, 0], [0, 0, -1]],
  ] as const) {
    assert.deepEqual(toScene(world), scene);
    assert.deepEqual(toWorld(scene), world);
  }
});

test("a heading gives its direction back", () => {
  const camera = toScene([-0.43063, 0.899486, -0.074049]);
  const turned = heading(camera);
  assert.ok(turned);
  const back = direction(turned.yaw, turned.pitch);
  camera.forEach((value, axis) => assert.ok(Math.abs(value - (back[axis] ?? 0)) < 1e-5));
  const degrees = (turned.yaw * 180) / Math.PI;
  assert.ok(Math.abs(((degrees + 360) % 360) - 334.417) < 1e-3, `bearing ${degrees}`);
  assert.ok(Math.abs((turned.pitch * 180) / Math.PI + 4.247) < 1e-3);
});

test("what is not three finite numbers is no triple", () => {
  for (const value of [null, undefined, [1, 2], [1, 2, Number.NaN], [1, 2, "3"], "1,2,3"]) {
    assert.equal(triple(value), null);
  }
});

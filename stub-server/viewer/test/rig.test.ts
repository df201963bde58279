import assert from "node:assert/strict";
import { test } from "node:test";
import { Rig, type View } from "../src/rig";

const start: View = { position: [0, 0, 0], yaw: 0, pitch: 0, reach: 10, stance: "orbit" };
const goal: View = { position: [30, 5, -10], yaw: 3, pitch: -0.2, reach: 6, stance: "stand" };
const rig = () => new Rig({ ...start, position: [...start.position] }, () => undefined);

function finish(rig: Rig): void {
  for (let now = 0; rig.flying && now < 10_000; now += 40) rig.step(now);
}

test("a flight ends exactly where it was sent", async () => {
  const camera = rig();
  const flight = camera.fly(goal, { instant: false });
  assert.ok(camera.flying);
  finish(camera);
  assert.equal(await flight, "arrived");
  assert.deepEqual(camera.view, goal);
});

test("a newer flight cancels the older one", async () => {
  const camera = rig();
  const first = camera.fly(goal, { instant: false });
  camera.step(0);
  const second = camera.fly(start, { instant: false });
  assert.equal(await first, "cancelled");
  finish(camera);
  assert.equal(await second, "arrived");
});

test("the user's own movement cancels a flight and the camera stays where it is", async () => {
  for (const act of [
    (camera: Rig) => camera.move(0, 0, 1),
    (camera: Rig) => camera.turn(0.1, 0),
    (camera: Rig) => camera.zoom(0.9),
  ]) {
    const camera = rig();
    const flight = camera.fly(goal, { instant: false });
    camera.step(0);
    camera.step(500);
    act(camera);
    assert.equal(await flight, "cancelled");
    assert.equal(camera.step(5000), false);
    assert.notDeepEqual(camera.view.position, goal.position);
  }
});

test("an instant flight has no way between", async () => {
  const camera = rig();
  assert.equal(await camera.fly(goal, { instant: true }), "arrived");
  assert.deepEqual(camera.view, goal);
});

test("an orbit keeps its pivot, a head turn keeps its place", () => {
  const orbit = rig();
  orbit.turn(1, -0.3);
  assert.ok(Math.abs(Math.hypot(...orbit.view.position.map((v, i) => v - [0, 0, -10][i]!)) - 10) < 1e-9);
  const stand = new Rig({ ...goal, position: [...goal.position] }, () => undefined);
  stand.turn(1, 0.3);
  assert.deepEqual(stand.view.position, goal.position);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { expiry, TokenCache } from "../src/token";

function issuer() {
  let issued = 0;
  const clock = { now: 0 };
  const cache = new TokenCache(
    () => Promise.resolve({ token: `t${++issued}`, expiresAt: clock.now + 900_000 }),
    () => clock.now,
  );
  return { cache, clock };
}

test("a token is kept until shortly before it expires", async () => {
  const { cache, clock } = issuer();
  assert.equal(await cache.get({ refresh: false }), "t1");
  clock.now = 800_000;
  assert.equal(await cache.get({ refresh: false }), "t1");
  clock.now = 850_000;
  assert.equal(await cache.get({ refresh: false }), "t2");
});

test("a refresh is forced, and several callers share it", async () => {
  const { cache } = issuer();
  await cache.get({ refresh: false });
  const both = await Promise.all([cache.get({ refresh: true }), cache.get({ refresh: true })]);
  assert.deepEqual(both, ["t2", "t2"]);
});

test("expiry is read from both notations", () => {
  assert.equal(expiry(1_700_000_000), 1_700_000_000_000);
  assert.equal(expiry("2023-11-14T22:13:20Z"), 1_700_000_000_000);
  assert.equal(expiry("soon"), 0);
});

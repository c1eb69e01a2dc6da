import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const { scaled, within } = await load("zoom");
const ZONE = { width: 10, height: 6 };

test("the window never leaves the board", () => {
  assert.deepEqual(within({ x: -3, y: 9, scale: 2 }, ZONE), { x: 0, y: 3, scale: 2 });
  assert.deepEqual(within({ x: 2, y: 1, scale: 2 }, ZONE), { x: 2, y: 1, scale: 2 });
  assert.deepEqual(within({ x: 4, y: 4, scale: 1 }, ZONE), { x: 0, y: 0, scale: 1 });
});

test("what is under the fingers stays there", () => {
  const view = { x: 1, y: 1, scale: 2 };
  const point = { x: 3, y: 2 };
  const now = scaled(view, point, 4);
  // As far from the left edge as before, in parts of the window.
  const part = (it) => ((point.x - it.x) * it.scale) / ZONE.width;
  assert.equal(part(now), part(view));
  assert.equal(now.scale, 4);
});

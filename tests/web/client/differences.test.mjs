import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const { FEW, differences, twins } = await load("differences");

const sprite = (id, more = {}) => ({ id, art: "red", label: id, mark: "", ...more });
const ids = (list) => list.map(({ id }) => id);

test("what is new, what is gone, and what is marked again", () => {
  const before = [sprite("a", { mark: "placed" }), sprite("b", { mark: "placed" }), sprite("c")];
  const after = [sprite("a", { mark: "placed" }), sprite("b", { mark: "lost" }), sprite("d", { mark: "placed" })];
  const found = differences(new Map(before.map((it) => [it.id, it])), after);
  assert.deepEqual(ids(found.fresh), ["d"]);
  assert.deepEqual(ids(found.gone), ["c"]);
  assert.deepEqual(ids(found.again), ["a"]);
});

test("a card that changes its name keeps its face, once", () => {
  const gone = [sprite("hand-1"), sprite("hand-2", { art: "blue" })];
  const found = twins([sprite("board-1", { art: "blue" }), sprite("board-2", { art: "blue" })], gone);
  assert.deepEqual([...found.twins], [["board-1", "hand-2"]]);
  assert.deepEqual(ids(found.strangers), ["board-2"]);
});

test("places and buttons are no things that move", () => {
  const found = twins([sprite("p", { art: "place" }), sprite("go", { art: "button" })], [sprite("stop", { art: "button" })]);
  assert.equal(found.twins.size, 0);
  assert.deepEqual(found.strangers, []);
});

test("after a new deal nothing comes from anywhere", () => {
  const dealt = Array.from({ length: FEW + 1 }, (_, at) => sprite(`new-${at}`));
  const found = twins(dealt, [sprite("old")]);
  assert.equal(found.twins.size, 0);
  assert.deepEqual(found.strangers, []);
  assert.equal(twins(dealt.slice(1), [sprite("old")]).twins.size, 1);
});

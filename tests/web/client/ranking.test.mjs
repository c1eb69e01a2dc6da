import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const { amountOf, decisive, momentsOf, ranking } = await load("ranking");

const result = (winners, ...sums) => ({
  text: "",
  winners,
  lines: sums.flatMap((value, seat) => [{ seat, label: "before", value: "99" }, { seat, label: "sum", value: String(value) }]),
});
const places = (it) => ranking(it).map(({ seat, place }) => [seat, place]);

test("most points win, or fewest: winners show which", () => {
  assert.deepEqual(places(result([2], 5, 9, 12)), [[2, 1], [1, 2], [0, 3]]);
  assert.deepEqual(places(result([0], 5, 9, 12)), [[0, 1], [1, 2], [2, 3]]);
});

test("those who have as much share a place, winners come first, and nobody may have won", () => {
  assert.deepEqual(places(result([1], 0, 1, 0)), [[1, 1], [0, 2], [2, 2]]);
  assert.deepEqual(places(result([0, 2], 4, 7, 4)), [[0, 1], [2, 1], [1, 3]]);
  assert.deepEqual(places(result([1], 8, 5, 3)), [[1, 1], [2, 2], [0, 3]]); // the best one gave up
  assert.deepEqual(places(result([], 0, 0)), [[0, 1], [1, 1]]);
});

test("amounts have signs of print", () => {
  assert.deepEqual(["+5", "\u22122", "12"].map(amountOf), [5, -2, 12]);
});

const scene = (more) => ({ sprites: [], ...more });

test("a frame brings points, what a round cost, or a feat", () => {
  const gains = [{ sprite: "a", seat: 1, text: "+5" }, { sprite: "b", seat: 1, text: "+3" }, { sprite: "c", seat: 0, art: "card" }];
  assert.deepEqual(momentsOf({ seat: 0, told: ["A show."], scene: scene({ gains }) }), [{ seat: 1, amount: 8, text: "A show." }]);
  const summary = { title: "Over.", lines: [{ seat: 0, label: "kept", value: "+4" }, { seat: 0, label: "so far", value: "9" }] };
  assert.deepEqual(momentsOf({ seat: null, told: [], scene: scene({ summary }) }), [{ seat: 0, amount: 4, text: "Over. kept" }]);
  const sprites = [{ id: "x", mark: "revealed" }];
  assert.deepEqual(momentsOf({ seat: 2, told: ["Found!"], scene: scene({ sprites }) }), [{ seat: 2, amount: 1, text: "Found!" }]);
  assert.deepEqual(momentsOf({ seat: 2, told: ["Moves."], scene: scene({}) }), []);
});

test("the largest moments decide, in the order in which they came", () => {
  const moments = [3, -9, 1, 5, 5].map((amount, seat) => ({ seat, amount, text: "" }));
  assert.deepEqual(decisive(moments).map(({ seat }) => seat), [1, 3, 4]);
});

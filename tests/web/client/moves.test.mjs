import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const { beside, jump, rounds, turns } = await load("moves");

const event = (number, turn, ...kinds) => ({ number, turn, steps: kinds.map((kind) => ({ kind, told: [] })) });

// Two rounds; seat 1 decides twice in a row.
const MATCH = [
  event(1, 0, "deal"),
  event(2, 1, "place"),
  event(3, 1, "place"),
  event(4, 0, "place", "out", "round", "deal"),
  event(5, null, "place", "round", "end"),
];
const END = Infinity;
const pairs = (spots) => spots.map(({ number, step }) => [number, step]);

test("a turn begins where somebody else is to decide", () => {
  assert.deepEqual(pairs(turns(MATCH)), [[1, END], [2, END], [4, END], [5, END]]);
});

test("a round begins with a deal, or where the last one is over", () => {
  assert.deepEqual(pairs(rounds(MATCH)), [[1, 0], [4, 3], [5, 1]]);
});

test("a game without rounds has nowhere to jump", () => {
  assert.deepEqual(rounds(MATCH.slice(0, 3)), []);
});

test("jumps lead on and back and to the ends", () => {
  const to = (list, number, step, way) => pairs([jump(list, { number, step }, way, MATCH.length)])[0];
  assert.deepEqual(to(turns(MATCH), 2, END, 1), [4, END]);
  assert.deepEqual(to(turns(MATCH), 3, END, -1), [2, END]);
  assert.deepEqual(to(turns(MATCH), 1, 0, -1), [1, 0]);
  assert.deepEqual(to(rounds(MATCH), 4, 1, 1), [4, 3]);
  assert.deepEqual(to(rounds(MATCH), 4, 3, 1), [5, 1]);
  assert.deepEqual(to(rounds(MATCH), 5, 1, 1), [5, END]);
});

test("one step on or back goes through the frames of an event, then to the next one", () => {
  const from = (number, step, steps, way) => pairs([beside({ number, step }, steps, way, 3)])[0];
  assert.deepEqual(from(1, 0, 2, 1), [1, 1]);
  assert.deepEqual(from(1, 1, 2, 1), [2, 0]);
  assert.deepEqual(from(3, 0, 1, 1), [3, 0]);
  assert.deepEqual(from(2, 0, 2, -1), [1, END]);
  assert.deepEqual(from(1, 0, 2, -1), [1, 0]);
});

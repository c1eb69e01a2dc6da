import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const { frames, sentences } = await load("frames");

const sprite = (id, x = 0, more = {}) => ({ id, art: "place", x, y: 0, ...more });
const step = (kind, back, more = {}) => ({ kind, told: [`${kind}.`], ...more, ...(back && { back }) });

// The end of an event: a card was placed and then two things came of it.
const SCENE = {
  game: "any",
  zones: [{ id: "board", label: "Board", width: 4, height: 4 }],
  sprites: [sprite("a", 3), sprite("b", 1, { mark: "placed" })],
  choices: [{ action: "go", touch: ["a"] }],
  players: [{ seat: 0, name: "Mira", facts: [], active: true }, { seat: 1, name: "Ben", facts: [] }],
  prompt: "Your turn.",
  status: "Round 2",
  result: { text: "Mira wins.", winners: [0], lines: [] },
};
const of = (steps, scene = SCENE) => frames({ told: [], steps, scene });

test("an event without steps shows what is so", () => {
  assert.deepEqual(of([]), [{ kind: "", seat: null, told: [], scene: SCENE }]);
});

test("before the deal there is nothing to show", () => {
  assert.deepEqual(of([], null), []);
  assert.deepEqual(of([step("place")], null), []);
});

test("the last step is shown by the event's own scene", () => {
  assert.deepEqual(of([step("place", null, { seat: 1 })]), [{ kind: "place", seat: 1, told: ["place."], scene: SCENE }]);
});

test("frames are made from the end backwards", () => {
  const back = { sprites: [sprite("a", 2), sprite("c", 5)], gone: ["b"], status: "Round 1" };
  const [first, second, third] = of([
    step("place", { sprites: [sprite("a", 1, { mark: "placed" })] }, { seat: 1 }),
    step("round", back),
    step("deal"),
  ]);
  assert.deepEqual(third.scene, SCENE);
  assert.deepEqual(second.scene.sprites.map(({ id, x }) => [id, x]), [["a", 2], ["c", 5]]);
  assert.equal(second.scene.status, "Round 1");
  // What a step does not name is as after it, and a mark is part of its sprite.
  assert.deepEqual(first.scene.sprites, [sprite("a", 1, { mark: "placed" }), sprite("c", 5)]);
  assert.equal(first.scene.status, "Round 1");
  assert.deepEqual([first, second, third].map(({ kind }) => kind), ["place", "round", "deal"]);
});

test("only the last frame has choices and a result", () => {
  const [first, last] = of([step("place", { status: "x" }), step("out")]);
  assert.deepEqual([first.scene.choices, first.scene.result], [[], null]);
  assert.deepEqual([last.scene.choices, last.scene.result], [SCENE.choices, SCENE.result]);
});

test("in the middle, who does something stands out", () => {
  const active = ({ scene }) => scene.players.map((it) => it.active);
  const [first, second] = of([step("out", { status: "x" }, { seat: 1 }), step("round"), step("deal")]);
  assert.deepEqual([active(first), active(second)], [[false, true], [false, false]]);
});

test("gains and summaries belong to one frame alone", () => {
  const gains = [{ sprite: "a", seat: 0, text: "+5" }];
  const summary = { title: "Round 1 is over.", lines: [] };
  const steps = [step("a", { summary }), step("b", { gains }), step("c"), step("d")];
  const found = of(steps, { ...SCENE, gains }).map(({ scene }) => [scene.gains, scene.summary ?? null]);
  assert.deepEqual(found, [[[], summary], [gains, null], [[], null], [gains, null]]);
});

test("a last step that lingers has a frame before the scene", () => {
  const gains = [{ sprite: "a", seat: 0, text: "+5" }];
  const [first, end] = of([step("announce", { gone: ["b"], gains })], { ...SCENE, gains });
  assert.deepEqual(first.scene.sprites.map(({ id }) => id), ["a"]);
  assert.deepEqual(first.scene.gains, gains);
  assert.deepEqual([end.kind, end.told, end.scene.choices], ["", [], SCENE.choices]);
  // It was brought once.
  assert.deepEqual(end.scene.gains, []);
});

test("all that an event told is in order", () => {
  const event = { told: ["A notice."], steps: [step("place"), step("out")] };
  assert.deepEqual(sentences(event), ["A notice.", "place.", "out."]);
});

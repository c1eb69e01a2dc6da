import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const { asked, begin, choices, decisions, deeds, heirOf, promptOf } = await load("state");

const CHOICES = [{ action: "go", touch: ["a"] }];
const scene = (active, more = {}) => ({
  game: "any", zones: [], sprites: [], choices: CHOICES, prompt: "Choose.", status: "",
  players: [0, 1].map((seat) => ({ seat, name: `P${seat}`, facts: [], active: seat === active })),
  ...more,
});
const seat = (number, more = {}) => ({ seat: number, kind: "person", name: `P${number}`, away: false, lost: false, ...more });
const table = (more = {}) => ({ game: "any", status: "running", seats: [seat(0), seat(1)], ...more });
const state = (more = {}) => {
  const now = more.scene ?? scene(0);
  const frame = { kind: "", seat: null, told: [], scene: now };
  return { ...begin("t", null), mine: [0], seat: 0, table: table(), scene: now, frame, settled: true, ...more };
};

test("one chooses on one's turn, when everything is shown and nothing is on its way", () => {
  assert.deepEqual(choices(state()), CHOICES);
  const same = state();
  assert.equal(choices(same), choices(same));
  for (const now of [
    state({ settled: false }), state({ busy: true }), state({ heir: 1 }), state({ seat: null }),
    state({ scene: scene(1) }), state({ table: table({ seats: [seat(0, { away: true }), seat(1)] }) }),
    state({ table: table({ seats: [seat(0, { lost: true }), seat(1)] }) }),
  ]) assert.deepEqual(choices(now), []);
  assert.equal(asked(state({ busy: true })), true);
});

test("the line says what happens, then what to do", () => {
  const frame = { kind: "x", seat: 1, told: ["One.", "Two.", "Three."], scene: scene(1) };
  assert.deepEqual(promptOf(state({ frame, settled: false })), { text: "One. Three.", kind: "telling" });
  assert.equal(promptOf(state()).kind, "mine");
  assert.equal(promptOf(state({ seat: null })).watching, true);
  const away = state({ table: table({ seats: [seat(0, { away: true }), seat(1)] }) });
  assert.deepEqual([promptOf(away).text, promptOf(away).away], ["A bot plays for you.", true]);
  assert.equal(promptOf(state({ heir: 1 })).text, "Pass the device to P1.");
  assert.equal(promptOf(state({ trouble: "Gone." })).text, "Gone.");
});

test("the device goes to whoever of its players is to decide", () => {
  const shared = { mine: [0, 1], revealed: 0 };
  assert.equal(heirOf(state({ ...shared }), scene(1)), 1);
  assert.equal(heirOf(state({ ...shared }), scene(0)), null);
  assert.equal(heirOf(state({ mine: [0], revealed: null }), scene(1)), null);
  assert.equal(heirOf(state({ ...shared, table: table({ status: "over" }) }), scene(1)), null);
});

test("what one can do follows from where the match stands", () => {
  const names = (now) => deeds(now).map(({ id, off }) => (off ? `-${id}` : id));
  assert.deepEqual(names(state()), ["hint", "-undo", "ask", "talk", "log", "menu"]);
  assert.deepEqual(names(state({ busy: true, canTakeBack: true })), ["-hint", "undo", "ask", "talk", "log", "menu"]);
  assert.deepEqual(names(state({ seat: null })), ["ask", "log", "menu"]);
  assert.deepEqual(names(state({ table: table({ status: "over" }) })), ["result", "ask", "talk", "log", "menu"]);
  assert.deepEqual(names(state({ table: table({ talk: "none" }) })), ["hint", "-undo", "ask", "log", "menu"]);
  assert.deepEqual(names(state({ mine: [0, 1] })), ["hint", "-undo", "ask", "log", "menu"], "nobody to talk to");
  assert.deepEqual(names(state({ table: table({ hints: "off" }) })), ["-undo", "ask", "talk", "log", "menu"], "no hints here");
});

test("alone against bots everything can be taken back, once there is something", () => {
  const bots = table({ seats: [seat(0), seat(1, { kind: "bot" })] });
  const undo = (more) => deeds(state({ table: bots, ...more })).find(({ id }) => id === "undo");
  assert.equal(undo({}).off, true);
  assert.equal(undo({ decided: 1 }).off, false);
  const step = { kind: "x", told: [] };
  const events = [{ turn: 1, steps: [step] }, { turn: 0, steps: [step] }, { turn: 0, steps: [] }, { turn: 1, steps: [step] }];
  assert.equal(decisions(events.slice(0, 3), 0), 0, "a bot decided, then something was said");
  assert.equal(decisions(events, 0), 1);
  assert.equal(decisions(events, null), 0);
});

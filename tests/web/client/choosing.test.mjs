import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const choosing = await load("choosing");
const { made, marks, movable, nexts, touchOn } = choosing;

// Two cards for the same two places, and a button.
const CHOICES = [
  { action: "a>1", touch: ["a", "1"], label: "a on one" },
  { action: "a>2", touch: ["a", "2"] },
  { action: "b>1", touch: ["b", "1"] },
  { action: "pass", touch: ["pass"] },
];

test("at first the beginnings can be touched, then what goes on from there", () => {
  assert.deepEqual([...nexts(CHOICES, [])], ["a", "b", "pass"]);
  assert.deepEqual([...nexts(CHOICES, ["a"])], ["1", "2"]);
  assert.deepEqual([...nexts(CHOICES, ["b"])], ["1"]);
});

test("touches go on, go back by the same thing again, or begin anew", () => {
  assert.deepEqual(touchOn(CHOICES, [], "a"), ["a"]);
  assert.deepEqual(touchOn(CHOICES, ["a"], "2"), ["a", "2"]);
  assert.deepEqual(touchOn(CHOICES, ["a"], "a"), []);
  assert.deepEqual(touchOn(CHOICES, ["a"], "b"), ["b"]);
  assert.equal(touchOn(CHOICES, ["b"], "2"), null);
  assert.equal(touchOn([], [], "a"), null);
});

test("the last touch makes the action", () => {
  assert.equal(made(CHOICES, ["a"]), undefined);
  assert.equal(made(CHOICES, ["a", "2"])?.action, "a>2");
  assert.equal(made(CHOICES, ["pass"])?.action, "pass");
  assert.equal(made(CHOICES, []), undefined);
});

test("only what needs a place can be carried", () => {
  assert.deepEqual(["a", "b", "1", "pass"].map((id) => movable(CHOICES, id)), [true, true, false, false]);
});

test("marks tell what can be touched, what was, what would begin anew, and a hint", () => {
  const found = marks(CHOICES, ["a"], CHOICES[2]);
  const kinds = (id) => Object.entries(found.get(id)).filter(([, value]) => value === true).map(([kind]) => kind);
  assert.deepEqual(kinds("a"), ["can", "chosen", "drag"]);
  assert.deepEqual(kinds("b"), ["can", "other", "hinted", "drag"]);
  assert.deepEqual(kinds("1"), ["can", "hinted"]);
  assert.equal(found.get("1").label, "a on one");
  assert.equal(found.get("2").label, "");
  assert.equal(marks([], [], null).size, 0);
});

test("a shortcut is one touch, with what is to be played after it", () => {
  const { choicesOf } = choosing;
  const scene = { choices: CHOICES, shortcuts: [{ touch: "far", actions: ["up", "left", "left"] }] };
  assert.equal(choicesOf({ choices: CHOICES }), CHOICES);
  const found = made(choicesOf(scene), ["far"]);
  assert.deepEqual([found.action, found.then], ["up", ["left", "left"]]);
});

test("what a choice costs is noted where it is touched last", () => {
  const dear = [{ action: "a>1", touch: ["a", "1"], note: "−5" }];
  assert.equal(marks(dear, [], null).get("a").note, "");
  assert.equal(marks(dear, ["a"], null).get("1").note, "−5");
});

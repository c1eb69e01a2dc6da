// Puzzles: the one of the day, the same for everybody, and others that fit.

import { ensureGuest, get, post, whoAmI, withQuery } from "./api.js";
import { byId, fillWith, h } from "./dom.js";
import { Exercise } from "./exercise.js";
import { attempt } from "./head.js";
import { Stage } from "./scene.js";
import { gameTitle } from "./signs.js";
import { language, t, tn } from "./text.js";

/** @typedef {import("../wire").PuzzleScene} Puzzle */
/** @typedef {import("../wire").PuzzleAnswer} Answer */
/** @typedef {import("../wire").Puzzling} Puzzling */

const exercise = new Exercise(new Stage(byId("stage")));
const grade = /** @type {HTMLSelectElement} */ (byId("grade"));
const first = document.querySelector(".games a")?.getAttribute("data-game") ?? "";
const game = location.pathname.split("/")[2] || first;

/** @param {Puzzling | undefined} found */
function showRating(found) {
  if (!found?.tried) return fillWith(byId("rating"), t("Your rating and your streak will be here."));
  const days = tn("{count} day in a row", "{count} days in a row", found.streak ?? 0);
  const solved = t("{solved} of {tried} solved", { solved: found.solved ?? 0, tried: found.tried });
  return fillWith(byId("rating"), [t("Rating {rating}", { rating: found.rating ?? 0 }), solved, days].join(" · "));
}

/**
 * Ask a puzzle.
 * @param {string} path
 * @param {string} title
 */
async function ask(path, title) {
  const puzzle = /** @type {Puzzle} */ (await get(path));
  fillWith(byId("task-title"), title);
  fillWith(byId("task-text"), t("Find the best action by what you can see. Difficulty {grade} of 5.", { grade: puzzle.grade }));
  fillWith(byId("status"), gameTitle(game));
  keys();
  exercise.set({
    scene: puzzle.scene,
    backdrop: { digest: puzzle.digest, sprites: puzzle.backdrop },
    judge: async (action) => {
      await ensureGuest();
      const found = /** @type {Answer} */ (await post(`/puzzles/${game}/answer?language=${language}`, { number: puzzle.number, action }));
      showRating(found.puzzling);
      return found.judgement;
    },
  });
}

function keys() {
  const other = () => attempt(() => ask(withQuery(`/puzzles/${game}`, { grade: grade.value || null, language }), t("A puzzle")));
  fillWith(
    byId("task-keys"),
    h("button", { type: "button", class: "main", id: "another", onclick: () => void other() }, t("Another puzzle")),
    h("button", { type: "button", id: "try-again", onclick: () => exercise.again() }, t("Try again")),
  );
}

for (const link of document.querySelectorAll(".games a")) {
  if (link.getAttribute("data-game") === game) link.setAttribute("aria-current", "page");
}
grade.addEventListener("change", () => byId("another").click());
await attempt(() => ask(`/puzzles/${game}/today?language=${language}`, t("The puzzle of the day")));
if (await whoAmI()) {
  const { games } = /** @type {{games: Puzzling[]}} */ (await get("/guests/me/puzzles"));
  showRating(games.find((it) => it.game === game));
} else showRating(undefined);

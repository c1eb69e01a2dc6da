import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const { Stream } = await load("stream");

/** A server that gives the next of some answers each time it is asked. */
function serve(...answers) {
  const asked = [];
  globalThis.fetch = async (path, init) => {
    asked.push({ path, headers: init.headers });
    const answer = answers.shift();
    if (answer === undefined) return new Promise((_, reject) => init.signal.addEventListener("abort", reject));
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return asked;
}

const body = (...chunks) =>
  new Response(new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  }));
const said = (number) => `id: ${number}\ndata: {"number":${number}}\n\n`;

/** Listen until something is so. */
function listen(enough) {
  const heard = { events: [], states: [], refusal: null };
  return new Promise((resolve) => {
    const check = () => {
      if (!enough(heard)) return;
      stream.close();
      resolve(heard);
    };
    // What comes again after a loss comes at once in this test.
    const nudge = () => setImmediate(() => stream.wakeUp());
    const stream = new Stream(
      "/tables/x/events",
      (event) => { heard.events.push(event.number); setImmediate(check); },
      (state) => { heard.states.push(state); if (state === "lost") nudge(); },
      (refusal) => { heard.refusal = refusal; setImmediate(check); },
    );
  });
}

test("events come whole, however they are cut, and signs of life are none", async () => {
  serve(body(said(1).slice(0, 9), said(1).slice(9) + ": alive\n\n" + said(2)));
  const heard = await listen(({ events }) => events.length === 2);
  assert.deepEqual(heard.events, [1, 2]);
  assert.deepEqual(heard.states.slice(0, 2), ["connecting", "open"]);
});

test("after a loss it goes on behind the last event", async () => {
  const asked = serve(body(said(1), said(2)), new TypeError("no network"), body(said(3)));
  const heard = await listen(({ events }) => events.includes(3));
  assert.deepEqual(heard.events, [1, 2, 3]);
  assert.deepEqual(asked.slice(0, 3).map(({ headers }) => headers["last-event-id"]), [undefined, "2", "2"]);
  assert.ok(heard.states.includes("lost"));
});

test("a server in trouble is asked again, a refusal ends it, in the server's words", async () => {
  const refused = (status, code) => Response.json({ error: { code, message: "english", text: "Worte" } }, { status });
  const asked = serve(refused(503, "not_ready"), refused(429, "too_many"), refused(403, "not_yours"));
  const { refusal } = await listen(({ refusal }) => refusal);
  assert.equal(asked.length, 3);
  assert.deepEqual([refusal.code, refusal.status, String(refusal)], ["not_yours", 403, "Worte"]);
});

test("what is closed hears nothing more", async () => {
  serve(body(said(1), said(2)));
  const heard = [];
  const stream = new Stream("/x", (event) => { heard.push(event.number); stream.close(); }, () => {}, () => {});
  await new Promise((done) => setTimeout(done, 20));
  assert.deepEqual(heard, [1]);
});

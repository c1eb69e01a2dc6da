// Sounds, made here: a few soft tones, off with one tap.

const KEY = "rookery.sound";
/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let hiss = null;
let on = localStorage.getItem(KEY) !== "off";

/** Whether there is sound. */
export const audible = () => on;

/** @param {boolean} wanted */
export function setSound(wanted) {
  on = wanted;
  localStorage.setItem(KEY, on ? "on" : "off");
}

// Browsers give sound only to pages that somebody has touched.
addEventListener("pointerdown", () => void wake(), { once: true });
addEventListener("keydown", () => void wake(), { once: true });

function wake() {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/**
 * @param {number} pitch in Hz
 * @param {number} at in seconds from now
 * @param {number} length in seconds
 * @param {number} volume
 * @param {OscillatorType} [shape]
 */
function tone(pitch, at, length, volume, shape = "sine") {
  if (!on || !context || context.state !== "running") return;
  const start = context.currentTime + at;
  const source = new OscillatorNode(context, { type: shape, frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.linearRampToValueAtTime(volume, start + 0.01);
  gain.gain.setTargetAtTime(0, start + 0.02, length / 3);
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + length * 2);
}

/**
 * A short hiss, as of one clap.
 * @param {number} at in seconds from now
 * @param {number} volume
 */
function clap(at, volume) {
  if (!on || !context || context.state !== "running") return;
  const start = context.currentTime + at;
  hiss ??= noise(context);
  const source = new AudioBufferSourceNode(context, { buffer: hiss });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 1500 + 900 * Math.random() });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.linearRampToValueAtTime(volume, start + 0.004);
  gain.gain.setTargetAtTime(0, start + 0.008, 0.02);
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + 0.15);
}

/** @param {AudioContext} context */
function noise(context) {
  const buffer = new AudioBuffer({ length: context.sampleRate * 0.15, sampleRate: context.sampleRate });
  buffer.copyToChannel(buffer.getChannelData(0).map(() => 2 * Math.random() - 1), 0);
  return buffer;
}

/** It is your turn. */
export function called() {
  tone(659, 0, 0.16, 0.08);
  tone(880, 0.12, 0.25, 0.08);
}

/** It is over. */
export function ended() {
  [523, 659, 784, 1047].forEach((pitch, at) => tone(pitch, at * 0.13, 0.35, 0.08));
}

/** Something was put down. */
function placed() {
  tone(220, 0, 0.08, 0.12, "triangle");
  tone(110, 0, 0.12, 0.1);
}

/** Dice roll. */
function rolled() {
  for (let at = 0; at < 5; at += 1) tone(300 + 90 * (at % 3), at * 0.06, 0.04, 0.06, "square");
}

/** Soft applause. */
function amused() {
  for (let at = 0; at < 14; at += 1) clap(at * 0.035 + 0.03 * Math.random(), 0.1 * (1 - at / 20));
}

/** Somebody is caught. */
function caught() {
  tone(196, 0, 0.2, 0.1, "sawtooth");
  tone(139, 0.14, 0.4, 0.1, "sawtooth");
}

/** Something comes to light. */
function revealed() {
  [784, 988, 1319].forEach((pitch, at) => tone(pitch, at * 0.07, 0.3, 0.06));
}

/** Something is said aloud. */
function announced() {
  tone(494, 0, 0.1, 0.08, "triangle");
  tone(494, 0.11, 0.1, 0.06, "triangle");
}

/** Something is gone. */
function lost() {
  tone(262, 0, 0.15, 0.08);
  tone(196, 0.1, 0.25, 0.08);
}

/** A part of the match is over. */
function rounded() {
  [523, 659, 784].forEach((pitch, at) => tone(pitch, at * 0.11, 0.3, 0.07));
}

/** What is heard of marks: only the one that matters most, which comes first. @type {[string, () => void][]} */
const MARKS = [
  ["caught", caught],
  ["revealed", revealed],
  ["rolled", rolled],
  ["amused", amused],
  ["announced", announced],
  ["lost", lost],
  ["performed", placed],
  ["placed", placed],
];

/**
 * What happened, by what it did to the things on the table.
 * @param {import("./scene.js").Scene} scene
 */
export function happened({ sprites, summary }) {
  if (summary) {
    rounded();
    return;
  }
  const marks = new Set(sprites.map(({ mark }) => mark));
  MARKS.find(([mark]) => marks.has(mark))?.[1]();
}

// Sounds, made here: a few soft tones, off with one tap.

const KEY = "rookery.sound";
/** @type {AudioContext | null} */
let context = null;
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

/** Something was put down. */
export function placed() {
  tone(220, 0, 0.08, 0.12, "triangle");
  tone(110, 0, 0.12, 0.1);
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

/** Dice roll. */
export function rolled() {
  for (let at = 0; at < 5; at += 1) tone(300 + 90 * (at % 3), at * 0.06, 0.04, 0.06, "square");
}

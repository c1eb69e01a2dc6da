// Friendly names for those who have not chosen one yet. No bot has one of them.

const NAMES = [
  "Pinky", "Waddles", "Frosty", "Snowflake", "Pebble", "Flipper", "Bubbles", "Skipper", "Ziggy",
  "Mumble", "Nanook", "Polka", "Tuxedo", "Icicle", "Mango", "Pickle", "Biscuit", "Nimbus",
  "Sprout", "Comet", "Fidget", "Maple", "Pepper", "Puffin", "Luna", "Koko", "Mochi", "Yuki",
  "Blizzard", "Popcorn", "Marble", "Sardine", "Krill", "Kelp", "Aurora", "Borealis",
]; // prettier-ignore

/** One of them. */
export function someName() {
  return NAMES[Math.floor(Math.random() * NAMES.length)];
}

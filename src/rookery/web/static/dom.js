// Small helpers to make elements: no markup is ever parsed from text.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Attributes */

/**
 * @param {Element} node
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") {
      node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children) {
    if (child || child === "") node.append(child);
  }
}

/**
 * An element of HTML: h("button", {class: "main", onclick: go}, "Go").
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  furnish(node, attributes, children);
  return node;
}

/**
 * An element of SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  const node = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  furnish(node, attributes, children);
  return node;
}

/**
 * A sign of the art file; mere decoration beside its words.
 * @param {string} names of symbols, on top of one another, separated by spaces
 * @param {string} [kind] a class
 */
export function icon(names, kind = "icon") {
  const uses = names.split(" ").map((name) => s("use", { href: `#${name}` }));
  return s("svg", { class: kind, "aria-hidden": "true" }, ...uses);
}

/**
 * The element with an id; the page has it.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * Put children in place of what an element holds.
 * @param {Element} node
 * @param {...Child} children
 */
export function fillWith(node, ...children) {
  const kept = /** @type {(Node | string)[]} */ (children.filter(Boolean));
  node.replaceChildren(...kept);
}

/** Whether things are to jump instead of gliding. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

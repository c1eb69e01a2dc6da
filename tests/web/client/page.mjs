// What modules of the client need of a page, for those that draw nothing.

globalThis.window = new EventTarget();
globalThis.document = Object.assign(new EventTarget(), {
  hidden: false,
  documentElement: { lang: "en", dataset: {} },
});

/** A module of the client. @param {string} name */
export const load = (name) => import(`../../../src/rookery/web/static/${name}.js`);

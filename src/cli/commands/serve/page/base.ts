const { currentScript: script } = document;

/** The URL of the page, with a slash at the end: a proxy may show it below a path of its own. */
export const BASE: string = script instanceof HTMLScriptElement ? new URL(".", script.src).href : "/";

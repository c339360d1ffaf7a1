const { currentScript: script } = document;

/** The URL of the page, with a slash at the end: a proxy may serve it below a different path. */
export const BASE: string = script instanceof HTMLScriptElement ? new URL(".", script.src).href : "/";

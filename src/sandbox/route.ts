import type { Handler, Route } from "./types.ts";

type Load<Name extends string> = () => Promise<Record<Name, Handler>>;

/** A handler whose module is loaded on first use: a page or command loads only the handlers it calls. */
export function lazily<Name extends string>(load: Load<Name>, name: Name): Handler {
	return async (incoming) => (await load())[name](incoming);
}

/** A route that starts something. */
export const post = <Name extends string>(path: RegExp, load: Load<Name>, name: Name): Route => ({
	method: "POST",
	path,
	handle: lazily(load, name),
});

/** A route for the state of a job; accepts any key. */
export const poll = <Name extends string>(path: RegExp, load: Load<Name>, name: Name): Route => ({
	method: "GET",
	path,
	handle: lazily(load, name),
	access: "any-key",
});

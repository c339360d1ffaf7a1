import { dropBody, followSignal, OBSERVES_BODY } from "./body.ts";
import { headerEntries } from "./headers.ts";
import { type Fetch, isRequest } from "./retry.ts";
import { parseHttpUrl, resolveUrl } from "./url.ts";

const MAX_REDIRECTS = 20;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const BODY_HEADERS = /^content-(type|length|encoding|language|location)$/i;

/**
 * Returns a `fetch` that follows redirects only if no part of the request reaches a third party.
 *
 * - A request with a body or with headers stays at its origin.
 * - A GET may be redirected to another https origin, without its headers.
 * - https never becomes http.
 *
 * The caller reads responses with the readers of this folder, which notify observers (`OBSERVES_BODY`) and stop when the
 * signal of the request aborts.
 *
 * A redirect that is not followed is returned as the response. Browsers hide redirects from programs: there, a request
 * with a body or headers fails at the first redirect.
 */
export function guardRedirects(given: Fetch): Fetch {
	const fetch: Fetch = (input, init = {}) => {
		const pending = given(input, init);
		const { signal } = init;
		return signal ? pending.then((response) => followSignal(response, signal)) : pending;
	};
	return (input, init = {}) => {
		if (isRequest(input)) return fetch(input, { ...init, redirect: "manual" });
		// Browsers do not let programs inspect a redirect before they follow it.
		const isBrowser = typeof document !== "undefined";
		const redirect = !isBrowser ? "manual" : hasBody(init) || hasHeaders(init) ? "error" : "follow";
		// Not a spread: in Node 20, `{ ...init, redirect }` takes ten times longer, a sixteenth of a call.
		const pending = fetch(input, Object.assign({}, init, { redirect, [OBSERVES_BODY]: true }));
		if (redirect !== "manual") return pending;
		return pending.then((response) => {
			if (REDIRECTS.has(response.status)) return follow(fetch, String(input), init, response);
			// Workers of browsers hide redirects too.
			const mayFollow = response.type === "opaqueredirect" && !hasBody(init) && !hasHeaders(init);
			return mayFollow ? fetch(input, { ...init, redirect: "follow" }) : response;
		});
	};
}

/** Whether a response is a redirect that was not followed. */
export function isRefusedRedirect(response: Response): boolean {
	return response.type === "opaqueredirect" || REDIRECTS.has(response.status);
}

async function follow(fetch: Fetch, start: string, init: RequestInit, first: Response): Promise<Response> {
	const isBound = hasBody(init);
	let current: RequestInit = init;
	let from = start;
	let response = first;
	for (let count = 0; REDIRECTS.has(response.status) && count < MAX_REDIRECTS; count++) {
		const target = parseHttpUrl(resolveUrl(response.headers.get("location"), from));
		const next = target && nextRequest(current, response.status, new URL(from), target, isBound);
		if (!target || !next) return response;
		dropBody(response);
		from = target.href;
		current = next;
		response = await fetch(from, { ...current, redirect: "manual" });
	}
	return response;
}

/**
 * Returns the request that follows a redirect; undefined if it must not be followed.
 * @param isBound the request had a body at first, and stays at its origin
 */
function nextRequest(init: RequestInit, status: number, from: URL, to: URL, isBound: boolean): RequestInit | undefined {
	if (from.protocol === "https:" && to.protocol !== "https:") return undefined;
	if (from.origin !== to.origin) {
		if (isBound) return undefined;
		if (hasHeaders(init) && to.protocol !== "https:") return undefined;
		const { headers: _headers, credentials: _credentials, ...rest } = init;
		return rest;
	}
	const method = (init.method ?? "GET").toUpperCase();
	const becomesGet = status === 303 ? method !== "HEAD" : (status === 301 || status === 302) && method === "POST";
	if (becomesGet && hasBody(init)) {
		const { body: _body, ...rest } = init;
		const headers = headerEntries(init.headers).filter(([name]) => !BODY_HEADERS.test(name));
		return { ...rest, method: "GET", headers: Object.fromEntries(headers) };
	}
	// A stream can be sent only once.
	return init.body instanceof ReadableStream ? undefined : init;
}

function hasBody({ body }: RequestInit): boolean {
	return body !== undefined && body !== null;
}

function hasHeaders({ headers }: RequestInit): boolean {
	return headerEntries(headers).length > 0;
}

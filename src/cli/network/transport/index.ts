import type { LookupFunction } from "node:net";
import { type Fetch, guardRedirects, isRequest } from "../../../http/index.ts";
import { exchange } from "./node-exchange.ts";
import { FORBIDDEN_PORTS, prepareBody, prepareHeaders } from "./request-parts.ts";
import { createRoutes } from "./routes.ts";

/** Refuses hosts, also after redirects. A proxy resolves names itself. */
export interface HostGuard {
	/** @throws for a host that must not be connected to */
	check(url: URL): void;
	/** Resolves the hosts that are left. */
	lookup: LookupFunction;
}

export interface Transport {
	fetch: Fetch;
	/** Closes all connections. */
	close(): void;
}

/**
 * Returns a `fetch` over `node:http` and `node:https`. The platform's `fetch` loads undici and its WebAssembly parser,
 * which takes longer than everything else in a command with one request.
 *
 * It behaves like the platform's, but follows redirects by the policy of `guardRedirects`, and sets no time limit on a
 * response. Connections stay open for later requests; TLS certificates are checked by Node's settings.
 * @param findProxy the proxy for a URL; undefined to connect directly
 * @param guard default: every host may be connected to
 */
export function createTransport(findProxy: (url: URL) => string | undefined, guard?: HostGuard): Transport {
	const routes = createRoutes(guard ? { lookup: guard.lookup } : {});
	const single: Fetch = async (input, init = {}) => {
		const url = parseUrl(isRequest(input) ? input.url : String(input));
		// Neither goes over the network.
		if (url.protocol === "data:" || url.protocol === "blob:") return globalThis.fetch(url, init);
		const given = isRequest(input) ? describeRequest(input, init) : init;
		const method = normalizeMethod(given.method ?? "GET");
		const hasBody = given.body !== undefined && given.body !== null;
		if (hasBody && /^(GET|HEAD)$/.test(method)) throw new TypeError("Request with GET/HEAD method cannot have body.");
		if (url.protocol !== "http:" && url.protocol !== "https:") throw failed("unknown scheme");
		if (FORBIDDEN_PORTS.has(url.port)) throw failed("bad port");
		guard?.check(url);
		const body = await prepareBody(given.body);
		const headers = prepareHeaders(given.headers, body);
		const route = await routes.find(url, findProxy(url));
		return exchange({ url, method, headers, body, signal: given.signal }, route);
	};
	const guarded = guardRedirects(single);
	const fetch: Fetch = async (input, init = {}) => {
		const mode = init.redirect ?? (isRequest(input) ? input.redirect : "follow");
		if (mode === "follow") {
			return isRequest(input) ? guarded(input.url, describeRequest(input, init)) : guarded(input, init);
		}
		const response = await single(input, init);
		const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
		if (mode === "manual" || !isRedirect) return response;
		response.body?.cancel().catch(() => undefined);
		throw failed("unexpected redirect");
	};
	return { fetch, close: () => routes.close() };
}

/** Converts a Request to plain options of `fetch`. */
function describeRequest(request: Request, init: RequestInit): RequestInit {
	const { method, headers, signal, body } = request;
	return { method, headers, signal, ...(body ? { body } : {}), ...init };
}

function parseUrl(text: string): URL {
	if (!URL.canParse(text)) throw new TypeError(`Failed to parse URL from ${text}`);
	const url = new URL(text);
	if (url.username || url.password) {
		throw new TypeError("Request cannot be constructed from a URL that includes credentials");
	}
	return url;
}

/** Methods that `fetch` writes in capitals. */
function normalizeMethod(method: string): string {
	const upper = method.toUpperCase();
	return /^(DELETE|GET|HEAD|OPTIONS|POST|PUT)$/.test(upper) ? upper : method;
}

function failed(reason: string): TypeError {
	return new TypeError("fetch failed", { cause: new Error(reason) });
}
